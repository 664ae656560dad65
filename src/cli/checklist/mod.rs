//! `planboard checklist …`: the checklist an agent works through, in a file or in a task of a database. It needs no
//! project, and works anywhere.

mod advance;
mod place;
mod prompt;
mod refused;
mod start;
mod status;
pub mod summary;

use crate::cli::args::checklist::ChecklistCommand;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::review::checklist::Change;

pub use place::say_others;

/// Does what is asked for.
///
/// # Errors
/// What was asked for is refused or failed, with the remedy; wrong usage.
pub fn run(context: &mut Context, command: &ChecklistCommand) -> Result<u8, Failure> {
    context.warn_of_settings();
    match command {
        ChecklistCommand::Start(args) => start::start(context, args),
        ChecklistCommand::Say(args) => start::say(context, args),
        ChecklistCommand::Status(place) => status::run(context, place),
        ChecklistCommand::Next(args) => advance::next(context, args),
        ChecklistCommand::Stop(place) => advance::change(context, place, &Change::Stop, false),
        ChecklistCommand::Resume(place) => advance::change(context, place, &Change::Resume, false),
        ChecklistCommand::Prompt(place) => prompt::run(context, place),
    }
}
