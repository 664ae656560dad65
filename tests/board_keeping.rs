//! Nothing written is lost: unfinished texts, undo and redo, deleting, the overall note.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use planboard::locale::Language;
use world::World;

#[test]
fn esc_keeps_the_text_as_unfinished_and_c_opens_it_again() {
    for language in Language::ALL {
        let world = World::new();
        let board = world.open_in(language);
        board.go_to("s-02");
        board.begin();
        board.send("途中まで");
        board.wait_text("途中まで");
        board.send("\x1b");
        board.wait_board();
        board.wait_says("talk.kept-unfinished");
        world.wait_unfinished(&["途中まで"]);
        board.wait_text(board.words.word("detail.unfinished"));
        // Another target has a text of its own.
        board.send("j");
        board.wait_selected("s-03");
        board.begin();
        assert!(!board.shows("途中まで"), "{}", board.screen_text());
        board.send("\x1b");
        board.wait_board();
        board.send("k");
        board.wait_selected("s-02");
        board.begin();
        board.wait_text("途中まで");
        // The caret is at the end.
        board.send("続き\r");
        board.wait_board();
        world.wait_saved(&["途中まで続き"]);
        world.wait_unfinished(&[]);
    }
}

#[test]
fn typing_is_on_the_disk_without_any_key_to_save() {
    let world = World::new();
    let board = world.open();
    board.begin();
    board.send("まだ");
    world.wait_unfinished(&["まだ"]);
    board.send("書く");
    world.wait_unfinished(&["まだ書く"]);
    assert!(world.saved().is_empty());
}

#[test]
fn an_unfinished_text_is_offered_by_the_next_board() {
    let world = World::new();
    let board = world.open();
    board.go_to("s-06");
    board.begin();
    board.send("あしたへ");
    world.wait_unfinished(&["あしたへ"]);
    board.kill9();
    assert!(board.exit_status(harness::PATIENCE).is_some());
    let board = world.open();
    board.wait_says("next.unfinished");
    board.go_to("s-06");
    board.wait_text("あしたへ");
    board.send("e");
    board.wait_editor();
    board.send("！\r");
    world.wait_saved(&["あしたへ！"]);
}

#[test]
fn editing_keeps_the_saved_text_until_it_is_saved_again() {
    let world = World::new();
    let board = world.open();
    board.comment("前の文");
    board.send("e");
    board.wait_editor();
    board.wait_text("前の文");
    board.send("を直す");
    board.send("\x1b");
    board.wait_board();
    world.wait_unfinished(&["前の文を直す"]);
    assert_eq!(world.saved(), ["前の文"]);
    board.send("e");
    board.wait_editor();
    board.wait_text("前の文を直す");
    board.send("\r");
    world.wait_saved(&["前の文を直す"]);
    world.wait_unfinished(&[]);
}

#[test]
fn undo_and_redo_reach_over_add_edit_and_delete() {
    let world = World::new();
    let board = world.open();
    board.comment("一");
    board.go_to("s-02");
    board.comment("二");
    board.send("e");
    board.wait_editor();
    board.send("改");
    board.wait_text("二改");
    board.send("\r");
    world.wait_saved(&["一", "二改"]);
    board.wait_board();
    board.send("g");
    board.wait_selected("s-01");
    board.send("d");
    board.wait_says("talk.deleted");
    world.wait_saved(&["二改"]);

    let steps: [&[&str]; 4] = [&["一", "二改"], &["一", "二"], &["一"], &[]];
    for expected in steps {
        board.send("u");
        world.wait_saved(expected);
    }
    board.send("u");
    board.wait_says("talk.nothing-to-undo");
    for expected in [&["一"][..], &["一", "二"], &["一", "二改"], &["二改"]] {
        board.send("\x12");
        world.wait_saved(expected);
    }
    board.send("\x12");
    board.wait_says("talk.nothing-to-redo");
    board.wait_selected("s-01");
}

#[test]
fn deleting_one_of_several_asks_which() {
    let world = World::new();
    let board = world.open();
    for text in ["一つ目", "二つ目", "三つ目"] {
        board.comment(text);
    }
    board.send("d");
    board.wait_says("choose.delete");
    board.send("\x1b");
    board.wait_gone(&board.sentence("choose.delete"));
    world.wait_saved(&["一つ目", "二つ目", "三つ目"]);
    board.send("d");
    board.wait_says("choose.delete");
    board.send("j\r");
    world.wait_saved(&["一つ目", "三つ目"]);
    board.send("d");
    board.wait_says("choose.delete");
    board.send("1");
    world.wait_saved(&["三つ目"]);
    board.send("d");
    world.wait_saved(&[]);
    board.send("d");
    board.wait_says("talk.no-comment-on-target");
    board.send("uu");
    world.wait_saved(&["一つ目", "三つ目"]);
    board.send("e");
    board.wait_says("choose.edit");
    board.send("2");
    board.wait_editor();
    board.send("？\r");
    world.wait_saved(&["一つ目", "三つ目？"]);
}

#[test]
fn the_overall_note_is_kept_with_the_draft() {
    let world = World::new();
    let board = world.open();
    board.send("o");
    board.wait_text(&format!("── {} ──", board.words.word("writing.overall")));
    board.send("全体に明るく");
    board.wait_text("全体に明るく");
    board.send("\r");
    board.wait_board();
    let overall = || world.draft("structure").map(|d| d["overall"].as_str().unwrap_or_default().to_owned());
    world::wait_until(|| overall().as_deref() == Some("全体に明るく"), || format!("{:?}", overall()));
    board.send("u");
    world::wait_until(|| overall().as_deref() == Some(""), || format!("{:?}", overall()));
    board.send("\x12");
    world::wait_until(|| overall().as_deref() == Some("全体に明るく"), || format!("{:?}", overall()));
    board.send("o");
    board.wait_text("全体に明るく");
    board.send("\x1b");
    board.wait_board();
    board.ask_submit();
    board.wait_text("全体に明るく");
}

#[test]
fn each_pass_has_its_own_draft_and_quitting_says_what_is_kept() {
    let world = World::new();
    let board = world.open();
    board.comment("構成へ");
    board.send("2");
    board.wait_text("[2 scaffold 3");
    board.begin();
    board.send("素材へ");
    board.wait_text("素材へ");
    board.send("\r");
    board.wait_board();
    world.wait_saved(&["構成へ"]);
    world::wait_until(|| world.draft("scaffold").is_some_and(|d| d["comments"][0]["text"] == "素材へ"), String::new);
    board.quit();
    board.wait_says("farewell.kept");
    let again = world.open();
    // The newest draft's pass is shown first.
    again.wait_text("[2 scaffold 3");
}
