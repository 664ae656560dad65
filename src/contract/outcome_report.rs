//! Outcome reports: Markdown that an agent ends its work with; its last line is `OUTCOME: …`.

mod artifacts;
mod decisions;
mod lines;
mod notes;
mod opening;
mod outcome;
mod review;
mod sections;
mod verification;
mod words;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;

use crate::contract::Exists;
use crate::contract::finding::{Finding, Place, Severity};
use crate::contract::json::{MAX_BYTES, other_encoding};
use notes::Notes;

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

impl Outcome {
    /// All, in the order of the contract.
    pub const ALL: [Outcome; 3] = [Outcome::Success, Outcome::Partial, Outcome::Failure];

    /// The word of the OUTCOME line.
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Success => "success",
            Outcome::Partial => "partial",
            Outcome::Failure => "failure",
        }
    }
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

impl Priority {
    /// All, the most urgent first.
    pub const ALL: [Priority; 3] = [Priority::P0, Priority::P1, Priority::P2];

    /// `P0`…
    pub fn as_str(self) -> &'static str {
        match self {
            Priority::P0 => "P0",
            Priority::P1 => "P1",
            Priority::P2 => "P2",
        }
    }

    /// The mark that a decision starts with.
    pub fn mark(self) -> &'static str {
        match self {
            Priority::P0 => "[P0]",
            Priority::P1 => "[P1]",
            Priority::P2 => "[P2]",
        }
    }
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

impl VerificationState {
    /// All, in the order of the contract.
    pub const ALL: [VerificationState; 4] = [
        VerificationState::Executed,
        VerificationState::NotRun,
        VerificationState::Failed,
        VerificationState::Unverified,
    ];

    /// The word of the contract.
    pub fn as_str(self) -> &'static str {
        match self {
            VerificationState::Executed => "実行済み",
            VerificationState::NotRun => "未実行",
            VerificationState::Failed => "失敗",
            VerificationState::Unverified => "未検証",
        }
    }
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

impl Acceptance {
    /// The word of JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Acceptance::Pass => "pass",
            Acceptance::Fail => "fail",
            Acceptance::Person => "person",
        }
    }
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
pub fn read(file: &Path, bytes: &[u8], review: bool, exists: Exists) -> (Report, Vec<Finding>) {
    let mut notes = Notes::new(file);
    let text = decoded(&mut notes, bytes);
    let lines = lines::lines(&text);
    let ending = outcome::check(&mut notes, &lines);
    let sections = sections::sections(&lines, &ending.lines);
    let mut named: Vec<usize> = sections.iter().map(|section| section.line.number).collect();
    named.extend(&ending.lines);
    named.sort_unstable();
    let opening = opening::check(&mut notes, &lines, &named);
    let review = review || opening.review;
    let decisions = decisions::check(&mut notes, &sections, &ending, review);
    let verification = verification::check(&mut notes, &sections, ending.line, review);
    let artifacts = artifacts::check(&mut notes, &sections, &ending, review, exists);
    review::check(&mut notes, ending.meant, review, &sections, &artifacts, &verification);
    let report = Report {
        outcome: ending.outcome,
        review,
        conclusion: opening.conclusion,
        artifacts: artifacts.into_iter().map(|artifact| artifact.text).collect(),
        decisions,
        verification,
        acceptance: acceptance(notes.all().broken()),
    };
    let mut findings = notes.into_findings();
    if let Some(unread) = findings.iter().position(|f| matches!(f.code, "other-encoding" | "too-large")) {
        // Nothing else is known of it.
        findings = vec![findings.swap_remove(unread)];
    }
    (report, findings)
}

/// The number of the rule of the contract that a finding of this code breaks; `None`: it is about the file as such.
pub fn rule(code: &str) -> Option<u8> {
    let rest = code.strip_prefix("report-")?;
    let begins = |heads: &[&str]| heads.iter().any(|head| rest.starts_with(head));
    match rest {
        "outcome-second" => Some(2),
        "p0-with-success" => Some(4),
        "failed-with-success" | "review-with-changes" | "review-unfinished" => Some(8),
        _ if begins(&["outcome"]) => Some(1),
        _ if begins(&["decision"]) => Some(3),
        _ if begins(&["verification"]) => Some(5),
        _ if begins(&["artifact"]) => Some(6),
        _ if begins(&["opening", "description", "review"]) => Some(7),
        _ => None,
    }
}

/// The five items: artifacts named, within constraints, OUTCOME last, decisions classified, verification stated. Whether
/// what was made is what was asked for, and stayed within its constraints, only a person can tell. `codes`: of all errors.
fn acceptance(codes: &BTreeSet<&str>) -> [Acceptance; 5] {
    let broken = |rules: &[u8]| codes.iter().filter_map(|code| rule(code)).any(|rule| rules.contains(&rule));
    let of = |rules: &[u8], otherwise| if broken(rules) { Acceptance::Fail } else { otherwise };
    [
        of(&[6], Acceptance::Person),
        Acceptance::Person,
        of(&[1, 2], Acceptance::Pass),
        of(&[3], Acceptance::Pass),
        of(&[5], Acceptance::Pass),
    ]
}

/// The text of a report; what is no text is named and read as far as it can be. Nothing of a file that is too large.
fn decoded<'b>(notes: &mut Notes, bytes: &'b [u8]) -> Cow<'b, str> {
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    if size > MAX_BYTES {
        let note = notes.note(Severity::Error, "too-large", None).with("bytes", size.to_string());
        note.with("max", MAX_BYTES.to_string());
        return Cow::Borrowed("");
    }
    if let Some(encoding) = other_encoding(bytes) {
        notes.note(Severity::Error, "other-encoding", None).with("encoding", encoding);
        return Cow::Borrowed("");
    }
    let first = Some(Place { line: 1, column: 1 });
    let all = bytes.len();
    let bytes = match bytes.strip_prefix("\u{feff}".as_bytes()) {
        Some(rest) => {
            notes.note(Severity::Warning, "byte-order-mark", first);
            rest
        }
        None => bytes,
    };
    if bytes.iter().all(u8::is_ascii_whitespace) {
        notes.note(Severity::Error, "empty-file", first);
    }
    if let Err(bad) = std::str::from_utf8(bytes) {
        let at = bad.valid_up_to();
        let good = String::from_utf8_lossy(bytes.get(..at).unwrap_or_default());
        let byte = bytes.get(at).copied().unwrap_or_default();
        let note = notes.note(Severity::Error, "invalid-utf8", Some(end_of(&good)));
        note.found(&format!("0x{byte:02X}")).with("byte", (all - bytes.len() + at + 1).to_string());
    }
    let text = String::from_utf8_lossy(bytes);
    if let Some(before) = text.split_once('\0').map(|(before, _)| before) {
        notes.note(Severity::Error, "report-nul", Some(end_of(before)));
    }
    text
}

/// The place after this text.
fn end_of(text: &str) -> Place {
    let last = text.rsplit('\n').next().unwrap_or_default();
    Place { line: text.bytes().filter(|b| *b == b'\n').count() + 1, column: last.chars().count() + 1 }
}

#[cfg(test)]
mod tests;
