//! Small files of every kind, and ways to damage them.

use planboard::contract::kind::FileKind;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

/// Valid files: the least that is allowed, and one with everything.
pub fn samples() -> Vec<(FileKind, Value)> {
    vec![
        (FileKind::PlanComments, plan_comments()),
        (FileKind::PlanComments, json!({"version": 0, "pass": "final", "submitted_at": TIME, "comments": []})),
        (FileKind::ResearchPlan, research_plan()),
        (FileKind::Edit, edit_v0()),
        (FileKind::Edit, json!({"source": {"path": "a.mp4"}})),
        (FileKind::Edit, edit_v1()),
        (FileKind::Edit, edit_v2()),
        (FileKind::PlanNotes, plan_notes()),
        (FileKind::PlanNotes, json!({"version": 1, "mode": "a note"})),
        (FileKind::CodingPlan, lite()),
        (FileKind::CodingPlan, clarify()),
        (FileKind::CodingPlan, detail()),
        (FileKind::PlanCritique, critique()),
        (FileKind::PlanCritique, json!({"version": 1, "round": 1, "objections": [], "replies": []})),
    ]
}

const TIME: &str = "2026-08-01T10:00:00.000Z";

/// Files with one mistake each, and its name.
pub fn broken() -> Vec<(FileKind, &'static str, Value)> {
    let with = |kind, name, mut sample: Value, pointer: &str, value: Value| {
        *sample.pointer_mut(pointer).expect("a value") = value;
        (kind, name, sample)
    };
    use FileKind::*;
    vec![
        with(PlanComments, "retired kind", plan_comments(), "/comments/0/target_kind", json!("slot")),
        with(PlanComments, "no index", plan_comments(), "/comments/0/target_id", json!("02")),
        with(PlanComments, "blank text", plan_comments(), "/comments/0/text", json!("\u{feff}\u{3000}")),
        with(PlanComments, "newer", plan_comments(), "/version", json!(1)),
        with(ResearchPlan, "length 0", research_plan(), "/structure/shots/0/duration_estimate_seconds", json!(0)),
        with(ResearchPlan, "no time", research_plan(), "/structure/confirmed_at", json!(null)),
        with(ResearchPlan, "chosen without a time", research_plan(), "/topic/decided_at", json!(null)),
        with(ResearchPlan, "reserved", research_plan(), "/feedback/reserved", json!(false)),
        with(ResearchPlan, "unknown word", research_plan(), "/shot_list/0/status", json!("later")),
        with(Edit, "track below 0", edit_v0(), "/cuts/1/track", json!(-1)),
        with(Edit, "no source", edit_v1(), "/cuts/0/src", json!("")),
        with(Edit, "fractional rate", edit_v2(), "/output/fps", json!(29.97)),
        with(Edit, "item without id", edit_v2(), "/tracks/0/items/1/items/0/id", json!("")),
        with(Edit, "newer", edit_v2(), "/version", json!(3)),
        with(PlanNotes, "two in progress", plan_notes(), "/items/0/status", json!("in_progress")),
        with(PlanNotes, "none in progress", plan_notes(), "/items/1/status", json!("pending")),
        with(PlanNotes, "below 0", plan_notes(), "/autoTurnsUsed", json!(-1)),
    ]
}

pub fn plan_comments() -> Value {
    json!({"version": 0, "pass": "structure", "submitted_at": TIME, "comments": [
        {"target_kind": "shot", "target_id": "2", "title": "雨の通り", "text": "もう少し長く。", "more": 1},
    ]})
}

fn research_plan() -> Value {
    json!({
        "version": 0,
        "topic": {
            "candidates": [{"id": "t-1", "title": "雨", "category": "hero", "monetization_potential": "low",
                "rationale": "r"}],
            "selected": "t-1", "decided_at": TIME
        },
        "target": {
            "audience": "all",
            "competitors": [{"name": "n", "url": null, "notes": "x", "gap": null}],
            "japan_sns": {"platforms": ["x"], "notes": "n"}
        },
        "structure": {
            "chapters": [{"id": "c-1", "title": "one", "duration_estimate_seconds": 9.5, "notes": null}],
            "shots": [
                {"id": "s-1", "chapter_id": "c-1", "shot_type": "wide", "description": "a", "sequence": null,
                    "duration_estimate_seconds": 4, "image_path": null, "camera": {"movement": ["pan"], "path_hint": "p"}},
                {"id": "s-2", "chapter_id": null, "shot_type": null, "description": "b", "cutaway_of": "s-1",
                    "duration_estimate_seconds": null, "image_path": "b.png", "sequence": "c-1"},
            ],
            "opening_hook": "h", "confirmed": true, "confirmed_at": TIME
        },
        "shot_list": [{"id": "l-1", "ref_shot_id": "s-1", "location": "roof", "equipment": ["lamp"], "checklist": [],
            "status": "planned"}],
        "sources": [{"id": "f-1", "url": "https://example.org", "retrieved_at": null, "cost": "free", "note": null}],
        "feedback": {"reserved": true, "note": null}
    })
}

fn edit_v0() -> Value {
    json!({"version": 0, "source": {"path": "a.mp4", "proxy": null}, "tracks": {"a": true}, "output": {"fps": 29.97}, "cuts": [
        {"in": 0, "out": 2.5, "label": "one", "reason": "silence"},
        {"in": 3, "out": 4, "at": 9, "track": 1, "speed": 2, "transition_out": {"type": "fade", "duration": 1},
            "freeze": {"at_sec": 1, "duration_sec": 0.5}},
    ]})
}

fn edit_v1() -> Value {
    json!({"version": 1, "sources": [{"id": "a", "path": "a.mp4"}], "cuts": [{"src": "a", "in": 0, "out": 1}]})
}

fn edit_v2() -> Value {
    let media = |id: &str, at: u32| {
        json!({"id": id, "name": "n", "at": at, "duration": 30, "hidden": false,
            "source": {"kind": "media", "src": "a", "in": 0, "out": 1, "speed": 1}})
    };
    json!({
        "version": 2, "output": {"fps": 30}, "sources": [{"id": "a", "path": "a.mp4"}],
        "tracks": [
            {"id": "v", "lane": "visual", "name": "main", "items": [
                media("one", 0),
                {"id": "g", "at": 30, "duration": 60, "source": {"kind": "group"}, "items": [media("two", 0)]},
            ]},
            {"id": "c", "lane": "visual", "content": "captions.json"},
            {"id": "s", "lane": "audio", "items": []},
        ]
    })
}

fn plan_notes() -> Value {
    json!({
        "version": 1, "mode": "planned",
        "items": [
            {"id": "step-1", "title": "one", "status": "done", "summary": "s", "changedFiles": ["a.rs"]},
            {"id": "step-2", "title": "two", "status": "in_progress"},
            {"id": "step-3", "title": "three", "status": "pending"},
        ],
        "currentIndex": 1, "autoContinueOnDone": true, "maxAutoTurns": 6, "autoTurnsUsed": 1, "lastStepSummary": "s"
    })
}

fn lite() -> Value {
    let case = |id: &str, layer: &str| {
        json!({"id": id, "layer": layer, "scenario": "s", "steps": "s", "expected": {"url": "/", "text": "t"},
            "executor": "vitest", "requiresScreenshot": layer == "real", "file": "f", "describe": "d"})
    };
    json!({
        "format": "lite", "objective": "o",
        "waves": [
            {"id": "W1", "changes": ["a.ts"], "dependsOn": []},
            {"id": "W2", "changes": ["b.ts"], "dependsOn": ["W1"], "parallelGroup": "g"},
        ],
        "testCases": [case("E1", "mock"), case("E2", "real")]
    })
}

fn clarify() -> Value {
    json!({"format": "mid-clarify", "objective": "o", "deliverables": {"requirements": "r", "systemArchitecture": "s"}})
}

fn detail() -> Value {
    json!({
        "format": "mid-detail", "objective": "o",
        "waves": [{"id": "W1", "issues": ["#3"], "dependsOn": []}],
        "testCases": [{"id": "T1.1", "layer": "unit", "scenario": "s", "steps": "s", "assertion": "a",
            "executor": "vitest", "dependsOn": [], "parallelGroup": "g"}],
        "deliverables": {"issues": "i", "nonFunctional": "n", "codeArchitecture": "c", "executionPlan": "e"}
    })
}

fn critique() -> Value {
    json!({
        "version": 1, "round": 1, "critic": {"persona": "p", "rung": "r"},
        "objections": [
            {"id": "OBJ-01", "lens": "scope", "claim": "c", "rule": "CON-SEC-01",
                "evidence": [{"kind": "file", "ref": "src/a.ts:12", "quote": "q"}]},
            {"id": "OBJ-02", "lens": "security", "claim": "c", "evidence": [{"kind": "plan", "ref": "W1"}]},
        ],
        "replies": [
            {"objection": "OBJ-01", "action": "accept", "revision": "r", "evidence": [{"kind": "plan", "ref": "W1"}]},
            {"objection": "OBJ-02", "action": "rebut", "note": "n", "evidence": [{"kind": "inference", "ref": "i"}]},
        ]
    })
}

/// Damage at one place of a file.
#[derive(Debug, Clone)]
pub struct Change {
    at: Index,
    act: Act,
}

#[derive(Debug, Clone)]
enum Act {
    /// The value becomes this.
    Become(Value),
    /// The value goes.
    Go,
    /// Another key or element beside it.
    Beside(&'static str, Value),
    /// The value stands there twice.
    Twice,
}

const KEYS: &[&str] =
    &["id", "version", "mode", "content", "items", "freeze", "at", "track", "src", "sequence", "rule", "quote", "x"];

fn value() -> impl Strategy<Value = Value> {
    let words = prop::sample::select(vec![
        "",
        " ",
        "\u{feff}",
        "\u{85}",
        "\u{200b}",
        "0",
        "00",
        "-1",
        "１",
        "slot",
        "clip",
        "shot",
        "cut",
        "media",
        "/a",
        "C:\\a",
        "done",
        "in_progress",
        "pending",
        "planned",
        "stopped",
        "lite",
        "mid-clarify",
        "mid-detail",
        "mock",
        "e2e",
        "accept",
        "rebut",
        "OBJ-01",
        "OBJ-01\n",
        "OBJ-1",
        "CON-LIC-001",
        "file",
        "a.ts:1",
        "U1",
        "W1",
        "E1",
        TIME,
    ]);
    let numbers = prop::sample::select(vec![
        json!(0),
        json!(1),
        json!(2),
        json!(3),
        json!(-1),
        json!(1.0),
        json!(0.0),
        json!(-0.0),
        json!(0.5),
        json!(-0.5),
        json!(1e30),
        json!(1e-320),
        json!(i64::MAX),
        json!(u64::MAX),
        json!(9_223_372_036_854_775_808_u64),
    ]);
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        words.prop_map(Value::from),
        numbers,
        Just(json!([])),
        Just(json!({})),
        Just(json!([1])),
        Just(json!(["a"])),
    ]
}

impl Arbitrary for Change {
    type Parameters = ();
    type Strategy = BoxedStrategy<Change>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        let act = prop_oneof![
            6 => value().prop_map(Act::Become),
            3 => Just(Act::Go),
            2 => (prop::sample::select(KEYS), value()).prop_map(|(key, value)| Act::Beside(key, value)),
            1 => Just(Act::Twice),
        ];
        (any::<Index>(), act).prop_map(|(at, act)| Change { at, act }).boxed()
    }
}

impl Change {
    /// Damages the file.
    pub fn apply(&self, file: &mut Value) {
        let mut places = Vec::new();
        collect(file, String::new(), &mut places);
        let at = self.at.get(&places);
        let Some((parent, last)) = at.rsplit_once('/') else {
            if let Act::Become(value) = &self.act {
                *file = value.clone();
            }
            return;
        };
        let parent = file.pointer_mut(parent).expect("it is there");
        match (parent, &self.act) {
            (Value::Object(members), Act::Become(value)) => drop(members.insert(last.into(), value.clone())),
            (Value::Object(members), Act::Go) => drop(members.remove(last)),
            (Value::Object(members), Act::Beside(key, value)) => drop(members.insert((*key).into(), value.clone())),
            (Value::Object(_), Act::Twice) => {}
            (Value::Array(elements), act) => {
                let n: usize = last.parse().expect("an index");
                match act {
                    Act::Become(value) => elements[n] = value.clone(),
                    Act::Go => drop(elements.remove(n)),
                    Act::Beside(_, value) => elements.insert(n, value.clone()),
                    Act::Twice => elements.insert(n, elements[n].clone()),
                }
            }
            _ => unreachable!("a parent holds values"),
        }
    }
}

fn collect(value: &Value, at: String, into: &mut Vec<String>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| collect(value, format!("{at}/{key}"), into)),
        Value::Array(elements) => {
            elements.iter().enumerate().for_each(|(n, value)| collect(value, format!("{at}/{n}"), into));
        }
        _ => {}
    }
    into.push(at);
}
