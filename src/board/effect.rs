//! What a board wants done outside. The loop runs effects and answers with messages.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::board::message::LoadReason;
use crate::board::notify::Call;
use crate::board::theme::Ground;
use crate::contract::finding::Place;
use crate::contract::plan_comments::Pass;
use crate::locale::Language;
use crate::project::notes::LoadedNotes;
use crate::project::reviewed::Reviewed;
use crate::review::checklist::Change;
use crate::review::critique::Ruling;
use crate::review::draft::Draft;

/// One thing to be done outside.
#[derive(Debug, Clone)]
pub enum Effect {
    /// Save the drafts that changed, now.
    SaveDrafts,
    /// Save the reviewed marks of a pass.
    SaveReviewed(Pass, Reviewed),
    /// Remember the language.
    SaveLanguage(Language),
    /// Remember the background this terminal answered with.
    SaveBackground(Ground),
    /// Call the reviewer, who looks elsewhere.
    Notify(Call),
    /// Read the files again.
    Load(LoadReason),
    /// Write the submission.
    Submit(Box<SubmitOrder>),
    /// Keep what the reviewer says to the reply to an objection; `None`: take it back.
    Rule {
        /// The objection's id.
        objection: String,
        /// What is said.
        ruling: Option<Ruling>,
    },
    /// Approve the plan as it was shown.
    Approve(ApproveOrder),
    /// Change the checklist as it was shown.
    Checklist(Box<ChecklistOrder>),
    /// Turn the submission on disk back into comments.
    Recall {
        /// SHA-256 of the file the reviewer was shown.
        sha256: String,
        /// The pass it belongs to.
        pass: Pass,
    },
    /// Take the inbox's comments in.
    MergeInbox,
    /// Compare a round with what came of it.
    CheckRound(u32),
    /// Save which items of a round are settled.
    SaveSettled(u32, BTreeSet<String>),
    /// Copy a text.
    Copy(String),
    /// Open a text in $VISUAL or $EDITOR.
    EditOutside(String),
    /// Open a file at a place in $VISUAL or $EDITOR.
    OpenFile(PathBuf, Option<Place>),
    /// Ask the board that holds the lock to hand over, and take the lock.
    TakeOver,
    /// Let go of the lock; everything is saved.
    LetGo,
    /// Draw everything anew.
    Redraw,
    /// Suspend the board.
    Suspend,
}

/// An approval to be left for whoever waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApproveOrder {
    /// The pass approved.
    pub pass: Pass,
    /// SHA-256 (hex) of its plan file as shown.
    pub sha256: String,
}

/// A change to the checklist.
#[derive(Debug, Clone)]
pub struct ChecklistOrder {
    /// The checklist, as shown.
    pub shown: LoadedNotes,
    /// What is done to it.
    pub change: Change,
    /// A person goes on though the task is not approved.
    pub force: bool,
}

/// A submission to be written.
#[derive(Debug, Clone)]
pub struct SubmitOrder {
    /// The draft, as shown.
    pub draft: Draft,
    /// SHA-256 of the plan file as shown; `None` where the file has none.
    pub plan_sha256: Option<String>,
    /// SHA-256 of the submission on disk the reviewer agreed to overwrite; `None`: nothing lies there.
    pub overwrite: Option<String>,
    /// The reviewer agreed to submit against the last good view.
    pub stale_agreed: bool,
    /// The checkpoint the hand-off line names.
    pub checkpoint: u8,
}
