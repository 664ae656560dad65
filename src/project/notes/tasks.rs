//! The tasks of a database: reading one, and choosing one where none is named.

use std::path::{Path, PathBuf};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use crate::contract::finding::{Finding, Severity};
use crate::contract::json::MAX_BYTES;
use crate::contract::plan_notes::{self, PlanNotes};
use crate::project::notes::database::{Access, Columns, open};
use crate::project::notes::stamp::latest_first;
use crate::project::notes::trouble::Trouble;
use crate::project::notes::{LoadedNotes, Source, Task};
use crate::text::near::distance;

/// The status of a task that is done with.
pub(super) const COMPLETED: &str = "completed";

/// Most ids that are offered in place of one that is not there.
const NEAR: usize = 3;

/// Longest id that others are compared with, in bytes.
const LONGEST_COMPARED: usize = 200;

/// What a column `plan_notes` holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cell {
    Null,
    Text(Vec<u8>),
    TooLarge(i64),
    /// Another type, as SQLite names it.
    Other(&'static str),
}

impl Cell {
    /// Its text; NULL has none.
    pub(super) fn bytes(&self) -> Option<&[u8]> {
        match self {
            Cell::Null => Some(&[]),
            Cell::Text(bytes) => Some(bytes),
            Cell::TooLarge(_) | Cell::Other(_) => None,
        }
    }
}

/// Which tasks are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// The open ones.
    Open,
    /// The open ones that hold a checklist (planned or stopped, or of a later version).
    OpenLists,
    /// The completed ones that hold one.
    CompletedLists,
}

/// A database with its table of tasks.
pub(super) struct Tasks<'a> {
    pub(super) path: &'a Path,
    pub(super) connection: Connection,
    pub(super) columns: Columns,
}

impl<'a> Tasks<'a> {
    /// Opens the database at `path` and begins a transaction: what is read in it belongs together.
    pub(super) fn open(path: &'a Path, access: Access) -> Result<Tasks<'a>, Trouble> {
        let connection = open(path, access)?;
        let begin = if access == Access::Write { "BEGIN IMMEDIATE" } else { "BEGIN" };
        connection.execute_batch(begin).map_err(|error| Trouble::of(&error, path))?;
        let columns = Columns::of(&connection, path)?;
        Ok(Tasks { path, connection, columns })
    }

    /// The named task.
    pub(super) fn named(&self, id: &str) -> Result<(Task, Cell), Trouble> {
        match self.row(id)? {
            Some((mut task, cell)) => {
                task.named = true;
                Ok((task, cell))
            }
            None => Err(Trouble::NoTask(id.to_owned(), self.near(id)?)),
        }
    }

    /// The latest of the open tasks that hold a checklist, if there is one.
    pub(super) fn latest(&self) -> Result<Option<(Task, Cell)>, Trouble> {
        let mut ids = self.ids(Which::OpenLists)?.into_iter();
        let Some(first) = ids.next() else { return Ok(None) };
        let row = self.row(&first)?;
        Ok(row.map(|(task, cell)| (Task { others: ids.collect(), ..task }, cell)))
    }

    /// The task with this id, as a row that was not named.
    pub(super) fn row(&self, id: &str) -> Result<Option<(Task, Cell)>, Trouble> {
        let title = if self.columns.title { "title" } else { "NULL" };
        let count = if self.columns.round_trip_count { "round_trip_count" } else { "0" };
        let notes = notes();
        let sql = format!(
            "SELECT CAST(id AS TEXT), status, updated_at, {notes}, {title}, {count} FROM paired_tasks WHERE id = ?1"
        );
        let read = || {
            let mut statement = self.connection.prepare(&sql)?;
            let mut rows = statement.query([id])?;
            let Some(row) = rows.next()? else { return Ok(None) };
            let title = row.get_ref(6)?;
            let task = Task {
                database: self.path.to_owned(),
                id: text(row, 0)?,
                title: (title != ValueRef::Null).then(|| text(row, 6)).transpose()?,
                status: text(row, 1)?,
                round_trip_count: row.get_ref(7)?.as_i64_or_null().ok().flatten().unwrap_or_default(),
                updated_at: text(row, 2)?,
                named: false,
                others: Vec::new(),
            };
            Ok(Some((task, cell(row, 3)?)))
        };
        read().map_err(|error| Trouble::of(&error, self.path))
    }

    /// The ids of such tasks, latest first.
    pub(super) fn ids(&self, which: Which) -> Result<Vec<String>, Trouble> {
        let checklists = which != Which::Open;
        let notes = if checklists { notes() } else { "NULL, NULL, NULL".to_owned() };
        let kind = if checklists { "AND typeof(plan_notes) = 'text'" } else { "" };
        let is = if which == Which::CompletedLists { "IS" } else { "IS NOT" };
        let sql = format!(
            "SELECT CAST(id AS TEXT), updated_at, {notes} FROM paired_tasks WHERE status {is} '{COMPLETED}' {kind}"
        );
        let read = || {
            let mut statement = self.connection.prepare(&sql)?;
            let mut rows = statement.query([])?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                if !checklists || matches!(&cell(row, 2)?, Cell::Text(bytes) if is_checklist(self.path, bytes)) {
                    found.push((text(row, 1)?, text(row, 0)?));
                }
            }
            Ok(found)
        };
        let mut found = read().map_err(|error| Trouble::of(&error, self.path))?;
        found.sort_by_cached_key(|(updated_at, _)| latest_first(updated_at));
        Ok(found.into_iter().map(|(_, id)| id).collect())
    }

    /// Ids that may have been meant by `id`, likeliest first.
    fn near(&self, id: &str) -> Result<Vec<String>, Trouble> {
        if id.len() > LONGEST_COMPARED {
            return Ok(Vec::new());
        }
        let read = || {
            let mut statement = self.connection.prepare("SELECT CAST(id AS TEXT) FROM paired_tasks")?;
            let mut rows = statement.query([])?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                let known = text(row, 0)?;
                let begins = !id.is_empty() && known.to_lowercase().starts_with(&id.to_lowercase());
                let steps = if begins {
                    0
                } else if known.len() > LONGEST_COMPARED {
                    usize::MAX
                } else {
                    distance(id, &known)
                };
                if steps <= known.chars().count().div_ceil(3) {
                    found.push((steps, known));
                }
            }
            Ok(found)
        };
        let mut found = read().map_err(|error| Trouble::of(&error, self.path))?;
        found.sort();
        Ok(found.into_iter().map(|(_, id)| id).take(NEAR).collect())
    }
}

/// The type of the notes, their length in bytes, and the text itself where it is not too long.
fn notes() -> String {
    format!(
        "typeof(plan_notes), octet_length(plan_notes), CASE WHEN typeof(plan_notes) = 'text' \
         AND octet_length(plan_notes) <= {MAX_BYTES} THEN plan_notes END"
    )
}

/// The three columns of [`notes`], from `at` on.
fn cell(row: &Row, at: usize) -> Result<Cell, rusqlite::Error> {
    if let ValueRef::Text(bytes) = row.get_ref(at + 2)? {
        return Ok(Cell::Text(bytes.to_owned()));
    }
    Ok(match text(row, at)?.as_str() {
        "text" => Cell::TooLarge(row.get(at + 1)?),
        "blob" => Cell::Other("BLOB"),
        "integer" => Cell::Other("INTEGER"),
        "real" => Cell::Other("REAL"),
        _ => Cell::Null,
    })
}

/// A column as text, whatever its type; NULL is empty.
fn text(row: &Row, at: usize) -> Result<String, rusqlite::Error> {
    Ok(match row.get_ref(at)? {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    })
}

/// Reads a task's notes.
pub(super) fn loaded(task: Task, cell: Cell) -> Result<LoadedNotes, Trouble> {
    let bytes = match cell {
        Cell::Null => Vec::new(),
        Cell::Text(bytes) => bytes,
        Cell::TooLarge(bytes) => return Err(Trouble::TooLarge(task.id, bytes)),
        Cell::Other(found) => return Err(Trouble::WrongType(task.id, found)),
    };
    let (notes, findings) = plan_notes::read(&text_of(&task), &bytes);
    Ok(LoadedNotes { source: Source::Task(task), notes, findings, bytes: bytes.into() })
}

/// What the findings in the notes of a task name as their file: places in it are places in the notes, not in the database.
fn text_of(task: &Task) -> PathBuf {
    let mut name = task.database.clone().into_os_string();
    name.push(format!(", task {}", task.id));
    name.into()
}

/// That no open task of the database holds a checklist, with the one that was completed last.
pub(super) fn no_checklist(database: &Path, access: Access) -> Finding {
    let last = || {
        let tasks = Tasks::open(database, access).ok()?;
        let id = tasks.ids(Which::CompletedLists).ok()?.into_iter().next()?;
        let (task, cell) = tasks.row(&id).ok()??;
        let PlanNotes::Checklist(list) = loaded(task, cell).ok()?.notes else { return None };
        Some((id, list.done().to_string(), list.items.len().to_string()))
    };
    let finding = |code| Finding::new(database, Severity::Warning, code, None);
    match last() {
        None => finding("notes-db-no-checklist"),
        Some((id, done, total)) => {
            finding("notes-db-no-checklist-last").with("task", id).with("done", done).with("total", total)
        }
    }
}

/// The notes of the named task, or of the latest of the open ones that hold a checklist.
pub(super) fn read(database: &Path, task: Option<&str>, access: Access) -> Result<Option<LoadedNotes>, Trouble> {
    let tasks = Tasks::open(database, access)?;
    let row = match task {
        Some(id) => Some(tasks.named(id)?),
        None => tasks.latest()?,
    };
    row.map(|(task, cell)| loaded(task, cell)).transpose()
}

/// Whether a text is a checklist that can be gone on with, or one of a later version.
fn is_checklist(database: &Path, bytes: &[u8]) -> bool {
    let begins = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    // A byte-order mark may come first.
    matches!(begins, Some(b'{' | 0xEF)) && !matches!(plan_notes::read(database, bytes).0, PlanNotes::Note(_))
}
