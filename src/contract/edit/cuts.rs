//! edit.json versions 0 and 1: a list of cuts.

use std::collections::HashMap;

use super::{Source, frame_rate, sources};
use crate::contract::json::{Kind, Node, Slice};
use crate::contract::reading::{At, Need, Object, Reader, short};

/// An edit.json of version 0 or 1.
#[derive(Debug, Clone)]
pub struct CutList {
    /// 0 or 1.
    pub version: i64,
    /// The file has no version and was read as version 0.
    pub version_assumed: bool,
    /// Frames per second of the output (`output.fps`, else a plausible `fps` at the root), where the file says.
    pub fps: Option<f64>,
    /// Version 0: one; version 1: any number.
    pub sources: Vec<Source>,
    /// In file order; every entry keeps its index.
    pub cuts: Vec<Cut>,
}

/// An entry of `cuts[]`.
#[derive(Debug, Clone)]
pub struct Cut {
    /// The entry, exact.
    pub json: Slice,
    /// Whether the entry is an object at all.
    pub readable: bool,
    /// `src` (version 1), as it is written.
    pub src: Option<String>,
    /// Position of its source in [`CutList::sources`]; `None` where `src` leads nowhere.
    pub source: Option<usize>,
    /// `in`, seconds in the source.
    pub from: Option<f64>,
    /// `out`, seconds in the source.
    pub to: Option<f64>,
    /// `at`: seconds on the timeline.
    pub at: Option<f64>,
    /// `track`, 0 where it is not given or of no use.
    pub track: i64,
    /// Where it is on the timeline cannot be told: the entry, its `at` or its `track` is of no use.
    pub adrift: bool,
    /// `reason`: silence or word, as it is written.
    pub reason: Option<String>,
    /// `label`
    pub label: Option<String>,
    /// (out − in) / speed + freeze.duration_sec, in seconds.
    pub length: Option<f64>,
    /// `at`, else the end of the cut before it on the same track, in seconds; `None` where that cannot be told.
    pub start: Option<f64>,
    /// Where it starts if cuts of undecided length before it take no time, in seconds; `None` where that cannot be told.
    pub earliest: Option<f64>,
}

impl Cut {
    /// Where it ends on the timeline, in seconds; `None` where start or length are not known.
    pub fn end(&self) -> Option<f64> {
        self.start.zip(self.length).map(|(start, length)| start + length).filter(|end| end.is_finite())
    }
}

pub(super) fn read(reader: &mut Reader, root: &Object, version: i64, version_assumed: bool) -> CutList {
    let fps = frame_rate(reader, root, Need::Optional).or_else(|| rate_at_root(root));
    let sources = if version == 0 { sources::single(reader, root) } else { sources::list(reader, root) };
    let positions = sources::positions(&sources);
    flags(reader, root, version);
    let list = At::ROOT.key("cuts");
    let nodes = reader.array(root, "cuts", &At::ROOT, Need::Optional);
    let mut cuts: Vec<Cut> = Vec::with_capacity(nodes.len());
    for (n, node) in nodes.iter().enumerate() {
        cuts.push(cut(reader, *node, &list.index(n), version, &positions));
    }
    place_on_timeline(&mut cuts);
    overlaps(reader, &cuts, &nodes, &list);
    CutList { version, version_assumed, fps, sources, cuts }
}

/// `fps` at the root, where some early files have it. The contract says nothing of it there, so it is used only where it
/// may be a frame rate, and nothing is found wrong with it.
fn rate_at_root(root: &Object) -> Option<f64> {
    root.get("fps").and_then(|node| node.number()).filter(|rate| (1.0..=1000.0).contains(rate))
}

fn cut(reader: &mut Reader, node: Node, at: &At, version: i64, sources: &HashMap<String, usize>) -> Cut {
    let mut cut = Cut {
        json: node.slice(),
        readable: false,
        src: None,
        source: None,
        from: None,
        to: None,
        at: None,
        track: 0,
        adrift: true,
        reason: None,
        label: None,
        length: None,
        start: None,
        earliest: None,
    };
    let Some(entry) = reader.object(node, at) else { return cut };
    cut.readable = true;
    (cut.src, cut.source) = source(reader, &entry, at, version, sources);
    (cut.from, cut.to) = range(reader, &entry, at);
    cut.at = reader.number_in(&entry, "at", at, Need::Optional, |n| n >= 0.0, "expected.from-zero");
    let track = track(reader, &entry, at);
    cut.track = track.unwrap_or(0);
    cut.adrift = track.is_none() || cut.at.is_none() && entry.value("at").is_some();
    cut.label = reader.text(&entry, "label", at, Need::Optional);
    cut.reason = reader.word(&entry, "reason", at, Need::Optional, &["silence", "word"]);
    let speed = speed(reader, &entry, at);
    let freeze = freeze(reader, &entry, at);
    transition(reader, &entry, at);
    if let (Some(from), Some(to), Some(speed), Some(freeze)) = (cut.from, cut.to, speed, freeze) {
        cut.length = Some((to - from) / speed + freeze).filter(|n| n.is_finite());
    }
    cut
}

/// Version 1 cuts name their source; version 0 has one source, and its cuts have no `src`.
fn source(
    reader: &mut Reader,
    entry: &Object,
    at: &At,
    version: i64,
    sources: &HashMap<String, usize>,
) -> (Option<String>, Option<usize>) {
    if version == 0 {
        if let Some(node) = entry.get("src") {
            reader.warning("src-in-v0", node, &at.key("src"));
        }
        return (None, Some(0));
    }
    sources::named(reader, entry, at, sources)
}

/// `in` and `out` in seconds: 0 ≤ in < out. Where out is before in neither counts; where they are one, nothing is played.
pub(super) fn range(reader: &mut Reader, entry: &Object, at: &At) -> (Option<f64>, Option<f64>) {
    let from = reader.number_in(entry, "in", at, Need::Required, |n| n >= 0.0, "expected.from-zero");
    let to = reader.number(entry, "out", at, Need::Required);
    if let (Some(start), Some(end), Some(node)) = (from, to, entry.get("out"))
        && start >= end
    {
        let said = entry.get("in").map(short).unwrap_or_default();
        reader.error("out-not-after-in", node, &at.key("out")).with("in", said);
        return if start > end { (None, None) } else { (from, to) };
    }
    (from, to)
}

/// `speed`, 1 where it is not given; `None` where it is no use.
pub(super) fn speed(reader: &mut Reader, entry: &Object, at: &At) -> Option<f64> {
    if entry.value("speed").is_none() {
        return Some(1.0);
    }
    reader.number_in(entry, "speed", at, Need::Optional, |n| n > 0.0, "expected.positive")
}

/// `freeze.duration_sec`, 0 where nothing is frozen; `None` where it is no use.
fn freeze(reader: &mut Reader, entry: &Object, at: &At) -> Option<f64> {
    if entry.value("freeze").is_none() {
        return Some(0.0);
    }
    let freeze = reader.child(entry, "freeze", at, Need::Optional)?;
    let at = at.key("freeze");
    reader.number_in(&freeze, "at_sec", &at, Need::Required, |n| n >= 0.0, "expected.from-zero");
    reader.number_in(&freeze, "duration_sec", &at, Need::Required, |n| n >= 0.0, "expected.from-zero")
}

/// `transition_out`: its kind, and its seconds.
fn transition(reader: &mut Reader, entry: &Object, at: &At) {
    let Some(transition) = reader.child(entry, "transition_out", at, Need::Optional) else { return };
    let at = at.key("transition_out");
    reader.text(&transition, "type", &at, Need::Optional);
    reader.number_in(&transition, "duration", &at, Need::Optional, |n| n >= 0.0, "expected.from-zero");
}

/// In versions 0 and 1 `tracks` is an object of flags; a list of tracks is version 2's.
fn flags(reader: &mut Reader, root: &Object, version: i64) {
    let Some(node) = root.value("tracks") else { return };
    let at = At::ROOT.key("tracks");
    match node.kind() {
        Kind::Array => drop(reader.error("tracks-of-v2", node, &at).with("version", version.to_string())),
        _ => drop(reader.object(node, &at)),
    }
}

/// `track`, 0 where it is not given; `None` where it is of no use.
fn track(reader: &mut Reader, entry: &Object, at: &At) -> Option<i64> {
    let Some(node) = entry.value("track") else { return Some(0) };
    let track = reader.integer(entry, "track", at, Need::Optional)?;
    if track < 0 {
        reader.error("out-of-range", node, &at.key("track")).expected("expected.index-number");
        return None;
    }
    Some(track)
}

fn place_on_timeline(cuts: &mut [Cut]) {
    let mut ends: HashMap<i64, (Option<f64>, Option<f64>)> = HashMap::new();
    for cut in cuts {
        let (end, least) = ends.entry(cut.track).or_insert((Some(0.0), Some(0.0)));
        cut.start = if cut.adrift { None } else { cut.at.or(*end) };
        cut.earliest = if cut.adrift { None } else { cut.start.or(*least) };
        *end = cut.end();
        *least = cut.earliest.map(|start| start + cut.length.unwrap_or(0.0)).filter(|end| end.is_finite());
    }
}

/// No two cuts of one track are at the same time.
fn overlaps(reader: &mut Reader, cuts: &[Cut], nodes: &[Node], list: &At) {
    // Where a rounded sum of lengths ends a hair late, nothing overlaps.
    const HAIR: f64 = 1e-6;
    let mut spans: Vec<(i64, f64, f64, usize)> =
        cuts.iter().enumerate().filter_map(|(n, cut)| Some((cut.track, cut.start?, cut.end()?, n))).collect();
    spans.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.3.cmp(&b.3)));
    let mut before: Option<(i64, f64, usize)> = None;
    for (track, start, end, n) in spans {
        if let Some((last_track, last_end, first)) = before
            && last_track == track
        {
            if let (true, Some(node)) = (start + HAIR < last_end, nodes.get(n)) {
                let other = nodes.get(first).unwrap_or(node);
                reader.error("cuts-overlap", *node, &list.index(n)).first(*other);
            }
            if last_end >= end {
                continue;
            }
        }
        before = Some((track, end, n));
    }
}
