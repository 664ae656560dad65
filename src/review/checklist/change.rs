//! Starting a checklist and changing one, in its text.

use std::path::Path;

use serde_json::{Value, json};

use super::{Change, Changed, Refusal, Start, is_complete, under_way};
use crate::contract::json::{Document, Node, ObjectEdit, spliced};
use crate::contract::plan_notes::{Checklist, PlanNotes, StepStatus, VERSION};
use crate::text::trim::js_trim;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of a new checklist in place of `before` (`None`, or blank as NULL is: nothing is lost). Over a checklist its
/// own keys are replaced; unknown ones of the whole list stay as they are written.
///
/// # Errors
/// [`Refusal::Note`], [`Refusal::Newer`]; [`Refusal::Running`] unless `replace`; [`Refusal::NoSteps`],
/// [`Refusal::BlankTitle`].
pub fn start(before: Option<(&PlanNotes, &str)>, start: &Start, replace: bool) -> Result<String, Refusal> {
    let before = match before.filter(|(_, text)| !js_trim(text).is_empty()) {
        None => None,
        Some((notes, text)) => {
            let list = checklist(notes)?;
            if !list.stopped && !is_complete(list) && !replace {
                return Err(Refusal::Running);
            }
            Some(text)
        }
    };
    if start.titles.is_empty() {
        return Err(Refusal::NoSteps);
    }
    if let Some(blank) = start.titles.iter().position(|title| js_trim(title).is_empty()) {
        return Err(Refusal::BlankTitle(blank + 1));
    }
    let members = members(start);
    let Some(before) = before else {
        let list = Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect());
        return Ok(format!("{list:#}\n"));
    };
    edited(before, |root| {
        let mut list = ObjectEdit::of(root).ok_or(Refusal::Note)?;
        for (key, value) in members {
            list.set_once(key, value);
        }
        list.remove("lastStepSummary");
        Ok(vec![list])
    })
}

/// The members of a new checklist in the order of the contract.
fn members(start: &Start) -> Vec<(&'static str, Value)> {
    let item = |(n, title): (usize, &String)| {
        let status = if n == 0 { "in_progress" } else { "pending" };
        json!({"id": format!("step-{}", n + 1), "title": title, "status": status})
    };
    vec![
        ("version", VERSION.into()),
        ("mode", "planned".into()),
        ("items", start.titles.iter().enumerate().map(item).collect()),
        ("currentIndex", 0.into()),
        ("autoContinueOnDone", start.auto_continue.into()),
        ("maxAutoTurns", start.max_auto_turns.max(0).into()),
        ("autoTurnsUsed", 0.into()),
    ]
}

/// The text `before`, which holds `notes`, after a change (checklist rules).
///
/// After [`Change::Next`] `lastStepSummary` is the summary given, else the one the step had already; where it had none
/// either the key goes, since the summary of an earlier step would be misleading. A blank summary is none.
///
/// # Errors
/// Why it is refused.
pub fn change(notes: &PlanNotes, before: &str, change: &Change) -> Result<Changed, Refusal> {
    let list = checklist(notes)?;
    if is_complete(list) {
        return Err(Refusal::Complete);
    }
    match change {
        Change::Next { .. } if list.stopped => Err(Refusal::Stopped),
        Change::Next { summary, changed_files } => next(list, before, summary.as_deref(), changed_files),
        Change::Stop if list.stopped => Err(Refusal::AlreadyStopped),
        Change::Stop => mode(before, "stopped"),
        Change::Resume if !list.stopped => Err(Refusal::NotStopped),
        Change::Resume => mode(before, "planned"),
    }
}

fn checklist(notes: &PlanNotes) -> Result<&Checklist, Refusal> {
    match notes {
        PlanNotes::Checklist(list) => Ok(list),
        PlanNotes::Note(text) if js_trim(text).is_empty() => Err(Refusal::Empty),
        PlanNotes::Note(_) => Err(Refusal::Note),
        PlanNotes::Newer { version, .. } => Err(Refusal::Newer(*version)),
    }
}

fn mode(before: &str, mode: &str) -> Result<Changed, Refusal> {
    let text = edited(before, |root| {
        let mut list = ObjectEdit::of(root).ok_or(Refusal::Note)?;
        list.set("mode", mode);
        Ok(vec![list])
    })?;
    Ok(Changed { text, completed: false })
}

/// The step in progress is done; the next one is in progress, if there is one.
fn next(list: &Checklist, before: &str, summary: Option<&str>, files: &[String]) -> Result<Changed, Refusal> {
    let wrong = Refusal::NotInProgress(list.current_index);
    let (current, step) = under_way(list).ok_or_else(|| wrong.clone())?;
    let following = following(list, current)?;
    let summary = summary.filter(|summary| !js_trim(summary).is_empty());
    let text = edited(before, |root| {
        let items = root.get("items").and_then(|items| items.array()).unwrap_or_default();
        let item = |n: usize| items.get(n).copied().and_then(ObjectEdit::of);
        let mut whole = ObjectEdit::of(root).ok_or(Refusal::Note)?;
        let mut done = item(current).ok_or(wrong)?;
        done.set("status", "done");
        if let Some(summary) = summary {
            done.set("summary", summary);
        }
        if !files.is_empty() {
            done.set("changedFiles", files);
        }
        let mut edits = vec![done];
        if let Some(next) = following {
            let mut started = item(next).ok_or(Refusal::UnknownStatus(next + 1))?;
            started.set("status", "in_progress");
            edits.push(started);
            whole.set("currentIndex", next);
            // A turn is counted up to the maximum; going on by hand after that counts none.
            if let Some((used, _)) = list.auto_turns_used.zip(list.max_auto_turns).filter(|(used, max)| used < max) {
                whole.set("autoTurnsUsed", used + 1);
            }
        }
        match summary.or(step.summary.as_deref()) {
            Some(summary) => whole.set("lastStepSummary", summary),
            None => whole.remove("lastStepSummary"),
        }
        edits.push(whole);
        Ok(edits)
    })?;
    Ok(Changed { text, completed: following.is_none() })
}

/// The step that comes after the one at `current`: the first below it that is not done, else the first above it;
/// `None` where all others are done. A step whose status is not understood is neither started nor passed over.
pub(super) fn following(list: &Checklist, current: usize) -> Result<Option<usize>, Refusal> {
    let around = (current + 1..list.items.len()).chain(0..current);
    for n in around {
        match list.items.get(n).map(|step| step.status) {
            Some(StepStatus::Pending | StepStatus::InProgress) => return Ok(Some(n)),
            Some(StepStatus::Unknown) => return Err(Refusal::UnknownStatus(n + 1)),
            Some(StepStatus::Done) | None => {}
        }
    }
    Ok(None)
}

/// The text `before` with the edits made to its root; a byte-order mark stays.
fn edited(before: &str, edits: impl FnOnce(Node) -> Result<Vec<ObjectEdit>, Refusal>) -> Result<String, Refusal> {
    let (doc, _) = Document::parse(Path::new(""), before.as_bytes()).map_err(|_| Refusal::Note)?;
    let text = spliced(&doc, &edits(doc.root())?);
    Ok(if before.starts_with(BYTE_ORDER_MARK) { format!("{BYTE_ORDER_MARK}{text}") } else { text })
}
