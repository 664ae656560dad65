//! The timeline on screen.

use std::time::Duration;

use super::screens::snapshot;
use crate::board::layout;
use crate::board::testing::*;
use crate::board::view::timeline::{hit, meanings};
use crate::contract::plan_comments::Pass;
use crate::locale::Language;

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

fn commented(mut board: Board) -> Board {
    board.keys(r#"j c "slower" enter j"#);
    board
}

#[test]
fn timeline_of_shots_and_clips() {
    snapshot("timeline-shots", &SIZES, |language| commented(structure(language).open()));
    snapshot("timeline-clips", &SIZES, |language| commented(scaffold(language).open()));
    snapshot("timeline-ascii", &SIZES, |language| {
        let mut files = scaffold(language);
        files.ascii = true;
        commented(files.open())
    });
    snapshot("timeline-zoomed", &SIZES, |language| {
        let mut files = cuts(400);
        files.language = language;
        let mut board = files.open();
        board.keys("} pagedown pagedown + + + +");
        board
    });
}

/// The rows of the timeline as text.
fn rows(board: &Board) -> Vec<String> {
    let area = layout::areas(&board.state).timeline.expect("a timeline");
    let (top, height) = (usize::from(area.y), usize::from(area.height));
    board.screen().lines().skip(top).take(height).map(str::to_owned).collect()
}

#[test]
fn zooming_is_around_the_selection_and_fit_shows_all() {
    let mut board = Files::of(&many_shots(500)).open();
    let fit = rows(&board);
    board.keys("G + + + +");
    assert!(rows(&board).iter().any(|row| row.contains("▶")), "{:?}", rows(&board));
    assert!(rows(&board)[0].contains("×16"));
    board.keys("-");
    assert!(rows(&board)[0].contains("×8"));
    board.keys("z g");
    assert_eq!(rows(&board), fit);
    // Nothing is stretched beyond what can be told apart.
    board.keys(&"+ ".repeat(100));
    assert!(board.state.zoom < 20);
}

#[test]
fn the_timeline_gives_way_first() {
    let mut board = structure(Language::En).open();
    assert_eq!(layout::areas(&board.state).timeline.unwrap().y, 17);
    board.resize(80, 23);
    let areas = layout::areas(&board.state);
    assert!(areas.list.unwrap().height >= 15 && areas.checklist.is_some());
    board.resize(80, 20);
    let areas = layout::areas(&board.state);
    assert!(areas.timeline.is_none() && areas.checklist.is_some());
    board.keys("+");
    assert!(board.said().contains("larger window"), "{}", board.said());
}

#[test]
fn a_cell_of_the_timeline_names_its_target() {
    let board = scaffold(Language::En).open();
    let area = layout::areas(&board.state).timeline.unwrap();
    assert_eq!(hit(&board.state, area, area.x, area.y + 1), None);
    assert_eq!(hit(&board.state, area, area.right() - 1, area.y), None);
    assert_eq!(hit(&board.state, area, area.right() - 1, area.y + 1), Some(5));
    assert_eq!(hit(&board.state, area, area.right() - 1, area.y + 2), Some(6));
    let board = structure(Language::En).open();
    let area = layout::areas(&board.state).timeline.unwrap();
    assert_eq!(hit(&board.state, area, 2, area.y + 1), Some(0));
    assert_eq!(hit(&board.state, area, 50, area.y + 1), Some(3));
}

#[test]
fn the_selected_target_is_always_on_the_timeline() {
    for (files, pass) in [(cuts(300), Pass::Final), (Files::of(&many_shots(300)), Pass::Structure)] {
        let mut board = files.open();
        assert_eq!(board.state.pass, pass);
        for keys in ["", "j", "pagedown + +", "G", "+ +", "k", "pageup", "z", "k"] {
            board.keys(keys);
            let area = layout::areas(&board.state).timeline.unwrap();
            let selected = board.state.desk().selected;
            let found = area.positions().any(|at| hit(&board.state, area, at.x, at.y) == Some(selected));
            assert!(found, "{selected} after {keys}");
            assert!(rows(&board).iter().skip(1).any(|row| row.contains('▶')), "{keys}");
        }
    }
}

/// The least time two hundred frames at several zooms take on `n` cuts under one long one.
fn frames(n: usize) -> Duration {
    let keys = ["j", "+", "pagedown", "+", "G", "z", "g", "+", "+", "k"];
    least_time(&mut cuts(n).open(), "z g", &keys)
}

#[test]
fn a_frame_takes_no_longer_with_a_hundred_thousand_targets() {
    let (small, large) = (frames(1_000), frames(100_000));
    assert!(large < small * 4, "{large:?} with 100,000 targets, {small:?} with 1,000");
}

#[test]
fn help_names_every_sign_of_the_timeline() {
    for (language, ascii) in [(Language::En, false), (Language::Ja, false), (Language::En, true), (Language::Ja, true)]
    {
        let mut files = scaffold(language);
        files.ascii = ascii;
        let mut board = files.open();
        board.resize(120, 400).keys("?");
        let screen = board.screen();
        for (sign, key) in meanings(&board.state) {
            assert!(!ascii || sign.is_ascii(), "{sign}");
            let words = board.state.word(key);
            let row = screen.lines().find(|row| row.contains(words));
            assert!(row.is_some_and(|row| row.trim_start().starts_with(&sign)), "{sign} {words}: {row:?}");
        }
    }
}
