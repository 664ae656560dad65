//! Which word was meant: near misses among the words that there are.

use std::borrow::Cow;

use crate::text::fold::fold;

/// Words of more characters than this are compared with nothing.
const LONGEST: usize = 64;

/// Character pairs that one [`Nearest`] compares: however many words lead nowhere, looking for what was meant ends.
const WORK: usize = 4_000_000;

/// Keys that are like each other and stand in one object (edit versions 0 and 2, research plan, plan comments): neither is
/// written for the other.
const BESIDE_EACH_OTHER: [[&str; 2]; 3] =
    [["confirmed", "confirmed_at"], ["source", "sources"], ["target_id", "target_kind"]];

/// Characters that number things: what differs in one of them is another thing.
const NUMERALS: &str = "〇一二三四五六七八九十百千";

/// Edits from one text to the other (insert, delete or replace a character, exchange two neighbours).
pub fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    let mut previous = None;
    for (i, a) in from.chars().enumerate() {
        let mut row = vec![i + 1];
        let mut left = i + 1;
        let mut beside = None;
        for (j, b) in to.iter().copied().enumerate() {
            let at = |row: &[usize], n: usize| row.get(n).copied().unwrap_or(usize::MAX / 2);
            let mut best = (at(&last, j) + usize::from(a != b)).min(at(&last, j + 1) + 1).min(left + 1);
            if previous == Some(b) && beside == Some(a) {
                best = best.min(at(&before_last, j.saturating_sub(1)) + 1);
            }
            row.push(best);
            left = best;
            beside = Some(b);
        }
        before_last = std::mem::replace(&mut last, row);
        previous = Some(a);
    }
    last.last().copied().unwrap_or_default()
}

/// The word that was probably meant, see [`Nearest::to`].
pub fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    Nearest::default().to(word, words)
}

/// Looks for what was meant again and again, with an end to the work it does in all.
#[derive(Debug)]
pub struct Nearest {
    left: usize,
}

impl Default for Nearest {
    fn default() -> Self {
        Nearest { left: WORK }
    }
}

impl Nearest {
    /// The word that was probably meant: the same but for case, width and white space around it, or a slip away from it.
    /// A slip is one edit in a word of up to five characters and two in a longer one, behind the same first character (or
    /// with the first two exchanged); words of one or two characters have none. What differs in a digit is another
    /// thing: `W1` is not meant for `W2`. Of several as near the first in the order of the alphabet.
    pub fn to<'a>(&mut self, word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        let length = |text: &str| text.chars().take(LONGEST + 1).count();
        let word = word.trim();
        let count = length(word);
        if count == 0 || count > LONGEST {
            return None;
        }
        let word = fold(word);
        let mut best: Option<(usize, &str)> = None;
        for known in words {
            let other = length(known);
            if other > LONGEST || other.abs_diff(count) > 2 {
                self.left = self.left.checked_sub(1)?;
                continue;
            }
            self.left = self.left.checked_sub(count * other.max(1))?;
            if let Some(steps) = slips(&word, &fold(known)) {
                best = best.into_iter().chain([(steps, known)]).min();
            }
        }
        best.map(|(_, known)| known)
    }
}

/// How many slips lie between two folded words, if it can be slips.
fn slips(one: &str, other: &str) -> Option<usize> {
    if one == other {
        return Some(0);
    }
    let most = match one.chars().count().min(other.chars().count()) {
        0..=2 => return None,
        3..=5 => 1,
        _ => 2,
    };
    let (mut a, mut b) = (one.chars(), other.chars());
    let ([a1, a2], [b1, b2]) = ([a.next(), a.next()], [b.next(), b.next()]);
    let begins = a1 == b1 || (a1, a2) == (b2, b1);
    let numerals = |text: &str| text.chars().filter(|c| c.is_numeric() || NUMERALS.contains(*c)).collect::<String>();
    (begins && numerals(one) == numerals(other)).then(|| distance(one, other)).filter(|steps| *steps <= most)
}

/// How far `written` is from the key of an object that it may be meant for: at most a quarter of its letters, with
/// capitals and `_` or `-` between words aside; `None` where it is another word. Short keys are no likeness.
pub fn misspelling(written: &str, key: &str) -> Option<usize> {
    if written.len() > LONGEST || written.len().min(key.len()) < 4 {
        return None;
    }
    if BESIDE_EACH_OTHER.iter().any(|pair| pair.contains(&written) && pair.contains(&key)) {
        return None;
    }
    let (written, key) = (joined(written), joined(key));
    let most = (key.len() / 4).max(1);
    if written.len().abs_diff(key.len()) > most {
        return None;
    }
    Some(distance(&written, &key)).filter(|steps| *steps <= most)
}

/// `key` in small letters and without the signs between its words.
fn joined(key: &str) -> Cow<'_, str> {
    if key.bytes().all(|b| b.is_ascii_lowercase()) {
        return Cow::Borrowed(key);
    }
    Cow::Owned(key.chars().filter(|c| !matches!(c, '_' | '-')).flat_map(char::to_lowercase).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted_in_characters() {
        assert_eq!((distance("", "abc"), distance("説明", "説名"), distance("kitten", "sitting")), (3, 1, 3));
    }

    #[test]
    fn exchanged_neighbours_are_one_edit() {
        assert_eq!((distance("setp", "step"), distance("ab", "ba"), distance("abc", "cab")), (1, 1, 2));
    }

    #[test]
    fn the_word_meant_is_a_slip_away() {
        let words = ["structure", "scaffold", "final", "ch-hook", "ch-steps", "導入部", "scope", "x", "Ａ案"];
        for (written, meant) in [
            ("strcture", "structure"),
            ("FINAL", "final"),
            (" final", "final"),
            ("CH-HOOK", "ch-hook"),
            ("ｃｈ－ｈｏｏｋ", "ch-hook"),
            ("ch-hok", "ch-hook"),
            ("hc-hook", "ch-hook"),
            ("ch-step", "ch-steps"),
            ("導人部", "導入部"),
            ("scop", "scope"),
            ("a案", "Ａ案"),
        ] {
            assert_eq!(nearest(written, words), Some(meant), "{written}");
        }
        for far in ["", " ", "review", "v", "c", "epilogue", "xy", "canal", &"final".repeat(100)] {
            assert_eq!(nearest(far, words), None, "{far}");
        }
    }

    #[test]
    fn words_of_another_meaning_are_not_meant() {
        for (written, words) in [
            ("doing", ["done", "in_progress", "pending"]),
            ("todo", ["done", "in_progress", "pending"]),
            ("sending", ["done", "in_progress", "pending"]),
            ("reject", ["accept", "rebut", "x"]),
            ("except", ["accept", "rebut", "x"]),
        ] {
            assert_eq!(nearest(written, words), None, "{written}");
        }
    }

    #[test]
    fn ids_that_differ_in_digits_are_different_ones() {
        let ids = ["W1", "W12", "step-1", "sh-1", "c1", "章の一", "T2.4"];
        for far in ["W2", "W13", "E1", "step-2", "sh-9", "sh-10", "sh-01", "c2", "章の二", "T2.5", "setp-2"] {
            assert_eq!(nearest(far, ids), None, "{far}");
        }
        assert_eq!((nearest("w1", ids), nearest("setp-1", ids)), (Some("W1"), Some("step-1")));
        assert_eq!(nearest("sh_1", ids), Some("sh-1"));
    }

    #[test]
    fn the_work_has_an_end() {
        let known: Vec<String> = (0..20_000).map(|n| format!("shot-{n}")).collect();
        let mut nearest = Nearest::default();
        let found = (0..200).filter(|n| nearest.to(&format!("shut-{n}"), known.iter().map(String::as_str)).is_some());
        assert!(found.count() < 100);
        assert_eq!(nearest.to("shut-1", known.iter().map(String::as_str)), None);
    }

    #[test]
    fn a_misspelt_key_is_known_and_another_key_is_not() {
        assert_eq!(misspelling("descripton", "description"), Some(1));
        assert_eq!(misspelling("chapterId", "chapter_id"), Some(0));
        assert_eq!(misspelling("id", "in"), None);
        assert_eq!(misspelling("name", "notes"), None);
        assert_eq!(misspelling("confirmd", "confirmed"), Some(1));
        assert_eq!(misspelling("confirmed", "confirmed_at"), None);
        assert_eq!((misspelling("source", "sources"), misspelling("sorces", "sources")), (None, Some(1)));
    }
}
