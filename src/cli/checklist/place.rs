//! Where the commands look for the checklist: in the project of the current directory, outside of one in the directory
//! itself, or where the command line, the environment and the settings say.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use crate::cli::args::NotesArgs;
use crate::cli::context::{Context, shown, variable};
use crate::cli::failure::Failure;
use crate::cli::findings;
use crate::contract::finding::Finding;
use crate::project::find::{Project, find};
use crate::project::notes::{self, Asked, LoadedNotes, Source};
use crate::text::clean;

/// Where a command works.
pub(super) struct Place {
    /// The project of the current directory.
    pub project: Option<Project>,
    /// The current directory, absolute.
    pub here: PathBuf,
    /// What was asked for.
    pub asked: Asked,
    /// When the command began.
    pub now: DateTime<Utc>,
}

impl Place {
    /// The place of `args`; what is wrong with the project's own layout is said.
    ///
    /// # Errors
    /// A task is named, and no database.
    pub fn of(context: &mut Context, args: &NotesArgs) -> Result<Place, Failure> {
        let asked = context.asked(args)?;
        context.say_passed_over(&asked);
        let home = variable("HOME").map(PathBuf::from);
        let (project, wrong) = match find(Path::new("."), home.as_deref()) {
            Ok(project) => {
                let wrong = project.findings.clone();
                (Some(project), wrong)
            }
            Err(missing) => (None, missing.findings),
        };
        let locale = context.locale();
        wrong.iter().for_each(|finding| findings::say(&mut context.out, locale, finding));
        Ok(Place { project, here: std::env::current_dir().unwrap_or_default(), asked, now: Utc::now() })
    }

    /// The checklist, if there is one. What is wrong in it is said.
    ///
    /// # Errors
    /// What is wrong where it cannot be read; that is said too.
    pub fn read(&self, context: &mut Context) -> Result<Option<LoadedNotes>, Box<Finding>> {
        let locale = context.locale();
        let found = notes::read(self.project.as_ref(), &self.here, &self.asked).inspect_err(|finding| {
            findings::say(&mut context.out, locale, finding);
        })?;
        if let Some(notes) = &found {
            notes.findings.iter().for_each(|finding| findings::say(&mut context.out, locale, finding));
        }
        Ok(found)
    }
}

/// That there is no checklist, and how one is started: in a database its task is named.
pub(super) fn none(context: &Context, asked: &Asked, found: Option<&LoadedNotes>) -> String {
    let locale = context.locale();
    match found.map(|notes| &notes.source) {
        Some(Source::File(file)) => locale.say("cli.checklist.none-in-file", &[("file", &shown(file))]),
        Some(Source::Task(task)) => locale.say("cli.checklist.none-in-task", &[("task", &task.id)]),
        None if asked.names_database() => locale.word("cli.checklist.none-in-database").to_owned(),
        None => locale.word("cli.checklist.none").to_owned(),
    }
}

/// The same where something was to be done to it.
pub(super) fn nothing_to_change(asked: &Asked, found: Option<&LoadedNotes>) -> Failure {
    match found.map(|notes| &notes.source) {
        Some(Source::File(file)) => Failure::failed("cli.error.empty-file", &[("file", &shown(file))]),
        Some(Source::Task(task)) => Failure::failed("cli.error.no-checklist-in-task", &[("task", &task.id)]),
        None if asked.names_database() => Failure::failed("cli.error.no-checklist-in-database", &[]),
        None => Failure::failed("cli.error.no-checklist", &[]),
    }
}

/// Says that other tasks hold a checklist too, where none was named.
pub fn say_others(context: &mut Context, notes: &LoadedNotes) {
    let Some(task) = notes.source.task().filter(|task| !task.named && !task.others.is_empty()) else { return };
    let others = task.others.join(", ");
    let said = context.locale().say("cli.checklist.several", &[("task", &task.id), ("others", &others)]);
    context.out.talk(&clean::line(&said));
}
