//! A home with a project for the tests of the command line, and what a run of the built binary gave.

#![allow(dead_code, clippy::expect_used, clippy::panic)]

pub mod checklist;
mod run;

pub use run::Run;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

/// A home of its own, and a project in it.
pub struct World {
    _dir: tempfile::TempDir,
    pub root: PathBuf,
}

pub const RESEARCH: &str = r#"{
  "version": 0,
  "topic": {"candidates": [], "selected": null, "decided_at": null},
  "target": {"audience": "a", "competitors": [], "japan_sns": {"platforms": [], "notes": "n"}},
  "structure": {
    "chapters": [{"id": "one", "title": "一章", "duration_estimate_seconds": null, "notes": null}],
    "shots": [
      {"id": "s-01", "chapter_id": "one", "shot_type": "wide", "description": "朝の台所", "duration_estimate_seconds": 4, "image_path": null},
      {"id": "s-02", "chapter_id": "one", "shot_type": null, "description": "湯気の椀", "duration_estimate_seconds": 1.50, "image_path": null},
      {"id": "0", "chapter_id": null, "shot_type": null, "description": "予備", "duration_estimate_seconds": null, "image_path": null}
    ],
    "opening_hook": "h", "confirmed": false, "confirmed_at": null
  },
  "shot_list": [], "sources": [], "feedback": {"reserved": true, "note": null}
}"#;

pub const EDIT_V2: &str = r#"{
  "version": 2,
  "output": {"width": 1920, "height": 1080, "fps": 30},
  "sources": [{"id": "a", "path": "a.png"}],
  "tracks": [{"id": "v", "lane": "visual", "items": [
    {"id": "opening", "name": "導入", "at": 0, "duration": 60, "source": {"kind": "media", "src": "a", "in": 0, "out": 2}},
    {"id": "s-01", "at": 60, "duration": 30, "source": {"kind": "media", "src": "a", "in": 2, "out": 3}}
  ]}]
}"#;

impl World {
    /// A home with an AKARI project `film` of these files.
    pub fn new(files: &[(&str, &str)]) -> World {
        let dir = tempfile::tempdir().expect("temp dir");
        let root = fs::canonicalize(dir.path()).expect("path");
        fs::create_dir_all(root.join("film/planning")).expect("folder");
        fs::create_dir_all(root.join("film/.akari")).expect("folder");
        fs::create_dir_all(root.join("empty")).expect("folder");
        for (file, text) in files {
            fs::write(root.join("film").join(file), text).expect("file");
        }
        World { _dir: dir, root }
    }

    pub fn plan() -> World {
        World::new(&[("planning/research-plan.json", RESEARCH)])
    }

    pub fn film(&self) -> PathBuf {
        self.root.join("film")
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_planboard"));
        command.args(args).current_dir(self.film()).env_clear();
        command.env("HOME", &self.root).env("TMPDIR", &self.root).env("LANG", "en_US.UTF-8");
        command.env("PLANBOARD_STATE_DIR", self.root.join("state")).env("XDG_CONFIG_HOME", self.root.join("config"));
        command.stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Run {
        Run::of(self.command(args).output().expect("it runs"))
    }

    /// Runs with `input` as stdin.
    pub fn run_with(&self, args: &[&str], input: &[u8]) -> Run {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        // Whoever does not read all of it says why.
        let _ = child.stdin.take().expect("stdin").write_all(input);
        Run::of(child.wait_with_output().expect("it ends"))
    }

    pub fn comments(&self) -> PathBuf {
        self.film().join("planning/plan-comments.json")
    }
}

pub fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}
