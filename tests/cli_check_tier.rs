//! `planboard check --tier`: what the original parser of coding plans accepts exits 0, what it refuses exits 1 and is named;
//! through files and stdin.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod cli_world;

use std::fs;

use cli_world::World;
use serde_json::{Value, json};

fn wave(id: &str, depends_on: Value) -> Value {
    json!({"id": id, "changes": ["src/a.rs"], "issues": ["1"], "dependsOn": depends_on})
}

fn lite(waves: Value) -> Value {
    let case = json!({"id": "E1", "layer": "mock", "scenario": "s", "steps": "s", "expected": {"text": "t"},
        "executor": "x", "requiresScreenshot": false});
    json!({"format": "lite", "objective": "o", "waves": waves, "testCases": [case]})
}

fn detail(waves: Value) -> Value {
    let documents =
        json!({"issues": "i.md", "nonFunctional": "n.md", "codeArchitecture": "c.md", "executionPlan": "e.md"});
    json!({"format": "mid-detail", "objective": "o", "waves": waves, "testCases": [], "deliverables": documents})
}

fn clarify() -> Value {
    let documents = json!({"requirements": "r.md", "systemArchitecture": "s.md"});
    json!({"format": "mid-clarify", "objective": "o", "deliverables": documents})
}

fn without(mut plan: Value, key: &str) -> Value {
    plan.as_object_mut().expect("an object").remove(key);
    plan
}

/// The errors of a run with `--json`: code and pointer; the exit code says whether there are any.
fn errors(world: &World, tier: &str, file: &str, input: &[u8]) -> Vec<(String, String)> {
    let run = match file {
        "-" => world.run_with(&["check", "--json", "--as", "coding-plan", "--tier", tier, "-"], input),
        _ => {
            fs::write(world.film().join(file), input).expect("file");
            world.run(&["check", "--json", "--tier", tier, file])
        }
    };
    let json = run.json();
    let word = |finding: &Value, key: &str| finding[key].as_str().expect("a word").to_owned();
    let findings = json["files"][0]["findings"].as_array().expect("findings").iter();
    let errors: Vec<_> = findings
        .filter(|finding| finding["severity"] == "error")
        .map(|finding| (word(finding, "code"), word(finding, "pointer")))
        .collect();
    assert_eq!(run.code, Some(i32::from(!errors.is_empty())), "{errors:?}");
    assert_eq!(json["errors"], errors.len());
    errors
}

#[test]
fn a_tier_accepts_what_the_original_parser_accepts_and_names_what_it_refuses() {
    let world = World::new(&[]);
    let ring = json!([wave("W1", json!(["W2"])), wave("W2", json!(["W1"]))]);
    let twice = json!([wave("W1", json!([])), wave("W1", json!([]))]);
    let one = || json!([wave("W1", json!([]))]);
    for (tier, file, plan, wanted) in [
        ("lite", "plan.json", lite(one()), None),
        ("mid", "detail.json", detail(one()), None),
        ("mid", "clarify.json", clarify(), None),
        // An id that is there twice and empty lists pass.
        ("lite", "plan.json", lite(twice), None),
        ("mid", "detail.json", detail(json!([])), None),
        ("mid", "plan.json", lite(one()), Some(("tier-mismatch", "/format"))),
        ("lite", "clarify.json", clarify(), Some(("tier-mismatch", "/format"))),
        ("lite", "plan.json", json!([1]), Some(("wrong-type", ""))),
        ("lite", "plan.json", without(lite(one()), "objective"), Some(("missing-key", "/objective"))),
        ("mid", "detail.json", detail(ring), Some(("waits-in-cycle", "/waves/0/dependsOn/0"))),
        ("lite", "plan.json", lite(json!([wave("W1", json!(["w1"]))])), Some(("unknown-wave", "/waves/0/dependsOn/0"))),
        ("lite", "plan.json", lite(json!([wave("W1", Value::Null)])), Some(("null-not-allowed", "/waves/0/dependsOn"))),
    ] {
        for file in [file, "-"] {
            let errors = errors(&world, tier, file, plan.to_string().as_bytes());
            let has = |code: &str, pointer: &str| errors.contains(&(code.to_owned(), pointer.to_owned()));
            match wanted {
                None => assert!(errors.is_empty(), "{tier} {file} {errors:?}"),
                Some((code, pointer)) => assert!(has(code, pointer), "{tier} {file} {code} {errors:?}"),
            }
        }
    }
    let deep = format!("{{\"format\":{}1{}}}", "[".repeat(200), "]".repeat(200));
    assert_eq!(errors(&world, "lite", "-", deep.as_bytes()), [("too-deep".to_owned(), String::new())]);
}

#[test]
fn without_a_tier_what_the_contract_asks_for_besides_is_an_error_too() {
    let twice = lite(json!([wave("W1", json!([])), wave("W1", json!([]))])).to_string();
    let world = World::new(&[("plan.json", &twice)]);
    let run = world.run(&["check", "plan.json"]).fails(1);
    assert!(run.out.contains("error[duplicate-id]"), "{}", run.out);
    let run = world.run(&["check", "--tier", "lite", "plan.json"]).ok();
    assert!(run.out.contains("warning[duplicate-id]"), "{}", run.out);
}

#[test]
fn a_near_miss_changes_the_hint_and_not_the_code() {
    let world = World::new(&[]);
    let plan = |depends_on: &str| lite(json!([wave("login", json!([])), wave("W2", json!([depends_on]))])).to_string();
    for (id, near) in [("logni", true), ("epilogue", false)] {
        let run = world.run_with(&["check", "--tier", "lite", "-"], plan(id).as_bytes()).fails(1);
        assert!(run.out.contains("error[unknown-wave]: "), "{}", run.out);
        assert_eq!(run.out.contains("Did you mean \"login\"?"), near, "{}", run.out);
    }
}

#[test]
fn a_key_beside_the_missing_one_is_not_taken_for_it() {
    let world = World::new(&[]);
    let with = |key: &str| format!("{{\"version\": 2, \"output\": {{\"fps\": 30}}, \"tracks\": [], {key}}}");
    let missing = |text: &str| {
        let run = world.run_with(&["check", "-"], text.as_bytes()).fails(1);
        assert!(run.out.contains("error[missing-key]: the key \"sources\" is missing"), "{}", run.out);
        run.out.contains("Did you mean it with")
    };
    assert!(!missing(&with("\"source\": {\"path\": \"a.mp4\"}")));
    assert!(missing(&with("\"sorces\": []")));
}

#[test]
fn a_report_is_told_by_its_content() {
    let report = "Done.\n\n## 検証結果\n- test: pass\n\nOUTCOME: success\n";
    let world = World::new(&[("what-came-of-it", report)]);
    for run in [
        world.run(&["check", "--json", "what-came-of-it"]),
        world.run_with(&["check", "--json", "-"], report.as_bytes()),
    ] {
        assert_eq!(run.json()["files"][0]["kind"], "report", "{}", run.out);
    }
}

#[test]
fn of_a_file_with_too_many_mistakes_the_first_are_named_and_all_are_counted() {
    let waves: Vec<Value> = (0..12_000).map(|_| json!(1)).collect();
    let text = lite(Value::Array(waves)).to_string();
    let world = World::new(&[("plan.json", &text)]);
    let run = world.run(&["check", "--json", "--tier", "lite", "plan.json"]).fails(1);
    let json = run.json();
    let findings = json["files"][0]["findings"].as_array().expect("findings");
    let all = |key: &str| json[key].as_u64().expect("a number");
    assert_eq!(findings.len(), 10_001);
    let last = findings.last().expect("the last");
    assert_eq!((&last["code"], &last["line"]), (&json!("too-many-findings"), &Value::Null));
    assert_eq!(all("errors"), 12_000);
    let more = format!("errors: 2000, warnings: {}", all("warnings"));
    assert!(last["message"].as_str().expect("words").contains(&more), "{} {more}", last["message"]);
    let run = world.run(&["check", "--tier", "lite", "plan.json"]).fails(1);
    assert!(
        run.out.ends_with(&format!("Files checked: 1. Errors: 12000. Warnings: {}.\n", all("warnings"))),
        "{}",
        run.out.len()
    );
}
