//! The submit dialogue: what it lists, every obstacle, what it leads to; the hand-off.

use crate::board::effect::{Effect, SubmitOrder};
use crate::board::layers::SubmitDialogue;
use crate::board::message::{LoadReason, Message, Receipt};
use crate::board::submission::{Item, Obstacle, dialogue, hand_off_line, items, obstacles};
use crate::board::testing::*;
use crate::contract::finding::{Finding, Phrase, Severity};
use crate::contract::plan_comments::Pass;
use crate::locale::Language;
use crate::review::draft::{Anchor, DraftComment};
use crate::review::history::History;
use std::path::Path;

const FOUR: &[&str] = &["a first", "b second", "c third", "d fourth"];

fn board() -> Board {
    Files::of(&shots(FOUR)).open()
}

/// A board with comments on all four shots, of which b is gone, d moved and c has an unfinished text besides.
fn troubled() -> Board {
    let mut board = board();
    board.keys(r#"c "on a" enter j c "on b" enter j c "on c" enter c "begun" esc j c "on d" enter"#);
    board.rewrite(&shots(&["d fourth", "a first", "c third"]));
    board
}

fn open(board: &Board) -> SubmitDialogue {
    dialogue(&board.state).cloned().expect("the dialogue is open")
}

fn order(board: &mut Board) -> Option<SubmitOrder> {
    let effects = std::mem::take(&mut board.effects);
    effects.into_iter().find_map(|e| if let Effect::Submit(order) = e { Some(*order) } else { None })
}

#[test]
fn s_reads_the_files_before_the_dialogue_opens() {
    let mut board = board();
    board.keys(r#"c "x" enter"#).asked();
    board.keys("S");
    assert!(board.layers().is_empty());
    assert_eq!(board.asked(), ["save", "load"]);
    assert_eq!(board.load(LoadReason::Submit).layers(), ["submit"]);
    assert_eq!(board.keys("esc").layers().len(), 0);
}

#[test]
fn enter_writes_what_was_shown() {
    let mut board = board();
    board.keys(r#"j c "x" enter"#).submit().keys("enter");
    let order = order(&mut board).expect("an order");
    assert_eq!(order.draft, *board.state.desk().draft);
    assert_eq!(order.plan_sha256, board.state.view().sha256);
    assert_eq!((order.overwrite, order.stale_agreed), (None, false));
    assert!(open(&board).busy);
    board.keys("enter d o esc");
    assert!(order_is_none(&mut board) && board.comments().len() == 1, "while it is written no key counts");
}

fn order_is_none(board: &mut Board) -> bool {
    order(board).is_none()
}

#[test]
fn gone_moved_and_unfinished_ones_come_first_then_timeline_order() {
    let mut board = board();
    board.keys(r#"j j c "on c" enter g c "on a" enter"#).submit();
    assert_eq!(items(&board.state)[..], [Item::Comment(2), Item::Comment(1)]);
    let mut board = troubled();
    board.submit();
    let kinds: Vec<u8> = items(&board.state)
        .iter()
        .map(|i| match i {
            Item::Gone(_) => 0,
            Item::Moved(_) => 1,
            Item::Unfinished(_) => 2,
            Item::Comment(_) => 3,
        })
        .collect();
    assert!(kinds.is_sorted() && kinds.contains(&0) && kinds.contains(&1) && kinds.contains(&2), "{kinds:?}");
}

#[test]
fn a_comment_whose_target_is_gone_must_be_pointed_anew_or_dropped() {
    let mut board = board();
    board.keys(r#"j c "on b" enter"#).rewrite(&shots(&["a first", "c third", "d fourth"])).submit();
    assert_eq!(obstacles(&board.state), [Obstacle::Gone(1)]);
    board.keys("enter");
    assert!(order(&mut board).is_none());
    assert!(board.screen().contains("lost its target"), "{}", board.screen());

    let before = board.state.desk().draft.clone();
    board.keys("p");
    assert_eq!(board.layers(), ["submit", "repoint"]);
    board.keys("G enter");
    assert_eq!((board.layers(), board.comments()), (vec!["submit"], vec![("fourth", "on b")]));
    assert!(obstacles(&board.state).is_empty());
    board.keys("esc u");
    assert_eq!(board.state.desk().draft.comments, before.comments, "and undo brings it back");

    board.submit().keys("d");
    assert!(board.comments().is_empty());
    board.keys("esc u");
    assert_eq!(board.comments().len(), 1);
}

#[test]
fn esc_while_pointing_anew_changes_nothing() {
    let mut board = troubled();
    board.submit();
    let before = board.state.desk().draft.clone();
    board.keys("p j esc");
    assert_eq!((board.layers(), &*board.state.desk().draft), (vec!["submit"], &before));
}

#[test]
fn unfinished_texts_must_be_taken_edited_or_left() {
    for (keys, comments, unfinished) in [
        ("a", vec!["one", "begun"], vec![]),
        ("l", vec!["one"], vec!["begun"]),
        (r#"e "!" enter"#, vec!["one", "begun!"], vec![]),
        ("d", vec!["one"], vec![]),
    ] {
        let mut board = board();
        board.keys(r#"c "one" enter j c "begun" esc"#).submit();
        assert_eq!(obstacles(&board.state), [Obstacle::Unfinished(1)]);
        board.keys("enter");
        assert!(order(&mut board).is_none());
        board.keys(keys);
        assert_eq!(obstacles(&board.state), [], "{keys}");
        assert_eq!(board.comments().iter().map(|c| c.1).collect::<Vec<_>>(), comments, "{keys}");
        assert_eq!(board.unfinished(), unfinished, "{keys}");
        board.keys("enter");
        assert!(order(&mut board).is_some(), "{keys}");
    }
}

#[test]
fn a_text_left_can_be_asked_about_again() {
    let mut board = board();
    board.keys(r#"c "one" enter j c "begun" esc"#).submit().keys("l l");
    assert_eq!(obstacles(&board.state), [Obstacle::Unfinished(1)]);
}

#[test]
fn an_unfinished_text_that_is_taken_becomes_what_it_was_begun_as() {
    let mut board = board();
    board.keys(r#"c "one" enter e "!" esc o "note" esc"#).submit().keys("a a");
    assert_eq!((board.comments(), board.state.desk().draft.overall.as_str()), (vec![("first", "one!")], "note"));
}

#[test]
fn what_lies_there_is_overwritten_recalled_or_left() {
    let mut board = board();
    board.files.submission = Some(lying_there(3, 10));
    board.keys(r#"c "x" enter"#).submit();
    assert_eq!(obstacles(&board.state), [Obstacle::Occupied]);
    assert!(board.screen().contains("A submission lies there: 3 comments"), "{}", board.screen());
    board.keys("enter");
    assert!(order(&mut board).is_none(), "never silently");
    board.keys("o");
    assert!(board.screen().contains("Overwrites"), "{}", board.screen());
    board.keys("o enter");
    assert!(order(&mut board).is_none(), "o again takes it back");
    board.keys("o enter");
    assert_eq!(order(&mut board).expect("an order").overwrite, Some("ab".repeat(32)));

    let mut board = self::board();
    board.files.submission = Some(lying_there(3, 10));
    board.keys(r#"c "x" enter"#).submit().keys("r");
    assert!(matches!(board.effects.last(), Some(Effect::Recall { pass: Pass::Structure, .. })));
}

#[test]
fn an_agreement_to_overwrite_is_about_one_file() {
    let mut board = board();
    board.files.submission = Some(lying_there(3, 10));
    board.keys(r#"c "x" enter"#).submit().keys("o");
    let mut other = lying_there(1, 0);
    other.sha256 = Some("cd".repeat(32));
    board.files.submission = Some(other);
    board.load(LoadReason::Changed).keys("enter");
    assert!(order(&mut board).is_none());
    assert_eq!(obstacles(&board.state), [Obstacle::Occupied]);
}

#[test]
fn a_file_that_cannot_be_read_stands_in_the_way() {
    let mut board = board();
    board.keys(r#"c "x" enter"#);
    let mut fresh = board.files.fresh(LoadReason::Submit);
    let file = Path::new("/p/planning/plan-comments.json");
    fresh.outside.unreadable = Some(Box::new(Finding::new(file, Severity::Error, "unreadable", None)));
    board.tell(Message::Loaded(Box::new(fresh)));
    assert_eq!(obstacles(&board.state), [Obstacle::Unreadable]);
    board.keys("o enter");
    assert!(order(&mut board).is_none());
}

#[test]
fn without_comments_enter_asks_once_more_and_says_that_it_is_no_approval() {
    let mut board = board();
    board.submit();
    assert_eq!(obstacles(&board.state), [Obstacle::Empty]);
    board.keys("enter");
    assert!(order(&mut board).is_none());
    assert!(board.screen().contains("not approval"), "{}", board.screen());
    board.keys("enter");
    assert!(order(&mut board).is_some_and(|o| o.draft.comments.is_empty()));
}

#[test]
fn a_broken_plan_file_is_submitted_against_its_last_good_view_after_agreeing() {
    let mut board = board();
    board.keys(r#"c "x" enter"#);
    board.files.research = Some("{".into());
    board.submit();
    assert_eq!(obstacles(&board.state), [Obstacle::Stale]);
    board.keys("enter");
    assert!(order(&mut board).is_none());
    board.keys("enter");
    assert!(order(&mut board).is_some_and(|o| o.stale_agreed));
}

#[test]
fn the_checkpoint_changes_the_hand_off_line_of_a_v2_project_only() {
    let mut board = scaffold(Language::En).open();
    board.keys(r#"c "x" enter"#).submit();
    assert!(hand_off_line(&board.state).contains("2"), "{}", hand_off_line(&board.state));
    board.keys("3");
    assert!(hand_off_line(&board.state).contains("3"), "{}", hand_off_line(&board.state));
    board.keys("enter");
    assert_eq!(order(&mut board).expect("an order").checkpoint, 3);
    let mut board = self::board();
    board.keys(r#"c "x" enter"#).submit();
    let line = hand_off_line(&board.state);
    assert_eq!(hand_off_line(&board.keys("3").state), line);
}

#[test]
fn the_overall_note_goes_to_the_hand_off_line() {
    let mut board = board();
    board.keys(r#"c "x" enter o "slower please" enter"#).submit();
    assert!(hand_off_line(&board.state).contains("slower please"));
    assert!(board.screen().contains("Overall note, for the hand-off line only: slower please"), "{}", board.screen());
}

#[test]
fn what_stays_in_the_other_drafts_is_named() {
    let mut board = shots_and_clips(Language::En).open();
    board.keys(r#"c "shot" enter 2 c "clip" enter"#).submit();
    assert!(board.screen().contains("1 comment on structure stays in its draft"), "{}", board.screen());
}

#[test]
fn after_submitting_the_draft_is_empty_but_for_what_was_left_and_came_in_since() {
    let mut board = board();
    board.keys(r#"c "sent" enter j c "begun" esc"#).submit().keys("l enter").asked();
    from_outside(&mut board, "late");
    let receipt =
        Receipt { pass: Pass::Structure, round: 1, comments: 1, keys: [1].into(), warning: None, ids: Vec::new() };
    board.files.submission = Some(lying_there(1, 0));
    let fresh = Box::new(board.files.fresh(LoadReason::Changed));
    board.tell(Message::Submitted(fresh, receipt));
    assert_eq!((board.comments(), board.unfinished()), (vec![("second", "late")], vec!["begun"]));
    assert!(board.layers().is_empty());
    assert!(board.screen().contains("Submitted: 1 comment on structure, round 1"), "{}", board.screen());
    board.asked();
    board.keys("y");
    assert_eq!(board.asked(), ["copy"]);
    board.keys("enter");
    assert!(board.state.talk.sheet.is_none());
    assert!(board.keys("u").said().contains("Nothing to undo"), "undo stops at a submission");
}

#[test]
fn a_failed_submission_leaves_the_draft_and_gives_the_reason() {
    let mut board = board();
    board.keys(r#"c "x" enter"#).submit().keys("enter");
    let reason = Phrase::new("talk.save-failed").with("reason", "No space left on device");
    let fresh = Box::new(board.files.fresh(LoadReason::Changed));
    board.tell(Message::SubmitFailed(fresh, reason));
    assert_eq!((board.layers(), board.comments().len()), (vec!["submit"], 1));
    assert!(board.screen().contains("No space left on device"), "{}", board.screen());
    board.asked();
    board.keys("enter");
    assert!(order(&mut board).is_some(), "and Enter tries again");
}

#[test]
fn a_plan_that_changed_before_enter_is_shown_again() {
    let mut board = board();
    board.keys(r#"j c "on b" enter"#).submit().keys("enter").asked();
    board.files.research = Some(shots(&["a first"]));
    let fresh = Box::new(board.files.fresh(LoadReason::Changed));
    board.tell(Message::PlanMoved(fresh));
    assert!(!open(&board).busy);
    assert_eq!(obstacles(&board.state), [Obstacle::Gone(1)]);
    assert!(board.screen().contains("The plan changed meanwhile"), "{}", board.screen());
}

/// A comment on the selected target that came in from the command line.
fn from_outside(board: &mut Board, text: &str) {
    let anchor = Anchor::of(board.state.target().unwrap()).unwrap();
    let comment = DraftComment { key: 1, anchor, text: text.into(), created_at: now(), objecting: None };
    board.tell(Message::Inbox(Pass::Structure, vec![comment]));
}

#[test]
fn recalled_comments_are_back_in_the_draft_and_what_came_in_meanwhile_stays() {
    let mut board = board();
    board.files.submission = Some(lying_there(1, 1));
    board.keys(r#"j c "mine" enter"#).submit().keys("r");
    let mut draft = board.state.desk().draft.clone();
    let anchor = Anchor::of(&board.state.view().targets[0]).unwrap();
    let change = draft.adding(anchor, "back", now());
    History::default().apply(&mut draft, change, now());
    from_outside(&mut board, "late");
    board.files.submission = None;
    let fresh = Box::new(board.files.fresh(LoadReason::Changed));
    board.tell(Message::Recalled(fresh, Box::new(draft), 1));
    assert!(board.layers().is_empty());
    assert_eq!(board.comments(), [("second", "mine"), ("first", "back"), ("second", "late")]);
    assert!(board.said().contains("back in the draft"));
}

#[test]
fn copying_needs_a_submission() {
    let mut board = board();
    assert!(board.keys("y").said().contains("Nothing is submitted"));
    board.files.submission = Some(lying_there(2, 7));
    board.load(LoadReason::Changed).keys("y");
    let Some(Effect::Copy(line)) = board.effects.last() else { panic!("nothing copied") };
    assert!(line.contains("2 comments") && line.contains("planning/plan-comments.json"), "{line}");
}

#[test]
fn j_goes_through_all_of_the_dialogue_however_small_the_screen() {
    for size in [(40, 10), (60, 20), (80, 24)] {
        let mut board = board();
        let long: Vec<String> = (1..=40).map(|n| format!("line {n:02}.")).collect();
        board.keys("c").paste(&long.join("\n")).keys(r#"enter j c "short one" enter o "note at the end" enter"#);
        board.files.submission = Some(lying_there(3, 10));
        board.resize(size.0, size.1).submit();
        let mut seen = board.flat();
        for _ in 0..100 {
            seen.push_str(&board.keys("j").flat());
        }
        for part in ["A submission", "line 01.", "line 40.", "short one", "overwrites", "note at the end"] {
            assert!(seen.contains(part), "{part} at {size:?}");
        }
        for _ in 0..200 {
            board.keys("k");
        }
        assert!(board.screen().contains("2 comments on structure"), "{}", board.screen());
    }
}

#[test]
fn what_stands_in_the_way_is_seen_on_the_smallest_screen() {
    for (name, said) in
        [("occupied", "lies there"), ("empty", "again"), ("gone", "lost its target"), ("busy", "Writing")]
    {
        let mut board = board();
        match name {
            "occupied" => board.files.submission = Some(lying_there(3, 10)),
            "gone" => {
                board.keys(r#"j c "on b" enter"#).rewrite(&shots(&["a first"]));
            }
            "busy" => {
                board.keys(r#"c "x" enter o "a long note that takes some rows to be shown in full" enter"#);
            }
            _ => {}
        }
        board.resize(40, 10).submit().keys("enter");
        assert!(board.flat().contains(said), "{name}: {}", board.screen());
    }
}

#[test]
fn a_plan_that_went_away_meanwhile_is_not_submitted_against() {
    let mut board = board();
    board.keys(r#"c "x" enter"#).submit();
    board.files.research = None;
    board.load(LoadReason::Changed).keys("enter enter");
    assert!(order_is_none(&mut board));
    assert!(matches!(obstacles(&board.state).first(), Some(Obstacle::Unavailable(_))));
    // Nothing comes of it, and no key says it would.
    let screen = board.flat();
    assert!(!screen.contains("enter submit") && !screen.contains("Afterwards"), "{screen}");
}

#[test]
fn y_shows_the_line_it_copies_and_any_key_goes_on() {
    for (key, selected) in [("j", "a"), ("x", "a"), ("alt-j", "b")] {
        let mut board = board();
        board.files.submission = Some(lying_there(1, 0));
        board.load(LoadReason::Changed).asked();
        board.keys("y");
        assert_eq!(board.asked(), ["copy"]);
        assert!(board.flat().contains("I left 1 comment in"), "{}", board.screen());
        board.keys(key);
        assert!(board.state.talk.sheet.is_none(), "{key}");
        // An Alt key is Esc, then the key: the sheet closes and the key counts.
        assert_eq!(board.selected(), selected, "{key}");
    }
}

#[test]
fn a_refusal_is_said_once_and_goes_with_its_cause() {
    let mut board = board();
    board.files.submission = Some(lying_there(1, 0));
    board.load(LoadReason::Changed).keys(r#"c "x" enter"#).submit().keys("enter");
    let told = board.flat();
    assert_eq!(told.matches("overwrites the submission").count(), 1, "{told}");
    board.files.submission = None;
    board.load(LoadReason::Changed);
    assert!(!board.flat().contains("lies there"), "{}", board.screen());
    assert!(board.keys("enter").state.layers.len() == 1 && order(&mut board).is_some());
}
