//! A submission as the agent reads it: its bytes, its round, each comment resolved, and what is odd about it.

use std::path::Path;

use crate::cli::context::{Context, Opened, os_variable};
use crate::contract::finding::{Finding, Severity};
use crate::contract::json::Document;
use crate::contract::plan_comments::{Pass, ReadComment, ReadSubmission, VERSION};
use crate::locale::Locale;
use crate::project::load::{OnDisk, view_of};
use crate::project::store::Store;
use crate::review::first_pass::first_pass;
use crate::review::resolve::{Known, Oddity, Resolved, resolve};
use crate::review::round::Round;
use crate::review::target::{PassView, Target};

use super::holding::settled;

/// What lies in the submission's place, as the agent reads it.
pub(super) struct Reading {
    /// Whether anything lies there.
    pub waiting: bool,
    /// The word of its state; where nothing lies there, of the last round's.
    pub state: Option<&'static str>,
    /// SHA-256 (hex) of its bytes, where it was understood: the token that `comments done` wants.
    pub token: Option<String>,
    /// What it says, where it is JSON.
    pub submission: Option<ReadSubmission>,
    /// Where its comments lead, in their order.
    pub resolved: Vec<Resolved>,
    /// Its round, where one is known here.
    pub round: Option<Round>,
    /// What is wrong or odd, and what is less certain.
    pub findings: Vec<Finding>,
}

impl Reading {
    /// The comments with where they lead.
    pub fn comments(&self) -> impl Iterator<Item = (usize, &ReadComment, &Resolved)> {
        let comments = self.submission.iter().flat_map(|submission| &submission.comments);
        comments.zip(&self.resolved).enumerate().map(|(n, (comment, resolved))| (n, comment, resolved))
    }

    /// Whether the reading failed. A comment that names nothing is reported, and no failure.
    pub fn failed(&self) -> bool {
        are_fatal(&self.findings)
    }
}

/// Whether one of the findings is an error that is not only about what a comment names.
fn are_fatal(findings: &[Finding]) -> bool {
    let naming = |finding: &Finding| {
        let key = finding.pointer.strip_prefix("/comments/").and_then(|rest| rest.split_once('/'));
        key.is_some_and(|(_, key)| matches!(key, "target_kind" | "target_id"))
    };
    findings.iter().any(|finding| finding.severity == Severity::Error && !naming(finding))
}

/// The target a comment leads to, where it may be revised.
pub(super) fn target<'a>(opened: &'a Opened, resolved: &Resolved) -> Option<&'a Target> {
    let (pass, position) = resolved.target?;
    opened.loaded.plan.pass(pass).targets.get(position)
}

/// An approval that is not collected yet, as `comments read --json` gives it; reading it collects it, and so does reading
/// the submission (`token`) that was decided.
pub(super) fn approved(opened: &Opened, token: Option<&str>) -> Option<serde_json::Value> {
    let store = Store::peek(&opened.project.plan_dir, &os_variable)?;
    serde_json::to_value(store.collect_for_read(token)?.approval()?).ok()
}

/// Reads what lies there, and leaves a receipt in its round. Files that are half-written are waited for. `locale`: for
/// the reasons inside findings.
pub(super) fn take(context: &mut Context, opened: Opened, locale: &Locale) -> (Opened, Reading) {
    let opened = settled(context, opened, |opened| match &opened.loaded.on_disk {
        OnDisk::Submission { read: None, .. } => true,
        OnDisk::Submission { read: Some(read), .. } => read.pass.is_some_and(|pass| opened.loaded.is_broken(pass)),
        OnDisk::Absent | OnDisk::Unreadable(_) => false,
    });
    let store = Store::peek(&opened.project.plan_dir, &os_variable).filter(Store::exists);
    if let Some(store) = &store {
        // What cannot be noted costs the receipt as well, and that is said.
        let _ = store.observe_replaced(&opened.project.plan_comments(), opened.now);
    }
    let reading = match &opened.loaded.on_disk {
        OnDisk::Absent => absent(&opened, store.as_ref()),
        OnDisk::Unreadable(finding) => {
            Reading { waiting: true, state: Some("waiting"), findings: vec![(**finding).clone()], ..nothing() }
        }
        OnDisk::Submission { sha256, bytes, read, findings } => {
            let mut findings = findings.clone();
            match read {
                Some(read) if read.version <= VERSION && !are_fatal(&findings) => {
                    there(&opened, store, locale, sha256, bytes, read, findings)
                }
                // Nothing is guessed, nothing is noted, and there is no token to delete it with.
                read => {
                    findings.retain(|finding| read.is_none() || finding.severity == Severity::Error);
                    let resolved = read.iter().flat_map(|read| resolve(read, &opened.loaded.plan, None)).collect();
                    let submission = read.clone();
                    Reading { waiting: true, state: Some("waiting"), submission, resolved, findings, ..nothing() }
                }
            }
        }
    };
    (opened, reading)
}

fn nothing() -> Reading {
    Reading {
        waiting: false,
        state: None,
        token: None,
        submission: None,
        resolved: Vec::new(),
        round: None,
        findings: Vec::new(),
    }
}

fn absent(opened: &Opened, store: Option<&Store>) -> Reading {
    let round = store.and_then(Store::last_round);
    let state = round.as_ref().map(|round| round.state(None, plan_now(opened, round)).as_str());
    Reading { state, round, ..nothing() }
}

fn there(
    opened: &Opened,
    store: Option<Store>,
    locale: &Locale,
    sha256: &str,
    bytes: &[u8],
    submission: &ReadSubmission,
    mut findings: Vec<Finding>,
) -> Reading {
    let file = opened.project.plan_comments();
    let plan = &opened.loaded.plan;
    let mut round = store.as_ref().and_then(|store| store.round_of(sha256));
    let before = match (&store, &round) {
        (Some(store), Some(known)) => match store.round_before(known.round) {
            Ok(bytes) => Some(view_of(&opened.project, known.pass, &bytes, opened.now)),
            Err(error) => {
                let problem = locale.phrase(&error.phrase());
                findings.push(Finding::new(&file, Severity::Warning, "no-snapshot", None).with("problem", problem));
                None
            }
        },
        _ => {
            findings.push(Finding::new(&file, Severity::Warning, "no-round", None));
            None
        }
    };
    let known = round.as_ref().zip(before.as_ref());
    let resolved = resolve(submission, plan, known.map(|(round, before)| Known { before, anchors: &round.anchors }));
    findings.extend(about_the_pass(opened, locale, submission));
    about_names(&file, bytes, submission, &resolved, &mut findings);
    if let (Some(store), Some(known)) = (&store, &mut round) {
        match store.leave_receipt(sha256, opened.now) {
            Ok(noted) => *known = noted.unwrap_or_else(|| known.clone()),
            Err(error) => {
                let problem = locale.phrase(&error.phrase());
                findings.push(Finding::new(&file, Severity::Warning, "no-receipt", None).with("problem", problem));
            }
        }
    }
    let state = round.as_ref().map_or("waiting", |round| round.state(Some(sha256), plan_now(opened, round)).as_str());
    Reading {
        waiting: true,
        state: Some(state),
        token: Some(sha256.to_owned()),
        submission: Some(submission.clone()),
        resolved,
        round,
        findings,
    }
}

fn plan_now<'a>(opened: &'a Opened, round: &Round) -> Option<&'a str> {
    opened.loaded.plan.pass(round.pass).sha256.as_deref()
}

/// A pass that belongs to another checkpoint, or whose plan cannot be read now.
fn about_the_pass(opened: &Opened, locale: &Locale, submission: &ReadSubmission) -> Vec<Finding> {
    let (plan, file) = (&opened.loaded.plan, opened.project.plan_comments());
    let mut findings = Vec::new();
    let Some(pass) = submission.pass else { return findings };
    let there = |view: &PassView| view.unavailable.is_none();
    let now = first_pass(plan, None, None, None);
    // While the plan of the pass is broken, nothing tells where the work is.
    if now != pass && there(plan.pass(now)) && !opened.loaded.is_broken(pass) {
        // Only what comes before can be left over.
        let code = if pass < now { "pass-left-over" } else { "pass-of-another-checkpoint" };
        let finding = Finding::new(&file, Severity::Warning, code, None);
        let mut finding = finding.found(pass.as_str()).expected(now.as_str());
        finding.pointer = "/pass".to_owned();
        findings.push(finding);
    }
    // A final pass read against clips says so comment by comment.
    let view = plan.pass(pass);
    if let Some(reason) = view.unavailable.as_ref().filter(|_| pass != Pass::Final || !there(plan.pass(Pass::Scaffold)))
    {
        let reason = locale.phrase(reason);
        findings.push(Finding::new(&view.file, Severity::Warning, "plan-unavailable", None).with("reason", reason));
    }
    findings
}

/// What is odd about how comments name their targets.
fn about_names(
    file: &Path,
    bytes: &[u8],
    submission: &ReadSubmission,
    resolved: &[Resolved],
    findings: &mut Vec<Finding>,
) {
    let document = Document::parse(file, bytes).ok().map(|(document, _)| document);
    for (n, (comment, resolved)) in submission.comments.iter().zip(resolved).enumerate() {
        let pointer = format!("/comments/{n}/target_id");
        for oddity in &resolved.oddities {
            let code = match oddity {
                Oddity::PaddedIndex => "padded-index",
                Oddity::CutByItemId => "cut-by-item-id",
                Oddity::CutsAreGone => "cuts-are-gone",
            };
            // It was read all the same.
            findings.retain(|finding| finding.code != "index-not-digits" || finding.pointer != pointer);
            let node = document.as_ref().and_then(|d| d.root().get("comments")?.array()?.get(n)?.get("target_id"));
            let place = node.map(|node| node.place());
            let finding = Finding::new(file, Severity::Warning, code, place).found(comment.target_id.as_str());
            findings.push(Finding { pointer: pointer.clone(), ..finding });
        }
    }
}
