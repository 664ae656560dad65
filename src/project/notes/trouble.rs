//! What can be wrong with a database, in the words of the locale files.

use std::io;
use std::path::Path;

use rusqlite::{Error, ErrorCode, ffi};

use crate::contract::finding::{Finding, Phrase, Severity};
use crate::contract::json::MAX_BYTES;
use crate::project::trouble::problem;

/// What is wrong with a database, or with what is asked of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Trouble {
    /// It cannot be read ([`problem`]).
    Unreadable(String),
    /// No database of SQLite, or an encrypted one.
    NotDatabase,
    /// It contradicts itself.
    Damaged,
    /// Another program holds it, for longer than the timeout.
    Busy,
    /// A file would have to be made beside it, and cannot be.
    NeedsFolder,
    /// It cannot be written.
    ReadOnly,
    /// No room for a change.
    Full,
    /// A rule of the database itself forbids the change: what it says.
    Refused(String),
    /// It has no table of tasks.
    NoTable,
    /// The table has no such columns.
    NoColumn(String),
    /// There is no task of this id; ids like it.
    NoTask(String, Vec<String>),
    /// Several tasks have this id.
    TaskTwice(String),
    /// The notes of the task are of another type: which.
    WrongType(String, &'static str),
    /// The notes of the task have this many bytes.
    TooLarge(String, i64),
}

impl Trouble {
    /// What `error` of the database at `path` means.
    pub(super) fn of(error: &Error, path: &Path) -> Trouble {
        let Error::SqliteFailure(code, message) = error else { return Trouble::Unreadable(error.to_string()) };
        match code.code {
            ErrorCode::NotADatabase => Trouble::NotDatabase,
            ErrorCode::DatabaseCorrupt => Trouble::Damaged,
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Trouble::Busy,
            ErrorCode::DiskFull => Trouble::Full,
            ErrorCode::CannotOpen => cannot_open(path),
            ErrorCode::ReadOnly if needs_folder(code.extended_code) => Trouble::NeedsFolder,
            ErrorCode::ReadOnly => Trouble::ReadOnly,
            ErrorCode::PermissionDenied => Trouble::Unreadable("io.permission".to_owned()),
            ErrorCode::SystemIoFailure => Trouble::Unreadable("io.device".to_owned()),
            ErrorCode::ConstraintViolation => Trouble::Refused(message.clone().unwrap_or_else(|| code.to_string())),
            _ => Trouble::Unreadable(message.clone().unwrap_or_else(|| code.to_string())),
        }
    }

    /// For the findings.
    pub(super) fn finding(&self, database: &Path) -> Box<Finding> {
        let finding = |code| Finding::new(database, Severity::Error, code, None);
        Box::new(match self {
            Trouble::Unreadable(problem) => finding("notes-db-unreadable").with("problem", problem),
            Trouble::ReadOnly => finding("notes-db-unreadable").with("problem", "io.read-only"),
            Trouble::Full => finding("notes-db-unreadable").with("problem", "io.disk-full"),
            Trouble::Refused(problem) => finding("notes-db-unreadable").with("problem", problem),
            Trouble::NotDatabase => finding("notes-db-not-database"),
            Trouble::Damaged | Trouble::TaskTwice(_) => finding("notes-db-damaged"),
            Trouble::Busy => finding("notes-db-busy"),
            Trouble::NeedsFolder => finding("notes-db-needs-folder"),
            Trouble::NoTable => finding("notes-db-no-table"),
            Trouble::NoColumn(columns) => finding("notes-db-no-column").with("columns", columns),
            Trouble::NoTask(task, near) if near.is_empty() => finding("notes-db-no-task").with("task", task),
            Trouble::NoTask(task, near) => {
                finding("notes-db-no-task-near").with("task", task).with("near", near.join(", "))
            }
            Trouble::WrongType(task, found) => finding("notes-db-wrong-type").with("task", task).with("type", *found),
            Trouble::TooLarge(task, bytes) => {
                let finding = finding("notes-db-too-large").with("task", task).with("bytes", bytes.to_string());
                finding.with("max", MAX_BYTES.to_string())
            }
        })
    }

    /// Why nothing could be written.
    pub(super) fn phrase(&self, database: &Path) -> Phrase {
        let phrase = match self {
            Trouble::Unreadable(problem) => Phrase::new("disk.db-unreadable").with("problem", problem),
            Trouble::NotDatabase => Phrase::new("disk.db-not-database"),
            Trouble::Damaged => Phrase::new("disk.db-damaged"),
            Trouble::Busy => Phrase::new("disk.db-busy"),
            Trouble::NeedsFolder => Phrase::new("disk.db-needs-folder"),
            Trouble::ReadOnly => Phrase::new("disk.db-read-only"),
            Trouble::Full => Phrase::new("disk.full"),
            Trouble::Refused(problem) => Phrase::new("disk.db-refused").with("problem", problem),
            Trouble::NoTable => Phrase::new("disk.db-no-table"),
            Trouble::NoColumn(columns) => Phrase::new("disk.db-no-column").with("columns", columns),
            Trouble::NoTask(task, near) if near.is_empty() => Phrase::new("disk.db-no-task").with("task", task),
            Trouble::NoTask(task, near) => {
                Phrase::new("disk.db-no-task-near").with("task", task).with("near", near.join(", "))
            }
            Trouble::TaskTwice(task) => Phrase::new("disk.db-task-twice").with("task", task),
            Trouble::WrongType(task, found) => {
                Phrase::new("disk.db-wrong-type").with("task", task).with("type", *found)
            }
            Trouble::TooLarge(task, bytes) => {
                let phrase = Phrase::new("disk.db-too-large").with("task", task).with("bytes", bytes.to_string());
                phrase.with("max", MAX_BYTES.to_string())
            }
        };
        phrase.with("path", database.to_string_lossy())
    }
}

/// The log beside the database would have to be made or recovered.
fn needs_folder(extended_code: i32) -> bool {
    let codes = [
        ffi::SQLITE_READONLY_CANTINIT,
        ffi::SQLITE_READONLY_DIRECTORY,
        ffi::SQLITE_READONLY_RECOVERY,
        ffi::SQLITE_READONLY_ROLLBACK,
    ];
    codes.contains(&extended_code)
}

/// The file is no longer there or may not be read; or the log beside it cannot be made.
fn cannot_open(path: &Path) -> Trouble {
    // Only looked at, never opened: closing it would let go of the locks this process has on it.
    match rustix::fs::access(path, rustix::fs::Access::READ_OK) {
        Ok(()) => Trouble::NeedsFolder,
        Err(error) => Trouble::Unreadable(problem(&io::Error::from(error))),
    }
}
