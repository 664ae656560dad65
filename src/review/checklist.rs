//! What is done to a checklist: starting one, going on to the next step, stopping and resuming; what happens next; the
//! prompt for the next step. Every change is made in the text itself: keys this version does not know, and numbers as
//! they were written, stay.

use crate::contract::finding::Phrase;
use crate::contract::plan_notes::{Checklist, PlanNotes};

/// What a new checklist is started with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// The titles of its steps, in order; none is empty.
    pub titles: Vec<String>,
    /// `autoContinueOnDone`.
    pub auto_continue: bool,
    /// `maxAutoTurns`, at least 0.
    pub max_auto_turns: i64,
}

/// One thing that is done to a checklist that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The step in progress is done (verdict DONE).
    Next {
        /// What was done.
        summary: Option<String>,
        /// Files that were changed.
        changed_files: Vec<String>,
    },
    /// No further step until it is resumed.
    Stop,
    /// Goes on where it was stopped.
    Resume,
}

/// A value after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// The whole new text.
    pub text: String,
    /// All steps are done: the task is completed.
    pub completed: bool,
}

/// Why a change is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// No checklist: a free note is never rewritten.
    Note,
    /// A checklist of a later version is never rewritten.
    Newer(i64),
    /// A running checklist is replaced only where that is asked for.
    Running,
    /// It is stopped: `next` needs one that runs.
    Stopped,
    /// It is not stopped: nothing to resume.
    NotStopped,
    /// All steps are done.
    Complete,
    /// The step at `currentIndex` (counted from 0, where there is one) is not in progress.
    NotInProgress(Option<i64>),
}

impl Refusal {
    /// The reason in words.
    pub fn phrase(&self) -> Phrase {
        Phrase::new("steps.refused-note")
    }
}

/// What happens after the step in progress is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outlook {
    /// The next step starts by itself.
    Continues,
    /// The last step is in progress: after it the task is complete.
    Last,
    /// A person starts the next step: `autoContinueOnDone` is off.
    WaitsForPerson,
    /// A person starts the next step: all automatic turns are used.
    TurnsUsedUp,
    /// No step is in progress though steps remain: a person has to put that right.
    Broken,
    /// Stopped.
    Stopped,
    /// All steps are done.
    Complete,
}

impl Outlook {
    /// May the next step start by itself?
    pub fn continues(self) -> bool {
        self == Outlook::Continues
    }

    /// Locale key of the sentence.
    pub fn key(self) -> &'static str {
        "steps.outlook-continues"
    }
}

/// What happens next.
pub fn outlook(_list: &Checklist) -> Outlook {
    Outlook::Broken
}

/// The text of a new checklist in place of `before` (`None`: nothing there, or NULL).
///
/// # Errors
/// [`Refusal::Note`], [`Refusal::Newer`]; [`Refusal::Running`] unless `replace`.
pub fn start(before: Option<(&PlanNotes, &str)>, start: &Start, replace: bool) -> Result<String, Refusal> {
    let _ = (before, start, replace);
    Err(Refusal::Note)
}

/// The text `before`, which holds `notes`, after a change.
///
/// # Errors
/// Why it is refused.
pub fn change(notes: &PlanNotes, before: &str, change: &Change) -> Result<Changed, Refusal> {
    let _ = (notes, before, change);
    Err(Refusal::Note)
}

/// The titles of a list written as one text: `1) … 2) …` (divided only at the next expected number), `1.`, `①`, or a
/// line for each step. Empty where there is none.
pub fn titles(_text: &str) -> Vec<String> {
    Vec::new()
}

/// What is asked for in a chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// `플랜 시작: 1) … 2) …`, with the text after the colon.
    Start(String),
    /// `플랜 상태`
    Status,
    /// `플랜 중지`
    Stop,
}

/// The chat form in `text`, if it is one.
pub fn said(_text: &str) -> Option<Said> {
    None
}

/// The prompt for the step in progress: only the current item, the last summary, the changed files and the remaining
/// items. `None` where no step is to be done (stopped, complete, broken).
pub fn prompt(_list: &Checklist, _locale: &crate::locale::Locale) -> Option<String> {
    None
}
