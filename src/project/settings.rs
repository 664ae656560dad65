//! The settings: defaults, then `config.toml`, then the environment; the command line comes on top of them. A mistake
//! is a finding with its line, and everything else still works.

mod origin;

use std::path::{Path, PathBuf};

pub use origin::{Origin, Set};
use toml::de::{DeTable, DeValue};

use crate::contract::finding::{Finding, Place, Severity};
use crate::locale::Language;
use crate::project::load::read_regular;
use crate::project::reports;
use crate::review::critique::is_pattern;
use crate::review::notices::Kind;
use crate::text::near::nearest;

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
                Err(problem) => findings.push(mistake(&file, None, "settings-unreadable").with("problem", problem)),
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
            let place = error.span().map(|span| place(text, span.start));
            findings.push(mistake(file, place, "settings-syntax").with("problem", error.message()));
        }
        let mut found = Vec::new();
        flatten("", table.get_ref(), &mut found);
        found.sort_by_key(|(_, _, at)| *at);
        for (key, value, at) in found {
            let here = place(text, at);
            let place = Some(here);
            match self.set(&key, &value) {
                Ok(()) => sets.push(Set { key, value, origin: Origin::File(file.to_owned(), here.line) }),
                Err(Wrong::Key) => findings.push(match nearest(&key, KEYS.iter().map(|(known, _)| *known)) {
                    Some(near) => mistake(file, place, "settings-misspelt-key").with("key", key).with("nearest", near),
                    None => mistake(file, place, "settings-unknown-key").with("key", key),
                }),
                Err(Wrong::Value(expected)) => {
                    let finding = mistake(file, place, "settings-wrong-value").with("key", key);
                    let finding = finding.with("value", value.clone()).with("expected", expected);
                    findings.push(finding.found(value).expected(expected));
                }
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
                let finding = mistake(Path::new(&name), None, "settings-environment");
                let finding = finding.with("value", value.clone()).with("expected", *expected);
                findings.push(finding.found(value).expected(*expected));
            }
        }
    }

    /// Sets one key from its text; on a wrong value nothing changes.
    fn set(&mut self, key: &str, value: &str) -> Result<(), Wrong> {
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
                self.without_mouse = match value {
                    "true" | "1" => false,
                    "false" | "0" => true,
                    _ => return Err(wrong),
                };
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

/// What a list of texts begins with inside: no single text passes for one.
const LIST: &str = "\u{1d}";
/// What divides its texts.
const BETWEEN: &str = "\u{1e}";
fn yes_or_no(value: &str) -> Option<bool> {
    match value {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

enum Wrong {
    Key,
    Value(&'static str),
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

fn place(text: &str, offset: usize) -> Place {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    Place { line, column: before.get(start..).unwrap_or_default().chars().count() + 1 }
}

fn mistake(file: &Path, place: Option<Place>, code: &'static str) -> Finding {
    Finding::new(file, Severity::Warning, code, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, environment: &[(&str, &str)]) -> (Settings, Vec<Finding>) {
        let home = tempfile::tempdir().expect("temp dir");
        let dir = home.path().join("planboard");
        std::fs::create_dir_all(&dir).expect("folder");
        std::fs::write(dir.join("config.toml"), text).expect("file");
        let config = home.path().to_str().expect("UTF-8").to_owned();
        Settings::read(|name| match name {
            "XDG_CONFIG_HOME" => Some(config.clone()),
            _ => environment.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned()),
        })
    }

    #[test]
    fn every_key_is_read() {
        let text = "language = \"ja\"\nmouse = false\nphrases = [\"短く、\", \"a|b\\nc\"]\ntheme = \"light\"\nascii = true\nnotify = \"osc9\"\nesc_delay_ms = 1_00\n\
                    target_seconds = 180\n[editor]\nenter = \"newline\"\n\
                    [checklist]\ndatabase = \"/srv/messages.db\"\n\
                    [critique]\nbinding = [\"CON-SEC-*\", \"CON-LIC-01\"]\npersona = \"lead\"\n[report]\nglob = \"reports/*.md\"\n[notices]\ngaps = false\ntotal = true\n";
        let (settings, findings) = read(text, &[("VISUAL", "vi"), ("EDITOR", "nano")]);
        assert_eq!(findings, Vec::new());
        let expected = Settings {
            without_mouse: true,
            phrases: vec!["短く、".to_owned(), "a|b\nc".to_owned()],
            language: Some(Language::Ja),
            theme: Theme::Light,
            ascii: true,
            notify: Notify::Osc9,
            esc_delay_ms: Some(100),
            enter: EnterKey::Newline,
            target_seconds: Some(180.0),
            external_editor: Some("vi".to_owned()),
            checklist_database: Some(PathBuf::from("/srv/messages.db")),
            critique_binding: vec!["CON-SEC-*".to_owned(), "CON-LIC-01".to_owned()],
            critique_persona: Some("lead".to_owned()),
            report_glob: Some("reports/*.md".to_owned()),
            notices_off: vec![Kind::Gaps],
        };
        assert_eq!(settings, expected);
    }

    #[test]
    fn every_kind_of_notice_has_its_key() {
        let keys: Vec<&str> = KEYS.iter().filter_map(|(key, _)| key.strip_prefix("notices.")).collect();
        assert_eq!(keys, Kind::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>());
        let (settings, findings) = read("notices.gap = false\nnotices.kept = 7\n", &[("PLANBOARD_NOTICES_TOTAL", "0")]);
        assert_eq!(settings.notices_off, [Kind::Total]);
        assert_eq!(
            findings.iter().map(|f| f.code).collect::<Vec<_>>(),
            ["settings-misspelt-key", "settings-wrong-value"]
        );
    }

    #[test]
    fn the_environment_goes_before_the_file() {
        let (settings, findings) = read("theme = \"light\"", &[("PLANBOARD_THEME", "dark")]);
        assert_eq!((settings.theme, findings), (Theme::Dark, Vec::new()));
        let (settings, _) = read("theme = \"light\"", &[("NO_COLOR", "1")]);
        assert_eq!(settings.theme, Theme::Mono);
    }

    #[test]
    fn a_mistake_names_line_and_nearest_key_and_the_rest_works() {
        let (settings, findings) = read("# mine\nthem = \"light\"\nascii = true\n[editor]\nenter = \"send\"\n", &[]);
        assert!(settings.ascii);
        let [key, value] = findings.as_slice() else { panic!("{findings:?}") };
        assert_eq!((key.code, key.place.map(|p| p.line)), ("settings-misspelt-key", Some(2)));
        assert!(key.args.contains(&("nearest", "theme".to_owned())));
        assert_eq!((value.code, value.place.map(|p| p.line)), ("settings-wrong-value", Some(5)));
        assert_eq!(value.expected.as_deref(), Some("save | newline"));
    }

    #[test]
    fn broken_syntax_keeps_what_can_be_read() {
        let (settings, findings) = read("ascii = true\ntheme = = \n", &[]);
        assert!(settings.ascii);
        assert_eq!(findings.first().map(|f| (f.code, f.place.map(|p| p.line))), Some(("settings-syntax", Some(2))));
    }

    #[test]
    fn a_wrong_environment_variable_is_named() {
        let (_, findings) = read("", &[("PLANBOARD_ESC_DELAY_MS", "soon")]);
        assert_eq!(findings.first().map(|f| f.file.clone()), Some(PathBuf::from("PLANBOARD_ESC_DELAY_MS")));
    }

    #[test]
    fn the_database_of_the_checklist_starts_from_the_settings_file_or_home() {
        let database = |text: &str, environment: &[(&str, &str)]| {
            let (settings, findings) = read(&format!("checklist.database = \"{text}\""), environment);
            assert_eq!(findings, Vec::new());
            settings.checklist_database.expect("a path")
        };
        assert!(database("store/messages.db", &[]).ends_with("planboard/store/messages.db"));
        assert!(database("store/messages.db", &[]).is_absolute());
        assert_eq!(database("~/messages.db", &[("HOME", "/h")]), PathBuf::from("/h/messages.db"));
        let here = std::env::current_dir().expect("a current directory");
        assert_eq!(database("x", &[("PLANBOARD_CHECKLIST_DATABASE", "m.db")]), here.join("m.db"));
        let (settings, findings) = read("checklist.database = \"\"", &[]);
        assert_eq!((settings.checklist_database, findings.len()), (None, 1));
    }

    #[test]
    fn the_pattern_of_reports_stays_below_the_root() {
        let (settings, findings) = read("report.glob = \"../*.md\"", &[("PLANBOARD_REPORT_GLOB", "a/**/*.md")]);
        assert_eq!(findings.first().map(|f| f.code), Some("settings-wrong-value"));
        assert_eq!(settings.report_glob.as_deref(), Some("a/**/*.md"));
    }

    #[test]
    fn without_a_home_there_is_no_file() {
        assert_eq!(path(|_| None), None);
        assert_eq!(
            path(|n| (n == "HOME").then(|| "/h".into())),
            Some(PathBuf::from("/h/.config/planboard/config.toml"))
        );
    }
}
