//! Where a new checklist goes.

use std::fs;

use super::*;

fn started(store: &Store, asked: &Asked) -> PathBuf {
    let written = start(None, &store.here(), asked, &three_steps(), false, now()).unwrap();
    assert_eq!((list(&written.now).items.len(), written.completed), (3, false));
    written.now.source.path().to_owned()
}

#[test]
fn in_a_new_file_where_nothing_is_named_or_found() {
    let store = Store::new();
    let file = store.here().join("plan_notes.json");
    assert_eq!(started(&store, &Asked::default()), file);
    let read = store.read(&Asked::default()).unwrap().unwrap();
    assert_eq!((read.source, list_len(&read.notes)), (Source::File(file), 3));
}

fn list_len(notes: &PlanNotes) -> usize {
    match notes {
        PlanNotes::Checklist(list) => list.items.len(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn in_the_plan_directory_of_a_project() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("planning")).unwrap();
    fs::write(dir.path().join("planning/research-plan.json"), r#"{"version":0}"#).unwrap();
    let project = crate::project::find::find(dir.path(), None).unwrap();
    let written = start(Some(&project), dir.path(), &Asked::default(), &three_steps(), false, now()).unwrap();
    assert_eq!(written.now.source.path(), project.plan_dir.join("plan_notes.json"));
}

#[test]
fn in_the_file_that_is_found_or_named() {
    let store = Store::new();
    let found = store.here().join("plan-notes.json");
    fs::write(&found, checklist(2, 2)).unwrap();
    assert_eq!(started(&store, &store.fallback()), found);
    let named = store.dir.path().join("named.json");
    assert_eq!(started(&store, &Asked { file: Some(named.clone()), ..store.named(Some("a")) }), named);
}

#[test]
fn in_the_named_task_even_where_there_is_nothing_yet() {
    let store = Store::new();
    store.add("null", "review_ready", None);
    store.add("stopped", "active", Some(&checklist(2, 0).replace("planned", "stopped")));
    for id in ["null", "stopped"] {
        assert_eq!(started(&store, &store.named(Some(id))), store.file);
        assert_eq!(list_len(&store.task(id).notes), 3);
    }
    assert_eq!(store.state("null"), ("review_ready".to_owned(), "3".to_owned(), None));
    store.add("other", "active", None);
    let asked = Asked { task: Some("other".to_owned()), ..store.fallback() };
    assert_eq!(started(&store, &asked), store.file);
}

#[test]
fn a_named_database_without_a_checklist_needs_a_task() {
    let store = Store::new();
    store.add("done", "completed", None);
    let result = start(None, &store.here(), &store.named(None), &three_steps(), false, now());
    assert_eq!(refused(result).key, "notes.refused-no-task");
    store.add_at("a", "active", None, "2026-01-01T00:00:00.000Z");
    store.add_at("b", "active", Some("a note"), "2026-01-02T00:00:00.000Z");
    let result = start(None, &store.here(), &store.named(None), &three_steps(), false, now());
    assert!(matches!(result, Err(WriteError::NeedsTask(ids)) if ids == ["b", "a"]));
}

#[test]
fn in_the_fallback_only_if_exactly_one_task_holds_a_checklist() {
    let store = Store::new();
    store.add("null", "active", None);
    let file = store.here().join("plan_notes.json");
    assert_eq!(started(&store, &store.fallback()), file);
    fs::remove_file(&file).unwrap();
    store.add("a", "active", Some(&checklist(2, 0).replace("planned", "stopped")));
    assert_eq!(started(&store, &store.fallback()), store.file);
    assert!(!file.exists());
    store.add("b", "active", Some(&checklist(2, 0)));
    assert_eq!(started(&store, &store.fallback()), file);
}

#[test]
fn a_fallback_that_cannot_be_read_is_told() {
    let store = Store::new();
    let asked = Asked { fallback: Some(store.dir.path().join("nowhere.db")), ..Asked::default() };
    failed(start(None, &store.here(), &asked, &three_steps(), false, now()));
    assert!(!store.here().join("plan_notes.json").exists());
}

#[test]
fn a_file_or_notes_that_appear_meanwhile_stay() {
    let store = Store::new();
    let file = store.here().join("plan_notes.json");
    let found = lost(start_with(None, &store.here(), &Asked::default(), now(), |before| {
        assert!(before.is_none());
        fs::write(&file, "mine").unwrap();
        Ok(checklist(1, 0))
    }));
    assert_eq!(&*found.unwrap().bytes, b"mine");
    assert_eq!(fs::read(&file).unwrap(), b"mine");
    store.add("a", "active", None);
    let found = lost(start_with(None, &store.here(), &store.named(Some("a")), now(), |before| {
        assert_eq!(before.map(|(_, text)| text), Some(""));
        store.own.execute_batch("UPDATE paired_tasks SET plan_notes = 'mine'").unwrap();
        Ok(checklist(1, 0))
    }));
    assert_eq!(&*found.unwrap().bytes, b"mine");
    assert_eq!(store.column("a", "plan_notes").as_deref(), Some("mine"));
}

#[test]
fn a_folder_that_is_not_there_is_told() {
    let store = Store::new();
    let asked = Asked { file: Some(store.dir.path().join("gone/plan.json")), ..Asked::default() };
    assert_eq!(failed(start(None, &store.here(), &asked, &three_steps(), false, now())).key, "disk.missing");
}

#[test]
fn what_is_blank_takes_a_checklist() {
    for blank in ["", " \n\t", "\u{feff}"] {
        let store = Store::new();
        let file = store.here().join("plan_notes.json");
        fs::write(&file, blank).unwrap();
        assert!(store.read(&Asked::default()).unwrap().unwrap().is_blank());
        assert_eq!(
            refused(change(&store.read(&Asked::default()).unwrap().unwrap(), &next(), true, now())).key,
            "steps.refused-empty"
        );
        assert_eq!(started(&store, &Asked::default()), file);
        for notes in [None, Some(blank)] {
            let store = Store::new();
            store.add("a", "active", notes);
            assert!(store.task("a").is_blank());
            start(None, &store.here(), &store.named(Some("a")), &three_steps(), false, now()).unwrap();
            assert_eq!(list(&store.task("a")).items.len(), 3);
        }
    }
}

#[test]
fn a_store_that_is_not_there_is_told_and_nothing_is_started_past_it() {
    let store = Store::new();
    let missing = store.dir.path().join("nowhere/messages.db");
    let asked = Asked { missing_store: Some(missing.clone()), ..Asked::default() };
    let finding = store.read(&asked).unwrap_err();
    assert_eq!((finding.code, finding.severity, &finding.file), ("notes-store-missing", Severity::Warning, &missing));
    let why = refused(start(None, &store.here(), &asked, &three_steps(), false, now()));
    assert!(said(&why).contains("EJCLAW_STORE_DIR"));
    assert!(!store.here().join("plan_notes.json").exists());
    // Where it would not be looked into, it is nobody's business.
    let named = Asked { file: Some(store.here().join("mine.json")), ..asked.clone() };
    started(&store, &named);
    fs::write(store.here().join("plan_notes.json"), checklist(2, 0)).unwrap();
    assert!(store.read(&asked).unwrap().unwrap().findings.is_empty());
    let variable = |_: &str| Some(missing.parent().unwrap().as_os_str().to_owned());
    assert_eq!(missing_store(variable), Some(missing.clone()));
    fs::create_dir(missing.parent().unwrap()).unwrap();
    fs::write(&missing, "").unwrap();
    assert_eq!(missing_store(variable), None);
}
