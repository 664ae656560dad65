//! The terminal.

pub mod paint;
