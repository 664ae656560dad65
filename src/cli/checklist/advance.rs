//! `planboard checklist next`, `stop`, `resume`.

use crate::cli::args::checklist::{Next, Place as Args, Verdict};
use crate::cli::checklist::place::Place;
use crate::cli::checklist::{refused, summary};
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::contract::plan_notes::PlanNotes;
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
    let Ok(found) = place.read(context) else { return Ok(1) };
    let before = found.ok_or_else(|| Failure::failed("cli.error.no-checklist", &[]))?;
    let written = notes::change(&before, change, force, place.now)
        .map_err(|error| refused::failure(context, error, args.json))?;
    // Whether the step that has become the current one may start by itself: its turn is already counted.
    let next = match change {
        Change::Next { .. } if !written.completed => outlook_of(&before),
        _ => outlook_of(&written.now),
    };
    context.done("cli.error.stdout-checklist");
    if args.json {
        let value = summary::with_outlook(context.json_locale(), &written.now, next);
        context.out.json(&value);
    } else {
        print(context, change, &before, &written, next);
    }
    Ok(0)
}

/// What happens next, where it is a checklist.
pub(super) fn outlook_of(notes: &LoadedNotes) -> Option<Outlook> {
    match &notes.notes {
        PlanNotes::Checklist(list) => Some(outlook(list)),
        PlanNotes::Note(_) | PlanNotes::Newer { .. } => None,
    }
}

fn print(context: &mut Context, change: &Change, before: &LoadedNotes, written: &Written, next: Option<Outlook>) {
    let locale = context.locale();
    let (PlanNotes::Checklist(was), PlanNotes::Checklist(list)) = (&before.notes, &written.now.notes) else { return };
    let (done, total) = (list.done().to_string(), list.items.len().to_string());
    let current = list.current().map(summary::name).unwrap_or_default();
    let mut lines = Vec::new();
    match change {
        Change::Next { .. } => {
            let title = was.current().map(summary::name).unwrap_or_default();
            lines.push(locale.say("cli.checklist.done", &[("done", &done), ("total", &total), ("title", title)]));
            if let Some(step) = list.current() {
                lines.push(locale.say("cli.checklist.now", &[("id", &step.id), ("title", summary::name(step))]));
            }
            lines.extend(next.map(|next| locale.word(next.key()).to_owned()));
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
