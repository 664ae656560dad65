//! What the comments of a pass come to, target by target: made once per change of draft, submission or plan, so that a key
//! or a frame looks up the targets on screen and walks no list of comments. Read by update and view.

use std::collections::HashMap;
use std::sync::Arc;

use crate::board::positions::Positions;
use crate::board::state::{Desk, State};
use crate::contract::plan_comments::Pass;
use crate::review::draft::{Anchor, AnchorState, DraftComment, Unfinished};
use crate::review::target::PassView;

/// What the comments of a pass come to.
#[derive(Debug, Default)]
pub struct Noted {
    on: HashMap<String, OnTarget>,
    /// Targets with comments, drafted or sent, or objections in the critique.
    pub commented: Positions,
    /// Targets with unfinished texts.
    pub unfinished: Positions,
    /// How many drafted comments have lost their targets.
    pub gone: usize,
}

/// What is noted on one target: positions in the lists of draft and submission, in the order written.
#[derive(Debug, Default)]
pub struct OnTarget {
    /// Comments of the draft.
    pub drafted: Vec<usize>,
    /// Texts begun and not saved.
    pub unfinished: Vec<usize>,
    /// Comments that were sent.
    pub sent: Vec<usize>,
}

impl Noted {
    /// What is noted on the target with this id.
    pub fn on(&self, target_id: &str) -> Option<&OnTarget> {
        self.on.get(target_id)
    }

    fn of(desk: &Desk, view: &PassView, objected: impl Iterator<Item = usize>) -> Noted {
        let mut noted = Noted { commented: objected.collect(), ..Noted::default() };
        let kept = |anchor: &Anchor| anchor.state != AnchorState::Gone;
        let place = |anchor: &Anchor| view.by_id.get(&anchor.id).copied();
        for (at, comment) in desk.draft.comments.iter().enumerate() {
            if kept(&comment.anchor) {
                noted.on.entry(comment.anchor.id.clone()).or_default().drafted.push(at);
                place(&comment.anchor).into_iter().for_each(|position| noted.commented.set(position, true));
            } else {
                noted.gone += 1;
            }
        }
        for (at, sent) in desk.sent.iter().flat_map(|sent| &sent.draft.comments).enumerate() {
            if kept(&sent.anchor) {
                noted.on.entry(sent.anchor.id.clone()).or_default().sent.push(at);
                place(&sent.anchor).into_iter().for_each(|position| noted.commented.set(position, true));
            }
        }
        for (at, begun) in desk.draft.unfinished.iter().enumerate() {
            let Some(anchor) = &begun.anchor else { continue };
            if kept(anchor) {
                noted.on.entry(anchor.id.clone()).or_default().unfinished.push(at);
            }
            place(anchor).into_iter().for_each(|position| noted.unfinished.set(position, true));
        }
        noted
    }
}

impl Desk {
    /// How often what is noted on this desk may have changed.
    pub fn changes(&self) -> u64 {
        self.draft.changes() + self.sent.changes()
    }
}

impl State {
    /// What is noted in a pass.
    pub fn noted_in(&self, pass: Pass) -> Arc<Noted> {
        let (desk, view) = (self.desk_of(pass), self.plan.plan.pass(pass));
        let objected = || self.outside.objections.targets().filter_map(|id| view.by_id.get(id).copied());
        desk.noted.of(self.plan.loaded + desk.changes(), || Noted::of(desk, view, objected()))
    }

    /// What is noted in the pass on screen.
    pub fn noted(&self) -> Arc<Noted> {
        self.noted_in(self.pass)
    }

    /// The comments of the draft on the target with this id, in the order written.
    pub fn drafted_on(&self, target_id: &str) -> Vec<&DraftComment> {
        let (noted, draft) = (self.noted(), &self.desk().draft);
        let on = noted.on(target_id).map(|on| on.drafted.as_slice()).unwrap_or_default();
        on.iter().filter_map(|at| draft.comments.get(*at)).collect()
    }

    /// The texts begun on the target with this id.
    pub fn begun_on(&self, target_id: &str) -> Vec<&Unfinished> {
        let (noted, draft) = (self.noted(), &self.desk().draft);
        let on = noted.on(target_id).map(|on| on.unfinished.as_slice()).unwrap_or_default();
        on.iter().filter_map(|at| draft.unfinished.get(*at)).collect()
    }

    /// The comments sent on the target with this id.
    pub fn sent_on(&self, target_id: &str) -> Vec<&DraftComment> {
        let (noted, sent) = (self.noted(), self.desk().sent.as_ref());
        let on = noted.on(target_id).map(|on| on.sent.as_slice()).unwrap_or_default();
        sent.into_iter().flat_map(|sent| on.iter().filter_map(|at| sent.draft.comments.get(*at))).collect()
    }
}
