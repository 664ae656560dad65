//! Coding plans and reports on the command line where something is not as it should be.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod cli_world;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use cli_world::World;
use serde_json::Value;

const PLAN: &str = r#"{"format": "lite", "objective": "o", "waves": [
  {"id": "W1", "changes": ["a"], "dependsOn": []}, {"id": "W2", "changes": ["b"], "dependsOn": ["W9"]}],
  "testCases": [{"id": "E1", "layer": "mock", "scenario": "s", "steps": "t", "expected": {"text": "x"}, "executor": "e",
    "requiresScreenshot": false}]}"#;

fn world() -> (World, PathBuf) {
    let world = World::new(&[]);
    let app = world.root.join("app");
    fs::create_dir_all(app.join(".git")).expect("folder");
    fs::write(app.join("plan.json"), PLAN).expect("plan");
    (world, app)
}

fn path(of: &std::path::Path) -> &str {
    of.to_str().expect("path")
}

#[test]
fn what_waits_for_an_unknown_id_cannot_begin_at_once() {
    let (world, app) = world();
    let shown = world.run(&["show", path(&app)]).out;
    assert!(shown.contains("wave:W1\tW1\tLayer 1 (can begin at once)"), "{shown}");
    assert!(shown.contains("wave:W2\tW2\tLayer 1, but waits for an id that is not there"), "{shown}");
}

#[test]
fn a_target_that_is_not_there_is_told_in_the_words_of_the_plan() {
    let (world, app) = world();
    let run = world.run(&["comments", "add", "--target", "E1x", "--text", "t", path(&app)]).fails(1);
    assert!(run.err.contains("no wave, case or deliverable") && run.err.contains("wave:W1"), "{}", run.err);
    let run = world.run(&["comments", "add", "--target", "e1", "--text", "t", path(&app)]).fails(1);
    assert!(run.err.contains("did you mean E1?"), "{}", run.err);
    let run = world.run(&["comments", "submit", path(&app)]).fails(1);
    assert!(run.err.contains("approve the plan on the board") && !run.err.contains("--allow-empty"), "{}", run.err);
}

#[test]
fn another_programs_plan_is_no_coding_plan() {
    let (world, app) = world();
    fs::write(app.join("plan.json"), r#"{"name": "holiday", "days": 3}"#).expect("plan");
    let run = world.run(&["status", path(&app.join("plan.json"))]).fails(1);
    assert!(run.err.contains("is not a coding plan"), "{}", run.err);
    let checked = world.run(&["check", "--json", path(&app)]).json();
    assert_eq!(checked["files"], serde_json::json!([]));
    world.run(&["check", path(&app.join("plan.json"))]).fails(1);
}

#[test]
fn status_of_a_video_names_the_coding_plan_beside_it() {
    let world = World::plan();
    fs::write(world.film().join("plan.json"), PLAN).expect("plan");
    let said = world.run(&["status"]).out;
    assert!(
        said.contains("A coding plan is here, too") && said.contains("planboard ") && said.contains("plan.json"),
        "{said}"
    );
}

#[test]
fn a_report_that_cannot_be_read_is_null_and_told() {
    let (world, app) = world();
    let report = app.join("nowhere.md");
    let args = ["status", "--report", path(&report), path(&app)];
    let run = world.run(&args);
    assert!(run.out.contains("Report: it cannot be read"), "{}", run.out);
    let value = world.run(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(value["report"], Value::Null);
}

#[test]
fn a_folder_of_the_critique_that_is_none_or_leads_out_is_refused_with_its_reason() {
    let (world, app) = world();
    world.run(&["comments", "add", "--target", "W1", "--text", "Why?", path(&app)]).ok();
    fs::write(app.join(".pipeline"), "x").expect("file");
    let run = world.run(&["comments", "submit", path(&app)]).fails(1);
    assert!(run.err.contains("is no folder"), "{}", run.err);
    fs::remove_file(app.join(".pipeline")).expect("removed");
    let outside = world.root.join("outside");
    fs::create_dir_all(&outside).expect("folder");
    symlink(&outside, app.join(".pipeline")).expect("link");
    let run = world.run(&["comments", "submit", path(&app)]).fails(1);
    assert!(run.err.contains("leads out of the worktree"), "{}", run.err);
    assert_eq!(fs::read_dir(&outside).expect("folder").count(), 0);
    fs::remove_file(app.join(".pipeline")).expect("removed");
    fs::create_dir(app.join("inside")).expect("folder");
    symlink(app.join("inside"), app.join(".pipeline")).expect("link");
    world.run(&["comments", "submit", path(&app)]).ok();
}

#[test]
fn artifacts_outside_of_the_root_are_findings_and_names_may_have_spaces() {
    let (world, app) = world();
    fs::create_dir_all(app.join("docs")).expect("folder");
    fs::write(app.join("docs/my notes.md"), "x").expect("file");
    fs::write(world.root.join("secret.md"), "x").expect("file");
    symlink(world.root.join("secret.md"), app.join("link.md")).expect("link");
    let report = |artifact: &str| {
        let text = format!(
            "Done.\n\nArtifacts: {artifact}\n\n## Decisions needed\nnone\n\n## Verification\n- t: executed (ok)\n\nOUTCOME: success\n"
        );
        fs::write(app.join("report.md"), text).expect("report");
        let file = app.join("report.md");
        let value = world.run(&["report", "check", "--json", "--root", path(&app), path(&file)]).json();
        let findings = value["findings"].as_array().expect("findings").clone();
        findings.iter().filter_map(|finding| finding["code"].as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(report("plan.json"), Vec::<String>::new());
    for outside in ["../secret.md", "../nowhere.md", "/etc/passwd.txt", "link.md", "docs/../../secret.md"] {
        assert_eq!(report(outside), ["report-artifact-outside"], "{outside}");
    }
    assert_eq!(report("`docs/my notes.md`"), Vec::<String>::new());
    assert_eq!(report("`docs/my other notes.md`"), ["report-artifact-not-there"]);
}

#[test]
fn near_states_are_named_in_the_language_of_the_word_that_is_written() {
    let (world, app) = world();
    let file = app.join("report.md");
    let text = "Done.\n\nArtifacts: a.md\n\n## Decisions needed\nnone\n\n## Verification\n- t: skipped (no time)\n\nOUTCOME: success\n";
    fs::write(&file, text).expect("report");
    let run = world.run(&["report", "check", "--reply", path(&file)]).fails(1);
    assert!(run.out.contains("did you mean not run?") && run.out.contains("Item 5, line"), "{}", run.out);
}

#[test]
fn the_copy_of_the_sample_names_the_command_that_opens_its_report_too() {
    let run = World::new(&[]).run(&["demo", "coding", "--print"]).ok();
    assert!(run.err.contains("--report ") && run.err.contains("reports/report-1.md"), "{}", run.err);
    assert_eq!(run.out.lines().count(), 1);
}
