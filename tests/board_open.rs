//! Opening a board: its first frame, in both languages, from every place of a project, on any terminal; the language.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::path::Path;
use std::time::{Duration, Instant};

use harness::{PATIENCE, Setup};
use planboard::locale::Language;
use world::{Board, World};

#[test]
fn the_first_frame_shows_the_plan_in_english() {
    let world = World::new();
    let board = world.open();
    for text in ["film", "1 structure 12", "2 scaffold 3", "3 final –", "一口め", "s-01 [0]", "s-12 [11]", "0:48"]
    {
        assert!(board.shows(text), "{text}:\n{}", board.screen_text());
    }
    assert!(board.says("next.look"));
    board.wait_selected("s-01");
    board.quit();
}

#[test]
fn the_first_frame_shows_the_plan_in_japanese() {
    let world = World::new();
    let board = world.open_in(Language::Ja);
    for text in ["1 構成 12", "2 素材計画 3", "3 実行 –", "昆布は前の晩から", "s-03 [2]", "ヘルプ", "順に見て"]
    {
        assert!(board.shows(text), "{text}:\n{}", board.screen_text());
    }
    board.quit();
}

#[test]
fn the_sample_project_opens_with_its_passes_and_its_checklist() {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo/video");
    let world = World::new();
    let setup = world.setup(&["demo"]).folder(demo);
    let board = Board::start(setup, Language::En);
    board.wait_text("1 structure 16");
    assert!(board.shows("2/6"), "the checklist:\n{}", board.screen_text());
    board.quit();
}

#[test]
fn a_project_is_found_from_each_of_its_places() {
    let world = World::new();
    std::fs::create_dir_all(world.film().join("assets/deep")).unwrap();
    for (folder, arguments) in [
        (world.film(), vec![]),
        (world.planning(), vec![]),
        (world.film().join("assets/deep"), vec![]),
        (world.root().to_owned(), vec!["film"]),
        (world.root().to_owned(), vec!["film/planning"]),
        (world.root().to_owned(), vec!["film/planning/research-plan.json"]),
    ] {
        let board = Board::start(world.setup(&arguments).folder(folder), Language::En);
        assert!(board.shows("1 structure 12"), "{}", board.screen_text());
        board.quit();
    }
    let board = Board::start(world.setup(&["edit.json"]), Language::En);
    board.wait_text("[2 scaffold 3]");
}

#[test]
fn a_place_that_is_no_project_is_told_without_a_board() {
    let world = World::new();
    let pty = world.setup(&[]).folder(world.root()).start();
    assert_eq!(pty.exit_status(PATIENCE).expect("ended").exit_code(), 1);
    assert!(pty.is_cooked());
    assert!(!pty.raw_output().windows(8).any(|w| w == b"\x1b[?1049h"), "{}", pty.screen_text());
}

/// From the start to the first whole frame.
fn first_frame(setup: Setup) -> Duration {
    let before = Instant::now();
    let pty = setup.start();
    pty.wait_text("s-12 [11]");
    let took = before.elapsed();
    pty.send("q");
    assert!(pty.exit_status(PATIENCE).is_some());
    took
}

#[test]
fn a_terminal_that_answers_no_query_gets_its_first_frame_as_fast() {
    let world = World::new();
    let answering = || {
        world
            .setup(&[])
            .answer(b"\x1b]11;?\x1b\\", b"\x1b]11;rgb:0000/0000/0000\x1b\\", Duration::ZERO)
            .answer(b"\x1b[c", b"\x1b[?62;4c", Duration::ZERO)
            .answer(b"\x1b[6n", b"\x1b[1;1R", Duration::ZERO)
            .answer(b"\x1b[?u", b"\x1b[?1u", Duration::ZERO)
    };
    // Waiting for an answer would cost at least tens of milliseconds each time; the best of several is compared.
    let mut best = [Duration::MAX; 2];
    for _ in 0..7 {
        best[0] = best[0].min(first_frame(answering()));
        best[1] = best[1].min(first_frame(world.setup(&[])));
    }
    assert!(best[1] < best[0] * 2, "answering {:?}, silent {:?}", best[0], best[1]);
}

#[test]
fn the_language_is_switched_and_remembered() {
    let world = World::new();
    let board = world.open();
    board.send("L");
    board.wait_text("1 構成 12");
    board.quit();
    // What is remembered comes before the environment.
    let pty = world.setup(&[]).start();
    pty.wait_text("1 構成 12");
    pty.send("L");
    pty.wait_text("1 structure 12");
    pty.send("q");
    assert!(pty.exit_status(PATIENCE).is_some());
    let again = world.setup(&[]).lang("ja_JP.UTF-8").start();
    again.wait_text("1 structure 12");
    // An option comes before all.
    drop(again);
    world.setup(&["--lang", "ja"]).start().wait_text("1 構成 12");
}

#[test]
fn every_size_down_to_the_smallest_shows_list_and_keys() {
    let world = World::new();
    for (columns, rows) in [(40, 10), (60, 20), (80, 24), (200, 60)] {
        let board = world.open_sized(columns, rows);
        board.wait_selected("s-01");
        board.quit();
    }
}
