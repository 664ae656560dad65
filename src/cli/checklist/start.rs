//! `planboard checklist start` and `say`.

use crate::cli::args::checklist::{MAX_TURNS, Place as Args, Say, Start as StartArgs};
use crate::cli::checklist::place::Place;
use crate::cli::checklist::{advance, refused, status, summary};
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::stdin;
use crate::contract::plan_notes::PlanNotes;
use crate::project::notes::{self, WriteError};
use crate::review::checklist::{Change, Refusal, Said, Start, said, titles, titles_of};
use crate::text::clean;

/// Starts a checklist.
///
/// # Errors
/// There are no steps, it is refused, or it cannot be written.
pub(super) fn start(context: &mut Context, args: &StartArgs) -> Result<u8, Failure> {
    let titles = match args.text.as_slice() {
        [] => items(&args.item)?,
        [text] => titles(&self::text(text)?),
        words => titles_of(words),
    };
    let start = Start { titles, auto_continue: !args.no_auto, max_auto_turns: args.max_turns };
    if start.titles.is_empty() {
        return Err(Failure::usage("cli.error.no-steps", &[]));
    }
    begin(context, &args.place, &start, args.replace)?
        .map_err(|error| refused::failure(context, error, args.place.json))
}

/// Does what a chat message asks for.
///
/// # Errors
/// It is none of the three forms, or as the command it stands for.
pub(super) fn say(context: &mut Context, args: &Say) -> Result<u8, Failure> {
    match said(&text(&args.text.join(" "))?) {
        Some(Said::Start(text)) => {
            let start = Start { titles: titles(&text), auto_continue: true, max_auto_turns: MAX_TURNS };
            if start.titles.is_empty() {
                return Err(Failure::usage("cli.error.no-steps-said", &[]));
            }
            begin(context, &args.place, &start, false)?.map_err(|error| match error {
                // What is advised is what can be said.
                WriteError::Refused(why) if why == Refusal::Running.phrase() => {
                    Failure::failed("cli.error.running-said", &[])
                }
                error => refused::failure(context, error, args.place.json),
            })
        }
        Some(Said::Status) => status::run(context, &args.place),
        Some(Said::Stop) => advance::change(context, &args.place, &Change::Stop, false),
        None => Err(Failure::usage("cli.error.not-said", &[])),
    }
}

/// A text of the command line; `-` reads stdin.
fn text(given: &str) -> Result<String, Failure> {
    stdin::text(given).map_err(|problem| Failure::failed("cli.error.checklist-stdin", &[("problem", &problem)]))
}

/// Titles that were given one by one.
fn items(given: &[String]) -> Result<Vec<String>, Failure> {
    let titles: Vec<String> = given.iter().map(|title| title.trim().to_owned()).collect();
    if titles.iter().any(String::is_empty) { Err(Failure::usage("cli.error.empty-item", &[])) } else { Ok(titles) }
}

fn begin(context: &mut Context, args: &Args, start: &Start, replace: bool) -> Result<Result<u8, WriteError>, Failure> {
    let place = Place::of(context, &args.notes)?;
    let written = match notes::start(place.project.as_ref(), &place.here, &place.asked, start, replace, place.now) {
        Ok(written) => written,
        Err(error) => return Ok(Err(error)),
    };
    context.done("cli.error.stdout-checklist");
    if args.json {
        let value = summary::whole(context.json_locale(), &written.now);
        context.out.json(&value);
        return Ok(Ok(0));
    }
    let locale = context.locale();
    let mut lines = vec![locale.count("cli.checklist.started", start.titles.len())];
    if let PlanNotes::Checklist(list) = &written.now.notes
        && let Some(step) = list.current()
    {
        lines.push(locale.say("cli.checklist.now", &[("id", &step.id), ("title", &summary::name(step))]));
    }
    lines.push(status::source(context, &written.now.source));
    for line in lines {
        context.out.line(&clean::line(&line));
    }
    Ok(Ok(0))
}
