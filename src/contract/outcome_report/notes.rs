//! The findings of a report while it is read.

use std::path::Path;

use crate::contract::codes::CODES;
use crate::contract::finding::{Finding, Place, Severity};

/// The most characters of a line that a finding repeats.
const FOUND: usize = 80;

/// Collects findings.
pub(super) struct Notes<'f> {
    file: &'f Path,
    findings: Vec<Finding>,
}

impl<'f> Notes<'f> {
    /// Of this file.
    pub(super) fn new(file: &'f Path) -> Self {
        Notes { file, findings: Vec::new() }
    }

    /// Notes an error (line and column from 1) and gives it for more.
    pub(super) fn error(&mut self, code: &'static str, line: usize, column: usize) -> Note<'_> {
        self.note(Severity::Error, code, Some(Place { line, column }))
    }

    /// Notes a warning (line and column from 1) and gives it for more.
    pub(super) fn warning(&mut self, code: &'static str, line: usize, column: usize) -> Note<'_> {
        self.note(Severity::Warning, code, Some(Place { line, column }))
    }

    /// Notes a finding and gives it for more.
    pub(super) fn note(&mut self, severity: Severity, code: &'static str, place: Option<Place>) -> Note<'_> {
        debug_assert!(CODES.contains(&code), "{code} is not among the codes");
        Note { finding: Some(Finding::new(self.file, severity, code, place)), into: &mut self.findings }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.findings.len()
    }

    /// The findings so far.
    pub(super) fn all(&self) -> &[Finding] {
        &self.findings
    }

    /// All, in the order of their places.
    pub(super) fn into_findings(mut self) -> Vec<Finding> {
        self.findings.sort_by_key(|f| f.place);
        self.findings
    }
}

/// A finding being made; it is added when this goes out of scope.
pub(super) struct Note<'n> {
    finding: Option<Finding>,
    into: &'n mut Vec<Finding>,
}

impl Note<'_> {
    /// One more argument.
    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.finding = self.finding.take().map(|f| f.with(name, value));
        self
    }

    /// What was expected.
    pub(super) fn expected(mut self, expected: &str) -> Self {
        self.finding = self.finding.take().map(|f| f.expected(expected));
        self
    }

    /// What was found; long text is cut.
    pub(super) fn found(mut self, text: &str) -> Self {
        let text = text.trim();
        let short = match text.char_indices().nth(FOUND) {
            Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
            None => text.to_owned(),
        };
        self.finding = self.finding.take().map(|f| f.found(short));
        self
    }
}

impl Drop for Note<'_> {
    fn drop(&mut self) {
        self.into.extend(self.finding.take());
    }
}
