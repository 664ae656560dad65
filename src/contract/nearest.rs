//! The name that was probably meant where one is named that is not there: findings carry it as the argument `near`.

/// Longer names are not compared, in characters.
const LONGEST: usize = 64;

/// Character pairs compared for one file: however many names lead nowhere, looking for what was meant ends.
const WORK: usize = 4_000_000;

/// Looks for what was meant, with an end to the work it does for one file.
#[derive(Debug)]
pub(crate) struct Nearest {
    left: usize,
}

impl Nearest {
    /// With all its work before it.
    pub(crate) fn new() -> Self {
        Nearest { left: WORK }
    }

    /// The known name that is nearest to `name`: at most a third of its characters (and one) away. Of several as near
    /// the first in the order of the alphabet.
    pub(crate) fn to<'k>(&mut self, name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
        let name: Vec<char> = name.chars().take(LONGEST + 1).collect();
        if name.is_empty() || name.len() > LONGEST {
            return None;
        }
        let mut best: Option<(usize, &str)> = None;
        for other in known {
            let length = other.chars().take(LONGEST + 1).count();
            let limit = length.min(name.len()).div_ceil(3);
            let far = length > LONGEST || length.abs_diff(name.len()) > limit;
            let cost = if far { 1 } else { name.len() * length.max(1) };
            self.left = self.left.checked_sub(cost)?;
            let steps = if far { usize::MAX } else { distance(&name, other) };
            // A name without one character in common is another one, however short.
            if steps <= limit && steps < length.max(name.len()) && best.is_none_or(|best| (steps, other) < best) {
                best = Some((steps, other));
            }
        }
        best.map(|(_, other)| other)
    }
}

/// Edits from one text to the other (insert, delete, replace a character).
fn distance(from: &[char], to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (i, a) in from.iter().enumerate() {
        let (mut corner, mut left) = (i, i + 1);
        for (b, above) in to.chars().zip(row.iter_mut().skip(1)) {
            let best = (corner + usize::from(*a != b)).min(*above + 1).min(left + 1);
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
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_a_far_one_is_not() {
        let near = |name| Nearest::new().to(name, ["ch-hook", "ch-steps", "導入", "x"]);
        assert_eq!(near("ch-hok"), Some("ch-hook"));
        assert_eq!(near("ch-step"), Some("ch-steps"));
        assert_eq!(near("導人"), Some("導入"));
        for far in ["", "y", "epilogue", "c"] {
            assert_eq!(near(far), None, "{far}");
        }
        assert_eq!(near(&"x".repeat(1000)), None);
    }

    #[test]
    fn the_work_for_one_file_has_an_end() {
        let known: Vec<String> = (0..20_000).map(|n| format!("shot-{n}")).collect();
        let mut nearest = Nearest::new();
        let found = (0..200).filter(|n| nearest.to(&format!("shut-{n}"), known.iter().map(String::as_str)).is_some());
        assert!(found.count() < 100);
        assert_eq!(nearest.to("shot-99999", known.iter().map(String::as_str)), None);
    }
}
