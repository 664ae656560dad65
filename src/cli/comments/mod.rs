//! `planboard comments …`: the draft without the board, and the agent's side: reading a submission and being done with it.

mod add;
mod done;
pub(in crate::cli) mod holding;
mod list;
mod objections;
mod prompt;
mod read;
mod reading;
mod submit;

pub use add::add;
pub use done::done;
pub use list::list;
pub use read::read;
pub use submit::submit;
