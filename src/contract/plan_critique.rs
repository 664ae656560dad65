//! plan-critique.json v1: a critic's objections to a coding plan, and the planner's one reply to each.

mod schema;
mod text;

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::contract::finding::Finding;
use crate::contract::json::Slice;
use crate::contract::reading::Reader;

/// A critique, as far as it could be read.
#[derive(Debug, Clone)]
pub struct Critique {
    /// `critic.persona`
    pub persona: Option<String>,
    /// `objections[]` in file order; unreadable entries are left out.
    pub objections: Vec<Objection>,
    /// `replies[]` in file order; unreadable entries are left out.
    pub replies: Vec<Reply>,
    /// The key `replies` is there.
    pub has_replies: bool,
}

/// What an objection is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lens {
    /// The plan does more or less than is asked.
    Scope,
    /// A step cannot work as planned.
    Feasibility,
    /// A step opens a hole.
    Security,
    /// A cheaper plan reaches the same result.
    Alternative,
}

impl Lens {
    /// All, in the order of the contract.
    pub const ALL: [Lens; 4] = [Lens::Scope, Lens::Feasibility, Lens::Security, Lens::Alternative];

    /// The word in the file.
    pub fn as_str(self) -> &'static str {
        match self {
            Lens::Scope => "scope",
            Lens::Feasibility => "feasibility",
            Lens::Security => "security",
            Lens::Alternative => "alternative",
        }
    }

    /// The lens with this word.
    pub fn from_word(word: &str) -> Option<Lens> {
        Lens::ALL.into_iter().find(|lens| lens.as_str() == word)
    }
}

/// Whether a text is the id of a rule of the constitution (`CON-(SEC|A11Y|ARCH|LIC)-nn`).
pub fn is_rule(text: &str) -> bool {
    schema::is_rule(text)
}

/// One objection.
#[derive(Debug, Clone)]
pub struct Objection {
    /// Its index in the file, from 0.
    pub index: usize,
    /// `OBJ-01`…
    pub id: String,
    /// What it is about; `None` where the word is none of the contract.
    pub lens: Option<Lens>,
    /// Why the plan will fail.
    pub claim: String,
    /// `CON-SEC-01`…
    pub rule: Option<String>,
    /// At least one in a correct file.
    pub evidence: Vec<Anchor>,
    /// The exact JSON.
    pub json: Slice,
}

/// What the planner did with an objection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyAction {
    /// The plan was revised.
    Accept,
    /// The objection does not hold.
    Rebut,
}

/// The planner's reply.
#[derive(Debug, Clone)]
pub struct Reply {
    /// Its index in the file, from 0.
    pub index: usize,
    /// The objection's id.
    pub objection: String,
    /// `None` where the word is none of the contract.
    pub action: Option<ReplyAction>,
    /// How the plan was revised.
    pub revision: Option<String>,
    /// A remark.
    pub note: Option<String>,
    /// What shows it.
    pub evidence: Vec<Anchor>,
}

/// The kinds of an anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnchorKind {
    /// `path:line` in the worktree.
    File,
    /// The id of a wave or case of the plan.
    Plan,
    /// A requirement id or a heading of the analysis.
    Analysis,
    /// A line of reasoning; never checkable.
    Inference,
}

impl AnchorKind {
    /// All, in the order of the contract.
    pub const ALL: [AnchorKind; 4] = [AnchorKind::File, AnchorKind::Plan, AnchorKind::Analysis, AnchorKind::Inference];

    /// The word in the file.
    pub fn as_str(self) -> &'static str {
        match self {
            AnchorKind::File => "file",
            AnchorKind::Plan => "plan",
            AnchorKind::Analysis => "analysis",
            AnchorKind::Inference => "inference",
        }
    }
}

/// Where an objection or a reply points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anchor {
    /// What it points into.
    pub kind: AnchorKind,
    /// Where.
    pub reference: String,
    /// Text that must be on the line (file anchors).
    pub quote: Option<String>,
}

/// Whether a finding of this code is one that the contract's JSON Schema makes. The others are of the contract's text, or
/// of JSON itself.
pub fn is_schema(code: &str) -> bool {
    SCHEMA_CODES.contains(&code)
}

const SCHEMA_CODES: &[&str] = &[
    "critique-accept-without-revision",
    "critique-no-evidence",
    "critique-not-an-id",
    "critique-not-a-rule",
    "critique-not-one",
    "critique-rebut-without-evidence",
    "critique-round",
    "critique-unknown-key",
    "empty-text",
    "missing-key",
    "newer",
    "unknown-word",
    "wrong-type",
];

/// Reads a critique with every finding of the contract: what its schema says and what its text forbids besides. `None`:
/// it is no JSON object, or of a later version.
pub fn read(file: &Path, bytes: &[u8]) -> (Option<Critique>, Vec<Finding>) {
    let mut reader = Reader::new(file);
    let critique = schema::critique(&mut reader, bytes);
    (critique, reader.into_findings())
}

#[cfg(test)]
mod tests;
