//! A finding: what is wrong in a file, where, and with which arguments. The words are made where it is shown:
//! `finding.<code>` and `finding.<code>.hint` of the locale files.

use std::path::PathBuf;

/// A place in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Breaks a rule of a contract.
    Error,
    /// Worth a look; nothing is refused for it.
    Warning,
}

impl Severity {
    /// The word of the JSON output: `error` or `warning`.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// A sentence still to be put into words: a key of the locale files and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// Key of the locale files.
    pub key: &'static str,
    /// Values for the `{name}` places of the sentence.
    pub args: Vec<(&'static str, String)>,
}

impl Phrase {
    /// A phrase without arguments.
    pub fn new(key: &'static str) -> Self {
        Phrase { key, args: Vec::new() }
    }

    /// This phrase with one more argument.
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.args.push((name, value.into()));
        self
    }
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The file as the reader of the finding should see it (absolute in the program; tests use what they like).
    pub file: PathBuf,
    /// Where; `None` when the file as a whole is meant.
    pub place: Option<Place>,
    /// JSON pointer of the value (`/structure/shots/3/description`); empty for the root or none.
    pub pointer: String,
    /// Error or warning.
    pub severity: Severity,
    /// Stable name of the rule, in kebab case.
    pub code: &'static str,
    /// Arguments of the message.
    pub args: Vec<(&'static str, String)>,
    /// What was found, as text.
    pub found: Option<String>,
    /// What was expected, as text.
    pub expected: Option<String>,
}
