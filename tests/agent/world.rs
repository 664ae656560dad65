//! A home of its own with a project in it, for the tests of the agent's side.

#[path = "../cli_world/run.rs"]
mod run;

pub use run::Run;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// A home with an AKARI project `film`.
pub struct World {
    _dir: tempfile::TempDir,
    /// The home.
    pub root: PathBuf,
}

impl World {
    /// Without any plan.
    pub fn empty() -> World {
        let dir = tempfile::tempdir().expect("temp dir");
        let root = fs::canonicalize(dir.path()).expect("path");
        fs::create_dir_all(root.join("film/planning")).expect("folder");
        fs::create_dir_all(root.join("film/.akari")).expect("folder");
        World { _dir: dir, root }
    }

    /// With these shots: id and description.
    pub fn shots(list: &[(&str, &str)]) -> World {
        let world = World::empty();
        world.write_shots(list);
        world
    }

    pub fn write_shots(&self, list: &[(&str, &str)]) {
        let shot = |(id, text): &(&str, &str)| {
            let mut shot = json!({"id": id, "chapter_id": null, "shot_type": null, "description": text,
                "duration_estimate_seconds": null, "image_path": null});
            if id.is_empty() {
                shot.as_object_mut().expect("object").remove("id");
            }
            shot
        };
        let shots: Vec<Value> = list.iter().map(shot).collect();
        self.write_research(json!(shots), false);
    }

    pub fn write_research(&self, shots: Value, confirmed: bool) {
        let plan = json!({
            "version": 0,
            "topic": {"candidates": [], "selected": null, "decided_at": null},
            "target": {"audience": "a", "competitors": [], "japan_sns": {"platforms": [], "notes": "n"}},
            "structure": {"chapters": [], "shots": shots, "opening_hook": "h", "confirmed": confirmed,
                "confirmed_at": confirmed.then_some("2026-07-25T09:30:00Z")},
            "shot_list": [], "sources": [], "feedback": {"reserved": true, "note": null}
        });
        fs::write(self.research(), plan.to_string()).expect("plan");
    }

    pub fn write_cuts(&self, list: &[(u32, u32)]) {
        let cuts: Vec<Value> = list.iter().map(|(from, to)| json!({"src": "cam", "in": from, "out": to})).collect();
        let edit = json!({"version": 1, "sources": [{"id": "cam", "path": "cam.mp4"}], "cuts": cuts});
        fs::write(self.film().join("edit.json"), edit.to_string()).expect("edit");
    }

    pub fn write_clips(&self, list: &[(&str, &str)]) {
        let item = |(id, name): &(&str, &str)| {
            json!({"id": id, "name": name, "at": 0, "duration": 30,
                "source": {"kind": "media", "src": "cam", "in": 0, "out": 1}})
        };
        let items: Vec<Value> = list.iter().map(item).collect();
        let edit = json!({"version": 2, "output": {"width": 16, "height": 9, "fps": 30},
            "sources": [{"id": "cam", "path": "cam.mp4"}], "tracks": [{"id": "v", "lane": "visual", "items": items}]});
        fs::write(self.film().join("edit.json"), edit.to_string()).expect("edit");
    }

    pub fn film(&self) -> PathBuf {
        self.root.join("film")
    }

    pub fn research(&self) -> PathBuf {
        self.film().join("planning/research-plan.json")
    }

    pub fn comments(&self) -> PathBuf {
        self.film().join("planning/plan-comments.json")
    }

    pub fn state(&self) -> PathBuf {
        self.root.join("state")
    }

    /// A submission as another program writes it.
    pub fn write_comments(&self, pass: &str, list: &[(&str, &str, &str, &str)]) {
        let comment = |(kind, id, title, text): &(&str, &str, &str, &str)| json!({"target_kind": kind, "target_id": id, "title": title, "text": text});
        let comments: Vec<Value> = list.iter().map(comment).collect();
        let file =
            json!({"version": 0, "pass": pass, "submitted_at": "2026-07-25T09:30:00.000Z", "comments": comments});
        fs::write(self.comments(), file.to_string()).expect("comments");
    }

    /// Submits these comments (target, text) with the built binary.
    pub fn submit(&self, list: &[(&str, &str)]) {
        for (target, text) in list {
            self.run(&["comments", "add", "--target", target, "--text", text]).ok();
        }
        self.run(&["comments", "submit"]).ok();
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_planboard"));
        command.args(args).current_dir(self.film()).env_clear();
        command.env("HOME", &self.root).env("TMPDIR", &self.root).env("LANG", "en_US.UTF-8");
        command.env("PLANBOARD_STATE_DIR", self.state()).env("XDG_CONFIG_HOME", self.root.join("config"));
        command.stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Run {
        Run::of(self.command(args).output().expect("it runs"))
    }

    /// `comments read --json`, which must succeed.
    #[track_caller]
    pub fn read(&self) -> Value {
        self.run(&["comments", "read", "--json"]).ok().json()
    }

    /// The token of what lies there.
    #[track_caller]
    pub fn token(&self) -> String {
        self.read()["token"].as_str().expect("a token").to_owned()
    }

    /// The newest round as it is stored.
    pub fn round(&self) -> Value {
        let mut rounds: Vec<PathBuf> = files(&self.state()).into_iter().filter(|p| p.ends_with("round.json")).collect();
        rounds.sort();
        let bytes = fs::read(rounds.last().expect("a round")).expect("round");
        serde_json::from_slice(&bytes).expect("JSON")
    }
}

/// All files below a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() { found.extend(files(&entry.path())) } else { found.push(entry.path()) }
    }
    found
}

/// The codes of the findings of a JSON output.
pub fn codes(value: &Value) -> Vec<&str> {
    value["findings"].as_array().expect("findings").iter().filter_map(|f| f["code"].as_str()).collect()
}
