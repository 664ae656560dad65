//! plan-comments.json v0: the file that carries a reviewer's comments to the agent.

use serde::{Deserialize, Serialize};

/// A pass of the contract (section 4): which array of which file is under review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pass {
    /// Shots of research-plan.json.
    Structure,
    /// Media items of edit.json v2.
    Scaffold,
    /// Cuts of edit.json v0 and v1.
    Final,
}

impl Pass {
    /// All passes in the order of the work.
    pub const ALL: [Pass; 3] = [Pass::Structure, Pass::Scaffold, Pass::Final];

    /// The word of the contract.
    pub fn as_str(self) -> &'static str {
        match self {
            Pass::Structure => "structure",
            Pass::Scaffold => "scaffold",
            Pass::Final => "final",
        }
    }

    /// The pass with this word.
    pub fn from_word(word: &str) -> Option<Pass> {
        Pass::ALL.into_iter().find(|p| p.as_str() == word)
    }

    /// The kind of target this pass names (section 4: one to one).
    pub fn target_kind(self) -> TargetKind {
        match self {
            Pass::Structure => TargetKind::Shot,
            Pass::Scaffold => TargetKind::Clip,
            Pass::Final => TargetKind::Cut,
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
}

impl TargetKind {
    /// The word of the contract.
    pub fn as_str(self) -> &'static str {
        match self {
            TargetKind::Shot => "shot",
            TargetKind::Clip => "clip",
            TargetKind::Cut => "cut",
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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
        todo!()
    }
}
