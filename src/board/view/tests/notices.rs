//! The screens of notices, and that many cost no more per key.

use std::time::Duration;

use super::screens::{ALL, FEW, snapshot};
use crate::board::testing::*;
use crate::contract::plan_comments::Pass;

#[test]
fn notices() {
    snapshot("notices", &ALL, |language| structure(language).open().after("i"));
}

#[test]
fn notices_of_clips() {
    snapshot("notices-clips", &FEW, |language| {
        let mut board = scaffold(language).open();
        board.keys("2 i");
        assert_eq!(board.state.pass, Pass::Scaffold);
        board
    });
}

#[test]
fn notices_of_waves() {
    snapshot("notices-waves", &FEW, |language| coding(language).open().after("i"));
}

/// The least time a hundred keys in the list of notices, each drawn, take with `n` shots of undecided length.
fn a_hundred_notices(n: usize) -> Duration {
    let mut board = Files::of(&undecided(&many_shots(n), 0)).open();
    board.keys("i");
    let is_there = |board: &Board| board.screen().lines().any(|line| line.contains('▶') && line.contains("Undecided"));
    for _ in 0..20 {
        if !is_there(&board) {
            board.keys("}");
        }
    }
    assert!(is_there(&board), "{}", board.screen());
    board.keys("enter");
    least_time(&mut board, "g", &ABOUT)
}

#[test]
fn a_key_in_the_list_takes_no_longer_with_many_notices() {
    let (small, large) = (a_hundred_notices(100), a_hundred_notices(20_000));
    assert!(large < small * 5, "{large:?} with 20,000 notices, {small:?} with 100");
}
