//! Checking a file of any contract: every finding at once.

use std::path::Path;

use crate::contract::Exists;
use crate::contract::coding_plan::{self, Tier};
use crate::contract::finding::{Finding, Severity};
use crate::contract::kind::FileKind;
use crate::contract::{edit, outcome_report, plan_comments, plan_critique, plan_notes, research_plan};

/// What a check is told besides the file.
#[derive(Default, Clone, Copy)]
pub struct Asked<'a> {
    /// The tier of the topic of a coding plan.
    pub tier: Option<Tier>,
    /// A report is read as a review's.
    pub review: bool,
    /// Whether a path that the file names (relative to its folder) is there; `None`: not to be looked at.
    pub exists: Exists<'a>,
}

/// All findings of a file of this kind, in the order of their places.
pub fn check(kind: FileKind, file: &Path, bytes: &[u8], asked: Asked) -> Vec<Finding> {
    let mut findings = match kind {
        FileKind::PlanComments => plan_comments::read(file, bytes).1,
        FileKind::ResearchPlan => research_plan::read_beside(file, bytes, asked.exists).1,
        FileKind::Edit => edit::read(file, bytes).1,
        FileKind::PlanNotes => plan_notes::check(file, bytes),
        FileKind::CodingPlan => coding_plan::read(file, bytes, asked.tier).1,
        FileKind::PlanCritique => plan_critique::read(file, bytes).1,
        FileKind::Report => outcome_report::read(file, bytes, asked.review, asked.exists).1,
    };
    // The board reads such a file all the same; as a file of a contract it is wrong.
    findings.iter_mut().filter(|f| f.code == "byte-order-mark").for_each(|f| f.severity = Severity::Error);
    findings
}

#[cfg(test)]
mod tests;
