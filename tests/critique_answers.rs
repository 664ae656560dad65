//! The schema findings of a critique are those of a JSON Schema validator on the same inputs.

use std::path::Path;

use planboard::contract::plan_critique::{is_schema, read};
use serde_json::Value;

/// What the validator says of an input: a pointer for each error. It counts an error of type and one of value at the
/// same place as two, several unknown keys of an object as one, and writes `/` for the root.
fn expected(answer: &Value) -> Vec<String> {
    let errors: Vec<&str> = answer["errors"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut pointers = Vec::new();
    for error in &errors {
        let (pointer, what) = error.split_once(": ").unwrap_or((error, ""));
        let typed =
            errors.iter().any(|other| other.starts_with(&format!("{pointer}: ")) && other.contains("is not of type"));
        if what.contains("'replies' is a required property") || typed && what.ends_with("was expected") {
            continue;
        }
        let keys = what.split_once("not allowed (").map_or(1, |(_, keys)| keys.matches('\'').count() / 2);
        pointers.extend(std::iter::repeat_n(pointer.trim_end_matches('/').to_owned(), keys));
    }
    pointers.sort();
    pointers
}

#[test]
fn schema_findings_are_those_of_the_validator() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/critique/schema-answers.jsonl");
    let Ok(lines) = std::fs::read_to_string(file) else { return };
    for line in lines.lines() {
        let answer: Value = serde_json::from_str(line).expect("an answer");
        let (_, findings) = read(Path::new("plan-critique.json"), answer["input"].to_string().as_bytes());
        let mut found: Vec<String> = findings.into_iter().filter(|f| is_schema(f.code)).map(|f| f.pointer).collect();
        found.sort();
        assert_eq!(found, expected(&answer), "{}", answer["name"]);
    }
}
