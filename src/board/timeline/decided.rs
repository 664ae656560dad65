//! Time as it is decided beside time as it is drawn: lengths that are undecided are drawn, but count nothing.

use super::{Bar, Length};

/// For each shot, in the order drawn: where it is drawn, where it starts if undecided lengths take no time, and its known
/// length; all in seconds.
#[derive(Debug, Clone, Default)]
pub(super) struct Decided(Vec<(f64, f64, f64)>);

impl Decided {
    /// Of shots one after the other.
    pub(super) fn of(shots: &[Bar]) -> Decided {
        let mut time = shots.first().map_or(0.0, |bar| bar.start);
        let known = |bar: &Bar| if bar.length == Length::Known { bar.end - bar.start } else { 0.0 };
        let places = shots.iter().map(|bar| {
            let start = time;
            time += known(bar);
            (bar.start, start, known(bar))
        });
        Decided(places.collect())
    }

    /// The decided time at a time drawn.
    pub(super) fn at(&self, drawn: f64) -> f64 {
        let after = self.0.partition_point(|(start, ..)| *start <= drawn);
        let shot = after.checked_sub(1).and_then(|at| self.0.get(at));
        shot.map_or(drawn, |(start, decided, known)| decided + (drawn - start).min(*known))
    }

    /// Where a decided time is drawn: where several times are, the last.
    pub(super) fn drawn(&self, decided: f64) -> f64 {
        let after = self.0.partition_point(|(_, start, _)| *start <= decided);
        let shot = after.checked_sub(1).and_then(|at| self.0.get(at));
        shot.map_or(decided, |(start, from, _)| start + (decided - from))
    }
}
