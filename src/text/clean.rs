//! Text from files is untrusted: what could steer the terminal is turned into something to look at.

use std::borrow::Cow;

use super::cells;

/// `text` for one line: controls as symbols (ESC as `␛`), line breaks and tabs as one space, bidi overrides and other
/// invisible steering characters made visible, endless graphemes cut. Borrows when there is nothing to change.
pub fn line(text: &str) -> Cow<'_, str> {
    clean(text, |grapheme| match grapheme {
        "\n" | "\r" | "\r\n" | "\t" | "\u{85}" | "\u{2028}" | "\u{2029}" => Some(" "),
        _ => None,
    })
}

/// As [`line`], but `\n` stays (CRLF and CR become `\n`); tabs become four spaces.
pub fn block(text: &str) -> Cow<'_, str> {
    clean(text, |grapheme| match grapheme {
        "\n" | "\r" | "\r\n" => Some("\n"),
        _ => None,
    })
}

/// `text` with every grapheme as `special` says, or else as it is shown.
fn clean(text: &str, special: impl Fn(&str) -> Option<&'static str>) -> Cow<'_, str> {
    if cells::is_plain(text) {
        return Cow::Borrowed(text);
    }
    let mut cleaned: Option<String> = None;
    for (at, grapheme) in cells::graphemes(text) {
        let drawn = special(grapheme).map_or_else(|| cells::shown(grapheme).0, Cow::Borrowed);
        if cleaned.is_none() && drawn != grapheme {
            let mut head = String::with_capacity(text.len());
            head.push_str(text.get(..at).unwrap_or_default());
            cleaned = Some(head);
        }
        if let Some(cleaned) = &mut cleaned {
            cleaned.push_str(&drawn);
        }
    }
    cleaned.map_or(Cow::Borrowed(text), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn controls_become_symbols_and_breaks_one_space() {
        assert_eq!(line("a\u{1b}[31mb\r\nc\td\0"), "a␛[31mb c d␀");
        assert_eq!(line("\u{202e}gpj.exe"), "␦gpj.exe");
        assert_eq!(line("雨の夜\u{2028}二"), "雨の夜 二");
    }

    #[test]
    fn a_block_keeps_its_line_breaks() {
        assert_eq!(block("a\r\nb\rc\nd\te"), "a\nb\nc\nd    e");
    }

    #[test]
    fn clean_text_is_borrowed() {
        for text in ["plain", "日本語、👨‍👩‍👧‍👦 が e\u{301}", ""] {
            assert!(matches!(line(text), Cow::Borrowed(_)), "{text}");
        }
        assert!(matches!(block("一\n二"), Cow::Borrowed(_)));
    }

    proptest! {
        #[test]
        fn nothing_that_steers_is_left(text in any::<String>()) {
            let steers = |c: char| c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}'
                | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}');
            let one = line(&text).into_owned();
            prop_assert!(!one.chars().any(steers));
            prop_assert!(!block(&text).chars().any(|c| c != '\n' && steers(c)));
            prop_assert_eq!(line(&one), one.as_str());
        }
    }
}
