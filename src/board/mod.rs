//! The terminal.

pub mod handoff;
pub mod options;
pub mod paint;

use options::Options;

/// Opens the board and returns its exit code when it is closed.
///
/// # Errors
/// Why the board could not be opened, in words for the person.
pub fn run(options: Options) -> Result<u8, String> {
    let _ = options;
    Err("the board is not built in".to_owned())
}
