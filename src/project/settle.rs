//! Putting right what a crash left between the steps of a submission or a recall, and taking a submission off the disk
//! without ever deleting bytes that nobody read.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chrono::{DateTime, Utc};

use crate::contract::plan_comments::Pass;
use crate::project::drafts::remove;
use crate::project::rounds::Note;
use crate::project::store::{STATE_LIMIT, Store};
use crate::project::submit::read_place;
use crate::project::write::{
    Cause, DiskError, Mode, Written, check_place, folder, read_in_place, rename_new, sync_folder, temporary,
};
use crate::review::round::{Reply, Round, sha256_hex};

/// How the names begin under which a submission is set aside to be compared before it is deleted.
const ASIDE: &str = ".planboard-aside.";

/// What became of a submission that was to be deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Removal {
    /// It is deleted.
    Removed,
    /// Nothing lay there.
    Absent,
    /// Something else lay there, these bytes; they lie there still.
    Different(Vec<u8>),
}

/// A submission that was to be handled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handled {
    /// What became of its file.
    pub removal: Removal,
    /// Its round, where one is known and the file is gone.
    pub round: Option<Round>,
    /// What could not be noted.
    pub warnings: Vec<DiskError>,
}

impl Store {
    /// Puts right what a crash left: call it at start, before drafts are loaded. A draft whose submission was written is
    /// cleared; one whose submission was not is as it was; a recall that had begun is finished.
    ///
    /// # Errors
    /// The state directory or the plan directory cannot be written.
    pub fn settle(&self, path: &Path, now: DateTime<Utc>) -> Result<(), DiskError> {
        let _lock = self.lock_submissions()?;
        self.settle_locked(path, now)
    }

    pub(crate) fn settle_locked(&self, path: &Path, now: DateTime<Utc>) -> Result<(), DiskError> {
        for aside in asides(path) {
            self.put_back(&aside, path)?;
        }
        // A link or a directory in its place is for the submission to refuse; here it only means: not ours.
        let there = read_place(path).unwrap_or_default().map(|bytes| sha256_hex(&bytes));
        let (rounds, unread) = self.rounds();
        let mut written: Vec<&str> = there.as_deref().into_iter().collect();
        for round in &rounds {
            if self.was_written(round, path, there.as_deref(), now)? {
                written.push(&round.sha256);
            }
        }
        for pass in Pass::ALL {
            let mut draft = self.peek_draft(pass).draft;
            let mut changed = false;
            if let Some(sha256) = draft.becoming.take() {
                changed = true;
                if written.contains(&sha256.as_str()) {
                    draft.clear_sent(now);
                }
            }
            if let Some(sha256) = draft.recalling.clone() {
                if there.as_deref() == Some(&sha256) {
                    remove_exact(path, &sha256)?;
                }
                self.note(&sha256, Note::Recalled, None, now)?;
                draft.recalling = None;
                changed = true;
            }
            if changed {
                self.save_draft(&mut draft, None)?;
            }
        }
        self.remove_leftovers(path, &self.rounds().0, !unread.is_empty(), SystemTime::now());
        Ok(())
    }

    /// Whether the round's file ever took its place. One that had begun and did not is forgotten.
    fn was_written(
        &self,
        round: &Round,
        path: &Path,
        there: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<bool, DiskError> {
        let Some(pending) = &round.pending else { return Ok(true) };
        // Objections are in the critique, which is elsewhere.
        let is_critique = round.pass == Pass::Coding;
        let own = is_critique.then(|| read_place(&round.file).unwrap_or_default().map(|bytes| sha256_hex(&bytes)));
        let there = own.as_ref().map_or(there, |own| own.as_deref());
        let path = if is_critique { round.file.as_path() } else { path };
        let temporary = folder(path).join(&pending.temporary);
        let left = read_in_place(&temporary, STATE_LIMIT).ok();
        let left_hash = left.as_deref().map(sha256_hex);
        let placed =
            there == Some(&round.sha256) || round.read_at.is_some() || left_hash.as_ref() != Some(&round.sha256);
        if !placed {
            remove(&temporary)?;
            self.forget_round(round.round)?;
            return Ok(false);
        }
        if let Some(bytes) = left {
            // It changed places with what it replaced. If that is not what the reviewer saw, it is kept.
            if left_hash != pending.replaces {
                self.keep(&bytes)?;
            }
            remove(&temporary)?;
        }
        self.save_round(&Round { pending: None, ..round.clone() })?;
        if let Some(old) = pending.replaces.as_ref().filter(|_| !is_critique) {
            self.note(old, Note::Replaced, None, now)?;
        }
        Ok(true)
    }

    /// Gives a submission that was set aside its place back; one whose place is taken is kept in the state directory.
    fn put_back(&self, aside: &Path, path: &Path) -> Result<(), DiskError> {
        if !rename_new(aside, path)? {
            let bytes = read_in_place(aside, STATE_LIMIT)?;
            self.keep(&bytes)?;
            remove(aside)?;
        }
        Ok(())
    }

    /// Deletes the submission with this hash (SHA-256, hex), and no other bytes: it is set aside, compared, then
    /// deleted; put back if it is another, without replacing a newer one. Works without a writable state directory, then
    /// without the lock that keeps other boards waiting.
    ///
    /// # Errors
    /// The plan directory cannot be written, a link or no regular file lies there, or the lock stays held.
    pub fn remove_submission(&self, path: &Path, sha256: &str) -> Result<Removal, DiskError> {
        let _lock = self.lock_where_possible()?;
        remove_exact(path, sha256)
    }

    /// As [`Store::remove_submission`]; what the agent said about single comments, and that the submission is handled, is
    /// noted in its round, with `plan` (the plan's bytes now) as its *after*. Where the file is gone already, only the
    /// last round is noted, and what was said of a comment before stays.
    ///
    /// # Errors
    /// As [`Store::remove_submission`]; what cannot be noted is a warning.
    pub fn handle_submission(
        &self,
        path: &Path,
        sha256: &str,
        mut replies: Vec<Reply>,
        plan: Option<&[u8]>,
        now: DateTime<Utc>,
    ) -> Result<Handled, DiskError> {
        let _lock = self.lock_where_possible()?;
        // What lies there took the place of every other round that is open: once it is gone, nothing shows that.
        let there = read_place(path)?.map(|bytes| sha256_hex(&bytes));
        let replaced = there.and_then(|there| self.observe(Some(&there), |_| None, now).err());
        let removal = remove_exact(path, sha256)?;
        let mut handled = Handled { removal, round: None, warnings: replaced.into_iter().collect() };
        let ours = match handled.removal {
            Removal::Removed => true,
            Removal::Absent => self.last_round().is_some_and(|round| round.sha256 == sha256),
            Removal::Different(_) => false,
        };
        if ours {
            // What was said when the file was deleted stays said.
            if handled.removal == Removal::Absent
                && let Some(round) = self.last_round()
            {
                replies.retain(|reply| !round.replies.iter().any(|kept| kept.comment == reply.comment));
            }
            let replied =
                if replies.is_empty() { Ok(None) } else { self.note(sha256, Note::Replies(replies), None, now) };
            handled.warnings.extend(replied.err());
            handled.warnings.extend(self.note(sha256, Note::Handled, plan, now).err());
            handled.round = self.round_of(sha256);
        }
        Ok(handled)
    }

    fn lock_where_possible(&self) -> Result<Option<fs::File>, DiskError> {
        match self.lock_submissions() {
            Ok(lock) => Ok(Some(lock)),
            Err(error) if error.cause == Cause::Busy => Err(error),
            Err(_) => Ok(None),
        }
    }
}

/// See [`Store::remove_submission`]; the lock is the caller's.
pub(crate) fn remove_exact(path: &Path, sha256: &str) -> Result<Removal, DiskError> {
    // Look first: bytes that are not meant need not leave their place even for a moment.
    match read_place(path)? {
        None => return Ok(Removal::Absent),
        Some(bytes) if sha256_hex(&bytes) != sha256 => return Ok(Removal::Different(bytes)),
        Some(_) => {}
    }
    let aside = temporary(path, ASIDE);
    match fs::rename(path, &aside) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Removal::Absent),
        other => other.map_err(|e| DiskError::new(path, &e))?,
    }
    let read = read_in_place(&aside, STATE_LIMIT);
    match read {
        Ok(bytes) if sha256_hex(&bytes) == sha256 => {
            fs::remove_file(&aside).map_err(|e| DiskError::new(&aside, &e))?;
            sync_folder(path);
            Ok(Removal::Removed)
        }
        other => {
            // If its place is taken by a newer one, both stay; the next start keeps this one.
            rename_new(&aside, path)?;
            other.map(Removal::Different)
        }
    }
}

fn asides(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(path)).into_iter().flatten().flatten();
    let ours = |p: &PathBuf| p.file_name().and_then(|n| n.to_str()).is_some_and(|n| n.starts_with(ASIDE));
    let mut found: Vec<_> = entries.map(|e| e.path()).filter(ours).filter(|p| check_place(p) == Ok(true)).collect();
    found.sort();
    found
}

/// Whether files can be written beside `path` (`None`), or why not: asked before the reviewer types for long.
pub fn writable(path: &Path) -> Option<DiskError> {
    check_place(path).and_then(|_| Written::beside(path, b"", Mode::Project)).err()
}
