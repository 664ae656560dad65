//! Reading the settings from the file and the environment.

use std::path::{Path, PathBuf};

use toml::de::{DeTable, DeValue};

use crate::contract::finding::Finding;
use crate::project::load::read_regular;
use crate::project::settings::values::{BETWEEN, LIST, Wrong};
use crate::project::settings::{KEYS, Origin, Set, Settings, Theme, is_flag, mistakes};

/// Where the settings file is: `$XDG_CONFIG_HOME/planboard/config.toml`, else `~/.config/planboard/config.toml`.
pub fn path(variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    let set = |name| variable(name).filter(|value| Path::new(value).is_absolute()).map(PathBuf::from);
    let config = set("XDG_CONFIG_HOME").or_else(|| Some(set("HOME")?.join(".config")))?;
    Some(config.join("planboard").join("config.toml"))
}

impl Settings {
    /// Reads the settings of this person, with what is wrong in them.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> (Settings, Vec<Finding>) {
        let (settings, findings, _) = Settings::read_with_origins(variable);
        (settings, findings)
    }

    /// The same, with what was set where, in the order it was set: what comes later goes before.
    pub fn read_with_origins(variable: impl Fn(&str) -> Option<String>) -> (Settings, Vec<Finding>, Vec<Set>) {
        let mut settings = Settings::default();
        let mut findings = Vec::new();
        let mut sets = Vec::new();
        if let Some(file) = path(&variable) {
            match read_regular(&file) {
                Ok(Some(bytes)) => {
                    settings.read_file(&file, &String::from_utf8_lossy(&bytes), &mut findings, &mut sets);
                    settings.place_database(&variable, file.parent());
                }
                Ok(None) => {}
                Err(problem) => findings.push(mistakes::unreadable(&file, problem)),
            }
        }
        settings.read_environment(&variable, &mut findings, &mut sets);
        settings.place_database(&variable, std::env::current_dir().ok().as_deref());
        (settings, findings, sets)
    }

    /// Makes the path of the database absolute: `~/` from the home directory, else from `base`.
    fn place_database(&mut self, variable: impl Fn(&str) -> Option<String>, base: Option<&Path>) {
        let Some(path) = self.checklist_database.take() else { return };
        let home = variable("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
        let from_home = path.strip_prefix("~").ok().and_then(|below| Some(home?.join(below)));
        self.checklist_database = Some(from_home.unwrap_or_else(|| base.map_or(path.clone(), |base| base.join(&path))));
    }

    fn read_file(&mut self, file: &Path, text: &str, findings: &mut Vec<Finding>, sets: &mut Vec<Set>) {
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let place = error.span().map(|span| mistakes::place(text, span.start));
            findings.push(mistakes::syntax(file, place, error.message()));
        }
        let mut found = Vec::new();
        flatten("", table.get_ref(), &mut found);
        found.sort_by_key(|(_, _, at)| *at);
        for (key, value, at) in found {
            let place = mistakes::place(text, at);
            // In the environment `1` is yes; in the file it is a number.
            let number = is_flag(&key) && matches!(value.as_str(), "0" | "1");
            let set = if number { Err(Wrong::Value("true | false")) } else { self.set(&key, &value) };
            match set {
                Ok(()) => sets.push(Set { key, value, origin: Origin::File(file.to_owned(), place.line) }),
                Err(Wrong::Key) => findings.push(mistakes::key(file, place, key)),
                Err(Wrong::Value(expected)) => findings.push(mistakes::value(file, place, key, value, expected)),
            }
        }
    }

    /// `PLANBOARD_THEME`, `PLANBOARD_EDITOR_ENTER` and so on, one for each key; `NO_COLOR`, `VISUAL`, `EDITOR`.
    fn read_environment(
        &mut self,
        variable: impl Fn(&str) -> Option<String>,
        findings: &mut Vec<Finding>,
        sets: &mut Vec<Set>,
    ) {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        if set("NO_COLOR").is_some() {
            self.theme = Theme::Mono;
            sets.push(Set::new("theme", "mono", Origin::Environment("NO_COLOR".to_owned())));
        }
        self.external_editor = set("VISUAL").or_else(|| set("EDITOR"));
        for (key, expected) in KEYS {
            let name = format!("PLANBOARD_{}", key.replace('.', "_").to_ascii_uppercase());
            let Some(value) = set(&name) else { continue };
            // In the environment each line is a phrase.
            let value = match *key {
                "phrases" => format!("{LIST}{}", value.replace('\n', BETWEEN)),
                _ => value,
            };
            if self.set(key, &value).is_ok() {
                sets.push(Set::new(key, &value, Origin::Environment(name)));
            } else {
                findings.push(mistakes::variable(&name, value, expected));
            }
        }
    }
}

/// Every value of the table under its dotted key, with the byte offset of its key.
fn flatten(prefix: &str, table: &DeTable<'_>, found: &mut Vec<(String, String, usize)>) {
    for (key, value) in table {
        let name = if prefix.is_empty() { key.get_ref().to_string() } else { format!("{prefix}.{}", key.get_ref()) };
        let at = key.span().start;
        let text = match value.get_ref() {
            DeValue::Table(inner) => {
                flatten(&name, inner, found);
                continue;
            }
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) => number.to_string().replace('_', ""),
            DeValue::Float(number) => number.to_string().replace('_', ""),
            DeValue::Boolean(yes) => yes.to_string(),
            DeValue::Datetime(time) => time.to_string(),
            // Only texts: the keys that take a list are `critique.binding` and `phrases`.
            DeValue::Array(items) => match items.iter().map(|item| item.get_ref().as_str()).collect::<Option<Vec<_>>>()
            {
                Some(texts) if name == "critique.binding" => texts.join(","),
                Some(texts) if name == "phrases" => format!("{LIST}{}", texts.join(BETWEEN)),
                _ => "[…]".to_owned(),
            },
        };
        found.push((name, text, at));
    }
}
