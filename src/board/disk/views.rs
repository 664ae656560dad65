//! What past rounds say of the plan as it now is: sent comments, changed targets; and what is to be watched.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::board::state::{Sent, SubmissionNow};
use crate::contract::plan_comments::ReadSubmission;
use crate::project::find::Project;
use crate::project::load::{LoadOptions, Loaded, view_of};
use crate::project::notes;
use crate::project::reports;
use crate::project::store::Store;
use crate::project::watch::WatchList;
use crate::review::anchor::reanchor;
use crate::review::draft::{AnchorState, Draft, DraftComment};
use crate::review::history::History;
use crate::review::round::{Outcome, Round, SubmissionState, nothing_changed};
use crate::review::submission::anchor_of;
use crate::review::target::PassView;
use crate::review::verify::changed;

/// Plans as they were at past rounds, built once.
pub struct Views {
    project: Project,
    built: HashMap<u32, Option<Arc<PassView>>>,
}

impl Views {
    /// None built yet.
    pub fn new(project: Project) -> Views {
        Views { project, built: HashMap::new() }
    }

    /// The pass as it was when a round was submitted.
    pub fn before(&self, store: &Store, round: &Round, now: DateTime<Utc>) -> Option<Arc<PassView>> {
        if let Some(built) = self.built.get(&round.round) {
            return built.clone();
        }
        let bytes = store.round_before(round.round).ok()?;
        Some(Arc::new(view_of(&self.project, round.pass, &bytes, now)))
    }

    fn remembered(&mut self, store: &Store, round: &Round, now: DateTime<Utc>) -> Option<Arc<PassView>> {
        let before = self.before(store, round, now);
        self.built.insert(round.round, before.clone());
        before
    }

    /// The comments sent in the newest round of this pass, hung on the plan as it now is, and the targets that changed
    /// since.
    pub fn of_rounds(
        &mut self,
        store: &Store,
        rounds: &[Round],
        view: &PassView,
        now: DateTime<Utc>,
    ) -> (Option<Sent>, HashSet<usize>) {
        let kind = view.targets.first().map(|t| t.kind);
        let of_this_pass = |r: &&Round| kind.is_some_and(|kind| r.pass.target_kinds().contains(&kind));
        let newest = rounds.iter().rfind(|r| r.pending.is_none() && of_this_pass(r));
        let Some(round) = newest.filter(|r| r.outcome != Some(Outcome::Recalled)) else {
            return (None, HashSet::new());
        };
        let before = self.remembered(store, round, now);
        let sent = sent(store, round, before.as_deref(), view);
        let changed = before.map(|before| changed(&before, view)).unwrap_or_default();
        (sent, changed)
    }

    /// Whether a round was handled although no target it named changed.
    pub fn nothing_changed(&mut self, store: &Store, round: &Round, view: &PassView, now: DateTime<Utc>) -> bool {
        let Some(before) = self.remembered(store, round, now) else { return false };
        let Some((_, named)) =
            store.round_submission(round.round).ok().and_then(|bytes| store.comments_of(round, &bytes))
        else {
            return false;
        };
        let after = match store.round_after(round.round) {
            Ok(Some(bytes)) => view_of(&self.project, round.pass, &bytes, now),
            _ => view.clone(),
        };
        let files = crate::project::identity::identities_now(&round.files, crate::project::identity::Budget::default());
        let changed_file = |id: &str| {
            let of = round.files.iter().zip(&files).filter(|(was, _)| was.targets.iter().any(|t| t == id));
            of.into_iter().any(|(was, is)| was.changed(is) == Some(true))
        };
        nothing_changed(&named, &before, &after, changed_file)
    }
}

fn sent(store: &Store, round: &Round, before: Option<&PassView>, view: &PassView) -> Option<Sent> {
    let (pass, comments) = store.comments_of(round, &store.round_submission(round.round).ok()?)?;
    let mut draft = Draft::new(pass);
    let source = before.unwrap_or(view);
    draft.comments = comments
        .iter()
        .zip(1..)
        .map(|(comment, key)| DraftComment {
            key,
            anchor: anchor_of(comment, source),
            text: comment.text.clone(),
            created_at: DateTime::UNIX_EPOCH,
            objecting: None,
        })
        .collect();
    for comment in &mut draft.comments {
        // In the plan it was written on, an index is the target, whatever the title.
        if comment.anchor.state == AnchorState::Moved {
            comment.anchor.state = AnchorState::Kept;
        }
    }
    if let Some(before) = before {
        reanchor(&mut draft, &mut History::default(), before, view);
    }
    Some(Sent { round: round.round, draft })
}

impl SubmissionNow {
    /// A submission of ours.
    pub fn of_round(round: &Round, state: SubmissionState, sha256: Option<String>) -> SubmissionNow {
        SubmissionNow {
            pass: Some(round.pass),
            round: Some(round.round),
            comments: round.comments,
            submitted_at: time(&round.submitted_at),
            state,
            nothing_changed: false,
            sha256,
            overall: round.overall.clone(),
            checkpoint: round.checkpoint,
        }
    }

    /// A submission another program wrote.
    pub fn foreign(read: Option<&ReadSubmission>, sha256: &str) -> SubmissionNow {
        SubmissionNow {
            pass: read.and_then(|r| r.pass),
            round: None,
            comments: read.map_or(0, |r| r.comments.len()),
            submitted_at: read.and_then(|r| r.submitted_at.as_deref()).and_then(time),
            state: SubmissionState::Waiting,
            nothing_changed: false,
            sha256: Some(sha256.to_owned()),
            overall: String::new(),
            checkpoint: None,
        }
    }
}

fn time(text: &str) -> Option<DateTime<Utc>> {
    DateTime::parse_from_rfc3339(text).ok().map(|t| t.with_timezone(&Utc))
}

/// The files of the project, the pictures and sources of its targets, and the inbox.
pub fn watch_list(project: &Project, options: &LoadOptions, loaded: &Loaded, store: Option<&Store>) -> WatchList {
    let mut files =
        vec![project.research_plan.clone(), project.edit.clone(), project.plan_comments(), project.intake()];
    files.extend(project.coding.iter().flat_map(|place| [place.file.clone(), place.critique.clone()]));
    match options.notes.as_ref().and_then(|asked| asked.file.as_ref()) {
        Some(notes) => files.push(notes.clone()),
        None => files.extend(notes::places(Some(project), &project.root)),
    }
    files.extend(store.map(Store::waiting_file));
    let reports = reports::watched(&project.root, &options.reports);
    files.extend(reports.files);
    let beside = loaded.plan.passes.iter().flat_map(|v| &v.targets).flat_map(|t| t.files.iter().cloned());
    let beside: std::collections::BTreeSet<PathBuf> = beside.collect();
    let (beside, inbox) = (beside.into_iter().collect(), store.map(|s| s.folder().join("inbox")));
    WatchList { files, beside, inbox, folders: reports.folders }
}
