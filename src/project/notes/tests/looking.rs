//! Where it is looked for, and in which order.

use std::ffi::OsString;
use std::fs;

use super::*;

fn path(notes: Option<LoadedNotes>) -> Option<PathBuf> {
    notes.map(|notes| notes.source.path().to_owned())
}

#[test]
fn what_the_command_line_names_goes_before_what_is_found_and_a_file_before_a_database() {
    let store = Store::new();
    store.add("a", "active", Some(&checklist(2, 0)));
    let here = store.here();
    let named = store.dir.path().join("named.json");
    fs::write(&named, checklist(1, 0)).unwrap();
    assert_eq!(path(read(None, &here, &Asked::default()).unwrap()), None);
    assert_eq!(path(read(None, &here, &store.fallback()).unwrap()), Some(store.file.clone()));
    for name in ["plan-notes.json", "plan_notes.json"] {
        fs::write(here.join(name), checklist(1, 0)).unwrap();
        assert_eq!(path(read(None, &here, &store.fallback()).unwrap()), Some(here.join(name)));
    }
    assert_eq!(path(read(None, &here, &store.named(None)).unwrap()), Some(store.file.clone()));
    let task = Asked { task: Some("a".to_owned()), ..store.fallback() };
    assert_eq!(path(read(None, &here, &task).unwrap()), Some(store.file.clone()), "a named task means a database");
    let both = Asked { file: Some(named.clone()), ..store.named(Some("a")) };
    assert_eq!(path(read(None, &here, &both).unwrap()), Some(named));
}

#[test]
fn a_file_is_read_without_touching_the_database() {
    let store = Store::new();
    fs::write(store.here().join("plan_notes.json"), checklist(1, 0)).unwrap();
    let asked = Asked { fallback: Some(store.dir.path().to_owned()), ..Asked::default() };
    assert!(store.read(&asked).unwrap().is_some(), "a folder is no database, but nobody looked");
}

#[test]
fn a_fallback_without_a_checklist_is_none_and_a_named_database_says_so() {
    let store = Store::new();
    store.add("a", "active", None);
    assert!(store.read(&store.fallback()).unwrap().is_none());
    let result = store.read(&store.named(None));
    assert_eq!(result.as_ref().err().map(|finding| finding.severity), Some(Severity::Warning));
    assert_eq!(code(result, &store.file), "notes-db-no-checklist");
}

#[test]
fn a_task_without_a_database_is_told() {
    let store = Store::new();
    let asked = Asked { task: Some("a".to_owned()), ..Asked::default() };
    assert_eq!(code(store.read(&asked), &store.here()), "notes-no-database");
    refused(start(None, &store.here(), &asked, &three_steps(), false, now()));
}

#[test]
fn the_fallback_is_that_of_the_environment_if_it_is_there_else_that_of_the_settings() {
    let store = Store::new();
    let set = |database: &str| Settings { checklist_database: Some(database.into()), ..Settings::default() };
    let dir = store.dir.path().as_os_str().to_owned();
    let of = |value: Option<OsString>| move |name: &str| value.clone().filter(|_| name == "EJCLAW_STORE_DIR");
    assert_eq!(fallback(of(Some(dir.clone())), &set("/x.db")), Some(store.file.clone()));
    assert_eq!(fallback(of(Some(dir)), &Settings::default()), Some(store.file.clone()));
    for none in [None, Some(OsString::new()), Some(OsString::from("/nowhere"))] {
        assert_eq!(fallback(of(none.clone()), &set("/x.db")), Some(PathBuf::from("/x.db")));
        assert_eq!(fallback(of(none), &Settings::default()), None);
    }
    let here = std::env::current_dir().unwrap();
    let up: PathBuf = here.components().skip(1).map(|_| "..").collect();
    let relative = up.join(store.dir.path().strip_prefix("/").unwrap());
    let found = fallback(of(Some(relative.into())), &Settings::default()).unwrap();
    assert!(found.is_absolute() && found.is_file(), "{found:?}");
    assert_eq!(fallback(|_| None::<String>, &Settings::default()), None);
}
