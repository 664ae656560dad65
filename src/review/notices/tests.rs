//! One test for each kind of notice.

use std::path::{Path, PathBuf};

use super::*;
use crate::locale::{Language, Locale};
use crate::review::plan::coding::{self, CodingInputs};
use crate::review::plan::{self, FileState, Inputs};

fn build(research: Option<&str>, edit: Option<&str>, sidecars: &[(&str, &str)], target: Option<f64>) -> Plan {
    let state = |text: Option<&str>| text.map_or(FileState::Absent, |t| FileState::Bytes(t.as_bytes().to_vec()));
    plan::build(Inputs {
        research: ("/p/planning/research-plan.json".into(), state(research)),
        edit: ("/p/edit.json".into(), state(edit)),
        intake: ("/p/.akari/intake.json".into(), FileState::Absent),
        target_seconds: target,
        now: "2026-08-01T10:00:00Z".parse().unwrap(),
        read_sidecar: &|path| {
            let found = sidecars.iter().find(|(name, _)| Path::new(name) == path);
            found.map(|(_, text)| text.as_bytes().to_vec())
        },
    })
}

fn shot(id: &str, seconds: &str, shot_type: &str) -> String {
    format!(
        r#"{{"id":"{id}","chapter_id":"c","shot_type":"{shot_type}","description":"d","duration_estimate_seconds":{seconds}}}"#
    )
}

fn shots(shots: &[String], hook: &str, list: &str) -> String {
    let chapters = r#"{"id":"c","title":"Chapter","duration_estimate_seconds":10,"notes":null}"#;
    format!(
        r#"{{"version":0,"structure":{{"chapters":[{chapters}],"shots":[{}],"opening_hook":"{hook}"}},"shot_list":[{list}]}}"#,
        shots.join(",")
    )
}

fn structure(text: &str, target: Option<f64>) -> Plan {
    build(Some(text), None, &[], target)
}

/// An edit of version 2 at 10 frames a second, with two sources.
fn clips(tracks: &str) -> String {
    format!(
        r#"{{"version":2,"output":{{"fps":10}},"sources":[{{"id":"a","path":"a.mp4"}},{{"id":"b","path":"b.mp4"}}],"tracks":[{tracks}]}}"#
    )
}

fn track(lane: &str, items: &[(&str, &str, u32, u32)]) -> String {
    let item = |(id, src, at, duration): &(&str, &str, u32, u32)| {
        format!(
            r#"{{"id":"{id}","at":{at},"duration":{duration},"source":{{"kind":"media","src":"{src}","in":0,"out":1}}}}"#
        )
    };
    let items = items.iter().map(item).collect::<Vec<_>>().join(",");
    format!(r#"{{"id":"{lane}","lane":"{lane}","items":[{items}]}}"#)
}

fn cuts(cuts: &[&str]) -> Plan {
    let edit = format!(r#"{{"version":0,"source":{{"path":"take.mp4"}},"cuts":[{}]}}"#, cuts.join(","));
    build(None, Some(&edit), &[], None)
}

fn coding(waves: &str, cases: &str) -> Plan {
    let text = format!(r#"{{"format":"lite","objective":"o","waves":[{waves}],"testCases":[{cases}]}}"#);
    let plan = (PathBuf::from("/p/plan.json"), FileState::Bytes(text.into_bytes()));
    coding::build(CodingInputs { plan, exists: &|_| true })
}

fn wave(id: &str, files: &str, waits: &str) -> String {
    format!(r#"{{"id":"{id}","changes":[{files}],"dependsOn":[{waits}]}}"#)
}

fn case(id: &str, steps: &str, expected: &str) -> String {
    format!(
        r#"{{"id":"{id}","layer":"real","scenario":"s","steps":"{steps}","expected":{{"text":"{expected}"}},"executor":"x","requiresScreenshot":false}}"#
    )
}

/// The notices of a kind: target and words.
fn said(plan: &Plan, pass: Pass, kind: Kind) -> Vec<(Option<usize>, String)> {
    let locale = Locale::of(Language::En);
    let notices = plan.pass(pass).notices.all().iter().filter(|notice| notice.kind == kind);
    notices.map(|notice| (notice.target, locale.phrase(&notice.phrase))).collect()
}

fn one(target: impl Into<Option<usize>>, words: &str) -> Vec<(Option<usize>, String)> {
    vec![(target.into(), words.to_owned())]
}

#[test]
fn total_against_target() {
    let text = shots(&[shot("1", "4", "wide"), shot("2", "8", "wide")], "h", "");
    let total = |target| said(&structure(&text, target), Pass::Structure, Kind::Total);
    assert_eq!(total(None), []);
    assert_eq!(total(Some(10.0)), one(None, "0:12.0, 0:02.0 over the target of 0:10.0"));
    assert_eq!(total(Some(15.0)), one(None, "0:12.0, 0:03.0 under the target of 0:15.0"));
    assert_eq!(total(Some(12.2)), one(None, "0:12.0 meets the target of 0:12.2"));
    let text = shots(&[shot("1", "4", "wide"), shot("2", "null", "wide")], "h", "");
    let open = said(&structure(&text, Some(10.0)), Pass::Structure, Kind::Total);
    assert_eq!(open, one(None, "0:04.0 of 0:10.0; lengths still undecided: 1"));
}

#[test]
fn chapter_sum_against_its_estimate() {
    let chapter = |a, b| {
        said(
            &structure(&shots(&[shot("1", a, "x"), shot("2", b, "x")], "h", ""), None),
            Pass::Structure,
            Kind::Chapters,
        )
    };
    assert_eq!(chapter("6", "7"), one(0, "Chapter: the shots come to 0:13.0, 0:03.0 over the estimate of 0:10.0"));
    assert_eq!(chapter("3", "4"), one(0, "Chapter: the shots come to 0:07.0, 0:03.0 under the estimate of 0:10.0"));
    assert_eq!(chapter("3", "null"), []);
    assert_eq!(chapter("3", "7"), []);
}

#[test]
fn a_run_of_one_shot_type() {
    let types = |types: &[&str]| {
        let list: Vec<String> = types.iter().map(|t| shot("", "1", t).replace(r#""id":"","#, "")).collect();
        said(&structure(&shots(&list, "h", ""), None), Pass::Structure, Kind::ShotTypes)
    };
    assert_eq!(types(&["a", "b", "b", "b", "a"]), one(1, "3 shots of type b in a row, from here"));
    assert_eq!(types(&["a", "a", "b", "b", "", "", ""]), []);
}

#[test]
fn undecided_lengths() {
    let plan = structure(&shots(&[shot("1", "1", "x"), shot("2", "null", "x")], "h", ""), None);
    assert_eq!(said(&plan, Pass::Structure, Kind::Undecided), one(1, "The length is undecided."));
}

#[test]
fn the_opening_hook_there_or_missing() {
    let hook = |text| said(&structure(&shots(&[], text, ""), None), Pass::Structure, Kind::OpeningHook);
    assert_eq!(hook(" a cat  jumps "), one(None, "Opening hook: a cat jumps"));
    assert_eq!(hook(" "), one(None, "There is no opening hook."));
}

#[test]
fn entries_of_the_shooting_list_that_are_not_ok() {
    let entry = |id: &str, shot: &str, status: &str| {
        format!(
            r#"{{"id":"{id}","ref_shot_id":"{shot}","location":"l","equipment":[],"checklist":[],"status":"{status}"}}"#
        )
    };
    let list = [entry("a", "2", "ok"), entry("b", "2", "ng"), entry("c", "9", "planned")].join(",");
    let plan = structure(&shots(&[shot("1", "1", "x"), shot("2", "1", "x")], "h", &list), None);
    let expected = [(None, "Shooting list c: not shot yet"), (Some(1), "Shooting list b: the take is no good")];
    let said = said(&plan, Pass::Structure, Kind::ShootingList);
    assert_eq!(said, expected.map(|(at, words)| (at, words.to_owned())));
}

#[test]
fn placeholders_and_what_they_cost() {
    let edit = clips(&track("visual", &[("1", "a", 0, 10), ("2", "b", 10, 10), ("3", "a", 20, 10)]));
    let sidecars = [
        ("/p/a.mp4.meta.json", r#"{"kind":"video","status":"planned","cost":{"estimate_usd":0.5}}"#),
        ("/p/b.mp4.meta.json", r#"{"kind":"video","status":"done"}"#),
    ];
    let plan = build(None, Some(&edit), &sidecars, None);
    let states = said(&plan, Pass::Scaffold, Kind::Placeholders);
    assert_eq!(states, [0, 2].map(|at| (Some(at), "Placeholder: planned".to_owned())));
    let cost = said(&plan, Pass::Scaffold, Kind::Cost);
    assert_eq!(cost, one(None, "0.50 USD for 1 placeholder; without a known cost: 1"));
}

#[test]
fn a_gap_between_cuts_is_told_and_a_length_that_is_undecided_hides_none_and_makes_none() {
    let gaps = |cuts: &str| {
        let text = format!(r#"{{"version":0,"source":{{"path":"a.mp4"}},"cuts":[{cuts}]}}"#);
        let plan = build(None, Some(&text), &[], None);
        let view = plan.pass(Pass::Final);
        let said = view.notices.all().iter().filter(|notice| notice.kind == Kind::Gaps);
        (view.gaps.clone(), said.map(|notice| notice.target).collect::<Vec<_>>())
    };
    let cuts = r#"{"in":0,"out":4},{"in":5,"out":6,"at":10},{"in":5,"out":7,"track":1,"at":3}"#;
    assert_eq!(gaps(cuts), (vec![(5.0, 10.0)], vec![Some(1)]));
    // The second may last until the third begins.
    let cuts = r#"{"in":0,"out":4},{"in":5,"out":1},{"in":5,"out":6,"at":10},{"in":5,"out":6,"at":12}"#;
    assert_eq!(gaps(cuts), (vec![(11.0, 12.0)], vec![Some(3)]));
}

#[test]
fn gaps_between_clips_of_all_visual_tracks() {
    let under = track("visual", &[("1", "a", 5, 10), ("2", "b", 40, 10)]);
    let over = track("visual", &[("3", "a", 10, 20)]);
    let plan = build(None, Some(&clips(&[under, over, track("audio", &[("4", "a", 0, 50)])].join(","))), &[], None);
    let gaps = said(&plan, Pass::Scaffold, Kind::Gaps);
    assert_eq!(gaps[0], (Some(0), "Nothing to see for 0.5 s before this (0:00.0 – 0:00.5)".to_owned()));
    assert_eq!(gaps[1], (Some(1), "Nothing to see for 1.0 s before this (0:03.0 – 0:04.0)".to_owned()));
    assert_eq!(gaps.len(), 2);
}

#[test]
fn overlaps_on_one_track() {
    let edit = clips(&track("visual", &[("1", "a", 0, 10), ("2", "b", 8, 10), ("3", "a", 18, 1)]));
    let plan = build(None, Some(&edit), &[], None);
    assert_eq!(said(&plan, Pass::Scaffold, Kind::Overlaps), one(1, "Overlaps 1 on its track by 0.2 s"));
}

#[test]
fn a_source_used_several_times() {
    let edit = clips(&track("visual", &[("1", "a", 0, 10), ("2", "b", 10, 10), ("3", "a", 20, 10)]));
    let plan = build(None, Some(&edit), &[], None);
    let reused = said(&plan, Pass::Scaffold, Kind::ReusedSources);
    assert_eq!(reused, [0, 2].map(|at| (Some(at), "Its source is used in 2 places.".to_owned())));
}

#[test]
fn what_else_plays_at_that_time() {
    let one = track("visual", &[("1", "a", 0, 10), ("2", "b", 10, 10), ("3", "a", 20, 10)]);
    let plan = build(None, Some(&clips(&[one, track("audio", &[("m", "b", 5, 0)])].join(","))), &[], None);
    let notices = &plan.pass(Pass::Scaffold).notices;
    assert_eq!(notices.beside(0), (vec![3], 1));
    assert_eq!(notices.beside(3), (vec![0, 1, 2], 3));
    let mut off = notices.clone();
    off.switch_off(&[Kind::AlsoPlaying]);
    assert_eq!(off.beside(0), (Vec::new(), 0));
}

#[test]
fn missing_files_but_not_those_still_to_be_made() {
    let edit = clips(&track("visual", &[("1", "a", 0, 10), ("2", "b", 10, 10)]));
    let planned = [("/p/a.mp4.meta.json", r#"{"kind":"video","status":"planned"}"#)];
    let mut plan = build(None, Some(&edit), &planned, None);
    missing_files(&mut plan, &|_| false);
    assert_eq!(said(&plan, Pass::Scaffold, Kind::MissingFiles), one(1, "The file is not there: b.mp4"));
}

#[test]
fn kept_of_the_source() {
    let plan = cuts(&[r#"{"in":0,"out":10}"#, r#"{"in":5,"out":12}"#, r#"{"in":36,"out":40}"#]);
    let kept = said(&plan, Pass::Final, Kind::Kept);
    assert_eq!(kept, one(None, "take.mp4: 0:16.0 kept of the first 0:40.0 (40%)"));
}

#[test]
fn what_was_removed_before_a_cut_and_why() {
    let plan = cuts(&[
        r#"{"in":0,"out":10}"#,
        r#"{"in":12,"out":14,"reason":"silence"}"#,
        r#"{"in":15,"out":16,"reason":"word"}"#,
        r#"{"in":16,"out":18}"#,
        r#"{"in":20,"out":22}"#,
    ]);
    let words: Vec<String> = said(&plan, Pass::Final, Kind::Removed).into_iter().map(|(_, words)| words).collect();
    assert_eq!(
        words,
        [
            "2.0 s of silence removed before this (0:10.0 – 0:12.0 of the source)",
            "1.0 s with words removed before this (0:14.0 – 0:15.0 of the source)",
            "2.0 s of the source removed before this (0:18.0 – 0:20.0)",
        ]
    );
}

#[test]
fn very_short_and_very_long_cuts() {
    let plan = cuts(&[r#"{"in":0,"out":0.4}"#, r#"{"in":1,"out":2}"#, r#"{"in":2,"out":90}"#]);
    let expected = [(Some(0), "Very short: 0.4 s".to_owned()), (Some(2), "Very long: 88.0 s".to_owned())];
    assert_eq!(said(&plan, Pass::Final, Kind::ShortOrLong), expected);
}

#[test]
fn ranges_of_a_source_used_again() {
    let plan = cuts(&[r#"{"in":5,"out":10}"#, r#"{"in":0,"out":6}"#, r#"{"in":10,"out":12}"#]);
    let repeated = said(&plan, Pass::Final, Kind::Repeated);
    assert_eq!(repeated, one(1, "Shows 0:05.0 – 0:06.0 of the source again, as in C1"));
}

#[test]
fn cuts_out_of_order() {
    let plan = cuts(&[r#"{"in":5,"out":6}"#, r#"{"in":1,"out":2}"#, r#"{"in":7,"out":8}"#]);
    let order = said(&plan, Pass::Final, Kind::OutOfOrder);
    assert_eq!(order, one(1, "Earlier in the source than C1 before it"));
}

#[test]
fn layers_and_the_longest_chain() {
    let waves = [wave("W1", "", ""), wave("W2", "", r#""W1""#), wave("W3", "", "")].join(",");
    let layers = said(&coding(&waves, ""), Pass::Coding, Kind::Layers);
    assert_eq!(layers, one(None, "Waves 3, layers 2, longest chain 2: W1 → W2"));
}

#[test]
fn files_shared_by_parallel_waves() {
    let waves = [wave("W1", r#""a.rs""#, ""), wave("W2", r#""a.rs""#, ""), wave("W3", r#""a.rs""#, r#""W1""#)];
    let shared = said(&coding(&waves.join(","), ""), Pass::Coding, Kind::SharedFiles);
    let words = ["a.rs: W2", "a.rs: W1"].map(|s| format!("Changed by parallel waves too — {s}"));
    let [first, second] = words;
    assert_eq!(shared, [(Some(0), first), (Some(1), second)]);
}

#[test]
fn waves_no_case_covers() {
    let waves = [wave("W1", r#""a.rs""#, ""), wave("W2", r#""b.rs""#, "")].join(",");
    let uncovered = |steps| said(&coding(&waves, &case("E1", steps, "t")), Pass::Coding, Kind::Uncovered);
    assert_eq!(uncovered("open a.rs"), one(1, "No case names its files."));
    assert_eq!(uncovered("open it"), one(None, "No case names the files of any wave."));
}

#[test]
fn cases_without_a_usable_expectation() {
    let cases = [case("E1", "s", " "), case("E2", "s", "Works."), case("E3", "s", "正常"), case("E4", "s", "Total: 4")];
    let lacking = said(&coding("", &cases.join(",")), Pass::Coding, Kind::Expectations);
    assert_eq!(lacking.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [Some(0), Some(1), Some(2)]);
}

#[test]
fn sensitive_paths() {
    let key = |path| sensitive::key(path).map(|key| key.trim_start_matches("notice.sensitive-"));
    for (path, expected) in [
        (".env", "secret"),
        ("web/.env.production", "secret"),
        ("config/secrets.yml", "secret"),
        ("certs/server.pem", "key"),
        ("db/migrations/001_users.sql", "data"),
        ("src/userAuth.ts", "auth"),
        ("src/auth/mod.rs", "auth"),
        (".github/workflows/ci.yml", "delivery"),
        ("deploy/Dockerfile", "delivery"),
    ] {
        assert_eq!(key(path), Some(expected), "{path}");
    }
    for path in ["src/author.rs", ".env.example", "src/keyboard.rs", "docs/environment.md", ""] {
        assert_eq!(key(path), None, "{path}");
    }
    let plan = coding(&wave("W1", r#"".env",".env""#, ""), "");
    assert_eq!(said(&plan, Pass::Coding, Kind::Sensitive), one(0, "May hold secrets: .env"));
}

#[test]
fn each_kind_can_be_switched_off() {
    let plan = structure(&shots(&[shot("1", "null", "x")], "", ""), Some(10.0));
    let notices = &plan.pass(Pass::Structure).notices;
    for notice in notices.all() {
        let mut off = notices.clone();
        off.switch_off(&[notice.kind]);
        assert!(off.all().iter().all(|other| other.kind != notice.kind) && off.all().len() < notices.all().len());
    }
}

#[test]
fn notices_of_a_target_are_found_among_many() {
    let list: Vec<String> = (0..200).map(|n| shot(&n.to_string(), if n % 2 == 0 { "null" } else { "1" }, "")).collect();
    let plan = structure(&shots(&list, "", ""), None);
    let notices = &plan.pass(Pass::Structure).notices;
    for at in 0..200 {
        let undecided = notices.at(at).iter().filter(|notice| notice.kind == Kind::Undecided).count();
        assert_eq!(undecided, usize::from(at % 2 == 0), "{at}");
    }
    assert!(notices.at(1000).is_empty());
}

#[test]
fn every_kind_has_its_name_in_every_language() {
    for language in Language::ALL {
        for kind in Kind::ALL {
            assert!(Locale::of(language).has(&format!("notice-kind.{}", kind.name())), "{kind:?}");
        }
    }
}

#[test]
fn time_grows_with_the_plan_and_not_faster() {
    let took = |n: u32| {
        let ids: Vec<String> = (0..n).map(|at| format!("k{at}")).collect();
        // Every clip plays beside all others, and plays the same file.
        let items: Vec<(&str, &str, u32, u32)> =
            ids.iter().zip(0..).map(|(id, at)| (id.as_str(), "a", at, n)).collect();
        let text = clips(&track("visual", &items));
        let run = |_| {
            let start = std::time::Instant::now();
            assert_eq!(build(None, Some(&text), &[], None).pass(Pass::Scaffold).targets.len(), n as usize);
            start.elapsed()
        };
        (0..3).map(run).min().unwrap_or_default()
    };
    let (small, large) = (took(2_000), took(16_000));
    assert!(large < small * 24, "{large:?} for 16,000 clips, {small:?} for 2,000");
}
