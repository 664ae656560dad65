//! The source line of a finding, with the place to mark under it.

use std::borrow::Cow;

use crate::contract::finding::Place;
use crate::text::{boundary, cells, clean};

/// Most cells of a source line that are shown where no width is known.
const EXCERPT: usize = 100;
/// Fewest cells of a source line that are shown, however narrow the terminal is.
const NARROW: usize = 20;
/// Characters looked at beyond those that are shown, so that no cluster of them is cut in two.
const SPARE: usize = 32;
/// Bytes between two remembered places: about the most that is looked through for one place.
const STEP: usize = 4096;

/// The text of a file, and where its places are. Made once for all findings of the file.
pub struct Source<'a> {
    text: Cow<'a, str>,
    marks: Vec<(usize, Place)>,
    /// Cells for a line.
    room: usize,
}

/// A source line as far as it is shown.
#[derive(Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The line, cleaned.
    pub line: String,
    /// Cells before the place.
    pub before: usize,
    /// Cells of what was found there, at least 1.
    pub marked: usize,
}

impl<'a> Source<'a> {
    /// The text of these bytes; what is no UTF-8 in them is `�`.
    pub fn new(bytes: &'a [u8]) -> Source<'a> {
        let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
        let marks = marks(&text);
        Source { text, marks, room: EXCERPT }
    }

    /// Lines are shown in this many cells.
    pub fn within(self, cells: usize) -> Source<'a> {
        Source { room: cells.max(NARROW), ..self }
    }

    /// The line of `place`; `found`, where it stands there, is marked as a whole. `None` where nothing can be shown.
    pub fn excerpt(&self, place: Place, found: Option<&str>) -> Option<Excerpt> {
        let offset = self.offset(place)?;
        let (head, tail) = self.text.split_at_checked(offset)?;
        let look = self.room + SPARE;
        let taken: usize = head.chars().rev().take_while(|c| *c != '\n').take(look).map(char::len_utf8).sum();
        let start = head.len() - taken;
        let length: usize = tail.chars().take_while(|c| *c != '\n').take(look).map(char::len_utf8).sum();
        let window = self.text.get(start..offset + length)?.trim_end_matches('\r');
        // The mark of an accent stands under the letter that carries it.
        let (before, after) = window.split_at_checked(boundary::floor(window, offset - start))?;
        if before.is_empty() && after.is_empty() {
            return None;
        }
        let starts = start == 0 || head.get(..start)?.ends_with('\n');
        let ends = matches!(tail.as_bytes().get(length), None | Some(b'\n'));
        let shown = self.head(before, starts);
        let before = cells::width(&shown);
        let mut line = format!("{shown}{}", clean::line(after));
        if !ends {
            // Its last cluster may have been cut; whatever it is, it does not fit.
            line = format!("{}…", line.get(..boundary::previous(&line, line.len())).unwrap_or_default());
        }
        let line = cells::cut(&line, self.room.max(before + 1)).into_owned();
        let found =
            found.map(|found| found.strip_suffix('…').unwrap_or(found)).filter(|found| after.starts_with(found));
        let marked = found.map_or(1, |found| cells::width(&clean::line(found)));
        let marked = marked.min(cells::width(&line).saturating_sub(before)).max(1);
        Some(Excerpt { line, before, marked })
    }

    /// What is shown before the place: all of it in half the room, else its end.
    fn head(&self, before: &str, starts: bool) -> String {
        let cleaned = clean::line(before);
        if starts && cells::width(&cleaned) <= self.room / 2 {
            return cleaned.into_owned();
        }
        let mut left = self.room * 2 / 5;
        let mut from = cleaned.len();
        for (at, grapheme) in cells::graphemes(&cleaned).rev() {
            // The first cluster may have been cut.
            if cells::of(grapheme) > left || at == 0 {
                break;
            }
            left -= cells::of(grapheme);
            from = at;
        }
        format!("…{}", cleaned.get(from..).unwrap_or_default())
    }

    /// The byte offset of a place; the end of its line where the line is shorter, `None` where there is no such line.
    fn offset(&self, place: Place) -> Option<usize> {
        let next = self.marks.partition_point(|(_, known)| *known <= place);
        let (from, mut at) = next.checked_sub(1).and_then(|n| self.marks.get(n)).copied()?;
        let rest = self.text.get(from..)?;
        for (offset, c) in rest.char_indices() {
            if at >= place || c == '\n' && at.line == place.line {
                return Some(from + offset);
            }
            at = after(at, c);
        }
        (at.line == place.line).then_some(self.text.len())
    }
}

/// Cells of a line of the result: those of the terminal, else what `COLUMNS` says, else 100.
pub fn columns() -> usize {
    let terminal = rustix::termios::tcgetwinsize(std::io::stdout()).ok().map(|size| usize::from(size.ws_col));
    let said = || std::env::var("COLUMNS").ok()?.trim().parse::<usize>().ok();
    terminal.filter(|cells| *cells > 0).or_else(said).filter(|cells| *cells > 0).unwrap_or(EXCERPT)
}

fn marks(text: &str) -> Vec<(usize, Place)> {
    let mut marks = Vec::new();
    let mut at = Place { line: 1, column: 1 };
    let mut next = 0;
    for (offset, c) in text.char_indices() {
        if offset >= next {
            marks.push((offset, at));
            next = offset + STEP;
        }
        at = after(at, c);
    }
    marks
}

/// The place after the character `c` at `at`.
fn after(at: Place, c: char) -> Place {
    match c {
        '\n' => Place { line: at.line + 1, column: 1 },
        _ => Place { line: at.line, column: at.column + 1 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(text: &str, line: usize, column: usize, found: Option<&str>) -> Option<(String, usize, usize)> {
        let shown = Source::new(text.as_bytes()).excerpt(Place { line, column }, found)?;
        Some((shown.line, shown.before, shown.marked))
    }

    #[test]
    fn the_mark_stands_right_under_wide_characters() {
        let text = "{\n  \"説明\": 5,\r\n}";
        assert_eq!(at(text, 2, 9, Some("5")), Some(("  \"説明\": 5,".to_owned(), 10, 1)));
        assert_eq!(at(text, 2, 4, Some("説明")), Some(("  \"説明\": 5,".to_owned(), 3, 4)));
    }

    #[test]
    fn tabs_marks_and_controls_are_shown_as_wide_as_they_are_counted() {
        assert_eq!(at("\t\u{1b}e\u{301}x", 1, 5, None), Some((" ␛e\u{301}x".to_owned(), 3, 1)));
        assert_eq!(at("e\u{301}x", 1, 2, None), Some(("e\u{301}x".to_owned(), 0, 1)));
        assert_eq!(at("👨‍👩‍👧 5", 1, 7, Some("5")), Some(("👨‍👩‍👧 5".to_owned(), 3, 1)));
    }

    #[test]
    fn a_long_line_is_shown_around_the_place() {
        let line = format!("{}X{}", "a".repeat(5000), "b".repeat(5000));
        let (shown, before, _) = at(&line, 1, 5001, None).expect("an excerpt");
        assert_eq!(shown.chars().nth(before), Some('X'));
        assert!(shown.starts_with('…') && shown.ends_with('…') && cells::width(&shown) <= EXCERPT);
    }

    #[test]
    fn what_was_found_is_marked_as_far_as_it_is_shown() {
        let long = format!("\"{}\"", "あ".repeat(300));
        let found = format!("\"{}…", "あ".repeat(79));
        let (shown, before, marked) = at(&long, 1, 1, Some(&found)).expect("an excerpt");
        assert_eq!((before, marked), (0, cells::width(&shown)));
        assert_eq!(at("abc", 1, 2, Some("U+0007")), Some(("abc".to_owned(), 1, 1)));
    }

    #[test]
    fn a_place_behind_the_end_of_a_line_is_its_end() {
        assert_eq!(at("ab\ncd", 1, 9, None), Some(("ab".to_owned(), 2, 1)));
        assert_eq!(at("ab\ncd", 2, 3, None), Some(("cd".to_owned(), 2, 1)));
        assert_eq!(at("ab\ncd", 3, 1, None), None);
        assert_eq!(at("", 1, 1, None), None);
        assert_eq!(at("a\n\nb", 2, 1, None), None);
    }

    #[test]
    fn a_line_is_never_wider_than_the_room_and_no_cluster_is_cut() {
        let family = "👨‍👩‍👧";
        let text = format!("{}\"x\"{}", family.repeat(300), "e\u{301}".repeat(300));
        for room in [20, 31, 80, 200] {
            let column = 300 * family.chars().count() + 1;
            let source = Source::new(text.as_bytes()).within(room);
            let shown = source.excerpt(Place { line: 1, column }, Some("\"x\"")).expect("an excerpt");
            assert!(cells::width(&shown.line) <= room, "{room}: {shown:?}");
            assert!(shown.line.starts_with('…') && shown.line.ends_with('…'), "{shown:?}");
            let whole = |part: &str| [family, "e\u{301}", "\"", "x", "…"].contains(&part);
            assert!(cells::graphemes(&shown.line).all(|(_, part)| whole(part)), "{shown:?}");
            assert_eq!((shown.marked, cells::width(shown.line.split('"').next().unwrap())), (3, shown.before));
        }
    }

    proptest! {
        #[test]
        fn every_place_of_a_text_is_found(text in "(?s)[a-c\nあé\u{301}]{0,300}", chunk in 0usize..300) {
            let source = Source::new(text.as_bytes());
            let mut place = Place { line: 1, column: 1 };
            for (n, (offset, c)) in text.char_indices().enumerate() {
                if n == chunk {
                    prop_assert_eq!(source.offset(place), Some(offset));
                }
                place = after(place, c);
            }
        }

        #[test]
        fn any_bytes_and_place_can_be_shown(bytes in any::<Vec<u8>>(), line in 0usize..5, column in 0usize..200) {
            if let Some(shown) = Source::new(&bytes).excerpt(Place { line, column }, None) {
                prop_assert!(shown.before <= cells::width(&shown.line));
            }
        }
    }
}
