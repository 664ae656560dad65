//! Judging a critique: what its anchors resolve to, what blocks, and the verdict of the gate (coding plan rules, "The
//! gate"). Pure: the files of the worktree come in through [`World`].

mod analysis;
mod anchors;
mod append;
mod binding;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::contract::finding::{Finding, Phrase};
use crate::contract::plan_comments::TargetKind;
use crate::contract::plan_critique::{Anchor, AnchorKind, Critique, Objection, Reply, ReplyAction};
use crate::review::target::{PassView, Target};

pub use analysis::Analysis;
pub use anchors::inside;
pub use append::{Append, AppendRefused, Appended, NewObjection, append, objections};
pub use binding::{binds, is_pattern};

use anchors::Resolver;

/// What an anchor comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnchorState {
    /// It leads where it says.
    Resolved,
    /// The quote stands in another line of the file (from 1): it does not resolve.
    Drifted(usize),
    /// It leads nowhere, and why.
    Unresolved(Phrase),
    /// An inference: never checkable.
    Uncheckable,
}

/// Reads what anchors point into.
pub trait World {
    /// The lines of a file of the worktree (`path` as in the anchor).
    ///
    /// # Errors
    /// Why it cannot be read: outside the worktree, no regular file, binary, too large, not there.
    fn lines(&self, path: &str) -> Result<std::sync::Arc<Vec<String>>, Phrase>;

    /// Whether the analysis defines this requirement id, or has a heading with this text.
    fn analysis(&self, reference: &str) -> Result<(), Phrase>;
}

/// What the reviewer says to a reply.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ruling {
    /// The reply settles it.
    Agree,
    /// It does not, and why.
    Insist(String),
}

/// One objection as it stands; by its position in [`Critique::objections`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// Its anchors, in order.
    pub anchors: Vec<AnchorState>,
    /// None of its anchors resolves: it is an inference.
    pub is_inference: bool,
    /// Position of its reply in [`Critique::replies`].
    pub reply: Option<usize>,
    /// The reply's anchors, in order.
    pub reply_anchors: Vec<AnchorState>,
    /// It keeps the gate closed.
    pub blocks: bool,
    /// What the reviewer says to the reply.
    pub ruling: Option<Ruling>,
    /// Accepted, but the task it names did not change since the critique.
    pub is_unchanged: bool,
    /// `target_id`s of the targets of the plan that it names.
    pub targets: Vec<String>,
    /// Another objection than those the gate judged for this plan (`second-round`): not scored.
    pub is_refused: bool,
}

/// What the gate says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// An objection has no reply.
    Awaiting,
    /// A binding objection is neither settled nor refuted.
    Blocked,
    /// The plan may go on.
    Clear,
}

impl Verdict {
    /// The word in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Awaiting => "awaiting",
            Verdict::Blocked => "blocked",
            Verdict::Clear => "clear",
        }
    }
}

/// A critique as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// What the gate says.
    pub verdict: Verdict,
    /// Each objection, in the order of the file.
    pub objections: Vec<Judged>,
    /// What is wrong besides what the file's reader found (`second-round`).
    pub findings: Vec<Finding>,
}

impl Judgement {
    /// Objections without a reply.
    pub fn awaiting(&self) -> usize {
        self.objections.iter().filter(|judged| judged.reply.is_none()).count()
    }

    /// How many keep the gate closed.
    pub fn blocking(&self) -> usize {
        self.objections.iter().filter(|judged| judged.blocks).count()
    }

    /// Errors of the file keep the gate closed, not an objection.
    pub fn is_flawed(&self) -> bool {
        self.verdict == Verdict::Blocked && self.blocking() == 0
    }
}

/// What a judgement needs besides the critique.
pub struct Case<'a> {
    /// The pass of the coding plan.
    pub plan: &'a PassView,
    /// The files anchors point into.
    pub world: &'a dyn World,
    /// Which rules bind: patterns with `*`; empty: every rule that is cited.
    pub binding: &'a [String],
    /// A ruling that insists blocks too.
    pub person: bool,
    /// The reviewer's rulings, by objection id.
    pub rulings: &'a std::collections::BTreeMap<String, Ruling>,
    /// The plan as it was when the critique was first seen, where it is known.
    pub before: Option<&'a PassView>,
    /// Positions of the objections that come after the gate's judgement of this plan.
    pub refused: &'a std::collections::BTreeSet<usize>,
    /// The file has errors, or cannot be read whole: it is never clear.
    pub flawed: bool,
}

/// Judges a critique. A rebuttal settles an objection where at least one of its anchors resolves and none that can be
/// checked fails to: evidence that leads nowhere is no evidence. An accept needs one plan anchor that resolves.
pub fn judge(critique: &Critique, case: &Case) -> Judgement {
    let mut resolver = Resolver::new(case.plan, case.world);
    let mut replies: HashMap<&str, (usize, &Reply)> = HashMap::new();
    for (n, reply) in critique.replies.iter().enumerate().filter(|(_, reply)| !reply.objection.is_empty()) {
        // Of two replies the first counts; the second is an error.
        replies.entry(&reply.objection).or_insert((n, reply));
    }
    let judged = critique.objections.iter().enumerate();
    let objections: Vec<Judged> = judged
        .map(|(n, objection)| {
            let reply = replies.get(objection.id.as_str()).copied();
            Judged { is_refused: case.refused.contains(&n), ..one(objection, reply, case, &mut resolver) }
        })
        .map(|judged| Judged { blocks: judged.blocks && !judged.is_refused, ..judged })
        .collect();
    Judgement { verdict: verdict(&objections, case), objections, findings: Vec::new() }
}

fn verdict(objections: &[Judged], case: &Case) -> Verdict {
    let mut scored = objections.iter().filter(|judged| !judged.is_refused);
    if scored.clone().any(|judged| judged.reply.is_none()) {
        Verdict::Awaiting
    } else if case.flawed || objections.iter().any(|judged| judged.is_refused) || scored.any(|judged| judged.blocks) {
        Verdict::Blocked
    } else {
        Verdict::Clear
    }
}

fn one(objection: &Objection, reply: Option<(usize, &Reply)>, case: &Case, resolver: &mut Resolver) -> Judged {
    let anchors = resolver.all(&objection.evidence);
    let reply_anchors = reply.map(|(_, reply)| resolver.all(&reply.evidence)).unwrap_or_default();
    let is_inference = !anchors.contains(&AnchorState::Resolved);
    let ruling = case.rulings.get(&objection.id).cloned();
    let binds = objection.rule.as_deref().is_some_and(|rule| binds(rule, case.binding));
    let settled = reply.is_some_and(|(_, reply)| settles(reply, &reply_anchors));
    let insisted = case.person && matches!(ruling, Some(Ruling::Insist(_)));
    let accepted = reply.map(|(_, reply)| reply).filter(|reply| reply.action == Some(ReplyAction::Accept));
    Judged {
        is_inference,
        reply: reply.map(|(n, _)| n),
        blocks: binds && !is_inference && !settled || insisted,
        ruling,
        is_unchanged: accepted.is_some_and(|reply| is_unchanged(objection, reply, case, resolver)),
        targets: targets(objection, case.plan, resolver),
        is_refused: false,
        anchors,
        reply_anchors,
    }
}

/// Whether a reply answers an objection that binds.
fn settles(reply: &Reply, states: &[AnchorState]) -> bool {
    match reply.action {
        Some(ReplyAction::Accept) => {
            let mut anchors = reply.evidence.iter().zip(states);
            anchors.any(|(anchor, state)| anchor.kind == AnchorKind::Plan && *state == AnchorState::Resolved)
        }
        Some(ReplyAction::Rebut) => {
            let good = |state: &AnchorState| matches!(state, AnchorState::Resolved | AnchorState::Uncheckable);
            states.contains(&AnchorState::Resolved) && states.iter().all(good)
        }
        None => false,
    }
}

/// The waves and cases that anchors name.
fn tasks<'a>(evidence: &[Anchor], resolver: &Resolver<'a>) -> Vec<&'a Target> {
    let named = evidence.iter().filter(|anchor| anchor.kind == AnchorKind::Plan);
    named.filter_map(|anchor| resolver.task(&anchor.reference)).collect()
}

/// Whether the tasks of an accepted objection (those the reply names, else those the objection names) are what they were
/// when the critique was first seen.
fn is_unchanged(objection: &Objection, reply: &Reply, case: &Case, resolver: &Resolver) -> bool {
    let Some(before) = case.before.filter(|before| before.unavailable.is_none()) else { return false };
    let mut named = tasks(&reply.evidence, resolver);
    if named.is_empty() {
        named = tasks(&objection.evidence, resolver);
    }
    let same = |task: &&Target| {
        let was = before.targets.iter().find(|was| was.kind == task.kind && was.own_id == task.own_id);
        was.is_some_and(|was| was.fingerprint() == task.fingerprint())
    };
    !named.is_empty() && named.iter().all(same)
}

/// How many of the anchors of a critique's objections name a task or a deliverable of this plan.
pub fn named(critique: &Critique, plan: &PassView) -> usize {
    let resolver = Resolver::new(plan, &Nowhere);
    let one = |anchor: &Anchor| !of_anchors(std::slice::from_ref(anchor), plan, &resolver).is_empty();
    critique.objections.iter().flat_map(|objection| &objection.evidence).filter(|anchor| one(anchor)).count()
}

/// A world without files.
struct Nowhere;

impl World for Nowhere {
    fn lines(&self, _: &str) -> Result<std::sync::Arc<Vec<String>>, Phrase> {
        Err(Phrase::new("reason.absent"))
    }

    fn analysis(&self, _: &str) -> Result<(), Phrase> {
        Err(Phrase::new("reason.absent"))
    }
}

/// The targets an objection names: waves and cases by its plan anchors, deliverables by the bare id of an inference, which
/// is how this program writes them.
fn targets(objection: &Objection, plan: &PassView, resolver: &Resolver) -> Vec<String> {
    of_anchors(&objection.evidence, plan, resolver)
}

fn of_anchors(evidence: &[Anchor], plan: &PassView, resolver: &Resolver) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for anchor in evidence {
        let target = match anchor.kind {
            AnchorKind::Plan => resolver.task(&anchor.reference),
            AnchorKind::Inference => {
                let mut deliverables = plan.targets.iter().filter(|target| target.kind == TargetKind::Deliverable);
                deliverables.find(|target| target.own_id.as_deref() == Some(anchor.reference.as_str()))
            }
            AnchorKind::File | AnchorKind::Analysis => None,
        };
        if let Some(id) = target.and_then(|target| target.id.clone()).filter(|id| !ids.contains(id)) {
            ids.push(id);
        }
    }
    ids
}
