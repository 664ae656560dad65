//! What a revision did to a plan (loop rules, "Verifying"): what became of the named targets, what else changed and why,
//! and what changed outside the targets. Only what nothing explains is flagged.

mod causes;
mod elsewhere;
mod files;
mod ids;
mod order;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
mod tree;
pub mod words;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::contract::json::Document;
use crate::contract::plan_comments::{SubmittedComment, TargetKind};
use crate::review::diff::Difference;
use crate::review::matching::{Evidence, Pair, pair_with_evidence};
use crate::review::round::FileIdentity;
use crate::review::target::{PassView, Target};

/// One version of a plan.
#[derive(Debug, Clone, Copy)]
pub struct Side<'a> {
    /// The pass as this version gives it, built without sidecars.
    pub view: &'a PassView,
    /// The bytes of its plan file.
    pub bytes: &'a [u8],
}

/// The targets' own files, at submission and after.
#[derive(Debug, Clone, Copy, Default)]
pub struct Files<'a> {
    /// As they were when the round was submitted.
    pub before: &'a [FileIdentity],
    /// The same files after.
    pub after: &'a [FileIdentity],
}

/// What a revision did.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Verification {
    /// The named targets, each once, in the order they were first named.
    pub named: Vec<Named>,
    /// The other targets that changed: those still there in timeline order, then the removed ones.
    pub unnamed: Vec<Unnamed>,
    /// JSON pointers into the file, outside the targets: of what is there now, or, removed, was there before.
    pub elsewhere: Vec<String>,
    /// `structure.confirmed` became true (then it is among `elsewhere` too, as [`CONFIRMED`]).
    pub confirmed: bool,
}

/// Where a plan says that its structure is confirmed.
pub const CONFIRMED: &str = "/structure/confirmed";

impl Verification {
    /// The changes nothing explains: unnamed ones of cause *other*.
    pub fn flagged(&self) -> impl Iterator<Item = &Unnamed> {
        self.unnamed.iter().filter(|change| change.cause == Cause::Other)
    }

    /// Whether `--strict` has something to complain about.
    pub fn is_clean(&self) -> bool {
        self.elsewhere.is_empty() && self.flagged().next().is_none()
    }

    /// What became of the target that a comment (index in the submission) names.
    pub fn of_comment(&self, comment: usize) -> Option<&Named> {
        self.named.iter().find(|named| named.comments.contains(&comment))
    }
}

/// What became of a named target.
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    /// shot, clip or cut.
    pub kind: TargetKind,
    /// As the submission names it.
    pub id: String,
    /// Its title in the submission.
    pub title: String,
    /// Indexes of its comments in the submission.
    pub comments: Vec<usize>,
    /// What became of it.
    pub state: NamedState,
    /// Its target id now.
    pub now_id: Option<String>,
    /// Its position in the view before.
    pub before: Option<usize>,
    /// Its position in the view after.
    pub after: Option<usize>,
    /// What differs.
    pub fields: Vec<Difference>,
}

/// What became of a named target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedState {
    /// Something about it differs.
    Changed,
    /// It is as it was.
    Unchanged,
    /// It is not there any more.
    Gone,
}

impl NamedState {
    /// The word of the JSON output.
    pub fn as_str(self) -> &'static str {
        match self {
            NamedState::Changed => "changed",
            NamedState::Unchanged => "unchanged",
            NamedState::Gone => "gone",
        }
    }
}

/// A change of a target nobody named.
#[derive(Debug, Clone, PartialEq)]
pub struct Unnamed {
    /// shot, clip or cut.
    pub kind: TargetKind,
    /// Its target id now; of a removed one as it was. `None`: it cannot be commented.
    pub id: Option<String>,
    /// Its title now; of a removed one as it was.
    pub title: String,
    /// What happened.
    pub state: UnnamedState,
    /// Why, as far as that can be told.
    pub cause: Cause,
    /// What differs.
    pub fields: Vec<Difference>,
    /// Position in `Verification::named` of the target it was added or removed next to.
    pub beside: Option<usize>,
    /// How far its start moved, in seconds, where both are known.
    pub shift_seconds: Option<f64>,
    /// Its position in the view before.
    pub before: Option<usize>,
    /// Its position in the view after.
    pub after: Option<usize>,
}

/// What happened to an unnamed target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnnamedState {
    /// It is there, and differs.
    Changed,
    /// It is new.
    Added,
    /// It is not there any more.
    Removed,
}

impl UnnamedState {
    /// The word of the JSON output.
    pub fn as_str(self) -> &'static str {
        match self {
            UnnamedState::Changed => "changed",
            UnnamedState::Added => "added",
            UnnamedState::Removed => "removed",
        }
    }
}

/// Why an unnamed target changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// Only its start differs.
    Shifted,
    /// Its generation finished: only its source and sidecar differ.
    Material,
    /// It stands at another place among the others.
    Order,
    /// It was added or removed next to a named target.
    Beside,
    /// Nothing explains it: it is flagged.
    Other,
}

impl Cause {
    /// The word of the JSON output.
    pub fn as_str(self) -> &'static str {
        match self {
            Cause::Shifted => "shifted",
            Cause::Material => "material",
            Cause::Order => "order",
            Cause::Beside => "beside",
            Cause::Other => "other",
        }
    }
}

/// Compares two versions of a plan; `named`: the comments of the round.
pub fn verify(named: &[SubmittedComment], before: Side, after: Side, files: Files) -> Verification {
    let mut verification = Verification { named: group(named, before.view), ..Verification::default() };
    let compared = Compared::new(before, after, files);
    let order = order::moved(&compared, &verification.named);
    causes::judge(&compared, &order, &mut verification);
    elsewhere::find(&compared, &mut verification);
    verification
}

/// Positions in `after` of the targets that are new or not as they were. Another start or order, and another number, are
/// no change of the target.
pub fn changed(before: &PassView, after: &PassView) -> HashSet<usize> {
    let side = |view| Side { view, bytes: &[] };
    let found = verify(&[], side(before), side(after), Files::default());
    let itself = found.unnamed.iter().filter(|change| !matches!(change.cause, Cause::Shifted | Cause::Order));
    itself.filter_map(|change| change.after).collect()
}

/// The named targets, each once.
fn group(comments: &[SubmittedComment], before: &PassView) -> Vec<Named> {
    let mut places: HashMap<(TargetKind, &str), usize> = HashMap::new();
    let mut named: Vec<Named> = Vec::new();
    for (n, comment) in comments.iter().enumerate() {
        let key = (comment.target_kind, comment.target_id.as_str());
        if let Some(known) = places.get(&key).and_then(|at| named.get_mut(*at)) {
            known.comments.push(n);
            continue;
        }
        places.insert(key, named.len());
        let position = before.by_id.get(&comment.target_id).copied();
        let is_kind = |at: &usize| before.targets.get(*at).is_some_and(|t| t.kind == comment.target_kind);
        named.push(Named {
            kind: comment.target_kind,
            id: comment.target_id.clone(),
            title: comment.title.clone(),
            comments: vec![n],
            state: NamedState::Gone,
            now_id: None,
            before: position.filter(is_kind),
            after: None,
            fields: Vec::new(),
        });
    }
    named
}

/// Both versions, and which target is which.
struct Compared<'a> {
    before: &'a PassView,
    after: &'a PassView,
    /// The files' documents, where they are JSON.
    documents: Option<(Document, Document)>,
    /// For each target of `before` its pair.
    pairs: Vec<Option<Pair>>,
    /// For each target of `after` its position in `before`.
    backward: Vec<Option<usize>>,
    /// No shot has an id that one had before.
    ids_anew: bool,
    files: files::News<'a>,
    /// Where the clips stand in their trees, where both versions have one.
    trees: Option<(tree::Tree, tree::Tree)>,
}

impl<'a> Compared<'a> {
    fn new(before: Side<'a>, after: Side<'a>, files: Files<'a>) -> Compared<'a> {
        let same = before.view.sha256.is_some() && before.view.sha256 == after.view.sha256;
        let pairs: Vec<Option<Pair>> = if same {
            let own = |at| Some(Pair { after: at, evidence: Evidence::Equal });
            (0..before.view.targets.len().min(after.view.targets.len())).map(own).collect()
        } else {
            ids::follow(before.view, after.view, pair_with_evidence(before.view, after.view))
        };
        let ids_anew = !same && ids::anew(before.view, after.view);
        let mut backward = vec![None; after.view.targets.len()];
        for (at, pair) in pairs.iter().enumerate() {
            if let Some(slot) = pair.and_then(|pair| backward.get_mut(pair.after)) {
                *slot = Some(at);
            }
        }
        let parse = |side: &Side| Document::parse(Path::new(""), side.bytes).ok().map(|(document, _)| document);
        let documents = parse(&before).zip(parse(&after));
        let trees = documents.as_ref().and_then(|(old, new)| {
            let both = before.view.version == Some(2) && after.view.version == Some(2);
            let of = |doc: &Document, view: &PassView| tree::Tree::of(doc.root(), view);
            both.then(|| (of(old, before.view), of(new, after.view)))
        });
        let files = files::News::new(files, before.view, after.view);
        Compared { before: before.view, after: after.view, documents, pairs, backward, ids_anew, files, trees }
    }

    fn was(&self, at: usize) -> Option<&'a Target> {
        self.before.targets.get(at)
    }

    fn is(&self, at: usize) -> Option<&'a Target> {
        self.after.targets.get(at)
    }

    fn pair(&self, before: usize) -> Option<Pair> {
        self.pairs.get(before).copied().flatten()
    }
}
