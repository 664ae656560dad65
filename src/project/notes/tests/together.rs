//! Several writers at once: nobody's change is lost.

use std::fs;
use std::thread;

use super::*;

const CHANGES: usize = 200;

/// A checklist that counts: each writer its own changes, under its own key.
fn counted(text: &str, key: &str) -> String {
    let marker = format!("\"{key}\":");
    let (before, after) = text.split_once(&marker).unwrap();
    let (digits, rest) = after.split_at(after.find(|c: char| !c.is_ascii_digit()).unwrap());
    format!("{before}{marker}{}{rest}", digits.parse::<usize>().unwrap() + 1)
}

fn counting() -> String {
    checklist(2, 0).replace("\"mine\":1.50", "\"one\":0,\"two\":0,\"three\":0")
}

/// Counts `CHANGES` times under `key`, each time in what is there, until nobody was first.
fn count(key: &str, read: impl Fn() -> LoadedNotes) {
    for _ in 0..CHANGES {
        loop {
            let before = read();
            let text = counted(std::str::from_utf8(&before.bytes).unwrap(), key);
            match put(&before, Changed { text, completed: false }, false, false, now()) {
                Ok(_) => break,
                Err(WriteError::Lost(_)) => {}
                Err(other) => panic!("{other:?}"),
            }
        }
    }
}

fn every_change_is_there(text: &str) {
    for key in ["one", "two", "three"] {
        assert!(text.contains(&format!("\"{key}\":{CHANGES}")), "{text}");
    }
}

#[test]
fn in_a_database_and_beside_a_writer_of_other_columns() {
    let store = Store::new();
    store.add("a", "active", Some(&counting()));
    store.add("b", "active", Some(&counting()));
    let asked = store.named(Some("a"));
    let (here, file) = (store.here(), store.file.clone());
    thread::scope(|scope| {
        for key in ["one", "two", "three"] {
            let (here, asked) = (&here, &asked);
            scope.spawn(move || count(key, || read(None, here, asked).unwrap().unwrap()));
        }
        scope.spawn(|| {
            let other = connect(&file);
            for n in 0..CHANGES {
                // The program itself: other columns, with and without a new time; and other tasks.
                let time = format!("2027-01-01T00:00:00.{n:03}Z");
                let sql =
                    "UPDATE paired_tasks SET round_trip_count = round_trip_count + 1, updated_at = ?1 WHERE id = 'a'";
                other.execute(sql, [time]).unwrap();
                other.execute_batch("UPDATE paired_tasks SET round_trip_count = round_trip_count + 1").unwrap();
            }
        });
    });
    every_change_is_there(&store.column("a", "plan_notes").unwrap());
    assert_eq!(store.column("a", "round_trip_count"), Some((3 + 2 * CHANGES).to_string()));
    assert_eq!(store.column("b", "plan_notes"), Some(counting()));
}

#[test]
fn in_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("plan_notes.json");
    fs::write(&file, counting()).unwrap();
    thread::scope(|scope| {
        for key in ["one", "two", "three"] {
            let here = dir.path();
            scope.spawn(move || count(key, || read(None, here, &Asked::default()).unwrap().unwrap()));
        }
    });
    every_change_is_there(&fs::read_to_string(&file).unwrap());
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn steps_of_two_people_are_never_done_twice() {
    let store = Store::new();
    store.add("a", "active", Some(&checklist(40, 0)));
    let asked = store.named(Some("a"));
    let here = store.here();
    let done: usize = thread::scope(|scope| {
        let person = || {
            let mut done = 0;
            loop {
                let before = read(None, &here, &asked).unwrap().unwrap();
                match change(&before, &next(), true, now()) {
                    Ok(_) => done += 1,
                    Err(WriteError::Lost(_)) => {}
                    Err(WriteError::Refused(_)) => return done,
                    Err(other) => panic!("{other:?}"),
                }
            }
        };
        [scope.spawn(person), scope.spawn(person)].map(|person| person.join().unwrap()).iter().sum()
    });
    assert_eq!(done, 40);
    assert_eq!(store.state("a"), ("completed".to_owned(), "0".to_owned(), Some("done".to_owned())));
}
