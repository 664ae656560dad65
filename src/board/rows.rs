//! The rows of the list: the groups, and those of their targets that the filter shows.

use std::ops::Deref;
use std::sync::Arc;

use crate::board::positions::Positions;
use crate::review::target::PassView;

/// A row of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListRow {
    /// A group's heading (position in `PassView::groups`).
    Group(usize),
    /// A target (position in `PassView::targets`).
    Target(usize),
}

/// The rows of a list in timeline order. A copy is cheap as long as neither changes.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    list: Arc<Vec<ListRow>>,
    /// The targets in it; `None`: all.
    shown: Option<Positions>,
    /// How many they are.
    targets: usize,
}

impl Deref for Rows {
    type Target = [ListRow];
    fn deref(&self) -> &[ListRow] {
        &self.list
    }
}

impl Rows {
    /// Groups that have targets to be shown (`None`: all), and those targets.
    pub fn of(view: &PassView, shown: Option<Positions>) -> Rows {
        let most = shown.as_ref().map_or(view.targets.len(), Positions::count);
        let mut rows = Vec::with_capacity(most + view.groups.len());
        let mut targets = 0;
        for (number, group) in view.groups.iter().enumerate() {
            let before = rows.len();
            if has_heading(view) {
                rows.push(ListRow::Group(number));
            }
            let first = rows.len();
            match &shown {
                None => rows.extend(group.targets.clone().map(ListRow::Target)),
                Some(shown) => {
                    let here = shown.from(group.targets.start).take_while(|p| *p < group.targets.end);
                    rows.extend(here.map(ListRow::Target));
                }
            }
            targets += rows.len() - first;
            if rows.len() == first {
                rows.truncate(before);
            }
        }
        rows.shrink_to_fit();
        Rows { list: Arc::new(rows), shown, targets }
    }

    /// The targets that are shown; `None`: all.
    pub fn shown(&self) -> Option<&Positions> {
        self.shown.as_ref()
    }

    /// How many targets are shown.
    pub fn targets(&self) -> usize {
        self.targets
    }

    /// Whether the target at a position is shown.
    pub fn has(&self, position: usize) -> bool {
        self.get(self.row_of(position)) == Some(&ListRow::Target(position))
    }

    /// The row at or after which the target at `position` stands. Rows are in target order, so halves are enough.
    pub fn row_of(&self, position: usize) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = (low + high) / 2;
            // A heading stands before the first target after it.
            let target = self.iter().skip(middle).take(2).find_map(ListRow::target);
            let is_heading = matches!(self.get(middle), Some(ListRow::Group(_)));
            let before = target.is_some_and(|p| p < position || (is_heading && p == position));
            if before { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// The first target from `position` on, or the last one before it.
    pub fn nearest(&self, position: usize) -> Option<usize> {
        let row = self.row_of(position);
        let after = self.iter().skip(row).find_map(ListRow::target);
        after.or_else(|| self.iter().take(row).rev().find_map(ListRow::target))
    }

    /// Shows a target from now on (`true`) or no longer, with or without its group's heading. The other rows stay.
    pub fn set(&mut self, view: &PassView, position: usize, is_shown: bool) {
        if let Some(shown) = &mut self.shown {
            shown.set(position, is_shown);
        }
        let Some(number) = view.groups.partition_point(|g| g.targets.start <= position).checked_sub(1) else { return };
        let Some(group) = view.groups.get(number).filter(|group| group.targets.contains(&position)) else { return };
        if self.has(position) == is_shown {
            return;
        }
        let row = self.row_of(position);
        let is_here = |row: Option<&ListRow>| match row {
            Some(ListRow::Group(other)) => *other == number,
            Some(ListRow::Target(other)) => group.targets.contains(other),
            None => false,
        };
        let above = row.checked_sub(1).and_then(|row| self.get(row)).copied();
        if is_shown {
            self.targets += 1;
            let at_heading = self.get(row) == Some(&ListRow::Group(number));
            let has_heading = !has_heading(view) || at_heading || is_here(above.as_ref());
            let list = Arc::make_mut(&mut self.list);
            list.insert(row + usize::from(at_heading), ListRow::Target(position));
            if !has_heading {
                list.insert(row, ListRow::Group(number));
            }
        } else {
            self.targets = self.targets.saturating_sub(1);
            let is_last = above == Some(ListRow::Group(number)) && !is_here(self.get(row + 1));
            let list = Arc::make_mut(&mut self.list);
            list.drain(row - usize::from(is_last)..=row);
        }
    }
}

impl ListRow {
    /// The position of its target.
    pub fn target(&self) -> Option<usize> {
        if let ListRow::Target(position) = self { Some(*position) } else { None }
    }
}

/// Groups have headings, but for the only one without a title.
fn has_heading(view: &PassView) -> bool {
    !matches!(view.groups.as_slice(), [only] if only.title.is_none())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::review::anchor::testing::{shot, view};
    use crate::review::target::Group;

    /// Groups of these sizes, the empty ones, too.
    fn grouped(sizes: &[usize]) -> PassView {
        let count = sizes.iter().sum();
        let mut made = view((0..count).map(|n| shot(n, None, "x")).collect());
        let (like, mut start) = (made.groups[0].clone(), 0);
        made.groups = (sizes.iter())
            .map(|size| {
                start += size;
                Group { targets: start - size..start, ..like.clone() }
            })
            .collect();
        made
    }

    proptest! {
        #[test]
        fn rows_changed_target_by_target_are_those_made_at_once(
            sizes in prop::collection::vec(0..4_usize, 1..5),
            titled: bool,
            flips in prop::collection::vec(0..12_usize, 0..20),
        ) {
            let mut view = grouped(&sizes);
            view.groups[0].title = titled.then(|| "t".to_owned());
            let count = view.targets.len();
            let mut shown = Positions::default();
            let mut rows = Rows::of(&view, Some(shown.clone()));
            for flip in flips.into_iter().filter(|flip| *flip < count) {
                shown.set(flip, !shown.contains(flip));
                rows.set(&view, flip, shown.contains(flip));
                let whole = Rows::of(&view, Some(shown.clone()));
                prop_assert_eq!(&rows[..], &whole[..]);
                prop_assert_eq!(rows.targets(), whole.targets());
                prop_assert_eq!(rows.shown().unwrap().iter().collect::<Vec<_>>(), shown.iter().collect::<Vec<_>>());
            }
            prop_assert_eq!(Rows::of(&view, None).to_vec(), Rows::of(&view, Some(Positions::all(count))).to_vec());
        }
    }
}
