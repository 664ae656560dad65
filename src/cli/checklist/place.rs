//! Where the commands look for the checklist: in the project of the current directory, outside of one in the directory
//! itself, or where the command line, the environment and the settings say.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use crate::cli::args::NotesArgs;
use crate::cli::context::{Context, variable};
use crate::cli::failure::Failure;
use crate::cli::findings;
use crate::contract::finding::Finding;
use crate::project::find::{Project, find};
use crate::project::notes::{self, Asked, LoadedNotes};
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

/// Says that other tasks hold a checklist too, where none was named.
pub fn say_others(context: &mut Context, notes: &LoadedNotes) {
    let Some(task) = notes.source.task().filter(|task| !task.named && !task.others.is_empty()) else { return };
    let others = task.others.join(", ");
    let said = context.locale().say("cli.checklist.several", &[("task", &task.id), ("others", &others)]);
    context.out.talk(&clean::line(&said));
}
