//! The command line, through the built binary: what it prints, where, and its exit codes. HOME and the directories for state
//! and settings are temporary.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod cli_world;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use cli_world::{EDIT_V2, RESEARCH, Run, World, keys};
use planboard::project::lock::{Holder, Taking};
use planboard::project::store::Store;
use serde_json::Value;

#[test]
fn help_has_an_example_and_goes_to_stdout() {
    let world = World::plan();
    for command in
        [&["--help"][..], &["review", "--help"], &["demo", "--help"], &["status", "--help"], &["show", "--help"]]
    {
        let run = world.run(command).ok();
        assert!(run.out.contains("Example") && run.err.is_empty(), "{}", run.out);
    }
    for command in ["add", "list", "submit"] {
        assert!(world.run(&["comments", command, "--help"]).ok().out.contains("Example"));
    }
    assert!(world.run(&["--version"]).ok().out.starts_with("planboard "));
}

#[test]
fn wrong_usage_exits_2_and_says_so_on_stderr() {
    let world = World::plan();
    for args in [
        &["status", "--nonsense"][..],
        &["show", "--pass", "middle"],
        &["comments", "add"],
        &["status", "--lang", "xx"],
        &["status", "--json", "--line"],
        &["planning", "status"],
        &["--pass", "structure", "status"],
    ] {
        let run = world.run(args).fails(2);
        assert!(run.out.is_empty() && !run.err.is_empty(), "{args:?}");
    }
}

#[test]
fn no_project_says_what_was_looked_for_and_where() {
    let world = World::plan();
    let empty = world.root.join("empty");
    let run = world.run(&["status", empty.to_str().expect("UTF-8")]).fails(1);
    assert!(run.err.contains("research-plan.json") && run.err.contains(empty.to_str().expect("UTF-8")), "{}", run.err);
    assert!(run.err.contains("planboard demo"), "{}", run.err);
    let run = world.run(&["status", "no-such-folder"]).fails(1);
    assert!(run.err.contains("no-such-folder"), "{}", run.err);
}

#[test]
fn status_line_says_nothing_where_there_is_no_project() {
    let world = World::plan();
    let run = world.run(&["status", world.root.join("empty").to_str().expect("UTF-8"), "--line"]).ok();
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""));
}

#[test]
fn status_json_has_its_keys_and_three_passes() {
    let world = World::plan();
    let value = world.run(&["status", "--json"]).ok().json();
    assert_eq!(
        keys(&value),
        [
            "plan_dir",
            "passes",
            "drafts",
            "waiting",
            "last_round",
            "checklist",
            "coding",
            "critique",
            "report",
            "findings"
        ]
    );
    let passes = value["passes"].as_array().expect("passes");
    assert_eq!(passes.len(), 3);
    let expected =
        ["pass", "available", "reason", "file", "version", "targets", "commented", "reviewed", "duration_seconds"];
    assert!(passes.iter().all(|pass| keys(pass) == expected));
    assert_eq!((&passes[0]["targets"], &passes[0]["available"]), (&Value::from(3), &Value::from(true)));
    assert!(passes[1]["reason"].is_string() && passes[1]["available"] == false);
    assert!(value["waiting"].is_null() && value["last_round"].is_null() && value["checklist"].is_null());
}

#[test]
fn status_line_keeps_to_its_width_and_doubles_hashes_for_tmux() {
    let world = World::plan();
    let run = world.run(&["status", "--line", "--width", "12", "--lang", "ja"]).ok();
    assert_eq!(run.out.lines().count(), 1);
    assert!(planboard::text::cells::width(run.out.trim_end()) <= 12, "{}", run.out);
    assert!(world.run(&["status", "--line=tmux"]).ok().out.contains("structure 3"));
}

#[test]
fn status_shows_the_checklist() {
    let world = World::plan();
    let notes = r#"{"version": 1, "mode": "planned", "items": [
        {"id": "a", "title": "調べる", "status": "done"}, {"id": "b", "title": "書く", "status": "in_progress"}],
        "currentIndex": 1, "autoContinueOnDone": true, "maxAutoTurns": 6, "autoTurnsUsed": 1, "lastStepSummary": "済"}"#;
    fs::write(world.film().join("planning/plan_notes.json"), notes).expect("file");
    let list = world.run(&["status", "--json"]).ok().json()["checklist"].clone();
    let expected = r#"{"kind": "planned", "done": 1, "total": 2, "current": {"id": "b", "title": "書く"}, "turns_used": 1,
        "turns_allowed": 6, "last_summary": "済"}"#;
    assert_eq!(list, serde_json::from_str::<Value>(expected).expect("JSON"));
    assert!(world.run(&["status"]).ok().out.contains("1/2"));
}

#[test]
fn show_prints_a_line_for_each_target() {
    let world = World::plan();
    let run = world.run(&["show"]).ok();
    let lines: Vec<Vec<&str>> = run.out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines.len(), 3, "{}", run.out);
    assert_eq!(lines[0], ["0", "s-01 [0]", "一章", "0:00.0", "0:04.0", "朝の台所", ""]);
    assert!(lines.iter().all(|columns| columns.len() == 7));
}

#[test]
fn show_json_has_its_keys_and_the_exact_target() {
    let world = World::plan();
    let run = world.run(&["show", "--json"]).ok();
    let value = run.json();
    assert_eq!(keys(&value), ["pass", "file", "targets", "findings"]);
    let target = &value["targets"][1];
    let expected = [
        "id",
        "kind",
        "index",
        "group",
        "title",
        "start_seconds",
        "length_seconds",
        "comments",
        "reviewed",
        "findings",
        "placeholder",
        "target",
    ];
    assert_eq!(keys(target), expected);
    assert_eq!((&target["id"], &target["title"]), (&Value::from("1"), &Value::from("湯気の椀")));
    assert!(run.out.contains("1.50"), "numbers keep their text");
}

#[test]
fn show_of_a_pass_that_is_not_available_says_why() {
    let world = World::plan();
    let run = world.run(&["show", "--pass", "final"]).fails(1);
    assert!(run.err.contains("final"), "{}", run.err);
}

#[test]
fn errors_of_the_plan_exit_1_and_point_at_their_place() {
    let world = World::new(&[("planning/research-plan.json", &RESEARCH.replace("\"朝の台所\"", "5"))]);
    let run = world.run(&["show"]).fails(1);
    assert!(run.err.contains("research-plan.json:8:") && run.err.contains("error["), "{}", run.err);
    assert!(run.err.lines().any(|line| line.trim() == "^"), "{}", run.err);
}

#[test]
fn hostile_text_never_reaches_the_terminal() {
    let hostile = "a\\u001b[31m\\u202eb\\u009b2J\u{9b}";
    let world = World::new(&[("planning/research-plan.json", &RESEARCH.replace("朝の台所", hostile))]);
    for args in [&["show"][..], &["show", "--json"], &["status"]] {
        let run = world.run(args);
        let both = run.out + &run.err;
        assert!(!both.contains(['\u{1b}', '\u{202e}', '\u{9b}']), "{both}");
    }
}

#[test]
fn demo_prints_where_it_copied_to_as_the_last_line() {
    let world = World::plan();
    let run = world.run(&["demo", "--print"]).ok();
    let place = PathBuf::from(run.out.lines().last().expect("a line"));
    assert!(place.join("planning/research-plan.json").is_file());
    let other = world.run(&["demo", "video", "--print"]).ok();
    assert_ne!(other.out, run.out);
    let status = world.run(&["status", place.to_str().expect("UTF-8"), "--json"]).ok().json();
    let passes = status["passes"].as_array().expect("passes");
    assert!(passes[0]["targets"].as_u64() >= Some(14) && passes[1]["targets"].as_u64() >= Some(10), "{status}");
    assert_eq!(status["findings"], Value::Array(Vec::new()), "the sample is without fault");
}

#[test]
fn add_list_and_submit() {
    let world = World::plan();
    world.run(&["comments", "add", "--target", "s-02", "--text", "湯気を濃く"]).ok();
    let added = world.run(&["comments", "add", "--target", "[0]", "--text", "寄りで", "--json"]).ok().json();
    assert_eq!((&added["target_id"], &added["inbox"]), (&Value::from("0"), &Value::from(false)));
    let listed = world.run(&["comments", "list", "--json"]).ok().json();
    assert_eq!(keys(&listed["drafts"][0]), ["pass", "comments", "unfinished", "overall"]);
    assert_eq!(keys(&listed["drafts"][0]["comments"][0]), ["target_id", "title", "text", "state"]);
    assert_eq!(listed["drafts"][0]["comments"][1]["text"], "湯気を濃く");
    assert!(world.run(&["comments", "list"]).ok().out.contains("湯気を濃く"));
    let run = world.run(&["comments", "submit"]).ok();
    assert!(run.out.contains("planning/plan-comments.json に指摘を2件出しました（構成）"), "{}", run.out);
    let file: Value = serde_json::from_slice(&fs::read(world.comments()).expect("file")).expect("JSON");
    assert_eq!(keys(&file), ["version", "pass", "submitted_at", "comments"]);
    assert_eq!(file["comments"][1]["title"], "湯気の椀");
    assert_eq!(keys(&file["comments"][0]), ["target_kind", "target_id", "title", "text"]);
    assert_eq!(world.run(&["comments", "list", "--json"]).ok().json()["drafts"], Value::Array(Vec::new()));
    let status = world.run(&["status", "--json"]).ok().json();
    assert_eq!((&status["waiting"]["state"], &status["waiting"]["comments"]), (&"waiting".into(), &2.into()));
    assert_eq!(
        keys(&status["last_round"]),
        ["round", "pass", "submitted_at", "read_at", "handled_at", "state", "comments"]
    );
    fs::remove_file(world.comments()).expect("handled");
    let status = world.run(&["status", "--json"]).ok().json();
    assert_eq!((&status["waiting"], &status["last_round"]["state"]), (&Value::Null, &"handled".into()));
}

#[test]
fn the_hand_off_line_is_in_the_language_asked_for() {
    let world = World::plan();
    world.run(&["comments", "add", "--target", "1", "--text", "x"]).ok();
    let run = world.run(&["comments", "submit", "--lang", "en"]).ok();
    assert!(run.out.contains("planning/plan-comments.json (structure)"), "{}", run.out);
}

#[test]
fn the_text_may_come_from_stdin() {
    let world = World::plan();
    let mut child = world
        .command(&["comments", "add", "--target", "1", "--text", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    child.stdin.take().expect("stdin").write_all("一行め\n二行め\n".as_bytes()).expect("written");
    let run = Run::of(child.wait_with_output().expect("output")).ok();
    assert_eq!(run.json()["text"], "一行め\n二行め");
}

#[test]
fn a_text_of_white_space_is_refused() {
    let world = World::plan();
    for text in ["", " \n", "\u{3000}\u{feff}"] {
        world.run(&["comments", "add", "--target", "1", "--text", text]).fails(2);
    }
}

#[test]
fn an_ambiguous_target_exits_2_and_names_both() {
    let world = World::plan();
    let run = world.run(&["comments", "add", "--target", "0", "--text", "x"]).fails(2);
    assert!(run.err.contains("s-01 [0]  朝の台所") && run.err.contains("0 [2]  予備"), "{}", run.err);
    assert!(run.err.contains("[0], [2]"), "forms that can be used: {}", run.err);
    let added = world.run(&["comments", "add", "--target", "[2]", "--text", "x", "--json"]).ok().json();
    assert_eq!(added["target_id"], "2");
    let run = world.run(&["comments", "add", "--target", "nobody", "--text", "x"]).fails(1);
    assert!(run.err.contains("nobody") && run.err.contains("planboard show"), "{}", run.err);
}

#[test]
fn without_a_pass_the_only_one_that_has_the_target_is_taken() {
    let world = World::new(&[("planning/research-plan.json", RESEARCH), ("edit.json", EDIT_V2)]);
    let pass = |target: &str| {
        world.run(&["comments", "add", "--target", target, "--text", "x", "--json"]).ok().json()["pass"].clone()
    };
    assert_eq!(pass("s-02"), "structure");
    assert_eq!(pass("opening"), "scaffold");
    for target in ["s-01", "[0]"] {
        let run = world.run(&["comments", "add", "--target", target, "--text", "x"]).fails(2);
        assert!(run.err.contains("structure, scaffold"), "whatever the drafts hold: {}", run.err);
    }
    world.run(&["comments", "add", "--target", "opening", "--pass", "structure", "--text", "x"]).fails(1);
    let run = world.run(&["comments", "submit"]).fails(2);
    assert!(run.err.contains("structure") && run.err.contains("scaffold"), "{}", run.err);
}

#[test]
fn nothing_is_submitted_without_comments_unless_allowed() {
    let world = World::plan();
    world.run(&["comments", "submit"]).fails(2);
    world.run(&["comments", "submit", "--pass", "structure"]).fails(1);
    assert!(!world.comments().exists());
    let run = world.run(&["comments", "submit", "--pass", "structure", "--allow-empty", "--json"]).ok();
    assert_eq!(run.json()["comments"], Value::from(0));
    assert!(run.json()["hand_off"].as_str().is_some_and(|line| line.contains("承認ではありません")));
}

#[test]
fn an_unhandled_submission_is_only_replaced_when_told() {
    let world = World::plan();
    world.run(&["comments", "add", "--target", "1", "--text", "one"]).ok();
    world.run(&["comments", "submit"]).ok();
    let before = fs::read(world.comments()).expect("file");
    world.run(&["comments", "add", "--target", "1", "--text", "two"]).ok();
    let run = world.run(&["comments", "submit"]).fails(1);
    assert!(run.err.contains("--overwrite"), "{}", run.err);
    assert_eq!(fs::read(world.comments()).expect("file"), before);
    world.run(&["comments", "submit", "--overwrite"]).ok();
    assert!(fs::read_to_string(world.comments()).expect("file").contains("two"));
}

#[test]
fn a_round_whose_file_went_before_the_next_one_was_handled() {
    let world = World::plan();
    for text in ["one", "two"] {
        world.run(&["comments", "add", "--target", "1", "--text", text]).ok();
        world.run(&["comments", "submit"]).ok();
        fs::remove_file(world.comments()).expect("handled");
    }
    let rounds: Vec<PathBuf> = files(&world.root.join("state")).filter(|path| path.ends_with("round.json")).collect();
    assert_eq!(rounds.len(), 2);
    assert!(rounds.iter().any(|path| fs::read_to_string(path).is_ok_and(|text| text.contains("\"handled\""))));
    assert!(!rounds.iter().any(|path| fs::read_to_string(path).is_ok_and(|text| text.contains("\"replaced\""))));
}

/// All files below a directory.
fn files(dir: &Path) -> Box<dyn Iterator<Item = PathBuf>> {
    let entries = fs::read_dir(dir).expect("folder").map(|entry| entry.expect("entry").path());
    Box::new(entries.flat_map(|path| if path.is_dir() { files(&path) } else { Box::new(std::iter::once(path)) }))
}

#[test]
fn with_a_board_open_comments_go_to_its_inbox_and_it_submits() {
    let world = World::plan();
    let state = world.root.join("state");
    let variable = |name: &str| (name == "PLANBOARD_STATE_DIR").then(|| state.clone().into_os_string());
    let store = Store::open(&world.film().join("planning"), &variable).expect("store");
    let now = chrono::Utc::now();
    let board = Holder { terminal: Some("/dev/pts/7".to_owned()), ..Holder::this_process(now) };
    let Taking::Held(lock) = store.take_lock(&board).expect("lock") else { panic!("taken") };
    let run = world.run(&["comments", "add", "--target", "1", "--text", "from outside", "--json"]).ok();
    assert_eq!(run.json()["inbox"], true);
    assert!(run.err.contains("/dev/pts/7"), "{}", run.err);
    assert!(store.has_incoming());
    let run = world.run(&["comments", "submit", "--pass", "structure"]).fails(1);
    assert!(run.err.contains("/dev/pts/7") && !world.comments().exists(), "{}", run.err);
    drop(lock);
    world.run(&["comments", "submit"]).ok();
    assert!(fs::read_to_string(world.comments()).expect("file").contains("from outside"));
    assert!(!store.has_incoming());
}

#[test]
fn many_commands_at_once_lose_no_comment() {
    let world = World::plan();
    let texts: Vec<String> = (0..12).map(|n| format!("comment {n}")).collect();
    let children: Vec<_> = texts
        .iter()
        .map(|text| world.command(&["comments", "add", "--target", "1", "--text", text]).spawn().expect("it runs"))
        .collect();
    for mut child in children {
        assert!(child.wait().expect("it ends").success());
    }
    let listed = world.run(&["comments", "list", "--json"]).ok().out;
    assert!(texts.iter().all(|text| listed.contains(&format!("\"{text}\""))), "{listed}");
}

#[test]
fn one_language_at_a_time() {
    let world = World::plan();
    let output = world.command(&["show", "--pass", "final"]).env("LANG", "C").output().expect("it runs");
    let run = Run::of(output).fails(1);
    assert!(run.err.contains("エラー") && !run.err.contains("not available"), "{}", run.err);
}

#[test]
fn a_link_in_the_files_place_is_refused_and_the_draft_stays() {
    let world = World::plan();
    fs::write(world.root.join("outside"), "mine").expect("file");
    std::os::unix::fs::symlink(world.root.join("outside"), world.comments()).expect("link");
    world.run(&["comments", "add", "--target", "1", "--text", "one"]).ok();
    let run = world.run(&["comments", "submit", "--overwrite"]).fails(1);
    assert!(run.err.contains("outside"), "{}", run.err);
    assert_eq!(fs::read_to_string(world.root.join("outside")).expect("file"), "mine");
    assert_eq!(world.run(&["comments", "list", "--json"]).ok().json()["drafts"][0]["comments"][0]["text"], "one");
}

#[test]
fn comments_follow_a_rewritten_plan() {
    let world = World::plan();
    world.run(&["comments", "add", "--target", "s-02", "--text", "x"]).ok();
    let extra = r#"{"id": "s-00", "chapter_id": "one", "shot_type": null, "description": "新しい", "duration_estimate_seconds": 2, "image_path": null}, "#;
    let moved = RESEARCH.replacen("{\"id\": \"s-01\"", &format!("{extra}{{\"id\": \"s-01\""), 1);
    let plan = world.film().join("planning/research-plan.json");
    fs::write(&plan, &moved).expect("file");
    let listed = world.run(&["comments", "list", "--json"]).ok().json()["drafts"][0]["comments"][0].clone();
    assert_eq!((&listed["target_id"], &listed["state"]), (&"2".into(), &"moved".into()));
    fs::write(&plan, RESEARCH.replace("s-02", "s-77").replace("湯気の椀", "まったく別の画")).expect("file");
    let listed = world.run(&["comments", "list", "--json"]).ok().json()["drafts"][0]["comments"][0].clone();
    assert_eq!(listed["state"], "gone");
    let run = world.run(&["comments", "submit"]).fails(1);
    assert!(run.err.contains('x') && !world.comments().exists(), "{}", run.err);
}

#[test]
fn reading_works_where_the_state_cannot_be_written() {
    let world = World::plan();
    fs::write(world.root.join("state"), "a file").expect("file");
    world.run(&["status", "--json"]).ok();
    world.run(&["show"]).ok();
    assert_eq!(world.run(&["comments", "list", "--json"]).ok().json()["drafts"], Value::Array(Vec::new()));
    let run = world.run(&["comments", "add", "--target", "1", "--text", "x"]).fails(1);
    assert!(run.err.contains("PLANBOARD_STATE_DIR"), "{}", run.err);
}

#[test]
fn a_wrong_setting_is_told_and_nothing_fails() {
    let world = World::plan();
    fs::create_dir_all(world.root.join("config/planboard")).expect("folder");
    fs::write(world.root.join("config/planboard/config.toml"), "langage = \"ja\"\n").expect("file");
    let run = world.run(&["status"]).ok();
    assert!(run.err.contains("config.toml:1:1") && run.err.contains("language"), "{}", run.err);
}

#[test]
fn the_language_is_asked_for_or_that_of_the_environment_or_that_of_the_plan() {
    let world = World::plan();
    assert!(world.run(&["status", "--lang", "ja"]).ok().out.contains("構成"));
    assert!(world.run(&["status"]).ok().out.contains("structure"));
    let output = world.command(&["status"]).env("LANG", "C").output().expect("it runs");
    assert!(Run::of(output).out.contains("構成"));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let world = World::plan();
    let mut child =
        world.command(&["show", "--json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("output");
    assert!(output.stderr.is_empty() && output.status.success(), "{output:?}");
}

#[test]
fn commands_leave_the_project_alone() {
    let world = World::plan();
    let list = |dir: &Path| fs::read_dir(dir).expect("folder").count();
    let before = (list(&world.film()), list(&world.film().join("planning")));
    for args in
        [&["status"][..], &["show"], &["comments", "list"], &["comments", "add", "--target", "1", "--text", "x"]]
    {
        world.run(args).ok();
    }
    assert_eq!((list(&world.film()), list(&world.film().join("planning"))), before);
}
