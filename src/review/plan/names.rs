//! How targets are named: the titles written into comments, and the names on screen.

use std::borrow::Cow;

use crate::text::cells::graphemes;
use crate::text::trim::{fold_spaces, js_trim};

/// Graphemes of a description that make a shot's title.
const TITLE: usize = 32;

/// A shot's title: the description folded to one line, its first 32 graphemes, then `…`. `folded` is folded already.
pub fn start_of(folded: &str) -> Cow<'_, str> {
    // A grapheme has at least one character: most texts need no walk over their graphemes.
    let Some((end, _)) = folded.char_indices().nth(TITLE) else { return Cow::Borrowed(folded) };
    if folded.chars().take(TITLE + 1).all(stands_alone) {
        return Cow::Owned(format!("{}…", folded.get(..end).unwrap_or_default()));
    }
    match graphemes(folded).nth(TITLE) {
        Some((end, _)) => Cow::Owned(format!("{}…", folded.get(..end).unwrap_or_default())),
        None => Cow::Borrowed(folded),
    }
}

/// The title of a target with this headline, where it is not the beginning of it.
pub(super) fn own_title(title: String, headline: &str) -> Option<String> {
    Some(title).filter(|title| *title != start_of(headline))
}

/// Whether `c` beside others of its kind is always a grapheme by itself: letters of English, kana, Han characters, hangul
/// syllables and their punctuation. Of other characters nothing is said.
fn stands_alone(c: char) -> bool {
    matches!(c,
        ' '..='~'
        | '\u{3000}'..='\u{3029}'
        | '\u{3041}'..='\u{3096}'
        | '\u{309b}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{ff01}'..='\u{ff9d}')
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

    proptest::proptest! {
        #[test]
        fn titles_are_what_a_walk_over_graphemes_gives(
            text in "([ -~]|[あ-んァ-ンー、。！？]|[一-龠]|[가-힣]|[\u{300}-\u{310}]|\u{3099}|\u{ff9e}|\u{200d}|\u{fe0f}|👩){28,40}",
        ) {
            let expected = match graphemes(&text).nth(TITLE) {
                Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
                None => text.clone(),
            };
            proptest::prop_assert_eq!(start_of(&text), expected);
        }
    }

    #[test]
    fn every_character_that_stands_alone_is_a_grapheme_beside_every_other() {
        let all: Vec<char> = (' '..='\u{ffff}').filter(|c| stands_alone(*c)).collect();
        let text: String = all.iter().chain(all.iter().rev()).collect();
        assert_eq!(graphemes(&text).count(), text.chars().count());
    }

    #[test]
    fn the_range_of_a_cut_is_never_endless() {
        assert_eq!(range("cam", 20.0, 31.5), "cam 20.00–31.50");
        assert_eq!(range("cam", 0.0, 1e300), "cam 0.00–1e300");
    }
}
