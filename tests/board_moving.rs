//! Walking the board: targets, groups, panes, passes; keys typed with an input method on.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use planboard::locale::Language;
use world::World;

#[test]
fn the_selection_moves_by_its_keys() {
    let world = World::new();
    let board = world.open();
    for (keys, id) in [
        ("j", "s-02"),
        ("\x1b[B", "s-03"),
        ("\x1bOB", "s-04"),
        ("k", "s-03"),
        ("\x1b[A", "s-02"),
        ("G", "s-12"),
        ("g", "s-01"),
        ("\x1b[F", "s-12"),
        ("\x1b[H", "s-01"),
        ("\x1b[4~", "s-12"),
        ("\x1b[1~", "s-01"),
        ("}", "s-05"),
        ("}", "s-09"),
        ("{", "s-05"),
        ("\x1b[1;5A", "s-01"),
        ("k", "s-01"),
    ] {
        board.send(keys);
        board.wait_selected(id);
    }
    // The real cursor stays on the selected row, so that an input method shows itself there.
    board.send("jjj");
    board.wait_selected("s-04");
    let row = board.row_of("▶");
    assert_eq!(board.cursor().map(|(y, _)| y), Some(row));
}

#[test]
fn a_page_down_and_up_moves_by_half_a_screen_and_keeps_the_selection_in_sight() {
    let world = World::new();
    let board = world.open_sized(80, 16);
    board.send("\x04");
    board.wait_gone("▶    s-01");
    board.send("\x1b[6~\x1b[6~\x1b[6~");
    board.wait_selected("s-12");
    board.send("\x15\x1b[5~\x1b[5~\x1b[5~");
    board.wait_selected("s-01");
}

#[test]
fn a_burst_of_keys_is_all_counted() {
    let world = World::new();
    let board = world.open();
    board.send("jjjjjjjjjjkkkkjj\x1b[B\x1b[B\x1b[A");
    board.wait_selected("s-10");
}

#[test]
fn passes_are_changed_by_their_digits_and_an_unavailable_one_says_why() {
    let world = World::new();
    let board = world.open();
    board.send("2");
    board.wait_text("[2 scaffold 3]");
    board.wait_selected("導入");
    board.send("j");
    board.wait_selected("Steam");
    board.send("3");
    board.wait_text("[3 final –]");
    board.wait_says("next.unavailable");
    board.send("S");
    board.wait_says("talk.pass-unavailable");
    board.send("\x1bOP");
    board.wait_text("[1 structure 12]");
    // Each pass keeps its selection.
    board.send("\x1bOQ");
    board.wait_selected("Steam");
}

#[test]
fn enter_goes_to_the_detail_and_there_to_the_editor() {
    let world = World::new();
    let board = world.open();
    board.send("j\r");
    board.wait_selected("s-02");
    board.send("\r");
    board.wait_editor();
    board.send("\x1b");
    board.wait_board();
    board.send("\t\t");
    board.send("j");
    board.wait_selected("s-03");
}

#[test]
fn the_next_target_with_comments_is_one_key_away() {
    let world = World::new();
    let board = world.open();
    for id in ["s-03", "s-09"] {
        board.go_to(id);
        board.comment("ここ");
    }
    board.send("g");
    board.wait_selected("s-01");
    for (key, id) in [("]", "s-03"), ("]", "s-09"), ("[", "s-03"), ("\x1b[1;5C", "s-09"), ("\x1b[1;5D", "s-03")] {
        board.send(key);
        board.wait_selected(id);
    }
}

#[test]
fn full_width_keys_and_japanese_punctuation_act_as_the_latin_ones() {
    let world = World::new();
    let board = world.open_in(Language::Ja);
    for (key, id) in [("ｊ", "s-02"), ("Ｇ", "s-12"), ("ｇ", "s-01"), ("ｊ", "s-02")] {
        board.send(key);
        board.wait_selected(id);
    }
    board.send("２");
    board.wait_text("[2 素材計画 3]");
    board.send("１");
    board.wait_text("[1 構成 12]");
    // U+3000 is Space: reviewed, and on.
    board.send("\u{3000}");
    board.wait_selected("s-03");
    board.wait_text("確認済み1");
    board.send("？");
    board.wait_text(&format!("── {} ──", board.words.word("help.title")));
    board.send("ｑ");
    board.wait_board();
    board.send("・");
    board.wait_text(&format!("enter {}", board.words.word("hint.confirm")));
    board.send("カメラ\r");
    board.wait_selected("s-05");
    board.send("ｃ");
    board.wait_editor();
    board.send("ｊ。\r");
    world.wait_saved(&["ｊ。"]);
}

#[test]
fn several_characters_of_an_input_method_are_no_commands() {
    let world = World::new();
    for (language, text) in [(Language::En, "ここで終了"), (Language::Ja, "ｑｑ"), (Language::En, "ｄＳ")] {
        let board = world.open_in(language);
        board.send("jj");
        board.wait_selected("s-03");
        board.send(text);
        board.wait_says("talk.input-method");
        board.wait_selected("s-03");
        board.send("k");
        board.wait_selected("s-02");
        // Arrows, Enter and Ctrl keys pass the input method.
        board.send("\x1b[B");
        board.wait_selected("s-03");
        board.send("\x0e");
        board.wait_editor();
        board.send("\x03");
        board.wait_board();
        board.send("\x03");
        board.wait_end();
    }
    assert!(world.saved().is_empty() && world.unfinished().is_empty());
}

#[test]
fn hangul_keys_of_the_two_set_layout_act_as_the_latin_ones() {
    let world = World::new();
    let board = world.open();
    for (key, id) in [("ㅓ", "s-02"), ("ㅓ", "s-03"), ("ㅏ", "s-02")] {
        board.send(key);
        board.wait_selected(id);
    }
    board.send("ㅂ");
    board.wait_end();
}

/// So many shots are searched and filtered off the drawing thread.
fn long_world() -> World {
    let ids: Vec<String> = (1..=600).map(|n| format!("s-{n:03}")).collect();
    let shots: Vec<(&str, &str)> = ids.iter().map(|id| (id.as_str(), "台所")).collect();
    let world = World::new();
    world.rewrite(&shots);
    world
}

#[test]
fn a_long_plan_is_searched_and_filtered_off_the_drawing_thread() {
    let world = long_world();
    let board = world.open();
    board.send("s");
    board.send("s-300");
    board.wait_text("structure  s-300");
    board.send("\r");
    board.wait_selected("s-300");
    board.comment("もっと短く");
    board.send("g");
    board.wait_selected("s-001");
    board.send("f");
    board.wait_selected("s-300");
    board.wait_gone("s-299 [");
    // Marks under a filter: the one that was looked at leaves the list.
    board.send("\x1b");
    board.wait_text("s-299 [");
    board.send("gff");
    board.wait_selected("s-001");
    board.send(" ");
    board.wait_selected("s-002");
    board.wait_gone("s-001 [");
    board.send("\x1b/s-444");
    board.wait_selected("s-444");
    board.send("\r");
    board.quit();
    // The mark is kept.
    let board = world.open();
    board.send("ff");
    board.wait_gone("s-001 [");
    board.quit();
}
