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
    /// Its file was still to be made when the round was submitted.
    pub(super) was_unfinished: bool,
    /// The sidecar says something else, but for the prompt.
    pub(super) sidecar: bool,
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
        news.was_unfinished = old.is_none_or(|path| self.is_unfinished(path)) && !(old.is_none() && new.is_none());
        let pointer = match is.kind {
            TargetKind::Shot => "/image_path",
            TargetKind::Clip => "/source/src",
            TargetKind::Cut => "/src",
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
            news.sidecar = was.changed(is) == Some(true);
        }
        news
    }

    fn is_unfinished(&self, path: &Path) -> bool {
        let absent = self.before.get(path).is_some_and(|file| file.size.is_none());
        let told = self.before.get(sidecar_of(path).as_path()).and_then(|file| file.told.as_ref());
        absent || told.is_some_and(|told| told.unfinished)
    }

    fn content(&self, file: &FileIdentity) -> Value {
        let [folder, _] = self.folders;
        json!({ "file": shown(&file.path, folder), "bytes": file.size, "sha256": file.sha256 })
    }
}

fn sidecar_of(path: &Path) -> PathBuf {
    let mut name = path.to_owned().into_os_string();
    name.push(SUFFIX);
    PathBuf::from(name)
}

fn shown(path: &Path, folder: Option<&Path>) -> String {
    folder.and_then(|folder| path.strip_prefix(folder).ok()).unwrap_or(path).display().to_string()
}
