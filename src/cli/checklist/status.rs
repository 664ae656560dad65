//! `planboard checklist status`: how far it is, and what happens next.

use serde_json::Value;

use crate::cli::args::checklist::Place as Args;
use crate::cli::checklist::place::{Place, none, say_others};
use crate::cli::checklist::summary;
use crate::cli::context::{Context, shown};
use crate::cli::failure::Failure;
use crate::cli::findings;
use crate::contract::finding::Severity;
use crate::contract::plan_notes::{Checklist, PlanNotes, Step, StepStatus};
use crate::project::notes::{LoadedNotes, Source};
use crate::text::{cells, clean};

/// Most cells of the column of ids.
const WIDEST_ID: usize = 24;

/// Shows the checklist.
///
/// # Errors
/// A task is named, and no database.
pub(super) fn run(context: &mut Context, args: &Args) -> Result<u8, Failure> {
    let place = Place::of(context, &args.notes)?;
    let notes = match place.read(context) {
        Ok(Some(notes)) if !notes.is_blank() => notes,
        Ok(found) => {
            if args.json {
                context.out.json(&Value::Null);
            }
            let none = none(context, &place.asked, found.as_ref());
            context.out.talk(&clean::line(&none));
            return Ok(0);
        }
        // Only a warning: where it was looked for there is none.
        Err(finding) if finding.severity == Severity::Warning => {
            if args.json {
                context.out.json(&Value::Null);
            }
            return Ok(0);
        }
        Err(finding) => {
            if args.json {
                let value = summary::unread(context.json_locale(), &finding);
                context.out.json(&value);
            }
            return Ok(1);
        }
    };
    say_others(context, &notes);
    if args.json {
        let value = summary::whole(context.json_locale(), &notes);
        context.out.json(&value);
    } else {
        print(context, &notes);
    }
    Ok(u8::from(findings::any_error(&notes.findings)))
}

fn print(context: &mut Context, notes: &LoadedNotes) {
    let locale = context.locale();
    match &notes.notes {
        PlanNotes::Checklist(list) => print_list(context, list, notes),
        PlanNotes::Note(text) | PlanNotes::Newer { text, .. } => {
            // Only the text is the result: it can be piped.
            context.out.talk(&summary::line(locale, notes));
            context.out.line(&clean::block(text.trim_end()));
        }
    }
    let source = source(context, &notes.source);
    match &notes.notes {
        PlanNotes::Checklist(_) => context.out.line(&source),
        PlanNotes::Note(_) | PlanNotes::Newer { .. } => context.out.talk(&source),
    }
}

fn print_list(context: &mut Context, list: &Checklist, notes: &LoadedNotes) {
    let locale = context.locale();
    let bar = summary::bar(list, context.settings.ascii);
    let mut lines = vec![format!("{bar} {}/{}", list.done(), list.items.len())];
    let current = list.current();
    if let Some(step) = current {
        lines.push(locale.say("cli.checklist.now", &[("id", &step.id), ("title", &summary::name(step))]));
    }
    let is_current = |step: &Step| current.is_some_and(|current| std::ptr::eq(current, step));
    let left = || list.items.iter().filter(|step| step.status != StepStatus::Done && !is_current(step));
    let n = left().count();
    if n > 0 {
        lines.push(locale.count("cli.checklist.remaining", n));
        let ids: Vec<_> = left().map(|step| clean::line(&step.id)).collect();
        let column = ids.iter().map(|id| cells::width(id)).max().unwrap_or(0).min(WIDEST_ID);
        lines.extend(
            left().zip(&ids).map(|(step, id)| format!("  {}  {}", cells::fit(id, column), summary::cut(&step.title))),
        );
    }
    let last = list.items.iter().rev().find(|step| step.status == StepStatus::Done);
    let summary = list.last_summary.as_deref().or_else(|| last?.summary.as_deref());
    if let Some(text) = summary.filter(|text| !text.trim().is_empty()) {
        lines.push(locale.say("cli.checklist.last-summary", &[("text", text)]));
    }
    if let Some(step) = last.filter(|step| !step.changed_files.is_empty()) {
        lines.push(locale.count("cli.checklist.changed", step.changed_files.len()));
        lines.extend(step.changed_files.iter().map(|file| format!("  {file}")));
    }
    let number = |n: Option<i64>| n.map_or_else(|| "?".to_owned(), |n| n.to_string());
    let (used, allowed) = (number(list.auto_turns_used), number(list.max_auto_turns));
    lines.push(locale.say("cli.checklist.turns", &[("used", &used), ("max", &allowed)]));
    lines.extend(notes.outlook().map(|next| locale.word(next.key()).to_owned()));
    for line in lines {
        context.out.line(&clean::line(&line));
    }
}

/// Where the checklist is, in a sentence.
pub(super) fn source(context: &Context, source: &Source) -> String {
    let locale = context.locale();
    let file = shown(source.path());
    let said = match source.task() {
        None => locale.say("cli.checklist.source-file", &[("file", &file)]),
        Some(task) => {
            let args = [("file", file.as_str()), ("task", &task.id), ("status", &task.status)];
            locale.say("cli.checklist.source-task", &args)
        }
    };
    clean::line(&said).into_owned()
}
