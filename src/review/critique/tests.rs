use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use chrono::DateTime;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::contract::plan_comments::Pass;
use crate::contract::plan_critique::{self, Lens};
use crate::review::draft::{Anchor as Hangs, Draft};
use crate::review::history::History;
use crate::review::objecting::Objecting;
use crate::review::plan::FileState;
use crate::review::plan::coding::{CodingInputs, build};
use crate::review::submission::Refusal;

/// A worktree with one file, `src/a.rs`; what is asked of it is noted.
#[derive(Default)]
struct Memory {
    asked: RefCell<Vec<String>>,
}

impl World for Memory {
    fn lines(&self, path: &str) -> Result<Arc<Vec<String>>, Phrase> {
        self.asked.borrow_mut().push(path.to_owned());
        match path {
            "src/a.rs" => {
                Ok(Arc::new(["fn one() {", "  let  x =\t1;", "}", "let x = 1;", ""].map(str::to_owned).to_vec()))
            }
            _ => Err(Phrase::new("critique.reason.unreadable")),
        }
    }

    fn analysis(&self, reference: &str) -> Result<(), Phrase> {
        if reference == "FR-1" { Ok(()) } else { Err(Phrase::new("critique.reason.not-in-analysis")) }
    }
}

fn plan_with(w1: &str) -> PassView {
    let text = json!({
        "format": "lite", "objective": "o",
        "waves": [{"id": "W1", "changes": [w1], "dependsOn": []}, {"id": "W2", "changes": ["b"], "dependsOn": ["W1"]}],
        "testCases": [{"id": "E1", "layer": "mock", "scenario": "s", "steps": "t", "expected": {"text": "x"},
            "executor": "e", "requiresScreenshot": false}],
    });
    let plan = ("/p/plan.json".into(), FileState::Bytes(text.to_string().into_bytes()));
    std::mem::take(build(CodingInputs { plan, exists: &|_| false }).pass_mut(Pass::Coding))
}

fn detail() -> PassView {
    let text = json!({"format": "mid-clarify", "objective": "o",
        "deliverables": {"requirements": "requirements.md", "systemArchitecture": "arch.md"}});
    let plan = ("/p/clarify.json".into(), FileState::Bytes(text.to_string().into_bytes()));
    std::mem::take(build(CodingInputs { plan, exists: &|_| false }).pass_mut(Pass::Coding))
}

fn anchor(kind: &str, reference: &str) -> Value {
    json!({"kind": kind, "ref": reference})
}

fn quoted(reference: &str, quote: &str) -> Value {
    json!({"kind": "file", "ref": reference, "quote": quote})
}

fn objection(id: &str, rule: Option<&str>, evidence: Value) -> Value {
    let mut made = json!({"id": id, "lens": "scope", "claim": "c", "evidence": evidence});
    if let Some(rule) = rule {
        made["rule"] = rule.into();
    }
    made
}

fn file(objections: Value, replies: Value) -> Critique {
    let text = json!({"version": 1, "round": 1, "objections": objections, "replies": replies}).to_string();
    plan_critique::read(Path::new("c"), text.as_bytes()).0.unwrap()
}

struct Setting {
    plan: PassView,
    before: Option<PassView>,
    binding: Vec<String>,
    person: bool,
    rulings: BTreeMap<String, Ruling>,
    refused: BTreeSet<usize>,
    flawed: bool,
}

fn setting() -> Setting {
    Setting {
        plan: plan_with("a"),
        before: None,
        binding: Vec::new(),
        person: false,
        rulings: BTreeMap::new(),
        refused: BTreeSet::new(),
        flawed: false,
    }
}

impl Setting {
    fn judge(&self, critique: &Critique) -> Judgement {
        judge(
            critique,
            &Case {
                plan: &self.plan,
                world: &Memory::default(),
                binding: &self.binding,
                person: self.person,
                rulings: &self.rulings,
                before: self.before.as_ref(),
                refused: &self.refused,
                flawed: self.flawed,
            },
        )
    }
}

fn state(anchor: Value) -> AnchorState {
    let critique = file(json!([objection("OBJ-01", None, json!([anchor]))]), json!([]));
    setting().judge(&critique).objections[0].anchors[0].clone()
}

fn reason(anchor: Value) -> &'static str {
    match state(anchor) {
        AnchorState::Unresolved(phrase) => phrase.key.strip_prefix("critique.reason.").unwrap(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_file_anchor_resolves_on_its_line_only() {
    assert_eq!(state(anchor("file", "src/a.rs:5")), AnchorState::Resolved);
    assert_eq!(state(quoted("src/a.rs:2", " let x\n= 1; ")), AnchorState::Resolved, "white space is collapsed");
    assert_eq!(state(quoted("src/a.rs:1", "one()")), AnchorState::Resolved);
    assert_eq!(reason(anchor("file", "src/a.rs:6")), "no-such-line");
    assert_eq!(reason(anchor("file", "src/a.rs:99999999999999999999999")), "no-such-line");
    assert_eq!(reason(anchor("file", "src/b.rs:1")), "unreadable");
    for none in ["src/a.rs", "src/a.rs:", "src/a.rs:0", "src/a.rs:x", "src/a.rs:-1", "src/a.rs:+1"] {
        assert_eq!(reason(anchor("file", none)), "no-line", "{none}");
    }
}

#[test]
fn a_quote_elsewhere_is_drifted_to_the_nearest_line() {
    assert_eq!(state(quoted("src/a.rs:1", "let x = 1;")), AnchorState::Drifted(2));
    assert_eq!(state(quoted("src/a.rs:3", "let x = 1;")), AnchorState::Drifted(2), "of two as near the upper");
    assert_eq!(state(quoted("src/a.rs:5", "let x = 1;")), AnchorState::Drifted(4));
    assert_eq!(state(quoted("src/a.rs:77", "let x = 1;")), AnchorState::Drifted(4), "behind the end too");
    assert_eq!(reason(quoted("src/a.rs:1", "let y")), "no-quote");
    let drifted = file(json!([objection("OBJ-01", None, json!([quoted("src/a.rs:1", "let x")]))]), json!([]));
    assert!(setting().judge(&drifted).objections[0].is_inference, "it does not resolve");
}

#[test]
fn an_anchor_that_leads_out_of_the_worktree_is_not_even_looked_at() {
    assert_eq!(reason(anchor("file", "../a.rs:1")), "upward");
    assert_eq!(reason(anchor("file", "src/../src/a.rs:1")), "upward");
    assert_eq!(reason(anchor("file", "/etc/passwd:1")), "absolute");
    assert_eq!(reason(anchor("file", " :1")), "no-path");
}

#[test]
fn plan_anchors_name_waves_and_cases_by_their_bare_ids() {
    for id in ["W1", "W2", "E1"] {
        assert_eq!(state(anchor("plan", id)), AnchorState::Resolved, "{id}");
    }
    for id in ["wave:W1", "w1", "W1 ", "W", "0"] {
        assert!(matches!(state(anchor("plan", id)), AnchorState::Unresolved(_)), "{id}");
    }
    assert_eq!(reason(anchor("plan", "something-else")), "no-task");
    let broken = Setting { plan: PassView { unavailable: Some(Phrase::new("x")), ..PassView::default() }, ..setting() };
    let critique = file(json!([objection("OBJ-01", None, json!([anchor("plan", "W1")]))]), json!([]));
    let unreadable = AnchorState::Unresolved(Phrase::new("critique.reason.plan-unreadable"));
    assert_eq!(broken.judge(&critique).objections[0].anchors, [unreadable]);
}

#[test]
fn analysis_is_asked_and_an_inference_is_never_checkable() {
    assert_eq!(state(anchor("analysis", "FR-1")), AnchorState::Resolved);
    assert_eq!(reason(anchor("analysis", "FR-2")), "not-in-analysis");
    assert_eq!(state(anchor("inference", "W1")), AnchorState::Uncheckable);
}

#[test]
fn an_objection_none_of_whose_anchors_resolves_is_an_inference_and_never_blocks() {
    let bare = file(
        json!([
            objection("OBJ-01", Some("CON-SEC-01"), json!([anchor("inference", "i"), anchor("plan", "W9")])),
            objection("OBJ-02", Some("CON-SEC-01"), json!([anchor("inference", "i"), anchor("plan", "W1")])),
        ]),
        json!([]),
    );
    let judged = setting().judge(&bare);
    assert_eq!(
        judged.objections.iter().map(|o| (o.is_inference, o.blocks)).collect::<Vec<_>>(),
        [(true, false), (false, true)]
    );
}

const RULE: Option<&str> = Some("CON-SEC-01");

fn verdict_of(setting: &Setting, rule: Option<&str>, reply: Value) -> Verdict {
    let critique = file(json!([objection("OBJ-01", rule, json!([anchor("plan", "W1")]))]), json!([reply]));
    setting.judge(&critique).verdict
}

fn accept(evidence: Value) -> Value {
    json!({"objection": "OBJ-01", "action": "accept", "revision": "r", "evidence": evidence})
}

fn rebut(evidence: Value) -> Value {
    json!({"objection": "OBJ-01", "action": "rebut", "evidence": evidence})
}

#[test]
fn the_gate_awaits_while_any_objection_has_no_reply() {
    let two = json!([
        objection("OBJ-01", RULE, json!([anchor("plan", "W1")])),
        objection("OBJ-02", None, json!([anchor("plan", "W1")])),
    ]);
    let judged = setting().judge(&file(two, json!([rebut(json!([anchor("plan", "W9")]))])));
    assert_eq!((judged.verdict, judged.awaiting()), (Verdict::Awaiting, 1));
    assert_eq!(setting().judge(&file(json!([]), json!([]))).verdict, Verdict::Clear);
}

#[test]
fn an_accept_settles_by_a_plan_anchor_that_resolves() {
    let s = setting();
    assert_eq!(verdict_of(&s, RULE, accept(json!([anchor("plan", "W2"), anchor("plan", "W9")]))), Verdict::Clear);
    for evidence in [json!([]), json!([anchor("plan", "W9")]), json!([anchor("file", "src/a.rs:1")])] {
        assert_eq!(verdict_of(&s, RULE, accept(evidence.clone())), Verdict::Blocked, "{evidence}");
        assert_eq!(verdict_of(&s, None, accept(evidence)), Verdict::Clear, "no rule, no block");
    }
}

#[test]
fn a_rebuttal_settles_by_evidence_that_resolves_with_none_that_leads_nowhere() {
    let s = setting();
    let (good, bad, said) = (anchor("file", "src/a.rs:1"), anchor("plan", "W9"), anchor("inference", "i"));
    for evidence in [json!([good]), json!([good, said])] {
        assert_eq!(verdict_of(&s, RULE, rebut(evidence.clone())), Verdict::Clear, "{evidence}");
    }
    let drifted = quoted("src/a.rs:1", "let x");
    for evidence in [json!([bad]), json!([said]), json!([good, bad]), json!([good, drifted]), json!([drifted])] {
        assert_eq!(verdict_of(&s, RULE, rebut(evidence.clone())), Verdict::Blocked, "{evidence}");
    }
}

#[test]
fn only_rules_that_bind_block() {
    let only = |pattern: &str| Setting { binding: vec![pattern.to_owned()], ..setting() };
    assert_eq!(verdict_of(&only("CON-SEC-*"), RULE, accept(json!([]))), Verdict::Blocked);
    assert_eq!(verdict_of(&only("CON-LIC-*"), RULE, accept(json!([]))), Verdict::Clear);
}

#[test]
fn a_ruling_that_insists_blocks_where_a_person_is_asked_for() {
    let insists = BTreeMap::from([("OBJ-01".to_owned(), Ruling::Insist("no".into()))]);
    let good = || accept(json!([anchor("plan", "W1")]));
    let s = Setting { rulings: insists, ..setting() };
    assert_eq!(verdict_of(&s, None, good()), Verdict::Clear);
    let s = Setting { person: true, ..s };
    assert_eq!(verdict_of(&s, None, good()), Verdict::Blocked);
    let agrees = BTreeMap::from([("OBJ-01".to_owned(), Ruling::Agree)]);
    assert_eq!(verdict_of(&Setting { rulings: agrees, ..s }, None, good()), Verdict::Clear);
}

#[test]
fn a_flawed_critique_is_never_clear_and_refused_objections_are_not_scored() {
    let good = || accept(json!([anchor("plan", "W1")]));
    assert_eq!(verdict_of(&Setting { flawed: true, ..setting() }, None, good()), Verdict::Blocked);
    let two = file(
        json!([
            objection("OBJ-01", None, json!([anchor("plan", "W1")])),
            objection("OBJ-02", RULE, json!([anchor("plan", "W1")])),
        ]),
        json!([good()]),
    );
    let judged = Setting { refused: BTreeSet::from([1]), ..setting() }.judge(&two);
    assert_eq!(judged.verdict, Verdict::Blocked);
    assert!(judged.objections[1].is_refused && !judged.objections[1].blocks);
}

#[test]
fn an_accept_whose_task_did_not_change_is_unchanged() {
    let of = |before: Option<PassView>, evidence: Value| {
        let critique =
            file(json!([objection("OBJ-01", None, json!([anchor("plan", "W1")]))]), json!([accept(evidence)]));
        Setting { before, ..setting() }.judge(&critique).objections[0].is_unchanged
    };
    let (same, other) = (|| Some(plan_with("a")), || Some(plan_with("was")));
    assert!(of(same(), json!([anchor("plan", "W1")])));
    assert!(!of(other(), json!([anchor("plan", "W1")])));
    assert!(of(other(), json!([anchor("plan", "W2")])), "the reply names the task");
    assert!(of(same(), json!([])) && !of(other(), json!([])), "else the objection does");
    assert!(!of(other(), json!([anchor("plan", "W2"), anchor("plan", "W1")])), "one of them changed");
    assert!(!of(None, json!([anchor("plan", "W1")])), "not known");
}

#[test]
fn objections_hang_on_the_targets_they_name() {
    let critique = file(
        json!([
            objection("OBJ-01", None, json!([anchor("plan", "W1"), anchor("plan", "E1"), anchor("plan", "W1")])),
            objection("OBJ-02", None, json!([anchor("inference", "requirements")]))
        ]),
        json!([]),
    );
    assert_eq!(setting().judge(&critique).objections[0].targets, ["wave:W1", "case:E1"]);
    let judged = Setting { plan: detail(), ..setting() }.judge(&critique);
    assert_eq!(judged.objections[1].targets, ["deliverable:requirements"]);
}

fn draft_on(view: &PassView, comments: &[(usize, &str)]) -> Draft {
    let mut draft = Draft::new(Pass::Coding);
    let now = DateTime::UNIX_EPOCH;
    for (at, text) in comments {
        let change = draft.adding(Hangs::of(&view.targets[*at]).unwrap(), *text, now);
        History::default().apply(&mut draft, change, now);
    }
    draft
}

#[test]
fn comments_become_objections_in_the_order_of_the_plan() {
    let view = plan_with("a");
    let mut draft = draft_on(&view, &[(2, "third"), (0, " first\n")]);
    draft.comments[0].objecting = Some(Objecting { lens: Lens::Security, rule: Some("CON-SEC-01".into()) });
    let made = objections(&draft, &view, &|_| None).unwrap();
    let plan = |id: &str| vec![Anchor { kind: AnchorKind::Plan, reference: id.into(), quote: None }];
    assert_eq!((made[0].claim.as_str(), made[0].lens, &made[0].evidence), (" first\n", Lens::Scope, &plan("W1")));
    assert_eq!(
        (made[1].lens, made[1].rule.as_deref(), &made[1].evidence),
        (Lens::Security, Some("CON-SEC-01"), &plan("E1"))
    );
    draft.comments[0].text = " ".into();
    assert_eq!(objections(&draft, &view, &|_| None), Err(Refusal::Empty(vec![1])));
    draft.comments[1].anchor.id = "wave:W7".into();
    assert_eq!(objections(&draft, &view, &|_| None), Err(Refusal::Gone(vec![2])));
}

#[test]
fn an_objection_to_a_deliverable_names_its_heading_and_its_key() {
    let view = detail();
    let draft = draft_on(&view, &[(0, "text")]);
    let refs = |heading: Option<&str>| {
        let made = objections(&draft, &view, &|_| heading.map(str::to_owned)).unwrap();
        made[0].evidence.iter().map(|a| format!("{} {}", a.kind.as_str(), a.reference)).collect::<Vec<_>>()
    };
    assert_eq!(refs(Some("Goals")), ["analysis Goals", "inference requirements"]);
    assert_eq!(refs(None), ["inference requirements"]);
}

fn new(claim: &str) -> NewObjection {
    let evidence = vec![Anchor { kind: AnchorKind::Plan, reference: "W1".into(), quote: None }];
    NewObjection { lens: Lens::Scope, claim: claim.into(), rule: None, evidence }
}

fn appended(text: Option<&str>, claims: &[&str]) -> Result<(String, Vec<String>), AppendRefused> {
    let objections: Vec<NewObjection> = claims.iter().map(|claim| new(claim)).collect();
    let bytes = text.map(str::as_bytes);
    let made = append(&Append { file: Path::new("c"), bytes, objections: &objections, persona: "reviewer" })?;
    Ok((String::from_utf8(made.bytes).unwrap(), made.ids))
}

#[test]
fn a_new_critique_is_whole_and_has_empty_replies() {
    let (text, ids) = appended(None, &["a \"b\"\nc"]).unwrap();
    let expected = "{\n  \"version\": 1,\n  \"round\": 1,\n  \"critic\": {\n    \"persona\": \"reviewer\"\n  },\n  \
                    \"objections\": [\n    {\n      \"id\": \"OBJ-01\",\n      \"lens\": \"scope\",\n      \
                    \"claim\": \"a \\\"b\\\"\\nc\",\n      \"evidence\": [\n        {\n          \"kind\": \"plan\",\n          \
                    \"ref\": \"W1\"\n        }\n      ]\n    }\n  ],\n  \"replies\": []\n}\n";
    assert_eq!((text.as_str(), ids), (expected, vec!["OBJ-01".to_owned()]));
}

#[test]
fn numbers_follow_the_highest_and_end_with_999() {
    let with = |id: &str| {
        json!({"version": 1, "round": 1, "objections": [objection(id, None, json!([anchor("plan", "W1")]))],
        "replies": []})
        .to_string()
    };
    assert_eq!(appended(Some(&with("OBJ-09")), &["a", "b"]).unwrap().1, ["OBJ-10", "OBJ-11"]);
    assert_eq!(appended(Some(&with("OBJ-99")), &["a"]).unwrap().1, ["OBJ-100"]);
    assert_eq!(appended(Some(&with("OBJ-998")), &["a"]).unwrap().1, ["OBJ-999"]);
    assert_eq!(appended(Some(&with("OBJ-998")), &["a", "b"]), Err(AppendRefused::Full));
}

#[test]
fn with_replies_the_round_is_closed_and_what_is_no_critique_is_left_alone() {
    let replied = r#"{"version":1,"round":1,"objections":[],"replies":[{"objection":"OBJ-01"}]}"#;
    assert_eq!(appended(Some(replied), &["a"]), Err(AppendRefused::Closed));
    for broken in [
        "",
        "{",
        "[]",
        r#"{"version":2,"objections":[]}"#,
        r#"{"version":1}"#,
        r#"{"version":1,"objections":{}}"#,
        r#"{"version":1,"round":1,"objections":[],"replies":{}}"#,
    ] {
        assert!(matches!(appended(Some(broken), &["a"]), Err(AppendRefused::Unreadable(_))), "{broken}");
    }
    let mut bad = new("a");
    bad.rule = Some("CON-X".into());
    let asked = Append { file: Path::new("c"), bytes: None, objections: &[bad], persona: "p" };
    assert!(matches!(append(&asked), Err(AppendRefused::NotARule(_))));
}

#[test]
fn new_objections_are_laid_out_as_the_others_are() {
    let old = r#"{"id":"OBJ-01","lens":"scope","claim":"x","evidence":[{"kind":"plan","ref":"W1"}]}"#;
    let ours = r#"{"id":"OBJ-02","lens":"scope","claim":"a","evidence":[{"kind":"plan","ref":"W1"}]}"#;
    let around = |list: &str| format!("{{\"version\":1,\"round\":1,\"objections\":{list},\"replies\":[]}}");
    assert_eq!(appended(Some(&around(&format!("[{old}]"))), &["a"]).unwrap().0, around(&format!("[{old},{ours}]")));
    let lines = |list: &str| format!("\u{feff}{}", around(list));
    let made = appended(Some(&lines(&format!("[\r\n\t{old}\r\n]"))), &["a"]).unwrap().0;
    assert_eq!(made, lines(&format!("[\r\n\t{old},\r\n\t{ours}\r\n]")));
    let minified = appended(Some(&around("[ ]")), &["a"]).unwrap().0;
    assert_eq!(minified, around(&format!("[{}]", ours.replace("OBJ-02", "OBJ-01"))));
    let (first, _) = appended(None, &["a"]).unwrap();
    let (both, _) = appended(None, &["a", "b"]).unwrap();
    assert_eq!(appended(Some(&first), &["b"]).unwrap().0, both, "as if written at once");
    let empty = "{\n\t\"version\": 1,\n\t\"round\": 1,\n\t\"objections\": [],\n\t\"replies\": []\n}";
    let made = appended(Some(empty), &["a"]).unwrap().0;
    assert!(made.contains("\"objections\": [\n\t\t{\n\t\t\t\"id\": \"OBJ-01\""), "{made}");
    assert!(made.contains("\n\t\t}\n\t],\n\t\"replies\""), "{made}");
}

proptest! {
    #[test]
    fn appending_keeps_every_byte_and_adds_what_was_asked(
        claims in proptest::collection::vec(".{1,20}", 0..4),
        added in proptest::collection::vec("[^\\s].{0,20}", 1..4),
        indent in 0..5usize,
        crlf: bool,
        is_pretty: bool,
    ) {
        let list: Vec<Value> = claims.iter().enumerate().map(|(n, claim)| {
            json!({"id": format!("OBJ-{:02}", n + 1), "lens": "scope", "claim": claim, "evidence": [anchor("plan", "W1")]})
        }).collect();
        let value = json!({"version": 1, "objections": list, "round": 1.0, "replies": []});
        let mut text = if is_pretty {
            let mut bytes = Vec::new();
            let unit = " ".repeat(indent);
            let formatter = serde_json::ser::PrettyFormatter::with_indent(unit.as_bytes());
            let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
            serde::Serialize::serialize(&value, &mut serializer).unwrap();
            String::from_utf8(bytes).unwrap()
        } else {
            value.to_string()
        };
        if crlf {
            text = text.replace('\n', "\r\n");
        }
        let refs: Vec<&str> = added.iter().map(String::as_str).collect();
        let (made, ids) = appended(Some(&text), &refs).unwrap();
        prop_assert_eq!(ids.len(), added.len());
        // What was there is a beginning and an end of what is there now, but for the blanks of an empty list.
        let start = made.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
        let end = made.bytes().rev().zip(text.bytes().rev()).take_while(|(a, b)| a == b).count();
        prop_assert!(start + end >= text.len());
        let now: Value = serde_json::from_str(&made).unwrap();
        let said: Vec<&str> = now["objections"].as_array().unwrap().iter().map(|o| o["claim"].as_str().unwrap()).collect();
        let expected: Vec<&str> = claims.iter().map(String::as_str).chain(refs).collect();
        prop_assert_eq!(said, expected);
    }

    #[test]
    fn no_anchor_asks_for_a_path_that_leaves_the_worktree(reference in "(\\.|/|\\.\\.|a| |\\\\|:|[0-9]|~){0,12}(:1)?") {
        let critique = file(json!([objection("OBJ-01", None, json!([anchor("file", &reference)]))]), json!([]));
        let world = Memory::default();
        let plan = plan_with("a");
        judge(&critique, &Case { plan: &plan, world: &world, binding: &[], person: false, rulings: &BTreeMap::new(),
            before: None, refused: &BTreeSet::new(), flawed: false });
        for path in world.asked.borrow().iter() {
            let asked = Path::new(path);
            prop_assert!(asked.is_relative() && !asked.components().any(|c| c == std::path::Component::ParentDir), "{}", path);
        }
    }
}
