//! A round checked against the plan that came of it.

use std::collections::HashSet;
use std::path::PathBuf;

use chrono::{DateTime, Utc};

use crate::contract::finding::Phrase;
use crate::contract::plan_comments::SubmittedComment;
use crate::project::find::Project;
use crate::project::identity::{Budget, identities, identities_now};
use crate::project::load::view_of;
use crate::project::store::Store;
use crate::project::write::DiskError;
use crate::review::round::{FileIdentity, Round};
use crate::review::target::PassView;
use crate::review::verify::{Files, Side, Verification, verify};

/// A round, what it asked for and what came of it.
#[derive(Debug, Clone)]
pub struct Verified {
    /// The round.
    pub round: Round,
    /// Its comments, in the order of the file.
    pub comments: Vec<SubmittedComment>,
    /// What came of it.
    pub verification: Verification,
    /// The pass as it was submitted on.
    pub before: PassView,
    /// The pass it is compared with: the round's *after*, else the plan as it now is.
    pub after: PassView,
}

/// Why a round cannot be checked.
#[derive(Debug, Clone)]
pub enum CannotVerify {
    /// What is kept of it cannot be read.
    Disk(DiskError),
    /// Its copy of the submission is not understood.
    NotUnderstood,
    /// The plan to compare with cannot be read, and why.
    Plan(Phrase),
}

impl CannotVerify {
    /// In words.
    pub fn phrase(&self) -> Phrase {
        match self {
            CannotVerify::Disk(error) => error.phrase(),
            CannotVerify::NotUnderstood => Phrase::new("rounds.not-understood"),
            CannotVerify::Plan(reason) => reason.clone(),
        }
    }
}

/// Checks a round: before against its *after*, or, while it has none, against `today`, the bytes of the plan file as it
/// now is (`None`: not there).
///
/// # Errors
/// See [`CannotVerify`].
pub fn verify_round(
    store: &Store,
    project: &Project,
    round: &Round,
    today: Option<&[u8]>,
    now: DateTime<Utc>,
) -> Result<Verified, CannotVerify> {
    let submission = store.round_submission(round.round).map_err(CannotVerify::Disk)?;
    let (_, comments) = store.comments_of(round, &submission).ok_or(CannotVerify::NotUnderstood)?;
    let old = store.round_before(round.round).map_err(CannotVerify::Disk)?;
    let kept = store.round_after(round.round).map_err(CannotVerify::Disk)?;
    let files = match &kept {
        Some(_) if !round.after_files.is_empty() => round.after_files.clone(),
        _ => identities_now(&round.files, Budget::default()),
    };
    let absent = || CannotVerify::Plan(Phrase::new("rounds.no-plan"));
    let new = kept.as_deref().or(today).ok_or_else(absent)?;
    let before = view_of(project, round.pass, &old, now);
    let after = view_of(project, round.pass, new, now);
    if let Some(reason) = before.unavailable.clone().or_else(|| unusable(&after)) {
        return Err(CannotVerify::Plan(reason));
    }
    let (was, mut is) = (rebased(&round.files, round, &before), rebased(&files, round, &before));
    // Files that the plan names only now: what was made may stand at another path than what it was made for.
    let known: HashSet<PathBuf> = is.iter().map(|file| file.path.clone()).collect();
    let new_files = identities(&after, Budget { file: 0, ..Budget::default() });
    is.extend(new_files.into_iter().filter(|file| !known.contains(&file.path)));
    let verification = verify(
        &comments,
        Side { view: &before, bytes: &old },
        Side { view: &after, bytes: new },
        Files { before: &was, after: &is },
    );
    Ok(Verified { round: round.clone(), comments, verification, before, after })
}

/// Why a plan cannot be compared with. One that has no targets of this pass any more, because it went to another
/// version, can.
fn unusable(view: &PassView) -> Option<Phrase> {
    let other_version = ["reason.no-cuts-in-v2", "reason.clips-need-v2"];
    view.unavailable.clone().filter(|reason| !other_version.contains(&reason.key))
}

/// The files of a round under the paths the plan has now: a project may be opened by another way than it was then.
fn rebased(files: &[FileIdentity], round: &Round, view: &PassView) -> Vec<FileIdentity> {
    let folders = round.plan_file.parent().zip(view.file.parent()).filter(|(was, is)| was != is);
    let Some((was, is)) = folders else { return files.to_vec() };
    let moved = |file: &FileIdentity| {
        let path = file.path.strip_prefix(was).map_or_else(|_| file.path.clone(), |rest| is.join(rest));
        FileIdentity { path, ..file.clone() }
    };
    files.iter().map(moved).collect()
}
