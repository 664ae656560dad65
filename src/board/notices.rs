//! The list of notices: what is in it and what is selected. Made when it is opened, when a kind is shown or folded, and
//! when the files were read again, so that a key costs no more with many notices. Read by update and view.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::checklist::Place;
use crate::board::state::State;
use crate::review::notices::{Kind, Notices};

/// Kinds with at most so many notices are shown whole when the list is opened.
const FEW: usize = 3;

/// The list of notices of the pass on screen.
#[derive(Debug, Clone, Default)]
pub struct NoticesView {
    /// What is shown, one under the other: kinds, and the notices of those that are not folded.
    pub parts: Vec<Part>,
    /// The selected part.
    pub selected: usize,
    /// The first part and row shown, as far as the selected part is in sight from there.
    pub top: Place,
    /// The kinds shown whole.
    shown: BTreeSet<Kind>,
}

/// A part of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A kind, and how many notices it has.
    Kind(Kind, usize),
    /// The notice at this position.
    Notice(usize),
}

impl NoticesView {
    /// The notices there are now, kinds with many folded.
    pub fn of(state: &State) -> NoticesView {
        let notices = &state.view().notices;
        let mut counts: BTreeMap<Kind, usize> = BTreeMap::new();
        notices.all().iter().for_each(|notice| *counts.entry(notice.kind).or_insert(0) += 1);
        let shown = counts.into_iter().filter(|(_, count)| *count <= FEW).map(|(kind, _)| kind).collect();
        let mut view = NoticesView { shown, ..NoticesView::default() };
        view.lay_out(notices, &state.notices_off);
        view
    }

    /// The part that is selected.
    pub fn part(&self) -> Option<Part> {
        self.parts.get(self.selected).copied()
    }

    /// Shows the notices of a kind, or folds them.
    pub fn toggle(&mut self, kind: Kind, state: &State) {
        if !self.shown.remove(&kind) {
            self.shown.insert(kind);
        }
        self.lay_out(&state.view().notices, &state.notices_off);
    }

    /// Takes over the notices there are now; of kinds that are `off` their name and count alone.
    pub fn lay_out(&mut self, notices: &Notices, off: &BTreeSet<Kind>) {
        let mut kinds: BTreeMap<Kind, Vec<usize>> = BTreeMap::new();
        for (at, notice) in notices.all().iter().enumerate() {
            kinds.entry(notice.kind).or_default().push(at);
        }
        self.parts.clear();
        for (kind, list) in kinds {
            self.parts.push(Part::Kind(kind, list.len()));
            if self.shown.contains(&kind) && !off.contains(&kind) {
                self.parts.extend(list.into_iter().map(Part::Notice));
            }
        }
        self.selected = self.selected.min(self.parts.len().saturating_sub(1));
    }

    /// Whether the notices of a kind are shown.
    pub fn is_shown(&self, kind: Kind) -> bool {
        self.shown.contains(&kind)
    }
}
