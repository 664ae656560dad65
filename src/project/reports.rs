//! Outcome reports on the disk: which there are, and what they say.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::contract::finding::Finding;
use crate::contract::outcome_report::Report;

/// Where outcome reports are looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// `--report`, each.
    pub files: Vec<PathBuf>,
    /// The setting `report.glob`, relative to the project's root.
    pub glob: Option<String>,
}

/// A report that was read.
#[derive(Debug, Clone)]
pub struct LoadedReport {
    /// Its file, absolute.
    pub file: PathBuf,
    /// What it says.
    pub report: Report,
    /// What is wrong in it.
    pub findings: Vec<Finding>,
    /// When it was written.
    pub written_at: Option<SystemTime>,
}

/// Reads the reports of a project, the newest first.
pub fn load(root: &Path, asked: &Asked) -> Vec<LoadedReport> {
    let _ = (root, asked);
    Vec::new()
}
