//! From the plan files of a video project to the three passes under review.

mod clips;
pub mod coding;
mod cuts;
mod names;
mod script;
mod shots;
mod sidecars;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use crate::contract::edit::{self, Edit};
use crate::contract::finding::{Finding, Phrase, Severity};
use crate::contract::intake;
use crate::contract::plan_comments::Pass;
use crate::contract::research_plan;
use crate::review::notices;
use crate::review::round::sha256_hex;
use crate::review::target::{PassView, Plan};

pub use clips::INSIDE;
pub use names::start_of;

/// A file as the disk gave it.
#[derive(Debug, Clone)]
pub enum FileState {
    /// Not there.
    Absent,
    /// There, but it could not be read; why, as a key of the locale files or in the words of the operating system.
    Unreadable(String),
    /// Its bytes.
    Bytes(Vec<u8>),
}

/// What a plan is built from.
pub struct Inputs<'a> {
    /// research-plan.json, its path absolute.
    pub research: (PathBuf, FileState),
    /// edit.json, its path absolute.
    pub edit: (PathBuf, FileState),
    /// `.akari/intake.json`, its path absolute.
    pub intake: (PathBuf, FileState),
    /// Target length in seconds that goes before the one of intake.json.
    pub target_seconds: Option<f64>,
    /// The time it is: since when a placeholder is stale follows from it.
    pub now: DateTime<Utc>,
    /// The bytes of a sidecar (absolute path), where there is one.
    pub read_sidecar: &'a dyn Fn(&Path) -> Option<Vec<u8>>,
}

/// Builds the plan. Never fails: what is wrong is a finding, and a pass that cannot be shown says why.
pub fn build(inputs: Inputs) -> Plan {
    build_from(&inputs)
}

/// As [`build`], from what is still needed.
pub fn build_from(inputs: &Inputs) -> Plan {
    let mut plan = Plan::default();
    *plan.pass_mut(Pass::Structure) = structure(inputs, &mut plan);
    let [scaffold, last] = edit_passes(inputs, &mut plan);
    *plan.pass_mut(Pass::Scaffold) = scaffold;
    *plan.pass_mut(Pass::Final) = last;
    let (file, state) = &inputs.intake;
    let mut target_seconds = None;
    match state {
        FileState::Absent => {}
        FileState::Unreadable(problem) => {
            let finding = Finding::new(file, Severity::Warning, "unreadable", None);
            plan.findings.push(finding.with("problem", problem.as_str()));
        }
        FileState::Bytes(bytes) => {
            let (intake, findings) = intake::read(file, bytes);
            plan.full_auto = intake.full_auto;
            target_seconds = intake.target_seconds;
            plan.findings.extend(findings);
        }
    }
    plan.target_seconds = inputs.target_seconds.or(target_seconds);
    notices::totals(&mut plan);
    plan.script = script::of(&plan);
    plan
}

fn structure(inputs: &Inputs, plan: &mut Plan) -> PassView {
    let (file, state) = &inputs.research;
    let (mut view, bytes) = open(file, state, plan);
    let Some(bytes) = bytes else { return view };
    let (sha256, (read, findings)) = hashed(bytes, || research_plan::read(file, bytes));
    view.sha256 = Some(sha256);
    match read {
        None => view.unavailable = Some(broken(file, &findings)),
        Some(research_plan::Read::Unversioned) => view.unavailable = Some(unversioned(file)),
        Some(research_plan::Read::Newer(version)) => {
            view.version = Some(version).filter(|version| *version < i64::MAX);
            view.unavailable = Some(newer(file, &findings, research_plan::VERSION));
        }
        Some(research_plan::Read::Known(research)) => {
            view.version = Some(research_plan::VERSION);
            plan.confirmed = research.confirmed;
            shots::fill(&mut view, *research);
            attach(&mut view, &findings, plan.findings.len(), shots::pointers);
        }
    }
    plan.findings.extend(findings);
    view
}

/// The passes scaffold and final: edit.json has clips or cuts, never both (plan comments contract §4).
fn edit_passes(inputs: &Inputs, plan: &mut Plan) -> [PassView; 2] {
    let (file, state) = &inputs.edit;
    let (mut view, bytes) = open(file, state, plan);
    let Some(bytes) = bytes else { return [view.clone(), view] };
    let (sha256, (read, findings)) = hashed(bytes, || edit::read(file, bytes));
    view.sha256 = Some(sha256);
    let before = plan.findings.len();
    let both = |view: PassView, reason| {
        let view = PassView { unavailable: Some(reason), ..view };
        [view.clone(), view]
    };
    let passes = match read {
        None => both(view, broken(file, &findings)),
        Some(Edit::Unversioned) => both(view, unversioned(file)),
        Some(Edit::Newer(version)) => {
            view.version = Some(version).filter(|version| *version < i64::MAX);
            both(view, newer(file, &findings, edit::VERSION))
        }
        Some(Edit::Cuts(list)) => {
            view.version = Some(list.version);
            view.fps = list.fps;
            let reason = Phrase::new("reason.clips-need-v2").with("version", list.version.to_string());
            let scaffold = PassView { unavailable: Some(reason), ..view.clone() };
            let unreadable = findings.iter().any(|f| f.pointer == "/cuts" && f.code == "wrong-type");
            cuts::fill(&mut view, &list, unreadable);
            attach(&mut view, &findings, before, cuts::pointers);
            [scaffold, view]
        }
        Some(Edit::Tree(tree)) => {
            view.version = Some(2);
            view.fps = tree.fps;
            let last = PassView { unavailable: Some(Phrase::new("reason.no-cuts-in-v2")), ..view.clone() };
            let mut sidecars = sidecars::Sidecars::new(inputs, &tree, before + findings.len());
            clips::fill(&mut view, &tree, &mut sidecars);
            attach(&mut view, &findings, before, |view| clips::pointers(view, &tree));
            plan.findings.extend(findings);
            plan.findings.extend(sidecars.into_findings());
            return [view, last];
        }
    };
    plan.findings.extend(findings);
    passes
}

/// A view of the file as far as its state tells, and its bytes.
fn open<'s>(file: &Path, state: &'s FileState, plan: &mut Plan) -> (PassView, Option<&'s [u8]>) {
    let mut view = PassView { file: file.to_owned(), ..PassView::default() };
    match state {
        FileState::Absent => {
            view.unavailable = Some(Phrase::new("reason.absent").with("file", name(file)));
            (view, None)
        }
        FileState::Unreadable(problem) => {
            let finding = Finding::new(file, Severity::Error, "unreadable", None);
            plan.findings.push(finding.with("problem", problem.as_str()));
            let reason = Phrase::new("reason.unreadable").with("file", name(file));
            view.unavailable = Some(reason.with("problem", problem.as_str()));
            (view, None)
        }
        FileState::Bytes(bytes) => (view, Some(bytes)),
    }
}

/// From this size (bytes) on, a file is hashed while it is read.
const SHARED_WORK: usize = 256 * 1024;

/// SHA-256 of the bytes, hex, and what reading them gives.
fn hashed<T>(bytes: &[u8], read: impl FnOnce() -> T) -> (String, T) {
    if bytes.len() < SHARED_WORK {
        return (sha256_hex(bytes), read());
    }
    std::thread::scope(|scope| {
        let hashing = std::thread::Builder::new().spawn_scoped(scope, || sha256_hex(bytes));
        let read = read();
        // Where there is no thread to be had, or it failed, the work is done here.
        (hashing.ok().and_then(|hashing| hashing.join().ok()).unwrap_or_else(|| sha256_hex(bytes)), read)
    })
}

/// Why a file that is no JSON, or no object, is not shown.
fn broken(file: &Path, findings: &[Finding]) -> Phrase {
    let error = findings.iter().find(|f| f.severity == Severity::Error);
    match error.and_then(|f| f.place) {
        Some(place) => Phrase::new("reason.broken-at")
            .with("file", name(file))
            .with("line", place.line.to_string())
            .with("column", place.column.to_string()),
        None => Phrase::new("reason.broken").with("file", name(file)),
    }
}

/// Why a file of a later version is not shown; the version as it is written.
fn newer(file: &Path, findings: &[Finding], known: i64) -> Phrase {
    let written = findings.iter().find(|f| f.code == "newer").and_then(|f| f.found.clone()).unwrap_or_default();
    let phrase = Phrase::new("reason.newer").with("file", name(file));
    phrase.with("version", written).with("known", known.to_string())
}

fn unversioned(file: &Path) -> Phrase {
    Phrase::new("reason.unversioned").with("file", name(file))
}

fn name(file: &Path) -> String {
    file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned()
}

/// Gives each target the positions of the findings at or below its JSON pointer. `first` is the position the first of
/// `findings` will have in the plan. The pointers are made only when there is something to attach.
fn attach(
    view: &mut PassView,
    findings: &[Finding],
    first: usize,
    pointers: impl Fn(&PassView) -> HashMap<String, usize>,
) {
    if findings.is_empty() {
        return;
    }
    let pointers = pointers(view);
    for (n, finding) in findings.iter().enumerate() {
        let mut pointer = Some(finding.pointer.as_str());
        while let Some(here) = pointer {
            if let Some(target) = pointers.get(here).and_then(|at| view.targets.get_mut(*at)) {
                target.findings.push(first + n);
                break;
            }
            pointer = here.rsplit_once('/').map(|(parent, _)| parent);
        }
    }
}

/// Positions in time order: by start; what has no known start stays behind what is before it in the file.
fn in_time_order(starts: &[Option<f64>]) -> Vec<usize> {
    let mut last = 0.0;
    let mut keyed: Vec<(f64, usize)> = Vec::with_capacity(starts.len());
    for (n, start) in starts.iter().enumerate() {
        last = start.unwrap_or(last);
        keyed.push((last, n));
    }
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    keyed.into_iter().map(|(_, n)| n).collect()
}

/// `by_id` of the targets that can be commented.
fn index_by_id(view: &mut PassView) {
    view.by_id.clear();
    view.by_id.reserve(view.targets.len());
    view.by_id.extend(view.targets.iter().enumerate().filter_map(|(n, t)| Some((t.id.clone()?, n))));
}
