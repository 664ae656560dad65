//! What keys do in their places, and how that is said: key line, help, read-only boards.

use crate::board::keys::{self, Context};
use crate::board::layers::Layer;
use crate::board::message::Message;
use crate::board::testing::*;
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::Pass;
use crate::locale::{Language, Locale};
use crate::project::settings::EnterKey;
use crate::review::draft::Draft;
use crate::review::per_pass::PerPass;

/// The key line.
fn key_line(board: &Board) -> String {
    let screen = board.screen();
    let line = screen.lines().nth(usize::from(board.state.session.height) - 1);
    line.unwrap_or_default().to_owned()
}

/// The line below the header.
fn next_step(board: &Board) -> String {
    board.screen().lines().nth(1).unwrap_or_default().to_owned()
}

fn held(key: &'static str, n: &str) -> Phrase {
    Phrase::new(key).with("pid", "71234").with("terminal", "/dev/pts/20").with("host", "studio").with("n", n)
}

/// A board that another one keeps from writing.
fn second(language: Language) -> Board {
    let mut board = structure(language).open();
    board.state.outside.read_only = Some(held("read-only.held-now", "0"));
    board
}

#[test]
fn a_board_that_another_one_keeps_from_writing_names_the_way_out_at_every_width() {
    for language in Language::ALL {
        for width in [40, 60, 80, 120, 200] {
            let mut board = second(language);
            board.resize(width, 24);
            let line = next_step(&board);
            assert!(line.contains('T') && !line.contains('…'), "{width}: {line}");
            assert!(key_line(&board).starts_with("T "), "{width}: {}", key_line(&board));
            board.keys("c");
            assert!(board.said().contains('T'), "{width}: {}", board.said());
            let said = board.said().to_owned();
            assert!(board.screen().contains(&said), "{width}: cut: {said}");
            // Who it is in full is one key away.
            board.keys("T");
            assert!(board.flat().replace(' ', "").contains("71234"), "{}", board.screen());
        }
    }
    let mut board = second(Language::En);
    assert!(next_step(&board).ends_with("Read-only: open in pts/20. T takes over."), "{}", next_step(&board));
    board.resize(130, 24);
    assert!(next_step(&board).ends_with("(last key just now). T takes over."), "{}", next_step(&board));
    board.tell(Message::Held(held("read-only.held", "5")));
    assert!(next_step(&board).contains("last key 5 min ago"));
    assert!(!key_line(&structure(Language::En).open()).contains("take over"));
}

#[test]
fn a_board_that_took_the_lock_back_says_only_what_is_true() {
    let kept = || Box::new((PerPass::new(Draft::new), PerPass::default()));
    for asked in [true, false] {
        let mut board = structure(Language::En).open();
        board.tell(Message::HandOver(held("read-only.held-now", "0"), asked));
        assert!(next_step(&board).contains("Another board took over"), "{}", next_step(&board));
        board.keys("T enter").tell(Message::TookOver(kept()));
        assert!(!next_step(&board).contains("took over"), "{}", next_step(&board));
        assert_eq!(board.said(), "Taken over: you can write here now.");
        // The other one hears nothing of its own being closed; a banner about the plan stays.
        board.tell(Message::HandOver(held("read-only.held-now", "0"), asked));
        board.state.talk.banner = Some(Phrase::new("banner.commented-changed"));
        board.tell(Message::MayWrite(kept()));
        assert!(board.said().starts_with("No other board"), "{}", board.said());
        assert!(next_step(&board).contains("you wrote about"));
    }
}

#[test]
fn the_editors_keys_are_named_as_the_setting_has_them() {
    for (enter, named) in [
        (EnterKey::Save, "enter save  esc close  tab phrases  alt-enter new line"),
        (EnterKey::Newline, "ctrl-s save  enter new line  esc close  tab phrases"),
    ] {
        let mut files = Files { enter, ..structure(Language::En) };
        files.phrases = vec!["shorter".into()];
        let board = files.open().after("c");
        assert!(key_line(&board).starts_with(named), "{}", key_line(&board));
    }
    let help = Files { enter: EnterKey::Newline, ..structure(Language::En) }.open().after("c f10").screen();
    let flat = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("Editor enter new line alt-enter ctrl-j shift-enter save"), "{help}");
}

#[test]
fn the_gravest_keys_say_what_they_do() {
    for (language, submit, approve) in
        [(Language::En, "enter submit", "enter approve"), (Language::Ja, "enter 提出", "enter 承認")]
    {
        let mut board = structure(language).open();
        board.keys(r#"c "x" enter"#).submit();
        assert!(key_line(&board).starts_with(submit), "{}", key_line(&board));
        let mut board = structure(language).open();
        board.keys("A").load(crate::board::message::LoadReason::Approve);
        assert!(key_line(&board).starts_with(approve), "{}", key_line(&board));
    }
    let go_to = structure(Language::En).open().after("s");
    assert!(key_line(&go_to).starts_with("enter go there  down next"), "{}", key_line(&go_to));
}

#[test]
fn keys_that_cannot_work_are_not_offered() {
    let mut empty = structure(Language::En).open();
    empty.keys("3");
    assert_eq!(empty.state.pass, Pass::Final);
    let line = key_line(&empty);
    for key in ["c ", "S ", "space", " e "] {
        assert!(!line.contains(key), "{key}: {line}");
    }
    empty.keys("1");
    let line = key_line(&empty);
    assert!(line.starts_with("c comment  S submit") && !line.contains("undo") && !line.contains("edit"), "{line}");
    empty.keys(r#"c "x" enter"#);
    empty.resize(120, 24);
    assert!(key_line(&empty).contains("e edit") && key_line(&empty).contains("u undo"), "{}", key_line(&empty));
}

#[test]
fn a_coding_plan_has_one_pass_and_no_key_leads_to_another() {
    let mut board = coding(Language::En).open();
    for key in ["1", "2", "3"] {
        board.keys(key);
        assert_eq!((board.state.pass, board.said()), (Pass::Coding, "This plan has only one pass."));
    }
    board.keys(r#": "pass-""#);
    let Some(Layer::Commands(view)) = board.state.layers.last() else { panic!() };
    assert!(!view.found.iter().any(|action| action.name().starts_with("pass-")));
    board.keys("esc ?").resize(100, 250);
    assert!(!board.screen().contains("the clips") && board.screen().contains("coding plans"));
}

#[test]
fn help_is_at_hand_in_every_layer_and_begins_with_its_keys() {
    let open = |keys: &str| {
        let mut board = structure(Language::En).open();
        board.keys(keys);
        board
    };
    for (keys, key, heading) in [
        ("!", "?", "Findings"),
        ("i", "?", "Notices"),
        (r#"c "x" enter C"#, "?", "All comments"),
        ("c", "f10", "Editor"),
        ("/", "f10", "Search"),
        ("s", "f10", "Go to"),
        (":", "f10", "Actions"),
        (r#"c "x" enter c "y" enter d"#, "?", "One of several comments"),
    ] {
        let mut board = open(keys);
        let layers = board.layers();
        board.keys(key);
        assert_eq!(board.layers().last(), Some(&"help"), "{keys}");
        let screen = board.screen();
        assert_eq!(screen.lines().nth(3).map(str::trim), Some(heading), "{screen}");
        board.keys(key);
        assert_eq!(board.layers(), layers, "{keys}: back to where it was asked for");
    }
    // A question mark that is typed is a question mark.
    assert_eq!(open(r#"c "what?""#).written(), Some("what?"));
    // It opens in the submit dialogue too, and what was submitted meanwhile closes that one below it.
    let mut board = open(r#"c "x" enter"#);
    board.submit().keys("?");
    assert_eq!(board.layers(), ["submit", "help"]);
}

#[test]
fn help_says_of_a_key_what_it_does_in_its_place() {
    let mut board = structure(Language::En).open();
    board.keys("?").resize(100, 400);
    let screen = board.screen();
    assert_eq!(screen.matches("in the detail, scroll down").count(), 1, "{screen}");
    assert_eq!(screen.matches("to the target; where there is none, all of the finding").count(), 1);
    for language in Language::ALL {
        let locale = Locale::of(language);
        let close = |context| locale.word(&keys::sentence(context, keys::Action::Close, EnterKey::Save)).to_owned();
        assert_eq!(close(Context::Findings), close(Context::Notices));
        assert_ne!(close(Context::Findings), close(Context::Editor), "nothing is typed there");
    }
}

#[test]
fn parentheses_walk_over_the_targets_not_reviewed() {
    let mut board = structure(Language::En).open();
    board.keys("space space )");
    let first = board.selected().to_owned();
    board.keys("(");
    assert_ne!(board.selected(), first);
    let mut seen = Vec::new();
    let count = board.state.view().targets.len();
    for _ in 0..count {
        board.keys("）");
        seen.push(board.selected().to_owned());
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), count - 2, "the reviewed ones are passed over");
    board.keys("g");
    for _ in 0..count {
        board.keys("shift-right");
        if board.state.desk().reviewed_now.count() < count {
            board.keys("space");
        }
    }
    board.keys(") (");
    assert_eq!(board.said(), "Every target of this pass is marked reviewed.");
    assert!(board.said().len() < 80);
}

#[test]
fn a_key_that_leads_nowhere_says_so() {
    let mut board = structure(Language::En).open();
    for (keys, said) in [
        ("]", "No target with comments in this pass."),
        ("[", "No target with comments in this pass."),
        (r#"c "x" enter ]"#, "No other target with comments in this pass."),
        ("[", "No other target with comments in this pass."),
        ("g {", "This is the first group."),
        ("G }", "This is the last group."),
    ] {
        board.keys(keys);
        assert_eq!(board.said(), said, "{keys}");
    }
}

#[test]
fn why_no_drafts_can_be_kept_comes_before_the_place() {
    for language in Language::ALL {
        let mut board = structure(language).open();
        let path = format!("/proc/{}/state", "deep/".repeat(20));
        let reason = Phrase::new("read-only.no-state").with("problem", "io.not-made").with("path", path);
        board.state.outside.read_only = Some(reason);
        let line = next_step(&board);
        let why = Locale::of(language).word("io.not-made");
        assert!(line.contains(why) && line.contains("PLANBOARD_STATE_DIR"), "{line}");
        board.keys("T");
        assert!(board.said().contains(why) && board.layers().is_empty(), "nobody holds the lock");
    }
}
