//! The texts of the panels: help, checklist, findings, sheets.

use crate::board::keys::{self, Context};
use crate::board::state::{Sheet, State};
use crate::board::submission::shown_path;
use crate::board::view::content::Content;
use crate::board::view::lines;
use crate::contract::finding::{Finding, Severity};
use crate::contract::plan_notes::{Checklist, PlanNotes, StepStatus};
use crate::project::notes::LoadedNotes;
use crate::text::cells;

/// A sheet's text.
pub fn sheet(state: &State, sheet: &Sheet, width: usize) -> Content {
    let mut content = Content::new(width);
    content.text(0, &sheet.text, state.session.theme.text);
    content
}

/// Every key of every place, from the live table, and what the signs mean.
pub fn help(state: &State, width: usize) -> Content {
    let theme = &state.session.theme;
    let mut content = Content::new(width);
    let places = [
        (Context::Board, "help.board"),
        (Context::Editor, "help.editor"),
        (Context::Search, "help.search"),
        (Context::Submit, "help.submit"),
        (Context::Rounds, "help.rounds"),
        (Context::Approve, "help.approve"),
    ];
    for (context, title) in places {
        content.gap();
        content.text(0, state.word(title), theme.heading);
        for binding in keys::bindings().iter().filter(|b| b.context == context) {
            let keys = binding.keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let action = format!("action.{}", binding.action.name());
            let (column, words) = (22.min(width / 3), state.session.locale.word(&action));
            if cells::width(&keys) > column {
                // No key is cut off: the sentence goes below.
                content.line(vec![(keys, theme.key)]);
                content.text(column + 1, words, theme.text);
            } else {
                content.after(vec![(format!("{} ", cells::fit(&keys, column)), theme.key)], 0, words, theme.text);
            }
        }
        if context == Context::Editor {
            content.text(0, state.word("help.editor-more"), theme.dim);
        }
    }
    content.gap();
    content.text(0, state.word("help.signs"), theme.heading);
    let signs = &theme.signs;
    let meanings = [
        (signs.comment, "help.sign-comment"),
        (signs.unfinished, "help.sign-unfinished"),
        (signs.sent, "help.sign-sent"),
        (signs.reviewed, "help.sign-reviewed"),
        (signs.changed, "help.sign-changed"),
        (signs.finding, "help.sign-finding"),
        (signs.blocked, "help.sign-blocked"),
        (signs.planned, "placeholder.planned"),
        (signs.generating, "placeholder.generating"),
        (signs.made, "placeholder.done"),
        (signs.failed, "placeholder.failed"),
        (signs.stale, "placeholder.stale"),
    ];
    for (sign, key) in meanings {
        content.after(vec![(format!("{}  ", cells::fit(sign, 2)), theme.comment)], 0, state.word(key), theme.text);
    }
    content
}

/// The checklist: steps with state and summary, turns, findings.
pub fn checklist(state: &State, width: usize) -> Content {
    let theme = &state.session.theme;
    let mut content = Content::new(width);
    let Some(LoadedNotes { source, notes, findings, .. }) = &state.outside.checklist else { return content };
    content.text(0, &shown_path(state, source.path()), theme.dim);
    match notes {
        PlanNotes::Note(text) => {
            content.text(0, state.word("checklist.note-help"), theme.dim);
            content.gap();
            content.text(0, text, theme.text);
        }
        PlanNotes::Newer { version, text } => {
            content.text(0, &state.say("checklist.newer-help", &[("version", &version.to_string())]), theme.warn);
            content.gap();
            content.text(0, text, theme.text);
        }
        PlanNotes::Checklist(list) => steps(state, list, &mut content),
    }
    for finding in findings {
        content.gap();
        content.text(0, &finding_words(state, finding), severity_style(state, finding));
    }
    content
}

fn steps(state: &State, list: &Checklist, content: &mut Content) {
    let theme = &state.session.theme;
    let label = state.word(if list.stopped { "checklist.stopped" } else { "checklist.label" });
    let room = content.width().saturating_sub(cells::width(label) + 9);
    let bar = lines::bar(state, list, room.clamp(3, 20));
    content.line(vec![
        (format!("{label} "), theme.dim),
        (bar, theme.good),
        (format!(" {}/{}", list.done(), list.items.len()), theme.text),
    ]);
    if let (Some(used), Some(allowed)) = (list.auto_turns_used, list.max_auto_turns) {
        let args = [("used", used.to_string()), ("allowed", allowed.to_string())];
        let args: Vec<(&str, &str)> = args.iter().map(|(k, v)| (*k, v.as_str())).collect();
        content.text(0, &state.say("checklist.turns", &args), theme.dim);
    }
    if let Some(summary) = &list.last_summary {
        content.field(state.word("checklist.last-summary"), summary, theme.dim, theme.text);
    }
    content.gap();
    let current = list.current().map(|s| s.id.as_str());
    for step in &list.items {
        let (sign, style) = match step.status {
            StepStatus::Done => (theme.signs.reviewed, theme.good),
            StepStatus::InProgress => (theme.signs.selected, theme.next),
            StepStatus::Pending => (" ", theme.text),
            StepStatus::Unknown => (theme.signs.stale, theme.bad),
        };
        let style = if current == Some(step.id.as_str()) { theme.next } else { style };
        content.after(vec![(format!("{} ", cells::fit(sign, 2)), style)], 3, &step.title, style);
        if let Some(summary) = &step.summary {
            content.text(3, summary, theme.dim);
        }
        for file in &step.changed_files {
            content.text(3, file, theme.dim);
        }
    }
}

/// The findings of all files, each with its place and what to do.
pub fn findings(state: &State, width: usize) -> Content {
    let mut content = Content::new(width);
    let unreadable = state.outside.unreadable.as_deref();
    let stale = crate::contract::plan_comments::Pass::ALL.into_iter().filter_map(|p| state.plan.stale_finding(p));
    let all: Vec<&Finding> = unreadable.into_iter().chain(stale).chain(&state.plan.plan.findings).collect();
    if all.is_empty() {
        content.text(0, state.word("findings.none"), state.session.theme.good);
    }
    for finding in all {
        content.gap();
        content.text(0, &finding_words(state, finding), severity_style(state, finding));
        if let (_, Some(hint)) = state.session.locale.finding(finding) {
            content.text(2, &hint, state.session.theme.text);
        }
    }
    content
}

fn severity_style(state: &State, finding: &Finding) -> ratatui::style::Style {
    match finding.severity {
        Severity::Error => state.session.theme.bad,
        Severity::Warning => state.session.theme.warn,
    }
}

/// A finding in one sentence: where and what.
pub fn finding_words(state: &State, finding: &Finding) -> String {
    let (message, _) = state.session.locale.finding(finding);
    let file = shown_path(state, &finding.file);
    match finding.place {
        Some(place) => format!("{file}:{}:{}  {message}", place.line, place.column),
        None => format!("{file}  {message}"),
    }
}
