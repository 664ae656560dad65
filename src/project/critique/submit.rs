//! Adding objections to plan-critique.json: what is there stays byte for byte, and nothing that another wrote meanwhile is
//! overwritten.

use std::path::Path;
use std::time::SystemTime;

use chrono::{DateTime, Utc};

use crate::contract::finding::{Finding, Phrase};
use crate::contract::plan_critique;
use crate::project::critique::rounds;
use crate::project::critique::world::first_heading;
use crate::project::find::PLAN_COMMENTS;
use crate::project::store::Store;
use crate::project::submit::{Expected, Order, Step, SubmitError, Submitted, Work, read_place};
use crate::project::write::{DiskError, folder};
use crate::review::critique::{Append, AppendRefused, append, objections};
use crate::review::decision::Decision;
use crate::review::draft::Draft;
use crate::review::round::sha256_hex;
use crate::review::submission::{self, Refusal};
use crate::review::target::{PassView, Target};

/// How often the critique is read again because another wrote it.
const ATTEMPTS: usize = 20;

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
    /// A rule that none can be.
    NotARule(String),
    /// What stands in the place of its folder is none, or leads out of the worktree.
    Folder(Phrase),
    /// Others write it all the time.
    Busy,
    /// The disk refused.
    Disk(DiskError),
}

impl From<AppendRefused> for CritiqueRefused {
    fn from(refused: AppendRefused) -> Self {
        match refused {
            AppendRefused::Closed => CritiqueRefused::Closed,
            AppendRefused::Full => CritiqueRefused::Full,
            AppendRefused::Unreadable(findings) => CritiqueRefused::Unreadable(findings),
            AppendRefused::NotARule(rule) => CritiqueRefused::NotARule(rule),
        }
    }
}

impl From<DiskError> for CritiqueRefused {
    fn from(error: DiskError) -> Self {
        CritiqueRefused::Disk(error)
    }
}

impl CritiqueRefused {
    /// Why, as a sentence: `critique.refused.…`, or that of the disk. What is wrong in a file that cannot be read is in
    /// its findings.
    pub fn phrase(&self, path: &Path) -> Phrase {
        let phrase = match self {
            CritiqueRefused::Nothing => Phrase::new("critique.refused.nothing"),
            CritiqueRefused::Draft(Refusal::Gone(keys)) => {
                Phrase::new("critique.refused.gone").with("n", keys.len().to_string())
            }
            CritiqueRefused::Draft(Refusal::Empty(keys)) => {
                Phrase::new("critique.refused.empty").with("n", keys.len().to_string())
            }
            CritiqueRefused::Closed => Phrase::new("critique.refused.closed"),
            CritiqueRefused::Full => Phrase::new("critique.refused.full"),
            CritiqueRefused::Unreadable(_) => Phrase::new("critique.refused.unreadable"),
            CritiqueRefused::NotARule(rule) => Phrase::new("critique.refused.not-a-rule").with("rule", rule),
            CritiqueRefused::Busy => Phrase::new("critique.refused.busy"),
            CritiqueRefused::Folder(phrase) => return phrase.clone(),
            CritiqueRefused::Disk(error) => return error.phrase(),
        };
        phrase.with("path", path.to_string_lossy())
    }
}

impl Store {
    /// Adds the draft's comments to the critique as objections, stores their round and clears the draft. What another
    /// writes meanwhile stays: the objections are numbered anew after it.
    ///
    /// # Errors
    /// The round is closed, what lies there is no critique, or the disk refuses; the draft is as it was.
    pub fn submit_critique(
        &self,
        order: &CritiqueOrder,
        draft: &mut Draft,
    ) -> Result<CritiqueSubmitted, CritiqueRefused> {
        self.submit_critique_until(order, draft, &|_| false)
    }

    /// As [`Store::submit_critique`]; dies after the step for which `dies` says so (tests).
    pub(super) fn submit_critique_until(
        &self,
        order: &CritiqueOrder,
        draft: &mut Draft,
        dies: &dyn Fn(Step) -> bool,
    ) -> Result<CritiqueSubmitted, CritiqueRefused> {
        if draft.comments.is_empty() {
            return Err(CritiqueRefused::Nothing);
        }
        let heading = |target: &Target| target.files.iter().find_map(|file| first_heading(file));
        let new = objections(draft, order.view, &heading).map_err(CritiqueRefused::Draft)?;
        let submission = submission::build(draft, order.view, order.now).map_err(CritiqueRefused::Draft)?;
        make_folder(order.path)?;
        let _lock = self.lock_submissions()?;
        self.settle_locked(&self.plan_dir().join(PLAN_COMMENTS), order.now)?;
        let (known, unread) = self.rounds();
        self.remove_leftovers(order.path, &known, !unread.is_empty(), SystemTime::now());
        for _ in 0..ATTEMPTS {
            let there = read_place(order.path)?;
            let appended = append(&Append {
                file: order.path,
                bytes: there.as_deref(),
                objections: &new,
                persona: order.persona,
            })?;
            let replaces = there.as_deref().map(sha256_hex);
            let written = Order {
                path: order.path,
                submission: &submission,
                anchors: submission::anchors(draft, order.view),
                plan_file: &order.view.file,
                plan: order.plan,
                files: Vec::new(),
                expected: replaces.clone().map_or(Expected::Absent, Expected::Overwrite),
                checkpoint: None,
                now: order.now,
            };
            let critique = plan_critique::read(order.path, &appended.bytes).0;
            let beside = |folder: &Path| match &critique {
                Some(critique) => rounds::write(folder, critique, &appended.ids, &new),
                None => Ok(()),
            };
            let work = Work {
                order: &written,
                file: &appended.bytes,
                copy: &submission.to_bytes(),
                replaces,
                beside: &beside,
                overtakes: false,
            };
            match self.place_locked(&work, draft, dies) {
                Ok(Submitted { round, sha256, decision, mut warnings }) => {
                    let seen = critique.map(|critique| self.see_critique_locked(order.path, &critique, order.plan));
                    warnings.extend(seen.and_then(Result::err));
                    return Ok(CritiqueSubmitted { round, sha256, ids: appended.ids, decision, warnings });
                }
                // Another wrote it in between: what that one wrote is read, and ours comes after it.
                Err(SubmitError::Found(_)) => {}
                Err(SubmitError::Disk(error)) => return Err(error.into()),
            }
        }
        Err(CritiqueRefused::Busy)
    }
}

/// Makes the folder of the critique (`.pipeline/`); those above it must be there.
fn make_folder(path: &Path) -> Result<(), CritiqueRefused> {
    let folder = folder(path);
    if folder.file_name().is_some_and(|name| name == ".pipeline")
        && let Ok(data) = std::fs::symlink_metadata(folder)
        && !data.is_dir()
    {
        let refused = |key| Err(CritiqueRefused::Folder(Phrase::new(key).with("folder", folder.to_string_lossy())));
        let above = folder.parent().and_then(|above| std::fs::canonicalize(above).ok());
        return match std::fs::canonicalize(folder) {
            Ok(leads) if !leads.is_dir() => refused("critique.refused.no-folder"),
            Ok(leads) if above.is_some_and(|above| leads.starts_with(above)) => Ok(()),
            _ => refused("critique.refused.folder-outside"),
        };
    }
    match std::fs::create_dir(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(DiskError::new(folder, &error).into()),
        _ => Ok(()),
    }
}
