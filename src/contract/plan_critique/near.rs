//! The known word that a wrong one was probably meant to be.

/// Characters of a word beyond which no known one is meant.
const LONGEST: usize = 40;

/// The one of `known` that is at most a third of its letters away from `word`; case does not matter.
pub(super) fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    if word.chars().nth(LONGEST).is_some() {
        return None;
    }
    let word = word.to_lowercase();
    let scored = known.iter().map(|k| (distance(&word, k), *k));
    scored.min().filter(|(steps, k)| *steps <= (k.chars().count() / 3).max(1)).map(|(_, k)| k)
}

/// Edits from one text to the other (insert, delete, replace a character).
fn distance(from: &str, to: &str) -> usize {
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

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_near_miss_is_named_and_a_strange_word_is_not() {
        let known = ["objections", "replies", "round"];
        assert_eq!(nearest("objection", &known), Some("objections"));
        assert_eq!(nearest("Replies", &known), Some("replies"));
        assert_eq!(nearest("x", &known), None);
        assert_eq!(nearest(&"round".repeat(100), &known), None);
    }
}
