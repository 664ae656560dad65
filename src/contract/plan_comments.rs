//! plan-comments.json v0: the file that carries a reviewer's comments to the agent.

use std::path::Path;

use chrono::DateTime;
use serde::{Deserialize, Serialize};

use crate::contract::finding::Finding;
use crate::contract::json::{Kind, Node};
use crate::contract::reading::{At, Need, Object, Reader};
use crate::contract::version::{self, Version};

/// The version this board writes and understands.
pub const VERSION: i64 = 0;

/// A pass of a review. Three are those of video plans (plan comments contract §4): which array of which file is under
/// review. The fourth is the one of coding plans, whose comments are objections and go into plan-critique.json.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pass {
    /// Shots of research-plan.json.
    Structure,
    /// Media items of edit.json v2.
    Scaffold,
    /// Cuts of edit.json v0 and v1.
    Final,
    /// Waves, test cases and deliverables of a coding plan.
    Coding,
}

impl Pass {
    /// All passes: those of video plans, then that of coding plans.
    pub const ALL: [Pass; 4] = [Pass::Structure, Pass::Scaffold, Pass::Final, Pass::Coding];

    /// The passes of video plans, in the order of the work: the words of plan-comments.json.
    pub const VIDEO: [Pass; 3] = [Pass::Structure, Pass::Scaffold, Pass::Final];

    /// The word in files and JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Pass::Structure => "structure",
            Pass::Scaffold => "scaffold",
            Pass::Final => "final",
            Pass::Coding => "coding",
        }
    }

    /// The pass of video plans with this word.
    pub fn from_word(word: &str) -> Option<Pass> {
        Pass::VIDEO.into_iter().find(|p| p.as_str() == word)
    }

    /// The kind of target this pass of video plans names (plan comments contract §4); of coding plans the waves.
    pub fn target_kind(self) -> TargetKind {
        match self {
            Pass::Structure => TargetKind::Shot,
            Pass::Scaffold => TargetKind::Clip,
            Pass::Final => TargetKind::Cut,
            Pass::Coding => TargetKind::Wave,
        }
    }

    /// The kinds of targets this pass names (plan comments contract §4: one to one in video plans).
    pub fn target_kinds(self) -> &'static [TargetKind] {
        match self {
            Pass::Structure => &[TargetKind::Shot],
            Pass::Scaffold => &[TargetKind::Clip],
            Pass::Final => &[TargetKind::Cut],
            Pass::Coding => &[TargetKind::Wave, TargetKind::Case, TargetKind::Deliverable],
        }
    }
}

/// What a comment names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TargetKind {
    /// An entry of `structure.shots[]`.
    Shot,
    /// A media item of edit.json v2.
    Clip,
    /// An entry of `cuts[]`.
    Cut,
    /// An entry of `waves[]` of a coding plan.
    Wave,
    /// An entry of `testCases[]` of a coding plan.
    Case,
    /// An entry of `deliverables` of a coding plan.
    Deliverable,
}

impl TargetKind {
    /// Whether it is named by its index in the file's array; the others have ids.
    pub fn has_index(self) -> bool {
        matches!(self, TargetKind::Shot | TargetKind::Cut)
    }

    /// The word of the contract.
    pub fn as_str(self) -> &'static str {
        match self {
            TargetKind::Shot => "shot",
            TargetKind::Clip => "clip",
            TargetKind::Cut => "cut",
            TargetKind::Wave => "wave",
            TargetKind::Case => "case",
            TargetKind::Deliverable => "deliverable",
        }
    }
}

/// A submission, exactly the fields of the contract (section 1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Submission {
    /// Always 0.
    pub version: u32,
    /// The pass reviewed.
    pub pass: Pass,
    /// UTC with milliseconds and `Z`: `2026-07-25T09:30:00.000Z`.
    pub submitted_at: String,
    /// In timeline order, though the order means nothing.
    pub comments: Vec<SubmittedComment>,
}

/// One comment of a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubmittedComment {
    /// Follows from the pass.
    pub target_kind: TargetKind,
    /// shot and cut: index in the file's array; clip: the item's id.
    pub target_id: String,
    /// The target's name at the time of submission; never empty.
    pub title: String,
    /// Verbatim.
    pub text: String,
}

impl Submission {
    /// The file's bytes: pretty JSON in the contract's field order, a newline at the end.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Numbers, words and strings only: writing them to memory cannot fail.
        let mut bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }
}

/// A plan-comments.json as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadSubmission {
    /// `version`; 0 where it is missing or no whole number (a finding says so), `i64::MAX` where it is beyond the type.
    pub version: i64,
    /// The pass, where it is one the contract knows.
    pub pass: Option<Pass>,
    /// As it is written.
    pub submitted_at: Option<String>,
    /// In file order; an unreadable entry keeps its index with empty texts.
    pub comments: Vec<ReadComment>,
    /// Whether `comments` is an array of a version this board understands: only then their number is known.
    pub is_listed: bool,
}

/// One comment of a [`ReadSubmission`]; what is missing or no string is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadComment {
    /// The word as it is written.
    pub target_kind: String,
    /// Index (shot, cut) or item id (clip).
    pub target_id: String,
    /// The target's name when it was submitted.
    pub title: String,
    /// Verbatim.
    pub text: String,
}

/// Reads a plan-comments.json tolerantly (plan comments contract sections 1, 5 and 7): unknown keys are fine, a missing
/// or wrong field is a finding. A version above 0 comes back without comments and with the finding `newer`. `None` only
/// where the file is no JSON or no object.
pub fn read(file: &Path, bytes: &[u8]) -> (Option<ReadSubmission>, Vec<Finding>) {
    let mut reader = Reader::new(file);
    let submission = reader.parse(bytes).and_then(|doc| {
        let root = reader.object(doc.root(), &At::ROOT)?;
        Some(submission(&mut reader, &root))
    });
    (submission, reader.into_findings())
}

fn submission(reader: &mut Reader, root: &Object) -> ReadSubmission {
    let at = At::ROOT;
    if let Version::Newer(version) = version::read(reader, root, VERSION) {
        return ReadSubmission { version, pass: None, submitted_at: None, comments: Vec::new(), is_listed: false };
    }
    let words = Pass::VIDEO.map(Pass::as_str);
    let pass = reader.word(root, "pass", &at, Need::Required, &words).and_then(|word| Pass::from_word(&word));
    let submitted_at = reader.full_text(root, "submitted_at", &at, Need::Required);
    if let (Some(time), Some(node)) = (&submitted_at, root.get("submitted_at"))
        && DateTime::parse_from_rfc3339(time).is_err()
    {
        reader.error("not-a-time", node, &at.key("submitted_at")).expected("expected.time");
    }
    let list = at.key("comments");
    let entries = reader.array(root, "comments", &at, Need::Required);
    let comments = entries.into_iter().enumerate().map(|(n, node)| comment(reader, node, &list.index(n), pass));
    let comments = comments.collect();
    let is_listed = root.get("comments").is_some_and(|node| node.kind() == Kind::Array);
    ReadSubmission { version: VERSION, pass, submitted_at, comments, is_listed }
}

fn comment(reader: &mut Reader, node: Node, at: &At, pass: Option<Pass>) -> ReadComment {
    let Some(entry) = reader.object(node, at) else { return ReadComment::default() };
    let target_id = target_id(reader, &entry, at);
    let mut text = |key| reader.full_text(&entry, key, at, Need::Required).unwrap_or_default();
    let comment = ReadComment { target_kind: text("target_kind"), target_id, title: text("title"), text: text("text") };
    kind_is_known(reader, &entry, at, &comment, pass);
    index_is_digits(reader, &entry, at, &comment);
    comment
}

/// Ids of items are free in form: white space alone is one as well.
fn target_id(reader: &mut Reader, entry: &Object, at: &At) -> String {
    let id = reader.text(entry, "target_id", at, Need::Required);
    if let (Some(""), Some(node)) = (id.as_deref(), entry.get("target_id")) {
        reader.error("empty-text", node, &at.key("target_id")).with("key", "target_id");
    }
    id.unwrap_or_default()
}

/// `slot` is retired; other words are unknown; a known kind that is not the pass's own is only odd (section 4).
fn kind_is_known(reader: &mut Reader, entry: &Object, at: &At, comment: &ReadComment, pass: Option<Pass>) {
    let (Some(node), word) = (entry.get("target_kind"), comment.target_kind.as_str()) else { return };
    let here = at.key("target_kind");
    let words = [TargetKind::Shot, TargetKind::Clip, TargetKind::Cut].map(TargetKind::as_str);
    match word {
        "" => {}
        "slot" => drop(reader.error("slot-retired", node, &here).expected("clip")),
        _ if !words.contains(&word) => drop(reader.word(entry, "target_kind", at, Need::Required, &words)),
        _ => {
            if let Some(pass) = pass.filter(|pass| pass.target_kind().as_str() != word) {
                let note = reader.warning("kind-of-another-pass", node, &here).expected(pass.target_kind().as_str());
                note.with("pass", pass.as_str());
            }
        }
    }
}

/// Shots and cuts are named by their index in the file's array, as a string (section 1).
fn index_is_digits(reader: &mut Reader, entry: &Object, at: &At, comment: &ReadComment) {
    let id = comment.target_id.as_str();
    let by_index = matches!(comment.target_kind.as_str(), "shot" | "cut");
    let digits = !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit()) && (id == "0" || !id.starts_with('0'));
    if let Some(node) = entry.get("target_id")
        && by_index
        && !id.is_empty()
        && !digits
    {
        let note = reader.error("index-not-digits", node, &at.key("target_id")).expected("expected.index");
        note.with("kind", comment.target_kind.as_str());
    }
}

#[cfg(test)]
mod tests;
