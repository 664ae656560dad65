//! A round: one submission and what became of it.

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::contract::plan_comments::{Pass, SubmittedComment};
use crate::review::draft::Anchor;
use crate::review::matching::pair;
use crate::review::target::PassView;

/// SHA-256 of `bytes`, in hex.
pub fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
}

/// One submission of the past and what is known about it. Its bytes, and the plan before and after, lie beside it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Counts from 1.
    pub round: u32,
    /// The pass reviewed.
    pub pass: Pass,
    /// As in the file.
    pub submitted_at: String,
    /// The file that was written (text that is not Unicode is kept only as far as it can be).
    #[serde(with = "lossy")]
    pub file: PathBuf,
    /// SHA-256 (hex) of the submission's bytes.
    pub sha256: String,
    /// The plan file under review.
    #[serde(with = "lossy")]
    pub plan_file: PathBuf,
    /// SHA-256 (hex) of the plan's bytes when it was submitted.
    pub plan_sha256: String,
    /// How many comments it has.
    pub comments: usize,
    /// Where each comment hung, in the order of the file.
    #[serde(default)]
    pub anchors: Vec<Anchor>,
    /// The checkpoint its hand-off line names, for the clips of an edit.json v2.
    #[serde(default)]
    pub checkpoint: Option<u8>,
    /// The overall note that went with it, in the hand-off line.
    #[serde(default)]
    pub overall: String,
    /// The targets' own files as they were.
    #[serde(default)]
    pub files: Vec<FileIdentity>,
    /// When the agent first read it.
    #[serde(default)]
    pub read_at: Option<DateTime<Utc>>,
    /// When it was handled, or its absence first noticed.
    #[serde(default)]
    pub handled_at: Option<DateTime<Utc>>,
    /// How it ended; `None`: still open.
    #[serde(default)]
    pub outcome: Option<Outcome>,
    /// When it ended, however it did.
    #[serde(default)]
    pub ended_at: Option<DateTime<Utc>>,
    /// SHA-256 (hex) of the plan stored as the round's *after*.
    #[serde(default)]
    pub after_sha256: Option<String>,
    /// The files as they were when the *after* was stored.
    #[serde(default)]
    pub after_files: Vec<FileIdentity>,
    /// What the agent said about single comments.
    #[serde(default)]
    pub replies: Vec<Reply>,
    /// While the file is being written: the name of its temporary file, and the hash of what it replaces.
    #[serde(default)]
    pub pending: Option<Pending>,
}

/// A submission whose writing had begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// Name of the temporary file, in the directory of the submission.
    pub temporary: String,
    /// SHA-256 (hex) of the submission it was to replace.
    pub replaces: Option<String>,
}

/// How a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The agent deleted the file.
    Handled,
    /// Another submission took its place.
    Replaced,
    /// The reviewer took it back.
    Recalled,
}

/// What the agent said about one comment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// Index of the comment in the submission.
    pub comment: usize,
    /// Skipped with a reason (`--skip`), or answered (`--say`).
    pub skipped: bool,
    /// Verbatim.
    pub text: String,
}

/// What a file was when the round was submitted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileIdentity {
    /// The file.
    #[serde(with = "lossy")]
    pub path: PathBuf,
    /// `target_id` of the targets it belongs to.
    pub targets: Vec<String>,
    /// Bytes; `None`: it was not there, or no regular file.
    pub size: Option<u64>,
    /// Last change, nanoseconds since 1970.
    pub modified: Option<i64>,
    /// SHA-256 (hex); `None`: not hashed (too large, too many, not readable).
    pub sha256: Option<String>,
    /// What it said, where it is a sidecar.
    #[serde(default)]
    pub told: Option<Told>,
}

/// What a sidecar said of the file it stands beside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// The file was still to be made, or made once more.
    pub unfinished: bool,
    /// The prompt: the next one while another attempt is planned or under way.
    pub prompt: Option<String>,
}

impl FileIdentity {
    /// Whether `now` may be another content; `None`: cannot be told. Hashes decide where both are known, else size and
    /// time.
    pub fn changed(&self, now: &FileIdentity) -> Option<bool> {
        match (&self.sha256, &now.sha256) {
            (Some(was), Some(is)) => Some(was != is),
            _ if self.size != now.size => Some(true),
            _ if self.modified == now.modified => Some(false),
            _ => None,
        }
    }
}

/// The state of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubmissionState {
    /// The file is there.
    Waiting,
    /// The file is there, and the agent read it.
    Read,
    /// The file is there, and the plan changed since.
    Revising,
    /// The file is gone.
    Handled,
    /// Another submission stands in its place.
    Replaced,
    /// The reviewer took it back.
    Recalled,
}

impl SubmissionState {
    /// The word of the JSON output.
    pub fn as_str(self) -> &'static str {
        match self {
            SubmissionState::Waiting => "waiting",
            SubmissionState::Read => "read",
            SubmissionState::Revising => "revising",
            SubmissionState::Handled => "handled",
            SubmissionState::Replaced => "replaced",
            SubmissionState::Recalled => "recalled",
        }
    }
}

impl Round {
    /// The state, from what is noted, the hash of the submission that lies on disk now (`None`: no file) and the hash of
    /// the plan now (`None`: not readable, which is no change).
    pub fn state(&self, on_disk: Option<&str>, plan: Option<&str>) -> SubmissionState {
        match (self.outcome, on_disk) {
            (Some(Outcome::Handled), _) => SubmissionState::Handled,
            (Some(Outcome::Replaced), _) => SubmissionState::Replaced,
            (Some(Outcome::Recalled), _) => SubmissionState::Recalled,
            // The critique goes on being written by others: how it ends is noted.
            (None, _) if self.pass == Pass::Coding => match plan.is_some_and(|hash| hash != self.plan_sha256) {
                true => SubmissionState::Revising,
                false if self.read_at.is_some() => SubmissionState::Read,
                false => SubmissionState::Waiting,
            },
            (None, None) => SubmissionState::Handled,
            (None, Some(hash)) if hash != self.sha256 => SubmissionState::Replaced,
            (None, Some(_)) if plan.is_some_and(|hash| hash != self.plan_sha256) => SubmissionState::Revising,
            (None, Some(_)) if self.read_at.is_some() => SubmissionState::Read,
            (None, Some(_)) => SubmissionState::Waiting,
        }
    }

    /// Whether nothing is noted yet about how it ended.
    pub fn is_open(&self) -> bool {
        self.outcome.is_none()
    }
}

/// Whether no named target changed between the plan at submission and the plan after: "handled, nothing changed", and
/// the comments are offered back. `file_changed` says whether a file of the target with this id became another.
/// `false` where a named target is not to be found in `before`, and where nothing was named.
pub fn nothing_changed(
    named: &[SubmittedComment],
    before: &PassView,
    after: &PassView,
    file_changed: impl Fn(&str) -> bool,
) -> bool {
    if named.is_empty() || after.unavailable.is_some() {
        return false;
    }
    if before.sha256.is_some() && before.sha256 == after.sha256 {
        return !named.iter().any(|c| file_changed(&c.target_id));
    }
    let pairs = pair(before, after);
    named.iter().all(|comment| {
        let Some(&at) = before.by_id.get(&comment.target_id) else { return false };
        let is = pairs.get(at).copied().flatten().and_then(|at| after.targets.get(at));
        let same = before.targets.get(at).zip(is).is_some_and(|(was, is)| was.fingerprint() == is.fingerprint());
        same && !file_changed(&comment.target_id)
    })
}

/// Paths as text: what is not Unicode is replaced, so that a round can always be written.
mod lossy {
    use std::path::{Path, PathBuf};

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&path.to_string_lossy())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
        String::deserialize(deserializer).map(PathBuf::from)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::review::anchor::testing::{shot, view};

    pub(crate) fn round(number: u32, sha256: &str) -> Round {
        Round {
            round: number,
            pass: Pass::Structure,
            submitted_at: "2026-07-25T09:30:00.000Z".into(),
            file: "plan-comments.json".into(),
            sha256: sha256.into(),
            plan_file: "research-plan.json".into(),
            plan_sha256: "plan".into(),
            comments: 1,
            anchors: Vec::new(),
            overall: String::new(),
            checkpoint: None,
            files: Vec::new(),
            read_at: None,
            handled_at: None,
            outcome: None,
            ended_at: None,
            after_sha256: None,
            after_files: Vec::new(),
            replies: Vec::new(),
            pending: None,
        }
    }

    #[test]
    fn the_state_follows_from_file_receipt_and_plan() {
        let mut r = round(1, "s");
        assert_eq!(r.state(Some("s"), Some("plan")), SubmissionState::Waiting);
        assert_eq!(r.state(Some("s"), None), SubmissionState::Waiting, "an unreadable plan is no change");
        r.read_at = Some(DateTime::UNIX_EPOCH);
        assert_eq!(r.state(Some("s"), Some("plan")), SubmissionState::Read);
        assert_eq!(r.state(Some("s"), Some("other")), SubmissionState::Revising);
        assert_eq!(r.state(None, Some("plan")), SubmissionState::Handled);
        assert_eq!(r.state(Some("t"), Some("plan")), SubmissionState::Replaced);
        r.outcome = Some(Outcome::Recalled);
        assert_eq!(r.state(None, Some("plan")), SubmissionState::Recalled, "recall is no handling");
        r.outcome = Some(Outcome::Replaced);
        assert_eq!(r.state(None, Some("plan")), SubmissionState::Replaced);
    }

    #[test]
    fn nothing_changed_looks_at_named_targets_only() {
        let before = view(vec![shot(0, Some("a"), "one"), shot(1, Some("b"), "two")]);
        let after = view(vec![shot(0, Some("n"), "new"), shot(1, Some("a"), "one"), shot(2, Some("b"), "zwei")]);
        let named = |id: &str| {
            let kind = Pass::Structure.target_kind();
            vec![SubmittedComment { target_kind: kind, target_id: id.into(), title: "t".into(), text: "x".into() }]
        };
        assert!(nothing_changed(&named("0"), &before, &after, |_| false));
        assert!(!nothing_changed(&named("1"), &before, &after, |_| false));
        assert!(!nothing_changed(&named("0"), &before, &after, |_| true), "its picture was replaced");
        assert!(!nothing_changed(&[], &before, &after, |_| false));
        assert!(!nothing_changed(&named("9"), &before, &after, |_| false));
    }

    #[test]
    fn a_file_changed_by_hash_else_by_size_and_time() {
        let file = |size, modified, sha: Option<&str>| FileIdentity {
            path: "p".into(),
            targets: vec![],
            size: Some(size),
            modified: Some(modified),
            sha256: sha.map(str::to_owned),
            told: None,
        };
        assert_eq!(file(1, 1, Some("a")).changed(&file(1, 2, Some("a"))), Some(false));
        assert_eq!(file(1, 1, Some("a")).changed(&file(1, 1, Some("b"))), Some(true));
        assert_eq!(file(1, 1, None).changed(&file(2, 1, None)), Some(true));
        assert_eq!(file(1, 1, None).changed(&file(1, 1, None)), Some(false));
        assert_eq!(file(1, 1, None).changed(&file(1, 2, None)), None);
    }
}
