//! What is wrong in the settings, as findings. All of them are warnings: everything else still works.

use std::path::Path;

use crate::contract::finding::{Finding, Place, Severity};
use crate::project::settings::KEYS;
use crate::text::near::nearest;

/// The file cannot be read.
pub fn unreadable(file: &Path, problem: impl Into<String>) -> Finding {
    mistake(file, None, "settings-unreadable").with("problem", problem)
}

/// Something in the file is no TOML.
pub fn syntax(file: &Path, place: Option<Place>, problem: &str) -> Finding {
    mistake(file, place, "settings-syntax").with("problem", problem)
}

/// A key that is not known, with the one that was meant.
pub fn key(file: &Path, place: Place, key: String) -> Finding {
    match nearest(&key, KEYS.iter().map(|(known, _)| *known)) {
        Some(near) => mistake(file, Some(place), "settings-misspelt-key").with("key", key).with("nearest", near),
        None => mistake(file, Some(place), "settings-unknown-key").with("key", key),
    }
}

/// A value its key does not take.
pub fn value(file: &Path, place: Place, key: String, value: String, expected: &str) -> Finding {
    not_taken(mistake(file, Some(place), "settings-wrong-value").with("key", key), value, expected)
}

/// A value its variable of the environment does not take.
pub fn variable(name: &str, value: String, expected: &str) -> Finding {
    not_taken(mistake(Path::new(name), None, "settings-environment"), value, expected)
}

fn not_taken(finding: Finding, value: String, expected: &str) -> Finding {
    finding.with("value", value.clone()).with("expected", expected).found(value).expected(expected)
}

fn mistake(file: &Path, place: Option<Place>, code: &'static str) -> Finding {
    Finding::new(file, Severity::Warning, code, place)
}

/// Line and column of a byte of the text.
pub fn place(text: &str, offset: usize) -> Place {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    Place { line, column: before.get(start..).unwrap_or_default().chars().count() + 1 }
}
