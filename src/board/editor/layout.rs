//! The rows of an editor's text, kept up with each change by wrapping again only around it.

use crate::text::cells;
use crate::text::wrap::{self, Row};

/// Rows before a change that are wrapped again: where a row ends may depend on a few graphemes behind it.
const ROWS_BEFORE: usize = 8;
/// The width, in cells, before anyone says.
const FIRST_WIDTH: usize = 80;

/// Rows and where the caret is among them.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    rows: Vec<Row>,
    width: usize,
    single: bool,
    /// The index of an empty row that is there for the caret only, behind a row that is full.
    caret_row: Option<usize>,
}

impl Layout {
    pub fn new(text: &str, single: bool) -> Layout {
        let mut layout = Layout { rows: Vec::new(), width: FIRST_WIDTH, single, caret_row: None };
        layout.wrap_all(text);
        layout
    }

    pub fn is_single(&self) -> bool {
        self.single
    }

    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Gives whether the width is a new one.
    pub fn set_width(&mut self, text: &str, width: usize) -> bool {
        let width = width.max(1);
        if width == self.width {
            return false;
        }
        self.width = width;
        self.wrap_all(text);
        true
    }

    fn wrap_all(&mut self, text: &str) {
        self.caret_row = None;
        self.rows =
            if self.single { vec![Row { range: 0..text.len(), hard: true }] } else { wrap::wrap(text, self.width) };
    }

    /// In `text`, `inserted` bytes at `at` took the place of `removed` bytes. Gives how many rows were wrapped again.
    pub fn edited(&mut self, text: &str, at: usize, removed: usize, inserted: usize) -> usize {
        if self.single {
            self.wrap_all(text);
            return 1;
        }
        self.drop_caret_row();
        let first = self.rows.partition_point(|row| row.range.start <= at).saturating_sub(ROWS_BEFORE + 1);
        let mut next = Some(self.rows.get(first).map_or(0, |row| row.range.start));
        let mut fresh = Vec::new();
        let mut kept = self.rows.len();
        while let Some(start) = next {
            if start >= at + inserted {
                let old_start = start - inserted + removed;
                if let Ok(same) = self.rows.binary_search_by_key(&old_start, |row| row.range.start) {
                    kept = same;
                    break;
                }
            }
            let (row, after) = wrap::row_at(text, start, self.width);
            fresh.push(row);
            next = after;
        }
        if inserted != removed {
            for row in self.rows.iter_mut().skip(kept) {
                row.range = row.range.start + inserted - removed..row.range.end + inserted - removed;
            }
        }
        let wrapped = fresh.len();
        self.rows.splice(first.min(kept)..kept, fresh);
        wrapped
    }

    /// Adds the caret's own row when the caret stands behind a row that is full, takes it away when not.
    pub fn settle(&mut self, text: &str, caret: usize) {
        if self.single {
            return;
        }
        self.drop_caret_row();
        let index = self.row_of(caret);
        let Some(row) = self.rows.get_mut(index) else { return };
        if row.hard && row.range.end == caret && !row.range.is_empty() {
            let content = text.get(row.range.clone()).unwrap_or_default();
            if cells::width(content) >= self.width {
                row.hard = false;
                self.rows.insert(index + 1, Row { range: caret..caret, hard: true });
                self.caret_row = Some(index + 1);
            }
        }
    }

    fn drop_caret_row(&mut self) {
        let Some(index) = self.caret_row.take() else { return };
        self.rows.remove(index);
        if let Some(row) = index.checked_sub(1).and_then(|before| self.rows.get_mut(before)) {
            row.hard = true;
        }
    }

    fn row_of(&self, caret: usize) -> usize {
        self.rows.partition_point(|row| row.range.start <= caret).saturating_sub(1)
    }

    /// Row and column, in cells, of `caret`.
    pub fn position(&self, text: &str, caret: usize) -> (usize, usize) {
        let index = self.row_of(caret);
        let start = self.rows.get(index).map_or(0, |row| row.range.start);
        let column = cells::width(text.get(start..caret).unwrap_or_default());
        (index, if self.single { column } else { column.min(self.width - 1) })
    }

    /// Where in row `index` a caret stands at column `goal`, or at the last place before it.
    pub fn offset(&self, text: &str, index: usize, goal: usize) -> usize {
        let Some(row) = self.rows.get(index) else { return text.len() };
        let mut column = 0;
        let mut best = row.range.start;
        for (at, grapheme) in cells::graphemes(text.get(row.range.clone()).unwrap_or_default()) {
            if column > goal {
                return best;
            }
            best = row.range.start + at;
            column += cells::of(grapheme);
        }
        // The end of a row that goes on is the start of the next.
        if row.hard && column <= goal { row.range.end } else { best }
    }

    /// The cells of the whole text of a single-line editor.
    pub fn cells(&self, text: &str) -> usize {
        cells::width(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_in_a_long_text_wraps_a_few_rows_again() {
        let mut text = "この行は長い。long words here\n".repeat(20_000);
        let mut layout = Layout::new(&text, false);
        layout.set_width(&text, 20);
        for at in [0, 400_015, text.len()] {
            let at = text.floor_char_boundary(at);
            text.insert_str(at, "速い");
            assert!(layout.edited(&text, at, 0, "速い".len()) <= 2 * ROWS_BEFORE);
            text.replace_range(at..at + "速".len(), "");
            assert!(layout.edited(&text, at, "速".len(), 0) <= 2 * ROWS_BEFORE);
            assert!(layout.rows() == wrap::wrap(&text, 20));
        }
    }
}
