//! What a terminal sends besides keys: sequences cut into reads, Alt keys, replies that come late.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::time::Duration;

use planboard::locale::Language;
use world::{Board, World};

/// Replies to the background colour, the device's attributes, the cursor's place, the keyboard's state and a mode.
const REPLIES: [&[u8]; 8] = [
    b"\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\",
    b"\x1b]11;rgb:ffff/ffff/ffff\x07",
    b"\x1b[?62;4;6;22c",
    b"\x1b[>41;366;0c",
    b"\x1b[12;40R",
    b"\x1b[?1u",
    b"\x1b[?2026;2$y",
    b"\x1bP>|Terminal 1.2\x1b\\",
];

#[test]
fn an_arrow_key_split_anywhere_is_an_arrow_key() {
    let world = World::new();
    let board = world.open();
    board.go_to("s-05");
    let mut at = 5;
    for sequence in [&b"\x1b[B"[..], b"\x1bOB", b"\x1b[1;1B", b"\x1b[B"] {
        for split in 1..sequence.len() {
            // Well within the time of the key Esc; a busy machine must not tear it apart either.
            board.send_split(&[&sequence[..split], &sequence[split..]], Duration::from_millis(2));
            at += 1;
            board.wait_selected(&format!("s-{at:02}"));
            if at == 12 {
                board.go_to("s-05");
                at = 5;
            }
        }
    }
    board.quit();
}

#[test]
fn a_character_split_anywhere_is_one_character() {
    let world = World::new();
    let board = world.open();
    board.begin();
    let mut expected = String::new();
    for text in ["あ", "é", "🎬", "한"] {
        for split in 1..text.len() {
            let bytes = text.as_bytes();
            board.send_split(&[&bytes[..split], &bytes[split..]], Duration::from_millis(2));
            expected.push_str(text);
        }
    }
    board.send("\r");
    world.wait_saved(&[&expected]);
}

#[test]
fn esc_alone_closes_one_layer_and_never_the_board() {
    let world = World::new();
    let board = world.open();
    board.begin();
    board.send("\x1b");
    board.wait_board();
    board.send("?");
    let help = format!("── {} ──", board.words.word("help.title"));
    board.wait_text(&help);
    board.send("\x1b");
    board.wait_gone(&help);
    board.send("\x1b\x1b\x1b");
    board.send("j");
    board.wait_selected("s-02");
    assert!(board.exit_status(Duration::ZERO).is_none());
}

#[test]
fn an_alt_key_without_a_binding_is_esc_and_the_key() {
    let world = World::new();
    let board = world.open();
    board.begin();
    board.send("閉じる\x1bj");
    board.wait_board();
    world.wait_unfinished(&["閉じる"]);
    board.wait_selected("s-02");
    // On the board Esc has nothing to close.
    board.send("\x1bj");
    board.wait_selected("s-03");
}

#[test]
fn alt_keys_of_the_editor_are_its_own() {
    let world = World::new();
    let board = world.open();
    board.begin();
    board.send("one two three");
    board.send("\x1bb");
    board.send("\x1bb");
    board.send("X");
    board.send("\x1bf");
    board.send("Y");
    board.send("\x1b\x7f");
    board.send("\r");
    world.wait_saved(&["one  three"]);
}

#[test]
fn late_replies_never_act_as_keys_on_the_board() {
    let world = World::new();
    for delay in [Duration::from_millis(100), Duration::from_secs(3)] {
        let setup = world.setup(&[]).answer(b"\x1b]11;?\x1b\\", &REPLIES.concat(), delay);
        let board = Board::start(setup, Language::En);
        board.go_to("s-03");
        // The last reply is followed by a key of ours: whatever acts, acts before it.
        std::thread::sleep(delay + Duration::from_millis(100));
        let screen = board.screen_text();
        board.send("j");
        board.wait_selected("s-04");
        board.send("k");
        board.wait_selected("s-03");
        assert_eq!(board.screen_text(), screen);
        board.quit();
    }
    assert!(world.saved().is_empty() && world.unfinished().is_empty());
}

#[test]
fn replies_while_typing_go_into_no_text() {
    let world = World::new();
    let board = world.open();
    board.begin();
    for (i, reply) in REPLIES.iter().enumerate() {
        board.send(format!("{i}"));
        board.send(reply);
        // Cut anywhere, too, and longer apart than an Esc is waited for.
        for split in 1..reply.len().min(4) {
            board.send_split(&[&reply[..split], &reply[split..]], Duration::from_millis(3));
        }
    }
    board.send("終");
    board.wait_text("01234567終");
    board.send("\r");
    world.wait_saved(&["01234567終"]);
}

#[test]
fn a_reply_that_stops_for_a_while_is_no_text() {
    let world = World::new();
    let board = world.open();
    board.begin();
    board.send_split(&[b"\x1b]11;rgb:1e1e/", b"1e1e/2e2e", b"\x1b", b"\\"], Duration::from_millis(60));
    board.send("後");
    board.wait_text("後");
    board.send("\r");
    world.wait_saved(&["後"]);
}

#[test]
fn key_releases_are_ignored_and_reported_keys_understood() {
    let world = World::new();
    let board = world.open();
    board.send("\x1b[106u");
    board.wait_selected("s-02");
    board.send("\x1b[106;1:3u\x1b[106;1:1u");
    board.wait_selected("s-03");
    board.send("\x1b[1;1:1B\x1b[1;1:3B");
    board.wait_selected("s-04");
    board.begin();
    board.send("一\x1b[13;2u二\x1b[13;1:3u");
    board.send("\r");
    world.wait_saved(&["一\n二"]);
}

#[test]
fn a_click_selects_and_unknown_sequences_do_nothing() {
    let world = World::new();
    let board = world.open();
    board.go_to("s-02");
    board.send("\x1b[<0;10;5M\x1b[<0;10;5m\x1b[I\x1b[O\x1b[99~\x1b[38;5;1z");
    board.wait_selected("s-01");
    board.send("j");
    board.wait_selected("s-02");
    board.begin();
    board.send("\x1b[<64;10;5M\x1b[99~入\r");
    world.wait_saved(&["入"]);
}
