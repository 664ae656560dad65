//! The panel of outcome reports, key by key.

use std::path::PathBuf;

use crate::board::effect::Effect;
use crate::board::message::{LoadReason, Message};
use crate::board::reports::{Item, ReportsView, to_save, view};
use crate::board::testing::*;

const TEXT: &str = "The store is chosen.\n\nArtifacts: src/a.rs\n\n## Decisions needed\n- [P2] Rename later?\n- [P0] Which store?\n\
- [P1] Who decides?\n\n## Verification\n- tests: executed (3 passed)\n- bench: not run (no machine)\n\nOUTCOME: partial\n";

fn board_of(reports: &[(&str, &str)]) -> Board {
    let mut files = Files::of(&shots(&["a first", "b second"]));
    files.reports = reports.iter().map(|(file, text)| (PathBuf::from(file), (*text).to_owned())).collect();
    files.open()
}

fn board() -> Board {
    board_of(&[
        ("/p/new.md", TEXT),
        ("/p/old.md", &TEXT.replace("Which store", "Which shop").replace("partial", "Partial")),
    ])
}

fn shown(board: &Board) -> &ReportsView {
    view(&board.state).expect("the panel")
}

fn copied(board: &Board) -> Vec<&str> {
    board.effects.iter().filter_map(|e| if let Effect::Copy(text) = e { Some(text.as_str()) } else { None }).collect()
}

#[test]
fn capital_r_opens_the_newest_report_and_esc_closes_it() {
    let mut board = board();
    board.keys("R");
    assert_eq!((board.layers(), shown(&board).file.to_str()), (vec!["reports"], Some("/p/new.md")));
    assert!(board.screen().contains("Report 1 of 2: new.md"), "{}", board.screen());
    board.keys("esc");
    assert_eq!(board.layers(), [""; 0]);
    board.keys("f8 R");
    assert_eq!(board.layers(), [""; 0]);
}

#[test]
fn without_a_report_r_says_how_to_name_one() {
    let mut board = board_of(&[]);
    board.keys("R");
    assert!(board.said().contains("--report"), "{}", board.said());
    assert_eq!(board.layers(), [""; 0]);
}

#[test]
fn decisions_come_p0_first_then_acceptance_verification_findings() {
    let mut board = board();
    board.keys("R");
    let items = |board: &Board| shown(board).items.iter().map(|(item, _)| *item).collect::<Vec<_>>();
    use Item::{Acceptance, Decision, Finding, Verification};
    let first = [Decision(1), Decision(2), Decision(0), Acceptance, Verification(0), Verification(1)];
    assert_eq!(items(&board), first);
    board.keys("n");
    assert_eq!(items(&board).last(), Some(&Finding(0)));
}

#[test]
fn n_tab_and_capital_n_go_round_the_reports() {
    let mut board = board();
    board.keys("R");
    for (key, at) in [("n", 1), ("tab", 0), ("N", 1), ("N", 0)] {
        board.keys(key);
        assert_eq!(shown(&board).at, at, "{key}");
    }
}

#[test]
fn keys_walk_through_items_and_sections() {
    let mut board = board();
    board.keys("R");
    for (key, at) in
        [("j", 1), ("k", 0), ("}", 3), ("}", 4), ("{", 3), ("{", 0), ("G", 5), ("g", 0), ("end", 5), ("home", 0)]
    {
        board.keys(key);
        assert_eq!(shown(&board).selected, at, "{key}");
    }
}

#[test]
fn c_answers_a_decision_and_y_copies_all_answers() {
    let mut board = board();
    board.keys(r#"R c "SQLite." enter"#);
    assert_eq!((board.layers(), board.said()), (vec!["reports"], "Answer kept."));
    assert!(board.state.answers.dirty.contains(&PathBuf::from("/p/new.md")));
    assert!(board.screen().contains("→ SQLite."), "{}", board.screen());
    board.keys(r#"j j enter "No." ctrl-s y"#);
    assert_eq!(copied(&board), ["[P0] Which store? → SQLite.\n[P2] Rename later? → No."]);
    assert_eq!(board.asked(), ["save", "save", "copy"]);
    board.keys("N y");
    assert!(board.said().contains("Nothing is answered"), "{}", board.said());
}

#[test]
fn esc_keeps_an_answer_begun_and_c_opens_it_again() {
    let mut board = board();
    board.keys(r#"R c "half" esc"#);
    assert_eq!(board.layers(), ["reports"]);
    assert!(board.screen().contains("unfinished: half"), "{}", board.screen());
    board.keys(r#"y c " way" enter y"#);
    assert_eq!(copied(&board), ["[P0] Which store? → half way"]);
}

#[test]
fn a_blank_answer_takes_it_back() {
    let mut board = board();
    board.keys(r#"R c "x" enter c backspace enter"#);
    assert_eq!(board.said(), "Answer taken back.");
    assert!(board.state.answers.of.values().all(|answers| answers.is_empty()));
}

#[test]
fn what_is_being_typed_is_part_of_what_is_saved() {
    let mut board = board();
    board.keys("R c").text("選ぶのは SQLite");
    let saved = to_save(&board.state, "/p/new.md".as_ref());
    assert_eq!(
        saved.given.first().and_then(|a| a.begun.clone()).map(|(text, _)| text),
        Some("選ぶのは SQLite".to_owned())
    );
    assert!(board.state.answers.dirty.contains(&PathBuf::from("/p/new.md")));
}

#[test]
fn the_editor_takes_lines_pastes_and_the_persons_own_editor() {
    let mut board = board();
    board.keys(r#"R c "a" alt-enter "b""#).paste("\r\nc\u{1b}");
    board.keys("ctrl-g");
    assert_eq!(board.asked(), ["save", "edit-outside"]);
    board.tell(Message::Edited(Ok("whole\ntext\n".to_owned())));
    board.keys("enter y");
    assert_eq!(copied(&board), ["[P0] Which store? → whole\n  text"]);
}

#[test]
fn answers_follow_their_decisions_into_a_rewritten_report() {
    let mut board = board();
    board.keys(r#"R c "SQLite." enter j c "Me"#);
    assert_eq!(board.layers(), ["reports", "answer"]);
    board.files.reports[0].1 =
        TEXT.replace("- [P2] Rename later?\n- [P0] Which store?\n- [P1] Who", "- [P1] New one?\n- [P0] Who");
    board.load(LoadReason::Changed);
    assert_eq!(board.layers(), ["reports", "answer"]);
    assert!(board.screen().contains("[P0] Who decides?"), "{}", board.screen());
    board.keys("enter y");
    assert_eq!(copied(&board), ["[P0] Who decides? → Me"]);
    let screen = board.screen();
    assert!(screen.contains("Answers to decisions that") && screen.contains("SQLite."), "{screen}");
    board.keys("j j enter");
    assert_eq!(board.layers(), ["reports", "answer"]);
    board.files.reports.clear();
    board.load(LoadReason::Changed);
    assert!(board.screen().contains("does not ask for this any more"), "{}", board.screen());
    board.keys("enter");
    assert_eq!(board.layers(), [""; 0], "no report is left");
    assert_eq!(board.state.answers.of.values().map(|a| a.given.len()).sum::<usize>(), 2);
}

#[test]
fn the_selection_stays_on_its_item() {
    let mut board = board();
    board.keys("R j");
    board.files.reports[0].1 = TEXT.replace("- [P2] Rename", "- [P0] First of all?\n- [P2] Rename");
    board.load(LoadReason::Changed);
    assert_eq!(shown(&board).item(), Some(Item::Decision(3)));
    board.keys("}");
    board.files.reports.insert(0, ("/p/newest.md".into(), TEXT.to_owned()));
    board.load(LoadReason::Changed);
    assert_eq!((shown(&board).at, shown(&board).item()), (1, Some(Item::Acceptance)));
}

#[test]
fn y_on_what_did_not_pass_copies_what_is_sent_back() {
    let mut board = board();
    board.keys("R n } y G y");
    let texts = copied(&board);
    assert!(texts.len() == 2 && texts.iter().all(|text| text.contains("Item 3, line 14")), "{texts:?}");
    assert!(board.screen().contains("FAIL"), "{}", board.screen());
}

#[test]
fn ctrl_g_opens_the_report_at_the_finding() {
    let mut board = board();
    board.keys("R n G ctrl-g");
    let opened =
        board.effects.iter().find_map(|e| if let Effect::OpenFile(file, at) = e { Some((file, at)) } else { None });
    let (file, at) = opened.expect("opened");
    assert_eq!((file.to_str(), at.map(|p| p.line)), (Some("/p/old.md"), Some(14)));
}

#[test]
fn only_decisions_are_answered_and_nothing_on_a_read_only_board() {
    let mut board = board();
    board.keys("R G c");
    assert!(board.said().contains("Only decisions"), "{}", board.said());
    board.files.read_only = true;
    let mut board = board.files.clone().open();
    board.keys("R c");
    assert!(board.said().contains("Read-only"), "{}", board.said());
    assert_eq!(board.layers(), ["reports"]);
}

#[test]
fn the_header_counts_p0_and_says_nothing_when_there_is_none() {
    let mut files = board().files;
    files.edit = scaffold(crate::locale::Language::En).edit;
    let mut board = files.open();
    for (width, height) in [(40, 10), (80, 24), (120, 40)] {
        board.resize(width, height);
        for pass in ["1", "2", "3"] {
            board.keys(pass);
            let screen = board.screen();
            assert!(screen.lines().next().is_some_and(|line| line.contains("P0 2")), "{width} {pass}\n{screen}");
        }
    }
    for (_, text) in &mut board.files.reports {
        *text = text.replace("[P0]", "[P1]");
    }
    board.load(LoadReason::Changed);
    assert!(!board.screen().contains("P0"), "{}", board.screen());
}

#[test]
fn a_report_that_is_not_there_is_named_with_its_reason() {
    let mut board = board_of(&[("/p/gone.md", "")]);
    board.keys("R");
    let screen = board.screen();
    assert!(screen.contains("cannot be read"), "{screen}");
    board.keys("c y j k G g } { n N pagedown pageup");
}

/// A report of many decisions, a huge one first, with a word as long; `size` times what is laid out of a text at most.
fn hostile(size: usize) -> Board {
    let decisions: String =
        (0..250 * size).map(|n| format!("- [P{}] Decision {n} \u{1b}[31m\u{202e}?\n", n % 3)).collect();
    let huge = format!("- [P0] {}\n", "あ\u{1b}]0;x".repeat(40_000 * size));
    let text = TEXT.replace("- [P2] Rename later?\n", &(huge + &decisions));
    board_of(&[("/p/r.md", &text.replace("tests:", &"t".repeat(50_000 * size)))])
}

#[test]
fn hostile_reports_are_shown_clean_and_a_key_costs_the_same_in_one_of_any_size() {
    let keys = ["down", "up", "G", "up", "pageup", "pagedown", "g", "}", "{", "pagedown", "c", "esc"];
    let (mut small, mut large) = (hostile(1), hostile(20));
    for (width, height) in [(40, 10), (120, 40)] {
        // The least of some rounds: what else the machine does only adds to it.
        let [small, large] = [&mut small, &mut large].map(|board| {
            board.resize(width, height).keys("R");
            let round = |_| {
                let begin = std::time::Instant::now();
                for key in keys {
                    board.keys(key);
                    check(&board.state);
                }
                begin.elapsed()
            };
            let least = (0..5).map(round).min().unwrap();
            board.keys("esc");
            least
        });
        assert!(large <= small * 3, "{large:?} in one of twenty times the size, {small:?}");
    }
}
