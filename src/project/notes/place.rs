//! Where a checklist is looked for, and where a new one goes (checklist rules, "Where it is").

use std::path::{Path, PathBuf};

use crate::contract::finding::Phrase;
use crate::project::find::Project;
use crate::project::notes::file::{new_place, places};
use crate::project::notes::{Asked, LoadedNotes, WriteError, needs_no_task, update};

/// Which database the command line names.
pub(super) enum Named {
    /// One, itself or by naming a task of the fallback.
    Database(PathBuf),
    /// A task, but there is no database.
    TaskOnly(String),
    /// None.
    Nothing,
}

impl Asked {
    /// Whether a database is looked into: one that is named, or the fallback.
    pub fn names_database(&self) -> bool {
        self.file.is_none() && (self.database.is_some() || self.fallback.is_some())
    }

    pub(super) fn named_database(&self) -> Named {
        match (&self.database, &self.task, &self.fallback) {
            (Some(database), _, _) => Named::Database(absolute(database)),
            (None, Some(_), Some(fallback)) => Named::Database(fallback.clone()),
            (None, Some(task), None) => Named::TaskOnly(task.clone()),
            (None, None, _) => Named::Nothing,
        }
    }
}

/// A path of the command line, from the current directory.
pub(super) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Where a new checklist goes.
pub(super) enum Place {
    /// A file, there or not.
    File(PathBuf),
    /// A task, with its notes.
    Task(Box<LoadedNotes>),
}

/// Where a new checklist goes.
pub(super) fn to_start(project: Option<&Project>, here: &Path, asked: &Asked) -> Result<Place, WriteError> {
    if let Some(file) = &asked.file {
        return Ok(Place::File(absolute(file)));
    }
    match asked.named_database() {
        Named::Database(database) => return task_to_start(&database, asked.task.as_deref()),
        Named::TaskOnly(task) => {
            return Err(WriteError::Refused(Phrase::new("notes.refused-no-database").with("task", task)));
        }
        Named::Nothing => {}
    }
    let there = |place: &PathBuf| place.symlink_metadata().is_ok();
    if let Some(file) = places(project, here).into_iter().find(there) {
        return Ok(Place::File(file));
    }
    if let Some(database) = &asked.fallback
        && let Some(before) = update::to_start(database, None)?
        && needs_no_task(&before).is_ok()
    {
        return Ok(Place::Task(Box::new(before)));
    }
    if let Some(store) = &asked.missing_store {
        let refused = Phrase::new("notes.refused-store-missing");
        return Err(WriteError::Refused(refused.with("path", store.to_string_lossy())));
    }
    Ok(Place::File(new_place(project, here)))
}

fn task_to_start(database: &Path, task: Option<&str>) -> Result<Place, WriteError> {
    let Some(before) = update::to_start(database, task)? else {
        let ids = update::open_tasks(database)?;
        let none = || Phrase::new("notes.refused-no-task").with("path", database.to_string_lossy());
        return Err(if ids.is_empty() { WriteError::Refused(none()) } else { WriteError::NeedsTask(ids) });
    };
    needs_no_task(&before)?;
    Ok(Place::Task(Box::new(before)))
}
