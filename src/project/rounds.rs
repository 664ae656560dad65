//! Rounds on the disk: `rounds/0001/` with round.json, the submission, and the plan before and after.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use crate::contract::plan_comments::{Pass, read};
use crate::project::identity::{Budget, identities_now};
use crate::project::store::{Loaded, STATE_LIMIT, Store, create, load, save};
use crate::project::write::{Cause, DiskError, Mode, read_in_place, sync_folder, write_whole};
use crate::review::round::{Outcome, Reply, Round, sha256_hex};

/// What to note about the round of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// The agent read it.
    Read,
    /// It was handled: its file is gone.
    Handled,
    /// Another submission took its place.
    Replaced,
    /// The reviewer took it back.
    Recalled,
    /// The agent skipped or answered comments.
    Replies(Vec<Reply>),
}

impl Store {
    pub(crate) fn round_folder(&self, number: u32) -> PathBuf {
        self.folder().join("rounds").join(format!("{number:04}"))
    }

    /// All rounds, oldest first, and those that could not be read.
    pub fn rounds(&self) -> (Vec<Round>, Vec<DiskError>) {
        let (mut rounds, mut broken) = (Vec::new(), Vec::new());
        for number in self.round_numbers() {
            match load::<Round>(&self.round_folder(number).join("round.json")) {
                Loaded::Value(round) => rounds.push(Round { round: number, ..round }),
                // A crash before round.json was written: it never was a round.
                Loaded::Absent => {}
                Loaded::Broken(error) => broken.push(error),
            }
        }
        (rounds, broken)
    }

    fn round_numbers(&self) -> Vec<u32> {
        let entries = fs::read_dir(self.folder().join("rounds")).into_iter().flatten().flatten();
        let mut numbers: Vec<u32> = entries.filter_map(|e| e.file_name().to_str()?.parse().ok()).collect();
        numbers.sort_unstable();
        numbers
    }

    /// The newest round that was really written.
    pub fn last_round(&self) -> Option<Round> {
        self.newest_where(|round| round.pending.is_none())
    }

    /// The newest round whose submission has this hash.
    pub fn round_of(&self, sha256: &str) -> Option<Round> {
        self.newest_where(|round| round.sha256 == sha256)
    }

    fn newest_where(&self, is_it: impl Fn(&Round) -> bool) -> Option<Round> {
        self.round_numbers().into_iter().rev().find_map(|number| {
            match load::<Round>(&self.round_folder(number).join("round.json")) {
                Loaded::Value(round) => Some(Round { round: number, ..round }).filter(&is_it),
                Loaded::Absent | Loaded::Broken(_) => None,
            }
        })
    }

    /// Notes that the agent read the submission with this hash, once. `None`: no round of it is known here.
    ///
    /// # Errors
    /// The state directory cannot be written.
    pub fn leave_receipt(&self, sha256: &str, now: DateTime<Utc>) -> Result<Option<Round>, DiskError> {
        match self.round_of(sha256) {
            Some(round) if round.read_at.is_none() => {
                // A submission that is just being written, or handled, notes in the same file.
                let _lock = self.lock_submissions()?;
                self.note(sha256, Note::Read, None, now)
            }
            known => Ok(known),
        }
    }

    /// The bytes of a round's submission.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn round_submission(&self, number: u32) -> Result<Vec<u8>, DiskError> {
        read_in_place(&self.round_folder(number).join("plan-comments.json"), STATE_LIMIT)
    }

    /// The plan's bytes as they were submitted on.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn round_before(&self, number: u32) -> Result<Vec<u8>, DiskError> {
        read_in_place(&self.round_folder(number).join("before.json"), STATE_LIMIT)
    }

    /// The plan's bytes when the round was handled; `None`: it is not, or the plan was not readable then.
    ///
    /// # Errors
    /// They are there and cannot be read.
    pub fn round_after(&self, number: u32) -> Result<Option<Vec<u8>>, DiskError> {
        match read_in_place(&self.round_folder(number).join("after.json"), STATE_LIMIT) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(DiskError { cause: Cause::Missing, .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Keys of what the reviewer settled of a round; a broken file reads as none.
    pub fn settled(&self, number: u32) -> BTreeSet<String> {
        match load(&self.round_folder(number).join("settled.json")) {
            Loaded::Value(keys) => keys,
            Loaded::Absent | Loaded::Broken(_) => BTreeSet::new(),
        }
    }

    /// Writes what is settled of a round.
    ///
    /// # Errors
    /// The state directory cannot be written.
    pub fn save_settled(&self, number: u32, settled: &BTreeSet<String>) -> Result<(), DiskError> {
        save(&self.round_folder(number).join("settled.json"), settled)
    }

    /// Stores a new round under the next number, which is set; round.json last, so that what has one is whole. `beside`
    /// writes what else belongs into its folder.
    pub(crate) fn add_round_with(
        &self,
        round: &mut Round,
        submission: &[u8],
        plan: &[u8],
        beside: &dyn Fn(&Path) -> Result<(), DiskError>,
    ) -> Result<(), DiskError> {
        round.round = self.round_numbers().last().copied().unwrap_or(0).saturating_add(1);
        let folder = self.round_folder(round.round);
        create(&folder)?;
        write_whole(&folder.join("plan-comments.json"), submission, Mode::Private)?;
        write_whole(&folder.join("before.json"), plan, Mode::Private)?;
        beside(&folder)?;
        save(&folder.join("round.json"), round)?;
        sync_folder(&folder);
        Ok(())
    }

    pub(crate) fn save_round(&self, round: &Round) -> Result<(), DiskError> {
        save(&self.round_folder(round.round).join("round.json"), round)
    }

    /// Removes a round that never came to be.
    pub(crate) fn forget_round(&self, number: u32) -> Result<(), DiskError> {
        let folder = self.round_folder(number);
        crate::project::drafts::remove(&folder.join("round.json"))?;
        fs::remove_dir_all(&folder).map_err(|e| DiskError::new(&folder, &e))
    }

    /// Notes what became of the submission with this hash; `plan`: the plan's bytes now, stored as the round's *after*
    /// once it is handled. `None`: no round of it is known here (another program's, or another machine's), or it has
    /// ended otherwise.
    ///
    /// # Errors
    /// The state directory cannot be written.
    pub fn note(
        &self,
        sha256: &str,
        note: Note,
        plan: Option<&[u8]>,
        now: DateTime<Utc>,
    ) -> Result<Option<Round>, DiskError> {
        let Some(mut round) = self.round_of(sha256) else { return Ok(None) };
        let outcome = match note {
            Note::Read => {
                round.read_at.get_or_insert(now);
                None
            }
            Note::Replies(replies) => {
                round
                    .replies
                    .retain(|old| !replies.iter().any(|r| r.comment == old.comment && r.skipped == old.skipped));
                round.replies.extend(replies);
                None
            }
            Note::Handled => Some(Outcome::Handled),
            Note::Replaced => Some(Outcome::Replaced),
            Note::Recalled => Some(Outcome::Recalled),
        };
        if let Some(outcome) = outcome {
            if round.outcome.is_some_and(|old| old != outcome) {
                return Ok(None);
            }
            if round.outcome.is_none() {
                round.outcome = Some(outcome);
                round.ended_at = Some(now);
                round.pending = None;
            }
            if outcome == Outcome::Handled {
                round.handled_at.get_or_insert(now);
                self.store_after(&mut round, plan)?;
            }
        }
        self.save_round(&round)?;
        Ok(Some(round))
    }

    /// The first plan seen after handling stays the round's *after*: later checks do not look at today's plan.
    fn store_after(&self, round: &mut Round, plan: Option<&[u8]>) -> Result<(), DiskError> {
        if let (None, Some(bytes)) = (&round.after_sha256, plan) {
            write_whole(&self.round_folder(round.round).join("after.json"), bytes, Mode::Private)?;
            round.after_sha256 = Some(sha256_hex(bytes));
            round.after_files = identities_now(&round.files, Budget::default());
        }
        Ok(())
    }

    /// Notes what is seen on disk: open rounds whose file is gone are handled (`plan` becomes their *after*), those in
    /// whose place another submission lies are replaced. `on_disk`: the hash of what lies there, `None` where nothing
    /// does. Gives the rounds that ended.
    ///
    /// # Errors
    /// The state directory cannot be written.
    pub fn observe(
        &self,
        on_disk: Option<&str>,
        plan: impl Fn(&Round) -> Option<Vec<u8>>,
        now: DateTime<Utc>,
    ) -> Result<Vec<Round>, DiskError> {
        // Objections are in another file, and end otherwise (`observe_critique`).
        let rounds: Vec<Round> = self.rounds().0.into_iter().filter(|r| r.pass != Pass::Coding).collect();
        let newest = rounds.iter().rfind(|r| r.pending.is_none()).map(|r| r.round);
        let mut ended = Vec::new();
        for round in rounds.iter().filter(|r| r.is_open() && r.pending.is_none() && Some(r.sha256.as_str()) != on_disk)
        {
            // One file for all rounds: whoever wrote after this one took its place, unless it was handled before.
            let note = if on_disk.is_none() && Some(round.round) == newest { Note::Handled } else { Note::Replaced };
            ended.extend(self.note(&round.sha256, note, plan(round).as_deref(), now)?);
        }
        Ok(ended)
    }
}

impl Store {
    /// Notes that open rounds were replaced where the submission at `path` is another. What is gone, half-written or no
    /// submission says nothing here. For commands that only look; costs nobody the lock where there is nothing to note.
    ///
    /// # Errors
    /// The state directory cannot be written, or the lock stays held.
    pub fn observe_replaced(&self, path: &Path, now: DateTime<Utc>) -> Result<(), DiskError> {
        let there = || {
            let bytes = read_in_place(path, STATE_LIMIT).ok()?;
            read(path, &bytes).0.map(|_| sha256_hex(&bytes))
        };
        let Some(seen) = there() else { return Ok(()) };
        let all = self.rounds().0;
        let mut ours = all.iter().filter(|r| r.pass != Pass::Coding);
        if !ours.any(|r| r.is_open() && r.pending.is_none() && r.sha256 != seen) {
            return Ok(());
        }
        // A submission that was under way has its round now.
        let _lock = self.lock_submissions()?;
        if let Some(seen) = there() {
            self.observe(Some(&seen), |_| None, now)?;
        }
        Ok(())
    }
}

/// The hash of the submission that lies at `path`; `None`: nothing.
///
/// # Errors
/// Something lies there that is no readable regular file.
pub fn hash_on_disk(path: &Path) -> Result<Option<String>, DiskError> {
    match read_in_place(path, STATE_LIMIT) {
        Ok(bytes) => Ok(Some(sha256_hex(&bytes))),
        Err(DiskError { cause: Cause::Missing, .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::store::tests::store;
    use crate::review::round::tests::round;

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn add(store: &Store, sha256: &str) -> u32 {
        let mut made = round(0, sha256);
        store.add_round_with(&mut made, b"submission", b"before", &|_| Ok(())).unwrap();
        made.round
    }

    #[test]
    fn rounds_count_from_one_and_hold_submission_and_plan() {
        let (_dir, store) = store();
        assert!(store.last_round().is_none());
        assert_eq!((add(&store, "a"), add(&store, "b")), (1, 2));
        assert!(store.folder().join("rounds/0001/round.json").exists());
        assert_eq!(store.round_submission(2).unwrap(), b"submission");
        assert_eq!(store.round_before(1).unwrap(), b"before");
        assert_eq!(store.round_after(1).unwrap(), None);
        assert_eq!(store.round_of("a").unwrap().round, 1);
        fs::create_dir(store.folder().join("rounds/0003")).unwrap();
        fs::create_dir(store.folder().join("rounds/0004")).unwrap();
        fs::write(store.folder().join("rounds/0004/round.json"), b"{").unwrap();
        let (rounds, broken) = store.rounds();
        assert_eq!((rounds.len(), broken.len()), (2, 1));
        assert_eq!(add(&store, "c"), 5, "numbers are not used again");
    }

    #[test]
    fn the_first_plan_seen_after_handling_stays_the_after() {
        let (_dir, store) = store();
        add(&store, "a");
        store.note("a", Note::Read, None, NOW).unwrap();
        let first = store.observe(None, |_| Some(b"after".to_vec()), NOW).unwrap();
        assert_eq!(first[0].outcome, Some(Outcome::Handled));
        assert_eq!(first[0].handled_at, Some(NOW));
        assert!(store.observe(None, |_| Some(b"later".to_vec()), NOW).unwrap().is_empty());
        store.note("a", Note::Handled, Some(b"later"), NOW).unwrap();
        assert_eq!(store.round_after(1).unwrap().unwrap(), b"after");
    }

    #[test]
    fn an_overwritten_round_is_replaced_and_a_recalled_one_stays_recalled() {
        let (_dir, store) = store();
        for sha256 in ["a", "b"] {
            add(&store, sha256);
        }
        let ended = store.observe(Some("b"), |_| None, NOW).unwrap();
        assert_eq!((ended[0].round, ended[0].outcome), (1, Some(Outcome::Replaced)));
        store.note("b", Note::Recalled, None, NOW).unwrap();
        assert!(store.observe(None, |_| None, NOW).unwrap().is_empty());
        assert_eq!(store.note("b", Note::Handled, None, NOW).unwrap(), None);
        assert_eq!(store.last_round().unwrap().outcome, Some(Outcome::Recalled));
    }

    #[test]
    fn a_round_that_a_foreign_file_replaced_is_never_handled() {
        let (dir, store) = store();
        let path = dir.path().join("plan-comments.json");
        add(&store, "a");
        fs::write(&path, "{\"version\": 0, ").unwrap();
        store.observe_replaced(&path, NOW).unwrap();
        assert!(store.last_round().unwrap().is_open(), "half-written");
        fs::write(&path, "{\"version\": 9}").unwrap();
        store.observe_replaced(&path, NOW).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(store.observe(None, |_| None, NOW).unwrap().is_empty());
        assert_eq!(store.last_round().unwrap().outcome, Some(Outcome::Replaced));
    }

    #[test]
    fn an_unknown_submission_has_no_round() {
        let (_dir, store) = store();
        assert_eq!(store.note("zz", Note::Read, None, NOW).unwrap(), None);
    }

    #[test]
    fn replies_are_kept_with_their_round() {
        let (_dir, store) = store();
        add(&store, "a");
        let reply = |text: &str| Note::Replies(vec![Reply { comment: 0, skipped: false, text: text.into() }]);
        store.note("a", reply("x"), None, NOW).unwrap();
        let replies = store.note("a", reply("y"), None, NOW).unwrap().unwrap().replies;
        assert_eq!(replies.iter().map(|r| r.text.as_str()).collect::<Vec<_>>(), ["y"]);
    }
}
