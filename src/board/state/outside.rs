//! What happens outside the board.

use std::collections::BTreeMap;
use std::path::PathBuf;

use chrono::{DateTime, Utc};

use crate::board::objections::OnTargets;
use crate::contract::finding::{Finding, Phrase};
use crate::contract::plan_comments::Pass;
use crate::project::critique::LoadedCritique;
use crate::project::notes::LoadedNotes;
use crate::project::reports::LoadedReport;
use crate::review::round::{Round, SubmissionState};

/// What happens outside the board.
#[derive(Default)]
pub struct Outside {
    /// The submission that lies there or was last there.
    pub submission: Option<SubmissionNow>,
    /// The rounds known here, oldest first.
    pub rounds: Vec<Round>,
    /// plan-critique.json of a coding project, and what it comes to.
    pub critique: Option<LoadedCritique>,
    /// The objections of the critique by the targets they name.
    pub objections: OnTargets,
    /// Where the critique of a coding project lies, or will.
    pub critique_file: PathBuf,
    /// The outcome reports, the newest first.
    pub reports: Vec<LoadedReport>,
    /// How many of their decisions are P0 and not answered: counted when they are read, and when one is answered.
    pub urgent: usize,
    /// The checklist.
    pub checklist: Option<LoadedNotes>,
    /// Why there is none, where its source cannot be read or holds none.
    pub checklist_trouble: Option<Box<Finding>>,
    /// Where the one lay that was shown before, where there is none any more.
    pub checklist_gone: Option<PathBuf>,
    /// Why the reviewer insists on objections (by id), typed and not yet kept.
    pub reasons: BTreeMap<String, String>,
    /// plan-comments.json is there and cannot be read.
    pub unreadable: Option<Box<Finding>>,
    /// What was typed of a step that is done (its id) and not written.
    pub summary: Option<(String, String)>,
    /// Nothing may be changed, and why.
    pub read_only: Option<Phrase>,
    /// Somebody waits for a decision.
    pub waited: bool,
}

/// A submission as it now stands.
#[derive(Debug, Clone)]
pub struct SubmissionNow {
    /// Its pass, where it is one of the contract's.
    pub pass: Option<Pass>,
    /// Its round, where it is ours.
    pub round: Option<u32>,
    /// How many comments it holds.
    pub comments: usize,
    /// When it was submitted.
    pub submitted_at: Option<DateTime<Utc>>,
    /// How far it is.
    pub state: SubmissionState,
    /// Handled although no named target changed.
    pub nothing_changed: bool,
    /// SHA-256 of the file, while it is there.
    pub sha256: Option<String>,
    /// The overall note that goes with its hand-off line.
    pub overall: String,
    /// The checkpoint its hand-off line names.
    pub checkpoint: Option<u8>,
}

impl SubmissionNow {
    /// The file is there and nobody is done with it.
    pub fn is_open(&self) -> bool {
        self.sha256.is_some()
    }
}
