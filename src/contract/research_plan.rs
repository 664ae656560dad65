//! research-plan.json v0: chapters and shots of a video, before anything is cut.

mod references;
mod rest;
#[cfg(test)]
mod tests;

use std::path::Path;

use crate::contract::Exists;
use crate::contract::beside::{beside, part_size};
use crate::contract::finding::Finding;
use crate::contract::ids::usual_id;
use crate::contract::json::{Node, Slice};
use crate::contract::reading::{At, Need, Object, Reader};
use crate::contract::version::{self, Version};

/// The version this board understands.
pub const VERSION: i64 = 0;

/// A research-plan.json as far as the board shows it.
#[derive(Debug, Clone)]
pub struct ResearchPlan {
    /// In file order, which is the timeline's.
    pub chapters: Vec<Chapter>,
    /// In file order; every entry keeps its index.
    pub shots: Vec<Shot>,
    /// The shooting list.
    pub shot_list: Vec<ShootingEntry>,
    /// `structure.opening_hook`
    pub opening_hook: Option<String>,
    /// `structure.confirmed`
    pub confirmed: Option<bool>,
}

/// A research-plan.json by its version.
#[derive(Debug, Clone)]
pub enum Read {
    /// Version 0; where the version is missing, too (a finding says so).
    Known(Box<ResearchPlan>),
    /// A version that is no whole number from 0: nothing of it is guessed.
    Unversioned,
    /// A later version: nothing of it is guessed.
    Newer(i64),
}

/// A chapter.
#[derive(Debug, Clone, PartialEq)]
pub struct Chapter {
    /// `id`
    pub id: Option<String>,
    /// `title`
    pub title: Option<String>,
    /// `duration_estimate_seconds`; `None`: undecided.
    pub estimate_seconds: Option<f64>,
    /// `notes`
    pub notes: Option<String>,
}

/// An entry of `structure.shots[]`.
#[derive(Debug, Clone)]
pub struct Shot {
    /// The entry, exact.
    pub json: Slice,
    /// Whether the entry is an object at all.
    pub readable: bool,
    /// `id`, for display only.
    pub id: Option<String>,
    /// `chapter_id`
    pub chapter_id: Option<String>,
    /// `sequence`: a chapter's id that goes before `chapter_id`.
    pub sequence: Option<String>,
    /// `cutaway_of`: the id of the shot this one is cut into.
    pub cutaway_of: Option<String>,
    /// `shot_type`
    pub shot_type: Option<String>,
    /// `description`; `None` where it is missing or empty.
    pub description: Option<String>,
    /// `duration_estimate_seconds`; `None`: undecided.
    pub length_seconds: Option<f64>,
    /// `image_path`, relative to the file.
    pub image_path: Option<String>,
}

/// An entry of `shot_list[]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShootingEntry {
    /// `id`
    pub id: Option<String>,
    /// `ref_shot_id`: the shot it is for.
    pub shot_id: Option<String>,
    /// `location`
    pub location: Option<String>,
    /// `equipment`
    pub equipment: Vec<String>,
    /// `checklist`
    pub checklist: Vec<String>,
    /// `status`: planned, ok or ng.
    pub status: Option<String>,
}

/// Reads a research-plan.json. `None` only where the file is no JSON or no object.
pub fn read(file: &Path, bytes: &[u8]) -> (Option<Read>, Vec<Finding>) {
    read_beside(file, bytes, None)
}

/// Reads a research-plan.json as [`read`] does; with `exists` (told a path relative to the file's folder, as it is
/// written) a picture that is not there is an error as well.
pub fn read_beside(file: &Path, bytes: &[u8], exists: Exists) -> (Option<Read>, Vec<Finding>) {
    let mut reader = Reader::new(file);
    let plan = reader.parse(bytes).and_then(|doc| {
        let root = reader.object(doc.root(), &At::ROOT)?;
        match version::read(&mut reader, &root, VERSION) {
            Version::Newer(version) => Some(Read::Newer(version)),
            // Nothing is shown; what else would be wrong in version 0 is said with it.
            Version::Unusable => {
                plan(&mut reader, &root, exists);
                Some(Read::Unversioned)
            }
            // The first files had no version: they are read as version 0.
            Version::Known(_) | Version::Missing => Some(Read::Known(Box::new(plan(&mut reader, &root, exists)))),
        }
    });
    (plan, reader.into_findings())
}

fn plan(reader: &mut Reader, root: &Object, exists: Exists) -> ResearchPlan {
    rest::topic(reader, root);
    rest::target(reader, root);
    rest::feedback(reader, root);
    let shot_list = rest::shot_list(reader, root);
    let mut plan =
        ResearchPlan { chapters: Vec::new(), shots: Vec::new(), shot_list, opening_hook: None, confirmed: None };
    let Some(structure) = reader.child(root, "structure", &At::ROOT, Need::Required) else { return plan };
    let at = At::ROOT.key("structure");
    let chapters = reader.array(&structure, "chapters", &at, Need::Required);
    let shots = reader.array(&structure, "shots", &at, Need::Required);
    let (chapters_at, shots_at) = (at.key("chapters"), at.key("shots"));
    plan.chapters = chapters.iter().enumerate().map(|(n, c)| chapter(reader, *c, &chapters_at.index(n))).collect();
    let size = part_size(shots.len());
    let parts: Vec<(usize, &[Node])> = shots.chunks(size).enumerate().map(|(n, part)| (n * size, part)).collect();
    let main: &Reader = reader;
    let read = beside(&parts, |(first, part)| {
        let mut reader = main.of_part();
        let shot = |(n, node): (usize, &Node)| shot(&mut reader, *node, &shots_at.index(first + n), exists);
        let mut read = Vec::with_capacity(if *first == 0 { shots.len() } else { part.len() });
        read.extend(part.iter().enumerate().map(shot));
        (read, reader)
    });
    for (n, (mut part, found)) in read.into_iter().enumerate() {
        if n == 0 {
            plan.shots = part
        } else {
            plan.shots.append(&mut part)
        }
        reader.join(found);
    }
    plan.opening_hook = reader.text(&structure, "opening_hook", &at, Need::Nullable);
    plan.confirmed = confirmed(reader, &structure, &at);
    references::check(reader, root, &plan, &chapters, &shots);
    plan
}

/// `confirmed` is true exactly when `confirmed_at` is not null.
fn confirmed(reader: &mut Reader, structure: &Object, at: &At) -> Option<bool> {
    let confirmed = reader.boolean(structure, "confirmed", at, Need::Required);
    let confirmed_at = reader.text(structure, "confirmed_at", at, Need::Nullable);
    if let (Some(said), Some(node)) = (confirmed, structure.get("confirmed"))
        && structure.get("confirmed_at").is_some()
        && said != confirmed_at.is_some()
    {
        reader.error("confirmed-and-time-disagree", node, &at.key("confirmed"));
    }
    confirmed
}

fn chapter(reader: &mut Reader, node: Node, at: &At) -> Chapter {
    let Some(entry) = reader.object(node, at) else {
        return Chapter { id: None, title: None, estimate_seconds: None, notes: None };
    };
    Chapter {
        id: usual_id(reader, &entry, at, Need::Required),
        title: reader.full_text(&entry, "title", at, Need::Required),
        estimate_seconds: seconds(reader, &entry, at),
        notes: reader.text(&entry, "notes", at, Need::Nullable),
    }
}

fn shot(reader: &mut Reader, node: Node, at: &At, exists: Exists) -> Shot {
    let mut shot = Shot {
        json: node.slice(),
        readable: false,
        id: None,
        chapter_id: None,
        sequence: None,
        cutaway_of: None,
        shot_type: None,
        description: None,
        length_seconds: None,
        image_path: None,
    };
    let Some(entry) = reader.object(node, at) else { return shot };
    shot.readable = true;
    shot.id = usual_id(reader, &entry, at, Need::Optional);
    shot.chapter_id = reader.text(&entry, "chapter_id", at, Need::Nullable);
    shot.sequence = reader.text(&entry, "sequence", at, Need::Optional);
    shot.cutaway_of = reader.text(&entry, "cutaway_of", at, Need::Optional);
    shot.shot_type = reader.text(&entry, "shot_type", at, Need::Nullable);
    shot.description = reader.full_text(&entry, "description", at, Need::Required);
    shot.length_seconds = seconds(reader, &entry, at);
    shot.image_path = reader.full_text(&entry, "image_path", at, Need::Nullable);
    picture(reader, &entry, at, shot.image_path.as_deref(), exists);
    camera(reader, &entry, at);
    shot
}

/// `image_path` is relative to the file, be it in another folder of the project (`../assets/a.png`), and is there.
fn picture(reader: &mut Reader, entry: &Object, at: &At, path: Option<&str>, exists: Exists) {
    let (Some(path), Some(node)) = (path, entry.get("image_path")) else { return };
    let drive = path.as_bytes().get(1) == Some(&b':') && path.starts_with(|c: char| c.is_ascii_alphabetic());
    if path.starts_with(['/', '\\']) || drive {
        reader.error("not-relative", node, &at.key("image_path"));
    } else if exists.is_some_and(|exists| !exists(path)) {
        reader.error("missing-picture", node, &at.key("image_path")).with("path", path);
    }
}

/// `camera`: how it moves (words of any form), and along which path.
fn camera(reader: &mut Reader, entry: &Object, at: &At) {
    let Some(camera) = reader.child(entry, "camera", at, Need::Optional) else { return };
    let at = at.key("camera");
    rest::texts(reader, &camera, "movement", &at, Need::Optional);
    reader.text(&camera, "path_hint", &at, Need::Optional);
}

/// `duration_estimate_seconds`: null (undecided) or above 0.
fn seconds(reader: &mut Reader, entry: &Object, at: &At) -> Option<f64> {
    reader.number_in(entry, "duration_estimate_seconds", at, Need::Nullable, |n| n > 0.0, "expected.null-or-positive")
}
