//! The layers of a coding plan as columns: what the selected wave waits for and what waits for it. Only what is on screen
//! is laid out.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::board::state::State;
use crate::board::view::content::{Piece, draw_line};
use crate::board::waves::{Column, Relation, WIDEST, Waves};
use crate::text::{cells, clean};

/// Cells of a column besides the ids: a sign before, three after, one between.
const AROUND: usize = 5;

/// Least and most cells of a column that say what a wave is about.
const LEAST_SPARE: usize = 8;
const MOST_SPARE: usize = 32;

/// Draws the columns in sight: their numbers in the first row, the waves below.
pub fn draw(state: &State, area: Rect, buf: &mut Buffer) {
    let waves = &state.plan.waves;
    let theme = &state.session.theme;
    let rows = usize::from(area.height.saturating_sub(1));
    let rule = theme.signs.horizontal.repeat(usize::from(area.width));
    draw_line(&[(rule, theme.dim)], Rect { height: 1, ..area }, buf);
    let selected = state.desk().selected;
    let at = waves.column_of(selected);
    let room = usize::from(area.width);
    let first = first_column(&waves.columns, at.unwrap_or(0), room);
    // Where all columns fit, what is left of the room says what the waves are about.
    let total: usize = waves.columns.iter().map(|column| column.width + AROUND).sum();
    let spare = (room.saturating_sub(total) / waves.columns.len().max(1)).min(MOST_SPARE);
    let mut x = area.x;
    for (number, column) in waves.columns.iter().enumerate().skip(first) {
        let width = (column.width + AROUND + spare) as u16;
        if x + width > area.right() && x > area.x {
            break;
        }
        let place = Rect { x, width: width.min(area.right() - x), ..area };
        let top = first_row(waves, column, selected, rows);
        head(state, column, at == Some(number), top, rows, place, buf);
        for (y, position) in (area.y + 1..area.bottom()).zip(column.waves.clone().skip(top)) {
            cell(state, position, selected, spare, Rect { y, height: 1, ..place }, buf);
        }
        x += width;
    }
    edges(state, first > 0, x, area, buf);
}

/// Says that there are columns left of the first or right of the last one in sight.
fn edges(state: &State, left: bool, x: u16, area: Rect, buf: &mut Buffer) {
    let theme = &state.session.theme;
    let shown = usize::from(x.saturating_sub(area.x));
    let total: usize = state.plan.waves.columns.iter().map(|column| column.width + AROUND).sum();
    let right = !left && total > shown || left && !ends_here(state, area);
    let (before, after) = (theme.signs.more_before, theme.signs.more_after);
    for (there, x, sign) in [(left, area.x, before), (right, area.right().saturating_sub(1), after)] {
        if there && let Some(cell) = buf.cell_mut((x, area.y)) {
            cell.set_symbol(sign).set_style(theme.key);
        }
    }
}

fn ends_here(state: &State, area: Rect) -> bool {
    let columns = &state.plan.waves.columns;
    let at = state.plan.waves.column_of(state.desk().selected).unwrap_or(0);
    let first = first_column(columns, at, usize::from(area.width));
    columns.iter().skip(first).map(|column| column.width + AROUND).sum::<usize>() <= usize::from(area.width)
}

/// The first column shown: the selected one stands in the middle, as far as there are columns on both sides.
fn first_column(columns: &[Column], at: usize, room: usize) -> usize {
    let width = |column: &Column| column.width + AROUND;
    let own = columns.get(at).map_or(0, width);
    // What the columns after it take, up to half of the room: the rest is for those before it.
    let mut after = 0;
    for column in columns.iter().skip(at + 1) {
        if after + width(column) > room.saturating_sub(own) / 2 {
            break;
        }
        after += width(column);
    }
    let mut left = room.saturating_sub(own + after);
    let mut first = at;
    for column in columns.iter().take(at).rev() {
        let Some(rest) = left.checked_sub(width(column)) else { break };
        left = rest;
        first -= 1;
    }
    first
}

/// The first wave of a column that is shown: the selected one, or the first that has to do with it, is in sight.
fn first_row(waves: &Waves, column: &Column, selected: usize, rows: usize) -> usize {
    if column.waves.len() <= rows {
        return 0;
    }
    let related = || {
        let around = waves.waits_for.get(selected).into_iter().chain(waves.awaited_by.get(selected));
        around.flatten().copied().filter(|wave| column.waves.contains(wave)).min()
    };
    let wanted = if column.waves.contains(&selected) { Some(selected) } else { related() };
    let row = wanted.map_or(0, |wave| wave - column.waves.start);
    row.saturating_sub(rows / 2).min(column.waves.len() - rows)
}

/// The number of the layer, and how many waves are above and below what is in sight.
fn head(state: &State, column: &Column, is_selected: bool, top: usize, rows: usize, area: Rect, buf: &mut Buffer) {
    let theme = &state.session.theme;
    let (up, down) = if state.session.ascii { ("^", "v") } else { ("↑", "↓") };
    let mut name = column.layer.map_or(theme.signs.cycle.to_owned(), |layer| layer.to_string());
    let below = column.waves.len().saturating_sub(top + rows);
    for (sign, hidden) in [(up, top), (down, below)] {
        if hidden > 0 {
            name.push_str(&format!(" {sign}{hidden}"));
        }
    }
    let style = if is_selected { theme.heading } else { theme.key };
    let room = Rect { x: area.x + 1, width: area.width.saturating_sub(1), height: 1, ..area };
    draw_line(&[(format!("{name} "), style)], room, buf);
}

/// How it stands to the selected wave, its id, what is to be known of it.
fn cell(state: &State, position: usize, selected: usize, spare: usize, area: Rect, buf: &mut Buffer) {
    let (waves, theme) = (&state.plan.waves, &state.session.theme);
    let signs = &theme.signs;
    let Some(target) = state.view().targets.get(position) else { return };
    let relation = waves.relation(position, selected);
    let (sign, style): (&str, Style) = match relation {
        Relation::Selected => (signs.selected, theme.next),
        Relation::Before => (signs.before, theme.comment),
        Relation::After => (signs.after, theme.good),
        Relation::None => (" ", theme.text),
    };
    let label = clean::line(&target.label);
    let mut pieces: Vec<Piece> = vec![(sign.to_owned(), style), (cells::cut(&label, WIDEST).into_owned(), style)];
    pieces.extend(marks(state, position));
    let used = draw_line(&pieces, area, buf);
    if spare >= LEAST_SPARE && target.headline != target.label {
        let x = area.x + used + 1;
        let width = area.width.saturating_sub(used + 2);
        let about = cells::cut(&clean::line(&target.headline), usize::from(width)).into_owned();
        draw_line(&[(about, theme.dim)], Rect { x, width, ..area }, buf);
    }
    if relation == Relation::Selected {
        buf.set_style(Rect { width: used, ..area }, theme.selected_dim);
    }
}

/// The signs of a wave: on the longest chain, on a cycle, waiting for an id that is not there.
pub fn marks(state: &State, position: usize) -> Vec<Piece> {
    let (waves, theme) = (&state.plan.waves, &state.session.theme);
    let all = [
        (&waves.chain, theme.signs.chain, theme.key),
        (&waves.cycle, theme.signs.cycle, theme.bad),
        (&waves.unknown, theme.signs.unknown, theme.bad),
    ];
    all.into_iter().filter(|(of, ..)| of.contains(&position)).map(|(_, sign, style)| (sign.to_owned(), style)).collect()
}
