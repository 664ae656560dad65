//! Outcome reports on the disk: which there are, and what they say.

mod glob;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::contract::finding::{Finding, Severity};
use crate::contract::kind::closes_with_outcome;
use crate::contract::outcome_report::{Acceptance, Priority, Report, read};
use crate::project::write::read_regular;

pub use glob::is_pattern;

/// Most bytes of one report that is found by its pattern, and of one that is named.
const MOST_BYTES: u64 = 8 * 1024 * 1024;
/// Most reports found by the pattern: the newest.
const MOST_REPORTS: usize = 200;
/// Most bytes read of all reports found by the pattern.
const MOST_TOGETHER: u64 = 32 * 1024 * 1024;

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
    /// What it says; nothing where it could not be read.
    pub report: Report,
    /// What is wrong in it.
    pub findings: Vec<Finding>,
    /// When it was written; `None`: it could not be read.
    pub written_at: Option<SystemTime>,
}

/// What is to be watched so that a new or rewritten report is noticed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Watched {
    /// The reports themselves, there or not.
    pub files: Vec<PathBuf>,
    /// Folders in which a new report may appear.
    pub folders: Vec<PathBuf>,
}

/// Reads the reports of a project, the newest first. A named file counts whatever it holds, one that cannot be read as a
/// finding; of those the pattern finds, Markdown that closes with an OUTCOME line.
pub fn load(root: &Path, asked: &Asked) -> Vec<LoadedReport> {
    let mut seen = BTreeSet::new();
    let mut reports = Vec::new();
    for file in &asked.files {
        let file = std::path::absolute(file).unwrap_or_else(|_| file.clone());
        if seen.insert(canonical(&file)) {
            reports.push(named(file));
        }
    }
    let mut left = MOST_TOGETHER;
    for (file, written_at) in found(root, asked).0 {
        if !seen.insert(canonical(&file)) {
            continue;
        }
        if let Ok(bytes) = read_regular(&file, MOST_BYTES.min(left))
            && closes_with_outcome(&bytes)
        {
            left = left.saturating_sub(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
            reports.push(of_bytes(file, &bytes, Some(written_at)));
        }
    }
    reports.sort_by(|one, other| other.written_at.cmp(&one.written_at).then_with(|| one.file.cmp(&other.file)));
    reports
}

/// What is to be watched for the reports of a project.
pub fn watched(root: &Path, asked: &Asked) -> Watched {
    let absolute = |file: &PathBuf| std::path::absolute(file).unwrap_or_else(|_| file.clone());
    let mut files: Vec<PathBuf> = asked.files.iter().map(absolute).collect();
    let (found, folders) = found(root, asked);
    files.extend(found.into_iter().map(|(file, _)| file));
    Watched { files, folders }
}

/// How many decisions of these reports are P0 and not answered: those are raised at once (outcome report contract,
/// section 6). `is_answered`: whether the decision with this text of this report is.
pub fn urgent<'a>(
    reports: impl IntoIterator<Item = &'a LoadedReport>,
    is_answered: &dyn Fn(&Path, &str) -> bool,
) -> usize {
    let decisions =
        reports.into_iter().flat_map(|loaded| loaded.report.decisions.iter().map(|one| (&loaded.file, one)));
    let open = decisions.filter(|(_, decision)| decision.priority == Some(Priority::P0));
    open.filter(|(file, decision)| !is_answered(file, &decision.text)).count()
}

/// The files that the pattern finds, the newest first, with the folders that were looked through.
fn found(root: &Path, asked: &Asked) -> (Vec<(PathBuf, SystemTime)>, Vec<PathBuf>) {
    let Some(pattern) = &asked.glob else { return Default::default() };
    let (mut files, folders) = glob::find(root, pattern);
    files.sort_by(|(one, then), (other, at)| at.cmp(then).then_with(|| one.cmp(other)));
    files.truncate(MOST_REPORTS);
    (files, folders)
}

fn named(file: PathBuf) -> LoadedReport {
    let written_at = fs::metadata(&file).and_then(|data| data.modified()).ok();
    match read_regular(&file, MOST_BYTES) {
        Ok(bytes) => of_bytes(file, &bytes, written_at),
        Err(error) => {
            let finding = Finding::new(&file, Severity::Error, "unreadable", None);
            let findings = vec![finding.with("problem", error.cause.problem())];
            LoadedReport { file, report: nothing(), findings, written_at: None }
        }
    }
}

fn of_bytes(file: PathBuf, bytes: &[u8], written_at: Option<SystemTime>) -> LoadedReport {
    // What was made lies below a folder that only `report check` is told.
    let (report, findings) = read(&file, bytes, false, None);
    LoadedReport { file, report, findings, written_at }
}

/// What a file says that cannot be read.
fn nothing() -> Report {
    Report {
        outcome: None,
        review: false,
        conclusion: String::new(),
        artifacts: Vec::new(),
        decisions: Vec::new(),
        verification: Vec::new(),
        acceptance: [Acceptance::Person; 5],
    }
}

fn canonical(file: &Path) -> PathBuf {
    fs::canonicalize(file).unwrap_or_else(|_| file.to_owned())
}
