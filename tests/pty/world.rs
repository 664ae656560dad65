//! A project of its own for each test, and boards opened on it.
//!
//! A test file uses it beside the harness by `#[path = "pty/world.rs"] mod world;`.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use planboard::locale::Language;
use serde_json::{Value, json};

use crate::harness::{PATIENCE, Setup};

#[path = "board.rs"]
mod board;
pub use board::Board;

/// The shots of the sample: id and description.
pub const SHOTS: [(&str, &str); 12] = [
    ("s-01", "朝の台所に湯気が立つ"),
    ("s-02", "Title card over steam"),
    ("s-03", "昆布の表面を寄りで"),
    ("s-04", "水出しの瓶と時計"),
    ("s-05", "ｶﾒﾗを引く"),
    ("s-06", "鍋に火を入れる"),
    ("s-07", "沸く直前の泡"),
    ("s-08", "火を止めて鰹節"),
    ("s-09", "一分待つ手元"),
    ("s-10", "濾して澄んだ出汁"),
    ("s-11", "椀によそう"),
    ("s-12", "最後の一口"),
];

/// research-plan.json with these shots in three chapters.
pub fn research(shots: &[(&str, &str)]) -> String {
    let shots: Vec<Value> = shots
        .iter()
        .enumerate()
        .map(|(i, (id, description))| {
            let chapter = ["one", "two", "three"][(i * 3 / shots.len()).min(2)];
            json!({"id": id, "chapter_id": chapter, "shot_type": "wide",
                "description": description, "duration_estimate_seconds": 4, "image_path": null})
        })
        .collect();
    let chapter =
        |id: &str, title: &str| json!({"id": id, "title": title, "duration_estimate_seconds": 16, "notes": null});
    let plan = json!({
        "version": 0,
        "topic": {"candidates": [], "selected": null, "decided_at": null},
        "target": {"audience": "家庭", "competitors": [], "japan_sns": {"platforms": [], "notes": "n"}},
        "structure": {
            "chapters": [chapter("one", "一口め"), chapter("two", "昆布は前の晩から"), chapter("three", "椀まで")],
            "shots": shots, "opening_hook": "三分後", "confirmed": false, "confirmed_at": null
        },
        "shot_list": [], "sources": [], "feedback": {"reserved": true, "note": null}
    });
    serde_json::to_string_pretty(&plan).expect("JSON")
}

fn edit() -> String {
    let item = |i: u32, name: &str| {
        json!({"id": format!("clip-{i}"), "name": name, "at": i * 60, "duration": 60,
            "source": {"kind": "media", "src": "a", "in": 0, "out": 2}})
    };
    let plan = json!({
        "version": 2, "output": {"width": 1920, "height": 1080, "fps": 30},
        "sources": [{"id": "a", "path": "a.mp4"}],
        "tracks": [{"id": "v", "lane": "visual", "items": [item(0, "導入"), item(1, "Steam"), item(2, "結び")]}]
    });
    serde_json::to_string_pretty(&plan).expect("JSON")
}

/// A home with the state of all boards, and the project `film`.
pub struct World {
    dir: tempfile::TempDir,
}

impl World {
    /// The sample: twelve shots in three chapters, three clips of an edit.json v2.
    pub fn new() -> World {
        World::of(&[("planning/research-plan.json", &research(&SHOTS)), ("edit.json", &edit())])
    }

    pub fn of(files: &[(&str, &str)]) -> World {
        let world = World { dir: tempfile::tempdir().expect("a folder") };
        for folder in ["film/planning", "film/.akari", "state", "tmp"] {
            fs::create_dir_all(world.dir.path().join(folder)).expect("a folder");
        }
        for (file, text) in files {
            let file = world.film().join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, text).expect("a file");
        }
        world
    }

    pub fn root(&self) -> &Path {
        self.dir.path()
    }

    pub fn film(&self) -> PathBuf {
        self.root().join("film")
    }

    pub fn planning(&self) -> PathBuf {
        self.film().join("planning")
    }

    pub fn plan_file(&self) -> PathBuf {
        self.planning().join("research-plan.json")
    }

    pub fn comments_file(&self) -> PathBuf {
        self.planning().join("plan-comments.json")
    }

    /// Rewrites the shots, as an agent does: another file takes the plan's place.
    pub fn rewrite(&self, shots: &[(&str, &str)]) {
        let next = self.planning().join("next.tmp");
        fs::write(&next, research(shots)).expect("written");
        fs::rename(next, self.plan_file()).expect("renamed");
    }

    /// A board to be started in the project, in English, 120×40.
    pub fn setup(&self, arguments: &[&str]) -> Setup {
        let path = |name: &str| self.root().join(name).display().to_string();
        Setup::board(arguments)
            .size(120, 40)
            .lang("en_US.UTF-8")
            .folder(self.film())
            .env("PLANBOARD_STATE_DIR", &path("state"))
            .env("TMPDIR", &path("tmp"))
    }

    /// An open board in English, 120×40, its first frame drawn.
    pub fn open(&self) -> Board {
        Board::start(self.setup(&[]), Language::En)
    }

    pub fn open_in(&self, language: Language) -> Board {
        let lang = if language == Language::Ja { "ja_JP.UTF-8" } else { "en_US.UTF-8" };
        Board::start(self.setup(&[]).lang(lang), language)
    }

    pub fn open_sized(&self, columns: u16, rows: u16) -> Board {
        Board::start(self.setup(&[]).size(columns, rows), Language::En)
    }

    /// The program without a terminal.
    pub fn command(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_planboard"))
            .args(arguments)
            .current_dir(self.film())
            .env_clear()
            .env("HOME", self.root())
            .env("LANG", "en_US.UTF-8")
            .env("PLANBOARD_STATE_DIR", self.root().join("state"))
            .stdin(Stdio::null())
            .output()
            .expect("it runs")
    }

    /// The draft of a pass as it lies on the disk.
    pub fn draft(&self, pass: &str) -> Option<Value> {
        let folders = fs::read_dir(self.root().join("state")).ok()?;
        let file = folders.flatten().map(|f| f.path().join(format!("drafts/{pass}.json"))).find(|f| f.is_file())?;
        serde_json::from_slice(&fs::read(file).ok()?).ok()
    }

    /// Texts of the saved comments of the structure pass on the disk.
    pub fn saved(&self) -> Vec<String> {
        texts(self.draft("structure").as_ref().map(|d| &d["comments"]))
    }

    /// Texts begun and not saved of the structure pass on the disk.
    pub fn unfinished(&self) -> Vec<String> {
        texts(self.draft("structure").as_ref().map(|d| &d["unfinished"]))
    }

    #[track_caller]
    pub fn wait_saved(&self, expected: &[&str]) {
        wait_until(|| self.saved() == expected, || format!("saved are {:?}", self.saved()));
    }

    #[track_caller]
    pub fn wait_unfinished(&self, expected: &[&str]) {
        wait_until(|| self.unfinished() == expected, || format!("unfinished are {:?}", self.unfinished()));
    }

    /// plan-comments.json, where it is there.
    pub fn submission(&self) -> Option<Value> {
        let bytes = fs::read(self.comments_file()).ok()?;
        Some(serde_json::from_slice(&bytes).expect("whole"))
    }

    /// Texts of the comments in plan-comments.json.
    pub fn submitted(&self) -> Vec<String> {
        texts(self.submission().as_ref().map(|s| &s["comments"]))
    }

    /// All files below a folder with their bytes; links and other things by their kind.
    pub fn tree(&self, folder: &str) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = Vec::new();
        let mut folders = vec![self.root().join(folder)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder").flatten() {
                let kind = entry.file_type().expect("a kind");
                let bytes = if kind.is_file() { fs::read(entry.path()).expect("bytes") } else { Vec::new() };
                if kind.is_dir() {
                    folders.push(entry.path());
                }
                found.push((entry.path(), bytes));
            }
        }
        found.sort();
        found
    }

    /// Names in the plan directory that begin with a dot: temporary files.
    pub fn leftovers(&self) -> Vec<String> {
        let names = fs::read_dir(self.planning()).into_iter().flatten().flatten();
        names.map(|n| n.file_name().to_string_lossy().into_owned()).filter(|n| n.starts_with('.')).collect()
    }
}

fn texts(list: Option<&Value>) -> Vec<String> {
    let list = list.and_then(Value::as_array).into_iter().flatten();
    list.map(|item| item["text"].as_str().unwrap_or_default().to_owned()).collect()
}

/// Waits for something outside the terminal.
#[track_caller]
pub fn wait_until(holds: impl Fn() -> bool, what: impl Fn() -> String) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "not within {PATIENCE:?}: {}", what());
        std::thread::sleep(Duration::from_millis(3));
    }
}
