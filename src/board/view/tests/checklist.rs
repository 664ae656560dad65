//! The checklist panel as it looks.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::screens::snapshot;
use crate::board::testing::*;
use crate::locale::Language;
use crate::project::notes::Task;

const SIZES: [(u16, u16); 3] = [(40, 10), (80, 24), (120, 40)];

/// The film's list, in the middle of its work.
fn film(language: Language) -> Value {
    let p = |en, ja| pick(language, en, ja);
    let mut list = steps(5, 2);
    let titles = [
        p("Choose the topic", "題材を決める"),
        p("Write chapters and shots", "章とショットを書く"),
        p("Make the stills: lantern, street, kettle, cups", "静止画を作る（提灯・通り・やかん・湯呑み）"),
        p("Animate the stills", "静止画を動かす"),
        p("Cut against the music", "音楽に合わせて編集する"),
    ];
    for (item, title) in list["items"].as_array_mut().unwrap().iter_mut().zip(titles) {
        item["title"] = json!(title);
    }
    list["items"][0]["summary"] = json!(p("Rain at night; two rivals looked at.", "夜の雨に決定。競合を二つ確認。"));
    list["items"][1]["summary"] = json!(p(
        "Three chapters, seven shots. The hook opens on the lantern; nothing is longer than six seconds.",
        "三章、七ショット。冒頭は提灯から。六秒を超えるものはなし。"
    ));
    list["items"][1]["changedFiles"] = json!(["planning/research-plan.json", "planning/notes.md"]);
    list["lastStepSummary"] = list["items"][1]["summary"].clone();
    list
}

fn board(language: Language, change: impl FnOnce(&mut Value)) -> Board {
    opened(language, None, change)
}

fn opened(language: Language, task: Option<Task>, change: impl FnOnce(&mut Value)) -> Board {
    let mut list = film(language);
    change(&mut list);
    let mut files = Files { language, task, ..with_checklist(&list) };
    files.research = structure(language).research;
    let mut board = files.open();
    board.keys("x");
    board
}

#[test]
fn running() {
    snapshot("checklist-running", &SIZES, |language| board(language, |_| {}));
}

#[test]
fn in_a_database() {
    snapshot("checklist-task", &SIZES, |language| {
        let task = Task { others: vec!["t-3".into(), "t-12".into()], ..task("in_review") };
        opened(language, Some(task), |list| list["autoContinueOnDone"] = json!(false))
    });
}

#[test]
fn stopped() {
    snapshot("checklist-stopped", &SIZES, |language| board(language, |list| list["mode"] = json!("stopped")));
}

#[test]
fn complete() {
    snapshot("checklist-complete", &SIZES, |language| {
        board(language, |list| {
            for item in list["items"].as_array_mut().unwrap() {
                item["status"] = json!("done");
            }
            list["currentIndex"] = json!(4);
        })
    });
}

#[test]
fn turns_used_up() {
    snapshot("checklist-used-up", &SIZES, |language| board(language, |list| list["autoTurnsUsed"] = json!(6)));
}

#[test]
fn a_note() {
    snapshot("checklist-note", &SIZES, |language| {
        let text = "Ask Mina about the kettle.\n\n- the blue one\n- やかんは二つ";
        let mut board = Files { language, checklist: Some(text.to_owned()), ..structure(language) }.open();
        board.keys("x");
        board
    });
}

#[test]
fn a_newer_one() {
    snapshot("checklist-newer", &SIZES, |language| board(language, |list| list["version"] = json!(3)));
}

#[test]
fn with_findings() {
    snapshot("checklist-findings", &SIZES, |language| {
        let mut board = board(language, |list| {
            list["items"][2]["status"] = json!("pending");
            list["items"][3]["id"] = json!("step-1");
            list["autoTurnsUsed"] = json!(9);
        });
        board.keys("G");
        board
    });
}

#[test]
fn hostile_and_wide_titles_stay_in_line() {
    snapshot("checklist-titles", &SIZES, |language| {
        board(language, |list| {
            let titles = [
                "배포 계획 정리하기: 체크리스트를 단계별로 나누고 이어서 진행",
                "👨‍👩‍👧‍👦 🏳️‍🌈 🇯🇵🇰🇷 각 ｶﾞ 가족",
                "\u{1b}[2J\u{1b}]0;owned\u{7}wiped \u{202e}txt.exe\u{2066} ze\u{200b}ro\u{feff}",
                "two\nlines\r\nand\u{2028}more\ttab",
                "",
            ];
            for (item, title) in list["items"].as_array_mut().unwrap().iter_mut().zip(titles) {
                item["title"] = json!(title);
            }
            list["items"][1]["summary"] = json!("요약: 완료 ✅ \u{1b}[31mred\u{202e}");
            list["items"][1]["changedFiles"] = json!(["src/\u{1b}[2Ja.rs", "문서/계획\n.md"]);
        })
    });
}

#[test]
fn confirming_a_step() {
    snapshot("checklist-next", &SIZES, |language| {
        let mut board = board(language, |_| {});
        board.keys("n").text(pick(language, "Four stills, all at 4K", "静止画四点、すべて4K"));
        board
    });
}

#[test]
fn confirming_a_step_of_an_unapproved_task() {
    snapshot("checklist-next-forced", &SIZES, |language| {
        opened(language, Some(task("in_review")), |_| {}).after("n enter")
    });
}

#[test]
fn confirming_a_stop_and_a_resumption() {
    snapshot("checklist-stop", &SIZES, |language| board(language, |_| {}).after("s"));
    snapshot("checklist-resume", &SIZES, |language| board(language, |list| list["mode"] = json!("stopped")).after("r"));
}

#[test]
fn only_so_many_files_of_a_step_are_named() {
    let mut list = steps(2, 1);
    let files: Vec<String> = (0..100_000).map(|n| format!("f{n}.rs")).collect();
    list["items"][0]["changedFiles"] = json!(files);
    let mut board = with_checklist(&list).open();
    board.keys("x");
    assert!(board.flat().contains("and 99960 more"), "{}", board.screen());
}

/// The least time a hundred keys in the panel take, each drawn, with a list of `n` steps.
fn a_hundred_keys(n: usize) -> Duration {
    let mut board = with_checklist(&steps(n, n / 2)).open();
    let mut least = Duration::MAX;
    for _ in 0..3 {
        let start = Instant::now();
        board.keys("x");
        for _ in 0..25 {
            for key in ["j", "pagedown", "G", "k"] {
                board.keys(key);
                draw(&board.state);
            }
        }
        board.keys("esc");
        least = least.min(start.elapsed());
    }
    least
}

#[test]
fn a_key_takes_no_longer_in_a_long_list() {
    let (small, large) = (a_hundred_keys(40), a_hundred_keys(2_000));
    assert!(large < small * 3, "{large:?} with 2,000 steps, {small:?} with 40");
}
