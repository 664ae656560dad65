//! The compact prompt for the step in progress.

use std::collections::HashSet;

use super::titles::{is_line_break, on_one_line};
use super::{Outlook, outlook, previous, under_way};
use crate::contract::plan_notes::{Checklist, StepStatus};
use crate::locale::Locale;
use crate::text::trim::js_trim;

/// The prompt for the step in progress: only the current item, the last summary, the changed files and the remaining
/// items (checklist rules); a part that is empty is left out. `None` where no step is to be done (stopped, complete,
/// broken).
///
/// The changed files are those of the step done before, each once: the rules list them beside the summary of the same
/// step. A list without `lastStepSummary` gives that step's own summary. Text of the list stands as it is, not cleaned
/// for a terminal; titles and file names are brought onto one line, and each line of the summary is quoted with `> `, so
/// that no line of it passes for a part of the prompt.
pub fn prompt(list: &Checklist, locale: &Locale) -> Option<String> {
    if matches!(outlook(list), Outlook::Stopped | Outlook::Complete | Outlook::Broken) {
        return None;
    }
    let (current, step) = under_way(list)?;
    let before = previous(list, current);
    let title = |title: &str| Some(on_one_line(title)).filter(|title| !title.is_empty());
    let title = |text: &str| title(text).unwrap_or_else(|| locale.word("steps.prompt-untitled").to_owned());
    let own_summary = before.and_then(|step| step.summary.as_deref());
    let summary = list.last_summary.as_deref().or(own_summary).map(js_trim).unwrap_or_default();

    let mut seen = HashSet::new();
    let files = before.iter().flat_map(|step| &step.changed_files).map(|file| on_one_line(file));
    let files: Vec<String> = files.filter(|file| !file.is_empty() && seen.insert(file.clone())).collect();
    let others = list.items.iter().enumerate().filter(|(n, step)| *n != current && step.status != StepStatus::Done);
    let remaining: Vec<String> = others.map(|(_, step)| title(&step.title)).collect();

    let parts = [
        ("steps.prompt-current", title(&step.title)),
        ("steps.prompt-summary", quoted(summary)),
        ("steps.prompt-files", bullets(&files)),
        ("steps.prompt-remaining", bullets(&remaining)),
    ];
    let parts = parts.iter().filter(|(_, body)| !body.is_empty());
    let parts: Vec<String> = parts.map(|(heading, body)| format!("{}\n\n{body}", locale.word(heading))).collect();
    Some(parts.join("\n\n"))
}

fn quoted(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let lines = text.split(is_line_break).filter(|_| !text.is_empty());
    lines.map(|line| format!("> {line}").trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

fn bullets(lines: &[String]) -> String {
    lines.iter().map(|line| format!("- {line}")).collect::<Vec<_>>().join("\n")
}
