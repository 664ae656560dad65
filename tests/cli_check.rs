//! `planboard check`: every mistake of a file in one run, each at its place, in each of the forms.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod cli_world;

use std::collections::BTreeSet;
use std::fs;

use cli_world::{EDIT_V2, RESEARCH, Run, World, keys};
use serde_json::Value;

/// A research plan with ten different mistakes.
const TEN: &str = r#"{
  "version": 0,
  "topic": {"candidates": [], "selected": "t-9", "decided_at": null},
  "target": {"audience": "a", "competitors": [], "japan_sns": {"platforms": [], "notes": "n"}},
  "structure": {
    "chapters": [{"id": "one", "title": "一章", "duration_estimate_seconds": null, "notes": null}],
    "shots": [
      {"id": "s-01", "chapter_id": "無い", "shot_type": "wide", "description": "朝の台所", "duration_estimate_seconds": 4, "image_path": null},
      {"id": "s-02", "chapter_id": "one", "shot_type": null, "description": "  ", "duration_estimate_seconds": null, "image_path": null},
      {"id": "s-03", "chapter_id": "one", "shot_type": null, "説明": "湯", "description": 7, "duration_estimate_seconds": null, "image_path": null},
      {"id": "s-04", "chapter_id": "one", "shot_type": null, "descripton": "椀", "duration_estimate_seconds": null, "image_path": null},
      {"id": "s-05", "chapter_id": "one", "shot_type": null, "description": "d", "duration_estimate_seconds": -1, "image_path": null},
      {"id": "s-06", "chapter_id": "one", "shot_type": null, "description": "d", "duration_estimate_seconds": null, "image_path": "画/無し.png"},
      {"id": "s-06", "chapter_id": "one", "shot_type": null, "description": "d", "duration_estimate_seconds": null, "image_path": null},
      {"id": "s-08", "id": "s-08", "chapter_id": "one", "shot_type": null, "description": "d", "duration_estimate_seconds": null, "image_path": null}
    ],
    "opening_hook": "h", "confirmed": true, "confirmed_at": null
  },
  "shot_list": [], "sources": [], "feedback": {"reserved": true, "note": null}
}"#;

/// Line, column and code of every finding of a run with `--json`.
fn places(run: &Run) -> Vec<(u64, u64, String)> {
    let place = |finding: &Value| {
        let number = |key: &str| finding[key].as_u64().unwrap_or_default();
        (number("line"), number("column"), finding["code"].as_str().expect("code").to_owned())
    };
    let json = run.json();
    let files = json["files"].as_array().expect("files").iter();
    files.flat_map(|file| file["findings"].as_array().expect("findings")).map(place).collect()
}

#[test]
fn ten_mistakes_of_a_file_are_found_in_one_run_each_at_its_place() {
    let world = World::new(&[("planning/research-plan.json", TEN)]);
    let run = world.run(&["check", "planning/research-plan.json", "--json"]).fails(1);
    let places = places(&run);
    for (line, column, code) in [
        (3, 43, "unknown-candidate"),
        (8, 36, "unknown-chapter"),
        (9, 77, "empty-text"),
        (10, 88, "wrong-type"),
        (11, 62, "missing-key"),
        (12, 111, "out-of-range"),
        (13, 131, "missing-picture"),
        (14, 14, "duplicate-id"),
        (15, 22, "duplicate-key"),
        (17, 39, "confirmed-and-time-disagree"),
    ] {
        assert!(places.contains(&(line, column, code.to_owned())), "{line}:{column} {code} in {places:?}");
    }
    let codes: BTreeSet<&str> = places.iter().map(|(_, _, code)| code.as_str()).collect();
    assert!(codes.len() >= 10, "{codes:?}");
    assert!(places.is_sorted_by_key(|(line, column, _)| (*line, *column)), "{places:?}");
}

#[test]
fn a_finding_is_shown_with_its_line_and_carets_under_what_was_found() {
    let world = World::new(&[("planning/research-plan.json", TEN)]);
    let run = world.run(&["check", "planning/research-plan.json"]).fails(1);
    assert_eq!(run.err, "");
    let lines: Vec<&str> = run.out.lines().collect();
    let at =
        lines.iter().position(|line| line.starts_with("planning/research-plan.json:8:36: error[unknown-chapter]: "));
    let at = at.unwrap_or_else(|| panic!("{}", run.out));
    assert!(lines[at + 1].contains("\"chapter_id\": \"無い\""), "{}", run.out);
    // Two cells of margin, 35 before the place; the value takes four cells and its quotes.
    assert_eq!(lines[at + 2], format!("  {}^^^^^^", " ".repeat(35)));
    // The place of a value behind wide characters: `"説明": "湯", "description": ` has three of them.
    let at = lines.iter().position(|line| line.starts_with("planning/research-plan.json:10:88: ")).expect("line 10");
    let before = lines[at + 1].split("7,").next().expect("text before");
    let cells = before.chars().map(|c| if c.is_ascii() || c == '…' { 1 } else { 2 }).sum::<usize>();
    assert_eq!(lines[at + 2].find('^'), Some(cells));
    assert!(run.out.contains("Did you mean it with \"descripton\"?"), "{}", run.out);
    assert!(lines.last().expect("a sum").starts_with("Files checked: 1. Errors: "), "{}", run.out);
}

#[test]
fn a_good_file_gives_0_and_warnings_alone_too() {
    let twice = RESEARCH.replacen("\"version\": 0,", "\"version\": 0, \"version\": 0,", 1);
    let world = World::new(&[("planning/research-plan.json", RESEARCH), ("edit.json", EDIT_V2)]);
    let run = world.run(&["check", "planning/research-plan.json", "edit.json"]).ok();
    assert_eq!(run.out, "Files checked: 2. Errors: 0. Warnings: 0.\n");
    fs::write(world.film().join("planning/research-plan.json"), twice).expect("file");
    let run = world.run(&["check", "planning/research-plan.json"]).ok();
    assert!(run.out.contains("planning/research-plan.json:2:17: warning[duplicate-key]: "), "{}", run.out);
    assert!(run.out.ends_with("Files checked: 1. Errors: 0. Warnings: 1.\n"), "{}", run.out);
}

#[test]
fn wrong_usage_is_2() {
    let world = World::new(&[]);
    for args in [
        &["check"] as &[&str],
        &["check", "--as", "slot", "x"],
        &["check", "--tier", "heavy", "x"],
        &["check", "--format", "xml", "x"],
        &["check", "--json", "--format", "github", "x"],
    ] {
        world.run(args).fails(2);
    }
    assert!(world.run(&["check", "--as", "slot", "x"]).err.contains("plan-comments, research-plan, edit"));
}

#[test]
fn json_has_the_files_their_kinds_and_the_sums() {
    let world = World::new(&[("edit.json", EDIT_V2), ("odd.json", "{\"a\": 1}")]);
    let run = world.run(&["check", "--json", "edit.json", "odd.json", "nothing.json"]).fails(1);
    let json = run.json();
    assert_eq!(keys(&json), ["files", "errors", "warnings"]);
    let file = &json["files"][0];
    assert_eq!(keys(file), ["file", "kind", "findings"]);
    assert_eq!((file["file"].as_str(), file["kind"].as_str()), (Some("edit.json"), Some("edit")));
    assert_eq!(file["findings"].as_array().map(Vec::len), Some(0));
    assert!(json["files"][1]["kind"].is_null() && json["files"][2]["kind"].is_null());
    let finding = &json["files"][1]["findings"][0];
    let wanted = ["file", "line", "column", "pointer", "severity", "code", "message", "found", "expected", "hint"];
    assert_eq!(keys(finding).into_iter().collect::<BTreeSet<_>>(), wanted.into_iter().collect());
    assert_eq!(finding["code"], "unknown-kind");
    assert_eq!(json["files"][2]["findings"][0]["code"], "unreadable");
    assert_eq!((json["errors"].as_u64(), json["warnings"].as_u64()), (Some(2), Some(0)));
}

#[test]
fn annotations_of_github_stand_alone_on_stdout() {
    let text = "{\n \"version\": 0, \"a,b:c%\": 1, \"a,b:c%\": 2}";
    let world = World::new(&[("a,b:c.json", text)]);
    let run = world.run(&["check", "--as", "plan-comments", "--format", "github", "a,b:c.json"]).fails(1);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines.iter().all(|line| line.starts_with("::error ") || line.starts_with("::warning ")), "{}", run.out);
    let head = "::warning file=a%2Cb%3Ac.json,line=2,col=29,title=planboard duplicate-key::";
    let warning = lines.iter().find(|line| line.starts_with(head)).unwrap_or_else(|| panic!("{}", run.out));
    assert!(warning.contains("a,b:c%25") && warning.contains("%0A"), "{warning}");
    assert!(run.err.starts_with("Files checked: 1. Errors: "), "{}", run.err);
}

#[test]
fn stdin_is_told_by_its_content_or_as_said() {
    let world = World::new(&[]);
    let run = world.run_with(&["check", "--json", "-"], EDIT_V2.as_bytes()).ok();
    assert_eq!(
        (run.json()["files"][0]["kind"].as_str(), run.json()["files"][0]["file"].as_str()),
        (Some("edit"), Some("<stdin>"))
    );
    let run = world.run_with(&["check", "-"], b"{}").fails(1);
    assert!(run.out.starts_with("<stdin>: error[unknown-kind]: "), "{}", run.out);
    assert!(run.out.contains("--as"), "{}", run.out);
    let run = world.run_with(&["check", "--as", "plan-comments", "-"], b"{}").fails(1);
    assert!(run.out.starts_with("<stdin>:1:1: error[missing-key]: "), "{}", run.out);
    let run = world.run_with(&["check", "-"], b"").fails(1);
    assert!(run.out.contains("error[empty-file]"), "{}", run.out);
}

#[test]
fn the_sentences_follow_the_language() {
    let world = World::new(&[("odd.json", "{}")]);
    let run = world.run(&["check", "--lang", "ja", "odd.json"]).fails(1);
    assert!(run.out.contains("--as で種類を指定してください"), "{}", run.out);
    assert!(run.out.ends_with("確かめたファイル: 1件。エラー: 1件。警告: 0件。\n"), "{}", run.out);
}

#[test]
fn colours_are_used_when_asked_for() {
    let world = World::new(&[("odd.json", "{}")]);
    let run = world.run(&["check", "--color", "always", "odd.json"]).fails(1);
    assert!(run.out.starts_with("\u{1b}[1;31modd.json: error[unknown-kind]\u{1b}[0m: "), "{:?}", run.out);
    assert!(!world.run(&["check", "odd.json"]).out.contains('\u{1b}'));
}

#[test]
fn thousands_of_findings_are_said_in_time_that_grows_with_the_file_only() {
    // One line of some megabytes: every finding is found again in it.
    let shot = r#"{"chapter_id":"無い","shot_type":"wide","description":"","duration_estimate_seconds":null,"image_path":null}"#;
    let shots = vec![shot; 3000].join(",");
    let plan = RESEARCH.replacen("\"shots\": [", &format!("\"shots\": [{shots},"), 1).replace('\n', " ");
    let world = World::new(&[("research-plan.json", &plan)]);
    let run = world.run(&["check", "research-plan.json"]).fails(1);
    assert!(run.out.matches("error[unknown-chapter]").count() == 3000, "{}", run.out.len());
    assert!(run.out.lines().count() > 15_000);
}
