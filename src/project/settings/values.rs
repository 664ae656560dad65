//! What each key takes, and what it sets.

use crate::locale::Language;
use crate::project::reports;
use crate::project::settings::{EnterKey, KEYS, Notify, Settings, Theme};
use crate::review::critique::is_pattern;
use crate::review::notices::Kind;

/// What a list of texts begins with inside: no single text passes for one.
pub(super) const LIST: &str = "\u{1d}";
/// What divides its texts.
pub(super) const BETWEEN: &str = "\u{1e}";

/// What is wrong with a key and its value.
pub(super) enum Wrong {
    /// There is no such key.
    Key,
    /// The key takes these values.
    Value(&'static str),
}

impl Settings {
    /// Sets one key from its text; on a wrong value nothing changes.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<(), Wrong> {
        let (_, expected) = KEYS.iter().find(|(known, _)| *known == key).ok_or(Wrong::Key)?;
        let wrong = Wrong::Value(expected);
        match key {
            "language" => {
                self.language = Some(Language::ALL.into_iter().find(|l| l.code() == value).ok_or(wrong)?);
            }
            "theme" => {
                self.theme = match value {
                    "auto" => Theme::Auto,
                    "dark" => Theme::Dark,
                    "light" => Theme::Light,
                    "high-contrast" => Theme::HighContrast,
                    "mono" => Theme::Mono,
                    _ => return Err(wrong),
                };
            }
            "ascii" => {
                self.ascii = yes_or_no(value).ok_or(wrong)?;
            }
            "notify" => {
                self.notify = match value {
                    "bell" => Notify::Bell,
                    "osc9" => Notify::Osc9,
                    "none" => Notify::None,
                    _ => return Err(wrong),
                };
            }
            "mouse" => {
                self.without_mouse = !yes_or_no(value).ok_or(wrong)?;
            }
            "phrases" => {
                let phrases = value.strip_prefix(LIST).ok_or(wrong)?.split(BETWEEN);
                self.phrases = phrases.filter(|phrase| !phrase.trim().is_empty()).map(str::to_owned).collect();
            }
            "esc_delay_ms" => {
                self.esc_delay_ms = Some(value.parse().ok().filter(|ms| (1..=10_000).contains(ms)).ok_or(wrong)?);
            }
            "editor.enter" => {
                self.enter = match value {
                    "save" => EnterKey::Save,
                    "newline" => EnterKey::Newline,
                    _ => return Err(wrong),
                };
            }
            "target_seconds" => {
                let seconds = value.parse().ok().filter(|s: &f64| s.is_finite() && *s > 0.0);
                self.target_seconds = Some(seconds.ok_or(wrong)?);
            }
            "checklist.database" => {
                self.checklist_database = Some(Some(value).filter(|path| !path.trim().is_empty()).ok_or(wrong)?.into());
            }
            "report.glob" => {
                self.report_glob = Some(Some(value).filter(|text| reports::is_pattern(text)).ok_or(wrong)?.to_owned());
            }
            "critique.binding" => {
                let patterns: Vec<String> =
                    value.split(',').map(str::trim).filter(|p| !p.is_empty()).map(str::to_owned).collect();
                self.critique_binding = Some(patterns)
                    .filter(|found| !found.is_empty() && found.iter().all(|p| is_pattern(p)))
                    .ok_or(wrong)?;
            }
            "critique.persona" => {
                self.critique_persona =
                    Some(Some(value.trim()).filter(|name| !name.is_empty()).ok_or(wrong)?.to_owned());
            }
            _ => {
                let name = key.strip_prefix("notices.").ok_or(Wrong::Key)?;
                let kind = Kind::ALL.iter().find(|kind| kind.name() == name).ok_or(Wrong::Key)?;
                let on = yes_or_no(value).ok_or(wrong)?;
                self.notices_off.retain(|off| off != kind);
                self.notices_off.extend((!on).then_some(*kind));
            }
        }
        Ok(())
    }
}

/// The texts of a value that is a list of them (of `phrases`).
pub fn texts(value: &str) -> Option<Vec<&str>> {
    let list = value.strip_prefix(LIST)?;
    Some(if list.is_empty() { Vec::new() } else { list.split(BETWEEN).collect() })
}

fn yes_or_no(value: &str) -> Option<bool> {
    match value {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}
