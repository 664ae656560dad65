//! Raw input: from the bytes of the terminal to keys, text, pastes and mouse, before any key table.
//!
//! - [`key`]: a key, its name, an Alt key taken apart.
//! - [`event`]: what comes out.
//! - [`filter`]: bytes and time in, events out; split sequences put together, replies to queries swallowed.
//! - [`mod@latin`]: the Latin key behind a character of an input method.
//! - [`reader`]: the thread that reads the terminal.

pub mod event;
pub mod filter;
pub mod key;
mod kitty;
pub mod latin;
pub mod reader;
mod reply;
mod sequence;

pub use event::InputEvent;
pub use filter::Filter;
pub use key::{Key, KeyCode};
pub use latin::latin;
pub use reader::Reader;
