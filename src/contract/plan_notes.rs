//! plan_notes v1: the checklist an agent works through.

use crate::contract::finding::Finding;

/// What a plan_notes value turned out to be.
#[derive(Debug, Clone)]
pub enum PlanNotes {
    /// A checklist, running or stopped.
    Checklist(Checklist),
    /// Anything that is no checklist: shown as text, never rewritten.
    Note(String),
    /// A checklist of a later version: shown as text, read only.
    Newer {
        /// The version found.
        version: i64,
        /// The value's text.
        text: String,
    },
}

/// A checklist.
#[derive(Debug, Clone)]
pub struct Checklist {
    /// `mode` is `stopped` instead of `planned`.
    pub stopped: bool,
    /// The steps in order.
    pub items: Vec<Step>,
    /// `currentIndex`, from 0, where it is a whole number.
    pub current_index: Option<i64>,
    /// `autoContinueOnDone`.
    pub auto_continue: bool,
    /// `maxAutoTurns`.
    pub max_auto_turns: Option<i64>,
    /// `autoTurnsUsed`.
    pub auto_turns_used: Option<i64>,
    /// `lastStepSummary`.
    pub last_summary: Option<String>,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// How far it is.
    pub status: StepStatus,
    /// What was done.
    pub summary: Option<String>,
    /// `changedFiles`.
    pub changed_files: Vec<String>,
}

/// How far a step is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepStatus {
    /// `done`
    Done,
    /// `in_progress`
    InProgress,
    /// `pending`
    Pending,
    /// A word the contract does not know.
    Unknown,
}

impl Checklist {
    /// Steps that are done.
    pub fn done(&self) -> usize {
        self.items.iter().filter(|s| s.status == StepStatus::Done).count()
    }

    /// The current step: the first in progress, else the one at `current_index` unless all are done.
    pub fn current(&self) -> Option<&Step> {
        todo!()
    }
}

/// Reads a plan_notes value (a file's bytes or a database column), with the findings of the contract (checklist
/// rules); findings never hide the list. Invalid UTF-8 or JSON is a note.
pub fn read(file: &std::path::Path, bytes: &[u8]) -> (PlanNotes, Vec<Finding>) {
    let _ = (file, bytes);
    todo!()
}
