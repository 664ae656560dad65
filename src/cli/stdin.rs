//! Texts that a command reads from stdin.

use std::io::Read;

use crate::project::trouble::problem;

/// Most bytes taken from stdin for one text.
const MOST: u64 = 1024 * 1024;

/// `given`, or where it is `-`, stdin to its end without one line break there.
///
/// # Errors
/// Why stdin could not be read, as the place `{problem}` takes it.
pub fn text(given: &str) -> Result<String, String> {
    if given != "-" {
        return Ok(given.to_owned());
    }
    let mut text = String::new();
    std::io::stdin().take(MOST + 1).read_to_string(&mut text).map_err(|error| problem(&error))?;
    if text.len() as u64 > MOST {
        return Err("io.long-comment".to_owned());
    }
    let line = text.strip_suffix('\n').unwrap_or(&text);
    Ok(line.strip_suffix('\r').unwrap_or(line).to_owned())
}
