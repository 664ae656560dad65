//! Text into a ratatui buffer: cleaned, cut at cells, and never a wide glyph half covered.

use ratatui::buffer::{Buffer, Cell, CellWidth};
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::text::{cells, clean};

/// Cells that one glyph may take.
const WIDEST: u16 = 8;

/// Draws `text` as one line from cell (`x`, `y`), cleaned and cut with `…` to at most `max_cells` cells and to the
/// buffer. Gives the cells used; outside the buffer nothing is drawn.
pub fn put(buf: &mut Buffer, x: u16, y: u16, max_cells: u16, text: &str, style: impl Into<Style>) -> u16 {
    let room = room(buf, x, y, max_cells);
    if room == 0 {
        return 0;
    }
    // Every grapheme takes a cell at least: one more than there is room for decides whether something is cut.
    let end = cells::graphemes(text).nth(usize::from(room)).map_or(text.len(), |(at, next)| at + next.len());
    let cleaned = clean::line(text.get(..end).unwrap_or_default());
    draw(buf, x, y, room, &cells::cut(&cleaned, usize::from(room)), style.into())
}

/// Draws the graphemes of `text` from cell (`x`, `y`) as they are shown (a tab as four spaces), ending before the first
/// that does not fit into `max_cells`. Gives the cells used.
pub fn put_raw(buf: &mut Buffer, x: u16, y: u16, max_cells: u16, text: &str, style: impl Into<Style>) -> u16 {
    let room = room(buf, x, y, max_cells);
    if room == 0 {
        return 0;
    }
    let mut drawn = String::new();
    let mut used = 0;
    for (_, grapheme) in cells::graphemes(text) {
        let (shown, cells) = cells::shown(grapheme);
        used += cells;
        if used > usize::from(room) {
            break;
        }
        drawn.push_str(&shown);
    }
    draw(buf, x, y, room, &drawn, style.into())
}

/// Cells free from (`x`, `y`) to the right edge, at most `max_cells`; 0 outside the buffer.
fn room(buf: &Buffer, x: u16, y: u16, max_cells: u16) -> u16 {
    let area = buf.area;
    let inside = (area.left()..area.right()).contains(&x) && (area.top()..area.bottom()).contains(&y);
    if inside { max_cells.min(area.right() - x) } else { 0 }
}

/// Draws clean text known to fit.
fn draw(buf: &mut Buffer, x: u16, y: u16, room: u16, text: &str, style: Style) -> u16 {
    free_from_left(buf, x, y);
    let (end, _) = buf.set_stringn(x, y, text, usize::from(room), style);
    end - x
}

/// Makes `rect` an empty area to draw a popup on. A wide glyph that reaches over its left or right edge is blanked
/// first: the terminal would draw it over the popup's border.
pub fn clear_under(buf: &mut Buffer, rect: Rect) {
    let rect = rect.intersection(buf.area);
    for y in rect.top()..rect.bottom() {
        free_from_left(buf, rect.left(), y);
        free_from_left(buf, rect.right(), y);
        for x in rect.left()..rect.right() {
            if let Some(cell) = buf.cell_mut((x, y)) {
                cell.reset();
            }
        }
    }
}

/// Draws `rect` as one bar: the colours of what stands there give way, so that the bar has no stripes.
pub fn bar(buf: &mut Buffer, rect: Rect, style: Style) {
    buf.set_style(rect, Style::reset().patch(style));
}

/// Blanks wide glyphs that reach past the right edge of the buffer; call it at the end of every draw. ratatui-core
/// 0.1.2 panics when such a glyph in the last cell is replaced.
pub fn fix_edge(buf: &mut Buffer) {
    let area = buf.area;
    for y in area.top()..area.bottom() {
        free_from_left(buf, area.right(), y);
    }
}

/// Draws the signs of the interface's own sentences in ASCII, cell by cell. Words in another script stay.
pub fn ascii_signs(buf: &mut Buffer) {
    let width = usize::from(buf.area.width).max(1);
    for row in buf.content.chunks_mut(width) {
        widen_arrows(row);
        for cell in row {
            let sign = match cell.symbol() {
                "…" => "~",
                "→" => ">",
                "›" => "/",
                "–" | "—" | "−" | "·" => "-",
                "“" | "”" => "\"",
                "‘" | "’" => "'",
                "×" => "x",
                symbol if symbol.chars().all(|c| matches!(c, '\u{2400}'..='\u{2426}')) => "?",
                _ => continue,
            };
            cell.set_symbol(sign);
        }
    }
}

/// An arrow takes two cells where it can: alone it would be the sign of a selection. What follows moves on into the next
/// place of two free cells; where there is none, the space before it is taken.
fn widen_arrows(row: &mut [Cell]) {
    let is_blank = |cell: Option<&Cell>| cell.is_some_and(|cell| cell.symbol() == " ");
    let mut at = 0;
    while let Some(next) = row.iter().skip(at).position(|cell| cell.symbol() == "→") {
        let arrow = at + next;
        at = arrow + 1;
        let is_wide = |cell: Option<&Cell>| cell.is_some_and(|cell| cell.symbol().cell_width() > 1);
        // The second cell of a wide glyph is blank, too, and not free.
        let is_free =
            |x: &usize| is_blank(row.get(*x)) && is_blank(row.get(*x + 1)) && !is_wide(row.get(x.saturating_sub(1)));
        let free = (arrow + 1..row.len()).find(is_free);
        let before = arrow.checked_sub(1).filter(|before| is_blank(row.get(*before)));
        match (free, before) {
            (Some(free), _) => {
                row.get_mut(arrow..=free).into_iter().for_each(|cells| cells.rotate_right(1));
                let style = row.get(arrow + 1).map(Cell::style).unwrap_or_default();
                row.get_mut(arrow).into_iter().for_each(|cell| {
                    cell.set_symbol("-").set_style(style);
                });
                at = arrow + 2;
            }
            (None, Some(before)) => row.get_mut(before).into_iter().for_each(|cell| {
                cell.set_symbol("-");
            }),
            (None, None) => {}
        }
    }
}

/// Blanks the glyph that begins left of cell (`x`, `y`) and reaches into it. Its style stays.
fn free_from_left(buf: &mut Buffer, x: u16, y: u16) {
    for back in 1..=WIDEST {
        let Some(left) = x.checked_sub(back).filter(|left| *left >= buf.area.left()) else { return };
        let Some(cell) = buf.cell_mut((left, y)) else { return };
        if cell.symbol().len() > 1 && cell.symbol().cell_width() > back {
            cell.set_symbol(" ");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::style::{Color, Modifier};

    fn buffer(width: u16, rows: &[&str]) -> Buffer {
        let mut buf = Buffer::empty(Rect::new(0, 0, width, rows.len() as u16));
        for (y, row) in (0..).zip(rows) {
            put(&mut buf, 0, y, width, row, Style::new());
        }
        buf
    }

    /// The glyphs of a row, those under a wide one left out.
    fn row(buf: &Buffer, y: u16) -> String {
        let mut text = String::new();
        let mut x = 0;
        while x < buf.area.right() {
            let symbol = buf[(x, y)].symbol();
            text.push_str(symbol);
            x += symbol.cell_width().max(1);
        }
        assert_eq!(x, buf.area.right(), "a glyph reaches past the edge");
        text
    }

    #[test]
    fn put_cleans_and_cuts() {
        let mut buf = buffer(9, &["", ""]);
        assert_eq!(put(&mut buf, 1, 0, 8, "雨\u{1b}[2J\tの夜", Style::new()), 8);
        assert_eq!(row(&buf, 0), " 雨␛[2J …");
        assert_eq!(put(&mut buf, 0, 1, 5, "ショット", Style::new()), 5);
        assert_eq!(row(&buf, 1), "ショ…    ");
        assert_eq!(put(&mut buf, 0, 1, 5, "\t\t\tabc", Style::new()), 5);
        assert_eq!(row(&buf, 1), "   a…    ");
    }

    #[test]
    fn put_outside_the_buffer_draws_nothing() {
        let mut buf = Buffer::empty(Rect::new(2, 2, 4, 1));
        for (x, y) in [(0, 2), (6, 2), (2, 1), (2, 3), (u16::MAX, u16::MAX)] {
            assert_eq!(put(&mut buf, x, y, u16::MAX, "abc", Style::new()), 0);
        }
        assert_eq!(put(&mut buf, 5, 2, u16::MAX, "雨", Style::new()), 1);
        assert_eq!(buf[(5, 2)].symbol(), "…");
        assert_eq!(put(&mut buf, 2, 2, 0, "abc", Style::new()), 0);
    }

    #[test]
    fn put_looks_at_no_more_of_a_long_line_than_it_draws() {
        let text = "雨".repeat(400_000);
        let mut buf = buffer(80, &[""]);
        for _ in 0..2_000 {
            put(&mut buf, 0, 0, 80, &text, Style::new());
        }
        assert_eq!(row(&buf, 0), format!("{}… ", "雨".repeat(39)));
    }

    #[test]
    fn put_over_the_second_half_of_a_wide_glyph_blanks_it() {
        for x in 0..8 {
            let mut buf = buffer(10, &["日本語日本"]);
            put(&mut buf, x, 0, 2, "ab", Style::new());
            assert!(row(&buf, 0).contains("ab"), "{x}: {}", row(&buf, 0));
        }
    }

    #[test]
    fn put_raw_clips_without_a_sign() {
        let mut buf = buffer(6, &[""]);
        assert_eq!(put_raw(&mut buf, 0, 0, 6, "a雨\u{202e}の夜", Style::new()), 6);
        assert_eq!(row(&buf, 0), "a雨␦の");
        let mut buf = buffer(6, &[""]);
        assert_eq!(put_raw(&mut buf, 0, 0, 6, "\t夜の", Style::new()), 6);
        assert_eq!(row(&buf, 0), "    夜");
    }

    #[test]
    fn a_popup_at_any_column_over_wide_text_keeps_its_borders() {
        for x in 0..6 {
            for width in 2..5 {
                let mut buf = buffer(12, &["日本語日本語", "👨‍👩‍👧👍🏽❤️👨‍👩‍👧👍🏽❤️"]);
                let rect = Rect::new(x, 0, width, 2);
                clear_under(&mut buf, rect);
                for y in 0..2 {
                    let inside = " ".repeat(usize::from(width) - 2);
                    put(&mut buf, x, y, 1, "[", Style::new());
                    put(&mut buf, x + width - 1, y, 1, "]", Style::new());
                    assert!(row(&buf, y).contains(&format!("[{inside}]")), "{x} {width}: {}", row(&buf, y));
                }
            }
        }
        clear_under(&mut buffer(3, &["abc"]), Rect::new(2, 0, 90, 90));
    }

    #[test]
    fn a_wide_glyph_in_the_last_column_is_blanked() {
        let mut terminal = Terminal::new(TestBackend::new(5, 2)).unwrap();
        for symbol in ["語", "x", "👍🏽", " "] {
            let drawn = terminal.draw(|frame| {
                let buf = frame.buffer_mut();
                if let Some(cell) = buf.cell_mut((4, 1)) {
                    cell.set_symbol(symbol).set_style(Style::new().bg(Color::Red).add_modifier(Modifier::REVERSED));
                }
                fix_edge(buf);
            });
            drawn.unwrap();
            let shown = terminal.backend().buffer()[(4, 1)].symbol();
            assert_eq!(shown, if symbol == "x" { "x" } else { " " });
        }
    }

    #[test]
    fn a_wide_glyph_that_fits_before_the_edge_stays() {
        let mut buf = buffer(6, &["日本語"]);
        fix_edge(&mut buf);
        assert_eq!(row(&buf, 0), "日本語");
    }
}
