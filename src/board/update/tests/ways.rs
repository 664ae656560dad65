//! Ways around: go-to, actions by name, all comments, the mouse, canned phrases, taking over.

use crate::board::all_comments;
use crate::board::input::InputEvent;
use crate::board::keys::Action;
use crate::board::layers::Layer;
use crate::board::layout;
use crate::board::message::Message;
use crate::board::palette;
use crate::board::state::{Filter, Pane};
use crate::board::testing::*;
use crate::board::view;
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::Pass;
use crate::locale::{Language, Locale};
use crate::review::draft::Draft;
use crate::review::per_pass::PerPass;

/// Shots and clips.
fn both() -> Board {
    shots_and_clips(Language::En).open()
}

fn click(board: &mut Board, x: u16, y: u16) {
    board.tell(Message::Input(InputEvent::Click { button: 0, x, y }));
}

fn wheel(board: &mut Board, up: bool, x: u16, y: u16) {
    board.tell(Message::Input(InputEvent::Scroll { up, x, y }));
}

/// Column and row of a text on screen, in cells (ASCII screens only).
fn at(board: &Board, text: &str) -> (u16, u16) {
    let screen = board.screen();
    let (y, row) = screen.lines().enumerate().find(|(_, row)| row.contains(text)).expect("on screen");
    let x = row.split(text).next().unwrap_or_default().chars().count();
    (x as u16, y as u16)
}

#[test]
fn go_to_leads_to_any_target_of_any_pass() {
    let mut board = both();
    board.keys(r#"s "s-05""#).sought().keys("enter");
    assert_eq!((board.selected(), board.layers()), ("s-05", vec![]));
    board.keys(r#"ctrl-p "v-kettle""#).sought().keys("enter");
    assert_eq!((board.state.pass, board.selected()), (Pass::Scaffold, "v-kettle"));
    board.keys(r#"s "s-02""#).sought().keys("esc");
    assert_eq!((board.state.pass, board.selected()), (Pass::Scaffold, "v-kettle"), "Esc goes nowhere");
    board.keys(r#"s "qqq""#).sought().keys("enter");
    assert!(board.said().contains("qqq"));
    assert_eq!(board.layers(), ["go-to"]);
}

#[test]
fn enter_before_the_answer_goes_by_the_answer_to_the_whole_line() {
    let mut board = both();
    board.keys(r#"s "s-0""#).sought().keys(r#""3" enter"#);
    assert_eq!(board.layers(), ["go-to"], "the list shown is of another line");
    board.sought();
    assert_eq!((board.selected(), board.layers()), ("s-03", vec![]));
    // An answer that comes too late does nothing.
    board.keys("s").sought().keys("esc").sought();
    assert_eq!(board.layers(), Vec::<&str>::new());
}

#[test]
fn a_filter_that_hides_where_go_to_leads_gives_way() {
    let mut board = both();
    board.keys(r#"c "x" enter f"#);
    assert_eq!(board.state.find.filter, Filter::Commented);
    board.keys(r#"s "s-06""#).sought().keys("enter");
    assert_eq!((board.selected(), board.state.find.filter), ("s-06", Filter::All));
}

#[test]
fn every_action_is_found_by_its_name_and_by_its_key() {
    for language in Language::ALL {
        let locale = Locale::of(language);
        let all = palette::find("", locale);
        assert!(all.contains(&Action::Submit) && all.contains(&Action::GoTo));
        for action in all {
            assert_eq!(palette::find(action.name(), locale).first(), Some(&action), "{action:?}");
        }
        assert_eq!(palette::find("S", locale).first(), Some(&Action::Submit));
        assert_eq!(palette::find("s", locale).first(), Some(&Action::GoTo));
    }
    assert_eq!(palette::find("すべての指摘", Locale::of(Language::Ja)).first(), Some(&Action::AllComments));
}

#[test]
fn the_line_of_actions_completes_runs_and_says_what_it_does_not_know() {
    let mut board = both();
    board.keys(r#": "next-gr" enter"#);
    assert_eq!((board.selected(), board.layers()), ("s-04", vec![]));
    board.keys(r#": "hel" tab enter"#);
    assert_eq!(board.layers(), ["help"]);
    board.keys(r#"esc : "frobnicate" enter"#);
    assert!(board.said().contains("frobnicate"));
    assert_eq!(board.layers(), ["commands"]);
    board.keys("esc");
    let mut looking = Files { read_only: true, ..structure(Language::En) }.open();
    looking.keys(r#": "comment" enter"#);
    assert_eq!(looking.layers(), Vec::<&str>::new(), "a read-only board changes nothing this way either");
}

#[test]
fn all_comments_are_listed_reached_changed_and_deleted() {
    let mut board = both();
    board.keys("C");
    assert!(!board.said().is_empty() && board.layers().is_empty());
    board.keys(r#"j j c "third" enter g c "first" enter 2 j c "clip" enter o "note" enter 1 j c "begun" esc"#);
    board.keys("C");
    for text in ["third", "first", "clip", "note", "begun"] {
        assert!(board.flat().contains(text), "{text}: {}", board.screen());
    }
    board.keys("G enter");
    assert_eq!(board.state.pass, Pass::Scaffold);
    board.keys("C g d");
    assert_eq!(board.state.desk_of(Pass::Structure).draft.comments.len(), 1);
    assert!(!board.flat().contains("first"));
    board.keys("u");
    assert!(board.flat().contains("first"));
    assert_eq!(board.state.pass, Pass::Scaffold, "the pass behind the panel stays");
    board.keys("g e");
    assert_eq!((board.state.pass, board.written()), (Pass::Structure, Some("first")));
    board.keys(r#""!" enter"#);
    assert!(board.comments().iter().any(|(_, text)| *text == "first!"));
}

#[test]
fn a_click_selects_and_a_second_one_opens() {
    let mut board = both();
    let (x, y) = at(&board, "s-03");
    click(&mut board, x, y);
    assert_eq!((board.selected(), board.state.pane), ("s-03", Pane::List));
    click(&mut board, x, y);
    assert_eq!(board.state.pane, Pane::Detail);
    // Never out of a text that is being written.
    board.keys(r#"c "half""#);
    click(&mut board, x, y + 1);
    assert_eq!((board.selected(), board.written()), ("s-03", Some("half")));
}

#[test]
fn a_click_on_a_pass_and_on_the_key_line_does_what_stands_there() {
    let mut board = both();
    board.resize(120, 40);
    let (x, _) = at(&board, "scaffold");
    click(&mut board, x, 0);
    assert_eq!(board.state.pass, Pass::Scaffold);
    let (x, _) = at(&board, "structure");
    click(&mut board, x, 0);
    assert_eq!(board.state.pass, Pass::Structure);
    let y = layout::areas(&board.state).keys.y;
    let seen: Vec<Action> = (0..120).filter_map(|x| view::hint_at(&board.state, x)).collect();
    assert!(seen.contains(&Action::Comment) && seen.contains(&Action::Help));
    let help = (0..120).find(|x| view::hint_at(&board.state, *x) == Some(Action::Help)).expect("shown");
    click(&mut board, help, y);
    assert_eq!(board.layers(), ["help"]);
}

#[test]
fn the_wheel_scrolls_what_is_under_it() {
    let mut board = Files::of(&many_shots(200)).open();
    wheel(&mut board, false, 3, 8);
    assert_eq!(board.state.desk().scroll, 3);
    check(&board.state);
    for _ in 0..100 {
        wheel(&mut board, false, 3, 8);
    }
    let scroll = board.state.desk().scroll;
    assert!(scroll > 150, "{scroll}");
    for _ in 0..100 {
        wheel(&mut board, true, 3, 8);
    }
    assert_eq!(board.state.desk().scroll, 0);
    board.keys("?");
    wheel(&mut board, false, 3, 8);
    let scrolled = board.screen();
    board.keys("g");
    assert_ne!(scrolled, board.screen(), "the overlay was scrolled");
    // In several chapters the headings do not hold it up.
    let mut board = structure(Language::En).open();
    board.resize(80, 12);
    for _ in 0..20 {
        wheel(&mut board, false, 3, 5);
    }
    let (desk, height) = (board.state.desk(), usize::from(layout::list_rows(&board.state)));
    assert_eq!(desk.scroll + height, desk.rows.len());
}

#[test]
fn phrases_are_inserted_as_they_are() {
    let mut files = structure(Language::En);
    files.phrases = vec!["shorter, please".into(), "  もっと\n静かに ".into()];
    let mut board = files.open();
    board.keys(r#"c "a" tab"#);
    assert_eq!(board.layers(), ["write", "phrases"]);
    board.keys("2");
    assert_eq!(board.written(), Some("a  もっと\n静かに "));
    board.keys("tab esc");
    assert_eq!(board.layers(), ["write"], "Esc closes the list alone");
    board.keys("tab 9").keys("esc").keys("tab j k enter enter");
    assert_eq!(board.comments()[0].1, "a  もっと\n静かに shorter, please");
    let mut board = structure(Language::En).open();
    board.keys("c tab");
    assert_eq!((board.layers(), board.said().contains("phrases = [")), (vec!["write"], true));
}

#[test]
fn a_board_that_hands_over_keeps_what_is_written_and_writes_no_more() {
    let mut board = structure(Language::En).open();
    board.keys(r#"c "one" enter j c "half""#);
    board.asked();
    let held = Phrase::new("read-only.held").with("pid", "7").with("terminal", "/dev/pts/2").with("host", "h");
    board.tell(Message::HandOver(held.with("n", "0"), true));
    assert_eq!(board.asked().split_last().map(|(last, _)| *last), Some("let-go"), "saved first");
    assert_eq!((board.layers(), board.unfinished()), (vec![], vec!["half"]));
    board.keys("c");
    assert_eq!(board.written(), None);
    // It can have it back.
    board.keys("T enter");
    assert_eq!(board.asked().last(), Some(&"take-over"));
    let kept = (PerPass::new(Draft::new), PerPass::default());
    board.tell(Message::TookOver(Box::new(kept)));
    assert_eq!((board.layers(), board.comments().len()), (vec![], 0), "what lies on the disk counts");
    board.keys("T");
    assert_eq!(board.layers(), Vec::<&str>::new(), "there is nobody to take over from");
}

#[test]
fn what_could_not_be_saved_survives_that_another_board_took_over() {
    let mut board = structure(Language::En).open();
    board.keys(r#"c "mine" enter j c "half" esc"#);
    board.tell(Message::DraftsSaved(Some(Phrase::new("outside.not-ours"))));
    let mut theirs = structure(Language::En).open();
    theirs.keys(r#"c "theirs" enter j c "other" esc"#);
    let mut drafts = PerPass::new(Draft::new);
    *drafts.of_mut(Pass::Structure) = theirs.state.desk().draft.clone();
    board.tell(Message::MayWrite(Box::new((drafts, PerPass::default()))));
    let mut texts: Vec<&str> = board.comments().into_iter().map(|(_, text)| text).collect();
    texts.sort_unstable();
    assert_eq!((texts, board.unfinished()), (vec!["half", "mine", "theirs"], vec!["other"]));
}

#[test]
fn what_is_undone_in_the_list_of_all_comments_is_selected() {
    let mut board = both();
    board.keys(r#"c "one" enter j c "two" enter j c "three" enter"#).keys("C");
    let text = |board: &Board| {
        let Some(Layer::AllComments(view)) = board.state.layers.last() else { panic!("{:?}", board.layers()) };
        let entry = all_comments::entries(&board.state)[view.selected];
        all_comments::parts(&board.state, &entry).unwrap().1.to_owned()
    };
    board.keys("g j");
    assert_eq!(text(&board), "two");
    board.keys("d G u");
    assert_eq!(text(&board), "two");
    // A change that is undone, too.
    board.keys("g e").keys(r#""!" enter"#);
    assert_eq!(text(&board), "one!");
    board.keys("G u");
    assert_eq!(text(&board), "one");
}

#[test]
fn from_all_comments_the_editor_leads_back_to_them() {
    for way in ["enter", "esc"] {
        let mut board = both();
        board.keys(r#"c "one" enter j c "two" enter o "all" enter C G e"#);
        assert_eq!(board.layers(), ["all-comments", "write"]);
        assert!(board.screen().contains("edit comment"), "{}", board.screen());
        board.keys(r#"" more""#).keys(way);
        assert_eq!(board.layers(), ["all-comments"], "{way}");
        let screen = board.screen();
        assert!(screen.contains("two more"), "{screen}");
        board.keys("esc");
        assert_eq!(board.layers(), [""; 0]);
    }
}

#[test]
fn long_comments_are_folded_unless_selected() {
    let mut board = both();
    for _ in 0..5 {
        let text = "a line of it ".repeat(60);
        board.keys("c").text(&text).keys("enter j");
    }
    let screen = board.keys("C g").screen();
    assert!(screen.matches("s-0").count() >= 2, "{screen}");
    let rows = |screen: &str| screen.lines().filter(|row| row.contains("a line of it")).count();
    board.keys("j");
    assert!(rows(&board.screen()) > 10, "the selected one is whole");
}

#[test]
fn where_the_filter_shows_nothing_no_target_is_shown_or_written_about() {
    for keys in ["f", "f f f"] {
        let mut board = structure(Language::En).open();
        board.keys(keys);
        assert_eq!(board.listed(), [""; 0]);
        let screen = board.screen();
        assert!(!screen.contains("Shot type"), "{screen}");
        assert!(board.keys("k").screen().contains("0/7"), "{}", board.screen());
        for key in ["c", "e", "space"] {
            board.keys(key);
            assert_eq!((board.said(), board.layers()), ("Nothing is selected.", vec![]), "{key}");
        }
        assert_eq!(board.state.desk().reviewed_now.count(), 0);
        board.keys("esc");
        assert_eq!(board.selected(), "s-01");
        // Where only the detail is on screen, it says why it is empty.
        board.keys(keys).resize(40, 10).keys("tab");
        assert!(board.screen().contains("No target is"), "{}", board.screen());
    }
}
