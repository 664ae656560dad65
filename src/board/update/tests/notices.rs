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
fn a_kind_is_switched_off_for_the_session_and_its_setting_named() {
    for (kind, label) in [(Kind::Undecided, "undecided"), (Kind::ShotTypes, "shot_types")] {
        let mut board = film();
        board.keys("i");
        while !matches!(list(&board).part(), Some(Part::Kind(found, _)) if found == kind) {
            board.keys("}");
        }
        board.keys("enter");
        let count = list(&board).parts.len();
        board.keys("o");
        assert!(board.said().contains(&format!("notices.{label} = false")), "{}", board.said());
        assert!(board.said().len() < 80, "{}", board.said());
        assert!(board.screen().contains(&format!("notices.{label} = false")), "{}", board.screen());
        assert!(list(&board).parts.len() <= count);
        board.keys("esc");
        // No target says it any more, and none is marked for it.
        for _ in 0..8 {
            assert!(!board.screen().contains("The length is undecided.") || kind != Kind::Undecided);
            assert!(!board.screen().contains("in a row") || kind != Kind::ShotTypes, "{}", board.screen());
            board.keys("j");
        }
        // It stays off when the files are read again, and comes back with the same key, or with Enter.
        board.load(LoadReason::Changed).keys("i");
        let off = |board: &Board| board.screen().contains("off here");
        assert!(off(&board));
        while !matches!(list(&board).part(), Some(Part::Kind(found, _)) if found == kind) {
            board.keys("}");
        }
        board.keys("enter");
        assert!(!off(&board), "{}", board.screen());
        board.keys("o o");
        assert!(!off(&board));
    }
}
