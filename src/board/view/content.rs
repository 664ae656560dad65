//! Lines of styled text, wrapped to a width: what panes and panels are made of.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::board::paint;
use crate::text::{cells, clean, wrap};

/// Characters of one value that are laid out; what is longer is cut there, and said.
const MAX_VALUE: usize = 20_000;

/// One piece of a line.
pub type Piece = (String, Style);

/// Lines of styled text of a given width.
#[derive(Debug, Default)]
pub struct Content {
    width: usize,
    lines: Vec<Vec<Piece>>,
}

impl Content {
    /// No lines yet; `width` in cells.
    pub fn new(width: usize) -> Self {
        Content { width: width.max(1), lines: Vec::new() }
    }

    /// Its width in cells.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// The lines of another below these.
    pub fn append(&mut self, other: Content) {
        self.lines.extend(other.lines);
    }

    /// A line of pieces, cut at the width when drawn.
    pub fn line(&mut self, pieces: Vec<Piece>) {
        self.lines.push(pieces);
    }

    /// An empty line, but not two in a row and none at the top.
    pub fn gap(&mut self) {
        if self.lines.last().is_some_and(|l| !l.is_empty()) {
            self.lines.push(Vec::new());
        }
    }

    /// A text, cleaned and wrapped, every row after `indent` cells.
    pub fn text(&mut self, indent: usize, text: &str, style: Style) {
        self.after(Vec::new(), indent, text, style);
    }

    /// As [`Content::text`], at most `rows` rows; `…` says that there is more.
    pub fn text_at_most(&mut self, rows: usize, indent: usize, text: &str, style: Style) {
        let before = self.lines.len();
        self.text(indent, text, style);
        let end = before.saturating_add(rows);
        if self.lines.len() > end {
            self.lines.truncate(end);
            let width = self.width;
            if let Some(line) = self.lines.last_mut() {
                let used: usize = line.iter().map(|(text, _)| cells::width(text)).sum();
                if let Some((last, _)) = line.last_mut() {
                    let room = cells::width(last) + width.saturating_sub(used);
                    *last = cells::cut(&format!("{last}……"), room.min(cells::width(last) + 1)).into_owned();
                }
            }
        }
    }

    /// Leaves at most `rows` of its rows; `…` says that there is more.
    pub fn at_most(&mut self, rows: usize) {
        if self.lines.len() > rows {
            self.lines.truncate(rows);
            if let Some((last, _)) = self.lines.last_mut().and_then(|line| line.last_mut()) {
                last.push('…');
            }
        }
    }

    /// A text after a first piece; further rows after `indent` cells.
    pub fn after(&mut self, first: Vec<Piece>, indent: usize, text: &str, style: Style) {
        let shortened = shorten(text);
        let text = clean::block(&shortened);
        let lead: usize = first.iter().map(|(t, _)| cells::width(t)).sum();
        let indent = indent.min(self.width / 2);
        // The first row may have less room than the others: it is wrapped with them, behind what stands there already.
        let hang = if first.is_empty() { indent } else { lead.max(indent) };
        let room = self.width.saturating_sub(hang).max(1);
        let mut first = Some(first);
        for row in wrap::wrap(&text, room) {
            // Spaces hang past the end of a row: drawn, they would push its last letter out.
            let row = text.get(row.range).unwrap_or_default().trim_end();
            // It kept words together; on the screen it is a space.
            let row = row.replace('\u{a0}', " ");
            let mut line = first.take().unwrap_or_default();
            let used: usize = line.iter().map(|(t, _)| cells::width(t)).sum();
            if used < hang {
                line.push((" ".repeat(hang - used), style));
            }
            line.push((row, style));
            self.lines.push(line);
        }
    }

    /// A cleaned text after a first piece, further rows below its beginning; the bytes in `marks` in the style `marked`.
    pub fn marked(&mut self, first: Vec<Piece>, text: &str, marks: &[Range<usize>], style: Style, marked: Style) {
        let lead: usize = first.iter().map(|(t, _)| cells::width(t)).sum();
        let room = self.width.saturating_sub(lead).max(1);
        let mut first = Some(first);
        for row in wrap::wrap(text, room) {
            let end = row.range.start + text.get(row.range.clone()).unwrap_or_default().trim_end().len();
            let mut line = first.take().unwrap_or_else(|| vec![(" ".repeat(lead), style)]);
            line.extend(super::rounds::pieces(text, row.range.start..end, marks, style, marked));
            self.lines.push(line);
        }
    }

    /// `label: value`, the value wrapped behind the label, or below it where the label is long.
    pub fn field(&mut self, label: &str, value: &str, label_style: Style, style: Style) {
        let label = format!("{}  ", clean::line(label));
        if cells::width(&label) * 2 <= self.width {
            self.after(vec![(label, label_style)], 0, value, style);
        } else {
            self.line(vec![(label, label_style)]);
            self.text(2, value, style);
        }
    }

    /// The same in `columns` columns with `gap` cells between them, read from top to bottom; what stands between empty
    /// lines stays together. Its width is that of one column.
    pub fn in_columns(self, columns: usize, gap: usize) -> Content {
        if columns < 2 {
            return self;
        }
        let width = self.width;
        let blocks: Vec<&[Vec<Piece>]> = self.lines.split(|line| line.is_empty()).collect();
        let filled = |rows: usize| {
            let mut filled: Vec<Vec<&Vec<Piece>>> = vec![Vec::new()];
            let empty: &Vec<Piece> = const { &Vec::new() };
            for block in &blocks {
                match filled.last_mut() {
                    Some(column) if column.is_empty() => column.extend(*block),
                    Some(column) if column.len() + 1 + block.len() <= rows => {
                        column.push(empty);
                        column.extend(*block);
                    }
                    _ => filled.push(block.iter().collect()),
                }
            }
            filled
        };
        let least = self.lines.len().div_ceil(columns);
        let rows = (least..self.lines.len()).find(|rows| filled(*rows).len() <= columns).unwrap_or(self.lines.len());
        let filled = filled(rows);
        let height = filled.iter().map(Vec::len).max().unwrap_or(0);
        let mut content = Content::new(width * columns + gap * (columns - 1));
        for row in 0..height {
            let mut line: Vec<Piece> = Vec::new();
            for (number, column) in filled.iter().enumerate() {
                let mut left = width;
                if number > 0 {
                    line.push((" ".repeat(gap), Style::new()));
                }
                for (text, style) in column.get(row).into_iter().flat_map(|line| line.iter()) {
                    let text = cells::cut(text, left).into_owned();
                    left -= cells::width(&text);
                    line.push((text, *style));
                }
                line.push((" ".repeat(left), Style::new()));
            }
            content.line(line);
        }
        content
    }

    /// Draws the lines from `scroll` on.
    pub fn draw(&self, area: Rect, scroll: usize, buf: &mut Buffer) {
        for (y, line) in (area.top()..area.bottom()).zip(self.lines.iter().skip(scroll)) {
            draw_line(line, Rect { y, height: 1, ..area }, buf);
        }
    }
}

/// Draws pieces one after the other in one row; what does not fit is cut. Gives the cells used.
pub fn draw_line(pieces: &[Piece], area: Rect, buf: &mut Buffer) -> u16 {
    let mut x = area.x;
    for (text, style) in pieces {
        if x >= area.right() {
            break;
        }
        x += paint::put(buf, x, area.y, area.right() - x, text, *style);
    }
    x - area.x
}

fn shorten(text: &str) -> std::borrow::Cow<'_, str> {
    match text.char_indices().nth(MAX_VALUE) {
        Some((end, _)) => {
            let left = text.len() - end;
            format!("{} … (+{left} B)", text.get(..end).unwrap_or_default()).into()
        }
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_keep_what_belongs_together_and_lose_nothing() {
        for columns in 1..5 {
            let mut content = Content::new(12);
            for (name, rows) in [("a", 4), ("b", 2), ("c", 3), ("d", 1)] {
                content.gap();
                (0..rows).for_each(|row| content.line(vec![(format!("{name}{row}"), Style::new())]));
            }
            let shown = content.in_columns(columns, 2);
            let text: Vec<String> =
                shown.lines.iter().map(|line| line.iter().map(|(text, _)| text.as_str()).collect()).collect();
            for (name, rows) in [("a", 4), ("b", 2), ("c", 3), ("d", 1)] {
                let places: Vec<(usize, usize)> = (0..rows)
                    .filter_map(|row| {
                        let word = format!("{name}{row}");
                        text.iter().enumerate().find_map(|(y, line)| Some((y, line.find(&word)?)))
                    })
                    .collect();
                assert_eq!(places.len(), rows, "{columns}: {text:?}");
                assert!(places.windows(2).all(|pair| pair[1] == (pair[0].0 + 1, pair[0].1)), "{columns}: {text:?}");
            }
        }
    }
}
