//! A checklist in a file.

use std::path::{Path, PathBuf};

use crate::contract::finding::{Finding, Severity};
use crate::contract::plan_notes;
use crate::project::find::Project;
use crate::project::load::read_regular;
use crate::project::notes::{Asked, LoadedNotes, Source};
use crate::project::write::Cause;

/// The places a checklist is looked for when none is named (checklist rules, "Where it is").
pub fn places(project: Option<&Project>, here: &Path) -> Vec<PathBuf> {
    let mut places = Vec::new();
    let dirs = project.map_or_else(|| vec![here], |project| vec![&project.plan_dir, &project.root]);
    for dir in dirs {
        for name in ["plan_notes.json", "plan-notes.json"] {
            let place = dir.join(name);
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    places
}

/// The checklist; `Err` with what is wrong where its file is named or there and cannot be read.
pub(super) fn read(project: Option<&Project>, here: &Path, asked: &Asked) -> Result<Option<LoadedNotes>, Box<Finding>> {
    let named = asked.file.as_ref();
    for file in named.map_or_else(|| places(project, here), |file| vec![file.to_owned()]) {
        match read_regular(&file) {
            Ok(Some(bytes)) => {
                let (notes, findings) = plan_notes::read(&file, &bytes);
                return Ok(Some(LoadedNotes { source: Source::File(file), notes, findings, bytes: bytes.into() }));
            }
            Ok(None) if named.is_some() => return Err(unreadable(&file, Cause::Missing.problem())),
            Ok(None) => {}
            Err(problem) => return Err(unreadable(&file, problem)),
        }
    }
    Ok(None)
}

fn unreadable(file: &Path, problem: String) -> Box<Finding> {
    Box::new(Finding::new(file, Severity::Error, "unreadable", None).with("problem", problem))
}
