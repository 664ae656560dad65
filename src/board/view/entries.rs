//! A panel of entries among headings, one of which is selected: how it moves in the window it is seen through.

use crate::board::checklist::Place;
use crate::board::view::content::Content;
use crate::board::view::window::Window;

/// Entries laid out in parts at the size of the screen; other parts are headings.
pub trait Entries {
    /// All parts.
    fn window(&self) -> Window<impl Fn(usize) -> Content>;

    /// The selected entry.
    fn selected(&self) -> usize;

    /// How many entries there are.
    fn count(&self) -> usize;

    /// The part an entry is; `None`: there is no such entry.
    fn part_of(&self, entry: usize) -> Option<usize>;

    /// The first entry that is this part or a later one; the number of entries where there is none.
    fn first_from(&self, part: usize) -> usize;

    /// Rows of the headings that are shown with the selected entry.
    fn heading_rows(&self) -> usize;

    /// The part the selected entry is; `None`: there are no entries.
    fn part_of_selected(&self) -> Option<usize> {
        self.part_of(self.selected())
    }

    /// The entry this part is; `None`: it is a heading.
    fn entry_at(&self, part: usize) -> Option<usize> {
        let entry = self.first_from(part);
        (self.part_of(entry) == Some(part)).then_some(entry)
    }

    /// Where the list begins for an entry to have so many rows above it.
    fn top_with(&self, entry: usize, above: usize) -> Place {
        self.window().up(Place { part: self.part_of(entry).unwrap_or(0), row: 0 }, above)
    }

    /// The last entry.
    fn last(&self) -> usize {
        self.count().saturating_sub(1)
    }

    /// The nearest place to `top` from which the selected entry is in sight.
    fn reveal(&self, top: Place) -> Place {
        let window = self.window();
        match self.part_of_selected() {
            Some(part) => window.reveal(top, part, self.heading_rows()),
            None => window.within(top).min(window.last_top()),
        }
    }

    /// Whether there are rows to be read below what is shown from `top` before the selection goes on (of the selected
    /// entry; at the last, of anything), and whether some are above.
    fn hidden(&self, top: Place) -> (bool, bool) {
        let window = self.window();
        let below = || top < window.last_top();
        match self.part_of_selected().map(|part| window.hidden(top, part)) {
            Some((_, above)) if self.selected() >= self.last() => (below(), above),
            Some(hidden) => hidden,
            None => (below(), top > Place::default()),
        }
    }

    /// One row, down or up.
    fn scrolled(&self, from: Place, down: bool) -> Place {
        if down { self.window().down(from, 1) } else { self.window().up(from, 1) }
    }

    /// The entry a page from the selected one, at least the next.
    fn a_page_away(&self, down: bool) -> usize {
        let Some(part) = self.part_of_selected() else { return 0 };
        let window = self.window();
        let (page, from) = (window.height.saturating_sub(1).max(1), Place { part, row: 0 });
        let to = if down { window.down(from, page) } else { window.up(from, page) };
        let found = self.first_from(to.part);
        // What is higher than the screen is no reason to stay.
        if down {
            found.max(self.selected() + 1).min(self.last())
        } else {
            found.min(self.selected().saturating_sub(1))
        }
    }

    /// Where the last entry is shown from, coming from `top`.
    fn end(&self, top: Place) -> Place {
        top
    }
}
