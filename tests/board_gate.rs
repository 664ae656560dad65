//! Deciding on a board: the gate in a terminal with its streams redirected, and a board that somebody waits for.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::ffi::OsString;
use std::fs;
use std::process::{Child, Command, Output, Stdio};

use harness::{PATIENCE, Pty, Setup};
use planboard::locale::{Language, Locale};
use planboard::project::store::Store;
use planboard::review::round::sha256_hex;
use rustix::process::Signal;
use serde_json::{Value, json};
use world::{World, wait_until};

/// A gate as a script starts it: nothing on stdin, stdout in `out.json`, the decision in `result.json` too.
fn gate(world: &World) -> Pty {
    let script =
        format!("exec '{}' review --gate --result result.json < /dev/null > out.json", env!("CARGO_BIN_EXE_planboard"));
    let state = world.root().join("state").display().to_string();
    let pty = Setup::program("/bin/sh", &["-c", &script])
        .size(120, 40)
        .lang("en_US.UTF-8")
        .folder(world.film())
        .env("PLANBOARD_STATE_DIR", &state)
        .start();
    pty.wait_text("s-12 [11]");
    pty
}

fn word(key: &'static str) -> &'static str {
    Locale::of(Language::En).word(key)
}

/// The gate has ended with this code; what it said on stdout and in its file, which are the same.
#[track_caller]
fn ended(world: &World, pty: &Pty, code: u32) -> Value {
    let status = pty.exit_status(PATIENCE).unwrap_or_else(|| panic!("it goes on:\n{}", pty.screen_text()));
    assert_eq!(status.exit_code(), code, "{}", pty.screen_text());
    assert!(pty.is_cooked());
    let read = |name: &str| -> Value {
        serde_json::from_slice(&fs::read(world.film().join(name)).unwrap()).expect("whole JSON")
    };
    assert_eq!(read("out.json"), read("result.json"));
    read("out.json")
}

fn plan_now(world: &World) -> Value {
    let file = fs::canonicalize(world.plan_file()).unwrap();
    json!({"file": file, "sha256": sha256_hex(&fs::read(&file).unwrap())})
}

fn approve(pty: &Pty) {
    pty.send("A");
    pty.wait_text(&format!("── {} ──", word("approve.title")));
    pty.send("\r");
}

fn store(world: &World) -> Store {
    let root: OsString = world.root().join("state").into();
    Store::open(&world.planning(), &|name| (name == "PLANBOARD_STATE_DIR").then(|| root.clone())).expect("a store")
}

/// A `wait` that waits when this returns.
fn waiting(world: &World) -> Child {
    let child = Command::new(env!("CARGO_BIN_EXE_planboard"))
        .args(["wait", "--timeout", "60"])
        .current_dir(world.film())
        .env_clear()
        .env("HOME", world.root())
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

fn finished(child: Child) -> (i32, Value) {
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&stdout);
    let json =
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}{}", String::from_utf8_lossy(&stderr)));
    (status.code().unwrap_or(-1), json)
}

#[test]
fn approving_closes_the_gate_with_the_plans_hash() {
    let world = World::new();
    let pty = gate(&world);
    pty.wait_text(word("status.gate"));
    approve(&pty);
    let result = ended(&world, &pty, 0);
    let expected = json!({"decision": "approved", "pass": "structure", "file": null, "submitted_at": null,
        "comments": [], "plan": plan_now(&world)});
    assert_eq!(result, expected);
    assert!(!world.comments_file().exists());
    // The caller was told: nobody else is.
    assert_eq!(world.command(&["wait", "--timeout", "0"]).status.code(), Some(12));
}

#[test]
fn submitting_closes_the_gate_with_the_comments() {
    let world = World::new();
    let pty = gate(&world);
    pty.send("c");
    pty.wait_text("enter ");
    pty.paste("一行目\n二行目");
    pty.wait_text("二行目");
    pty.send("\r");
    world.wait_saved(&["一行目\n二行目"]);
    pty.send("S");
    pty.wait_text(&format!("── {} ──", word("submit.title")));
    pty.send("\r");
    let result = ended(&world, &pty, 10);
    let file = world.submission().expect("a submission");
    assert_eq!((&result["decision"], &result["comments"]), (&json!("comments"), &file["comments"]));
    assert_eq!(result["submitted_at"], file["submitted_at"]);
    assert_eq!((&result["pass"], &result["plan"]), (&json!("structure"), &plan_now(&world)));
    assert!(world.saved().is_empty());
}

#[test]
fn a_gate_closed_by_key_or_signal_says_so_and_keeps_the_draft() {
    for how in ["q", "TERM", "HUP"] {
        let world = World::new();
        let pty = gate(&world);
        pty.send("c");
        pty.wait_text("enter ");
        pty.send("途中");
        pty.wait_text("途中");
        match how {
            "q" => pty.send("\x1bq"),
            "TERM" => pty.signal(Signal::TERM),
            _ => pty.signal(Signal::HUP),
        }
        let result = ended(&world, &pty, 11);
        assert_eq!((&result["decision"], &result["comments"]), (&json!("closed"), &json!([])), "{how}");
        assert_eq!(world.unfinished(), ["途中"], "{how}");
        // Its caller was told, and nobody else.
        assert_eq!(world.command(&["wait", "--timeout", "0"]).status.code(), Some(12), "{how}");
    }
}

#[test]
fn a_gate_whose_terminal_goes_away_is_closed() {
    let world = World::new();
    let mut pty = gate(&world);
    // It is up once it answers to a key.
    pty.send("j");
    pty.wait_text("▶    s-02");
    pty.hang_up();
    assert_eq!(pty.exit_status(PATIENCE).expect("ended").exit_code(), 11);
    let result: Value = serde_json::from_slice(&fs::read(world.film().join("result.json")).unwrap()).unwrap();
    assert_eq!(result["decision"], "closed");
}

#[test]
fn a_plan_rewritten_before_the_approval_is_said_first_and_the_hash_is_of_what_was_shown() {
    let world = World::new();
    let pty = gate(&world);
    pty.send("j");
    pty.wait_text("▶    s-02");
    world.rewrite(&world::SHOTS[..11]);
    pty.wait_text("1 structure 11");
    pty.send("A");
    pty.wait_text("has changed since you looked");
    pty.send("\r");
    pty.wait_text("although you have not looked");
    pty.send("\r");
    assert_eq!(ended(&world, &pty, 0)["plan"], plan_now(&world));
}

#[test]
fn a_gate_is_refused_while_a_board_is_open() {
    let world = World::new();
    let refused = || {
        let pty = world.setup(&["review", "--gate"]).start();
        assert_eq!(pty.exit_status(PATIENCE).expect("ended").exit_code(), 1);
        pty.wait_text("planboard wait");
    };
    let board = world.open();
    refused();
    board.quit();
    // Also while it is another gate, whose streams are all pipes.
    let script = format!("exec '{}' review --gate < /dev/null > out.json 2> err.txt", env!("CARGO_BIN_EXE_planboard"));
    let state = world.root().join("state").display().to_string();
    let gate = Setup::program("/bin/sh", &["-c", &script]).size(120, 40).folder(world.film());
    let gate = gate.env("PLANBOARD_STATE_DIR", &state).start();
    gate.wait_text("s-12 [11]");
    refused();
    gate.send("q");
    assert_eq!(gate.exit_status(PATIENCE).expect("ended").exit_code(), 11);
}

#[test]
fn a_board_says_that_somebody_waits_and_an_approval_reaches_them() {
    for language in Language::ALL {
        let world = World::new();
        let board = world.open_in(language);
        assert!(!board.says("status.waited"));
        let wait = waiting(&world);
        board.wait_says("status.waited");
        board.send("A");
        board.wait_says("approve.waited");
        board.send("\r");
        let (code, result) = finished(wait);
        assert_eq!((code, &result["decision"], &result["plan"]), (0, &json!("approved"), &plan_now(&world)));
        board.wait_says("approve.told");
        board.send("\r");
        board.wait_gone(&board.sentence("approve.told"));
        // The board stays, and sees that nobody waits any more.
        board.wait_gone(&board.sentence("status.waited"));
        board.quit();
    }
}

#[test]
fn an_approval_that_nobody_waits_for_is_copied_and_kept() {
    let world = World::new();
    let board = world.open();
    approve(&board);
    board.wait_raw(b"\x1b]52;");
    board.wait_text("Paste this line");
    board.send("\r");
    board.wait_gone("Paste this line");
    board.quit();
    let (code, result) = finished(waiting_or_done(&world));
    assert_eq!((code, &result["decision"]), (0, &json!("approved")));
}

/// A `wait` for what is there already.
fn waiting_or_done(world: &World) -> Child {
    Command::new(env!("CARGO_BIN_EXE_planboard"))
        .args(["wait", "--timeout", "60"])
        .current_dir(world.film())
        .env("PLANBOARD_STATE_DIR", world.root().join("state"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs")
}

#[test]
fn a_submission_on_the_board_reaches_who_waits_with_the_overall_note() {
    let world = World::new();
    let board = world.open();
    let wait = waiting(&world);
    board.wait_says("status.waited");
    board.send("o");
    board.wait_editor();
    board.send("全体に明るく\r");
    board.wait_board();
    board.comment("一");
    board.ask_submit();
    board.wait_says("submit.waited");
    board.send("\r");
    let output = wait.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(10));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("全体に明るく"), "the note is in no file: {said}");
    board.wait_text("The agent that waited is told");
}

#[test]
fn leaving_the_board_tells_who_waits_but_its_death_does_not() {
    let world = World::new();
    let board = world.open();
    let mut wait = waiting(&world);
    board.wait_says("status.waited");
    board.signal(Signal::HUP);
    board.wait_end();
    assert!(wait.try_wait().unwrap().is_none(), "the board can be opened again");
    let board = world.open();
    board.wait_says("status.waited");
    board.quit();
    let (code, result) = finished(wait);
    assert_eq!((code, &result["decision"]), (11, &json!("closed")));
}

#[test]
fn a_submission_taken_back_is_not_handled() {
    let world = World::new();
    let board = world.open();
    board.comment("戻す");
    board.submit();
    std::thread::scope(|scope| {
        let wait = scope.spawn(|| world.command(&["wait", "--for", "handled", "--timeout", "60"]));
        board.ask_submit();
        board.send("r");
        board.wait_text("1 comment is back");
        let output = wait.join().unwrap();
        // It may have begun only after.
        assert!(matches!(output.status.code(), Some(1 | 11)), "{output:?}");
    });
    assert_eq!(world.saved(), ["戻す"]);
}
