//! All comments of a project: drafted, begun, sent, and the overall notes, pass by pass in timeline order.

use std::sync::Arc;

use crate::board::checklist::Place;
use crate::board::state::{Desk, State};
use crate::contract::plan_comments::Pass;
use crate::review::draft::{Anchor, AnchorState};

/// The panel.
#[derive(Debug, Default)]
pub struct AllComments {
    /// Which is selected.
    pub selected: usize,
    /// What is shown first.
    pub top: Place,
    /// The pass something was last deleted in: undo goes there.
    pub deleted_in: Option<Pass>,
}

/// What an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A comment of the draft, by key.
    Draft(u64),
    /// A text begun and not saved, by position.
    Unfinished(usize),
    /// A comment that was sent, by position.
    Sent(usize),
    /// The overall note.
    Overall,
}

/// One comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Its pass.
    pub pass: Pass,
    /// What it is.
    pub kind: Kind,
    /// Position of its target, where that is there.
    pub position: Option<usize>,
}

/// Every comment, in the order shown; made once per change of a draft or of the plan.
pub fn entries(state: &State) -> Arc<Vec<Entry>> {
    let changes = state.desks.iter().map(Desk::changes).sum::<u64>();
    state.all_comments.of(state.plan.loaded + changes, || list(state))
}

fn list(state: &State) -> Vec<Entry> {
    let mut all = Vec::new();
    for pass in state.plan.plan.own_passes() {
        let (desk, view) = (state.desk_of(pass), state.plan.plan.pass(pass));
        let at = |anchor: &Anchor| {
            let id = Some(anchor).filter(|a| a.state != AnchorState::Gone).map(|a| a.id.as_str());
            id.and_then(|id| view.by_id.get(id).copied())
        };
        let first = all.len();
        let mut add = |kind, position| all.push(Entry { pass, kind, position });
        if !desk.draft.overall.is_empty() {
            add(Kind::Overall, None);
        }
        desk.draft.comments.iter().for_each(|c| add(Kind::Draft(c.key), at(&c.anchor)));
        for (number, begun) in desk.draft.unfinished.iter().enumerate() {
            add(Kind::Unfinished(number), begun.anchor.as_ref().and_then(at));
        }
        for (number, sent) in desk.sent.iter().flat_map(|sent| &sent.draft.comments).enumerate() {
            add(Kind::Sent(number), at(&sent.anchor));
        }
        // Those without a target come first, for something is to be done about them.
        if let Some(here) = all.get_mut(first..) {
            here.sort_by_key(|entry| entry.position);
        }
    }
    all
}

/// Target and text of an entry.
pub fn parts<'a>(state: &'a State, entry: &Entry) -> Option<(Option<&'a Anchor>, &'a str)> {
    let desk = state.desk_of(entry.pass);
    match entry.kind {
        Kind::Draft(key) => desk.draft.comment(key).map(|c| (Some(&c.anchor), c.text.as_str())),
        Kind::Unfinished(at) => desk.draft.unfinished.get(at).map(|u| (u.anchor.as_ref(), u.text.as_str())),
        Kind::Sent(at) => desk.sent.as_ref()?.draft.comments.get(at).map(|c| (Some(&c.anchor), c.text.as_str())),
        Kind::Overall => Some((None, &desk.draft.overall)),
    }
}
