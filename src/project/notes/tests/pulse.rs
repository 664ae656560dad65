//! Whether a database was changed.

use std::fs;

use super::*;

#[test]
fn a_change_by_another_connection_is_seen_once() {
    let store = Store::new();
    store.add("a", "merge_ready", Some(&checklist(2, 0)));
    let mut pulse = Pulse::open(&store.file).unwrap();
    assert!(!pulse.changed());
    store.own.execute_batch("UPDATE paired_tasks SET title = 'x'").unwrap();
    assert!(pulse.changed() && !pulse.changed());
    change(&store.task("a"), &next(), false, now()).unwrap();
    assert!(pulse.changed() && !pulse.changed());
    store.task("a");
    assert!(!pulse.changed(), "reading is no change");
}

#[test]
fn a_file_that_took_its_place_is_a_change() {
    let store = Store::new();
    let at = |name: &str| store.dir.path().join(name);
    let file = at("one.db");
    let make = |path: &Path| drop(Connection::open(path).unwrap().execute_batch(TABLE));
    make(&file);
    make(&at("two.db"));
    let mut pulse = Pulse::open(&file).unwrap();
    fs::rename(at("two.db"), &file).unwrap();
    assert!(pulse.changed() && !pulse.changed());
    Connection::open(&file).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    assert!(pulse.changed() && !pulse.changed());
    fs::remove_file(&file).unwrap();
    assert!(pulse.changed() && !pulse.changed());
    make(&file);
    assert!(pulse.changed() && !pulse.changed());
}

#[test]
fn what_cannot_be_opened_has_no_pulse() {
    let store = Store::new();
    fs::write(store.dir.path().join("text.db"), "not a database at all, but long enough to be looked at").unwrap();
    for name in ["", "nowhere.db", "text.db"] {
        assert!(Pulse::open(&store.dir.path().join(name)).is_none(), "{name}");
    }
}

#[test]
fn it_never_waits() {
    let store = Store::new();
    let file = store.dir.path().join("held.db");
    let other = Connection::open(&file).unwrap();
    other.execute_batch(TABLE).unwrap();
    let mut pulse = Pulse::open(&file).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE; CREATE TABLE t (x)").unwrap();
    let start = std::time::Instant::now();
    assert!(!pulse.changed());
    assert!(start.elapsed() < std::time::Duration::from_secs(2));
    other.execute_batch("COMMIT").unwrap();
    assert!(pulse.changed());
}
