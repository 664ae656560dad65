//! Changes of a draft as values with an inverse, which is what undo is.

use chrono::{DateTime, Utc};

use crate::review::draft::{Anchor, Draft, DraftComment};
use crate::review::objecting::Objecting;

/// One change of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A comment is added at the end.
    Add(DraftComment),
    /// A comment is deleted.
    Delete {
        /// Its position.
        at: usize,
        /// The comment.
        comment: DraftComment,
    },
    /// A comment gets another text.
    Edit {
        /// Which comment.
        key: u64,
        /// The text it had.
        before: String,
        /// The text it gets.
        after: String,
    },
    /// A comment is hung on another target.
    Repoint {
        /// Which comment.
        key: u64,
        /// Where it hung.
        before: Anchor,
        /// Where it hangs now.
        after: Anchor,
    },
    /// An objection gets another lens or rule.
    Object {
        /// Which comment.
        key: u64,
        /// What it was.
        before: Option<Objecting>,
        /// What it becomes.
        after: Option<Objecting>,
    },
    /// The overall note changes.
    Overall {
        /// The note it was.
        before: String,
        /// The note it becomes.
        after: String,
    },
}

/// What can be undone and redone. Unfinished texts are no part of it.
#[derive(Debug, Clone, Default)]
pub struct History {
    done: Vec<Change>,
    undone: Vec<Change>,
}

impl History {
    /// Does a change. `false`, and nothing done or noted: the comment it is about is not there.
    pub fn apply(&mut self, draft: &mut Draft, change: Change, now: DateTime<Utc>) -> bool {
        let Some(change) = forward(draft, change) else { return false };
        draft.updated_at = Some(now);
        self.done.push(change);
        self.undone.clear();
        true
    }

    /// Undoes the last change and says which; `None`: there is none.
    pub fn undo(&mut self, draft: &mut Draft, now: DateTime<Utc>) -> Option<Change> {
        let change = std::iter::from_fn(|| self.done.pop()).find_map(|change| backward(draft, change))?;
        draft.updated_at = Some(now);
        self.undone.push(change.clone());
        Some(change)
    }

    /// Does the last undone change again and says which; `None`: there is none.
    pub fn redo(&mut self, draft: &mut Draft, now: DateTime<Utc>) -> Option<Change> {
        let change = std::iter::from_fn(|| self.undone.pop()).find_map(|change| forward(draft, change))?;
        draft.updated_at = Some(now);
        self.done.push(change.clone());
        Some(change)
    }

    /// Forgets everything: undo stops at a submission.
    pub fn clear(&mut self) {
        self.done.clear();
        self.undone.clear();
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Every anchor in the steps, to bring in line with a rewritten plan.
    pub(crate) fn each_anchor(&mut self, mut renew: impl FnMut(&mut Anchor)) {
        for change in self.done.iter_mut().chain(&mut self.undone) {
            match change {
                Change::Add(comment) | Change::Delete { comment, .. } => renew(&mut comment.anchor),
                Change::Repoint { before, after, .. } => {
                    renew(before);
                    renew(after);
                }
                Change::Edit { .. } | Change::Object { .. } | Change::Overall { .. } => {}
            }
        }
    }
}

/// Does the change, and gives it back as it was really done.
fn forward(draft: &mut Draft, change: Change) -> Option<Change> {
    match change {
        Change::Add(comment) => {
            if draft.comment(comment.key).is_some() {
                return None;
            }
            draft.next_key = draft.next_key.max(comment.key.saturating_add(1));
            draft.comments.push(comment.clone());
            Some(Change::Add(comment))
        }
        Change::Delete { comment, .. } => {
            let at = draft.comments.iter().position(|c| c.key == comment.key)?;
            let comment = draft.comments.remove(at);
            Some(Change::Delete { at, comment })
        }
        Change::Edit { key, after, .. } => {
            let comment = draft.comments.iter_mut().find(|c| c.key == key)?;
            let before = std::mem::replace(&mut comment.text, after.clone());
            Some(Change::Edit { key, before, after })
        }
        Change::Repoint { key, after, .. } => {
            let comment = draft.comments.iter_mut().find(|c| c.key == key)?;
            let before = std::mem::replace(&mut comment.anchor, after.clone());
            Some(Change::Repoint { key, before, after })
        }
        Change::Object { key, after, .. } => {
            let comment = draft.comments.iter_mut().find(|c| c.key == key)?;
            let before = std::mem::replace(&mut comment.objecting, after.clone());
            Some(Change::Object { key, before, after })
        }
        Change::Overall { after, .. } => {
            let before = std::mem::replace(&mut draft.overall, after.clone());
            Some(Change::Overall { before, after })
        }
    }
}

/// Undoes the change, and gives it back so that it can be done again.
fn backward(draft: &mut Draft, change: Change) -> Option<Change> {
    match change {
        Change::Add(comment) => {
            let at = draft.comments.iter().position(|c| c.key == comment.key)?;
            Some(Change::Add(draft.comments.remove(at)))
        }
        Change::Delete { at, comment } => {
            if draft.comment(comment.key).is_some() {
                return None;
            }
            draft.comments.insert(at.min(draft.comments.len()), comment.clone());
            Some(Change::Delete { at, comment })
        }
        Change::Edit { key, before, after } => {
            draft.comments.iter_mut().find(|c| c.key == key)?.text.clone_from(&before);
            Some(Change::Edit { key, before, after })
        }
        Change::Repoint { key, before, after } => {
            draft.comments.iter_mut().find(|c| c.key == key)?.anchor.clone_from(&before);
            Some(Change::Repoint { key, before, after })
        }
        Change::Object { key, before, after } => {
            draft.comments.iter_mut().find(|c| c.key == key)?.objecting.clone_from(&before);
            Some(Change::Object { key, before, after })
        }
        Change::Overall { before, after } => {
            draft.overall.clone_from(&before);
            Some(Change::Overall { before, after })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::plan_comments::Pass;
    use crate::review::anchor::testing::shot;
    use proptest::prelude::*;

    fn now() -> DateTime<Utc> {
        DateTime::UNIX_EPOCH
    }

    /// One random step: what, on which comment, with which text.
    fn step(draft: &mut Draft, what: u8, which: usize, text: &str) -> Option<Change> {
        let key = draft.comments.get(which % draft.comments.len().max(1)).map(|c| c.key);
        let anchor = Anchor::of(&shot(which, None, text)).unwrap();
        match what {
            0 | 1 => Some(draft.adding(anchor, text, now())),
            2 => draft.deleting(key?),
            3 => draft.editing(key?, text),
            4 => draft.repointing(key?, anchor),
            5 => draft.objecting(key?, Objecting { rule: Some(text.to_owned()), ..Objecting::default() }),
            _ => draft.noting(text),
        }
    }

    fn shown(draft: &Draft) -> Draft {
        Draft { next_key: 0, updated_at: None, ..draft.clone() }
    }

    proptest! {
        #[test]
        fn undo_after_do_is_identity(steps in prop::collection::vec((0_u8..7, 0_usize..8, "[a-zか-と]{0,4}"), 0..40)) {
            let (mut draft, mut history) = (Draft::new(Pass::Structure), History::default());
            let mut states = vec![shown(&draft)];
            for (what, which, text) in steps {
                if let Some(change) = step(&mut draft, what, which, &text) {
                    prop_assert!(history.apply(&mut draft, change, now()));
                    states.push(shown(&draft));
                }
            }
            for state in states.iter().rev().skip(1) {
                prop_assert!(history.undo(&mut draft, now()).is_some());
                prop_assert_eq!(&shown(&draft), state);
            }
            prop_assert!(history.undo(&mut draft, now()).is_none());
            for state in states.iter().skip(1) {
                prop_assert!(history.redo(&mut draft, now()).is_some());
                prop_assert_eq!(&shown(&draft), state);
            }
            prop_assert!(history.redo(&mut draft, now()).is_none());
        }
    }

    #[test]
    fn a_new_change_ends_redo_and_clear_ends_undo() {
        let (mut draft, mut history) = (Draft::new(Pass::Structure), History::default());
        let add = draft.adding(Anchor::of(&shot(0, None, "a")).unwrap(), "x", now());
        history.apply(&mut draft, add, now());
        history.undo(&mut draft, now());
        assert!(history.can_redo());
        let note = draft.noting("n").unwrap();
        history.apply(&mut draft, note, now());
        assert!(!history.can_redo() && history.can_undo());
        history.clear();
        assert!(history.undo(&mut draft, now()).is_none());
    }

    #[test]
    fn a_change_to_a_comment_that_is_not_there_does_nothing() {
        let (mut draft, mut history) = (Draft::new(Pass::Structure), History::default());
        let edit = Change::Edit { key: 9, before: String::new(), after: "x".into() };
        assert!(!history.apply(&mut draft, edit, now()));
        assert!(!history.can_undo());
    }
}
