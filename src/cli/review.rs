//! `planboard review`: opens the board.

use crate::board::options::Options;
use crate::board::run::{RunError, run as open_board};
use crate::cli::args::Review;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::gate;
use crate::project::trouble::problem;
use crate::text::clean;

/// Opens the board on the project of `args.path`.
///
/// # Errors
/// No project there, or no terminal.
pub fn run(context: &mut Context, args: &Review) -> Result<u8, Failure> {
    let wrong_settings = context.warn_of_settings();
    let notes = context.asked(&args.notes)?;
    context.say_passed_over(&notes);
    context.reports.clone_from(&args.report);
    let project = context.find(args.path.as_deref())?;
    if args.gate
        && !args.opened
        && let Some(code) = gate::begin(context, args, &project)?
    {
        return Ok(code);
    }
    let reports = context.reports_asked();
    let settings = context.settings.clone();
    let options = Options {
        project: project.clone(),
        pass: args.pass,
        notes,
        reports,
        read_only: args.read_only,
        target_seconds: args.target.or(settings.target_seconds),
        language: context.asked_language(),
        ascii: args.ascii || settings.ascii,
        colour: context.colour,
        wrong_settings,
        gate: args.gate,
        opened: args.opened,
        settings,
    };
    let ended = open_board(options).map_err(|error| match error {
        RunError::NoTerminal => Failure::failed("cli.error.no-terminal", &[]),
        RunError::Dumb(name) => Failure::failed("cli.error.dumb-terminal", &[("name", &name)]),
        RunError::Io(error) => Failure::failed("cli.error.board", &[("problem", &problem(&error))]),
    })?;
    if let Some(said) = ended.said {
        context.out.talk(&clean::block(&said));
    }
    let failed = u8::from(ended.unsaved);
    ended.decision.map_or(Ok(failed), |decision| gate::end(context, args, &project, &decision))
}
