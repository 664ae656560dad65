//! The pass scaffold: media items of edit.json version 2.

use std::collections::HashMap;
use std::ops::Range;

use super::sidecars::Sidecars;
use super::{in_time_order, names};
use crate::contract::edit::tree::{Item, Tree};
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::TargetKind;
use crate::review::notices;
use crate::review::target::{Group, Lane, Nested, PassView, Target};

/// What stands between the names of nested groups.
pub const INSIDE: &str = " › ";

/// A media item found on a track.
struct Found<'t> {
    item: &'t Item,
    start: Option<f64>,
    length: Option<f64>,
    to_end: bool,
    within: Option<String>,
}

/// A group found on a track; times in frames.
struct FoundGroup {
    depth: usize,
    name: String,
    at: Option<f64>,
    end: Option<f64>,
    /// Its clips among those found.
    clips: Range<usize>,
}

/// Fills the view: a group for each track, the visual lane first; inside a track in time order, items of groups among
/// them.
pub(super) fn fill(view: &mut PassView, tree: &Tree, sidecars: &mut Sidecars) {
    let mut visual = 0;
    for audio in [false, true] {
        for (track, number) in tree.tracks.iter().filter(|track| track.audio == audio).zip(1..) {
            let mut walk = Walk { fps: tree.fps, audio, found: Vec::new(), groups: Vec::new(), end_frames: 0.0 };
            walk.items(&track.items, Some(0.0), None, 0);
            if let (false, Some(fps)) = (audio, tree.fps) {
                let end = walk.end_frames / fps;
                view.total_seconds = if end.is_finite() { view.total_seconds.max(end) } else { view.total_seconds };
            }
            let first = view.targets.len();
            let starts: Vec<Option<f64>> = walk.found.iter().map(|found| found.start).collect();
            let order = in_time_order(&starts);
            let nested = nested(&walk, &order, view.groups.len(), first);
            view.nested.extend(nested);
            for at in order {
                let Some(found) = walk.found.get(at) else { continue };
                view.undecided += usize::from(!audio && found.length.is_none());
                view.targets.push(target(view.targets.len(), found, sidecars));
            }
            if view.targets.len() > first {
                view.lanes.push(Lane { audio, number });
                view.groups.push(Group {
                    title: names::full(track.name.as_deref()).or(track.id.as_deref()).map(str::to_owned),
                    id: track.id.clone(),
                    heading: None,
                    estimate_seconds: None,
                    targets: first..view.targets.len(),
                });
            }
        }
        visual = if audio { visual } else { view.targets.len() };
    }
    super::index_by_id(view);
    view.gaps = notices::gaps_of_clips(tree);
    view.notices = notices::of_clips(view, visual);
}

struct Walk<'t> {
    fps: Option<f64>,
    audio: bool,
    found: Vec<Found<'t>>,
    groups: Vec<FoundGroup>,
    /// End of the last item of any kind, in frames.
    end_frames: f64,
}

impl<'t> Walk<'t> {
    /// Goes through items whose `at` counts from `base` (frames), inside the items named by `within`.
    fn items(&mut self, items: &'t [Item], base: Option<f64>, within: Option<&str>, depth: usize) {
        for item in items {
            let at = base.zip(item.at_frames).map(|(base, at)| base + at).filter(|at| at.is_finite());
            let end = at.zip(item.duration_frames).map(|(at, duration)| at + duration).filter(|end| end.is_finite());
            self.end_frames = self.end_frames.max(end.unwrap_or(0.0));
            if item.media.is_some() {
                // In the audio lane a duration of 0 means: to the end of the file.
                let to_end = self.audio && item.duration_frames == Some(0.0);
                let duration = item.duration_frames.filter(|_| !to_end);
                let seconds = |frames: Option<f64>| {
                    frames.zip(self.fps).map(|(frames, fps)| frames / fps).filter(|s| s.is_finite())
                };
                let (start, length) = (seconds(at), seconds(duration));
                self.found.push(Found { item, start, length, to_end, within: within.map(str::to_owned) });
            }
            if !item.items.is_empty() {
                let name = names::full(item.name.as_deref()).or(item.id.as_deref()).or(item.kind.as_deref());
                let name = name.unwrap_or("?");
                let path = within.map_or_else(|| name.to_owned(), |outer| [outer, name].join(INSIDE));
                let (clips, number) = (self.found.len(), self.groups.len());
                self.groups.push(FoundGroup { depth, name: name.to_owned(), at, end, clips: clips..clips });
                self.items(&item.items, at, Some(&path), depth + 1);
                let found = self.found.len();
                self.groups.get_mut(number).into_iter().for_each(|group| group.clips.end = found);
            }
        }
    }
}

/// The groups of a track that hold clips, with clips in this order, the first of them at `first` in the view.
fn nested(walk: &Walk, order: &[usize], track: usize, first: usize) -> Vec<Nested> {
    if walk.groups.is_empty() {
        return Vec::new();
    }
    let mut places = vec![0; order.len()];
    for (place, at) in order.iter().enumerate() {
        places.get_mut(*at).into_iter().for_each(|known| *known = place);
    }
    let span = |group: &FoundGroup| {
        let place = places.get(group.clips.clone())?.iter().min()?;
        let clips = walk.found.get(group.clips.clone()).unwrap_or_default();
        let ends = clips.iter().filter_map(|clip| Some(clip.start? + clip.length?));
        let seconds = |frames: Option<f64>| frames.zip(walk.fps).map(|(frames, fps)| frames / fps);
        let start = seconds(group.at).or_else(|| clips.iter().filter_map(|clip| clip.start).reduce(f64::min));
        let start = start.filter(|start| start.is_finite())?;
        let end = seconds(group.end).or_else(|| ends.reduce(f64::max)).filter(|end| end.is_finite())?.max(start);
        Some(Nested { track, depth: group.depth, name: group.name.clone(), start, end, first: first + place })
    };
    walk.groups.iter().filter_map(span).collect()
}

fn target(n: usize, found: &Found, sidecars: &mut Sidecars) -> Target {
    let item = found.item;
    let number = n + 1;
    let own_id = item.id.clone();
    let name = names::full(item.name.as_deref()).or(names::full(own_id.as_deref()));
    let title = name.map_or_else(|| format!("clip {number}"), str::to_owned);
    let headline = names::headline(&title, &title);
    let blocked = match &item.id {
        None => Some(Phrase::new("reason.no-id")),
        Some(id) if item.shares_id => Some(Phrase::new("reason.shared-id").with("id", id.as_str())),
        Some(_) => None,
    };
    let behind = sidecars.behind(item.media.as_ref().and_then(|media| media.source));
    Target {
        kind: TargetKind::Clip,
        index: n,
        id: item.id.clone().filter(|_| blocked.is_none()),
        blocked: blocked.map(Box::new),
        label: names::full(own_id.as_deref()).map_or_else(|| format!("#{number}"), str::to_owned),
        own_id,
        own_title: names::own_title(title, &headline),
        headline,
        start: found.start,
        earliest: None,
        length: found.length,
        to_end: found.to_end,
        within: found.within.clone(),
        placeholder: behind.placeholder,
        files: behind.files,
        findings: behind.findings,
        json: item.json.clone(),
        extra: Vec::new(),
    }
}

/// The JSON pointer of each clip and its position in the view.
pub(super) fn pointers(view: &PassView, tree: &Tree) -> HashMap<String, usize> {
    let by_offset: HashMap<usize, usize> =
        view.targets.iter().enumerate().map(|(n, target)| (target.json.offset(), n)).collect();
    let mut pointers = HashMap::new();
    for (n, track) in tree.tracks.iter().enumerate() {
        walk_pointers(&track.items, &format!("/tracks/{n}/items"), &by_offset, &mut pointers);
    }
    pointers
}

fn walk_pointers(items: &[Item], list: &str, by_offset: &HashMap<usize, usize>, pointers: &mut HashMap<String, usize>) {
    for (n, item) in items.iter().enumerate() {
        let pointer = format!("{list}/{n}");
        if !item.items.is_empty() {
            walk_pointers(&item.items, &format!("{pointer}/items"), by_offset, pointers);
        }
        if let Some(at) = by_offset.get(&item.json.offset()) {
            pointers.insert(pointer, *at);
        }
    }
}
