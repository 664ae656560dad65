//! Text as a terminal shows it: graphemes, cells, wrapping, folding, and the cleaning of untrusted text.

pub mod boundary;
pub mod cells;
pub mod changes;
pub mod clean;
pub mod fold;
pub mod near;
pub mod shell;
pub mod time;
pub mod trim;
pub mod wrap;
