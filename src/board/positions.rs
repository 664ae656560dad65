//! A set of positions of targets, one bit each: small enough to be copied for another thread at every key.

/// Bits of a word.
const WORD: usize = u64::BITS as usize;

/// Positions of some targets of a pass.
#[derive(Debug, Clone, Default)]
pub struct Positions {
    words: Vec<u64>,
    count: usize,
}

impl Positions {
    /// All positions below `end`.
    pub fn all(end: usize) -> Positions {
        let mut words = vec![u64::MAX; end / WORD];
        words.extend((!end.is_multiple_of(WORD)).then(|| (1 << (end % WORD)) - 1));
        Positions { words, count: end }
    }

    /// How many they are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether this one is among them.
    pub fn contains(&self, position: usize) -> bool {
        self.words.get(position / WORD).is_some_and(|word| word & (1 << (position % WORD)) != 0)
    }

    /// Puts one in (`true`) or takes it out.
    pub fn set(&mut self, position: usize, is_in: bool) {
        if self.contains(position) == is_in {
            return;
        }
        let at = position / WORD;
        if self.words.len() <= at {
            self.words.resize(at + 1, 0);
        }
        if let Some(word) = self.words.get_mut(at) {
            *word ^= 1 << (position % WORD);
        }
        self.count = if is_in { self.count + 1 } else { self.count.saturating_sub(1) };
    }

    /// Those, and `others`.
    pub fn with(&self, others: &Positions) -> Positions {
        self.combined(others, |a, b| a | b)
    }

    /// Those that are not among `others`.
    pub fn without(&self, others: &Positions) -> Positions {
        self.combined(others, |a, b| a & !b)
    }

    /// Those that are in one of the two only.
    pub fn unlike(&self, others: &Positions) -> Positions {
        self.combined(others, |a, b| a ^ b)
    }

    fn combined(&self, others: &Positions, how: impl Fn(u64, u64) -> u64) -> Positions {
        let word = |of: &Positions, at: usize| of.words.get(at).copied().unwrap_or(0);
        let len = self.words.len().max(others.words.len());
        let words: Vec<u64> = (0..len).map(|at| how(word(self, at), word(others, at))).collect();
        let count = words.iter().map(|word| word.count_ones() as usize).sum();
        Positions { words, count }
    }

    /// In ascending order, from `first` on.
    pub fn from(&self, first: usize) -> impl Iterator<Item = usize> {
        let (skipped, low) = (first / WORD, first % WORD);
        let words = self.words.iter().enumerate().skip(skipped);
        words.flat_map(move |(at, word)| {
            let word = if at == skipped { word & (u64::MAX << low) } else { *word };
            let next = |left: &u64| Some(left & (left - 1)).filter(|left| *left != 0);
            let bits = std::iter::successors(Some(word).filter(|word| *word != 0), next);
            bits.map(move |left| at * WORD + left.trailing_zeros() as usize)
        })
    }

    /// In ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.from(0)
    }

    /// The last one before `end`.
    pub fn last_before(&self, end: usize) -> Option<usize> {
        let (at, high) = (end / WORD, end % WORD);
        let part = self.words.get(at).map(|word| word & !(u64::MAX << high));
        let rest = self.words.iter().take(at).copied().enumerate().rev();
        let words = part.map(|word| (at, word)).into_iter().chain(rest);
        let (at, word) = words.into_iter().find(|(_, word)| *word != 0)?;
        Some(at * WORD + WORD - 1 - word.leading_zeros() as usize)
    }
}

impl FromIterator<usize> for Positions {
    fn from_iter<I: IntoIterator<Item = usize>>(positions: I) -> Positions {
        let mut found = Positions::default();
        positions.into_iter().for_each(|position| found.set(position, true));
        found
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_set_of_bits_is_a_set(a: BTreeSet<u8>, b: BTreeSet<u8>, at: u8) {
            let of = |set: &BTreeSet<u8>| set.iter().map(|n| usize::from(*n)).collect::<Positions>();
            let list = |set: Positions| { assert_eq!(set.count(), set.iter().count()); set.iter().collect::<Vec<_>>() };
            let (one, other, at) = (of(&a), of(&b), usize::from(at));
            prop_assert_eq!(list(one.with(&other)), list(of(&(&a | &b))));
            prop_assert_eq!(list(one.without(&other)), list(of(&(&a - &b))));
            prop_assert_eq!(list(one.unlike(&other)), list(of(&(&a ^ &b))));
            prop_assert_eq!(list(Positions::all(at)), (0..at).collect::<Vec<_>>());
            prop_assert_eq!(one.from(at).next(), one.iter().find(|n| *n >= at));
            prop_assert_eq!(one.last_before(at), one.iter().filter(|n| *n < at).last());
            let mut less = one.clone();
            less.set(at, false);
            prop_assert!(!less.contains(at) && less.count() + usize::from(one.contains(at)) == one.count());
        }
    }
}
