//! The timeline: bars to scale below a ruler. Only cells on screen are looked at.

use std::ops::Range;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::board::noted::Noted;
use crate::board::paint;
use crate::board::state::State;
use crate::board::timeline::{Bar, Cell, Length, Row, RowKind, Timeline, Window, ruler};
use crate::board::view::content::{Piece, draw_line};
use crate::board::view::list::placeholder_sign;
use crate::project::reviewed::Mark;
use crate::review::target::PlaceholderState;
use crate::text::{cells, clean};

/// Bars beginning in one cell that are looked at for marks.
const LOOKED_AT: usize = 16;

/// The signs of a timeline.
struct Signs {
    edge: &'static str,
    overlap: &'static str,
    line: &'static str,
    adrift: &'static str,
    gap: &'static str,
    hatch: &'static str,
    several: &'static str,
    open: &'static str,
    close: &'static str,
    before: &'static str,
    after: &'static str,
}

const UNICODE: Signs = Signs {
    edge: "▌",
    overlap: "╳",
    line: "─",
    adrift: "╌",
    gap: "·",
    hatch: "░",
    several: "▒",
    open: "┌",
    close: "┐",
    before: "‹",
    after: "›",
};

const ASCII: Signs = Signs {
    edge: "|",
    overlap: "X",
    line: "-",
    adrift: "~",
    gap: "_",
    hatch: ".",
    several: "%",
    open: "[",
    close: "]",
    before: "<",
    after: ">",
};

/// The signs, and the keys of what they mean.
pub fn meanings(state: &State) -> Vec<(String, &'static str)> {
    let (own, signs) = (Signs::of(state), &state.session.theme.signs);
    let (generating, _) = placeholder_sign(state, PlaceholderState::Generating);
    let one = |sign: &str, key| (sign.to_owned(), key);
    vec![
        one(own.edge, "help.sign-bar-edge"),
        one(own.line, "help.sign-bar-line"),
        one(signs.selected, "help.sign-bar-selected"),
        one(signs.comment, "help.sign-bar-commented"),
        one(signs.changed, "help.sign-bar-changed"),
        (generating, "help.sign-bar-generating"),
        one(own.overlap, "help.sign-bar-overlap"),
        one(own.gap, "help.sign-bar-gap"),
        one(own.hatch, "help.sign-bar-unknown"),
        one(signs.after, "help.sign-bar-to-end"),
        one(own.adrift, "help.sign-bar-adrift"),
        one(own.several, "help.sign-bar-several"),
        (format!("{}{}", own.open, own.close), "help.sign-bar-group"),
        (format!("{}{}", own.before, own.after), "help.sign-bar-more"),
    ]
}

impl Signs {
    fn of(state: &State) -> &'static Signs {
        if state.session.ascii { &ASCII } else { &UNICODE }
    }
}

/// What is drawn: the timeline, the window of it, and where.
struct Frame<'s> {
    state: &'s State,
    line: &'s Timeline,
    window: Window,
    bars: Rect,
    top: usize,
    signs: &'static Signs,
    noted: Arc<Noted>,
}

impl<'s> Frame<'s> {
    fn new(state: &'s State, area: Rect) -> Frame<'s> {
        let line = state.timeline();
        let names = (line.name_cells as u16 + u16::from(line.name_cells > 0)).min(area.width / 3);
        let bars = Rect { x: area.x + names, width: area.width - names, ..area };
        let selected = state.desk().selected;
        Frame {
            state,
            line,
            window: line.window(selected, state.zoom, usize::from(bars.width)),
            bars,
            top: line.first_row(selected, usize::from(area.height.saturating_sub(1))),
            signs: Signs::of(state),
            noted: state.noted(),
        }
    }

    fn row(&self, y: u16) -> Option<(usize, &'s Row)> {
        let number = self.top + usize::from(y.checked_sub(self.bars.y + 1)?);
        Some((number, self.line.rows.get(number)?))
    }

    /// The number of the selected bar, if it is in this row.
    fn selected(&self, row: usize) -> Option<usize> {
        self.line.place(self.state.desk().selected).filter(|(at, _)| *at == row).map(|(_, bar)| bar)
    }
}

/// Draws ruler and rows.
pub fn draw(state: &State, area: Rect, buf: &mut Buffer) {
    let frame = Frame::new(state, area);
    draw_ruler(&frame, area, buf);
    for y in area.top() + 1..area.bottom() {
        let Some((number, row)) = frame.row(y) else { break };
        if let RowKind::Track(short, own) = &row.kind {
            let theme = &state.session.theme;
            let width = frame.bars.x.saturating_sub(area.x + 1);
            let name: [Piece; 2] =
                [(clean::line(short).into_owned(), theme.key), (format!(" {}", clean::line(own)), theme.dim)];
            draw_line(&name, Rect { y, width, height: 1, ..area }, buf);
        }
        draw_row(&frame, number, row, y, buf);
    }
}

/// The target whose bar is drawn at a cell of the screen, with the timeline at `area`; of a chapter, its first.
pub fn hit(state: &State, area: Rect, column: u16, row: u16) -> Option<usize> {
    let frame = Frame::new(state, area);
    if !frame.bars.contains((column, row).into()) {
        return None;
    }
    let (number, row) = frame.row(row)?;
    let cell = usize::from(column - frame.bars.x);
    let at = match row.cell(&frame.window, cell, frame.selected(number)) {
        Cell::Bar(at) => at,
        Cell::Several(range) => range.start,
        Cell::Gap | Cell::Empty => return None,
    };
    let position = row.bars.get(at)?.position;
    if row.kind == RowKind::Chapters { Some(state.view().groups.get(position)?.targets.start) } else { Some(position) }
}

/// How many cells the bars have with the timeline at `area`.
pub fn cells_of_bars(state: &State, area: Rect) -> usize {
    Frame::new(state, area).window.cells
}

fn draw_ruler(frame: &Frame, area: Rect, buf: &mut Buffer) {
    let (theme, signs, window) = (&frame.state.session.theme, frame.signs, &frame.window);
    let rule = Rect { height: 1, ..area };
    draw_line(&[(theme.signs.horizontal.repeat(usize::from(area.width)), theme.dim)], rule, buf);
    let whole = frame.line.end - frame.line.begin;
    let more = whole / (window.per_cell * window.cells as f64);
    let zoom = frame.state.say("timeline.zoom", &[("n", &format!("{more:.0}"))]);
    let width = cells::width(&zoom) as u16 + 2;
    let end = if more > 1.001 { window.cells.saturating_sub(usize::from(width) + 1) } else { window.cells };
    for tick in ruler::ticks(window, frame.line.fps, frame.line.known_until) {
        if tick.cell + tick.label.len() > end {
            break;
        }
        let x = frame.bars.x + tick.cell as u16;
        paint::put(buf, x, area.y, area.right().saturating_sub(x), &tick.label, theme.dim);
    }
    if let Some(until) = frame.line.known_until.filter(|until| *until < window.to()) {
        let from = if until < window.from { 0 } else { window.cell(until) as u16 };
        let x = frame.bars.x + from;
        let words = frame.state.word("timeline.unknown");
        paint::put(buf, x, area.y, area.right().saturating_sub(x), words, theme.warn);
    }
    if more > 1.001 {
        let x = area.right().saturating_sub(width);
        paint::put(buf, x, area.y, width, &format!(" {zoom} "), theme.key);
        let slack = window.per_cell / 2.0;
        for (there, x, sign) in [
            (window.from > frame.line.begin + slack, frame.bars.x, signs.before),
            (window.to() < frame.line.end - slack, area.right().saturating_sub(1), signs.after),
        ] {
            if there {
                paint::put(buf, x, area.y, 1, sign, theme.key);
            }
        }
    }
}

/// Draws runs of cells that show the same.
fn draw_row(frame: &Frame, number: usize, row: &Row, y: u16, buf: &mut Buffer) {
    let selected = frame.selected(number);
    let shown: Vec<Cell> = (0..frame.window.cells).map(|cell| row.cell(&frame.window, cell, selected)).collect();
    let mut cell = 0;
    for run in shown.chunk_by(|a, b| a == b) {
        let area = Rect { x: frame.bars.x + cell as u16, y, width: run.len() as u16, height: 1 };
        match run.first() {
            Some(Cell::Bar(at)) => {
                if let Some(bar) = row.bars.get(*at) {
                    draw_bar(frame, row, bar, selected == Some(*at), cell..cell + run.len(), area, buf);
                }
            }
            Some(Cell::Several(range)) => several(frame, row, range.clone(), area, buf),
            Some(Cell::Gap) if !matches!(row.kind, RowKind::Chapters | RowKind::Cutaways) => {
                fill(frame.signs.gap, frame.state.session.theme.dim, area, buf);
            }
            _ => {}
        }
        cell += run.len();
    }
}

/// Edge, marks, name, and a line for the rest of its length.
fn draw_bar(frame: &Frame, row: &Row, bar: &Bar, selected: bool, at: Range<usize>, area: Rect, buf: &mut Buffer) {
    let (theme, signs, window) = (&frame.state.session.theme, frame.signs, &frame.window);
    let chapters = row.kind == RowKind::Chapters;
    let marks = if chapters { Vec::new() } else { marks(frame, bar.position) };
    let starts_here = window.cell(bar.start) == at.start && bar.start >= window.from - window.per_cell * 0.5;
    let overlaps = bar.overlap > bar.start;
    let edge = match () {
        () if selected => Some((theme.signs.selected, theme.next)),
        () if !starts_here => None,
        () if overlaps => Some((signs.overlap, theme.bad)),
        () if bar.opens => Some((signs.open, theme.heading)),
        () => Some((signs.edge, theme.dim)),
    };
    let mut pieces: Vec<Piece> = Vec::new();
    // In a single cell a mark says more than an edge.
    if area.width > 1 || marks.is_empty() || selected {
        pieces.extend(edge.map(|(sign, style)| (sign.to_owned(), style)));
    }
    pieces.extend(marks);
    let (line, style) = match bar.length {
        Length::Undecided => (signs.hatch, theme.warn),
        _ if bar.adrift && !chapters => (signs.adrift, theme.dim),
        _ => (signs.line, theme.dim),
    };
    fill(line, style, area, buf);
    let used = draw_line(&pieces, area, buf);
    let closes = bar.closes && bar.end <= window.to() + window.per_cell && area.width > 1;
    let to_end = bar.length == Length::ToEnd && area.width > 1;
    let room = area.width.saturating_sub(used + u16::from(closes || to_end));
    let name = name(frame, row, bar);
    // A name of which only the first letter is seen says nothing.
    if room >= 3 || cells::width(&cells::cut(name, 4)) <= usize::from(room) {
        let name = clean::line(&cells::cut(name, usize::from(room) + 1)).into_owned();
        let style = if chapters { theme.heading } else { theme.text };
        let shown = cells::cut(&name, usize::from(room)).into_owned();
        draw_line(&[(shown, style)], Rect { x: area.x + used, width: room, ..area }, buf);
    }
    if closes || to_end {
        let (sign, style) = if closes { (signs.close, theme.heading) } else { (theme.signs.after, theme.text) };
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
    if row.kind == RowKind::Chapters {
        return view.groups.get(bar.position).and_then(|group| group.title.as_deref()).unwrap_or_default();
    }
    let Some(target) = view.targets.get(bar.position) else { return "" };
    if matches!(row.kind, RowKind::Track(..)) && target.label.starts_with(['#', 'C']) && target.own_id.is_none() {
        return &target.label;
    }
    if matches!(row.kind, RowKind::Track(..)) { &target.headline } else { &target.label }
}

/// What is to be known of a target: comments, a change, its placeholder.
fn marks(frame: &Frame, position: usize) -> Vec<Piece> {
    let (theme, desk) = (&frame.state.session.theme, frame.state.desk());
    let Some(target) = frame.state.view().targets.get(position) else { return Vec::new() };
    let mut marks = Vec::new();
    if frame.noted.commented.contains(position) {
        marks.push((theme.signs.comment.to_owned(), theme.comment));
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
    let chapters = row.kind == RowKind::Chapters;
    let near = positions().take(LOOKED_AT).filter(|_| !chapters).find_map(|at| marks(frame, at).into_iter().next());
    // Where more begin, comments and changes are asked whether they are among them: those are fewer.
    let many = range.len() > LOOKED_AT && !chapters;
    let ends = positions().next().zip(positions().next_back()).filter(|_| many);
    let has_one = |(first, last)| frame.noted.commented.from(first).next().is_some_and(|at| at <= last);
    let mark = if ends.is_some_and(has_one) { Some((theme.signs.comment.to_owned(), theme.comment)) } else { near };
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
