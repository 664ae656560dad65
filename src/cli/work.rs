//! What the reviewer has done on a project so far, for commands that only look: drafts in line with the plan as it now
//! is, reviewed marks, the submission on disk, the last round. Nothing is written.

use serde::Serialize;

use crate::cli::context::{Opened, os_variable};
use crate::cli::status::rfc3339;
use crate::contract::finding::{Finding, Place, Severity};
use crate::contract::plan_comments::Pass;
use crate::project::drafts::LoadedDraft;
use crate::project::load::{OnDisk, view_of};
use crate::project::reviewed::{Mark, Reviewed};
use crate::project::store::Store;
use crate::project::write::{Cause, DiskError};
use crate::review::anchor::{reanchor, reanchor_without};
use crate::review::draft::{AnchorState, Draft};
use crate::review::first_pass::first_pass;
use crate::review::history::History;
use crate::review::per_pass::PerPass;
use crate::review::round::Round;
use crate::review::target::{PassView, Target};

/// What the reviewer has done so far.
pub struct Work {
    /// One draft for each pass, in their order.
    drafts: PerPass<Draft>,
    reviewed: PerPass<Reviewed>,
    /// The submission that lies on disk.
    pub waiting: Option<Waiting>,
    /// The newest round.
    pub last_round: Option<LastRound>,
    /// What is wrong in the kept state.
    pub findings: Vec<Finding>,
}

/// A submission that lies on disk.
pub struct Waiting {
    /// Its pass, where it says one.
    pub pass: Option<Pass>,
    /// How many comments it has; `None` where that cannot be told.
    pub comments: Option<usize>,
    /// As in the file.
    pub submitted_at: Option<String>,
    /// `waiting`, `read` or `revising`.
    pub state: &'static str,
}

/// The newest round, as `status --json` gives it.
#[derive(Serialize)]
pub struct LastRound {
    /// Counts from 1.
    pub round: u32,
    /// The pass reviewed.
    pub pass: Pass,
    /// As in the file.
    pub submitted_at: String,
    /// When the agent first read it.
    pub read_at: Option<String>,
    /// When it was handled.
    pub handled_at: Option<String>,
    /// Its state in one word.
    pub state: &'static str,
    /// How many comments it has.
    pub comments: usize,
}

impl LastRound {
    /// A round as it now stands; `on_disk`: the hash of the submission that lies there.
    pub fn of(opened: &Opened, round: &Round, on_disk: Option<&str>) -> LastRound {
        LastRound {
            round: round.round,
            pass: round.pass,
            submitted_at: round.submitted_at.clone(),
            read_at: round.read_at.map(rfc3339),
            handled_at: round.handled_at.map(rfc3339),
            state: state(opened, round, on_disk),
            comments: round.comments,
        }
    }
}

impl Work {
    /// Looks at the kept state of the project.
    pub fn peek(opened: &Opened) -> Work {
        // What was never kept reads as empty; what is kept and cannot be read is told.
        let store = Store::peek(&opened.project.plan_dir, &os_variable);
        let (inbox, wrong) = store.as_ref().map(Store::peek_inbox).unwrap_or_default();
        let mut findings: Vec<Finding> = wrong.iter().map(unread).collect();
        let on_disk = match &opened.loaded.on_disk {
            OnDisk::Submission { sha256, .. } => Some(sha256.as_str()),
            OnDisk::Absent | OnDisk::Unreadable(_) => None,
        };
        let drafts = PerPass::new(|pass| {
            let Some(store) = &store else { return Draft::new(pass) };
            let mut loaded = store.peek_draft(pass);
            findings.extend(loaded.broken.iter().map(|(error, _)| unread(error)));
            // A crash left it between writing the submission and clearing the draft: it is not offered again.
            let written = |sha256: &String| {
                on_disk == Some(sha256) || store.round_of(sha256).is_some_and(|round| round.pending.is_none())
            };
            if loaded.draft.becoming.as_ref().is_some_and(written) {
                loaded.draft.clear_sent(opened.now);
            }
            // A board that ends before it looks leaves them there: they belong to the draft all the same.
            for comment in inbox.iter().filter(|comment| comment.pass == pass).cloned() {
                let at = comment.created_at;
                if comment.join(&mut loaded.draft).is_some() {
                    loaded.draft.updated_at = loaded.draft.updated_at.max(Some(at));
                }
            }
            follow(opened, &mut loaded);
            gone_with_its_pass(opened, &mut loaded.draft);
            loaded.draft
        });
        let reviewed = PerPass::new(|pass| store.as_ref().map(|store| store.peek_reviewed(pass)).unwrap_or_default());
        let round_of = |sha256: &str| store.as_ref().and_then(|store| store.round_of(sha256));
        let waiting = match &opened.loaded.on_disk {
            OnDisk::Absent => None,
            OnDisk::Unreadable(_) => Some(Waiting { pass: None, comments: None, submitted_at: None, state: "waiting" }),
            OnDisk::Submission { sha256, read, .. } => Some(Waiting {
                pass: read.as_ref().and_then(|read| read.pass),
                comments: read.as_ref().filter(|read| read.is_listed).map(|read| read.comments.len()),
                submitted_at: read.as_ref().and_then(|read| read.submitted_at.clone()),
                state: round_of(sha256).map_or("waiting", |round| state(opened, &round, Some(sha256))),
            }),
        };
        let wrong = store.as_ref().map(|store| store.rounds().1).unwrap_or_default();
        findings.extend(wrong.iter().map(|error| Finding { severity: Severity::Warning, ..unread(error) }));
        let last_round = store.as_ref().and_then(Store::last_round).map(|round| LastRound::of(opened, &round, on_disk));
        Work { drafts, reviewed, waiting, last_round, findings }
    }

    /// The drafts that hold something.
    pub fn drafts(&self) -> impl Iterator<Item = &Draft> {
        self.drafts.iter().filter(|draft| !draft.is_empty())
    }

    /// The pass to show: the one asked for, else the one the file that was named is about, else by the first-pass rule.
    pub fn first_pass(&self, opened: &Opened, asked: Option<Pass>) -> Pass {
        let plan = &opened.loaded.plan;
        let newest = self.drafts().max_by_key(|draft| draft.updated_at).map(|draft| draft.pass);
        let unhandled = self.waiting.as_ref().and_then(|waiting| waiting.pass);
        first_pass(plan, asked.or_else(|| opened.project.named_pass(plan)), newest, unhandled)
    }

    /// How many comments of the draft are on a target.
    pub fn comments_on(&self, pass: Pass, target: &Target) -> usize {
        target.id.as_deref().map_or(0, |id| self.draft(pass).map_or(0, |draft| draft.on(id).count()))
    }

    /// How many targets of a pass have comments.
    pub fn commented(&self, pass: Pass, view: &PassView) -> usize {
        let Some(draft) = self.draft(pass).filter(|draft| !draft.comments.is_empty()) else { return 0 };
        let named: std::collections::HashSet<&str> =
            draft.comments.iter().map(|comment| comment.anchor.id.as_str()).collect();
        named.into_iter().filter(|id| view.by_id.contains_key(*id) && draft.on(id).next().is_some()).count()
    }

    /// How many targets of a pass are reviewed, and as they were then.
    pub fn reviewed(&self, pass: Pass, view: &PassView) -> usize {
        self.marks(pass).map_or(0, |marks| marks.count(view))
    }

    /// Whether a target is reviewed, and as it was then.
    pub fn is_reviewed(&self, pass: Pass, target: &Target) -> bool {
        self.marks(pass).is_some_and(|marks| marks.mark(target) == Mark::Reviewed)
    }

    fn draft(&self, pass: Pass) -> Option<&Draft> {
        self.drafts.iter().find(|draft| draft.pass == pass)
    }

    fn marks(&self, pass: Pass) -> Option<&Reviewed> {
        Pass::ALL.iter().zip(&self.reviewed).find(|(of, _)| **of == pass).map(|(_, marks)| marks)
    }
}

/// Brings the anchors of a draft in line with the plan as it now is, as far as that can be read. Gives whether they were
/// not.
pub fn follow(opened: &Opened, loaded: &mut LoadedDraft) -> bool {
    let draft = &mut loaded.draft;
    let view = opened.loaded.plan.pass(draft.pass);
    if draft.is_empty() || view.unavailable.is_some() || draft.plan_sha256 == view.sha256 {
        return false;
    }
    let mut history = History::default();
    match &loaded.snapshot {
        Some(bytes) => {
            let before = view_of(&opened.project, draft.pass, bytes, opened.now);
            reanchor(draft, &mut history, &before, view);
        }
        None => {
            reanchor_without(draft, &mut history, view);
        }
    }
    true
}

/// Shots stay shots, but of edit.json only one version is there: in version 2 no cut is left, before it no clip.
fn gone_with_its_pass(opened: &Opened, draft: &mut Draft) {
    let reason = opened.loaded.plan.pass(draft.pass).unavailable.as_ref().map(|reason| reason.key);
    if matches!(reason, Some("reason.no-cuts-in-v2" | "reason.clips-need-v2")) {
        draft.comments.iter_mut().for_each(|comment| comment.anchor.state = AnchorState::Gone);
    }
}

/// What is said of a kept file that cannot be read.
pub fn unread(error: &DiskError) -> Finding {
    let code = match &error.cause {
        Cause::Permission => "kept-forbidden",
        Cause::Link(_) | Cause::NotRegular(_) => "kept-in-the-way",
        Cause::Broken(_) => "kept-broken",
        _ => "kept-unreadable",
    };
    let place = match &error.cause {
        Cause::Broken(at) => at.split_once(':').and_then(|(line, column)| {
            // serde_json counts columns from 0 where a line has just begun.
            Some(Place { line: line.parse().ok()?, column: column.parse::<usize>().ok()?.max(1) })
        }),
        _ => None,
    };
    Finding::new(&error.path, Severity::Error, code, place).with("problem", error.cause.problem())
}

fn state(opened: &Opened, round: &Round, on_disk: Option<&str>) -> &'static str {
    let plan = opened.loaded.plan.pass(round.pass).sha256.as_deref();
    round.state(on_disk, plan).as_str()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::locale::Locale;
    use crate::project::write::FileKind;

    #[test]
    fn what_to_do_about_a_kept_file_follows_from_what_is_wrong() {
        let said = |cause| {
            let finding = unread(&DiskError { path: Path::new("/s/drafts/final.json").to_owned(), cause });
            let (what, hint) = Locale::of(crate::locale::Language::En).finding(&finding);
            (what, hint.unwrap_or_default(), finding.place.map(|place| (place.line, place.column)))
        };
        let (what, hint, _) = said(Cause::Permission);
        assert!(what.contains("no permission") && hint.contains("the right to read it"));
        let (what, hint, _) = said(Cause::NotRegular(FileKind::Fifo));
        assert!(what.contains("it is a pipe") && hint.contains("Move it away"));
        assert_eq!(said(Cause::Broken("3:0".to_owned())).2, Some((3, 1)));
        assert!(said(Cause::Other("Too many open files".to_owned())).0.contains("Too many open files"));
    }
}
