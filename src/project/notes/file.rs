//! A checklist in a file.

use std::fs::{self, File, Permissions, TryLockError};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::contract::finding::{Finding, Phrase, Severity};
use crate::contract::json::MAX_BYTES;
use crate::contract::plan_notes;
use crate::project::find::Project;
use crate::project::load::read_regular;
use crate::project::notes::{LoadedNotes, Source, WriteError};
use crate::project::swap::{Swapped, read_there, swap};
use crate::project::write::{Cause, DiskError, Mode, Written, folder};

/// The names of a checklist's file; the first is that of a new one.
const NAMES: [&str; 2] = ["plan_notes.json", "plan-notes.json"];

/// How long another of our writers is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// The places a checklist is looked for when none is named (checklist rules, "Where it is").
pub fn places(project: Option<&Project>, here: &Path) -> Vec<PathBuf> {
    let mut places = Vec::new();
    let dirs = project.map_or_else(|| vec![here], |project| vec![&project.plan_dir, &project.root]);
    for dir in dirs {
        for name in NAMES {
            let place = dir.join(name);
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    places
}

/// Where a new checklist goes that is given no place.
pub(super) fn new_place(project: Option<&Project>, here: &Path) -> PathBuf {
    let [name, _] = NAMES;
    project.map_or(here, |project| &project.plan_dir).join(name)
}

/// The checklist in the file that was named.
pub(super) fn read_named(file: &Path) -> Result<LoadedNotes, Box<Finding>> {
    match read_regular(file) {
        Ok(Some(bytes)) => Ok(loaded(file, bytes)),
        Ok(None) => Err(unreadable(file, Cause::Missing.problem())),
        Err(problem) => Err(unreadable(file, problem)),
    }
}

/// The checklist in the first of the usual places where there is a file.
pub(super) fn read_found(project: Option<&Project>, here: &Path) -> Result<Option<LoadedNotes>, Box<Finding>> {
    for file in places(project, here) {
        match read_regular(&file) {
            Ok(Some(bytes)) => return Ok(Some(loaded(&file, bytes))),
            Ok(None) => {}
            Err(problem) => return Err(unreadable(&file, problem)),
        }
    }
    Ok(None)
}

/// What a file of these bytes says.
pub(super) fn loaded(file: &Path, bytes: Vec<u8>) -> LoadedNotes {
    let (notes, findings) = plan_notes::read(file, &bytes);
    LoadedNotes { source: Source::File(file.to_owned()), notes, findings, bytes: bytes.into() }
}

/// The bytes of the file that is to be written; `None` where there is none yet.
pub(super) fn read_to_write(file: &Path) -> Result<Option<LoadedNotes>, WriteError> {
    let bytes = read_there(file, MAX_BYTES).map_err(failed)?;
    Ok(bytes.map(|bytes| loaded(file, bytes)))
}

/// Writes `text` where `before` (`None`: nothing) is still what stands there. Its mode and owner stay.
pub(super) fn write(file: &Path, before: Option<&[u8]>, text: &str) -> Result<LoadedNotes, WriteError> {
    let lost = |found: Option<Vec<u8>>| WriteError::Lost(found.map(|bytes| Box::new(loaded(file, bytes))));
    let _lock = lock(folder(file)).map_err(failed)?;
    // Told before anything is written, for this is not only a matter of bytes.
    let found = read_there(file, MAX_BYTES).map_err(failed)?;
    if found.as_deref() != before {
        return Err(lost(found));
    }
    may_be_written(file)?;
    let written = Written::beside(file, text.as_bytes(), Mode::Project).map_err(failed)?;
    let Some(before) = before else {
        return match written.fill(file).map_err(failed)? {
            None => Ok(loaded(file, text.as_bytes().to_owned())),
            Some(_) => Err(lost(read_there(file, MAX_BYTES).map_err(failed)?)),
        };
    };
    keep_mode(file, written.path()).map_err(failed)?;
    match swap(file, written, &|bytes| bytes == before, MAX_BYTES).map_err(failed)? {
        Swapped::Done => Ok(loaded(file, text.as_bytes().to_owned())),
        Swapped::Found(found) => Err(lost(found)),
    }
}

/// A file that this user may not write is not replaced either, though the folder would allow it; nor is one that nobody
/// may write, which also holds for root.
fn may_be_written(file: &Path) -> Result<(), WriteError> {
    let Ok(meta) = fs::metadata(file) else { return Ok(()) };
    let is_allowed = rustix::fs::access(file, rustix::fs::Access::WRITE_OK).is_ok();
    if is_allowed && meta.mode() & 0o222 != 0 {
        return Ok(());
    }
    Err(WriteError::Failed(Phrase::new("disk.write-protected").with("path", file.to_string_lossy())))
}

/// Gives `new` the mode of `file`, and its owner where this process may.
fn keep_mode(file: &Path, new: &Path) -> Result<(), DiskError> {
    let error = |e| DiskError::new(file, &e);
    // Gone by now: the swap will see.
    let Ok(meta) = fs::symlink_metadata(file) else { return Ok(()) };
    let own = fs::symlink_metadata(new).map_err(error)?;
    if (meta.uid(), meta.gid()) != (own.uid(), own.gid()) {
        // Most may not give a file away; it is then theirs, with the same mode.
        let _ = std::os::unix::fs::chown(new, Some(meta.uid()), Some(meta.gid()));
    }
    fs::set_permissions(new, Permissions::from_mode(meta.mode() & 0o777)).map_err(error)
}

/// One writer of ours after the other: a file changes places twice when another program was first, and nobody of ours
/// must take what is there in between for good. The lock is on the folder itself and leaves nothing behind.
fn lock(folder: &Path) -> Result<Option<File>, DiskError> {
    // A folder that is not there is told by what is to be written in it.
    let Ok(file) = File::open(folder) else { return Ok(None) };
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) if start.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(5)),
            Err(TryLockError::WouldBlock) => return Err(DiskError::of(folder, Cause::Busy)),
            // A file system without locks.
            Err(TryLockError::Error(_)) => return Ok(None),
        }
    }
}

fn failed(error: DiskError) -> WriteError {
    WriteError::Failed(error.phrase())
}

fn unreadable(file: &Path, problem: String) -> Box<Finding> {
    Box::new(Finding::new(file, Severity::Error, "unreadable", None).with("problem", problem))
}
