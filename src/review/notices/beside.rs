//! What else plays while a clip does. A few numbers for each clip: the words are made for the one that is shown.

use std::collections::BTreeSet;

use crate::review::target::PassView;

/// Most clips named.
const NAMED: usize = 3;

/// What plays beside each clip, by position in the view.
#[derive(Debug, Clone, Default)]
pub(super) struct Beside(Vec<([Option<u32>; NAMED], u32)>);

impl Beside {
    /// Positions of a few clips, and how many there are in all.
    pub(super) fn of(&self, at: usize) -> (Vec<usize>, usize) {
        let Some((named, count)) = self.0.get(at) else { return (Vec::new(), 0) };
        (named.iter().flatten().map(|at| *at as usize).collect(), *count as usize)
    }

    /// Goes once through the clips in time order; a clip that runs to the end of its file has no end here.
    pub(super) fn of_clips(view: &PassView) -> Beside {
        let clips = view.targets.iter().enumerate().filter_map(|(at, clip)| {
            let start = clip.start.filter(|start| *start >= 0.0)?;
            let length = clip.length.or(clip.to_end.then_some(f64::INFINITY)).filter(|length| *length > 0.0)?;
            Some((start, start + length, u32::try_from(at).ok()?))
        });
        let mut spans: Vec<(f64, f64, u32)> = clips.collect();
        spans.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
        let mut ends: Vec<f64> = spans.iter().map(|span| span.1).collect();
        ends.sort_by(f64::total_cmp);
        let mut all = vec![([None; NAMED], 0); view.targets.len()];
        // What has begun, by its end: the bits of numbers from 0 are in their order.
        let mut playing: BTreeSet<(u64, u32)> = BTreeSet::new();
        for (n, (start, end, at)) in spans.iter().enumerate() {
            while playing.first().is_some_and(|(end, _)| f64::from_bits(*end) <= *start) {
                playing.pop_first();
            }
            let later = spans.iter().skip(n + 1).take_while(|span| span.0 < *end).map(|span| span.2);
            let others: Vec<u32> = playing.iter().map(|(_, at)| *at).chain(later).take(NAMED).collect();
            let begun = spans.partition_point(|span| span.0 < *end);
            let over = ends.partition_point(|other| *other <= *start);
            if let Some((named, count)) = all.get_mut(*at as usize) {
                named.iter_mut().zip(others).for_each(|(place, other)| *place = Some(other));
                *count = u32::try_from(begun.saturating_sub(over + 1)).unwrap_or(u32::MAX);
            }
            playing.insert((end.to_bits(), *at));
        }
        Beside(all)
    }
}
