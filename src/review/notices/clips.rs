//! What is worth a look in the clips of an edit of version 2.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::beside::Beside;
use super::{HAIR, Kind, Notice, Notices, gaps, label, source_file};
use crate::contract::finding::Phrase;
use crate::review::target::{PassView, PlaceholderState};
use crate::text::time;

/// The notices; `view` is filled, its first `visual` targets are of the visual lane.
pub(in crate::review) fn of(view: &PassView, visual: usize) -> Notices {
    let mut notices = Vec::new();
    placeholders(view, &mut notices);
    for (at, target) in view.targets.iter().take(visual).enumerate() {
        if target.length.is_none() {
            notices.push(Notice::new(Kind::Undecided, at, Phrase::new("notice.undecided")));
        }
    }
    notices.extend(gaps::said(view, visual));
    overlaps(view, &mut notices);
    reused(view, &mut notices);
    let mut all: Notices = notices.into_iter().collect();
    all.beside = Beside::of_clips(view);
    all
}

/// States of what is not made, and what all of it costs; a file used twice is paid once.
fn placeholders(view: &PassView, notices: &mut Vec<Notice>) {
    let (mut paid, mut sum, mut unknown) = (HashSet::new(), 0.0, 0_usize);
    for (at, target) in view.targets.iter().enumerate() {
        let Some(placeholder) = &target.placeholder else { continue };
        let key = match placeholder.state {
            PlaceholderState::Planned => Some("notice.placeholder-planned"),
            PlaceholderState::Generating => Some("notice.placeholder-generating"),
            PlaceholderState::Failed => Some("notice.placeholder-failed"),
            PlaceholderState::Stale => Some("notice.placeholder-stale"),
            PlaceholderState::Done => None,
        };
        notices.extend(key.map(|key| Notice::new(Kind::Placeholders, at, Phrase::new(key))));
        if paid.insert(source_file(view, at)) {
            match placeholder.cost_usd.filter(|cost| cost.is_finite()) {
                Some(cost) => sum += cost,
                None => unknown += 1,
            }
        }
    }
    let counted = paid.len() - unknown;
    if counted > 0 {
        let key = if unknown > 0 { "notice.cost-and-unknown" } else { "notice.cost" };
        let phrase = Phrase::new(key).with("n", counted.to_string()).with("usd", format!("{sum:.2}"));
        notices.push(Notice::new(Kind::Cost, None, phrase.with("unknown", unknown.to_string())));
    }
}

/// Clips that begin before one before them on the same track, in the same group, has ended.
fn overlaps(view: &PassView, notices: &mut Vec<Notice>) {
    for group in &view.groups {
        let mut ends: HashMap<Option<&str>, (f64, usize)> = HashMap::new();
        for at in group.targets.clone() {
            let Some(target) = view.targets.get(at) else { continue };
            let Some((start, end)) = target.start.zip(target.length).map(|(s, l)| (s, s + l)) else { continue };
            let last = ends.entry(target.within.as_deref()).or_insert((end, at));
            if last.1 == at {
                continue;
            }
            if start + HAIR < last.0 {
                let phrase = Phrase::new("notice.overlap").with("other", label(view, last.1));
                let seconds = time::short(last.0.min(end) - start);
                notices.push(Notice::new(Kind::Overlaps, at, phrase.with("seconds", seconds)));
            }
            if end > last.0 {
                *last = (end, at);
            }
        }
    }
}

/// Files that several clips play.
fn reused(view: &PassView, notices: &mut Vec<Notice>) {
    let mut uses: HashMap<&Path, usize> = HashMap::new();
    let files = || (0..view.targets.len()).filter_map(|at| Some((at, source_file(view, at)?)));
    files().for_each(|(_, file)| *uses.entry(file).or_insert(0) += 1);
    for (at, file) in files() {
        if let Some(n @ 2..) = uses.get(file).copied() {
            let phrase = Phrase::new("notice.reused").with("n", n.to_string());
            notices.push(Notice::new(Kind::ReusedSources, at, phrase));
        }
    }
}
