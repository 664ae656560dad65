//! The caret is where the text is, at every width and after every change of the size.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use harness::PATIENCE;
use world::{Board, World};

/// Waits until the cell before the cursor (skipping the second half of a wide one) shows this; behind a full row the
/// caret stands at the start of the next.
#[track_caller]
fn wait_before_cursor(board: &Board, text: &str) {
    let last_before = |screen: &vt100::Screen, row: u16, end: u16, blanks: bool| {
        (0..end).rev().map(|column| screen.cell(row, column)).find_map(|cell| {
            let cell = cell?;
            let passed = cell.is_wide_continuation() || blanks && cell.contents().trim().is_empty();
            (!passed).then(|| cell.contents().to_owned())
        })
    };
    board.wait_for(
        |screen| {
            let (row, column) = screen.cursor_position();
            let columns = screen.size().1.get();
            let here = last_before(screen, row, column, false).unwrap_or_default();
            let above = || last_before(screen, row.checked_sub(1)?, columns, true);
            let shown = if here.trim().is_empty() { above() } else { Some(here) };
            !screen.hide_cursor() && shown.as_deref() == Some(text)
        },
        PATIENCE,
    );
}

/// Waits until the cell under the cursor shows this.
#[track_caller]
fn wait_under_cursor(board: &Board, text: &str) {
    board.wait_for(
        |screen| {
            let (row, column) = screen.cursor_position();
            !screen.hide_cursor() && screen.cell(row, column).is_some_and(|cell| cell.contents() == text)
        },
        PATIENCE,
    );
}

const SENTENCES: [&str; 3] = [
    "湯気の立つ椀を真上から撮り、一口すすって、思わず目を閉じる。「おいしい」と言わせない。",
    "한글을입력해도커서는글자바로뒤에있어야합니다",
    "Mixed 日本語と English words, ﾊﾝｶｸ too; a-very-long-word-without-any-break-in-it-at-all-0123456789",
];

#[test]
fn the_caret_stands_behind_what_was_typed_at_every_width() {
    for columns in [40, 41, 53, 64, 75, 76, 80, 97, 120, 163, 200] {
        let world = World::new();
        let board = world.open_sized(columns, 24);
        board.begin();
        for sentence in SENTENCES {
            for part in sentence.chars().collect::<Vec<_>>().chunks(7) {
                board.send(part.iter().collect::<String>());
                wait_before_cursor(&board, &part[part.len() - 1].to_string());
            }
            board.send("\n");
        }
        board.send("\x1b[A\x1b[H");
        board.send("\r");
        board.wait_board();
        world.wait_saved(&[&(SENTENCES.join("\n") + "\n")]);
    }
}

#[test]
fn the_caret_stands_before_each_character_on_its_way_back() {
    for columns in [40, 80, 120] {
        let world = World::new();
        let board = world.open_sized(columns, 24);
        board.begin();
        let sentence = SENTENCES[0];
        board.send(sentence);
        wait_before_cursor(&board, "。");
        for c in sentence.chars().rev().take(40) {
            board.send("\x1b[D");
            wait_under_cursor(&board, &c.to_string());
        }
    }
}

#[test]
fn nothing_of_a_text_is_cut_off_by_wrapping() {
    let letters: String = ('あ'..='ん').collect();
    for columns in [40, 43, 60, 80, 99, 140, 200] {
        let world = World::new();
        let board = world.open_sized(columns, 30);
        board.begin();
        board.send(&letters);
        wait_before_cursor(&board, "ん");
        let screen = board.screen_text();
        let after = screen.split("── comment").last().unwrap_or_default();
        for c in letters.chars() {
            assert!(after.contains(c), "{columns}: {c} is missing\n{screen}");
        }
    }
}

#[test]
fn a_long_text_scrolls_with_the_caret() {
    let world = World::new();
    let board = world.open_sized(60, 16);
    board.begin();
    for i in 0..40 {
        board.send(format!("行{i}\n"));
    }
    board.send("末");
    wait_before_cursor(&board, "末");
    board.send("\x1b[1;5H");
    wait_under_cursor(&board, "行");
    assert!(board.shows("行0"));
    board.send("\x1b[1;5F");
    wait_before_cursor(&board, "末");
}

#[test]
fn resizing_while_typing_loses_nothing() {
    let world = World::new();
    let board = world.open_sized(80, 24);
    board.begin();
    let mut typed = String::new();
    for (i, (columns, rows)) in
        [(40, 10), (120, 40), (20, 5), (200, 60), (41, 11), (30, 8), (76, 16), (20, 5), (60, 20), (80, 24)]
            .into_iter()
            .enumerate()
    {
        let part = format!("変更{i}、");
        board.send(&part);
        typed.push_str(&part);
        board.resize(columns, rows);
        if columns < 40 || rows < 10 {
            board.wait_for(|screen| screen.size().1.get() == columns && !screen.contents().is_empty(), PATIENCE);
        } else {
            board.send("確");
            wait_before_cursor(&board, "確");
            typed.push('確');
        }
    }
    board.send("\r");
    board.wait_board();
    world.wait_saved(&[&typed]);
    board.wait_selected("s-01");
}

#[test]
fn the_board_survives_every_size() {
    let world = World::new();
    let board = world.open();
    for (columns, rows) in [(20, 5), (1, 1), (200, 60), (2, 60), (200, 2), (39, 9), (40, 10), (120, 40)] {
        board.resize(columns, rows);
        board.send("jk?");
        board.send("\x1b");
    }
    board.send("g");
    board.wait_selected("s-01");
    board.quit();
}
