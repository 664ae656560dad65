//! The board's lock: one board at a time writes the drafts of a project. The lock is the system's, on an open file, so
//! that no crash leaves one behind; who holds it is noted beside it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::os::fd::AsFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::project::drafts::remove;
use crate::project::pane::Pane;
use crate::project::store::{Loaded, Store, create, load, save, save_as};
use crate::project::write::{Cause, DiskError, Mode};

/// How long to wait for a lock that is held for a moment only.
const PATIENCE: Duration = Duration::from_secs(5);

/// Who holds a board's lock, or asks for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// Process id.
    pub pid: u32,
    /// Terminal device.
    pub terminal: Option<String>,
    /// Name of the machine.
    pub host: Option<String>,
    /// When the board was opened.
    pub since: DateTime<Utc>,
    /// When a key was last pressed.
    pub last_key: DateTime<Utc>,
    /// The pane of the multiplexer it is shown in.
    #[serde(default)]
    pub pane: Option<Pane>,
}

impl Holder {
    /// This process, its terminal and its machine.
    pub fn this_process(now: DateTime<Utc>) -> Holder {
        let name = |fd: std::os::fd::BorrowedFd| rustix::termios::ttyname(fd, Vec::new()).ok();
        let (input, output, error) = (std::io::stdin(), std::io::stdout(), std::io::stderr());
        let terminal = [input.as_fd(), output.as_fd(), error.as_fd()].into_iter().find_map(name);
        let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
        Holder {
            pid: std::process::id(),
            terminal: terminal.map(|name| name.to_string_lossy().into_owned()),
            host: (!host.is_empty()).then_some(host),
            since: now,
            last_key: now,
            pane: Pane::here(&|name| std::env::var(name).ok()),
        }
    }
}

/// Whether this board got the lock.
#[derive(Debug)]
pub enum Taking {
    /// It did.
    Held(BoardLock),
    /// Another board has it (`None`: it has not said who it is yet): this one is read-only.
    Taken(Option<Holder>),
}

/// The lock of a project's board. Dropped, or with its process, it is free again.
#[derive(Debug)]
pub struct BoardLock {
    file: File,
    folder: PathBuf,
}

impl Store {
    /// Tries to take the board's lock.
    ///
    /// # Errors
    /// The state directory cannot be written, or its file system knows no locks.
    pub fn take_lock(&self, me: &Holder) -> Result<Taking, DiskError> {
        let path = self.folder().join("board.lock");
        create(self.folder())?;
        loop {
            let file = open_lock(&path)?;
            match file.try_lock() {
                Ok(()) if same_file(&file, &path) => {
                    let lock = BoardLock { file, folder: self.folder().to_owned() };
                    remove(&lock.folder.join("takeover.json"))?;
                    lock.note(me)?;
                    return Ok(Taking::Held(lock));
                }
                // The lock moved between opening and locking: try the one that stands there now.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(Taking::Taken(self.holder())),
                Err(TryLockError::Error(error)) => return Err(DiskError::new(&path, &error)),
            }
        }
    }

    /// Who is noted as the holder. Says nothing about whether the lock is held: see [`Store::is_locked`].
    pub fn holder(&self) -> Option<Holder> {
        match load(&self.folder().join("holder.json")) {
            Loaded::Value(holder) => Some(holder),
            Loaded::Absent | Loaded::Broken(_) => None,
        }
    }

    /// Whether a board holds the lock now.
    pub fn is_locked(&self) -> bool {
        let file = File::open(self.folder().join("board.lock"));
        file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// Asks the holder to hand over: it saves, turns read-only and lets go. If [`Store::take_lock`] still finds it held
    /// after 2 s, [`Store::force_lock`] moves it.
    ///
    /// # Errors
    /// The state directory cannot be written.
    pub fn ask_for_lock(&self, me: &Holder) -> Result<(), DiskError> {
        save(&self.folder().join("takeover.json"), me)
    }

    /// Whether a board asked for the lock in the last seconds: it comes before those that only wait for it.
    pub fn is_asked_lately(&self) -> bool {
        let asked = fs::metadata(self.folder().join("takeover.json")).and_then(|meta| meta.modified());
        asked.is_ok_and(|at| at.elapsed().is_ok_and(|age| age < PATIENCE))
    }

    /// Takes the lock from a holder that does not answer. It notices by [`BoardLock::is_mine`], and writes no more.
    ///
    /// # Errors
    /// The state directory cannot be written.
    pub fn force_lock(&self, me: &Holder) -> Result<Taking, DiskError> {
        remove(&self.folder().join("board.lock"))?;
        self.take_lock(me)
    }

    /// The lock that submitting, recalling and `comments done` share, held for a moment.
    pub(crate) fn lock_submissions(&self) -> Result<File, DiskError> {
        create(self.folder())?;
        let path = self.folder().join("submit.lock");
        let file = open_lock(&path)?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                Err(TryLockError::WouldBlock) if start.elapsed() < PATIENCE => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Err(TryLockError::WouldBlock) => return Err(DiskError::of(&path, Cause::Busy)),
                Err(TryLockError::Error(error)) => return Err(DiskError::new(&path, &error)),
            }
        }
    }
}

impl BoardLock {
    /// Notes who holds the lock and when a key was last pressed (call it now and then, not at every key).
    ///
    /// # Errors
    /// The state directory cannot be written.
    pub fn note(&self, me: &Holder) -> Result<(), DiskError> {
        save_as(&self.folder.join("holder.json"), me, Mode::Note)
    }

    /// Whether the lock is still this board's; look before every write. Not so: another board took over, and this one
    /// is read-only from now on.
    pub fn is_mine(&self) -> bool {
        same_file(&self.file, &self.folder.join("board.lock"))
    }

    /// The board that asks to take over, if any: save, drop this lock, and go on read-only.
    pub fn asked(&self) -> Option<Holder> {
        match load(&self.folder.join("takeover.json")) {
            Loaded::Value(other) => Some(other),
            Loaded::Absent | Loaded::Broken(_) => None,
        }
    }
}

impl Drop for BoardLock {
    fn drop(&mut self) {
        if self.is_mine() {
            // A holder noted without a lock misleads nobody for long; nothing to do if it stays.
            let _ = remove(&self.folder.join("holder.json"));
        }
    }
}

pub(crate) fn open_lock(path: &Path) -> Result<File, DiskError> {
    let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(path);
    open.map_err(|e| DiskError::new(path, &e))
}

fn same_file(file: &File, path: &Path) -> bool {
    let id = |meta: fs::Metadata| (meta.dev(), meta.ino());
    let (open, there) = (file.metadata().map(id), fs::symlink_metadata(path).map(id));
    matches!((open, there), (Ok(a), Ok(b)) if a == b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::store::tests::store;

    fn holder(pid: u32) -> Holder {
        let now = DateTime::UNIX_EPOCH;
        Holder { pid, terminal: Some("/dev/pts/1".into()), host: None, since: now, last_key: now, pane: None }
    }

    fn held(taking: Taking) -> BoardLock {
        match taking {
            Taking::Held(lock) => lock,
            Taking::Taken(by) => panic!("taken by {by:?}"),
        }
    }

    #[test]
    fn a_second_board_learns_who_holds_the_lock() {
        let (_dir, store) = store();
        assert!(!store.is_locked());
        let first = held(store.take_lock(&holder(1)).unwrap());
        assert!(store.is_locked());
        let Taking::Taken(by) = store.take_lock(&holder(2)).unwrap() else { panic!() };
        assert_eq!(by, Some(holder(1)));
        drop(first);
        assert!(!store.is_locked() && store.holder().is_none());
        held(store.take_lock(&holder(2)).unwrap());
    }

    #[test]
    fn a_crash_leaves_no_lock() {
        let (_dir, store) = store();
        // What a killed process leaves: the files, without the lock.
        save(&store.folder().join("holder.json"), &holder(1)).unwrap();
        fs::write(store.folder().join("board.lock"), b"").unwrap();
        assert!(!store.is_locked());
        held(store.take_lock(&holder(2)).unwrap());
    }

    #[test]
    fn the_holder_hears_who_asks_and_hands_over() {
        let (_dir, store) = store();
        let first = held(store.take_lock(&holder(1)).unwrap());
        assert_eq!(first.asked(), None);
        store.ask_for_lock(&holder(2)).unwrap();
        assert_eq!(first.asked(), Some(holder(2)));
        drop(first);
        let second = held(store.take_lock(&holder(2)).unwrap());
        assert_eq!(second.asked(), None, "the question is answered");
    }

    #[test]
    fn a_lock_that_moved_is_no_longer_mine() {
        let (_dir, store) = store();
        let first = held(store.take_lock(&holder(1)).unwrap());
        let second = held(store.force_lock(&holder(2)).unwrap());
        assert!(!first.is_mine() && second.is_mine());
        drop(first);
        assert_eq!(store.holder(), Some(holder(2)), "the old holder takes nothing with it");
    }
}
