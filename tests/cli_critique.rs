//! `planboard critique check` on the disk: the three verdicts, the one round, and anchors that mean harm.

#![allow(clippy::expect_used, clippy::panic)]

mod cli_world;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use cli_world::{Run, World, keys};
use serde_json::{Value, json};

const PLAN: &str = r#"{"format": "lite", "objective": "o",
  "waves": [{"id": "W1", "changes": ["src/a.rs"], "dependsOn": []}],
  "testCases": [{"id": "E1", "layer": "mock", "scenario": "s", "steps": "t", "expected": {"text": "x"}, "executor": "e",
    "requiresScreenshot": false}, {"id": "E2", "layer": "real", "scenario": "s", "steps": "t", "expected": {"text": "x"},
    "executor": "e", "requiresScreenshot": false}]}"#;

/// A worktree `app` with a coding plan.
fn world() -> (World, PathBuf) {
    let world = World::new(&[]);
    let app = world.root.join("app");
    fs::create_dir_all(app.join(".git")).expect("folder");
    fs::create_dir_all(app.join(".pipeline")).expect("folder");
    fs::create_dir_all(app.join("src")).expect("folder");
    fs::write(app.join("plan.json"), PLAN).expect("file");
    fs::write(app.join("src/a.rs"), "fn a() {}\nlet x = 1;\n").expect("file");
    (world, app)
}

fn anchor(kind: &str, reference: &str) -> Value {
    json!({"kind": kind, "ref": reference})
}

fn objection(id: &str, evidence: Value) -> Value {
    json!({"id": id, "lens": "security", "claim": "It leaks.", "rule": "CON-SEC-01", "evidence": evidence})
}

fn write(app: &std::path::Path, objections: Value, replies: Option<Value>) {
    let critique = match replies {
        Some(replies) => json!({"version": 1, "round": 1, "objections": objections, "replies": replies}),
        None => json!({"version": 1, "round": 1, "objections": objections}),
    };
    fs::write(app.join(".pipeline/plan-critique.json"), critique.to_string()).expect("file");
}

fn check(world: &World, args: &[&str]) -> Run {
    let mut all = vec!["critique", "check"];
    all.extend(args);
    let mut command = world.command(&all);
    command.current_dir(world.root.join("app"));
    Run::of(command.output().expect("it runs"))
}

fn rebut(evidence: Value) -> Value {
    json!([{"objection": "OBJ-01", "action": "rebut", "evidence": evidence}])
}

#[test]
fn the_three_verdicts_are_reached_and_only_clear_exits_with_0() {
    let (world, app) = world();
    let one = || json!([objection("OBJ-01", json!([anchor("plan", "W1")]))]);
    write(&app, one(), None);
    let run = check(&world, &["--json"]).fails(1);
    assert_eq!(run.json()["verdict"], "awaiting");
    write(&app, one(), Some(rebut(json!([anchor("file", "src/a.rs:9")]))));
    let json = check(&world, &["--json"]).fails(1).json();
    assert_eq!((&json["verdict"], &json["objections"][0]["blocks"]), (&json!("blocked"), &json!(true)));
    assert_eq!(check(&world, &["--binding", "CON-LIC-*", "CON-A11Y-*", "--json"]).ok().json()["verdict"], "clear");
    write(&app, one(), Some(rebut(json!([anchor("file", "src/a.rs:2")]))));
    let json = check(&world, &["--json"]).ok().json();
    assert_eq!(keys(&json), ["verdict", "objections", "findings"]);
    let first = &json["objections"][0];
    assert_eq!(keys(first), ["id", "lens", "rule", "label", "anchors", "reply", "ruling", "blocks"]);
    assert_eq!(first["anchors"], json!([{"kind": "plan", "ref": "W1", "state": "resolved", "reason": null}]));
    assert_eq!((&first["reply"], &first["label"], &first["ruling"]), (&json!("rebut"), &Value::Null, &Value::Null));
    let text = check(&world, &[]).ok().out;
    assert!(text.contains("OBJ-01") && text.contains("file src/a.rs:2: resolved") && text.contains("clear"), "{text}");
}

#[test]
fn a_second_round_is_refused_with_its_reason() {
    let (world, app) = world();
    let one = || objection("OBJ-01", json!([anchor("plan", "W1")]));
    let reply = || rebut(json!([anchor("plan", "E1")]));
    write(&app, json!([one()]), Some(reply()));
    check(&world, &[]).ok();
    write(&app, json!([one(), objection("OBJ-02", json!([anchor("plan", "W1")]))]), Some(reply()));
    let run = check(&world, &[]).fails(1);
    assert!(run.out.contains("error[second-round]") && run.out.contains("OBJ-02"), "{}", run.out);
    write(&app, json!([]), Some(json!([])));
    assert!(check(&world, &[]).fails(1).out.contains("second-round-gone"));
    fs::write(app.join("plan.json"), PLAN.replace("\"o\"", "\"other\"")).expect("file");
    check(&world, &[]).ok();
}

#[test]
fn hostile_anchors_are_answered_without_harm() {
    let (world, app) = world();
    fs::write(world.root.join("secret"), "secret\n").expect("file");
    symlink(world.root.join("secret"), app.join("out")).expect("link");
    symlink(&world.root, app.join("up")).expect("link");
    symlink("src/a.rs", app.join("in")).expect("link");
    symlink("ring", app.join("ring")).expect("link");
    let fifo = std::process::Command::new("mkfifo").arg(app.join("fifo")).status().expect("it runs");
    assert!(fifo.success());
    fs::File::create(app.join("large")).and_then(|file| file.set_len(1 << 30)).expect("file");
    fs::write(app.join("binary"), b"a\0b\n").expect("file");
    symlink("/dev/zero", app.join("zero")).expect("link");
    let refs = [
        "../secret:1",
        "/etc/passwd:1",
        "out:1",
        "up/secret:1",
        "fifo:1",
        "large:1",
        "binary:1",
        "src:1",
        "ring:1",
        "zero:1",
        "no/such:1",
        "a\u{1b}[31m:1",
        "in:1",
    ];
    let anchors: Vec<Value> = refs.iter().map(|path| anchor("file", path)).collect();
    write(&app, json!([objection("OBJ-01", json!(anchors))]), None);
    let json = check(&world, &["--json"]).fails(1).json();
    let states: Vec<&str> = json["objections"][0]["anchors"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|anchor| anchor["state"].as_str().expect("a word"))
        .collect();
    let (last, others) = states.split_last().expect("some");
    assert!(others.iter().all(|state| *state == "unresolved"), "{json:#}");
    assert_eq!(*last, "resolved", "a link that stays inside");
    let text = check(&world, &[]).fails(1).out;
    assert!(!text.contains('\u{1b}') && text.contains("16 MiB") && text.contains("pipe"), "{text}");
}

#[test]
fn thousands_of_anchors_are_no_trouble() {
    let (world, app) = world();
    let anchors: Vec<Value> = (0..5000)
        .map(|n| json!({"kind": "file", "ref": format!("src/a.rs:{}", n % 2 + 1), "quote": "let x"}))
        .collect();
    write(&app, json!([objection("OBJ-01", json!(anchors))]), None);
    let json = check(&world, &["--json"]).fails(1).json();
    let second = &json["objections"][0]["anchors"][0];
    assert_eq!((&second["state"], &second["reason"]), (&json!("drifted"), &json!("the quote is on line 2")));
}

#[test]
fn a_critique_with_errors_is_never_clear() {
    let (world, app) = world();
    let file = app.join(".pipeline/plan-critique.json");
    fs::write(&file, r#"{"version": 1, "round": 2, "objections": [], "replies": []}"#).expect("file");
    let run = check(&world, &["--json"]).fails(1);
    assert_eq!(
        (&run.json()["verdict"], &run.json()["findings"][0]["code"]),
        (&json!("blocked"), &json!("critique-round"))
    );
    fs::write(&file, "{").expect("file");
    assert_eq!(check(&world, &["--json"]).fails(1).json()["verdict"], "blocked");
    fs::remove_file(&file).expect("removed");
    assert!(check(&world, &[]).fails(1).err.contains("no critique"));
}

#[test]
fn a_critique_that_is_named_works_anywhere_and_where_nothing_can_be_kept() {
    let (world, app) = world();
    write(
        &app,
        json!([objection("OBJ-01", json!([anchor("file", "src/a.rs:1")]))]),
        Some(rebut(json!([anchor("file", "src/a.rs:2")]))),
    );
    let file = app.join(".pipeline/plan-critique.json");
    world.run(&["critique", "check", file.to_str().expect("a path")]).ok();
    fs::remove_file(app.join("plan.json")).expect("removed");
    world.run(&["critique", "check", file.to_str().expect("a path")]).ok();
    fs::write(app.join("plan.json"), PLAN).expect("file");
    fs::write(world.root.join("blocked"), "").expect("file");
    let mut command = world.command(&["critique", "check", app.to_str().expect("a path")]);
    command.env("PLANBOARD_STATE_DIR", world.root.join("blocked/state"));
    let run = Run::of(command.output().expect("it runs")).ok();
    assert!(run.err.contains("could not be kept"), "{}", run.err);
}

#[test]
fn the_analysis_is_what_was_named() {
    let (world, app) = world();
    fs::write(app.join("need.md"), "# Goals\n- **FR-1**: fast\n").expect("file");
    write(&app, json!([objection("OBJ-01", json!([anchor("analysis", "FR-1"), anchor("analysis", "goals")]))]), None);
    let label = |args: &[&str]| check(&world, args).fails(1).json()["objections"][0]["label"].clone();
    assert_eq!(label(&["--json"]), "inference");
    assert_eq!(label(&["--json", "--analysis", "need.md"]), Value::Null);
    check(&world, &["--analysis", "none.md"]).fails(1);
    check(&world, &["--binding", "planning"]).fails(2);
}
