//! The timeline on the board in its terminal: it follows the selection, is stretched and fits again.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use harness::PATIENCE;
use planboard::locale::Language;
use world::{Board, World};

/// Waits until the timeline marks this bar as selected: its sign stands twice on the screen, in the list too.
#[track_caller]
fn wait_bar(board: &Board, bar: &str) {
    let sign = format!("▶{bar}");
    board.wait_for(|screen| screen.contents().contains(&sign), PATIENCE);
}

#[test]
fn the_timeline_follows_the_selection_and_is_stretched() {
    let world = World::new();
    let board = Board::start(world.setup(&[]), Language::En);
    board.wait_text("0:00");
    board.wait_text("一口め");
    wait_bar(&board, "s-01");
    board.send("G");
    wait_bar(&board, "s-12");
    board.send("+");
    board.wait_text("×2");
    wait_bar(&board, "s-12");
    // By a key that passes an input method, too.
    board.send("\x1b[1;2A");
    board.wait_text("×4");
    board.send("z");
    board.wait_gone("×4");
    board.send("2");
    board.wait_text("V1 v");
    board.wait_text("00:00:00:00");
    board.quit();
}
