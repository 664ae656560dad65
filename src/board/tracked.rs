//! Values that count their changes, and what is made of them: once per change, not per key or frame.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A value that counts how often it may have changed.
#[derive(Debug, Default)]
pub struct Tracked<T> {
    value: T,
    changes: u64,
}

impl<T> Tracked<T> {
    /// One that never changed.
    pub fn new(value: T) -> Tracked<T> {
        Tracked { value, changes: 0 }
    }

    /// How often it may have changed; never less than before.
    pub fn changes(&self) -> u64 {
        self.changes
    }
}

impl<T> Deref for Tracked<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Tracked<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.changes += 1;
        &mut self.value
    }
}

/// Something made of values that count their changes, kept until one of them changes.
#[derive(Debug)]
pub struct Memo<T>(RefCell<Option<(u64, Arc<T>)>>);

impl<T> Default for Memo<T> {
    fn default() -> Memo<T> {
        Memo(RefCell::new(None))
    }
}

impl<T> Memo<T> {
    /// What was made after `changes` (all that it depends on, summed), or what `make` makes now.
    pub fn of(&self, changes: u64, make: impl FnOnce() -> T) -> Arc<T> {
        let kept = self.0.borrow().as_ref().filter(|(at, _)| *at == changes).map(|(_, made)| made.clone());
        kept.unwrap_or_else(|| {
            let made = Arc::new(make());
            self.0.replace(Some((changes, made.clone())));
            made
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_of_a_value_is_made_once_per_change() {
        let mut list = Tracked::new(vec![1]);
        let memo = Memo::default();
        let mut made = 0;
        let mut sum = |list: &Tracked<Vec<i32>>| {
            *memo.of(list.changes(), || {
                made += 1;
                list.iter().sum::<i32>()
            })
        };
        assert_eq!((sum(&list), sum(&list)), (1, 1));
        list.push(2);
        assert_eq!((sum(&list), sum(&list)), (3, 3));
        assert_eq!(made, 2);
    }
}
