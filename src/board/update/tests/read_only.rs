//! A board that may not write names no key that is refused there.

use crate::board::message::Message;
use crate::board::testing::*;
use crate::contract::finding::Phrase;
use crate::locale::Language;

const REPORT: &str = "Done.\n\n## Decisions needed\n- [P0] Which store?\n\nOUTCOME: partial\n";

/// The key line as it is shown; below it is where the cursor is.
fn key_line(board: &Board) -> String {
    board.screen().lines().nth_back(1).unwrap_or_default().to_owned()
}

fn read_only(files: &Files) -> Board {
    Files { read_only: true, size: (200, 40), ..files.clone() }.open()
}

#[test]
fn no_panel_names_a_key_that_is_refused() {
    let mut objections = coding(Language::En);
    objections.critique = Some(critique(Language::En, true));
    let mut reports = Files::of(&shots(&["a first"]));
    reports.reports = vec![("/p/reports/report.md".into(), REPORT.to_owned())];
    for (files, key, refused) in [(objections, "O", ["agree", "insist"].as_slice()), (reports, "R", &["answer"])] {
        let mut writes = Files { size: (200, 40), ..files.clone() }.open();
        let line = key_line(writes.keys(key));
        assert!(refused.iter().any(|word| line.contains(word)), "{line}");
        let line = key_line(read_only(&files).keys(key));
        assert!(line.contains("esc close") && !refused.iter().any(|word| line.contains(word)), "{line}");
    }
}

#[test]
fn a_text_kept_when_another_board_takes_over_names_no_key_that_opens_it() {
    let mut board = Files::of(&shots(&["a first"])).open();
    board.keys("c").text("half");
    let held = Phrase::new("read-only.held-now").with("pid", "7").with("terminal", "/dev/pts/3");
    board.tell(Message::HandOver(held.with("host", "studio").with("n", "0"), true));
    assert_eq!((board.unfinished(), board.said()), (vec!["half"], "Kept as unfinished."));
}

#[test]
fn what_is_not_there_yet_is_not_offered_to_be_made() {
    let files = Files::of(&shots(&["a first"]));
    let mut board = read_only(&files);
    assert_eq!(board.keys("r").said(), "No rounds yet.");
    assert_eq!(board.keys("y").said(), "Nothing is submitted.");
    assert!(board.paste("a text").said().starts_with("Read-only"), "{}", board.said());
    let mut board = files.open();
    assert!(board.keys("r").said().contains("S submits"));
}
