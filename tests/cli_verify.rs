//! `verify`, `rounds` and `show --changed` through the built binary: one round after another on a small film.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use planboard::project::find::find;
use planboard::project::rounds::Note;
use planboard::project::store::Store;
use planboard::review::round::Reply;
use serde_json::{Value, json};

/// A home of its own, and a project in it.
struct World {
    _dir: tempfile::TempDir,
    root: PathBuf,
}

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    #[track_caller]
    fn ends(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        self
    }

    #[track_caller]
    fn json(self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {}\n{}", self.out, self.err))
    }
}

fn shot(id: &str, text: &str) -> Value {
    json!({"id": id, "chapter_id": null, "shot_type": null, "description": text, "duration_estimate_seconds": 4,
        "image_path": null})
}

fn plan() -> Value {
    json!({"version": 0, "topic": {"candidates": [], "selected": null, "decided_at": null},
        "target": {"audience": "a", "competitors": [], "japan_sns": {"platforms": [], "notes": "n"}},
        "structure": {"chapters": [], "shots": [shot("a", "朝の台所"), shot("b", "湯気の椀"), shot("c", "雨の通り"),
            shot("d", "猫"), shot("e", "看板")], "opening_hook": "h", "confirmed": false, "confirmed_at": null},
        "shot_list": [], "sources": [], "feedback": {"reserved": true, "note": null}})
}

impl World {
    fn new() -> World {
        let dir = tempfile::tempdir().expect("temp dir");
        let root = fs::canonicalize(dir.path()).expect("path");
        fs::create_dir_all(root.join("film/planning")).expect("folder");
        fs::create_dir_all(root.join("film/.akari")).expect("folder");
        let world = World { _dir: dir, root };
        world.revise(|_| {});
        world
    }

    fn run(&self, args: &[&str]) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_planboard"));
        command.args(args).current_dir(self.root.join("film")).env_clear();
        command.env("HOME", &self.root).env("TMPDIR", &self.root).env("LANG", "en_US.UTF-8");
        command.env("PLANBOARD_STATE_DIR", self.root.join("state")).env("XDG_CONFIG_HOME", self.root.join("config"));
        let output = command.stdin(Stdio::null()).output().expect("it runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// The plan as it begins, revised.
    fn revise(&self, change: impl FnOnce(&mut Value)) {
        let mut plan = plan();
        change(&mut plan);
        fs::write(self.root.join("film/planning/research-plan.json"), plan.to_string()).expect("plan");
    }

    /// Submits comments on these shots.
    fn submit(&self, comments: &[(&str, &str)]) {
        for (target, text) in comments {
            self.run(&["comments", "add", "--target", target, "--text", text]).ends(0);
        }
        self.run(&["comments", "submit", "--overwrite"]).ends(0);
    }

    fn delete(&self) {
        fs::remove_file(self.root.join("film/planning/plan-comments.json")).expect("it lies there");
    }

    fn store(&self) -> Store {
        let project = find(&self.root.join("film"), None).expect("a project");
        let state = self.root.join("state");
        let variable = move |name: &str| (name == "PLANBOARD_STATE_DIR").then(|| state.clone().into_os_string());
        Store::open(&project.plan_dir, &variable).expect("a store")
    }
}

#[test]
fn verify_says_what_became_of_the_last_round() {
    let world = World::new();
    world.submit(&[("b", "Longer, please."), ("d", "No cat.")]);
    world.revise(|plan| {
        plan["structure"]["shots"][1]["duration_estimate_seconds"] = json!(6.0);
        plan["structure"]["shots"][4]["description"] = json!("看板と傘");
        plan["structure"]["shots"].as_array_mut().expect("shots").insert(2, shot("n", "新しい"));
        plan["topic"]["selected"] = json!("x");
        plan["structure"]["confirmed"] = json!(true);
        plan["structure"]["confirmed_at"] = json!("2026-08-01T10:00:00Z");
    });
    let found = world.run(&["verify", "--json"]).ends(0).json();
    assert_eq!(found["round"]["round"], 1);
    assert_eq!(found["round"]["state"], "revising");
    let keys: Vec<&String> = found.as_object().expect("object").keys().collect();
    assert_eq!(keys, ["round", "named", "unnamed", "elsewhere"]);
    let expected = json!([
        {"target_kind": "shot", "target_id": "1", "title": "湯気の椀", "state": "changed", "now_id": "1",
            "fields": [{"pointer": "/duration_estimate_seconds", "before": 4, "after": 6.0}]},
        {"target_kind": "shot", "target_id": "3", "title": "猫", "state": "unchanged", "now_id": "4", "fields": []},
    ]);
    assert_eq!(found["named"], expected);
    let expected = json!([
        {"target_kind": "shot", "id": "2", "title": "新しい", "state": "added", "cause": "beside", "fields": []},
        {"target_kind": "shot", "id": "5", "title": "看板と傘", "state": "changed", "cause": "other",
            "fields": [{"pointer": "/description", "before": "看板", "after": "看板と傘"}]},
    ]);
    assert_eq!(found["unnamed"], expected);
    assert_eq!(found["elsewhere"], json!(["/topic/selected", "/structure/confirmed"]));

    let run = world.run(&["verify"]).ends(0);
    for part in [
        "changed  b [1]",
        "Length (s): 4 → 6.0",
        "beside it, added: n [2]",
        "unchanged  d [4]",
        "changed  e [5]",
        "看板 → 看板と傘",
        "structure.confirmed became true",
        "Changed outside the targets: 1",
        "  /topic/selected",
    ] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    let run = world.run(&["verify", "--lang", "ja"]).ends(0);
    assert!(run.out.contains("名指し外の変更: 1件") && run.out.contains("変化なし  d [4]"), "{}", run.out);
    assert!(world.run(&["verify", "--strict"]).ends(1).err.contains("nobody named"));
}

#[test]
fn strict_has_nothing_to_say_of_what_was_asked_for() {
    let world = World::new();
    world.submit(&[("b", "Longer, please.")]);
    world.revise(|plan| plan["structure"]["shots"][1]["duration_estimate_seconds"] = json!(6));
    assert!(world.run(&["verify", "--strict"]).ends(0).out.contains("Nothing else changed"));
}

#[test]
fn what_changed_outside_the_targets_is_not_nothing() {
    let world = World::new();
    world.submit(&[("b", "Longer, please.")]);
    world.revise(|plan| plan["topic"]["selected"] = json!("x"));
    let run = world.run(&["verify"]).ends(0);
    assert!(run.out.contains("outside the targets: 1") && !run.out.contains("Nothing else"), "{}", run.out);
}

#[test]
fn a_submission_without_a_round_is_said_to_have_none() {
    let world = World::new();
    world.submit(&[("b", "Longer, please.")]);
    assert!(!world.run(&["verify"]).ends(0).err.contains("no round here"));
    let file = world.root.join("film/planning/plan-comments.json");
    let mut other: Value = serde_json::from_slice(&fs::read(&file).expect("comments")).expect("JSON");
    other["comments"][0]["text"] = json!("From another machine.");
    fs::write(&file, other.to_string()).expect("written");
    let run = world.run(&["verify", "--json"]).ends(0);
    assert!(run.err.contains("no round here; what follows is about round 1"), "{}", run.err);
    assert_eq!(run.json()["round"]["round"], 1);
}

#[test]
fn a_handled_round_is_compared_with_the_plan_of_then() {
    let world = World::new();
    world.submit(&[("b", "Longer, please.")]);
    world.revise(|plan| plan["structure"]["shots"][1]["duration_estimate_seconds"] = json!(6));
    let after = fs::read(world.root.join("film/planning/research-plan.json")).expect("plan");
    let store = world.store();
    let sha256 = store.last_round().expect("a round").sha256;
    world.delete();
    store.note(&sha256, Note::Handled, Some(&after), chrono::Utc::now()).expect("noted");
    world.revise(|plan| plan["structure"]["shots"] = json!([shot("z", "others")]));
    let found = world.run(&["verify", "--json"]).ends(0).json();
    assert_eq!(found["round"]["state"], "handled");
    assert_eq!(found["named"][0]["state"], "changed");
    assert_eq!(found["unnamed"], json!([]));
}

#[test]
fn without_a_round_there_is_nothing_to_verify() {
    let world = World::new();
    let run = world.run(&["verify", "--json"]).ends(0);
    assert!(run.err.contains("No rounds yet"));
    assert_eq!(run.json(), json!({"round": null, "named": [], "unnamed": [], "elsewhere": []}));
    assert!(world.run(&["verify", "--round", "3"]).ends(1).err.contains("no round 3"));
    assert_eq!(world.run(&["rounds", "--json"]).ends(0).json(), json!({"rounds": []}));
    world.run(&["rounds", "--md"]).ends(2);
}

#[test]
fn a_plan_that_cannot_be_read_fails_and_says_so() {
    let world = World::new();
    world.submit(&[("b", "Longer, please.")]);
    fs::write(world.root.join("film/planning/research-plan.json"), "{").expect("plan");
    let run = world.run(&["verify"]).ends(1);
    assert!(run.err.contains("round 1 cannot be checked"), "{}", run.err);
    fs::remove_file(world.root.join("film/planning/research-plan.json")).expect("removed");
    world.run(&["verify"]).ends(1);
}

#[test]
fn rounds_are_listed_newest_first_and_shown_with_their_answers() {
    let world = World::new();
    world.submit(&[("b", "Longer, *please*.\nReally.")]);
    world.submit(&[("c", "Drier."), ("c", "And darker.")]);
    let rows = world.run(&["rounds", "--json"]).ends(0).json();
    let of = |key: &str| rows["rounds"].as_array().expect("rows").iter().map(|r| r[key].clone()).collect::<Vec<_>>();
    assert_eq!((of("round"), of("state")), (vec![json!(2), json!(1)], vec![json!("waiting"), json!("replaced")]));
    let keys: Vec<&String> = rows["rounds"][0].as_object().expect("object").keys().collect();
    assert_eq!(keys, ["round", "pass", "submitted_at", "read_at", "handled_at", "state", "comments"]);
    assert!(world.run(&["rounds"]).ends(0).out.starts_with("Round 2 (structure): 2 comments, waiting"));

    let store = world.store();
    let replies = vec![
        Reply { comment: 0, skipped: true, text: "it is <dry> already".into() },
        Reply { comment: 1, skipped: false, text: "done".into() },
    ];
    store
        .note(&store.last_round().expect("a round").sha256, Note::Replies(replies), None, chrono::Utc::now())
        .expect("noted");
    world.revise(|plan| plan["structure"]["shots"][2]["description"] = json!("暗い通り"));
    let shown = world.run(&["rounds", "--show", "2"]).ends(0).out;
    for part in ["changed  c [2]", "Drier.", "skipped: it is <dry> already", "answer: done", "雨の通り → 暗い通り"]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let markdown = world.run(&["rounds", "--show", "2", "--md"]).ends(0).out;
    for part in ["# Round 2", "## c \\[2\\]  雨の通り (changed)", "> Drier.", "- skipped: it is \\<dry\\> already"]
    {
        assert!(markdown.contains(part), "{part}: {markdown}");
    }
    let json = world.run(&["rounds", "--show", "2", "--json"]).ends(0).json();
    assert_eq!(json["comments"][0]["skipped"], "it is <dry> already");
    assert_eq!((&json["comments"][1]["said"], &json["comments"][1]["state"]), (&json!("done"), &json!("changed")));
    assert_eq!(world.run(&["verify", "--round", "1", "--json"]).ends(0).json()["named"][0]["target_id"], "1");
}

#[test]
fn a_round_comes_back_into_the_draft_on_its_targets() {
    let world = World::new();
    world.submit(&[("b", "Longer, please."), ("d", "No cat.")]);
    world.delete();
    world.revise(|plan| plan["structure"]["shots"].as_array_mut().expect("shots").insert(0, shot("n", "新しい")));
    assert!(world.run(&["rounds", "--restore", "1"]).ends(0).err.contains("2 comments of round 1"));
    let draft = world.run(&["comments", "list", "--json"]).ends(0).json();
    let comments = draft["drafts"][0]["comments"].as_array().expect("comments");
    let ids: Vec<&Value> = comments.iter().map(|c| &c["target_id"]).collect();
    assert_eq!(ids, ["2", "4"]);
    world.run(&["rounds", "--restore", "9"]).ends(1);
}

#[test]
fn show_changed_lists_what_is_new_or_changed_since_the_last_round() {
    let world = World::new();
    let ids = |world: &World| -> Vec<String> {
        let shown = world.run(&["show", "--changed", "--json"]).ends(0).json();
        let rows = shown["targets"].as_array().expect("targets").clone();
        rows.iter().map(|row| row["target"]["id"].as_str().expect("id").to_owned()).collect()
    };
    assert_eq!(ids(&world).len(), 5, "without a round everything is shown");
    world.submit(&[("b", "Longer, please.")]);
    assert_eq!(ids(&world), [""; 0]);
    world.revise(|plan| {
        plan["structure"]["shots"][1]["duration_estimate_seconds"] = json!(6);
        plan["structure"]["shots"].as_array_mut().expect("shots").swap(3, 4);
        plan["structure"]["shots"].as_array_mut().expect("shots").insert(0, shot("n", "新しい"));
    });
    assert_eq!(ids(&world), ["n", "b"]);
    let lines = world.run(&["show", "--changed"]).ends(0).out;
    assert_eq!(lines.lines().count(), 2, "{lines}");
}

#[test]
fn a_picture_replaced_after_submitting_is_seen() {
    let world = World::new();
    let picture = world.root.join("film/planning/b.png");
    fs::write(&picture, b"one").expect("picture");
    let with = |plan: &mut Value| plan["structure"]["shots"][1]["image_path"] = json!("b.png");
    world.revise(with);
    world.submit(&[("b", "Another picture.")]);
    assert_eq!(world.run(&["verify", "--json"]).ends(0).json()["named"][0]["state"], "unchanged");
    fs::write(&picture, b"two!").expect("picture");
    let found = world.run(&["verify", "--json"]).ends(0).json();
    let field = &found["named"][0]["fields"][0];
    assert_eq!(
        (&field["pointer"], &field["before"]["bytes"], &field["after"]["bytes"]),
        (&json!("/image_path"), &json!(3), &json!(4))
    );
    assert!(world.run(&["verify"]).ends(0).out.contains("Picture replaced"));
}
