//! Temporary files that a crash left: removed at the next start.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::de::IgnoredAny;

use crate::project::store::{STATE_LIMIT, Store};
use crate::project::write::{folder, prefix, read_in_place};
use crate::review::round::{Round, sha256_hex};

/// Temporary files of ours older than this are left over.
const STALE: Duration = Duration::from_secs(60);

impl Store {
    /// Removes what a crash left beside the submission at `path` and in the state directory. What a pending round names
    /// stays, and so does everything beside the submission while a round cannot be read (`unread`), for it may name it.
    /// What cannot be removed only takes room.
    pub(crate) fn remove_leftovers(&self, path: &Path, rounds: &[Round], unread: bool, now: SystemTime) {
        let own = self.folder();
        let mut folders = vec![self.root().to_owned(), own.to_owned()];
        folders.extend(["drafts", "answers", "reviewed", "inbox", "kept", "rounds"].map(|part| own.join(part)));
        folders.extend(rounds.iter().map(|round| own.join("rounds").join(format!("{:04}", round.round))));
        for left in folders.iter().flat_map(|folder| stale(folder, None, now)) {
            let _ = fs::remove_file(left);
        }
        if unread {
            return;
        }
        let is_named = |left: &PathBuf| {
            let name = left.file_name().and_then(|name| name.to_str());
            rounds.iter().filter_map(|round| round.pending.as_ref()).any(|p| Some(p.temporary.as_str()) == name)
        };
        for left in stale(folder(path), Some(path), now).iter().filter(|left| !is_named(left)) {
            if self.is_kept_elsewhere(left, rounds) {
                let _ = fs::remove_file(left);
            }
        }
    }

    /// A file that changed places with a submission may hold another program's: a whole one that no round knows is kept
    /// before it goes.
    fn is_kept_elsewhere(&self, left: &Path, rounds: &[Round]) -> bool {
        let Ok(bytes) = read_in_place(left, STATE_LIMIT) else { return false };
        let is_whole = serde_json::from_slice::<IgnoredAny>(&bytes).is_ok();
        let sha256 = sha256_hex(&bytes);
        !is_whole || rounds.iter().any(|round| round.sha256 == sha256) || self.keep(&bytes).is_ok()
    }
}

/// Temporary files (`.<name>.<16 hex digits>`) in a directory that are ours, regular, and older than [`STALE`]. `place`:
/// only those of this file.
fn stale(dir: &Path, place: Option<&Path>, now: SystemTime) -> Vec<PathBuf> {
    let begins = place.map_or_else(|| ".".to_owned(), prefix);
    let own = rustix::process::geteuid().as_raw();
    let is_stale = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_prefix(&begins));
        let random = match place {
            Some(_) => name,
            None => name.and_then(|name| name.rsplit_once('.')).map(|(_, random)| random),
        };
        let is_ours = random.is_some_and(|r| r.len() == 16 && r.bytes().all(|b| b.is_ascii_hexdigit()));
        let Some(meta) = is_ours.then(|| path.symlink_metadata().ok()).flatten() else { return false };
        let age = meta.modified().ok().and_then(|modified| now.duration_since(modified).ok());
        age.is_some_and(|age| age > STALE) && meta.is_file() && meta.uid() == own
    };
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(is_stale).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::store::tests::store;
    use crate::project::write::{Mode, Written};
    use crate::review::round::Pending;
    use crate::review::round::tests::round;

    fn later() -> SystemTime {
        SystemTime::now() + STALE * 2
    }

    #[test]
    fn old_temporary_files_of_ours_are_removed_and_nothing_else() {
        let (dir, store) = store();
        let place = dir.path().join("film/planning/plan-comments.json");
        let write = |place: &Path| {
            let written = Written::beside(place, b"half", Mode::Project).unwrap();
            let path = written.path().to_owned();
            written.leave();
            path
        };
        let old = write(&place);
        let parts = ["drafts/final.json", "reviewed/final.json", "inbox/7-x.json", "rounds/0001/round.json", "note"];
        fs::create_dir_all(store.folder().join("rounds/0001")).unwrap();
        let mut inside: Vec<_> = parts.iter().map(|part| write(&store.folder().join(part))).collect();
        inside.push(write(&store.root().join("prefs.json")));
        let named = write(&place);
        let mut others: Vec<_> = [".plan-comments.json.backup", ".plan-comments.jsonx", ".other.0123456789abcdef"]
            .map(|name| place.with_file_name(name))
            .into();
        others.iter().for_each(|other| fs::write(other, b"").unwrap());
        let mut pending = round(1, "sha");
        let temporary = named.file_name().unwrap().to_string_lossy().into_owned();
        pending.pending = Some(Pending { temporary, replaces: None });
        others.push(named);

        let rounds = [pending];
        store.remove_leftovers(&place, &rounds, false, SystemTime::now());
        assert!(old.exists() && inside.iter().all(|left| left.exists()), "too young");
        store.remove_leftovers(&place, &rounds, true, later());
        assert!(old.exists(), "a round that cannot be read may name it");
        store.remove_leftovers(&place, &rounds, false, later());
        assert!(!old.exists());
        for left in &inside {
            assert!(!left.exists(), "{}", left.display());
        }
        assert!(others.iter().all(|other| other.exists()));
    }

    #[test]
    fn a_whole_submission_that_no_round_knows_is_kept_before_it_goes() {
        let (dir, store) = store();
        let place = dir.path().join("film/planning/plan-comments.json");
        let written = Written::beside(&place, b"{\"version\":0}", Mode::Project).unwrap();
        let left = written.path().to_owned();
        written.leave();
        store.remove_leftovers(&place, &[], false, later());
        assert!(!left.exists());
        let kept: Vec<_> = fs::read_dir(store.folder().join("kept")).unwrap().flatten().collect();
        assert_eq!(fs::read(kept[0].path()).unwrap(), b"{\"version\":0}");
    }
}
