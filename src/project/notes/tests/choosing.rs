//! Which task is read.

use super::*;

fn task(notes: &LoadedNotes) -> &Task {
    notes.source.task().expect("a task")
}

#[test]
fn the_latest_open_task_with_a_checklist_is_read_and_the_others_are_told() {
    let store = Store::new();
    store.add_at("old", "active", Some(&checklist(2, 0)), "2026-01-01T00:00:00.000Z");
    // Later as a time, though not as text.
    store.add_at("latest", "merge_ready", Some(&checklist(3, 1)), "2026-01-02T03:00:00-09:00");
    store.add_at("middle", "in_review", Some(&checklist(2, 0).replace("planned", "stopped")), "2026-01-02 11:00:00");
    store.add_at("done", "completed", Some(&checklist(2, 0)), "2026-05-01T00:00:00.000Z");
    store.add_at("note", "active", Some("see the chat"), "2026-05-01T00:00:00.000Z");
    store.add_at("other", "active", Some(r#"{"version":1,"mode":"free"}"#), "2026-05-01T00:00:00.000Z");
    store.add_at("null", "active", None, "2026-05-01T00:00:00.000Z");
    let notes = store.read(&store.named(None)).unwrap().unwrap();
    assert_eq!(list(&notes).items.len(), 3);
    let expected = Task {
        database: store.file.clone(),
        id: "latest".to_owned(),
        title: Some("Title of latest".to_owned()),
        status: "merge_ready".to_owned(),
        round_trip_count: 3,
        updated_at: "2026-01-02T03:00:00-09:00".to_owned(),
        named: false,
        others: vec!["middle".to_owned(), "old".to_owned()],
    };
    assert_eq!(notes.source, Source::Task(expected));
    assert_eq!(&*notes.bytes, checklist(3, 1).as_bytes());
}

#[test]
fn any_task_can_be_named_and_is_shown_as_what_it_is() {
    let store = Store::new();
    store.add("done", "completed", Some(&checklist(2, 2)));
    store.add("note", "active", Some("see the chat"));
    store.add("null", "active", None);
    store.add("newer", "active", Some(r#"{"version":2,"mode":"planned"}"#));
    assert_eq!(list(&store.task("done")).done(), 2);
    assert!(task(&store.task("done")).named);
    assert!(matches!(store.task("note").notes, PlanNotes::Note(text) if text == "see the chat"));
    let null = store.task("null");
    assert!(matches!(&null.notes, PlanNotes::Note(text) if text.is_empty()) && null.bytes.is_empty());
    assert!(matches!(store.task("newer").notes, PlanNotes::Newer { version: 2, .. }));
}

#[test]
fn columns_that_older_tables_lack_are_not_needed() {
    let store = Store::new();
    store
        .own
        .execute_batch("DROP TABLE paired_tasks; CREATE TABLE Paired_Tasks (ID INTEGER PRIMARY KEY, Plan_Notes, status, updated_at)")
        .unwrap();
    let sql = "INSERT INTO paired_tasks VALUES (7, ?1, 'merge_ready', 'never')";
    store.own.execute(sql, [checklist(1, 0)]).unwrap();
    let notes = store.read(&store.named(None)).unwrap().unwrap();
    assert_eq!((task(&notes).id.as_str(), &task(&notes).title, task(&notes).round_trip_count), ("7", &None, 0));
    assert!(change(&store.task("7"), &next(), false, now()).unwrap().completed);
    assert_eq!(store.column("7", "status").as_deref(), Some("completed"));
}

#[test]
fn findings_of_the_list_name_the_task_and_hide_nothing() {
    let store = Store::new();
    store.add("a", "active", Some(&checklist(2, 0).replace("in_progress", "pending")));
    let notes = store.read(&store.named(None)).unwrap().unwrap();
    // Places are places in the notes, which are no line of the database.
    let place = std::path::PathBuf::from(format!("{}, task a", store.file.display()));
    assert_eq!(notes.findings.iter().map(|f| (f.code, &f.file)).collect::<Vec<_>>(), [("none-in-progress", &place)]);
    assert_eq!(list(&notes).items.len(), 2);
}
