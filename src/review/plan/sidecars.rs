//! The placeholders behind clips, read from the sidecars next to their source files.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use super::Inputs;
use crate::contract::edit::Source;
use crate::contract::edit::tree::Tree;
use crate::contract::finding::Finding;
use crate::contract::sidecar::{self, Sidecar, Status};
use crate::review::target::{Placeholder, PlaceholderState};

/// What is behind a clip.
#[derive(Debug, Clone, Default)]
pub(super) struct Behind {
    /// The placeholder, where the sidecar tells a state.
    pub(super) placeholder: Option<Box<Placeholder>>,
    /// The source file, and its sidecar where there is one; absolute.
    pub(super) files: Vec<PathBuf>,
    /// Positions (in the plan) of the findings in the sidecar.
    pub(super) findings: Vec<usize>,
}

/// The sidecars of a file's sources, each read once and only if a clip needs it.
pub(super) struct Sidecars<'a> {
    folder: Option<&'a Path>,
    read: &'a dyn Fn(&Path) -> Option<Vec<u8>>,
    now: DateTime<Utc>,
    sources: Vec<(&'a Source, Option<Behind>)>,
    findings: Vec<Finding>,
    /// Position in the plan of the first finding in a sidecar.
    first: usize,
}

impl<'a> Sidecars<'a> {
    /// The sidecars of `tree`'s sources; their findings will stand in the plan from position `first` on.
    pub(super) fn new(inputs: &'a Inputs, tree: &'a Tree, first: usize) -> Self {
        Sidecars {
            folder: inputs.edit.0.parent(),
            read: inputs.read_sidecar,
            now: inputs.now,
            sources: tree.sources.iter().map(|source| (source, None)).collect(),
            findings: Vec::new(),
            first,
        }
    }

    /// What is behind a clip of the source at this position.
    pub(super) fn behind(&mut self, source: Option<usize>) -> Behind {
        let (folder, read, now) = (self.folder, self.read, self.now);
        let next = self.first + self.findings.len();
        let Some((source, known)) = source.and_then(|at| self.sources.get_mut(at)) else { return Behind::default() };
        if let Some(behind) = known {
            return behind.clone();
        }
        let (behind, findings) = look(source, folder, read, now, next);
        *known = Some(behind.clone());
        self.findings.extend(findings);
        behind
    }

    /// The findings in all sidecars that were read.
    pub(super) fn into_findings(self) -> Vec<Finding> {
        self.findings
    }
}

fn look(
    source: &Source,
    folder: Option<&Path>,
    read: &dyn Fn(&Path) -> Option<Vec<u8>>,
    now: DateTime<Utc>,
    first: usize,
) -> (Behind, Vec<Finding>) {
    let Some(file) = folder.zip(source.path.as_ref()).map(|(folder, path)| folder.join(path)) else {
        return (Behind::default(), Vec::new());
    };
    let mut beside = file.clone().into_os_string();
    beside.push(sidecar::SUFFIX);
    let beside = PathBuf::from(beside);
    let Some(bytes) = read(&beside) else {
        return (Behind { files: vec![file], ..Behind::default() }, Vec::new());
    };
    let (sidecar, findings) = sidecar::read(&beside, &bytes);
    let behind = Behind {
        placeholder: placeholder(sidecar, now).map(Box::new),
        files: vec![file, beside],
        findings: (first..first + findings.len()).collect(),
    };
    (behind, findings)
}

fn placeholder(sidecar: Sidecar, now: DateTime<Utc>) -> Option<Placeholder> {
    let state = match sidecar.status.or(sidecar.next_status)? {
        Status::Planned => PlaceholderState::Planned,
        Status::Generating if sidecar.is_stale(now) => PlaceholderState::Stale,
        Status::Generating => PlaceholderState::Generating,
        Status::Done => PlaceholderState::Done,
        Status::Failed => PlaceholderState::Failed,
    };
    // While one more attempt is planned or under way, its prompt is the one to judge.
    let again = matches!(sidecar.next_status, Some(Status::Planned | Status::Generating));
    let next = sidecar.next_prompt.filter(|_| again);
    Some(Placeholder {
        state,
        prompt: next.or(sidecar.prompt),
        model: sidecar.model,
        cost_usd: sidecar.actual_usd.or(sidecar.estimate_usd),
    })
}
