//! One thing for each pass.

use crate::contract::plan_comments::Pass;

/// One thing for each pass.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PerPass<T>([T; Pass::ALL.len()]);

impl<T> PerPass<T> {
    /// What `make` gives for each pass.
    pub fn new(make: impl FnMut(Pass) -> T) -> PerPass<T> {
        PerPass(Pass::ALL.map(make))
    }

    /// That of a pass.
    pub fn of(&self, pass: Pass) -> &T {
        let [structure, scaffold, last, coding] = &self.0;
        match pass {
            Pass::Structure => structure,
            Pass::Scaffold => scaffold,
            Pass::Final => last,
            Pass::Coding => coding,
        }
    }

    /// That of a pass, to change.
    pub fn of_mut(&mut self, pass: Pass) -> &mut T {
        let [structure, scaffold, last, coding] = &mut self.0;
        match pass {
            Pass::Structure => structure,
            Pass::Scaffold => scaffold,
            Pass::Final => last,
            Pass::Coding => coding,
        }
    }

    /// All, in the order of [`Pass::ALL`].
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// All, to change, in the order of [`Pass::ALL`].
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// Another thing made of each.
    pub fn map<U>(self, make: impl FnMut(T) -> U) -> PerPass<U> {
        PerPass(self.0.map(make))
    }
}

impl<T> IntoIterator for PerPass<T> {
    type Item = T;
    type IntoIter = std::array::IntoIter<T, { Pass::ALL.len() }>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a PerPass<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut PerPass<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
