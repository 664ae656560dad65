//! Which words of a text are other than in the text before: by dictionary words, so that Japanese without spaces is
//! told word by word too.

use std::ops::Range;

use icu_segmenter::WordSegmenter;
use icu_segmenter::options::WordBreakInvariantOptions;

/// Pairs of words looked at; beyond, everything between the common beginning and end counts as changed.
const MOST: usize = 250_000;

/// The bytes of `before` that went, and those of `after` that came. Both lists are in order; what touches is one range,
/// and a space or a sign between two changed words belongs to the change.
pub fn changes(before: &str, after: &str) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (old, new) = (words(before), words(after));
    let text = |whole: &'_ str, word: &Range<usize>| whole.get(word.clone()).unwrap_or_default().to_owned();
    let olds: Vec<String> = old.iter().map(|word| text(before, word)).collect();
    let news: Vec<String> = new.iter().map(|word| text(after, word)).collect();
    let head = olds.iter().zip(&news).take_while(|(a, b)| a == b).count();
    let room = olds.len().min(news.len()) - head;
    let tail = olds.iter().rev().zip(news.iter().rev()).take(room).take_while(|(a, b)| a == b).count();
    let middle = |list: &[String]| list.get(head..list.len() - tail).unwrap_or_default().to_vec();
    let (mut gone, mut come) = common(&middle(&olds), &middle(&news));
    for kept in [&mut gone, &mut come] {
        let all: Vec<bool> = std::iter::repeat_n(true, head).chain(kept.drain(..)).collect();
        kept.extend(all.into_iter().chain(std::iter::repeat_n(true, tail)));
    }
    (ranges(before, &old, &gone), ranges(after, &new, &come))
}

/// The words of a text, with what stands between them.
fn words(text: &str) -> Vec<Range<usize>> {
    let segmenter = WordSegmenter::new_auto(WordBreakInvariantOptions::default());
    let mut breaks = segmenter.segment_str(text);
    let mut from = breaks.next().unwrap_or(0);
    breaks
        .map(|to| {
            let word = from..to;
            from = to;
            word
        })
        .filter(|word| !word.is_empty())
        .collect()
}

/// For each word of both lists whether it is kept: the longest common subsequence.
fn common(old: &[String], new: &[String]) -> (Vec<bool>, Vec<bool>) {
    let (rows, columns) = (old.len(), new.len());
    let (mut gone, mut come) = (vec![false; rows], vec![false; columns]);
    if rows.saturating_mul(columns) > MOST {
        return (gone, come);
    }
    let width = columns + 1;
    let mut table = vec![0_u32; (rows + 1) * width];
    let at = |table: &[u32], row: usize, column: usize| table.get(row * width + column).copied().unwrap_or(0);
    for (row, a) in old.iter().enumerate().rev() {
        for (column, b) in new.iter().enumerate().rev() {
            let longest = if a == b {
                at(&table, row + 1, column + 1) + 1
            } else {
                at(&table, row + 1, column).max(at(&table, row, column + 1))
            };
            if let Some(cell) = table.get_mut(row * width + column) {
                *cell = longest;
            }
        }
    }
    let (mut row, mut column) = (0, 0);
    while let (Some(a), Some(b)) = (old.get(row), new.get(column)) {
        if a == b {
            if let (Some(kept), Some(same)) = (gone.get_mut(row), come.get_mut(column)) {
                (*kept, *same) = (true, true);
            }
            (row, column) = (row + 1, column + 1);
        } else if at(&table, row + 1, column) >= at(&table, row, column + 1) {
            row += 1;
        } else {
            column += 1;
        }
    }
    (gone, come)
}

/// The ranges of the words that are not kept, joined over kept spaces and signs between two of them.
fn ranges(text: &str, words: &[Range<usize>], kept: &[bool]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (word, _) in words.iter().zip(kept).filter(|(_, kept)| !**kept) {
        match found.last_mut() {
            Some(last) if text.get(last.end..word.start).is_some_and(|gap| !gap.contains(char::is_alphanumeric)) => {
                last.end = word.end;
            }
            _ => found.push(word.clone()),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Both texts with their changes in brackets.
    fn marked(before: &str, after: &str) -> (String, String) {
        let (gone, come) = changes(before, after);
        let mark = |text: &str, ranges: &[Range<usize>]| {
            let (mut out, mut at) = (String::new(), 0);
            for range in ranges {
                let part = |range: Range<usize>| text.get(range).unwrap();
                out.push_str(&format!("{}[{}]", part(at..range.start), part(range.clone())));
                at = range.end;
            }
            out + text.get(at..).unwrap()
        };
        (mark(before, &gone), mark(after, &come))
    }

    #[test]
    fn words_are_marked_in_english_and_japanese() {
        let of = |a: &str, b: &str| marked(a, b);
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(of("a wide shot", "a close shot"), pair("a [wide] shot", "a [close] shot"));
        assert_eq!(of("one two three", "one three"), pair("one [two ]three", "one three"));
        assert_eq!(
            of("老女が雨戸を開ける。", "少年が雨戸を閉める。"),
            pair("[老女]が雨戸を[開ける]。", "[少年]が雨戸を[閉める]。")
        );
        assert_eq!(of("", "x"), pair("", "[x]"));
        assert_eq!(of("same", "same"), pair("same", "same"));
    }

    #[test]
    fn a_very_long_change_is_one() {
        let (before, after) = ("a ".repeat(3000) + "x", "b ".repeat(3000) + "x");
        assert_eq!(changes(&before, &after).0.len(), 1);
    }

    proptest! {
        #[test]
        fn what_is_left_of_both_texts_is_the_same(before in "[ab 雨の戸。]{0,20}", after in "[ab 雨の戸。]{0,20}") {
            let (gone, come) = changes(&before, &after);
            let left = |text: &str, ranges: &[Range<usize>]| {
                text.char_indices().filter(|(at, c)| c.is_alphanumeric() && !ranges.iter().any(|r| r.contains(at)))
                    .map(|(_, c)| c).collect::<String>()
            };
            prop_assert_eq!(left(&before, &gone), left(&after, &come));
            prop_assert_eq!(gone.is_empty() && come.is_empty(), before == after);
        }
    }
}
