//! What is worth a look in the cuts of an edit of version 0 or 1.

use std::collections::{BTreeMap, HashMap};

use super::{HAIR, Kind, Notice, Notices, gaps, label};
use crate::contract::edit::cuts::{Cut, CutList};
use crate::contract::finding::Phrase;
use crate::review::target::PassView;
use crate::text::time;

/// Seconds below which a cut is very short.
const SHORT: f64 = 0.5;
/// Seconds above which a cut is very long.
const LONG: f64 = 60.0;

/// A range of a source that a cut plays, in seconds of the source.
struct Range<'a> {
    from: f64,
    to: f64,
    at: usize,
    cut: &'a Cut,
}

/// The notices; `view` is filled from `list`.
pub(in crate::review) fn of(view: &PassView, list: &CutList) -> Notices {
    let mut notices = Vec::new();
    let mut sources: BTreeMap<usize, Vec<Range>> = BTreeMap::new();
    for (at, target) in view.targets.iter().enumerate() {
        let Some(cut) = list.cuts.get(target.index) else { continue };
        if let (Some(source), Some(from), Some(to)) = (cut.source, cut.from, cut.to) {
            sources.entry(source).or_default().push(Range { from, to, at, cut });
        }
        let length = |key| target.length.map(|length| Phrase::new(key).with("seconds", time::short(length)));
        let phrase = match target.length {
            None => {
                notices.push(Notice::new(Kind::Undecided, at, Phrase::new("notice.undecided")));
                continue;
            }
            Some(seconds) if seconds < SHORT => length("notice.short"),
            Some(seconds) if seconds > LONG => length("notice.long"),
            Some(_) => None,
        };
        notices.extend(phrase.map(|phrase| Notice::new(Kind::ShortOrLong, at, phrase)));
    }
    notices.extend(gaps::said(view, view.targets.len()));
    for (source, mut ranges) in sources {
        out_of_order(view, &ranges, &mut notices);
        ranges.sort_by(|a, b| a.from.total_cmp(&b.from).then(a.at.cmp(&b.at)));
        let path = list.sources.get(source).and_then(|source| source.path.as_deref().or(source.id.as_deref()));
        in_source(view, path.unwrap_or("?"), &ranges, &mut notices);
    }
    notices.into_iter().collect()
}

/// Cuts of a track that begin earlier in the source than the cut of it before them.
fn out_of_order(view: &PassView, ranges: &[Range], notices: &mut Vec<Notice>) {
    let mut before: HashMap<i64, &Range> = HashMap::new();
    for range in ranges {
        if let Some(last) = before.insert(range.cut.track, range)
            && range.from < last.from
        {
            let phrase = Phrase::new("notice.out-of-order").with("other", label(view, last.at));
            notices.push(Notice::new(Kind::OutOfOrder, range.at, phrase));
        }
    }
}

/// The ranges of a source in its own order: what of it is left out and why, what comes twice, how much is kept.
fn in_source(view: &PassView, path: &str, ranges: &[Range], notices: &mut Vec<Notice>) {
    let (mut end, mut kept) = (0.0_f64, 0.0_f64);
    let mut last: Option<&Range> = None;
    for range in ranges {
        let seconds = range.from - end;
        if seconds > HAIR {
            let key = match range.cut.reason.as_deref() {
                Some("silence") => "notice.removed-silence",
                Some("word") => "notice.removed-word",
                _ => "notice.removed",
            };
            let phrase = Phrase::new(key).with("seconds", time::short(seconds));
            let phrase = phrase.with("from", time::clock(end)).with("to", time::clock(range.from));
            notices.push(Notice::new(Kind::Removed, range.at, phrase));
        }
        if let Some(other) = last.filter(|_| seconds < -HAIR) {
            // Of the two the one later in the list is the repetition.
            let (first, again) = if other.at < range.at { (other.at, range.at) } else { (range.at, other.at) };
            let phrase = Phrase::new("notice.repeated").with("other", label(view, first));
            let phrase = phrase.with("from", time::clock(range.from)).with("to", time::clock(range.to.min(end)));
            notices.push(Notice::new(Kind::Repeated, again, phrase));
        }
        kept += (range.to - range.from.max(end)).max(0.0);
        if range.to > end {
            (end, last) = (range.to, Some(range));
        }
    }
    if end > 0.0 && kept.is_finite() {
        // How long the file is nobody says: what is known is that it reaches to the last cut.
        let phrase =
            Phrase::new("notice.kept").with("source", path).with("percent", format!("{:.0}", 100.0 * kept / end));
        let phrase = phrase.with("kept", time::clock(kept)).with("end", time::clock(end));
        notices.push(Notice::new(Kind::Kept, None, phrase));
    }
}
