//! Where a setting comes from: `planboard config` tells.

use std::path::PathBuf;

/// Where a value of a setting was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// In this file, at this line (from 1).
    File(PathBuf, usize),
    /// In this variable of the environment.
    Environment(String),
    /// In this option of the command line.
    Option(String),
}

/// A key that was set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Set {
    /// The key.
    pub key: String,
    /// Its value as text; of a list, its items divided by commas, of `phrases` as `settings::texts` reads it.
    pub value: String,
    /// Where.
    pub origin: Origin,
}

impl Set {
    /// `key` was set to `value` there.
    pub fn new(key: &str, value: &str, origin: Origin) -> Set {
        Set { key: key.to_owned(), value: value.to_owned(), origin }
    }
}
