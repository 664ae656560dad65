use super::*;
use crate::contract::finding::Severity;

fn run(text: &str) -> (Edit, Vec<(&'static str, String)>) {
    let (edit, findings) = read(Path::new("edit.json"), text.as_bytes());
    (edit.expect("an object"), findings.into_iter().map(|f| (f.code, f.pointer)).collect())
}

fn one(code: &'static str, pointer: &str) -> Vec<(&'static str, String)> {
    vec![(code, pointer.to_owned())]
}

fn v1(cut: &str) -> (cuts::CutList, Vec<(&'static str, String)>) {
    let text = format!(r#"{{"version":1,"sources":[{{"id":"a","path":"a.mp4"}}],"cuts":[{cut}]}}"#);
    let (Edit::Cuts(list), found) = run(&text) else { panic!("no cuts") };
    (*list, found)
}

fn found(cut: &str) -> Vec<(&'static str, String)> {
    v1(cut).1
}

#[test]
fn versions() {
    assert!(matches!(run(r#"{"version":0,"source":{"path":"a"}}"#).0, Edit::Cuts(list) if list.version == 0));
    assert!(matches!(run(r#"{"version":1.0,"sources":[]}"#).0, Edit::Cuts(list) if list.version == 1));
    assert!(matches!(run(r#"{"version":2}"#).0, Edit::Tree(_)));
    assert!(matches!(run(r#"{"version":7}"#).0, Edit::Newer(7)));
    assert!(matches!(run(r#"{"version":92233720368547758080}"#).0, Edit::Newer(i64::MAX)));
    for unusable in
        [r#"{}"#, r#"{"version":"2","source":{}}"#, r#"{"version":-1}"#, r#"{"version":1.5}"#, r#"{"sources":[]}"#]
    {
        let (edit, found) = run(unusable);
        assert!(matches!(edit, Edit::Unversioned) && found.len() == 1, "{unusable} {found:?}");
    }
}

#[test]
fn a_missing_version_with_one_source_is_a_warning() {
    let (_, findings) = read(Path::new("x"), br#"{"source":{"path":"a"}}"#);
    assert_eq!(
        findings.iter().map(|f| (f.code, f.severity)).collect::<Vec<_>>(),
        [("version-assumed", Severity::Warning)]
    );
}

#[test]
fn in_is_before_out_and_not_negative() {
    assert_eq!(found(r#"{"src":"a","in":3,"out":3}"#), one("out-not-after-in", "/cuts/0/out"));
    assert_eq!(found(r#"{"src":"a","in":-1,"out":3}"#), one("out-of-range", "/cuts/0/in"));
    assert_eq!(found(r#"{"src":"a","in":"0","out":3}"#), one("wrong-type", "/cuts/0/in"));
    assert_eq!(found(r#"{"src":"a","in":0}"#), one("missing-key", "/cuts/0"));
}

#[test]
fn a_cut_of_which_in_and_out_are_one_has_no_length_and_blanks_no_start() {
    let cuts = |out: u8| {
        let file = format!(
            r#"{{"version":1,"sources":[{{"id":"a","path":"a"}}],"cuts":[{{"src":"a","in":0,"out":2}},
            {{"src":"a","in":3,"out":{out}}},{{"src":"a","in":5,"out":6}}]}}"#
        );
        let (Some(Edit::Cuts(list)), _) = read(Path::new("x"), file.as_bytes()) else { panic!("cuts") };
        list.cuts.iter().map(|cut| (cut.length, cut.start, cut.earliest)).collect::<Vec<_>>()
    };
    assert_eq!(cuts(3)[1..], [(Some(0.0), Some(2.0), Some(2.0)), (Some(1.0), Some(2.0), Some(2.0))]);
    // Where out is before in nothing is known; what follows starts then or later.
    assert_eq!(cuts(1)[1..], [(None, Some(2.0), Some(2.0)), (Some(1.0), None, Some(2.0))]);
}

#[test]
fn length_counts_speed_and_freeze() {
    let (list, found) = v1(r#"{"src":"a","in":1,"out":5,"speed":2,"freeze":{"at_sec":1,"duration_sec":0.5}}"#);
    assert_eq!((list.cuts[0].length, found.len()), (Some(2.5), 0));
    let (list, found) = v1(r#"{"src":"a","in":1,"out":5,"speed":0}"#);
    assert_eq!((list.cuts[0].length, found), (None, one("out-of-range", "/cuts/0/speed")));
    let (list, found) = v1(r#"{"src":"a","in":1,"out":5,"speed":null,"freeze":null,"transition_out":null}"#);
    assert_eq!((list.cuts[0].length, found.len()), (Some(4.0), 0));
    let frozen = |freeze: &str| self::found(&format!(r#"{{"src":"a","in":1,"out":5,"freeze":{freeze}}}"#));
    assert_eq!(frozen(r#"{"at_sec":1}"#), one("missing-key", "/cuts/0/freeze"));
    assert_eq!(frozen(r#"{"duration_sec":1}"#), one("missing-key", "/cuts/0/freeze"));
    assert_eq!(frozen(r#"{"at_sec":-1,"duration_sec":1}"#), one("out-of-range", "/cuts/0/freeze/at_sec"));
    assert_eq!(frozen(r#"{"at_sec":1,"duration_sec":"1"}"#), one("wrong-type", "/cuts/0/freeze/duration_sec"));
}

#[test]
fn tracks_are_whole_numbers_from_0() {
    for (bad, code) in [("-1", "out-of-range"), ("1.5", "wrong-type"), ("\"1\"", "wrong-type")] {
        assert_eq!(found(&format!(r#"{{"src":"a","in":0,"out":1,"track":{bad}}}"#)), one(code, "/cuts/0/track"));
    }
}

#[test]
fn a_place_that_cannot_be_told_is_not_guessed_until_a_cut_says_one() {
    let starts = |cuts: &[&str]| {
        let cuts: Vec<String> = cuts.iter().map(|rest| format!(r#"{{"src":"a","in":0,"out":2{rest}}}"#)).collect();
        v1(&cuts.join(",")).0.cuts.iter().map(|cut| cut.start).collect::<Vec<_>>()
    };
    for wrong in [r#","at":-1"#, r#","at":"3""#, r#","track":-1"#, r#","track":"x""#, r#","track":1.5,"at":9"#] {
        let cuts = ["", wrong, "", r#","at":8"#, "", r#","track":1"#];
        assert_eq!(starts(&cuts), [Some(0.0), None, None, Some(8.0), Some(10.0), Some(0.0)], "{wrong}");
    }
    assert_eq!(starts(&[r#","at":null,"track":null"#, ""]), [Some(0.0), Some(2.0)]);
    let (list, _) = v1(r#"7,{"src":"a","in":0,"out":1}"#);
    assert_eq!(list.cuts.iter().map(|cut| cut.start).collect::<Vec<_>>(), [None, None]);
}

#[test]
fn numbers_in_findings_are_as_they_are_written() {
    let (_, findings) = read(Path::new("x"), br#"{"version":0,"source":{"path":"a"},"cuts":[{"in":1e300,"out":1}]}"#);
    assert_eq!(findings[0].args, [("in", "1e300".to_owned())]);
}

#[test]
fn reasons_are_the_words_of_the_contract() {
    assert_eq!(found(r#"{"src":"a","in":0,"out":1,"reason":"mood"}"#), one("unknown-word", "/cuts/0/reason"));
}

#[test]
fn cuts_name_a_source_there_is() {
    let (list, found) = v1(r#"{"src":"b","in":0,"out":1}"#);
    assert_eq!((list.cuts[0].source, found), (None, one("unknown-source", "/cuts/0/src")));
}

#[test]
fn cuts_of_version_0_have_no_src() {
    let text = r#"{"version":0,"source":{"path":"a"},"cuts":[{"src":"a","in":0,"out":1}]}"#;
    assert_eq!(run(text).1, one("src-in-v0", "/cuts/0/src"));
}

#[test]
fn sources_have_path_and_their_own_id() {
    assert_eq!(run(r#"{"version":0,"source":{}}"#).1, one("missing-key", "/source"));
    let text = r#"{"version":1,"sources":[{"id":"a","path":"x"},{"id":"a","path":"y"}]}"#;
    assert_eq!(run(text).1, one("duplicate-id", "/sources/1/id"));
}

#[test]
fn no_two_cuts_of_one_track_are_at_the_same_time() {
    let first = r#"{"src":"a","in":0,"out":9},{"src":"a","in":0,"out":1,"at":2}"#;
    assert_eq!(found(first), one("cuts-overlap", "/cuts/1"));
    assert_eq!(found(&format!(r#"{first},{{"src":"a","in":0,"out":1,"at":5}}"#)).len(), 2);
    assert!(found(r#"{"src":"a","in":0,"out":9},{"src":"a","in":0,"out":1,"at":2,"track":1}"#).is_empty());
    assert!(
        found(r#"{"src":"a","in":0,"out":0.1},{"src":"a","in":0,"out":0.2},{"src":"a","in":0,"out":1,"at":0.3}"#)
            .is_empty()
    );
}

fn v2(items: &str) -> (tree::Tree, Vec<(&'static str, String)>) {
    let text = format!(
        r#"{{"version":2,"output":{{"fps":30}},"sources":[{{"id":"a","path":"a.mp4"}}],"tracks":[{{"id":"v","lane":"visual","items":[{items}]}}]}}"#
    );
    let (Edit::Tree(tree), found) = run(&text) else { panic!("no tree") };
    (*tree, found)
}

fn item(id: &str, rest: &str) -> String {
    format!(r#"{{"id":{id},"at":0,"duration":3,"source":{{"kind":"media","src":"a","in":0,"out":1}}{rest}}}"#)
}

#[test]
fn items_have_an_id_unique_in_the_whole_tree() {
    let inner = item("\"x\"", "");
    let (tree, found) = v2(&item("\"x\"", &format!(r#","items":[{inner}]"#)));
    assert_eq!(found, one("duplicate-id", "/tracks/0/items/0/items/0/id"));
    assert!(tree.tracks[0].items[0].shares_id && tree.tracks[0].items[0].items[0].shares_id);
    for bad in ["\"\"", "7", "null"] {
        assert_eq!(v2(&item(bad, "")).1, one("missing-id", "/tracks/0/items/0/id"));
    }
    assert!(v2(&item("\"自由な id / ~ 🙂\"", "")).1.is_empty());
}

#[test]
fn media_names_a_source_and_a_range() {
    assert_eq!(
        v2(&item("\"x\"", "").replace("\"a\"", "\"b\"")).1,
        one("unknown-source", "/tracks/0/items/0/source/src")
    );
    assert_eq!(v2(&item("\"x\"", "").replace(":1}", ":0}")).1, one("out-not-after-in", "/tracks/0/items/0/source/out"));
}

#[test]
fn frames_are_whole_numbers_from_0_and_others_are_counted_as_they_are() {
    for (at, duration, pointers) in [("-30", "3", vec!["at"]), ("1.5", "0.25", vec!["at", "duration"])] {
        let text =
            item("\"x\"", "").replace("\"at\":0,\"duration\":3", &format!("\"at\":{at},\"duration\":{duration}"));
        let (tree, found) = v2(&text);
        let expected = pointers.iter().map(|key| ("out-of-range", format!("/tracks/0/items/0/{key}")));
        assert_eq!(found, expected.collect::<Vec<_>>());
        assert_eq!(tree.tracks[0].items[0].at_frames, at.parse().ok());
    }
    let (tree, found) = v2(&item("\"x\"", "").replace("\"at\":0", "\"at\":\"0\""));
    assert_eq!((tree.tracks[0].items[0].at_frames, found), (None, one("wrong-type", "/tracks/0/items/0/at")));
}

#[test]
fn track_ids_are_there_once() {
    let track = r#"{"id":"v","lane":"visual","items":[]}"#;
    let text = format!(r#"{{"version":2,"output":{{"fps":30}},"sources":[],"tracks":[{track},{track},{track}]}}"#);
    let (_, findings) = read(Path::new("x"), text.as_bytes());
    let found: Vec<_> = findings.iter().map(|f| (f.code, f.severity, f.pointer.as_str())).collect();
    let again = |pointer| ("duplicate-id", Severity::Warning, pointer);
    assert_eq!(found, [again("/tracks/1/id"), again("/tracks/2/id")]);
}

#[test]
fn kinds_not_known_yet_are_fine() {
    let (tree, found) = v2(r#"{"id":"x","at":0,"duration":1,"source":{"kind":"hologram","src":7}}"#);
    assert!(found.is_empty() && tree.tracks[0].items[0].media.is_none());
}

#[test]
fn durations_are_not_negative() {
    let text = item("\"x\"", "").replace("\"duration\":3", "\"duration\":-3");
    assert_eq!(v2(&text).1, one("out-of-range", "/tracks/0/items/0/duration"));
}

#[test]
fn tracks_have_a_lane_and_items_or_content() {
    let text = |track: &str| format!(r#"{{"version":2,"output":{{"fps":30}},"sources":[],"tracks":[{track}]}}"#);
    assert!(run(&text(r#"{"id":"c","lane":"visual","content":{"from":"captions.json"}}"#)).1.is_empty());
    assert!(run(&text(r#"{"id":"c","lane":"visual","items":[]}"#)).1.is_empty());
    assert_eq!(run(&text(r#"{"id":"c","lane":"visual"}"#)).1, one("missing-key", "/tracks/0"));
    assert_eq!(run(&text(r#"{"id":"c","lane":"smell","items":[]}"#)).1, one("unknown-word", "/tracks/0/lane"));
}

#[test]
fn frames_per_second_are_whole_and_there() {
    let text = |output: &str| format!(r#"{{"version":2,"output":{output},"sources":[],"tracks":[]}}"#);
    for bad in ["29.97", "0", "-1", "0.5"] {
        assert_eq!(run(&text(&format!(r#"{{"fps":{bad}}}"#))).1, one("out-of-range", "/output/fps"));
    }
    assert_eq!(run(&text("{}")).1, one("missing-key", "/output"));
}

#[test]
fn a_frame_rate_at_the_root_of_an_early_file_is_used_where_it_may_be_one() {
    let rate = |text: &str| match run(text) {
        (Edit::Cuts(list), found) => (list.fps, found),
        _ => panic!("cuts"),
    };
    let v1 = |rest: &str| format!(r#"{{"version":1,"sources":[{{"id":"a","path":"a.mp4"}}],"cuts":[]{rest}}}"#);
    assert_eq!(rate(&v1(r#","fps":29.97"#)), (Some(29.97), vec![]));
    assert_eq!(rate(&v1(r#","fps":29.97,"output":{"fps":30}"#)), (Some(30.0), vec![]));
    assert_eq!(rate(r#"{"version":0,"source":{"path":"a"},"fps":25}"#).0, Some(25.0));
    for unlikely in ["0", "-25", "0.5", "1e9", "\"25\"", "null"] {
        assert_eq!(rate(&v1(&format!(r#","fps":{unlikely}"#))), (None, vec![]), "{unlikely}");
    }
}

#[test]
fn deep_trees_are_read_to_the_last_level() {
    let mut inner = item("\"last\"", "");
    for n in 0..60 {
        inner = item(&format!("\"g{n}\""), &format!(r#","items":[{inner}]"#));
    }
    let (tree, found) = v2(&inner);
    let mut items = &tree.tracks[0].items;
    while !items[0].items.is_empty() {
        items = &items[0].items;
    }
    assert_eq!((items[0].id.as_deref(), found.len()), (Some("last"), 0));
}

#[test]
fn tracks_of_versions_0_and_1_are_an_object_of_flags() {
    let text = |tracks: &str| format!(r#"{{"version":1,"sources":[],"tracks":{tracks}}}"#);
    assert_eq!(run(&text(r#"{"0":{"muted":true}}"#)).1, []);
    assert_eq!(run(&text("[]")).1, one("tracks-of-v2", "/tracks"));
    assert_eq!(run(&text("7")).1, one("wrong-type", "/tracks"));
}

#[test]
fn a_transition_has_a_type_and_seconds() {
    let with = |transition: &str| found(&format!(r#"{{"src":"a","in":0,"out":1,"transition_out":{transition}}}"#));
    assert_eq!(with(r#"{"type":"dissolve","duration":0.5}"#), []);
    assert_eq!(with(r#"{"type":7,"duration":0.5}"#), one("wrong-type", "/cuts/0/transition_out/type"));
    assert_eq!(with(r#"{"type":"cut","duration":-1}"#), one("out-of-range", "/cuts/0/transition_out/duration"));
    assert_eq!(with(r#""dissolve""#), one("wrong-type", "/cuts/0/transition_out"));
}

#[test]
fn at_is_not_negative_in_a_list_of_cuts() {
    assert_eq!(found(r#"{"src":"a","in":0,"out":1,"at":-0.5}"#), one("out-of-range", "/cuts/0/at"));
}

#[test]
fn a_proxy_is_a_path_or_null() {
    assert_eq!(run(r#"{"version":0,"source":{"path":"a","proxy":null}}"#).1, []);
    assert_eq!(run(r#"{"version":0,"source":{"path":"a","proxy":1}}"#).1, one("wrong-type", "/source/proxy"));
    let text = r#"{"version":1,"sources":[{"id":"a","path":"x","proxy":true}]}"#;
    assert_eq!(run(text).1, one("wrong-type", "/sources/0/proxy"));
}

#[test]
fn hidden_and_locked_are_true_or_false() {
    assert_eq!(v2(&item("\"x\"", r#","hidden":true,"locked":null"#)).1, []);
    assert_eq!(v2(&item("\"x\"", r#","locked":"yes""#)).1, one("wrong-type", "/tracks/0/items/0/locked"));
}

fn inside(parent: (&str, u32, &str), child: (i32, u32, &str)) -> Vec<(&'static str, String)> {
    let (lane, duration, rest) = parent;
    let (at, length, anchor) = child;
    let child = format!(r#"{{"id":"b","at":{at},"duration":{length},"source":{{"kind":"html"}}{anchor}}}"#);
    let parent =
        format!(r#"{{"id":"a","at":7,"duration":{duration},"source":{{"kind":"group"}},"items":[{child}]{rest}}}"#);
    let track = format!(r#"{{"id":"v","lane":"{lane}","items":[{parent}]}}"#);
    run(&format!(r#"{{"version":2,"output":{{"fps":30}},"sources":[],"tracks":[{track}]}}"#)).1
}

#[test]
fn children_lie_within_their_parents() {
    let child = "/tracks/0/items/0/items/0";
    let outside = |key| one("child-outside-parent", &format!("{child}/{key}"));
    assert_eq!(inside(("visual", 10, ""), (0, 10, "")), []);
    assert_eq!(inside(("visual", 10, ""), (10, 0, "")), []);
    assert_eq!(inside(("visual", 10, ""), (4, 7, "")), outside("duration"));
    assert_eq!(inside(("visual", 10, ""), (11, 1, "")), outside("at"));
    assert_eq!(inside(("visual", 10, ""), (-1, 5, "")), one("out-of-range", &format!("{child}/at")));
    assert_eq!(inside(("visual", 0, ""), (0, 1, "")), outside("duration"));
}

#[test]
fn to_the_end_of_the_file_and_an_anchor_bound_nothing() {
    assert_eq!(inside(("audio", 0, ""), (500, 500, "")), []);
    assert_eq!(inside(("visual", 10, r#","anchor":{"caption":"c"}"#), (0, 99, "")), []);
    assert_eq!(inside(("visual", 10, ""), (0, 99, r#","anchor":{"caption":"c"}"#)), []);
}

#[test]
fn unusual_ids_are_warnings() {
    for id in [" x", "x\\n", "a\\u0007b", "x\u{3000}"] {
        let (tree, _) = v2(&item(&format!("\"{id}\""), ""));
        assert!(tree.tracks[0].items[0].id.is_some());
        let text = format!(r#"{{"version":1,"sources":[{{"id":"{id}","path":"x"}}]}}"#);
        let (_, findings) = read(Path::new("x"), text.as_bytes());
        let found: Vec<_> = findings.iter().map(|f| (f.code, f.severity, f.pointer.as_str())).collect();
        assert_eq!(found, [("unusual-id", Severity::Warning, "/sources/0/id")], "{id}");
    }
    assert_eq!(v2(&item("\" x\"", "")).1, one("unusual-id", "/tracks/0/items/0/id"));
}

#[test]
fn a_kind_that_is_nearly_a_known_one_is_a_warning() {
    let found = |kind: &str| {
        let text = format!(
            r#"{{"version":2,"output":{{"fps":30}},"sources":[],"tracks":[{{"id":"v","lane":"visual","items":[
            {{"id":"x","at":0,"duration":1,"source":{{"kind":"{kind}"}}}}]}}]}}"#
        );
        let (_, findings) = read(Path::new("x"), text.as_bytes());
        findings.into_iter().map(|f| (f.code, f.severity, f.hint_key())).collect::<Vec<_>>()
    };
    let near = ("misspelt-kind", Severity::Warning, "finding.misspelt-kind-near-hint".to_owned());
    assert_eq!(found("medai"), [near]);
    for fine in ["caption", "captions", "hologram", "model3d"] {
        assert_eq!(found(fine), [], "{fine}");
    }
}

#[test]
fn a_source_that_is_nearly_named_is_said() {
    let text = r#"{"version":1,"sources":[{"id":"camera","path":"a"}],"cuts":[{"src":"camra","in":0,"out":1}]}"#;
    let (_, findings) = read(Path::new("x"), text.as_bytes());
    assert_eq!(findings[0].args, [("id", "camra".to_owned()), ("near", "camera".to_owned())]);
    assert_eq!(findings[0].hint_key(), "finding.unknown-source-near-hint");
}
