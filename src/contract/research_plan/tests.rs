use super::*;

fn file(chapters: &str, shots: &str) -> String {
    with(chapters, shots, r#""confirmed":false,"confirmed_at":null"#, r#""selected":null,"decided_at":null"#)
}

fn with(chapters: &str, shots: &str, confirmed: &str, selected: &str) -> String {
    format!(
        r#"{{"version":0,
"topic":{{"candidates":[{{"id":"a","title":"t","category":"hub","monetization_potential":"low","rationale":"r"}}],{selected}}},
"target":{{"audience":null,"competitors":[],"japan_sns":{{"platforms":[],"notes":"n"}}}},
"structure":{{"chapters":[{chapters}],"shots":[{shots}],"opening_hook":null,{confirmed}}},
"shot_list":[],"sources":[],"feedback":{{"reserved":true,"note":null}}}}"#
    )
}

fn shot(extra: &str) -> String {
    format!(
        r#"{{"chapter_id":null,"shot_type":null,"description":"d","duration_estimate_seconds":null,"image_path":null{extra}}}"#
    )
}

const CHAPTER: &str = r#"{"id":"c","title":"t","duration_estimate_seconds":null,"notes":null}"#;

fn run(text: &str) -> (ResearchPlan, Vec<(&'static str, String)>) {
    let (read, findings) = read(Path::new("research-plan.json"), text.as_bytes());
    let Some(Read::Known(plan)) = read else { panic!("not known: {text}") };
    (*plan, findings.into_iter().map(|f| (f.code, f.pointer)).collect())
}

fn found(text: &str) -> Vec<(&'static str, String)> {
    run(text).1
}

fn one(code: &'static str, pointer: &str) -> Vec<(&'static str, String)> {
    vec![(code, pointer.to_owned())]
}

#[test]
fn a_good_plan_has_no_findings() {
    let text = file(CHAPTER, &shot(r#","id":"s","sequence":"c","camera":{"movement":[]},"later":1"#));
    assert_eq!(found(&text), []);
}

#[test]
fn every_key_must_be_there() {
    let found = found("{}");
    assert!(found.iter().all(|(code, pointer)| *code == "missing-key" && pointer.is_empty()));
    assert_eq!(found.len(), 7);
    let (plan, found) = run(&file(CHAPTER, "{}"));
    assert_eq!(found.len(), 5);
    assert!(plan.shots[0].readable);
}

#[test]
fn a_newer_version_is_not_read() {
    let (read, findings) = read(Path::new("x"), br#"{"version":1,"structure":7}"#);
    assert!(matches!(read, Some(Read::Newer(1))));
    assert_eq!(findings.iter().map(|f| f.code).collect::<Vec<_>>(), ["newer"]);
}

#[test]
fn a_missing_version_is_an_error_and_read_as_0() {
    let (plan, found) = run(&file(CHAPTER, &shot("")).replace("\"version\":0,", ""));
    assert_eq!((plan.shots.len(), found), (1, one("missing-key", "")));
}

#[test]
fn of_a_wrong_version_nothing_is_guessed() {
    let with = |version: &str| file(CHAPTER, &shot("")).replace("\"version\":0", &format!("\"version\":{version}"));
    for (version, code) in [
        ("\"0\"", "wrong-type"),
        ("0.5", "wrong-type"),
        ("-1", "out-of-range"),
        ("null", "null-not-allowed"),
        ("-1e99", "wrong-type"),
    ] {
        let (read, findings) = read(Path::new("x"), with(version).as_bytes());
        assert!(matches!(read, Some(Read::Unversioned)), "{version}");
        assert_eq!(findings.iter().map(|f| f.code).collect::<Vec<_>>(), [code], "{version}");
    }
    for version in ["9223372036854775808", "99999999999999999999999", "1e30", "1e999"] {
        let (read, findings) = read(Path::new("x"), with(version).as_bytes());
        assert!(matches!(read, Some(Read::Newer(i64::MAX))), "{version}");
        assert_eq!(
            findings.iter().map(|f| (f.code, f.found.as_deref())).collect::<Vec<_>>(),
            [("newer", Some(version))]
        );
    }
}

#[test]
fn no_object_is_nothing() {
    let (read, findings) = read(Path::new("x"), b"[1]");
    assert!(read.is_none());
    assert_eq!(findings[0].code, "wrong-type");
}

#[test]
fn description_is_not_empty_as_trim_sees_it() {
    let text = file("", &shot("").replace("\"d\"", "\"\u{3000}\u{feff}\\n\""));
    assert_eq!(found(&text), one("empty-text", "/structure/shots/0/description"));
}

#[test]
fn durations_are_null_or_positive() {
    for bad in ["0", "-3", "1e999"] {
        let text = file("", &shot("").replace("seconds\":null", &format!("seconds\":{bad}")));
        assert_eq!(found(&text), one("out-of-range", "/structure/shots/0/duration_estimate_seconds"));
    }
    let text = file("", &shot("").replace("seconds\":null", "seconds\":\"3\""));
    assert_eq!(found(&text), one("wrong-type", "/structure/shots/0/duration_estimate_seconds"));
}

#[test]
fn chapters_and_sequences_lead_somewhere() {
    let text = file(CHAPTER, &shot("").replace("chapter_id\":null", "chapter_id\":\"x\""));
    assert_eq!(found(&text), one("unknown-chapter", "/structure/shots/0/chapter_id"));
    assert_eq!(found(&file("", &shot(r#","sequence":"x""#))), one("unknown-chapter", "/structure/shots/0/sequence"));
}

#[test]
fn cutaways_lead_to_a_shot_that_is_none() {
    let shots = [shot(r#","id":"a""#), shot(r#","id":"b","cutaway_of":"a""#), shot(r#","id":"c","cutaway_of":"b""#)];
    assert_eq!(found(&file("", &shots.join(","))), one("cutaway-of-cutaway", "/structure/shots/2/cutaway_of"));
    assert_eq!(found(&file("", &shot(r#","cutaway_of":"x""#))), one("unknown-shot", "/structure/shots/0/cutaway_of"));
}

#[test]
fn ids_are_unique() {
    let twice = [CHAPTER, CHAPTER].join(",");
    assert_eq!(found(&file(&twice, "")), one("duplicate-id", "/structure/chapters/1/id"));
    let shots = [shot(r#","id":"a""#), shot(r#","id":"a""#)].join(",");
    assert_eq!(found(&file("", &shots)), one("duplicate-id", "/structure/shots/1/id"));
}

#[test]
fn an_entry_that_is_no_object_keeps_its_index() {
    let (plan, found) = run(&file("", &format!("{},7,{}", shot(""), shot(""))));
    assert_eq!(found, one("wrong-type", "/structure/shots/1"));
    assert_eq!(plan.shots.iter().map(|s| s.readable).collect::<Vec<_>>(), [true, false, true]);
}

#[test]
fn confirmed_exactly_when_its_time_is_there() {
    let selected = r#""selected":null,"decided_at":null"#;
    for (bad, pointer) in [
        ("true,\"confirmed_at\":null", "/structure/confirmed"),
        ("false,\"confirmed_at\":\"t\"", "/structure/confirmed"),
    ] {
        let text = with("", "", &format!("\"confirmed\":{bad}"), selected);
        assert_eq!(found(&text), one("confirmed-and-time-disagree", pointer));
    }
}

#[test]
fn selected_exactly_when_decided_and_a_candidate() {
    let confirmed = r#""confirmed":false,"confirmed_at":null"#;
    let text = |selected: &str| with("", "", confirmed, selected).replace("\"sources\":[]", SOURCE);
    const SOURCE: &str = r#""sources":[{"id":"s","url":null,"retrieved_at":null,"cost":"free","note":null}]"#;
    assert_eq!(found(&text(r#""selected":"a","decided_at":"t""#)), []);
    let disagree = one("selected-and-time-disagree", "/topic/selected");
    assert_eq!(found(&text(r#""selected":"a","decided_at":null"#)), disagree);
    assert_eq!(found(&text(r#""selected":null,"decided_at":"t""#)), disagree);
    assert_eq!(found(&text(r#""selected":"b","decided_at":"t""#)), one("unknown-candidate", "/topic/selected"));
}

#[test]
fn a_selected_topic_without_sources_is_a_warning() {
    let text = with("", "", r#""confirmed":false,"confirmed_at":null"#, r#""selected":"a","decided_at":"t""#);
    let (_, findings) = read(Path::new("x"), text.as_bytes());
    let found: Vec<_> = findings.iter().map(|f| (f.code, f.severity.as_str())).collect();
    assert_eq!(found, [("no-sources", "warning")]);
}

#[test]
fn words_of_the_contract() {
    let text = file("", "").replace("\"hub\"", "\"spoke\"");
    assert_eq!(found(&text), one("unknown-word", "/topic/candidates/0/category"));
    let text = file("", "").replace("\"notes\":\"n\"", "\"notes\":\" \"");
    assert_eq!(found(&text), one("empty-text", "/target/japan_sns/notes"));
}

#[test]
fn the_shooting_list_names_shots() {
    let entry = r#"[{"id":"l","ref_shot_id":"x","location":null,"equipment":[1],"checklist":[],"status":"later"}]"#;
    let text = file("", "").replace("\"shot_list\":[]", &format!("\"shot_list\":{entry}"));
    let codes: Vec<_> = found(&text).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, ["unknown-shot", "wrong-type", "unknown-word"]);
}

/// The good plan with one shot, one text of it replaced.
fn changed(from: &str, to: &str) -> Vec<(&'static str, String)> {
    let text = file(CHAPTER, &shot(r#","id":"s""#));
    assert!(text.contains(from), "{from}");
    found(&text.replacen(from, to, 1))
}

#[test]
fn each_key_that_is_left_out_is_named_at_its_object() {
    for (key, rest, object) in [
        ("selected", ":null,", "/topic"),
        ("audience", ":null,", "/target"),
        ("competitors", ":[],", "/target"),
        ("platforms", ":[],", "/target/japan_sns"),
        ("opening_hook", ":null,", "/structure"),
        ("confirmed", ":false,", "/structure"),
        ("rationale", ":\"r\"", "/topic/candidates/0"),
        ("shot_type", ":null,", "/structure/shots/0"),
        ("chapter_id", ":null,", "/structure/shots/0"),
        ("reserved", ":true,", "/feedback"),
    ] {
        let found = changed(&format!("\"{key}\"{rest}"), if rest.ends_with(',') { "" } else { "\"x\":1" });
        assert_eq!(found, one("missing-key", object), "{key}");
    }
}

#[test]
fn null_only_where_it_is_allowed() {
    for (from, to, pointer) in [
        ("\"confirmed\":false", "\"confirmed\":null", "/structure/confirmed"),
        ("\"competitors\":[]", "\"competitors\":null", "/target/competitors"),
        ("\"description\":\"d\"", "\"description\":null", "/structure/shots/0/description"),
        ("\"sources\":[]", "\"sources\":null", "/sources"),
        ("\"category\":\"hub\"", "\"category\":null", "/topic/candidates/0/category"),
        ("\"reserved\":true", "\"reserved\":null", "/feedback/reserved"),
    ] {
        assert_eq!(changed(from, to), one("null-not-allowed", pointer));
    }
}

#[test]
fn feedback_is_reserved() {
    assert_eq!(changed("\"reserved\":true", "\"reserved\":false"), one("unknown-word", "/feedback/reserved"));
}

#[test]
fn a_camera_has_movements_and_a_path() {
    let with = |camera: &str| found(&file("", &shot(&format!(r#","camera":{camera}"#))));
    assert_eq!(with(r#"{"movement":["push-in"],"path_hint":"中央へ"}"#), []);
    assert_eq!(with("null"), []);
    assert_eq!(with("\"push-in\""), one("wrong-type", "/structure/shots/0/camera"));
    assert_eq!(with(r#"{"movement":"push-in"}"#), one("wrong-type", "/structure/shots/0/camera/movement"));
    assert_eq!(with(r#"{"movement":[1]}"#), one("wrong-type", "/structure/shots/0/camera/movement/0"));
    assert_eq!(with(r#"{"path_hint":1}"#), one("wrong-type", "/structure/shots/0/camera/path_hint"));
}

#[test]
fn pictures_are_looked_for_where_one_can_look() {
    let with = |path: &str, exists: Exists| {
        let text = file("", &shot("").replace("image_path\":null", &format!("image_path\":\"{path}\"")));
        let (_, findings) = read_beside(Path::new("x"), text.as_bytes(), exists);
        findings.iter().map(|f| (f.code, f.severity.as_str(), f.pointer.clone())).collect::<Vec<_>>()
    };
    let at = |code| [(code, "error", "/structure/shots/0/image_path".to_owned())];
    let there = |path: &str| path == "../assets/a.png";
    assert_eq!(with("b.png", None), []);
    assert_eq!(with("../assets/a.png", Some(&there)), []);
    assert_eq!(with("b.png", Some(&there)), at("missing-picture"));
    for path in ["/a.png", "C:\\\\a.png", "\\\\\\\\host\\\\a.png"] {
        assert_eq!(with(path, None), at("not-relative"), "{path}");
        assert_eq!(with(path, Some(&there)), at("not-relative"), "{path}");
    }
    assert_eq!(with(" ", Some(&there)), at("empty-text"));
}

#[test]
fn other_ids_that_are_there_twice_are_warnings() {
    let candidate = r#"{"id":"a","title":"t","category":"hub","monetization_potential":"low","rationale":"r"}"#;
    let entry = r#"{"id":"l","ref_shot_id":null,"location":null,"equipment":[],"checklist":[],"status":"ok"}"#;
    let source = r#"{"id":"s","url":null,"retrieved_at":null,"cost":"free","note":null}"#;
    for (key, entry, pointer) in [
        ("candidates", candidate, "/topic/candidates/1/id"),
        ("shot_list", entry, "/shot_list/1/id"),
        ("sources", source, "/sources/1/id"),
    ] {
        let text = file("", "").replace(&format!("\"candidates\":[{candidate}]"), "\"candidates\":[]");
        let text = text.replace(&format!("\"{key}\":[]"), &format!("\"{key}\":[{entry},{entry}]"));
        let (_, findings) = read(Path::new("x"), text.as_bytes());
        let found: Vec<_> = findings.iter().map(|f| (f.code, f.severity.as_str(), f.pointer.as_str())).collect();
        assert_eq!(found, [("duplicate-id", "warning", pointer)]);
    }
}

#[test]
fn what_was_probably_meant_is_said() {
    let near = |text: String| {
        let (_, findings) = read(Path::new("x"), text.as_bytes());
        findings
            .iter()
            .filter_map(|f| f.args.iter().find(|(name, _)| *name == "near"))
            .map(|(_, near)| near.clone())
            .next()
    };
    let chapter = CHAPTER.replace("\"c\"", "\"ch-hook\"");
    assert_eq!(near(file(&chapter, &shot(r#","sequence":"ch-hok""#))).as_deref(), Some("ch-hook"));
    let shots = [shot(r#","id":"main-1""#), shot(r#","cutaway_of":"main_1""#)].join(",");
    assert_eq!(near(file("", &shots)).as_deref(), Some("main-1"));
    assert_eq!(near(file("", &shot(r#","cutaway_of":"elsewhere""#))), None);
    let text = with("", "", r#""confirmed":false,"confirmed_at":null"#, r#""selected":"idea-brot","decided_at":"t""#);
    assert_eq!(near(text.replace("\"id\":\"a\"", "\"id\":\"idea-broth\"")).as_deref(), Some("idea-broth"));
}

#[test]
fn beside_a_wrong_version_the_rest_is_checked_too() {
    let text = file(CHAPTER, &shot("")).replace("\"version\":0", "\"version\":\"0\"").replace("\"d\"", "7");
    let (_, findings) = read(Path::new("x"), text.as_bytes());
    assert_eq!(
        findings.iter().map(|f| f.pointer.as_str()).collect::<Vec<_>>(),
        ["/version", "/structure/shots/0/description"]
    );
}
