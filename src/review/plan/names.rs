//! How targets are named: the titles written into comments, and the names on screen.

use crate::text::cells::graphemes;
use crate::text::trim::{fold_spaces, js_trim};

/// Graphemes of a description that make a shot's title.
const TITLE: usize = 32;

/// A shot's title: the description folded to one line, its first 32 graphemes, then `…`. `folded` is folded already.
pub(super) fn start_of(folded: &str) -> String {
    match graphemes(folded).nth(TITLE) {
        Some((end, _)) => format!("{}…", folded.get(..end).unwrap_or_default()),
        None => folded.to_owned(),
    }
}

/// The text, unless there is nothing but white space in it.
pub(super) fn full(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !js_trim(text).is_empty())
}

/// A name on screen: folded to one line; `fallback` where there is nothing to fold.
pub(super) fn headline(text: &str, fallback: &str) -> String {
    let folded = fold_spaces(text);
    if folded.is_empty() { fallback.to_owned() } else { folded }
}

/// A cut's title where it has no label: `cam 20.00–31.50`.
pub(super) fn range(src: &str, from: f64, to: f64) -> String {
    format!("{src} {from:.2}–{to:.2}")
}
