use super::*;
use crate::contract::plan_comments::Pass;
use crate::review::target::{PlaceholderState, Target};

mod damage;
mod samples;

fn build_with(research: Option<&str>, edit: Option<&str>, sidecars: &[(&str, &str)]) -> Plan {
    let state = |text: Option<&str>| text.map_or(FileState::Absent, |t| FileState::Bytes(t.as_bytes().to_vec()));
    build(Inputs {
        research: ("/p/planning/research-plan.json".into(), state(research)),
        edit: ("/p/edit.json".into(), state(edit)),
        intake: ("/p/.akari/intake.json".into(), FileState::Absent),
        target_seconds: None,
        now: "2026-08-01T10:00:00Z".parse().unwrap(),
        read_sidecar: &|path| {
            let found = sidecars.iter().find(|(name, _)| Path::new(name) == path);
            found.map(|(_, text)| text.as_bytes().to_vec())
        },
    })
}

fn shots(chapters: &str, shots: &str) -> Plan {
    let text = format!(
        r#"{{"version":0,"structure":{{"chapters":[{chapters}],"shots":[{shots}],"confirmed":true,"confirmed_at":"t","opening_hook":" a\nb "}},
        "shot_list":[{{"id":"l","ref_shot_id":"s1","location":"kitchen","equipment":["a","b"],"checklist":[],"status":"ok"}}]}}"#
    );
    build_with(Some(&text), None, &[])
}

fn edit(text: &str) -> Plan {
    build_with(None, Some(text), &[])
}

fn tree(tracks: &str) -> Plan {
    edit(&tree_text(tracks))
}

fn tree_text(tracks: &str) -> String {
    format!(r#"{{"version":2,"output":{{"fps":10}},"sources":[{{"id":"a","path":"m/a.mp4"}}],"tracks":[{tracks}]}}"#)
}

fn media(id: &str, at: u32, duration: u32, extra: &str) -> String {
    let source = r#"{"kind":"media","src":"a","in":0,"out":1}"#;
    format!(r#"{{"id":"{id}","at":{at},"duration":{duration},"source":{source}{extra}}}"#)
}

fn reason(plan: &Plan, pass: Pass) -> Option<&'static str> {
    plan.pass(pass).unavailable.as_ref().map(|phrase| phrase.key)
}

fn column<T>(plan: &Plan, pass: Pass, of: impl Fn(&Target) -> T) -> Vec<T> {
    plan.pass(pass).targets.iter().map(of).collect()
}

fn codes(plan: &Plan, target: &Target) -> Vec<&'static str> {
    target.findings.iter().map(|at| plan.findings[*at].code).collect()
}

fn facts(plan: &Plan, pass: Pass) -> Vec<&'static str> {
    plan.pass(pass).facts.iter().map(|phrase| phrase.key).collect()
}

#[test]
fn without_files_every_pass_says_what_it_waits_for() {
    let plan = build_with(None, None, &[]);
    assert!(Pass::VIDEO.iter().all(|pass| reason(&plan, *pass) == Some("reason.absent")));
    assert_eq!(plan.pass(Pass::Final).file, Path::new("/p/edit.json"));
    assert!(plan.findings.is_empty());
}

#[test]
fn a_version_that_is_none_shows_nothing() {
    let plan = build_with(Some(r#"{"version":"0","structure":{"shots":[{}]}}"#), Some(r#"{"version":0.5}"#), &[]);
    assert!(Pass::VIDEO.iter().all(|pass| reason(&plan, *pass) == Some("reason.unversioned")));
    let plan = build_with(Some(r#"{"version":1e30}"#), Some(r#"{"version":99999999999999999999}"#), &[]);
    assert!(Pass::VIDEO.iter().all(|pass| reason(&plan, *pass) == Some("reason.newer")));
    assert!(Pass::VIDEO.map(|pass| plan.pass(pass)).iter().all(|view| view.version.is_none()), "no number says it");
    let said = plan.pass(Pass::Final).unavailable.as_ref().map(|reason| reason.args.clone()).unwrap_or_default();
    assert!(said.contains(&("version", "99999999999999999999".to_owned())), "{said:?}");
}

#[test]
fn newer_files_show_nothing() {
    let plan =
        build_with(Some(r#"{"version":1,"structure":{"shots":[{}]}}"#), Some(r#"{"version":3,"cuts":[{}]}"#), &[]);
    assert!(Pass::VIDEO.iter().all(|pass| reason(&plan, *pass) == Some("reason.newer")));
    assert!(
        Pass::VIDEO.map(|pass| plan.pass(pass)).iter().all(|view| view.targets.is_empty() && view.version.is_some())
    );
    assert_eq!(plan.findings.iter().map(|f| f.code).collect::<Vec<_>>(), ["newer", "newer"]);
}

#[test]
fn broken_files_say_where() {
    let plan = build_with(Some("{"), Some("[1]"), &[]);
    assert!(Pass::VIDEO.iter().all(|pass| reason(&plan, *pass) == Some("reason.broken-at")));
    assert!(Pass::VIDEO.map(|pass| plan.pass(pass)).iter().all(|view| view.sha256.is_some()));
}

#[test]
fn unreadable_files_are_findings() {
    let plan = build(Inputs {
        research: ("/p/r.json".into(), FileState::Unreadable("no".into())),
        edit: ("/p/edit.json".into(), FileState::Unreadable("no".into())),
        intake: ("/p/i.json".into(), FileState::Unreadable("no".into())),
        target_seconds: Some(5.0),
        now: Utc::now(),
        read_sidecar: &|_| None,
    });
    assert!(Pass::VIDEO.iter().all(|pass| reason(&plan, *pass) == Some("reason.unreadable")));
    assert_eq!((plan.findings.len(), plan.target_seconds), (3, Some(5.0)));
}

#[test]
fn edit_v2_has_clips_and_no_cuts_and_the_older_ones_cuts_and_no_clips() {
    let v2 = tree("");
    assert_eq!((reason(&v2, Pass::Scaffold), reason(&v2, Pass::Final)), (None, Some("reason.no-cuts-in-v2")));
    let v1 = edit(r#"{"version":1,"sources":[],"cuts":[]}"#);
    assert_eq!((reason(&v1, Pass::Scaffold), reason(&v1, Pass::Final)), (Some("reason.clips-need-v2"), None));
}

#[test]
fn intake_gives_target_length_and_autonomy() {
    let intake = br#"{"target":{"duration_s":180},"autonomy":"full-auto"}"#.to_vec();
    let mut inputs = Inputs {
        research: ("/p/r.json".into(), FileState::Absent),
        edit: ("/p/edit.json".into(), FileState::Absent),
        intake: ("/p/i.json".into(), FileState::Bytes(intake)),
        target_seconds: None,
        now: Utc::now(),
        read_sidecar: &|_| None,
    };
    let state = inputs.intake.1.clone();
    let plan = build(inputs);
    assert_eq!((plan.target_seconds, plan.full_auto), (Some(180.0), true));
    inputs = Inputs {
        research: ("/p/r.json".into(), FileState::Absent),
        edit: ("/p/edit.json".into(), FileState::Absent),
        intake: ("/p/i.json".into(), state),
        target_seconds: Some(60.0),
        now: Utc::now(),
        read_sidecar: &|_| None,
    };
    assert_eq!(build(inputs).target_seconds, Some(60.0));
}

const CHAPTERS: &str = r#"{"id":"a","title":"A","duration_estimate_seconds":9},{"id":"b","title":"B"}"#;

#[test]
fn shots_are_grouped_in_chapter_order_sequence_first_and_unassigned_last() {
    let plan = shots(
        CHAPTERS,
        r#"{"description":"0"},{"description":"1","chapter_id":"b"},{"description":"2","chapter_id":"b","sequence":"a"},
        {"description":"3","chapter_id":"a"},{"description":"4","chapter_id":"nowhere"}"#,
    );
    let view = plan.pass(Pass::Structure);
    assert_eq!(column(&plan, Pass::Structure, |t| t.index), [2, 3, 1, 0, 4]);
    let groups: Vec<_> = view.groups.iter().map(|g| (g.title.as_deref(), g.targets.clone())).collect();
    assert_eq!(groups, [(Some("A"), 0..2), (Some("B"), 2..3), (None, 3..5)]);
    assert_eq!(view.groups[0].estimate_seconds, Some(9.0));
    assert_eq!(view.by_id["2"], 0);
}

#[test]
fn shots_follow_one_another_until_a_length_is_undecided() {
    let plan = shots(
        CHAPTERS,
        r#"{"id":"s1","duration_estimate_seconds":3},{"duration_estimate_seconds":2,"cutaway_of":"s2"},
        {"id":"s2","duration_estimate_seconds":4},{"duration_estimate_seconds":null},{"duration_estimate_seconds":5},
        {"duration_estimate_seconds":null,"cutaway_of":"nowhere"}"#,
    );
    let starts = column(&plan, Pass::Structure, |t| t.start);
    assert_eq!(starts, [Some(0.0), Some(3.0), Some(3.0), Some(7.0), None, None]);
    let view = plan.pass(Pass::Structure);
    assert_eq!((view.total_seconds, view.undecided), (12.0, 1));
    assert_eq!(view.targets[1].within.as_deref(), Some("s2"));
}

#[test]
fn a_shots_title_is_the_start_of_its_description_on_one_line() {
    let family = "👨‍👩‍👧".repeat(33);
    let plan =
        shots("", &format!(r#"{{"description":" a \n\u3000 b"}},{{"description":"{family}"}},{{"id":"s9"}},{{}}"#));
    let titles = column(&plan, Pass::Structure, |t| t.title().into_owned());
    assert_eq!(titles, ["a b".to_owned(), format!("{}…", "👨‍👩‍👧".repeat(32)), "s9".to_owned(), "shot 4".to_owned()]);
    assert_eq!(column(&plan, Pass::Structure, |t| t.label.clone()), ["S1", "S2", "s9", "S4"]);
    assert_eq!(plan.pass(Pass::Structure).targets[1].headline, family);
}

#[test]
fn an_entry_that_is_no_object_is_listed_and_cannot_be_commented() {
    let plan = shots("", r#"{"description":"a"},7,{"description":"b"}"#);
    let ids = column(&plan, Pass::Structure, |t| t.id.clone());
    assert_eq!(ids, [Some("0".to_owned()), None, Some("2".to_owned())]);
    let target = &plan.pass(Pass::Structure).targets[1];
    assert_eq!(target.blocked.as_ref().map(|p| p.key), Some("reason.no-object"));
    assert_eq!((codes(&plan, target), target.index), (vec!["wrong-type"], 1));
}

#[test]
fn the_shooting_list_and_the_picture_stand_with_their_shot() {
    let plan = shots("", r#"{"id":"s1","description":"a","image_path":"i/a.png"}"#);
    let target = &plan.pass(Pass::Structure).targets[0];
    assert_eq!(target.extra, [("field.shooting-list", "l · ok · kitchen · a, b".to_owned())]);
    assert_eq!(target.files, [PathBuf::from("/p/planning/i/a.png")]);
    let view = plan.pass(Pass::Structure);
    assert_eq!(view.facts[0], Phrase::new("fact.opening-hook").with("text", "a b"));
    assert_eq!(facts(&plan, Pass::Structure), ["fact.opening-hook", "fact.shooting-list"]);
    assert_eq!(plan.confirmed, Some(true));
}

#[test]
fn findings_are_at_their_targets() {
    let plan = shots("", r#"{"description":"a"},{"description":" ","duration_estimate_seconds":-1}"#);
    let target = &plan.pass(Pass::Structure).targets[1];
    assert!(codes(&plan, target).contains(&"empty-text") && codes(&plan, target).contains(&"out-of-range"));
    assert!(target.findings.iter().all(|at| plan.findings[*at].pointer.starts_with("/structure/shots/1")));
}

#[test]
fn clips_are_media_of_visual_tracks_then_of_audio_tracks_in_time_order() {
    let plan = tree(&format!(
        r#"{{"id":"x","lane":"audio","items":[{}]}},{{"id":"v","lane":"visual","name":"Main","items":[{},{},
        {{"id":"h","at":90,"duration":30,"source":{{"kind":"html"}}}}]}},{{"id":"c","lane":"visual","content":{{}}}}"#,
        media("m", 0, 0, ""),
        media("late", 20, 10, ""),
        media("early", 5, 10, "")
    ));
    let view = plan.pass(Pass::Scaffold);
    assert_eq!(column(&plan, Pass::Scaffold, |t| t.label.clone()), ["early", "late", "m"]);
    assert_eq!(
        column(&plan, Pass::Scaffold, |t| (t.start, t.length))[1..],
        [
            (Some(2.0), Some(1.0)),
            // In the audio lane a duration of 0 means: to the end of the file.
            (Some(0.0), None)
        ]
    );
    assert_eq!(column(&plan, Pass::Scaffold, |t| t.to_end), [false, false, true]);
    assert_eq!(view.groups.iter().map(|g| g.title.as_deref()).collect::<Vec<_>>(), [Some("Main"), Some("x")]);
    assert_eq!((view.total_seconds, view.undecided, view.fps), (12.0, 0, Some(10.0)));
    assert_eq!(view.targets[0].files, [PathBuf::from("/p/m/a.mp4")]);
    assert!(plan.findings.is_empty(), "{:?}", plan.findings);
}

#[test]
fn a_child_counts_from_its_parent_and_shows_the_path_of_groups() {
    let inner =
        format!(r#"{{"id":"g2","at":5,"duration":9,"source":{{"kind":"group"}},"items":[{}]}}"#, media("m", 7, 2, ""));
    let plan = tree(&format!(
        r#"{{"id":"v","lane":"visual","items":[{{"id":"g1","name":"Outer","at":10,"duration":90,"source":{{"kind":"group"}},"items":[{inner}]}}]}}"#
    ));
    let target = &plan.pass(Pass::Scaffold).targets[0];
    assert_eq!((target.start, target.within.as_deref()), (Some(2.2), Some("Outer › g2")));
}

#[test]
fn clips_without_an_id_of_their_own_are_listed_and_cannot_be_commented() {
    let items = [
        media("a", 0, 1, ""),
        media("b", 1, 1, r#","name":"n""#),
        media("", 2, 1, ""),
        r#"{"id":"a","at":3,"duration":1,"source":{"kind":"html"}}"#.to_owned(),
    ];
    let plan = tree(&format!(r#"{{"id":"v","lane":"visual","items":[{}]}}"#, items.join(",")));
    let targets = &plan.pass(Pass::Scaffold).targets;
    let blocked: Vec<_> = targets.iter().map(|t| t.blocked.as_ref().map(|p| p.key)).collect();
    assert_eq!(blocked, [Some("reason.shared-id"), None, Some("reason.no-id")]);
    assert!(targets.iter().all(|t| t.id.is_some() == t.blocked.is_none()));
    assert_eq!(column(&plan, Pass::Scaffold, |t| t.title().into_owned()), ["a", "n", "clip 3"]);
    assert_eq!(codes(&plan, &targets[2]), ["missing-id"]);
    assert_eq!(plan.findings.iter().map(|f| f.code).collect::<Vec<_>>(), ["missing-id", "duplicate-id"]);
}

#[test]
fn an_unknown_source_is_a_finding_at_the_clip() {
    let plan =
        tree(&format!(r#"{{"id":"v","lane":"visual","items":[{}]}}"#, media("m", 0, 1, "")).replace("\"a\"", "\"z\""));
    let target = &plan.pass(Pass::Scaffold).targets[0];
    assert_eq!((codes(&plan, target), target.id.as_deref()), (vec!["unknown-source"], Some("m")));
}

fn placeholder(sidecar: &str) -> (Option<PlaceholderState>, Option<String>, Vec<&'static str>) {
    let text = tree_text(&format!(r#"{{"id":"v","lane":"visual","items":[{}]}}"#, media("m", 0, 1, "")));
    let plan = build_with(None, Some(&text), &[("/p/m/a.mp4.meta.json", sidecar)]);
    let target = &plan.pass(Pass::Scaffold).targets[0];
    assert_eq!(target.files.len(), 2);
    let of = target.placeholder.clone();
    (of.as_ref().map(|p| p.state), of.and_then(|p| p.prompt), codes(&plan, target))
}

#[test]
fn placeholders_show_state_and_prompt() {
    let stale = r#"{"status":"generating","job":{"started_at":"2026-08-01T09:00:00Z"},"inputs":{"prompt":"p"}}"#;
    assert_eq!(placeholder(stale), (Some(PlaceholderState::Stale), Some("p".into()), vec![]));
    let again = r#"{"status":"done","inputs":{"prompt":"p"},"next":{"status":"planned","inputs":{"prompt":"q"}}}"#;
    assert_eq!(placeholder(again), (Some(PlaceholderState::Done), Some("q".into()), vec![]));
    assert_eq!(placeholder("{}"), (None, None, vec![]));
    assert_eq!(placeholder("{"), (None, None, vec!["truncated"]));
}

fn cuts(version: u8, cuts: &str) -> Plan {
    let sources =
        if version == 0 { r#""source":{"path":"m/cam.mp4"}"# } else { r#""sources":[{"id":"cam","path":"m/a.mp4"}]"# };
    edit(&format!(r#"{{"version":{version},{sources},"cuts":[{cuts}]}}"#))
}

#[test]
fn cuts_are_titled_by_label_or_source_and_range() {
    let plan =
        cuts(1, r#"{"src":"cam","in":20,"out":31.5},{"src":"cam","in":0,"out":1,"label":"Intro"},{"src":"cam"},7"#);
    let titles = column(&plan, Pass::Final, |t| t.title().into_owned());
    assert_eq!(titles, ["cam 20.00–31.50", "Intro", "cut 3", "cut 4"]);
    let plan = cuts(0, r#"{"in":20,"out":31.5}"#);
    assert_eq!(plan.pass(Pass::Final).targets[0].title(), "cam.mp4 20.00–31.50");
    assert_eq!(plan.pass(Pass::Final).targets[0].label, "C1");
}

#[test]
fn cuts_follow_one_another_on_their_track() {
    let plan = cuts(
        0,
        r#"{"in":0,"out":4,"speed":2},{"in":0,"out":1,"track":1,"at":9},{"in":0,"out":1,"freeze":{"at_sec":0,"duration_sec":2}},
        {"in":0,"out":1,"at":1},{"in":0,"out":1}"#,
    );
    let view = plan.pass(Pass::Final);
    let rows = column(&plan, Pass::Final, |t| (t.index, t.start, t.length));
    let expected = [(0, 0.0, 2.0), (3, 1.0, 1.0), (2, 2.0, 3.0), (4, 2.0, 1.0), (1, 9.0, 1.0)];
    assert_eq!(rows, expected.map(|(n, start, length)| (n, Some(start), Some(length))));
    assert_eq!(view.groups.iter().map(|g| g.id.as_deref()).collect::<Vec<_>>(), [Some("0"), Some("1")]);
    assert_eq!(view.total_seconds, 10.0);
}

#[test]
fn without_cuts_v0_is_the_whole_source_and_v1_nothing() {
    assert_eq!(facts(&cuts(0, ""), Pass::Final), ["fact.whole-source"]);
    assert_eq!(facts(&cuts(1, ""), Pass::Final), ["fact.empty-timeline"]);
    assert_eq!(facts(&edit(r#"{"version":0,"source":{"path":"a"},"cuts":{}}"#), Pass::Final), [""; 0]);
}

#[test]
fn a_missing_version_with_a_single_source_is_read_as_0() {
    let plan = edit(r#"{"source":{"path":"a"},"cuts":[{"in":0,"out":1}]}"#);
    assert_eq!((facts(&plan, Pass::Final), plan.pass(Pass::Final).version), (vec!["fact.version-assumed"], Some(0)));
    assert_eq!(
        plan.findings.iter().map(|f| (f.code, f.severity)).collect::<Vec<_>>(),
        [("version-assumed", Severity::Warning)]
    );
    assert_eq!(reason(&edit(r#"{"sources":[],"cuts":[]}"#), Pass::Final), Some("reason.unversioned"));
}

#[test]
fn a_cut_of_an_unknown_source_keeps_its_index() {
    let plan = cuts(1, r#"{"src":"x","in":0,"out":1},{"src":"cam","in":0,"out":1}"#);
    let targets = &plan.pass(Pass::Final).targets;
    assert_eq!((codes(&plan, &targets[0]), targets[0].id.as_deref()), (vec!["unknown-source"], Some("0")));
    assert_eq!(targets[0].title(), "x 0.00–1.00");
}

#[test]
fn hostile_plans_do_no_harm() {
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let texts = [
        "",
        "[]",
        "null",
        "\u{feff}{}",
        "{\"version\":1e999}",
        "{\"version\":-1}",
        &deep,
        r#"{"version":2,"output":{"fps":1e999},"tracks":[{"items":[{"at":-1e308,"duration":1e308,"source":{"kind":"media"}}]}]}"#,
        r#"{"version":2,"output":{"fps":0},"tracks":[7,{"items":7},{"items":[7,null,{"items":[[]]}]}]}"#,
        r#"{"version":1,"cuts":[{"in":-1,"out":-2,"speed":0,"at":-5,"track":1.5,"freeze":7},{"in":1e308,"out":1.7e308,"speed":1e-300}]}"#,
        r#"{"version":1,"sources":[],"cuts":[{"in":0,"out":1.7e308,"src":"a"},{"in":0,"out":1.7e308,"src":"a"},{"in":0,"out":1,"src":"a"}]}"#,
        r#"{"version":0,"structure":{"shots":[{"duration_estimate_seconds":1.7e308},{"duration_estimate_seconds":1.7e308}]}}"#,
        r#"{"version":0,"version":0,"structure":{"shots":[{"description":"a","description":"\ud800"}],"chapters":7}}"#,
    ];
    for text in texts {
        let plan = build_with(Some(text), Some(text), &[]);
        for view in &plan.passes {
            assert!(view.total_seconds.is_finite(), "{text}");
            assert!(
                view.targets.iter().all(|t| !t.title().is_empty() && !t.label.is_empty() && !t.headline.is_empty())
            );
            let covered: usize = view.groups.iter().map(|g| g.targets.len()).sum();
            assert_eq!(covered, view.targets.len());
        }
    }
}

#[test]
fn thousands_of_targets_are_each_found_by_their_id() {
    const REST: &str = r#","chapter_id":null,"shot_type":null,"duration_estimate_seconds":null,"image_path":null"#;
    let list: Vec<String> = (0..5000).map(|n| format!(r#"{{"id":"s{n}","description":""{REST}}}"#)).collect();
    let plan = shots("", &list.join(","));
    let view = plan.pass(Pass::Structure);
    assert_eq!((view.targets.len(), view.by_id.len()), (5000, 5000));
    assert_eq!(view.by_id["4999"], 4999);
    assert!(view.targets.iter().all(|t| codes(&plan, t).contains(&"empty-text")));
}
