//! plan-critique.json on the disk: reading it with what it comes to, adding objections, the record of what was judged, the
//! reviewer's rulings.

mod comments;
mod owner;
mod record;
mod rounds;
mod submit;
#[cfg(test)]
mod tests;
mod world;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::contract::finding::{Finding, Severity};
use crate::contract::json::{Document, MAX_BYTES};
use crate::contract::plan_comments::{Pass, TargetKind};
use crate::contract::plan_critique::{self, Critique};
use crate::project::find::CodingPlace;
use crate::project::load::LoadOptions;
use crate::project::store::Store;
use crate::project::write::{Cause, DiskError, read_regular};
use crate::review::critique::{Case, Judgement, Verdict, judge};
use crate::review::plan::FileState;
use crate::review::plan::coding::{self, CodingInputs};
use crate::review::round::sha256_hex;
use crate::review::target::{PassView, Plan};

pub use submit::{CritiqueOrder, CritiqueRefused, CritiqueSubmitted};

/// A critique that was read.
#[derive(Debug, Clone)]
pub struct LoadedCritique {
    /// Its file, absolute.
    pub file: PathBuf,
    /// SHA-256 of its bytes, hex.
    pub sha256: String,
    /// Its bytes.
    pub bytes: Arc<[u8]>,
    /// What it says; `None`: it cannot be read as a critique.
    pub critique: Option<Critique>,
    /// What it comes to.
    pub judgement: Option<Judgement>,
    /// What is wrong in it.
    pub findings: Vec<Finding>,
    /// The topic it was written for, where that is another than the one under review: it says nothing of this plan, so
    /// there is neither a critique nor a judgement here.
    pub other: Option<String>,
}

impl LoadedCritique {
    /// The verdict of the gate; a critique that cannot be read is not clear.
    pub fn verdict(&self) -> Verdict {
        self.judgement.as_ref().map_or(Verdict::Blocked, |judgement| judgement.verdict)
    }

    /// Everything that is wrong: in the file, and by the record of what was judged.
    pub fn all_findings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().chain(self.judgement.iter().flat_map(|judgement| &judgement.findings))
    }
}

/// Reads the critique of a coding project; `None`: there is none. A link to it is followed.
pub fn load(place: &CodingPlace, plan: &Plan, options: &LoadOptions) -> Option<LoadedCritique> {
    let file = &place.critique;
    let mut loaded = LoadedCritique {
        file: file.clone(),
        sha256: String::new(),
        bytes: Arc::from([]),
        critique: None,
        judgement: None,
        findings: Vec::new(),
        other: None,
    };
    match read_regular(file, MAX_BYTES) {
        Ok(bytes) => {
            loaded.sha256 = sha256_hex(&bytes);
            (loaded.critique, loaded.findings) = plan_critique::read(file, &bytes);
            loaded.bytes = bytes.into();
        }
        Err(error) if matches!(error.cause, Cause::Missing | Cause::NoDirectory) => return None,
        Err(error) => {
            let finding = Finding::new(file, Severity::Error, "unreadable", None);
            loaded.findings.push(finding.with("problem", error.cause.problem()));
        }
    }
    let view = plan.pass(Pass::Coding);
    let owner = |critique: &Critique| owner::other(place, view, critique, options.state.as_ref());
    loaded.other = loaded.critique.as_ref().and_then(owner);
    if let Some(topic) = &loaded.other {
        let finding = Finding::new(file, Severity::Warning, "critique-of-another-plan", None);
        loaded.findings = vec![finding.with("topic", topic)];
        loaded.critique = None;
    }
    if let Some(critique) = &loaded.critique {
        loaded.judgement = Some(judged(place, plan.pass(Pass::Coding), critique, &loaded, options));
    }
    Some(loaded)
}

fn judged(
    place: &CodingPlace,
    view: &PassView,
    critique: &Critique,
    loaded: &LoadedCritique,
    options: &LoadOptions,
) -> Judgement {
    let file = &loaded.file;
    let state = options.state.as_ref();
    let record = state.map(|store| store.critique_record(file)).unwrap_or_default();
    let (refused, gone) = match &view.sha256 {
        Some(sha256) => record.others(critique, sha256),
        None => (BTreeSet::new(), Vec::new()),
    };
    let before = state.and_then(|store| store.plan_before(file, critique)).map(|bytes| view_of(&view.file, bytes));
    let deliverables = || deliverables(view);
    let analysis = if options.analysis.is_empty() { deliverables() } else { options.analysis.clone() };
    let has_errors = loaded.findings.iter().any(|finding| finding.severity == Severity::Error);
    let case = Case {
        plan: view,
        world: &world::Files::new(&place.worktree, &analysis),
        binding: &options.binding,
        person: options.person,
        rulings: &record.rulings(critique),
        before: before.as_ref(),
        refused: &refused,
        flawed: has_errors || !gone.is_empty(),
    };
    let mut judgement = judge(critique, &case);
    judgement.findings = findings(loaded, critique, &judgement, &gone);
    judgement
}

/// What is wrong beyond the file itself: objections that are not those the gate judged for this plan (`gone`: judged ones
/// that are not there any more), and accepted ones whose task did not change.
fn findings(loaded: &LoadedCritique, critique: &Critique, judgement: &Judgement, gone: &[String]) -> Vec<Finding> {
    let judged = || critique.objections.iter().zip(&judgement.objections);
    let mut doc = None;
    let mut found = Vec::new();
    for (objection, judged) in judged().filter(|(_, judged)| judged.is_refused || judged.is_unchanged) {
        let doc = doc.get_or_insert_with(|| Document::parse(&loaded.file, &loaded.bytes).ok().map(|(doc, _)| doc));
        let place = doc.as_ref().map(|doc| doc.place(objection.json.offset()));
        let (severity, code) = match judged.is_refused {
            true => (Severity::Error, "second-round"),
            false => (Severity::Warning, "accepted-unchanged"),
        };
        let finding = Finding::new(&loaded.file, severity, code, place).with("id", &objection.id);
        found.push(Finding { pointer: format!("/objections/{}", objection.index), ..finding });
    }
    let error = |id| Finding::new(&loaded.file, Severity::Error, "second-round-gone", None).with("id", id);
    found.extend(gone.iter().map(error));
    found
}

/// The texts beside the plan.
fn deliverables(view: &PassView) -> Vec<PathBuf> {
    let targets = view.targets.iter().filter(|target| target.kind == TargetKind::Deliverable);
    targets.flat_map(|target| target.files.iter().cloned()).collect()
}

/// The pass of a coding plan of these bytes.
fn view_of(file: &Path, bytes: Vec<u8>) -> PassView {
    let plan = (file.to_owned(), FileState::Bytes(bytes));
    std::mem::take(coding::build(CodingInputs { plan, exists: &|_| false }).pass_mut(Pass::Coding))
}

/// Notes what the gate has seen: the plan while a reply is awaited, the objections once all have one. A critique with
/// errors was not judged.
///
/// # Errors
/// The state directory cannot be written.
pub fn note(store: &Store, loaded: &LoadedCritique, view: &PassView, plan: Option<&[u8]>) -> Result<(), DiskError> {
    let (Some(critique), Some(judgement)) = (&loaded.critique, &loaded.judgement) else { return Ok(()) };
    let has_errors = loaded.all_findings().any(|finding| finding.severity == Severity::Error);
    if critique.objections.is_empty() || has_errors {
        return Ok(());
    }
    match (judgement.verdict, plan, &view.sha256) {
        (Verdict::Awaiting, Some(plan), _) => store.see_critique(&loaded.file, critique, plan),
        (Verdict::Blocked | Verdict::Clear, _, Some(sha256)) => store.record_judged(&loaded.file, critique, sha256),
        _ => Ok(()),
    }
}
