//! The list of notices, key by key.

use crate::board::layers::Layer;
use crate::board::message::LoadReason;
use crate::board::notices::{NoticesView, Part};
use crate::board::testing::*;
use crate::review::notices::Kind;

/// Eight shots of one type, the lengths of five undecided.
fn film() -> Board {
    Files::of(&undecided(&shots(&["a", "b", "c", "d", "e", "f", "g", "h"]), 3)).open()
}

fn list(board: &Board) -> &NoticesView {
    match board.state.layers.last() {
        Some(Layer::Notices(view)) => view,
        _ => panic!("no list: {:?}", board.layers()),
    }
}

#[test]
fn many_notices_of_a_kind_are_folded_and_enter_shows_them() {
    let mut board = film();
    board.keys("i");
    let kinds = |board: &Board| list(board).parts.iter().filter(|p| matches!(p, Part::Kind(..))).count();
    assert!(list(&board).parts.contains(&Part::Kind(Kind::Undecided, 5)), "{:?}", list(&board).parts);
    let (folded, count) = (list(&board).parts.len(), kinds(&board));
    while list(&board).part() != Some(Part::Kind(Kind::Undecided, 5)) {
        board.keys("}");
    }
    board.keys("enter");
    assert_eq!((list(&board).parts.len(), kinds(&board)), (folded + 5, count));
    board.keys("enter");
    assert_eq!(list(&board).parts.len(), folded);
}

#[test]
fn enter_leads_to_the_target_and_its_detail_says_the_notice() {
    let mut board = film();
    board.keys("i");
    while list(&board).part() != Some(Part::Kind(Kind::Undecided, 5)) {
        board.keys("}");
    }
    board.keys("enter j enter");
    assert!(board.layers().is_empty());
    assert_eq!(board.state.desk().selected, 3);
    assert!(board.screen().contains("The length is undecided."), "{}", board.screen());
}

#[test]
fn an_open_list_follows_what_is_read() {
    let mut board = film();
    board.keys("i G");
    board.rewrite(&shots(&["a"]));
    assert!(list(&board).part().is_some() || list(&board).parts.is_empty());
    board.keys("q");
    assert!(board.layers().is_empty());
}

#[test]
fn a_kind_is_switched_off_until_the_board_is_closed_and_its_setting_is_named() {
    let mut board = film();
    board.keys("g j j j");
    assert!(board.flat().contains("undecided"), "{}", board.screen());
    board.keys("i");
    while list(&board).part() != Some(Part::Kind(Kind::Undecided, 5)) {
        board.keys("}");
    }
    board.keys("enter j d");
    assert!(board.said().contains("notices.undecided = false"), "{}", board.said());
    // It is still in the list, folded, and is shown again by the same key.
    assert_eq!(list(&board).part(), Some(Part::Kind(Kind::Undecided, 5)));
    assert!(!list(&board).is_shown(Kind::Undecided) && board.screen().contains("5  off"), "{}", board.screen());
    board.keys("esc");
    let marked = |board: &Board| board.state.notices_off.contains(&Kind::Undecided);
    assert!(marked(&board) && !board.screen().contains("· The length is undecided"), "{}", board.screen());
    board.load(LoadReason::Changed);
    assert!(marked(&board));
    board.keys("i");
    while list(&board).part() != Some(Part::Kind(Kind::Undecided, 5)) {
        board.keys("}");
    }
    board.keys("d");
    assert!(!marked(&board) && list(&board).is_shown(Kind::Undecided));
}
