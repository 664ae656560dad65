//! Whether a database was changed, without reading it: a change in WAL mode need not touch the file itself.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use crate::project::notes::database::{Access, open};

/// A database that is looked at now and then (at most twice a second; checklist rules, "Where it is").
#[derive(Debug)]
pub struct Pulse {
    path: PathBuf,
    connection: Option<Connection>,
    /// Device and inode; `None`: it is gone.
    file: Option<(u64, u64)>,
    version: Option<i64>,
}

impl Pulse {
    /// Keeps a read-only connection to the database at `path`; `None` where it cannot be opened.
    pub fn open(path: &Path) -> Option<Pulse> {
        let mut pulse = Pulse { path: path.to_owned(), connection: None, file: file(path), version: None };
        pulse.connect();
        pulse.version.is_some().then_some(pulse)
    }

    /// Whether another connection changed the database, or another file took its place, since the last look. Never
    /// waits: while somebody holds it, the answer is no, and comes later.
    pub fn changed(&mut self) -> bool {
        let file = file(&self.path);
        if file != self.file {
            self.file = file;
            self.connect();
            return true;
        }
        if self.connection.is_none() {
            // It could not be opened when it took its place.
            self.connect();
            return self.connection.is_some();
        }
        let version = self.connection.as_ref().and_then(version);
        let changed = version.is_some() && version != self.version;
        self.version = version.or(self.version);
        changed
    }

    fn connect(&mut self) {
        self.connection = self.file.and_then(|_| open(&self.path, Access::Glance).ok());
        self.version = self.connection.as_ref().and_then(version);
        if self.version.is_none() {
            self.connection = None;
        }
    }
}

fn file(path: &Path) -> Option<(u64, u64)> {
    std::fs::metadata(path).ok().map(|meta| (meta.dev(), meta.ino()))
}

fn version(connection: &Connection) -> Option<i64> {
    connection.query_row("PRAGMA data_version", [], |row| row.get(0)).ok()
}
