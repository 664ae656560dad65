//! Writing whole files and reading regular ones. A file is written under another name in the same directory, brought to
//! the disk, read back, and then takes its place at once: a reader sees the old bytes or the new, never a part.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Read, Write};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, RenameFlags, renameat_with};

use crate::contract::finding::Phrase;
use crate::project::trouble::problem;

/// A failed operation on a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiskError {
    /// The file or directory it failed on.
    pub path: PathBuf,
    /// Why.
    pub cause: Cause,
}

/// Why an operation on a file failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// No space, or no quota, left.
    DiskFull,
    /// The file system is mounted read-only.
    ReadOnly,
    /// No permission.
    Permission,
    /// The file, or the directory it is to stand in, does not exist.
    Missing,
    /// A part of the path is no directory.
    NoDirectory,
    /// A symbolic link stands in the file's place.
    Link(PathBuf),
    /// Something that is no regular file stands in its place.
    NotRegular(FileKind),
    /// More bytes than are accepted.
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// What was read back is not what was written.
    ReadBack,
    /// Another process holds the lock.
    Busy,
    /// Its content is not what this program writes: `line:column` of where it cannot be followed.
    Broken(String),
    /// Anything else ([`problem`]).
    Other(String),
}

/// What stands in the place of a regular file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A directory.
    Directory,
    /// A named pipe.
    Fifo,
    /// A socket.
    Socket,
    /// A device.
    Device,
}

impl DiskError {
    /// The error of the system at `path`.
    pub fn new(path: &Path, error: &io::Error) -> DiskError {
        let cause = match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Cause::DiskFull,
            io::ErrorKind::ReadOnlyFilesystem => Cause::ReadOnly,
            io::ErrorKind::PermissionDenied => Cause::Permission,
            io::ErrorKind::NotFound => Cause::Missing,
            io::ErrorKind::NotADirectory => Cause::NoDirectory,
            io::ErrorKind::IsADirectory => Cause::NotRegular(FileKind::Directory),
            _ => Cause::Other(problem(error)),
        };
        DiskError { path: path.to_owned(), cause }
    }

    pub(crate) fn of(path: &Path, cause: Cause) -> DiskError {
        DiskError { path: path.to_owned(), cause }
    }

    /// The sentence to show: `disk.<cause>` with the `path`, and what else belongs to it.
    pub fn phrase(&self) -> Phrase {
        let phrase = match &self.cause {
            Cause::DiskFull => Phrase::new("disk.full"),
            Cause::ReadOnly => Phrase::new("disk.read-only"),
            Cause::Permission => Phrase::new("disk.permission"),
            Cause::Missing => Phrase::new("disk.missing"),
            Cause::NoDirectory => Phrase::new("disk.no-directory"),
            Cause::Link(target) => Phrase::new("disk.link").with("target", target.to_string_lossy()),
            Cause::NotRegular(FileKind::Directory) => Phrase::new("disk.is-directory"),
            Cause::NotRegular(FileKind::Fifo) => Phrase::new("disk.is-fifo"),
            Cause::NotRegular(FileKind::Socket) => Phrase::new("disk.is-socket"),
            Cause::NotRegular(FileKind::Device) => Phrase::new("disk.is-device"),
            Cause::TooLarge { limit } => Phrase::new("disk.too-large").with("limit", limit.to_string()),
            Cause::ReadBack => Phrase::new("disk.read-back"),
            Cause::Busy => Phrase::new("disk.busy"),
            Cause::Broken(why) => Phrase::new("disk.broken").with("place", why),
            Cause::Other(why) => Phrase::new("disk.other").with("problem", why),
        };
        phrase.with("path", self.path.to_string_lossy())
    }
}

/// Who may read a new file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// A file of the project: read and write for all, less the umask.
    Project,
    /// A file of the state directory: for its owner only.
    Private,
    /// The same, for what only informs (who holds a lock): not forced to the disk, so that nobody waits for it.
    Note,
}

/// What stands at a path, a link not followed.
///
/// # Errors
/// A link, anything but a regular file, or a path that cannot be looked at; `Ok(false)` where there is nothing.
pub fn check_place(path: &Path) -> Result<bool, DiskError> {
    let meta = match fs::symlink_metadata(path) {
        Ok(meta) => meta,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(DiskError::new(path, &error)),
    };
    if meta.file_type().is_symlink() {
        let target = fs::read_link(path).unwrap_or_default();
        return Err(DiskError::of(path, Cause::Link(target)));
    }
    regular(path, &meta).map(|()| true)
}

/// Whether a regular file is at a path, links followed. It is only looked at, never opened.
///
/// # Errors
/// Nothing there, or no regular file.
pub(crate) fn check_regular(path: &Path) -> Result<(), DiskError> {
    let meta = fs::metadata(path).map_err(|e| DiskError::new(path, &e))?;
    regular(path, &meta)
}

fn regular(path: &Path, meta: &fs::Metadata) -> Result<(), DiskError> {
    let kind = meta.file_type();
    let found = match () {
        () if kind.is_file() => return Ok(()),
        () if kind.is_dir() => FileKind::Directory,
        () if kind.is_fifo() => FileKind::Fifo,
        () if kind.is_socket() => FileKind::Socket,
        () => FileKind::Device,
    };
    Err(DiskError::of(path, Cause::NotRegular(found)))
}

/// The bytes of a regular file (links are followed), at most `max_bytes`. Never waits on a named pipe.
///
/// # Errors
/// Nothing there, no regular file, too large, not readable.
pub fn read_regular(path: &Path, max_bytes: u64) -> Result<Vec<u8>, DiskError> {
    read_with(path, max_bytes, rustix::fs::OFlags::NONBLOCK)
}

/// As [`read_regular`]; a link is refused.
///
/// # Errors
/// A link, and those of [`read_regular`].
pub fn read_in_place(path: &Path, max_bytes: u64) -> Result<Vec<u8>, DiskError> {
    check_place(path)?;
    read_with(path, max_bytes, rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOFOLLOW)
}

fn read_with(path: &Path, max_bytes: u64, flags: rustix::fs::OFlags) -> Result<Vec<u8>, DiskError> {
    let error = |e: io::Error| DiskError::new(path, &e);
    let flags = i32::try_from(flags.bits()).unwrap_or_default();
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path).map_err(error)?;
    let meta = file.metadata().map_err(error)?;
    regular(path, &meta)?;
    let too_large = || DiskError::of(path, Cause::TooLarge { limit: max_bytes });
    if meta.len() > max_bytes {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(meta.len()).unwrap_or_default().saturating_add(1));
    file.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes).map_err(error)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > max_bytes { Err(too_large()) } else { Ok(bytes) }
}

/// A file written whole under a temporary name, on the disk and read back. Dropped, it is removed.
#[derive(Debug)]
pub struct Written {
    path: PathBuf,
    keep: bool,
    synced: bool,
}

impl Written {
    /// Writes `bytes` beside `place` (a path with a file name), as `.<name>.<random>`.
    ///
    /// # Errors
    /// Whatever the disk says; the temporary file is removed.
    pub fn beside(place: &Path, bytes: &[u8], mode: Mode) -> Result<Written, DiskError> {
        let path = temporary(place, &prefix(place));
        let bits = if mode == Mode::Project { 0o666 } else { 0o600 };
        let open = OpenOptions::new().write(true).create_new(true).mode(bits).open(&path);
        let file = open.map_err(|e| match e.kind() {
            // What is missing or unwritable is the directory; the temporary name tells nobody anything.
            io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied | io::ErrorKind::NotADirectory => {
                DiskError::new(folder(place), &e)
            }
            _ => DiskError::new(place, &e),
        })?;
        let synced = mode != Mode::Note;
        let written = Written { path, keep: false, synced };
        let sync = |()| if synced { file.sync_all() } else { Ok(()) };
        (&file).write_all(bytes).and_then(sync).map_err(|e| DiskError::new(place, &e))?;
        drop(file);
        let limit = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        match read_in_place(&written.path, limit) {
            Ok(back) if back == bytes => Ok(written),
            Ok(_) => Err(DiskError::of(place, Cause::ReadBack)),
            Err(error) if matches!(error.cause, Cause::TooLarge { .. }) => Err(DiskError::of(place, Cause::ReadBack)),
            Err(error) => Err(error),
        }
    }

    /// Its temporary path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Takes the place, whatever regular file stands there.
    ///
    /// # Errors
    /// A link or anything but a regular file stands there, or the disk refuses.
    pub fn replace(mut self, place: &Path) -> Result<(), DiskError> {
        check_place(place)?;
        fs::rename(&self.path, place).map_err(|e| DiskError::new(place, &e))?;
        self.keep = true;
        if self.synced {
            sync_folder(place);
        }
        Ok(())
    }

    /// Takes the place only if nothing stands there; else gives itself back.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn fill(mut self, place: &Path) -> Result<Option<Written>, DiskError> {
        if !rename_new(&self.path, place)? {
            return Ok(Some(self));
        }
        self.keep = true;
        sync_folder(place);
        Ok(None)
    }

    /// Changes places with what stands there, which is then at [`Written::path`]. `Ok(false)`, and nothing done: the file
    /// system cannot.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn exchange(&self, place: &Path) -> Result<bool, DiskError> {
        match renameat_with(CWD, &self.path, CWD, place, RenameFlags::EXCHANGE) {
            Ok(()) => {
                sync_folder(place);
                Ok(true)
            }
            Err(e) if unsupported(e) => Ok(false),
            Err(e) => Err(DiskError::new(place, &e.into())),
        }
    }

    /// Leaves the file where it is, for good.
    pub(crate) fn leave(mut self) {
        self.keep = true;
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        if !self.keep {
            // Only ours to remove, and nothing is lost if it stays: it is removed as stale later.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Writes a whole file in place of what is there.
///
/// # Errors
/// A link or anything but a regular file in its place, or whatever the disk says; the old file stays as it was.
pub fn write_whole(place: &Path, bytes: &[u8], mode: Mode) -> Result<(), DiskError> {
    check_place(place)?;
    Written::beside(place, bytes, mode)?.replace(place)
}

/// Renames without replacing. `Ok(false)`: something stands there.
///
/// # Errors
/// The disk refuses.
pub fn rename_new(from: &Path, to: &Path) -> Result<bool, DiskError> {
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Ok(()) => return Ok(true),
        Err(rustix::io::Errno::EXIST) => return Ok(false),
        Err(e) if unsupported(e) => {}
        Err(e) => return Err(DiskError::new(to, &e.into())),
    }
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from).map(|()| true).map_err(|e| DiskError::new(from, &e)),
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        // A file system without either: look, then rename.
        Err(_) if fs::symlink_metadata(to).is_ok() => Ok(false),
        Err(_) => fs::rename(from, to).map(|()| true).map_err(|e| DiskError::new(to, &e)),
    }
}

fn unsupported(error: rustix::io::Errno) -> bool {
    use rustix::io::Errno;
    [Errno::INVAL, Errno::NOSYS, Errno::NOTSUP, Errno::OPNOTSUPP].contains(&error)
}

/// The directory of `path`.
pub(crate) fn folder(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Brings renames in the directory of `path` to the disk. Where that is not possible they still are what every other
/// process sees.
pub(crate) fn sync_folder(path: &Path) {
    let _ = File::open(folder(path)).and_then(|dir| dir.sync_all());
}

/// How the name of a temporary file for `place` begins.
pub(crate) fn prefix(place: &Path) -> String {
    format!(".{}.", place.file_name().unwrap_or_default().to_string_lossy())
}

/// A new name in the directory of `place` that begins with `prefix`.
pub(crate) fn temporary(place: &Path, prefix: &str) -> PathBuf {
    // Seeded anew by the system for each state.
    let mut hasher = std::hash::RandomState::new().build_hasher();
    hasher.write_u32(std::process::id());
    folder(place).join(format!("{prefix}{:016x}", hasher.finish()))
}

#[cfg(test)]
#[path = "write_tests.rs"]
mod tests;
