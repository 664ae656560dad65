//! The timeline on screen.

use std::time::Duration;

use super::screens::snapshot;
use crate::board::input::InputEvent;
use crate::board::layout;
use crate::board::message::Message;
use crate::board::state::Sent;
use crate::board::testing::*;
use crate::board::view::timeline::{hit, meanings};
use crate::contract::plan_comments::Pass;
use crate::locale::Language;
use crate::review::draft::Draft;

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
    // The row of brackets: of a group, its first.
    assert_eq!(hit(&board.state, area, area.right() - 1, area.y + 1), None);
    assert_eq!((0..80).find_map(|x| hit(&board.state, area, x, area.y + 1)), Some(2));
    assert_eq!(hit(&board.state, area, area.right() - 1, area.y + 2), Some(5));
    assert_eq!(hit(&board.state, area, area.right() - 1, area.y + 3), Some(6));
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

/// An edit of tracks, each with a clip at a second of its own.
fn many_tracks(n: usize) -> Files {
    let track = |n: usize| {
        let (lane, at) = (if n.is_multiple_of(2) { "audio" } else { "visual" }, n * 30);
        format!(
            r#"{{"id":"t{n}","lane":"{lane}","name":"Track number {n}","items":[{{"id":"x{n}","at":{at},"duration":300,
            "source":{{"kind":"media","src":"s","in":0,"out":10}}}}]}}"#
        )
    };
    let tracks: Vec<String> = (0..n).map(track).collect();
    Files::of_edit(
        &format!(
            r#"{{"version":2,"output":{{"fps":30}},"sources":[{{"id":"s","path":"s.mp4"}}],"tracks":[{}]}}"#,
            tracks.join(",")
        ),
        Pass::Scaffold,
    )
}

fn click(board: &mut Board, x: u16, y: u16) {
    board.tell(Message::Input(InputEvent::Click { button: 0, x, y }));
}

#[test]
fn a_click_on_the_timeline_moves_nothing_on_it() {
    for (files, keys) in [
        (many_tracks(40), ""),
        (many_tracks(40), "+ +"),
        (cuts(300), "3 + + + +"),
        (Files::of(&many_shots(300)), "+ + +"),
    ] {
        let mut board = files.open();
        board.keys(keys);
        let area = layout::areas(&board.state).timeline.unwrap();
        for y in area.y + 1..area.bottom() {
            let places: Vec<_> = (0..80).filter_map(|x| Some((x, hit(&board.state, area, x, y)?))).collect();
            for (x, target) in [places.first(), places.get(places.len() / 2), places.last()].into_iter().flatten() {
                let rulers = rows(&board)[0].clone();
                click(&mut board, *x, y);
                assert_eq!(board.state.desk().selected, *target, "{keys} at {x},{y}");
                assert_eq!(rows(&board)[0], rulers);
                assert_eq!(hit(&board.state, area, *x, y), Some(*target), "{keys}: it is still under the pointer");
            }
        }
    }
}

#[test]
fn tracks_without_room_are_counted_and_a_tall_screen_has_room_for_more() {
    let mut board = many_tracks(40).open();
    assert!(rows(&board)[0].contains("37 more tracks"), "{:?}", rows(&board));
    assert_eq!(rows(&board).iter().filter(|row| row.contains("Track number")).count(), 3, "{:?}", rows(&board));
    board.resize(120, 40);
    assert!(rows(&board).len() >= 10);
    board.resize(200, 60);
    assert!(rows(&board).len() >= 16 && rows(&board)[0].contains("more tracks"));
    let board = many_tracks(3).open();
    assert!(!rows(&board)[0].contains("more"));
}

#[test]
fn fit_goes_between_the_chapter_of_the_selected_shot_and_all() {
    let mut board = Files::of(&many_shots(500)).open();
    let all = rows(&board);
    board.keys("} } j j z");
    let near = rows(&board);
    assert!(near[1].contains("Chapter 2") && near[0].contains('×'), "{near:?}");
    assert!(near[2].contains('▶'));
    board.keys("z g");
    assert_eq!(rows(&board), all);
    // What is small is all of it already.
    let mut board = structure(Language::En).open();
    board.resize(80, 24).keys("-");
    assert!(board.said().contains("All of the timeline"), "{}", board.said());
}

#[test]
fn sent_comments_have_the_same_sign_in_the_list_and_on_the_timeline() {
    let mut board = structure(Language::En).open();
    board.keys(r#"j c "slower" enter"#);
    assert!(rows(&board).iter().any(|row| row.contains("▶●s-02")), "{:?}", rows(&board));
    let draft = Draft::clone(&board.state.desk().draft);
    board.keys("u");
    *board.state.desk_mut().sent = Some(Sent { round: 1, draft });
    let shown = rows(&board);
    assert!(shown.iter().any(|row| row.contains("▶○s-02")) && !shown.iter().any(|row| row.contains('●')), "{shown:?}");
}

#[test]
fn a_bar_without_width_does_not_borrow_the_name_of_the_next() {
    let shot = |length| format!(r#"{{"description":"d","duration_estimate_seconds":{length}}}"#);
    let list = [shot("0.001"), shot("50"), shot("0.001"), shot("50")].join(",");
    let board = Files::of(&format!(r#"{{"version":0,"structure":{{"chapters":[],"shots":[{list}]}}}}"#)).open();
    assert!(rows(&board)[1].starts_with("▶▌S2─"), "{:?}", rows(&board));
    assert!(rows(&board)[1].contains("▒▌S4─"), "{:?}", rows(&board));
}

#[test]
fn no_sign_of_the_help_has_two_meanings() {
    for ascii in [false, true] {
        let mut files = scaffold(Language::En);
        files.ascii = ascii;
        let mut board = files.open();
        board.resize(120, 400).keys("?");
        let screen = board.screen();
        let signs = screen.lines().skip_while(|row| row.trim() != "Signs").skip(1);
        let signs = signs.take_while(|row| !row.trim().is_empty());
        let signs: Vec<&str> = signs.filter_map(|row| row.trim().split_once("  ").map(|(sign, _)| sign)).collect();
        let mut once = signs.clone();
        once.sort_unstable();
        once.dedup();
        assert!(signs.len() > 25 && once.len() == signs.len(), "{signs:?}");
        let single: String = signs.concat();
        assert!(!ascii || single.chars().all(|c| c.is_ascii() && single.matches(c).count() == 1), "{signs:?}");
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

#[test]
fn where_more_is_before_no_mark_is_cut_by_the_sign_of_it() {
    for width in 80..120 {
        let mut board = structure(Language::En).open();
        board.resize(width, 24);
        board.keys("G + +");
        let screen = board.screen();
        let ruler = screen.lines().find(|line| line.starts_with('«')).unwrap();
        let next = ruler.chars().nth(1).unwrap();
        assert!(!next.is_ascii_digit() && next != ':' && next != '.', "{width}: {ruler}");
    }
}
