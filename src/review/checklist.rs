//! What is done to a checklist: starting one, going on to the next step, stopping and resuming; what happens next; the
//! prompt for the next step. Every change is made in the text itself: keys this version does not know, and numbers as
//! they were written, stay.

mod change;
mod prompt;
mod said;
#[cfg(test)]
mod tests;
mod titles;

use crate::contract::finding::Phrase;
use crate::contract::plan_notes::{Checklist, Step, StepStatus};

pub use change::{change, start};
pub use prompt::prompt;
pub use said::{Said, said};
pub use titles::{titles, titles_of};

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
    /// Nothing there yet that could be changed.
    Empty,
    /// A checklist of a later version is never rewritten.
    Newer(i64),
    /// A running checklist is replaced only where that is asked for.
    Running,
    /// It is stopped: `next` needs one that runs.
    Stopped,
    /// It is stopped already.
    AlreadyStopped,
    /// It is not stopped: nothing to resume.
    NotStopped,
    /// All steps are done.
    Complete,
    /// The step at `currentIndex` (counted from 0, where there is one) is not in progress.
    NotInProgress(Option<i64>),
    /// The status of the step that comes next is not understood; which, counted from 1.
    UnknownStatus(usize),
    /// A new checklist needs at least one step.
    NoSteps,
    /// A step of a new checklist has no title; which, counted from 1.
    BlankTitle(usize),
}

impl Refusal {
    /// The reason in words.
    pub fn phrase(&self) -> Phrase {
        match self {
            Refusal::Note => Phrase::new("steps.refused-note"),
            Refusal::Empty => Phrase::new("steps.refused-empty"),
            Refusal::Newer(version) => Phrase::new("steps.refused-newer").with("version", version.to_string()),
            Refusal::Running => Phrase::new("steps.refused-running"),
            Refusal::Stopped => Phrase::new("steps.refused-stopped"),
            Refusal::AlreadyStopped => Phrase::new("steps.refused-already-stopped"),
            Refusal::NotStopped => Phrase::new("steps.refused-not-stopped"),
            Refusal::Complete => Phrase::new("steps.refused-complete"),
            Refusal::NotInProgress(Some(index)) => {
                Phrase::new("steps.refused-not-in-progress").with("index", index.to_string())
            }
            Refusal::NotInProgress(None) => Phrase::new("steps.refused-no-current"),
            Refusal::UnknownStatus(step) => Phrase::new("steps.refused-unknown-status").with("step", step.to_string()),
            Refusal::NoSteps => Phrase::new("steps.refused-no-steps"),
            Refusal::BlankTitle(step) => Phrase::new("steps.refused-blank-title").with("step", step.to_string()),
        }
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
    /// A person starts the next step: no automatic turn is left.
    TurnsUsedUp,
    /// The step at `currentIndex` is not in progress though steps remain: a person has to put that right.
    Broken,
    /// The status of the next step is not understood: a person has to put that right.
    UnknownNext,
    /// In a database: the reviewer has not approved the step yet.
    WaitsForApproval,
    /// In a database: the task is completed though steps remain.
    TaskCompleted,
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

    /// The same in a task of a database whose status is `merge_ready` (`approved`) or not: the next step is only due
    /// when the reviewer approved this one (checklist rules).
    pub fn in_task(self, approved: bool, completed: bool) -> Outlook {
        match self {
            Outlook::Complete | Outlook::Stopped | Outlook::Broken | Outlook::UnknownNext => self,
            _ if completed => Outlook::TaskCompleted,
            _ if !approved => Outlook::WaitsForApproval,
            _ => self,
        }
    }

    /// Locale key of the sentence.
    pub fn key(self) -> &'static str {
        match self {
            Outlook::Continues => "steps.outlook-continues",
            Outlook::Last => "steps.outlook-last",
            Outlook::WaitsForPerson => "steps.outlook-waits-for-person",
            Outlook::TurnsUsedUp => "steps.outlook-turns-used-up",
            Outlook::Broken => "steps.outlook-broken",
            Outlook::UnknownNext => "steps.outlook-unknown-next",
            Outlook::WaitsForApproval => "steps.outlook-waits-for-approval",
            Outlook::TaskCompleted => "steps.outlook-task-completed",
            Outlook::Stopped => "steps.outlook-stopped",
            Outlook::Complete => "steps.outlook-complete",
        }
    }
}

/// What happens after the step in progress (checklist rules). Whether the step that [`Change::Next`] starts may begin
/// by itself is asked of the list before the change: its turn is counted by the change. A number of turns that is
/// missing leaves no automatic turn.
pub fn outlook(list: &Checklist) -> Outlook {
    if is_complete(list) {
        return Outlook::Complete;
    }
    if list.stopped {
        return Outlook::Stopped;
    }
    let Some((current, _)) = under_way(list) else { return Outlook::Broken };
    let turns_left = list.auto_turns_used.zip(list.max_auto_turns).is_some_and(|(used, max)| used < max);
    match change::following(list, current) {
        Err(_) => Outlook::UnknownNext,
        Ok(None) => Outlook::Last,
        Ok(Some(_)) if !list.auto_continue => Outlook::WaitsForPerson,
        Ok(Some(_)) if !turns_left => Outlook::TurnsUsedUp,
        Ok(Some(_)) => Outlook::Continues,
    }
}

/// Whether every step is done; a list without steps is not complete.
fn is_complete(list: &Checklist) -> bool {
    !list.items.is_empty() && list.done() == list.items.len()
}

/// The step at `currentIndex` and its index, where it is in progress.
fn under_way(list: &Checklist) -> Option<(usize, &Step)> {
    let index = usize::try_from(list.current_index?).ok()?;
    let step = list.items.get(index).filter(|step| step.status == StepStatus::InProgress)?;
    Some((index, step))
}

/// The step that was done before the one at `current`: the nearest done one above it, else the last done one.
fn previous(list: &Checklist, current: usize) -> Option<&Step> {
    let done = |step: &&Step| step.status == StepStatus::Done;
    list.items.iter().take(current).rfind(done).or_else(|| list.items.iter().rfind(done))
}
