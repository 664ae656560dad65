//! The files anchors point into. Nothing outside the worktree is read, nothing is waited for, and nothing large is taken.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::contract::finding::Phrase;
use crate::project::trouble::problem;
use crate::project::write::{Cause, read_in_place, read_regular};
use crate::review::critique::{Analysis, World, inside};

/// Bytes read of one file.
const LARGEST: u64 = 16 * MIB;
/// Bytes read of all files that one critique points into.
const MOST: u64 = 256 * MIB;
const MIB: u64 = 1024 * 1024;

type Lines = Result<Arc<Vec<String>>, Phrase>;

/// A worktree and the texts of the analysis.
pub(super) struct Files {
    worktree: PathBuf,
    analysis: Analysis,
    /// Whether a text of the analysis could be read at all.
    has_analysis: bool,
    read: RefCell<HashMap<PathBuf, Lines>>,
    left: RefCell<u64>,
}

impl Files {
    /// The files below `worktree`, and `analysis`: those of its texts that cannot be read define nothing.
    pub(super) fn new(worktree: &Path, analysis: &[PathBuf]) -> Files {
        let mut files = Files {
            worktree: std::fs::canonicalize(worktree).unwrap_or_else(|_| worktree.to_owned()),
            analysis: Analysis::default(),
            has_analysis: false,
            read: RefCell::default(),
            left: RefCell::new(MOST),
        };
        for bytes in analysis.iter().filter_map(|file| read_regular(file, LARGEST).ok()) {
            files.has_analysis = true;
            files.analysis.add(&String::from_utf8_lossy(&bytes));
        }
        files
    }

    fn read(&self, file: &Path) -> Lines {
        let left = *self.left.borrow();
        let bytes = read_in_place(file, LARGEST.min(left)).map_err(|error| match error.cause {
            Cause::TooLarge { limit } if limit < LARGEST => {
                Phrase::new("critique.reason.too-much").with("mib", mib(MOST))
            }
            Cause::TooLarge { .. } => Phrase::new("critique.reason.too-large").with("mib", mib(LARGEST)),
            cause => unreadable(cause.problem()),
        })?;
        let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        *self.left.borrow_mut() = left.saturating_sub(size);
        if bytes.contains(&0) {
            return Err(Phrase::new("critique.reason.binary"));
        }
        Ok(Arc::new(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()))
    }
}

impl World for Files {
    fn lines(&self, path: &str) -> Lines {
        inside(path)?;
        let file = std::fs::canonicalize(self.worktree.join(path)).map_err(|error| unreadable(problem(&error)))?;
        if !file.starts_with(&self.worktree) {
            return Err(Phrase::new("critique.reason.link-outside"));
        }
        if let Some(known) = self.read.borrow().get(&file) {
            return known.clone();
        }
        let lines = self.read(&file);
        self.read.borrow_mut().insert(file, lines.clone());
        lines
    }

    fn analysis(&self, reference: &str) -> Result<(), Phrase> {
        if self.analysis.defines(reference) {
            Ok(())
        } else if self.has_analysis {
            Err(Phrase::new("critique.reason.not-in-analysis"))
        } else {
            Err(Phrase::new("critique.reason.no-analysis"))
        }
    }
}

fn mib(bytes: u64) -> String {
    (bytes / MIB).to_string()
}

fn unreadable(problem: String) -> Phrase {
    Phrase::new("critique.reason.unreadable").with("problem", problem)
}

/// The first heading of a text, where it can be read and has one.
pub(super) fn first_heading(file: &Path) -> Option<String> {
    let bytes = read_regular(file, LARGEST).ok()?;
    let mut analysis = Analysis::default();
    analysis.add(&String::from_utf8_lossy(&bytes));
    analysis.first_heading().map(str::to_owned)
}
