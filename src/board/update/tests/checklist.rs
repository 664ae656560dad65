//! The checklist panel: its keys, what it refuses, and what comes of writing.

use serde_json::json;

use crate::board::checklist::Place;
use crate::board::layers::Layer;
use crate::board::message::Message;
use crate::board::testing::*;
use crate::contract::finding::{Finding, Phrase, Severity};
use crate::locale::{Language, Locale};
use crate::project::notes::{Task, WriteError};
use crate::review::checklist::Change;

fn running() -> Board {
    with_checklist(&steps(3, 1)).open()
}

fn word(key: &str) -> String {
    Locale::of(Language::En).word(key).to_owned()
}

fn said(key: &str) -> String {
    word(&format!("step.said-{key}"))
}

/// Parts of a sentence around what is filled in.
fn says(text: &str, key: &str) -> bool {
    let fixed = |part: &&str| !part.is_empty();
    let sentence = word(key);
    sentence.split(['{', '}']).step_by(2).filter(fixed).all(|part| text.contains(part.trim()))
}

fn top(board: &Board) -> Place {
    match board.state.layers.last() {
        Some(Layer::Checklist(top)) => *top,
        _ => panic!("no panel: {:?}", board.layers()),
    }
}

/// The key line.
fn hints(board: &Board) -> String {
    let screen = board.screen();
    screen.lines().rev().nth(1).unwrap_or_default().to_owned()
}

fn next(summary: Option<&str>) -> Change {
    Change::Next { summary: summary.map(str::to_owned), changed_files: Vec::new() }
}

#[test]
fn x_opens_and_closes_the_panel() {
    for close in ["x", "esc", "q", "enter", "ctrl-c"] {
        let mut board = running();
        board.keys("x");
        assert_eq!(board.layers(), ["checklist"]);
        board.keys(close);
        assert!(board.layers().is_empty(), "{close}");
        assert!(!board.state.session.quit);
    }
    let mut board = Files::of(&shots(&["a first"])).open();
    board.keys("x");
    assert_eq!((board.layers().len(), board.said()), (0, word("talk.no-checklist").as_str()));
}

#[test]
fn scrolling_stays_within_the_panel() {
    let mut board = with_checklist(&steps(60, 0)).open();
    board.keys("x");
    assert_eq!(top(&board), Place::default());
    board.keys("k pageup g");
    assert_eq!(top(&board), Place::default());
    board.keys("j j j");
    let three = top(&board);
    board.keys("k");
    assert!(Place::default() < top(&board) && top(&board) < three);
    board.keys("G");
    let last = top(&board);
    assert!(board.screen().contains("Make part 60"));
    board.keys("j pagedown space G");
    assert_eq!(top(&board), last);
    board.keys("pageup");
    assert!(top(&board) < last);
    // A page down and up again ends where it began.
    board.keys("g pagedown pageup");
    assert_eq!(top(&board), Place::default());
}

#[test]
fn a_long_list_opens_at_its_current_step() {
    let mut board = with_checklist(&steps(2_000, 1_200)).open();
    board.keys("x");
    assert!(board.screen().contains("▶ 1201  Make part 1201"), "{}", board.screen());
    assert!(board.screen().contains("Make part 1199"), "with some before it");
}

#[test]
fn n_says_what_will_happen_and_writes_when_confirmed() {
    let mut board = running();
    board.keys("x n");
    assert_eq!(board.layers(), ["checklist", "asking"]);
    assert!(board.flat().contains("Marks step 2 of 3 as done: Make part 2"), "{}", board.screen());
    assert!(board.flat().contains("Then step 3 of 3 is in progress: Make part 3"));
    assert!(board.asked().is_empty());
    board.keys("enter");
    assert_eq!(board.asked(), ["checklist"]);
    board.keys("esc enter q x");
    assert_eq!(board.layers(), ["checklist", "asking"], "nothing is done while it is written");
    assert!(board.asked().is_empty());
    let mut board = running();
    board.keys("x n").text("Drew it, q and all").keys("enter");
    let order = board.write_checklist();
    assert_eq!(order.change, next(Some("Drew it, q and all")));
    assert!(!order.force);
    assert_eq!(board.layers(), ["checklist"]);
    assert_eq!(board.said(), said("done"));
    assert!(board.screen().contains("▶ 3  Make part 3"), "{}", board.screen());
    assert!(board.screen().contains("Drew it, q and all"));
}

#[test]
fn what_was_done_may_stay_empty_and_is_trimmed() {
    for (typed, expected) in [("", None), ("   ", None), (" 그림 완료 ", Some("그림 완료"))] {
        let mut board = running();
        board.keys("x n").text(typed).keys("enter");
        assert_eq!(board.checklist_order().unwrap().change, next(expected), "{typed:?}");
    }
    let mut board = running();
    board.keys("x n").paste("two\nlines").keys("backspace enter");
    let Change::Next { summary: Some(summary), .. } = board.checklist_order().unwrap().change else { panic!() };
    assert!(!summary.contains('\n') && summary.starts_with("two"), "{summary:?}");
}

#[test]
fn the_last_step_completes_the_task() {
    let mut board = with_checklist(&steps(2, 1)).open();
    board.keys("x n");
    assert!(board.flat().contains("Marks step 2 of 2 as done"));
    board.keys("enter").write_checklist();
    assert_eq!(board.said(), said("complete"));
    assert!(board.flat().contains(&word("checklist.complete")));
    for key in ["n", "s", "r"] {
        board.keys(key);
        assert_eq!(board.layers(), ["checklist"], "{key}");
        assert!(!board.said().is_empty(), "{key}");
    }
    let mut files = with_checklist(&steps(2, 1));
    files.task = Some(task("merge_ready"));
    let mut board = files.open();
    board.keys("x n");
    assert!(board.flat().contains(&word("steps.outlook-last")), "{}", board.screen());
    board.keys("enter").write_checklist();
    assert!(board.flat().contains("Task t-7, completed"), "{}", board.screen());
}

#[test]
fn stop_and_resume_are_confirmed() {
    let mut board = running();
    board.keys("x s");
    assert!(board.flat().contains(&word("step.stop-means")), "{}", board.screen());
    board.keys("q");
    assert!(board.asked().is_empty() && board.layers() == ["checklist"]);
    board.keys("s enter");
    assert_eq!(board.write_checklist().change, Change::Stop);
    assert_eq!(board.said(), said("stopped"));
    assert!(board.flat().contains(&word("checklist.stopped")));
    board.keys("s");
    assert_eq!(board.said(), word("steps.refused-already-stopped"));
    board.keys("n");
    assert_eq!((board.layers().len(), board.said().is_empty()), (1, false), "a stopped list does not go on");
    board.keys("r");
    assert!(board.flat().contains("Goes on with step 2 of 3: Make part 2"), "{}", board.screen());
    board.keys("enter");
    assert_eq!(board.write_checklist().change, Change::Resume);
    assert_eq!(board.said(), said("resumed"));
    board.keys("r");
    assert!(!board.said().is_empty() && board.layers() == ["checklist"]);
}

#[test]
fn the_key_line_offers_what_can_be_done_now() {
    let offered = |files: &Files| {
        let mut board = files.open();
        board.keys("x");
        let hints = hints(&board);
        ["n step done", "s stop", "r resume"].map(|hint| hints.contains(hint))
    };
    let files = with_checklist(&steps(3, 1));
    assert_eq!(offered(&files), [true, true, false]);
    let mut stopped = steps(3, 1);
    stopped["mode"] = json!("stopped");
    assert_eq!(offered(&with_checklist(&stopped)), [false, false, true]);
    assert_eq!(offered(&with_checklist(&steps(3, 3))), [false; 3]);
    assert_eq!(offered(&Files { read_only: true, ..files.clone() }), [false; 3]);
    let mut several = task("merge_ready");
    several.others = vec!["t-8".to_owned()];
    assert_eq!(offered(&Files { task: Some(several), ..files }), [false; 3]);
}

#[test]
fn what_cannot_be_done_is_refused_with_its_reason() {
    let mut broken = steps(3, 1);
    broken["items"][1]["status"] = json!("pending");
    let mut newer = steps(3, 1);
    newer["version"] = json!(2);
    let several = Task { others: vec!["t-8".to_owned(), "t-9".to_owned()], ..task("merge_ready") };
    let cases = [
        (with_checklist(&json!("just a note")), None),
        (with_checklist(&newer), None),
        (with_checklist(&broken), Some("checklist.broken-refused")),
        (Files { read_only: true, ..with_checklist(&steps(3, 1)) }, Some("read-only.asked")),
        (Files { task: Some(several), ..with_checklist(&steps(3, 1)) }, Some("checklist.needs-task")),
    ];
    for (files, reason) in cases {
        for key in ["n", "s"] {
            let mut board = files.open();
            board.keys("x").keys(key);
            assert_eq!(board.layers(), ["checklist"], "{key}: {}", board.screen());
            assert!(board.asked().is_empty());
            match reason {
                Some(reason) => assert!(says(board.said(), reason), "{}", board.said()),
                None => assert!(board.said().len() > 10 && !board.said().starts_with("checklist."), "{}", board.said()),
            }
        }
    }
    let named = Task { named: true, others: vec!["t-8".to_owned()], ..task("merge_ready") };
    let mut board = Files { task: Some(named), ..with_checklist(&steps(3, 1)) }.open();
    board.keys("x n");
    assert_eq!(board.layers(), ["checklist", "asking"], "a task that was named is meant");
}

#[test]
fn a_task_that_is_not_approved_is_confirmed_twice() {
    let mut board = Files { task: Some(task("in_review")), ..with_checklist(&steps(3, 1)) }.open();
    board.keys("x n");
    assert!(board.flat().contains("in_review, not merge_ready"), "{}", board.screen());
    board.keys("enter");
    assert!(board.asked().is_empty());
    assert!(board.flat().contains("in_review, not approved"), "{}", board.screen());
    board.keys("enter");
    assert!(board.checklist_order().unwrap().force);
    for (status, key) in [("merge_ready", "n"), ("in_review", "s")] {
        let mut board = Files { task: Some(task(status)), ..with_checklist(&steps(3, 1)) }.open();
        board.keys("x").keys(key).keys("enter");
        assert!(!board.checklist_order().unwrap().force, "{status} {key}");
    }
}

#[test]
fn another_writer_is_told_and_what_was_typed_is_kept() {
    let mut board = running();
    board.keys("x n").text("my words").keys("enter");
    board.files.checklist = Some(steps(4, 1).to_string());
    let there = board.there();
    board.answer(Err(WriteError::Lost(there)));
    assert_eq!(board.said(), word("step.lost"));
    assert_eq!(board.layers(), ["checklist"]);
    assert!(board.screen().contains("Make part 4"), "{}", board.screen());
    board.keys("n");
    assert!(board.screen().contains("my words"), "{}", board.screen());
    board.keys("enter");
    board.answer(Err(WriteError::Lost(None)));
    assert!(board.flat().contains("planning/plan_notes.json holds no checklist any more"), "{}", board.screen());
    assert!(board.asked().contains(&"load"));
}

#[test]
fn what_fails_is_told_and_can_be_tried_again() {
    let mut board = running();
    board.keys("x n").text("my words").keys("enter");
    board.asked();
    board.answer(Err(WriteError::Failed(Phrase::new("outside.worker-failed"))));
    assert_eq!(board.layers(), ["checklist", "asking"]);
    assert!(board.flat().contains(&word("outside.worker-failed")), "{}", board.screen());
    board.asked();
    board.keys("enter");
    assert_eq!(board.checklist_order().unwrap().change, next(Some("my words")));
    board.answer(Err(WriteError::NeedsTask(vec!["t-7".into(), "t-8".into()])));
    assert_eq!(board.layers(), ["checklist"]);
    assert!(board.said().contains("t-7, t-8") && board.said().contains("--task"), "{}", board.said());
    board.keys("n");
    assert!(board.screen().contains("my words"));
}

#[test]
fn esc_keeps_what_was_typed_for_its_step_alone() {
    let mut board = running();
    board.keys("x n").text("half a li").keys("esc esc x n");
    assert!(board.screen().contains("half a li"));
    board.keys("esc").elsewhere(&steps(3, 2));
    board.keys("n");
    assert!(!board.screen().contains("half a li"), "it was about another step");
    board.keys("esc").elsewhere(&steps(3, 1));
    board.keys("n").text("ne").keys("enter").write_checklist();
    board.keys("n");
    assert!(!board.screen().contains("half a line"), "what was written is not offered again");
}

#[test]
fn what_was_typed_and_not_written_is_said_when_the_board_closes() {
    let mut board = running();
    board.keys("x n").text("half a line").keys("esc esc q");
    let said = crate::board::start::farewell(&board.state, None).unwrap();
    assert!(said.contains("half a line"), "{said}");
    let mut board = running();
    board.keys("x n").text("half a line");
    let said = crate::board::start::farewell(&board.state, None).unwrap();
    assert!(said.contains("half a line"), "also of an open question: {said}");
}

#[test]
fn a_change_meanwhile_is_looked_at_before_it_is_confirmed() {
    let mut board = running();
    board.keys("x n").text("done").elsewhere(&steps(4, 2));
    assert!(board.flat().contains(&word("step.changed")), "{}", board.screen());
    assert!(board.flat().contains("Marks step 3 of 4 as done"));
    board.keys("enter");
    assert!(board.asked().iter().all(|effect| *effect != "checklist"));
    board.keys("enter");
    let order = board.checklist_order().unwrap();
    assert_eq!(order.shown.bytes, board.there().unwrap().bytes);
    let mut board = running();
    let mut stopped = steps(3, 1);
    stopped["mode"] = json!("stopped");
    board.keys("x n").text("done").elsewhere(&stopped);
    assert_eq!(board.layers(), ["checklist"], "there is nothing to confirm any more");
    assert!(!board.said().is_empty());
    // Read again without a change: nothing is asked anew.
    let mut board = running();
    board.keys("x n").elsewhere(&steps(3, 1));
    assert!(!board.flat().contains(&word("step.changed")));
}

#[test]
fn the_panel_stays_where_it_was_when_the_list_is_read_again() {
    let mut board = with_checklist(&steps(200, 3)).open();
    board.keys("x pagedown pagedown pagedown");
    let before = top(&board);
    board.elsewhere(&steps(200, 4));
    assert_eq!(top(&board), before, "who looks elsewhere is left there");
    let mut longer = steps(200, 4);
    let first = json!({"id": "new", "title": "New", "status": "done"});
    longer["items"].as_array_mut().unwrap().insert(0, first);
    longer["currentIndex"] = json!(5);
    board.elsewhere(&longer);
    assert_eq!(top(&board), Place { part: before.part + 1, ..before }, "it stays with its step");
    board.elsewhere(&steps(2, 0));
    assert!(board.screen().contains("Make part 1"), "{}", board.screen());
}

#[test]
fn the_panel_follows_the_current_step_that_was_in_sight() {
    let mut board = with_checklist(&steps(200, 3)).open();
    board.keys("x");
    for done in 4..60 {
        board.elsewhere(&steps(200, done));
        let current = format!("▶ {:>3}  Make part {}", done + 1, done + 1);
        assert!(board.screen().contains(&current), "{current}: {}", board.screen());
    }
}

#[test]
fn the_current_step_stays_in_sight_on_a_smaller_screen() {
    let mut board = with_checklist(&steps(12, 9)).open();
    board.keys("x");
    for (width, height) in [(40, 10), (120, 40), (60, 20), (40, 10)] {
        board.resize(width, height);
        assert!(board.screen().contains("▶ 10  Make part 10"), "{}", board.screen());
    }
}

#[test]
fn a_checklist_that_vanishes_leaves_the_panel_readable() {
    let mut board = running();
    board.keys("x n").text("words");
    board.files.checklist = None;
    board.load(crate::board::message::LoadReason::Changed);
    assert_eq!(board.layers(), ["checklist"]);
    board.keys("j k G g n s r pagedown");
    assert!(board.flat().contains("planning/plan_notes.json holds no checklist any more"), "{}", board.screen());
    board.keys("esc");
    assert!(board.layers().is_empty());
}

#[test]
fn the_help_lists_the_keys_of_the_panel() {
    let mut board = running();
    board.resize(120, 400).keys("?");
    for key in
        ["help.checklist", "help.step-done", "action.next-step", "action.stop-checklist", "action.resume-checklist"]
    {
        assert!(board.flat().contains(&word(key)), "{key}");
    }
}

#[test]
fn a_source_that_cannot_be_read_is_told_in_the_panel() {
    let mut board = running();
    board.keys("x");
    board.files.checklist = None;
    let mut fresh = board.files.fresh(crate::board::message::LoadReason::Changed);
    let finding = Finding::new("/p/gone.db".as_ref(), Severity::Error, "notes-db-not-database", None);
    fresh.outside.checklist_trouble = Some(Box::new(finding));
    board.tell(Message::Loaded(Box::new(fresh)));
    for _ in 0..2 {
        assert!(board.flat().contains("gone.db") && board.flat().contains("no SQLite database"), "{}", board.screen());
        // It is opened again to see it.
        board.keys("esc x");
    }
}

#[test]
fn a_note_that_takes_the_place_of_the_checklist_is_shown() {
    let mut board = running();
    board.keys("x");
    board.files.checklist = Some("Ask Mina first.".to_owned());
    board.load(crate::board::message::LoadReason::Changed);
    assert!(board.screen().contains("Ask Mina first."), "{}", board.screen());
    for task in [None, Some(task("active"))] {
        board.files.task = task.clone();
        board.files.checklist = Some(" \n".to_owned());
        board.load(crate::board::message::LoadReason::Changed);
        let expected = if task.is_some() { "This task has no checklist yet." } else { "The file is empty." };
        assert!(board.flat().contains(expected), "{}", board.screen());
        assert!(board.screen().contains("No checklist yet"), "{}", board.screen());
    }
}

#[test]
fn what_was_said_of_a_checklist_that_changed_is_no_longer_said() {
    let mut board = running();
    board.keys("x r");
    assert_eq!(board.said(), word("steps.refused-not-stopped"));
    let there = steps(3, 1);
    board.elsewhere(&there);
    assert_eq!(board.said(), word("steps.refused-not-stopped"), "nothing changed");
    let mut stopped = there;
    stopped["mode"] = "stopped".into();
    board.elsewhere(&stopped);
    assert_eq!(board.said(), "");
}

#[test]
fn while_it_is_written_no_key_is_offered() {
    let mut board = running();
    board.keys("x n");
    assert!(board.screen().contains("enter ok"), "{}", board.screen());
    board.keys("enter");
    assert!(board.flat().contains("Writing…") && !board.screen().contains("enter ok"), "{}", board.screen());
}

#[test]
fn a_step_of_unknown_status_keeps_the_next_one_from_starting() {
    let mut list = steps(3, 1);
    list["items"][2]["status"] = "later".into();
    let mut board = with_checklist(&list).open();
    board.keys("x");
    assert!(board.flat().contains(&word("steps.outlook-unknown-next")), "{}", board.screen());
    assert!(!board.screen().contains("n step done"), "{}", board.screen());
    board.keys("n");
    assert_eq!((board.layers(), board.said()), (vec!["checklist"], word("checklist.broken-refused").as_str()));
}

#[test]
fn a_task_waits_for_the_approval_until_it_is_merge_ready() {
    let said = |status| {
        let mut board = Files { task: Some(task(status)), ..with_checklist(&steps(3, 1)) }.open();
        board.keys("x").flat()
    };
    for status in ["active", "in_review", "arbiter_requested"] {
        assert!(said(status).contains(&word("steps.outlook-waits-for-approval")), "{status}");
    }
    assert!(said("merge_ready").contains(&word("steps.outlook-continues")));
    assert!(said("completed").contains(&word("steps.outlook-task-completed")));
}

#[test]
fn how_far_it_is_stays_on_top_while_the_steps_scroll() {
    for (size, rows) in [((80, 24), 2), ((120, 40), 2), ((40, 10), 1)] {
        let mut board = with_checklist(&steps(60, 30)).open();
        board.resize(size.0, size.1).keys("x");
        for key in ["g", "G", "k", "pageup"] {
            board.keys(key);
            let screen = board.screen();
            let lines: Vec<&str> = screen.lines().skip(3).take(rows).collect();
            assert!(lines[0].contains("30/60"), "{key} {screen}");
            assert!(rows == 1 || lines[1].contains("After this step"), "{key} {screen}");
        }
    }
}

#[test]
fn a_long_title_leaves_the_next_step_in_sight() {
    let mut list = steps(3, 1);
    list["items"][1]["title"] = "a long title ".repeat(400).into();
    for (width, height) in [(40, 10), (80, 24)] {
        let mut board = with_checklist(&list).open();
        board.resize(width, height).keys("x n");
        assert!(board.flat().contains("Then step 3 of 3"), "{}", board.screen());
        assert!(board.screen().contains('…'), "{}", board.screen());
    }
}
