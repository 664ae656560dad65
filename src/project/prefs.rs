//! What the board remembers for all projects: the language chosen by key, the last known background of a terminal.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::project::store::{Loaded, Store, create, load, save, set_aside};
use crate::project::write::DiskError;

/// Remembered choices; unknown ones of a newer version are kept.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Preferences {
    /// Language code chosen with the language key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Background answered last, by terminal (`dark`, `light`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub backgrounds: BTreeMap<String, String>,
    /// What this version does not know.
    #[serde(flatten)]
    pub other: BTreeMap<String, Value>,
}

impl Store {
    /// The preferences; a broken file reads as none.
    pub fn preferences(&self) -> Preferences {
        match load(&self.root().join("preferences.json")) {
            Loaded::Value(preferences) => preferences,
            Loaded::Absent | Loaded::Broken(_) => Preferences::default(),
        }
    }

    /// Writes the preferences; a broken file is set aside first.
    ///
    /// # Errors
    /// The state directory cannot be written.
    pub fn save_preferences(&self, preferences: &Preferences, now: DateTime<Utc>) -> Result<(), DiskError> {
        create(self.root())?;
        let path = self.root().join("preferences.json");
        if let Loaded::Broken(_) = load::<Preferences>(&path) {
            set_aside(&path, now)?;
        }
        save(&path, preferences)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::store::tests::store;

    #[test]
    fn preferences_are_remembered_and_unknown_ones_kept() {
        let (_dir, store) = store();
        assert_eq!(store.preferences(), Preferences::default());
        std::fs::write(store.root().join("preferences.json"), br#"{"language":"ja","later":{"x":1}}"#).unwrap();
        let mut preferences = store.preferences();
        preferences.language = Some("en".into());
        store.save_preferences(&preferences, DateTime::UNIX_EPOCH).unwrap();
        let text = std::fs::read_to_string(store.root().join("preferences.json")).unwrap();
        assert_eq!(text, r#"{"language":"en","later":{"x":1}}"#);
    }
}
