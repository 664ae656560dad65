//! Texts that a command reads from stdin.

use std::io::{ErrorKind, Read};

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
    let mut bytes = Vec::new();
    std::io::stdin().take(MOST + 1).read_to_end(&mut bytes).map_err(|error| problem(&error))?;
    // Told first: what is cut off may end in the middle of a character.
    if bytes.len() as u64 > MOST {
        return Err("io.long-comment".to_owned());
    }
    let text = String::from_utf8(bytes).map_err(|_| problem(&ErrorKind::InvalidData.into()))?;
    let line = text.strip_suffix('\n').unwrap_or(&text);
    Ok(line.strip_suffix('\r').unwrap_or(line).to_owned())
}
