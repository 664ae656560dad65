//! The part of a timeline that is on screen. It stays where it is as long as the selected bar is in sight.

use super::Timeline;

/// A time is in a cell only if it lies this share of a cell before its end: sums of floats are not exact.
pub(super) const SLACK: f64 = 1e-6;
/// Most cells a frame is stretched to.
const CELLS_OF_FRAME: f64 = 4.0;
/// Fewest seconds of a cell where nothing is said of frames.
const FINEST: f64 = 0.05;
/// How many usual lengths the neighbourhood of a target is long.
const AROUND: f64 = 8.0;

/// The part of a timeline that is on screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    /// Its first cell begins here, in seconds.
    pub from: f64,
    /// Seconds per cell, above 0.
    pub per_cell: f64,
    /// How many cells.
    pub cells: usize,
}

impl Window {
    /// The cell of a time inside of it, else the nearest.
    pub fn cell(&self, seconds: f64) -> usize {
        let at = (seconds - self.from) / self.per_cell + SLACK;
        // A cast saturates.
        (at.floor().max(0.0) as usize).min(self.cells.saturating_sub(1))
    }

    /// Where it ends, in seconds.
    pub fn to(&self) -> f64 {
        self.from + self.per_cell * self.cells as f64
    }
}

/// What is kept of what was on screen.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Kept {
    /// Where the window began, in seconds.
    pub from: Option<f64>,
    /// The first row that is no bracket.
    pub top: Option<usize>,
    /// The target that was clicked, or asked for: as long as anything of it is in sight nothing moves.
    pub held: Option<usize>,
}

impl Timeline {
    /// How often the timeline can be stretched to twice its length before a frame has several cells.
    pub fn most_zoom(&self, cells: usize) -> u8 {
        let per_cell = (self.end - self.begin) / cells.max(1) as f64;
        let finest = self.fps.map_or(FINEST, |fps| 1.0 / (fps * CELLS_OF_FRAME));
        (per_cell / finest).log2().floor().clamp(0.0, 60.0) as u8
    }

    /// The window of `cells` cells at a zoom (0: everything, each step twice as large) in which the selected bar starts:
    /// where it was, else so that there is something on both sides.
    pub fn window(&self, selected: usize, zoom: u8, cells: usize, kept: &Kept) -> Window {
        let cells = cells.max(1);
        let whole = self.end - self.begin;
        let length = whole / f64::from(zoom.min(self.most_zoom(cells))).exp2();
        let window = |from: f64| {
            let from = from.clamp(self.begin, self.begin + (whole - length).max(0.0));
            Window { from, per_cell: length / cells as f64, cells }
        };
        let (start, end) = self.bar(selected).map_or((self.begin, self.begin), |bar| (bar.start, bar.end));
        let was = kept.from.map(window).filter(|was| {
            let is_held = kept.held == Some(selected) && end > was.from + was.per_cell && start < was.to();
            let starts = start >= was.from && start < was.to();
            is_held || starts && (end <= was.to() || start <= was.from + length * 0.9)
        });
        let half = length / 2.0;
        was.unwrap_or_else(|| window(self.begin + ((start - self.begin) / half).floor() * half - half / 2.0))
    }

    /// Zoom and beginning (in seconds) of the window of `cells` cells around these seconds, as large as there is room; zoom
    /// 0: it is all of it.
    pub fn fit(&self, from: f64, to: f64, cells: usize) -> (u8, f64) {
        let whole = self.end - self.begin;
        let zoom = (whole / (to - from).max(1e-9)).log2().floor().clamp(0.0, f64::from(self.most_zoom(cells)));
        let left = (whole / zoom.exp2() - (to - from)).max(0.0);
        (zoom as u8, from - left / 2.0)
    }

    /// What is around a target, from and to seconds: its chapter, which goes from one position to the other, else several
    /// times its length.
    pub fn around(&self, position: usize, chapter: Option<&std::ops::Range<usize>>) -> Option<(f64, f64)> {
        let own = self.bar(position)?;
        if let Some(chapter) = chapter {
            let ends = [chapter.start, chapter.end.saturating_sub(1)].map(|at| self.bar(at).unwrap_or(own));
            let [first, last] = ends;
            return Some((first.start.min(own.start), last.end.max(own.end)));
        }
        let length = own.end - own.start;
        let spare = (AROUND * length.max(self.usual) - length) / 2.0;
        Some((own.start - spare, own.end + spare))
    }
}
