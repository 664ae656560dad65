//! edit.json version 2: tracks of items, which may hold items.

use std::collections::HashMap;

use super::{Source, cuts, frame_rate, sources};
use crate::contract::finding::Severity;
use crate::contract::ids::{self, unique};
use crate::contract::json::{Node, Slice};
use crate::contract::reading::{At, Need, Object, Reader};

/// The kinds of sources known.
const KINDS: [&str; 8] = ["media", "html", "shape", "telop", "filter", "group", "captions", "caption"];

/// An edit.json of version 2.
#[derive(Debug, Clone)]
pub struct Tree {
    /// `output.fps` (whole in good files; used whenever it is above 0).
    pub fps: Option<f64>,
    /// `sources[]`
    pub sources: Vec<Source>,
    /// In file order, bottom to top.
    pub tracks: Vec<Track>,
}

/// A track.
#[derive(Debug, Clone)]
pub struct Track {
    /// `id`
    pub id: Option<String>,
    /// `name`
    pub name: Option<String>,
    /// `lane: "audio"`; a track of another or no lane counts as visual.
    pub audio: bool,
    /// Its items; none on an old caption track.
    pub items: Vec<Item>,
}

/// An item of a track or of another item. An entry that is no object has nothing but its place.
#[derive(Debug, Clone)]
pub struct Item {
    /// The item, exact.
    pub json: Slice,
    /// `id`, where it is a string with something in it.
    pub id: Option<String>,
    /// Whether another item has the same id.
    pub shares_id: bool,
    /// `name`
    pub name: Option<String>,
    /// `at`, in frames; inside an item from that item's own.
    pub at_frames: Option<f64>,
    /// `duration`, in frames.
    pub duration_frames: Option<f64>,
    /// `source.kind`
    pub kind: Option<String>,
    /// What it plays, where `source.kind` is `media`.
    pub media: Option<Media>,
    /// The items inside.
    pub items: Vec<Item>,
}

/// The source of a media item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Media {
    /// `source.src`, as it is written.
    pub src: Option<String>,
    /// Position of its source in [`Tree::sources`]; `None` where `src` leads nowhere.
    pub source: Option<usize>,
}

pub(super) fn read(reader: &mut Reader, root: &Object) -> Tree {
    let fps = frame_rate(reader, root, Need::Required);
    if let (Some(rate), Some(node)) = (fps, root.get("output").and_then(|output| output.get("fps")))
        && (rate.fract() != 0.0 || rate < 1.0)
    {
        reader.error("out-of-range", node, &At::ROOT.key("output").key("fps")).expected("expected.frame-rate");
    }
    if let Some(node) = root.get("cuts") {
        reader.warning("cuts-in-v2", node, &At::ROOT.key("cuts"));
    }
    let sources = sources::list(reader, root);
    let positions = sources::positions(&sources);
    let list = At::ROOT.key("tracks");
    let nodes = reader.array(root, "tracks", &At::ROOT, Need::Required);
    let tracks: Vec<Track> =
        nodes.iter().enumerate().map(|(n, node)| track(reader, *node, &list.index(n), &positions)).collect();
    // No comment names a track.
    unique(reader, Severity::Warning, &nodes, tracks.iter().map(|track| track.id.as_deref()), &list);
    let mut tree = Tree { fps, sources, tracks };
    ids_are_unique(reader, &mut tree, &nodes, &list);
    tree
}

fn track(reader: &mut Reader, node: Node, at: &At, sources: &HashMap<String, usize>) -> Track {
    let mut track = Track { id: None, name: None, audio: false, items: Vec::new() };
    let Some(entry) = reader.object(node, at) else { return track };
    track.id = reader.full_text(&entry, "id", at, Need::Required);
    track.name = reader.text(&entry, "name", at, Need::Optional);
    let lane = reader.word(&entry, "lane", at, Need::Required, &["visual", "audio"]);
    track.audio = lane.as_deref() == Some("audio");
    let need = if entry.get("content").is_some() { Need::Optional } else { Need::Required };
    track.items = items(reader, &entry, at, need, &Around { sources, audio: track.audio, frames: None });
    track
}

/// What an item lies in.
struct Around<'a> {
    sources: &'a HashMap<String, usize>,
    audio: bool,
    /// How long the item around is, in frames, where that bounds what is inside.
    frames: Option<f64>,
}

fn items(reader: &mut Reader, parent: &Object, at: &At, need: Need, around: &Around) -> Vec<Item> {
    let list = at.key("items");
    let nodes = reader.array(parent, "items", at, need);
    nodes.into_iter().enumerate().map(|(n, node)| item(reader, node, &list.index(n), around)).collect()
}

fn item(reader: &mut Reader, node: Node, at: &At, around: &Around) -> Item {
    let mut item = Item {
        json: node.slice(),
        id: None,
        shares_id: false,
        name: None,
        at_frames: None,
        duration_frames: None,
        kind: None,
        media: None,
        items: Vec::new(),
    };
    let Some(entry) = reader.object(node, at) else { return item };
    item.id = id(reader, &entry, at);
    item.name = reader.text(&entry, "name", at, Need::Optional);
    for key in ["hidden", "locked"] {
        reader.boolean(&entry, key, at, Need::Optional);
    }
    item.at_frames = reader.number(&entry, "at", at, Need::Required);
    let duration = reader.number(&entry, "duration", at, Need::Required);
    for (key, frames) in [("at", item.at_frames), ("duration", duration)] {
        frames_are_whole(reader, &entry, key, frames, at);
    }
    item.duration_frames = duration.filter(|frames| *frames >= 0.0);
    // With an anchor, at and duration are a cache.
    let anchored = entry.value("anchor").is_some();
    if !anchored {
        is_within(reader, &item, &entry, at, around);
    }
    if let Some(source) = reader.child(&entry, "source", at, Need::Required) {
        let at = at.key("source");
        item.kind = reader.full_text(&source, "kind", &at, Need::Required);
        if item.kind.as_deref() == Some("media") {
            item.media = Some(media(reader, &source, &at, around.sources));
        } else if let (Some(kind), Some(node)) = (&item.kind, source.get("kind")) {
            kind_is_not_misspelt(reader, node, &at.key("kind"), kind);
        }
    }
    // In the audio lane 0 means "to the end of the file": it bounds nothing.
    let open = anchored || around.audio && item.duration_frames == Some(0.0);
    let frames = item.duration_frames.filter(|_| !open);
    item.items = items(reader, &entry, at, Need::Optional, &Around { frames, ..*around });
    item
}

/// A child lies within its parent; its `at` counts from there.
fn is_within(reader: &mut Reader, item: &Item, entry: &Object, at: &At, around: &Around) {
    let (Some(room), Some(start), Some(length)) = (around.frames, item.at_frames, item.duration_frames) else { return };
    let (key, end) = if start > room { ("at", start) } else { ("duration", start + length) };
    if let (Some(node), true) = (entry.get(key), start >= 0.0 && end > room) {
        let note = reader.error("child-outside-parent", node, &at.key(key)).expected(format!("≤ {room}"));
        note.with("end", end.to_string()).with("room", room.to_string());
    }
}

/// A kind not known yet is fine; one that is nearly a known one was probably meant to be it.
fn kind_is_not_misspelt(reader: &mut Reader, node: Node, at: &At, kind: &str) {
    if !KINDS.contains(&kind)
        && let Some(near) = reader.nearest.to(kind, KINDS)
    {
        reader.warning("misspelt-kind", node, at).with("kind", kind).near(Some(near));
    }
}

/// Frames are counted in whole numbers from 0; what was meant by others can still be computed.
fn frames_are_whole(reader: &mut Reader, entry: &Object, key: &str, frames: Option<f64>, at: &At) {
    if let (Some(node), true) = (entry.get(key), frames.is_some_and(|n| n < 0.0 || n.fract() != 0.0)) {
        reader.error("out-of-range", node, &at.key(key)).expected("expected.frames");
    }
}

/// The item's id: free in form, but a string that is not empty. Without one it cannot be commented.
fn id(reader: &mut Reader, entry: &Object, at: &At) -> Option<String> {
    match entry.get("id") {
        None => drop(reader.error("missing-id", entry.node, at).no_found()),
        Some(node) => match node.string() {
            Some(id) if !id.is_empty() => {
                ids::warn(reader, node, &at.key("id"), &id);
                return Some(id.into_owned());
            }
            _ => drop(reader.error("missing-id", node, &at.key("id")).expected("expected.id")),
        },
    }
    None
}

fn media(reader: &mut Reader, source: &Object, at: &At, sources: &HashMap<String, usize>) -> Media {
    cuts::range(reader, source, at);
    cuts::speed(reader, source, at);
    let (src, position) = sources::named(reader, source, at, sources);
    Media { src, source: position }
}

/// Ids are unique in the whole tree, whatever the kind of item. All that share one are marked.
fn ids_are_unique(reader: &mut Reader, tree: &mut Tree, tracks: &[Node], list: &At) {
    let mut count: HashMap<String, usize> = HashMap::new();
    for track in &tree.tracks {
        count_ids(&track.items, &mut count);
    }
    count.retain(|_, n| *n > 1);
    if count.is_empty() {
        return;
    }
    let mut first = HashMap::new();
    for (n, (track, node)) in tree.tracks.iter_mut().zip(tracks).enumerate() {
        mark(reader, &mut track.items, *node, &list.index(n), &count, &mut first);
    }
}

fn count_ids(items: &[Item], count: &mut HashMap<String, usize>) {
    for item in items {
        if let Some(id) = &item.id {
            // Most ids are new: only those are copied.
            if let Some(n) = count.get_mut(id) {
                *n += 1;
            } else {
                count.insert(id.clone(), 1);
            }
        }
        count_ids(&item.items, count);
    }
}

fn mark<'a>(
    reader: &mut Reader,
    items: &mut [Item],
    parent: Node<'a>,
    at: &At,
    shared: &HashMap<String, usize>,
    first: &mut HashMap<String, Node<'a>>,
) {
    let list = at.key("items");
    let nodes = parent.get("items").and_then(|node| node.array()).unwrap_or_default();
    for (n, (item, node)) in items.iter_mut().zip(nodes).enumerate() {
        let at = list.index(n);
        if let Some(id) = item.id.as_ref().filter(|id| shared.contains_key(*id)) {
            item.shares_id = true;
            if let (Some(earlier), Some(node)) = (first.get(id), node.get("id")) {
                let note = reader.error("duplicate-id", node, &at.key("id")).with("id", id.as_str());
                note.first(*earlier);
            } else {
                first.insert(id.clone(), node);
            }
        }
        mark(reader, &mut item.items, node, &at, shared, first);
    }
}
