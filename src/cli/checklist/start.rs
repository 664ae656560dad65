//! `planboard checklist start` and `say`.

use crate::cli::args::checklist::{MAX_TURNS, Place as Args, Say, Start as StartArgs};
use crate::cli::checklist::place::Place;
use crate::cli::checklist::{advance, refused, status, summary};
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::stdin;
use crate::contract::plan_notes::PlanNotes;
use crate::project::notes;
use crate::review::checklist::{Change, Said, Start, said, titles};
use crate::text::clean;

/// Starts a checklist.
///
/// # Errors
/// There are no steps, it is refused, or it cannot be written.
pub(super) fn start(context: &mut Context, args: &StartArgs) -> Result<u8, Failure> {
    let titles = if args.item.is_empty() { titles(&text(&args.text)?) } else { items(&args.item)? };
    let start = Start { titles, auto_continue: !args.no_auto, max_auto_turns: args.max_turns };
    begin(context, &args.place, &start, args.replace)
}

/// Does what a chat message asks for.
///
/// # Errors
/// It is none of the three forms, or as the command it stands for.
pub(super) fn say(context: &mut Context, args: &Say) -> Result<u8, Failure> {
    match said(&text(&args.text)?) {
        Some(Said::Start(text)) => {
            let start = Start { titles: titles(&text), auto_continue: true, max_auto_turns: MAX_TURNS };
            begin(context, &args.place, &start, false)
        }
        Some(Said::Status) => status::run(context, &args.place),
        Some(Said::Stop) => advance::change(context, &args.place, &Change::Stop, false),
        None => Err(Failure::usage("cli.error.not-said", &[])),
    }
}

/// The words of the command line as one text; `-` reads stdin.
fn text(words: &[String]) -> Result<String, Failure> {
    stdin::text(&words.join(" "))
        .map_err(|problem| Failure::failed("cli.error.checklist-stdin", &[("problem", &problem)]))
}

/// Titles that were given one by one.
fn items(given: &[String]) -> Result<Vec<String>, Failure> {
    let titles: Vec<String> = given.iter().map(|title| title.trim().to_owned()).collect();
    if titles.iter().any(String::is_empty) { Err(Failure::usage("cli.error.empty-item", &[])) } else { Ok(titles) }
}

fn begin(context: &mut Context, args: &Args, start: &Start, replace: bool) -> Result<u8, Failure> {
    if start.titles.is_empty() {
        return Err(Failure::usage("cli.error.no-steps", &[]));
    }
    let place = Place::of(context, &args.notes)?;
    let written = notes::start(place.project.as_ref(), &place.here, &place.asked, start, replace, place.now)
        .map_err(|error| refused::failure(context, error, args.json))?;
    context.done("cli.error.stdout-checklist");
    if args.json {
        let value = summary::whole(context.json_locale(), &written.now);
        context.out.json(&value);
        return Ok(0);
    }
    let locale = context.locale();
    let mut lines = vec![locale.count("cli.checklist.started", start.titles.len())];
    if let PlanNotes::Checklist(list) = &written.now.notes
        && let Some(step) = list.current()
    {
        lines.push(locale.say("cli.checklist.now", &[("id", &step.id), ("title", summary::name(step))]));
    }
    lines.push(status::source(context, &written.now.source));
    for line in lines {
        context.out.line(&clean::line(&line));
    }
    Ok(0)
}
