//! Databases that cannot be read: each is a finding, and nobody waits on anything.

use std::fs;
use std::os::unix::fs::symlink;

use super::*;
use crate::contract::json::MAX_BYTES;
use crate::project::notes::trouble::Trouble;

/// What reading and writing say of the file at this path.
fn both(store: &Store, name: &str) -> (&'static str, &'static str) {
    let file = store.dir.path().join(name);
    let asked = Asked { database: Some(file.clone()), task: Some("a".to_owned()), ..Asked::default() };
    let wrong = code(store.read(&asked), &file);
    (wrong, failed(start(None, &store.here(), &asked, &three_steps(), false, now())).key)
}

#[test]
fn what_is_no_regular_file_is_told_without_waiting() {
    let store = Store::new();
    let at = |name: &str| store.dir.path().join(name);
    fs::create_dir(at("folder")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    symlink(at("nowhere"), at("dangling")).unwrap();
    for name in ["folder", "pipe", "dangling", "missing"] {
        assert_eq!(both(&store, name), ("notes-db-unreadable", "disk.db-unreadable"), "{name}");
    }
    assert!(!at("missing").exists() && !at("nowhere").exists(), "nothing is made");
    symlink(&store.file, at("link")).unwrap();
    store.add("a", "active", Some(&checklist(1, 0)));
    let asked = Asked { database: Some(at("link")), ..Asked::default() };
    assert!(store.read(&asked).unwrap().is_some());
}

#[test]
fn what_is_no_database_or_encrypted_is_told() {
    let store = Store::new();
    for (name, bytes) in [
        ("text.db", vec![b'x'; 5000]),
        ("short.db", b"hello".to_vec()),
        ("random.db", (0..8192).map(|n| (n * 7919 % 251) as u8).collect()),
    ] {
        fs::write(store.dir.path().join(name), bytes).unwrap();
        assert_eq!(both(&store, name), ("notes-db-not-database", "disk.db-not-database"), "{name}");
    }
}

#[test]
fn a_database_of_something_else_is_told() {
    let store = Store::new();
    fs::write(store.dir.path().join("empty.db"), b"").unwrap();
    assert_eq!(both(&store, "empty.db"), ("notes-db-no-table", "disk.db-no-table"));
    let other = connect(&store.dir.path().join("other.db"));
    other.execute_batch("CREATE TABLE t (id); CREATE VIEW paired_tasks AS SELECT 1 AS id").unwrap();
    assert_eq!(both(&store, "other.db"), ("notes-db-no-table", "disk.db-no-table"));
    let other = connect(&store.dir.path().join("columns.db"));
    other.execute_batch("CREATE TABLE paired_tasks (id, status)").unwrap();
    assert_eq!(both(&store, "columns.db"), ("notes-db-no-column", "disk.db-no-column"));
}

#[test]
fn a_damaged_database_is_told() {
    let store = Store::new();
    let file = store.dir.path().join("damaged.db");
    let other = Connection::open(&file).unwrap();
    other.execute_batch(TABLE).unwrap();
    drop(other);
    let mut bytes = fs::read(&file).unwrap();
    let page = 4096;
    bytes.truncate(page * 2);
    bytes[page..].fill(0xEE);
    bytes[100..108].fill(0xEE);
    fs::write(&file, bytes).unwrap();
    assert_eq!(both(&store, "damaged.db"), ("notes-db-damaged", "disk.db-damaged"));
}

#[test]
fn a_task_that_is_not_there_is_told_with_ids_like_it() {
    let store = Store::new();
    for id in ["task-101", "task-102", "unlike"] {
        store.add(id, "active", None);
    }
    let of = |id: &str| {
        let finding = store.read(&store.named(Some(id))).unwrap_err();
        assert_eq!(code(Err(finding.clone()), &store.file), finding.code);
        (finding.code, finding.args.into_iter().find(|(name, _)| *name == "near").map(|(_, near)| near))
    };
    assert_eq!(of("tsak-101"), ("notes-db-no-task-near", Some("task-101, task-102".to_owned())));
    assert_eq!(of("UNL"), ("notes-db-no-task-near", Some("unlike".to_owned())));
    assert_eq!(of(""), ("notes-db-no-task", None));
    assert_eq!(of(&"x".repeat(10_000)), ("notes-db-no-task", None));
    for id in ["task-10", "zzzzzzzzz"] {
        failed(start(None, &store.here(), &store.named(Some(id)), &three_steps(), false, now()));
    }
}

#[test]
fn notes_of_another_type_are_told_and_no_candidates() {
    let store = Store::new();
    store
        .own
        .execute_batch("DROP TABLE paired_tasks; CREATE TABLE paired_tasks (id, plan_notes, status, updated_at)")
        .unwrap();
    for (id, value) in [("blob", "CAST('{}' AS BLOB)"), ("integer", "7"), ("real", "1.5")] {
        store
            .own
            .execute_batch(&format!("INSERT INTO paired_tasks VALUES ('{id}', {value}, 'active', '{OLD}')"))
            .unwrap();
        assert_eq!(code(store.read(&store.named(Some(id))), &store.file), "notes-db-wrong-type");
        failed(start(None, &store.here(), &store.named(Some(id)), &three_steps(), true, now()));
    }
    assert!(store.read(&store.fallback()).unwrap().is_none());
}

#[test]
fn notes_too_large_are_told_and_never_read() {
    let store = Store::new();
    store.add("a", "active", None);
    let sql = format!("UPDATE paired_tasks SET plan_notes = printf('%.*c', {}, ' ')", MAX_BYTES + 1);
    store.own.execute_batch(&sql).unwrap();
    assert_eq!(both(&store, "messages.db"), ("notes-db-too-large", "disk.db-too-large"));
    assert!(store.read(&store.fallback()).unwrap().is_none());
}

#[test]
fn text_that_is_not_utf8_is_a_note() {
    let store = Store::new();
    store.add("a", "active", None);
    store
        .own
        .execute_batch("UPDATE paired_tasks SET plan_notes = CAST(x'7bff' AS TEXT), title = CAST(x'ff' AS TEXT)")
        .unwrap();
    assert!(matches!(store.task("a").notes, PlanNotes::Note(text) if text == "{\u{FFFD}"));
}

#[test]
fn a_view_or_an_endless_default_of_the_file_is_not_run() {
    let store = Store::new();
    let sql = "DROP TABLE paired_tasks; CREATE VIEW paired_tasks AS WITH RECURSIVE r(id) AS (SELECT 1 UNION ALL SELECT id FROM r) \
               SELECT id, id AS plan_notes, id AS status, id AS updated_at FROM r";
    store.own.execute_batch(sql).unwrap();
    assert_eq!(both(&store, "messages.db"), ("notes-db-no-table", "disk.db-no-table"));
}

#[test]
fn a_database_that_is_held_is_told_when_patience_ends() {
    let store = Store::new();
    let file = store.dir.path().join("held.db");
    let other = Connection::open(&file).unwrap();
    other.execute_batch(TABLE).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let asked = Asked { database: Some(file.clone()), ..Asked::default() };
    assert_eq!(code(store.read(&asked), &file), "notes-db-busy");
}

#[test]
fn every_trouble_has_its_words() {
    let task = || "a".to_owned();
    for trouble in [
        Trouble::Unreadable("io.permission".to_owned()),
        Trouble::NotDatabase,
        Trouble::Damaged,
        Trouble::Busy,
        Trouble::NeedsFolder,
        Trouble::ReadOnly,
        Trouble::Full,
        Trouble::Refused("no".to_owned()),
        Trouble::NoTable,
        Trouble::NoColumn("id".to_owned()),
        Trouble::NoTask(task(), vec![]),
        Trouble::NoTask(task(), vec![task()]),
        Trouble::TaskTwice(task()),
        Trouble::WrongType(task(), "BLOB"),
        Trouble::TooLarge(task(), 1),
    ] {
        code(Err(trouble.finding(Path::new("/m.db"))), Path::new("/m.db"));
        assert!(said(&trouble.phrase(Path::new("/m.db"))).contains("/m.db"));
    }
}

#[test]
fn errors_of_sqlite_are_told_apart() {
    use rusqlite::ffi::{self, Error};
    let store = Store::new();
    let of = |code| Trouble::of(&rusqlite::Error::SqliteFailure(Error::new(code), None), &store.file);
    for (code, trouble) in [
        (ffi::SQLITE_NOTADB, Trouble::NotDatabase),
        (ffi::SQLITE_CORRUPT, Trouble::Damaged),
        (ffi::SQLITE_BUSY_SNAPSHOT, Trouble::Busy),
        (ffi::SQLITE_FULL, Trouble::Full),
        (ffi::SQLITE_CANTOPEN, Trouble::NeedsFolder),
        (ffi::SQLITE_READONLY_CANTINIT, Trouble::NeedsFolder),
        (ffi::SQLITE_READONLY_ROLLBACK, Trouble::NeedsFolder),
        (ffi::SQLITE_READONLY, Trouble::ReadOnly),
        (ffi::SQLITE_IOERR_READ, Trouble::Unreadable("io.device".to_owned())),
        (ffi::SQLITE_PERM, Trouble::Unreadable("io.permission".to_owned())),
    ] {
        assert_eq!(of(code), trouble);
    }
    let gone =
        Trouble::of(&rusqlite::Error::SqliteFailure(Error::new(ffi::SQLITE_CANTOPEN), None), Path::new("/nowhere"));
    assert_eq!(gone, Trouble::Unreadable("io.missing".to_owned()));
}

#[test]
fn the_task_that_was_completed_last_is_named_where_none_is_open() {
    let store = Store::new();
    let found = |store: &Store| store.read(&store.named(None)).unwrap_err();
    store.add("noted", "completed", Some("a note"));
    assert_eq!(found(&store).code, "notes-db-no-checklist");
    store.add("a", "completed", Some(&checklist(3, 3)));
    let finding = found(&store);
    assert_eq!((finding.code, finding.severity), ("notes-db-no-checklist-last", Severity::Warning));
    let (said, hint) = Locale::of(Language::En).finding(&finding);
    assert!(said.contains("a (3/3)") && hint.unwrap().contains("--task a"), "{said}");
}

#[test]
fn who_is_in_a_hurry_waits_for_a_moment_only() {
    let store = Store::new();
    store.add("a", "active", Some(&checklist(2, 0)));
    store.own.execute_batch("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE").unwrap();
    let start = std::time::Instant::now();
    let finding = store.read(&Asked { hurry: true, ..store.named(None) }).unwrap_err();
    assert_eq!(finding.code, "notes-db-busy");
    assert!(start.elapsed() < std::time::Duration::from_secs(2), "{:?}", start.elapsed());
}
