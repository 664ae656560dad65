//! What the filter makes of the bytes.

use super::key::Key;

/// One thing that came in from the terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputEvent {
    /// A key pressed, or repeated. Releases are not reported.
    Key(Key),
    /// Several characters in one read, at least one of them not ASCII: text an input method committed. The editor
    /// inserts it; command mode never runs it, but shows that the input method is on.
    Text(String),
    /// A bracketed paste, verbatim (its line ends are the terminal's: CR), at most 64 MiB.
    Paste(String),
    /// The terminal got (true) or lost the focus.
    Focus(bool),
    /// One step of the wheel.
    Scroll {
        /// Towards the top.
        up: bool,
        /// Column in cells from 0.
        x: u16,
        /// Row in cells from 0.
        y: u16,
    },
    /// A mouse button pressed.
    Click {
        /// 0 left, 1 middle, 2 right.
        button: u8,
        /// Column in cells from 0.
        x: u16,
        /// Row in cells from 0.
        y: u16,
    },
    /// The terminal's background colour: its reply to the OSC 11 query. Red, green, blue, 0 to 255.
    Background(u8, u8, u8),
    /// The terminal is gone. Comes once, last.
    Closed,
}

impl InputEvent {
    /// The key, where it is one.
    pub fn key(&self) -> Option<Key> {
        match self {
            InputEvent::Key(key) => Some(*key),
            _ => None,
        }
    }
}
