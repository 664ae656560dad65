//! Soft wrapping by cells with the line-breaking rules of UAX #14, Japanese ones (kinsoku) included.

use std::ops::Range;

/// One row of wrapped text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The bytes of the text in this row, its line break left out. Rows are in order; together with the line
    /// breaks they cover the whole text.
    pub range: Range<usize>,
    /// Whether the row ends at a line break of the text or at its end (not at a soft break).
    pub hard: bool,
}

/// `text` (lines divided by `\n`) wrapped to rows of at most `width` cells (at least 1; a grapheme wider than
/// `width` stands alone). An empty text and an empty last line give one empty row each. White space at a soft
/// break stays in the row it ends, and may hang past the edge: callers draw at most `width` cells.
pub fn wrap(text: &str, width: usize) -> Vec<Row> {
    let _ = (text, width);
    todo!()
}
