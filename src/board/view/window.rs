//! A window over parts laid out one under the other: only parts in sight are measured, so that thousands cost no more per
//! key than a few.

use crate::board::checklist::Place;

/// Parts of any height, and how many rows are seen at once.
pub struct Window<F: Fn(usize) -> usize> {
    /// How many parts there are.
    pub count: usize,
    /// Rows shown at once.
    pub height: usize,
    /// Rows of a part.
    pub rows: F,
}

impl<F: Fn(usize) -> usize> Window<F> {
    /// The place from which the end is just in sight.
    pub fn last_top(&self) -> Place {
        self.up(Place { part: self.count, row: 0 }, self.height)
    }

    /// So many rows up.
    pub fn up(&self, from: Place, rows: usize) -> Place {
        let Place { mut part, mut row } = from;
        let mut left = rows;
        while left > row {
            let Some(before) = part.checked_sub(1) else { return Place::default() };
            left -= row;
            (part, row) = (before, (self.rows)(before));
        }
        Place { part, row: row - left }
    }

    /// So many rows down.
    pub fn down(&self, from: Place, rows: usize) -> Place {
        let Place { mut part, mut row } = from;
        let mut left = rows;
        while part < self.count {
            let here = (self.rows)(part);
            if row + left < here {
                return Place { part, row: row + left };
            }
            left -= here.saturating_sub(row).min(left);
            (part, row) = (part + 1, 0);
        }
        Place { part, row }
    }

    /// The nearest place to `top` from which `part` is in sight with `above` rows before it: all of it, or as much as
    /// there is room for.
    pub fn reveal(&self, top: Place, part: usize, above: usize) -> Place {
        let top = self.within(top).min(self.last_top());
        let rows = (self.rows)(part);
        let start = Place { part, row: 0 };
        let highest = if above + rows <= self.height { self.up(start, above) } else { start };
        let end = self.up(Place { part: part + 1, row: 0 }, self.height);
        if rows > self.height {
            // It is read row by row.
            return top.clamp(start, Place { part, row: rows - self.height });
        }
        if top > highest { highest } else { top.max(end) }
    }

    /// `place`, or where its row went.
    fn within(&self, place: Place) -> Place {
        let part = place.part.min(self.count.saturating_sub(1));
        let last = || (self.rows)(part).saturating_sub(1);
        let row = if part == place.part && place.row > 0 { place.row.min(last()) } else { 0 };
        Place { part, row }
    }

    /// Whether rows of `part` are below what is shown from `top`, and whether some are above.
    pub fn hidden(&self, top: Place, part: usize) -> (bool, bool) {
        let next = Place { part: part + 1, row: 0 };
        (top < self.up(next, self.height), top > Place { part, row: 0 })
    }
}
