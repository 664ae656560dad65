use proptest::prelude::*;

use super::ruler::timecode;
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

fn of_fps(fps: f64) -> Timeline {
    Timeline { fps: Some(fps), ..Timeline::default() }
}

fn labels(line: &Timeline, window: &Window) -> Vec<String> {
    line.ticks(window).into_iter().map(|tick| tick.label).collect()
}

#[test]
fn below_a_second_the_ruler_marks_a_number_of_frames_that_divides_it() {
    for (fps, seconds, expected) in [
        (24.0, 1.0, vec!["00:00:00:00", "00:00:00:04", "00:00:00:08", "00:00:00:12"]),
        (25.0, 1.0, vec!["00:00:00:00", "00:00:00:05", "00:00:00:10", "00:00:00:15", "00:00:00:20"]),
        (30.0, 0.4, vec!["00:00:00:00", "00:00:00:02", "00:00:00:04", "00:00:00:06", "00:00:00:08", "00:00:00:10"]),
    ] {
        let window = Window { from: 0.0, per_cell: seconds / 79.0, cells: 80 };
        let mut labels = labels(&of_fps(fps), &window);
        labels.truncate(expected.len());
        assert_eq!(labels, expected, "{fps}");
    }
    // Frames left out of the count move no mark.
    let window = Window { from: 59.9, per_cell: 0.03, cells: 60 };
    assert_eq!(labels(&of_fps(29.97), &window), ["00:01:00;02", "00:01:00;15", "00:01:01;00"]);
}

#[test]
fn timecode_that_runs_behind_the_clock_still_has_its_marks_after_hours() {
    let window = Window { from: 36_000.0, per_cell: 0.1, cells: 80 };
    assert!(labels(&of_fps(24000.0 / 1001.0), &window).len() >= 4);
}

#[test]
fn after_an_undecided_length_the_ruler_counts_decided_time() {
    // 4 s, undecided (drawn as 2 s), 4 s, 4 s.
    let files = Files::of(&lengths(&["4", "null", "4", "4"]));
    let line = of(&files, Pass::Structure);
    let window = Window { from: 0.0, per_cell: 0.2, cells: 70 };
    assert_eq!(line.known_until, Some(4.0));
    let marks: Vec<_> = line.ticks(&window).into_iter().map(|tick| (tick.cell, tick.label)).collect();
    let expected = [(0, "0:00"), (10, "0:02"), (30, "0:04+"), (40, "0:06+"), (50, "0:08+"), (60, "0:10+")];
    assert_eq!(marks, expected.map(|(cell, label)| (cell, label.to_owned())));
    let earliest: Vec<_> = files.plan().pass(Pass::Structure).targets.iter().map(|t| (t.start, t.earliest)).collect();
    assert_eq!(earliest, [(Some(0.0), None), (Some(4.0), None), (None, Some(4.0)), (None, Some(8.0))]);
    // Where the first is undecided there is a ruler all the same.
    let line = of(&Files::of(&lengths(&["null", "4", "4", "4"])), Pass::Structure);
    assert_eq!(labels(&line, &window), ["0:00+", "0:02+", "0:04+", "0:06+", "0:08+", "0:10+"]);
}

/// A research-plan.json with shots of these lengths.
fn lengths(list: &[&str]) -> String {
    let shot = |length| format!(r#"{{"description":"d","duration_estimate_seconds":{length}}}"#);
    let shots: Vec<String> = list.iter().map(shot).collect();
    format!(r#"{{"version":0,"structure":{{"chapters":[],"shots":[{}]}}}}"#, shots.join(","))
}

#[test]
fn the_ruler_marks_whole_seconds_of_timecode() {
    let window = Window { from: 0.0, per_cell: 2.0, cells: 80 };
    assert_eq!(
        labels(&of_fps(29.97), &window),
        ["00:00:00;00", "00:00:30;00", "00:01:00;02", "00:01:30;00", "00:02:00;02"]
    );
    assert_eq!(labels(&Timeline::default(), &Window { cells: 40, ..window }), ["0:00", "0:30", "1:00"]);
}

#[test]
fn gaps_and_overlaps_are_found() {
    let line = of(&tracks(&[(false, &[(0, 20), (30, 20), (40, 20)])]), Pass::Scaffold);
    let row = &line.rows[0];
    assert_eq!(shown(row, &Window { from: 0.0, per_cell: 1.0, cells: 8 }), "aa bcc  ");
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
        RowKind::Track { short, name, .. } => format!("{short} {name}"),
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
fn a_gap_is_where_no_picture_is_and_the_notice_says_the_same() {
    // V1 0–2 and 3–5, V2 1–2.5: nothing from 2.5 to 3.
    let files = tracks(&[(false, &[(0, 20), (30, 20)]), (false, &[(10, 15)]), (true, &[(0, 1)])]);
    let line = of(&files, Pass::Scaffold);
    let gaps: Vec<bool> = [2.2, 2.4, 2.6, 2.9, 3.1, 9.0].into_iter().map(|at| line.is_gap(at)).collect();
    assert_eq!(gaps, [false, false, true, true, false, false]);
    assert_eq!(files.plan().pass(Pass::Scaffold).gaps, [(2.5, 3.0)]);
}

/// A track with a clip, then a group of 10 s (100 frames) with a clip, a group of two, and a clip.
const GROUPS: &str = r#"{"version":2,"output":{"fps":10},"sources":[{"id":"s","path":"s.mp4"}],"tracks":[{"id":"v","lane":"visual","items":[
    {"id":"a","at":0,"duration":30,"source":{"kind":"media","src":"s","in":0,"out":1}},
    {"id":"g","name":"OUTER","at":30,"duration":120,"source":{"kind":"group"},"items":[
        {"id":"b","at":0,"duration":20,"source":{"kind":"media","src":"s","in":0,"out":1}},
        {"id":"h","name":"INNER","at":30,"duration":40,"source":{"kind":"group"},"items":[
            {"id":"c","at":0,"duration":20,"source":{"kind":"media","src":"s","in":0,"out":1}},
            {"id":"d","at":20,"duration":20,"source":{"kind":"media","src":"s","in":0,"out":1}}]},
        {"id":"e","at":80,"duration":20,"source":{"kind":"media","src":"s","in":0,"out":1}}]},
    {"id":"f","at":170,"duration":30,"source":{"kind":"media","src":"s","in":0,"out":1}}]}]}"#;

#[test]
fn a_group_is_one_bracket_over_its_span_and_nested_ones_lie_in_it() {
    let files = Files::of_edit(GROUPS, Pass::Scaffold);
    let (plan, line) = (files.plan(), of(&files, Pass::Scaffold));
    let nested = &plan.pass(Pass::Scaffold).nested;
    let brackets = line.rows.iter().filter(|row| row.kind.is_heading()).map(|row| {
        let bar = &row.bars[0];
        (row.kind.depth(), nested[bar.position].name.as_str(), bar.start, bar.end, nested[bar.position].first)
    });
    assert_eq!(brackets.collect::<Vec<_>>(), [(0, "OUTER", 3.0, 15.0, 1), (1, "INNER", 6.0, 10.0, 2)]);
    // Without room for them the bars themselves say where the outermost begins and ends.
    let bars: Vec<_> = line.rows[2].bars.iter().map(|bar| (bar.opens, bar.closes)).collect();
    assert_eq!(bars, [(false, false), (true, false), (false, false), (false, false), (false, true), (false, false)]);
    // Inner ones give way first, and a gap ends at a picture, not at a group.
    let kept = Kept::default();
    assert_eq!([1, 2, 3].map(|height| line.shown(0, height, &kept)), [vec![2], vec![0, 2], vec![0, 1, 2]]);
    assert_eq!(plan.pass(Pass::Scaffold).gaps, [(5.0, 6.0), (10.0, 11.0), (13.0, 17.0)]);
}

#[test]
fn rows_move_only_when_the_selected_one_is_out_of_sight() {
    let clip: &[(i64, i64)] = &[(0, 10)];
    let line = of(&tracks(&[(false, clip), (false, clip), (false, clip), (true, clip), (true, clip)]), Pass::Scaffold);
    // V3 V2 V1 A1 A2: targets 2 1 0 3 4.
    let tops = |top: Option<usize>| [2, 1, 0, 3, 4].map(|at| line.top(at, 3, &Kept { top, ..Kept::default() }));
    assert_eq!(tops(Some(1)), [0, 1, 1, 1, 2]);
    assert_eq!(tops(None), [0, 0, 1, 2, 2]);
    assert_eq!([2, 3, 5, 9].map(|height| line.hidden(height)), [3, 2, 0, 0]);
}

#[test]
fn the_neighbourhood_of_a_target_is_seen_whatever_lies_far_away() {
    let line = of(&tracks(&[(false, &[(0, 30), (30, 30), (60, 30), (8_000_000, 30)])]), Pass::Scaffold);
    let (from, to) = line.around(1, None).unwrap();
    let (zoom, from) = line.fit(from, to, 60);
    let kept = Kept { from: Some(from), held: Some(1), top: None };
    let window = line.window(1, zoom, 60, &kept);
    let shown = shown(&line.rows[0], &window);
    assert!(["a", "b", "c"].iter().all(|bar| shown.matches(bar).count() >= 3), "{shown}");
    // Nothing is stretched until a frame takes more than four cells.
    let most = line.window(1, line.most_zoom(60), 60, &Kept::default());
    assert!((1.0..=4.0).contains(&(0.1 / most.per_cell)), "{}", most.per_cell);
}

#[test]
fn long_names_of_tracks_keep_their_ends() {
    assert_eq!(both_ends("Track number 15", 14), "Track num…r 15");
    assert_eq!(both_ends("音楽とても長い名前", 14), "音楽とて…名前");
    assert_eq!(both_ends("Main", 14), "Main");
}

#[test]
fn groups_inside_a_track_are_bracketed() {
    let line = of(&scaffold(Language::En), Pass::Scaffold);
    let brackets: Vec<_> = line.rows[1].bars.iter().map(|bar| (bar.opens, bar.closes)).collect();
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
        from in prop::option::of(-100.0..600.0),
        is_held in any::<bool>(),
    ) {
        let line = of(&tracks(&[(false, &clips)]), Pass::Scaffold);
        let selected = at.index(clips.len());
        let kept = Kept { from, top: None, held: is_held.then_some(selected) };
        let window = line.window(selected, zoom, cells, &kept);
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
            if matches!(what, Cell::Empty) {
                let (early, late) = (from + window.per_cell * 0.01, from + window.per_cell * 0.99);
                prop_assert!(row.bars.iter().all(|bar| bar.start >= late || bar.end <= early));
            }
        }
        for tick in line.ticks(&window) {
            prop_assert!(tick.cell + tick.label.len() <= cells);
        }
    }
}

#[test]
fn marks_stand_at_even_distances_none_is_left_out_between_others() {
    let timed = Files::of(&crate::board::testing::undecided(structure(Language::En).research.as_deref().unwrap(), 2));
    for files in [structure(Language::En), timed] {
        let line = of(&files, Pass::Structure);
        for cells in [40, 57, 80, 100, 140, 200] {
            for zoom in 0..5 {
                let window = line.window(0, zoom, cells, &Kept::default());
                let seconds = |label: &str| {
                    let (minutes, rest) = label.trim_end_matches('+').split_once(':').unwrap();
                    minutes.parse::<f64>().unwrap() * 60.0 + rest.parse::<f64>().unwrap()
                };
                let ticks = line.ticks(&window);
                for least in [false, true] {
                    let of = ticks.iter().filter(|tick| tick.label.ends_with('+') == least);
                    let times: Vec<f64> = of.map(|tick| seconds(&tick.label)).collect();
                    let steps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
                    assert!(steps.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 0.01), "{cells} {zoom}: {ticks:?}");
                }
            }
        }
    }
}
