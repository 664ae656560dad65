//! A coding plan as the reviewer sees it: objected to, submitted into plan-critique.json, answered by another process, ruled
//! on, approved.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::fs;
use std::path::PathBuf;

use planboard::locale::Language;
use serde_json::{Value, json};
use world::{Board, World, wait_until};

fn plan() -> String {
    let wave = |id: &str, file: &str, after: &[&str]| json!({"id": id, "changes": [file], "dependsOn": after});
    let case = |id: &str, layer: &str| {
        json!({"id": id, "layer": layer, "scenario": format!("scenario of {id}"), "steps": "1. one\n2. two",
            "expected": {"text": "fine"}, "executor": "vitest", "requiresScreenshot": false})
    };
    let plan = json!({"format": "lite", "objective": "Export reports",
        "waves": [wave("W1", "src/a.ts", &[]), wave("W2", "src/b.ts", &["W1"]), wave("W3", "src/c.ts", &["W2"])],
        "testCases": [case("E1", "mock"), case("E2", "real")]});
    serde_json::to_string_pretty(&plan).unwrap()
}

fn project() -> World {
    World::of(&[("../code/plan.json", &plan())])
}

fn code(world: &World) -> PathBuf {
    world.root().join("code")
}

fn open(world: &World) -> Board {
    Board::start(world.setup(&[]).folder(code(world)), Language::En)
}

fn file(world: &World) -> PathBuf {
    code(world).join(".pipeline/plan-critique.json")
}

fn critique(world: &World) -> Value {
    serde_json::from_slice(&fs::read(file(world)).unwrap_or_default()).unwrap_or_default()
}

/// Objects to the selected target with the lens of this digit, and perhaps a rule.
fn object(board: &Board, text: &str, lens: &str, rule: &str) {
    board.begin();
    board.paste(text);
    board.wait_text(text);
    board.send("\r");
    board.wait_says("next.lens");
    board.send(lens);
    if !rule.is_empty() {
        board.send("\t");
        board.send(rule);
        board.wait_text(rule);
    }
    board.send("\r");
    board.wait_board();
}

/// Writes the critique as an agent does: another file takes its place.
fn write(world: &World, critique: &Value) {
    let next = code(world).join(".pipeline/next.tmp");
    fs::create_dir_all(code(world).join(".pipeline")).unwrap();
    fs::write(&next, serde_json::to_string_pretty(critique).unwrap()).unwrap();
    fs::rename(next, file(world)).unwrap();
}

fn submitted(world: &World) -> Board {
    let board = open(world);
    board.wait_text("Export reports");
    board.send("j");
    board.wait_selected("W2");
    object(&board, "Nobody checks the role.", "3", "CON-SEC-01");
    board.wait_text("security");
    board.send("G");
    board.wait_selected("E2");
    object(&board, "This was not asked for.", "", "");
    board.ask_submit();
    board.wait_text("OBJ-01");
    board.send("\r");
    board.wait_says("objection.done");
    board.send("\r");
    board.wait_says("next.awaiting");
    board
}

#[test]
fn objections_go_out_replies_come_back_and_are_ruled_on() {
    let world = project();
    let board = submitted(&world);
    let written = critique(&world);
    let objections = written["objections"].as_array().unwrap();
    assert_eq!(objections.len(), 2, "{written}");
    assert_eq!(objections[0]["claim"], "Nobody checks the role.");
    assert_eq!((&objections[0]["lens"], &objections[0]["rule"]), (&json!("security"), &json!("CON-SEC-01")));
    assert_eq!(objections[0]["evidence"][0], json!({"kind": "plan", "ref": "W2"}));
    assert_eq!((&objections[1]["lens"], &objections[1]["id"]), (&json!("scope"), &json!("OBJ-02")));
    assert_eq!(written["replies"], json!([]));

    let mut answered = written.clone();
    answered["replies"] = json!([
        {"objection": "OBJ-01", "action": "accept", "revision": "W2 now begins with the role",
            "evidence": [{"kind": "plan", "ref": "W2"}]},
        {"objection": "OBJ-02", "action": "rebut", "note": "It is in the request",
            "evidence": [{"kind": "file", "ref": "plan.json:1", "quote": "{"}]},
    ]);
    write(&world, &answered);
    board.wait_says("banner.replies");
    board.send("\x1b");
    board.wait_gone(&board.sentence("banner.replies"));
    board.send("g");
    board.send("j");
    board.wait_text("W2 now begins with the role");
    board.send("O");
    board.wait_text("OBJ-02");
    board.wait_says("objections.clear");
    board.send("a");
    board.wait_says("objections.agreed");
    board.send("n");
    board.send("i");
    board.wait_says("objections.reason");
    board.paste("which line?");
    board.wait_text("which line?");
    board.send("\r");
    board.wait_text("you insist: which line?");
    board.send("\x1b");
    board.wait_board();
    board.quit();
    assert_eq!(critique(&world), answered, "a ruling is not in the file");

    // What was ruled is there the next time.
    let board = open(&world);
    board.send("O");
    board.wait_text("you insist: which line?");
}

#[test]
fn an_answered_round_takes_no_more_objections_and_the_text_stays() {
    let world = project();
    let board = submitted(&world);
    let mut answered = critique(&world);
    answered["replies"] = json!([{"objection": "OBJ-01", "action": "accept", "revision": "done",
        "evidence": [{"kind": "plan", "ref": "W2"}]}]);
    write(&world, &answered);
    board.wait_says("banner.replies");
    board.send("\x1b");
    board.wait_gone(&board.sentence("banner.replies"));
    object(&board, "One thing more.", "2", "");
    board.ask_submit();
    board.wait_says("objection.closed");
    board.send("\r");
    board.send("\x1b");
    board.wait_board();
    board.quit();
    assert_eq!(critique(&world), answered);
    let draft = world.draft("coding").unwrap();
    assert_eq!(draft["comments"][0]["text"], "One thing more.");
    assert_eq!(draft["comments"][0]["objecting"]["lens"], "feasibility");
}

#[test]
fn objections_of_others_stay_and_ours_get_the_next_numbers() {
    let world = project();
    let other = json!({"version": 1, "round": 1, "critic": {"persona": "architect"}, "objections": [
        {"id": "OBJ-07", "lens": "alternative", "claim": "Use the library.", "evidence": [{"kind": "plan", "ref": "W1"}]}],
        "replies": []});
    let board = open(&world);
    board.wait_text("Export reports");
    object(&board, "Too early.", "2", "");
    board.ask_submit();
    board.wait_text("OBJ-01");
    // Another wrote meanwhile: what is asked for is renumbered.
    write(&world, &other);
    board.wait_text("OBJ-08");
    board.send("\r");
    board.wait_text("(OBJ-08)");
    let written = critique(&world);
    assert_eq!(written["objections"][0], other["objections"][0]);
    assert_eq!(
        (&written["objections"][1]["id"], &written["critic"]["persona"]),
        (&json!("OBJ-08"), &json!("architect"))
    );
}

#[test]
fn a_draft_with_its_lens_survives_a_kill() {
    let world = project();
    let board = open(&world);
    board.wait_text("Export reports");
    object(&board, "Kept.", "4", "");
    let saved = || world.draft("coding").is_some_and(|d| d["comments"][0]["objecting"]["lens"] == "alternative");
    wait_until(saved, || format!("{:?}", world.draft("coding")));
    board.kill9();
    let board = open(&world);
    board.wait_text("alternative");
}

#[test]
fn a_gate_ends_with_the_objections() {
    let world = project();
    let board = Board::start(world.setup(&["--gate"]).folder(code(&world)), Language::En);
    object(&board, "Not so.", "", "");
    board.ask_submit();
    board.send("\r");
    assert!(board.exit_status(harness::PATIENCE).is_some());
    assert_eq!(critique(&world)["objections"].as_array().unwrap().len(), 1);
}
