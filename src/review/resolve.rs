//! How a submitted comment finds its target when the agent reads it (loop rules, "Reading"): by what the round's snapshot
//! proves, else by title. A comment is never silently given to another target than the one it was written on.

mod titles;

use std::cell::OnceCell;

use crate::contract::plan_comments::{Pass, ReadComment, ReadSubmission, TargetKind};
use crate::review::anchor::Finder;
use crate::review::draft::{Anchor, AnchorState};
use crate::review::target::{PassView, Plan, Target};
use titles::{Likeness, Names, Title};

pub use titles::agrees;

/// How a comment resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolution {
    /// The target of its id, under its title, and sure.
    Exact,
    /// The same target elsewhere.
    Moved,
    /// Proved the same, though the title differs.
    Retitled,
    /// Several targets are possible, or a repeated title is all there is.
    Ambiguous,
    /// No target.
    Missing,
    /// The retired kind `slot`.
    Retired,
    /// An entry without title or text: what it means cannot be known.
    Unreadable,
}

impl Resolution {
    /// The word of the JSON output.
    pub fn as_str(self) -> &'static str {
        match self {
            Resolution::Exact => "exact",
            Resolution::Moved => "moved",
            Resolution::Retitled => "retitled",
            Resolution::Ambiguous => "ambiguous",
            Resolution::Missing => "missing",
            Resolution::Retired => "retired",
            // The JSON output has one word for both: no target is named.
            Resolution::Unreadable => "missing",
        }
    }

    /// Only these may be revised; the others are reported to the person.
    pub fn is_revisable(self) -> bool {
        matches!(self, Resolution::Exact | Resolution::Moved | Resolution::Retitled)
    }
}

/// Something odd about how a comment names its target; the reader makes a finding of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Oddity {
    /// An index with leading zeros (`02`) was read as the number.
    PaddedIndex,
    /// A cut named by the id of an item of edit.json v2 was read as that clip.
    CutByItemId,
    /// A cut, but edit.json has no cuts: it is version 2.
    CutsAreGone,
}

/// A comment and where it leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    /// How.
    pub resolution: Resolution,
    /// Pass and position of the target, where it may be revised.
    pub target: Option<(Pass, usize)>,
    /// Ids of the possible targets of an ambiguous comment.
    pub candidates: Vec<String>,
    /// What is odd about it.
    pub oddities: Vec<Oddity>,
}

impl Resolved {
    fn to(resolution: Resolution, pass: Pass, position: usize) -> Resolved {
        Resolved { resolution, target: Some((pass, position)), candidates: Vec::new(), oddities: Vec::new() }
    }

    fn nowhere(resolution: Resolution) -> Resolved {
        Resolved { resolution, target: None, candidates: Vec::new(), oddities: Vec::new() }
    }

    /// Several are possible; none at all is possible either.
    fn among(view: &PassView, mut positions: Vec<usize>) -> Resolved {
        positions.sort_unstable();
        positions.dedup();
        let ids: Vec<String> = positions.iter().filter_map(|p| view.targets.get(*p)).map(id_of).collect();
        let resolution = if ids.is_empty() { Resolution::Missing } else { Resolution::Ambiguous };
        Resolved { candidates: ids, ..Resolved::nowhere(resolution) }
    }

    fn with(mut self, oddity: Oddity) -> Resolved {
        self.oddities.push(oddity);
        self
    }
}

/// What is known of the round a submission belongs to.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    /// The pass as it was when it was submitted.
    pub before: &'a PassView,
    /// Where its comments hung, in the order of the file.
    pub anchors: &'a [Anchor],
}

/// Resolves every comment of a submission against the plan as it now is; `known`: the round, where this machine has it.
/// A pass that cannot be read now has no targets.
pub fn resolve(submission: &ReadSubmission, plan: &Plan, known: Option<Known>) -> Vec<Resolved> {
    let sides = Pass::VIDEO.map(|pass| Side { pass, view: plan.pass(pass), names: OnceCell::new() });
    let known = known.filter(|known| known.before.unavailable.is_none()).zip(submission.pass);
    let proof = known.map(|(known, pass)| (known, Finder::new(Some(known.before), plan.pass(pass))));
    let one = |(n, comment): (usize, &ReadComment)| {
        let proof = proof.as_ref().and_then(|(known, finder)| {
            let anchor = known.anchors.get(n).filter(|anchor| anchor.state != AnchorState::Gone)?;
            Some(Proof { before: known.before, anchor, finder })
        });
        one(comment, &sides, proof)
    };
    submission.comments.iter().enumerate().map(one).collect()
}

/// What the snapshot says of one comment.
struct Proof<'a> {
    before: &'a PassView,
    anchor: &'a Anchor,
    finder: &'a Finder<'a>,
}

/// A pass as it now is, with the names of its targets.
struct Side<'a> {
    pass: Pass,
    view: &'a PassView,
    names: OnceCell<Vec<Names>>,
}

fn one(comment: &ReadComment, sides: &[Side; 3], proof: Option<Proof>) -> Resolved {
    if comment.title.is_empty() || comment.text.is_empty() {
        return Resolved::nowhere(Resolution::Unreadable);
    }
    let kinds = [TargetKind::Shot, TargetKind::Clip, TargetKind::Cut];
    let Some(kind) = kinds.into_iter().find(|k| k.as_str() == comment.target_kind) else {
        let retired = comment.target_kind == "slot";
        return Resolved::nowhere(if retired { Resolution::Retired } else { Resolution::Missing });
    };
    let proof = proof.filter(|proof| proof.anchor.kind == kind);
    let [shots, clips, cuts] = sides;
    match kind {
        // edit.json is of version 2 now: it was not when this was written, or its writer calls items cuts.
        TargetKind::Cut if cuts.view.unavailable.is_some() && clips.view.unavailable.is_none() => {
            clips.cut_of_a_tree(comment, proof.is_some())
        }
        TargetKind::Shot => shots.resolve(comment, proof),
        TargetKind::Clip => clips.resolve(comment, proof),
        TargetKind::Cut => cuts.resolve(comment, proof),
        // No words of this contract.
        TargetKind::Wave | TargetKind::Case | TargetKind::Deliverable => Resolved::nowhere(Resolution::Missing),
    }
}

impl Side<'_> {
    fn resolve(&self, comment: &ReadComment, proof: Option<Proof>) -> Resolved {
        if self.view.unavailable.is_some() {
            return Resolved::nowhere(Resolution::Missing);
        }
        match proof {
            Some(proof) => self.proved(comment, &proof),
            None if self.pass == Pass::Scaffold => self.clip(comment),
            None => self.by_index(comment),
        }
    }

    /// The snapshot says which target it was; where it went decides, whatever its title is now.
    fn proved(&self, comment: &ReadComment, proof: &Proof) -> Resolved {
        let found = proof.finder.find(proof.anchor);
        let position = self.view.by_id.get(&found.id).filter(|_| found.state != AnchorState::Gone);
        let Some((position, target)) = position.and_then(|p| Some((*p, self.view.targets.get(*p)?))) else {
            return self.lost(comment, proof);
        };
        if let Some(was) = proof.before.by_id.get(&proof.anchor.id).and_then(|at| proof.before.targets.get(*at)) {
            if let Some(copies) = self.copies_differ(proof.before, was, target) {
                return Resolved::among(self.view, copies);
            }
            if self.took_an_id(proof.before, was, target) {
                return self.lost(comment, proof);
            }
        }
        let resolution = if !self.agrees(&comment.title, position) {
            Resolution::Retitled
        } else if found.id == comment.target_id {
            Resolution::Exact
        } else {
            Resolution::Moved
        };
        Resolved::to(resolution, self.pass, position)
    }

    /// The copies of a target without an id there now are, where there were more or fewer before: nothing tells which of
    /// them it is.
    fn copies_differ(&self, before: &PassView, was: &Target, is: &Target) -> Option<Vec<usize>> {
        let copies = |view: &PassView, of: &Target| -> Vec<usize> {
            let same = |(at, t): (usize, &Target)| (t.json.as_str() == of.json.as_str()).then_some(at);
            view.targets.iter().enumerate().filter_map(same).collect()
        };
        if was.own_id.is_some() || was.fingerprint() != is.fingerprint() {
            return None;
        }
        let now = copies(self.view, is);
        (copies(before, was).len() != now.len()).then_some(now)
    }

    /// Whether a shot under the same id may be another, because the shots were numbered anew: what it says was said by
    /// another before, or what was said under its id is said as often as before.
    fn took_an_id(&self, before: &PassView, was: &Target, is: &Target) -> bool {
        let count = |view: &PassView, text: &str| view.targets.iter().filter(|t| t.headline == text).count();
        was.kind == TargetKind::Shot
            && was.own_id.is_some()
            && was.own_id == is.own_id
            && was.headline != is.headline
            && (count(before, &is.headline) > 0 || count(self.view, &was.headline) >= count(before, &was.headline))
    }

    /// The snapshot knows the target, but not where it went: titles decide, where it had its own alone and one target that
    /// was not there before bears it alone now. Else those that bear its title or its id now may be it; where nothing
    /// holds its id, only its copies and those that were no other target before.
    fn lost(&self, comment: &ReadComment, proof: &Proof) -> Resolved {
        let holders = proof.anchor.own_id.as_deref().map(|id| self.holders(id)).unwrap_or_default();
        let mut possible = self.bearers(&comment.title).all;
        if holders.is_empty() {
            let titled = proof.before.targets.iter().filter(|t| t.title() == proof.anchor.title).count();
            if let ([at], 1) = (possible.as_slice(), titled)
                && !proof.finder.is_another(*at)
                && let Some(id) = self.view.targets.get(*at).and_then(|target| target.id.as_ref())
            {
                let here = *id == comment.target_id;
                return Resolved::to(if here { Resolution::Exact } else { Resolution::Moved }, self.pass, *at);
            }
            let copy = |at: &usize| {
                let print = self.view.targets.get(*at).map(Target::fingerprint);
                print.is_some() && print == proof.anchor.fingerprint
            };
            possible.retain(|at| !proof.finder.is_another(*at) || copy(at));
        }
        possible.extend(holders);
        Resolved::among(self.view, possible)
    }

    /// A clip's id is its own: it decides, and the name only tells whether it was renamed.
    fn clip(&self, comment: &ReadComment) -> Resolved {
        if let Some(position) = self.view.by_id.get(&comment.target_id).copied() {
            let agreed = self.agrees(&comment.title, position);
            return Resolved::to(if agreed { Resolution::Exact } else { Resolution::Retitled }, self.pass, position);
        }
        let twins = self.holders(&comment.target_id);
        if twins.is_empty() { self.by_title(comment) } else { Resolved::among(self.view, twins) }
    }

    /// A cut, read against an edit.json of version 2. `was_a_cut`: the snapshot shows that it was one then.
    fn cut_of_a_tree(&self, comment: &ReadComment, was_a_cut: bool) -> Resolved {
        let holders = self.holders(&comment.target_id);
        let is_index = !comment.target_id.is_empty() && comment.target_id.bytes().all(|b| b.is_ascii_digit());
        // Digits may be an index as well as an id: only the title tells.
        let is_item = match holders.as_slice() {
            [] => false,
            holders => !is_index || holders.iter().any(|at| self.agrees(&comment.title, *at)),
        };
        if is_item && !was_a_cut {
            self.clip(comment).with(Oddity::CutByItemId)
        } else {
            Resolved::nowhere(Resolution::Missing).with(Oddity::CutsAreGone)
        }
    }

    /// Without a snapshot an index proves nothing by itself: title and index must agree, and the title be the only one.
    /// At its index a whole name stands against other whole names only, elsewhere against everything it may mean.
    fn by_index(&self, comment: &ReadComment) -> Resolved {
        let bare = unpadded(&comment.target_id);
        let id = bare.as_deref().unwrap_or(&comment.target_id);
        let here = self.view.by_id.get(id).copied().filter(|at| self.agrees(&comment.title, *at));
        let resolved = match here {
            Some(position) => {
                let bearers = self.bearers(&comment.title);
                let rivals = if bearers.equal.contains(&position) { bearers.equal } else { bearers.all };
                if rivals == [position] {
                    Resolved::to(Resolution::Exact, self.pass, position)
                } else {
                    Resolved::among(self.view, rivals)
                }
            }
            None => self.by_title(comment),
        };
        if bare.is_some() { resolved.with(Oddity::PaddedIndex) } else { resolved }
    }

    /// Exactly one target bears the title: the comment moved there.
    fn by_title(&self, comment: &ReadComment) -> Resolved {
        let bearers = self.bearers(&comment.title).all;
        match bearers.as_slice() {
            [at] if self.view.targets.get(*at).is_some_and(|t| t.id.is_some()) => {
                Resolved::to(Resolution::Moved, self.pass, *at)
            }
            _ => Resolved::among(self.view, bearers),
        }
    }

    /// The targets that the plan gives this id.
    fn holders(&self, id: &str) -> Vec<usize> {
        let holds = |(at, t): (usize, &Target)| (t.own_id.as_deref() == Some(id)).then_some(at);
        self.view.targets.iter().enumerate().filter_map(holds).collect()
    }

    fn names(&self) -> &[Names] {
        self.names.get_or_init(|| self.view.targets.iter().map(Names::of).collect())
    }

    fn agrees(&self, title: &str, position: usize) -> bool {
        self.names().get(position).is_some_and(|names| names.likeness(&Title::of(title)).is_some())
    }

    fn bearers(&self, title: &str) -> Bearers {
        let title = Title::of(title);
        let mut bearers = Bearers::default();
        for (at, names) in self.names().iter().enumerate() {
            let Some(likeness) = names.likeness(&title) else { continue };
            bearers.all.push(at);
            if likeness == Likeness::Equal {
                bearers.equal.push(at);
            }
        }
        bearers
    }
}

/// Positions of the targets that bear a title.
#[derive(Default)]
struct Bearers {
    all: Vec<usize>,
    /// Those whose title or whole name it is.
    equal: Vec<usize>,
}

/// `02` as `2`; `None` where it is no index with leading zeros.
fn unpadded(id: &str) -> Option<String> {
    let digits = id.len() > 1 && id.starts_with('0') && id.bytes().all(|b| b.is_ascii_digit());
    let bare = id.trim_start_matches('0');
    digits.then(|| if bare.is_empty() { "0" } else { bare }.to_owned())
}

fn id_of(target: &Target) -> String {
    target.id.clone().or_else(|| target.own_id.clone()).unwrap_or_else(|| target.index.to_string())
}

#[cfg(test)]
mod tests;
