//! Stretches of time in which nothing is to be seen. Timeline and notices say the same of them, for both ask here.

use super::{HAIR, Kind, Notice};
use crate::contract::edit::cuts::CutList;
use crate::contract::edit::tree::{Item, Tree};
use crate::contract::finding::Phrase;
use crate::review::target::PassView;
use crate::text::time;

/// Kinds of items that show no picture of their own: they lie over one, or only hold others.
const NO_PICTURE: [&str; 5] = ["telop", "filter", "captions", "caption", "group"];

/// The gaps of an edit of version 2, (from, to) in seconds: no item of a visual track shows a picture, in a group or not.
pub(in crate::review) fn of_clips(tree: &Tree) -> Vec<(f64, f64)> {
    let Some(fps) = tree.fps else { return Vec::new() };
    let mut spans = Vec::new();
    for track in tree.tracks.iter().filter(|track| !track.audio) {
        pictures(&track.items, 0.0, &mut spans);
    }
    between(spans.into_iter().map(|(at, length)| (at / fps, length.map(|length| length / fps))).collect())
}

/// The gaps of an edit of version 0 or 1, (from, to) in seconds.
pub(in crate::review) fn of_cuts(list: &CutList) -> Vec<(f64, f64)> {
    between(list.cuts.iter().filter_map(|cut| Some((cut.start?, cut.length))).collect())
}

/// Start and length of every picture, in frames; `at` of the items counts from `base`.
fn pictures(items: &[Item], base: f64, spans: &mut Vec<(f64, Option<f64>)>) {
    for item in items {
        let Some(at) = item.at_frames.map(|at| base + at) else { continue };
        if !item.kind.as_deref().is_some_and(|kind| NO_PICTURE.contains(&kind)) {
            spans.push((at, item.duration_frames));
        }
        pictures(&item.items, at, spans);
    }
}

/// What lies between spans of (start, length); one of undecided length may last until the next begins.
fn between(mut spans: Vec<(f64, Option<f64>)>) -> Vec<(f64, f64)> {
    spans.retain(|(start, _)| start.is_finite());
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut end, mut gaps) = (0.0_f64, Vec::new());
    let mut is_open = false;
    for (start, length) in spans {
        if start > end + HAIR && !is_open {
            gaps.push((end, start));
        }
        end = end.max(start + length.unwrap_or(0.0));
        is_open = length.is_none();
    }
    gaps
}

/// A notice for each gap, at the one of the first `visual` targets that ends it.
pub(super) fn said(view: &PassView, visual: usize) -> Vec<Notice> {
    let clips = view.targets.iter().take(visual).enumerate();
    let mut clips: Vec<(f64, usize)> = clips.filter_map(|(at, clip)| Some((clip.start?, at))).collect();
    clips.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let notice = |(from, to): &(f64, f64)| {
        let next = clips.partition_point(|(at, _)| *at < to - HAIR);
        let target = clips.get(next).filter(|(at, _)| *at <= to + HAIR).map(|(_, at)| *at);
        let phrase = Phrase::new("notice.gap").with("seconds", time::short(to - from));
        Notice::new(Kind::Gaps, target, phrase.with("from", time::clock(*from)).with("to", time::clock(*to)))
    };
    view.gaps.iter().map(notice).collect()
}
