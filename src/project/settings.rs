//! The settings: defaults, then `config.toml`, then the environment; the command line comes on top of them. A mistake
//! is a finding with its line, and everything else still works.

mod mistakes;
mod origin;
mod reading;
#[cfg(test)]
mod tests;
mod values;

use std::path::PathBuf;

pub use origin::{Origin, Set};
pub use reading::path;
pub use values::texts;

use crate::locale::Language;
use crate::review::notices::Kind;

/// Which colours the board starts with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// As the terminal's background asks for.
    #[default]
    Auto,
    /// For dark backgrounds.
    Dark,
    /// For light backgrounds.
    Light,
    /// With more contrast, for either background.
    HighContrast,
    /// Without colours.
    Mono,
}

/// How the board calls a reviewer who looks elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Notify {
    /// It rings the terminal's bell.
    #[default]
    Bell,
    /// It asks the terminal for a desktop notification (OSC 9).
    Osc9,
    /// Not at all.
    None,
}

/// What the Enter key does in the editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EnterKey {
    /// Saves the comment.
    #[default]
    Save,
    /// Makes a new line.
    Newline,
}

/// The settings in effect.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Settings {
    /// Language of the interface; `None`: the environment decides, then the plan.
    pub language: Option<Language>,
    /// Colours.
    pub theme: Theme,
    /// Draw with ASCII signs only.
    pub ascii: bool,
    /// How the board calls.
    pub notify: Notify,
    /// Milliseconds of silence after which Esc acts; `None`: the default of the connection.
    pub esc_delay_ms: Option<u64>,
    /// The Enter key in the editor.
    pub enter: EnterKey,
    /// Target length in seconds; `None`: the project's own.
    pub target_seconds: Option<f64>,
    /// The person's own editor: `$VISUAL`, else `$EDITOR`.
    pub external_editor: Option<String>,
    /// The database that holds the checklist, absolute. In the file a relative path starts from the folder of the file,
    /// in the environment from the current directory; `~/` is the home directory.
    pub checklist_database: Option<PathBuf>,
    /// Which rules of a critique bind: patterns with `*`. Empty: every rule that is cited.
    pub critique_binding: Vec<String>,
    /// Who a new critique says its critic is; `None`: `reviewer`.
    pub critique_persona: Option<String>,
    /// Where outcome reports are found: a pattern relative to the project's root.
    pub report_glob: Option<String>,
    /// The mouse is left to the terminal.
    pub without_mouse: bool,
    /// Canned phrases for the editor, inserted as they are.
    pub phrases: Vec<String>,
    /// Kinds of notices that are switched off (`notices.<kind> = false`).
    pub notices_off: Vec<Kind>,
}

/// The keys of `config.toml`, each with the values it takes.
pub const KEYS: &[(&str, &str)] = &[
    ("language", "en | ja"),
    ("theme", "auto | dark | light | high-contrast | mono"),
    ("ascii", "true | false"),
    ("notify", "bell | osc9 | none"),
    ("esc_delay_ms", "1-10000"),
    ("editor.enter", "save | newline"),
    ("target_seconds", "> 0"),
    ("checklist.database", "PATH"),
    ("critique.binding", "PATTERN, …"),
    ("critique.persona", "NAME"),
    ("report.glob", "PATTERN"),
    ("mouse", "true | false"),
    ("phrases", "[\"TEXT\", …]"),
    ("notices.total", "true | false"),
    ("notices.chapters", "true | false"),
    ("notices.opening_hook", "true | false"),
    ("notices.shot_types", "true | false"),
    ("notices.undecided", "true | false"),
    ("notices.shooting_list", "true | false"),
    ("notices.placeholders", "true | false"),
    ("notices.cost", "true | false"),
    ("notices.missing_files", "true | false"),
    ("notices.gaps", "true | false"),
    ("notices.overlaps", "true | false"),
    ("notices.reused_sources", "true | false"),
    ("notices.also_playing", "true | false"),
    ("notices.kept", "true | false"),
    ("notices.removed", "true | false"),
    ("notices.short_or_long", "true | false"),
    ("notices.repeated", "true | false"),
    ("notices.out_of_order", "true | false"),
    ("notices.layers", "true | false"),
    ("notices.shared_files", "true | false"),
    ("notices.uncovered", "true | false"),
    ("notices.expectations", "true | false"),
    ("notices.sensitive", "true | false"),
];

/// Whether a key takes yes or no.
pub fn is_flag(key: &str) -> bool {
    KEYS.iter().any(|(known, values)| *known == key && *values == "true | false")
}
