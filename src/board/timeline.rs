//! The targets of a pass over time: rows of bars in seconds, made once per load. What a cell shows is found by halves, so
//! that a frame costs no more in a large plan.

use std::collections::HashMap;

use crate::contract::plan_comments::TargetKind;
use crate::review::plan::INSIDE;
use crate::review::target::{PassView, Target};
use crate::text::cells;

mod decided;
mod row;
pub mod ruler;
mod shown;
#[cfg(test)]
mod tests;
mod window;

use decided::Decided;
pub use row::{Bar, Cell, Length, Row, RowKind};
pub use window::{Kept, Window};

/// No time on a timeline is further from 0, in seconds.
const FURTHEST: f64 = 1e9;
/// Seconds of a usual length where none is known.
const USUAL: f64 = 4.0;
/// Most cells of a track's name.
const WIDEST_NAME: usize = 14;

/// A pass over time.
#[derive(Debug, Clone, Default)]
pub struct Timeline {
    /// Its rows, from the top.
    pub rows: Vec<Row>,
    /// Where it begins, in seconds: 0, or before where something starts before.
    pub begin: f64,
    /// Where its last bar ends, in seconds.
    pub end: f64,
    /// From here on times are the least they can be, for a shot of undecided length comes before.
    pub known_until: Option<f64>,
    /// Frames per second, where the file says.
    pub fps: Option<f64>,
    /// Cells of the widest name of a row; 0: the rows have none.
    pub name_cells: usize,
    /// Length of a usual target, in seconds, above 0.
    usual: f64,
    /// Stretches in which nothing is to be seen, (from, to) in seconds, in time order.
    gaps: Vec<(f64, f64)>,
    /// Where shots start if undecided lengths take no time.
    decided: Decided,
    /// Rows that are no brackets of groups.
    main: Vec<usize>,
    /// Rows of brackets, outer ones first.
    brackets: Vec<usize>,
    /// Row and bar of each target.
    places: Vec<Option<(usize, usize)>>,
}

impl Timeline {
    /// The timeline of a pass; without rows where it has no targets in time.
    pub fn of(view: &PassView) -> Timeline {
        let usual = usual(&view.targets);
        let mut line = Timeline { fps: view.fps.filter(|fps| *fps > 0.0), usual, ..Timeline::default() };
        match view.targets.first().map(|target| target.kind) {
            Some(TargetKind::Shot) => line.shots(view),
            Some(TargetKind::Clip | TargetKind::Cut) => line.tracks(view),
            _ => return line,
        }
        line.gaps = view.gaps.clone();
        for bar in line.rows.iter().flat_map(|row| &row.bars) {
            line.begin = line.begin.min(bar.start);
            line.end = line.end.max(bar.end);
        }
        line.end = if line.end > line.begin { line.end } else { line.begin + usual };
        line.places = vec![None; view.targets.len()];
        for (number, row) in line.rows.iter_mut().enumerate() {
            row.finish(line.end);
            match row.kind {
                RowKind::Groups(_) => line.brackets.push(number),
                _ => line.main.push(number),
            }
            if !row.kind.is_heading() {
                for (at, bar) in row.bars.iter().enumerate() {
                    line.places.get_mut(bar.position).into_iter().for_each(|place| *place = Some((number, at)));
                }
            }
        }
        let depth = |number: &usize| line.rows.get(*number).map_or(0, |row| row.kind.depth());
        line.brackets.sort_by_key(depth);
        line
    }

    fn shots(&mut self, view: &PassView) {
        let is_cutaway = |position: &usize| view.targets.get(*position).is_some_and(|shot| shot.within.is_some());
        let has_cutaways = (0..view.targets.len()).any(|position| is_cutaway(&position));
        let main = (0..view.targets.len()).filter(|position| !is_cutaway(position));
        let shots = lay(view, main, self.usual);
        self.known_until = shots.iter().find(|bar| bar.length == Length::Undecided).map(|bar| bar.start);
        if self.known_until.is_some() {
            self.decided = Decided::of(&shots);
        }
        let mut of_shot: HashMap<&str, f64> = HashMap::new();
        for bar in shots.iter().filter(|_| has_cutaways) {
            if let Some(id) = view.targets.get(bar.position).and_then(|shot| shot.own_id.as_deref()) {
                of_shot.entry(id).or_insert(bar.start);
            }
        }
        let cutaways = (0..view.targets.len()).filter(is_cutaway).filter_map(|position| {
            let shot = view.targets.get(position)?;
            let parent = of_shot.get(shot.within.as_deref()?).copied();
            Some(bar(position, shot, shot.start.or(parent), parent.unwrap_or(0.0), self.usual))
        });
        let mut cutaways: Vec<Bar> = cutaways.collect();
        cutaways.sort_by(|a, b| a.start.total_cmp(&b.start));
        let chapters = view.groups.iter().enumerate().filter(|(_, group)| group.title.is_some());
        let chapters = chapters.filter_map(|(number, group)| {
            let first = shots.partition_point(|bar| bar.position < group.targets.start);
            let after = shots.partition_point(|bar| bar.position < group.targets.end);
            let (first, last) = (shots.get(first)?, shots.get(after.checked_sub(1)?)?);
            (last.position >= first.position).then(|| Bar::bracket(number, first.start, last.end))
        });
        let chapters: Vec<Bar> = chapters.collect();
        let rows = [(RowKind::Chapters, chapters), (RowKind::Shots, shots), (RowKind::Cutaways, cutaways)];
        self.rows =
            rows.into_iter().filter(|(_, bars)| !bars.is_empty()).map(|(kind, bars)| Row::new(kind, bars)).collect();
    }

    /// Tracks: of the visual lane from the top down, of the audio lane below; above each the brackets of its groups.
    fn tracks(&mut self, view: &PassView) {
        let mut tracks: Vec<(bool, Vec<Row>)> = Vec::new();
        let nested = |first: usize| view.nested.get(first..).unwrap_or_default();
        let mut first = 0;
        for (number, group) in view.groups.iter().enumerate() {
            let lane = view.lanes.get(number);
            let audio = lane.is_some_and(|lane| lane.audio);
            let short = match lane {
                Some(lane) => format!("{}{}", if audio { "A" } else { "V" }, lane.number),
                None => group.title.clone().unwrap_or_default(),
            };
            let own = group.title.as_deref().filter(|_| lane.is_some()).unwrap_or_default();
            let name = both_ends(own, WIDEST_NAME);
            let wide =
                cells::width(&name) + usize::from(!name.is_empty()) + cells::width(&cells::cut(&short, WIDEST_NAME));
            self.name_cells = self.name_cells.max(wide);
            let mut bars = lay(view, group.targets.clone(), self.usual);
            bars.sort_by(|a, b| a.start.total_cmp(&b.start));
            enclose(view, &mut bars);
            let groups = first..first + nested(first).partition_point(|group| group.track <= number);
            let mut rows = row::of_groups(view.nested.get(groups.clone()).unwrap_or_default(), groups.start);
            first = groups.end;
            rows.push(Row::new(RowKind::Track { short, name, audio }, bars));
            tracks.push((audio, rows));
        }
        let at = tracks.partition_point(|(audio, _)| !audio);
        tracks.get_mut(..at).into_iter().for_each(<[_]>::reverse);
        self.rows = tracks.into_iter().flat_map(|(_, rows)| rows).collect();
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

    /// Nothing is to be seen at this time, in seconds, and something is later.
    pub fn is_gap(&self, seconds: f64) -> bool {
        let after = self.gaps.partition_point(|(from, _)| *from <= seconds);
        after.checked_sub(1).and_then(|at| self.gaps.get(at)).is_some_and(|(_, to)| seconds < *to)
    }
}

/// A name of at most so many cells, cut in the middle: what tells tracks apart often stands at the end.
fn both_ends(name: &str, most: usize) -> String {
    let name = cells::cut(name, 1000);
    if cells::width(&name) <= most {
        return name.into_owned();
    }
    let (mut end, mut used) = (name.len(), 0);
    for (at, grapheme) in cells::graphemes(&name).collect::<Vec<_>>().into_iter().rev() {
        used += cells::width(grapheme);
        if used > most / 3 {
            break;
        }
        end = at;
    }
    let end = name.get(end..).unwrap_or_default();
    format!("{}{end}", cells::cut(&name, most - cells::width(end)))
}

/// The length in the middle of all that are known, in seconds: a single one without measure does not count.
fn usual(targets: &[Target]) -> f64 {
    let mut known: Vec<f64> =
        targets.iter().filter_map(|target| target.length).filter(|l| *l > 0.0 && *l < FURTHEST).collect();
    let middle = known.len() / 2;
    if known.is_empty() { USUAL } else { *known.select_nth_unstable_by(middle, f64::total_cmp).1 }
}

/// Bars one after the other where no start is known.
fn lay(view: &PassView, positions: impl Iterator<Item = usize>, usual: f64) -> Vec<Bar> {
    let mut time = 0.0;
    let bars = positions.filter_map(|position| {
        let target = view.targets.get(position)?;
        let laid = bar(position, target, target.start, time, usual);
        time = laid.end;
        Some(laid)
    });
    bars.collect()
}

/// The bar of a target. An undecided length is drawn as half of the usual one: it is seen and does not look decided.
fn bar(position: usize, target: &Target, start: Option<f64>, otherwise: f64, usual: f64) -> Bar {
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
    let end = within(start + length.unwrap_or(usual / 2.0).max(0.0));
    Bar { position, start, end, length: kind, adrift, overlap: start, opens: false, closes: false }
}

/// Marks the first and the last of clips one after the other in one outermost group.
fn enclose(view: &PassView, bars: &mut [Bar]) {
    let group = |bar: &Bar| {
        let at = bar.position;
        view.targets.get(at).and_then(|target| target.within.as_deref()?.split(INSIDE).next())
    };
    for run in bars.chunk_by_mut(|a, b| group(a) == group(b)) {
        if run.first().is_some_and(|bar| group(bar).is_some()) {
            run.first_mut().into_iter().for_each(|bar| bar.opens = true);
            run.last_mut().into_iter().for_each(|bar| bar.closes = true);
        }
    }
}
