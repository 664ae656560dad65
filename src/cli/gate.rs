//! `planboard review --gate`: the decision to the caller. And how a decision is told, here and by `wait`.

use std::io;
use std::path::Path;

use chrono::Utc;

use crate::board::terminal::input_device;
use crate::cli::args::Review;
use crate::cli::context::{Context, os_variable, shown};
use crate::cli::failure::Failure;
use crate::cli::{open, wait};
use crate::locale::Locale;
use crate::project::find::Project;
use crate::project::settle::writable;
use crate::project::store::Store;
use crate::project::trouble::problem;
use crate::project::write::{Mode, write_whole};
use crate::review::decision::{Decision, Verdict};
use crate::review::hand_off;
use crate::text::clean;

/// Seconds a gate without a terminal waits, and `wait` unless told otherwise.
pub const PATIENCE: f64 = 540.0;

/// The exit code of a decision.
pub fn code(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Approved => 0,
        Verdict::Comments => 10,
        Verdict::Closed => 11,
        Verdict::Open => 12,
    }
}

/// Looks whether a gate can do its work before the reviewer begins his. Without a terminal the board is opened in a
/// window of the multiplexer, and waited for here: then the exit code is given.
///
/// # Errors
/// The result's file cannot be written, a board is open already, or there is neither a terminal nor a multiplexer.
pub fn begin(context: &mut Context, args: &Review, project: &Project) -> Result<Option<u8>, Failure> {
    if let Some(file) = &args.result
        && let Some(error) = writable(file)
    {
        let problem = context.locale().phrase(&error.phrase());
        return Err(Failure::failed("cli.error.result", &[("problem", &problem)]));
    }
    if input_device().is_ok() {
        let store = Store::peek(&project.plan_dir, &os_variable);
        return match store.and_then(|store| open::board_of(&store)) {
            Some(holder) => Err(Failure::failed("cli.error.gate-open", &[("holder", &open::who(&holder))])),
            None => Ok(None),
        };
    }
    let window = Review { result: None, ..args.clone() };
    open::open(context, &window, project)?;
    wait::for_decision(context, project, PATIENCE, args.result.as_deref()).map(Some)
}

/// Tells the caller of a gate what was decided on its board, and gives the exit code.
///
/// # Errors
/// The result could not be written; the decision is then kept for `planboard wait`.
pub fn end(context: &mut Context, args: &Review, project: &Project, decision: &Decision) -> Result<u8, Failure> {
    if args.opened {
        // Whoever called `planboard open` waits elsewhere.
        return match &args.result {
            Some(file) => write(context, decision, file).map(|()| code(decision.verdict)),
            None => Ok(code(decision.verdict)),
        };
    }
    let told = tell(context, project, decision, args.result.as_deref());
    if decision.verdict == Verdict::Closed {
        // It may be the terminal itself that went away: the exit code still says it.
        return told.or(Ok(code(Verdict::Closed)));
    }
    let code = told?;
    if let Some(store) = Store::peek(&project.plan_dir, &os_variable)
        && !store.is_waited_for()
    {
        // If that fails, the decision is told once more, which misleads nobody.
        let _ = store.collected(decision);
    }
    Ok(code)
}

/// Prints a decision, and writes it to `file` where one is asked for; gives the exit code. What belongs to the chat (the
/// overall note, the hash) goes to stderr.
///
/// # Errors
/// Stdout or the file could not be written.
pub fn tell(context: &mut Context, project: &Project, decision: &Decision, file: Option<&Path>) -> Result<u8, Failure> {
    context.out.json(&decision.result());
    let unheard = |error: &io::Error| Failure::failed("cli.error.stdout", &[("problem", &problem(error))]);
    let printed = match context.out.finish() {
        Ok(()) if context.out.is_closed() => Err(unheard(&io::ErrorKind::BrokenPipe.into())),
        Ok(()) => Ok(()),
        Err(error) => Err(unheard(&error)),
    };
    let written = file.map_or(Ok(()), |file| write(context, decision, file));
    // A file that was written is enough where nobody reads stdout.
    match (printed, written) {
        (_, Err(failure)) => return Err(failure),
        (Err(failure), Ok(())) if file.is_none() => return Err(failure),
        _ => {}
    }
    if let Some(line) = chat_line(context, project, decision) {
        context.out.talk(&clean::line(&line));
    }
    Ok(code(decision.verdict))
}

fn write(context: &Context, decision: &Decision, file: &Path) -> Result<(), Failure> {
    let mut bytes = serde_json::to_vec_pretty(&decision.result()).unwrap_or_default();
    bytes.push(b'\n');
    write_whole(file, &bytes, Mode::Project).map_err(|error| {
        let problem = context.locale().phrase(&error.phrase());
        Failure::failed("cli.error.result", &[("problem", &problem)])
    })
}

/// The line that a reviewer would have pasted, in the language of the plan.
fn chat_line(context: &mut Context, project: &Project, decision: &Decision) -> Option<String> {
    let pass = decision.pass?;
    let script = context.read(project.clone(), None).loaded.plan.script;
    let language = context.asked_language().or_else(|| script.and_then(crate::locale::Language::from_code));
    let locale = language.map_or_else(|| context.locale(), Locale::of);
    let relative = |file: &str| {
        let path = Path::new(file);
        path.strip_prefix(&project.root).unwrap_or(path).display().to_string()
    };
    match (decision.verdict, &decision.submitted, &decision.plan) {
        (Verdict::Comments, Some(sent), _) => {
            let (file, n) = (relative(&sent.file), sent.comments.len());
            Some(hand_off::line(locale, &file, pass, n, sent.checkpoint, &sent.overall))
        }
        (Verdict::Approved, _, Some(plan)) => {
            Some(hand_off::approval(locale, &relative(&plan.file), pass, &plan.sha256))
        }
        _ => None,
    }
}

/// Says that an approval was passed over, for the plan is another now.
pub fn say_outdated(context: &mut Context, decision: &Decision) {
    let file = decision.plan.as_ref().map(|plan| shown(Path::new(&plan.file))).unwrap_or_default();
    let text = context.locale().say("cli.wait.outdated", &[("file", &file)]);
    context.out.talk(&text);
}

/// Nobody decided yet.
pub fn undecided() -> Decision {
    Decision::open(Utc::now())
}
