//! The targets of a pass over time: rows of bars in seconds, made once per load. What a cell shows is found by halves, so
//! that a frame costs no more in a large plan.

use std::collections::HashMap;
use std::ops::Range;

use crate::contract::plan_comments::TargetKind;
use crate::review::target::{PassView, Target};
use crate::text::cells;

pub mod ruler;
#[cfg(test)]
mod tests;

/// No time on a timeline is further from 0, in seconds.
const FURTHEST: f64 = 1e9;
/// Seconds a bar of undecided length takes where no other length is known.
const UNDECIDED: f64 = 2.0;
/// Most cells of a track's name.
const WIDEST_NAME: usize = 10;
/// A time is in a cell only if it lies this share of a cell before its end: sums of floats are not exact.
const SLACK: f64 = 1e-6;

/// A pass over time.
#[derive(Debug, Clone, Default)]
pub struct Timeline {
    /// Its rows, from the top.
    pub rows: Vec<Row>,
    /// Where it begins, in seconds: 0, or before where something starts before.
    pub begin: f64,
    /// Where its last bar ends, in seconds.
    pub end: f64,
    /// From here on times are not known, for a shot of undecided length comes before.
    pub known_until: Option<f64>,
    /// Frames per second, where the file says.
    pub fps: Option<f64>,
    /// Cells of the widest name of a row; 0: the rows have none.
    pub name_cells: usize,
    /// Row and bar of each target.
    places: Vec<Option<(usize, usize)>>,
}

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
    /// A track, with its short name and its own.
    Track(String, String),
}

/// A stretch of time.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// Position in `PassView::targets`; of a chapter, in `PassView::groups`.
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
    /// The first of a group inside a track.
    pub opens: bool,
    /// The last of a group inside a track.
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
    /// Nothing, and nothing comes after.
    Empty,
    /// Nothing, between bars.
    Gap,
    /// A bar, by its number in the row.
    Bar(usize),
    /// Several bars begin here.
    Several(Range<usize>),
}

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

impl Timeline {
    /// The timeline of a pass; without rows where it has no targets in time.
    pub fn of(view: &PassView) -> Timeline {
        let mut line = Timeline { fps: view.fps.filter(|fps| *fps > 0.0), ..Timeline::default() };
        let nominal = nominal(&view.targets);
        match view.targets.first().map(|target| target.kind) {
            Some(TargetKind::Shot) => line.shots(view, nominal),
            Some(TargetKind::Clip | TargetKind::Cut) => line.tracks(view, nominal),
            _ => return line,
        }
        for bar in line.rows.iter().flat_map(|row| &row.bars) {
            line.begin = line.begin.min(bar.start);
            line.end = line.end.max(bar.end);
        }
        line.end = if line.end > line.begin { line.end } else { line.begin + nominal };
        line.places = vec![None; view.targets.len()];
        for (number, row) in line.rows.iter_mut().enumerate() {
            row.finish(line.end);
            if row.kind != RowKind::Chapters {
                for (at, bar) in row.bars.iter().enumerate() {
                    line.places.get_mut(bar.position).into_iter().for_each(|place| *place = Some((number, at)));
                }
            }
        }
        line
    }

    fn shots(&mut self, view: &PassView, nominal: f64) {
        let is_cutaway = |position: &usize| view.targets.get(*position).is_some_and(|shot| shot.within.is_some());
        let has_cutaways = (0..view.targets.len()).any(|position| is_cutaway(&position));
        let main = (0..view.targets.len()).filter(|position| !is_cutaway(position));
        let shots = lay(view, main, nominal);
        self.known_until = shots.iter().find(|bar| bar.length == Length::Undecided).map(|bar| bar.start);
        let mut of_shot: HashMap<&str, f64> = HashMap::new();
        for bar in shots.iter().filter(|_| has_cutaways) {
            if let Some(id) = view.targets.get(bar.position).and_then(|shot| shot.own_id.as_deref()) {
                of_shot.entry(id).or_insert(bar.start);
            }
        }
        let cutaways = (0..view.targets.len()).filter(is_cutaway).filter_map(|position| {
            let shot = view.targets.get(position)?;
            let parent = of_shot.get(shot.within.as_deref()?).copied();
            Some(bar(position, shot, shot.start.or(parent), parent.unwrap_or(0.0), nominal))
        });
        let mut cutaways: Vec<Bar> = cutaways.collect();
        cutaways.sort_by(|a, b| a.start.total_cmp(&b.start));
        let chapters = view.groups.iter().enumerate().filter(|(_, group)| group.title.is_some());
        let chapters = chapters.filter_map(|(number, group)| {
            let first = shots.partition_point(|bar| bar.position < group.targets.start);
            let after = shots.partition_point(|bar| bar.position < group.targets.end);
            let (first, last) = (shots.get(first)?, shots.get(after.checked_sub(1)?)?);
            let (start, end) = (first.start, last.end);
            let whole = Bar { position: number, start, end, overlap: start, length: Length::Known, ..first.clone() };
            (last.position >= first.position).then_some(Bar { opens: true, closes: true, ..whole })
        });
        let chapters: Vec<Bar> = chapters.collect();
        let rows = [(RowKind::Chapters, chapters), (RowKind::Shots, shots), (RowKind::Cutaways, cutaways)];
        self.rows =
            rows.into_iter().filter(|(_, bars)| !bars.is_empty()).map(|(kind, bars)| Row::new(kind, bars)).collect();
    }

    /// Tracks: of the visual lane from the top down, of the audio lane below.
    fn tracks(&mut self, view: &PassView, nominal: f64) {
        let mut rows: Vec<(bool, Row)> = Vec::new();
        for (number, group) in view.groups.iter().enumerate() {
            let lane = view.lanes.get(number);
            let audio = lane.is_some_and(|lane| lane.audio);
            let short = match lane {
                Some(lane) => format!("{}{}", if audio { "A" } else { "V" }, lane.number),
                None => group.title.clone().unwrap_or_default(),
            };
            let own = group.title.as_deref().filter(|_| lane.is_some()).unwrap_or_default();
            let name = cells::cut(own, WIDEST_NAME).into_owned();
            let wide =
                cells::width(&name) + usize::from(!name.is_empty()) + cells::width(&cells::cut(&short, WIDEST_NAME));
            self.name_cells = self.name_cells.max(wide);
            let mut bars = lay(view, group.targets.clone(), nominal);
            bars.sort_by(|a, b| a.start.total_cmp(&b.start));
            brackets(view, &mut bars);
            rows.push((audio, Row::new(RowKind::Track(short, name), bars)));
        }
        let at = rows.partition_point(|(audio, _)| !audio);
        rows.get_mut(..at).into_iter().for_each(<[_]>::reverse);
        self.rows = rows.into_iter().map(|(_, row)| row).collect();
    }

    /// There is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Row and number of the bar of the target at `position`.
    pub fn place(&self, position: usize) -> Option<(usize, usize)> {
        self.places.get(position).copied().flatten()
    }

    /// The bar of the target at `position`.
    pub fn bar(&self, position: usize) -> Option<&Bar> {
        let (row, bar) = self.place(position)?;
        self.rows.get(row)?.bars.get(bar)
    }

    /// How often the timeline can be stretched to twice its length before a cell is a hundredth of a second.
    pub fn most_zoom(&self, cells: usize) -> u8 {
        let per_cell = (self.end - self.begin) / cells.max(1) as f64;
        (per_cell / 0.01).log2().ceil().clamp(0.0, 60.0) as u8
    }

    /// The window of `cells` cells at a zoom (0: everything, each step twice as large) in which the selected bar starts.
    /// It moves by half its length, not with each key.
    pub fn window(&self, selected: usize, zoom: u8, cells: usize) -> Window {
        let cells = cells.max(1);
        let whole = self.end - self.begin;
        let length = whole / f64::from(zoom.min(self.most_zoom(cells))).exp2();
        let start = self.bar(selected).map_or(self.begin, |bar| bar.start) - self.begin;
        let half = length / 2.0;
        let from = ((start / half).floor() * half - half / 2.0).clamp(0.0, (whole - length).max(0.0));
        Window { from: self.begin + from, per_cell: length / cells as f64, cells }
    }

    /// The first row shown where `height` rows are: the row of the selected bar is among them.
    pub fn first_row(&self, selected: usize, height: usize) -> usize {
        let at = self.place(selected).map_or(0, |(row, _)| row);
        at.saturating_sub(height / 2).min(self.rows.len().saturating_sub(height))
    }
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

impl Row {
    fn new(kind: RowKind, bars: Vec<Bar>) -> Row {
        Row { kind, bars, reach: Vec::new() }
    }

    /// Bars to the end of their file end with the next one or the timeline; overlaps are found.
    fn finish(&mut self, end: f64) {
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
            if self.kind != RowKind::Cutaways && before > bar.start + 1e-4 {
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
        if let Some(at) = selected
            && let Some(bar) = self.bars.get(at)
            && window.cell(bar.start) == cell
        {
            return Cell::Bar(at);
        }
        if after > before + 1 {
            return Cell::Several(before..after);
        }
        let Some(last) = after.checked_sub(1) else {
            return if self.bars.is_empty() { Cell::Empty } else { Cell::Gap };
        };
        let runs = |at: &usize| self.bars.get(*at).is_some_and(|bar| *at >= before || bar.end > from + slack);
        let far = self.reach.get(last).copied();
        match [Some(last), far].into_iter().flatten().find(runs) {
            Some(at) => Cell::Bar(at),
            None if after < self.bars.len() => Cell::Gap,
            None => Cell::Empty,
        }
    }
}

/// Seconds a bar of undecided length takes: half of the usual length, so that it is seen and does not look decided.
fn nominal(targets: &[Target]) -> f64 {
    let known: Vec<f64> =
        targets.iter().filter_map(|target| target.length).filter(|l| *l > 0.0 && *l < FURTHEST).collect();
    if known.is_empty() { UNDECIDED } else { known.iter().sum::<f64>() / known.len() as f64 / 2.0 }
}

/// Bars one after the other where no start is known.
fn lay(view: &PassView, positions: impl Iterator<Item = usize>, nominal: f64) -> Vec<Bar> {
    let mut time = 0.0;
    let bars = positions.filter_map(|position| {
        let target = view.targets.get(position)?;
        let laid = bar(position, target, target.start, time, nominal);
        time = laid.end;
        Some(laid)
    });
    bars.collect()
}

fn bar(position: usize, target: &Target, start: Option<f64>, otherwise: f64, nominal: f64) -> Bar {
    let within = |seconds: f64| seconds.clamp(-FURTHEST, FURTHEST);
    let start = start.filter(|start| start.is_finite());
    let adrift = target.start.is_none();
    let start = within(start.unwrap_or(otherwise));
    let length = target.length.filter(|length| length.is_finite());
    let kind = match length {
        Some(_) => Length::Known,
        None if target.to_end => Length::ToEnd,
        None => Length::Undecided,
    };
    let end = within(start + length.unwrap_or(nominal).max(0.0));
    Bar { position, start, end, length: kind, adrift, overlap: start, opens: false, closes: false }
}

/// Marks the first and the last of clips one after the other in one group.
fn brackets(view: &PassView, bars: &mut [Bar]) {
    let group = |bar: &Bar| view.targets.get(bar.position).and_then(|target| target.within.as_deref());
    for run in bars.chunk_by_mut(|a, b| group(a) == group(b)) {
        if run.first().is_some_and(|bar| group(bar).is_some()) {
            run.first_mut().into_iter().for_each(|bar| bar.opens = true);
            run.last_mut().into_iter().for_each(|bar| bar.closes = true);
        }
    }
}
