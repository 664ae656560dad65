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
        let told = run.err.contains("merge_ready") || run.err.contains("another writer") && run.err.contains("1/3");
        assert!(run.code == Some(1) && run.out.is_empty() && told, "{}", run.err);
    }
}
