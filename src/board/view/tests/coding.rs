//! Coding plans on the screen: layers, objections, the lens, replies.

use std::time::{Duration, Instant};

use super::screens::snapshot;
use crate::board::message::LoadReason;
use crate::board::testing::*;
use crate::locale::Language;
use crate::review::critique::Ruling;

const SIZES: [(u16, u16); 3] = [(40, 10), (80, 24), (120, 40)];

fn objected(language: Language) -> Board {
    let mut board = coding(language).open();
    board.keys("j j c").text(pick(language, "Who may export?", "誰が書き出せるのか。")).keys("enter 3 tab");
    board.text("CON-SEC-01").keys("enter");
    board
}

#[test]
fn list_and_layers() {
    snapshot("coding-list", &SIZES, |language| {
        let mut board = objected(language);
        board.keys("j j c").text(pick(language, "Too late?", "遅くないか。")).keys("enter enter");
        board
    });
}

#[test]
fn detail_of_a_case() {
    snapshot("coding-case", &SIZES, |language| coding(language).open().after("G enter"));
}

#[test]
fn choosing_a_lens() {
    snapshot("coding-lens", &SIZES, |language| {
        let mut board = objected(language);
        board.keys("j c").text(pick(language, "Roles are checked twice.", "権限を二度見ている。")).keys("enter 4 tab");
        board
    });
}

#[test]
fn submitting_objections() {
    snapshot("coding-submit", &SIZES, |language| {
        let mut board = objected(language);
        board.files.critique = Some(critique(language, false));
        board.submit();
        board
    });
}

#[test]
fn a_closed_round() {
    snapshot("coding-closed", &[(80, 24)], |language| {
        let mut board = objected(language);
        board.files.critique = Some(critique(language, true));
        board.submit();
        board
    });
}

#[test]
fn objections_with_replies() {
    snapshot("coding-objections", &SIZES, |language| {
        let mut files = coding(language);
        files.critique = Some(critique(language, true));
        files.rulings = [("OBJ-01".to_owned(), Ruling::Agree)].into();
        let mut board = files.open();
        board.keys("O n i").text(pick(language, "Show me the stream", "逐次の箇所を見せて"));
        board
    });
}

#[test]
fn replies_at_their_target() {
    snapshot("coding-replies", &SIZES, |language| {
        let mut files = coding(language);
        files.critique = Some(critique(language, false));
        let mut board = files.open();
        board.keys("j j enter");
        board.files.critique = Some(critique(language, true));
        board.load(LoadReason::Changed);
        board
    });
}

#[test]
fn cycles_and_unknown_ids_are_marked_without_colour() {
    let plan = lite("o", &[("A", &["a"], &["zz"]), ("B", &["b"], &["C"]), ("C", &["c"], &["B"])], &[]);
    let files = Files { coding: Some(plan.to_string()), ascii: true, size: (80, 24), ..coding(Language::En) };
    let board = files.open();
    let screen = board.screen();
    assert!(screen.contains("&?") || screen.contains("A?"), "{screen}");
    assert!(screen.contains("B@") && screen.contains("C@"), "{screen}");
}

#[test]
fn the_layers_follow_the_selection() {
    let mut board = Files { size: (80, 24), ..many_waves(300) }.open();
    for _ in 0..25 {
        board.keys("ctrl-d");
        let label = board.selected().to_owned();
        let screen = board.screen();
        let below = screen.lines().skip(16).collect::<Vec<_>>().join("\n");
        assert!(below.contains(&format!("▶{label}")), "{label} in {below}");
    }
}

#[test]
fn three_hundred_waves_are_laid_out_within_fifty_milliseconds() {
    let files = many_waves(300);
    let mut least = Duration::MAX;
    for _ in 0..3 {
        let mut board = files.open();
        let start = Instant::now();
        board.load(LoadReason::Changed);
        draw(&board.state);
        least = least.min(start.elapsed());
    }
    // Without optimization.
    assert!(least < Duration::from_millis(500), "{least:?}");
}

/// The least time a hundred keys, each drawn, take on a plan of `n` waves.
fn a_hundred_keys(n: usize) -> Duration {
    let mut board = Files { size: (120, 40), ..many_waves(n) }.open();
    least_time(&mut board, "g", &["j"; 10])
}

#[test]
fn a_key_takes_no_longer_with_many_waves() {
    let (small, large) = (a_hundred_keys(100), a_hundred_keys(3_000));
    assert!(large < small * 5, "{large:?} with 3,000 waves, {small:?} with 100");
}
