//! The command line where something is wrong: what cannot be read is named with what to do about it, and nothing is lost
//! or guessed.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod cli_world;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use cli_world::{EDIT_V2, RESEARCH, Run, World};
use planboard::contract::plan_comments::Pass;
use planboard::project::inbox::Incoming;
use planboard::project::store::Store;
use planboard::review::draft::Draft;
use serde_json::Value;

const EDIT_V1: &str = r#"{"version": 1, "sources": [{"id": "a", "path": "a.mp4"}], "cuts": [
  {"src": "a", "in": 0, "out": 2, "label": "one"}, {"src": "a", "in": 3, "out": 4.5}]}"#;

/// Makes something in the place of a file.
type Maker = fn(&Path);

fn store(world: &World) -> Store {
    let state = world.root.join("state");
    let variable = |name: &str| (name == "PLANBOARD_STATE_DIR").then(|| state.clone().into_os_string());
    Store::open(&world.film().join("planning"), &variable).expect("store")
}

fn draft_file(world: &World) -> PathBuf {
    store(world).folder().join("drafts/structure.json")
}

fn pipe(path: &Path) {
    rustix::fs::mknodat(rustix::fs::CWD, path, rustix::fs::FileType::Fifo, rustix::fs::Mode::from_raw_mode(0o600), 0)
        .expect("pipe");
}

/// Every file below a directory with its bytes.
fn snapshot(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).expect("folder").map(|entry| entry.expect("entry").path()) {
            match path.is_dir() {
                true => folders.push(path),
                false => found.push((path.clone(), fs::read(&path).unwrap_or_default())),
            }
        }
    }
    // Who held the lock last is no change.
    found.retain(|(path, _)| path.to_string_lossy().contains("/drafts/") || path.to_string_lossy().contains("/inbox/"));
    found.sort();
    found
}

const COMMANDS: [&[&str]; 4] = [
    &["comments", "add", "--target", "1", "--text", "more"],
    &["comments", "list"],
    &["comments", "list", "--json"],
    &["comments", "submit"],
];

#[test]
fn a_damaged_draft_is_named_and_left_alone() {
    let world = World::plan();
    world.run(&["comments", "add", "--target", "1", "--text", "mine"]).ok();
    let file = draft_file(&world);
    fs::write(&file, "{\"pass\": \"structure\",\n \"comments\": [ oh }").expect("file");
    let before = snapshot(&world.root.join("state"));
    for args in COMMANDS {
        let run = world.run(args).fails(1);
        assert!(run.err.contains("structure.json:2:") && run.err.contains("nothing was changed"), "{}", run.err);
        assert!(run.err.contains("move it away") && !run.err.contains("expected"), "{}", run.err);
        assert!(run.out.is_empty());
    }
    assert_eq!(snapshot(&world.root.join("state")), before);
    assert!(!world.comments().exists());
    let run = world.run(&["status", "--json"]).fails(1);
    assert_eq!(run.json()["findings"][0]["code"], "kept-broken");
    assert!(world.run(&["status"]).fails(1).err.contains("structure.json"));
    world.run(&["comments", "list", "--pass", "scaffold"]).ok();
}

#[test]
fn a_draft_that_may_not_be_read_or_is_no_file_says_what_to_do() {
    let world = World::plan();
    world.run(&["comments", "add", "--target", "1", "--text", "mine"]).ok();
    let file = draft_file(&world);
    let text = fs::read(&file).expect("file");
    fs::remove_file(&file).expect("removed");
    fs::create_dir(&file).expect("folder");
    for args in COMMANDS {
        let run = world.run(args).fails(1);
        assert!(run.err.contains("it is a folder") && run.err.contains("Move it away"), "{}", run.err);
    }
    fs::remove_dir(&file).expect("still a folder");
    fs::write(&file, &text).expect("file");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).expect("mode");
    if fs::read(&file).is_ok() {
        return; // as root everything can be read
    }
    for args in COMMANDS {
        let run = world.run(args).fails(1);
        assert!(run.err.contains("Give yourself the right to read it"), "{}", run.err);
    }
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("mode");
    assert_eq!(fs::read(&file).expect("file"), text);
}

#[test]
fn comments_waiting_in_the_inbox_count() {
    let world = World::plan();
    world.run(&["comments", "add", "--target", "1", "--text", "first"]).ok();
    let store = store(&world);
    let mut draft: Draft = store.peek_draft(Pass::Structure).draft;
    let anchor = draft.comments.remove(0).anchor;
    let created_at = "2026-07-25T09:30:00Z".parse().expect("time");
    let comment =
        Incoming { pass: Pass::Structure, anchor, text: "from outside".to_owned(), created_at, objecting: None };
    store.send(&comment).expect("sent");
    let before = snapshot(&world.root.join("state"));
    for _ in 0..2 {
        let listed = world.run(&["comments", "list", "--json"]).ok().json();
        let texts: Vec<&Value> =
            listed["drafts"][0]["comments"].as_array().expect("comments").iter().map(|c| &c["text"]).collect();
        assert_eq!(texts, ["first", "from outside"]);
        let status = world.run(&["status", "--json"]).ok().json();
        assert_eq!(status["drafts"][0]["comments"], 2);
        assert_eq!(status["passes"][0]["commented"], 1);
    }
    assert_eq!(snapshot(&world.root.join("state")), before, "looking takes nothing out");
    world.run(&["comments", "submit"]).ok();
    assert!(fs::read_to_string(world.comments()).expect("file").contains("from outside"));
}

#[test]
fn what_is_wrong_in_the_submission_is_told_and_its_comments_are_unknown() {
    let one = r#"{"version":0,"pass":"structure","submitted_at":"2026-07-25T09:30:00.000Z","comments":7}"#;
    for (text, code) in [(one, "wrong-type"), ("{", "truncated"), (r#"{"version":1}"#, "newer"), ("[]", "wrong-type")] {
        let world = World::plan();
        fs::write(world.comments(), text).expect("file");
        let run = world.run(&["status", "--json"]).fails(1);
        assert_eq!(run.json()["waiting"]["comments"], Value::Null, "{text}");
        let run = world.run(&["status"]).fails(1);
        assert!(
            run.err.contains("plan-comments.json:1:") && run.err.contains(&format!("error[{code}]")),
            "{}",
            run.err
        );
    }
    let places: [(Maker, &str); 3] = [
        (|path| std::os::unix::fs::symlink("elsewhere", path).expect("link"), "elsewhere"),
        (|path| fs::create_dir(path).expect("folder"), "it is a folder"),
        (pipe, "it is a pipe"),
    ];
    for (make, words) in places {
        let world = World::plan();
        make(&world.comments());
        let run = world.run(&["status"]).fails(1);
        assert!(run.err.contains(words), "{}", run.err);
        assert_eq!(world.run(&["status", "--json"]).fails(1).json()["waiting"]["comments"], Value::Null);
    }
}

#[test]
fn one_is_one() {
    let world = World::plan();
    world.run(&["comments", "add", "--target", "1", "--text", "x"]).ok();
    world.run(&["comments", "submit"]).ok();
    world.run(&["comments", "add", "--target", "1", "--text", "y"]).ok();
    let run = world.run(&["comments", "submit"]).fails(1);
    assert!(run.err.contains("1 comment,"), "{}", run.err);
    assert!(world.run(&["status"]).ok().out.contains("1 comment,"));
}

#[test]
fn an_unavailable_pass_is_told_with_its_reason_and_place() {
    let world = World::plan();
    world.run(&["comments", "add", "--target", "1", "--text", "x"]).ok();
    let plan = world.film().join("planning/research-plan.json");
    fs::write(&plan, "{\n  \"version\": oops").expect("file");
    for args in [
        &["comments", "list"][..],
        &["comments", "submit"],
        &["comments", "add", "--target", "[0]", "--text", "x"],
        &["comments", "add", "--pass", "structure", "--target", "0", "--text", "x"],
    ] {
        let run = world.run(args);
        assert_eq!(run.code, Some(i32::from(args[1] != "list")), "{args:?} {}", run.err);
        assert!(run.err.contains("research-plan.json:2:14: error[syntax]"), "{args:?} {}", run.err);
        assert!(run.err.contains("research-plan.json is broken at line 2, column 14"), "{args:?} {}", run.err);
    }
    fs::write(&plan, r#"{"version": 9}"#).expect("file");
    assert!(world.run(&["comments", "list"]).ok().err.contains("newer than this board"));
    fs::remove_file(&plan).expect("removed");
    assert!(world.run(&["comments", "list"]).ok().err.contains("research-plan.json is not there yet"));
    let run = world.run(&["comments", "add", "--target", "0", "--text", "x"]).fails(1);
    assert!(run.err.contains("research-plan.json is not there yet"), "{}", run.err);
}

#[test]
fn comments_on_a_pass_that_is_no_more_are_gone() {
    let world = World::new(&[("edit.json", EDIT_V1)]);
    world.run(&["comments", "add", "--target", "C1", "--text", "x"]).ok();
    assert!(world.run(&["comments", "list"]).ok().out.contains("C1 [0]  one"));
    fs::write(world.film().join("edit.json"), EDIT_V2).expect("file");
    let run = world.run(&["comments", "list", "--json"]).ok();
    assert_eq!(run.json()["drafts"][0]["comments"][0]["state"], "gone");
    assert!(run.err.contains("version 2 has no cuts"), "{}", run.err);
    world.run(&["comments", "submit"]).fails(1);
    fs::write(world.film().join("edit.json"), EDIT_V1).expect("file");
    let listed = world.run(&["comments", "list", "--json"]).ok().json();
    assert_eq!(listed["drafts"][0]["comments"][0]["state"], "kept", "it comes back with its version");
}

#[test]
fn targets_are_named_as_on_screen_and_by_their_title() {
    let long = "湯".repeat(40);
    let research = RESEARCH.replace("湯気の椀", &long);
    let world = World::new(&[("planning/research-plan.json", &research), ("edit.json", EDIT_V2)]);
    let title = format!("{}…", "湯".repeat(32));
    let run = world.run(&["comments", "add", "--target", "s-02", "--text", "x"]).ok();
    assert!(run.err.contains(&format!("s-02 [1]  {title}")) && !run.err.contains(&long), "{}", run.err);
    world.run(&["comments", "add", "--target", "opening", "--text", "y"]).ok();
    let listed = world.run(&["comments", "list"]).ok().out;
    assert!(listed.contains(&format!("s-02 [1]  {title}")) && listed.contains("導入  opening"), "{listed}");
}

#[test]
fn show_gives_the_path_of_groups_the_placeholder_and_why_a_clip_cannot_be_commented() {
    let media = |id: &str, at: i64, duration: i64| {
        format!(r#"{{{id}"at":{at},"duration":{duration},"source":{{"kind":"media","src":"a","in":0,"out":1}}}}"#)
    };
    let edit = format!(
        r#"{{"version":2,"output":{{"fps":30}},"sources":[{{"id":"a","path":"a.png"}}],"tracks":[
        {{"id":"v","lane":"visual","name":"Main","items":[{},{{"id":"g2","at":60,"duration":30,
          "source":{{"kind":"group"}},"items":[{}]}}]}},{{"id":"x","lane":"audio","items":[{}]}}]}}"#,
        media("", 0, 30),
        media("\"id\":\"in\",", 0, 30),
        media("\"id\":\"music\",", 0, 0),
    );
    let world = World::new(&[("edit.json", &edit)]);
    let sidecar = r#"{"kind": "still", "status": "planned", "inputs": {"prompt": "a bowl"}}"#;
    fs::write(world.film().join("a.png.meta.json"), sidecar).expect("file");
    let run = world.run(&["show"]).fails(1);
    let rows: Vec<Vec<&str>> = run.out.lines().map(|line| line.split('\t').collect()).collect();
    assert!(rows[0][6].contains("cannot be commented: without an id"), "{}", run.out);
    assert_eq!((rows[1][2], rows[1][6]), ("Main › g2", "placeholder planned"));
    assert_eq!((rows[2][2], rows[2][4]), ("x", "to the end"));
    let value = world.run(&["show", "--json"]).fails(1).json();
    assert_eq!(value["targets"][1]["group"], "Main");
    assert_eq!(value["targets"][1]["placeholder"], serde_json::json!({"state": "planned", "prompt": "a bowl"}));
    assert_eq!(value["targets"][2]["length_seconds"], Value::Null);
    let plan = World::plan();
    assert_eq!(plan.run(&["show", "--json"]).ok().json()["targets"][0]["placeholder"], Value::Null);
}

#[test]
fn a_source_used_whole_has_no_known_length() {
    let world = World::new(&[("edit.json", r#"{"version": 0, "source": {"path": "a.mp4"}}"#)]);
    let run = world.run(&["status"]).ok();
    assert!(run.out.contains("the whole source is used") && !run.out.contains("0:00"), "{}", run.out);
    assert_eq!(world.run(&["status", "--json"]).ok().json()["passes"][2]["duration_seconds"], Value::Null);
    let world = World::new(&[("edit.json", r#"{"version": 1, "sources": []}"#)]);
    assert!(world.run(&["status"]).ok().out.contains("timeline is empty"));
    assert_eq!(world.run(&["status", "--json"]).ok().json()["passes"][2]["duration_seconds"], 0.0);
}

#[test]
fn a_checklist_that_cannot_be_read_is_a_finding_in_the_words_of_the_language() {
    let world = World::plan();
    pipe(&world.root.join("pipe"));
    for (file, words, japanese) in [
        ("gone.json", "it is not there", "見つかりません"),
        ("planning", "it is a folder", "フォルダーです"),
        ("../pipe", "it is a pipe", "パイプです"),
    ] {
        let run = world.run(&["status", "--notes", file]).fails(1);
        assert!(run.err.contains(words) && !run.out.contains("free note"), "{} {}", run.out, run.err);
        assert!(world.run(&["status", "--notes", file, "--lang", "ja"]).fails(1).err.contains(japanese));
        let value = world.run(&["status", "--notes", file, "--json"]).fails(1).json();
        assert_eq!((&value["checklist"], &value["findings"][0]["code"]), (&Value::Null, &"unreadable".into()));
    }
}

#[test]
fn no_message_speaks_the_systems_jargon() {
    let world = World::plan();
    fs::create_dir(world.film().join("edit.json")).expect("folder");
    fs::create_dir_all(world.root.join("config/planboard/config.toml")).expect("folder");
    let long = "x".repeat(300);
    for args in [
        &["status", "nowhere"][..],
        &["status", "planning/research-plan.json/deeper"],
        &["status", &long],
        &["status"],
        &["show"],
        &["status", "--notes", "nowhere", "--json"],
    ] {
        let run = world.run(args).fails(1);
        let said = format!("{}{}", run.out, run.err);
        for jargon in ["os error", "entity not found", "No such file", "Is a directory", "Not a directory", "io."] {
            assert!(!said.contains(jargon), "{args:?}: {said}");
        }
    }
    let output = world.command(&["demo", "--print"]).env("TMPDIR", "/nowhere/at/all").output().expect("it runs");
    let run = Run::of(output).fails(1);
    assert!(run.err.contains("it is not there") && !run.err.contains("os error"), "{}", run.err);
}

#[test]
fn a_planning_folder_that_leads_outside_is_what_is_said() {
    let world = World::new(&[]);
    fs::remove_dir(world.film().join("planning")).expect("removed");
    std::os::unix::fs::symlink(world.root.join("empty"), world.film().join("planning")).expect("link");
    let run = world.run(&["status"]).fails(1);
    assert!(run.err.contains("planning leaves the project") && run.err.contains("empty"), "{}", run.err);
    assert!(!run.err.contains("Looked for"), "{}", run.err);
}

#[test]
fn lengths_beyond_all_films_print_no_endless_digits() {
    let research = RESEARCH.replace("\"duration_estimate_seconds\": 4,", "\"duration_estimate_seconds\": 1e300,");
    let edit =
        r#"{"version": 1, "sources": [{"id": "a", "path": "a"}], "cuts": [{"src": "a", "in": 0, "out": 1e300}]}"#;
    let world = World::new(&[("planning/research-plan.json", &research), ("edit.json", edit)]);
    for args in [&["status"][..], &["show", "--pass", "structure"], &["show", "--pass", "final"]] {
        let run = world.run(args).ok();
        let said = format!("{}{}", run.out, run.err);
        assert!(said.contains(">99h") && !said.contains("00000000"), "{args:?}: {said}");
    }
    assert!(world.run(&["show", "--pass", "final", "--json"]).ok().out.contains("1e300"));
}

#[test]
fn an_output_that_fails_after_the_work_says_that_the_work_was_done() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let world = World::plan();
    let full = |args: &[&str]| {
        let stdout = fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
        let child = world.command(args).stdout(Stdio::from(stdout)).stderr(Stdio::piped()).spawn().expect("it runs");
        Run::of(child.wait_with_output().expect("output")).fails(1).err
    };
    let said = full(&["comments", "add", "--target", "1", "--text", "x", "--json"]);
    assert!(said.contains("the comment was added; only the output failed: the disk is full"), "{said}");
    let said = full(&["comments", "submit"]);
    assert!(said.contains("the submission was written; only the output failed"), "{said}");
    assert!(world.comments().exists());
    let said = full(&["status"]);
    assert!(said.contains("the result could not be written: the disk is full"), "{said}");
    assert!(full(&["--help"]).contains("the disk is full"));
}

#[test]
fn without_a_terminal_no_sample_is_left_behind() {
    let world = World::plan();
    // In a session of its own the process has no terminal.
    let mut command = std::process::Command::new("setsid");
    let inner = world.command(&["demo"]);
    command.arg("-w").arg(inner.get_program()).args(inner.get_args()).current_dir(world.film()).env_clear();
    command.envs(inner.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default()).stdin(Stdio::null());
    let Ok(output) = command.output() else { return };
    let run = Run::of(output).fails(1);
    assert!(run.err.contains("planboard demo --print"), "{}", run.err);
    let left =
        fs::read_dir(&world.root).expect("folder").filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    assert!(!left.into_iter().any(|name| name.starts_with("planboard-demo")));
}

#[test]
fn a_file_that_is_no_plan_file_is_told_and_its_project_shown() {
    let world = World::plan();
    fs::write(world.film().join("notes.md"), "x").expect("file");
    let run = world.run(&["status", "notes.md"]).ok();
    assert!(run.err.contains("notes.md: warning[no-plan-file]") && run.out.contains("3 shots"), "{}", run.err);
}

#[test]
fn help_is_a_command_too() {
    let world = World::plan();
    for (args, same) in [
        (&["help"][..], &["--help"][..]),
        (&["help", "show"], &["show", "--help"]),
        (&["comments", "help"], &["comments", "--help"]),
        (&["comments", "help", "add"], &["comments", "add", "--help"]),
    ] {
        assert_eq!(world.run(args).ok().out, world.run(same).ok().out, "{args:?}");
    }
    let help = world.run(&["comments", "add", "--help"]).ok().out;
    assert!(help.contains("1 MiB") && help.contains("last line break"), "{help}");
    assert!(world.run(&["--help"]).ok().out.contains("64 MiB"));
}

#[test]
fn a_relative_state_directory_counts_from_the_working_directory() {
    let world = World::plan();
    let args = ["comments", "add", "--target", "1", "--text", "x"];
    let output = world.command(&args).env("PLANBOARD_STATE_DIR", "kept/here").output().expect("it runs");
    Run::of(output).ok();
    assert!(world.film().join("kept/here").is_dir());
}
