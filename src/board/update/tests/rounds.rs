//! The rounds view, key by key.

use std::collections::BTreeSet;

use serde_json::json;

use crate::board::effect::Effect;
use crate::board::message::LoadReason;
use crate::board::rounds::{Item, RoundsView, view};
use crate::board::state::{Filter, SubmissionNow};
use crate::board::testing::*;
use crate::contract::plan_comments::Pass;
use crate::review::round::SubmissionState;

const BEFORE: &[&str] = &["a first", "b second", "c third", "d fourth", "e fifth"];

fn before() -> Files {
    Files::of(&shots(BEFORE))
}

/// Rounds 1 to `n`, the last compared with a plan where b reads otherwise, e reads otherwise and d is gone.
fn board(n: u32) -> Board {
    let mut files = before();
    files.rounds = (1..=n).map(|n| handled_round(n, Pass::Structure, 2)).collect();
    let mut plan: serde_json::Value =
        serde_json::from_str(&shots(&["a first", "b other", "c third", "e changed"])).unwrap();
    plan["topic"]["selected"] = json!("t");
    files.research = Some(plan.to_string());
    files.submission = Some(SubmissionNow { sha256: None, state: SubmissionState::Handled, ..lying_there(2, 5) });
    files.open()
}

const COMMENTS: &[(&str, &str)] = &[("1", "Say it otherwise."), ("3", "Out with it.")];

fn opened(n: u32) -> Board {
    let mut board = board(n);
    board.keys("r");
    let (round, after) = (board.files.rounds.last().cloned().expect("a round"), board.files.clone());
    board.compared(n, report(&round, &before(), &after, COMMENTS), &BTreeSet::new());
    board
}

fn shown(board: &Board) -> &RoundsView {
    view(&board.state).expect("the rounds view")
}

#[test]
fn r_opens_the_newest_round_and_asks_for_it() {
    let mut board = board(2);
    board.keys("r");
    assert_eq!((board.layers(), board.asked()), (vec!["rounds"], vec!["check-round"]));
    assert_eq!(shown(&board).round, 2);
    assert!(board.screen().contains("Comparing"));
    board.keys("esc");
    assert_eq!(board.layers(), [""; 0]);
}

#[test]
fn without_a_round_r_says_so() {
    let mut board = before().open();
    board.keys("r");
    assert!(board.said().contains("No rounds yet"), "{}", board.said());
}

#[test]
fn older_rounds_are_one_key_away() {
    let mut board = opened(3);
    board.asked();
    board.keys("h");
    assert_eq!((shown(&board).round, board.asked()), (2, vec!["check-round"]));
    board.keys("left left left l");
    assert_eq!(shown(&board).round, 2);
    // The answer to what is not shown any more is dropped.
    let (round, after) = (board.files.rounds[2].clone(), board.files.clone());
    board.compared(3, report(&round, &before(), &after, COMMENTS), &BTreeSet::new());
    assert!(shown(&board).report.is_none());
}

#[test]
fn items_are_the_comments_then_what_is_flagged_then_elsewhere() {
    let board = opened(1);
    let report = shown(&board).compared().expect("compared");
    assert_eq!(report.items, [Item::Comment(0), Item::Comment(1), Item::Flagged(0), Item::Elsewhere(0)]);
    assert_eq!(report.counts(), [1, 0, 1]);
}

#[test]
fn space_settles_one_and_it_stays_settled_while_nothing_changes() {
    let mut board = opened(1);
    board.asked();
    board.keys("space");
    let settled = match board.effects.as_slice() {
        [Effect::SaveSettled(1, settled)] => settled.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!((settled.len(), shown(&board).unsettled()), (1, 3));
    board.keys("n");
    assert_eq!(shown(&board).selected, 1);
    board.keys("space n space n space");
    assert!(board.screen().contains("Everything is settled"), "{}", board.screen());
    assert!(board.keys("n").said().contains("settled"));
    board.keys("g space n");
    assert_eq!(shown(&board).selected, 0, "taken back");

    let (round, mut after) = (board.files.rounds[0].clone(), board.files.clone());
    board.compared(1, report(&round, &before(), &after, COMMENTS), &settled);
    assert!(shown(&board).is_settled(0));
    after.research = Some(shots(&["a first", "b yet another", "c third", "e changed"]));
    board.compared(1, report(&round, &before(), &after, COMMENTS), &settled);
    assert!(!shown(&board).is_settled(0), "it changed since");
}

#[test]
fn n_and_capital_n_go_round_the_ones_not_settled() {
    let mut board = opened(1);
    board.keys("j space g");
    for (key, at) in [("n", 2), ("n", 3), ("n", 0), ("N", 3), ("N", 2), ("N", 0)] {
        board.keys(key);
        assert_eq!(shown(&board).selected, at, "{key}");
    }
}

#[test]
fn enter_goes_to_the_target_where_it_now_is() {
    let mut board = opened(1);
    board.keys("j j enter");
    assert_eq!((board.layers(), board.selected()), (vec![], "e"));
    let mut board = opened(1);
    board.rewrite(&shots(&["x new", "a first", "b other", "c third", "e changed"]));
    board.keys("g enter");
    assert_eq!(board.selected(), "b");
}

#[test]
fn a_target_that_is_gone_says_so() {
    let mut board = opened(1);
    for key in ["enter", "c", "b"] {
        board.keys("g j").keys(key);
        assert!(board.said().contains("not in the plan any more"), "{key}: {}", board.said());
        assert_eq!(board.layers(), ["rounds"]);
    }
    board.keys("G c");
    assert!(board.said().contains("no target"), "{}", board.said());
    board.keys("o");
    assert_eq!(board.layers(), ["rounds", "write"]);
}

#[test]
fn c_comments_again_and_comes_back() {
    let mut board = opened(1);
    board.keys(r#"g c "Still not." enter"#);
    assert_eq!(board.layers(), ["rounds"]);
    assert_eq!(board.comments(), [("other", "Still not.")]);
    assert_eq!(shown(&board).selected, 0);
}

#[test]
fn b_begins_with_what_was_there_before() {
    let mut board = opened(1);
    board.keys("g b");
    assert_eq!(board.written(), Some("Put back: second"));
    board.keys(r#"" please" enter"#);
    assert_eq!(board.comments(), [("other", "Put back: second please")]);
    board.keys("n n b");
    assert_eq!(board.written(), Some("Put back: fifth"));
    board.keys("esc b");
    assert_eq!(board.written(), Some("Put back: fifth\nPut back: fifth"), "what was begun is not lost");
}

#[test]
fn a_read_only_board_looks_and_settles_nothing() {
    let mut files = board(1).files;
    files.read_only = true;
    let mut board = files.open();
    board.keys("r");
    let (round, after) = (board.files.rounds[0].clone(), board.files.clone());
    board.compared(1, report(&round, &before(), &after, COMMENTS), &BTreeSet::new());
    board.asked();
    let shown = board.flat();
    assert!(shown.contains("n next open") && !shown.contains("space settle"), "{shown}");
    assert!(!shown.contains("c comment") && !shown.contains("b put back"), "{shown}");
    for key in ["space", "c", "b", "o"] {
        board.keys(key);
        assert!(board.said().contains("Read-only"), "{key}");
        assert_eq!((board.asked(), board.layers()), (vec![], vec!["rounds"]));
    }
}

#[test]
fn an_open_round_is_compared_anew_when_the_plan_is_read() {
    let mut board = opened(1);
    board.asked();
    board.load(LoadReason::Changed);
    assert!(!board.asked().contains(&"check-round"), "a handled one stays as it is");
    board.files.rounds[0].after_sha256 = None;
    board.load(LoadReason::Changed);
    assert!(board.asked().contains(&"check-round"));
    board.keys("esc").load(LoadReason::Changed);
    assert!(!board.asked().contains(&"check-round"), "nobody looks");
}

#[test]
fn once_handled_the_board_names_r_and_f_begins_with_what_changed() {
    let mut board = board(1);
    board.files.submission.as_mut().unwrap().nothing_changed = false;
    assert!(board.screen().contains("Handled: r shows what changed"), "{}", board.screen());
    board.state.desk_mut().changed = [1].into_iter().collect();
    board.keys(r#"G c "x" enter f"#);
    assert_eq!((board.state.find.filter, board.listed()), (Filter::ChangedOrCommented, vec!["b", "e"]));
    board.keys("f");
    assert_eq!(board.state.find.filter, Filter::Commented);
}

#[test]
fn what_is_longer_than_the_view_is_scrolled_through() {
    let mut board = opened(1);
    board.resize(40, 10);
    let mut seen = String::new();
    for _ in 0..60 {
        seen.push_str(&board.screen());
        check(&board.state);
        board.keys("down");
    }
    for part in ["Say it otherwise", "Out with it", "e [3]", "/topic/selected"] {
        assert!(seen.contains(part), "{part}");
    }
    board.keys("g");
    assert_eq!((shown(&board).selected, shown(&board).scroll), (0, 0));
}
