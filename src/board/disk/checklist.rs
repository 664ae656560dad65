//! The checklist of a board: changing it where it lies, and noticing that a database changed.

use std::path::PathBuf;
use std::sync::Arc;

use chrono::Utc;

use super::Disk;
use crate::board::effect::ChecklistOrder;
use crate::contract::finding::{Finding, Phrase};
use crate::project::load::Loaded;
use crate::project::notes::{self, Asked, LoadedNotes, Pulse, Source, WriteError, Written};

/// The findings that a database has no open task with a checklist.
const NO_CHECKLIST: [&str; 2] = ["notes-db-no-checklist", "notes-db-no-checklist-last"];

/// What was read, as far as a change of it is told by it.
type Known = Result<Option<(Source, Arc<[u8]>)>, Box<Finding>>;

/// The database that is looked at, and what was last read.
#[derive(Default)]
pub(super) struct Glance {
    /// `None`: it could not be opened yet.
    pulse: Option<Pulse>,
    /// What the board shows; `None`: nothing was read yet.
    known: Option<Known>,
}

fn known(read: Result<Option<LoadedNotes>, Box<Finding>>) -> Known {
    read.map(|notes| notes.map(|notes| (notes.source, notes.bytes)))
}

impl Disk {
    /// Changes the checklist, if it still is the one that was shown.
    ///
    /// # Errors
    /// Why nothing was written.
    pub fn change_checklist(&mut self, order: ChecklistOrder) -> Result<Written, WriteError> {
        self.keep_hold().map_err(WriteError::Failed)?;
        if self.writes().is_none() {
            return Err(WriteError::Failed(Phrase::new("outside.not-ours")));
        }
        let result = notes::change(&order.shown, &order.change, order.force, Utc::now());
        if let Ok(written) = &result {
            // What the board shows from here on: not to be told again.
            self.glance.known = Some(Ok(Some((written.now.source.clone(), written.now.bytes.clone()))));
        }
        result
    }

    /// The database the checklist is looked for in, where it does not come from a file.
    fn database(&self) -> Option<PathBuf> {
        let asked = self.options.notes.as_ref().filter(|asked| asked.file.is_none())?;
        let from_file = matches!(&self.glance.known, Some(Ok(Some((Source::File(_), _)))));
        let database = asked.database.as_ref().or(asked.fallback.as_ref()).filter(|_| !from_file)?;
        std::path::absolute(database).ok()
    }

    /// Whether a database is to be looked at now and then: files tell themselves that they changed.
    pub fn glances(&self) -> bool {
        self.database().is_some()
    }

    /// Whether the checklist in the database is another now than the one that was last read.
    pub fn checklist_changed(&mut self) -> bool {
        let Some(path) = self.database() else { return false };
        let changed = match &mut self.glance.pulse {
            Some(pulse) => pulse.changed(),
            None => {
                self.glance.pulse = Pulse::open(&path);
                self.glance.pulse.is_some()
            }
        };
        // Most of what is written there is about something else.
        changed && self.glance.known.as_ref().is_some_and(|known| *known != self.read_checklist())
    }

    /// Remembers what of the checklist the board is told. A task that was completed is no open one any more and so is
    /// not found: where there is no other, the board goes on showing it, for that it is completed is what one waits for.
    pub(super) fn note_checklist(&mut self, loaded: &mut Loaded) {
        if loaded.checklist.is_none()
            && let Some(notes) = self.last_task()
        {
            Arc::make_mut(&mut loaded.plan).findings.retain(|finding| !NO_CHECKLIST.contains(&finding.code));
            loaded.checklist_trouble = None;
            loaded.checklist = Some(notes);
        }
        let read = match (&loaded.checklist, &loaded.checklist_trouble) {
            (None, Some(finding)) => Err(finding.clone()),
            (notes, _) => Ok(notes.clone()),
        };
        self.glance.known = Some(known(read));
    }

    /// The task that was shown, by its id, whatever its notes are now.
    fn last_task(&self) -> Option<LoadedNotes> {
        let Some(Ok(Some((Source::Task(task), _)))) = &self.glance.known else { return None };
        let asked = self.options.notes.as_ref().filter(|asked| asked.task.is_none())?;
        let asked = Asked { task: Some(task.id.clone()), ..asked.clone() };
        notes::read(Some(&self.project), &self.project.root, &asked).ok()?
    }

    fn read_checklist(&self) -> Known {
        let asked = self.options.notes.as_ref();
        let read = asked.map_or(Ok(None), |asked| notes::read(Some(&self.project), &self.project.root, asked));
        known(match read {
            Ok(Some(notes)) => Ok(Some(notes)),
            none => self.last_task().map_or(none, |notes| Ok(Some(notes))),
        })
    }
}
