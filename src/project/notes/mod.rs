//! The checklist where it lies: a file, or a task of a database. Finding it, reading it, changing it.

mod file;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::contract::finding::{Finding, Phrase};
use crate::contract::plan_notes::PlanNotes;
use crate::project::find::Project;
use crate::review::checklist::{Change, Start};

pub use file::places;

/// Where a checklist was asked to be looked for. The command line goes before what is found, a file before a database.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// `--notes`
    pub file: Option<PathBuf>,
    /// `--notes-db`
    pub database: Option<PathBuf>,
    /// `--task`
    pub task: Option<String>,
    /// The database that the environment (`$EJCLAW_STORE_DIR/messages.db`) or else the setting `checklist.database`
    /// names: looked into where no file is found.
    pub fallback: Option<PathBuf>,
}

/// A checklist that was read, and where it came from.
#[derive(Debug, Clone)]
pub struct LoadedNotes {
    /// Where it is.
    pub source: Source,
    /// What it says.
    pub notes: PlanNotes,
    /// What is wrong in it.
    pub findings: Vec<Finding>,
    /// Its exact bytes; empty where a column is NULL.
    pub bytes: Arc<[u8]>,
}

/// Where a checklist is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A file, absolute.
    File(PathBuf),
    /// A task of a database.
    Task(Task),
}

/// A row of `paired_tasks`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// The database, absolute.
    pub database: PathBuf,
    /// `id`
    pub id: String,
    /// `title`
    pub title: Option<String>,
    /// `status`
    pub status: String,
    /// `round_trip_count`
    pub round_trip_count: i64,
    /// `updated_at`
    pub updated_at: String,
    /// The task was named; else it is the latest of the open ones that hold a checklist.
    pub named: bool,
    /// The ids of the other open tasks that hold a checklist, latest first.
    pub others: Vec<String>,
}

impl Source {
    /// The file or the database.
    pub fn path(&self) -> &Path {
        match self {
            Source::File(file) => file,
            Source::Task(task) => &task.database,
        }
    }

    /// The task, where it is in a database.
    pub fn task(&self) -> Option<&Task> {
        match self {
            Source::File(_) => None,
            Source::Task(task) => Some(task),
        }
    }
}

/// What a change came to.
#[derive(Debug, Clone)]
pub struct Written {
    /// The checklist as it is now.
    pub now: LoadedNotes,
    /// All steps are done; in a database the task is completed.
    pub completed: bool,
}

/// Why nothing was written. Nothing has changed on the disk then.
#[derive(Debug, Clone)]
pub enum WriteError {
    /// What was asked for is refused, and why: exit code 1.
    Refused(Phrase),
    /// A task has to be named (exit code 2); the ids to choose from, latest first.
    NeedsTask(Vec<String>),
    /// Another writer was first; what is there now (`None`: nothing that can be read).
    Lost(Option<Box<LoadedNotes>>),
    /// The disk or the database refuses, and why.
    Failed(Phrase),
}

/// Reads the checklist of `project` (or where there is no project, of the current directory, absolute in `here`).
/// `Ok(None)`: there is none.
///
/// # Errors
/// What is wrong where its file or database is named, or is there and cannot be read.
pub fn read(project: Option<&Project>, here: &Path, asked: &Asked) -> Result<Option<LoadedNotes>, Box<Finding>> {
    file::read(project, here, asked)
}

/// Changes the checklist that was read as `before`, unless it is another by now. `force`: a person goes on though the
/// task is not `merge_ready`.
///
/// # Errors
/// Why nothing was written.
pub fn change(before: &LoadedNotes, change: &Change, force: bool, now: DateTime<Utc>) -> Result<Written, WriteError> {
    let _ = (before, change, force, now);
    Err(WriteError::Refused(Phrase::new("steps.refused-note")))
}

/// Starts a new checklist where one is asked for or found; else in `plan_notes.json` in the plan directory, outside a
/// project in the current directory.
///
/// # Errors
/// Why nothing was written.
pub fn start(
    project: Option<&Project>,
    here: &Path,
    asked: &Asked,
    start: &Start,
    replace: bool,
    now: DateTime<Utc>,
) -> Result<Written, WriteError> {
    let _ = (project, here, asked, start, replace, now);
    Err(WriteError::Refused(Phrase::new("steps.refused-note")))
}
