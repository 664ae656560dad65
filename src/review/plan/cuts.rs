//! The pass final: cuts of edit.json versions 0 and 1.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use super::{in_time_order, names};
use crate::contract::edit::cuts::{Cut, CutList};
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::TargetKind;
use crate::review::notices;
use crate::review::target::{Group, PassView, Target};

/// Fills the view: one group, or one for each track where there are several; inside a group in time order.
/// `unreadable`: the file has `cuts`, but no array, so that nothing can be said of an empty list.
pub(super) fn fill(view: &mut PassView, list: &CutList, unreadable: bool) {
    if list.version_assumed {
        view.facts.push(Phrase::new("fact.version-assumed").with("version", list.version.to_string()));
    }
    if list.cuts.is_empty() && !unreadable {
        let fact = if list.version == 0 { "fact.whole-source" } else { "fact.empty-timeline" };
        view.facts.push(Phrase::new(fact));
    }
    let mut tracks: BTreeMap<i64, Vec<(usize, &Cut)>> = BTreeMap::new();
    for (n, cut) in list.cuts.iter().enumerate() {
        tracks.entry(cut.track).or_default().push((n, cut));
    }
    let several = tracks.len() > 1;
    for (track, cuts) in tracks {
        let first = view.targets.len();
        let starts: Vec<Option<f64>> = cuts.iter().map(|(_, cut)| cut.start).collect();
        for at in in_time_order(&starts) {
            let Some((n, cut)) = cuts.get(at) else { continue };
            view.targets.push(target(view, list, *n, cut));
            view.total_seconds = view.total_seconds.max(cut.end().unwrap_or(0.0));
            view.undecided += usize::from(cut.length.is_none());
        }
        let name = several.then(|| track.to_string());
        let targets = first..view.targets.len();
        view.groups.push(Group { title: name.clone(), id: name, heading: None, estimate_seconds: None, targets });
    }
    super::index_by_id(view);
    view.gaps = notices::gaps_of_cuts(list);
    view.notices = notices::of_cuts(view, list);
}

/// The JSON pointer of each cut and its position in the view.
pub(super) fn pointers(view: &PassView) -> HashMap<String, usize> {
    view.targets.iter().enumerate().map(|(n, t)| (format!("/cuts/{}", t.index), n)).collect()
}

fn target(view: &PassView, list: &CutList, n: usize, cut: &Cut) -> Target {
    let number = n + 1;
    let source = cut.source.and_then(|at| list.sources.get(at)).and_then(|s| s.path.as_deref());
    let file_name = source.and_then(|path| Path::new(path).file_name()).map(|name| name.to_string_lossy());
    let src = if list.version == 0 { file_name.as_deref() } else { cut.src.as_deref() };
    let title = match (names::full(cut.label.as_deref()), src, cut.from, cut.to) {
        (Some(label), ..) => label.to_owned(),
        (None, Some(src), Some(from), Some(to)) => names::range(src, from, to),
        _ => format!("cut {number}"),
    };
    let headline = names::headline(&title, &title);
    Target {
        id: cut.readable.then(|| n.to_string()),
        blocked: (!cut.readable).then(|| Box::new(Phrase::new("reason.no-object"))),
        label: format!("C{number}"),
        own_title: names::own_title(title, &headline),
        headline,
        start: cut.start,
        earliest: cut.earliest.filter(|_| cut.start.is_none()),
        length: cut.length,
        files: source.and_then(|path| Some(view.file.parent()?.join(path))).into_iter().collect(),
        ..Target::bare(TargetKind::Cut, n, cut.json.clone())
    }
}
