//! The findings of a report while it is read.

use std::path::Path;

use crate::contract::finding::{Finding, Place, Severity};
use crate::contract::findings::{Findings, Note};

/// Collects findings, whose places are lines and columns.
pub(super) struct Notes(Findings);

impl Notes {
    /// Of this file.
    pub(super) fn new(file: &Path) -> Self {
        Notes(Findings::new(file))
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
        self.0.note(severity, code, || place)
    }

    /// All of them.
    pub(super) fn all(&self) -> &Findings {
        &self.0
    }

    /// All, in the order of their places.
    pub(super) fn into_findings(self) -> Vec<Finding> {
        self.0.into_sorted()
    }
}
