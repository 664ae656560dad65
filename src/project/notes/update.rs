//! Writing to a task: one transaction, one change, and nothing of what somebody else wrote in between is lost.

use std::path::Path;

use chrono::{DateTime, Utc};
use rusqlite::params;

use crate::project::notes::database::Access;
use crate::project::notes::stamp::later;
use crate::project::notes::tasks::{Cell, Tasks, Which, loaded};
use crate::project::notes::trouble::Trouble;
use crate::project::notes::{LoadedNotes, Task, WriteError};

/// What becomes of the task itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Becomes {
    /// What it was.
    Same,
    /// Active again: its owner goes on with the next step.
    Active,
    /// Completed.
    Completed,
}

/// Writes `text` to the task `before`, whose notes were `bytes`.
pub(super) fn update(
    before: &Task,
    bytes: &[u8],
    text: &str,
    becomes: Becomes,
    now: DateTime<Utc>,
) -> Result<LoadedNotes, WriteError> {
    let path = before.database.as_path();
    let failed = |trouble: Trouble| WriteError::Failed(trouble.phrase(path));
    // The transaction ends with the connection: what is not committed has not happened.
    let tasks = Tasks::open(path, Access::Write).map_err(failed)?;
    let there = tasks.row(&before.id).map_err(failed)?;
    let is_same = there.as_ref().is_some_and(|(task, cell)| is_same(task, cell, before, bytes));
    if !is_same || !write(&tasks, before, text, becomes, now).map_err(failed)? {
        return Err(WriteError::Lost(there.and_then(|row| as_asked(row, before).ok()).map(Box::new)));
    }
    let row = tasks.row(&before.id).map_err(failed)?;
    tasks.connection.execute_batch("COMMIT").map_err(|error| failed(Trouble::of(&error, path)))?;
    let row = row.ok_or_else(|| failed(Trouble::NoTask(before.id.clone(), Vec::new())))?;
    as_asked(row, before).map_err(failed)
}

/// The one statement; whether it met the row.
fn write(tasks: &Tasks, before: &Task, text: &str, becomes: Becomes, now: DateTime<Utc>) -> Result<bool, Trouble> {
    let reason = if tasks.columns.completion_reason { ", completion_reason = 'done'" } else { "" };
    let count = if tasks.columns.round_trip_count { ", round_trip_count = 0" } else { "" };
    let rest = match becomes {
        Becomes::Same => String::new(),
        Becomes::Active => format!(", status = 'active'{count}"),
        Becomes::Completed => format!(", status = 'completed'{reason}"),
    };
    let sql =
        format!("UPDATE paired_tasks SET plan_notes = ?1, updated_at = ?2{rest} WHERE id = ?3 AND updated_at = ?4");
    let new = later(&before.updated_at, now);
    let hit = tasks.connection.execute(&sql, params![text, new, before.id, before.updated_at]);
    match hit.map_err(|error| Trouble::of(&error, tasks.path))? {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Trouble::TaskTwice(before.id.clone())),
    }
}

/// Nobody has written in between: `updated_at` says so, and the rest is looked at too, for not every writer sets it.
fn is_same(task: &Task, cell: &Cell, before: &Task, bytes: &[u8]) -> bool {
    (&task.updated_at, &task.status) == (&before.updated_at, &before.status) && cell.bytes() == Some(bytes)
}

fn as_asked((task, cell): (Task, Cell), before: &Task) -> Result<LoadedNotes, Trouble> {
    loaded(Task { named: before.named, others: before.others.clone(), ..task }, cell)
}

/// The notes of the task a new checklist is to go to. `Ok(None)`: no task is named and no open one holds a checklist.
pub(super) fn to_start(database: &Path, task: Option<&str>) -> Result<Option<LoadedNotes>, WriteError> {
    let failed = |trouble: Trouble| WriteError::Failed(trouble.phrase(database));
    let tasks = Tasks::open(database, Access::Read).map_err(failed)?;
    let row = match task {
        Some(id) => Some(tasks.named(id).map_err(failed)?),
        None => tasks.latest().map_err(failed)?,
    };
    let Some((task, cell)) = row else { return Ok(None) };
    loaded(task, cell).map(Some).map_err(failed)
}

/// The ids of the open tasks, latest first.
pub(super) fn open_tasks(database: &Path) -> Result<Vec<String>, WriteError> {
    let tasks = Tasks::open(database, Access::Read);
    let ids = tasks.and_then(|tasks| tasks.ids(Which::Open));
    ids.map_err(|trouble| WriteError::Failed(trouble.phrase(database)))
}
