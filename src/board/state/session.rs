//! Screen, clock, words, colours.

use chrono::{DateTime, Utc};

use crate::board::notify::Attention;
use crate::board::terminal::ColorDepth;
use crate::board::theme::{Contrast, Ground, Theme};
use crate::locale::Locale;
use crate::project::settings::EnterKey;

/// Screen, clock, words, colours.
pub struct Session {
    /// Cells.
    pub width: u16,
    /// Cells.
    pub height: u16,
    /// Now, as the loop last told.
    pub now: DateTime<Utc>,
    /// The words.
    pub locale: &'static Locale,
    /// The words of the hand-off line: the plan's language.
    pub plan_locale: &'static Locale,
    /// The colours and signs.
    pub theme: Theme,
    /// How much text stands out.
    pub contrast: Contrast,
    /// Until when the terminal's answer changes the colours.
    pub answers_until: DateTime<Utc>,
    /// The background this terminal answered with the last time.
    pub remembered: Option<Ground>,
    /// Whether the reviewer looks, and how to call.
    pub attention: Attention,
    /// How many colours the terminal has.
    pub depth: ColorDepth,
    /// Signs of ASCII alone.
    pub ascii: bool,
    /// The theme was chosen: the terminal's answer does not change it.
    pub theme_fixed: bool,
    /// What Enter does in the editor.
    pub enter: EnterKey,
    /// Canned phrases for the editor.
    pub phrases: Vec<String>,
    /// The loop shall end.
    pub quit: bool,
}
