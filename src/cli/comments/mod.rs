//! `planboard comments …`: the draft without the board.

mod add;
pub(in crate::cli) mod holding;
mod list;
mod submit;

pub use add::add;
pub use list::list;
pub use submit::submit;
