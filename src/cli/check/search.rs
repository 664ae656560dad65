//! Which files are to be checked: those named, and those of the contracts in directories.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::contract::kind::FileKind;
use crate::project::trouble::problem;

/// Directories that are not searched.
const LEFT_OUT: [&str; 2] = [".git", "node_modules"];

/// Something to check.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Given {
    /// Stdin.
    Stdin,
    /// A file that was named, or what stands in its place.
    Named(PathBuf),
    /// A file of a directory, of this kind by its name; `None`: a Markdown file that may be a report.
    Found(PathBuf, Option<FileKind>),
    /// A directory that cannot be searched, and why.
    Unsearched(PathBuf, String),
    /// A file of a directory that was met before (its absolute path).
    Again(PathBuf),
    /// Before what was found in a directory that was named.
    Start,
    /// After what was found in this directory.
    End(PathBuf),
}

/// What is to be checked for the arguments `files`, in their order, each file once.
pub(super) fn gather(files: &[PathBuf]) -> Vec<Given> {
    let mut search = Search { seen: HashSet::new(), given: Vec::new() };
    for file in files {
        if file.as_os_str() == "-" {
            if search.is_new(file) {
                search.given.push(Given::Stdin);
            }
        } else if file.is_dir() {
            search.given.push(Given::Start);
            search.directory(file);
            search.given.push(Given::End(file.clone()));
        } else if search.is_new(file) {
            search.given.push(Given::Named(file.clone()));
        }
    }
    search.given
}

struct Search {
    seen: HashSet<PathBuf>,
    given: Vec<Given>,
}

impl Search {
    /// Whether this path was not met before.
    fn is_new(&mut self, path: &Path) -> bool {
        self.seen.insert(whole(path))
    }

    /// Searches a directory and those below it, in the order of names. Links are not followed.
    fn directory(&mut self, start: &Path) {
        let mut waiting = vec![start.to_owned()];
        while let Some(dir) = waiting.pop() {
            let entries = match fs::read_dir(&dir) {
                Ok(entries) => entries,
                Err(error) => {
                    self.given.push(Given::Unsearched(dir, problem(&error)));
                    continue;
                }
            };
            let mut entries: Vec<_> = entries.flatten().collect();
            entries.sort_by_key(fs::DirEntry::file_name);
            let mut below = Vec::new();
            for entry in entries {
                // `.` in front of every path says nothing.
                let path = if dir == Path::new(".") { PathBuf::from(entry.file_name()) } else { entry.path() };
                let Ok(kind) = entry.file_type() else { continue };
                if kind.is_dir() {
                    if !LEFT_OUT.iter().any(|name| entry.file_name() == *name) {
                        below.push(path);
                    }
                } else if !kind.is_symlink() {
                    self.entry(path);
                }
            }
            waiting.extend(below.into_iter().rev());
        }
    }

    fn entry(&mut self, path: PathBuf) {
        let kind = FileKind::of_name(&path);
        let is_markdown = || path.extension().is_some_and(|end| end.eq_ignore_ascii_case("md"));
        if kind.is_none() && !is_markdown() {
            return;
        }
        let given = if self.is_new(&path) { Given::Found(path, kind) } else { Given::Again(whole(&path)) };
        self.given.push(given);
    }
}

/// The absolute path.
pub(super) fn whole(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
