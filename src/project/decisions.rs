//! Decisions on the disk: kept in the state directory until somebody collected them; and who waits for one. Waiting is a
//! shared lock of the system, so that no crash leaves a waiter behind.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::contract::json::MAX_BYTES;
use crate::contract::plan_comments::Pass;
use crate::project::drafts::remove;
use crate::project::lock::open_lock;
use crate::project::store::{Loaded, Store, create, load, save, save_as};
use crate::project::submit::read_place;
use crate::project::write::{DiskError, Mode, check_regular, read_regular};
use crate::review::decision::{DecidedPlan, Decision, Submitted, Verdict};
use crate::review::round::sha256_hex;
use crate::review::submission::take_back;

/// What is kept.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Kept {
    /// The newest decision, until it is collected.
    #[serde(default)]
    decision: Option<Decision>,
    /// The submission (SHA-256, hex) that was collected last: it is not told again while its file lies there.
    #[serde(default)]
    collected: Option<String>,
}

/// What there is for somebody who waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// Nothing yet.
    Nothing,
    /// An approval of a plan that is another now. It is kept, and holds again should the plan become what was approved.
    Outdated(Decision),
    /// A decision.
    Decided(Decision),
}

/// Somebody waits. Dropped, or with its process, that ends.
#[derive(Debug)]
pub struct Waiting {
    lock: Option<File>,
    store: Store,
}

#[derive(Serialize)]
struct Waiter {
    pid: u32,
    since: DateTime<Utc>,
}

impl Store {
    fn decisions(&self) -> PathBuf {
        self.folder().join("decision")
    }

    /// The file that changes when a decision is made.
    pub fn decision_file(&self) -> PathBuf {
        self.decisions().join("decision.json")
    }

    /// The file that changes when somebody begins or ceases to wait.
    pub fn waiting_file(&self) -> PathBuf {
        self.decisions().join("waiting.json")
    }

    fn kept(&self) -> Kept {
        match load(&self.decision_file()) {
            Loaded::Value(kept) => kept,
            // What cannot be read was never told to anybody, and the next decision takes its place.
            Loaded::Absent | Loaded::Broken(_) => Kept::default(),
        }
    }

    fn keep_decision(&self, kept: &Kept) -> Result<(), DiskError> {
        create(&self.decisions())?;
        save(&self.decision_file(), kept)
    }

    /// The decision that is kept, whether or not it still holds. For reading only.
    pub fn decision(&self) -> Option<Decision> {
        self.kept().decision
    }

    /// Keeps a decision until it is collected; an older one gives way.
    ///
    /// # Errors
    /// The state directory cannot be written.
    pub fn leave(&self, decision: &Decision) -> Result<(), DiskError> {
        let _lock = self.lock_submissions()?;
        self.leave_locked(decision)
    }

    /// As [`Store::leave`]; the lock of submissions is the caller's.
    pub(crate) fn leave_locked(&self, decision: &Decision) -> Result<(), DiskError> {
        let kept = self.kept();
        self.keep_decision(&Kept { decision: Some(decision.clone()), ..kept })
    }

    /// Keeps that the board was closed, unless a decision is kept already. `if_waited`: only where somebody waits.
    ///
    /// # Errors
    /// The state directory cannot be written.
    pub fn leave_closed(&self, decision: &Decision, if_waited: bool) -> Result<(), DiskError> {
        let _lock = self.lock_submissions()?;
        if self.kept().decision.is_some() || (if_waited && !self.is_waited_for()) {
            return Ok(());
        }
        self.leave_locked(decision)
    }

    /// A board is open again: that one was closed means nothing any more.
    ///
    /// # Errors
    /// The state directory cannot be written.
    pub fn forget_closed(&self) -> Result<(), DiskError> {
        if self.decision().is_none_or(|decision| decision.verdict != Verdict::Closed) {
            return Ok(());
        }
        let _lock = self.lock_submissions()?;
        let kept = self.kept();
        match kept.decision {
            Some(Decision { verdict: Verdict::Closed, .. }) => self.keep_decision(&Kept { decision: None, ..kept }),
            _ => Ok(()),
        }
    }

    /// What there is to collect. `comments`: plan-comments.json. A submission that lies there and that nobody read or
    /// collected is a decision too, whoever wrote it.
    pub fn find_decision(&self, comments: &Path, now: DateTime<Utc>) -> Found {
        let kept = self.kept();
        let bytes = read_place(comments).unwrap_or_default();
        let there = bytes.as_deref().map(sha256_hex);
        let mut outdated = None;
        if let Some(decision) = kept.decision {
            let plan = decision.plan.as_ref().and_then(|plan| hash_of(Path::new(&plan.file)));
            // Objections hold while their critique is there: others go on writing it, the planner its replies.
            let sent = decision.submitted.as_ref().filter(|_| decision.pass == Some(Pass::Coding));
            let objections = sent.filter(|sent| check_regular(Path::new(&sent.file)).is_ok()).map(|sent| &sent.sha256);
            let submission = objections.map(String::as_str).or(there.as_deref());
            if decision.holds(submission, plan.as_deref()) {
                return Found::Decided(decision);
            }
            outdated = Some(decision).filter(|decision| decision.verdict == Verdict::Approved);
        }
        let unseen = there.filter(|there| kept.collected.as_ref() != Some(there));
        let read = |sha256: &str| self.round_of(sha256).is_some_and(|round| round.read_at.is_some());
        if let (Some(bytes), Some(sha256)) = (bytes, unseen)
            && !read(&sha256)
            && let Some(decision) = self.decision_of(comments, &bytes, &sha256, now)
        {
            return Found::Decided(decision);
        }
        outdated.map_or(Found::Nothing, Found::Outdated)
    }

    /// Whether a submission lies in `comments` that somebody read or was told of, and did not handle.
    pub fn is_read_and_open(&self, comments: &Path) -> bool {
        let Some(there) = read_place(comments).unwrap_or_default().as_deref().map(sha256_hex) else { return false };
        let read = || self.round_of(&there).is_some_and(|round| round.read_at.is_some());
        self.kept().collected.as_ref() == Some(&there) || read()
    }

    /// The decision that a submission of these bytes in `file` is, whoever wrote it; `None`: it is none this version
    /// understands. `sha256`: its hash.
    pub fn decision_of(&self, file: &Path, bytes: &[u8], sha256: &str, now: DateTime<Utc>) -> Option<Decision> {
        let round = self.round_of(sha256);
        let (pass, comments) = take_back(bytes)?;
        let read = crate::contract::plan_comments::read(file, bytes).0;
        let submitted = Submitted {
            file: file.display().to_string(),
            sha256: sha256.to_owned(),
            submitted_at: read.and_then(|read| read.submitted_at).unwrap_or_default(),
            comments,
            overall: round.as_ref().map(|round| round.overall.clone()).unwrap_or_default(),
            checkpoint: round.as_ref().and_then(|round| round.checkpoint),
        };
        let plan = round.map(|round| DecidedPlan::new(&round.plan_file, &round.plan_sha256));
        Some(Decision::comments(pass, plan, submitted, now))
    }

    /// Collects what there is: nobody else is told of it again.
    ///
    /// # Errors
    /// The state directory cannot be written, or the lock stays held; the decision is kept.
    pub fn collect(&self, comments: &Path, now: DateTime<Utc>) -> Result<Found, DiskError> {
        // Looking costs nobody the lock.
        let found = self.find_decision(comments, now);
        if !matches!(found, Found::Decided(_)) {
            return Ok(found);
        }
        let _lock = self.lock_submissions()?;
        // Another may have collected it, and a submission under way is a whole one now.
        let found = self.find_decision(comments, now);
        if let Found::Decided(decision) = &found {
            self.collected_locked(decision)?;
        }
        Ok(found)
    }

    /// Notes that this decision was told.
    ///
    /// # Errors
    /// The state directory cannot be written, or the lock stays held.
    pub fn collected(&self, decision: &Decision) -> Result<(), DiskError> {
        let _lock = self.lock_submissions()?;
        self.collected_locked(decision)
    }

    fn collected_locked(&self, decision: &Decision) -> Result<(), DiskError> {
        let kept = self.kept();
        let told = decision.submitted.as_ref().map(|submitted| submitted.sha256.clone());
        let same = |other: &Decision| match (&other.submitted, &told) {
            (Some(submitted), Some(told)) => submitted.sha256 == *told,
            _ => other == decision,
        };
        let collected = told.clone().or(kept.collected);
        self.keep_decision(&Kept { decision: kept.decision.filter(|other| !same(other)), collected })
    }

    /// For `comments read`, which gave the submission with this hash (SHA-256, hex; `None`: none lies there): that one
    /// counts as collected, and so does an approval, which is given back. Works as far as it can where the state
    /// directory cannot be written; the approval is then told again.
    pub fn collect_for_read(&self, submission: Option<&str>) -> Option<Decision> {
        if !self.exists() {
            return None;
        }
        let told = |kept: &Kept| submission.is_none_or(|read| kept.collected.as_deref() == Some(read));
        let is_approval = |decision: &Decision| decision.verdict == Verdict::Approved;
        let kept = self.kept();
        let approval = kept.decision.clone().filter(is_approval);
        if (approval.is_some() || !told(&kept))
            && let Ok(_lock) = self.lock_submissions()
        {
            let kept = self.kept();
            let read = |decision: &Decision| {
                let sent = decision.submitted.as_ref().map(|sent| sent.sha256.as_str());
                Some(decision) == approval.as_ref() || (sent.is_some() && sent == submission)
            };
            let collected = submission.map(str::to_owned).or(kept.collected);
            let _ = self.keep_decision(&Kept { decision: kept.decision.filter(|d| !read(d)), collected });
        }
        approval
    }

    /// Begins to wait: from now on [`Store::is_waited_for`] says so.
    ///
    /// # Errors
    /// The state directory cannot be written, or its file system knows no locks.
    pub fn wait_here(&self, now: DateTime<Utc>) -> Result<Waiting, DiskError> {
        create(&self.decisions())?;
        let path = self.wait_lock();
        let file = open_lock(&path)?;
        file.lock_shared().map_err(|error| DiskError::new(&path, &error))?;
        save_as(&self.waiting_file(), &Waiter { pid: std::process::id(), since: now }, Mode::Note)?;
        Ok(Waiting { lock: Some(file), store: self.clone() })
    }

    /// Whether somebody waits for a decision right now.
    pub fn is_waited_for(&self) -> bool {
        File::open(self.wait_lock()).is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
    }

    fn wait_lock(&self) -> PathBuf {
        self.decisions().join("wait.lock")
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        drop(self.lock.take());
        // Boards see the file change; one that stays misleads nobody, for the lock is what counts.
        if !self.store.is_waited_for() {
            let _ = remove(&self.store.waiting_file());
        }
    }
}

/// The hash of a plan file as it now is; `None`: it cannot be read.
fn hash_of(path: &Path) -> Option<String> {
    read_regular(path, MAX_BYTES).ok().map(|bytes| sha256_hex(&bytes))
}

#[cfg(test)]
#[path = "decisions_tests.rs"]
mod tests;
