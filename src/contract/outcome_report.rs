//! Outcome reports: Markdown that an agent ends its work with; its last line is `OUTCOME: …`.

use std::path::Path;

use crate::contract::finding::Finding;

/// How the work ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// `success`
    Success,
    /// `partial`
    Partial,
    /// `failure`
    Failure,
}

/// How soon a decision is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// Raised at once.
    P0,
    /// Asked before the next phase.
    P1,
    /// Recorded.
    P2,
}

/// A decision the report asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// `None`: it is not classified.
    pub priority: Option<Priority>,
    /// Its text without the mark, continuation lines joined by a space.
    pub text: String,
    /// Its line, from 1.
    pub line: usize,
}

/// The state of a verification item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerificationState {
    /// 実行済み
    Executed,
    /// 未実行
    NotRun,
    /// 失敗
    Failed,
    /// 未検証
    Unverified,
}

/// One item of the verification section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// What was verified.
    pub name: String,
    /// `None`: no state of the contract.
    pub state: Option<VerificationState>,
    /// What stands in the parentheses.
    pub detail: String,
    /// Its line, from 1.
    pub line: usize,
}

/// How an item of the acceptance checklist came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Acceptance {
    /// PASS
    Pass,
    /// FAIL
    Fail,
    /// A person has to judge.
    Person,
}

/// A report as read.
#[derive(Debug, Clone)]
pub struct Report {
    /// `None`: no OUTCOME line as the contract wants it.
    pub outcome: Option<Outcome>,
    /// review=true, in the report or asked for.
    pub review: bool,
    /// The first sentence.
    pub conclusion: String,
    /// What was made, as named.
    pub artifacts: Vec<String>,
    /// The decisions in file order.
    pub decisions: Vec<Decision>,
    /// The verification items in file order.
    pub verification: Vec<Verification>,
    /// The five items of the acceptance checklist.
    pub acceptance: [Acceptance; 5],
}

/// Reads a report with every finding of the contract. `review`: it is asked to be read as a review's (`--review`).
/// `exists`: whether a named path is there; `None`: not to be looked at.
pub fn read(file: &Path, bytes: &[u8], review: bool, exists: Option<&dyn Fn(&str) -> bool>) -> (Report, Vec<Finding>) {
    let _ = (file, bytes, exists);
    let report = Report {
        outcome: None,
        review,
        conclusion: String::new(),
        artifacts: Vec::new(),
        decisions: Vec::new(),
        verification: Vec::new(),
        acceptance: [Acceptance::Person; 5],
    };
    (report, Vec::new())
}
