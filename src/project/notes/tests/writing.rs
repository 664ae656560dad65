//! Changing a task.

use super::*;

/// The status, `round_trip_count` and `completion_reason` after going on from `status`.
fn after(status: &str, steps: usize, done: usize, force: bool) -> (String, String, Option<String>) {
    let store = Store::new();
    store.add("a", status, Some(&checklist(steps, done)));
    let before = store.task("a");
    let written = change(&before, &next(), force, now()).unwrap();
    assert_eq!(written.completed, done + 1 == steps);
    assert_eq!(list(&written.now).done(), done + 1);
    assert_eq!(store.column("a", "plan_notes").unwrap().as_bytes(), &*written.now.bytes);
    assert_eq!(store.column("a", "updated_at").as_deref(), Some("2026-07-01T12:00:00.000Z"));
    let task = written.now.source.task().unwrap();
    let (status, count, reason) = store.state("a");
    assert_eq!((&task.status, task.round_trip_count.to_string()), (&status, count.clone()));
    assert!(task.named && task.updated_at == "2026-07-01T12:00:00.000Z");
    (status, count, reason)
}

#[test]
fn next_makes_the_task_active_while_steps_are_left_and_then_completes_it() {
    assert_eq!(after("merge_ready", 3, 0, false), ("active".to_owned(), "0".to_owned(), None));
    assert_eq!(after("merge_ready", 3, 2, false), ("completed".to_owned(), "3".to_owned(), Some("done".to_owned())));
}

#[test]
fn a_person_goes_on_from_every_open_status() {
    for status in ["active", "review_ready", "in_review", "arbiter_requested", "in_arbitration", "merge_ready"] {
        assert_eq!(after(status, 2, 0, true), ("active".to_owned(), "0".to_owned(), None), "{status}");
        let done = ("completed".to_owned(), "3".to_owned(), Some("done".to_owned()));
        assert_eq!(after(status, 2, 1, true), done, "{status}");
    }
}

#[test]
fn stop_and_resume_touch_only_the_notes_and_the_time() {
    let store = Store::new();
    store.add("a", "in_review", Some(&checklist(2, 0)));
    let written = change(&store.task("a"), &Change::Stop, false, now()).unwrap();
    assert!(list(&written.now).stopped && !written.completed);
    assert_eq!(store.state("a"), ("in_review".to_owned(), "3".to_owned(), None));
    let written = change(&written.now, &Change::Resume, false, now()).unwrap();
    assert_eq!(store.state("a"), ("in_review".to_owned(), "3".to_owned(), None));
    assert_eq!(store.column("a", "plan_notes").unwrap(), checklist(2, 0));
    assert_eq!(store.column("a", "updated_at").as_deref(), Some("2026-07-01T12:00:00.001Z"), "strictly later");
    assert_eq!(written.now.source.task().unwrap().updated_at, "2026-07-01T12:00:00.001Z");
}

#[test]
fn the_new_time_is_later_than_any_old_one() {
    for old in ["2030-01-01T00:00:00.000Z", "2026-01-01 00:00:00", "2030-01-01T09:00:00+09:00", "soon", ""] {
        let store = Store::new();
        store.add_at("a", "active", Some(&checklist(2, 0)), old);
        change(&store.task("a"), &Change::Stop, false, now()).unwrap();
        let new = store.column("a", "updated_at").unwrap();
        assert!(stamp::time(&new) > stamp::time(old) && new.ends_with('Z') && new.len() == 24, "{old} → {new}");
        assert!(new.as_str() > old || old == "soon", "{old} → {new}");
    }
}

#[test]
fn exactly_one_candidate_needs_no_name() {
    let store = Store::new();
    store.add("a", "merge_ready", Some(&checklist(2, 0)));
    store.add("done", "completed", Some(&checklist(2, 0)));
    let before = store.read(&store.fallback()).unwrap().unwrap();
    let written = change(&before, &next(), false, now()).unwrap();
    assert!(!written.now.source.task().unwrap().named);
}

#[test]
fn another_writer_is_never_overwritten() {
    for (column, value) in [
        ("updated_at", "2026-01-01T00:00:00.001Z"),
        // Writers who leave the time as it was.
        ("plan_notes", "mine"),
        ("status", "in_review"),
    ] {
        let store = Store::new();
        store.add("a", "merge_ready", Some(&checklist(2, 0)));
        let before = store.task("a");
        store.own.execute(&format!("UPDATE paired_tasks SET {column} = ?1"), [value]).unwrap();
        let found = lost(change(&before, &next(), false, now())).expect("what is there now");
        assert_eq!(store.column("a", column).as_deref(), Some(value));
        assert_eq!(found.bytes.as_ref(), store.column("a", "plan_notes").unwrap().as_bytes());
        let task = found.source.task().unwrap();
        assert!(task.named);
        assert_eq!(Some(&task.updated_at), store.column("a", "updated_at").as_ref());
    }
}

#[test]
fn a_task_that_went_away_or_is_no_longer_text_is_lost() {
    let store = Store::new();
    store.add("a", "merge_ready", Some(&checklist(2, 0)));
    let before = store.task("a");
    store.own.execute_batch("UPDATE paired_tasks SET plan_notes = x'00'").unwrap();
    assert!(lost(change(&before, &next(), false, now())).is_none());
    store.own.execute_batch("DELETE FROM paired_tasks").unwrap();
    assert!(lost(change(&before, &next(), false, now())).is_none());
    assert_eq!(store.own.query_row("SELECT count(*) FROM paired_tasks", [], |row| row.get::<_, i64>(0)), Ok(0));
}

#[test]
fn what_the_database_itself_forbids_is_told_and_not_written() {
    let store = Store::new();
    store.add("a", "merge_ready", Some(&checklist(2, 0)));
    let trigger = "CREATE TRIGGER t BEFORE UPDATE ON paired_tasks BEGIN SELECT RAISE(ABORT, 'frozen'); END";
    store.own.execute_batch(trigger).unwrap();
    let phrase = failed(change(&store.task("a"), &next(), false, now()));
    assert_eq!(phrase.key, "disk.db-refused");
    assert!(said(&phrase).contains("frozen"));
    assert_eq!(store.column("a", "updated_at").as_deref(), Some(OLD));
}

#[test]
fn an_id_that_is_there_twice_is_told_and_not_written() {
    let store = Store::new();
    store
        .own
        .execute_batch("DROP TABLE paired_tasks; CREATE TABLE paired_tasks (id, plan_notes, status, updated_at)")
        .unwrap();
    for _ in 0..2 {
        let sql = "INSERT INTO paired_tasks VALUES ('a', ?1, 'merge_ready', ?2)";
        store.own.execute(sql, [&checklist(2, 0), OLD]).unwrap();
    }
    assert_eq!(failed(change(&store.task("a"), &next(), false, now())).key, "disk.db-task-twice");
    assert_eq!(store.column("a", "updated_at").as_deref(), Some(OLD));
}

#[test]
fn a_program_that_goes_on_reading_does_not_stop_a_change() {
    let store = Store::new();
    store.add("a", "merge_ready", Some(&checklist(2, 0)));
    store.own.execute_batch("BEGIN").unwrap();
    assert_eq!(store.column("a", "updated_at").as_deref(), Some(OLD));
    change(&store.task("a"), &next(), false, now()).unwrap();
    assert_eq!(store.column("a", "updated_at").as_deref(), Some(OLD), "it sees what it began with");
    store.own.execute_batch("COMMIT").unwrap();
    assert_eq!(store.column("a", "status").as_deref(), Some("active"));
}
