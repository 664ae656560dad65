//! How many cells a grapheme takes, and text cut to a number of cells.

use std::borrow::Cow;

/// The graphemes of `text`, each with its byte offset.
pub fn graphemes(text: &str) -> impl DoubleEndedIterator<Item = (usize, &str)> {
    unicode_segmentation::UnicodeSegmentation::grapheme_indices(text, true)
}

/// Cells that `text` takes once drawn: the sum over its graphemes of what ratatui gives each.
pub fn width(text: &str) -> usize {
    let _ = text;
    todo!()
}

/// `text` cut to at most `max` cells, with `…` in its last cell where something was cut. Never splits a grapheme.
pub fn cut(text: &str, max: usize) -> Cow<'_, str> {
    let _ = (text, max);
    todo!()
}

/// `text` cut or padded with spaces on the right to exactly `cells` cells.
pub fn fit(text: &str, cells: usize) -> String {
    let _ = (text, cells);
    todo!()
}
