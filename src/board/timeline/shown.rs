//! Which rows are on screen. Where there are more than have room, brackets go first, the innermost of them before others.

use super::{Kept, Timeline};

impl Timeline {
    /// The first row shown, among those that are no brackets, where there is room for `height`: the row of the selected bar
    /// is in sight, at first in the middle, and later nothing moves that need not.
    pub fn top(&self, selected: usize, height: usize, kept: &Kept) -> usize {
        let row = self.place(selected).map_or(0, |(row, _)| self.main.partition_point(|number| *number < row));
        let last = self.main.len().saturating_sub(height);
        let top = kept.top.unwrap_or(row.saturating_sub(height / 2));
        top.min(row).max((row + 1).saturating_sub(height)).min(last)
    }

    /// The rows shown where there is room for `height`, from the top.
    pub fn shown(&self, selected: usize, height: usize, kept: &Kept) -> Vec<usize> {
        let top = self.top(selected, height, kept);
        let mut rows: Vec<usize> = self.main.iter().skip(top).take(height).copied().collect();
        let room = height.saturating_sub(rows.len());
        rows.extend(self.brackets.iter().take(room));
        rows.sort_unstable();
        rows
    }

    /// How many rows have no room in `height`; brackets are not counted.
    pub fn hidden(&self, height: usize) -> usize {
        self.main.len().saturating_sub(height)
    }
}
