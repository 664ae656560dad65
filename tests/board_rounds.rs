//! One whole round as the reviewer sees it: submitted, revised, handled; what changed is looked through on the board, and
//! what was settled stays settled.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::fs;

use planboard::locale::Language;
use world::{SHOTS, World};

/// A film with one round: a comment on s-03, not handled yet.
fn submitted() -> World {
    let world = World::new();
    for args in [&["comments", "add", "--target", "s-03", "--text", "もっと寄る"][..], &["comments", "submit"]] {
        assert!(world.command(args).status.success());
    }
    world
}

fn revised() -> Vec<(&'static str, &'static str)> {
    let mut shots = SHOTS.to_vec();
    shots[2].1 = "昆布の表面をもっと寄りで";
    shots[8].1 = "二分待つ手元";
    shots
}

#[test]
fn a_round_is_followed_from_submitting_to_settling() {
    let world = submitted();
    let board = world.open();
    board.wait_says("next.waiting");
    world.rewrite(&revised());
    board.wait_says("next.revising");
    board.send("r");
    board.wait_text("昆布の表面をもっと寄りで");
    board.wait_says("rounds.board.revising");
    // The agent is done while the view is open.
    fs::remove_file(world.comments_file()).unwrap();
    board.wait_says("rounds.board.handled");
    board.wait_counts("rounds.flagged", 1);
    board.wait_counts("rounds.board.unsettled", 2);
    board.send(" ");
    board.wait_counts("rounds.board.unsettled", 1);
    board.send("n");
    board.send("c");
    board.wait_says("next.writing");
    board.send("頼んでいません\r");
    world.wait_saved(&["頼んでいません"]);
    board.wait_counts("rounds.board.unsettled", 1);
    board.send("\r");
    board.wait_selected("s-09");
    board.quit();

    let board = world.open();
    board.send("r");
    board.wait_counts("rounds.board.unsettled", 1);
}

#[test]
fn a_later_plan_changes_nothing_about_a_handled_round() {
    let world = submitted();
    let board = world.open_in(Language::Ja);
    world.rewrite(&revised());
    board.wait_text("二分待つ");
    fs::remove_file(world.comments_file()).unwrap();
    board.wait_says("next.handled");
    world.rewrite(&SHOTS[..4]);
    board.wait_gone("二分待つ");
    board.send("r");
    board.wait_counts("rounds.flagged", 1);
    board.wait_text("二分待つ手元");
}
