//! The checklist on the board: it follows a file and a database, and is changed in both.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::fs;
use std::path::PathBuf;

use planboard::locale::Language;
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use world::{Board, World};

/// A running checklist of `total` steps, `done` of them done.
fn steps(total: usize, done: usize) -> Value {
    let status = |at: usize| match at {
        at if at < done => "done",
        at if at == done => "in_progress",
        _ => "pending",
    };
    let items: Vec<Value> = (0..total)
        .map(|at| json!({"id": format!("step-{}", at + 1), "title": format!("작업 {}", at + 1), "status": status(at)}))
        .collect();
    json!({
        "version": 1, "mode": "planned", "items": items, "currentIndex": done.min(total - 1),
        "autoContinueOnDone": true, "maxAutoTurns": 6, "autoTurnsUsed": 0, "owner": {"kept": 1.5}
    })
}

struct Film {
    world: World,
}

impl Film {
    fn new() -> Film {
        Film { world: World::new() }
    }

    fn file(&self) -> PathBuf {
        self.world.planning().join("plan_notes.json")
    }

    /// Writes the file as an agent does: another file takes its place.
    fn write(&self, value: &Value) {
        let next = self.world.planning().join("next.tmp");
        fs::write(&next, value.to_string().replace("1.5", "1.50")).unwrap();
        fs::rename(next, self.file()).unwrap();
    }

    fn in_file(&self) -> Value {
        serde_json::from_slice(&fs::read(self.file()).unwrap()).unwrap()
    }

    fn path(&self) -> PathBuf {
        self.world.root().join("messages.db")
    }

    /// The database in WAL mode with its table, and a connection to it.
    fn database(&self) -> Connection {
        let database = Connection::open(self.path()).unwrap();
        database.busy_timeout(harness::PATIENCE).unwrap();
        database.pragma_update(None, "journal_mode", "WAL").unwrap();
        database
            .execute_batch(
                "CREATE TABLE IF NOT EXISTS paired_tasks (
                    id TEXT PRIMARY KEY, chat_jid TEXT NOT NULL, group_folder TEXT NOT NULL,
                    owner_service_id TEXT NOT NULL, reviewer_service_id TEXT NOT NULL,
                    owner_agent_type TEXT, reviewer_agent_type TEXT, arbiter_agent_type TEXT,
                    title TEXT, source_ref TEXT, plan_notes TEXT, review_requested_at TEXT,
                    round_trip_count INTEGER NOT NULL DEFAULT 0,
                    status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active','review_ready','in_review',
                        'merge_ready','completed','arbiter_requested','in_arbitration')),
                    arbiter_verdict TEXT, arbiter_requested_at TEXT, completion_reason TEXT,
                    created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
                CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, text TEXT);",
            )
            .unwrap();
        database
    }

    fn open_on_database(&self, more: &[&str]) -> Board {
        let path = self.path().display().to_string();
        let arguments: Vec<&str> = ["--notes-db", &path].into_iter().chain(more.iter().copied()).collect();
        Board::start(self.world.setup(&arguments), Language::En)
    }
}

/// Adds a task with this checklist.
fn add(database: &Connection, id: &str, status: &str, value: &Value) {
    let sql = "INSERT INTO paired_tasks (id, chat_jid, group_folder, owner_service_id, reviewer_service_id, title,
        plan_notes, status, round_trip_count, created_at, updated_at)
        VALUES (?1, 'c', 'g', 'o', 'r', 'Broth', ?2, ?3, 3, '2026-08-01T09:00:00Z', '2026-08-01T09:00:00Z')";
    database.execute(sql, params![id, value.to_string(), status]).unwrap();
}

/// Another writer changes a task.
fn set(database: &Connection, id: &str, value: &Value) {
    let sql = "UPDATE paired_tasks SET plan_notes = ?2, updated_at = '2026-08-01T10:00:00Z' WHERE id = ?1";
    database.execute(sql, params![id, value.to_string()]).unwrap();
}

/// Status, round trips, reason of completion and checklist of a task.
fn row(database: &Connection, id: &str) -> (String, i64, Option<String>, Value) {
    let sql = "SELECT status, round_trip_count, completion_reason, plan_notes FROM paired_tasks WHERE id = ?1";
    let read = |row: &rusqlite::Row| {
        let notes: String = row.get(3)?;
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, serde_json::from_str(&notes).unwrap()))
    };
    database.query_row(sql, [id], read).unwrap()
}

fn statuses(value: &Value) -> Vec<&str> {
    value["items"].as_array().unwrap().iter().map(|item| item["status"].as_str().unwrap()).collect()
}

/// Opens the panel.
fn open_panel(board: &Board) {
    board.send("x");
    board.wait_text(&format!("── {} ──", board.words.word("checklist.title")));
}

/// Presses the key of an action and waits for its question.
fn ask(board: &Board, key: &str, title: &str) {
    board.send(key);
    board.wait_text(&format!("── {} ──", board.words.word(title)));
}

#[test]
fn the_panel_follows_the_file() {
    let film = Film::new();
    film.write(&steps(4, 1));
    let board = film.world.open();
    board.wait_text("1/4");
    open_panel(&board);
    board.wait_text("▶ 2  작업 2");
    let mut next = steps(4, 2);
    next["items"][1]["summary"] = json!("다 했음");
    film.write(&next);
    board.wait_text("▶ 3  작업 3");
    board.wait_text("다 했음");
    fs::remove_file(film.file()).unwrap();
    board.wait_text("planning/plan_notes.json holds no checklist any more");
    film.write(&steps(2, 2));
    board.wait_says("checklist.complete");
    board.send("q");
    board.wait_board();
    board.quit();
}

#[test]
fn a_step_is_done_stopped_and_resumed_in_the_file() {
    let film = Film::new();
    film.write(&steps(3, 0));
    let board = film.world.open();
    open_panel(&board);
    ask(&board, "n", "step.title-next");
    board.send("국물 완성");
    board.wait_text("국물 완성");
    board.send("\r");
    board.wait_says("step.said-done");
    board.wait_text("▶ 2  작업 2");
    let value = film.in_file();
    assert_eq!(statuses(&value), ["done", "in_progress", "pending"]);
    assert_eq!((&value["items"][0]["summary"], &value["currentIndex"]), (&json!("국물 완성"), &json!(1)));
    assert!(
        fs::read_to_string(film.file()).unwrap().contains(r#""owner":{"kept":1.50}"#),
        "other keys and numbers stay"
    );

    ask(&board, "s", "step.title-stop");
    board.send("\r");
    board.wait_says("step.said-stopped");
    assert_eq!(film.in_file()["mode"], "stopped");
    board.wait_says("checklist.stopped");
    board.send("n");
    board.wait_says("steps.refused-stopped");
    ask(&board, "r", "step.title-resume");
    board.send("\r");
    board.wait_says("step.said-resumed");
    assert_eq!(film.in_file()["mode"], "planned");

    for _ in 0..2 {
        ask(&board, "n", "step.title-next");
        board.send("\r");
        board.wait_gone(&format!("── {} ──", board.words.word("step.title-next")));
    }
    board.wait_says("step.said-complete");
    assert_eq!(statuses(&film.in_file()), ["done", "done", "done"]);
    board.send("q");
    board.wait_board();
    board.quit();
    assert!(film.world.leftovers().is_empty());
}

#[test]
fn the_panel_follows_a_database_that_another_connection_writes() {
    let film = Film::new();
    let database = film.database();
    add(&database, "t-1", "active", &steps(4, 1));
    let board = film.open_on_database(&[]);
    open_panel(&board);
    board.wait_text("▶ 2  작업 2");
    board.wait_text("Task t-1, active: Broth");
    set(&database, "t-1", &steps(4, 2));
    board.wait_text("▶ 3  작업 3");
    // Without a change of the checklist nothing is drawn: of another table, or of nothing at all.
    std::thread::sleep(std::time::Duration::from_millis(100));
    let drawn = board.raw_output().len();
    for n in 0..3 {
        database.execute("INSERT INTO messages (text) VALUES (?1)", [format!("chat {n}")]).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(550));
    }
    assert_eq!(board.raw_output().len(), drawn, "{}", board.screen_text());
    set(&database, "t-1", &steps(4, 3));
    board.wait_text("▶ 4  작업 4");
    // Completed by another: it is no open task any more, and still what one looks at.
    let done = "UPDATE paired_tasks SET status = 'completed', plan_notes = ?1, updated_at = '2026-08-01T11:00:00Z'";
    database.execute(done, [steps(4, 4).to_string()]).unwrap();
    board.wait_says("checklist.complete");
    board.wait_text("Task t-1, completed");
    add(&database, "t-2", "active", &steps(2, 0));
    board.wait_text("Task t-2, active");
    board.send("q");
    board.wait_board();
    board.quit();
}

#[test]
fn a_database_that_appears_later_is_taken_and_one_that_goes_is_named() {
    let film = Film::new();
    let board = film.open_on_database(&[]);
    board.wait_text("1 finding");
    let database = film.database();
    add(&database, "t-1", "active", &steps(4, 1));
    board.wait_text("1/4");
    // A note in its place is shown.
    open_panel(&board);
    database
        .execute("UPDATE paired_tasks SET plan_notes = 'ask Mina', updated_at = '2026-08-01T12:00:00Z'", [])
        .unwrap();
    board.wait_text("ask Mina");
    database.execute("UPDATE paired_tasks SET plan_notes = NULL, updated_at = '2026-08-01T13:00:00Z'", []).unwrap();
    board.wait_text("This task has no checklist yet");
    set(&database, "t-1", &steps(4, 1));
    board.wait_text("▶ 2  작업 2");
    drop(database);
    for end in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(format!("{}{end}", film.path().display()));
    }
    board.wait_gone("1/4");
    // The open panel says why.
    board.wait_text("the database cannot be read");
    board.send("q");
    board.wait_board();
    board.send("!");
    board.wait_text("messages.db");
    board.send("q");
    // The rest goes on.
    board.wait_board();
    board.comment("여전히");
    board.quit();
}

#[test]
fn a_step_is_done_in_the_database() {
    let film = Film::new();
    let database = film.database();
    add(&database, "t-1", "merge_ready", &steps(2, 0));
    let board = film.open_on_database(&[]);
    open_panel(&board);
    ask(&board, "n", "step.title-next");
    board.send("ok\r");
    board.wait_says("step.said-done");
    let (status, trips, reason, value) = row(&database, "t-1");
    assert_eq!((status.as_str(), trips, reason), ("active", 0, None));
    assert_eq!(statuses(&value), ["done", "in_progress"]);
    assert_eq!((&value["autoTurnsUsed"], &value["lastStepSummary"]), (&json!(1), &json!("ok")));
    // The reviewer has not approved the next one: it takes a second confirmation.
    board.wait_text("Task t-1, active");
    ask(&board, "n", "step.title-next");
    board.wait_text("Task t-1 is active, not merge_ready");
    board.send("\r");
    board.wait_text("Task t-1 is active, not approved");
    assert_eq!(row(&database, "t-1").0, "active");
    board.send("\r");
    board.wait_says("step.said-complete");
    let (status, _, reason, value) = row(&database, "t-1");
    assert_eq!((status.as_str(), reason.as_deref()), ("completed", Some("done")));
    assert_eq!(statuses(&value), ["done", "done"]);
    board.wait_text("Task t-1, completed");
    board.send("q");
    board.wait_board();
    board.quit();
}

#[test]
fn another_writer_that_was_first_is_told() {
    let film = Film::new();
    let mut database = film.database();
    add(&database, "t-1", "merge_ready", &steps(4, 0));
    let board = film.open_on_database(&[]);
    open_panel(&board);
    ask(&board, "n", "step.title-next");
    board.send("my words");
    board.wait_text("my words");
    // The other writer has begun, and ends while the board waits for it.
    let other = database.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).unwrap();
    set(&other, "t-1", &steps(4, 1));
    board.send("\r");
    board.wait_says("step.busy");
    other.commit().unwrap();
    board.wait_says("step.lost");
    board.wait_text("▶ 2  작업 2");
    let (status, trips, _, value) = row(&database, "t-1");
    assert_eq!((status.as_str(), trips), ("merge_ready", 3));
    assert_eq!(value, steps(4, 1));
    board.send("q");
    board.wait_board();
    board.send("q");
    board.wait_for(|screen| !screen.alternate_screen(), harness::PATIENCE);
    board.wait_text("my words");
}

#[test]
fn several_tasks_want_one_to_be_named() {
    let film = Film::new();
    let database = film.database();
    add(&database, "t-1", "merge_ready", &steps(4, 0));
    add(&database, "t-2", "merge_ready", &steps(4, 2));
    let board = film.open_on_database(&[]);
    open_panel(&board);
    board.wait_text("1 other open task");
    board.send("n");
    board.wait_text("--task");
    board.send("q");
    board.wait_board();
    board.quit();
    let board = film.open_on_database(&["--task", "t-1"]);
    open_panel(&board);
    ask(&board, "n", "step.title-next");
    board.send("\r");
    board.wait_says("step.said-done");
    assert_eq!(statuses(&row(&database, "t-1").3), ["done", "in_progress", "pending", "pending"]);
    assert_eq!(row(&database, "t-2").3, steps(4, 2));
}

#[test]
fn a_read_only_board_changes_nothing() {
    let film = Film::new();
    film.write(&steps(3, 0));
    let before = fs::read(film.file()).unwrap();
    let asked = Board::start(film.world.setup(&["--read-only"]), Language::En);
    let first = film.world.open();
    let second = film.world.open();
    for board in [&asked, &second] {
        open_panel(board);
        assert!(!board.shows(board.words.word("hint.next-step")), "{}", board.screen_text());
        for key in ["n", "s"] {
            board.send(key);
            board.wait_text("Read-only");
            assert!(!board.says("step.ready"), "{}", board.screen_text());
        }
    }
    assert_eq!(fs::read(film.file()).unwrap(), before);
    first.quit();
}
