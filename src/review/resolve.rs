//! How a submitted comment finds its target when the agent reads it (loop rules, "Reading"): by what the round's snapshot
//! proves, else by title. A comment is never silently given to another target than the one it was written on.

use crate::contract::plan_comments::{Pass, ReadComment, ReadSubmission, TargetKind};
use crate::review::anchor::Finder;
use crate::review::draft::{Anchor, AnchorState};
use crate::review::target::{PassView, Plan, Target};
use crate::text::trim::fold_spaces;

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
    /// A cut, but edit.json has no cuts any more: it is version 2 now.
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

    fn among(view: &PassView, positions: &[usize]) -> Resolved {
        let ids = positions.iter().filter_map(|p| view.targets.get(*p)).map(id_of);
        Resolved { candidates: ids.collect(), ..Resolved::nowhere(Resolution::Ambiguous) }
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
pub fn resolve(submission: &ReadSubmission, plan: &Plan, known: Option<Known>) -> Vec<Resolved> {
    let finder = known.zip(submission.pass).map(|(known, pass)| Finder::new(Some(known.before), plan.pass(pass)));
    let anchor = |n: usize| known.and_then(|k| k.anchors.get(n)).zip(finder.as_ref());
    submission.comments.iter().enumerate().map(|(n, comment)| one(comment, plan, anchor(n))).collect()
}

fn one(comment: &ReadComment, plan: &Plan, proof: Option<(&Anchor, &Finder)>) -> Resolved {
    let kinds = [TargetKind::Shot, TargetKind::Clip, TargetKind::Cut];
    let Some(kind) = kinds.into_iter().find(|k| k.as_str() == comment.target_kind) else {
        let retired = comment.target_kind == "slot";
        return Resolved::nowhere(if retired { Resolution::Retired } else { Resolution::Missing });
    };
    let pass = Pass::ALL.into_iter().find(|p| p.target_kind() == kind).unwrap_or(Pass::Structure);
    let view = plan.pass(pass);
    if kind == TargetKind::Cut && view.unavailable.is_some() {
        return cut_of_a_tree(comment, plan);
    }
    if let Some((anchor, finder)) = proof.filter(|(anchor, _)| anchor.kind == kind && anchor.state != AnchorState::Gone)
    {
        return proved(comment, view, pass, anchor, finder);
    }
    match kind {
        TargetKind::Clip => clip(comment, view, pass),
        TargetKind::Shot | TargetKind::Cut => by_index(comment, view, pass),
    }
}

/// edit.json went to version 2 between rounds, or the writer named an item by the word cut.
fn cut_of_a_tree(comment: &ReadComment, plan: &Plan) -> Resolved {
    let clips = plan.pass(Pass::Scaffold);
    match clips.by_id.get(&comment.target_id) {
        Some(_) => clip(comment, clips, Pass::Scaffold).with(Oddity::CutByItemId),
        None if clips.unavailable.is_none() => Resolved::nowhere(Resolution::Missing).with(Oddity::CutsAreGone),
        None => Resolved::nowhere(Resolution::Missing),
    }
}

/// The snapshot says which target it was; where it went decides, whatever its title is now.
fn proved(comment: &ReadComment, view: &PassView, pass: Pass, anchor: &Anchor, finder: &Finder) -> Resolved {
    let found = finder.find(anchor);
    if found.state == AnchorState::Gone {
        return lost(comment, view, anchor);
    }
    let Some(position) = view.by_id.get(&found.id).copied() else { return Resolved::nowhere(Resolution::Missing) };
    let Some(target) = view.targets.get(position) else { return Resolved::nowhere(Resolution::Missing) };
    let resolution = if !agrees(&comment.title, target) {
        Resolution::Retitled
    } else if found.id == comment.target_id {
        Resolution::Exact
    } else {
        Resolution::Moved
    };
    Resolved::to(resolution, pass, position)
}

/// The snapshot knows the target, but not where it went: only one target without an id of its own can still be it, and
/// only where nothing else bears the title.
fn lost(comment: &ReadComment, view: &PassView, anchor: &Anchor) -> Resolved {
    if anchor.own_id.is_some() {
        return Resolved::nowhere(Resolution::Missing);
    }
    let bearers: Vec<usize> = bearers(&comment.title, view).collect();
    // One bearer is a candidate, no proof: the snapshot would have found the same target.
    if bearers.is_empty() { Resolved::nowhere(Resolution::Missing) } else { Resolved::among(view, &bearers) }
}

/// A clip's id is its own: it decides, and the name only tells whether it was renamed.
fn clip(comment: &ReadComment, view: &PassView, pass: Pass) -> Resolved {
    if let Some(position) = view.by_id.get(&comment.target_id).copied() {
        let agreed = view.targets.get(position).is_some_and(|t| agrees(&comment.title, t));
        return Resolved::to(if agreed { Resolution::Exact } else { Resolution::Retitled }, pass, position);
    }
    let same = |(_, t): &(usize, &Target)| t.own_id.as_deref() == Some(&comment.target_id);
    let twins: Vec<usize> = view.targets.iter().enumerate().filter(same).map(|(p, _)| p).collect();
    if !twins.is_empty() {
        return Resolved::among(view, &twins);
    }
    by_title(comment, view, pass)
}

/// Without a snapshot an index proves nothing by itself: title and index must agree, and the title be the only one.
fn by_index(comment: &ReadComment, view: &PassView, pass: Pass) -> Resolved {
    let padded = unpadded(&comment.target_id).filter(|id| view.by_id.contains_key(id));
    let (id, is_padded) = match &padded {
        Some(id) if !view.by_id.contains_key(&comment.target_id) => (id.as_str(), true),
        _ => (comment.target_id.as_str(), false),
    };
    let here = view.by_id.get(id).copied().filter(|p| view.targets.get(*p).is_some_and(|t| agrees(&comment.title, t)));
    let resolved = match here {
        Some(position) => {
            let bearers: Vec<usize> = bearers(&comment.title, view).collect();
            if bearers.as_slice() == [position] {
                Resolved::to(Resolution::Exact, pass, position)
            } else {
                Resolved::among(view, &bearers)
            }
        }
        None => by_title(comment, view, pass),
    };
    if is_padded { resolved.with(Oddity::PaddedIndex) } else { resolved }
}

/// Exactly one target bears the title: the comment moved there.
fn by_title(comment: &ReadComment, view: &PassView, pass: Pass) -> Resolved {
    let bearers: Vec<usize> = bearers(&comment.title, view).collect();
    match bearers.as_slice() {
        [] => Resolved::nowhere(Resolution::Missing),
        [position] if view.targets.get(*position).is_some_and(|t| t.id.is_some()) => {
            Resolved::to(Resolution::Moved, pass, *position)
        }
        _ => Resolved::among(view, &bearers),
    }
}

fn bearers<'a>(title: &'a str, view: &'a PassView) -> impl Iterator<Item = usize> + 'a {
    view.targets.iter().enumerate().filter(|(_, target)| agrees(title, target)).map(|(position, _)| position)
}

/// Whether a title is this target's: equal, or without its trailing `…` the beginning of what the target is called, or
/// its id, source or file name (other writers choose other titles).
pub fn agrees(title: &str, target: &Target) -> bool {
    let title = fold_spaces(title);
    let stem = title.strip_suffix('…').unwrap_or(&title).trim_end();
    if stem.is_empty() {
        return false;
    }
    let named = title == target.title || target.own_id.as_deref() == Some(title.as_str());
    named || target.headline.starts_with(stem) || source_names(target).any(|name| name == title)
}

/// The names of what a target is made from: the file names of its files, and `src` of a clip or cut.
fn source_names(target: &Target) -> impl Iterator<Item = String> + '_ {
    let files = target.files.iter().filter_map(|f| f.file_name()).map(|n| n.to_string_lossy().into_owned());
    let src = (target.kind != TargetKind::Shot).then(|| crate::review::fields::source_of(target)).flatten();
    files.chain(src)
}

/// `02` as `2`; `None` where it is no index with leading zeros.
fn unpadded(id: &str) -> Option<String> {
    let digits = !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit());
    let bare = id.trim_start_matches('0');
    (digits && bare.len() < id.len() && id != "0").then(|| if bare.is_empty() { "0" } else { bare }.to_owned())
}

fn id_of(target: &Target) -> String {
    target.id.clone().or_else(|| target.own_id.clone()).unwrap_or_else(|| target.index.to_string())
}
