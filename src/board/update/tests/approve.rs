//! Approving: what binds it to the plan, what becomes of the draft, whom it is told; and what closing a board means.

use chrono::DateTime;

use crate::board::effect::{ApproveOrder, Effect};
use crate::board::gate::closing;
use crate::board::message::{LoadReason, Message, Receipt};
use crate::board::testing::*;
use crate::contract::plan_comments::Pass;
use crate::review::decision::{DecidedPlan, Decision, Verdict};

fn board() -> Board {
    Files::of(&shots(&["a first", "b second", "c third", "d fourth"])).open()
}

/// `A`, and the dialogue that follows.
fn ask(board: &mut Board) {
    board.keys("A").load(LoadReason::Approve);
}

fn order(board: &mut Board) -> Option<ApproveOrder> {
    let orders = std::mem::take(&mut board.effects).into_iter();
    orders.filter_map(|effect| if let Effect::Approve(order) = effect { Some(order) } else { None }).next_back()
}

fn approved(board: &mut Board, order: &ApproveOrder) {
    let plan = DecidedPlan::new(&board.state.view().file.clone(), &order.sha256);
    let decision = Box::new(Decision::approved(order.pass, plan, now()));
    let fresh = Box::new(board.files.fresh(LoadReason::Changed));
    board.tell(Message::Approved(fresh, decision));
}

#[test]
fn approving_is_another_key_confirmed_with_counts() {
    let mut board = board();
    board.keys("space A");
    assert_eq!(board.asked().last(), Some(&"load"));
    board.load(LoadReason::Approve);
    for part in ["4 targets", "1 of them", "research-plan.json"] {
        assert!(board.flat().contains(part), "{part}: {}", board.screen());
    }
    board.keys("enter");
    let order = order(&mut board).expect("an order");
    assert_eq!((order.pass, Some(order.sha256.as_str())), (Pass::Structure, board.state.view().sha256.as_deref()));
    board.keys("enter esc");
    assert_eq!(board.layers(), ["approve"], "being written, it waits for the answer");
    approved(&mut board, &order);
    let Some(Effect::Copy(line)) = board.effects.iter().find(|e| matches!(e, Effect::Copy(_))) else { panic!() };
    assert!(line.contains(&order.sha256), "{line}");
    assert!(board.flat().contains("Paste this line"), "{}", board.screen());
    assert!(!board.state.session.quit);
}

#[test]
fn esc_leaves_the_approval_and_approves_nothing() {
    let mut board = board();
    ask(&mut board);
    board.keys("esc");
    assert!(order(&mut board).is_none() && board.layers().is_empty() && board.state.talk.sheet.is_none());
}

#[test]
fn a_plan_that_changed_since_it_was_looked_at_is_said_first() {
    let mut board = board();
    board.keys("j").rewrite(&shots(&["a first", "b second"]));
    ask(&mut board);
    assert!(board.flat().contains("has changed since you looked"), "{}", board.screen());
    board.keys("enter");
    assert!(order(&mut board).is_none());
    assert!(board.flat().contains("although you have not looked"), "{}", board.screen());
    board.keys("enter");
    assert!(order(&mut board).is_some());
    // Who goes back and looks is not asked again.
    let mut board = self::board();
    board.keys("j").rewrite(&shots(&["a first", "b second"]));
    ask(&mut board);
    board.keys("esc j");
    ask(&mut board);
    board.keys("enter");
    assert!(order(&mut board).is_some());
}

#[test]
fn a_plan_that_changes_under_the_dialogue_is_said_too() {
    let mut board = board();
    board.keys("j");
    ask(&mut board);
    assert!(!board.flat().contains("since you looked"), "{}", board.screen());
    board.rewrite(&shots(&["a first"])).keys("enter");
    assert!(order(&mut board).is_none());
    board.rewrite(&shots(&["a first", "e fifth"])).keys("enter");
    assert!(order(&mut board).is_none(), "an agreement is about one plan");
    // Also what only the disk had noticed.
    let mut board = self::board();
    board.keys("j");
    ask(&mut board);
    board.keys("enter");
    assert!(order(&mut board).is_some());
    board.files.research = Some(shots(&["a first"]));
    let fresh = Box::new(board.files.fresh(LoadReason::Changed));
    board.tell(Message::ApproveFailed(fresh, None));
    assert!(board.flat().contains("since you looked"), "{}", board.screen());
}

#[test]
fn a_broken_plan_is_not_approved() {
    let mut board = board();
    board.keys("j");
    ask(&mut board);
    board.files.research = Some("{".into());
    board.load(LoadReason::Changed).keys("enter");
    assert!(order(&mut board).is_none());
    assert!(board.flat().contains("cannot be read right now"), "{}", board.screen());
}

#[test]
fn comments_in_the_draft_are_asked_about_before() {
    let mut board = board();
    board.keys(r#"c "x" enter j c "y" enter"#);
    ask(&mut board);
    assert!(board.flat().contains("2 comments are in the draft"), "{}", board.screen());
    board.keys("enter");
    assert!(order(&mut board).is_none());
    board.keys("l");
    assert!(board.flat().contains("stay in the draft"), "{}", board.screen());
    board.keys("enter");
    let order = order(&mut board).expect("an order");
    approved(&mut board, &order);
    assert_eq!(board.comments().len(), 2);
}

#[test]
fn dropped_comments_go_once_it_is_approved_and_come_back_by_undo() {
    let mut board = board();
    board.keys(r#"c "x" enter j c "y" enter"#);
    ask(&mut board);
    board.keys("d enter");
    let order = order(&mut board).expect("an order");
    assert_eq!(board.comments().len(), 2);
    approved(&mut board, &order);
    assert!(board.comments().is_empty());
    board.keys("esc u u");
    assert_eq!(board.comments().len(), 2);
}

#[test]
fn what_came_in_since_is_not_dropped_unseen() {
    let mut board = board();
    board.keys(r#"c "x" enter"#);
    ask(&mut board);
    board.keys("d");
    let anchor = crate::review::draft::Anchor::of(board.state.target().unwrap()).unwrap();
    let comment =
        crate::review::draft::DraftComment { key: 9, anchor, text: "late".into(), created_at: now(), objecting: None };
    board.tell(Message::Inbox(Pass::Structure, vec![comment]));
    board.keys("enter");
    assert!(order(&mut board).is_none());
    assert_eq!(board.comments().len(), 2);
}

#[test]
fn the_draft_is_sent_instead_by_the_submit_key() {
    let mut board = board();
    board.keys(r#"c "x" enter"#);
    ask(&mut board);
    board.asked();
    board.keys("S");
    assert!(board.layers().is_empty() && board.asked().contains(&"load"));
    board.load(LoadReason::Submit);
    assert_eq!(board.layers(), ["submit"]);
}

#[test]
fn a_submission_that_lies_there_is_named() {
    let mut board = board();
    board.files.submission = Some(lying_there(2, 3));
    board.keys("j");
    ask(&mut board);
    assert!(board.flat().contains("not handled lies there"), "{}", board.screen());
}

#[test]
fn who_waits_is_said_and_needs_no_line() {
    let mut board = board();
    assert!(!board.flat().contains("an agent waits"));
    let wait = |board: &mut Board| {
        let mut fresh = board.files.fresh(LoadReason::Changed);
        fresh.outside.waited = true;
        board.tell(Message::Loaded(Box::new(fresh)));
    };
    wait(&mut board);
    assert!(board.flat().contains("an agent waits for your decision"), "{}", board.screen());
    board.keys(r#"c "x" enter"#).submit();
    wait(&mut board);
    assert!(board.flat().contains("the agent that waits is told"), "{}", board.screen());
    board.keys("enter");
    let receipt =
        Receipt { pass: Pass::Structure, round: 1, comments: 1, keys: [1].into(), warning: None, ids: Vec::new() };
    board.files.submission = Some(lying_there(1, 0));
    let fresh = Box::new(board.files.fresh(LoadReason::Changed));
    board.tell(Message::Submitted(fresh, receipt));
    assert!(board.flat().contains("The agent that waited is told"), "{}", board.screen());
}

#[test]
fn a_gate_closes_at_the_decision() {
    let mut board = board();
    board.state.gate.on = true;
    assert!(board.flat().contains("closes the board"), "{}", board.screen());
    ask(&mut board);
    board.keys("enter");
    let order = order(&mut board).expect("an order");
    approved(&mut board, &order);
    assert!(board.state.session.quit);
    assert_eq!(closing(&board.state, now()).decision.map(|d| d.verdict), Some(Verdict::Approved));

    let mut board = self::board();
    board.state.gate.on = true;
    board.keys(r#"c "x" enter"#).submit().keys("enter");
    let plan = DecidedPlan::new(&board.state.view().file.clone(), "h");
    board.tell(Message::Decided(Box::new(Decision::closed(None, Some(plan), DateTime::UNIX_EPOCH))));
    assert!(!board.state.session.quit);
    let receipt =
        Receipt { pass: Pass::Structure, round: 1, comments: 1, keys: [1].into(), warning: None, ids: Vec::new() };
    let fresh = Box::new(board.files.fresh(LoadReason::Changed));
    board.tell(Message::Submitted(fresh, receipt));
    assert!(board.state.session.quit);
}

#[test]
fn closing_means_what_the_kind_of_board_and_the_way_out_say() {
    // (gate, opened, by a key) -> (told to the caller, left, only if somebody waits)
    for (gate, opened, key, expected) in [
        (true, false, true, (true, false, false)),
        (true, false, false, (true, false, false)),
        (true, true, false, (true, true, false)),
        (false, false, true, (false, true, true)),
        (false, true, true, (false, true, false)),
        (false, true, false, (false, false, false)),
        (false, false, false, (false, false, true)),
    ] {
        let mut board = board();
        (board.state.gate.on, board.state.gate.opened) = (gate, opened);
        if key {
            board.keys("q");
        } else {
            board.tell(Message::End);
        }
        assert!(board.state.session.quit);
        let closing = closing(&board.state, now());
        let seen = (closing.decision.is_some(), closing.left.is_some(), closing.if_waited);
        assert_eq!(seen, expected, "{gate} {opened} {key}");
        assert!(closing.decision.is_none_or(|decision| decision.verdict == Verdict::Closed));
    }
}

#[test]
fn the_approval_can_be_scrolled_on_the_smallest_screen() {
    let mut board = board();
    board.keys(r#"c "x" enter"#);
    board.files.submission = Some(lying_there(2, 3));
    board.resize(40, 10);
    ask(&mut board);
    let mut seen = board.flat();
    for _ in 0..40 {
        seen.push_str(&board.keys("j").flat());
    }
    for part in ["4 targets", "keeps them for later", "lies there", "sha256"] {
        assert!(seen.contains(part), "{part}");
    }
    for _ in 0..40 {
        board.keys("k");
    }
    assert!(board.flat().contains("Approve structure"), "{}", board.screen());
}

#[test]
fn a_plan_file_that_is_gone_or_broken_is_refused_as_soon_as_asked() {
    let good = shots(&["a first", "b second"]);
    for (now, said) in [(None, "gone from the disk"), (Some("{ broken".to_owned()), "cannot be read right now")] {
        let mut board = board();
        board.files.research = now.clone();
        board.load(LoadReason::Changed);
        ask(&mut board);
        assert!(board.layers().is_empty() && board.said().contains(said), "{}", board.said());
        // Back again, it can be approved; away while the dialogue is open, nothing there looks as if it could.
        board.files.research = Some(good.clone());
        ask(&mut board);
        assert_eq!(board.layers(), ["approve"]);
        board.files.research = now;
        board.load(LoadReason::Changed);
        let screen = board.flat();
        assert!(screen.contains(said) && !screen.contains("sha256") && !screen.contains("enter approve"), "{screen}");
        assert!(order(board.keys("enter")).is_none());
    }
}
