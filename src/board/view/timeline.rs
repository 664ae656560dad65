//! The timeline: bars to scale below a ruler. Only cells on screen are looked at.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

mod bars;
mod signs;

use crate::board::noted::Noted;
use crate::board::paint;
use crate::board::state::State;
use crate::board::timeline::{Cell, Kept, Row, RowKind, Timeline, Window};
use crate::board::view::content::{Piece, draw_line};
use crate::text::{cells, clean};
use signs::Signs;
pub use signs::meanings;

/// What is drawn: the timeline, the window of it, and where.
struct Frame<'s> {
    state: &'s State,
    line: &'s Timeline,
    window: Window,
    bars: Rect,
    /// The rows shown, from the top.
    rows: Vec<usize>,
    signs: &'static Signs,
    noted: Arc<Noted>,
}

impl<'s> Frame<'s> {
    fn new(state: &'s State, area: Rect) -> Frame<'s> {
        let line = state.timeline();
        let names = (line.name_cells as u16 + u16::from(line.name_cells > 0)).min(area.width / 3);
        let bars = Rect { x: area.x + names, width: area.width - names, ..area };
        let (selected, kept) = (state.desk().selected, &state.desk().timeline);
        Frame {
            state,
            line,
            window: line.window(selected, state.zoom, usize::from(bars.width), kept),
            bars,
            rows: line.shown(selected, usize::from(area.height.saturating_sub(1)), kept),
            signs: Signs::of(state),
            noted: state.noted(),
        }
    }

    fn row(&self, y: u16) -> Option<(usize, &'s Row)> {
        let number = *self.rows.get(usize::from(y.checked_sub(self.bars.y + 1)?))?;
        Some((number, self.line.rows.get(number)?))
    }

    /// The number of the selected bar, if it is in this row; where a filter leaves nothing, nothing is selected.
    fn selected(&self, row: usize) -> Option<usize> {
        if self.state.shows_nothing() {
            return None;
        }
        self.line.place(self.state.desk().selected).filter(|(at, _)| *at == row).map(|(_, bar)| bar)
    }

    /// Whether the outermost groups of this row have brackets in a row above it.
    fn has_brackets(&self, row: usize) -> bool {
        let above = row.checked_sub(1).and_then(|above| self.line.rows.get(above));
        let depth = above.filter(|above| matches!(above.kind, RowKind::Groups(_))).map(|above| above.kind.depth());
        depth.and_then(|depth| row.checked_sub(1 + depth)).is_some_and(|outer| self.rows.binary_search(&outer).is_ok())
    }
}

/// Draws ruler and rows.
pub fn draw(state: &State, area: Rect, buf: &mut Buffer) {
    let frame = Frame::new(state, area);
    draw_ruler(&frame, area, buf);
    for y in area.top() + 1..area.bottom() {
        let Some((number, row)) = frame.row(y) else { break };
        if let RowKind::Track { short, name, .. } = &row.kind {
            let theme = &state.session.theme;
            let width = frame.bars.x.saturating_sub(area.x + 1);
            let name: [Piece; 2] =
                [(clean::line(short).into_owned(), theme.key), (format!(" {}", clean::line(name)), theme.dim)];
            draw_line(&name, Rect { y, width, height: 1, ..area }, buf);
        }
        bars::draw(&frame, number, row, y, buf);
    }
}

/// The target whose bar is drawn at a cell of the screen, with the timeline at `area`; of a chapter or a group, its first.
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
        Cell::Empty => return None,
    };
    let (position, view) = (row.bars.get(at)?.position, state.view());
    match row.kind {
        RowKind::Chapters => Some(view.groups.get(position)?.targets.start),
        RowKind::Groups(_) => Some(view.nested.get(position)?.first),
        _ => Some(position),
    }
}

/// How many cells the bars have with the timeline at `area`.
pub fn cells_of_bars(state: &State, area: Rect) -> usize {
    Frame::new(state, area).window.cells
}

/// What is to be kept of the timeline at `area` for the next frame.
pub fn kept(state: &State, area: Rect) -> Kept {
    let (line, kept, selected) = (state.timeline(), state.desk().timeline, state.desk().selected);
    let top = line.top(selected, usize::from(area.height.saturating_sub(1)), &kept);
    let held = kept.held.filter(|held| *held == selected);
    Kept { from: Some(Frame::new(state, area).window.from), top: Some(top), held }
}

fn draw_ruler(frame: &Frame, area: Rect, buf: &mut Buffer) {
    let (state, window) = (frame.state, &frame.window);
    let theme = &state.session.theme;
    let rule = Rect { height: 1, ..area };
    draw_line(&[(theme.signs.horizontal.repeat(usize::from(area.width)), theme.dim)], rule, buf);
    let more = (frame.line.end - frame.line.begin) / (window.per_cell * window.cells as f64);
    let is_part = more > 1.001;
    let hidden = frame.line.hidden(usize::from(area.height.saturating_sub(1)));
    let tracks = frame.line.name_cells > 0;
    let hidden = (hidden > 0).then(|| {
        let key = if tracks { "timeline.more-tracks" } else { "timeline.more-rows" };
        format!(" {} ", state.session.locale.count(key, hidden))
    });
    let zoom = is_part.then(|| format!(" {}  ", state.say("timeline.zoom", &[("n", &format!("{more:.0}"))])));
    let said: Vec<Piece> =
        [hidden.map(|text| (text, theme.warn)), zoom.map(|text| (text, theme.key))].into_iter().flatten().collect();
    let width = (said.iter().map(|(text, _)| cells::width(text)).sum::<usize>() as u16).min(area.width);
    // A label without room for all of it is left out.
    let end = window.cells.saturating_sub(usize::from(width) + usize::from(width > 0));
    let slack = window.per_cell / 2.0;
    let goes_before = is_part && window.from > frame.line.begin + slack;
    // Nor is one that the sign of more would cut.
    let ticks = frame.line.ticks(window).into_iter().filter(|tick| tick.cell > 0 || !goes_before);
    for tick in ticks.take_while(|tick| tick.cell + tick.label.len() <= end) {
        let x = frame.bars.x + tick.cell as u16;
        let style = if tick.label.ends_with('+') { theme.warn } else { theme.dim };
        paint::put(buf, x, area.y, area.right().saturating_sub(x), &tick.label, style);
    }
    draw_line(&said, Rect { x: area.right() - width, width, ..rule }, buf);
    for (there, x, sign) in [
        (goes_before, frame.bars.x, theme.signs.more_before),
        (window.to() < frame.line.end - slack, area.right().saturating_sub(1), theme.signs.more_after),
    ] {
        if is_part && there {
            paint::put(buf, x, area.y, 1, sign, theme.key);
        }
    }
}
