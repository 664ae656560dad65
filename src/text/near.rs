//! Which word was meant: near misses among the words that there are.

use std::borrow::Cow;

/// Words of more characters than this are compared with nothing.
const LONGEST: usize = 64;

/// Character pairs that one [`Nearest`] compares: however many words lead nowhere, looking for what was meant ends.
const WORK: usize = 4_000_000;

/// Keys that are like each other and stand in one object (edit versions 0 and 2, research plan, plan comments): neither is
/// written for the other.
const BESIDE_EACH_OTHER: [[&str; 2]; 3] =
    [["confirmed", "confirmed_at"], ["source", "sources"], ["target_id", "target_kind"]];

/// Edits from one text to the other (insert, delete, replace a character).
pub fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut corner = i;
        let mut left = i + 1;
        for (b, above) in to.chars().zip(row.iter_mut().skip(1)) {
            let best = (corner + usize::from(a != b)).min(*above + 1).min(left + 1);
            corner = *above;
            *above = best;
            left = best;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
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
    /// The word that was probably meant: at most a third of its characters away, capitals and white space around it aside.
    /// Of several as near the first in the order of the alphabet. `W1` is not meant for `W2`: what differs in digits only
    /// is another word, and so is what has no letter in common.
    pub fn to<'a>(&mut self, word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        let length = |text: &str| text.chars().take(LONGEST + 1).count();
        let word = word.trim();
        let count = length(word);
        if count == 0 || count > LONGEST {
            return None;
        }
        let word = word.to_lowercase();
        let mut best: Option<(usize, &str)> = None;
        for known in words {
            let other = length(known);
            let most = other.min(count).div_ceil(3);
            if other > LONGEST || other.abs_diff(count) > most {
                self.left = self.left.checked_sub(1)?;
                continue;
            }
            self.left = self.left.checked_sub(count * other.max(1))?;
            let lower = known.to_lowercase();
            let steps = distance(&word, &lower);
            if steps <= most && (steps == 0 || is_likeness(&word, &lower, steps)) {
                best = best.into_iter().chain([(steps, known)]).min();
            }
        }
        best.map(|(_, known)| known)
    }
}

/// Whether words that are so many steps apart have letters in common and differ in more than digits.
fn is_likeness(one: &str, other: &str, steps: usize) -> bool {
    let letters = |text: &str| text.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    let (one, other) = (letters(one), letters(other));
    one != other && steps < one.chars().count().max(other.chars().count())
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
    fn the_nearest_word_is_at_most_a_third_of_its_letters_away() {
        let words = ["structure", "scaffold", "final", "ch-hook", "ch-steps", "導入", "x"];
        for (written, meant) in [
            ("strcture", "structure"),
            ("FINAL", "final"),
            (" final", "final"),
            ("ch-hok", "ch-hook"),
            ("ch-step", "ch-steps"),
            ("導人", "導入"),
        ] {
            assert_eq!(nearest(written, words), Some(meant), "{written}");
        }
        for far in ["", " ", "review", "v", "c", "epilogue", &"final".repeat(100)] {
            assert_eq!(nearest(far, words), None, "{far}");
        }
    }

    #[test]
    fn ids_that_differ_in_digits_only_are_different_ones() {
        let ids = ["W1", "W12", "step-1"];
        for far in ["W2", "W13", "E1", "step-2"] {
            assert_eq!(nearest(far, ids), None, "{far}");
        }
        assert_eq!((nearest("w1", ids), nearest("setp-1", ids)), (Some("W1"), Some("step-1")));
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
