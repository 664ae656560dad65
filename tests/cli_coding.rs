//! Coding projects on the command line: what there is, the targets, objections (command line rules; coding plan rules).

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::unwrap_used)]

mod cli_world;

use std::fs;

use cli_world::{Run, World, keys};

const LITE: &str = r#"{
  "format": "lite", "objective": "search",
  "waves": [
    {"id": "W1", "changes": ["src/a.ts"], "dependsOn": []},
    {"id": "W2", "changes": ["src/b.ts"], "dependsOn": ["W1"]},
    {"id": "W3", "changes": ["src/c.ts"], "dependsOn": ["W2", "W9"]},
    {"id": "W4", "changes": ["src/d.ts"], "dependsOn": ["W5"]},
    {"id": "W5", "changes": ["src/e.ts"], "dependsOn": ["W4"]}
  ],
  "testCases": [
    {"id": "E1", "layer": "mock", "scenario": "found", "steps": "look at src/a.ts", "expected": {"text": "t"}, "executor": "vitest", "requiresScreenshot": false},
    {"id": "W2", "layer": "real", "scenario": "also called W2", "steps": "s", "expected": {"text": "t"}, "executor": "sh", "requiresScreenshot": true}
  ]
}"#;

fn lite() -> World {
    let world = World::new(&[]);
    fs::remove_dir_all(world.film().join("planning")).expect("folder");
    fs::remove_dir_all(world.film().join(".akari")).expect("folder");
    fs::write(world.film().join("plan.json"), LITE).expect("plan");
    world
}

/// A plan in which nothing is wrong.
fn sound() -> World {
    let world = lite();
    let cut = LITE.replace(r#", "W9""#, "").replace(r#""dependsOn": ["W5"]"#, r#""dependsOn": []"#);
    fs::write(world.film().join("plan.json"), cut).expect("plan");
    world
}

fn topics() -> World {
    let world = lite();
    fs::remove_file(world.film().join("plan.json")).expect("plan");
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(600);
    for (slug, age) in [("login", Some(old)), ("search", None)] {
        let dir = world.film().join(".xyz-harness").join(slug);
        fs::create_dir_all(&dir).expect("folder");
        fs::write(dir.join("plan.json"), LITE).expect("plan");
        if let Some(age) = age {
            let file = fs::File::options().write(true).open(dir.join("plan.json")).expect("file");
            file.set_modified(age).expect("time");
        }
    }
    world
}

#[test]
fn status_has_three_passes_that_are_not_available_and_the_coding_plan() {
    let world = topics();
    let value = world.run(&["status", "--json"]).json();
    let passes = value["passes"].as_array().unwrap();
    assert_eq!(passes.len(), 3);
    assert!(passes.iter().all(|pass| pass["available"] == false && pass["reason"].is_string()));
    let coding = &value["coding"];
    assert_eq!(keys(coding), ["format", "file", "topics", "waves", "cases", "layers", "commented"]);
    assert_eq!(coding["format"], "lite");
    assert!(coding["file"].as_str().unwrap().ends_with(".xyz-harness/search/plan.json"));
    assert_eq!(coding["topics"], serde_json::json!(["search", "login"]));
    assert_eq!((&coding["waves"], &coding["cases"], &coding["layers"]), (&5.into(), &2.into(), &3.into()));
    assert!(value["critique"].is_null() && value["report"].is_null());
}

#[test]
fn status_names_all_topics_and_says_layers_and_chain() {
    let world = topics();
    let said = world.run(&["status"]).out;
    assert!(said.contains("Topic: search; others, the newest first, with --topic: login"), "{said}");
    assert!(said.contains("W1 → W2 → W3") && said.contains("mock 1, real 1"), "{said}");
    let other = world.run(&["status", "--topic", "login", "--json"]).json();
    assert!(other["coding"]["file"].as_str().unwrap().contains("login"));
}

#[test]
fn the_status_line_counts_targets_and_drafts() {
    let world = sound();
    world.run(&["comments", "add", "--target", "W1", "--text", "Why?"]).ok();
    assert_eq!(world.run(&["status", "--line"]).ok().out.trim_end(), "plan 7 · draft 1");
}

#[test]
fn a_topic_that_is_not_there_is_an_error_that_names_the_others() {
    let world = topics();
    let run = world.run(&["status", "--topic", "nope"]).fails(1);
    assert!(run.err.contains("search, login"), "{}", run.err);
    let run = world.run(&["status", "--topic", "nope", "/"]).fails(1);
    assert!(run.err.contains("nope"), "{}", run.err);
}

#[test]
fn show_lists_ids_without_lengths_and_marks_cycles_and_unknown_ids() {
    let run = lite().run(&["show"]).fails(1);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "wave:W1\tW1\tLayer 1 (can begin at once)\tsrc/a.ts\t");
    assert_eq!(lines[2], "wave:W3\tW3\tLayer 3\tsrc/c.ts\twaits for W2, waits for W9, which is not there, 1 finding");
    assert!(lines[3].starts_with("wave:W4\tW4\tOn a cycle, or behind one\tsrc/d.ts\twaits for W5, on a cycle"));
}

#[test]
fn show_as_an_indented_list_marks_the_longest_chain_and_names_cycles() {
    let run = lite().run(&["show", "--ascii"]).fails(1);
    assert!(run.out.contains("Layer 2\n  * wave:W2  src/b.ts  (waits for W1"), "{}", run.out);
    assert!(run.out.contains("    wave:W4"), "{}", run.out);
    assert!(run.out.contains("Cycle, each waits for the next: W4 -> W5 -> W4\n* longest chain"), "{}", run.out);
    assert!(run.out.is_ascii(), "{}", run.out);
    World::plan().run(&["show", "--ascii"]).fails(2);
}

#[test]
fn show_as_json_has_no_times() {
    let value = sound().run(&["show", "--json"]).ok().json();
    assert_eq!(value["pass"], "coding");
    let first = &value["targets"][0];
    assert_eq!((&first["id"], &first["kind"]), (&"wave:W1".into(), &"wave".into()));
    assert!(first["start_seconds"].is_null() && first["length_seconds"].is_null());
    assert_eq!(first["group"], "Layer 1 (can begin at once)");
    assert_eq!(first["target"]["changes"][0], "src/a.ts");
    sound().run(&["show", "--pass", "final"]).fails(1);
    sound().run(&["show", "--pass", "coding"]).fails(2);
}

#[test]
fn an_objection_has_scope_for_its_lens_and_no_rule_unless_told() {
    let world = sound();
    let added = world.run(&["comments", "add", "--target", "W1", "--text", "Why?", "--json"]).ok().json();
    assert_eq!((&added["target_id"], &added["lens"], &added["rule"]), (&"wave:W1".into(), &"scope".into(), &().into()));
    let add = ["comments", "add", "--target", "case:E1", "--text", "Log", "--lens", "security", "--rule", "CON-SEC-01"];
    world.run(&add).ok();
    let listed = world.run(&["comments", "list", "--json"]).ok().json();
    let comments = &listed["drafts"][0]["comments"];
    assert_eq!((&comments[1]["lens"], &comments[1]["rule"]), (&"security".into(), &"CON-SEC-01".into()));
    let text = world.run(&["comments", "list"]).ok().out;
    assert!(text.contains("  E1  found  [security, CON-SEC-01]"), "{text}");
}

#[test]
fn a_bare_id_names_a_target_when_it_is_unique() {
    let world = sound();
    let run = world.run(&["comments", "add", "--target", "W2", "--text", "Which?"]).fails(2);
    assert!(run.err.contains("wave:W2, case:W2"), "{}", run.err);
    world.run(&["comments", "add", "--target", "case:W2", "--text", "This."]).ok();
    world.run(&["comments", "add", "--target", "W7", "--text", "None."]).fails(1);
}

#[test]
fn lens_and_rule_are_checked() {
    let world = sound();
    let add =
        |more: &[&str]| -> Run { world.run(&[&["comments", "add", "--target", "W1", "--text", "t"], more].concat()) };
    add(&["--lens", "taste"]).fails(2);
    add(&["--rule", "CON-SEC-1"]).fails(2);
    let video = World::plan();
    let run = video.run(&["comments", "add", "--target", "s-01", "--text", "t", "--lens", "scope"]).fails(2);
    assert!(run.err.contains("no coding plan"), "{}", run.err);
    let listed = video.run(&["comments", "add", "--target", "s-01", "--text", "t", "--json"]).ok().json();
    assert_eq!(keys(&listed), ["pass", "target_id", "title", "text", "inbox"]);
}

#[test]
fn read_and_done_say_where_objections_are_answered() {
    let world = sound();
    for args in [&["comments", "read"][..], &["comments", "done"], &["comments", "done", "--token", "x"]] {
        let run = world.run(args).ok();
        assert!(run.err.contains("plan-critique.json") && run.err.contains("planboard critique check"), "{}", run.err);
    }
    let value = world.run(&["comments", "read", "--json"]).ok().json();
    assert_eq!((&value["waiting"], &value["comments"]), (&false.into(), &serde_json::json!([])));
    assert!(value["file"].as_str().unwrap().ends_with(".pipeline/plan-critique.json"));
}

#[test]
fn without_a_round_verify_and_rounds_have_nothing_to_say() {
    let world = sound();
    world.run(&["rounds"]).ok();
    world.run(&["verify"]).ok();
    world.run(&["show", "--changed"]).ok();
    world.run(&["wait", "--timeout", "0"]).fails(12);
}

#[test]
fn half_a_plan_says_what_is_wrong() {
    let world = sound();
    fs::write(world.film().join("plan.json"), r#"{"format": "lite", "waves": [{"id"#).expect("plan");
    let run = world.run(&["status"]).fails(1);
    assert!(run.err.contains("plan.json:1:"), "{}", run.err);
    world.run(&["show"]).fails(1);
    world.run(&["comments", "add", "--target", "W1", "--text", "t"]).fails(1);
}

#[test]
fn objections_are_submitted_checked_and_verified() {
    let world = sound();
    world.run(&["comments", "submit"]).fails(1);
    world.run(&["comments", "add", "--target", "W1", "--text", "Why?", "--lens", "feasibility"]).ok();
    world.run(&["comments", "submit", "--overwrite"]).fails(2);
    let sent = world.run(&["comments", "submit", "--json"]).ok().json();
    assert_eq!((&sent["objections"], &sent["comments"]), (&serde_json::json!(["OBJ-01"]), &1.into()));
    let critique = fs::read_to_string(world.film().join(".pipeline/plan-critique.json")).expect("critique");
    assert!(critique.contains("feasibility") && critique.contains("\"ref\": \"W1\""), "{critique}");
    let decision = world.run(&["wait", "--timeout", "0"]).fails(10).json();
    assert_eq!((&decision["pass"], &decision["comments"][0]["text"]), (&"coding".into(), &"Why?".into()));
    world.run(&["wait", "--for", "handled", "--timeout", "0"]).fails(12);
    let status = world.run(&["status", "--json"]).json();
    assert_eq!(status["critique"], serde_json::json!({"verdict": "awaiting", "objections": 1, "awaiting": 1}));
    assert!(world.run(&["status", "--line"]).out.contains("critique awaiting"));
    world.run(&["critique", "check"]).fails(1);

    let replied = critique.replace(
        "\"replies\": []",
        r#""replies": [{"objection": "OBJ-01", "action": "accept", "revision": "W1 is another file.", "evidence": [{"kind": "plan", "ref": "W1"}]}]"#,
    );
    fs::write(world.film().join(".pipeline/plan-critique.json"), replied).expect("reply");
    let plan = fs::read_to_string(world.film().join("plan.json")).expect("plan");
    fs::write(world.film().join("plan.json"), plan.replace("src/a.ts\"]", "src/other.ts\"]")).expect("plan");
    world.run(&["critique", "check"]).ok();
    world.run(&["wait", "--for", "handled", "--timeout", "0"]).ok();
    let verified = world.run(&["verify", "--json"]).ok().json();
    assert_eq!(
        (&verified["named"][0]["target_id"], &verified["named"][0]["state"]),
        (&"wave:W1".into(), &"changed".into())
    );
    assert_eq!((&verified["unnamed"], &verified["elsewhere"]), (&serde_json::json!([]), &serde_json::json!([])));
    let changed = world.run(&["show", "--changed"]).ok().out;
    assert!(changed.lines().count() == 1 && changed.starts_with("wave:W1"), "{changed}");
    // There is one round.
    world.run(&["comments", "add", "--target", "W3", "--text", "And this?"]).ok();
    let closed = world.run(&["comments", "submit"]).fails(1);
    assert!(closed.err.contains("has replies already"), "{}", closed.err);
    assert!(world.run(&["comments", "list"]).ok().out.contains("And this?"));
}

#[test]
fn the_sample_has_two_topics_a_critique_that_drifted_and_a_report_with_a_p0() {
    let world = World::new(&[]);
    let place = world.run(&["demo", "coding", "--print"]).ok().out;
    let place = place.trim_end();
    let report = format!("{place}/reports/report-1.md");
    let status = world.run(&["status", "--json", "--report", &report, place]).ok().json();
    assert_eq!(status["coding"]["topics"], serde_json::json!(["shelf-search", "loan-sync"]));
    assert!(status["coding"]["waves"].as_u64().unwrap() >= 6 && status["coding"]["layers"].as_u64().unwrap() >= 3);
    assert_eq!(status["critique"], serde_json::json!({"verdict": "blocked", "objections": 3, "awaiting": 0}));
    assert_eq!(status["report"], serde_json::json!({"outcome": "partial", "p0": 1, "failed_items": 0}));
    assert_eq!(status["checklist"]["done"], 2);
    assert!(world.run(&["status", "--line", "--report", &report, place]).out.contains("P0 1"));
    let gate = world.run(&["critique", "check", place]).fails(1);
    assert!(gate.out.contains("drifted, the quote is on line 16"), "{}", gate.out);
    world.run(&["report", "check", &report, "--root", place]).ok();
    let mid = world.run(&["show", "--json", "--topic", "loan-sync", place]).ok().json();
    assert!(mid["file"].as_str().unwrap().ends_with("detail.json"));
    world.run(&["check", place]).ok();
}
