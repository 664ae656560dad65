//! Which rows of what lies over the board belong to which entry of its list: noted while it is drawn, so that a click
//! finds what is seen.

use std::ops::Range;

use ratatui::layout::{Position, Rect};

/// The rows of entries, as they are on the screen.
#[derive(Debug, Default)]
pub struct Hits(Vec<(Rect, Hit)>);

/// An entry of a list, on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// Position of the entry in its list.
    pub entry: usize,
    /// Rows of the list that are shown above it.
    pub above: usize,
}

impl Hits {
    /// `rows` rows of the list at `area`, from `y` on (cells from 0), belong to this entry, as far as they are in sight.
    pub fn mark(&mut self, area: Rect, y: u16, rows: usize, entry: usize) {
        let height = u16::try_from(rows).unwrap_or(u16::MAX).min(area.bottom().saturating_sub(y));
        if y >= area.y && height > 0 {
            self.0.push((Rect { y, height, ..area }, Hit { entry, above: usize::from(y - area.y) }));
        }
    }

    /// The same for some rows of a text that is drawn at `area` from its row `first` on.
    pub fn mark_scrolled(&mut self, area: Rect, first: usize, rows: Range<usize>, entry: usize) {
        let from = rows.start.max(first);
        if let Ok(below) = u16::try_from(from - first) {
            self.mark(area, area.y.saturating_add(below), rows.end.saturating_sub(from), entry);
        }
    }

    /// The entry at a place.
    pub fn at(&self, at: Position) -> Option<Hit> {
        self.0.iter().find(|(area, _)| area.contains(at)).map(|(_, hit)| *hit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_out_of_sight_belong_to_nothing() {
        let area = Rect::new(2, 5, 10, 4);
        let mut hits = Hits::default();
        hits.mark_scrolled(area, 3, 0..4, 0);
        hits.mark_scrolled(area, 3, 4..6, 1);
        hits.mark_scrolled(area, 3, 6..90, 2);
        hits.mark_scrolled(area, 3, 90..91, 3);
        hits.mark_scrolled(area, 3, 0..2, 4);
        let found: Vec<_> = (4..10).map(|y| hits.at(Position::new(4, y)).map(|hit| hit.entry)).collect();
        assert_eq!(found, [None, Some(0), Some(1), Some(1), Some(2), None]);
        assert_eq!(hits.at(Position::new(4, 7)), Some(Hit { entry: 1, above: 1 }));
        assert_eq!(hits.at(Position::new(1, 5)), None);
    }
}
