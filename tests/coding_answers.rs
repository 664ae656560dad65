//! `check --tier` refuses exactly what the original parser of coding plans refuses, and names the same problem. Its
//! answers are read where they are at hand; the same rules are tried on every small change of valid plans.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use planboard::contract::coding_plan::{Tier, read};
use planboard::contract::finding::{Finding, Severity};
use planboard::locale::{Language, Locale};
use serde_json::{Value, json};

const MISSING: &[&str] = &["missing-key", "key-of-other-tier-instead"];
const MISTYPED: &[&str] = &["wrong-type", "null-not-allowed", "later-changes", "later-parallel-group"];
const WORDS: &[&str] = &["unknown-word", "layer-of-other-tier", "wrong-type", "null-not-allowed"];

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/coding-workflow")
}

fn errors(file: &str, input: &Value, tier: Option<Tier>) -> Vec<Finding> {
    let (_, findings) = read(Path::new(file), input.to_string().as_bytes(), tier);
    findings.into_iter().filter(|f| f.severity == Severity::Error).collect()
}

fn arg<'f>(finding: &'f Finding, name: &str) -> Option<&'f str> {
    finding.args.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
}

/// Whether the findings name the problem of the parser's message.
fn names(errors: &[Finding], result: &str, input: &Value) -> bool {
    let has = |codes: &[&str], pointer: &str| errors.iter().any(|f| codes.contains(&f.code) && f.pointer == pointer);
    if result.starts_with("tier mismatch") {
        return errors.iter().any(|f| f.code == "tier-mismatch");
    }
    if result.contains("not an object") {
        return has(&["wrong-type"], "");
    }
    if result.contains("too large") {
        return has(&["plan-too-large"], "");
    }
    if result.contains("deeply nested") {
        return errors.iter().any(|f| f.code == "too-deep");
    }
    if let Some((_, cycle)) = result.split_once("有环（") {
        return errors
            .iter()
            .any(|f| f.code == "waits-in-cycle" && arg(f, "cycle") == Some(cycle.trim_end_matches('）')));
    }
    if let Some((before, after)) = result.split_once(" dependsOn unknown id \"") {
        let Some((list, who)) = before.rsplit_once(": ") else { return false };
        let (list, code) = if list.ends_with("waves") { ("waves", "wave") } else { ("testCases", "case") };
        let unknown = format!("unknown-{code}");
        let crossed = if code == "wave" { "wave-waits-for-case" } else { "case-waits-for-wave" };
        let id = after.split('"').next();
        return errors.iter().any(|f| {
            let owner = f.pointer.split("/dependsOn/").next().unwrap_or_default();
            (unknown == f.code || f.code == crossed)
                && owner.starts_with(&format!("/{list}/"))
                && input.pointer(owner).is_some_and(|o| o["id"] == *who)
                && arg(f, "id") == id
        });
    }
    let Some((_, problems)) = result.split_once(" json: ") else { return false };
    problems.split("; ").all(|problem| {
        let Some((path, message)) = problem.split_once(": ") else { return false };
        match message {
            "Expected required property" => has(MISSING, path),
            "Expected union value" => has(WORDS, path) || has(MISSING, path),
            _ => has(MISTYPED, path) || has(MISSING, path),
        }
    })
}

#[test]
fn every_answer_of_the_original_parser_is_met() {
    let Ok(lines) = std::fs::read_to_string(data().join("parser-answers.jsonl")) else { return };
    let mut count = 0;
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        let word = |key: &str| line[key].as_str().expect("a word");
        let tier = if word("tier") == "lite" { Tier::Lite } else { Tier::Mid };
        let file = match word("kind") {
            "lite" => "plan.json",
            "clarify" => "clarify.json",
            _ => "detail.json",
        };
        for file in [file, "-"] {
            let errors = errors(file, &line["input"], Some(tier));
            let name = format!("{} {}: {} {errors:?}", word("kind"), word("name"), word("result"));
            match word("result") {
                "OK" => assert!(errors.is_empty(), "{name}"),
                result => assert!(names(&errors, result, &line["input"]), "{name}"),
            }
        }
        count += 1;
    }
    assert!(count > 50);
}

#[test]
fn real_plans_have_no_errors() {
    for kind in ["clarify", "detail"] {
        let Ok(folder) = std::fs::read_dir(data().join(kind)) else { return };
        for file in folder {
            let file = file.expect("an entry").path();
            let bytes = std::fs::read(&file).expect("a sample");
            for tier in [None, Some(Tier::Mid)] {
                let (plan, findings) = read(&file, &bytes, tier);
                assert!(plan.is_some() && findings.is_empty(), "{file:?} {findings:?}");
            }
        }
    }
}

fn valid() -> [(&'static str, Tier, Value); 3] {
    let deliverables =
        json!({"issues": "i.md", "nonFunctional": "n.md", "codeArchitecture": "c.md", "executionPlan": "e.md"});
    let lite_case = |id: &str, layer: &str| {
        json!({"id": id, "layer": layer, "scenario": "s", "steps": "s", "expected": {"url": "/", "text": "t"},
            "executor": "vitest", "requiresScreenshot": true, "file": "f", "describe": "d", "dependsOn": [], "parallelGroup": "g"})
    };
    let lite = json!({"format": "lite", "objective": "o",
        "waves": [{"id": "W1", "changes": ["a", "b"], "dependsOn": []}, {"id": "W2", "changes": ["c"], "dependsOn": ["W1"], "parallelGroup": "g"}],
        "testCases": [lite_case("E1", "mock"), lite_case("E1-r", "real")]});
    let clarify = json!({"format": "mid-clarify", "objective": "o", "deliverables": {"requirements": "r.md", "systemArchitecture": "s.md"}});
    let detail = json!({"format": "mid-detail", "objective": "o", "deliverables": deliverables,
        "waves": [{"id": "W1", "issues": ["#1"], "dependsOn": [], "parallelGroup": "g"}, {"id": "W2", "issues": [], "dependsOn": ["W1"]}],
        "testCases": [{"id": "T1.1", "layer": "unit", "scenario": "s", "steps": "s", "assertion": "a", "executor": "vitest",
            "file": "f", "describe": "d", "dependsOn": [], "parallelGroup": "g"}]});
    [("plan.json", Tier::Lite, lite), ("clarify.json", Tier::Mid, clarify), ("detail.json", Tier::Mid, detail)]
}

/// The pointers of everything in a value.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(members) => members.iter().for_each(|(key, v)| pointers(v, &format!("{at}/{key}"), found)),
        Value::Array(elements) => {
            elements.iter().enumerate().for_each(|(n, v)| pointers(v, &format!("{at}/{n}"), found));
        }
        _ => {}
    }
}

/// A type of the original schema.
enum Type {
    Text,
    Flag,
    Word(&'static [&'static str]),
    List(Box<Type>),
    /// Key, whether it must be there, type.
    Object(Vec<(&'static str, bool, Type)>),
}

fn schema(file: &str) -> Type {
    use Type::{Flag, List, Object, Text, Word};
    let texts = || List(Box::new(Text));
    let names = |keys: &[&'static str]| Object(keys.iter().map(|key| (*key, true, Text)).collect());
    let (work, layers): (_, &'static [&'static str]) = match file {
        "plan.json" => ("changes", &["mock", "real"]),
        _ => ("issues", &["unit", "integration", "e2e", "perf-chaos"]),
    };
    let waves = || {
        let wave =
            [("id", true, Text), (work, true, texts()), ("dependsOn", true, texts()), ("parallelGroup", false, Text)];
        List(Box::new(Object(wave.into())))
    };
    let cases = |own: Vec<(&'static str, bool, Type)>| {
        let texts_of = ["id", "scenario", "steps", "executor"].map(|key| (key, true, Text));
        let may = ["file", "describe", "parallelGroup"].map(|key| (key, false, Text));
        let rest = [("layer", true, Word(layers)), ("dependsOn", false, texts())];
        List(Box::new(Object(texts_of.into_iter().chain(may).chain(rest).chain(own).collect())))
    };
    let head = |format: &'static [&'static str]| vec![("format", true, Word(format)), ("objective", true, Text)];
    let (mut all, rest) = match file {
        "plan.json" => {
            let expected = Object(vec![("url", false, Text), ("text", false, Text)]);
            let own = vec![("expected", true, expected), ("requiresScreenshot", true, Flag)];
            (head(&["lite"]), vec![("waves", true, waves()), ("testCases", true, cases(own))])
        }
        "clarify.json" => {
            let names = names(&["requirements", "systemArchitecture"]);
            (head(&["mid-clarify"]), vec![("deliverables", true, names)])
        }
        _ => {
            let names = names(&["issues", "nonFunctional", "codeArchitecture", "executionPlan"]);
            let cases = cases(vec![("assertion", true, Text)]);
            (
                head(&["mid-detail"]),
                vec![("waves", true, waves()), ("testCases", true, cases), ("deliverables", true, names)],
            )
        }
    };
    all.extend(rest);
    Object(all)
}

/// The pointers at which a value is not of the type.
fn violations(value: &Value, of: &Type, at: &str, found: &mut BTreeSet<String>) {
    let fits = match (of, value) {
        (Type::Text, Value::String(_)) | (Type::Flag, Value::Bool(_)) => true,
        (Type::Word(words), Value::String(word)) => words.contains(&word.as_str()),
        (Type::List(inner), Value::Array(elements)) => {
            elements.iter().enumerate().for_each(|(n, v)| violations(v, inner, &format!("{at}/{n}"), found));
            true
        }
        (Type::Object(keys), Value::Object(members)) => {
            for (key, must, inner) in keys {
                match members.get(*key) {
                    Some(v) => violations(v, inner, &format!("{at}/{key}"), found),
                    None if *must => {
                        found.insert(format!("{at}/{key}"));
                    }
                    None => {}
                }
            }
            true
        }
        _ => false,
    };
    if !fits {
        found.insert(at.to_owned());
    }
}

#[test]
fn every_missing_or_mistyped_field_is_refused_at_its_path_and_nothing_else() {
    let others = [
        json!(null),
        json!(1),
        json!(true),
        json!("x"),
        json!(""),
        json!([]),
        json!({}),
        json!([1]),
        json!([null]),
        json!([{}]),
        json!(["x"]),
        json!({"file": "a"}),
        json!("mock"),
        json!("unit"),
        json!("e2e"),
        json!("Real"),
    ];
    let mut tried = 0;
    for (file, tier, plan) in valid() {
        let schema = schema(file);
        assert!(errors(file, &plan, Some(tier)).is_empty() && errors(file, &plan, None).is_empty());
        let mut all = Vec::new();
        pointers(&plan, "", &mut all);
        for pointer in all {
            let mut changed: Vec<Value> = Vec::new();
            for other in &others {
                let mut copy = plan.clone();
                *copy.pointer_mut(&pointer).expect("there") = other.clone();
                changed.push(copy);
            }
            if let Some((parent, key)) = pointer.rsplit_once('/') {
                let mut copy = plan.clone();
                if let Some(object) = copy.pointer_mut(parent).and_then(Value::as_object_mut) {
                    object.remove(key);
                    object.insert("extra".to_owned(), json!({"any": [null]}));
                    changed.push(copy);
                }
            }
            for copy in changed {
                tried += 1;
                let mut expected = BTreeSet::new();
                violations(&copy, &schema, "", &mut expected);
                let errors = errors(file, &copy, Some(tier));
                // Ids that were changed are missed where they are waited for: that is another rule.
                let graph = |f: &&Finding| f.pointer.contains("/dependsOn/") && f.code != "wrong-type";
                let found: BTreeSet<String> = errors.iter().filter(|f| !graph(f)).map(|f| f.pointer.clone()).collect();
                if copy.is_object() && copy["format"] == plan["format"] {
                    assert_eq!(found, expected, "{file} {copy} {errors:?}");
                } else if copy.is_object() || copy.is_array() {
                    assert!(errors.iter().any(|f| f.code == "tier-mismatch"), "{file} {copy} {errors:?}");
                } else {
                    assert!(errors.iter().any(|f| f.code == "wrong-type" && f.pointer.is_empty()), "{copy} {errors:?}");
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

#[test]
fn every_sentence_has_all_it_names() {
    let wave = |id: &str, rest: Value| {
        let mut wave = json!({"id": id, "changes": ["a"], "dependsOn": [], "parallelGroup": "g"});
        wave.as_object_mut().expect("an object").extend(rest.as_object().cloned().unwrap_or_default());
        wave
    };
    let case = |id: &str, rest: Value| {
        let mut case = json!({"id": id, "layer": "mock", "scenario": "s", "steps": "s", "expected": {}, "executor": "x",
            "requiresScreenshot": true});
        case.as_object_mut().expect("an object").extend(rest.as_object().cloned().unwrap_or_default());
        case
    };
    let all = json!({"format": "lite", "objective": "", "waves": [
            wave("W1", json!({"dependsOn": ["W2", "w2", "W9", "E1"]})), wave("W2", json!({"dependsOn": ["W2", "W1"]})),
            wave("W2", json!({"changes": [{}, 1], "parallelGroup": null})), {"issues": [], "dependOn": []}, 1],
        "testCases": [case("E1", json!({"dependsOn": ["e2", "E9", "W1"]})), case("U1", json!({"layer": "unit"})),
            case("E2", json!({"layer": "mok", "assertion": "a"})), case("X", json!({"layer": "zebra", "expected": null}))]});
    let large = json!({"format": "lite", "objective": "x".repeat(1_100_000), "waves": [], "testCases": []});
    let clarify = json!({"format": "mid-clarify", "waves": []});
    let mut codes = BTreeSet::new();
    let plans = [
        ("plan.json", all),
        ("-", large),
        ("plan.json", clarify),
        ("-", json!({"slots": []})),
        ("-", json!({"format": "lit"})),
    ];
    for (file, plan) in plans {
        for tier in [None, Some(Tier::Mid)] {
            for finding in read(Path::new(file), plan.to_string().as_bytes(), tier).1 {
                codes.insert(finding.code);
                for language in Language::ALL {
                    let (sentence, hint) = Locale::of(language).finding(&finding);
                    let said = format!("{sentence} {}", hint.unwrap_or_default()).replace("{…}", "");
                    assert!(!said.contains('{') && !said.contains("finding.") && !said.contains("expected."), "{said}");
                }
            }
        }
    }
    assert!(codes.len() >= 25, "{} {codes:?}", codes.len());
}
