//! The editor: text, caret and undo as values. It knows graphemes and cells, but no terminal; [`view`] draws it.

mod history;
mod layout;
#[cfg(test)]
mod tests;
pub mod view;
mod words;

use std::borrow::Cow;
use std::ops::Range;

use crate::text::{boundary, trim, wrap::Row};

use history::{History, Kind};
use layout::Layout;

/// One thing to do in an editor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Puts typed text in at the caret: CRLF and CR become LF, control characters but TAB are dropped.
    Insert(String),
    /// Begins a new line. Nothing in a single-line editor.
    Newline,
    /// One grapheme to the left.
    Left,
    /// One grapheme to the right.
    Right,
    /// To the start of this word, or of the one before. Japanese words are runs of one script.
    WordLeft,
    /// To the end of this word, or of the next.
    WordRight,
    /// One row up, keeping the column in cells; from the first row to the start.
    Up,
    /// One row down, keeping the column in cells; from the last row to the end.
    Down,
    /// To the start of the line (not of the wrapped row).
    LineStart,
    /// To the end of the line (not of the wrapped row).
    LineEnd,
    /// To the start of the text.
    TextStart,
    /// To the end of the text.
    TextEnd,
    /// That many rows up.
    PageUp(usize),
    /// That many rows down.
    PageDown(usize),
    /// Deletes the grapheme before the caret.
    DeleteBack,
    /// Deletes the grapheme after the caret.
    DeleteForward,
    /// Cuts to the end of the line; at its end, the line break.
    KillToEnd,
    /// Cuts to the start of the line; at its start, the line break before.
    KillToStart,
    /// Cuts to where [`Edit::WordLeft`] goes.
    KillWordBack,
    /// Cuts to where [`Edit::WordRight`] goes.
    KillWordForward,
    /// Puts in what was cut last; cuts in a row are one.
    Yank,
    /// Takes back the last step; typing goes back by words.
    Undo,
    /// Takes back the last undo.
    Redo,
}

/// A text being edited. The caret is always on a grapheme boundary.
#[derive(Debug, Clone)]
pub struct Editor {
    text: String,
    caret: usize,
    layout: Layout,
    history: History,
    killed: String,
    /// Whether the last edit cut something, so that the next cut joins it.
    killing: bool,
    /// The column, in cells, that moves up and down return to.
    goal: Option<usize>,
}

impl Editor {
    /// An editor of several lines with the caret at the end of `text`. CRLF and CR become LF; nothing else is changed.
    pub fn new(text: &str) -> Editor {
        Editor::with_layout(line_breaks(text).into_owned(), false)
    }

    /// An editor of one line: line breaks become spaces, and the line scrolls sideways instead of wrapping.
    pub fn single_line(text: &str) -> Editor {
        Editor::with_layout(line_breaks(text).replace('\n', " "), true)
    }

    fn with_layout(text: String, single: bool) -> Editor {
        let (caret, layout) = (text.len(), Layout::new(&text, single));
        let mut editor = Editor {
            text,
            caret,
            layout,
            history: History::default(),
            killed: String::new(),
            killing: false,
            goal: None,
        };
        editor.settle();
        editor
    }

    /// The same with the caret at byte `caret`, or at the grapheme boundary before it.
    pub fn with_caret(mut self, caret: usize) -> Editor {
        self.caret = boundary::floor(&self.text, caret);
        self.settle();
        self
    }

    /// The text as it is, lines divided by `\n`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The caret as a byte offset into the text.
    pub fn caret(&self) -> usize {
        self.caret
    }

    /// Whether the text is white space only, as JavaScript's `trim` sees it (plan comments contract: "non-empty").
    pub fn is_blank(&self) -> bool {
        trim::js_trim(&self.text).is_empty()
    }

    /// Whether this is an editor of one line.
    pub fn is_single_line(&self) -> bool {
        self.layout.is_single()
    }

    /// Wraps to rows of `cells` cells from now on (at least 1; 80 until this is called). Cheap when nothing changes.
    pub fn set_width(&mut self, cells: usize) {
        if self.layout.set_width(&self.text, cells) {
            self.goal = None;
            self.settle();
        }
    }

    /// The wrapped rows. A caret behind a row that is full stands in an empty row of its own, which is among them.
    pub fn rows(&self) -> &[Row] {
        self.layout.rows()
    }

    /// The row of the caret, and its column in cells, which is less than the width (in a single-line editor: the cells
    /// before the caret).
    pub fn caret_position(&self) -> (usize, usize) {
        self.layout.position(&self.text, self.caret)
    }

    /// Does `edit`. Gives whether the text changed.
    pub fn apply(&mut self, edit: Edit) -> bool {
        use Edit::*;
        let vertical = matches!(edit, Up | Down | PageUp(_) | PageDown(_));
        let kills = matches!(edit, KillToEnd | KillToStart | KillWordBack | KillWordForward);
        if !vertical {
            self.goal = None;
        }
        let changed = match edit {
            Insert(typed) => self.insert(&typed, Kind::Typing),
            Newline => !self.is_single_line() && self.insert("\n", Kind::Typing),
            Left => self.go_to(boundary::previous(&self.text, self.caret)),
            Right => self.go_to(boundary::next(&self.text, self.caret)),
            WordLeft => self.go_to(words::left(&self.text, self.caret)),
            WordRight => self.go_to(words::right(&self.text, self.caret)),
            Up => self.go_by_rows(1, true),
            Down => self.go_by_rows(1, false),
            PageUp(rows) => self.go_by_rows(rows, true),
            PageDown(rows) => self.go_by_rows(rows, false),
            LineStart => self.go_to(self.line_start()),
            LineEnd => self.go_to(self.line_end()),
            TextStart => self.go_to(0),
            TextEnd => self.go_to(self.text.len()),
            DeleteBack => self.replace(boundary::previous(&self.text, self.caret)..self.caret, "", Kind::Erasing),
            DeleteForward => self.replace(self.caret..boundary::next(&self.text, self.caret), "", Kind::Deleting),
            KillToEnd => self.kill_forward(match self.line_end() {
                end if end == self.caret => boundary::next(&self.text, end),
                end => end,
            }),
            KillToStart => self.kill_back(match self.line_start() {
                start if start == self.caret => boundary::previous(&self.text, start),
                start => start,
            }),
            KillWordBack => self.kill_back(words::left(&self.text, self.caret)),
            KillWordForward => self.kill_forward(words::right(&self.text, self.caret)),
            Yank => {
                let killed = self.killed.clone();
                self.replace(self.caret..self.caret, &killed, Kind::Whole)
            }
            Undo => match self.history.undo() {
                Some(step) => self.swap(step.at..step.at + step.inserted.len(), &step.removed, step.before),
                None => false,
            },
            Redo => match self.history.redo() {
                Some(step) => self.swap(step.at..step.at + step.removed.len(), &step.inserted, step.after),
                None => false,
            },
        };
        self.killing = kills && (changed || self.killing);
        self.settle();
        changed
    }

    /// Puts pasted text in at the caret as one step of undo: CRLF and CR become LF, control characters but TAB are
    /// dropped. Gives whether the text changed.
    pub fn paste(&mut self, pasted: &str) -> bool {
        self.goal = None;
        self.killing = false;
        let changed = self.insert(pasted, Kind::Whole);
        self.settle();
        changed
    }

    /// Puts `text` in the place of the whole text as one step of undo, caret at the end; cleaned as [`Editor::paste`].
    /// Gives whether the text changed.
    pub fn replace_all(&mut self, text: &str) -> bool {
        self.goal = None;
        self.killing = false;
        let text = self.typed(text).into_owned();
        let changed = text != self.text && self.replace(0..self.text.len(), &text, Kind::Whole);
        self.settle();
        changed
    }

    /// With a `\` right before the caret, puts a new line in its place (`\` then Enter). Gives whether it did.
    pub fn newline_for_backslash(&mut self) -> bool {
        let Some(before) = self.text.get(..self.caret).and_then(|text| text.strip_suffix('\\')) else { return false };
        if self.is_single_line() {
            return false;
        }
        let range = before.len()..self.caret;
        self.goal = None;
        self.killing = false;
        let changed = self.replace(range, "\n", Kind::Whole);
        self.settle();
        changed
    }

    /// For a single-line editor shown in `cells` cells, of which `first` was the first cell of the text shown: the one
    /// to show first so that the caret is in sight and no cells on the right are wasted.
    pub fn first_cell(&self, first: usize, cells: usize) -> usize {
        let (_, column) = self.caret_position();
        let last_first = self.layout.cells(&self.text).saturating_sub(cells.saturating_sub(1));
        first.min(last_first).clamp((column + 1).saturating_sub(cells.max(1)), column)
    }

    fn insert(&mut self, typed: &str, kind: Kind) -> bool {
        let typed = self.typed(typed).into_owned();
        self.replace(self.caret..self.caret, &typed, kind)
    }

    /// What of `text` goes in: line breaks as `\n`, in a single line as spaces; no control characters but TAB.
    fn typed<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let text = line_breaks(text);
        let single = self.is_single_line();
        let dropped = |c: char| c.is_control() && c != '\t' && c != '\n';
        if !text.contains(|c| dropped(c) || (single && c == '\n')) {
            return text;
        }
        let kept = text.chars().filter(|c| !dropped(*c));
        Cow::Owned(kept.map(|c| if single && c == '\n' { ' ' } else { c }).collect())
    }

    /// The one way text changes, undo and redo aside. Gives whether it did.
    fn replace(&mut self, range: Range<usize>, with: &str, kind: Kind) -> bool {
        let Some(removed) = self.text.get(range.clone()) else { return false };
        if removed == with {
            return false;
        }
        let (at, removed, before) = (range.start, removed.to_owned(), self.caret);
        // A joiner may have made one grapheme of what stands on both sides.
        let after = {
            let end = at + with.len();
            self.text.replace_range(range, with);
            boundary::ceil(&self.text, end)
        };
        self.layout.edited(&self.text, at, removed.len(), with.len());
        self.caret = after;
        self.history.push(history::Step { at, removed, inserted: with.to_owned(), before, after, kind });
        true
    }

    /// Replaces for undo and redo.
    fn swap(&mut self, range: Range<usize>, with: &str, caret: usize) -> bool {
        if self.text.get(range.clone()).is_none() {
            return false;
        }
        let (at, removed) = (range.start, range.len());
        self.text.replace_range(range, with);
        self.layout.edited(&self.text, at, removed, with.len());
        self.caret = boundary::ceil(&self.text, caret);
        true
    }

    fn kill_forward(&mut self, end: usize) -> bool {
        let killed = self.text.get(self.caret..end).unwrap_or_default().to_owned();
        if !self.killing && !killed.is_empty() {
            self.killed.clear();
        }
        self.killed.push_str(&killed);
        self.replace(self.caret..end, "", Kind::Whole)
    }

    fn kill_back(&mut self, start: usize) -> bool {
        let killed = self.text.get(start..self.caret).unwrap_or_default().to_owned();
        if !self.killing && !killed.is_empty() {
            self.killed.clear();
        }
        self.killed.insert_str(0, &killed);
        self.replace(start..self.caret, "", Kind::Whole)
    }

    fn go_to(&mut self, at: usize) -> bool {
        self.caret = at;
        self.history.close();
        false
    }

    fn go_by_rows(&mut self, count: usize, up: bool) -> bool {
        if self.is_single_line() {
            return false;
        }
        let (row, column) = self.caret_position();
        let goal = *self.goal.get_or_insert(column);
        let last = self.rows().len().saturating_sub(1);
        let to = if up { row.saturating_sub(count) } else { row.saturating_add(count).min(last) };
        let caret = match (to == row && count > 0, up) {
            (true, true) => 0,
            (true, false) => self.text.len(),
            _ => self.layout.offset(&self.text, to, goal),
        };
        self.go_to(caret)
    }

    fn line_start(&self) -> usize {
        let before = self.text.get(..self.caret).unwrap_or_default();
        before.rfind('\n').map_or(0, |newline| newline + 1)
    }

    fn line_end(&self) -> usize {
        let after = self.text.get(self.caret..).unwrap_or_default();
        after.find('\n').map_or(self.text.len(), |newline| self.caret + newline)
    }

    fn settle(&mut self) {
        self.layout.settle(&self.text, self.caret);
    }
}

/// `text` with CRLF and CR as LF.
fn line_breaks(text: &str) -> Cow<'_, str> {
    if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")) } else { Cow::Borrowed(text) }
}
