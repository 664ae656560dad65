//! The way back: comments of a submission become a draft again.

use std::path::Path;

use chrono::{DateTime, Utc};

use crate::contract::plan_comments::{Pass, SubmittedComment};
use crate::project::rounds::Note;
use crate::project::settle::{Removal, remove_exact};
use crate::project::store::Store;
use crate::project::submit::read_place;
use crate::project::write::DiskError;
use crate::review::anchor::Finder;
use crate::review::draft::{Anchor, Draft, DraftComment};
use crate::review::round::{Round, sha256_hex};
use crate::review::submission::{anchor_of, take_back};
use crate::review::target::PassView;

/// The plan to hang recalled comments on.
#[derive(Debug, Clone, Copy)]
pub struct Views<'a> {
    /// The pass as it was when it was submitted, where a round of it is known.
    pub before: Option<&'a PassView>,
    /// The pass as it now is.
    pub now: &'a PassView,
}

/// A submission that is a draft again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recalled {
    /// Keys of its comments in the draft.
    pub keys: Vec<u64>,
    /// What failed after the file was gone; the next start puts it right.
    pub warnings: Vec<DiskError>,
}

/// Why nothing was recalled. Draft and file are as they were.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecallError {
    /// What lies there is not what was shown: its bytes, or `None` where nothing lies there.
    Found(Option<Vec<u8>>),
    /// It is not a submission this version understands, and is left alone.
    NotUnderstood,
    /// It belongs into the draft of this pass.
    Pass(Pass),
    /// The disk refused.
    Disk(DiskError),
}

impl From<DiskError> for RecallError {
    fn from(error: DiskError) -> Self {
        RecallError::Disk(error)
    }
}

impl Store {
    /// Turns the submission with this hash at `path` back into comments of `draft`, and takes the file away. It may be
    /// another program's. Its round, where one is known, is recalled, which is not handled.
    ///
    /// # Errors
    /// Something else lies there, it is not understood, it is of another pass, or the disk refuses.
    pub fn recall(
        &self,
        path: &Path,
        sha256: &str,
        draft: &mut Draft,
        views: Views,
        now: DateTime<Utc>,
    ) -> Result<Recalled, RecallError> {
        let _lock = self.lock_submissions()?;
        let found = read_place(path)?;
        let Some(bytes) = found.as_ref().filter(|bytes| sha256_hex(bytes) == sha256) else {
            return Err(RecallError::Found(found));
        };
        let (pass, comments) = take_back(bytes).ok_or(RecallError::NotUnderstood)?;
        if pass != draft.pass {
            return Err(RecallError::Pass(pass));
        }
        let round = self.round_of(sha256);
        if round.is_none() {
            self.keep(bytes)?;
        }
        let kept = draft.clone();
        let keys = add(draft, &returned(round.as_ref(), &comments, views), now);
        if let Some(round) = round.as_ref().filter(|_| draft.overall.is_empty()) {
            draft.overall.clone_from(&round.overall);
        }
        draft.recalling = Some(sha256.to_owned());
        let removed = self.save_draft(draft, None).and_then(|()| remove_exact(path, sha256));
        let error = match removed {
            Ok(Removal::Removed) => None,
            Ok(Removal::Absent) => Some(RecallError::Found(None)),
            Ok(Removal::Different(bytes)) => Some(RecallError::Found(Some(bytes))),
            Err(error) => Some(error.into()),
        };
        if let Some(error) = error {
            *draft = kept;
            self.save_draft(draft, None)?;
            return Err(error);
        }
        let mut warnings: Vec<DiskError> = self.note(sha256, Note::Recalled, None, now).err().into_iter().collect();
        draft.recalling = None;
        warnings.extend(self.save_draft(draft, None).err());
        Ok(Recalled { keys, warnings })
    }

    /// Puts the comments of a past round back into `draft` (`rounds --restore`), whatever became of it, and saves it.
    ///
    /// # Errors
    /// The round cannot be read, is of another pass, or the disk refuses; the draft is as it was.
    pub fn restore(
        &self,
        round: &Round,
        draft: &mut Draft,
        views: Views,
        now: DateTime<Utc>,
    ) -> Result<Vec<u64>, RecallError> {
        let bytes = self.round_submission(round.round)?;
        let (pass, comments) = self.comments_of(round, &bytes).ok_or(RecallError::NotUnderstood)?;
        if pass != draft.pass {
            return Err(RecallError::Pass(pass));
        }
        let kept = draft.clone();
        let keys = add(draft, &returned(Some(round), &comments, views), now);
        let objecting = Some(self.round_objecting(round.round)).filter(|known| known.len() == keys.len());
        for (key, objecting) in keys.iter().zip(objecting.into_iter().flatten()) {
            if let Some(comment) = draft.comments.iter_mut().find(|comment| comment.key == *key) {
                comment.objecting = Some(objecting);
            }
        }
        if let Err(error) = self.save_draft(draft, None) {
            *draft = kept;
            return Err(error.into());
        }
        Ok(keys)
    }
}

fn add(draft: &mut Draft, comments: &[(Anchor, &str)], now: DateTime<Utc>) -> Vec<u64> {
    let first = draft.next_key;
    for (anchor, text) in comments {
        let (key, text) = (draft.next_key, (*text).to_owned());
        draft.comments.push(DraftComment { key, anchor: anchor.clone(), text, created_at: now, objecting: None });
        draft.next_key += 1;
    }
    draft.updated_at = Some(now);
    (first..draft.next_key).collect()
}

/// Where submitted comments hang now: by the anchors of the round, else by what the file itself says.
fn returned<'a>(round: Option<&Round>, comments: &'a [SubmittedComment], views: Views) -> Vec<(Anchor, &'a str)> {
    let finder = Finder::new(views.before, views.now);
    let known = round.map(|r| r.anchors.as_slice()).filter(|anchors| anchors.len() == comments.len());
    let anchor = |(at, comment): (usize, &SubmittedComment)| match known.and_then(|anchors| anchors.get(at)) {
        Some(anchor) => finder.find(anchor),
        None => anchor_of(comment, views.now),
    };
    comments.iter().enumerate().map(|(at, comment)| (anchor((at, comment)), comment.text.as_str())).collect()
}
