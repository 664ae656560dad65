//! The commands: one file for each, and [`output`], the only place that prints.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};

use crate::cli::args::{Args, Command, CommentsCommand, ReportCommand};
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::project::trouble;

pub mod args;
pub mod check;
pub mod checklist;
pub mod comments;
pub mod completions;
pub mod config;
pub mod context;
pub mod critique;
pub mod demo;
pub mod excerpt;
pub mod failure;
pub mod findings;
pub mod gate;
pub mod keys;
pub mod lookup;
pub mod man;
pub mod open;
pub mod output;
pub mod report;
pub mod review;
pub mod rounds;
pub mod schema;
pub mod show;
mod show_layers;
pub mod skill;
pub mod status;
mod status_coding;
mod status_line;
pub mod stdin;
pub mod themes;
pub mod verify;
pub mod wait;
pub mod work;

/// Runs the command that `arguments` (the program's name first) ask for. Gives the exit code: 0 done, 1 findings or a
/// failed operation, 2 wrong usage; of a gate and `wait` see [`gate::code`].
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let colour = args::colour_asked(&arguments);
    let parsed =
        Args::command().color(colour).try_get_matches_from(&arguments).and_then(|m| Args::from_arg_matches(&m));
    let args = match parsed {
        Ok(args) => args,
        Err(error) => {
            let printed = output::usage(&error);
            let is_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            return match printed {
                Err(problem) if is_help => {
                    let failure = Failure::failed("cli.error.stdout", &[("problem", &trouble::problem(&problem))]);
                    Context::new(&args::Global::default()).fail(&failure);
                    failure.code
                }
                _ if is_help => 0,
                _ => 2,
            };
        }
    };
    let mut context = Context::new(&args.global);
    if let Some(coding) = args.command.as_ref().map_or(Some(&args.review.coding), Command::coding) {
        context.want(coding);
    }
    let result = match args.command {
        Some(_) if args.review != args::Review::default() => Err(Failure::usage("cli.error.before-command", &[])),
        None => review::run(&mut context, &args.review),
        Some(Command::Review(options)) => review::run(&mut context, &options),
        Some(Command::Open(options)) => open::run(&mut context, &options),
        Some(Command::Wait(options)) => wait::run(&mut context, &options),
        Some(Command::Config(options)) => config::run(&mut context, &args.global, &options),
        Some(Command::Keys(options)) => keys::run(&mut context, &options),
        Some(Command::Themes) => themes::run(&mut context),
        Some(Command::Completions(options)) => completions::run(&mut context, &options),
        Some(Command::Man(options)) => man::run(&mut context, &options),
        Some(Command::Skill) => skill::run(&mut context),
        Some(Command::Demo(options)) => demo::run(&mut context, &options),
        Some(Command::Status(options)) => status::run(&mut context, &options),
        Some(Command::Schema(options)) => schema::run(&mut context, &options),
        Some(Command::Show(options)) => show::run(&mut context, &options),
        Some(Command::Check(options)) => check::run(&mut context, &options),
        Some(Command::Verify(options)) => verify::run(&mut context, &options),
        Some(Command::Rounds(options)) => rounds::run(&mut context, &options),
        Some(Command::Checklist(options)) => checklist::run(&mut context, &options.command),
        Some(Command::Critique(options)) => critique::run(&mut context, &options.command),
        Some(Command::Report(options)) => match options.command {
            ReportCommand::Check(options) => report::check(&mut context, &options),
        },
        Some(Command::Comments(options)) => match options.command {
            CommentsCommand::Add(options) => comments::add(&mut context, &options),
            CommentsCommand::List(options) => comments::list(&mut context, &options),
            CommentsCommand::Submit(options) => comments::submit(&mut context, &options),
            CommentsCommand::Read(options) => comments::read(&mut context, &options),
            CommentsCommand::Done(options) => comments::done(&mut context, &options),
        },
    };
    let code = result.unwrap_or_else(|failure| {
        context.fail(&failure);
        failure.code
    });
    match context.finish() {
        Ok(()) => code,
        Err(failure) => {
            context.fail(&failure);
            code.max(failure.code)
        }
    }
}
