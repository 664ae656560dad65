//! The terminal.

pub mod editor;
pub mod paint;
