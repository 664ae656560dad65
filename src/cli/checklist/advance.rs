//! `planboard checklist next`, `stop`, `resume`.

use crate::cli::args::checklist::{Next, Place as Args, Verdict};
use crate::cli::checklist::place::{Place, nothing_to_change};
use crate::cli::checklist::{refused, status, summary};
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::contract::finding::Severity;
use crate::contract::plan_notes::{Checklist, PlanNotes};
use crate::project::notes::{self, LoadedNotes, Written};
use crate::review::checklist::{Change, Outlook, outlook};
use crate::text::clean;

/// The step in progress is done.
///
/// # Errors
/// The verdict has concerns, or as [`change`].
pub(super) fn next(context: &mut Context, args: &Next) -> Result<u8, Failure> {
    if args.verdict == Verdict::WithConcerns {
        return Err(Failure::failed("cli.error.concerns", &[]));
    }
    let change = Change::Next {
        summary: args.summary.clone().filter(|text| !text.trim().is_empty()),
        changed_files: args.changed.iter().filter(|file| !file.is_empty()).cloned().collect(),
    };
    self::change(context, &args.place, &change, args.force)
}

/// Changes the checklist that is there.
///
/// # Errors
/// There is none, it is refused, another writer was first, or it cannot be written.
pub(super) fn change(context: &mut Context, args: &Args, change: &Change, force: bool) -> Result<u8, Failure> {
    let place = Place::of(context, &args.notes)?;
    let before = match place.read(context) {
        Ok(Some(notes)) if notes.is_blank() => return Err(nothing_to_change(&place.asked, Some(&notes))),
        Ok(found) => found.ok_or_else(|| nothing_to_change(&place.asked, None))?,
        Err(finding) if finding.severity == Severity::Warning => return Err(nothing_to_change(&place.asked, None)),
        Err(_) => return Ok(1),
    };
    let written = notes::change(&before, change, force, place.now)
        .map_err(|error| refused::failure(context, error, args.json))?;
    context.done("cli.error.stdout-checklist");
    // After `next` it is told how the step begins that has become the current one, after others what follows it.
    let begins = match change {
        Change::Next { .. } if !written.completed => list_of(&before).map(outlook).map(begins),
        _ => None,
    };
    if args.json {
        let locale = context.json_locale();
        let value = match begins {
            Some((continues, key)) => {
                let reason = Some(locale.word(key)).filter(|_| !continues);
                summary::with_reason(locale, &written.now, continues, reason)
            }
            None => summary::whole(locale, &written.now),
        };
        context.out.json(&value);
    } else {
        print(context, change, &before, &written, begins.map(|(_, key)| key));
        if place.asked.file.is_none() {
            // It was found, or is one of many tasks.
            let source = status::source(context, &written.now.source);
            context.out.line(&source);
        }
    }
    Ok(0)
}

/// How a step begins, given what was to happen after the one before it: may it start by itself, and the sentence. Its
/// turn is counted by then, so the list as it is now does not tell.
fn begins(before: Outlook) -> (bool, &'static str) {
    match before {
        Outlook::Continues => (true, "cli.checklist.begins"),
        Outlook::TurnsUsedUp => (false, "cli.checklist.begins-turns"),
        _ => (false, "cli.checklist.begins-person"),
    }
}

fn list_of(notes: &LoadedNotes) -> Option<&Checklist> {
    if let PlanNotes::Checklist(list) = &notes.notes { Some(list) } else { None }
}

fn print(context: &mut Context, change: &Change, before: &LoadedNotes, written: &Written, begins: Option<&str>) {
    let locale = context.locale();
    let Some((was, list)) = list_of(before).zip(list_of(&written.now)) else { return };
    let (done, total) = (list.done().to_string(), list.items.len().to_string());
    let current = list.current().map(summary::name).unwrap_or_default();
    let current = current.as_ref();
    let mut lines = Vec::new();
    match change {
        Change::Next { .. } => {
            let title = was.current().map(summary::name).unwrap_or_default();
            lines.push(locale.say("cli.checklist.done", &[("done", &done), ("total", &total), ("title", &title)]));
            if let Some(step) = list.current() {
                lines.push(locale.say("cli.checklist.now", &[("id", &step.id), ("title", &summary::name(step))]));
            }
            let after = written.now.outlook().map(Outlook::key);
            lines.extend(begins.or(after).map(|key| locale.word(key).to_owned()));
        }
        Change::Stop => {
            lines.push(locale.say("cli.checklist.stopped", &[("done", &done), ("total", &total), ("title", current)]));
        }
        Change::Resume => {
            lines.push(locale.say("cli.checklist.resumed", &[("done", &done), ("total", &total), ("title", current)]));
        }
    }
    for line in lines {
        context.out.line(&clean::line(&line));
    }
}
