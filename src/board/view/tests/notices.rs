//! The screens of notices, and that many cost no more per key.

use std::time::{Duration, Instant};

use super::screens::{ALL, FEW, snapshot};
use crate::board::testing::*;
use crate::contract::plan_comments::Pass;

#[test]
fn notices() {
    snapshot("notices", &ALL, |language| {
        let mut board = structure(language).open();
        board.keys("i");
        board
    });
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
    snapshot("notices-waves", &FEW, |language| {
        let mut board = coding(language).open();
        board.keys("i");
        board
    });
}

/// The least time a hundred keys in the list of notices, each drawn, take with `n` shots of undecided length.
fn a_hundred_notices(n: usize) -> Duration {
    let mut plan: serde_json::Value = serde_json::from_str(&many_shots(n)).unwrap();
    for shot in plan["structure"]["shots"].as_array_mut().unwrap() {
        shot["duration_estimate_seconds"] = serde_json::Value::Null;
    }
    let mut board = Files::of(&plan.to_string()).open();
    board.keys("i");
    let undecided = |board: &Board| board.screen().lines().any(|line| line.contains('▶') && line.contains("Undecided"));
    for _ in 0..20 {
        if !undecided(&board) {
            board.keys("}");
        }
    }
    assert!(undecided(&board), "{}", board.screen());
    board.keys("enter");
    let mut least = Duration::MAX;
    for _ in 0..3 {
        board.keys("g");
        let start = Instant::now();
        for key in ["j", "j", "pagedown", "k", "}", "G", "pageup", "k", "g", "j"] {
            for _ in 0..10 {
                board.keys(key);
                draw(&board.state);
            }
        }
        least = least.min(start.elapsed());
    }
    least
}

#[test]
fn a_key_in_the_list_takes_no_longer_with_many_notices() {
    let (small, large) = (a_hundred_notices(100), a_hundred_notices(20_000));
    assert!(large < small * 5, "{large:?} with 20,000 notices, {small:?} with 100");
}
