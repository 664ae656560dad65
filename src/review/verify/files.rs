//! What happened to the files behind the targets: pictures, sources, sidecars.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::Files;
use crate::contract::plan_comments::TargetKind;
use crate::contract::sidecar::SUFFIX;
use crate::review::diff::{About, Difference};
use crate::review::fields::source_of;
use crate::review::round::{FileIdentity, Told};
use crate::review::target::{PassView, Target};

/// The files of both versions, by path.
pub(super) struct News<'a> {
    before: HashMap<&'a Path, &'a FileIdentity>,
    after: HashMap<&'a Path, &'a FileIdentity>,
    folders: [Option<&'a Path>; 2],
}

/// What happened to the files of one target.
#[derive(Default)]
pub(super) struct FileNews {
    /// Picture and prompt, where they differ.
    pub(super) fields: Vec<Difference>,
    /// Its file was still to be made when the round was submitted, and is made now.
    pub(super) finished: bool,
    /// The sidecar, where it says something else.
    pub(super) sidecar: Option<Difference>,
}

impl<'a> News<'a> {
    pub(super) fn new(files: Files<'a>, before: &'a PassView, after: &'a PassView) -> News<'a> {
        let by_path = |files: &'a [FileIdentity]| files.iter().map(|file| (file.path.as_path(), file)).collect();
        News {
            before: by_path(files.before),
            after: by_path(files.after),
            folders: [before.file.parent(), after.file.parent()],
        }
    }

    /// What happened to the files of a target that stands in both versions.
    pub(super) fn of(&self, was: &Target, is: &Target) -> FileNews {
        let mut news = FileNews::default();
        let (old, new) = (was.files.first(), is.files.first());
        news.finished = new.is_some_and(|new| match old {
            Some(old) => self.has_finished(old, new),
            // A shot without a picture waits for one; a clip without a file waits for nothing.
            None => is.kind == TargetKind::Shot && self.is_made(new),
        });
        let pointer = match is.kind {
            TargetKind::Shot => "/image_path",
            TargetKind::Clip => "/source/src",
            TargetKind::Cut => "/src",
            TargetKind::Wave | TargetKind::Case | TargetKind::Deliverable => "",
        };
        let picture = |before: Value, after: Value| Difference {
            pointer: pointer.to_owned(),
            before: Some(before.to_string()),
            after: Some(after.to_string()),
            about: About::Picture,
        };
        let Some((old, new)) = old.zip(new) else { return news };
        if old != new {
            // A path in the target's own JSON differs there already; this is for one that its source leads to.
            if is.kind != TargetKind::Shot && source_of(was) == source_of(is) {
                let name = |path: &Path, folder: Option<&Path>| json!({ "file": shown(path, folder) });
                let [before, after] = self.folders;
                news.fields.push(picture(name(old, before), name(new, after)));
            }
            return news;
        }
        let pair = |path: &Path| Some((*self.before.get(path)?, *self.after.get(path)?));
        if let Some((was, is)) = pair(old)
            && was.changed(is) == Some(true)
        {
            news.fields.push(picture(self.content(was), self.content(is)));
        }
        let beside = sidecar_of(old);
        if let Some((was, is)) = pair(&beside) {
            let told = was.told.as_ref().zip(is.told.as_ref());
            if let Some((was, is)) = told.filter(|(was, is)| was.prompt != is.prompt) {
                let name = beside.file_name().unwrap_or_default().to_string_lossy();
                let text = |told: &Told| told.prompt.as_ref().map(|prompt| Value::from(prompt.as_str()).to_string());
                let pointer = format!("{name}#/inputs/prompt");
                news.fields.push(Difference { pointer, before: text(was), after: text(is), about: About::Prompt });
            }
            // While it is still to be made, its state comes and goes; what it is to become (the prompt) is told above.
            let under_way = told.is_some_and(|(was, is)| was.unfinished && is.unfinished);
            news.sidecar = (was.changed(is) == Some(true) && !under_way).then(|| {
                let name = beside.file_name().unwrap_or_default().to_string_lossy();
                let [before, after] = [was, is].map(|file| Some(self.record(file).to_string()));
                Difference { pointer: format!("{name}#"), before, after, about: About::Sidecar }
            });
        }
        news
    }

    /// Whether the file at `old` was still to be made at submission and what stands at `new`, the same or another file,
    /// came of it.
    fn has_finished(&self, old: &Path, new: &Path) -> bool {
        let absent = |path: &Path| self.before.get(path).is_some_and(|file| file.size.is_none());
        let was_unfinished = |path: &Path| absent(path) || told(&self.before, path).is_some_and(|told| told.unfinished);
        if !was_unfinished(old) || !self.is_made(new) {
            return false;
        }
        if old != new {
            // Another source while this one still waits, or one that was there before, is no generation that finished.
            let waits = told(&self.after, old).is_some_and(|told| told.unfinished);
            return !waits && (!self.before.contains_key(new) || was_unfinished(new));
        }
        let pair = self.before.get(new).zip(self.after.get(new));
        told(&self.after, new).is_some() || pair.is_some_and(|(was, is)| was.changed(is) == Some(true))
    }

    /// Whether the file is there now and nothing says that it is still to be made.
    fn is_made(&self, path: &Path) -> bool {
        let there = self.after.get(path).is_some_and(|file| file.size.is_some());
        there && told(&self.after, path).is_none_or(|told| !told.unfinished)
    }

    /// What is known of a sidecar.
    fn record(&self, file: &FileIdentity) -> Value {
        let mut record = self.content(file);
        if let (Some(record), Some(told)) = (record.as_object_mut(), &file.told) {
            record.insert("unfinished".to_owned(), Value::from(told.unfinished));
        }
        record
    }

    fn content(&self, file: &FileIdentity) -> Value {
        let [folder, _] = self.folders;
        json!({ "file": shown(&file.path, folder), "bytes": file.size, "sha256": file.sha256 })
    }
}

/// What the sidecar beside a file said.
fn told<'a>(files: &HashMap<&Path, &'a FileIdentity>, path: &Path) -> Option<&'a Told> {
    files.get(sidecar_of(path).as_path()).and_then(|file| file.told.as_ref())
}

fn sidecar_of(path: &Path) -> PathBuf {
    let mut name = path.to_owned().into_os_string();
    name.push(SUFFIX);
    PathBuf::from(name)
}

fn shown(path: &Path, folder: Option<&Path>) -> String {
    folder.and_then(|folder| path.strip_prefix(folder).ok()).unwrap_or(path).display().to_string()
}
