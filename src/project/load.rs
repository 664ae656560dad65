//! Loading: the bytes of a project's files, read safely, made into the plan under review.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::contract::finding::{Finding, Severity};
use crate::contract::json::MAX_BYTES;
use crate::contract::plan_comments::{self, Pass, ReadSubmission};
use crate::project::critique::{self, LoadedCritique};
use crate::project::find::Project;
use crate::project::notes::{self, Asked, LoadedNotes};
use crate::project::reports::{self, LoadedReport};
use crate::project::store::Store;
use crate::project::write::{self, Cause};
use crate::review::plan::coding::{self, CodingInputs};
use crate::review::plan::{self, FileState, Inputs};
use crate::review::round::sha256_hex;
use crate::review::target::{PassView, Plan};

/// Most bytes read of one sidecar; a larger one counts as none.
pub(crate) const MAX_SIDECAR: u64 = 1024 * 1024;

/// What loading needs to know besides the project.
#[derive(Debug, Clone, Default)]
pub struct LoadOptions {
    /// Target length in seconds from the command line or the settings; goes before the project's own.
    pub target_seconds: Option<f64>,
    /// Where the checklist is looked for; `None`: it is not wanted.
    pub notes: Option<Asked>,
    /// Where outcome reports are looked for.
    pub reports: reports::Asked,
    /// Which rules bind in a critique; empty: all that are cited.
    pub binding: Vec<String>,
    /// A ruling that insists blocks a critique too (`--person`).
    pub person: bool,
    /// Files of the analysis that a critique's anchors point into; empty: the deliverables beside the plan.
    pub analysis: Vec<PathBuf>,
    /// The state of the project, for the record of judged critiques and the rulings; `None`: neither is known.
    pub state: Option<Store>,
    /// The time it is (stale placeholders).
    pub now: DateTime<Utc>,
}

/// Everything read from a project.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The plan, ready for review.
    pub plan: Arc<Plan>,
    /// The bytes of research-plan.json that `plan` was made from, where it could be read.
    pub research: Option<Arc<[u8]>>,
    /// The bytes of edit.json that `plan` was made from, where it could be read.
    pub edit: Option<Arc<[u8]>>,
    /// The bytes of the coding plan that `plan` was made from, where it could be read.
    pub coding: Option<Arc<[u8]>>,
    /// plan-critique.json of a coding project, where there is one, and what it comes to.
    pub critique: Option<LoadedCritique>,
    /// The outcome reports, the newest first.
    pub reports: Vec<LoadedReport>,
    /// The checklist, where there is one and it is wanted.
    pub checklist: Option<LoadedNotes>,
    /// Why there is none, where its source cannot be read or holds none (also among the findings of the plan).
    pub checklist_trouble: Option<Box<Finding>>,
    /// plan-comments.json as it lies on disk.
    pub on_disk: OnDisk,
    /// Plan files that are there and cannot be read or parsed, perhaps because they are being written just now. The
    /// caller keeps the last good view of their passes.
    pub broken: BTreeSet<PathBuf>,
}

impl Loaded {
    /// Whether the file behind this pass is there and broken.
    pub fn is_broken(&self, pass: Pass) -> bool {
        self.broken.contains(&self.plan.pass(pass).file)
    }
}

/// plan-comments.json as it lies on disk.
#[derive(Debug, Clone)]
pub enum OnDisk {
    /// Not there.
    Absent,
    /// There.
    Submission {
        /// SHA-256 of its bytes, hex.
        sha256: String,
        /// Its bytes.
        bytes: Arc<[u8]>,
        /// What it says; `None` when it is no JSON object.
        read: Option<ReadSubmission>,
        /// What is wrong in it.
        findings: Vec<Finding>,
    },
    /// There, but nothing that can be read.
    Unreadable(Box<Finding>),
}

/// Reads the files of `project`. Never fails: what is wrong is among the findings.
pub fn load(project: &Project, options: &LoadOptions) -> Loaded {
    let Files { mut plan, research, edit, coding } = read_plan(project, options);
    let broken = plan.passes.iter().filter(|view| is_broken(view)).map(|view| view.file.clone()).collect();
    plan.findings.splice(0..0, project.findings.iter().cloned());
    let shift = project.findings.len();
    for target in plan.views_mut().flat_map(|view| view.targets.iter_mut()).filter(|_| shift > 0) {
        target.findings.iter_mut().for_each(|at| *at += shift);
    }
    let asked = options.notes.as_ref();
    let read = asked.map_or(Ok(None), |asked| notes::read(Some(project), &project.root, asked));
    let (checklist, checklist_trouble) = match read {
        Ok(found) => (found, None),
        Err(finding) => {
            plan.findings.push((*finding).clone());
            (None, Some(finding))
        }
    };
    let critique = project.coding.as_ref().and_then(|place| critique::load(place, &plan, options));
    let reports = reports::load(&project.root, &options.reports);
    Loaded {
        plan: Arc::new(plan),
        research,
        edit,
        coding,
        critique,
        reports,
        checklist,
        checklist_trouble,
        on_disk: on_disk(&project.plan_comments()),
        broken,
    }
}

/// The plan, and the bytes of its files where they could be read.
struct Files {
    plan: Plan,
    research: Option<Arc<[u8]>>,
    edit: Option<Arc<[u8]>>,
    coding: Option<Arc<[u8]>>,
}

fn read_plan(project: &Project, options: &LoadOptions) -> Files {
    if let Some(place) = &project.coding {
        let file_state = state(&place.file);
        let coding = if let FileState::Bytes(bytes) = &file_state { Some(Arc::from(bytes.as_slice())) } else { None };
        let plan =
            coding::build(CodingInputs { plan: (place.file.clone(), file_state), exists: &|path| path.is_file() });
        return Files { plan, research: None, edit: None, coding };
    }
    let (research_state, edit_state) = (state(&project.research_plan), state(&project.edit));
    let intake_state = state(&project.intake());
    let inputs = Inputs {
        research: (project.research_plan.clone(), research_state),
        edit: (project.edit.clone(), edit_state),
        intake: (project.intake(), intake_state),
        target_seconds: options.target_seconds,
        now: options.now,
        read_sidecar: &|path| read_limited(path, MAX_SIDECAR).ok().flatten(),
    };
    let plan = plan::build_from(&inputs);
    let research = kept(inputs.research.1, [plan.pass(Pass::Structure)]);
    let edit = kept(inputs.edit.1, [plan.pass(Pass::Scaffold), plan.pass(Pass::Final)]);
    Files { plan, research, edit, coding: None }
}

/// The view of a pass that a plan file of these bytes gives: what a draft or a round was about. Sidecars are left out.
pub fn view_of(project: &Project, pass: Pass, bytes: &[u8], now: DateTime<Utc>) -> PassView {
    if let Some(place) = project.coding.as_ref().filter(|_| pass == Pass::Coding) {
        let plan = (place.file.clone(), FileState::Bytes(bytes.to_vec()));
        return std::mem::take(coding::build(CodingInputs { plan, exists: &|_| false }).pass_mut(pass));
    }
    let state = |wanted: bool| if wanted { FileState::Bytes(bytes.to_vec()) } else { FileState::Absent };
    let is_structure = pass == Pass::Structure;
    let inputs = Inputs {
        research: (project.research_plan.clone(), state(is_structure)),
        edit: (project.edit.clone(), state(!is_structure)),
        intake: (project.intake(), FileState::Absent),
        target_seconds: None,
        now,
        read_sidecar: &|_| None,
    };
    std::mem::take(plan::build(inputs).pass_mut(pass))
}

/// Reads plan-comments.json.
pub fn on_disk(file: &Path) -> OnDisk {
    let is_link = std::fs::symlink_metadata(file).is_ok_and(|data| data.file_type().is_symlink());
    if is_link {
        let target = std::fs::read_link(file).unwrap_or_default().display().to_string();
        let finding = Finding::new(file, Severity::Error, "is-link", None).with("target", target);
        return OnDisk::Unreadable(Box::new(finding));
    }
    match read_regular(file) {
        Ok(None) => OnDisk::Absent,
        Ok(Some(bytes)) => {
            let (read, findings) = plan_comments::read(file, &bytes);
            OnDisk::Submission { sha256: sha256_hex(&bytes), bytes: bytes.into(), read, findings }
        }
        Err(problem) => OnDisk::Unreadable(Box::new(unreadable(file, problem))),
    }
}

/// The bytes of a regular file (a link to one counts); `None` where there is nothing. Never waits for a pipe or a
/// device, and reads at most [`MAX_BYTES`].
///
/// # Errors
/// What is wrong ([`crate::project::trouble::problem`]).
pub fn read_regular(path: &Path) -> Result<Option<Vec<u8>>, String> {
    read_limited(path, MAX_BYTES)
}

fn read_limited(path: &Path, most: u64) -> Result<Option<Vec<u8>>, String> {
    match write::read_regular(path, most) {
        Ok(bytes) => Ok(Some(bytes)),
        // A link that leads nowhere, and a folder that is none, hold no file either.
        Err(error) if matches!(error.cause, Cause::Missing | Cause::NoDirectory) => Ok(None),
        Err(error) => Err(error.cause.problem()),
    }
}

fn state(path: &Path) -> FileState {
    match read_regular(path) {
        Ok(None) => FileState::Absent,
        Ok(Some(bytes)) => FileState::Bytes(bytes),
        Err(problem) => FileState::Unreadable(problem),
    }
}

/// The bytes of a file to keep: those that its targets keep already, where they are all of it.
fn kept<const N: usize>(state: FileState, views: [&PassView; N]) -> Option<Arc<[u8]>> {
    let FileState::Bytes(bytes) = state else { return None };
    let shared = views.iter().find_map(|view| view.targets.first()).map(|target| target.json.whole());
    Some(shared.filter(|whole| whole.len() == bytes.len()).unwrap_or_else(|| bytes.into()))
}

/// Whether the file of this pass is there and cannot be read or parsed at all.
fn is_broken(view: &PassView) -> bool {
    let reasons = ["reason.unreadable", "reason.broken", "reason.broken-at"];
    view.unavailable.as_ref().is_some_and(|reason| reasons.contains(&reason.key))
}

fn unreadable(file: &Path, problem: String) -> Finding {
    Finding::new(file, Severity::Error, "unreadable", None).with("problem", problem)
}

#[cfg(test)]
mod tests;
