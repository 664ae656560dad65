//! A row of a timeline: bars by their start, and what each cell of it shows.

use std::ops::Range;

use super::window::SLACK;
use super::{FURTHEST, Window};
use crate::review::target::Nested;

/// A row of bars.
#[derive(Debug, Clone)]
pub struct Row {
    /// What it shows.
    pub kind: RowKind,
    /// Its bars by their start.
    pub bars: Vec<Bar>,
    /// For each bar, which of it and those before ends last.
    reach: Vec<usize>,
}

/// What a row shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowKind {
    /// The chapters; the position of a bar is that of the group.
    Chapters,
    /// The shots.
    Shots,
    /// Shots cut into others; they take no time of their own.
    Cutaways,
    /// The groups of the track below that lie in so many others; the position of a bar is that in `PassView::nested`.
    Groups(usize),
    /// A track.
    Track {
        /// `V1`, `A2`, or its number.
        short: String,
        /// The name the file gives it, cut; empty where it gives none.
        name: String,
        /// Of the audio lane.
        audio: bool,
    },
}

/// A stretch of time.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// Position in `PassView::targets`; of a heading, what its row says.
    pub position: usize,
    /// Seconds.
    pub start: f64,
    /// Seconds, not before `start`; where the length is not known, as long as it is drawn.
    pub end: f64,
    /// What is known of its length.
    pub length: Length,
    /// Where it really starts is not known.
    pub adrift: bool,
    /// Until when one that started before still runs, in seconds; `start`: none does.
    pub overlap: f64,
    /// The first of an outermost group inside a track.
    pub opens: bool,
    /// The last of an outermost group inside a track.
    pub closes: bool,
}

/// What is known of a length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// It is known.
    Known,
    /// It is undecided.
    Undecided,
    /// It runs to the end of its file.
    ToEnd,
}

/// What one cell of a row shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A bar, by its number in the row.
    Bar(usize),
    /// Several bars begin here.
    Several(Range<usize>),
}

impl Row {
    pub(super) fn new(kind: RowKind, bars: Vec<Bar>) -> Row {
        Row { kind, bars, reach: Vec::new() }
    }

    /// Bars to the end of their file end with the next one or the timeline; overlaps are found.
    pub(super) fn finish(&mut self, end: f64) {
        let starts: Vec<f64> = self.bars.iter().map(|bar| bar.start).collect();
        let nexts = starts.iter().skip(1).copied().map(Some).chain([None]);
        for (bar, next) in self.bars.iter_mut().zip(nexts) {
            if bar.length == Length::ToEnd {
                bar.end = next.unwrap_or(end).max(bar.start);
            }
        }
        let mut last: Option<(usize, f64)> = None;
        for (at, bar) in self.bars.iter_mut().enumerate() {
            let before = last.map_or(bar.start, |(_, end)| end);
            // Frames and seconds do not divide evenly.
            if !matches!(self.kind, RowKind::Cutaways | RowKind::Groups(_)) && before > bar.start + 1e-4 {
                bar.overlap = before.min(bar.end);
            }
            if last.is_none_or(|(_, end)| bar.end >= end) {
                last = Some((at, bar.end));
            }
            self.reach.push(last.map_or(at, |(at, _)| at));
        }
    }

    /// What a cell of a window shows; of bars over each other the one that starts last, the selected one before all.
    pub fn cell(&self, window: &Window, cell: usize, selected: Option<usize>) -> Cell {
        let from = window.from + window.per_cell * cell as f64;
        let slack = window.per_cell * SLACK;
        let before = self.bars.partition_point(|bar| bar.start < from - slack);
        let after = self.bars.partition_point(|bar| bar.start < from + window.per_cell - slack);
        // Past the last cell, what begins at the very end still belongs to it.
        let after =
            if cell + 1 == window.cells { self.bars.partition_point(|b| b.start <= window.to()) } else { after };
        if let Some((at, bar)) = selected.and_then(|at| Some((at, self.bars.get(at)?)))
            && window.cell(bar.start) == cell
            && (bar.start >= window.from - slack || bar.end > from + slack)
        {
            return Cell::Bar(at);
        }
        if after > before + 1 {
            return Cell::Several(before..after);
        }
        let Some(last) = after.checked_sub(1) else { return Cell::Empty };
        let runs = |at: &usize| self.bars.get(*at).is_some_and(|bar| *at >= before || bar.end > from + slack);
        let far = self.reach.get(last).copied();
        [Some(last), far].into_iter().flatten().find(runs).map_or(Cell::Empty, Cell::Bar)
    }
}

impl RowKind {
    /// It shows groups of what the row below it shows.
    pub fn is_heading(&self) -> bool {
        matches!(self, RowKind::Chapters | RowKind::Groups(_))
    }

    /// In how many groups a bracket lies.
    pub fn depth(&self) -> usize {
        if let RowKind::Groups(depth) = self { *depth } else { 0 }
    }
}

impl Bar {
    /// A bracket around others, from and to seconds.
    pub(super) fn bracket(position: usize, start: f64, end: f64) -> Bar {
        let (opens, closes) = (true, true);
        Bar { position, start, end, length: Length::Known, adrift: false, overlap: start, opens, closes }
    }
}

/// The rows of brackets of the groups of a track, which are `nested` from `first` on; the outermost first.
pub(super) fn of_groups(nested: &[Nested], first: usize) -> Vec<Row> {
    let deepest = nested.iter().map(|group| group.depth + 1).max().unwrap_or(0);
    let mut rows: Vec<Row> = (0..deepest).map(|depth| Row::new(RowKind::Groups(depth), Vec::new())).collect();
    for (group, number) in nested.iter().zip(first..) {
        let within = |seconds: f64| seconds.clamp(-FURTHEST, FURTHEST);
        let bar = Bar::bracket(number, within(group.start), within(group.end));
        rows.get_mut(group.depth).into_iter().for_each(|row| row.bars.push(bar.clone()));
    }
    rows.iter_mut().for_each(|row| row.bars.sort_by(|a, b| a.start.total_cmp(&b.start)));
    rows.retain(|row| !row.bars.is_empty());
    rows
}
