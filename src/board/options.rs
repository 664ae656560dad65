//! What the board is opened with.

use std::time::Duration;

use crate::board::input::filter;
use crate::board::start::variable;
use crate::contract::finding::Finding;
use crate::contract::plan_comments::Pass;
use crate::locale::Language;
use crate::project::find::Project;
use crate::project::notes::Asked;
use crate::project::reports;
use crate::project::settings::Settings;

/// What the board is opened with: the command line over the settings.
#[derive(Debug, Clone)]
pub struct Options {
    /// The project.
    pub project: Project,
    /// The pass asked for.
    pub pass: Option<Pass>,
    /// Where the checklist is looked for.
    pub notes: Asked,
    /// Where outcome reports are looked for.
    pub reports: reports::Asked,
    /// Write nothing.
    pub read_only: bool,
    /// Target length in seconds.
    pub target_seconds: Option<f64>,
    /// The language asked for on the command line; the settings have their own.
    pub language: Option<Language>,
    /// ASCII signs only.
    pub ascii: bool,
    /// What is wrong in the settings: shown among the findings, for what was said before the board opened is out of sight.
    pub wrong_settings: Vec<Finding>,
    /// Colours were asked for, whatever NO_COLOR says.
    pub colour: bool,
    /// Submitting or approving closes the board.
    pub gate: bool,
    /// `planboard open` opened it: whoever called that waits elsewhere, or will.
    pub opened: bool,
    /// The settings.
    pub settings: Settings,
}

impl Options {
    /// Silence after which a lone ESC is the key Esc.
    pub fn esc_delay(&self) -> Duration {
        self.settings.esc_delay_ms.map_or_else(|| filter::esc_delay(variable), Duration::from_millis)
    }
}
