//! Comments added from outside while a board is open: one file each, which the board merges into its draft.

use std::fs;
use std::io;
use std::path::PathBuf;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::contract::plan_comments::Pass;
use crate::project::drafts::remove;
use crate::project::store::{Loaded, Store, create, load, save, set_aside};
use crate::project::write::{DiskError, temporary};
use crate::review::draft::{Anchor, Draft, DraftComment};
use crate::review::objecting::Objecting;

/// A comment on its way to the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Incoming {
    /// The draft it belongs to.
    pub pass: Pass,
    /// Its target.
    pub anchor: Anchor,
    /// Verbatim.
    pub text: String,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// What makes it an objection; only on coding plans.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objecting: Option<Objecting>,
}

/// What came in.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Keys of the comments added to the draft.
    pub added: Vec<u64>,
    /// Files that could not be understood; they were set aside.
    pub broken: Vec<DiskError>,
}

impl Incoming {
    /// Adds the comment to a draft of its pass, unless it is in there already; its key.
    pub fn join(self, draft: &mut Draft) -> Option<u64> {
        let Incoming { anchor, text, created_at, objecting, .. } = self;
        if draft.comments.iter().any(|c| c.created_at == created_at && c.text == text) {
            return None;
        }
        let key = draft.next_key;
        draft.next_key += 1;
        draft.comments.push(DraftComment { key, anchor, text, created_at, objecting });
        Some(key)
    }
}

impl Store {
    /// Puts a comment into the inbox.
    ///
    /// # Errors
    /// The state directory cannot be written.
    pub fn send(&self, comment: &Incoming) -> Result<(), DiskError> {
        let inbox = self.folder().join("inbox");
        create(&inbox)?;
        let nanos = comment.created_at.timestamp_nanos_opt().unwrap_or_default();
        let path = temporary(&inbox.join("x"), &format!("{nanos:020}-"));
        save(&path.with_extension("json"), comment)
    }

    /// Merges the inbox's comments of this draft's pass into it, saves it, and removes them from the inbox. A crash in
    /// between adds none twice.
    ///
    /// # Errors
    /// The state directory cannot be written: the draft is as before, and the comments stay in the inbox.
    pub fn merge_inbox(&self, draft: &mut Draft, now: DateTime<Utc>) -> Result<Merged, DiskError> {
        let (mut merged, mut taken, before) = (Merged::default(), Vec::new(), draft.clone());
        for path in self.incoming() {
            match load::<Incoming>(&path) {
                Loaded::Value(comment) if comment.pass == draft.pass => {
                    merged.added.extend(comment.join(draft));
                    taken.push(path);
                }
                Loaded::Value(_) | Loaded::Absent => {}
                Loaded::Broken(error) => {
                    set_aside(&path, now)?;
                    merged.broken.push(error);
                }
            }
        }
        if !merged.added.is_empty() {
            draft.updated_at = Some(now);
            if let Err(error) = self.save_draft(draft, None) {
                *draft = before;
                return Err(error);
            }
        }
        taken.iter().try_for_each(|path| remove(path))?;
        Ok(merged)
    }

    /// What waits in the inbox, in the order it was written, and the files that could not be understood. Nothing is
    /// touched.
    pub fn peek_inbox(&self) -> (Vec<Incoming>, Vec<DiskError>) {
        let (mut waiting, mut broken) = (Vec::new(), Vec::new());
        let inbox = self.folder().join("inbox");
        let absent = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];
        broken.extend(
            fs::read_dir(&inbox).err().filter(|e| !absent.contains(&e.kind())).map(|e| DiskError::new(&inbox, &e)),
        );
        for path in self.incoming() {
            match load::<Incoming>(&path) {
                Loaded::Value(comment) => waiting.push(comment),
                Loaded::Absent => {}
                Loaded::Broken(error) => broken.push(error),
            }
        }
        (waiting, broken)
    }

    /// Whether something waits in the inbox.
    pub fn has_incoming(&self) -> bool {
        !self.incoming().is_empty()
    }

    fn incoming(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.folder().join("inbox")).into_iter().flatten().flatten();
        let whole = |p: &PathBuf| {
            p.extension().is_some_and(|e| e == "json")
                && !p.file_name().is_some_and(|n| n.as_encoded_bytes().starts_with(b"."))
        };
        let mut paths: Vec<PathBuf> = entries.map(|e| e.path()).filter(whole).collect();
        paths.sort();
        paths
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::store::tests::store;
    use crate::review::anchor::testing::shot;

    fn comment(pass: Pass, second: i64, text: &str) -> Incoming {
        let created_at = DateTime::from_timestamp(second, 0).unwrap();
        Incoming {
            pass,
            anchor: Anchor::of(&shot(0, None, "a")).unwrap(),
            text: text.into(),
            created_at,
            objecting: None,
        }
    }

    #[test]
    fn comments_come_in_by_time_into_the_draft_of_their_pass() {
        let (_dir, store) = store();
        store.send(&comment(Pass::Structure, 9, "late")).unwrap();
        store.send(&comment(Pass::Structure, 2, "early")).unwrap();
        store.send(&comment(Pass::Final, 5, "other")).unwrap();
        let mut draft = Draft::new(Pass::Structure);
        let merged = store.merge_inbox(&mut draft, DateTime::UNIX_EPOCH).unwrap();
        assert_eq!(merged.added, [1, 2]);
        assert_eq!(draft.comments.iter().map(|c| c.text.as_str()).collect::<Vec<_>>(), ["early", "late"]);
        assert_eq!(store.peek_draft(Pass::Structure).draft, draft, "saved at once");
        assert!(store.has_incoming(), "the other pass's waits");
        assert_eq!(store.merge_inbox(&mut draft, DateTime::UNIX_EPOCH).unwrap(), Merged::default());
    }

    #[test]
    fn peeking_at_the_inbox_takes_nothing_out() {
        let (_dir, store) = store();
        store.send(&comment(Pass::Final, 2, "b")).unwrap();
        store.send(&comment(Pass::Structure, 1, "a")).unwrap();
        fs::write(store.folder().join("inbox/9.json"), b"{").unwrap();
        for _ in 0..2 {
            let (waiting, broken) = store.peek_inbox();
            assert_eq!(waiting.iter().map(|c| c.text.as_str()).collect::<Vec<_>>(), ["a", "b"]);
            assert_eq!(broken.len(), 1);
        }
    }

    #[test]
    fn a_crash_between_merging_and_removing_adds_none_twice() {
        let (_dir, store) = store();
        let sent = comment(Pass::Structure, 1, "x");
        store.send(&sent).unwrap();
        let mut draft = Draft::new(Pass::Structure);
        store.merge_inbox(&mut draft, DateTime::UNIX_EPOCH).unwrap();
        store.send(&sent).unwrap();
        assert!(store.merge_inbox(&mut draft, DateTime::UNIX_EPOCH).unwrap().added.is_empty());
        assert_eq!(draft.comments.len(), 1);
        assert!(!store.has_incoming());
    }

    #[test]
    fn a_broken_file_is_set_aside_and_stops_nothing() {
        let (_dir, store) = store();
        fs::write(store.folder().join("inbox/0.json"), b"{").unwrap();
        store.send(&comment(Pass::Structure, 1, "x")).unwrap();
        let mut draft = Draft::new(Pass::Structure);
        let merged = store.merge_inbox(&mut draft, DateTime::UNIX_EPOCH).unwrap();
        assert_eq!((merged.added.len(), merged.broken.len()), (1, 1));
        assert!(!store.has_incoming());
    }
}
