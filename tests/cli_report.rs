//! `planboard report check`: what it says, its JSON, what is sent back, its exit codes.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod cli_world;

use std::fs;
use std::io::Write;
use std::process::Stdio;

use cli_world::{Run, World, keys};
use serde_json::json;

const GOOD: &str = "The parser is moved.\n\nArtifacts: src/a.rs\n\n## Decisions needed\n- [P2] Rename later?\n- [P1] Which name?\n\n\
## Verification\n- tests: executed (`cargo test`: 3 passed)\n- bench: not run (no machine)\n\nOUTCOME: partial\n";

const BAD: &str = "完了しました。\n\n成果物: src/a.rs\n\n## 要判断事項\n- 命名をどうするか\n\n## 検証結果\n- 単体: 実行済み（可）\n\nOutcome: success\n";

fn world(text: &str) -> World {
    World::new(&[("report.md", text)])
}

fn piped(world: &World, args: &[&str], text: &[u8]) -> Run {
    let mut child =
        world.command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text).unwrap();
    Run::of(child.wait_with_output().unwrap())
}

#[test]
fn a_person_reads_the_outcome_the_five_items_and_the_decisions_most_urgent_first() {
    let out = world(GOOD).run(&["report", "check", "report.md"]).ok().out;
    for part in [
        "report.md: OUTCOME: partial",
        "for a person  2 the work stayed",
        "PASS  3 the OUTCOME line is the last",
        "Verification: executed 1 · not run 1",
        "executed  tests (`cargo test`: 3 passed) (line 10)",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    let place = |text: &str| out.find(text).unwrap_or_else(|| panic!("{text}\n{out}"));
    assert!(place("[P1] Which name? (line 7)") < place("[P2] Rename later? (line 6)"));
}

#[test]
fn json_has_its_stable_keys() {
    let run = world(GOOD).run(&["report", "check", "report.md", "--json"]).ok();
    let value = run.json();
    assert_eq!(keys(&value), ["outcome", "review", "decisions", "verification", "acceptance", "findings"]);
    assert_eq!(value["outcome"], "partial");
    assert_eq!(value["review"], false);
    assert_eq!(value["decisions"][0], json!({"priority": "P2", "text": "Rename later?", "line": 6}));
    assert_eq!(value["acceptance"][2], json!({"item": 3, "result": "pass"}));
    assert_eq!(value["verification"][1]["state"], "未実行");
    let value = world(BAD).run(&["report", "check", "report.md", "--json"]).fails(1).json();
    assert_eq!(value["outcome"], json!(null));
    assert_eq!(value["decisions"][0]["priority"], json!(null));
    assert_eq!(value["findings"][0]["severity"], "error");
}

#[test]
fn findings_stand_under_the_report_with_a_caret() {
    let out = world(BAD).run(&["report", "check", "report.md"]).fails(1).out;
    assert!(out.contains("report.md:6:3: error[report-decision-unclassified]"), "{out}");
    assert!(out.contains("FAIL  4 decisions are classified"), "{out}");
    assert!(out.contains("  - 命名をどうするか\n    ^^^"), "{out}");
}

#[test]
fn the_reply_is_all_that_is_printed_and_nothing_when_all_passes() {
    let run = world(GOOD).run(&["report", "check", "report.md", "--reply"]).ok();
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""));
    let run = world(BAD).run(&["report", "check", "report.md", "--reply"]).fails(1);
    assert!(run.out.contains("Item 4, line 6") && run.out.contains("Item 3, line 11"), "{}", run.out);
}

#[test]
fn the_reply_is_in_the_language_of_the_report_where_nothing_else_says() {
    let world = world(BAD);
    let mut command = world.command(&["report", "check", "report.md", "--reply"]);
    let run = Run::of(command.env("LANG", "C").output().unwrap());
    assert!(run.out.contains("項目 4、6 行目"), "{}", run.out);
}

#[test]
fn stdin_is_a_report_too() {
    let world = world("");
    let run = piped(&world, &["report", "check", "-"], BAD.as_bytes()).fails(1);
    assert!(run.out.contains("<stdin>:6:3: error["), "{}", run.out);
    piped(&world, &["report", "check", "-"], GOOD.as_bytes()).ok();
}

#[test]
fn artifacts_are_looked_for_below_the_root_alone_where_asked() {
    let world = world(GOOD);
    world.run(&["report", "check", "report.md"]).ok();
    let run = world.run(&["report", "check", "report.md", "--root", "."]).fails(1);
    assert!(run.out.contains("error[report-artifact-not-there]"), "{}", run.out);
    fs::create_dir_all(world.film().join("src")).unwrap();
    fs::write(world.film().join("src/a.rs"), "").unwrap();
    world.run(&["report", "check", "report.md", "--root", "."]).ok();
    let run = world.run(&["report", "check", "report.md", "--root", "nowhere"]).fails(2);
    assert!(run.err.contains("nowhere is no directory"), "{}", run.err);
}

#[test]
fn review_reads_a_p0_with_success_as_a_review_does() {
    let text = GOOD.replace("[P1]", "[P0]").replace("partial", "success");
    let world = world(&text);
    let run = world.run(&["report", "check", "report.md"]).fails(1);
    assert!(run.out.contains("report-p0-with-success"), "{}", run.out);
    let run = world.run(&["report", "check", "report.md", "--review", "--json"]).ok();
    assert_eq!(run.json()["review"], true);
}

#[test]
fn what_cannot_be_read_says_why() {
    let world = world("");
    let run = world.run(&["report", "check", "missing.md"]).fails(1);
    assert!(run.err.contains("missing.md: error[unreadable]"), "{}", run.err);
    let run = world.run(&["report", "check", "missing.md", "--json"]).fails(1);
    assert_eq!(run.json()["findings"][0]["code"], "unreadable");
    let run = world.run(&["report", "check", ".", "--reply"]).fails(1);
    assert_eq!(run.out, "");
    world.run(&["report", "check"]).fails(2);
}

#[test]
fn controls_of_a_hostile_report_do_not_reach_the_terminal() {
    let text = GOOD.replace("Which name?", "Which \u{1b}[31mname\u{202e}?").replace("moved", "\u{9b}2Jmoved");
    for args in [&["report", "check", "report.md"][..], &["report", "check", "report.md", "--json"]] {
        let out = world(&text).run(args).out;
        assert!(!out.contains(['\u{1b}', '\u{9b}', '\u{202e}']), "{out:?}");
    }
}
