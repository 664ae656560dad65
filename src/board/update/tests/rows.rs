//! Clicks on the rows of lists that lie over the board.

use std::collections::BTreeSet;
use std::path::PathBuf;

use ratatui::layout::Position;
use serde_json::{Value, json};

use crate::board::effect::Effect;
use crate::board::input::InputEvent;
use crate::board::keys::Action;
use crate::board::layers::Layer;
use crate::board::layout;
use crate::board::message::Message;
use crate::board::reports::answering;
use crate::board::state::Pane;
use crate::board::testing::*;
use crate::board::view;
use crate::contract::plan_comments::Pass;
use crate::contract::plan_critique::Lens;
use crate::locale::Language;

const COLUMN: u16 = 6;

fn click(board: &mut Board, y: u16) -> &mut Board {
    board.tell(Message::Input(InputEvent::Click { button: 0, x: COLUMN, y }))
}

/// The entry shown in each row of the screen.
fn rows(board: &Board) -> Vec<Option<usize>> {
    (0..board.state.session.height)
        .map(|y| view::entry_at(&board.state, Position::new(COLUMN, y)).map(|hit| hit.entry))
        .collect()
}

/// The row of the screen in which an entry begins.
fn row_of(board: &Board, entry: usize) -> u16 {
    let y = rows(board).iter().position(|shown| *shown == Some(entry)).expect("on screen");
    y as u16
}

/// The first row of the entry with this text.
fn row_with(board: &Board, text: &str) -> u16 {
    let y = board.screen().lines().position(|row| row.contains(text)).expect("on screen");
    y as u16
}

/// A click on each entry in sight selects it where it is drawn, and does nothing else.
fn each_can_be_selected(board: &mut Board, what: &str, least: usize, selected: impl Fn(&Board) -> usize) {
    let layers = board.layers().len();
    let shown: BTreeSet<usize> = rows(board).into_iter().flatten().collect();
    assert!(shown.len() >= least, "{what}: {shown:?}\n{}", board.screen());
    board.asked();
    // From the last to the first, and where the screen is then.
    for entry in shown.into_iter().rev() {
        let Some(y) = rows(board).iter().position(|at| *at == Some(entry)) else { continue };
        if selected(board) == entry {
            continue;
        }
        click(board, y as u16);
        assert_eq!(selected(board), entry, "{what}\n{}", board.screen());
        assert_eq!((board.layers().len(), board.asked()), (layers, vec![]), "{what}");
        assert!(rows(board).contains(&Some(entry)), "{what}: in sight");
        check(&board.state);
    }
}

/// Twenty shots, every other with a wrong length, and as many comments as asked for.
fn film(comments: usize) -> Board {
    let names: Vec<String> = (0..20).map(|n| format!("q{n} scene")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut plan: Value = serde_json::from_str(&shots(&names)).unwrap();
    for at in (0..20).step_by(2) {
        plan["structure"]["shots"][at]["duration_estimate_seconds"] = json!(-1);
    }
    let mut board = Files::of(&plan.to_string()).open();
    for n in 0..comments {
        board.keys(&format!(r#"c "comment {n}" enter j"#));
    }
    board.keys("g");
    board
}

#[test]
fn a_click_selects_in_findings_notices_comments_and_the_submit_dialogue() {
    let mut board = film(12);
    board.keys("!");
    each_can_be_selected(&mut board, "findings", 4, |board| match board.state.layers.last() {
        Some(Layer::Findings(view)) => view.selected,
        _ => panic!(),
    });
    board.keys("esc i");
    each_can_be_selected(&mut board, "notices", 2, |board| match board.state.layers.last() {
        Some(Layer::Notices(view)) => view.selected,
        _ => panic!(),
    });
    board.keys("esc C");
    each_can_be_selected(&mut board, "all comments", 4, |board| match board.state.layers.last() {
        Some(Layer::AllComments(view)) => view.selected,
        _ => panic!(),
    });
    board.keys("esc").submit();
    each_can_be_selected(&mut board, "submit", 3, |board| match board.state.layers.last() {
        Some(Layer::Submit(dialogue)) => dialogue.selected,
        _ => panic!(),
    });
}

#[test]
fn a_row_that_was_clicked_stays_under_the_pointer() {
    for size in [(80, 24), (120, 40)] {
        let mut board = film(20);
        board.resize(size.0, size.1);
        board.submit().keys("j j j j j j j");
        for entry in [4, 6, 5, 7] {
            let y = row_of(&board, entry);
            click(&mut board, y);
            assert_eq!(row_of(&board, entry), y, "{}", board.screen());
        }
        board.keys("j");
        let Some(Layer::Submit(dialogue)) = board.state.layers.last() else { panic!() };
        assert_eq!(dialogue.selected, 8, "the keys go on from there");
        let mut board = film(0);
        board.resize(size.0, size.1);
        board.keys(":").keys("pagedown pagedown pagedown");
        let shown: Vec<usize> = rows(&board).into_iter().flatten().collect();
        let entry = shown[shown.len() / 3];
        let y = row_of(&board, entry);
        click(&mut board, y);
        assert_eq!(row_of(&board, entry), y, "{}", board.screen());
    }
}

#[test]
fn a_click_on_the_selected_row_does_what_enter_does() {
    let mut board = film(3);
    board.keys("!");
    let y = row_of(&board, 3);
    click(click(&mut board, y), y);
    assert_eq!((board.layers(), board.selected()), (vec![], "q6"));
    board.keys("C");
    let y = row_with(&board, "comment 2");
    click(click(&mut board, y), y);
    assert_eq!((board.layers(), board.selected()), (vec![], "q2"));
    board.keys("s").sought();
    let y = row_with(&board, "q4");
    click(click(&mut board, y), y);
    assert_eq!((board.layers(), board.selected()), (vec![], "q4"));
    board.keys(r#": "hel""#);
    let y = row_of(&board, 0);
    click(&mut board, y);
    assert_eq!(board.layers(), ["help"]);
}

#[test]
fn what_is_shown_for_an_older_line_is_not_gone_to() {
    let mut board = film(0);
    board.keys("s").sought();
    let y = row_of(&board, 0);
    board.text("1");
    click(&mut board, y);
    assert_eq!((board.layers(), board.selected()), (vec!["go-to"], "q0"));
}

#[test]
fn no_row_writes_deletes_or_sends() {
    let mut board = film(2);
    board.submit();
    board.asked();
    let y = row_of(&board, 0);
    click(click(&mut board, y), y);
    assert_eq!((board.layers(), board.asked()), (vec!["submit"], vec![]));
    assert!(board.said().contains("enter"), "{}", board.said());
    board.keys("esc");
    for command in ["delete", "submit", "approve", "undo"] {
        board.keys(":").text(command);
        let y = row_of(&board, 0);
        click(&mut board, y);
        assert_eq!((board.layers(), board.asked().len()), (vec!["commands"], 0), "{command}");
        board.keys("esc");
    }
    board.keys(r#"c "again" enter"#);
    for key in ["d", "e"] {
        board.keys("g").keys(key);
        assert_eq!(board.layers(), ["choose"]);
        board.resize(120, 40);
        let detail = layout::areas(&board.state).detail.expect("a detail");
        let hit = |y: u16| view::entry_at(&board.state, Position::new(detail.x + 2, y)).map(|hit| hit.entry);
        let y = (0..40).find(|y| hit(*y) == Some(1)).expect("the second");
        for _ in 0..2 {
            board.tell(Message::Input(InputEvent::Click { button: 0, x: detail.x + 2, y }));
        }
        if key == "d" {
            assert_eq!((board.layers(), board.comments().len()), (vec!["choose"], 3));
            board.keys("esc");
        } else {
            assert_eq!(board.written(), Some("again"));
        }
    }
}

#[test]
fn a_click_beside_the_rows_of_a_layer_does_nothing() {
    let mut board = film(2);
    for open in ["!", "i", "C", "s", ":", "?", "o \"half\""] {
        board.keys(open).sought();
        let (layers, selected, pass) = (board.layers(), board.selected().to_owned(), board.state.pass);
        let text = board.written().map(str::to_owned);
        let keys = layout::areas(&board.state).keys.y;
        for y in 0..board.state.session.height {
            for x in [0, COLUMN, 40, 79] {
                let on_row = view::entry_at(&board.state, Position::new(x, y)).is_some();
                if !on_row && y != keys {
                    board.tell(Message::Input(InputEvent::Click { button: 0, x, y }));
                }
            }
        }
        assert_eq!((board.layers(), board.selected(), board.state.pass), (layers, selected.as_str(), pass), "{open}");
        assert_eq!((board.written(), board.state.pane == Pane::List), (text.as_deref(), text.is_none()), "{open}");
        board.keys("esc");
    }
}

#[test]
fn a_click_on_the_key_line_of_a_layer_does_that_key() {
    let mut board = film(2);
    board.keys("C");
    let y = layout::areas(&board.state).keys.y;
    let close = (0..80).find(|x| view::hint_at(&board.state, *x) == Some(Action::Close)).expect("named");
    board.tell(Message::Input(InputEvent::Click { button: 0, x: close, y }));
    assert!(board.layers().is_empty());
}

#[test]
fn reports_rounds_objections_and_lenses_are_clicked_too() {
    let text = "Done.\n\n## Decisions needed\n- [P0] Which store?\n- [P1] Who decides?\n\nOUTCOME: partial\n";
    let mut files = Files::of(&shots(&["a first", "b second", "c third"]));
    let before = files.clone();
    files.reports = vec![(PathBuf::from("/p/r.md"), text.to_owned())];
    files.rounds = vec![handled_round(1, Pass::Structure, 2)];
    files.research = Some(shots(&["a first", "b other", "c changed"]));
    let mut board = files.open();
    board.keys("R");
    let y = row_with(&board, "Who decides?");
    click(click(&mut board, y), y);
    assert_eq!(answering(&board.state).map(|open| open.key.as_str()), Some("Who decides?"));
    board.keys("esc esc r");
    let round = board.files.rounds[0].clone();
    let found = report(&round, &before, &board.files.clone(), &[("0", "one"), ("1", "two")]);
    board.compared(1, found, &BTreeSet::new());
    let y = row_with(&board, "two");
    click(&mut board, y);
    assert_eq!(row_with(&board, "two"), y);
    click(&mut board, y);
    assert_eq!((board.layers(), board.selected()), (vec![], "b"));

    let mut files = coding(Language::En);
    files.critique = Some(critique(Language::En, true));
    let mut board = files.open();
    board.keys("O");
    each_can_be_selected(&mut board, "objections", 2, |board| match board.state.layers.last() {
        Some(Layer::Objections(view)) => view.selected,
        _ => panic!(),
    });
    // The reason that is typed is about the objection it was begun on.
    board.keys("g n i \"why\"");
    let Some(Layer::Objections(view)) = board.state.layers.last() else { panic!() };
    let at = view.selected;
    assert!(view.reason.is_some());
    for y in 0..layout::areas(&board.state).keys.y {
        click(&mut board, y);
    }
    let Some(Layer::Objections(view)) = board.state.layers.last() else { panic!() };
    assert_eq!((view.selected, view.reason.is_some()), (at, true));

    let mut board = coding(Language::En).open();
    board.keys(r#"c "too much" enter"#);
    let detail = layout::areas(&board.state).detail.expect("a detail");
    let hit = |board: &Board, y: u16| view::entry_at(&board.state, Position::new(detail.x + 2, y)).map(|hit| hit.entry);
    let y = (0..24).find(|y| hit(&board, *y) == Some(2)).expect("the third");
    for _ in 0..2 {
        board.tell(Message::Input(InputEvent::Click { button: 0, x: detail.x + 2, y }));
    }
    let objecting = board.state.desk().draft.comments[0].objecting.clone().expect("an objection");
    assert_eq!((board.layers(), objecting.lens), (vec![], Lens::Security));
}

#[test]
fn phrases_are_inserted_into_the_answer_to_a_report() {
    let mut files = Files::of(&shots(&["a first"]));
    let text = "Done.\n\n## Decisions needed\n- [P0] Which store?\n\nOUTCOME: partial\n";
    files.reports = vec![(PathBuf::from("/p/r.md"), text.to_owned())];
    files.phrases = vec!["no".into(), "as you\nthink".into()];
    let mut board = files.open();
    let answer = |board: &Board| answering(&board.state).map(|open| open.editor.text().to_owned());
    board.keys(r#"R c "a" tab"#);
    assert_eq!(board.layers(), ["reports", "answer", "phrases"]);
    board.keys("2");
    assert_eq!(answer(&board).as_deref(), Some("aas you\nthink"));
    board.keys("tab esc").keys("tab");
    let y = row_of(&board, 0);
    click(&mut board, y);
    assert_eq!((board.layers(), answer(&board).as_deref()), (vec!["reports", "answer"], Some("aas you\nthinkno")));
    // Another board takes over while the list is open.
    board.keys("tab");
    board.tell(Message::HandOver(crate::contract::finding::Phrase::new("read-only.held"), true));
    let begun = board.state.answers.of.values().next().and_then(|answers| answers.given.first()?.begun.clone());
    assert_eq!(begun.map(|(text, _)| text).as_deref(), Some("aas you\nthinkno"));
    assert!(board.effects.iter().any(|effect| matches!(effect, Effect::SaveDrafts)));
}
