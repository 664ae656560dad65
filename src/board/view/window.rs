//! A window over parts laid out one below the other: only parts in sight are laid out, so that thousands cost no more per
//! key than a few.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::board::checklist::Place;
use crate::board::state::State;
use crate::board::view::content::Content;
use crate::board::view::overlay;

/// Parts of any height, and how many rows are seen at once.
pub struct Window<F: Fn(usize) -> Content> {
    /// How many parts there are.
    pub count: usize,
    /// Rows shown at once, at least 1.
    pub height: usize,
    /// Lays out a part.
    pub part: F,
}

impl<F: Fn(usize) -> Content> Window<F> {
    /// Draws the parts from `top` on, with arrows where there are more; the cursor waits at the selected part.
    /// `seen` is told of each part where it begins on the screen and how many rows of it follow.
    pub fn draw(
        &self,
        state: &State,
        top: Place,
        selected: Option<usize>,
        area: Rect,
        buf: &mut Buffer,
        mut seen: impl FnMut(usize, u16, usize),
    ) -> Position {
        let mut cursor = area.as_position();
        let (mut place, mut y) = (top, area.top());
        while y < area.bottom() && place.part < self.count {
            let content = (self.part)(place.part);
            if selected == Some(place.part) {
                cursor.y = y;
            }
            content.draw(Rect { y, height: area.bottom() - y, ..area }, place.row, buf);
            let rows = content.len().saturating_sub(place.row);
            seen(place.part, y, rows);
            y = y.saturating_add(u16::try_from(rows).unwrap_or(u16::MAX));
            place = Place { part: place.part + 1, row: 0 };
        }
        overlay::arrows(state, area, top > Place::default(), top < self.last_top(), buf);
        cursor
    }

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
            (part, row) = (before, self.rows(before));
        }
        Place { part, row: row - left }
    }

    /// So many rows down.
    pub fn down(&self, from: Place, rows: usize) -> Place {
        let Place { mut part, mut row } = from;
        let mut left = rows;
        while part < self.count {
            let here = self.rows(part);
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
        let rows = self.rows(part);
        let start = Place { part, row: 0 };
        if rows > self.height {
            // It is read row by row.
            return top.clamp(start, Place { part, row: rows - self.height });
        }
        let highest = if above + rows <= self.height { self.up(start, above) } else { start };
        let end = self.up(Place { part: part + 1, row: 0 }, self.height);
        if top > highest { highest } else { top.max(end) }
    }

    /// `place`, or where its row went.
    pub fn within(&self, place: Place) -> Place {
        let part = place.part.min(self.count.saturating_sub(1));
        let last = || self.rows(part).saturating_sub(1);
        let row = if part == place.part && place.row > 0 { place.row.min(last()) } else { 0 };
        Place { part, row }
    }

    /// Whether rows of `part` are below what is shown from `top`, and whether some are above.
    pub fn hidden(&self, top: Place, part: usize) -> (bool, bool) {
        let next = Place { part: part + 1, row: 0 };
        (top < self.up(next, self.height), top > Place { part, row: 0 })
    }

    fn rows(&self, part: usize) -> usize {
        (self.part)(part).len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A window over parts of these heights.
    fn window(heights: &[usize], height: usize) -> Window<impl Fn(usize) -> Content> {
        let part = |part: usize| {
            let mut content = Content::new(1);
            (0..heights[part]).for_each(|_| content.line(Vec::new()));
            content
        };
        Window { count: heights.len(), height, part }
    }

    /// How many rows are above a place.
    fn rows_above(heights: &[usize], place: Place) -> usize {
        heights.iter().take(place.part).sum::<usize>() + place.row
    }

    proptest! {
        #[test]
        fn up_and_down_go_row_by_row_and_stop_at_the_ends(
            heights in proptest::collection::vec(1..6_usize, 1..8), height in 1..12_usize, rows in 0..60_usize,
        ) {
            let window = window(&heights, height);
            let all = heights.iter().sum::<usize>();
            let down = window.down(Place::default(), rows);
            prop_assert_eq!(rows_above(&heights, down), rows.min(all));
            let up = window.up(Place { part: heights.len(), row: 0 }, rows);
            prop_assert_eq!(rows_above(&heights, up), all.saturating_sub(rows));
        }

        #[test]
        fn a_revealed_part_is_in_sight_from_the_nearest_place(
            heights in proptest::collection::vec(1..6_usize, 1..8), height in 1..12_usize, at in 0..100_usize,
            part in 0..8_usize, row in 0..6_usize,
        ) {
            let (window, at) = (window(&heights, height), at % heights.len());
            let from = window.within(Place { part, row }).min(window.last_top());
            let top = window.reveal(from, at, 0);
            let (first, shown) = (rows_above(&heights, Place { part: at, row: 0 }), rows_above(&heights, top));
            let end = first + heights[at];
            let (whole, filled) =
                (shown <= first && end <= shown + height, first <= shown && shown + height <= end);
            let is_right = if heights[at] <= height { whole } else { filled };
            prop_assert!(is_right);
            if window.hidden(from, at) == (false, false) {
                prop_assert_eq!(top, from);
            }
        }
    }
}
