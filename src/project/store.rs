//! The state directory: everything kept outside the project. One folder per plan directory, named readably and by hash.
//! Directories are 0700, files 0600.

use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::project::write::{Cause, DiskError, Mode, read_in_place, write_whole};
use crate::review::round::sha256_hex;

/// Bytes accepted for one file of the state directory.
pub(crate) const STATE_LIMIT: u64 = 64 * 1024 * 1024;

/// The kept state of one project.
#[derive(Debug, Clone)]
pub struct Store {
    root: PathBuf,
    folder: PathBuf,
    plan_dir: PathBuf,
}

/// Where the state of all projects is: `$PLANBOARD_STATE_DIR`, else `$XDG_STATE_HOME/planboard`, else
/// `~/.local/state/planboard`; `None`: not even HOME is set. `variable` reads the environment.
pub fn state_root(variable: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name: &str| variable(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let own = path("PLANBOARD_STATE_DIR").and_then(|p| std::path::absolute(p).ok());
    // The XDG rules: a relative path is as good as none.
    let xdg = || path("XDG_STATE_HOME").filter(|p| p.is_absolute()).map(|p| p.join("planboard"));
    let home = || path("HOME").filter(|p| p.is_absolute()).map(|p| p.join(".local/state/planboard"));
    own.or_else(xdg).or_else(home)
}

impl Store {
    /// The state of the project with this plan directory, created where it is not there yet.
    ///
    /// # Errors
    /// There is no place for it, or it cannot be created or written.
    pub fn open(plan_dir: &Path, variable: &dyn Fn(&str) -> Option<OsString>) -> Result<Store, DiskError> {
        let store = Store::peek(plan_dir, variable)
            .ok_or_else(|| DiskError::of(Path::new("~/.local/state/planboard"), Cause::Missing))?;
        for part in ["drafts", "reviewed", "rounds", "inbox", "kept", "decision"] {
            create(&store.folder.join(part))?;
        }
        let note = store.folder.join("plan-directory");
        if !note.exists() {
            write_whole(&note, store.plan_dir.as_os_str().as_bytes(), Mode::Note)?;
        }
        Ok(store)
    }

    /// The same for commands that only read: nothing is created, and it may be absent or unwritable, which reads as
    /// empty. `None`: the environment names no place.
    pub fn peek(plan_dir: &Path, variable: &dyn Fn(&str) -> Option<OsString>) -> Option<Store> {
        Some(Store::under(state_root(variable)?, plan_dir))
    }

    /// The state of the project with another plan directory, beside this one.
    pub fn of_plan_dir(&self, plan_dir: &Path) -> Store {
        Store::under(self.root.clone(), plan_dir)
    }

    fn under(root: PathBuf, plan_dir: &Path) -> Store {
        let plan_dir = canonical(plan_dir);
        let hash = sha256_hex(plan_dir.as_os_str().as_bytes());
        let folder = root.join(format!("{}-{}", readable(&plan_dir), hash.get(..16).unwrap_or(&hash)));
        Store { root, folder, plan_dir }
    }

    /// The folder of this project.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder of all projects.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The canonical plan directory.
    pub fn plan_dir(&self) -> &Path {
        &self.plan_dir
    }

    /// Whether anything was ever kept for this project.
    pub fn exists(&self) -> bool {
        self.folder.is_dir()
    }

    /// Keeps bytes that would be lost otherwise (a submission of another program that is overwritten or recalled) as
    /// `kept/<hash>.json`, and says where.
    ///
    /// # Errors
    /// The state directory cannot be written.
    pub fn keep(&self, bytes: &[u8]) -> Result<PathBuf, DiskError> {
        let path = self.folder.join("kept").join(format!("{}.json", sha256_hex(bytes)));
        create(&self.folder.join("kept"))?;
        write_whole(&path, bytes, Mode::Private)?;
        Ok(path)
    }
}

/// Creates a directory of the state, and those above it, for the owner only.
pub(crate) fn create(path: &Path) -> Result<(), DiskError> {
    DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(|e| match e.kind() {
        io::ErrorKind::AlreadyExists => DiskError::of(path, Cause::NoDirectory),
        _ => DiskError::new(path, &e),
    })
}

/// The path without links, as far as it exists.
fn canonical(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    fs::canonicalize(&absolute).unwrap_or(absolute)
}

/// The last two names of a path, for people who look into the state directory.
fn readable(path: &Path) -> String {
    let names: Vec<_> = path.components().rev().take(2).map(|c| c.as_os_str().to_string_lossy()).collect();
    let joined = names.into_iter().rev().collect::<Vec<_>>().join("-");
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let name: String = joined.chars().map(plain).collect();
    name.trim_matches(['.', '_', '-']).chars().take(40).collect()
}

/// What a state file held.
#[derive(Debug)]
pub(crate) enum Loaded<T> {
    /// No file.
    Absent,
    /// Its content.
    Value(T),
    /// There, but not to be understood.
    Broken(DiskError),
}

/// Reads a JSON file of the state; it is not touched.
pub(crate) fn load<T: DeserializeOwned>(path: &Path) -> Loaded<T> {
    let bytes = match read_in_place(path, STATE_LIMIT) {
        Ok(bytes) => bytes,
        Err(DiskError { cause: Cause::Missing | Cause::NoDirectory, .. }) => return Loaded::Absent,
        Err(error) => return Loaded::Broken(error),
    };
    match serde_json::from_slice(&bytes) {
        Ok(value) => Loaded::Value(value),
        Err(error) => Loaded::Broken(broken(path, &error)),
    }
}

fn broken(path: &Path, error: &serde_json::Error) -> DiskError {
    DiskError::of(path, Cause::Broken(format!("{}:{}", error.line(), error.column())))
}

/// Writes a JSON file of the state.
pub(crate) fn save<T: Serialize>(path: &Path, value: &T) -> Result<(), DiskError> {
    save_as(path, value, Mode::Private)
}

/// As [`save`], with a mode.
pub(crate) fn save_as<T: Serialize>(path: &Path, value: &T, mode: Mode) -> Result<(), DiskError> {
    let bytes = serde_json::to_vec(value).map_err(|e| broken(path, &e))?;
    write_whole(path, &bytes, mode)
}

/// Sets a broken file aside as `<name>.broken-<time>`, so that it is never overwritten; says where it is now.
pub(crate) fn set_aside(path: &Path, now: DateTime<Utc>) -> Result<PathBuf, DiskError> {
    let stamp = now.format("%Y%m%dT%H%M%S%3fZ");
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let aside = path.with_file_name(format!("{name}.broken-{stamp}"));
    for attempt in 0..100 {
        let to = if attempt == 0 { aside.clone() } else { aside.with_extension(format!("broken-{stamp}-{attempt}")) };
        if crate::project::write::rename_new(path, &to)? {
            return Ok(to);
        }
    }
    Err(DiskError::of(path, Cause::Busy))
}

#[cfg(test)]
pub(crate) mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// A store in a temporary directory, with a plan directory beside it.
    pub(crate) fn store() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().unwrap();
        let plan = dir.path().join("film/planning");
        fs::create_dir_all(&plan).unwrap();
        let root = dir.path().join("state");
        let store = Store::open(&plan, &|n| (n == "PLANBOARD_STATE_DIR").then(|| root.clone().into())).unwrap();
        (dir, store)
    }

    #[test]
    fn the_state_directory_follows_the_environment() {
        let root = |set: &[(&str, &str)]| {
            let set: Vec<(String, String)> = set.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect();
            state_root(&move |n| set.iter().find(|(k, _)| k == n).map(|(_, v)| v.into()))
        };
        let (own, xdg, home) = (("PLANBOARD_STATE_DIR", "/a"), ("XDG_STATE_HOME", "/b"), ("HOME", "/c"));
        assert_eq!(root(&[own, xdg, home]), Some("/a".into()));
        assert_eq!(root(&[("PLANBOARD_STATE_DIR", ""), xdg, home]), Some("/b/planboard".into()));
        assert_eq!(root(&[("XDG_STATE_HOME", "rel"), home]), Some("/c/.local/state/planboard".into()));
        assert_eq!(root(&[]), None);
        let here = std::env::current_dir().unwrap();
        assert_eq!(root(&[("PLANBOARD_STATE_DIR", "rel/state")]), Some(here.join("rel/state")));
    }

    #[test]
    fn one_private_folder_per_canonical_plan_directory() {
        let (dir, store) = store();
        let mode = |p: &Path| p.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(store.root()), mode(store.folder())), (0o700, 0o700));
        assert_eq!(mode(&store.folder().join("plan-directory")), 0o600);
        assert!(store.folder().file_name().unwrap().to_string_lossy().starts_with("film-planning-"));
        std::os::unix::fs::symlink(dir.path().join("film"), dir.path().join("link")).unwrap();
        let root = store.root().to_owned();
        let variable = move |_: &str| Some(root.clone().into_os_string());
        let same = Store::peek(&dir.path().join("link/planning"), &variable).unwrap();
        assert_eq!(same.folder(), store.folder());
        let other = Store::peek(&dir.path().join("film"), &variable).unwrap();
        assert_ne!(other.folder(), store.folder());
        assert!(!other.exists(), "peeking creates nothing");
    }

    #[test]
    fn a_state_directory_that_cannot_be_made_is_an_error_that_names_it() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        fs::write(&file, b"").unwrap();
        let variable = |_: &str| Some(file.clone().into_os_string());
        let error = Store::open(dir.path(), &variable).unwrap_err();
        assert_eq!(error.cause, Cause::NoDirectory);
        assert!(error.path.starts_with(&file));
    }

    #[test]
    fn a_file_set_aside_never_replaces_another() {
        let (_dir, store) = store();
        let (path, now) = (store.folder().join("f.json"), DateTime::UNIX_EPOCH);
        let mut seen = Vec::new();
        for text in ["a", "b", "c"] {
            fs::write(&path, text).unwrap();
            seen.push(set_aside(&path, now).unwrap());
        }
        let texts: Vec<_> = seen.iter().map(|p| fs::read_to_string(p).unwrap()).collect();
        assert_eq!(texts, ["a", "b", "c"]);
    }
}
