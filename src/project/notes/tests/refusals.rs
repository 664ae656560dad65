//! What is refused, and that nothing is written then.

use super::*;

#[test]
fn next_is_refused_in_every_other_status_and_names_it() {
    for status in ["active", "review_ready", "in_review", "arbiter_requested", "in_arbitration"] {
        let store = Store::new();
        store.add("a", status, Some(&checklist(2, 0)));
        let phrase = refused(change(&store.task("a"), &next(), false, now()));
        assert_eq!(phrase.key, "notes.refused-status");
        assert!(said(&phrase).contains(status));
        assert_eq!(store.column("a", "updated_at").as_deref(), Some(OLD));
    }
}

#[test]
fn a_completed_task_stays_as_it_is() {
    let store = Store::new();
    store.add("a", "completed", Some(&checklist(2, 0)));
    store.add("null", "completed", None);
    for (change_to, force) in [(next(), false), (next(), true), (Change::Stop, false)] {
        let phrase = refused(change(&store.task("a"), &change_to, force, now()));
        assert_eq!(phrase.key, "notes.refused-completed");
    }
    for id in ["a", "null"] {
        let result = start(None, &store.here(), &store.named(Some(id)), &three_steps(), true, now());
        assert_eq!(refused(result).key, "notes.refused-completed");
        assert_eq!(store.column(id, "updated_at").as_deref(), Some(OLD));
    }
}

#[test]
fn several_candidates_need_a_name_for_every_write() {
    let store = Store::new();
    store.add_at("a", "merge_ready", Some(&checklist(2, 0)), "2026-01-01T00:00:00.000Z");
    store.add_at("b", "active", Some(&checklist(2, 0)), "2026-01-02T00:00:00.000Z");
    let before = store.read(&store.named(None)).unwrap().unwrap();
    let results = [
        change(&before, &next(), true, now()),
        change(&before, &Change::Stop, false, now()),
        start(None, &store.here(), &store.named(None), &three_steps(), true, now()),
    ];
    for result in results {
        assert!(matches!(result, Err(WriteError::NeedsTask(ids)) if ids == ["b", "a"]));
    }
}

#[test]
fn notes_and_newer_ones_are_never_rewritten() {
    for notes in ["see the chat", "{}", "null", r#"{"version":2,"mode":"planned","items":[]}"#] {
        let store = Store::new();
        store.add("a", "merge_ready", Some(notes));
        refused(change(&store.task("a"), &next(), true, now()));
        refused(start(None, &store.here(), &store.named(Some("a")), &three_steps(), true, now()));
        let file = store.here().join("plan_notes.json");
        std::fs::write(&file, notes).unwrap();
        let before = store.read(&Asked::default()).unwrap().unwrap();
        refused(change(&before, &next(), true, now()));
        refused(start(None, &store.here(), &Asked::default(), &three_steps(), true, now()));
        assert_eq!(store.column("a", "plan_notes").as_deref(), Some(notes));
        assert_eq!(std::fs::read(&file).unwrap(), notes.as_bytes());
    }
}

#[test]
fn a_running_checklist_is_replaced_only_when_asked_to() {
    let store = Store::new();
    store.add("a", "active", Some(&checklist(2, 0)));
    refused(start(None, &store.here(), &store.named(None), &three_steps(), false, now()));
    let written = start(None, &store.here(), &store.named(None), &three_steps(), true, now()).unwrap();
    assert_eq!(list(&written.now).items.len(), 3);
    assert_eq!(store.state("a"), ("active".to_owned(), "3".to_owned(), None));
}

#[test]
fn a_file_that_may_not_be_written_is_not_replaced() {
    use std::os::unix::fs::PermissionsExt;
    let store = Store::new();
    let file = store.here().join("plan_notes.json");
    std::fs::write(&file, checklist(2, 0)).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o444)).unwrap();
    let before = store.read(&Asked::default()).unwrap().unwrap();
    assert_eq!(failed(change(&before, &next(), false, now())).key, "disk.write-protected");
    assert_eq!(
        failed(start(None, &store.here(), &Asked::default(), &three_steps(), true, now())).key,
        "disk.write-protected"
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), checklist(2, 0));
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    change(&before, &next(), false, now()).unwrap();
}
