//! `planboard checklist prompt`: the prompt for the step in progress, and nothing else.

use serde_json::json;

use crate::cli::args::checklist::Place as Args;
use crate::cli::checklist::place::{Place, none, say_others};
use crate::cli::checklist::summary;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::findings;
use crate::contract::finding::Severity;
use crate::contract::plan_notes::PlanNotes;
use crate::project::notes::{Asked, LoadedNotes};
use crate::review::checklist::{Outlook, prompt};
use crate::text::clean;

/// Prints the prompt; where there is no step to do, says why.
///
/// # Errors
/// A task is named, and no database.
pub(super) fn run(context: &mut Context, args: &Args) -> Result<u8, Failure> {
    let place = Place::of(context, &args.notes)?;
    let found = match place.read(context) {
        Ok(found) => found,
        Err(finding) => {
            if args.json {
                context.out.json(&json!({"prompt": null}));
            }
            return Ok(u8::from(finding.severity == Severity::Error));
        }
    };
    if let Some(notes) = &found {
        say_others(context, notes);
    }
    let list = found.as_ref().and_then(|notes| match &notes.notes {
        PlanNotes::Checklist(list) => Some(list),
        PlanNotes::Note(_) | PlanNotes::Newer { .. } => None,
    });
    let text = list.and_then(|list| prompt(list, context.json_locale()));
    if text.is_none() {
        let why = why(context, &place.asked, found.as_ref());
        context.out.talk(&clean::line(&why));
    }
    if args.json {
        context.out.json(&json!({"prompt": text}));
    } else if let Some(text) = &text {
        context.out.line(&clean::block(text.trim_end()));
    }
    let is_broken = found
        .as_ref()
        .is_some_and(|notes| findings::any_error(&notes.findings) || notes.outlook() == Some(Outlook::Broken));
    Ok(u8::from(is_broken))
}

/// Why there is no step to do.
fn why(context: &Context, asked: &Asked, found: Option<&LoadedNotes>) -> String {
    let locale = context.locale();
    match found.filter(|notes| !notes.is_blank()) {
        None => none(context, asked, found),
        Some(notes) => match notes.outlook() {
            Some(next) => locale.word(next.key()).to_owned(),
            None => summary::line(locale, notes),
        },
    }
}
