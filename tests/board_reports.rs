//! Outcome reports on the board in its terminal: raised at once, answered, copied, written anew while the board is open.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::fs;
use std::path::PathBuf;

use planboard::locale::Language;
use serde_json::Value;
use world::{Board, World, wait_until};

const REPORT: &str = "The steam is cut.\n\nArtifacts: steam.wav\n\n## Decisions needed\n- [P0] Which music?\n- [P1] Who narrates?\n\n\
## Verification\n- sound: executed (heard)\n\nOUTCOME: partial\n";

/// Another file takes the report's place, as an agent writes it.
fn write(file: &PathBuf, text: &str) {
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let next = file.with_extension("tmp");
    fs::write(&next, text).unwrap();
    fs::rename(next, file).unwrap();
}

/// What is kept of answers: text, or what was begun.
fn kept(world: &World) -> Vec<String> {
    // A file that is being written has a dot before its name.
    let is_whole = |path: &PathBuf| path.extension().is_some_and(|e| e == "json");
    let of_answers = |path: &PathBuf| path.parent().is_some_and(|p| p.ends_with("answers"));
    let files = world.tree("state").into_iter().filter(|(path, _)| of_answers(path) && is_whole(path));
    let values = files.filter_map(|(_, bytes)| serde_json::from_slice::<Value>(&bytes).ok());
    let texts = values.flat_map(|value| {
        let given = value["given"].as_array().cloned().unwrap_or_default();
        given.into_iter().map(|a| a["begun"][0].as_str().or(a["text"].as_str()).unwrap_or_default().to_owned())
    });
    texts.collect()
}

#[track_caller]
fn wait_kept(world: &World, expected: &[&str]) {
    wait_until(|| kept(world) == expected, || format!("kept are {:?}", kept(world)));
}

#[test]
fn a_report_is_raised_answered_copied_and_followed() {
    let world = World::new();
    let file = world.film().join("report.md");
    write(&file, REPORT);
    let board = Board::start(world.setup(&["--report", "report.md"]), Language::En);
    board.wait_text("P0 1 (R)");
    board.send("R");
    board.wait_text("Report 1 of 1: report.md");
    board.wait_text("OUTCOME: partial");
    board.send("c");
    board.wait_says("report.answer-title");
    // Typing is on the disk without any further key.
    board.send("The slow");
    wait_kept(&world, &["The slow"]);
    // The report is written anew while the answer is open.
    write(&file, &REPORT.replace("- [P0] Which music?\n", "- [P0] Which colour?\n- [P0] Which music?\n"));
    board.wait_text("P0 2 (R)");
    board.send(" one.\r");
    board.wait_says("report.answer-saved");
    board.wait_text("→ The slow one.");
    wait_kept(&world, &["The slow one."]);
    board.send("y");
    board.wait_for(
        |screen| screen.contents().contains("opied") || screen.contents().contains("Sent"),
        harness::PATIENCE,
    );
    board.send("\x1b");
    board.wait_gone("report 1 of 1");
    write(&file, &REPORT.replace("[P0]", "[P2]"));
    board.wait_gone("P0 ");
    board.quit();

    let board = Board::start(world.setup(&["--report", "report.md"]), Language::En);
    board.send("R");
    board.wait_text("→ The slow one.");
}

#[test]
fn reports_found_by_the_setting_appear_live() {
    let world = World::new();
    let board = Board::start(world.setup(&[]).env("PLANBOARD_REPORT_GLOB", "reports/**/*.md"), Language::En);
    board.send("R");
    board.wait_says("report.none");
    write(&world.film().join("reports/one.md"), REPORT);
    board.wait_text("P0 1 (R)");
    board.send("R");
    board.wait_text("Report 1 of 1: reports/one.md");
    write(&world.film().join("reports/deep/two.md"), REPORT);
    board.wait_text("P0 2 (R)");
    board.wait_text("of 2: reports/one.md");
}

#[test]
fn a_killed_board_loses_no_answer() {
    let world = World::new();
    write(&world.film().join("report.md"), REPORT);
    let board = Board::start(world.setup(&["--report", "report.md"]), Language::En);
    board.send("Rc");
    board.wait_says("report.answer-title");
    board.send("half");
    wait_kept(&world, &["half"]);
    board.kill9();
    assert!(board.exit_status(harness::PATIENCE).is_some());
    let board = Board::start(world.setup(&["--report", "report.md"]), Language::En);
    board.send("R");
    board.wait_text("unfinished: half");
    board.send("c way\r");
    wait_kept(&world, &["half way"]);
}
