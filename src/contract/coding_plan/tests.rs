//! A test per rule of the contract.

mod any;

use super::*;

const CASES: &str = r#"[{"id":"E1","layer":"mock","scenario":"s","steps":"s","expected":{"text":"t"},"executor":"x","requiresScreenshot":false},
{"id":"E1-r","layer":"real","scenario":"s","steps":"s","expected":{"url":"/"},"executor":"x","requiresScreenshot":true}]"#;
const DETAIL_CASE: &str = r#"{"id":"T2.4","layer":"unit","scenario":"s","steps":"s","assertion":"a","executor":"x"}"#;
const DOCUMENTS: &str = r#"{"issues":"i","nonFunctional":"n","codeArchitecture":"c","executionPlan":"e"}"#;

fn lite(waves: &str, cases: &str) -> String {
    format!(r#"{{"format":"lite","objective":"o","waves":{waves},"testCases":{cases}}}"#)
}

fn detail(waves: &str, cases: &str) -> String {
    let head = r#""format":"mid-detail","objective":"o""#;
    format!(r#"{{{head},"waves":{waves},"testCases":{cases},"deliverables":{DOCUMENTS}}}"#)
}

fn wave(id: &str, work: &str, depends_on: &str) -> String {
    format!(r#"{{"id":"{id}","changes":{work},"issues":{work},"dependsOn":{depends_on}}}"#)
}

fn waves(all: &[(&str, &str)]) -> String {
    format!("[{}]", all.iter().map(|(id, deps)| wave(id, "[]", deps)).collect::<Vec<_>>().join(","))
}

/// Severity, code and pointer of every finding.
fn of(file: &str, text: &str, tier: Option<Tier>) -> Vec<String> {
    let (_, findings) = read(Path::new(file), text.as_bytes(), tier);
    findings.iter().map(|f| format!("{} {} {}", f.severity.as_str(), f.code, f.pointer)).collect()
}

fn plain(text: &str) -> Vec<String> {
    of("-", text, None)
}

/// The findings of a text, without and with the tier, when they are the same.
fn both(text: &str, tier: Tier) -> Vec<String> {
    let found = plain(text);
    assert_eq!(of("-", text, Some(tier)), found);
    found
}

fn one_wave() -> String {
    waves(&[("W1", "[]")])
}

#[test]
fn valid_plans_have_no_findings() {
    assert!(both(&lite(&one_wave(), CASES), Tier::Lite).is_empty());
    assert!(both(&detail(&one_wave(), &format!("[{DETAIL_CASE}]")), Tier::Mid).is_empty());
    let clarify =
        r#"{"format":"mid-clarify","objective":"o","deliverables":{"requirements":"r","systemArchitecture":"s"}}"#;
    assert!(both(clarify, Tier::Mid).is_empty());
}

#[test]
fn a_plan_is_read() {
    let later = r#"[{"id":"W1","changes":[{"file":"a"},"b"],"dependsOn":["W0"],"parallelGroup":"g"},5]"#;
    let (plan, _) = read(Path::new("plan.json"), lite(later, CASES).as_bytes(), None);
    let plan = plan.expect("a plan");
    let first = plan.waves.first().expect("a wave");
    assert_eq!(
        (first.id.as_str(), first.work.join(" "), first.depends_on.join(" ")),
        ("W1", "a b".into(), "W0".into())
    );
    assert_eq!((first.parallel_group.as_deref(), plan.waves.len(), plan.cases.len()), (Some("g"), 2, 2));
    let case = plan.cases.get(1).expect("a case");
    assert_eq!(
        (case.layer.as_str(), case.expected_url.as_deref(), case.requires_screenshot),
        ("real", Some("/"), Some(true))
    );
    let (plan, _) =
        read(Path::new("-"), detail("[]", "[]").replace("{\"issues\"", "{\"more\":\"m\",\"issues\"").as_bytes(), None);
    let keys: Vec<String> = plan.expect("a plan").deliverables.into_iter().map(|(key, _)| key).collect();
    assert_eq!(keys, ["issues", "nonFunctional", "codeArchitecture", "executionPlan", "more"]);
}

#[test]
fn too_deep_is_refused() {
    let text = |levels| format!(r#"{{"a":{}{}}}"#, "[".repeat(levels), "]".repeat(levels));
    assert_eq!(both(&text(128), Tier::Lite), ["error too-deep "]);
    assert!(!plain(&text(127)).contains(&"error too-deep ".to_owned()));
}

#[test]
fn too_large_counts_utf16_units_of_compact_json() {
    let plan = |size: usize, letter: &str| {
        let text = lite(&one_wave(), CASES);
        let rest: usize = text.replace(['\n'], "").encode_utf16().count() - 1;
        text.replace(r#""objective":"o""#, &format!("\"objective\" :  \"{}\"", letter.repeat(size - rest)))
    };
    for letter in ["a", "汉"] {
        assert!(both(&plan(MAX_UNITS, letter), Tier::Lite).is_empty());
        assert_eq!(both(&plan(MAX_UNITS + 1, letter), Tier::Lite), ["error plan-too-large "]);
    }
}

#[test]
fn what_is_no_object_is_refused() {
    for text in ["null", "1", "\"x\"", "true"] {
        assert_eq!(both(text, Tier::Mid), ["error wrong-type "]);
    }
    assert_eq!(plain("[]"), ["error wrong-type "]);
    assert_eq!(of("-", "[]", Some(Tier::Mid)), ["error tier-mismatch ", "error wrong-type "]);
}

#[test]
fn the_format_must_fit_the_tier() {
    let text = lite(&one_wave(), CASES);
    assert_eq!(of("plan.json", &text, Some(Tier::Mid)), ["error tier-mismatch /format"]);
    let clarify =
        r#"{"format":"mid-clarify","objective":"o","deliverables":{"requirements":"r","systemArchitecture":"s"}}"#;
    assert_eq!(of("clarify.json", clarify, Some(Tier::Lite)), ["error tier-mismatch /format"]);
    assert_eq!(of("detail.json", clarify, Some(Tier::Mid)), ["error tier-mismatch /format"]);
    assert!(of("a/clarify.json", clarify, Some(Tier::Mid)).is_empty());
    assert!(of("other.json", clarify, Some(Tier::Mid)).is_empty());
}

#[test]
fn a_wrong_format_is_named_and_the_rest_still_read() {
    let with = |format: &str| lite(&one_wave(), "[{}]").replace(r#""lite""#, format);
    for (format, code) in
        [("\"light\"", "unknown-word"), ("\"LITE\"", "unknown-word"), ("1", "wrong-type"), ("\"lit\"", "unknown-word")]
    {
        let found = of("plan.json", &with(format), None);
        assert_eq!(found.first(), Some(&format!("error {code} /format")));
        assert!(found.contains(&"error missing-key /testCases/0/executor".to_owned()));
    }
    assert!(plain("{}").contains(&"error missing-key /format".to_owned()));
    assert_eq!(of("detail.json", &lite(&one_wave(), CASES), None), ["warning format-of-another-file /format"]);
}

#[test]
fn the_retired_video_plan_is_named() {
    let text = r#"{"version":0,"slots":[{"id":"s1"}]}"#;
    assert_eq!(of("plan.json", text, None), ["error retired-plan /slots"]);
    assert_eq!(of("plan.json", text, Some(Tier::Lite)), ["error tier-mismatch /format", "error retired-plan /slots"]);
}

#[test]
fn every_missing_field_is_named() {
    let found = both(&lite("[{}]", "[{}]"), Tier::Lite);
    for key in
        ["waves/0/id", "waves/0/changes", "waves/0/dependsOn", "testCases/0/expected", "testCases/0/requiresScreenshot"]
    {
        assert!(found.contains(&format!("error missing-key /{key}")), "{key} {found:?}");
    }
    let found = both(&detail("[{}]", "[{}]"), Tier::Mid);
    for key in ["waves/0/issues", "testCases/0/assertion", "testCases/0/layer"] {
        assert!(found.contains(&format!("error missing-key /{key}")), "{key} {found:?}");
    }
}

#[test]
fn a_misspelt_key_is_guessed() {
    let text = lite(r#"[{"id":"W1","changes":[],"dependOn":[]}]"#, CASES);
    assert_eq!(both(&text, Tier::Lite), ["error missing-key /waves/0/dependsOn"]);
}

#[test]
fn a_key_of_the_other_tier_instead_is_named_once() {
    let text = lite(r#"[{"id":"W1","issues":["1"],"dependsOn":[]}]"#, CASES);
    assert_eq!(both(&text, Tier::Lite), ["error key-of-other-tier-instead /waves/0/changes"]);
    let text = detail(&one_wave(), &format!("[{}]", DETAIL_CASE.replace("\"assertion\":\"a\"", "\"expected\":{}")));
    assert_eq!(both(&text, Tier::Mid), ["error key-of-other-tier-instead /testCases/0/assertion"]);
}

#[test]
fn a_key_of_the_other_tier_beside_its_own_is_a_warning() {
    let text = lite(&one_wave(), &CASES.replacen("\"layer\"", "\"assertion\":\"a\",\"layer\"", 1));
    assert_eq!(both(&text, Tier::Lite), ["warning key-of-other-tier /testCases/0/assertion"]);
    let text = detail(&one_wave(), &format!("[{}]", DETAIL_CASE.replace("\"layer\"", "\"expected\":{},\"layer\"")));
    assert_eq!(both(&text, Tier::Mid), ["warning key-of-other-tier /testCases/0/expected"]);
}

#[test]
fn a_layer_of_the_other_tier_is_an_error_once() {
    let text = detail(&one_wave(), &format!("[{}]", DETAIL_CASE.replace("\"unit\"", "\"mock\"")));
    assert_eq!(both(&text, Tier::Mid), ["error layer-of-other-tier /testCases/0/layer"]);
    let text = lite(&one_wave(), &CASES.replace("}]", "},{\"id\":\"E2\",\"layer\":\"unit\",\"scenario\":\"\",\"steps\":\"\",\"expected\":{\"text\":\"t\"},\"executor\":\"\",\"requiresScreenshot\":true}]"));
    assert_eq!(both(&text, Tier::Lite), ["error layer-of-other-tier /testCases/2/layer"]);
}

#[test]
fn a_misspelt_layer_is_guessed() {
    let text = detail(&one_wave(), &format!("[{}]", DETAIL_CASE.replace("\"unit\"", "\"integraton\"")));
    assert_eq!(both(&text, Tier::Mid), ["error unknown-word /testCases/0/layer"]);
}

#[test]
fn later_shapes_are_named_as_such() {
    let text = lite(r#"[{"id":"W1","changes":[{"file":"a"}],"dependsOn":[],"parallelGroup":null}]"#, CASES);
    let expected = ["error later-changes /waves/0/changes/0", "error later-parallel-group /waves/0/parallelGroup"];
    assert_eq!(both(&text, Tier::Lite), expected);
    let text = detail(
        &one_wave().replace("\"dependsOn\"", "\"parallelGroup\":null,\"dependsOn\""),
        &format!("[{DETAIL_CASE}]"),
    );
    assert_eq!(both(&text, Tier::Mid), ["error later-parallel-group /waves/0/parallelGroup"]);
}

#[test]
fn waves_and_cases_wait_for_known_ids_of_their_own_list() {
    let all =
        waves(&[("W1", r#"["WX"]"#), ("W2", r#"["w1","E1"]"#), ("login-page", "[]"), ("W4", r#"["login-pgae"]"#)]);
    let cases = CASES.replace("\"layer\"", "\"dependsOn\":[\"W1\",\"E9\"],\"layer\"");
    assert_eq!(
        both(&lite(&all, &cases), Tier::Lite),
        [
            "error unknown-wave /waves/0/dependsOn/0",
            "error unknown-wave /waves/1/dependsOn/0",
            "error wave-waits-for-case /waves/1/dependsOn/1",
            "error unknown-wave /waves/3/dependsOn/0",
            "error case-waits-for-wave /testCases/0/dependsOn/0",
            "error unknown-case /testCases/0/dependsOn/1",
            "error case-waits-for-wave /testCases/1/dependsOn/0",
            "error unknown-case /testCases/1/dependsOn/1",
        ]
    );
    let cases = format!("[{}]", DETAIL_CASE.replace("\"layer\"", "\"dependsOn\":[\"T1.1\"],\"layer\""));
    let found = both(&detail(&waves(&[("W1", r#"["W0"]"#)]), &cases), Tier::Mid);
    assert_eq!(found, ["error unknown-wave /waves/0/dependsOn/0", "error unknown-case /testCases/0/dependsOn/0"]);
}

#[test]
fn a_cycle_is_named_in_order() {
    let all = waves(&[("W1", r#"["W2"]"#), ("W2", r#"["W1","W3"]"#), ("W3", r#"["W3"]"#)]);
    let text = lite(&all, CASES);
    let expected = ["error waits-in-cycle /waves/0/dependsOn/0", "error waits-in-cycle /waves/2/dependsOn/0"];
    assert_eq!(both(&text, Tier::Lite), expected);
    let (_, findings) = read(Path::new("-"), text.as_bytes(), None);
    let cycles: Vec<&str> = findings.iter().flat_map(|f| &f.args).map(|(_, value)| value.as_str()).collect();
    assert_eq!(cycles, ["W1 → W2 → W1", "W3 → W3"]);
    let cases = format!("[{}]", DETAIL_CASE.replace("\"layer\"", "\"dependsOn\":[\"T2.4\"],\"layer\""));
    assert_eq!(both(&detail(&one_wave(), &cases), Tier::Mid), ["error waits-in-cycle /testCases/0/dependsOn/0"]);
}

#[test]
fn duplicate_ids_are_errors_of_the_document_only() {
    let text = lite(&waves(&[("W1", "[]"), ("W1", r#"["W1"]"#)]), &CASES.replace("E1-r", "E1"));
    let found = |severity: &str| ["/waves/1/id", "/testCases/1/id"].map(|at| format!("{severity} duplicate-id {at}"));
    assert_eq!(plain(&text), found("error"));
    assert_eq!(of("-", &text, Some(Tier::Lite)), found("warning"));
    let text = detail(&one_wave(), &format!("[{DETAIL_CASE},{DETAIL_CASE}]"));
    assert_eq!(plain(&text), ["error duplicate-id /testCases/1/id"]);
    assert_eq!(of("-", &text, Some(Tier::Mid)), ["warning duplicate-id /testCases/1/id"]);
}

#[test]
fn unit_tests_are_no_cases_of_a_lite_plan() {
    let text = lite(&one_wave(), &CASES.replace("E1-r", "U1"));
    assert_eq!(plain(&text), ["error unit-case /testCases/1/id"]);
    assert_eq!(of("-", &text, Some(Tier::Lite)), ["warning unit-case /testCases/1/id"]);
}

#[test]
fn unusual_ids_are_warnings() {
    for id in ["T2.4", "e1", "E", "", "E1-"] {
        let text = lite(&one_wave(), &CASES.replace("E1-r", id));
        assert_eq!(both(&text, Tier::Lite), ["warning unusual-case-id /testCases/1/id"], "{id}");
    }
    for id in ["E1", "T2", "T2.", "U1", "T.4"] {
        let text = detail(&one_wave(), &format!("[{}]", DETAIL_CASE.replace("T2.4", id)));
        assert_eq!(both(&text, Tier::Mid), ["warning unusual-case-id /testCases/0/id"], "{id}");
    }
}

#[test]
fn a_wave_that_waits_for_its_own_group_is_a_warning() {
    let grouped = |a: &str, b: &str| {
        let all = waves(&[("W1", "[]"), ("W2", r#"["W1"]"#)]);
        all.replacen("\"changes\"", &format!("\"parallelGroup\":\"{a}\",\"changes\""), 1)
            .replace("\"W2\",", &format!("\"W2\",\"parallelGroup\":\"{b}\","))
    };
    assert_eq!(
        both(&lite(&grouped("g", "g"), CASES), Tier::Lite),
        ["warning waits-for-own-group /waves/1/dependsOn/0"]
    );
    let text = detail(&grouped("g", "g"), &format!("[{DETAIL_CASE}]"));
    assert_eq!(both(&text, Tier::Mid), ["warning waits-for-own-group /waves/1/dependsOn/0"]);
    assert!(plain(&lite(&grouped("g", "h"), CASES)).is_empty());
    assert!(plain(&lite(&grouped("", ""), CASES)).is_empty());
}

#[test]
fn waves_of_one_group_that_change_one_file_are_a_warning() {
    let of_group = |id: &str, work: &str, group: &str| {
        wave(id, work, "[]").replace("\"dependsOn\"", &format!("\"parallelGroup\":\"{group}\",\"dependsOn\""))
    };
    let all = |group: &str| {
        let waves = [of_group("W1", r#"["a","a"]"#, "g"), of_group("W2", r#"["b","./a"]"#, group)];
        format!("[{}]", waves.join(","))
    };
    assert_eq!(both(&lite(&all("g"), CASES), Tier::Lite), ["warning group-shares-file /waves/1/changes/1"]);
    assert!(plain(&lite(&all("h"), CASES)).is_empty());
    assert!(plain(&detail(&all("g"), &format!("[{DETAIL_CASE}]"))).is_empty());
}

#[test]
fn waves_and_cases_in_clarify_are_warnings() {
    let text = r#"{"format":"mid-clarify","objective":"o","deliverables":{"requirements":"r","systemArchitecture":"s"},"waves":[],"testCases":5}"#;
    assert_eq!(both(text, Tier::Mid), ["warning not-in-clarify /waves", "warning not-in-clarify /testCases"]);
}

#[test]
fn what_is_empty_is_a_warning() {
    let text = lite("[]", "[]").replace("\"o\"", "\" \"");
    let expected = ["warning empty-text /objective", "warning empty-list /waves", "warning empty-list /testCases"];
    assert_eq!(both(&text, Tier::Lite), expected);
    assert_eq!(both(&detail("[]", "[]"), Tier::Mid), ["warning empty-list /waves", "warning empty-list /testCases"]);
    for empty in ["{}", r#"{"status":200}"#, r#"{"url":""}"#] {
        let text = lite(&one_wave(), &CASES.replace(r#"{"url":"/"}"#, empty));
        assert_eq!(both(&text, Tier::Lite), ["warning empty-expected /testCases/1/expected"], "{empty}");
    }
}

#[test]
fn a_lite_plan_has_mock_and_real_cases() {
    let text = lite(&one_wave(), &CASES.replace("\"mock\"", "\"real\""));
    assert_eq!(both(&text, Tier::Lite), ["warning no-case-of-layer /testCases"]);
}

#[test]
fn of_duplicate_keys_the_last_counts() {
    let text = lite(&one_wave(), CASES).replacen("\"objective\"", "\"objective\":1,\"objective\"", 1);
    assert_eq!(both(&text, Tier::Lite), ["warning duplicate-key /objective"]);
    let text = lite(&one_wave(), CASES).replacen("\"o\"", "\"o\",\"objective\":1", 1);
    assert_eq!(both(&text, Tier::Lite), ["warning duplicate-key /objective", "error wrong-type /objective"]);
}

#[test]
fn every_problem_has_its_line_and_column() {
    let text = "{\n \"format\": \"lite\",\n \"objective\": 3,\n \"waves\": [\n  {\"id\": \"W1\", \"changes\": [], \"dependsOn\": [\"W9\"]}\n ],\n \"testCases\": {}\n}";
    let (_, findings) = read(Path::new("-"), text.as_bytes(), Some(Tier::Lite));
    let places: Vec<(usize, usize)> = findings.iter().filter_map(|f| f.place).map(|p| (p.line, p.column)).collect();
    assert_eq!(places, [(3, 15), (5, 45), (7, 15)]);
}

#[test]
fn a_missing_or_misspelt_format_is_said_beside_the_tier() {
    let text = lite(&one_wave(), CASES);
    let missing = text.replacen("\"format\"", "\"fromat\"", 1);
    let findings = read(Path::new("plan.json"), missing.as_bytes(), Some(Tier::Lite)).1;
    let codes: Vec<_> = findings.iter().map(|f| f.code).collect();
    assert!(codes.contains(&"missing-key") && codes.contains(&"tier-mismatch"), "{codes:?}");
    let misspelt = text.replacen("\"lite\"", "\"lit\"", 1);
    let findings = read(Path::new("plan.json"), misspelt.as_bytes(), Some(Tier::Lite)).1;
    let hints: Vec<_> = findings.iter().map(Finding::hint_key).collect();
    assert!(hints.contains(&"finding.tier-mismatch-near-hint".to_owned()), "{hints:?}");
}

#[test]
fn what_the_parser_accepts_says_so_with_a_tier() {
    let text = lite(&waves(&[("W1", "[]"), ("W1", "[]")]), CASES);
    let hint = |tier| {
        read(Path::new("plan.json"), text.as_bytes(), tier)
            .1
            .iter()
            .find(|f| f.code == "duplicate-id")
            .map(Finding::hint_key)
    };
    assert_eq!(hint(Some(Tier::Lite)).as_deref(), Some("finding.duplicate-id-accepted-hint"));
    assert_eq!(hint(None).as_deref(), Some("finding.duplicate-id-hint"));
}
