//! The JSON Schemas: each says what `check` says, as far as a schema can say it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "schemas/samples.rs"]
mod samples;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use jsonschema::Validator;
use planboard::cli::schema;
use planboard::contract::check::{Asked, check};
use planboard::contract::finding::{Finding, Severity};
use planboard::contract::kind::FileKind;
use planboard::text::near::misspelling;
use proptest::prelude::*;
use samples::{Change, samples};
use serde_json::{Value, json};

/// The errors of `check` that a schema can say, too. The others compare values with one another (ids, references, times)
/// or look at the text of the file.
const SAYABLE: &[&str] = &[
    "confirmed-and-time-disagree",
    "critique-accept-without-revision",
    "critique-no-evidence",
    "critique-not-a-rule",
    "critique-not-an-id",
    "critique-not-one",
    "critique-rebut-without-evidence",
    "critique-round",
    "critique-unknown-key",
    "empty-text",
    "index-not-digits",
    "key-of-other-tier-instead",
    "later-changes",
    "later-parallel-group",
    "layer-of-other-tier",
    "missing-id",
    "missing-key",
    "newer",
    "none-in-progress",
    "not-relative",
    "null-not-allowed",
    "out-of-range",
    "selected-and-time-disagree",
    "several-in-progress",
    "slot-retired",
    "tracks-of-v2",
    "unit-case",
    "unknown-word",
    "wrong-type",
];

fn validator(kind: FileKind) -> &'static Validator {
    static ALL: OnceLock<Vec<(FileKind, Validator)>> = OnceLock::new();
    let all = ALL.get_or_init(|| schema::kinds().map(|kind| (kind, compiled(kind))).collect());
    all.iter().find(|(known, _)| *known == kind).map(|(_, validator)| validator).expect("a schema")
}

fn parsed(kind: FileKind) -> Value {
    serde_json::from_str(schema::text(kind).expect("a schema")).expect("JSON")
}

fn compiled(kind: FileKind) -> Validator {
    jsonschema::draft202012::options().should_validate_formats(false).build(&parsed(kind)).expect("it compiles")
}

fn findings(kind: FileKind, bytes: &[u8]) -> Vec<Finding> {
    check(kind, Path::new("sample.json"), bytes, Asked::default())
}

fn errors(kind: FileKind, bytes: &[u8]) -> Vec<Finding> {
    findings(kind, bytes).into_iter().filter(|finding| finding.severity == Severity::Error).collect()
}

/// What is wrong with schema and check about one file, if anything.
fn disagreement(kind: FileKind, bytes: &[u8]) -> Option<String> {
    // What is no JSON a schema never sees.
    let value: Value = serde_json::from_slice(bytes).ok()?;
    let found = findings(kind, bytes);
    let errors: Vec<&Finding> = found.iter().filter(|finding| finding.severity == Severity::Error).collect();
    let refused: Vec<String> =
        validator(kind).iter_errors(&value).map(|e| format!("{}: {e}", e.instance_path())).collect();
    let sayable = errors.iter().find(|finding| SAYABLE.contains(&finding.code));
    match (refused.is_empty(), sayable) {
        (true, Some(error)) => Some(format!("check alone: {} at {}: {value}", error.code, error.pointer)),
        // The critic's own state: replies are still awaited, which is no error.
        (false, _) if errors.is_empty() && !is_awaiting_alone(kind, &value) => {
            Some(format!("the schema alone: {refused:?}: {value}"))
        }
        _ => None,
    }
}

fn is_awaiting_alone(kind: FileKind, value: &Value) -> bool {
    let mut value = value.clone();
    let missing = kind == FileKind::PlanCritique && value.get("replies").is_none();
    if let (true, Some(object)) = (missing, value.as_object_mut()) {
        object.insert("replies".into(), json!([]));
    }
    missing && validator(kind).is_valid(&value)
}

fn is_read(kind: FileKind) -> bool {
    kind == FileKind::PlanNotes || !errors(kind, b"5").is_empty()
}

fn shared(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(below)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.flat_map(|entry| if entry.path().is_dir() { files(&entry.path()) } else { vec![entry.path()] }).collect()
}

/// Every object of keys in the schema.
fn key_lists<'a>(schema: &'a Value, lists: &mut Vec<Vec<&'a str>>) {
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        lists.push(properties.keys().map(String::as_str).collect());
    }
    let below = schema.as_object().into_iter().flat_map(|members| members.values());
    below.chain(schema.as_array().into_iter().flatten()).for_each(|below| key_lists(below, lists));
}

#[test]
fn no_key_of_an_object_is_taken_for_a_misspelt_other_one() {
    for kind in schema::kinds() {
        let schema = parsed(kind);
        let mut lists = Vec::new();
        key_lists(&schema, &mut lists);
        for list in lists {
            for key in &list {
                let taken = list.iter().find(|other| *other != key && misspelling(other, key).is_some());
                assert_eq!(taken, None, "{kind:?}: {key}");
            }
        }
    }
}

#[test]
fn each_schema_is_one_of_2020_12_and_compiles() {
    for kind in schema::kinds() {
        let text = parsed(kind);
        assert_eq!(text["$schema"], "https://json-schema.org/draft/2020-12/schema");
        assert!(text["$id"].as_str().unwrap().starts_with("urn:planboard:schema:"), "{}", kind.as_str());
        assert!(text["title"].is_string() && text["description"].is_string(), "{}", kind.as_str());
        assert!(jsonschema::meta::is_valid(&text), "{}", kind.as_str());
        compiled(kind);
    }
}

#[test]
fn every_kind_but_the_report_has_a_schema() {
    let without: Vec<FileKind> = FileKind::ALL.into_iter().filter(|kind| schema::text(*kind).is_none()).collect();
    assert_eq!(without, [FileKind::Report]);
}

#[test]
fn valid_samples_are_valid() {
    for (kind, sample) in samples() {
        let refused: Vec<String> = validator(kind).iter_errors(&sample).map(|e| e.to_string()).collect();
        assert!(refused.is_empty(), "{}: {refused:?}: {sample}", kind.as_str());
        assert_eq!(errors(kind, sample.to_string().as_bytes()), [], "{}: {sample}", kind.as_str());
    }
}

#[test]
fn broken_samples_are_refused() {
    for (kind, name, sample) in samples::broken() {
        assert!(!validator(kind).is_valid(&sample), "{}: {name}: {sample}", kind.as_str());
        assert!(!errors(kind, sample.to_string().as_bytes()).is_empty(), "{}: {name}: {sample}", kind.as_str());
    }
}

/// A string of this character alone is empty for the schema exactly where it is for JavaScript's `trim`.
#[test]
fn the_schemas_know_the_white_space_of_javascript() {
    for c in ('\0'..'\u{3100}').chain('\u{fe00}'..='\u{1f640}').filter(|c| !c.is_alphanumeric()) {
        let mut sample = samples::plan_comments();
        sample["comments"][0]["text"] = json!(c.to_string());
        let blank = planboard::text::trim::js_trim(&c.to_string()).is_empty();
        assert_eq!(validator(FileKind::PlanComments).is_valid(&sample), !blank, "{:?}", c);
    }
}

#[test]
fn every_schema_spells_the_white_space_alike() {
    let text = |kind| parsed(kind)["$defs"]["text"]["pattern"].clone();
    for kind in [FileKind::ResearchPlan, FileKind::Edit, FileKind::PlanNotes] {
        assert_eq!(text(kind), text(FileKind::PlanComments));
    }
}

#[test]
fn one_point_zero_is_a_whole_number() {
    for (kind, sample) in samples() {
        let text = sample.to_string();
        for (whole, written) in [("\"version\":0", "\"version\":0.0"), ("\"version\":1", "\"version\":1e0")] {
            let text = text.replace(whole, written);
            assert!(validator(kind).is_valid(&serde_json::from_str(&text).unwrap()), "{text}");
            assert_eq!(errors(kind, text.as_bytes()), [], "{text}");
        }
    }
}

#[test]
fn the_samples_of_other_projects_agree() {
    for kind in schema::kinds() {
        if !is_read(kind) {
            continue;
        }
        let named = files(&shared("")).into_iter().filter(|file| FileKind::of_name(file) == Some(kind));
        let wrong: Vec<String> = named
            .filter_map(|file| Some(format!("{}: {}", file.display(), disagreement(kind, &fs::read(&file).unwrap())?)))
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}

#[test]
fn samples_are_what_their_names_say() {
    for file in files(&shared("akari")) {
        let Some(kind) = FileKind::of_name(&file) else { continue };
        let folder = file.parent().and_then(Path::file_name).unwrap().to_string_lossy().into_owned();
        let value: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        let valid = validator(kind).is_valid(&value);
        let slot = value.to_string().contains("\"slot\"");
        let sayable = |name: &str| !["nested-cutaway", "unknown", "duplicate"].iter().any(|part| name.contains(part));
        match folder.split_once("__") {
            Some(("plan-comments" | "research-plan", name)) if name.starts_with("valid") => {
                assert_eq!(valid, !(slot && kind == FileKind::PlanComments), "{folder}");
            }
            Some(("plan-comments" | "research-plan", name)) if name.starts_with("unsupported") => {
                assert!(!valid, "{folder}");
            }
            Some(("plan-comments" | "research-plan", name)) if name.starts_with("invalid") && sayable(name) => {
                assert!(!valid, "{folder}");
            }
            _ => {}
        }
    }
}

#[test]
fn the_critique_schema_gives_the_answers_of_the_original() {
    for line in fs::read_to_string(shared("critique/schema-answers.jsonl")).unwrap_or_default().lines() {
        let answer: Value = serde_json::from_str(line).unwrap();
        let valid = validator(FileKind::PlanCritique).is_valid(&answer["input"]);
        assert_eq!(valid, answer["valid"], "{}: {}", answer["name"], answer["input"]);
    }
}

/// Lines whose mistake a schema can see. Circles and unknown ids it cannot.
#[test]
fn the_coding_schema_gives_the_answers_of_the_original() {
    for line in fs::read_to_string(shared("coding-workflow/parser-answers.jsonl")).unwrap_or_default().lines() {
        let answer: Value = serde_json::from_str(line).unwrap();
        let result = answer["result"].as_str().unwrap();
        let graph = ["unknown id", "有环", "too large", "deeply nested"].iter().any(|part| result.contains(part));
        let valid = validator(FileKind::CodingPlan).is_valid(&answer["input"]);
        assert_eq!(valid, result == "OK" || graph, "{}: {}: {result}", answer["name"], answer["input"]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn check_and_the_schema_never_disagree(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec(any::<Change>(), 0..4),
    ) {
        let all = samples();
        let (kind, mut sample) = which.get(&all).clone();
        if !is_read(kind) {
            return Ok(());
        }
        for change in &changes {
            change.apply(&mut sample);
        }
        if let Some(wrong) = disagreement(kind, sample.to_string().as_bytes()) {
            prop_assert!(false, "{}: {wrong}", kind.as_str());
        }
    }
}

fn planboard(arguments: &[&str]) -> Output {
    let home = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_planboard"));
    command.args(arguments).env_clear().env("HOME", home.path()).env("LANG", "en_US.UTF-8").output().unwrap()
}

#[test]
fn schema_prints_what_was_asked_for() {
    for kind in schema::kinds() {
        let output = planboard(&["schema", kind.as_str()]);
        assert!(output.status.success());
        assert_eq!(String::from_utf8(output.stdout).unwrap(), schema::text(kind).unwrap());
    }
}

#[test]
fn schema_without_a_kind_lists_them() {
    for lang in ["en", "ja"] {
        let output = planboard(&["schema", "--lang", lang]);
        let text = String::from_utf8(output.stdout).unwrap();
        let listed: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(listed, schema::kinds().map(FileKind::as_str).collect::<Vec<_>>());
        assert!(output.status.success() && text.lines().all(|line| line.chars().count() <= 100), "{text}");
    }
}

#[test]
fn a_wrong_kind_is_wrong_usage_and_the_near_one_is_named() {
    let output = planboard(&["schema", "research-plam"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty() && said.contains("'research-plan'"), "{said}");
}
