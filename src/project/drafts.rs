//! Drafts on the disk: one file per pass, with the plan its anchors were last in line with, so that they can follow a
//! plan that was rewritten while no board was open.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use crate::contract::plan_comments::Pass;
use crate::project::store::{Loaded, STATE_LIMIT, Store, create, load, save, set_aside};
use crate::project::write::{DiskError, Mode, check_place, read_in_place, write_whole};
use crate::review::draft::Draft;
use crate::review::round::sha256_hex;

/// A draft as it was found.
#[derive(Debug)]
pub struct LoadedDraft {
    /// The draft; empty where there is none.
    pub draft: Draft,
    /// The plan's bytes its anchors are in line with, where they are still there.
    pub snapshot: Option<Vec<u8>>,
    /// A file that could not be understood was found (and, opened for writing, set aside under this path).
    pub broken: Option<(DiskError, Option<PathBuf>)>,
}

impl Store {
    fn draft_path(&self, pass: Pass) -> PathBuf {
        self.folder().join("drafts").join(format!("{}.json", pass.as_str()))
    }

    fn snapshot_path(&self, pass: Pass, sha256: &str) -> PathBuf {
        self.folder().join("drafts").join(format!("{}-plan-{sha256}", pass.as_str()))
    }

    /// The draft of a pass, for reading only: a broken file is reported and left alone.
    pub fn peek_draft(&self, pass: Pass) -> LoadedDraft {
        let (draft, broken) = match load::<Draft>(&self.draft_path(pass)) {
            Loaded::Value(draft) => (Draft { pass, ..draft }, None),
            Loaded::Absent => (Draft::new(pass), None),
            Loaded::Broken(error) => (Draft::new(pass), Some((error, None))),
        };
        let snapshot = draft.plan_sha256.as_ref().and_then(|sha256| {
            let bytes = read_in_place(&self.snapshot_path(pass, sha256), STATE_LIMIT).ok()?;
            (sha256_hex(&bytes) == *sha256).then_some(bytes)
        });
        LoadedDraft { draft, snapshot, broken }
    }

    /// The draft of a pass, to go on with: a broken file is set aside, never overwritten. Call
    /// [`Store::settle`](crate::project::submit) first, so that nothing is offered twice.
    pub fn load_draft(&self, pass: Pass, now: DateTime<Utc>) -> LoadedDraft {
        let mut loaded = self.peek_draft(pass);
        if let Some((_, aside)) = &mut loaded.broken {
            *aside = set_aside(&self.draft_path(pass), now).ok();
        }
        loaded
    }

    /// Writes a draft. `plan`: the bytes of the plan its anchors are in line with (their hash is noted); `None` where
    /// they did not change since the last call.
    ///
    /// # Errors
    /// The state directory cannot be written; what was there stays.
    pub fn save_draft(&self, draft: &mut Draft, plan: Option<&[u8]>) -> Result<(), DiskError> {
        create(&self.folder().join("drafts"))?;
        if let Some(bytes) = plan {
            let sha256 = sha256_hex(bytes);
            let path = self.snapshot_path(draft.pass, &sha256);
            if !check_place(&path)? {
                write_whole(&path, bytes, Mode::Private)?;
            }
            draft.plan_sha256 = Some(sha256);
        }
        let path = self.draft_path(draft.pass);
        if let Loaded::Broken(_) = load::<Draft>(&path) {
            set_aside(&path, draft.updated_at.unwrap_or_default())?;
        }
        save(&path, draft)?;
        if plan.is_some() {
            self.remove_snapshots(draft.pass, draft.plan_sha256.as_deref());
        }
        Ok(())
    }

    /// Old snapshots; those that cannot be removed only take room.
    fn remove_snapshots(&self, pass: Pass, except: Option<&str>) {
        let prefix = format!("{}-plan-", pass.as_str());
        for entry in fs::read_dir(self.folder().join("drafts")).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let hash = name.to_str().and_then(|n| n.strip_prefix(&prefix));
            if hash.is_some_and(|hash| Some(hash) != except) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// The pass of the draft that was changed last, of those that hold anything.
    pub fn newest_draft(&self) -> Option<Pass> {
        let drafts = Pass::ALL.into_iter().map(|pass| self.peek_draft(pass).draft).filter(|draft| !draft.is_empty());
        drafts.max_by_key(|draft| draft.updated_at).map(|draft| draft.pass)
    }
}

/// Removes a file; that it is not there is no error.
pub(crate) fn remove(path: &Path) -> Result<(), DiskError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(DiskError::new(path, &error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::plan_comments::TargetKind;
    use crate::project::store::tests::store;
    use crate::review::draft::{Anchor, AnchorState, DraftComment, Unfinished};
    use proptest::prelude::*;

    fn anchor() -> impl Strategy<Value = Anchor> {
        let state = prop_oneof![Just(AnchorState::Kept), Just(AnchorState::Moved), Just(AnchorState::Gone)];
        (any::<String>(), any::<Option<String>>(), any::<String>(), state, any::<Option<String>>()).prop_map(
            |(id, own_id, title, state, fingerprint)| Anchor {
                kind: TargetKind::Shot,
                id,
                own_id,
                title,
                state,
                fingerprint,
                was: None,
            },
        )
    }

    fn time() -> impl Strategy<Value = DateTime<Utc>> {
        (0_i64..4_000_000_000_000).prop_map(|ms| DateTime::from_timestamp_millis(ms).unwrap())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn a_draft_survives_the_disk(
            comments in prop::collection::vec((any::<u64>(), anchor(), any::<String>(), time()), 0..4),
            unfinished in prop::collection::vec((any::<Option<u64>>(), prop::option::of(anchor()), any::<String>(), any::<usize>()), 0..3),
            overall: String, next_key: u64, updated_at in prop::option::of(time()), becoming: Option<String>,
        ) {
            let (_dir, store) = store();
            let mut draft = Draft { overall, next_key, updated_at, becoming, ..Draft::new(Pass::Final) };
            draft.comments = comments.into_iter()
                .map(|(key, anchor, text, created_at)| DraftComment { key, anchor, text, created_at, objecting: None }).collect();
            draft.unfinished = unfinished.into_iter()
                .map(|(comment, anchor, text, caret)| Unfinished { anchor, comment, text, caret }).collect();
            store.save_draft(&mut draft, Some(b"plan")).unwrap();
            let loaded = store.load_draft(Pass::Final, DateTime::UNIX_EPOCH);
            prop_assert_eq!(loaded.draft, draft);
            prop_assert_eq!(loaded.snapshot.as_deref(), Some(&b"plan"[..]));
            prop_assert!(loaded.broken.is_none());
        }
    }

    #[test]
    fn a_broken_draft_is_set_aside_and_never_overwritten() {
        let (_dir, store) = store();
        let path = store.draft_path(Pass::Structure);
        fs::write(&path, b"{\"pass\":").unwrap();
        assert!(store.peek_draft(Pass::Structure).broken.is_some());
        assert!(path.exists(), "peeking leaves it alone");
        let loaded = store.load_draft(Pass::Structure, DateTime::UNIX_EPOCH);
        assert!(loaded.draft.is_empty());
        let aside = loaded.broken.unwrap().1.unwrap();
        assert!(aside.to_string_lossy().contains("structure.json.broken-1970"));
        assert_eq!(fs::read(aside).unwrap(), b"{\"pass\":");
        fs::write(&path, b"again").unwrap();
        store.save_draft(&mut Draft::new(Pass::Structure), None).unwrap();
        assert!(store.load_draft(Pass::Structure, DateTime::UNIX_EPOCH).broken.is_none());
        assert_eq!(fs::read_dir(store.folder().join("drafts")).unwrap().count(), 3, "both broken ones are there still");
    }

    #[test]
    fn the_snapshot_is_that_of_the_draft_and_old_ones_go() {
        let (_dir, store) = store();
        let mut draft = Draft::new(Pass::Structure);
        store.save_draft(&mut draft, Some(b"one")).unwrap();
        store.save_draft(&mut draft, Some(b"two")).unwrap();
        store.save_draft(&mut draft, None).unwrap();
        assert_eq!(store.peek_draft(Pass::Structure).snapshot.unwrap(), b"two");
        assert_eq!(fs::read_dir(store.folder().join("drafts")).unwrap().count(), 2);
        fs::write(store.snapshot_path(Pass::Structure, &sha256_hex(b"two")), b"tampered").unwrap();
        assert_eq!(store.peek_draft(Pass::Structure).snapshot, None);
    }

    #[test]
    fn the_newest_draft_that_holds_something_is_named() {
        let (_dir, store) = store();
        assert_eq!(store.newest_draft(), None);
        for (pass, second, note) in [(Pass::Structure, 5, "a"), (Pass::Scaffold, 9, "b"), (Pass::Final, 20, "")] {
            let updated_at = DateTime::from_timestamp(second, 0);
            let mut draft = Draft { overall: note.into(), updated_at, ..Draft::new(pass) };
            store.save_draft(&mut draft, None).unwrap();
        }
        assert_eq!(store.newest_draft(), Some(Pass::Scaffold));
    }
}
