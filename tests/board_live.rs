//! The files change while a board is open: the plan is rewritten, broken for a moment; the agent reads and deletes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::fs;

use planboard::locale::Language;
use world::{SHOTS, World, research};

#[test]
fn comments_follow_their_shots_when_the_plan_is_rewritten() {
    let world = World::new();
    let board = world.open();
    board.go_to("s-03");
    board.comment("三へ");
    board.go_to("s-08");
    let mut shots = SHOTS.to_vec();
    shots.insert(0, ("s-00", "新しい冒頭"));
    shots.swap(3, 6);
    world.rewrite(&shots);
    board.wait_text("新しい冒頭");
    board.wait_selected("s-08");
    assert!(board.says("banner.comments-moved"), "{}", board.screen_text());
    board.ask_submit();
    board.send("\r");
    board.wait_says("submit.done");
    let file = world.submission().unwrap();
    assert_eq!(file["comments"][0]["target_id"], "6");
    assert_eq!(file["comments"][0]["title"], "昆布の表面を寄りで");
}

#[test]
fn a_text_being_written_follows_its_shot() {
    let world = World::new();
    let board = world.open();
    board.go_to("s-02");
    board.begin();
    board.send("書いている");
    board.wait_text("書いている");
    let mut shots = SHOTS.to_vec();
    shots.insert(0, ("s-00", "新しい冒頭"));
    world.rewrite(&shots);
    board.wait_text("新しい冒頭");
    board.send("間に");
    board.wait_text("書いている間に");
    board.send("\r");
    world.wait_saved(&["書いている間に"]);
    assert_eq!(world.draft("structure").unwrap()["comments"][0]["anchor"]["id"], "2");
    board.wait_board();
    board.wait_selected("s-02");
}

#[test]
fn what_is_gone_is_named_and_must_be_repointed_or_dropped() {
    let world = World::new();
    let board = world.open();
    for (id, text) in [("s-03", "移す指摘"), ("s-05", "捨てる指摘"), ("s-09", "残る指摘")] {
        board.go_to(id);
        board.comment(text);
    }
    let shots: Vec<_> = SHOTS.iter().copied().filter(|(id, _)| !["s-03", "s-05"].contains(id)).collect();
    world.rewrite(&shots);
    board.wait_text("1 structure 10");
    board.wait_says("banner.comments-moved-gone");
    board.send("\x1b");
    board.wait_gone(&board.sentence("banner.comments-moved-gone"));
    board.ask_submit();
    board.wait_text("昆布の表面を寄りで");
    board.wait_text("ｶﾒﾗを引く");
    board.send("\r");
    board.wait_counts("submit.obstacle-gone", 2);
    assert!(!world.comments_file().exists());
    // The first is given to s-01, the other is dropped.
    board.send("p");
    board.wait_says("next.repoint");
    board.send("g");
    board.wait_selected("s-01");
    board.send("\r");
    board.wait_dialogue();
    board.wait_gone("昆布の表面を寄りで");
    board.send("g");
    board.send("d");
    board.wait_gone("ｶﾒﾗを引く");
    board.send("\r");
    board.wait_says("submit.done");
    let file = world.submission().unwrap();
    let sent: Vec<_> = file["comments"].as_array().unwrap().iter().map(|c| (&c["target_id"], &c["text"])).collect();
    assert_eq!(serde_json::to_value(sent).unwrap(), serde_json::json!([["0", "移す指摘"], ["6", "残る指摘"]]));
}

#[test]
fn a_plan_rewritten_between_the_dialogue_and_enter_is_looked_at_again() {
    let world = World::new();
    let board = world.open();
    board.go_to("s-03");
    board.comment("三へ");
    board.ask_submit();
    let shots: Vec<_> = SHOTS.iter().copied().filter(|(id, _)| *id != "s-03").collect();
    world.rewrite(&shots);
    board.send("\r");
    board.wait_text("target gone");
    assert!(!world.comments_file().exists());
    board.send("\r");
    board.wait_counts("submit.obstacle-gone", 1);
    assert_eq!(world.saved(), ["三へ"]);
}

#[test]
fn a_plan_rewritten_while_no_board_is_open_is_followed_too() {
    let world = World::new();
    let board = world.open();
    board.go_to("s-03");
    board.comment("三へ");
    board.quit();
    let mut shots = SHOTS.to_vec();
    shots.insert(0, ("s-00", "新しい冒頭"));
    world.rewrite(&shots);
    let board = world.open();
    board.wait_text("1 structure 13");
    board.submit();
    assert_eq!(world.submission().unwrap()["comments"][0]["target_id"], "3");
}

#[test]
fn a_plan_broken_for_a_moment_keeps_its_last_good_view() {
    for language in Language::ALL {
        let world = World::new();
        let board = world.open_in(language);
        board.go_to("s-04");
        board.comment("四へ");
        let whole = research(&SHOTS);
        fs::write(world.plan_file(), whole.get(..whole.len() / 2).unwrap_or_default()).unwrap();
        board.wait_text("research-plan.json:");
        for id in ["s-01", "s-04", "s-12"] {
            assert!(board.shows(id), "{}", board.screen_text());
        }
        // Writing goes on.
        board.go_to("s-05");
        board.comment("五へ");
        // The finding has its place in the file.
        board.send("!");
        board.wait_text(&format!("── {} ", board.words.word("findings.title")));
        board.wait_text("research-plan.json:");
        board.send("q");
        board.wait_board();
        fs::write(world.plan_file(), &whole).unwrap();
        board.wait_gone("research-plan.json:");
        board.wait_says("next.submit");
        world.wait_saved(&["四へ", "五へ"]);
        board.submit();
        assert_eq!(world.submitted(), ["四へ", "五へ"]);
    }
}

#[test]
fn a_plan_that_stays_broken_is_submitted_against_its_last_good_view_after_a_warning() {
    let world = World::new();
    let board = world.open();
    board.comment("前の計画へ");
    fs::write(world.plan_file(), "{").unwrap();
    board.wait_text("research-plan.json:");
    board.ask_submit();
    board.wait_says("submit.obstacle-stale");
    board.send("\r");
    board.wait_says("submit.agree-stale");
    board.send("\r");
    board.wait_says("submit.done");
    assert_eq!(world.submitted(), ["前の計画へ"]);
}

#[test]
fn the_state_of_a_submission_follows_the_agent() {
    for language in Language::ALL {
        let world = World::new();
        let board = world.open_in(language);
        board.comment("直して");
        board.submit();
        board.wait_says("next.waiting");
        let mut shots = SHOTS;
        shots[0].1 = "夜の台所";
        world.rewrite(&shots);
        board.wait_text(board.words.word("state.revising"));
        // What changed under the selection is said until it is closed.
        board.wait_says("banner.selected-changed");
        board.send("\x1b");
        board.wait_says("next.revising");
        fs::remove_file(world.comments_file()).unwrap();
        board.wait_says("next.handled");
        // The next round begins.
        board.comment("もう一度");
        board.submit();
        board.wait_says("next.waiting");
        assert_eq!(world.submitted(), ["もう一度"]);
        fs::remove_file(world.comments_file()).unwrap();
        board.wait_says("next.handled-nothing");
    }
}

#[test]
fn a_project_without_a_plan_fills_when_one_appears() {
    let world = World::of(&[]);
    let board = world.open();
    assert!(board.shows("research-plan.json"), "{}", board.screen_text());
    world.rewrite(&SHOTS);
    board.wait_text("1 structure 12");
    board.wait_selected("s-01");
    board.comment("現れた");
    world.wait_saved(&["現れた"]);
}

#[test]
fn escape_sequences_in_a_plan_never_reach_the_terminal() {
    let hostile = "赤\u{1b}[31m\u{1b}]0;title\u{7}題\u{202e}逆\u{200b}\u{0}";
    let mut shots = SHOTS;
    shots[0].1 = hostile;
    let world = World::of(&[("planning/research-plan.json", &research(&shots))]);
    let board = world.open();
    let output = board.raw_output();
    for bytes in [&b"\x1b[31m\xe9"[..], b"\x1b]0;title", "\u{202e}".as_bytes(), b"\0"] {
        assert!(!output.windows(bytes.len()).any(|w| w == bytes), "{bytes:?}");
    }
    board.comment("それでも");
    board.submit();
    assert_eq!(world.submitted(), ["それでも"]);
}

#[test]
fn comments_follow_their_shots_while_no_board_is_open() {
    let world = World::new();
    let board = world.open();
    board.go_to("s-03");
    board.comment("三へ");
    world.wait_saved(&["三へ"]);
    board.quit();
    let draft = world.draft("structure").unwrap();
    assert!(draft["plan_sha256"].is_string(), "the plan it was written on is kept with it: {draft}");
    let mut shots = SHOTS.to_vec();
    shots.insert(0, ("s-00", "新しい冒頭"));
    world.rewrite(&shots);
    let board = world.open();
    board.wait_says("banner.comments-moved");
    board.ask_submit();
    board.send("\r");
    board.wait_says("submit.done");
    assert_eq!(world.submission().unwrap()["comments"][0]["target_id"], "3");
}

#[test]
fn what_is_recalled_hangs_on_the_plan_as_it_now_is() {
    let world = World::new();
    let board = world.open();
    board.go_to("s-04");
    board.comment("戻す指摘");
    board.submit();
    board.send("\r");
    let mut shots = SHOTS.to_vec();
    shots.insert(0, ("s-00", "新しい冒頭"));
    world.rewrite(&shots);
    board.wait_text("新しい冒頭");
    board.ask_submit();
    board.send("r");
    board.wait_counts("talk.recalled", 1);
    world.wait_saved(&["戻す指摘"]);
    board.quit();
    let listed = world.command(&["comments", "list", "--json"]);
    let listed: serde_json::Value = serde_json::from_slice(&listed.stdout).unwrap();
    let comment = &listed["drafts"][0]["comments"][0];
    assert_eq!((&comment["target_id"], &comment["text"]), (&"4".into(), &"戻す指摘".into()), "{listed}");
    assert_ne!(comment["state"], "gone", "{listed}");
}

#[test]
fn a_plan_that_is_deleted_stays_on_screen_and_comes_back_without_a_word() {
    let world = World::new();
    let board = world.open();
    board.go_to("s-03");
    board.comment("三へ");
    world.wait_saved(&["三へ"]);
    let file = world.film().join("planning/research-plan.json");
    let bytes = fs::read(&file).unwrap();
    fs::remove_file(&file).unwrap();
    board.wait_says("next.stale-gone");
    board.wait_selected("s-03");
    assert!(board.shows("昆布の表面"), "{}", board.screen_text());
    fs::write(&file, bytes).unwrap();
    board.wait_says("next.submit");
    board.wait_selected("s-03");
    assert!(!board.shows("Plan rewritten"), "{}", board.screen_text());
    assert_eq!(world.saved(), ["三へ"]);
    board.quit();
}
