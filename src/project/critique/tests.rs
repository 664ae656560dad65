use std::fs;
use std::path::PathBuf;

use chrono::DateTime;
use serde_json::{Value, json};

use super::*;
use crate::project::decisions::Found;
use crate::project::store::tests::store;
use crate::project::submit::Step;
use crate::review::critique::Ruling;
use crate::review::draft::{Anchor, Draft};
use crate::review::history::History;
use crate::review::round::Outcome;

const NOW: DateTime<chrono::Utc> = DateTime::UNIX_EPOCH;
const PLAN: &str =
    r#"{"format":"lite","objective":"o","waves":[{"id":"W1","changes":["a"],"dependsOn":[]}],"testCases":[]}"#;

struct World {
    _dir: tempfile::TempDir,
    store: Store,
    place: CodingPlace,
    plan: Plan,
}

fn world() -> World {
    let (dir, store) = store();
    let plan_dir = store.plan_dir().to_owned();
    fs::write(plan_dir.join("plan.json"), PLAN).unwrap();
    let place = CodingPlace {
        file: plan_dir.join("plan.json"),
        topics: Vec::new(),
        topic: None,
        critique: plan_dir.join(".pipeline/plan-critique.json"),
        worktree: plan_dir,
    };
    let mut world = World { _dir: dir, store, place, plan: Plan::default() };
    world.replan(PLAN);
    world
}

impl World {
    fn replan(&mut self, text: &str) {
        fs::write(&self.place.file, text).unwrap();
        let mut plan = Plan::new(crate::review::target::PlanKind::Coding);
        *plan.pass_mut(Pass::Coding) = view_of(&self.place.file, text.into());
        self.plan = plan;
    }

    fn draft(&self, texts: &[&str]) -> Draft {
        let mut draft = Draft::new(Pass::Coding);
        for text in texts {
            let anchor = Anchor::of(&self.plan.pass(Pass::Coding).targets[0]).unwrap();
            let change = draft.adding(anchor, *text, NOW);
            History::default().apply(&mut draft, change, NOW);
        }
        draft
    }

    fn order(&self) -> CritiqueOrder<'_> {
        let view = self.plan.pass(Pass::Coding);
        CritiqueOrder { path: &self.place.critique, view, plan: PLAN.as_bytes(), persona: "reviewer", now: NOW }
    }

    fn submit(&self, texts: &[&str]) -> Result<CritiqueSubmitted, CritiqueRefused> {
        self.store.submit_critique(&self.order(), &mut self.draft(texts))
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&fs::read(&self.place.critique).unwrap()).unwrap()
    }

    fn reply(&self, replies: Value) {
        let mut json = self.json();
        json["replies"] = replies;
        fs::write(&self.place.critique, json.to_string()).unwrap();
    }

    fn load(&self) -> LoadedCritique {
        let options = LoadOptions { state: Some(self.store.clone()), person: true, ..LoadOptions::default() };
        load(&self.place, &self.plan, &options).unwrap()
    }

    fn note(&self, loaded: &LoadedCritique) {
        let plan = fs::read(&self.place.file).unwrap();
        note(&self.store, loaded, self.plan.pass(Pass::Coding), Some(&plan)).unwrap();
    }

    fn observe(&self) -> Vec<Option<Outcome>> {
        let loaded = self.load();
        let critique = loaded.critique.as_ref().unwrap();
        let ended = self.store.observe_critique(&self.place.critique, critique, Some(b"after"), NOW).unwrap();
        ended.into_iter().map(|round| round.outcome).collect()
    }
}

fn accepts(ids: &[&str]) -> Value {
    let anchor = json!([{"kind": "plan", "ref": "W1"}]);
    ids.iter().map(|id| json!({"objection": id, "action": "accept", "revision": "r", "evidence": anchor})).collect()
}

#[test]
fn objections_are_appended_and_their_round_is_kept() {
    let world = world();
    let mut draft = world.draft(&["one", "two"]);
    let made = world.store.submit_critique(&world.order(), &mut draft).unwrap();
    assert_eq!((made.ids, made.round, made.warnings), (vec!["OBJ-01".into(), "OBJ-02".into()], 1, Vec::new()));
    assert!(draft.is_empty());
    assert_eq!(world.json()["critic"]["persona"], "reviewer");
    assert_eq!(world.submit(&["three"]).unwrap().ids, ["OBJ-03"]);
    let claims: Vec<Value> =
        world.json()["objections"].as_array().unwrap().iter().map(|o| o["claim"].clone()).collect();
    assert_eq!(claims, ["one", "two", "three"]);
    assert_eq!(world.store.round_objections(1), ["OBJ-01", "OBJ-02"]);
    assert_eq!(world.store.round_before(1).unwrap(), PLAN.as_bytes());
    assert!(world.store.rounds().0.iter().all(|round| round.is_open() && round.pending.is_none()));
    assert_eq!(world.load().verdict(), Verdict::Awaiting);
}

#[test]
fn submitted_objections_are_a_decision_that_is_told_once() {
    let world = world();
    let made = world.submit(&["one"]).unwrap();
    world.reply(accepts(&["OBJ-01"]));
    let comments = world.place.worktree.join("plan-comments.json");
    assert_eq!(world.store.collect(&comments, NOW).unwrap(), Found::Decided(made.decision));
    assert_eq!(world.store.collect(&comments, NOW).unwrap(), Found::Nothing);
}

#[test]
fn a_round_is_handled_once_all_its_objections_have_replies() {
    let world = world();
    world.submit(&["one"]).unwrap();
    world.submit(&["two"]).unwrap();
    world.store.observe(None, |_| None, NOW).unwrap();
    assert!(world.observe().is_empty(), "neither the appending nor a missing plan-comments.json ends a round");
    world.reply(accepts(&["OBJ-01"]));
    assert_eq!(world.observe(), [Some(Outcome::Handled)]);
    assert_eq!(world.store.round_after(1).unwrap().unwrap(), b"after");
    world.reply(accepts(&["OBJ-01", "OBJ-02"]));
    assert_eq!(world.observe(), [Some(Outcome::Handled)]);
    assert!(world.observe().is_empty());
}

#[test]
fn a_round_none_of_whose_objections_is_left_was_replaced() {
    let world = world();
    world.submit(&["one"]).unwrap();
    fs::write(&world.place.critique, r#"{"version":1,"round":1,"objections":[],"replies":[]}"#).unwrap();
    assert_eq!(world.observe(), [Some(Outcome::Replaced)]);
}

#[test]
fn with_replies_nothing_is_written_and_the_draft_stays() {
    let world = world();
    world.submit(&["one"]).unwrap();
    world.reply(accepts(&["OBJ-01"]));
    let before = fs::read(&world.place.critique).unwrap();
    let mut draft = world.draft(&["late"]);
    let kept = draft.clone();
    assert_eq!(world.store.submit_critique(&world.order(), &mut draft), Err(CritiqueRefused::Closed));
    assert_eq!((draft, fs::read(&world.place.critique).unwrap()), (kept, before));
    assert_eq!(world.submit(&[]), Err(CritiqueRefused::Nothing));
}

#[test]
fn what_another_writes_meanwhile_stays_and_ours_comes_after_it() {
    let world = world();
    world.submit(&["one"]).unwrap();
    let mut theirs = world.json();
    let mut other = theirs["objections"][0].clone();
    (other["id"], other["claim"]) = (json!("OBJ-07"), json!("theirs"));
    theirs["objections"].as_array_mut().unwrap().push(other);
    let interfered = std::cell::Cell::new(false);
    let interferes = |step: Step| {
        if step == Step::Temporary && !interfered.replace(true) {
            fs::write(&world.place.critique, theirs.to_string()).unwrap();
        }
        false
    };
    let made = world.store.submit_critique_until(&world.order(), &mut world.draft(&["ours"]), &interferes).unwrap();
    assert_eq!(made.ids, ["OBJ-08"]);
    assert_eq!(world.json()["objections"][1]["claim"], "theirs");
    assert_eq!(world.store.rounds().0.len(), 2, "the attempt that failed is no round");
}

#[test]
fn a_crash_at_any_step_loses_nothing_and_offers_nothing_twice() {
    for there in [false, true] {
        for step in [Step::Temporary, Step::Marked, Step::Stored, Step::Placed, Step::Noted] {
            let world = world();
            if there {
                world.submit(&["first"]).unwrap();
            }
            let mut draft = world.draft(&["text"]);
            world.store.save_draft(&mut draft, None).unwrap();
            assert!(world.store.submit_critique_until(&world.order(), &mut draft, &|at| at == step).is_err());
            let written =
                world.place.critique.exists() && fs::read_to_string(&world.place.critique).unwrap().contains("text");
            assert_eq!(written, step >= Step::Placed, "{step:?}");
            world.store.settle(&world.place.file.with_file_name("plan-comments.json"), NOW).unwrap();
            let draft = world.store.load_draft(Pass::Coding, NOW).draft;
            assert_eq!(draft.comments.is_empty(), written, "{step:?} {there}");
            assert_eq!(draft.becoming, None);
            let rounds = world.store.rounds().0;
            assert_eq!(rounds.len(), usize::from(there) + usize::from(written), "{step:?} {there}");
            assert!(rounds.iter().all(|round| round.pending.is_none() && round.is_open()));
        }
    }
}

#[test]
fn links_and_what_is_no_file_are_refused() {
    let world = world();
    fs::create_dir(world.place.worktree.join(".pipeline")).unwrap();
    let elsewhere = world.place.worktree.join("else.json");
    std::os::unix::fs::symlink(&elsewhere, &world.place.critique).unwrap();
    assert!(matches!(world.submit(&["x"]), Err(CritiqueRefused::Disk(DiskError { cause: Cause::Link(_), .. }))));
    fs::remove_file(&world.place.critique).unwrap();
    fs::create_dir(&world.place.critique).unwrap();
    assert!(matches!(world.submit(&["x"]), Err(CritiqueRefused::Disk(_))));
    assert!(!elsewhere.exists());
    fs::remove_dir(&world.place.critique).unwrap();
    fs::write(&world.place.critique, "{").unwrap();
    assert!(matches!(world.submit(&["x"]), Err(CritiqueRefused::Unreadable(_))));
}

#[test]
fn other_objections_after_the_judgement_are_a_second_round_until_the_plan_changes() {
    let mut world = world();
    world.submit(&["one"]).unwrap();
    world.note(&world.load());
    world.reply(accepts(&["OBJ-01"]));
    world.note(&world.load());
    assert_eq!(world.load().verdict(), Verdict::Clear);
    let mut other = world.json();
    other["objections"][0]["claim"] = "another".into();
    let judged = fs::read(&world.place.critique).unwrap();
    fs::write(&world.place.critique, other.to_string()).unwrap();
    let loaded = world.load();
    let codes: Vec<&str> = loaded.all_findings().map(|finding| finding.code).collect();
    assert_eq!(codes, ["second-round", "second-round-gone"]);
    assert_eq!(loaded.verdict(), Verdict::Blocked);
    assert!(loaded.judgement.unwrap().objections[0].is_refused);
    world.replan(&PLAN.replace("\"a\"", "\"b\""));
    assert_eq!(world.load().verdict(), Verdict::Clear, "another plan");
    world.replan(PLAN);
    fs::write(&world.place.critique, judged).unwrap();
    world.reply(json!([{"objection": "OBJ-01", "action": "rebut", "evidence": [{"kind": "plan", "ref": "W1"}]}]));
    assert_eq!(world.load().verdict(), Verdict::Clear, "new replies are fine");
}

#[test]
fn an_accept_is_unchanged_while_the_plan_is_what_was_submitted_on() {
    let mut world = world();
    world.submit(&["one"]).unwrap();
    world.reply(accepts(&["OBJ-01"]));
    let loaded = world.load();
    assert_eq!(loaded.all_findings().map(|finding| finding.code).collect::<Vec<_>>(), ["accepted-unchanged"]);
    assert_eq!(loaded.verdict(), Verdict::Clear, "a warning");
    world.replan(&PLAN.replace("\"a\"", "\"b\""));
    assert_eq!(world.load().all_findings().count(), 0);
}

#[test]
fn a_ruling_holds_while_the_objection_says_the_same() {
    let world = world();
    world.submit(&["one"]).unwrap();
    world.reply(accepts(&["OBJ-01"]));
    let path = &world.place.critique;
    world.store.rule(path, "OBJ-01", Some(Ruling::Insist("no".into()))).unwrap();
    let loaded = world.load();
    assert_eq!(loaded.verdict(), Verdict::Blocked, "--person");
    assert_eq!(loaded.judgement.unwrap().objections[0].ruling, Some(Ruling::Insist("no".into())));
    world.store.rule(path, "OBJ-01", None).unwrap();
    assert_eq!(world.load().verdict(), Verdict::Clear);
    world.store.rule(path, "OBJ-01", Some(Ruling::Agree)).unwrap();
    let mut other = world.json();
    other["objections"][0]["claim"] = "another".into();
    fs::write(path, other.to_string()).unwrap();
    assert_eq!(world.load().judgement.unwrap().objections[0].ruling, None);
    assert!(world.store.rule(path, "OBJ-77", Some(Ruling::Agree)).is_err());
}

#[test]
fn a_critique_that_is_no_file_is_a_finding_and_never_clear() {
    let world = world();
    let options = LoadOptions::default();
    assert!(load(&world.place, &world.plan, &options).is_none());
    fs::create_dir_all(&world.place.critique).unwrap();
    let loaded = load(&world.place, &world.plan, &options).unwrap();
    assert_eq!((loaded.findings[0].code, loaded.verdict()), ("unreadable", Verdict::Blocked));
}

#[test]
fn each_file_is_read_once_and_what_is_no_text_is_refused() {
    use crate::review::critique::World as _;
    let world = world();
    let root: PathBuf = world.place.worktree.clone();
    fs::write(root.join("text"), b"one\ntw\xffo\n").unwrap();
    fs::write(root.join("binary"), b"a\0b").unwrap();
    let files = world::Files::new(&root, &[]);
    let lines = files.lines("text").unwrap();
    assert_eq!(*lines, ["one", "tw\u{fffd}o"]);
    fs::write(root.join("text"), b"changed").unwrap();
    assert_eq!(files.lines("./text").unwrap(), lines);
    assert_eq!(files.lines("binary").unwrap_err().key, "critique.reason.binary");
    assert_eq!(files.lines("../x").unwrap_err().key, "critique.reason.upward");
    assert_eq!(files.analysis("x").unwrap_err().key, "critique.reason.no-analysis");
}
