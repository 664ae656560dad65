//! The settings as a person writes them.

use std::path::PathBuf;

use super::*;
use crate::contract::finding::Finding;

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
    assert_eq!(findings.iter().map(|f| f.code).collect::<Vec<_>>(), ["settings-misspelt-key", "settings-wrong-value"]);
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
    assert_eq!(path(|n| (n == "HOME").then(|| "/h".into())), Some(PathBuf::from("/h/.config/planboard/config.toml")));
}
