//! Near misses: which known word was probably meant.

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

/// The candidate that was probably meant by `word`: the nearest one, at most a third of its letters away; of equally
/// near ones the first in alphabetical order.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let scored = candidates.into_iter().map(|known| (distance(word, known), known));
    scored.min().filter(|(steps, known)| *steps <= known.len().div_ceil(3)).map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insertions_deletions_and_replacements_count() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("mock", "mok"), 1);
        assert_eq!(distance("depends", "dependsOn"), 2);
    }

    #[test]
    fn the_nearest_word_is_at_most_a_third_away() {
        assert_eq!(nearest("integraton", ["unit", "integration"]), Some("integration"));
        assert_eq!(nearest("zebra", ["unit", "integration"]), None);
        assert_eq!(nearest("unit", []), None);
    }
}
