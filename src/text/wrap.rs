//! Soft wrapping by cells with the line-breaking rules of UAX #14, Japanese ones (kinsoku) included.

use std::ops::Range;

use icu_segmenter::LineSegmenter;
use icu_segmenter::options::{LineBreakOptions, LineBreakStrictness, LineBreakWordOption};

use super::cells;

/// Graphemes after the edge that may decide where a row breaks.
const LOOK_AHEAD: usize = 3;

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
    let mut rows = Vec::new();
    let mut start = Some(0);
    while let Some(at) = start {
        let (row, next) = row_at(text, at, width);
        rows.push(row);
        start = next;
    }
    rows
}

/// The row that begins at byte `start`, and where the next one begins (`None` after the last). Depends on nothing
/// before `start`, so wrapping can be taken up again at any row; the cost is that of the row.
pub fn row_at(text: &str, start: usize, width: usize) -> (Row, Option<usize>) {
    let width = width.max(1);
    let start = start.min(text.len());
    let rest = text.get(start..).unwrap_or_default();
    let mut boundaries = Vec::new();
    let mut used = 0;
    let mut graphemes = cells::graphemes(rest);
    while let Some((at, grapheme)) = graphemes.next() {
        if grapheme.ends_with('\n') {
            let row = Row { range: start..start + at, hard: true };
            return (row, Some(start + at + grapheme.len()));
        }
        let cells = cells::of(grapheme);
        if used + cells > width && at > 0 && !hangs(grapheme) {
            let ahead = graphemes.take_while(|(_, next)| !next.ends_with('\n')).take(LOOK_AHEAD);
            let end = ahead.last().map_or(at + grapheme.len(), |(from, last)| from + last.len());
            boundaries.push(at);
            let end = break_before(rest.get(..end).unwrap_or_default(), at, &boundaries);
            return (Row { range: start..start + end, hard: false }, Some(start + end));
        }
        boundaries.push(at);
        used += cells;
    }
    (Row { range: start..text.len(), hard: true }, None)
}

/// White space that may stand past the edge at the end of a row.
fn hangs(grapheme: &str) -> bool {
    grapheme.chars().all(|c| c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{2007}' | '\u{202f}'))
}

/// Where the row at the start of `window` ends, `edge` being the grapheme that does not fit: the last place where a
/// break is allowed; in a word longer than the row, the last that keeps punctuation from beginning or ending a
/// row; failing both, the edge.
fn break_before(window: &str, edge: usize, boundaries: &[usize]) -> usize {
    [LineBreakWordOption::Normal, LineBreakWordOption::BreakAll]
        .into_iter()
        .find_map(|words| {
            let mut options = LineBreakOptions::default();
            options.strictness = Some(LineBreakStrictness::Strict);
            options.word_option = Some(words);
            let breaks = LineSegmenter::new_for_non_complex_scripts(options).segment_str(window);
            let fitting = breaks.take_while(|at| *at <= edge).filter(|at| *at > 0 && *at < window.len());
            fitting.filter(|at| boundaries.binary_search(at).is_ok()).last()
        })
        .unwrap_or(edge)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rows(text: &str, width: usize) -> Vec<&str> {
        wrap(text, width).into_iter().map(|row| text.get(row.range).unwrap()).collect()
    }

    /// The string of the shared sample, where it is present, and one of our own.
    fn samples() -> Vec<String> {
        let own = "「雨のショット」は、ちょっと長い。カメラを（ゆっくり）引いて……『終わり』！？Planboard test、ok。";
        let mut samples = vec![own.to_owned()];
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/text/graphemes.json");
        if let Ok(bytes) = std::fs::read(path) {
            let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
            samples.push(value["line_breaking"].as_str().unwrap().to_owned());
        }
        samples
    }

    #[test]
    fn kinsoku_holds_at_every_width() {
        const NEVER_FIRST: &str = "。、」』）！？ぁぃぅぇぉっゃゅょァィゥェォッャュョー";
        const NEVER_LAST: &str = "「『（";
        for text in samples() {
            for width in 8..=39 {
                let rows = rows(&text, width);
                assert_eq!(rows.concat(), text);
                for row in &rows {
                    assert!(!row.starts_with(|c| NEVER_FIRST.contains(c)), "{width}: {rows:?}");
                    assert!(!row.ends_with(|c| NEVER_LAST.contains(c)), "{width}: {rows:?}");
                    assert!(cells::width(row.trim_end()) <= width, "{width}: {rows:?}");
                }
            }
        }
    }

    #[test]
    fn words_break_at_spaces_which_hang() {
        assert_eq!(rows("hello  big world", 5), ["hello  ", "big ", "world"]);
        assert_eq!(rows("あいう　えお", 6), ["あいう　", "えお"]);
        assert_eq!(rows("a   \nb", 2), ["a   ", "b"]);
    }

    #[test]
    fn long_words_break_at_graphemes() {
        assert_eq!(rows("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(rows("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 5), ["👨‍👩‍👧👨‍👩‍👧", "👨‍👩‍👧"]);
        assert_eq!(rows("a defghij。", 8), ["a ", "defghi", "j。"]);
        assert_eq!(rows("日本", 1), ["日", "本"]);
        assert_eq!(rows("❤️❤️❤️END", 4), ["❤️❤️", "❤️", "END"]);
    }

    #[test]
    fn line_breaks_end_rows_and_an_empty_last_line_is_a_row() {
        assert_eq!(rows("", 8), [""]);
        assert_eq!(rows("a\n\nb\n", 8), ["a", "", "b", ""]);
        assert_eq!(rows("a\r\nb", 8), ["a", "b"]);
        let hard: Vec<bool> = wrap("abcdef\ng", 3).into_iter().map(|row| row.hard).collect();
        assert_eq!(hard, [false, true, true]);
    }

    #[test]
    fn the_cost_grows_with_the_text_only() {
        for unit in ["a", "雨", "ก", " ", "\u{301}", "🇯", "a\u{200d}", "))) ", "\0"] {
            let text = unit.repeat(1_000_000 / unit.len());
            let rows = wrap(&text, 40);
            assert_eq!(rows.last().map(|row| row.range.end), Some(text.len()), "{unit:?}");
        }
    }

    proptest! {
        #[test]
        fn wrapping_keeps_every_grapheme_and_never_exceeds_the_width(
            text in "([a-z ]{1,12}|[ぁ-んァ-ヶ一-三、。「」！]{1,8}|[👍🏽👨👩❤🇯🇵\u{200d}\u{fe0f}\u{301}ﾞกำᄒ\u{1161}]{1,6}|[\n\t\u{1b}\u{202e}\u{200b}　]|\\PC){0,12}",
            width in 8usize..200,
        ) {
            let mut next = 0;
            for row in wrap(&text, width) {
                prop_assert!(row.range.start == next);
                let content = text.get(row.range.clone()).unwrap();
                prop_assert!(!content.contains('\n'));
                prop_assert!(cells::width(content.trim_end()) <= width);
                prop_assert!(super::super::boundary::is_boundary(&text, row.range.end));
                let newline = usize::from(text.get(row.range.end..).unwrap().starts_with('\n'));
                prop_assert_eq!(row.hard, newline == 1 || row.range.end == text.len());
                next = row.range.end + newline;
            }
            prop_assert_eq!(next, text.len());
        }
    }
}
