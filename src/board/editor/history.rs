//! Undo and redo: each step is a value with its inverse; typing and deleting join into steps of a word.

use super::words;

/// What made a step, which decides what it joins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Typed text.
    Typing,
    /// Graphemes deleted before the caret.
    Erasing,
    /// Graphemes deleted after the caret.
    Deleting,
    /// Anything that is a step by itself: a paste, a cut.
    Whole,
}

/// At byte `at`, `removed` gave way to `inserted`; the caret went from `before` to `after`.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub at: usize,
    pub removed: String,
    pub inserted: String,
    pub before: usize,
    pub after: usize,
    pub kind: Kind,
}

/// The steps done and undone.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
    /// Whether the next step may join the last.
    open: bool,
}

impl History {
    /// Records a step; what was undone is forgotten.
    pub fn push(&mut self, step: Step) {
        self.undone.clear();
        let joined = self.open && self.done.last_mut().is_some_and(|last| join(last, &step));
        self.open = true;
        if !joined {
            self.done.push(step);
        }
    }

    /// The caret moved: the next step stands by itself.
    pub fn close(&mut self) {
        self.open = false;
    }

    /// The step to take back.
    pub fn undo(&mut self) -> Option<Step> {
        self.open = false;
        let step = self.done.pop()?;
        self.undone.push(step.clone());
        Some(step)
    }

    /// The step to do again.
    pub fn redo(&mut self) -> Option<Step> {
        self.open = false;
        let step = self.undone.pop()?;
        self.done.push(step.clone());
        Some(step)
    }
}

/// Joins `step` to `last` when both are of one kind, side by side and in one word.
fn join(last: &mut Step, step: &Step) -> bool {
    if last.kind != step.kind || last.after != step.before {
        return false;
    }
    match step.kind {
        Kind::Typing if last.at + last.inserted.len() == step.at && goes_on(&last.inserted, &step.inserted) => {
            last.inserted.push_str(&step.inserted);
        }
        Kind::Erasing if step.at + step.removed.len() == last.at && goes_on(&step.removed, &last.removed) => {
            last.removed.insert_str(0, &step.removed);
            last.at = step.at;
        }
        Kind::Deleting if step.at == last.at && goes_on(&last.removed, &step.removed) => {
            last.removed.push_str(&step.removed);
        }
        _ => return false,
    }
    last.after = step.after;
    true
}

/// Whether no word begins where `left` meets `right`.
fn goes_on(left: &str, right: &str) -> bool {
    match (left.chars().next_back(), right.chars().next()) {
        (Some(left), Some(right)) => !words::begins_between(left, right),
        _ => true,
    }
}
