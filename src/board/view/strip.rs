//! Scrolling through parts laid out one below the other, of which only those in sight are laid out: many parts cost no
//! more per key than a few.

use crate::board::checklist::Place;

/// Parts one below the other.
pub struct Strip<'a> {
    /// How many parts there are.
    pub count: usize,
    /// Rows shown at once, at least 1.
    pub height: usize,
    /// Rows of a part.
    pub rows: &'a dyn Fn(usize) -> usize,
}

impl Strip<'_> {
    /// The place so many rows above.
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

    /// The place so many rows below.
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

    /// The place from which the end is just in sight.
    pub fn last_top(&self) -> Place {
        self.up(Place { part: self.count, row: 0 }, self.height)
    }

    /// `place`, or where its row went.
    pub fn within(&self, place: Place) -> Place {
        let part = place.part.min(self.count.saturating_sub(1));
        let is_there = part == place.part && place.row > 0;
        Place { part, row: if is_there { place.row.min((self.rows)(part).saturating_sub(1)) } else { 0 } }
    }

    /// The nearest place to `top` from which a part is in sight, with `above` rows before it where there is room: all of
    /// it, or as much as there is room for.
    pub fn reveal(&self, top: Place, part: usize, above: usize) -> Place {
        let top = self.within(top).min(self.last_top());
        let rows = (self.rows)(part);
        let start = Place { part, row: 0 };
        if rows > self.height {
            // It is read row by row.
            return top.clamp(start, Place { part, row: rows - self.height });
        }
        let highest = if above + rows <= self.height { self.up(start, above) } else { start };
        let end = self.up(Place { part: part + 1, row: 0 }, self.height);
        if top > highest { highest } else { top.max(end) }
    }
}
