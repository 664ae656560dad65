//! The checklist where it lies: a file, or a task of a database. Finding it, reading it, changing it.

mod database;
mod file;
mod place;
mod pulse;
mod stamp;
mod tasks;
mod trouble;
mod update;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::contract::finding::{Finding, Phrase, Severity};
use crate::contract::plan_notes::PlanNotes;
use crate::project::find::Project;
use crate::project::notes::database::Access;
use crate::project::notes::place::{Named, Place, absolute};
use crate::project::notes::update::Becomes;
use crate::project::settings::Settings;
use crate::review::checklist::{self, Change, Changed, Outlook, Refusal, Start};
use crate::text::trim::js_trim;

pub use file::places;
pub use pulse::Pulse;

/// The status of a task whose step the reviewer approved (checklist rules): only then the next one is due.
pub const MERGE_READY: &str = "merge_ready";

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
    /// The database `$EJCLAW_STORE_DIR/messages.db` that the environment names and that is not there: told where no file
    /// is found either.
    pub missing_store: Option<PathBuf>,
    /// Another program that holds the database is waited for a moment only, not for seconds.
    pub hurry: bool,
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

impl LoadedNotes {
    /// Nothing is there yet: an empty file, a column that is NULL, or white space alone. A checklist may be started in
    /// it, for nothing is lost.
    pub fn is_blank(&self) -> bool {
        matches!(&self.notes, PlanNotes::Note(text) if js_trim(text).is_empty())
    }

    /// What happens next, where it is a checklist: in a task only with the reviewer's approval.
    pub fn outlook(&self) -> Option<Outlook> {
        let PlanNotes::Checklist(list) = &self.notes else { return None };
        Some(self.source.outlook(checklist::outlook(list)))
    }
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
    /// The ids of the other open tasks that hold a checklist, latest first; none where the task was named.
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

    /// What happens next with a list that lies here: in a task only with the reviewer's approval.
    pub fn outlook(&self, of_list: Outlook) -> Outlook {
        let task = self.task();
        task.map_or(of_list, |task| of_list.in_task(task.status == MERGE_READY, task.status == tasks::COMPLETED))
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

/// The database that is looked into where no file is found: `$EJCLAW_STORE_DIR/messages.db` if that is there (from the
/// current directory where it is relative), else the one of the settings, there or not: a wrong setting is told.
pub fn fallback<T: Into<OsString>>(variable: impl Fn(&str) -> Option<T>, settings: &Settings) -> Option<PathBuf> {
    store(variable).filter(|file| is_there(file)).or_else(|| settings.checklist_database.clone())
}

/// `$EJCLAW_STORE_DIR/messages.db` where the variable is set and the file is not there.
pub fn missing_store<T: Into<OsString>>(variable: impl Fn(&str) -> Option<T>) -> Option<PathBuf> {
    store(variable).filter(|file| !is_there(file))
}

fn store<T: Into<OsString>>(variable: impl Fn(&str) -> Option<T>) -> Option<PathBuf> {
    let dir = variable("EJCLAW_STORE_DIR").map(Into::into).filter(|dir: &OsString| !dir.is_empty())?;
    std::path::absolute(Path::new(&dir).join("messages.db")).ok()
}

fn is_there(file: &Path) -> bool {
    file.try_exists().unwrap_or(true)
}

/// Reads the checklist of `project` (or where there is no project, of the current directory, absolute in `here`): in the
/// file that is named; else in the database that is named, or in the fallback where a task is named; else in a file
/// that is found; else in the fallback. `Ok(None)`: there is none.
///
/// # Errors
/// What is wrong where its file or database is named, or is there and cannot be read. A warning: there is none, for the
/// database that is named has no open task with a checklist, or the one of the environment is not there.
pub fn read(project: Option<&Project>, here: &Path, asked: &Asked) -> Result<Option<LoadedNotes>, Box<Finding>> {
    if let Some(file) = &asked.file {
        return file::read_named(&absolute(file)).map(Some);
    }
    let access = if asked.hurry { Access::Brief } else { Access::Read };
    let task = asked.task.as_deref();
    let in_database = |database: &Path| tasks::read(database, task, access).map_err(|t| t.finding(database));
    match asked.named_database() {
        Named::Database(database) => {
            let none = || Box::new(tasks::no_checklist(&database, access));
            return in_database(&database)?.ok_or_else(none).map(Some);
        }
        Named::TaskOnly(task) => {
            let finding = Finding::new(here, Severity::Error, "notes-no-database", None);
            return Err(Box::new(finding.with("task", task)));
        }
        Named::Nothing => {}
    }
    if let Some(found) = file::read_found(project, here)? {
        return Ok(Some(found));
    }
    let found = asked.fallback.as_deref().map_or(Ok(None), in_database)?;
    let Some(store) = &asked.missing_store else { return Ok(found) };
    let missing = Finding::new(store, Severity::Warning, "notes-store-missing", None);
    let Some(mut found) = found else { return Err(Box::new(missing)) };
    found.findings.push(missing);
    Ok(Some(found))
}

/// Changes the checklist that was read as `before`, unless it is another by now. `force`: a person goes on though the
/// task is not `merge_ready`. In a database, going on needs that status, and makes the task active or completed.
///
/// # Errors
/// Why nothing was written.
pub fn change(before: &LoadedNotes, change: &Change, force: bool, now: DateTime<Utc>) -> Result<Written, WriteError> {
    needs_no_task(before)?;
    if let Some(task) = before.source.task() {
        is_open(task)?;
    }
    let text = String::from_utf8_lossy(&before.bytes);
    let changed = checklist::change(&before.notes, &text, change).map_err(refused)?;
    put(before, changed, matches!(change, Change::Next { .. }), force, now)
}

/// Writes a changed text in place of what was read as `before`; `goes_on`: to the next step, or from the last.
fn put(
    before: &LoadedNotes,
    changed: Changed,
    goes_on: bool,
    force: bool,
    now: DateTime<Utc>,
) -> Result<Written, WriteError> {
    let Changed { text, completed } = changed;
    let now = match &before.source {
        Source::File(file) => file::write(file, Some(&before.bytes), &text)?,
        Source::Task(task) => {
            if goes_on && !force && task.status != MERGE_READY {
                let phrase = Phrase::new("notes.refused-status").with("task", &task.id);
                return Err(WriteError::Refused(phrase.with("status", &task.status)));
            }
            let becomes = match (goes_on, completed) {
                (false, _) => Becomes::Same,
                (true, false) => Becomes::Active,
                (true, true) => Becomes::Completed,
            };
            update::update(task, &before.bytes, &text, becomes, now)?
        }
    };
    Ok(Written { now, completed })
}

/// Starts a new checklist where [`read`] would look for one that is named; else in the file that is found; else in the
/// fallback, if exactly one of its open tasks holds a checklist; else in `plan_notes.json` in the plan directory, outside
/// a project in the current directory. What is blank (an empty file; a task without notes, NULL, that is named) takes one.
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
    start_with(project, here, asked, now, |before| checklist::start(before, start, replace))
}

/// As [`start`], with the text that `make` makes in place of what is there.
fn start_with(
    project: Option<&Project>,
    here: &Path,
    asked: &Asked,
    now: DateTime<Utc>,
    make: impl Fn(Option<(&PlanNotes, &str)>) -> Result<String, Refusal>,
) -> Result<Written, WriteError> {
    let made = |before: Option<&LoadedNotes>| {
        let text = before.map(|before| String::from_utf8_lossy(&before.bytes));
        make(before.zip(text.as_deref()).map(|(before, text)| (&before.notes, text))).map_err(refused)
    };
    let now = match place::to_start(project, here, asked)? {
        Place::File(file) => {
            let before = file::read_to_write(&file)?;
            let text = made(before.as_ref())?;
            file::write(&file, before.as_ref().map(|before| before.bytes.as_ref()), &text)?
        }
        Place::Task(before) => {
            let Some(task) = before.source.task() else { return Err(WriteError::Lost(Some(before))) };
            is_open(task)?;
            let text = made(Some(before.as_ref()))?;
            update::update(task, &before.bytes, &text, Becomes::Same, now)?
        }
    };
    Ok(Written { now, completed: false })
}

fn refused(refusal: Refusal) -> WriteError {
    WriteError::Refused(refusal.phrase())
}

/// A task is done with for good once it is completed.
fn is_open(task: &Task) -> Result<(), WriteError> {
    if task.status != tasks::COMPLETED {
        return Ok(());
    }
    Err(WriteError::Refused(Phrase::new("notes.refused-completed").with("task", &task.id)))
}

/// A task that was only chosen because it is the latest of several is not written to.
fn needs_no_task(before: &LoadedNotes) -> Result<(), WriteError> {
    match before.source.task() {
        Some(task) if !task.named && !task.others.is_empty() => {
            Err(WriteError::NeedsTask(std::iter::once(&task.id).chain(&task.others).cloned().collect()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
