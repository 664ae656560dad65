//! Deciding without a terminal: `wait`, `open` and `review --gate` from scripts, through the built binary.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::ffi::OsString;
use std::fs;
use std::process::{Child, Command, Output, Stdio};

use planboard::contract::plan_comments::Pass;
use planboard::project::store::Store;
use planboard::review::decision::{DecidedPlan, Decision};
use planboard::review::round::sha256_hex;
use serde_json::{Value, json};
use world::{World, wait_until};

fn store(world: &World) -> Store {
    let root: OsString = world.root().join("state").into();
    Store::open(&world.planning(), &|name| (name == "PLANBOARD_STATE_DIR").then(|| root.clone())).expect("a store")
}

/// The program in a session of its own, as an agent's shell runs it: no terminal can be had. None where there is no
/// `setsid`.
fn detached(world: &World, arguments: &[&str]) -> Option<Output> {
    let mut command = Command::new("setsid");
    command.arg("--wait").arg(env!("CARGO_BIN_EXE_planboard")).args(arguments).current_dir(world.film()).env_clear();
    command.env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", world.root()).env("LANG", "en_US.UTF-8");
    command.env("PLANBOARD_STATE_DIR", world.root().join("state")).stdin(Stdio::null());
    command.output().ok()
}

/// A `wait` that runs; it waits when this returns.
fn waiting(world: &World, arguments: &[&str]) -> Child {
    let child = Command::new(env!("CARGO_BIN_EXE_planboard"))
        .arg("wait")
        .args(arguments)
        .current_dir(world.film())
        .env_clear()
        .env("HOME", world.root())
        .env("LANG", "en_US.UTF-8")
        .env("PLANBOARD_STATE_DIR", world.root().join("state"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let store = store(world);
    wait_until(|| store.is_waited_for(), || "nobody waits".to_owned());
    child
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("a code")
}

fn out(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}{}", said(output)))
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn submit(world: &World, text: &str) {
    for arguments in
        [vec!["comments", "add", "--pass", "structure", "--target", "s-02", "--text", text], vec!["comments", "submit"]]
    {
        let done = world.command(&arguments);
        assert!(done.status.success(), "{}", said(&done));
    }
}

#[test]
fn without_a_terminal_or_a_multiplexer_the_remedy_is_named() {
    let world = World::new();
    let Some(review) = detached(&world, &["review"]) else { return };
    for output in [review, detached(&world, &[]).unwrap()] {
        assert_eq!(code(&output), 1);
        assert!(said(&output).contains("planboard open"), "{}", said(&output));
    }
    for arguments in [&["open"][..], &["review", "--gate"]] {
        let output = detached(&world, arguments).unwrap();
        assert_eq!((code(&output), output.stdout.len()), (1, 0), "{arguments:?}");
        let planning = world.planning();
        for part in ["planboard wait", "tmux", planning.to_str().unwrap()] {
            assert!(said(&output).contains(part), "{part}: {}", said(&output));
        }
    }
}

#[test]
fn wait_says_open_and_exits_12_while_nobody_decided() {
    let world = World::new();
    let output = world.command(&["wait", "--timeout", "0"]);
    assert_eq!(code(&output), 12);
    let open =
        json!({"decision": "open", "pass": null, "file": null, "submitted_at": null, "comments": [], "plan": null});
    assert_eq!(out(&output), open);
}

#[test]
fn a_submission_wakes_whoever_waits() {
    let world = World::new();
    let wait = waiting(&world, &[]);
    submit(&world, "もっと寄りで");
    let output = wait.wait_with_output().unwrap();
    assert_eq!(code(&output), 10, "{}", said(&output));
    let result = out(&output);
    let keys: Vec<_> = result.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["decision", "pass", "file", "submitted_at", "comments", "plan"]);
    let file = world.submission().unwrap();
    assert_eq!((&result["decision"], &result["pass"]), (&json!("comments"), &json!("structure")));
    assert_eq!((&result["comments"], &result["submitted_at"]), (&file["comments"], &file["submitted_at"]));
    assert_eq!(result["file"], json!(fs::canonicalize(world.comments_file()).unwrap()));
    let plan = fs::read(world.plan_file()).unwrap();
    assert_eq!(result["plan"]["sha256"], json!(sha256_hex(&plan)));
    // What the reviewer would have pasted is said, too.
    assert!(said(&output).contains("planning/plan-comments.json に指摘を1件出しました"), "{}", said(&output));
    assert!(!store(&world).is_waited_for());
}

#[test]
fn a_decision_is_kept_until_it_was_collected_and_told_once() {
    let world = World::new();
    submit(&world, "x");
    assert_eq!(code(&world.command(&["wait", "--timeout", "60"])), 10);
    let again = world.command(&["wait", "--timeout", "0"]);
    assert_eq!(code(&again), 12);
    assert_eq!(said(&again).matches("Comments were read and are not done: planboard comments read").count(), 1);
}

#[test]
fn a_result_that_nobody_could_read_is_kept() {
    let world = World::new();
    submit(&world, "x");
    let output = Command::new("/bin/sh")
        .args(["-c", "exec \"$0\" wait --timeout 0 > /dev/full", env!("CARGO_BIN_EXE_planboard")])
        .current_dir(world.film())
        .env("PLANBOARD_STATE_DIR", world.root().join("state"))
        .output()
        .unwrap();
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    assert_eq!(code(&output), 1);
    assert_eq!(code(&world.command(&["wait", "--timeout", "0"])), 10);
}

#[test]
fn an_approval_that_the_plan_has_left_behind_does_not_count() {
    let world = World::new();
    let store = store(&world);
    let plan = fs::canonicalize(world.plan_file()).unwrap();
    let sha256 = sha256_hex(&fs::read(&plan).unwrap());
    let approval = Decision::approved(Pass::Structure, DecidedPlan::new(&plan, &sha256), chrono::Utc::now());
    store.leave(&approval).unwrap();
    world.rewrite(&world::SHOTS[..3]);
    let output = world.command(&["wait", "--timeout", "0"]);
    assert_eq!(code(&output), 12);
    assert!(said(&output).contains("research-plan.json has changed since"), "{}", said(&output));
    // Of the plan that lies there it does.
    let sha256 = sha256_hex(&fs::read(&plan).unwrap());
    let approval = Decision::approved(Pass::Structure, DecidedPlan::new(&plan, &sha256), chrono::Utc::now());
    store.leave(&approval).unwrap();
    let output = world.command(&["wait"]);
    assert_eq!(code(&output), 0);
    assert_eq!(out(&output)["plan"], json!({"file": plan, "sha256": sha256}));
    assert!(said(&output).contains(&sha256), "{}", said(&output));
}

#[test]
fn a_wait_that_was_killed_leaves_no_waiter_and_takes_no_decision_with_it() {
    let world = World::new();
    let mut wait = waiting(&world, &[]);
    wait.kill().unwrap();
    wait.wait().unwrap();
    assert!(!store(&world).is_waited_for());
    submit(&world, "x");
    assert_eq!(code(&world.command(&["wait"])), 10);
}

#[test]
fn waiting_for_handled_ends_when_the_file_is_gone() {
    let world = World::new();
    let output = world.command(&["wait", "--for", "handled"]);
    assert_eq!(code(&output), 1, "nothing was submitted");
    assert!(said(&output).contains("no submission"), "{}", said(&output));
    submit(&world, "x");
    assert_eq!(code(&world.command(&["wait", "--for", "handled", "--timeout", "0"])), 12);
    std::thread::scope(|scope| {
        let wait = scope.spawn(|| world.command(&["wait", "--for", "handled"]));
        fs::remove_file(world.comments_file()).unwrap();
        let output = wait.join().unwrap();
        assert_eq!(code(&output), 0, "{}", said(&output));
        assert_eq!(out(&output)["comments"][0]["text"], "x");
    });
    // Afterwards it is so at once, and the round says it.
    assert_eq!(code(&world.command(&["wait", "--for", "handled"])), 0);
    let status: Value = serde_json::from_slice(&world.command(&["status", "--json"]).stdout).unwrap();
    assert_eq!(status["last_round"]["state"], "handled");
}

#[test]
fn a_submission_of_another_program_is_a_decision_too() {
    let world = World::new();
    let wait = waiting(&world, &[]);
    let other = json!({"version": 0, "pass": "structure", "submitted_at": "2026-01-01T00:00:00.000Z",
        "comments": [{"target_kind": "shot", "target_id": "0", "title": "t", "text": "よその指摘"}]});
    fs::write(world.planning().join("next.tmp"), other.to_string()).unwrap();
    fs::rename(world.planning().join("next.tmp"), world.comments_file()).unwrap();
    let output = wait.wait_with_output().unwrap();
    assert_eq!(code(&output), 10);
    assert_eq!(out(&output)["comments"], other["comments"]);
}

#[test]
fn wrong_usage_and_results_that_cannot_be_written_are_told_before_anything_opens() {
    let world = World::new();
    for arguments in [
        &["review", "--result", "r.json"][..],
        &["review", "--gate", "--read-only"],
        &["wait", "--timeout", "soon"],
        &["wait", "--for", "tea"],
    ] {
        assert_eq!(code(&world.command(arguments)), 2, "{arguments:?}");
    }
    let Some(output) = detached(&world, &["review", "--gate", "--result", "no/such/folder/r.json"]) else { return };
    assert_eq!(code(&output), 1);
    assert!(said(&output).contains("--result"), "{}", said(&output));
}

#[test]
fn without_a_state_directory_waiting_fails_and_says_why() {
    let world = World::new();
    fs::remove_dir_all(world.root().join("state")).unwrap();
    fs::write(world.root().join("state"), b"").unwrap();
    let output = world.command(&["wait", "--timeout", "0"]);
    assert_eq!(code(&output), 1);
    assert!(said(&output).contains("PLANBOARD_STATE_DIR"), "{}", said(&output));
}
