//! The list of findings: what is in it and what is selected. Made when it is opened and when the files were read again,
//! so that a key costs no more with many findings. Read by update and view.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::board::checklist::Place;
use crate::board::state::State;
use crate::contract::finding::{Finding, Severity};
use crate::contract::plan_comments::Pass;
use crate::review::per_pass::PerPass;
use crate::review::target::{PassView, Plan};

/// The list of findings.
#[derive(Debug, Clone, Default)]
pub struct FindingsView {
    /// The findings in the order shown: by file, errors first, then by place.
    pub entries: Vec<Entry>,
    /// What is shown, one under the other: files and their findings.
    pub parts: Vec<Part>,
    /// The selected entry.
    pub selected: usize,
    /// The entry of which everything is shown.
    pub opened: Option<usize>,
    /// The first part and row shown, as far as the selected entry is in sight from there.
    pub top: Place,
}

/// A finding in the list.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The finding.
    pub finding: Finding,
    /// The target it belongs to: its pass and position there.
    pub target: Option<(Pass, usize)>,
    /// Which part of the list it is.
    pub part: usize,
    /// The file is one to be opened in an editor, and no database.
    pub is_text: bool,
}

/// A part of the list.
#[derive(Debug, Clone)]
pub enum Part {
    /// A file, and how many errors and warnings it has.
    File {
        /// The file.
        file: PathBuf,
        /// Errors.
        errors: usize,
        /// Warnings.
        warnings: usize,
    },
    /// The finding of this entry.
    Entry(usize),
}

impl FindingsView {
    /// The findings there are now, the first selected.
    pub fn of(state: &State) -> FindingsView {
        let targets = targets(state);
        let database = state.outside.checklist.as_ref().and_then(|notes| notes.source.task()).map(|t| &t.database);
        let mut entries: Vec<Entry> = all(state)
            .map(|(at, finding)| Entry {
                target: at.and_then(|at| targets.get(&at).copied()),
                is_text: Some(&finding.file) != database && !finding.code.starts_with("notes-db-"),
                finding: finding.clone(),
                part: 0,
            })
            .collect();
        // Files with errors first, else in the order in which they were read.
        let mut ranks: HashMap<&Path, (bool, usize)> = HashMap::new();
        for (n, entry) in entries.iter().enumerate() {
            let rank = ranks.entry(&entry.finding.file).or_insert((true, n));
            rank.0 &= entry.finding.severity != Severity::Error;
        }
        let key = |e: &Entry| (ranks.get(e.finding.file.as_path()).copied(), e.finding.severity, e.finding.place);
        let mut order: Vec<_> = entries.iter().map(key).zip(0..).collect();
        order.sort();
        let mut sorted = Vec::with_capacity(entries.len());
        let mut taken: Vec<Option<Entry>> = entries.drain(..).map(Some).collect();
        sorted.extend(order.into_iter().filter_map(|(_, n): (_, usize)| taken.get_mut(n)?.take()));
        let parts = parts(&mut sorted);
        FindingsView { entries: sorted, parts, ..FindingsView::default() }
    }

    /// The selected entry.
    pub fn entry(&self) -> Option<&Entry> {
        self.entries.get(self.selected)
    }

    /// Selects again what was selected in `before`, and opens what was opened there; the rows stay as far as they can.
    pub fn follow(&mut self, before: &FindingsView) {
        let same = |a: &Finding, b: &Finding| (a.code, &a.pointer, &a.file) == (b.code, &b.pointer, &b.file);
        let Some(was) = before.entry() else { return };
        let found = self.entries.iter().position(|entry| same(&entry.finding, &was.finding));
        let last = self.entries.len().saturating_sub(1);
        self.selected = found.unwrap_or(before.selected).min(last);
        self.opened = found.filter(|_| before.opened == Some(before.selected));
        self.top = before.top;
    }
}

/// All findings: those of the plan with their positions there.
fn all(state: &State) -> impl Iterator<Item = (Option<usize>, &Finding)> {
    let findings = &state.plan.plan.findings;
    let unreadable = state.outside.unreadable.as_deref();
    let mut stale: Vec<&Finding> = Vec::new();
    // What keeps a last good view is mostly among the plan's findings, too.
    for finding in Pass::ALL.into_iter().filter_map(|pass| state.plan.stale_finding(pass)) {
        if !stale.contains(&finding) && !findings.contains(finding) {
            stale.push(finding);
        }
    }
    let notes = state.outside.checklist.iter().flat_map(|notes| &notes.findings);
    let reports = unread_reports(state);
    let of_plan = findings.iter().enumerate().map(|(n, finding)| (Some(n), finding));
    unreadable.into_iter().chain(stale).map(|f| (None, f)).chain(of_plan).chain(notes.chain(reports).map(|f| (None, f)))
}

/// How many findings there are.
pub fn count(state: &State) -> usize {
    let notes = state.outside.checklist.as_ref().map_or(0, |notes| notes.findings.len());
    state.plan.plan.findings.len()
        + notes
        + unread_reports(state).count()
        + usize::from(state.outside.unreadable.is_some())
}

/// What is wrong with the reports that cannot be read: their panel has nothing else to show.
fn unread_reports(state: &State) -> impl Iterator<Item = &Finding> {
    let unread = state.outside.reports.iter().filter(|report| report.written_at.is_none());
    unread.flat_map(|report| &report.findings)
}

/// The targets of the plan's findings, by position. A last good view has none: its findings are not those of the file.
fn targets(state: &State) -> HashMap<usize, (Pass, usize)> {
    let mut found = HashMap::new();
    let others = Pass::ALL.into_iter().filter(|pass| *pass != state.pass);
    for pass in std::iter::once(state.pass).chain(others).filter(|pass| state.plan.stale_finding(*pass).is_none()) {
        for (position, target) in state.plan.plan.pass(pass).targets.iter().enumerate() {
            for at in &target.findings {
                found.entry(*at).or_insert((pass, position));
            }
        }
    }
    found
}

/// Files and findings one under the other.
fn parts(entries: &mut [Entry]) -> Vec<Part> {
    let mut parts = Vec::with_capacity(entries.len() + 1);
    let mut n = 0;
    for group in entries.chunk_by_mut(|a, b| a.finding.file == b.finding.file) {
        let errors = group.iter().filter(|entry| entry.finding.severity == Severity::Error).count();
        let file = group.first().map(|entry| entry.finding.file.clone()).unwrap_or_default();
        parts.push(Part::File { file, errors, warnings: group.len() - errors });
        for entry in group {
            entry.part = parts.len();
            parts.push(Part::Entry(n));
            n += 1;
        }
    }
    parts
}

/// Which passes have findings: in their file, or at one of their targets. A pass without a file of its own has none.
pub fn passes_with_findings(plan: &Plan) -> PerPass<bool> {
    let other = ["reason.absent", "reason.no-cuts-in-v2", "reason.clips-need-v2"];
    let serves = |view: &PassView| view.unavailable.as_ref().is_none_or(|reason| !other.contains(&reason.key));
    PerPass::new(|pass| {
        let view = plan.pass(pass);
        let in_file = || plan.findings.iter().any(|finding| finding.file == view.file);
        serves(view) && (in_file() || view.targets.iter().any(|target| !target.findings.is_empty()))
    })
}
