//! A store as the program it belongs to makes it, and checklists to put in it.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use rusqlite::{Connection, params};
use tempfile::TempDir;

use super::*;
use crate::contract::plan_notes::Checklist;
use crate::locale::{Language, Locale};

mod choosing;
mod files;
mod looking;
mod pulse;
mod refusals;
mod starting;
mod together;
mod troubles;
mod writing;

/// The table as it is (checklist rules, "Where it is").
const TABLE: &str = "CREATE TABLE paired_tasks (
    id TEXT PRIMARY KEY, chat_jid TEXT NOT NULL, group_folder TEXT NOT NULL, owner_service_id TEXT NOT NULL,
    reviewer_service_id TEXT NOT NULL, owner_agent_type TEXT, reviewer_agent_type TEXT, arbiter_agent_type TEXT,
    title TEXT, source_ref TEXT, plan_notes TEXT, review_requested_at TEXT,
    round_trip_count INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active','review_ready','in_review','merge_ready',
        'completed','arbiter_requested','in_arbitration')),
    arbiter_verdict TEXT, arbiter_requested_at TEXT, completion_reason TEXT,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL)";

const OLD: &str = "2026-01-01T00:00:00.000Z";

/// A database with the table of tasks, in WAL mode.
struct Store {
    dir: TempDir,
    file: PathBuf,
    own: Connection,
}

impl Store {
    fn new() -> Store {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("messages.db");
        let own = connect(&file);
        own.execute_batch(TABLE).unwrap();
        Store { dir, file, own }
    }

    /// Adds a task; `OLD` is when it was changed last.
    fn add(&self, id: &str, status: &str, notes: Option<&str>) {
        self.add_at(id, status, notes, OLD);
    }

    fn add_at(&self, id: &str, status: &str, notes: Option<&str>, updated_at: &str) {
        let sql = "INSERT INTO paired_tasks (id, chat_jid, group_folder, owner_service_id, reviewer_service_id, title, \
                   plan_notes, round_trip_count, status, created_at, updated_at) \
                   VALUES (?1, 'c', 'g', 'o', 'r', 'Title of ' || ?1, ?2, 3, ?3, ?4, ?4)";
        self.own.execute(sql, params![id, notes, status, updated_at]).unwrap();
    }

    fn named(&self, task: Option<&str>) -> Asked {
        Asked { database: Some(self.file.clone()), task: task.map(str::to_owned), ..Asked::default() }
    }

    fn fallback(&self) -> Asked {
        Asked { fallback: Some(self.file.clone()), ..Asked::default() }
    }

    fn here(&self) -> PathBuf {
        let here = self.dir.path().join("here");
        std::fs::create_dir_all(&here).unwrap();
        here
    }

    fn read(&self, asked: &Asked) -> Result<Option<LoadedNotes>, Box<Finding>> {
        read(None, &self.here(), asked)
    }

    fn task(&self, id: &str) -> LoadedNotes {
        self.read(&self.named(Some(id))).unwrap().unwrap()
    }

    /// One column of a task, as text.
    fn column(&self, id: &str, column: &str) -> Option<String> {
        let sql = format!("SELECT CAST({column} AS TEXT) FROM paired_tasks WHERE id = ?1");
        self.own.query_row(&sql, [id], |row| row.get(0)).unwrap()
    }

    fn state(&self, id: &str) -> (String, String, Option<String>) {
        let of = |column| self.column(id, column).unwrap();
        (of("status"), of("round_trip_count"), self.column(id, "completion_reason"))
    }
}

fn connect(file: &Path) -> Connection {
    let connection = Connection::open(file).unwrap();
    connection.busy_timeout(std::time::Duration::from_secs(30)).unwrap();
    connection.pragma_update(None, "journal_mode", "WAL").unwrap();
    // Nothing is lost in these tests when the power fails.
    connection.pragma_update(None, "synchronous", "OFF").unwrap();
    connection
}

/// A checklist of `steps` steps, of which `done` are done.
fn checklist(steps: usize, done: usize) -> String {
    let item = |n: usize| {
        let status = match n {
            n if n < done => "done",
            n if n == done => "in_progress",
            _ => "pending",
        };
        format!(r#"{{"id":"step-{0}","title":"Step {0}","status":"{status}"}}"#, n + 1)
    };
    let items: Vec<String> = (0..steps).map(item).collect();
    let current = done.min(steps.saturating_sub(1));
    format!(
        r#"{{"version":1,"mode":"planned","items":[{}],"currentIndex":{current},"autoContinueOnDone":true,"maxAutoTurns":6,"autoTurnsUsed":0,"mine":1.50}}"#,
        items.join(",")
    )
}

fn time(text: &str) -> DateTime<Utc> {
    stamp::time(text).unwrap()
}

fn now() -> DateTime<Utc> {
    time("2026-07-01T12:00:00.000Z")
}

fn list(notes: &LoadedNotes) -> &Checklist {
    match &notes.notes {
        PlanNotes::Checklist(list) => list,
        other => panic!("{other:?}"),
    }
}

fn next() -> Change {
    Change::Next { summary: Some("Did it.".to_owned()), changed_files: vec!["a.rs".to_owned()] }
}

fn three_steps() -> Start {
    let titles = ["One", "Two", "Three"].map(str::to_owned).to_vec();
    Start { titles, auto_continue: true, max_auto_turns: 6 }
}

/// The reason in English; in both languages it is a whole sentence without an open place.
fn said(phrase: &Phrase) -> String {
    for language in Language::ALL {
        let said = Locale::of(language).phrase(phrase);
        assert!(said != phrase.key && !said.contains('{') && said.ends_with(['.', '。']), "{said}");
        assert!(!said.contains("io."), "{said}");
    }
    Locale::of(Language::En).phrase(phrase)
}

fn refused(result: Result<Written, WriteError>) -> Phrase {
    match result {
        Err(WriteError::Refused(phrase)) => {
            said(&phrase);
            phrase
        }
        other => panic!("{other:?}"),
    }
}

fn failed(result: Result<Written, WriteError>) -> Phrase {
    match result {
        Err(WriteError::Failed(phrase)) => {
            said(&phrase);
            phrase
        }
        other => panic!("{other:?}"),
    }
}

fn lost(result: Result<Written, WriteError>) -> Option<LoadedNotes> {
    match result {
        Err(WriteError::Lost(found)) => found.map(|found| *found),
        other => panic!("{other:?}"),
    }
}

/// The finding's code; its words and its hint are there in both languages, without an open place.
fn code(result: Result<Option<LoadedNotes>, Box<Finding>>, file: &Path) -> &'static str {
    let finding = result.expect_err("a finding");
    assert_eq!(finding.file, file);
    for language in Language::ALL {
        let (said, hint) = Locale::of(language).finding(&finding);
        let hint = hint.expect("a hint");
        assert!(said != finding.key() && !said.contains(['{', '}']) && !hint.contains(['{', '}']), "{said} {hint}");
        assert!(hint.ends_with(['.', '。']), "{hint}");
    }
    finding.code
}
