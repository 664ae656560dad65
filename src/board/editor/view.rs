//! An editor drawn: the rows in sight and where the terminal's cursor goes.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::Editor;
use crate::board::paint;
use crate::text::cells;

/// Draws the rows of `editor` that are in sight into `area` and gives where the terminal's cursor goes, always inside
/// `area` (its corner when the area is empty). `scroll` is the first row shown, in a single-line editor the first
/// cell; it is moved just enough for the caret to be in sight. [`Editor::set_width`] comes first: what does not fit
/// is clipped.
pub fn render(editor: &Editor, area: Rect, buf: &mut Buffer, style: Style, scroll: &mut usize) -> Position {
    let area = area.intersection(buf.area);
    if area.is_empty() {
        return area.as_position();
    }
    for y in area.top()..area.bottom() {
        paint::put_raw(buf, area.x, y, area.width, &" ".repeat(usize::from(area.width)), style);
    }
    if editor.is_single_line() {
        render_line(editor, area, buf, style, scroll)
    } else {
        render_rows(editor, area, buf, style, scroll)
    }
}

fn render_rows(editor: &Editor, area: Rect, buf: &mut Buffer, style: Style, scroll: &mut usize) -> Position {
    let height = usize::from(area.height);
    let rows = editor.rows();
    let (row, column) = editor.caret_position();
    let last_first = rows.len().saturating_sub(height);
    *scroll = (*scroll).min(last_first).clamp((row + 1).saturating_sub(height), row);
    for (y, row) in (area.top()..area.bottom()).zip(rows.iter().skip(*scroll)) {
        let content = editor.text().get(row.range.clone()).unwrap_or_default();
        paint::put_raw(buf, area.x, y, area.width, content, style);
    }
    let below = u16::try_from(row - *scroll).unwrap_or(0);
    Position::new(across(area, column), area.y + below.min(area.height - 1))
}

fn render_line(editor: &Editor, area: Rect, buf: &mut Buffer, style: Style, scroll: &mut usize) -> Position {
    *scroll = editor.first_cell(*scroll, usize::from(area.width));
    let mut column = 0;
    for (at, grapheme) in cells::graphemes(editor.text()) {
        if column >= *scroll {
            let room = area.right() - across(area, column - *scroll);
            let rest = editor.text().get(at..).unwrap_or_default();
            if column - *scroll < usize::from(area.width) {
                paint::put_raw(buf, area.right() - room, area.y, room, rest, style);
            }
            break;
        }
        column += cells::of(grapheme);
    }
    let (_, caret) = editor.caret_position();
    Position::new(across(area, caret - *scroll), area.y)
}

/// The cell of `area` that is `column` cells from its left edge, or its last.
fn across(area: Rect, column: usize) -> u16 {
    area.x + u16::try_from(column).unwrap_or(u16::MAX).min(area.width - 1)
}
