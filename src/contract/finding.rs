//! A finding: what is wrong in a file, where, and with which arguments. The words are made where it is shown:
//! `finding.<code>` and `finding.<code>-hint` (what to do about it) of the locale files.

use std::path::{Path, PathBuf};

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
    /// What was found, as text of the file.
    pub found: Option<String>,
    /// What was expected: a key of the locale files (`expected.<x>`) or text that is the same in every language
    /// (words of a contract). Looking it up as a key gives the right words in both cases.
    pub expected: Option<String>,
}

impl Finding {
    /// A finding about `file` as a whole or at a place, without arguments.
    pub fn new(file: &Path, severity: Severity, code: &'static str, place: Option<Place>) -> Self {
        Finding {
            file: file.to_owned(),
            place,
            pointer: String::new(),
            severity,
            code,
            args: Vec::new(),
            found: None,
            expected: None,
        }
    }

    /// This finding with one more argument of its message.
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.args.push((name, value.into()));
        self
    }

    /// This finding with what was found.
    pub fn found(mut self, found: impl Into<String>) -> Self {
        self.found = Some(found.into());
        self
    }

    /// This finding with what was expected (see [`Finding::expected`], the field).
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self
    }

    /// This finding with a remedy of its own: a locale key in place of `finding.<code>-hint`.
    pub fn hint(self, key: &'static str) -> Self {
        self.with("hint", key)
    }

    /// Locale key of the sentence that says what is wrong; its arguments are [`Finding::args`].
    pub fn key(&self) -> String {
        format!("finding.{}", self.code)
    }

    /// Locale key of the sentence that says what to do: `finding.<code>-near-hint` where the argument `near` names what
    /// was probably meant (a code that ends with `-near` says so itself); the key that [`Finding::hint`] gave goes before.
    pub fn hint_key(&self) -> String {
        if let Some((_, key)) = self.args.iter().find(|(name, _)| *name == "hint") {
            return key.clone();
        }
        if let Some(key) = self.unreadable_hint() {
            return key.to_owned();
        }
        let has_near = self.args.iter().any(|(name, _)| *name == "near") && !self.code.ends_with("-near");
        format!("finding.{}{}-hint", self.code, if has_near { "-near" } else { "" })
    }

    /// The remedy that fits why a file cannot be read, where the cause is a common one.
    fn unreadable_hint(&self) -> Option<&'static str> {
        let (_, problem) = self.args.iter().find(|(name, _)| *name == "problem" && self.code == "unreadable")?;
        match problem.as_str() {
            "io.missing" | "io.no-folder" => Some("finding.unreadable-missing-hint"),
            "io.is-folder" => Some("finding.unreadable-folder-hint"),
            "io.permission" => Some("finding.unreadable-permission-hint"),
            "io.links-in-a-ring" => Some("finding.unreadable-links-hint"),
            "io.is-pipe" => Some("finding.unreadable-pipe-hint"),
            "io.too-large" => Some("finding.unreadable-too-large-hint"),
            _ => None,
        }
    }
}
