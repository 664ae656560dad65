//! How targets are named: the titles written into comments, and the names on screen.

use crate::text::cells::graphemes;
use crate::text::trim::{fold_spaces, js_trim};

/// Graphemes of a description that make a shot's title.
const TITLE: usize = 32;

/// A shot's title: the description folded to one line, its first 32 graphemes, then `…`. `folded` is folded already.
pub fn start_of(folded: &str) -> String {
    // A grapheme has at least one character: most texts need no walk over their graphemes.
    if folded.chars().nth(TITLE).is_none() {
        return folded.to_owned();
    }
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
    let [from, to] = [from, to].map(|seconds| {
        // Beyond all material, digits without end tell nobody anything.
        if seconds.abs() < 1e12 { format!("{seconds:.2}") } else { format!("{seconds:e}") }
    });
    format!("{src} {from}–{to}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_cut_at_graphemes() {
        let family = "👨‍👩‍👧";
        assert_eq!(start_of(&family.repeat(32)), family.repeat(32));
        assert_eq!(start_of(&family.repeat(33)), format!("{}…", family.repeat(32)));
        assert_eq!(start_of(&"あ".repeat(32)), "あ".repeat(32));
        assert_eq!(start_of(&"あ".repeat(33)), format!("{}…", "あ".repeat(32)));
    }

    #[test]
    fn the_range_of_a_cut_is_never_endless() {
        assert_eq!(range("cam", 20.0, 31.5), "cam 20.00–31.50");
        assert_eq!(range("cam", 0.0, 1e300), "cam 0.00–1e300");
    }
}
