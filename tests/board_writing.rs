//! Writing a comment: Japanese, joined emoji, flags and Hangul, deletion by grapheme, pastes, lines, the own editor.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::fs;
use std::os::unix::fs::PermissionsExt;

use planboard::locale::Language;
use world::{Board, World};

#[test]
fn a_japanese_comment_is_saved_as_it_was_typed() {
    for language in Language::ALL {
        let world = World::new();
        let board = world.open_in(language);
        board.go_to("s-04");
        board.begin();
        for part in ["もっと", "寄りで", "、", "「湯気」が", "見えるように。"] {
            board.send(part);
        }
        board.wait_text("もっと寄りで、「湯気」が見えるように。");
        board.send("\r");
        board.wait_board();
        board.wait_says("talk.saved");
        world.wait_saved(&["もっと寄りで、「湯気」が見えるように。"]);
        let draft = world.draft("structure").unwrap();
        assert_eq!(draft["comments"][0]["anchor"]["id"], "3");
        board.wait_text("● もっと寄りで");
    }
}

/// Each goes as one at one Backspace, at one Delete, and is passed by one arrow key.
const GRAPHEMES: [&str; 12] =
    ["👨‍👩‍👧‍👦", "👩🏽‍🚀", "🏳️‍🌈", "🇯🇵", "🇰🇷", "1️⃣", "한", "\u{1112}\u{1161}\u{11ab}", "が", "か\u{3099}", "ﾊ\u{ff9f}", "e\u{301}"];

#[test]
fn a_grapheme_goes_as_one_backwards_and_forwards() {
    let world = World::new();
    let board = world.open();
    board.begin();
    for (i, grapheme) in GRAPHEMES.iter().enumerate() {
        // Typed as an input method commits it.
        board.send(format!("{i}-"));
        board.send(grapheme);
        board.send("x\x7f\x7f");
    }
    board.send("終");
    board.wait_text("終");
    let expected: String = (0..GRAPHEMES.len()).map(|i| format!("{i}-")).collect::<String>() + "終";
    board.send("\r");
    world.wait_saved(&[&expected]);

    board.go_to("s-02");
    board.begin();
    for grapheme in GRAPHEMES {
        board.send("[");
        board.send(grapheme);
        // Over it to the left, and away to the right.
        board.send("\x1b[D\x1b[3~");
        board.send("]");
    }
    board.send("\r");
    world.wait_saved(&[&expected, &"[]".repeat(GRAPHEMES.len())]);
}

#[test]
fn graphemes_are_saved_untouched() {
    let world = World::new();
    let board = world.open();
    let text = GRAPHEMES.join(" ");
    board.begin();
    board.paste(&text);
    board.send("\r");
    world.wait_saved(&[&text]);
}

#[test]
fn a_paste_is_text_whatever_is_in_it() {
    let world = World::new();
    let board = world.open();
    board.begin();
    board.paste("一行目\r\n二行目\r三行目\n\ttab\x1b[31m\x07q\x03\x08ＳS\x1b");
    board.wait_text("三行目");
    board.send("\r");
    board.wait_board();
    world.wait_saved(&["一行目\n二行目\n三行目\n\ttab[31mqＳS"]);
    // Where nothing is written, a paste is no command.
    board.paste("jjS\r\nq");
    board.wait_says("talk.paste-needs-editor");
    board.wait_selected("s-01");
}

#[test]
fn a_paste_cut_into_reads_is_one_paste() {
    let world = World::new();
    let board = world.open();
    board.begin();
    let long = "長い貼り付け。".repeat(3000);
    board.send("\x1b[20");
    board.send("0~前");
    for part in long.as_bytes().chunks(1000) {
        board.send(part);
    }
    board.send("\x1b[2");
    board.send("01~後");
    board.wait_text("後");
    board.send("\r");
    world.wait_saved(&[&format!("前{long}後")]);
}

#[test]
fn enter_saves_and_four_other_ways_make_a_line() {
    let world = World::new();
    let board = world.open();
    board.begin();
    board.send("一");
    board.send("\x1b\r");
    board.send("二");
    board.send("\n");
    board.send("三\\");
    board.wait_text("三\\");
    board.send("\r");
    board.send("四");
    board.send("\x1b[13;2u");
    board.send("五");
    board.wait_text("五");
    let (first, last) = (board.row_of(" 一"), board.row_of(" 五"));
    assert_eq!(last - first, 4, "{}", board.screen_text());
    board.send("\x13");
    board.wait_board();
    world.wait_saved(&["一\n二\n三\n四\n五"]);
    board.go_to("s-02");
    board.comment("一行");
    world.wait_saved(&["一\n二\n三\n四\n五", "一行"]);
}

#[test]
fn the_setting_swaps_enter() {
    let world = World::new();
    let setup = world.setup(&[]);
    fs::create_dir_all(setup.home().join("config/planboard")).unwrap();
    fs::write(setup.home().join("config/planboard/config.toml"), "[editor]\nenter = \"newline\"\n").unwrap();
    let board = Board::start(setup, Language::En);
    board.send("c");
    board.wait_text("ctrl-s save  enter new line");
    board.send("一\r二");
    board.wait_text("二");
    board.send("\x1b\r");
    board.wait_board();
    world.wait_saved(&["一\n二"]);
}

#[test]
fn a_mistake_in_the_settings_is_told_on_the_board_and_the_rest_works() {
    let world = World::new();
    let setup = world.setup(&[]);
    fs::create_dir_all(setup.home().join("config/planboard")).unwrap();
    fs::write(setup.home().join("config/planboard/config.toml"), "langage = \"ja\"\neditor.enter = \"newline\"\n")
        .unwrap();
    let board = Board::start(setup, Language::En);
    board.wait_text("1 finding (!)");
    board.send("!");
    board.wait_text("config.toml:1:1");
    board.wait_text("did you mean language?");
    board.send("q");
    board.send("c");
    board.wait_text("ctrl-s save");
    board.send("一\r二");
    board.wait_text("二");
}

#[test]
fn readline_keys_and_undo_work_inside_a_text() {
    let world = World::new();
    let board = world.open();
    board.begin();
    board.paste("alpha beta gamma");
    // To the start, over "alpha ", to the end of the line cut, and brought back twice.
    board.send("\x01\x1bf\x06\x0b");
    board.wait_gone("beta");
    board.send("\x19\x19");
    board.wait_text("alpha beta gammabeta gamma");
    board.send("\x17");
    board.wait_text("alpha beta gammabeta");
    board.send("\x1f");
    board.wait_text("alpha beta gammabeta gamma");
    board.send("\x05!\x01\x04\r");
    world.wait_saved(&["lpha beta gammabeta gamma!"]);
}

#[test]
fn white_space_alone_is_no_comment() {
    let world = World::new();
    let board = world.open();
    board.begin();
    board.paste(" \u{3000}\u{feff}\n\t");
    board.send("\r");
    board.wait_says("talk.blank");
    board.send("\x1b");
    board.wait_board();
    board.begin();
    board.send("\r");
    board.wait_says("talk.blank");
    board.send("\x1b");
    board.wait_board();
    assert!(world.saved().is_empty() && world.unfinished().is_empty());
}

fn script(world: &World, text: &str) -> String {
    let path = world.root().join("editor.sh");
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

#[test]
fn the_persons_own_editor_gets_the_text_and_the_terminal() {
    let world = World::new();
    let editor = script(&world, "stty -a > \"$TMPDIR/modes\"; printf '%s' 'から外で' >> \"$1\"; echo '二行' >> \"$1\"");
    let board = Board::start(world.setup(&[]).env("EDITOR", &editor), Language::En);
    board.begin();
    board.send("ここ");
    board.wait_text("ここ");
    board.send("\x07");
    board.wait_text("ここから外で二行");
    board.send("\r");
    world.wait_saved(&["ここから外で二行"]);
    let modes = fs::read_to_string(world.root().join("tmp/modes")).unwrap();
    assert!(modes.contains(" icanon") && modes.contains(" echo "), "{modes}");
    assert_eq!(fs::read_dir(world.root().join("tmp")).unwrap().count(), 1, "its file is gone");
    board.send("j");
    board.wait_selected("s-02");
}

#[test]
fn an_editor_that_fails_leaves_the_text_as_it_was() {
    let world = World::new();
    let editor = script(&world, "echo lost > \"$1\"; exit 3");
    let board = Board::start(world.setup(&[]).env("VISUAL", &editor).env("EDITOR", "true"), Language::En);
    board.begin();
    board.send("残る");
    board.wait_text("残る");
    board.send("\x07");
    board.wait_says("talk.editor-failed");
    board.send("\r");
    world.wait_saved(&["残る"]);
    board.wait_board();
    board.quit();
    // None set is told, too.
    let board = world.open();
    board.begin();
    board.send("\x07");
    board.wait_says("talk.editor-failed");
}
