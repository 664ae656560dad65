//! What the terminal shows, and what is written for it to show something else: only the cells that changed, and those
//! that a grapheme of doubtful width may have covered.

use std::io;

use ratatui::backend::Backend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};

/// Stands for a cell of which it is not known what the terminal shows: it differs from everything that is drawn.
const UNKNOWN: &str = "\u{e000}";

/// A terminal, with the screen it shows.
pub struct Canvas<B> {
    backend: B,
    shown: Buffer,
    next: Buffer,
}

impl<B: Backend<Error = io::Error>> Canvas<B> {
    /// On an empty terminal of this size (cells).
    pub fn new(backend: B, (width, height): (u16, u16)) -> Self {
        let area = Rect::new(0, 0, width, height);
        Canvas { backend, shown: Buffer::empty(area), next: Buffer::empty(area) }
    }

    /// Empties the terminal: the next frame is drawn whole, in this size (cells).
    ///
    /// # Errors
    /// The terminal cannot be written.
    pub fn clear(&mut self, (width, height): (u16, u16)) -> io::Result<()> {
        let area = Rect::new(0, 0, width, height);
        self.backend.clear()?;
        self.shown = Buffer::empty(area);
        self.next = Buffer::empty(area);
        Ok(())
    }

    /// Draws a frame of this size (cells); `render` says where the cursor belongs.
    ///
    /// # Errors
    /// The terminal cannot be written.
    pub fn draw(&mut self, size: (u16, u16), render: impl FnOnce(&mut Buffer) -> Option<Position>) -> io::Result<()> {
        if self.shown.area != Rect::new(0, 0, size.0, size.1) {
            self.clear(size)?;
        }
        let cursor = render(&mut self.next);
        forget_doubtful(&mut self.shown, &self.next);
        self.backend.draw(self.shown.diff_iter(&self.next))?;
        match cursor {
            Some(position) => {
                self.backend.show_cursor()?;
                self.backend.set_cursor_position(position)?;
            }
            None => self.backend.hide_cursor()?,
        }
        std::mem::swap(&mut self.shown, &mut self.next);
        self.next.reset();
        self.backend.flush()
    }
}

/// Terminals disagree about the width of flags, joined emoji and the like: where one comes, goes or is drawn anew, what
/// is right of it may not be what it is believed to be. So that, too, is drawn again; rows without a change are not.
fn forget_doubtful(shown: &mut Buffer, next: &Buffer) {
    let width = usize::from(shown.area.width);
    if width == 0 {
        return;
    }
    let mut forget_next = false;
    for (was, is) in shown.content.chunks_mut(width).zip(next.content.chunks(width)) {
        let from = if std::mem::take(&mut forget_next) { Some(0) } else { changed_doubt(was, is) };
        let Some(from) = from else { continue };
        // Drawn wider than it is, the last one of a row may go on in the next.
        let reaches = |row: &[Cell]| (0..).zip(row).any(|(x, cell)| x >= from && x + extent(cell) > width);
        forget_next = reaches(was) || reaches(is);
        was.iter_mut().skip(from).for_each(|cell| {
            cell.set_symbol(UNKNOWN);
        });
    }
}

/// Where the first grapheme of doubtful width is that changes in a row.
fn changed_doubt(was: &[Cell], is: &[Cell]) -> Option<usize> {
    was.iter().zip(is).position(|(was, is)| was != is && (extent(was) > 0 || extent(is) > 0))
}

/// The most cells a grapheme of doubtful width may take; 0 for all others.
fn extent(cell: &Cell) -> usize {
    let symbol = cell.symbol();
    if symbol.len() < 3 { 0 } else { Some(symbol.chars().count()).filter(|n| *n > 1).map_or(0, |n| 2 * n) }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use ratatui::backend::CrosstermBackend;
    use ratatui::style::Style;

    use super::*;
    use crate::board::paint;
    use crate::board::testing::*;
    use crate::board::view;

    /// A terminal that keeps what is written to it.
    #[derive(Clone, Default)]
    struct Paper(Rc<RefCell<Vec<u8>>>);

    impl Paper {
        fn take(&self) -> String {
            String::from_utf8(self.0.take()).unwrap()
        }
    }

    impl io::Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Bytes that twenty `j` take in a plan whose every description begins so.
    fn bytes(beginning: &str) -> usize {
        let plan = many_shots(200).replace("Shot number", &format!("{beginning} number"));
        let mut board = Files::of(&plan).open();
        board.resize(120, 40);
        let paper = Paper::default();
        let mut canvas = Canvas::new(CrosstermBackend::new(paper.clone()), (120, 40));
        canvas.draw((120, 40), |buf| view::draw(&board.state, buf)).unwrap();
        assert!(paper.take().contains(beginning));
        for _ in 0..20 {
            board.keys("j");
            canvas.draw((120, 40), |buf| view::draw(&board.state, buf)).unwrap();
        }
        paper.take().len()
    }

    #[test]
    fn joined_emoji_cost_no_whole_screen_at_a_key() {
        let (plain, joined, rtl) = (bytes("cook"), bytes("👨‍👩‍👧‍👦"), bytes("שלום"));
        assert!(joined < plain * 3, "{joined} bytes with joined emoji, {plain} without");
        assert!(rtl < plain * 3, "{rtl} bytes from right to left, {plain} without");
    }

    struct Sheet(Canvas<CrosstermBackend<Paper>>, Paper);

    impl Sheet {
        fn of(rows: &[&str]) -> Sheet {
            let paper = Paper::default();
            let mut sheet = Sheet(Canvas::new(CrosstermBackend::new(paper.clone()), (12, 3)), paper);
            sheet.draw(rows);
            sheet
        }

        /// What is written for these rows to be shown.
        fn draw(&mut self, rows: &[&str]) -> String {
            let put = |buf: &mut Buffer| {
                for (y, row) in (0..).zip(rows) {
                    paint::put(buf, 0, y, 12, row, Style::new());
                }
                None
            };
            self.0.draw((12, 3), put).unwrap();
            self.1.take()
        }
    }

    #[test]
    fn what_is_right_of_a_joined_emoji_that_comes_or_goes_is_drawn_again() {
        let mut sheet = Sheet::of(&["a👨‍👩‍👧 xyz", "abc"]);
        let written = sheet.draw(&["a👨‍👩‍👧 xyz", "abd"]);
        assert!(!written.contains("xyz") && written.contains('d'), "{written:?}");
        let written = sheet.draw(&["a   xyz", "abd"]);
        assert!(written.contains("xyz") && !written.contains("ab"), "{written:?}");
        let written = sheet.draw(&["a👨‍👩‍👧 xyz", "abd"]);
        assert!(written.contains("xyz"), "{written:?}");
    }

    #[test]
    fn the_row_after_a_joined_emoji_at_the_edge_is_drawn_again() {
        let mut sheet = Sheet::of(&["........", "abc", "def"]);
        let written = sheet.draw(&["........👨‍👩‍👧", "abc", "def"]);
        assert!(written.contains("abc") && !written.contains("def"), "{written:?}");
    }

    #[test]
    fn another_size_draws_everything() {
        let mut sheet = Sheet::of(&["abc"]);
        let put = |buf: &mut Buffer| {
            paint::put(buf, 0, 0, 4, "abc", Style::new());
            Some(Position::new(1, 0))
        };
        sheet.0.draw((4, 1), put).unwrap();
        assert!(sheet.1.take().contains("abc"));
    }
}
