//! Submitting: the file, the hand-off line, what lies there already, what must be decided before.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::fs;

use planboard::locale::Language;
use serde_json::{Value, json};
use world::{World, wait_until};

const VERBATIM: &str = "一行目\n\n\t「引用」と\"quotes\" と \\ と 👨‍👩‍👧 🇯🇵 \n  末尾  ";

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().map(|o| o.keys().map(String::as_str).collect()).unwrap_or_default()
}

#[test]
fn the_file_is_what_the_contract_says_field_by_field() {
    for language in Language::ALL {
        let world = World::new();
        let board = world.open_in(language);
        board.go_to("s-07");
        board.comment("あとの指摘");
        board.go_to("s-02");
        board.begin();
        board.paste(VERBATIM);
        board.send("\r");
        world.wait_saved(&["あとの指摘", VERBATIM]);
        board.wait_board();
        board.comment("二つ目");
        board.ask_submit();
        assert!(board.shows("planning/plan-comments.json") && !world.comments_file().exists());
        board.send("\r");
        board.wait_says("submit.done");

        let file = world.submission().expect("a file");
        assert_eq!(keys(&file), ["version", "pass", "submitted_at", "comments"]);
        assert_eq!((&file["version"], &file["pass"]), (&json!(0), &json!("structure")));
        let time = file["submitted_at"].as_str().unwrap();
        assert!(time.len() == 24 && time.ends_with('Z') && time.as_bytes()[19] == b'.', "{time}");
        assert!(time.parse::<chrono::DateTime<chrono::Utc>>().is_ok());
        let shot = |id: &str, title: &str, text: &str| json!({"target_kind": "shot", "target_id": id, "title": title, "text": text});
        // In timeline order, whatever the order of writing.
        let expected = json!([
            shot("1", "Title card over steam", VERBATIM),
            shot("1", "Title card over steam", "二つ目"),
            shot("6", "沸く直前の泡", "あとの指摘"),
        ]);
        assert_eq!(file["comments"], expected);
        assert_eq!(keys(&file["comments"][0]), ["target_kind", "target_id", "title", "text"]);
        assert!(world.leftovers().is_empty(), "{:?}", world.leftovers());
        assert!(world.saved().is_empty());
        // Afterwards they stay on their targets as sent.
        board.send("\x1b");
        board.wait_says("next.waiting");
        board.wait_says("detail.sent");
    }
}

#[test]
fn clips_are_submitted_with_their_own_ids_and_the_checkpoint_is_chosen() {
    let world = World::new();
    let board = world.open();
    board.send("2");
    board.wait_text("[2 scaffold 3");
    board.send("j");
    board.wait_selected("Steam");
    board.comment("clip");
    board.ask_submit();
    board.wait_text("Checkpoint 2");
    board.send("3");
    board.wait_text("Checkpoint 3");
    board.send("\r");
    board.wait_says("submit.done");
    board.wait_text("3");
    let file = world.submission().unwrap();
    assert_eq!(file["pass"], "scaffold");
    assert_eq!(
        file["comments"],
        json!([{"target_kind": "clip", "target_id": "clip-1", "title": "Steam", "text": "clip"}])
    );
}

fn base64(text: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for part in text.chunks(3) {
        let bits = part.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - part.len()));
        for i in 0..4 {
            let sign = SIGNS[(bits >> (18 - 6 * i) & 63) as usize];
            out.push(if i <= part.len() { char::from(sign) } else { '=' });
        }
    }
    out
}

#[test]
fn the_hand_off_line_is_shown_and_copied_through_the_terminal() {
    let world = World::new();
    let board = world.open();
    board.send("o");
    board.wait_editor();
    board.send("全体に明るく\r");
    board.wait_board();
    board.comment("一");
    board.ask_submit();
    board.send("\r");
    board.wait_says("submit.done");
    // In the language of the plan, whatever that of the board.
    board.wait_text("planning/plan-comments.json に指摘を1件出しました");
    board.send("y");
    board.wait_says("talk.copy-sent");
    let words = planboard::locale::Locale::of(Language::Ja);
    let line = words.say("hand-off.structure", &[("n", "1"), ("file", "planning/plan-comments.json")]);
    let line = words.say("hand-off.with-note", &[("line", &line), ("note", "全体に明るく")]);
    board.wait_raw(format!("\x1b]52;c;{}", base64(line.as_bytes())).as_bytes());
    assert!(!fs::read_to_string(world.comments_file()).unwrap().contains("全体"), "the note is in no file");
    // The line is one key away also later.
    board.send("\x1b");
    board.wait_gone(&board.sentence("submit.done"));
    board.send("y");
    let copies = || board.raw_output().windows(5).filter(|w| *w == b"\x1b]52;").count();
    wait_until(|| copies() == 2, || format!("{} copies\n{}", copies(), board.screen_text()));
}

#[test]
fn an_empty_submission_needs_a_second_enter_and_is_no_approval() {
    let world = World::new();
    let board = world.open();
    board.ask_submit();
    board.wait_says("submit.obstacle-empty");
    board.send("\r");
    board.wait_says("submit.agree-empty");
    assert!(!world.comments_file().exists());
    board.send("\r");
    board.wait_says("submit.done");
    assert_eq!(world.submission().unwrap()["comments"], json!([]));
    assert!(board.shows("承認ではありません"), "{}", board.screen_text());
}

#[test]
fn esc_leaves_the_dialogue_and_writes_nothing() {
    let world = World::new();
    let board = world.open();
    board.comment("残る");
    board.ask_submit();
    board.send("\x1b");
    board.wait_board();
    board.quit();
    assert!(!world.comments_file().exists());
    assert_eq!(world.saved(), ["残る"]);
}

#[test]
fn unfinished_texts_are_each_decided_before() {
    let world = World::new();
    let board = world.open();
    board.comment("済み");
    for (id, text) in [("s-03", "採る"), ("s-05", "残す")] {
        board.go_to(id);
        board.begin();
        board.send(text);
        board.wait_text(text);
        board.send("\x1b");
        board.wait_board();
    }
    board.ask_submit();
    // The dialogue stands, and nothing is written before each is decided.
    board.send("\r\r");
    board.send("a");
    world.wait_saved(&["済み", "採る"]);
    assert!(!world.comments_file().exists());
    board.send("l");
    board.wait_text("left for later");
    board.send("\r");
    board.wait_says("submit.done");
    assert_eq!(world.submitted(), ["済み", "採る"]);
    world.wait_unfinished(&["残す"]);
    board.send("\x1b");
    board.go_to("s-05");
    board.begin();
    board.wait_text("残す");
}

#[test]
fn what_lies_there_is_overwritten_only_when_asked_for() {
    let world = World::new();
    let board = world.open();
    board.comment("一回目");
    board.submit();
    board.go_to("s-02");
    board.comment("二回目");
    board.ask_submit();
    board.wait_says("submit.there");
    board.send("\r\r");
    board.wait_says("submit.choose");
    assert_eq!(world.submitted(), ["一回目"]);
    board.send("o");
    board.wait_says("submit.will-overwrite");
    board.send("\r");
    board.wait_says("submit.done");
    assert_eq!(world.submitted(), ["二回目"]);
    assert!(world.saved().is_empty());
}

#[test]
fn what_lies_there_is_recalled_into_the_draft() {
    let world = World::new();
    let board = world.open();
    board.go_to("s-04");
    board.comment(VERBATIM.trim_end());
    board.submit();
    board.go_to("s-02");
    board.comment("後から");
    board.ask_submit();
    board.send("r");
    board.wait_text("1 comment is back");
    wait_until(|| !world.comments_file().exists(), || "still there".to_owned());
    let mut saved = world.saved();
    saved.sort();
    let mut expected = vec!["後から".to_owned(), VERBATIM.trim_end().to_owned()];
    expected.sort();
    assert_eq!(saved, expected);
    board.submit();
    assert_eq!(world.submitted(), ["後から", VERBATIM.trim_end()]);
}

#[test]
fn the_submission_of_another_program_is_shown_and_kept_when_overwritten() {
    let world = World::new();
    let other = json!({"version": 0, "pass": "structure", "submitted_at": "2026-01-01T00:00:00.000Z",
        "comments": [{"target_kind": "shot", "target_id": "0", "title": "t", "text": "よその指摘"}]});
    fs::write(world.comments_file(), other.to_string()).unwrap();
    let board = world.open();
    board.comment("こちら");
    board.ask_submit();
    board.wait_says("submit.there");
    board.send("o");
    board.wait_says("submit.will-overwrite");
    board.send("\r");
    board.wait_says("submit.done");
    assert_eq!(world.submitted(), ["こちら"]);
    let kept = world.tree("state").into_iter().any(|(path, bytes)| {
        path.components().any(|c| c.as_os_str() == "kept") && String::from_utf8_lossy(&bytes).contains("よその指摘")
    });
    assert!(kept);
}

#[test]
fn nothing_is_submitted_while_the_window_is_too_small_to_show_it() {
    let world = World::new();
    let board = world.open();
    board.comment("noted");
    board.ask_submit();
    board.resize(20, 5);
    board.wait_text("The window is");
    board.send("\r");
    board.resize(120, 40);
    // Had Enter done anything, the dialogue would be busy or gone.
    board.wait_dialogue();
    assert!(!world.comments_file().exists());
    board.send("\r");
    board.wait_says("submit.done");
    assert!(world.comments_file().exists());
}
