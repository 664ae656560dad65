//! Which word was meant: near misses among the words that there are.

use std::borrow::Cow;

/// Words longer than this, in bytes, are compared with nothing.
const LONGEST: usize = 64;

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

/// The word that was probably meant: at most a third of its letters away, capitals aside.
pub fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let scored = words.into_iter().map(|known| (distance(&word, &known.to_lowercase()), known));
    let near = |(steps, known): &(usize, &str)| {
        let letters = known.chars().count();
        *steps <= letters.div_ceil(3) && *steps < letters
    };
    scored.min().filter(near).map(|(_, known)| known)
}

/// How far `written` is from the key of an object that it may be meant for: at most a quarter of its letters, with
/// capitals and `_` or `-` between words aside; `None` where it is another word. Short keys are no likeness.
pub fn misspelling(written: &str, key: &str) -> Option<usize> {
    if written.len() > LONGEST || written.len().min(key.len()) < 4 {
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
        let passes = ["structure", "scaffold", "final"];
        assert_eq!(nearest("strcture", passes), Some("structure"));
        assert_eq!(nearest("FINAL", passes), Some("final"));
        assert_eq!(nearest("review", passes), None);
        assert_eq!(nearest("x", ["v"]), None);
        assert_eq!(nearest(&"final".repeat(100), passes), None);
    }

    #[test]
    fn a_misspelt_key_is_known_and_another_key_is_not() {
        assert_eq!(misspelling("descripton", "description"), Some(1));
        assert_eq!(misspelling("chapterId", "chapter_id"), Some(0));
        assert_eq!(misspelling("id", "in"), None);
        assert_eq!(misspelling("name", "notes"), None);
        assert_eq!(misspelling("confirmed", "confirmed_at"), Some(2));
    }
}
