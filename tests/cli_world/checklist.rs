//! A checklist in the tests of the command line: where it lies, and a database that holds one.

use std::path::PathBuf;
use std::process::Stdio;

use rusqlite::Connection;
use serde_json::{Value, json};

use super::{Run, World};

/// A checklist of these steps; those before `current` are done, it is in progress.
pub fn value(titles: &[&str], current: usize) -> Value {
    let status = |n: usize| match n.cmp(&current) {
        std::cmp::Ordering::Less => "done",
        std::cmp::Ordering::Equal => "in_progress",
        std::cmp::Ordering::Greater => "pending",
    };
    let items: Vec<Value> = titles
        .iter()
        .enumerate()
        .map(|(n, title)| json!({"id": format!("step-{}", n + 1), "title": title, "status": status(n)}))
        .collect();
    json!({
        "version": 1, "mode": "planned", "items": items, "currentIndex": current, "autoContinueOnDone": true,
        "maxAutoTurns": 6, "autoTurnsUsed": current,
    })
}

impl World {
    /// `planboard checklist` in the project.
    pub fn checklist(&self, args: &[&str]) -> Run {
        self.run(&[&["checklist"], args].concat())
    }

    /// `planboard checklist` with a text on stdin.
    pub fn checklist_told(&self, args: &[&str], stdin: &[u8]) -> Run {
        let mut command = self.command(&[&["checklist"], args].concat());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        // A command that refuses what it was told may not read all of it.
        let _ = std::io::Write::write_all(&mut child.stdin.take().expect("stdin"), stdin);
        Run::of(child.wait_with_output().expect("it ends"))
    }

    /// The file of a checklist in the plan directory.
    pub fn notes(&self) -> PathBuf {
        self.film().join("planning/plan_notes.json")
    }

    /// What the file of the checklist says.
    pub fn noted(&self) -> Value {
        serde_json::from_slice(&std::fs::read(self.notes()).expect("the file")).expect("JSON")
    }

    /// Puts a checklist into that file.
    pub fn note(&self, value: &Value) {
        std::fs::write(self.notes(), value.to_string()).expect("the file");
    }
}

/// A database like the one of the program whose tasks hold checklists.
pub struct Tasks {
    pub file: PathBuf,
    connection: Connection,
}

impl Tasks {
    /// An empty one at `file`.
    pub fn new(file: PathBuf) -> Tasks {
        let connection = Connection::open(&file).expect("database");
        connection
            .execute_batch(
                "PRAGMA journal_mode = WAL;
                 CREATE TABLE paired_tasks (
                     id TEXT PRIMARY KEY, chat_jid TEXT NOT NULL, group_folder TEXT NOT NULL,
                     owner_service_id TEXT NOT NULL, reviewer_service_id TEXT NOT NULL, owner_agent_type TEXT,
                     reviewer_agent_type TEXT, arbiter_agent_type TEXT, title TEXT, source_ref TEXT, plan_notes TEXT,
                     review_requested_at TEXT, round_trip_count INTEGER NOT NULL DEFAULT 0,
                     status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active','review_ready','in_review',
                         'merge_ready','completed','arbiter_requested','in_arbitration')),
                     arbiter_verdict TEXT, arbiter_requested_at TEXT, completion_reason TEXT,
                     created_at TEXT NOT NULL, updated_at TEXT NOT NULL);",
            )
            .expect("table");
        Tasks { file, connection }
    }

    /// Adds a task.
    pub fn add(&self, id: &str, notes: Option<&Value>, updated_at: &str) {
        self.connection
            .execute(
                "INSERT INTO paired_tasks (id, chat_jid, group_folder, owner_service_id, reviewer_service_id, plan_notes,
                     round_trip_count, created_at, updated_at) VALUES (?1, 'c', 'g', 'o', 'r', ?2, 3, ?3, ?3)",
                rusqlite::params![id, notes.map(Value::to_string), updated_at],
            )
            .expect("a task");
    }

    /// What the other program does: a task comes into this state.
    pub fn comes_to(&self, id: &str, status: &str, round_trips: i64) {
        self.connection
            .execute(
                "UPDATE paired_tasks SET status = ?2, round_trip_count = ?3 WHERE id = ?1",
                rusqlite::params![id, status, round_trips],
            )
            .expect("a task");
    }

    /// status, round_trip_count, completion_reason, updated_at of a task.
    pub fn row(&self, id: &str) -> (String, i64, Option<String>, String) {
        let sql = "SELECT status, round_trip_count, completion_reason, updated_at FROM paired_tasks WHERE id = ?1";
        self.connection
            .query_row(sql, [id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
            .expect("a task")
    }

    /// plan_notes of a task.
    pub fn notes(&self, id: &str) -> Value {
        let sql = "SELECT plan_notes FROM paired_tasks WHERE id = ?1";
        let text: String = self.connection.query_row(sql, [id], |row| row.get(0)).expect("a task");
        serde_json::from_str(&text).expect("JSON")
    }

    pub fn path(&self) -> &str {
        self.file.to_str().expect("UTF-8")
    }
}
