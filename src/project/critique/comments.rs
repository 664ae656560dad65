//! The objections of a round as the comments they were.

use crate::contract::plan_comments::{Pass, SubmittedComment};
use crate::contract::plan_critique::{self, AnchorKind, Objection};
use crate::project::store::Store;
use crate::review::plan::FileState;
use crate::review::plan::coding::{CodingInputs, build};
use crate::review::round::Round;
use crate::review::submission::take_back;
use crate::review::target::{PassView, Target};

impl Store {
    /// The comments of a round: of its copy of plan-comments.json, or its own objections in its copy of the critique.
    /// `submission`: the bytes of that copy. `None`: it is not understood.
    pub fn comments_of(&self, round: &Round, submission: &[u8]) -> Option<(Pass, Vec<SubmittedComment>)> {
        if round.pass != Pass::Coding {
            return take_back(submission);
        }
        let critique = plan_critique::read(&round.file, submission).0?;
        let ours = self.round_objections(round.round);
        let plan = (round.plan_file.clone(), FileState::Bytes(self.round_before(round.round).ok()?));
        let plan = build(CodingInputs { plan, exists: &|_| false });
        let view = plan.pass(Pass::Coding);
        let objections = critique.objections.iter().filter(|objection| ours.contains(&objection.id));
        Some((Pass::Coding, objections.map(|objection| comment(objection, view)).collect()))
    }
}

/// An objection as a comment on the target that its first plan anchor names; where that is none, on none.
fn comment(objection: &Objection, view: &PassView) -> SubmittedComment {
    let anchors = objection.evidence.iter().filter(|anchor| anchor.kind == AnchorKind::Plan);
    let target = anchors.filter_map(|anchor| named(view, &anchor.reference)).next();
    SubmittedComment {
        target_kind: target.map_or(Pass::Coding.target_kind(), |target| target.kind),
        target_id: target.and_then(|target| target.id.clone()).unwrap_or_default(),
        title: target.map(|target| target.title.clone()).unwrap_or_default(),
        text: objection.claim.clone(),
    }
}

fn named<'a>(view: &'a PassView, reference: &str) -> Option<&'a Target> {
    let by_id = view.by_id.get(reference).and_then(|at| view.targets.get(*at));
    by_id.or_else(|| {
        view.targets.iter().find(|target| target.id.is_some() && target.own_id.as_deref() == Some(reference))
    })
}
