use proptest::prelude::*;

use super::ruler::{ticks, timecode};
use super::*;
use crate::board::testing::{Files, scaffold, shots, structure};
use crate::contract::plan_comments::Pass;
use crate::locale::Language;

fn of(files: &Files, pass: Pass) -> Timeline {
    Timeline::of(files.plan().pass(pass))
}

/// An edit.json v2 at 10 frames per second: clips as (at, duration) on each track, audio or not.
fn tracks(list: &[(bool, &[(i64, i64)])]) -> Files {
    let mut n = 0;
    let tracks: Vec<String> = list
        .iter()
        .enumerate()
        .map(|(t, (audio, clips))| {
            let items: Vec<String> = clips
                .iter()
                .map(|(at, duration)| {
                    n += 1;
                    format!(r#"{{"id":"c{n}","at":{at},"duration":{duration},"source":{{"kind":"media","src":"s","in":0,"out":1}}}}"#)
                })
                .collect();
            let lane = if *audio { "audio" } else { "visual" };
            format!(r#"{{"id":"t{t}","lane":"{lane}","items":[{}]}}"#, items.join(","))
        })
        .collect();
    let text = format!(
        r#"{{"version":2,"output":{{"fps":10}},"sources":[{{"id":"s","path":"s.mp4"}}],"tracks":[{}]}}"#,
        tracks.join(",")
    );
    Files::of_edit(&text, Pass::Scaffold)
}

fn shown(row: &Row, window: &Window) -> String {
    let sign = |cell| match row.cell(window, cell, None) {
        Cell::Empty => ' ',
        Cell::Gap => '.',
        Cell::Bar(at) => char::from(b'a' + at as u8),
        Cell::Several(_) => '*',
    };
    (0..window.cells).map(sign).collect()
}

#[test]
fn timecode_counts_frames() {
    assert_eq!(timecode(83.5, None), "1:24");
    assert_eq!(timecode(61.5, Some(30.0)), "00:01:01:15");
    assert_eq!(timecode(3600.0, Some(25.0)), "01:00:00:00");
    assert_eq!(timecode(1.0, Some(24000.0 / 1001.0)), "00:00:01:00");
}

#[test]
fn drop_frame_leaves_out_two_or_four_numbers_a_minute_but_every_tenth() {
    for (frame, fps, expected) in [
        (1799, 29.97, "00:00:59;29"),
        (1800, 29.97, "00:01:00;02"),
        (17981, 29.97, "00:09:59;29"),
        (17982, 29.97, "00:10:00;00"),
        (107_892, 30000.0 / 1001.0, "01:00:00;00"),
        (3600, 59.94, "00:01:00;04"),
        (35964, 59.94, "00:10:00;00"),
    ] {
        assert_eq!(timecode(f64::from(frame) / fps, Some(fps)), expected, "{frame}");
    }
}

#[test]
fn the_ruler_marks_whole_seconds_of_timecode() {
    let window = Window { from: 0.0, per_cell: 2.0, cells: 80 };
    let labels = |fps, until| ticks(&window, fps, until).into_iter().map(|tick| tick.label).collect::<Vec<_>>();
    assert_eq!(labels(Some(29.97), None), ["00:00:00;00", "00:00:30;00", "00:01:00;02", "00:01:30;00", "00:02:00;02"]);
    assert_eq!(labels(None, Some(40.0)), ["0:00", "0:30"]);
}

#[test]
fn gaps_and_overlaps_are_found() {
    let line = of(&tracks(&[(false, &[(0, 20), (30, 20), (40, 20)])]), Pass::Scaffold);
    let row = &line.rows[0];
    assert_eq!(shown(row, &Window { from: 0.0, per_cell: 1.0, cells: 8 }), "aa.bcc  ");
    assert_eq!(row.bars.iter().map(|bar| bar.overlap).collect::<Vec<_>>(), [0.0, 3.0, 5.0]);
    // One that lies under many shows again where they end.
    let line = of(&tracks(&[(false, &[(0, 80), (10, 10), (30, 10)])]), Pass::Scaffold);
    assert_eq!(shown(&line.rows[0], &Window { from: 0.0, per_cell: 1.0, cells: 8 }), "abacaaaa");
}

#[test]
fn the_visual_lane_is_on_top_and_the_audio_lane_below() {
    let clip: &[(i64, i64)] = &[(0, 10)];
    let line = of(&tracks(&[(true, clip), (false, clip), (false, &[]), (false, clip), (true, clip)]), Pass::Scaffold);
    let names = line.rows.iter().map(|row| match &row.kind {
        RowKind::Track(short, own) => format!("{short} {own}"),
        other => format!("{other:?}"),
    });
    assert_eq!(names.collect::<Vec<_>>(), ["V3 t3", "V1 t1", "A1 t0", "A2 t4"]);
}

#[test]
fn a_clip_to_the_end_of_its_file_ends_with_the_next_or_the_timeline() {
    let line = of(&tracks(&[(false, &[(0, 100)]), (true, &[(0, 0), (40, 10), (50, 0)])]), Pass::Scaffold);
    let ends: Vec<_> = line.rows[1].bars.iter().map(|bar| (bar.end, bar.overlap > bar.start)).collect();
    assert_eq!(ends, [(4.0, false), (5.0, false), (10.0, false)]);
}

#[test]
fn an_undecided_length_is_half_the_usual_and_what_follows_is_adrift() {
    let line = of(&structure(Language::En), Pass::Structure);
    let kinds: Vec<_> = line.rows.iter().map(|row| row.kind.clone()).collect();
    assert_eq!(kinds, [RowKind::Chapters, RowKind::Shots, RowKind::Cutaways]);
    let shots = &line.rows[1].bars;
    let told: Vec<_> = shots.iter().map(|bar| (bar.start, bar.length == Length::Undecided, bar.adrift)).collect();
    let (known, undecided) = (false, true);
    assert_eq!(
        told,
        [
            (0.0, known, false),
            (4.0, known, false),
            (8.0, known, false),
            (12.0, undecided, false),
            (14.0, known, true),
            (18.0, known, true),
        ]
    );
    assert_eq!(line.known_until, Some(12.0));
    // A cutaway takes no time: it starts with its shot.
    assert_eq!(line.rows[2].bars[0].start, 4.0);
    let chapters: Vec<_> = line.rows[0].bars.iter().map(|bar| (bar.position, bar.start, bar.end)).collect();
    assert_eq!(chapters, [(0, 0.0, 8.0), (1, 8.0, 18.0)]);
}

#[test]
fn groups_inside_a_track_are_bracketed() {
    let line = of(&scaffold(Language::En), Pass::Scaffold);
    let brackets: Vec<_> = line.rows[0].bars.iter().map(|bar| (bar.opens, bar.closes)).collect();
    let none = (false, false);
    assert_eq!(brackets, [none, none, (true, false), (false, true), none, none]);
}

#[test]
fn without_targets_there_is_no_timeline() {
    assert!(of(&Files::of(&shots(&[])), Pass::Structure).is_empty());
    assert!(of(&Files::none(), Pass::Final).is_empty());
}

proptest! {
    #[test]
    fn the_selected_bar_starts_in_sight_and_no_cell_shows_a_bar_that_is_not_there(
        clips in prop::collection::vec((-50_i64..500, 0_i64..200), 1..40),
        at in any::<prop::sample::Index>(),
        zoom in 0_u8..20,
        cells in 1_usize..120,
    ) {
        let line = of(&tracks(&[(false, &clips)]), Pass::Scaffold);
        let selected = at.index(clips.len());
        let window = line.window(selected, zoom, cells);
        prop_assert!(window.from >= line.begin - 1e-6 && window.to() <= line.end + 1e-6);
        let (row, bar) = line.place(selected).unwrap();
        let row = &line.rows[row];
        let shown: Vec<Cell> = (0..cells).map(|cell| row.cell(&window, cell, Some(bar))).collect();
        prop_assert!(shown.contains(&Cell::Bar(bar)));
        for (cell, what) in shown.iter().enumerate() {
            let from = window.from + window.per_cell * cell as f64;
            let (early, late) = (from - window.per_cell * 0.01, from + window.per_cell * 1.01);
            if let Cell::Bar(at) = what && *at != bar {
                prop_assert!(row.bars[*at].start <= late && row.bars[*at].end >= early);
            }
            if matches!(what, Cell::Gap | Cell::Empty) {
                let (early, late) = (from + window.per_cell * 0.01, from + window.per_cell * 0.99);
                prop_assert!(row.bars.iter().all(|bar| bar.start >= late || bar.end <= early));
            }
        }
        for tick in ticks(&window, line.fps, None) {
            prop_assert!(tick.cell + tick.label.len() <= cells);
        }
    }
}
