//! The bars of a row: edge, marks, name, and a line for the rest of their length.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::Frame;
use crate::board::paint;
use crate::board::timeline::{Bar, Cell, Length, Row, RowKind};
use crate::board::view::content::{Piece, draw_line};
use crate::board::view::list::{comment_mark, placeholder_sign};
use crate::project::reviewed::Mark;
use crate::review::target::PlaceholderState;
use crate::text::{cells, clean};

/// Bars beginning in one cell that are looked at for marks.
const LOOKED_AT: usize = 16;

/// Draws runs of cells that show the same.
pub(super) fn draw(frame: &Frame, number: usize, row: &Row, y: u16, buf: &mut Buffer) {
    let selected = frame.selected(number);
    let shown: Vec<Cell> = (0..frame.window.cells).map(|cell| row.cell(&frame.window, cell, selected)).collect();
    let mut cell = 0;
    // Whether the bar before has so little room that the next one's name would look like its own.
    let mut is_narrow = false;
    for run in shown.chunk_by(|a, b| a == b) {
        let area = Rect { x: frame.bars.x + cell as u16, y, width: run.len() as u16, height: 1 };
        match run.first() {
            Some(Cell::Bar(at)) => {
                if let Some(bar) = row.bars.get(*at) {
                    let part =
                        Part { number, row, selected: selected == Some(*at), is_narrow, at: cell..cell + run.len() };
                    draw_bar(frame, &part, bar, area, buf);
                }
            }
            Some(Cell::Several(range)) => several(frame, row, range.clone(), area, buf),
            Some(Cell::Empty) if matches!(row.kind, RowKind::Track { audio: false, .. }) => {
                for (x, cell) in (area.left()..area.right()).zip(cell..) {
                    let middle = frame.window.from + frame.window.per_cell * (cell as f64 + 0.5);
                    if frame.line.is_gap(middle) {
                        let area = Rect { x, width: 1, ..area };
                        fill(frame.signs.gap, frame.state.session.theme.dim, area, buf);
                    }
                }
            }
            _ => {}
        }
        is_narrow = run.len() == 1 && !matches!(run.first(), Some(Cell::Empty));
        cell += run.len();
    }
}

/// The part of a bar that is drawn.
struct Part<'r> {
    /// Number of the row.
    number: usize,
    row: &'r Row,
    selected: bool,
    /// What stands before it is one cell wide.
    is_narrow: bool,
    /// Its cells in the window.
    at: Range<usize>,
}

/// Edge, marks, name, and a line for the rest of its length.
fn draw_bar(frame: &Frame, part: &Part, bar: &Bar, area: Rect, buf: &mut Buffer) {
    let (theme, signs, window) = (&frame.state.session.theme, frame.signs, &frame.window);
    let Part { row, selected, ref at, .. } = *part;
    let heading = row.kind.is_heading();
    let has_brackets = !heading && frame.has_brackets(part.number);
    let marks = if heading { Vec::new() } else { marks(frame, bar.position) };
    let starts_here = window.cell(bar.start) == at.start && bar.start >= window.from - window.per_cell * 0.5;
    let overlaps = bar.overlap > bar.start;
    let open = (bar.opens && !has_brackets).then_some((signs.open, theme.heading));
    let edge = match () {
        () if overlaps => Some((signs.overlap, theme.bad)),
        () if open.is_some() => open,
        () => Some((signs.edge, theme.dim)),
    };
    // One that began in the cell before, where another is shown, has its edge too, and one that goes on after another
    // has a line first: its name is not taken for that of the other.
    let goes_on = (!starts_here && at.start > 0).then_some((signs.line, theme.dim));
    let edge = if starts_here || part.is_narrow && window.cell(bar.start) + 1 == at.start { edge } else { goes_on };
    let mut pieces: Vec<Piece> = Vec::new();
    if selected {
        pieces.push((theme.signs.selected.to_owned(), theme.next));
    }
    // In a single cell a mark says more than an edge; of a selected bar only the bracket is to be seen.
    let edge = edge.filter(|_| {
        if selected { open.is_some() && starts_here && area.width > 2 } else { area.width > 1 || marks.is_empty() }
    });
    pieces.extend(edge.map(|(sign, style)| (sign.to_owned(), style)));
    // A letter is no part of the name after it.
    let is_letter = marks.last().is_some_and(|(sign, _)| sign.starts_with(char::is_alphanumeric));
    pieces.extend(marks);
    pieces.extend((is_letter && area.width > 3).then(|| (" ".to_owned(), theme.text)));
    let (line, style) = match bar.length {
        Length::Undecided => (signs.hatch, theme.warn),
        _ if bar.adrift && !heading => (signs.adrift, theme.dim),
        _ => (signs.line, theme.dim),
    };
    fill(line, style, area, buf);
    let used = draw_line(&pieces, area, buf);
    let closes = bar.closes && !has_brackets && bar.end <= window.to() + window.per_cell && area.width > 1;
    let to_end = bar.length == Length::ToEnd && area.width > 1;
    let hatched = bar.length == Length::Undecided;
    let room = area.width.saturating_sub(used + u16::from(closes || to_end) + u16::from(hatched));
    let name = name(frame, row, bar);
    // A name of which only the first letter is seen says nothing.
    if room >= 3 || cells::width(&cells::cut(name, 4)) <= usize::from(room) {
        let name = clean::line(&cells::cut(name, usize::from(room) + 1)).into_owned();
        let style = if heading { theme.heading } else { theme.text };
        let shown = cells::cut(&name, usize::from(room)).into_owned();
        draw_line(&[(shown, style)], Rect { x: area.x + used, width: room, ..area }, buf);
    }
    if closes || to_end {
        let (sign, style) = if closes { (signs.close, theme.heading) } else { (signs.to_end, theme.text) };
        paint::put(buf, area.right() - 1, area.y, 1, sign, style);
    }
    if overlaps {
        let end = window.cell(bar.overlap).clamp(at.start, at.end.saturating_sub(1)) + 1;
        let width = if bar.overlap > window.to() { area.width } else { (end - at.start) as u16 };
        buf.set_style(Rect { width: width.min(area.width), ..area }, theme.bad);
    }
    if selected {
        buf.set_style(area, theme.selected);
    }
}

fn name<'s>(frame: &Frame<'s>, row: &Row, bar: &Bar) -> &'s str {
    let view = frame.state.view();
    match row.kind {
        RowKind::Chapters => {
            return view.groups.get(bar.position).and_then(|group| group.title.as_deref()).unwrap_or_default();
        }
        RowKind::Groups(_) => return view.nested.get(bar.position).map_or("", |group| &group.name),
        _ => {}
    }
    let Some(target) = view.targets.get(bar.position) else { return "" };
    let is_track = matches!(row.kind, RowKind::Track { .. });
    let is_unnamed = target.label.starts_with(['#', 'C']) && target.own_id.is_none();
    if is_track && !is_unnamed { &target.headline } else { &target.label }
}

/// What is to be known of a target: comments, a change, its placeholder.
fn marks(frame: &Frame, position: usize) -> Vec<Piece> {
    let (theme, desk) = (&frame.state.session.theme, frame.state.desk());
    let Some(target) = frame.state.view().targets.get(position) else { return Vec::new() };
    let mut marks = Vec::new();
    if frame.noted.commented.contains(position) || frame.noted.unfinished.contains(position) {
        marks.push(comment_mark(frame.state, target));
    }
    if desk.changed.contains(position) || desk.reviewed.mark(target) == Mark::Changed {
        marks.push((theme.signs.changed.to_owned(), theme.warn));
    }
    let state = target.placeholder.as_ref().map(|placeholder| placeholder.state);
    if let Some(state) = state.filter(|state| *state != PlaceholderState::Done) {
        marks.push(placeholder_sign(frame.state, state));
    }
    marks
}

/// A cell in which several bars begin: the first mark among them, or that there are several.
fn several(frame: &Frame, row: &Row, range: Range<usize>, area: Rect, buf: &mut Buffer) {
    let theme = &frame.state.session.theme;
    let bars = || row.bars.get(range.clone()).unwrap_or_default().iter();
    let positions = || bars().map(|bar| bar.position);
    let chapters = row.kind.is_heading();
    let near = positions().take(LOOKED_AT).filter(|_| !chapters).find_map(|at| marks(frame, at).into_iter().next());
    // Where more begin, comments and changes are asked whether they are among them: those are fewer.
    let many = range.len() > LOOKED_AT && !chapters;
    let ends = positions().next().zip(positions().next_back()).filter(|_| many);
    let one = ends.and_then(|(first, last)| frame.noted.commented.from(first).next().filter(|at| *at <= last));
    let one = one.and_then(|at| frame.state.view().targets.get(at)).map(|target| comment_mark(frame.state, target));
    let mark = one.or(near);
    let (sign, style) = mark.unwrap_or((frame.signs.several.to_owned(), theme.dim));
    fill(&sign, style, area, buf);
}

fn fill(sign: &str, style: Style, area: Rect, buf: &mut Buffer) {
    for x in area.left()..area.right() {
        if let Some(cell) = buf.cell_mut((x, area.y)) {
            cell.set_symbol(sign).set_style(style);
        }
    }
}
