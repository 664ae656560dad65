//! `planboard checklist` on a file, through the built binary.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod cli_world;

use std::fs;
use std::process::Stdio;

use cli_world::checklist::value;
use cli_world::{Run, World, keys};
use serde_json::{Value, json};

fn statuses(notes: &Value) -> Vec<&str> {
    notes["items"].as_array().expect("items").iter().map(|item| item["status"].as_str().expect("text")).collect()
}

#[test]
fn every_command_has_help_with_an_example() {
    let world = World::new(&[]);
    for command in [&["--help"][..], &["start", "-h"], &["say", "-h"], &["status", "-h"], &["next", "-h"]] {
        assert!(world.checklist(command).ok().out.contains("Example"));
    }
    for command in ["stop", "resume", "prompt"] {
        assert!(world.checklist(&[command, "--help"]).ok().out.contains("Example"));
    }
}

#[test]
fn three_steps_in_a_file_from_start_to_completed() {
    let world = World::new(&[]);
    let run = world.checklist(&["start", "1) Read the code 2) Move the parser 3) Write tests"]).ok();
    assert!(run.out.contains("3 steps") && run.out.contains("Read the code") && run.err.is_empty(), "{}", run.out);
    let notes = world.noted();
    assert_eq!(notes["maxAutoTurns"], 6);
    assert_eq!(
        (&notes["autoContinueOnDone"], &notes["autoTurnsUsed"], &notes["currentIndex"]),
        (&json!(true), &json!(0), &json!(0))
    );
    assert_eq!(notes["items"][2], json!({"id": "step-3", "title": "Write tests", "status": "pending"}));
    assert_eq!(statuses(&notes), ["in_progress", "pending", "pending"]);

    let run = world.checklist(&["next", "--summary", "Read.", "--changed", "a.md", "b.md", "--changed", "c.md"]).ok();
    assert!(run.out.contains("Done: Read the code  (1/3)") && run.out.contains("Now: Move the parser"), "{}", run.out);
    assert!(run.out.contains("It may start by itself."), "{}", run.out);
    let notes = world.noted();
    assert_eq!(statuses(&notes), ["done", "in_progress", "pending"]);
    assert_eq!((&notes["items"][0]["summary"], &notes["lastStepSummary"]), (&json!("Read."), &json!("Read.")));
    assert_eq!(notes["items"][0]["changedFiles"], json!(["a.md", "b.md", "c.md"]));
    assert_eq!((&notes["autoTurnsUsed"], &notes["currentIndex"]), (&json!(1), &json!(1)));

    let answer = world.checklist(&["next", "--verdict", "DONE", "--json"]).ok().json();
    assert_eq!((&answer["done"], &answer["completed"], &answer["continues"]), (&json!(2), &json!(false), &json!(true)));
    assert_eq!((&answer["current"]["id"], &answer["reason"]), (&json!("step-3"), &Value::Null));

    let answer = world.checklist(&["next", "--json"]).ok().json();
    assert_eq!((&answer["done"], &answer["completed"], &answer["continues"]), (&json!(3), &json!(true), &json!(false)));
    assert_eq!((&answer["current"], &answer["turns_used"]), (&Value::Null, &json!(2)));
    assert!(answer["reason"].is_string());
    assert_eq!(world.noted()["currentIndex"], 2);

    let run = world.checklist(&["next"]).fails(1);
    assert!(run.err.contains("All steps are done") && run.out.is_empty(), "{}", run.err);
    // Over a completed one another may be started.
    world.checklist(&["start", "--item", "One", "--item", "Two"]).ok();
    assert_eq!(statuses(&world.noted()), ["in_progress", "pending"]);
}

#[test]
fn the_json_has_its_keys() {
    let world = World::new(&[]);
    world.note(&value(&["A", "B", "C"], 1));
    let answer = world.checklist(&["status", "--json"]).ok().json();
    let short = ["kind", "done", "total", "current", "turns_used", "turns_allowed", "last_summary"];
    assert_eq!(keys(&answer), [&short[..], &["items", "completed", "continues", "reason", "findings"]].concat());
    assert_eq!(keys(&answer["items"][0]), ["id", "title", "status", "summary", "changed_files"]);
    assert_eq!(
        answer["items"][1],
        json!({"id": "step-2", "title": "B", "status": "in_progress", "summary": null, "changed_files": []})
    );
    let whole = world.run(&["status", "--json"]).ok().json();
    assert_eq!(keys(&whole["checklist"]), short);
    for key in short {
        assert_eq!(whole["checklist"][key], answer[key]);
    }
}

#[test]
fn no_checklist_is_normal() {
    let world = World::new(&[]);
    let run = world.checklist(&["status"]).ok();
    assert!(run.out.is_empty() && run.err.contains("planboard checklist start"), "{}", run.err);
    assert_eq!(world.checklist(&["status", "--json"]).ok().json(), Value::Null);
    let run = world.checklist(&["prompt"]).ok();
    assert!(run.out.is_empty() && !run.err.is_empty());
    for command in ["next", "stop", "resume"] {
        let run = world.checklist(&[command]).fails(1);
        assert!(run.out.is_empty() && run.err.contains("planboard checklist start"), "{}", run.err);
    }
    assert!(!world.notes().exists());
}

#[test]
fn outside_a_project_the_current_directory_is_taken() {
    let world = World::new(&[]);
    let empty = world.root.join("empty");
    let run = |args: &[&str]| Run::of(world.command(args).current_dir(&empty).output().expect("it runs"));
    run(&["checklist", "start", "1) A 2) B"]).ok();
    assert!(empty.join("plan_notes.json").exists());
    assert!(run(&["checklist", "status"]).ok().out.contains("0/2"));
    // A status line says nothing there, unless the file is named.
    assert_eq!(run(&["status", "--line"]).ok().out, "");
    assert_eq!(run(&["status", "--line", "--notes", "plan_notes.json"]).ok().out, "checklist 0/2 A\n");
}

#[test]
fn a_named_file_goes_before_what_is_found() {
    let world = World::new(&[]);
    world.note(&value(&["Found"], 0));
    world.checklist(&["start", "1) Named 2) B", "--notes", "other.json"]).ok();
    assert!(world.checklist(&["status", "--notes", "other.json"]).ok().out.contains("Named"));
    assert!(world.checklist(&["status"]).ok().out.contains("Found"));
    let run = world.checklist(&["status", "--notes", "missing.json"]).fails(1);
    assert!(run.err.contains("missing.json") && run.out.is_empty(), "{}", run.err);
    let answer = world.checklist(&["status", "--notes", "missing.json", "--json"]).fails(1).json();
    assert_eq!((&answer["kind"], answer["findings"].as_array().map(Vec::len)), (&Value::Null, Some(1)));
}

#[test]
fn steps_come_from_stdin_a_line_for_each() {
    let world = World::new(&[]);
    world.checklist_told(&["start", "-"], "읽기\n옮기기\n\n시험\n".as_bytes()).ok();
    let notes = world.noted();
    let titles: Vec<&str> =
        notes["items"].as_array().expect("items").iter().filter_map(|i| i["title"].as_str()).collect();
    assert_eq!(titles, ["읽기", "옮기기", "시험"]);
    world.checklist_told(&["start", "-", "--replace"], &vec![b'a'; 1024 * 1024 + 1]).fails(1);
    let run = world.checklist_told(&["start", "-", "--replace"], b"\xff\xfe").fails(1);
    assert!(run.err.contains("stdin"), "{}", run.err);
    assert_eq!(world.noted(), notes);
}

#[test]
fn nothing_to_start_is_wrong_usage() {
    let world = World::new(&[]);
    for args in [
        &["start"][..],
        &["start", " "],
        &["start", "--item", "A", "--item", " "],
        &["start", "1) A 2) B", "--item", "C"],
        &["start", "1) A", "--max-turns", "-1"],
        &["start", "1) A", "--task", "t-1"],
        &["next", "--verdict", "fine"],
        &["nonsense"],
        &[],
    ] {
        let run = world.checklist(args).fails(2);
        assert!(run.out.is_empty() && !run.err.is_empty(), "{args:?}");
    }
    assert!(!world.notes().exists());
}

#[test]
fn the_chat_forms_start_show_and_stop() {
    let world = World::new(&[]);
    world.checklist(&["say", "플랜 시작: 1) 파서 2) 테스트"]).ok();
    assert_eq!(statuses(&world.noted()), ["in_progress", "pending"]);
    let run = world.checklist(&["say", "플랜", "상태"]).ok();
    assert!(run.out.contains("0/2") && run.out.contains("파서"), "{}", run.out);
    assert_eq!(world.checklist(&["say", "플랜 상태", "--json"]).ok().json()["done"], 0);
    world.checklist(&["say", "플랜 시작: 1) 다른 것"]).fails(1);
    world.checklist_told(&["say", "-"], "플랜 중지\n".as_bytes()).ok();
    assert_eq!(world.noted()["mode"], "stopped");
    for text in ["플랜", "hello", "플랜 다음"] {
        let run = world.checklist(&["say", text]).fails(2);
        for form in ["플랜 시작:", "플랜 상태", "플랜 중지"] {
            assert!(run.err.contains(form), "{}", run.err);
        }
    }
    world.checklist(&["say", "플랜 시작:"]).fails(2);
}

#[test]
fn what_is_refused_says_why_and_writes_nothing() {
    let world = World::new(&[]);
    let running = value(&["A", "B"], 0);
    let mut stopped = running.clone();
    stopped["mode"] = json!("stopped");
    let mut broken = running.clone();
    broken["items"][0]["status"] = json!("pending");
    let newer = json!({"version": 2, "mode": "planned", "items": []});
    for (there, args, why) in [
        (&running, &["start", "1) C"][..], "--replace"),
        (&running, &["resume"], "not stopped"),
        (&running, &["next", "--verdict", "done_with_concerns"], "concerns"),
        (&running, &["next", "--verdict", "DONE_WITH_CONCERNS", "--force"], "concerns"),
        (&stopped, &["next"], "resume"),
        (&stopped, &["stop"], "stopped already"),
        (&broken, &["next"], "not in progress"),
        (&newer, &["next"], "newer"),
        (&newer, &["start", "1) C", "--replace"], "newer"),
        (&json!({"free": "note"}), &["start", "1) C", "--replace"], "free note"),
        (&json!({"free": "note"}), &["next"], "free note"),
        (&json!({"free": "note"}), &["stop"], "free note"),
    ] {
        world.note(there);
        let before = fs::read(world.notes()).expect("the file");
        let run = world.checklist(args).fails(1);
        assert!(run.err.contains(why) && run.out.is_empty(), "{args:?}: {}", run.err);
        assert_eq!(fs::read(world.notes()).expect("the file"), before, "{args:?}");
    }
}

#[test]
fn a_running_one_is_replaced_where_that_is_asked_for_and_a_stopped_one_always() {
    let world = World::new(&[]);
    world.note(&value(&["A", "B"], 0));
    world.checklist(&["start", "1) C 2) D", "--replace", "--no-auto", "--max-turns", "2"]).ok();
    let notes = world.noted();
    assert_eq!((&notes["autoContinueOnDone"], &notes["maxAutoTurns"]), (&json!(false), &json!(2)));
    assert_eq!(notes["items"][0]["title"], "C");
    world.checklist(&["stop"]).ok();
    world.checklist(&["start", "1) E"]).ok();
    assert_eq!(world.noted()["items"][0]["title"], "E");
}

#[test]
fn stop_and_resume_change_the_mode_and_nothing_else() {
    let world = World::new(&[]);
    let text = "{\"version\": 1, \"mode\": \"planned\", \"extra\": [1.50],\n \"items\": [{\"id\": \"a\", \"title\": \"A\", \
                \"status\": \"in_progress\", \"mine\": 1e3}],\n \"currentIndex\": 0, \"autoContinueOnDone\": true, \
                \"maxAutoTurns\": 6, \"autoTurnsUsed\": 0}\n";
    fs::write(world.notes(), text).expect("the file");
    let answer = world.checklist(&["stop", "--json"]).ok().json();
    assert_eq!((&answer["kind"], &answer["continues"]), (&json!("stopped"), &json!(false)));
    assert_eq!(fs::read_to_string(world.notes()).expect("text"), text.replace("planned", "stopped"));
    let run = world.checklist(&["prompt"]).ok();
    assert!(run.out.is_empty() && !run.err.is_empty());
    world.checklist(&["resume"]).ok();
    assert_eq!(fs::read_to_string(world.notes()).expect("text"), text);
}

#[test]
fn whether_the_next_step_starts_by_itself_is_said() {
    let world = World::new(&[]);
    world.checklist(&["start", "1) A 2) B 3) C 4) D", "--max-turns", "1"]).ok();
    let answer = world.checklist(&["next", "--json"]).ok().json();
    assert_eq!((&answer["continues"], &answer["turns_used"]), (&json!(true), &json!(1)));
    let answer = world.checklist(&["status", "--json"]).ok().json();
    assert_eq!(answer["continues"], json!(false));
    // By hand it goes on all the same, and no turn is counted.
    let answer = world.checklist(&["next", "--json"]).ok().json();
    assert_eq!((&answer["continues"], &answer["turns_used"]), (&json!(false), &json!(1)));
    assert!(answer["reason"].as_str().expect("a reason").contains("no automatic turn"), "{answer}");
    world.checklist(&["start", "1) A 2) B", "--no-auto", "--replace"]).ok();
    let run = world.checklist(&["next"]).ok();
    assert!(run.out.contains("A person starts it"), "{}", run.out);
}

#[test]
fn the_prompt_holds_the_step_and_nothing_else_is_printed() {
    let world = World::new(&[]);
    world.checklist(&["start", "1) Read 2) Move \u{1b}[31m 3) Test"]).ok();
    world.checklist(&["next", "--summary", "It was read.", "--changed", "src/a.rs"]).ok();
    let run = world.checklist(&["prompt"]).ok();
    for part in ["Move", "It was read.", "src/a.rs", "Test"] {
        assert!(run.out.contains(part), "{}", run.out);
    }
    assert!(!run.out.contains('\u{1b}') && !run.out.contains("step-1") && run.err.is_empty(), "{}", run.out);
    let answer = world.checklist(&["prompt", "--json"]).ok().json();
    assert_eq!(keys(&answer), ["prompt"]);
    assert!(answer["prompt"].as_str().expect("text").contains("Move"));
    world.checklist(&["next"]).ok();
    world.checklist(&["next"]).ok();
    assert_eq!(world.checklist(&["prompt"]).ok().out, "");
    assert_eq!(world.checklist(&["prompt", "--json"]).ok().json(), json!({"prompt": null}));
}

#[test]
fn errors_in_it_are_said_exit_1_and_never_hide_the_list() {
    let world = World::new(&[]);
    let mut wrong = value(&["A", "B", "C"], 1);
    wrong["items"][2]["status"] = json!("in_progress");
    world.note(&wrong);
    let run = world.checklist(&["status"]).fails(1);
    assert!(run.err.contains("several-in-progress") && run.out.contains("1/3"), "{}{}", run.out, run.err);
    assert_eq!(world.checklist(&["status", "--json"]).fails(1).json()["findings"].as_array().map(Vec::len), Some(1));
    assert_eq!(world.run(&["status"]).code, Some(1));
    assert_eq!(world.run(&["status", "--line"]).ok().out, "! 1 · checklist 1/3 B\n");
}

#[test]
fn a_note_is_shown_as_text() {
    let world = World::new(&[]);
    fs::write(world.notes(), "Do the parser first.\r\nThen \u{1b}[31mtests\u{202e}.\n").expect("the file");
    let run = world.checklist(&["status"]).ok();
    assert_eq!(run.out, "Do the parser first.\nThen ␛[31mtests␦.\n");
    assert!(run.err.contains("free note"), "{}", run.err);
    let answer = world.checklist(&["status", "--json"]).ok().json();
    assert_eq!((&answer["kind"], &answer["done"], &answer["continues"]), (&json!("note"), &Value::Null, &json!(false)));
    assert_eq!(world.checklist(&["prompt"]).ok().out, "");
    world.note(&json!({"version": 2, "mode": "planned"}));
    let run = world.checklist(&["status"]);
    assert!(run.out.contains("\"version\":2"), "{}", run.out);
    assert_eq!(world.checklist(&["status", "--json"]).json()["kind"], "newer");
}

#[test]
fn of_many_that_write_at_once_none_writes_over_another() {
    let world = World::new(&[]);
    world.note(&value(&["A", "B", "C", "D", "E", "F", "G", "H"], 0));
    let spawn = |_| {
        let mut command = world.command(&["checklist", "next"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs")
    };
    let running: Vec<_> = (0..6).map(spawn).collect();
    let runs: Vec<Run> = running.into_iter().map(|child| Run::of(child.wait_with_output().expect("it ends"))).collect();
    let went_on = runs.iter().filter(|run| run.code == Some(0)).count();
    assert!(went_on > 0);
    assert_eq!(world.noted()["currentIndex"], went_on, "each that said so went on one step");
    for run in runs.iter().filter(|run| run.code != Some(0)) {
        assert!(run.code == Some(1) && run.err.contains("Another writer was first"), "{}", run.err);
    }
}

#[test]
fn several_texts_are_a_step_each() {
    let world = World::new(&[]);
    world.checklist(&["start", "Read code", "Write tests"]).ok();
    let titles = |world: &World| -> Vec<String> {
        let notes = world.noted();
        notes["items"]
            .as_array()
            .expect("items")
            .iter()
            .map(|i| i["title"].as_str().expect("text").to_owned())
            .collect()
    };
    assert_eq!(titles(&world), ["Read code", "Write tests"]);
    world.checklist(&["start", "--replace", "1.", "Read", "code", "2.", "Test"]).ok();
    assert_eq!(titles(&world), ["Read code", "Test"]);
    world.checklist_told(&["start", "--replace", "-"], b"# Plan\n\n1. A\n2. B\n").ok();
    assert_eq!(titles(&world), ["A", "B"]);
}

#[test]
fn what_is_empty_is_no_checklist_and_takes_one() {
    let world = World::new(&[]);
    fs::write(world.notes(), " \n").expect("the file");
    let run = world.checklist(&["status"]).ok();
    assert!(run.out.is_empty() && run.err.contains("planning/plan_notes.json is empty"), "{}", run.err);
    assert_eq!(world.checklist(&["status", "--json"]).ok().json(), Value::Null);
    assert_eq!(world.run(&["status", "--json"]).ok().json()["checklist"], Value::Null);
    let run = world.checklist(&["next"]).fails(1);
    assert!(run.err.contains("is empty") && run.err.contains("checklist start"), "{}", run.err);
    assert!(world.checklist(&["prompt"]).ok().err.contains("is empty"));
    world.checklist(&["start", "1) A 2) B"]).ok();
    assert_eq!(statuses(&world.noted()), ["in_progress", "pending"]);
}

#[test]
fn what_is_said_in_a_chat_is_answered_with_what_can_be_said() {
    let world = World::new(&[]);
    let run = world.checklist(&["say", "플랜 시작:"]).fails(2);
    assert!(run.err.contains("플랜 시작: 1)") && !run.err.contains("--item"), "{}", run.err);
    world.checklist(&["say", "플랜 시작: 1) 가 2) 나"]).ok();
    let run = world.checklist(&["say", "플랜 시작: 1) 다"]).fails(1);
    assert!(run.err.contains("플랜 중지") && !run.err.contains("--replace"), "{}", run.err);
}

#[test]
fn where_it_was_written_is_said_unless_the_file_was_named() {
    let world = World::new(&[]);
    world.checklist(&["start", "1) A 2) B 3) C"]).ok();
    for command in ["next", "stop", "resume"] {
        let run = world.checklist(&[command]).ok();
        assert!(run.out.ends_with("Source: planning/plan_notes.json\n"), "{}", run.out);
    }
    assert!(!world.checklist(&["next", "--notes", "planning/plan_notes.json"]).ok().out.contains("Source"));
}

#[test]
fn a_text_of_stdin_that_is_too_large_is_called_so() {
    let world = World::plan();
    let large = "가".repeat(400_000);
    let run = world.checklist_told(&["start", "-"], large.as_bytes()).fails(1);
    assert!(run.err.contains("1 MiB") && !run.err.contains("UTF-8"), "{}", run.err);
    let mut command = world.command(&["comments", "add", "--target", "s-01", "--text", "-"]);
    let input = world.root.join("large");
    fs::write(&input, large).expect("the file");
    let run = Run::of(command.stdin(fs::File::open(&input).expect("the file")).output().expect("it runs")).fails(1);
    assert!(run.err.contains("1 MiB"), "{}", run.err);
}

#[test]
fn a_damaged_checklist_is_warned_of_and_kept() {
    let world = World::new(&[]);
    let text = value(&["A", "B"], 0).to_string();
    let cut = text.split_once("\"title\":\"B").expect("a step").0;
    fs::write(world.notes(), cut).expect("the file");
    let run = world.checklist(&["status"]).ok();
    assert!(run.err.contains("warning[notes-damaged]") && run.out.contains(cut), "{}{}", run.out, run.err);
    world.checklist(&["start", "1) A", "--replace"]).fails(1);
    assert_eq!(fs::read_to_string(world.notes()).expect("text"), cut);
}

#[test]
fn a_newer_one_is_said_to_be_shown_as_text() {
    let world = World::new(&[]);
    world.note(&json!({"version": 2, "mode": "planned"}));
    let run = world.checklist(&["status"]).fails(1);
    assert!(
        run.err.contains("shown as text and never changed") && !run.err.contains("nothing of this file"),
        "{}",
        run.err
    );
}

#[test]
fn a_very_long_title_is_cut_but_not_in_the_prompt() {
    let world = World::new(&[]);
    let long = "word ".repeat(400);
    world.note(&value(&[&long, &long], 0));
    let run = world.checklist(&["status"]).ok();
    assert!(run.out.lines().all(|line| line.chars().count() < 330) && run.out.contains('…'), "{}", run.out);
    assert!(world.checklist(&["prompt"]).ok().out.contains(long.trim_end()));
}

#[test]
fn a_refusal_leaves_stdout_empty_with_json_too() {
    let world = World::new(&[]);
    world.note(&value(&["A", "B"], 0));
    for args in [
        &["resume", "--json"][..],
        &["start", "1) C", "--json"],
        &["next", "--json", "--verdict", "done_with_concerns"],
    ] {
        assert_eq!(world.checklist(args).fails(1).out, "");
    }
}
