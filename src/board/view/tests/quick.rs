//! Work grows with what is on screen, not with the plan.

use std::time::Duration;

use crate::board::testing::*;

/// The least time two hundred `j`, each drawn, take on a plan of `n` shots.
fn two_hundred_rows(n: usize) -> Duration {
    let files = Files::of(&many_shots(n));
    let mut board = files.open().after(r#"c "one" enter j space"#);
    least_time(&mut board, "g", &["j"; 20])
}

#[test]
fn a_key_takes_no_longer_in_a_large_plan() {
    let (small, large) = (two_hundred_rows(100), two_hundred_rows(20_000));
    assert!(large < small * 5, "{large:?} with 20,000 targets, {small:?} with 100");
}

/// The least time a hundred keys in the list of findings, each drawn, take with `n` shots without a description.
fn a_hundred_findings(n: usize) -> Duration {
    let mut board = Files::of(&many_shots(n).replace("\"shot_type\":\"wide\"", "\"shot_type\":7")).open();
    board.keys("!");
    least_time(&mut board, "g", &ABOUT)
}

#[test]
fn a_key_takes_no_longer_with_many_findings() {
    let (small, large) = (a_hundred_findings(100), a_hundred_findings(10_000));
    assert!(large < small * 5, "{large:?} with 10,000 findings, {small:?} with 100");
}
