use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::contract::finding::Severity;

fn run(value: &Value) -> (Option<Critique>, Vec<(&'static str, String)>) {
    let (critique, findings) = read(Path::new("plan-critique.json"), value.to_string().as_bytes());
    (critique, findings.into_iter().map(|f| (f.code, f.pointer)).collect())
}

fn good() -> Value {
    json!({
        "version": 1, "round": 1,
        "objections": [{"id": "OBJ-01", "lens": "scope", "claim": "c", "evidence": [{"kind": "file", "ref": "a.ts:2"}]}],
        "replies": [{"objection": "OBJ-01", "action": "accept", "revision": "r",
                     "evidence": [{"kind": "plan", "ref": "W1"}]}],
    })
}

/// The findings of a good critique with the value at `pointer` set (`None`: taken out).
fn with(pointer: &str, value: Option<Value>) -> Vec<(&'static str, String)> {
    let mut critique = good();
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match (critique.pointer_mut(parent).unwrap(), value) {
        (Value::Object(map), Some(value)) => drop(map.insert(key.to_owned(), value)),
        (Value::Object(map), None) => drop(map.remove(key)),
        (Value::Array(list), Some(value)) => list.insert(key.parse().unwrap(), value),
        _ => unreachable!(),
    }
    run(&critique).1
}

fn only(code: &'static str, pointer: &str) -> Vec<(&'static str, String)> {
    vec![(code, pointer.to_owned())]
}

#[test]
fn a_good_critique_is_read_whole() {
    let (critique, findings) = run(&good());
    let critique = critique.unwrap();
    assert_eq!(findings, []);
    assert_eq!((critique.objections[0].lens, critique.has_replies), (Some(Lens::Scope), true));
    assert_eq!(critique.replies[0].action, Some(ReplyAction::Accept));
}

#[test]
fn a_whole_number_may_be_written_with_a_fraction() {
    assert_eq!(with("/version", Some(json!(1.0))), []);
    assert_eq!(with("/version", Some(json!(true))), only("wrong-type", "/version"));
    assert_eq!(with("/version", Some(json!(0))), only("critique-not-one", "/version"));
    assert_eq!(with("/round", Some(json!(2))), only("critique-round", "/round"));
    assert_eq!(with("/round", Some(json!(1.5))), only("wrong-type", "/round"));
}

#[test]
fn a_newer_version_is_not_guessed_at() {
    let mut critique = good();
    critique["version"] = json!(2);
    critique["later"] = json!(1);
    assert!(matches!(run(&critique), (None, findings) if findings == only("newer", "/version")));
}

#[test]
fn objects_are_closed_and_near_misses_are_named() {
    assert_eq!(with("/objection", Some(json!([]))), only("critique-unknown-key", ""));
    assert_eq!(with("/extra", Some(json!(1))), only("critique-unknown-key", ""));
    assert_eq!(with("/critic", Some(json!({"name": 1}))), only("critique-unknown-key", "/critic"));
    let anchor = json!({"kind": "plan", "ref": "W1", "reff": 1});
    let expected = only("critique-unknown-key", "/replies/0/evidence/0");
    assert_eq!(with("/replies/0/evidence/0", Some(anchor)), expected);
}

#[test]
fn ids_and_rules_have_their_form() {
    for rule in ["CON-SEC-01", "CON-A11Y-001", "CON-ARCH-12", "CON-LIC-99"] {
        assert_eq!(with("/objections/0/rule", Some(json!(rule))), []);
    }
    for rule in ["CON-SEC-1", "CON-X-01", "con-sec-01", "CON-SEC-01\n", "CON-SEC-１１", "", "CON-SEC-0001"] {
        let expected = only("critique-not-a-rule", "/objections/0/rule");
        assert_eq!(with("/objections/0/rule", Some(json!(rule))), expected, "{rule:?}");
    }
    let found = with("/replies/0/objection", Some(json!("OBJ-1")));
    assert!(found.contains(&("critique-not-an-id", "/replies/0/objection".to_owned())));
}

#[test]
fn texts_are_not_empty_and_null_is_no_value() {
    assert_eq!(with("/objections/0/claim", Some(json!(""))), only("empty-text", "/objections/0/claim"));
    assert_eq!(with("/objections/0/claim", Some(json!(null))), only("wrong-type", "/objections/0/claim"));
    assert_eq!(with("/replies/0/note", Some(json!(""))), []);
    assert_eq!(with("/objections/0/rule", Some(json!(null))), only("wrong-type", "/objections/0/rule"));
}

#[test]
fn a_reply_without_action_falls_under_both_conditions() {
    let replies = json!([{"objection": "OBJ-01"}]);
    let missing = ("missing-key", "/replies/0".to_owned());
    assert_eq!(with("/replies", Some(replies)), [missing.clone(), missing.clone(), missing.clone()]);
    let replies = json!([{"objection": "OBJ-01", "revision": "r", "evidence": []}]);
    let none = ("critique-no-evidence", "/replies/0/evidence".to_owned());
    let found = with("/replies", Some(replies));
    assert!(found.len() == 2 && found.contains(&missing) && found.contains(&none), "{found:?}");
    assert_eq!(with("/replies/0/action", Some(json!(5))), only("unknown-word", "/replies/0/action"));
}

#[test]
fn accept_needs_a_revision_and_rebut_needs_evidence() {
    assert_eq!(with("/replies/0/revision", None), only("critique-accept-without-revision", "/replies/0"));
    let rebut = |evidence: Value| json!([{"objection": "OBJ-01", "action": "rebut", "evidence": evidence}]);
    assert_eq!(with("/replies", Some(rebut(json!([])))), only("critique-no-evidence", "/replies/0/evidence"));
    assert_eq!(with("/replies", Some(rebut(json!([{"kind": "inference", "ref": "x"}])))), []);
    let without = json!([{"objection": "OBJ-01", "action": "rebut"}]);
    assert_eq!(with("/replies", Some(without)), only("critique-rebut-without-evidence", "/replies/0"));
}

#[test]
fn accept_needs_a_plan_anchor_in_its_evidence() {
    for evidence in [None, Some(json!([])), Some(json!([{"kind": "file", "ref": "a:1"}]))] {
        assert_eq!(with("/replies/0/evidence", evidence), only("critique-accept-without-plan-anchor", "/replies/0"));
    }
}

#[test]
fn objection_ids_are_unique() {
    let again = good()["objections"][0].clone();
    assert_eq!(with("/objections/1", Some(again)), only("critique-duplicate-objection", "/objections/1/id"));
}

#[test]
fn an_objection_has_one_reply_and_a_reply_its_objection() {
    let mut again = good()["replies"][0].clone();
    assert_eq!(with("/replies/1", Some(again.clone())), only("critique-second-reply", "/replies/1/objection"));
    again["objection"] = json!("OBJ-99");
    assert_eq!(with("/replies/1", Some(again)), only("critique-unknown-objection", "/replies/1/objection"));
}

#[test]
fn only_a_file_is_quoted_and_a_file_has_its_line() {
    let anchor = |kind: &str, reference: &str| json!([{"kind": kind, "ref": reference, "quote": "q"}]);
    let evidence = |kind, reference| with("/objections/0/evidence", Some(anchor(kind, reference)));
    assert_eq!(evidence("file", "a.ts:12"), []);
    assert_eq!(evidence("plan", "W1"), only("critique-quote-without-file", "/objections/0/evidence/0/quote"));
    for reference in ["a.ts", "a.ts:", ":3", "a.ts:0", "a.ts:x", "a.ts:1-3", "a.ts:+1"] {
        let expected = only("critique-file-without-line", "/objections/0/evidence/0/ref");
        assert_eq!(evidence("file", reference), expected, "{reference}");
    }
}

#[test]
fn what_has_no_reply_awaits_one() {
    assert_eq!(with("/replies", None), only("critique-no-replies", ""));
    assert_eq!(with("/replies", Some(json!([]))), only("critique-awaiting-reply", "/objections/0"));
    let mut critique = good();
    critique.as_object_mut().unwrap().remove("replies");
    let (_, findings) = read(Path::new("x"), critique.to_string().as_bytes());
    assert!(findings.iter().all(|f| f.severity == Severity::Warning && !is_schema(f.code)));
}

#[test]
fn of_a_key_that_is_there_twice_the_last_counts() {
    let text = good().to_string().replacen("\"version\":1", "\"version\":\"x\",\"version\":1", 1);
    let (critique, findings) = read(Path::new("x"), text.as_bytes());
    assert!(critique.is_some());
    assert_eq!(findings.iter().map(|f| f.code).collect::<Vec<_>>(), ["duplicate-key"]);
}

#[test]
fn what_is_no_object_is_no_critique() {
    for text in ["[]", "1", "null"] {
        let (critique, findings) = read(Path::new("x"), text.as_bytes());
        assert!(critique.is_none());
        assert_eq!(findings.iter().map(|f| f.code).collect::<Vec<_>>(), ["wrong-type"]);
    }
}

fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "OBJ-0[1-3]|accept|rebut|scope|file|plan|a:1|".prop_map(Value::from),
    ];
    let keys =
        "version|round|critic|objections|replies|id|lens|claim|evidence|kind|ref|quote|objection|action|revision|x";
    leaf.prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map(keys, inner, 0..7).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn nothing_panics_and_an_object_is_read(value in anything(), objections in anything(), replies in anything()) {
        read(Path::new("x"), value.to_string().as_bytes());
        let critique = json!({"version": 1, "round": 1, "objections": [objections], "replies": [replies]});
        let (critique, _) = read(Path::new("x"), critique.to_string().as_bytes());
        prop_assert!(critique.is_some());
    }
}
