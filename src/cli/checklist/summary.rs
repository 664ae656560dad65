//! A checklist in a few words, and as JSON.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use crate::cli::findings;
use crate::contract::finding::Finding;
use crate::contract::plan_notes::{Checklist, PlanNotes, Step, StepStatus};
use crate::locale::Locale;
use crate::project::notes::LoadedNotes;
use crate::review::checklist::{Outlook, Refusal, outlook};
use crate::text::cells;

/// Cells of the bar.
const BAR: usize = 12;

/// Most cells of a title that are shown.
const WIDEST: usize = 300;

/// How far it is, in one sentence.
pub fn line(locale: &Locale, notes: &LoadedNotes) -> String {
    let list = match &notes.notes {
        _ if notes.is_blank() => return locale.word("cli.status.checklist-empty").to_owned(),
        PlanNotes::Checklist(list) => list,
        PlanNotes::Note(_) => return locale.word("cli.status.checklist-note").to_owned(),
        PlanNotes::Newer { .. } => return locale.word("cli.status.checklist-newer").to_owned(),
    };
    let (done, total) = (list.done().to_string(), list.items.len().to_string());
    let counts = [("done", done.as_str()), ("total", total.as_str())];
    match list.current() {
        _ if list.stopped => locale.say("cli.status.checklist-stopped", &counts),
        Some(step) => {
            let [done, total] = counts;
            locale.say("cli.status.checklist-current", &[done, total, ("title", &name(step))])
        }
        None => locale.say("cli.status.checklist", &counts),
    }
}

/// A step's title; its id where that is empty. Cut where it is very long.
pub fn name(step: &Step) -> Cow<'_, str> {
    cut(if step.title.trim().is_empty() { &step.id } else { &step.title })
}

/// A title as far as it is shown.
pub fn cut(title: &str) -> Cow<'_, str> {
    cells::cut(title, WIDEST)
}

/// A bar as long as the list is done.
pub fn bar(list: &Checklist, ascii: bool) -> String {
    let (full, empty) = if ascii { ("#", "-") } else { ("█", "░") };
    let done = (list.done() * BAR).checked_div(list.items.len()).unwrap_or(0);
    format!("{}{}", full.repeat(done), empty.repeat(BAR - done))
}

/// The object of `status --json`.
pub fn json(notes: &LoadedNotes) -> Value {
    Value::Object(short(&notes.notes))
}

/// The object of `checklist … --json`.
pub fn whole(locale: &Locale, notes: &LoadedNotes) -> Value {
    let next = notes.outlook();
    let reason = match (&notes.notes, next) {
        (_, Some(next)) if next.continues() => None,
        (_, Some(next)) => Some(locale.word(next.key()).to_owned()),
        (PlanNotes::Newer { version, .. }, None) => Some(locale.phrase(&Refusal::Newer(*version).phrase())),
        (_, None) => Some(locale.phrase(&Refusal::Note.phrase())),
    };
    with_reason(locale, notes, next.is_some_and(Outlook::continues), reason.as_deref())
}

/// As [`whole`], where it is told otherwise whether a step may start by itself, and why not.
pub fn with_reason(locale: &Locale, notes: &LoadedNotes, continues: bool, reason: Option<&str>) -> Value {
    let mut object = short(&notes.notes);
    let list = list(&notes.notes);
    object.insert("items".to_owned(), list.map_or(json!([]), |list| list.items.iter().map(item).collect()));
    object.insert("completed".to_owned(), json!(list.map(|list| outlook(list) == Outlook::Complete)));
    object.insert("continues".to_owned(), json!(continues));
    object.insert("reason".to_owned(), json!(reason));
    object.insert("findings".to_owned(), findings_json(locale, &notes.findings));
    Value::Object(object)
}

/// The object of `checklist … --json` where the checklist cannot be read: all is unknown but why.
pub fn unread(locale: &Locale, finding: &Finding) -> Value {
    let keys = ["kind", "done", "total", "current", "turns_used", "turns_allowed", "last_summary"];
    let mut object: Map<String, Value> = keys.iter().map(|key| ((*key).to_owned(), Value::Null)).collect();
    object.insert("items".to_owned(), json!([]));
    for key in ["completed", "continues", "reason"] {
        object.insert(key.to_owned(), Value::Null);
    }
    object.insert("findings".to_owned(), findings_json(locale, std::slice::from_ref(finding)));
    Value::Object(object)
}

fn list(notes: &PlanNotes) -> Option<&Checklist> {
    match notes {
        PlanNotes::Checklist(list) => Some(list),
        PlanNotes::Note(_) | PlanNotes::Newer { .. } => None,
    }
}

fn short(notes: &PlanNotes) -> Map<String, Value> {
    let kind = match notes {
        PlanNotes::Checklist(list) if list.stopped => "stopped",
        PlanNotes::Checklist(_) => "planned",
        PlanNotes::Note(_) => "note",
        PlanNotes::Newer { .. } => "newer",
    };
    let list = list(notes);
    let current = list.and_then(Checklist::current).map(|step| json!({"id": step.id, "title": step.title}));
    let facts = [
        ("kind", json!(kind)),
        ("done", json!(list.map(Checklist::done))),
        ("total", json!(list.map(|list| list.items.len()))),
        ("current", json!(current)),
        ("turns_used", json!(list.and_then(|list| list.auto_turns_used))),
        ("turns_allowed", json!(list.and_then(|list| list.max_auto_turns))),
        ("last_summary", json!(list.and_then(|list| list.last_summary.as_deref()))),
    ];
    facts.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn item(step: &Step) -> Value {
    let status = match step.status {
        StepStatus::Done => Some("done"),
        StepStatus::InProgress => Some("in_progress"),
        StepStatus::Pending => Some("pending"),
        StepStatus::Unknown => None,
    };
    json!({
        "id": step.id,
        "title": step.title,
        "status": status,
        "summary": step.summary,
        "changed_files": step.changed_files,
    })
}

fn findings_json(locale: &Locale, found: &[Finding]) -> Value {
    found.iter().map(|finding| findings::json(locale, finding)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_bar_is_as_long_as_the_list_is_done() {
        let read = |items: &str| {
            let text = format!(r#"{{"version":1,"mode":"planned","items":[{items}]}}"#);
            match crate::contract::plan_notes::read(Path::new("plan_notes.json"), text.as_bytes()).0 {
                PlanNotes::Checklist(list) => list,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(bar(&read(""), true), "------------");
        assert_eq!(bar(&read(r#"{"status":"done"}"#), false), "████████████");
        assert_eq!(bar(&read(r#"{"status":"done"},{"status":"pending"},{}"#), true), "####--------");
    }
}
