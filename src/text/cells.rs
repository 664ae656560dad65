//! How many cells a grapheme takes, what is drawn for it, and text cut to a number of cells.

use std::borrow::Cow;

use ratatui::buffer::CellWidth;
use unicode_normalization::char::is_combining_mark;

/// What is drawn for a tab.
const TAB: &str = "    ";
/// Stands for a character that would steer the terminal or could not be seen.
const HIDDEN: &str = "\u{2426}";
/// Stands for a line break inside a row.
const BREAK: &str = "\u{2424}";
/// The longest grapheme drawn whole, in bytes: above every emoji in use.
const LONGEST: usize = 64;
/// The widest grapheme drawn whole, in cells.
const WIDEST: usize = 8;
/// What a text that was cut ends with.
const ELLIPSIS: char = '…';

/// The graphemes of `text`, each with its byte offset.
pub fn graphemes(text: &str) -> impl DoubleEndedIterator<Item = (usize, &str)> {
    unicode_segmentation::UnicodeSegmentation::grapheme_indices(text, true)
}

/// What is drawn for one grapheme, and its cells: a tab is four spaces, a control character its picture, a character
/// without a width (bidi overrides too) a sign, and of an endless grapheme only the base is drawn. Wrapping, editing,
/// cleaning and drawing all ask here, so that they agree. At most 8 cells, and never 0 except for an empty text.
pub fn shown(grapheme: &str) -> (Cow<'_, str>, usize) {
    if let [byte] = grapheme.as_bytes() {
        return match byte {
            b'\t' => (Cow::Borrowed(TAB), TAB.len()),
            b'\n' => (Cow::Borrowed(BREAK), 1),
            0x20..0x7f => (Cow::Borrowed(grapheme), 1),
            _ => (Cow::Owned(picture(*byte).to_string()), 1),
        };
    }
    let Some(first) = grapheme.chars().next() else { return (Cow::Borrowed(""), 0) };
    match first {
        '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => return (Cow::Borrowed(BREAK), 1),
        '\u{80}'..='\u{9f}' | '\u{ad}' => return (Cow::Borrowed(HIDDEN), 1),
        _ => {}
    }
    if grapheme.len() > LONGEST || hides_tags(first, grapheme) {
        return base_only(first);
    }
    match usize::from(grapheme.cell_width()) {
        0 if is_combining_mark(first) => {
            let on_a_ring = format!("\u{25cc}{grapheme}");
            let cells = usize::from(on_a_ring.cell_width()).max(1);
            (Cow::Owned(on_a_ring), cells)
        }
        0 => (Cow::Borrowed(HIDDEN), 1),
        cells if cells > WIDEST => base_only(first),
        cells => (Cow::Borrowed(grapheme), cells),
    }
}

/// The picture of an ASCII control character.
fn picture(byte: u8) -> char {
    if byte == 0x7f { '\u{2421}' } else { char::from_u32(0x2400 + u32::from(byte)).unwrap_or(' ') }
}

/// Whether `grapheme` carries tag characters, an invisible copy of ASCII, where no flag needs them.
fn hides_tags(first: char, grapheme: &str) -> bool {
    first != '\u{1f3f4}' && grapheme.len() > 4 && grapheme.chars().any(|c| matches!(c, '\u{e0000}'..='\u{e007f}'))
}

/// The first character of a grapheme and the sign that more is there.
fn base_only(first: char) -> (Cow<'static, str>, usize) {
    let mut shown = String::from(first);
    if shown.cell_width() == 0 {
        shown.clear();
    }
    shown.push_str(HIDDEN);
    let cells = usize::from(shown.cell_width());
    (Cow::Owned(shown), cells)
}

/// Cells of one grapheme as [`shown`].
pub fn of(grapheme: &str) -> usize {
    match grapheme.as_bytes() {
        [0x20..0x7f] => 1,
        _ => shown(grapheme).1,
    }
}

/// Cells that `text` takes once drawn: the sum over its graphemes of what ratatui gives each, as [`shown`].
pub fn width(text: &str) -> usize {
    if is_plain(text) { text.len() } else { graphemes(text).map(|(_, grapheme)| of(grapheme)).sum() }
}

/// Whether `text` is printable ASCII only: one byte, one cell, nothing to clean.
pub(crate) fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, 0x20..0x7f))
}

/// `text` cut to at most `max` cells, with `…` in its last cell where something was cut. Never splits a grapheme.
/// Looks at no more of a long text than it keeps.
pub fn cut(text: &str, max: usize) -> Cow<'_, str> {
    let (mut used, mut keep) = (0, 0);
    for (at, grapheme) in graphemes(text) {
        let cells = of(grapheme);
        if used + cells > max {
            let mut kept = text.get(..keep).unwrap_or_default().to_owned();
            if max > 0 {
                kept.push(ELLIPSIS);
            }
            return Cow::Owned(kept);
        }
        used += cells;
        if used < max {
            keep = at + grapheme.len();
        }
    }
    Cow::Borrowed(text)
}

/// `text` cut to at most `max` cells in its middle, where names that are alike are alike: the end, by which they differ,
/// is kept as long as the beginning. Never splits a grapheme.
pub fn cut_middle(text: &str, max: usize) -> Cow<'_, str> {
    let start = cut(text, max);
    if matches!(start, Cow::Borrowed(_)) || max < 5 {
        return start;
    }
    let (mut from, mut used, tail) = (text.len(), 0, (max - 1) / 2);
    for (at, grapheme) in graphemes(text).rev() {
        used += of(grapheme);
        if used > tail {
            break;
        }
        from = at;
    }
    let end = text.get(from..).unwrap_or_default();
    let head = cut(text, max - width(end)).into_owned();
    Cow::Owned(head + end)
}

/// `text` cut or padded with spaces on the right to exactly `cells` cells.
pub fn fit(text: &str, cells: usize) -> String {
    let mut fitted = cut(text, cells).into_owned();
    let missing = cells.saturating_sub(width(&fitted));
    fitted.extend(std::iter::repeat_n(' ', missing));
    // A last character that joins what follows has taken the first space into its grapheme.
    while missing > 0 && width(&fitted) < cells {
        fitted.push(' ');
    }
    fitted
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn padding_counts_where_the_last_character_joins_it() {
        assert_eq!(width(&fit("\u{1193f}", 2)), 2);
    }

    #[test]
    fn a_grapheme_takes_the_cells_ratatui_gives_it() {
        for (text, cells) in
            [("abc", 3), ("日本語", 6), ("👨‍👩‍👧‍👦", 2), ("🇯🇵", 2), ("👍🏽", 2), ("❤️", 2), ("ｶﾞ", 2), ("e\u{301}", 1)]
        {
            assert_eq!(width(text), cells, "{text}");
        }
        assert_eq!(width("\u{1112}\u{1161}\u{11ab}"), 2);
    }

    #[test]
    fn what_steers_or_hides_is_shown() {
        for (grapheme, drawn) in [
            ("\u{1b}", "␛"),
            ("\0", "␀"),
            ("\u{7f}", "␡"),
            ("\u{9b}", "␦"),
            ("\t", "    "),
            ("\r\n", "␤"),
            ("\u{2028}", "␤"),
            ("\u{202e}", "␦"),
            ("\u{2067}", "␦"),
            ("\u{200b}", "␦"),
            ("\u{200d}", "␦"),
            ("\u{feff}", "␦"),
            ("\u{ad}", "␦"),
            ("\u{e0041}", "␦"),
            ("a\u{e0041}\u{e0042}", "a␦"),
            ("\u{301}", "\u{25cc}\u{301}"),
            ("葛\u{e0100}", "葛\u{e0100}"),
            ("", ""),
        ] {
            assert_eq!(shown(grapheme).0, drawn, "{grapheme:?}");
        }
        let england = "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";
        assert_eq!(shown(england), (Cow::Borrowed(england), 2));
    }

    #[test]
    fn an_endless_grapheme_is_drawn_as_its_base() {
        let endless = format!("e{}", "\u{301}".repeat(100_000));
        assert_eq!(shown(&endless), (Cow::Borrowed("e␦"), 2));
        let wide = format!("あ{}", "ﾞ".repeat(9));
        assert_eq!(shown(&wide), (Cow::Borrowed("あ␦"), 3));
    }

    #[test]
    fn cut_ends_with_an_ellipsis_and_splits_no_grapheme() {
        for (text, max, expected) in [
            ("abc", 3, "abc"),
            ("abcd", 3, "ab…"),
            ("日本語", 6, "日本語"),
            ("日本語", 5, "日本…"),
            ("日本語", 4, "日…"),
            ("日本語", 1, "…"),
            ("日本語", 0, ""),
            ("", 0, ""),
            ("👨‍👩‍👧x", 2, "…"),
        ] {
            assert_eq!(cut(text, max), expected, "{text} {max}");
        }
        for (text, max, expected) in [
            ("abcdefgh", 8, "abcdefgh"),
            ("abcdefghi", 7, "abc…ghi"),
            ("日本語です", 6, "日…す"),
            ("abcdef", 4, "abc…"),
        ] {
            assert_eq!(cut_middle(text, max), expected, "{text} {max}");
        }
        assert_eq!(fit("日本語", 4), "日… ");
        assert_eq!(fit("a", 3), "a  ");
    }

    proptest! {
        #[test]
        fn fit_is_exact_and_cut_is_never_wider(text in "\\PC{0,20}|[a-zあ漢👍\u{200d}\u{301}\t\u{1b}]{0,20}", max in 0usize..20) {
            prop_assert!(width(&cut(&text, max)) <= max);
            prop_assert!(width(&cut_middle(&text, max)) <= max);
            prop_assert_eq!(width(&fit(&text, max)), max);
        }

        #[test]
        fn what_is_shown_has_the_cells_it_says(text in any::<String>()) {
            for (_, grapheme) in graphemes(&text) {
                let (drawn, cells) = shown(grapheme);
                prop_assert!((1..=WIDEST).contains(&cells));
                prop_assert_eq!(usize::from(drawn.cell_width()), cells);
            }
        }
    }
}
