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
fn length_counts_speed_and_freeze() {
    let (list, found) = v1(r#"{"src":"a","in":1,"out":5,"speed":2,"freeze":{"at_sec":1,"duration_sec":0.5}}"#);
    assert_eq!((list.cuts[0].length, found.len()), (Some(2.5), 0));
    let (list, found) = v1(r#"{"src":"a","in":1,"out":5,"speed":0}"#);
    assert_eq!((list.cuts[0].length, found), (None, one("out-of-range", "/cuts/0/speed")));
    let (list, found) = v1(r#"{"src":"a","in":1,"out":5,"speed":null,"freeze":null,"transition_out":null}"#);
    assert_eq!((list.cuts[0].length, found.len()), (Some(4.0), 0));
    assert_eq!(v1(r#"{"src":"a","in":1,"out":5,"freeze":{}}"#).1, one("missing-key", "/cuts/0/freeze"));
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
fn overlaps_on_one_track_are_warnings() {
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
    assert!(v2(&item("\"自由な id / ~ \\n\"", "")).1.is_empty());
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
fn frames_that_are_negative_or_no_whole_number_are_warnings_and_counted_as_they_are() {
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
