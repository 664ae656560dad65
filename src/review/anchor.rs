//! Re-anchoring: when the plan is rewritten, comments follow their targets. A comment never ends up on another target:
//! where that cannot be told, its target counts as gone, and the reviewer points it anew.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use crate::contract::plan_comments::TargetKind;
use crate::review::draft::{Anchor, AnchorState, Draft};
use crate::review::history::History;
use crate::review::likeness::alike;
use crate::review::matching::{Evidence, Pair, pair_with_evidence, unique_ids};
use crate::review::target::{PassView, Target};

/// What a rewrite did to the comments of a draft.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reanchored {
    /// Keys of comments whose target now stands elsewhere or under another title.
    pub moved: Vec<u64>,
    /// Keys of comments whose target is not there any more.
    pub gone: Vec<u64>,
    /// Unfinished texts whose target moved or went.
    pub unfinished: usize,
}

/// Brings the comments, unfinished texts and undo steps in line with `after`; `before` is the plan they were last in
/// line with. Does nothing where `after` is unavailable: a file broken for a moment takes no target away.
pub fn reanchor(draft: &mut Draft, history: &mut History, before: &PassView, after: &PassView) -> Reanchored {
    reanchor_paired(draft, history, before, after, None)
}

/// As [`reanchor`], with the pairs of the two versions where they are known already.
pub fn reanchor_paired(
    draft: &mut Draft,
    history: &mut History,
    before: &PassView,
    after: &PassView,
    pairs: Option<&[Option<Pair>]>,
) -> Reanchored {
    let before = before.unavailable.is_none().then_some(before);
    follow(draft, history, before, after, pairs)
}

/// As [`reanchor`] where the plan before is lost: ids and equal JSON alone decide, then an unchanged place and title.
pub fn reanchor_without(draft: &mut Draft, history: &mut History, after: &PassView) -> Reanchored {
    follow(draft, history, None, after, None)
}

fn follow(
    draft: &mut Draft,
    history: &mut History,
    before: Option<&PassView>,
    after: &PassView,
    pairs: Option<&[Option<Pair>]>,
) -> Reanchored {
    let mut report = Reanchored::default();
    if after.unavailable.is_some() {
        return report;
    }
    draft.plan_sha256.clone_from(&after.sha256);
    let finder = Finder::new(before, after);
    if let (Some(_), Some(pairs)) = (before, pairs)
        && (!draft.comments.is_empty() || !draft.unfinished.is_empty() || history.can_undo() || history.can_redo())
    {
        let _ = finder.pairs.set(pairs.to_vec());
    }
    let renew = |anchor: &mut Anchor| {
        let new = finder.find(anchor);
        let old = std::mem::replace(anchor, new);
        let elsewhere = old.id != anchor.id || old.title != anchor.title || old.state != anchor.state;
        elsewhere.then_some(anchor.state)
    };
    for comment in &mut draft.comments {
        match renew(&mut comment.anchor) {
            Some(AnchorState::Moved) => report.moved.push(comment.key),
            Some(AnchorState::Gone) => report.gone.push(comment.key),
            Some(AnchorState::Kept) | None => {}
        }
    }
    for anchor in draft.unfinished.iter_mut().filter_map(|u| u.anchor.as_mut()) {
        report.unfinished += usize::from(!matches!(renew(anchor), None | Some(AnchorState::Kept)));
    }
    history.each_anchor(|anchor| {
        renew(anchor);
    });
    report
}

/// Finds the targets of anchors in a new version of the plan.
pub struct Finder<'a> {
    before: Option<&'a PassView>,
    after: &'a PassView,
    pairs: OnceCell<Vec<Option<Pair>>>,
    taken: OnceCell<HashSet<usize>>,
    ids: OnceCell<HashMap<&'a str, usize>>,
    prints: OnceCell<HashMap<String, Vec<usize>>>,
}

impl<'a> Finder<'a> {
    /// A finder from `before` (`None`: lost) to `after`. The work is done when first needed.
    pub fn new(before: Option<&'a PassView>, after: &'a PassView) -> Self {
        let (pairs, taken) = (OnceCell::new(), OnceCell::new());
        Finder { before, after, pairs, taken, ids: OnceCell::new(), prints: OnceCell::new() }
    }

    /// The anchor as it is in the new version.
    pub fn find(&self, anchor: &Anchor) -> Anchor {
        match self.target_of(anchor).and_then(|(target, doubtful)| Some((Anchor::of(target)?, doubtful))) {
            Some((mut new, doubtful)) => {
                let elsewhere = new.id != anchor.id || new.title != anchor.title;
                new.state = match anchor.state {
                    _ if elsewhere || doubtful => AnchorState::Moved,
                    AnchorState::Gone => AnchorState::Kept,
                    state => state,
                };
                if new.state == AnchorState::Moved {
                    new.was = anchor.was.clone().or_else(|| Some(anchor.title.clone()));
                }
                new
            }
            None => Anchor { state: AnchorState::Gone, ..anchor.clone() },
        }
    }

    /// The target, and whether it should be looked at although id and title agree.
    fn target_of(&self, anchor: &Anchor) -> Option<(&'a Target, bool)> {
        let Some(at) = self.position_before(anchor) else {
            return self.directly(anchor).map(|target| (target, false));
        };
        let pair = self.pairs().get(at).copied().flatten()?;
        let was = self.before?.targets.get(at)?;
        let target = self.after.targets.get(pair.after)?;
        match pair.evidence {
            Evidence::Content => Some((target, true)),
            Evidence::Id if self.contradicted(was, target) => None,
            Evidence::Id => Some((target, false)),
            Evidence::Equal => Some((target, self.copies_differ(was, target))),
            Evidence::Place => self.surely_alike(at, pair.after).then_some((target, true)),
        }
    }

    /// Where the anchor's target stands in the version before; `None`: it was gone there, or this is not the version
    /// the anchor was in line with.
    fn position_before(&self, anchor: &Anchor) -> Option<usize> {
        let before = self.before.filter(|_| anchor.state != AnchorState::Gone)?;
        let at = *before.by_id.get(&anchor.id)?;
        let target = before.targets.get(at).filter(|t| t.own_id == anchor.own_id && t.kind == anchor.kind)?;
        let same = anchor.fingerprint.as_ref().is_none_or(|print| *print == target.fingerprint());
        same.then_some(at)
    }

    fn pairs(&self) -> &[Option<Pair>] {
        self.pairs.get_or_init(|| match self.before {
            Some(before) if before.sha256.is_some() && before.sha256 == self.after.sha256 => {
                let same = |after| Some(Pair { after, evidence: Evidence::Equal });
                (0..before.targets.len().min(self.after.targets.len())).map(same).collect()
            }
            Some(before) => pair_with_evidence(before, self.after),
            None => Vec::new(),
        })
    }

    /// Whether the target at this position of the new version is proved to be one of the old version.
    pub(crate) fn is_another(&self, at: usize) -> bool {
        let taken = self.taken.get_or_init(|| {
            let proved = self.pairs().iter().flatten().filter(|p| p.evidence != Evidence::Place);
            proved.map(|p| p.after).collect()
        });
        taken.contains(&at)
    }

    /// By what the anchor itself carries: its own id, else its JSON, among the targets that are nobody else's.
    fn directly(&self, anchor: &Anchor) -> Option<&'a Target> {
        let free = |at: &usize| !self.is_another(*at);
        if let Some(id) = anchor.own_id.as_deref() {
            let ids = self.ids.get_or_init(|| unique_ids(&self.after.targets));
            return ids.get(id).copied().filter(free).and_then(|at| self.after.targets.get(at));
        }
        if let Some(print) = anchor.fingerprint.as_deref() {
            let [at] = self.prints().get(print)?.as_slice() else { return None };
            return Some(at).filter(|at| free(at)).and_then(|at| self.after.targets.get(*at));
        }
        // A draft from before fingerprints: only an unchanged place under a title that is the only one of its kind.
        let mut titled = self.after.targets.iter().filter(|t| t.title() == anchor.title);
        let target = titled.next().filter(|t| t.id.as_deref() == Some(&anchor.id))?;
        (titled.next().is_none() && self.before.is_none() && anchor.state != AnchorState::Gone).then_some(target)
    }

    fn prints(&self) -> &HashMap<String, Vec<usize>> {
        self.prints.get_or_init(|| {
            let mut prints: HashMap<String, Vec<usize>> = HashMap::new();
            for (at, target) in self.after.targets.iter().enumerate() {
                prints.entry(target.fingerprint()).or_default().push(at);
            }
            prints
        })
    }

    /// Whether the id of a shot says one thing and its description another: what stands at the id now is not like what
    /// stood there, and what stood there, or something like it, is elsewhere. Which of the two the comment means is the
    /// reviewer's to say.
    fn contradicted(&self, was: &Target, target: &Target) -> bool {
        let is_like = |t: &Target| t.headline == was.headline || alike(was, t);
        was.kind == TargetKind::Shot
            && !is_like(target)
            && self.after.targets.iter().any(|t| t.id != target.id && is_like(t))
    }

    /// Whether there are more or fewer copies of this JSON than before, so that it may be another of them.
    fn copies_differ(&self, was: &Target, target: &Target) -> bool {
        if was.own_id.is_some() {
            return false;
        }
        let count = |view: &PassView, json: &str| view.targets.iter().filter(|t| t.json.as_str() == json).count();
        self.before.is_some_and(|b| count(b, was.json.as_str()) != count(self.after, target.json.as_str()))
    }

    /// Whether the two are alike and neither is like, or an exact copy of, any other target: of two that are alike one
    /// may have been copied, changed or moved into the place of the other.
    fn surely_alike(&self, was: usize, is: usize) -> bool {
        let (Some(before), after) = (self.before, self.after) else { return false };
        let (Some(one), Some(other)) = (before.targets.get(was), after.targets.get(is)) else { return false };
        let copy = |t: &Target| [one, other].iter().any(|o| o.json.as_str() == t.json.as_str());
        let rest = |view: &'a PassView, except| {
            view.targets.iter().enumerate().filter(move |(at, _)| *at != except).map(|(_, target)| target)
        };
        alike(one, other)
            && !rest(before, was).any(|t| copy(t) || alike(t, other))
            && !rest(after, is).any(|t| copy(t) || alike(one, t))
    }
}

#[cfg(test)]
#[path = "anchor_testing.rs"]
pub(crate) mod testing;

#[cfg(test)]
#[path = "anchor_tests.rs"]
mod tests;
