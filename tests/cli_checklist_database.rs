//! `planboard checklist` on a task of a database, through the built binary.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod cli_world;

use std::process::Stdio;

use cli_world::checklist::{Tasks, value};
use cli_world::{Run, World};
use serde_json::{Value, json};

const OLD: &str = "2026-07-25T09:30:00.000Z";

fn world() -> (World, Tasks) {
    let world = World::new(&[]);
    let tasks = Tasks::new(world.root.join("messages.db"));
    (world, tasks)
}

#[test]
fn three_steps_in_a_task_from_start_to_completed() {
    let (world, tasks) = world();
    tasks.add("t-1", None, OLD);
    let at = ["--notes-db", tasks.path(), "--task", "t-1"];
    let run = |args: &[&str]| world.checklist(&[args, &at].concat());
    let later = |before: &str| {
        let now = tasks.row("t-1").3;
        assert!(now.as_str() > before && now.ends_with('Z'), "{now} after {before}");
        now
    };

    let started = run(&["start", "1) Read 2) Move 3) Test"]).ok();
    assert!(started.out.contains("t-1") && started.out.contains("active"), "{}", started.out);
    assert_eq!(tasks.notes("t-1")["items"][0]["status"], "in_progress");
    let updated = later(OLD);

    // The reviewer has not approved yet.
    let refused = run(&["next"]).fails(1);
    assert!(refused.err.contains("active") && refused.err.contains("merge_ready"), "{}", refused.err);
    assert_eq!(tasks.row("t-1").3, updated);

    tasks.comes_to("t-1", "merge_ready", 4);
    let answer = run(&["next", "--summary", "Read.", "--json"]).ok().json();
    assert_eq!((&answer["done"], &answer["continues"]), (&json!(1), &json!(true)));
    let (status, trips, reason, _) = tasks.row("t-1");
    assert_eq!((status.as_str(), trips, reason), ("active", 0, None));
    assert_eq!(tasks.notes("t-1")["autoTurnsUsed"], 1);
    let updated = later(&updated);

    tasks.comes_to("t-1", "merge_ready", 2);
    run(&["next"]).ok();
    let (status, trips, reason, _) = tasks.row("t-1");
    assert_eq!((status.as_str(), trips, reason), ("active", 0, None));
    let updated = later(&updated);

    tasks.comes_to("t-1", "merge_ready", 5);
    let answer = run(&["next", "--summary", "Tested.", "--json"]).ok().json();
    assert_eq!((&answer["completed"], &answer["done"]), (&json!(true), &json!(3)));
    let (status, _, reason, _) = tasks.row("t-1");
    assert_eq!((status.as_str(), reason.as_deref()), ("completed", Some("done")));
    later(&updated);
    assert_eq!(tasks.notes("t-1")["autoTurnsUsed"], 2);
    // A completed task is still shown where it is named.
    assert!(run(&["status"]).ok().out.contains("3/3"));
    run(&["next"]).fails(1);
}

#[test]
fn a_person_may_go_on_by_force() {
    let (world, tasks) = world();
    tasks.add("t-1", Some(&value(&["A", "B"], 0)), OLD);
    world.checklist(&["next", "--force", "--notes-db", tasks.path()]).ok();
    let (status, trips, ..) = tasks.row("t-1");
    assert_eq!((status.as_str(), trips), ("active", 0));
}

#[test]
fn several_tasks_reads_take_the_latest_and_writes_need_a_name() {
    let (world, tasks) = world();
    tasks.add("old", Some(&value(&["Old"], 0)), "2026-07-25T09:30:00.000Z");
    tasks.add("new", Some(&value(&["New"], 0)), "2026-07-25T09:40:00.000Z");
    tasks.add("empty", None, "2026-07-25T09:50:00.000Z");
    let at = ["--notes-db", tasks.path()];
    let run = world.checklist(&[&["status"], &at[..]].concat()).ok();
    assert!(run.out.contains("New") && run.err.contains("old") && run.err.contains("--task"), "{}{}", run.out, run.err);
    assert!(!run.err.contains("empty"), "{}", run.err);
    for args in [&["next"][..], &["stop"], &["resume"]] {
        let run = world.checklist(&[args, &at].concat()).fails(2);
        assert!(run.out.is_empty() && run.err.contains("  new\n  old"), "{}", run.err);
    }
    world.checklist(&["stop", "--notes-db", tasks.path(), "--task", "old"]).ok();
    assert_eq!((&tasks.notes("old")["mode"], &tasks.notes("new")["mode"]), (&json!("stopped"), &json!("planned")));
    // The same in the whole status, where stderr says it too.
    let run = world.run(&[&["status"], &at[..]].concat()).ok();
    assert!(run.out.contains("0/1") && run.err.contains("--task"), "{}{}", run.out, run.err);
    assert_eq!(
        world.run(&["status", "--json", "--notes-db", tasks.path(), "--task", "old"]).ok().json()["checklist"]["kind"],
        "stopped"
    );
}

#[test]
fn the_environment_names_a_database_and_a_file_goes_before_it() {
    let (world, tasks) = world();
    tasks.add("t-1", Some(&value(&["In the database"], 0)), OLD);
    let run =
        |args: &[&str]| Run::of(world.command(args).env("EJCLAW_STORE_DIR", &world.root).output().expect("it runs"));
    assert!(run(&["checklist", "status"]).ok().out.contains("In the database"));
    assert!(run(&["status"]).ok().out.contains("In the database"));
    world.note(&value(&["In the file"], 0));
    assert!(run(&["checklist", "status"]).ok().out.contains("In the file"));
    // A task that is named is one of the database.
    assert!(run(&["checklist", "status", "--task", "t-1"]).ok().out.contains("In the database"));
    run(&["checklist", "status", "--task", "t-1", "--notes", "planning/plan_notes.json"]).fails(2);
}

#[test]
fn a_task_without_a_database_is_wrong_usage() {
    let (world, _) = world();
    for args in [
        &["checklist", "status", "--task", "t"][..],
        &["status", "--task", "t"],
        &["status", "--line", "--task", "t"],
        &["review", "--task", "t"],
        &["open", "--task", "t"],
    ] {
        let run = world.run(args).fails(2);
        assert!(run.out.is_empty() && run.err.contains("--notes-db"), "{args:?}: {}", run.err);
    }
}

#[test]
fn a_database_or_a_task_that_is_not_there_is_said() {
    let (world, tasks) = world();
    tasks.add("t-1", Some(&value(&["A"], 0)), OLD);
    let run = world.checklist(&["status", "--notes-db", "missing.db"]).fails(1);
    assert!(run.err.contains("missing.db") && run.out.is_empty(), "{}", run.err);
    assert!(!world.film().join("missing.db").exists());
    for command in ["status", "next", "stop"] {
        let run = world.checklist(&[command, "--notes-db", tasks.path(), "--task", "t-9"]).fails(1);
        assert!(run.err.contains("t-9"), "{}", run.err);
    }
    // The board's status names it, and the rest goes on.
    let run = world.run(&["status", "--json", "--notes-db", "missing.db"]).fails(1);
    assert_eq!((&run.json()["checklist"], run.json()["passes"].as_array().map(Vec::len)), (&Value::Null, Some(3)));
}

#[test]
fn of_many_that_go_on_at_once_one_does() {
    let (world, tasks) = world();
    tasks.add("t-1", Some(&value(&["A", "B", "C"], 0)), OLD);
    tasks.comes_to("t-1", "merge_ready", 3);
    let spawn = |_| {
        let mut command = world.command(&["checklist", "next", "--notes-db", tasks.path()]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs")
    };
    let running: Vec<_> = (0..6).map(spawn).collect();
    let runs: Vec<Run> = running.into_iter().map(|child| Run::of(child.wait_with_output().expect("it ends"))).collect();
    let went_on = runs.iter().filter(|run| run.code == Some(0)).count();
    assert_eq!((went_on, &tasks.notes("t-1")["currentIndex"]), (1, &json!(1)));
    // The others were refused, or told that another was first and what is there now.
    for run in runs.iter().filter(|run| run.code != Some(0)) {
        let told = run.err.contains("merge_ready") || run.err.contains("Another writer") && run.err.contains("1/3");
        assert!(run.code == Some(1) && run.out.is_empty() && told, "{}", run.err);
    }
}

#[test]
fn a_finding_in_the_notes_of_a_task_names_it_and_quotes_no_database() {
    let (world, tasks) = world();
    let mut wrong = value(&["A", "B"], 0);
    wrong["items"][1]["status"] = json!("in_progress");
    tasks.add("t-1", Some(&wrong), OLD);
    for args in [&["checklist", "status"][..], &["status"]] {
        let run = world.run(&[args, &["--notes-db", tasks.path()]].concat()).fails(1);
        assert!(
            run.err.contains("messages.db, task t-1:1:") || run.out.contains("messages.db, task t-1:1:"),
            "{}",
            run.err
        );
        assert!(!run.err.contains("SQLite") && !run.err.contains('^'), "{}", run.err);
    }
}

#[test]
fn a_task_without_notes_has_no_checklist_yet() {
    let (world, tasks) = world();
    tasks.add("t-1", None, OLD);
    let at = ["--notes-db", tasks.path(), "--task", "t-1"];
    let run = |args: &[&str]| world.checklist(&[args, &at].concat());
    let told = run(&["status"]).ok();
    assert!(told.out.is_empty() && told.err.contains("Task t-1 has no checklist yet"), "{}{}", told.out, told.err);
    assert!(told.err.contains("start --task t-1") && !told.err.contains("free note"), "{}", told.err);
    assert_eq!(run(&["status", "--json"]).ok().json(), Value::Null);
    for command in ["next", "stop", "resume"] {
        let told = run(&[command]).fails(1);
        assert!(told.err.contains("start --task t-1") && told.out.is_empty(), "{}", told.err);
    }
}

#[test]
fn until_the_reviewer_approves_the_task_waits() {
    let (world, tasks) = world();
    tasks.add("t-1", Some(&value(&["A", "B"], 0)), OLD);
    let at = ["--notes-db", tasks.path(), "--task", "t-1"];
    let run = |args: &[&str]| world.checklist(&[args, &at].concat());
    assert!(run(&["status"]).ok().out.contains("waits for the reviewer's approval"));
    let answer = run(&["status", "--json"]).ok().json();
    assert_eq!(answer["continues"], json!(false));
    assert!(answer["reason"].as_str().expect("a reason").contains("approval"));
    assert!(run(&["status", "--lang", "ja"]).ok().out.contains("承認待ち"));
    tasks.comes_to("t-1", "merge_ready", 0);
    assert_eq!(run(&["status", "--json"]).ok().json()["continues"], json!(true));
    // The step that has just begun may go on by itself all the same.
    assert_eq!(run(&["next", "--json"]).ok().json()["continues"], json!(true));
}

#[test]
fn a_store_without_a_database_is_told() {
    let (world, _) = world();
    let run = |args: &[&str]| {
        Run::of(world.command(args).env("EJCLAW_STORE_DIR", world.root.join("nowhere")).output().expect("it runs"))
    };
    for args in [&["checklist", "status"][..], &["checklist", "prompt"], &["status"]] {
        let told = run(args).ok();
        assert!((told.err + &told.out).contains("EJCLAW_STORE_DIR"), "{args:?}");
    }
    assert_eq!(run(&["checklist", "status", "--json"]).ok().json(), Value::Null);
    let told = run(&["checklist", "start", "1) A"]).fails(1);
    assert!(told.err.contains("EJCLAW_STORE_DIR") && told.err.contains("nowhere"), "{}", told.err);
    assert!(!world.notes().exists());
    assert!(run(&["checklist", "status", "--task", "t"]).fails(2).err.contains("nowhere"));
    assert_eq!(run(&["status", "--line"]).ok().err, "");
    run(&["checklist", "start", "1) A", "--notes", "planning/plan_notes.json"]).ok();
    assert_eq!(run(&["checklist", "status"]).ok().err, "", "a file goes before it");
}

#[test]
fn that_a_file_goes_before_the_database_is_said() {
    let (world, tasks) = world();
    tasks.add("t-1", Some(&value(&["In the database"], 0)), OLD);
    world.note(&value(&["In the file"], 0));
    let at = ["--notes", "planning/plan_notes.json", "--notes-db", tasks.path()];
    for args in [&["checklist", "status"][..], &["status"], &["checklist", "stop"]] {
        let run = world.run(&[args, &at].concat()).ok();
        assert!(run.err.contains("messages.db is not looked into") && !run.out.contains("database"), "{}", run.err);
    }
    assert_eq!(world.run(&[&["status", "--line"], &at[..]].concat()).ok().err, "");
}

#[test]
fn a_line_does_not_wait_for_a_database_that_is_held() {
    let world = World::plan();
    let tasks = Tasks::new(world.root.join("messages.db"));
    tasks.add("t-1", Some(&value(&["A"], 0)), OLD);
    let held = rusqlite::Connection::open(&tasks.file).expect("database");
    let file = tasks.file.clone();
    drop(tasks);
    held.execute_batch("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE").expect("held");
    let start = std::time::Instant::now();
    let run = world.run(&["status", "--line", "--notes-db", file.to_str().expect("UTF-8")]).ok();
    assert_eq!((run.out.as_str(), run.err.as_str()), ("structure 3\n", ""));
    assert!(start.elapsed() < std::time::Duration::from_secs(3), "{:?}", start.elapsed());
}

#[test]
fn the_task_that_was_completed_last_is_named_where_none_is_open() {
    let (world, tasks) = world();
    tasks.add("t-1", Some(&value(&["A", "B"], 2)), OLD);
    tasks.comes_to("t-1", "completed", 0);
    let run = world.checklist(&["status", "--notes-db", tasks.path()]).ok();
    assert!(run.out.is_empty() && run.err.contains("t-1 (2/2)") && run.err.contains("--task t-1"), "{}", run.err);
    let run = world.checklist(&["next", "--notes-db", tasks.path()]).fails(1);
    assert!(run.err.contains("start --task ID"), "{}", run.err);
}
