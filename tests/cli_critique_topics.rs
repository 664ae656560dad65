//! One plan-critique.json in a worktree of several topics belongs to one of them (coding plan rules).

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod cli_world;

use std::fs;
use std::path::PathBuf;

use cli_world::World;
use serde_json::{Value, json};

/// A worktree with the topics `login` (waves L1, W1) and `search` (waves S1, W1), of which `search` is the newer.
fn topics() -> (World, PathBuf) {
    let world = World::new(&[]);
    let app = world.root.join("app");
    fs::create_dir_all(app.join(".git")).expect("folder");
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(600);
    for (slug, own, age) in [("login", "L1", Some(old)), ("search", "S1", None)] {
        let dir = app.join(".xyz-harness").join(slug);
        fs::create_dir_all(&dir).expect("folder");
        let wave = |id: &str| json!({"id": id, "changes": [format!("src/{slug}-{id}.rs")], "dependsOn": []});
        let case = |id: &str, layer: &str| {
            json!({"id": id, "layer": layer, "scenario": "s", "steps": "t", "expected": {"text": "x"},
                "executor": "e", "requiresScreenshot": false})
        };
        let plan = json!({"format": "lite", "objective": slug, "waves": [wave(own), wave("W1")],
            "testCases": [case("E1", "mock"), case("E2", "real")]});
        fs::write(dir.join("plan.json"), plan.to_string()).expect("plan");
        if let Some(age) = age {
            let file = fs::File::options().write(true).open(dir.join("plan.json")).expect("file");
            file.set_modified(age).expect("time");
        }
    }
    (world, app)
}

fn write(app: &std::path::Path, anchor: &str) {
    let critique = json!({"version": 1, "round": 1, "objections": [{"id": "OBJ-01", "lens": "security",
        "claim": "It leaks.", "rule": "CON-SEC-01", "evidence": [{"kind": "plan", "ref": anchor}]}], "replies": []});
    fs::create_dir_all(app.join(".pipeline")).expect("folder");
    fs::write(app.join(".pipeline/plan-critique.json"), critique.to_string()).expect("critique");
}

fn codes(value: &Value) -> Vec<&str> {
    value["findings"].as_array().expect("findings").iter().filter_map(|finding| finding["code"].as_str()).collect()
}

#[test]
fn without_a_record_the_topic_whose_plan_has_most_anchors_owns_the_critique_the_newest_on_ties() {
    let (world, app) = topics();
    let app_path = app.to_str().expect("path");
    write(&app, "L1");
    let status = |topic| world.run(&["status", "--json", "--topic", topic, app_path]).json();
    assert_eq!(status("search")["critique"]["verdict"], Value::Null);
    assert_eq!(status("login")["critique"]["verdict"], "awaiting");
    let said = world.run(&["status", "--topic", "search", app_path]).out;
    assert!(said.contains("written for another plan, the topic login"), "{said}");
    write(&app, "W1");
    assert_eq!(status("search")["critique"]["verdict"], "awaiting");
    assert_eq!(status("login")["critique"]["verdict"], Value::Null);
}

#[test]
fn the_gate_says_whose_critique_it_is_and_neither_blocks_nor_clears() {
    let (world, app) = topics();
    let app_path = app.to_str().expect("path");
    write(&app, "L1");
    let run = world.run(&["critique", "check", "--json", "--topic", "search", app_path]).fails(1).json();
    assert_eq!((&run["verdict"], codes(&run)), (&Value::Null, vec!["critique-of-another-plan"]));
    let run = world.run(&["critique", "check", "--topic", "search", app_path]).fails(1);
    assert!(run.out.contains("another plan: the critique belongs to the topic login"), "{}", run.out);
    // The critique by its own name leads to its plan.
    let file = app.join(".pipeline/plan-critique.json");
    let run = world.run(&["critique", "check", "--json", file.to_str().expect("path")]).fails(1).json();
    assert_eq!(
        (&run["verdict"], &run["objections"][0]["anchors"][0]["state"]),
        (&"awaiting".into(), &"resolved".into())
    );
}

#[test]
fn objections_made_for_a_topic_stay_its_own_and_another_needs_a_file_of_its_own() {
    let (world, app) = topics();
    let app_path = app.to_str().expect("path");
    let add = |topic: &str| {
        let dir = app.join(".xyz-harness").join(topic);
        world.run(&["comments", "add", "--target", "W1", "--text", "Why?", dir.to_str().expect("path")]).ok();
    };
    add("login");
    let dir = |topic: &str| app.join(".xyz-harness").join(topic).to_str().expect("path").to_owned();
    let sent = world.run(&["comments", "submit", &dir("login")]).ok();
    assert!(sent.out.contains("planboard critique check .xyz-harness/login"), "{}", sent.out);
    // W1 is in both plans and search is newer, but the objections were made for login.
    let status = |topic| world.run(&["status", "--json", "--topic", topic, app_path]).json();
    assert_eq!(status("login")["critique"]["verdict"], "awaiting");
    assert_eq!(status("search")["critique"]["verdict"], Value::Null);
    add("search");
    let before = fs::read(app.join(".pipeline/plan-critique.json")).expect("critique");
    let run = world.run(&["comments", "submit", &dir("search")]).fails(1);
    assert!(run.err.contains("login") && run.err.contains("--critique FILE"), "{}", run.err);
    assert_eq!(fs::read(app.join(".pipeline/plan-critique.json")).expect("critique"), before);
}

#[test]
fn rounds_restored_keep_lens_and_rule_and_say_what_is_there_already() {
    let (world, app) = topics();
    let dir = app.join(".xyz-harness/login");
    let dir = dir.to_str().expect("path");
    let add =
        ["comments", "add", "--target", "L1", "--text", "Why?", "--lens", "security", "--rule", "CON-SEC-01", dir];
    world.run(&add).ok();
    world.run(&["comments", "submit", dir]).ok();
    let run = world.run(&["rounds", "--restore", "1", dir]).ok();
    assert!(run.err.contains("in the critique already"), "{}", run.err);
    let listed = world.run(&["comments", "list", "--json", dir]).ok().json();
    let comment = &listed["drafts"][0]["comments"][0];
    assert_eq!((&comment["lens"], &comment["rule"]), (&"security".into(), &"CON-SEC-01".into()));
}

#[test]
fn the_hand_off_line_counts_every_objection_without_a_reply() {
    let (world, app) = topics();
    write(&app, "L1");
    let dir = app.join(".xyz-harness/login");
    let dir = dir.to_str().expect("path");
    world.run(&["comments", "add", "--target", "W1", "--text", "Why?", dir]).ok();
    let sent = world.run(&["comments", "submit", dir]).ok();
    assert!(sent.out.contains("There are 2 objections"), "{}", sent.out);
}

#[test]
fn the_sample_shows_its_critique_at_its_own_topic_only() {
    let world = World::new(&[]);
    let place = world.run(&["demo", "coding", "--print"]).ok().out;
    let place = place.trim_end();
    let other = world.run(&["status", "--json", "--topic", "loan-sync", place]).json();
    assert_eq!(other["critique"]["verdict"], Value::Null);
    let own = world.run(&["status", "--json", place]).json();
    assert_eq!(own["critique"]["verdict"], "blocked");
}
