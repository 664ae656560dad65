//! The terminal.

pub mod clipboard;
pub mod input;
pub mod terminal;
