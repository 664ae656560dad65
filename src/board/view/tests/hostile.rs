//! Plans that want to harm the terminal, or to keep it busy.

use std::time::{Duration, Instant};

use crate::board::testing::*;
use crate::contract::plan_comments::Pass;

/// What no cell may hold, and what makes rows longer than they look.
const HOSTILE: &[&str] = &[
    "\\u001b[2J\\u001b]0;owned\\u0007title",
    "\\u202egpj.exe \\u2066x\\u2069",
    "nul\\u0000 del\\u007f c1\\u009b31m",
    "zero\\u200bwidth\\u200d\\ufeff\\u2060",
    "line\\u2028separator\\nand\\r\\nbreaks\\ttab",
    "e\\u0301\\u0301\\u0301 👨‍👩‍👧‍👦 🏳️‍🌈 🇯🇵🇯 각 ｶﾞ",
    "\\u00ad\\ue000\\udb40\\udc41tags",
];

fn hostile() -> Files {
    let list: Vec<String> = HOSTILE.iter().enumerate().map(|(n, text)| format!("x{n} {text}")).collect();
    let plan = shots(&list.iter().map(String::as_str).collect::<Vec<_>>());
    let mut files = Files::of(&plan.replace("\"wide\"", "\"\\u001b[31mwide\\u202e\""));
    files.checklist = Some(
        r#"{"version":1,"mode":"planned","items":[{"id":"\u001b","title":"\u001b[2J\u202e step","status":"in_progress","summary":"\u0000\u200b"}],"currentIndex":0}"#
            .into(),
    );
    files
}

#[test]
fn nothing_that_steers_the_terminal_reaches_a_cell() {
    for (width, height) in [(40, 10), (60, 20), (80, 24), (200, 60)] {
        let mut board = hostile().open();
        board.resize(width, height);
        for _ in HOSTILE {
            check(&board.state);
            board.keys("enter j");
            check(&board.state);
            board.keys("esc c").paste("\u{1b}[31m\u{202e}x\u{0}\u{9b}\u{200b}\u{feff}y\r\n\tz");
            check(&board.state);
            board.keys("enter j");
        }
        for keys in ["x", "esc !", "esc ?", "esc o", "esc / x", "esc"] {
            board.keys(keys);
            check(&board.state);
        }
        board.submit();
        check(&board.state);
        board.keys("esc").state.place.name = "\u{1b}]0;x\u{7}\u{202e}project".into();
        board.state.place.plan_comments = "\u{1b}[2J/plan-comments.json".into();
        check(&board.state);
        check(&board.submit().state);
    }
}

#[test]
fn a_hostile_search_and_clip_are_cleaned() {
    let text = format!(
        r#"{{"version":2,"output":{{"fps":30}},"sources":[{{"id":"a","path":"\u001b[2J/a.mp4"}}],
        "tracks":[{{"id":"t","lane":"visual","name":"\u202e\u001b","items":[{{"id":"\u001b\u202e","name":"{}","at":0,"duration":3,
        "source":{{"kind":"media","src":"a","in":0,"out":1}}}}]}}]}}"#,
        HOSTILE.join(" ")
    );
    let mut board = Files::of_edit(&text, Pass::Scaffold).open();
    check(&board.state);
    board.keys("enter");
    check(&board.state);
    board.keys("esc /").paste("\u{1b}[2J\u{202e}q").keys("enter");
    check(&board.state);
    board.keys("c").text("x").keys("enter").submit();
    check(&board.state);
}

#[test]
fn a_line_of_a_megabyte_is_drawn_as_quickly_as_a_short_one() {
    let drawn = |description: &str| {
        let mut board = Files::of(&shots(&[&format!("a {description}"), "b second"])).open();
        board.keys("enter");
        let once = |_| {
            let start = Instant::now();
            board.screen();
            start.elapsed()
        };
        (0..5).map(once).min().unwrap_or_default()
    };
    let short = drawn(&"雨の夜 ".repeat(3000));
    let long = drawn(&"雨の夜 ".repeat(100_000));
    assert!(long < short * 5 + Duration::from_millis(5), "{long:?} against {short:?}");
}

#[test]
fn a_long_text_is_cut_and_said_to_be() {
    let mut board = Files::of(&shots(&[&format!("a {}", "x".repeat(1_000_000))])).open();
    board.keys("enter G");
    check(&board.state);
    let mut found = false;
    for _ in 0..40 {
        found |= board.screen().contains("… (+");
        board.keys("pageup");
    }
    assert!(found, "{}", board.screen());
}
