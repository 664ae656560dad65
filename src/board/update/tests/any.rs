//! Whatever happens, in any order: nothing panics, nothing typed is lost, everything stays in its bounds.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::board::effect::Effect;
use crate::board::input::{InputEvent, Key};
use crate::board::keys;
use crate::board::layers::Layer;
use crate::board::message::{LoadReason, Message, Receipt};
use crate::board::state::ListRow;
use crate::board::testing::*;
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::Pass;
use crate::locale::Language;

/// One thing that happens.
#[derive(Debug, Clone)]
enum Step {
    Key(Key),
    /// A text without white space at its ends, typed or pasted: looked for at the end.
    Type(String),
    Text(String),
    Paste(String),
    Resize(u16, u16),
    Plan(Vec<u8>, LoadReason),
    Broken(LoadReason),
    Loaded(LoadReason),
    There(bool),
    Answer,
    Fail,
    Focus,
    Background(u8),
    Edited(Option<String>),
    /// A click, or the wheel up or down, so far along the width and the height (thousandths).
    Mouse(Option<bool>, u16, u16),
}

fn any_key() -> impl Strategy<Value = Key> {
    let bound: Vec<Key> = keys::bindings().iter().flat_map(|b| b.keys.iter().copied()).collect();
    let others =
        ["backspace", "left", "right", "alt-b", "alt-x", "ctrl-w", "ctrl-k", "ctrl-u", "あ", "ｊ", "f12", "insert"];
    let others: Vec<Key> = others.iter().map(|n| Key::parse(n).unwrap()).collect();
    prop_oneof![4 => prop::sample::select(bound), 1 => prop::sample::select(others)]
}

fn any_step() -> impl Strategy<Value = Step> {
    let reason = || prop::sample::select(vec![LoadReason::Changed, LoadReason::Submit, LoadReason::Approve]);
    let size = prop_oneof![(1u16..=300, 1u16..=100), Just((80, 24)), Just((40, 10))];
    prop_oneof![
        16 => any_key().prop_map(Step::Key),
        4 => "[a-z0-9\\\\]{3,9}".prop_map(Step::Type),
        2 => "\\PC{0,6}|[雨のｶﾞ👍🏽👨\u{200d}👩\u{301}\u{1b}\t\r\n]{0,8}".prop_map(Step::Text),
        2 => "[\\PC\r\n\t\u{1b}\0]{0,20}".prop_map(Step::Paste),
        2 => size.prop_map(|(w, h)| Step::Resize(w, h)),
        3 => (prop::collection::vec(0u8..30, 0..12), reason()).prop_map(|(ids, reason)| Step::Plan(ids, reason)),
        1 => reason().prop_map(Step::Broken),
        3 => reason().prop_map(Step::Loaded),
        1 => any::<bool>().prop_map(Step::There),
        2 => Just(Step::Answer),
        1 => Just(Step::Fail),
        1 => Just(Step::Focus),
        1 => any::<u8>().prop_map(Step::Background),
        1 => prop::option::of("\\PC{0,12}").prop_map(Step::Edited),
        6 => (prop::option::weighted(0.2, any::<bool>()), 0u16..1000, 0u16..1000)
            .prop_map(|(wheel, x, y)| Step::Mouse(wheel, x, y)),
    ]
}

fn plan_of(ids: &[u8]) -> String {
    let mut seen = std::collections::HashSet::new();
    let once = ids.iter().filter(|id| seen.insert(**id));
    let list: Vec<String> = once.map(|id| format!("s{id} 雨の日 {id}, part {}", id / 3)).collect();
    shots(&list.iter().map(String::as_str).collect::<Vec<_>>())
}

fn happen(board: &mut Board, step: &Step) {
    match step {
        Step::Key(key) => {
            board.tell(Message::Input(InputEvent::Key(*key)));
        }
        Step::Mouse(wheel, x, y) => {
            let part = |whole: u16, at: u16| (u32::from(whole) * u32::from(at) / 1000) as u16;
            let (x, y) = (part(board.state.session.width, *x), part(board.state.session.height, *y));
            board.tell(Message::Input(match wheel {
                Some(up) => InputEvent::Scroll { up: *up, x, y },
                None => InputEvent::Click { button: 0, x, y },
            }));
        }
        Step::Type(text) => {
            text.chars().for_each(|c| {
                board.tell(Message::Input(InputEvent::Key(Key::char(c))));
            });
        }
        Step::Text(text) => {
            board.tell(Message::Input(InputEvent::Text(text.clone())));
        }
        Step::Paste(text) => {
            board.paste(text);
        }
        Step::Resize(width, height) => {
            board.resize(*width, *height);
        }
        Step::Plan(ids, reason) => {
            board.files.research = Some(plan_of(ids));
            board.load(*reason);
        }
        Step::Broken(reason) => {
            let good = board.files.research.replace("{\"version\":".into());
            board.load(*reason);
            board.files.research = good;
        }
        Step::Loaded(reason) => {
            board.load(*reason);
        }
        Step::There(there) => {
            board.files.submission = there.then(|| lying_there(2, 3));
            board.load(LoadReason::Changed);
        }
        Step::Answer => answer(board),
        Step::Fail => {
            let fresh = Box::new(board.files.fresh(LoadReason::Changed));
            board.tell(Message::SubmitFailed(fresh, Phrase::new("submit.plan-moved")));
        }
        Step::Focus => {
            board.tell(Message::Input(InputEvent::Focus(false)));
        }
        Step::Background(level) => {
            board.tell(Message::Input(InputEvent::Background(*level, *level, *level)));
        }
        Step::Edited(text) => {
            board.tell(Message::Edited(text.clone().ok_or_else(|| "failed".to_owned())));
        }
    }
    board.state.session.quit = false;
}

/// The world answers what was asked for.
fn answer(board: &mut Board) {
    for effect in std::mem::take(&mut board.effects) {
        let fresh = Box::new(board.files.fresh(LoadReason::Changed));
        match effect {
            Effect::Load(reason) => {
                board.load(reason);
            }
            Effect::Submit(order) => {
                let keys = order.draft.comments.iter().map(|c| c.key).collect();
                let comments = order.draft.comments.len();
                let receipt =
                    Receipt { pass: order.draft.pass, round: 1, comments, keys, warning: None, ids: Vec::new() };
                board.tell(Message::Submitted(fresh, receipt));
            }
            Effect::Approve(order) => {
                let file = board.state.view().file.clone();
                let plan = crate::review::decision::DecidedPlan::new(&file, &order.sha256);
                let decision = crate::review::decision::Decision::approved(order.pass, plan, now());
                board.tell(Message::Approved(fresh, Box::new(decision)));
            }
            Effect::CheckRound(number) => {
                if let Some(round) = board.files.rounds.iter().find(|round| round.round == number).cloned() {
                    let (before, after) = (structure(Language::En), board.files.clone());
                    let found = report(&round, &before, &after, &[("1", "x"), ("3", "y"), ("1", "z")]);
                    board.compared(number, found, &BTreeSet::new());
                }
            }
            Effect::Recall { pass, .. } => {
                let draft = board.state.draft_to_save(pass);
                board.tell(Message::Recalled(fresh, Box::new(draft), 0));
            }
            _ => {}
        }
    }
}

fn in_bounds(board: &Board) {
    let state = &board.state;
    for pass in Pass::ALL {
        let (desk, view) = (state.desk_of(pass), state.plan.plan.pass(pass));
        assert!(desk.selected < view.targets.len().max(1), "selected {} of {}", desk.selected, view.targets.len());
        assert_eq!(desk.reviewed_now.count(), desk.reviewed.count(view));
        if pass == state.pass && !desk.rows.is_empty() {
            assert!(desk.rows.contains(&ListRow::Target(desk.selected)), "the selection is not in the list");
            assert!(desk.scroll < desk.rows.len());
        }
    }
    for layer in &state.layers {
        if let Layer::Write(writing) = layer {
            let editor = &writing.editor;
            assert!(editor.text().is_char_boundary(editor.caret()));
            let (row, _) = editor.caret_position();
            assert!(writing.scroll <= row && row < editor.rows().len());
        }
    }
    check(state);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 5, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics_and_everything_stays_in_its_bounds(
        steps in prop::collection::vec(any_step(), 1..60),
        kind in 0_u32..4,
        read_only in prop::bool::weighted(0.1),
    ) {
        let mut files = match kind {
            0 => structure(Language::En),
            1 => scaffold(Language::Ja),
            2 => cuts(30),
            _ => Files::none(),
        };
        files.read_only = read_only;
        files.rounds = (1..=kind).map(|n| handled_round(n, Pass::Structure, 3)).collect();
        files.rounds.iter_mut().for_each(|round| round.after_sha256 = None);
        let mut board = files.open();
        for step in &steps {
            happen(&mut board, step);
            in_bounds(&board);
        }
    }

    /// Only keys that delete nothing: whatever was typed into a text is in a comment, an unfinished text, the overall
    /// note or the open editor, whatever else happens to the plan and the screen.
    #[test]
    fn no_text_typed_is_ever_lost(
        steps in prop::collection::vec((0..14usize, any_step(), "[a-z]{4,8}"), 1..40),
    ) {
        let safe = ["j", "k", "esc", "enter", "tab", "c", "o", "e", "S", "f", "1", "2", "alt-enter", "alt-j"];
        let mut board = shots_and_clips(Language::En).open();
        let mut typed: Vec<String> = Vec::new();
        for (number, (key, step, text)) in steps.iter().enumerate() {
            match step {
                Step::Resize(..) | Step::Plan(..) | Step::Broken(_) | Step::Loaded(_) | Step::There(_) | Step::Focus => {
                    happen(&mut board, step);
                }
                _ => {
                    board.keys(safe[*key]);
                }
            }
            if matches!(board.state.layers.last(), Some(Layer::Write(_))) && board.state.talk.sheet.is_none() {
                let unique = format!("<{number}{text}>");
                board.text(&unique);
                typed.push(unique);
            }
        }
        let mut kept = String::new();
        for pass in Pass::ALL {
            let draft = board.state.draft_to_save(pass);
            kept.extend(draft.comments.iter().map(|c| c.text.clone()));
            kept.extend(draft.unfinished.iter().map(|u| u.text.clone()));
            kept.push_str(&draft.overall);
        }
        for text in &typed {
            prop_assert!(kept.contains(text.as_str()), "{text} is lost; kept: {kept}");
        }
    }

    #[test]
    fn undoing_everything_gives_the_draft_as_it_began(
        steps in prop::collection::vec((0..12usize, "[a-z]{1,4}"), 1..40),
    ) {
        let changes = ["c", "e", "d", "o", "j", "k", "u", "ctrl-r", "g", "G", "]", "f"];
        let mut board = structure(Language::En).open();
        board.keys(r#"c "first" enter j c "second" enter o "note" enter"#);
        // What is there when the history begins.
        board.state.desk_mut().history.clear();
        let before = board.state.desk().draft.clone();
        for (key, text) in &steps {
            board.keys(changes[*key]);
            match board.state.layers.last() {
                Some(Layer::Write(_)) => { board.text(text).keys("enter"); }
                Some(Layer::Choose(_)) => { board.keys("1"); }
                _ => {}
            }
            if board.written().is_some() {
                board.text(text).keys("enter");
            }
        }
        for _ in 0..=steps.len() * 2 {
            board.keys("u");
        }
        let after = &board.state.desk().draft;
        prop_assert_eq!((&after.comments, &after.overall), (&before.comments, &before.overall));
        prop_assert!(after.unfinished.is_empty());
    }
}
