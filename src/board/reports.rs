//! The panel of outcome reports: the report shown, what of it can be selected, the answers to its decisions. Read by
//! update and view.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::board::checklist::Place;
use crate::board::editor::Editor;
use crate::board::layers::Layer;
use crate::board::state::State;
use crate::contract::outcome_report::Priority;
use crate::project::reports::LoadedReport;
use crate::review::answers::{Answer, Answers, key};
use crate::review::report_words::by_urgency;

/// The answers to all reports, as this board knows them.
#[derive(Debug, Default)]
pub struct AnswerDesk {
    /// By the report's file.
    pub of: BTreeMap<PathBuf, Answers>,
    /// Files whose answers on the disk were taken over.
    pub known: BTreeSet<PathBuf>,
    /// Files whose answers differ from what is on the disk.
    pub dirty: BTreeSet<PathBuf>,
}

/// Counts the decisions of the reports that are P0 and not answered.
pub fn count_urgent(state: &State) -> usize {
    let is_answered =
        |file: &Path, decision: &str| state.answers.of.get(file).is_some_and(|answers| answers.has_answered(decision));
    crate::project::reports::urgent(&state.outside.reports, &is_answered)
}

/// The panel.
pub struct ReportsView {
    /// Position of the report shown, the newest first.
    pub at: usize,
    /// Its file.
    pub file: PathBuf,
    /// What is laid out, from above.
    pub parts: Vec<Part>,
    /// What can be selected, with the part each is.
    pub items: Vec<(Item, usize)>,
    /// Selected item.
    pub selected: usize,
    /// First row shown.
    pub top: Place,
    /// What each decision is known by, in file order.
    keys: Vec<String>,
    /// Position of each decision's answer, in file order.
    answers: Vec<Option<usize>>,
}

/// A part of the panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// File, outcome, conclusion.
    Head,
    /// Heading of the decisions.
    Decisions,
    /// Heading of the answers whose decisions are gone.
    Gone,
    /// Heading of the verification, with counts.
    Verification,
    /// Heading of the findings.
    Findings,
    /// Something that can be selected (position in [`ReportsView::items`]).
    Item(usize),
}

/// What can be selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item {
    /// A decision (position in the report).
    Decision(usize),
    /// An answer whose decision is gone (position among the answers).
    Gone(usize),
    /// The five items of the acceptance checklist.
    Acceptance,
    /// A verification item (position in the report).
    Verification(usize),
    /// A finding (position among the report's).
    Finding(usize),
}

/// An answer being written.
pub struct Answering {
    /// The report's file.
    pub file: PathBuf,
    /// What the decision is known by.
    pub key: String,
    /// Its mark.
    pub mark: String,
    /// The report does not ask for it any more.
    pub gone: bool,
    /// The text.
    pub editor: Box<Editor>,
    /// First row shown.
    pub scroll: usize,
}

impl ReportsView {
    /// The panel on the report at a position; `None`: there is none.
    pub fn of(state: &State, at: usize) -> Option<ReportsView> {
        let decisions = &state.outside.reports.get(at)?.report.decisions;
        ReportsView::with_keys(state, at, decisions.iter().map(|decision| key(&decision.text)).collect())
    }

    /// The panel after an answer changed: what the decisions are known by is not found out again.
    pub fn answered(&self, state: &State) -> Option<ReportsView> {
        let mut now = ReportsView::with_keys(state, self.at, self.keys.clone())?;
        let is = state.outside.reports.get(self.at);
        now.follow(self, is, is);
        Some(now)
    }

    /// How many decisions known by `key` are P0.
    pub fn urgent(&self, state: &State, key: &str) -> usize {
        let Some(loaded) = self.report(state) else { return 0 };
        let decisions = loaded.report.decisions.iter().zip(&self.keys);
        decisions.filter(|(decision, of)| *of == key && decision.priority == Some(Priority::P0)).count()
    }

    fn with_keys(state: &State, at: usize, keys: Vec<String>) -> Option<ReportsView> {
        let loaded = state.outside.reports.get(at)?;
        let none = Answers::default();
        let answers = state.answers.of.get(&loaded.file).unwrap_or(&none);
        let report = &loaded.report;
        let mut view = ReportsView {
            at,
            file: loaded.file.clone(),
            parts: vec![Part::Head],
            items: Vec::new(),
            selected: 0,
            top: Place::default(),
            keys,
            answers: Vec::new(),
        };
        let given: HashMap<&str, usize> =
            answers.given.iter().enumerate().map(|(n, answer)| (answer.decision.as_str(), n)).collect();
        view.answers = view.keys.iter().map(|key| given.get(key.as_str()).copied()).collect();
        let asked: HashSet<&str> = view.keys.iter().map(String::as_str).collect();
        let gone: Vec<usize> = answers
            .given
            .iter()
            .enumerate()
            .filter(|(_, a)| !asked.contains(a.decision.as_str()))
            .map(|(n, _)| n)
            .collect();
        if loaded.written_at.is_some() {
            view.parts.push(Part::Decisions);
            by_urgency(report).into_iter().for_each(|at| view.add(Item::Decision(at)));
        }
        if !gone.is_empty() {
            view.parts.push(Part::Gone);
            gone.into_iter().for_each(|at| view.add(Item::Gone(at)));
        }
        if loaded.written_at.is_some() {
            view.add(Item::Acceptance);
            view.parts.push(Part::Verification);
            (0..report.verification.len()).for_each(|at| view.add(Item::Verification(at)));
        }
        if !loaded.findings.is_empty() {
            view.parts.push(Part::Findings);
            (0..loaded.findings.len()).for_each(|at| view.add(Item::Finding(at)));
        }
        Some(view)
    }

    fn add(&mut self, item: Item) {
        self.parts.push(Part::Item(self.items.len()));
        self.items.push((item, self.parts.len() - 1));
    }

    /// The selected item.
    pub fn item(&self) -> Option<Item> {
        self.items.get(self.selected).map(|(item, _)| *item)
    }

    /// The part that is the selected item.
    pub fn part(&self) -> Option<usize> {
        self.items.get(self.selected).map(|(_, part)| *part)
    }

    /// What a decision is known by.
    pub fn key(&self, decision: usize) -> Option<&str> {
        self.keys.get(decision).map(String::as_str)
    }

    /// The answer to a decision, done or begun.
    pub fn answer<'s>(&self, state: &'s State, decision: usize) -> Option<&'s Answer> {
        let at = self.answers.get(decision).copied().flatten()?;
        state.answers.of.get(&self.file)?.given.get(at)
    }

    /// The report shown.
    pub fn report<'s>(&self, state: &'s State) -> Option<&'s LoadedReport> {
        state.outside.reports.get(self.at).filter(|loaded| loaded.file == self.file)
    }

    /// Selects what `before` had selected on the same report as it was, or what is nearest to it. `was`: that report.
    pub fn follow(&mut self, before: &ReportsView, was: Option<&LoadedReport>, is: Option<&LoadedReport>) {
        let last = self.items.len().saturating_sub(1);
        let same = |item: Item| match (before.item(), item) {
            (Some(Item::Decision(old)), Item::Decision(new)) => {
                before.key(old).is_some() && before.key(old) == self.key(new)
            }
            (Some(Item::Verification(old)), Item::Verification(new)) => {
                let name = |loaded: Option<&'_ LoadedReport>, at: usize| {
                    loaded.and_then(|loaded| loaded.report.verification.get(at)).map(|item| item.name.clone())
                };
                name(was, old).is_some() && name(was, old) == name(is, new)
            }
            (Some(Item::Acceptance), Item::Acceptance) => true,
            _ => false,
        };
        let found = self.items.iter().position(|(item, _)| same(*item));
        self.selected = found.unwrap_or(before.selected).min(last);
        self.top = before.top;
    }
}

/// The panel, if it is open.
pub fn view(state: &State) -> Option<&ReportsView> {
    state
        .layers
        .iter()
        .rev()
        .find_map(|layer| if let Layer::Reports(view) = layer { Some(view.as_ref()) } else { None })
}

/// The answer being written, if one is.
pub fn answering(state: &State) -> Option<&Answering> {
    state.layers.iter().rev().find_map(|layer| if let Layer::Answer(open) = layer { Some(open.as_ref()) } else { None })
}

/// The answers to a report as they must be saved: with the text that is open in the editor.
pub fn to_save(state: &State, file: &Path) -> Answers {
    let mut answers = state.answers.of.get(file).cloned().unwrap_or_default();
    if let Some(open) = answering(state).filter(|open| open.file == file)
        && answers.of(&open.key).is_none_or(|answer| answer.text != open.editor.text())
    {
        answers.begin(&open.key, &open.mark, Some((open.editor.text().to_owned(), open.editor.caret())));
    }
    answers
}
