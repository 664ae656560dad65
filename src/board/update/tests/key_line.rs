//! The key line and help name what does something here, and the way out first.

use crate::board::message::LoadReason;
use crate::board::testing::*;
use crate::contract::plan_comments::Pass;
use crate::locale::Language;

/// The key line as it is shown; below it is where the cursor is.
fn key_line(board: &Board) -> String {
    board.screen().lines().nth_back(1).unwrap_or_default().to_owned()
}

fn objections(language: Language) -> Files {
    let mut files = coding(language);
    files.critique = Some(critique(language, true));
    files
}

#[test]
fn every_layer_names_its_way_out_on_the_smallest_screen() {
    for language in Language::ALL {
        let film = || {
            let mut files = structure(language);
            files.rounds = vec![handled_round(1, Pass::Structure, 1)];
            files.open().after(r#"c "x" enter"#)
        };
        let (close, help) = (pick(language, "esc close", "esc 閉じる"), pick(language, "? help", "? ヘルプ"));
        for (mut board, key, has_help) in [
            (objections(language).open(), "O", true),
            (film(), "r", true),
            (film(), "!", true),
            (film(), "i", true),
            (film(), "C", true),
            (film(), "S", true),
            (film(), "A", true),
            (film(), "c", false),
            (film(), "s", false),
            (film(), ":", false),
        ] {
            board.resize(40, 10).keys(key);
            match key {
                "S" => drop(board.load(LoadReason::Submit)),
                "A" => drop(board.load(LoadReason::Approve)),
                _ => {}
            }
            let line = key_line(&board);
            assert!(line.contains(close) && (!has_help || line.contains(help)), "{key}: {line}");
        }
    }
}

#[test]
fn an_empty_list_names_no_key_that_walks_in_it() {
    let mut board = Files::of(&shots(&["a first"])).open();
    board.resize(200, 24).keys("!");
    assert_eq!(key_line(&board).trim(), "esc close  ? help");
    // Deleting the only comment empties the list.
    board.keys("esc").keys(r#"c "x" enter C"#);
    assert!(key_line(&board).contains("d delete"), "{}", key_line(&board));
    board.keys("d");
    assert_eq!(key_line(&board).trim(), "u undo  esc close  ? help");
}

#[test]
fn enter_in_the_notices_is_named_for_what_it_does_there() {
    let mut board = structure(Language::En).open();
    board.resize(200, 40).keys("i");
    let on_kind = key_line(&board);
    let (is, will) = if on_kind.contains("enter fold") { ("fold", "unfold") } else { ("unfold", "fold") };
    assert!(on_kind.contains(&format!("enter {is}")), "{on_kind}");
    assert!(key_line(board.keys("enter")).contains(&format!("enter {will}")));
    board.keys("o");
    assert!(key_line(&board).contains("enter on  "), "{}", key_line(&board));
}

#[test]
fn one_round_names_no_other_round() {
    let mut files = structure(Language::En);
    let round = |n| handled_round(n, Pass::Structure, 1);
    for (rounds, older, newer) in [(vec![round(1)], false, false), (vec![round(1), round(2)], true, false)] {
        files.rounds = rounds;
        let mut board = files.open();
        board.resize(200, 40).keys("r");
        let line = key_line(&board);
        assert_eq!((line.contains("h older"), line.contains("l newer")), (older, newer), "{line}");
    }
}

#[test]
fn help_names_what_the_plan_has() {
    let helped = |mut board: Board| board.resize(100, 300).keys("?").screen();
    let (video, waves) = (helped(structure(Language::En).open()), helped(objections(Language::En).open()));
    for (words, on_video, on_waves) in [
        ("zoom in: ", true, false),
        ("name checkpoint 2", false, false),
        ("overwrite the submission", true, false),
        ("submit the comments instead", false, false),
        ("Objections", false, true),
        ("The lens of an objection", false, true),
    ] {
        assert_eq!((video.contains(words), waves.contains(words)), (on_video, on_waves), "{words}");
    }
    assert!(helped(scaffold(Language::En).open()).contains("name checkpoint 3"));
    let commented = structure(Language::En).open().after(r#"c "x" enter"#);
    assert!(helped(commented).contains("submit the comments instead"));
}

#[test]
fn a_coding_plan_says_that_it_has_no_timeline() {
    for key in ["+", "-", "z"] {
        let mut board = objections(Language::En).open();
        assert_eq!(board.keys(key).said(), "Only video plans have a timeline.", "{key}");
    }
}
