//! The mouse, as a terminal reports it: clicks, the wheel, and a board that leaves it alone.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use harness::PATIENCE;
use planboard::locale::Language;
use world::{Board, World};

/// The left button pressed and let go at a column and row (cells from 0), as SGR 1006 says it.
fn click(board: &Board, x: u16, y: u16) {
    board.send(format!("\x1b[<0;{};{}M\x1b[<0;{};{}m", x + 1, y + 1, x + 1, y + 1));
}

fn wheel(board: &Board, up: bool, x: u16, y: u16) {
    board.send(format!("\x1b[<{};{};{}M", if up { 64 } else { 65 }, x + 1, y + 1));
}

/// How often the bytes are in what was written.
fn count(board: &Board, bytes: &[u8]) -> usize {
    board.raw_output().windows(bytes.len()).filter(|window| *window == bytes).count()
}

/// The modes by which a terminal reports the mouse.
const MODES: [&str; 6] = ["9", "1000", "1002", "1003", "1006", "1015"];

#[test]
fn a_click_selects_a_row_and_a_second_one_opens_it() {
    for language in Language::ALL {
        let world = World::new();
        let board = world.open_in(language);
        let y = board.row_of("s-03");
        click(&board, 8, y);
        board.wait_selected("s-03");
        // Of what lies over the board only the rows of its list are clicked.
        board.comment("ここ");
        board.go_to("s-05");
        board.comment("そこ");
        board.send("C");
        board.wait_text(&format!("── {} ──", board.words.word("ways.all-comments")));
        let y = board.row_of("ここ");
        click(&board, 8, y);
        board.wait_for(|screen| screen.cursor_position().0 + 1 == y, PATIENCE);
        click(&board, 8, y);
        board.wait_gone(&format!("── {} ──", board.words.word("ways.all-comments")));
        board.wait_selected("s-03");
    }
}

#[test]
fn a_click_on_the_key_line_does_that_key_and_the_wheel_scrolls() {
    let world = World::new();
    let board = world.open();
    let keys = board.row_of("? help");
    let row = board.screen_text().lines().nth(keys.into()).unwrap().to_owned();
    let x = row.split("? help").next().unwrap().chars().count();
    click(&board, x as u16, keys);
    board.wait_text("── Help ──");
    let before = board.screen_text();
    for _ in 0..4 {
        wheel(&board, false, 10, 10);
    }
    board.wait_for(|screen| screen.contents().lines().nth(3) != before.lines().nth(3), PATIENCE);
    for _ in 0..6 {
        wheel(&board, true, 10, 10);
    }
    board.wait_for(|screen| screen.contents().lines().nth(3).map(str::trim_end) == before.lines().nth(3), PATIENCE);
    // A click beside the key line closes nothing.
    click(&board, 100, 5);
    let close = board.screen_text().lines().nth(keys.into()).unwrap().find("esc").expect("named");
    assert!(board.shows("── Help ──"));
    click(&board, close as u16, keys);
    board.wait_board();
    assert!(!board.shows("── Help ──"));
}

#[test]
fn the_mouse_is_the_terminals_again_once_the_board_is_closed() {
    let world = World::new();
    let board = world.open();
    assert!(count(&board, b"\x1b[?1000h") == 1 && count(&board, b"\x1b[?1006h") == 1);
    board.quit();
    let out = String::from_utf8_lossy(&board.raw_output()).into_owned();
    for mode in MODES {
        let (on, off) = (out.rfind(&format!("\x1b[?{mode}h")), out.rfind(&format!("\x1b[?{mode}l")));
        assert!(on.is_none() || on < off, "{mode}");
    }
}

#[test]
fn a_board_that_leaves_the_mouse_alone_never_asks_for_it() {
    let world = World::new();
    let setup = world.setup(&[]).env("PLANBOARD_MOUSE", "false").env("EDITOR", "false");
    let board = Board::start(setup, Language::En);
    // Reports that another program left on do nothing.
    let y = board.row_of("s-05");
    click(&board, 8, y);
    wheel(&board, false, 8, y);
    board.send("j");
    board.wait_selected("s-02");
    // Other programs take and give back the terminal; that asks for nothing either.
    board.send("c");
    board.wait_editor();
    board.send("\x07");
    board.wait_says("talk.editor-failed");
    board.send("\x1b");
    board.wait_board();
    board.quit();
    for mode in MODES {
        assert_eq!(count(&board, format!("\x1b[?{mode}h").as_bytes()), 0, "{mode}");
    }
}
