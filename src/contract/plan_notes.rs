//! plan_notes v1: the checklist an agent works through.

use std::collections::HashMap;
use std::path::Path;

use crate::contract::finding::{Finding, Place, Severity};
use crate::contract::json::{Document, Kind, Node};
use crate::contract::kind::is_json;
use crate::contract::reading::{At, Need, Object, Reader, short};
use crate::contract::version::Version;
use crate::text::near::nearest;
use crate::text::trim::js_trim;

/// The words of `mode`.
const MODES: [&str; 2] = ["planned", "stopped"];

/// The version this board understands.
pub const VERSION: i64 = 1;

/// What a plan_notes value turned out to be.
#[derive(Debug, Clone)]
pub enum PlanNotes {
    /// A checklist, running or stopped.
    Checklist(Checklist),
    /// Anything that is no checklist: shown as text, never rewritten.
    Note(String),
    /// A checklist of a later version: shown as text, read only.
    Newer {
        /// The version found.
        version: i64,
        /// The value's text.
        text: String,
    },
}

/// A checklist.
#[derive(Debug, Clone)]
pub struct Checklist {
    /// `mode` is `stopped` instead of `planned`.
    pub stopped: bool,
    /// The steps in order.
    pub items: Vec<Step>,
    /// `currentIndex`, from 0, where it is a whole number.
    pub current_index: Option<i64>,
    /// `autoContinueOnDone`.
    pub auto_continue: bool,
    /// `maxAutoTurns`.
    pub max_auto_turns: Option<i64>,
    /// `autoTurnsUsed`.
    pub auto_turns_used: Option<i64>,
    /// `lastStepSummary`.
    pub last_summary: Option<String>,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// How far it is.
    pub status: StepStatus,
    /// What was done.
    pub summary: Option<String>,
    /// `changedFiles`.
    pub changed_files: Vec<String>,
}

/// How far a step is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepStatus {
    /// `done`
    Done,
    /// `in_progress`
    InProgress,
    /// `pending`
    Pending,
    /// A word the contract does not know.
    Unknown,
}

impl Checklist {
    /// Steps that are done.
    pub fn done(&self) -> usize {
        self.items.iter().filter(|s| s.status == StepStatus::Done).count()
    }

    /// The current step: the one in progress, of several the one at `current_index`; where none is, the one at
    /// `current_index` unless it is done.
    pub fn current(&self) -> Option<&Step> {
        let at_index = self.current_index.and_then(|index| self.items.get(usize::try_from(index).ok()?));
        let is_in_progress = |step: &&Step| step.status == StepStatus::InProgress;
        let in_progress = at_index.filter(is_in_progress).or_else(|| self.items.iter().find(is_in_progress));
        in_progress.or_else(|| at_index.filter(|step| step.status != StepStatus::Done))
    }
}

/// Reads a plan_notes value (a file's bytes or a database column), with the findings of the contract (checklist
/// rules); findings never hide the list. Invalid UTF-8 or JSON is a note, and so is every value without a whole
/// `version` of at least 1 and one of the two modes. A note that looks like a damaged checklist is warned of.
pub fn read(file: &Path, bytes: &[u8]) -> (PlanNotes, Vec<Finding>) {
    let text = || PlanNotes::Note(String::from_utf8_lossy(bytes).into_owned());
    let (doc, warnings) = match Document::parse(file, bytes) {
        Ok(parsed) => parsed,
        Err(broken) => return (text(), broken_list(file, bytes, &broken).into_iter().collect()),
    };
    let root = doc.root();
    let note = || {
        let mut reader = Reader::new(file);
        if let Some((wrong, near)) = nearly_a_list(root) {
            let at = At::ROOT.key(wrong);
            match root.get(wrong) {
                Some(node) => drop(reader.warning("notes-damaged", node, &at).near(near)),
                None => drop(reader.warning("notes-damaged", root, &At::ROOT)),
            }
        }
        (text(), reader.into_findings())
    };
    let mode = root.get("mode").and_then(|node| node.string());
    let stopped = match mode.as_deref() {
        Some("planned") => false,
        Some("stopped") => true,
        _ => return note(),
    };
    match root.get("version").map(|node| Version::of(node, VERSION)) {
        Some(Version::Newer(version)) => {
            let text = root.text().to_owned();
            let mut reader = Reader::new(file);
            if let Some(node) = root.get("version") {
                let note = reader.error("notes-newer", node, &At::ROOT.key("version"));
                note.expected(format!("≤ {VERSION}")).found_as("version");
            }
            (PlanNotes::Newer { version, text }, reader.into_findings())
        }
        Some(Version::Known(VERSION)) => {
            let mut reader = Reader::new(file);
            reader.take(warnings);
            let Some(object) = reader.object(root, &At::ROOT) else { return note() };
            let list = checklist(&mut reader, &object, stopped);
            (PlanNotes::Checklist(list), reader.into_findings())
        }
        _ => note(),
    }
}

/// The findings of a file that is said to hold a checklist: those of [`read`], and where it is a free note a warning that
/// says so, with what keeps it from being a checklist. A note that begins as an object is meant as JSON: a mistake in
/// it is said too.
pub fn check(file: &Path, bytes: &[u8]) -> Vec<Finding> {
    let (notes, mut findings) = read(file, bytes);
    if !matches!(notes, PlanNotes::Note(_)) {
        return findings;
    }
    let start = Place { line: 1, column: 1 };
    // What begins as an object is meant as a checklist, whatever is wrong with it.
    let mut broken_object = false;
    let mut note = Finding::new(file, Severity::Warning, "notes-free-note", Some(start)).expected("expected.checklist");
    match Document::parse(file, bytes) {
        Ok((doc, warnings)) => {
            findings.extend(warnings);
            let (root, mut at) = (doc.root(), String::new());
            let mode = root.get("mode").filter(|_| !has_mode(root));
            let wrong = mode.or_else(|| root.get("version").filter(|_| has_mode(root)));
            if let Some(wrong) = wrong {
                at.push_str(if mode.is_some() { "/mode" } else { "/version" });
                note.found = Some(short(wrong));
            }
            note.place = Some(wrong.unwrap_or(root).place());
            note.pointer = at;
        }
        Err(wrong) => {
            broken_object = is_json(bytes) && wrong.code != "too-large";
            if broken_object || !matches!(wrong.code, "syntax" | "truncated" | "empty-file") {
                findings.push(*wrong);
            }
        }
    }
    // What looks damaged is no note that somebody meant.
    if !findings.iter().any(|finding| finding.code == "notes-damaged") && !broken_object {
        findings.push(note);
    }
    findings.sort_by_key(|finding| finding.place);
    findings
}

fn has_mode(root: Node) -> bool {
    root.get("mode").and_then(|node| node.string()).is_some_and(|mode| mode == "planned" || mode == "stopped")
}

/// What is no JSON, but has the keys of a checklist: cut off, or written by hand with a slip.
fn broken_list(file: &Path, bytes: &[u8], broken: &Finding) -> Option<Finding> {
    let text = String::from_utf8_lossy(bytes);
    let looks = ["\"mode\"", "\"items\"", "\"version\""].iter().all(|key| text.contains(key));
    let looks = looks && js_trim(&text).starts_with('{');
    looks.then(|| Finding::new(file, Severity::Warning, "notes-damaged", broken.place))
}

/// The key that keeps an object with steps from being a checklist: a version that is none, or a mode that is misspelt,
/// with the mode that was meant.
fn nearly_a_list(root: Node) -> Option<(&'static str, Option<&'static str>)> {
    root.get("items").filter(|node| node.kind() == Kind::Array)?;
    let mode = root.get("mode").and_then(|node| node.string())?;
    if MODES.contains(&mode.as_ref()) {
        return Some(("version", None));
    }
    nearest(&mode, MODES).map(|near| ("mode", Some(near)))
}

fn checklist(reader: &mut Reader, root: &Object, stopped: bool) -> Checklist {
    let at = At::ROOT;
    let list_at = at.key("items");
    let nodes = reader.array(root, "items", &at, Need::Required);
    let items = nodes.iter().enumerate().map(|(n, node)| step(reader, *node, &list_at.index(n))).collect();
    let list = Checklist {
        stopped,
        items,
        current_index: reader.integer(root, "currentIndex", &at, Need::Required),
        auto_continue: reader.boolean(root, "autoContinueOnDone", &at, Need::Required).unwrap_or(false),
        max_auto_turns: reader.integer(root, "maxAutoTurns", &at, Need::Required),
        auto_turns_used: reader.integer(root, "autoTurnsUsed", &at, Need::Required),
        last_summary: reader.text(root, "lastStepSummary", &at, Need::Optional),
    };
    steps_are_named_once(reader, &list, &nodes, &list_at);
    one_step_is_in_progress(reader, root, &list, &nodes, &list_at);
    steps_are_done_in_order(reader, &list, &nodes, &list_at);
    current_index_is_right(reader, root, &list);
    turns_are_within_bounds(reader, root, &list);
    list
}

fn step(reader: &mut Reader, node: Node, at: &At) -> Step {
    let mut step = Step {
        id: String::new(),
        title: String::new(),
        status: StepStatus::Unknown,
        summary: None,
        changed_files: Vec::new(),
    };
    let Some(entry) = reader.object(node, at) else { return step };
    step.id = reader.full_text(&entry, "id", at, Need::Required).unwrap_or_default();
    step.title = reader.full_text(&entry, "title", at, Need::Required).unwrap_or_default();
    let words = ["done", "in_progress", "pending"];
    step.status = match reader.word(&entry, "status", at, Need::Required, &words).as_deref() {
        Some("done") => StepStatus::Done,
        Some("in_progress") => StepStatus::InProgress,
        Some("pending") => StepStatus::Pending,
        _ => StepStatus::Unknown,
    };
    step.summary = reader.text(&entry, "summary", at, Need::Optional);
    let files = at.key("changedFiles");
    for (n, node) in reader.array(&entry, "changedFiles", at, Need::Optional).into_iter().enumerate() {
        match node.string() {
            Some(path) => step.changed_files.push(path.into_owned()),
            None => drop(reader.error("wrong-type", node, &files.index(n)).expected("expected.string")),
        }
    }
    step
}

/// Ids are unique.
fn steps_are_named_once(reader: &mut Reader, list: &Checklist, nodes: &[Node], at: &At) {
    let mut seen: HashMap<&str, Node> = HashMap::new();
    for (n, (step, node)) in list.items.iter().zip(nodes).enumerate().filter(|(_, (s, _))| !s.id.is_empty()) {
        if let Some(first) = seen.get(step.id.as_str()) {
            if let Some(node) = node.get("id") {
                let note = reader.error("duplicate-id", node, &at.index(n).key("id")).with("id", step.id.as_str());
                note.first(*first);
            }
        } else {
            seen.insert(&step.id, *node);
        }
    }
}

/// One step is in progress while steps remain, and never more than one.
fn one_step_is_in_progress(reader: &mut Reader, root: &Object, list: &Checklist, nodes: &[Node], at: &At) {
    let under_way = list.items.iter().zip(nodes).enumerate();
    let mut under_way = under_way.filter(|(_, (step, _))| step.status == StepStatus::InProgress);
    let first = under_way.next();
    for (n, (_, node)) in under_way {
        if let Some(node) = node.get("status") {
            reader.error("several-in-progress", node, &at.index(n).key("status"));
        }
    }
    // A status that cannot be read may be meant as in_progress.
    if list.items.iter().any(|step| step.status == StepStatus::Unknown) {
        return;
    }
    let remain = list.items.len() - list.done();
    if let (None, true, Some(node)) = (first, remain > 0, root.get("items").filter(|n| n.kind() == Kind::Array)) {
        reader.error("none-in-progress", node, at).with("n", remain.to_string());
    }
}

/// A pending step before a done one is worth a look.
fn steps_are_done_in_order(reader: &mut Reader, list: &Checklist, nodes: &[Node], at: &At) {
    let Some(last_done) = list.items.iter().rposition(|s| s.status == StepStatus::Done) else { return };
    for (n, (step, node)) in list.items.iter().zip(nodes).enumerate().take(last_done) {
        if let (StepStatus::Pending, Some(node)) = (step.status, node.get("status")) {
            reader.warning("pending-before-done", node, &at.index(n).key("status"));
        }
    }
}

/// `currentIndex` is the index of a step: of the one in progress, where there is one.
fn current_index_is_right(reader: &mut Reader, root: &Object, list: &Checklist) {
    let (Some(index), Some(node)) = (list.current_index, root.get("currentIndex")) else { return };
    let at = At::ROOT.key("currentIndex");
    let step = usize::try_from(index).ok().and_then(|n| list.items.get(n));
    match step {
        None => match list.items.len().checked_sub(1) {
            Some(last) => drop(reader.error("current-index-out-of-range", node, &at).expected(format!("0–{last}"))),
            None => drop(reader.error("current-index-without-steps", node, &at)),
        },
        Some(step) if step.status != StepStatus::InProgress => {
            if let Some(n) = list.items.iter().position(|s| s.status == StepStatus::InProgress) {
                reader.error("in-progress-elsewhere", node, &at).expected(n.to_string());
            }
        }
        Some(_) => {}
    }
}

/// No more automatic turns are used than allowed.
fn turns_are_within_bounds(reader: &mut Reader, root: &Object, list: &Checklist) {
    for (value, key) in [(list.max_auto_turns, "maxAutoTurns"), (list.auto_turns_used, "autoTurnsUsed")] {
        if let (true, Some(node)) = (value.is_some_and(|n| n < 0), root.get(key)) {
            reader.error("out-of-range", node, &At::ROOT.key(key)).expected("expected.index-number");
        }
    }
    if let (Some(used), Some(max), Some(node)) = (list.auto_turns_used, list.max_auto_turns, root.get("autoTurnsUsed"))
        && used > max
    {
        let note = reader.error("too-many-turns", node, &At::ROOT.key("autoTurnsUsed"));
        note.expected(format!("≤ {max}")).with("max", max.to_string());
    }
}

#[cfg(test)]
mod tests;
