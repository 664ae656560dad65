//! What the board does to the terminal beside drawing: its background's answer, the title, calls.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::fs;
use std::time::{Duration, Instant};

use planboard::locale::Language;
use serde_json::Value;
use world::{Board, World, wait_until};

const QUERY: &[u8] = b"\x1b]11;?\x1b\\";
const LIGHT: &[u8] = b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\";

fn position(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

fn count(bytes: &[u8], wanted: &[u8]) -> usize {
    bytes.windows(wanted.len()).filter(|window| *window == wanted).count()
}

#[test]
fn the_first_frame_does_not_wait_for_the_background() {
    let world = World::new();
    let board = world.open();
    board.wait_raw(QUERY);
    let out = board.raw_output();
    let (frame, query) = (position(&out, b"\x1b[?2026l"), position(&out, QUERY));
    assert!(frame.is_some() && frame < query, "the frame at {frame:?}, the question at {query:?}");
    board.quit();
}

#[test]
fn the_answer_is_remembered_for_this_terminal() {
    let world = World::new();
    let setup = world.setup(&[]).env("TERM_PROGRAM", "someterm").answer(QUERY, LIGHT, Duration::from_millis(50));
    let board = Board::start(setup, Language::En);
    let file = world.root().join("state/preferences.json");
    let remembered = || {
        let json: Value = serde_json::from_slice(&fs::read(&file).unwrap_or_default()).unwrap_or_default();
        json["backgrounds"]
            .as_object()
            .is_some_and(|all| all.iter().any(|(name, ground)| name.starts_with("someterm ") && ground == "light"))
    };
    wait_until(remembered, || file.display().to_string());
    board.quit();
}

#[test]
fn the_title_names_the_project_and_the_former_one_comes_back() {
    let world = World::new();
    let board = world.open();
    board.wait_raw(b"\x1b]2;planboard film\x1b\\");
    let out = board.raw_output();
    assert!(position(&out, b"\x1b[22;2t") < position(&out, b"\x1b]2;"), "kept before it is changed");
    board.quit();
    board.wait_raw(b"\x1b[23;2t");
}

#[test]
fn a_handled_submission_calls_once_while_the_window_has_no_focus() {
    let world = World::new();
    let board = Board::start(world.setup(&[]).env("PLANBOARD_NOTIFY", "osc9"), Language::En);
    board.comment("Closer.");
    board.submit();
    board.send(b"\x1b[O");
    let began = Instant::now();
    fs::remove_file(world.comments_file()).unwrap();
    board.wait_raw(b"\x1b]9;");
    assert!(began.elapsed() < Duration::from_secs(10));
    board.send(b"\x1b[I");
    board.quit();
    assert_eq!(count(&board.raw_output(), b"\x1b]9;"), 1);
}

#[test]
fn a_terminal_that_cannot_place_text_is_refused_with_a_remedy() {
    let world = World::new();
    for (language, lang) in [(Language::En, "en_US.UTF-8"), (Language::Ja, "ja_JP.UTF-8")] {
        let pty = world.setup(&[]).lang(lang).env("TERM", "dumb").start();
        assert_eq!(pty.exit_status(harness::PATIENCE).map(|status| status.exit_code()), Some(1));
        pty.wait_text("TERM=xterm-256color planboard");
        pty.wait_text(if language == Language::En { "cannot draw a board" } else { "表示できません" });
        let out = pty.raw_output();
        assert!(!out.contains(&0x1b), "nothing is drawn: {}", String::from_utf8_lossy(&out));
    }
    assert!(!world.root().join("state/planning").exists());
    // Where it does not say what it is, the board is tried.
    let board = Board::start(world.setup(&[]).env("TERM", ""), Language::En);
    board.quit();
}
