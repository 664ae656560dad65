use std::time::{Duration, Instant};

use super::*;

fn built(name: &str, text: &str) -> Plan {
    let plan = (PathBuf::from("/p").join(name), FileState::Bytes(text.as_bytes().to_vec()));
    build(CodingInputs { plan, exists: &|path| path == Path::new("/p/requirements.md") })
}

fn lite(waves: &str, cases: &str) -> Plan {
    built("plan.json", &format!(r#"{{"format":"lite","objective":"o","waves":[{waves}],"testCases":[{cases}]}}"#))
}

fn wave(id: &str, files: &str, waits: &str, group: Option<&str>) -> String {
    let group = group.map(|group| format!(r#","parallelGroup":"{group}""#)).unwrap_or_default();
    let list = |text: &str| {
        let names = text.split(' ').filter(|name| !name.is_empty()).map(|name| format!("\"{name}\""));
        names.collect::<Vec<_>>().join(",")
    };
    format!(r#"{{"id":"{id}","changes":[{}],"dependsOn":[{}]{group}}}"#, list(files), list(waits))
}

fn case(id: &str, layer: &str, steps: &str, more: &str) -> String {
    format!(
        r#"{{"id":"{id}","layer":"{layer}","scenario":"s","steps":"{steps}","expected":{{"text":"t"}},"executor":"x","requiresScreenshot":false{more}}}"#
    )
}

fn extra<'a>(plan: &'a Plan, id: &str, key: &str) -> Vec<&'a str> {
    let view = plan.pass(Pass::Coding);
    let target = &view.targets[view.by_id[id]];
    target.extra.iter().filter(|(label, _)| *label == key).map(|(_, value)| value.as_str()).collect()
}

#[test]
fn a_wave_says_what_waits_for_it() {
    let waves = [wave("W1", "a", "", None), wave("W2", "b", "W1", None), wave("W3", "c", "W1 W2", None)];
    let plan = lite(&waves.join(","), "");
    assert_eq!(extra(&plan, "wave:W1", "field.awaited-by"), ["W2, W3"]);
    assert!(extra(&plan, "wave:W3", "field.awaited-by").is_empty());
}

#[test]
fn files_are_shared_with_waves_of_the_same_layer_or_group() {
    let waves = [
        wave("W1", "a b", "", None),
        wave("W2", "b c", "", None),
        wave("W3", "b c", "W1", Some("g")),
        wave("W4", "c", "W3", Some("g")),
    ];
    let plan = lite(&waves.join(","), "");
    assert_eq!(extra(&plan, "wave:W1", "field.shared-files"), ["b: W2"]);
    assert_eq!(extra(&plan, "wave:W2", "field.shared-files"), ["b: W1"]);
    assert_eq!(extra(&plan, "wave:W3", "field.shared-files"), ["c: W4"]);
}

#[test]
fn cases_name_the_files_of_a_wave_as_their_own_or_in_words() {
    let waves = [wave("W1", "src/a.ts tests/a.spec.ts", "", None)];
    let cases = [
        case("E1", "mock", "open", r#","file":"tests/a.spec.ts""#),
        case("E2", "real", "look at `src/a.ts:12`.", ""),
        case("E3", "real", "look at src/a.tsx", ""),
    ];
    let plan = lite(&waves.join(","), &cases.join(","));
    let mut named: Vec<&str> = extra(&plan, "wave:W1", "field.cases")[0].split(", ").collect();
    named.sort_unstable();
    assert_eq!(named, ["E1", "E2"]);
}

#[test]
fn the_header_has_objective_tier_layers_chain_and_cases() {
    let waves = [wave("W1", "a", "", None), wave("W2", "b", "W1", None)];
    let cases = [case("E1", "real", "", ""), case("E2", "mock", "", ""), case("E3", "real", "", "")];
    let plan = lite(&waves.join(","), &cases.join(","));
    let facts = &plan.pass(Pass::Coding).facts;
    let fact = |key: &str| facts.iter().find(|fact| fact.key == key).unwrap_or_else(|| panic!("{key}: {facts:?}"));
    let arg = |key, name: &str| {
        let args = &fact(key).args;
        args.iter().find(|(n, _)| *n == name).map(|(_, value)| value.clone()).unwrap_or_default()
    };
    assert_eq!(arg("fact.objective", "text"), "o");
    assert_eq!(arg("fact.tier", "tier"), "lite");
    assert_eq!(arg("fact.layers", "chain"), "W1 → W2");
    assert_eq!(arg("fact.cases", "layers"), "mock 1, real 2");
}

#[test]
fn deliverables_say_whether_their_files_are_there() {
    let plan = built(
        "clarify.json",
        r#"{"format":"mid-clarify","objective":"o","deliverables":{"requirements":"requirements.md","systemArchitecture":"arch.md"}}"#,
    );
    assert_eq!(extra(&plan, "deliverable:requirements", "field.deliverable-there"), ["value.there"]);
    assert_eq!(extra(&plan, "deliverable:systemArchitecture", "field.deliverable-there"), ["value.not-there"]);
}

#[test]
fn the_retired_shape_and_half_a_plan_say_why_they_cannot_be_shown() {
    let slots = built("plan.json", r#"{"slots": []}"#);
    assert!(slots.pass(Pass::Coding).unavailable.is_some());
    assert!(slots.findings.iter().any(|finding| finding.code == "retired-plan"), "{:?}", slots.findings);
    let half = built("plan.json", r#"{"format": "lite", "waves": [{"id"#);
    assert!(half.pass(Pass::Coding).unavailable.is_some());
}

#[test]
fn three_hundred_waves_that_all_wait_for_all_before_are_built_at_once() {
    let ids: Vec<String> = (0..300).map(|n| format!("W{n}")).collect();
    let waves: Vec<String> = (0..300).map(|n| wave(&ids[n], "shared.rs", &ids[..n].join(" "), Some("g"))).collect();
    let text = waves.join(",");
    let start = Instant::now();
    let plan = lite(&text, "");
    // 50 ms where it is optimized; here there is room for a slow machine without.
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert_eq!(plan.pass(Pass::Coding).waves.as_ref().map(WaveGraph::depth), Some(300));
}

#[test]
fn what_is_said_of_twenty_thousand_waves_grows_with_their_number_only() {
    let waves: Vec<String> = (0..20_000).map(|n| wave(&format!("W{n}"), "shared.rs", "", Some("g"))).collect();
    let cases: Vec<String> = (0..5_000).map(|n| case(&format!("E{n}"), "mock", "shared.rs", "")).collect();
    let plan = lite(&waves.join(","), &cases.join(","));
    let said: usize = plan.pass(Pass::Coding).targets.iter().flat_map(|t| &t.extra).map(|(_, value)| value.len()).sum();
    assert!(said < 20_000 * 300, "{said}");
}
