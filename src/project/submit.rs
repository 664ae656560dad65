//! Submitting on the disk: the round's copy first, then the rename, then the draft is cleared. Whatever dies in between,
//! the file is whole or absent, and nothing is offered twice.

use std::path::Path;

use chrono::{DateTime, Utc};

use crate::contract::plan_comments::Submission;
use crate::project::rounds::Note;
use crate::project::store::{STATE_LIMIT, Store};
use crate::project::swap::{Swapped, read_there, swap};
use crate::project::write::{Cause, DiskError, Mode, Written};
use crate::review::decision::{self, DecidedPlan, Decision};
use crate::review::draft::{Anchor, Draft};
use crate::review::round::{FileIdentity, Pending, Round, sha256_hex};

/// What the reviewer was shown to lie in the submission's place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// Nothing.
    Absent,
    /// The submission with this hash (SHA-256, hex), to be overwritten.
    Overwrite(String),
}

/// A submission to write.
#[derive(Debug, Clone)]
pub struct Order<'a> {
    /// Path of plan-comments.json.
    pub path: &'a Path,
    /// What to write.
    pub submission: &'a Submission,
    /// Where its comments hang, in the same order.
    pub anchors: Vec<Anchor>,
    /// The plan file under review.
    pub plan_file: &'a Path,
    /// Its bytes, as reviewed.
    pub plan: &'a [u8],
    /// The targets' own files ([`crate::project::identity::identities`]).
    pub files: Vec<FileIdentity>,
    /// What lies there already.
    pub expected: Expected,
    /// The checkpoint its hand-off line names, for the clips of an edit.json v2.
    pub checkpoint: Option<u8>,
    /// Now.
    pub now: DateTime<Utc>,
}

/// A submission that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submitted {
    /// Its round.
    pub round: u32,
    /// SHA-256 (hex) of its bytes.
    pub sha256: String,
    /// The decision that it is, left for whoever waits.
    pub decision: Decision,
    /// What failed after it was written; it stands all the same, and the next start puts it right.
    pub warnings: Vec<DiskError>,
}

/// Why nothing was submitted. The draft is as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubmitError {
    /// What lies there is not what was expected: its bytes, or `None` where nothing lies there.
    Found(Option<Vec<u8>>),
    /// The disk refused.
    Disk(DiskError),
}

impl From<DiskError> for SubmitError {
    fn from(error: DiskError) -> Self {
        SubmitError::Disk(error)
    }
}

/// What is written by an order, and how.
pub(crate) struct Work<'a> {
    /// The order.
    pub(crate) order: &'a Order<'a>,
    /// The bytes of the file.
    pub(crate) file: &'a [u8],
    /// The bytes of the round's copy.
    pub(crate) copy: &'a [u8],
    /// SHA-256 (hex) of what it takes the place of.
    pub(crate) replaces: Option<String>,
    /// Writes what else belongs into the round's folder.
    pub(crate) beside: &'a dyn Fn(&Path) -> Result<(), DiskError>,
    /// The round of what it takes the place of ends as replaced.
    pub(crate) overtakes: bool,
}

/// The steps of a submission, in order. Between any two the process may die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    /// The bytes lie in a temporary file.
    Temporary,
    /// The draft says what it is becoming.
    Marked,
    /// The round's copy is stored.
    Stored,
    /// The file is in its place.
    Placed,
    /// The round says so.
    Noted,
}

impl Store {
    /// Writes a submission, stores its round and clears the draft.
    ///
    /// # Errors
    /// Something else lies there than the reviewer was shown, or the disk refuses; the draft is as it was.
    pub fn submit(&self, order: &Order, draft: &mut Draft) -> Result<Submitted, SubmitError> {
        self.submit_until(order, draft, &|_| false)
    }

    /// As [`Store::submit`]; dies after the step for which `dies` says so (tests).
    pub(crate) fn submit_until(
        &self,
        order: &Order,
        draft: &mut Draft,
        dies: &dyn Fn(Step) -> bool,
    ) -> Result<Submitted, SubmitError> {
        let _lock = self.lock_submissions()?;
        self.settle_locked(order.path, order.now)?;
        let replaces = self.expected(order)?;
        let bytes = order.submission.to_bytes();
        let work = Work { order, file: &bytes, copy: &bytes, replaces, beside: &|_| Ok(()), overtakes: true };
        self.place_locked(&work, draft, dies)
    }

    /// The steps of a submission, from the temporary file to the cleared draft; the lock is the caller's.
    pub(crate) fn place_locked(
        &self,
        work: &Work,
        draft: &mut Draft,
        dies: &dyn Fn(Step) -> bool,
    ) -> Result<Submitted, SubmitError> {
        let order = work.order;
        let sha256 = sha256_hex(work.file);
        let written = Written::beside(order.path, work.file, Mode::Project)?;
        if dies(Step::Temporary) {
            return died(written);
        }
        let kept = draft.clone();
        draft.becoming = Some(sha256.clone());
        let mut round = order.round(&sha256, &written, &kept, work.replaces.clone());
        let prepared = self.save_draft(draft, None).and_then(|()| match dies(Step::Marked) {
            true => Ok(()),
            false => self.add_round_with(&mut round, work.copy, order.plan, work.beside),
        });
        if dies(Step::Marked) || prepared.is_ok() && dies(Step::Stored) {
            return died(written);
        }
        let placed = prepared.map_err(SubmitError::from).and_then(|()| place(order, written));
        if let Err(error) = placed {
            *draft = kept;
            // The disk has just refused: what cannot be taken back now is put right at the next start.
            let _ = self.forget_round(round.round);
            let _ = self.save_draft(draft, None);
            return Err(error);
        }
        let gone = || SubmitError::Disk(DiskError::of(order.path, Cause::Busy));
        if dies(Step::Placed) {
            return Err(gone());
        }
        round.pending = None;
        let mut warnings: Vec<DiskError> = self.save_round(&round).err().into_iter().collect();
        if let Some(old) = work.replaces.as_ref().filter(|_| work.overtakes) {
            warnings.extend(self.note(old, Note::Replaced, None, order.now).err());
        }
        if dies(Step::Noted) {
            return Err(gone());
        }
        let decision = order.decision(&sha256, &kept);
        warnings.extend(self.leave_locked(&decision).err());
        draft.clear_sent(order.now);
        warnings.extend(self.save_draft(draft, None).err());
        Ok(Submitted { round: round.round, sha256, decision, warnings })
    }

    /// Looks at what lies there: the hash of what will be replaced. Another program's submission is kept in the state
    /// directory first.
    fn expected(&self, order: &Order) -> Result<Option<String>, SubmitError> {
        let there = read_place(order.path)?;
        match (&order.expected, there) {
            (Expected::Absent, None) => Ok(None),
            (Expected::Overwrite(shown), Some(bytes)) if *shown == sha256_hex(&bytes) => {
                if self.round_of(shown).is_none() {
                    self.keep(&bytes)?;
                }
                Ok(Some(shown.clone()))
            }
            (_, found) => Err(SubmitError::Found(found)),
        }
    }
}

impl Order<'_> {
    fn decision(&self, sha256: &str, draft: &Draft) -> Decision {
        let submitted = decision::Submitted {
            overall: draft.overall.clone(),
            checkpoint: self.checkpoint,
            ..decision::Submitted::new(self.path, sha256, self.submission)
        };
        let plan = DecidedPlan::new(self.plan_file, &sha256_hex(self.plan));
        Decision::comments(self.submission.pass, Some(plan), submitted, self.now)
    }

    fn round(&self, sha256: &str, written: &Written, draft: &Draft, replaces: Option<String>) -> Round {
        let name = written.path().file_name().unwrap_or_default();
        Round {
            round: 0,
            pass: self.submission.pass,
            submitted_at: self.submission.submitted_at.clone(),
            file: self.path.to_owned(),
            sha256: sha256.to_owned(),
            plan_file: self.plan_file.to_owned(),
            plan_sha256: sha256_hex(self.plan),
            comments: self.submission.comments.len(),
            anchors: self.anchors.clone(),
            overall: draft.overall.clone(),
            checkpoint: self.checkpoint,
            files: self.files.clone(),
            read_at: None,
            handled_at: None,
            outcome: None,
            ended_at: None,
            after_sha256: None,
            after_files: Vec::new(),
            replies: Vec::new(),
            pending: Some(Pending { temporary: name.to_string_lossy().into_owned(), replaces }),
        }
    }
}

/// What lies in the submission's place.
pub(crate) fn read_place(path: &Path) -> Result<Option<Vec<u8>>, DiskError> {
    read_there(path, STATE_LIMIT)
}

/// Puts the written file in its place, if there is still what was expected.
fn place(order: &Order, written: Written) -> Result<(), SubmitError> {
    let Expected::Overwrite(shown) = &order.expected else {
        return match written.fill(order.path)? {
            None => Ok(()),
            Some(_) => Err(SubmitError::Found(read_place(order.path)?)),
        };
    };
    match swap(order.path, written, &|found| sha256_hex(found) == *shown, STATE_LIMIT)? {
        Swapped::Done => Ok(()),
        Swapped::Found(found) => Err(SubmitError::Found(found)),
    }
}

fn died(written: Written) -> Result<Submitted, SubmitError> {
    let error = DiskError::of(written.path(), Cause::Busy);
    written.leave();
    Err(error.into())
}

#[cfg(test)]
#[path = "submit_tests.rs"]
mod tests;
