//! A draft: the comments of one pass that are not submitted yet. Its changes and their undo are in
//! [`crate::review::history`].

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::contract::plan_comments::{Pass, TargetKind};
use crate::review::target::Target;

/// Where a comment hangs: enough to find its target again when the plan is rewritten.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Anchor {
    /// shot, clip or cut.
    pub kind: TargetKind,
    /// `target_id` as it now is.
    pub id: String,
    /// The id the plan gives it, where it has one.
    pub own_id: Option<String>,
    /// The title as it now is.
    pub title: String,
    /// How the target stands to the one the comment was written on.
    #[serde(default)]
    pub state: AnchorState,
}

/// How an anchor's target stands to the one the comment was written on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnchorState {
    /// Where it was.
    #[default]
    Kept,
    /// The same target elsewhere, or under another title; to be looked at before submitting.
    Moved,
    /// Not in the plan any more; must be re-pointed or dropped before submitting.
    Gone,
}

impl Anchor {
    /// The anchor of a target; `None` where the target cannot be commented.
    pub fn of(target: &Target) -> Option<Anchor> {
        Some(Anchor {
            kind: target.kind,
            id: target.id.clone()?,
            own_id: target.own_id.clone(),
            title: target.title.clone(),
            state: AnchorState::Kept,
        })
    }
}

/// One comment of a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftComment {
    /// Unique in its draft, never used again.
    pub key: u64,
    /// What it names.
    pub anchor: Anchor,
    /// Verbatim.
    pub text: String,
    /// When it was first saved.
    pub created_at: DateTime<Utc>,
}

/// A text that was begun and not saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unfinished {
    /// What it is about; `None`: the overall note.
    pub anchor: Option<Anchor>,
    /// The comment it would change; `None`: a new one.
    pub comment: Option<u64>,
    /// Verbatim.
    pub text: String,
    /// Byte offset of the caret.
    pub caret: usize,
}

/// The draft of one pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// Which pass.
    pub pass: Pass,
    /// Comments in the order they were written.
    pub comments: Vec<DraftComment>,
    /// Texts begun and not saved; at most one per target and comment.
    pub unfinished: Vec<Unfinished>,
    /// The overall note: in no file, appended to the hand-off line.
    pub overall: String,
    /// The next comment's key.
    pub next_key: u64,
    /// When it was last changed.
    pub updated_at: Option<DateTime<Utc>>,
    /// SHA-256 (hex) of the submission this draft is just becoming: a draft whose hash was written is cleared.
    #[serde(default)]
    pub becoming: Option<String>,
    /// SHA-256 (hex) of the plan file the anchors were last brought in line with.
    #[serde(default)]
    pub plan_sha256: Option<String>,
}

impl Draft {
    /// An empty draft.
    pub fn new(pass: Pass) -> Self {
        Draft {
            pass,
            comments: Vec::new(),
            unfinished: Vec::new(),
            overall: String::new(),
            next_key: 1,
            updated_at: None,
            becoming: None,
            plan_sha256: None,
        }
    }

    /// Nothing in it at all.
    pub fn is_empty(&self) -> bool {
        self.comments.is_empty() && self.unfinished.is_empty() && self.overall.is_empty()
    }

    /// The comments on the target with this id (gone ones do not count), in the order they were written.
    pub fn on<'a>(&'a self, target_id: &'a str) -> impl Iterator<Item = &'a DraftComment> {
        self.comments.iter().filter(move |c| c.anchor.id == target_id && c.anchor.state != AnchorState::Gone)
    }
}
