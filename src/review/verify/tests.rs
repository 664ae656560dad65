//! A test for each rule of loop rules, "Verifying".

use std::path::{Path, PathBuf};

use chrono::DateTime;
use serde_json::{Value, json};

use super::*;
use crate::contract::plan_comments::Pass;
use crate::review::diff::About;
use crate::review::plan::{self, FileState, Inputs};
use crate::review::round::{Told, sha256_hex};

/// The pass of a plan file with this content.
pub(super) fn view(pass: Pass, plan: &Value) -> (PassView, Vec<u8>) {
    let bytes = plan.to_string().into_bytes();
    let state = |wanted: bool| if wanted { FileState::Bytes(bytes.clone()) } else { FileState::Absent };
    let structure = pass == Pass::Structure;
    let built = plan::build(Inputs {
        research: ("/p/planning/research-plan.json".into(), state(structure)),
        edit: ("/p/edit.json".into(), state(!structure)),
        intake: ("/p/.akari/intake.json".into(), FileState::Absent),
        target_seconds: None,
        now: DateTime::UNIX_EPOCH,
        read_sidecar: &|_| None,
    });
    (built.pass(pass).clone(), bytes)
}

/// Comments on these ids.
pub(super) fn named(pass: Pass, ids: &[&str]) -> Vec<SubmittedComment> {
    let comment = |id: &&str| SubmittedComment {
        target_kind: pass.target_kind(),
        target_id: (*id).to_owned(),
        title: format!("title of {id}"),
        text: "x".to_owned(),
    };
    ids.iter().map(comment).collect()
}

pub(super) fn check(pass: Pass, ids: &[&str], before: &Value, after: &Value) -> Verification {
    check_with(pass, ids, before, after, Files::default())
}

fn check_with(pass: Pass, ids: &[&str], before: &Value, after: &Value, files: Files) -> Verification {
    let ((old, old_bytes), (new, new_bytes)) = (view(pass, before), view(pass, after));
    let (old, new) = (Side { view: &old, bytes: &old_bytes }, Side { view: &new, bytes: &new_bytes });
    verify(&named(pass, ids), old, new, files)
}

pub(super) fn structure(shots: Vec<Value>) -> Value {
    let chapter = |id: &str| json!({"id": id, "title": id, "duration_estimate_seconds": null, "notes": null});
    json!({"version": 0,
        "topic": {"candidates": [{"id": "t1", "title": "a"}], "selected": null, "decided_at": null},
        "target": {"audience": "a", "competitors": [], "japan_sns": {"platforms": ["x"], "notes": "n"}},
        "structure": {"chapters": [chapter("c1"), chapter("c2")], "shots": shots, "opening_hook": "h",
            "confirmed": false, "confirmed_at": null},
        "shot_list": [], "sources": [], "feedback": {"reserved": true, "note": ""}})
}

pub(super) fn shot(id: &str, text: &str) -> Value {
    json!({"id": id, "chapter_id": "c1", "shot_type": null, "description": text, "duration_estimate_seconds": 4,
        "image_path": null})
}

fn bare(text: &str) -> Value {
    let mut shot = shot("", text);
    shot.as_object_mut().unwrap().remove("id");
    shot
}

fn shots(ids: &[&str]) -> Value {
    structure(ids.iter().map(|id| shot(id, &format!("what {id} shows"))).collect())
}

pub(super) fn clip(id: &str, at: i64, duration: i64) -> Value {
    json!({"id": id, "name": id, "at": at, "duration": duration,
        "source": {"kind": "media", "src": format!("src-{id}"), "in": 0, "out": 1}})
}

pub(super) fn telop(id: &str, at: i64, text: &str) -> Value {
    json!({"id": id, "at": at, "duration": 10, "source": {"kind": "telop", "text": text}})
}

/// Two visual tracks and the sources of the clips.
pub(super) fn edit(low: Vec<Value>, high: Vec<Value>) -> Value {
    let ids = low.iter().chain(&high).filter(|item| item["source"]["kind"] == "media");
    let sources: Vec<Value> = ids
        .map(|item| {
            let src = item["source"]["src"].as_str().unwrap();
            json!({"id": src, "path": format!("media/{src}.mp4"), "proxy": null})
        })
        .collect();
    json!({"version": 2, "output": {"fps": 10}, "sources": sources, "tracks": [
        {"id": "v1", "lane": "visual", "items": low}, {"id": "v2", "lane": "visual", "items": high}]})
}

pub(super) fn cuts(list: &[(&str, f64, f64)]) -> Value {
    let cuts: Vec<Value> = list.iter().map(|(src, from, to)| json!({"src": src, "in": from, "out": to})).collect();
    json!({"version": 1, "sources": [{"id": "a", "path": "a.mp4"}, {"id": "b", "path": "b.mp4"}], "cuts": cuts})
}

fn states(v: &Verification) -> Vec<(&str, &str, Option<&str>)> {
    v.named.iter().map(|n| (n.id.as_str(), n.state.as_str(), n.now_id.as_deref())).collect()
}

fn pointers(fields: &[Difference]) -> Vec<&str> {
    fields.iter().map(|field| field.pointer.as_str()).collect()
}

fn unnamed(v: &Verification) -> Vec<(&str, &str, &str)> {
    v.unnamed.iter().map(|u| (u.id.as_deref().unwrap_or("-"), u.state.as_str(), u.cause.as_str())).collect()
}

#[test]
fn a_named_target_is_changed_unchanged_or_gone() {
    let mut after = shots(&["x", "a", "b"]);
    after["structure"]["shots"][2]["description"] = json!("another");
    after["structure"]["shots"][2]["camera"] = json!({"movement": ["pan"]});
    let v = check(Pass::Structure, &["0", "1", "2", "0"], &shots(&["a", "b", "c"]), &after);
    let expected = [("0", "unchanged", Some("1")), ("1", "changed", Some("2")), ("2", "gone", None)];
    assert_eq!(states(&v), expected);
    assert_eq!(v.named[0].comments, [0, 3]);
    let field = &v.named[1].fields[0];
    assert_eq!((field.pointer.as_str(), field.after.as_deref()), ("/description", Some("\"another\"")));
    assert_eq!(v.named[1].fields[1].before, None);
    assert_eq!(v.of_comment(3).map(|n| n.id.as_str()), Some("0"));
}

#[test]
fn an_index_only_shift_is_nothing() {
    let v = check(Pass::Structure, &[], &shots(&["a", "b", "c"]), &shots(&["n", "a", "b", "c"]));
    assert_eq!(unnamed(&v), [("0", "added", "other")]);
    let v = check(Pass::Final, &[], &cuts(&[("a", 0.0, 5.0), ("a", 9.0, 12.0)]), &cuts(&[("a", 9.0, 12.0)]));
    assert_eq!(unnamed(&v), [("0", "removed", "other")]);
}

#[test]
fn what_was_put_in_does_not_change_what_follows_even_numbered_anew() {
    let texts = ["港", "市場", "店", "台所", "食卓"];
    let numbered =
        |texts: &[&str]| structure(texts.iter().enumerate().map(|(n, t)| shot(&format!("s{n}"), t)).collect());
    let mut before = numbered(&texts);
    before["shot_list"] = json!([{"id": "l1", "ref_shot_id": "s1", "status": "planned"}]);
    let mut after = numbered(&["港", "新しい", "市場", "店", "台所", "食卓"]);
    after["shot_list"] = json!([{"id": "l1", "ref_shot_id": "s2", "status": "planned"}]);
    let v = check(Pass::Structure, &["0", "2"], &before, &after);
    assert_eq!(states(&v), [("0", "unchanged", Some("0")), ("2", "unchanged", Some("3"))]);
    assert_eq!(unnamed(&v), [("1", "added", "beside")]);
    assert_eq!(v.elsewhere, [""; 0]);
}

#[test]
fn ids_given_to_shots_that_had_none_are_no_change() {
    let v = check(
        Pass::Structure,
        &["0"],
        &structure(vec![bare("a"), bare("b")]),
        &structure(vec![shot("x", "a"), shot("y", "b")]),
    );
    assert_eq!((states(&v), unnamed(&v)), (vec![("0", "unchanged", Some("0"))], vec![]));
}

#[test]
fn an_id_that_changed_alone_is_a_change() {
    let before = shots(&["a", "b", "c"]);
    let mut after = before.clone();
    after["structure"]["shots"][1]["id"] = json!("B");
    let v = check(Pass::Structure, &["0"], &before, &after);
    assert_eq!((unnamed(&v), pointers(&v.unnamed[0].fields)), (vec![("1", "changed", "other")], vec!["/id"]));
    after["structure"]["shots"][1].as_object_mut().unwrap().remove("id");
    let v = check(Pass::Structure, &["0"], &before, &after);
    assert_eq!((unnamed(&v), pointers(&v.unnamed[0].fields)), (vec![("1", "changed", "other")], vec!["/id"]));
}

#[test]
fn ids_that_are_all_new_are_told_once() {
    let texts = ["港", "市場", "店", "台所", "食卓"];
    let plan = |prefix: &str, texts: &[&str]| {
        structure(texts.iter().enumerate().map(|(n, t)| shot(&format!("{prefix}{n}"), t)).collect())
    };
    let v = check(Pass::Structure, &["1"], &plan("s", &texts), &plan("x", &texts));
    assert_eq!((states(&v), unnamed(&v)), (vec![("1", "unchanged", Some("1"))], vec![]));
    assert_eq!(v.elsewhere, ["/structure/shots"]);
    let v = check(Pass::Structure, &["1"], &plan("s", &texts), &plan("x", &["港", "魚市", "店", "台所", "食卓"]));
    assert_eq!((states(&v), unnamed(&v)), (vec![("1", "changed", Some("1"))], vec![]));
    assert_eq!(pointers(&v.named[0].fields), ["/description"]);
    let v = check(Pass::Structure, &["1"], &plan("s", &texts), &plan("x", &["港", "市場", "店", "食卓"]));
    assert_eq!(unnamed(&v), [("3", "removed", "other")]);
    let bare: Vec<Value> = texts.iter().map(|text| bare(text)).collect();
    let v = check(Pass::Structure, &["1"], &plan("s", &texts), &structure(bare));
    assert_eq!((unnamed(&v), v.elsewhere.as_slice()), (vec![], &["/structure/shots".to_owned()][..]));
}

#[test]
fn a_named_shot_rewritten_beside_one_put_in_is_never_another_shot() {
    let plan = |texts: &[&str]| structure(texts.iter().enumerate().map(|(n, t)| shot(&format!("s{n}"), t)).collect());
    let before = plan(&["港", "市場", "店", "台所", "食卓", "皿"]);
    let v = check(Pass::Structure, &["1"], &before, &plan(&["港", "新しい", "魚市", "店", "台所", "食卓", "皿"]));
    assert_eq!(states(&v), [("1", "gone", None)]);
    assert_eq!(unnamed(&v), [("1", "added", "beside"), ("2", "added", "beside")]);
    let v = check(Pass::Structure, &["2"], &before, &plan(&["港", "新しい", "市場", "商店", "台所", "食卓", "皿"]));
    assert_eq!((states(&v), unnamed(&v)), (vec![("2", "changed", Some("3"))], vec![("1", "added", "other")]));
}

#[test]
fn another_order_is_order_and_the_named_one_is_what_moved() {
    let v = check(Pass::Structure, &[], &shots(&["a", "b", "c", "d"]), &shots(&["b", "c", "d", "a"]));
    assert_eq!(unnamed(&v), [("3", "changed", "order")]);
    assert_eq!(pointers(&v.unnamed[0].fields), ["0#"]);
    let v = check(Pass::Structure, &["2"], &shots(&["a", "b", "c"]), &shots(&["c", "a", "b"]));
    assert_eq!((states(&v), unnamed(&v)), (vec![("2", "changed", Some("0"))], vec![]));
    let v = check(Pass::Structure, &["0"], &shots(&["a", "b"]), &shots(&["b", "a"]));
    assert_eq!((states(&v), unnamed(&v)), (vec![("0", "changed", Some("1"))], vec![]));
    assert_eq!((v.named[0].fields[0].before.as_deref(), v.named[0].fields[0].after.as_deref()), (Some("0"), Some("1")));
    let v = check(Pass::Structure, &["1", "2"], &shots(&["a", "b", "c", "d"]), &shots(&["a", "c", "b", "d"]));
    assert_eq!(unnamed(&v), []);
    assert_eq!(v.named.iter().filter(|n| n.state == NamedState::Changed).count(), 1);
}

#[test]
fn a_shortened_clip_shifts_the_others_without_a_flag() {
    let before = edit(
        vec![clip("a", 0, 30), clip("b", 30, 30), clip("c", 60, 30)],
        vec![telop("t1", 40, "one"), telop("t2", 40, "two")],
    );
    let after = edit(
        vec![clip("a", 0, 10), clip("b", 10, 30), clip("c", 40, 30)],
        vec![telop("t1", 20, "one"), telop("t2", 41, "two")],
    );
    let v = check(Pass::Scaffold, &["a"], &before, &after);
    assert_eq!(states(&v), [("a", "changed", Some("a"))]);
    assert_eq!(pointers(&v.named[0].fields), ["/duration"]);
    assert_eq!(unnamed(&v), [("b", "changed", "shifted"), ("c", "changed", "shifted")]);
    assert_eq!(v.unnamed[0].shift_seconds, Some(-2.0));
    assert_eq!(v.elsewhere, ["/tracks/1/items/1/at"], "what moves along with the clips is no change elsewhere");
    assert_eq!(v.flagged().count(), 0);
}

#[test]
fn an_anchored_clip_repeats_place_and_length_only() {
    let anchored = |at: i64, duration: i64| {
        let mut clip = clip("b", at, duration);
        clip["anchor"] = json!({"to": "a"});
        clip
    };
    let before = edit(vec![clip("a", 0, 30), anchored(0, 30)], vec![]);
    let v = check(Pass::Scaffold, &["a"], &before, &edit(vec![clip("a", 0, 20), anchored(5, 20)], vec![]));
    assert_eq!(unnamed(&v), [("b", "changed", "shifted")]);
}

#[test]
fn anything_else_about_an_unnamed_target_is_flagged() {
    let before = edit(vec![clip("a", 0, 30), clip("b", 30, 30)], vec![]);
    let v = check(Pass::Scaffold, &["a"], &before, &edit(vec![clip("a", 0, 10), clip("b", 10, 20)], vec![]));
    assert_eq!(unnamed(&v), [("b", "changed", "other")]);
    let v = check(Pass::Scaffold, &["a"], &before, &edit(vec![clip("a", 0, 30)], vec![clip("b", 30, 30)]));
    assert_eq!(unnamed(&v), [("b", "changed", "other")], "another track");
    assert_eq!(pointers(&v.unnamed[0].fields), ["2/id"]);
    assert!(!v.is_clean());
}

#[test]
fn added_and_removed_next_to_a_named_target_is_beside() {
    let before = shots(&["a", "b", "c", "d", "e"]);
    let v = check(Pass::Structure, &["1"], &before, &shots(&["a", "b", "n1", "n2", "c", "d", "e"]));
    assert_eq!(unnamed(&v), [("2", "added", "beside"), ("3", "added", "beside")]);
    assert_eq!(v.unnamed[1].beside, Some(0));
    let v = check(Pass::Structure, &["1"], &before, &shots(&["b", "c", "d", "n", "e"]));
    assert_eq!(unnamed(&v), [("3", "added", "other"), ("0", "removed", "beside")]);
    let v = check(Pass::Structure, &["1"], &before, &shots(&["a", "x", "y", "c", "d", "e"]));
    assert_eq!(states(&v), [("1", "gone", None)]);
    assert_eq!(unnamed(&v), [("1", "added", "beside"), ("2", "added", "beside")], "what replaced it");
    let v = check(Pass::Structure, &["1"], &before, &shots(&["x", "y"]));
    assert_eq!(v.flagged().count(), 4, "not a whole other plan: {:?}", unnamed(&v));
}

#[test]
fn clips_next_to_a_named_one_stand_in_its_track() {
    let before = edit(vec![clip("a", 0, 30)], vec![clip("b", 0, 30)]);
    let after = edit(vec![clip("a", 0, 30)], vec![clip("n", 0, 5), clip("b", 5, 30)]);
    let v = check(Pass::Scaffold, &["a"], &before, &after);
    assert_eq!(unnamed(&v), [("n", "added", "other"), ("b", "changed", "shifted")]);
}

#[test]
fn cuts_are_told_by_what_they_hold() {
    let before = cuts(&[("a", 0.0, 5.0), ("a", 9.0, 12.0), ("b", 1.0, 2.0)]);
    let v = check(Pass::Final, &["1"], &before, &cuts(&[("a", 0.0, 5.0), ("a", 9.0, 10.5), ("b", 1.0, 2.0)]));
    assert_eq!((pointers(&v.named[0].fields), unnamed(&v)), (vec!["/out"], vec![]));
}

#[test]
fn an_edit_that_went_to_version_2_has_no_cuts_any_more() {
    let v = check(Pass::Final, &["0"], &cuts(&[("a", 0.0, 5.0)]), &edit(vec![clip("a", 0, 30)], vec![]));
    assert_eq!(states(&v), [("0", "gone", None)]);
    assert!(v.elsewhere.contains(&"/version".to_owned()), "{:?}", v.elsewhere);
}

#[test]
fn elsewhere_has_pointers_to_what_is_no_target() {
    let before = shots(&["a"]);
    let mut after = shots(&["a"]);
    after["topic"]["selected"] = json!("t1");
    after["target"]["japan_sns"]["platforms"] = json!(["x", "y"]);
    after["structure"]["chapters"][1]["title"] = json!("Two");
    let added = json!({"id": "c0", "title": "new", "duration_estimate_seconds": null, "notes": null});
    after["structure"]["chapters"].as_array_mut().unwrap().insert(0, added);
    after["extra/~"] = json!(1);
    let mut v = check(Pass::Structure, &["0"], &before, &after);
    v.elsewhere.sort();
    let expected = [
        "/extra~1~0",
        "/structure/chapters/0",
        "/structure/chapters/2/title",
        "/target/japan_sns/platforms",
        "/topic/selected",
    ];
    assert_eq!(v.elsewhere, expected);
    assert!(!v.confirmed && v.unnamed.is_empty());
}

#[test]
fn structure_becoming_confirmed_is_its_own_line() {
    let mut after = shots(&["a"]);
    after["structure"]["confirmed"] = json!(true);
    after["structure"]["confirmed_at"] = json!("2026-08-01T10:00:00Z");
    let v = check(Pass::Structure, &["0"], &shots(&["a"]), &after);
    assert!(v.confirmed);
    assert_eq!(v.elsewhere, [CONFIRMED]);
    assert!(!check(Pass::Structure, &["0"], &after, &shots(&["a"])).confirmed);
}

#[test]
fn tracks_and_items_that_are_no_clips_are_matched_by_id() {
    let before = edit(vec![clip("a", 0, 30), telop("t1", 0, "x")], vec![telop("t2", 5, "y"), telop("t3", 9, "z")]);
    let mut after = edit(vec![telop("t0", 0, "new"), clip("a", 0, 30), telop("t1", 0, "X")], vec![telop("t2", 5, "y")]);
    after["tracks"][1]["name"] = json!("titles");
    after["output"]["fps"] = json!(10.0);
    let v = check(Pass::Scaffold, &["a"], &before, &after);
    let expected = ["/tracks/1/name", "/tracks/0/items/2/source/text", "/tracks/0/items/0", "/tracks/1/items/1"];
    assert_eq!(v.elsewhere, expected);
    assert_eq!((states(&v), unnamed(&v)), (vec![("a", "unchanged", Some("a"))], vec![]));
}

#[test]
fn a_group_that_changes_leaves_the_clips_inside_alone() {
    let group = |name: &str, at: i64| json!({"id": "g", "name": name, "at": at, "duration": 60, "source": {"kind": "group"}, "items": [clip("b", 0, 30)]});
    let before = edit(vec![clip("a", 0, 30), group("one", 30)], vec![]);
    let v = check(Pass::Scaffold, &["a"], &before, &edit(vec![clip("a", 0, 30), group("two", 30)], vec![]));
    assert_eq!((v.elsewhere.as_slice(), unnamed(&v)), (&["/tracks/0/items/1/name".to_owned()][..], vec![]));
    let v = check(Pass::Scaffold, &["a"], &before, &edit(vec![clip("a", 0, 20), group("one", 20)], vec![]));
    assert_eq!((v.elsewhere.as_slice(), unnamed(&v)), (&[][..], vec![]));
}

#[test]
fn a_title_before_the_place_where_the_length_changed_does_not_move_along() {
    let low = |length: i64| vec![clip("z", 0, 30), clip("a", 30, 30), clip("b", 30 + length, 30)];
    let before = edit(low(30), vec![telop("t0", 25, "early"), telop("t1", 60, "late")]);
    let after = edit(low(10), vec![telop("t0", 5, "early"), telop("t1", 40, "late")]);
    let v = check(Pass::Scaffold, &["a"], &before, &after);
    assert_eq!(unnamed(&v), [("b", "changed", "shifted")]);
    assert_eq!(v.elsewhere, ["/tracks/1/items/0/at"]);
}

#[test]
fn a_group_that_ends_with_its_named_clip_is_not_elsewhere() {
    let plan = |length: i64, group: i64| {
        let inner = vec![clip("b", 0, length), clip("c", length, 10)];
        let group = json!({"id": "g", "at": 30, "duration": group, "source": {"kind": "group"}, "items": inner});
        edit(vec![clip("a", 0, 30), group], vec![])
    };
    let v = check(Pass::Scaffold, &["b"], &plan(30, 40), &plan(20, 30));
    assert_eq!(v.elsewhere, [""; 0]);
    let v = check(Pass::Scaffold, &["b"], &plan(30, 40), &plan(20, 35));
    assert_eq!(v.elsewhere, ["/tracks/0/items/1/duration"]);
    let v = check(Pass::Scaffold, &["a"], &plan(30, 40), &plan(20, 30));
    assert_eq!(v.elsewhere, ["/tracks/0/items/1/duration"], "nobody named what is in it");
}

/// A prompt, and whether its file is still to be made.
type Prompt = (&'static str, bool);

/// Identities of files: path, content (`None`: absent), prompt.
fn identities(list: &[(&str, Option<&str>, Option<Prompt>)]) -> Vec<FileIdentity> {
    let file = |path: PathBuf, content: Option<&str>, told: Option<Told>| FileIdentity {
        path,
        targets: Vec::new(),
        size: content.map(|text| text.len() as u64),
        modified: Some(1),
        sha256: content.map(|text| sha256_hex(text.as_bytes())),
        told,
    };
    let mut all = Vec::new();
    for (path, content, told) in list {
        let path = Path::new("/p").join(path);
        all.push(file(path.clone(), *content, None));
        if let Some((prompt, unfinished)) = told {
            let beside = PathBuf::from(format!("{}.meta.json", path.display()));
            let told = Told { unfinished: *unfinished, prompt: Some((*prompt).to_owned()) };
            all.push(file(beside, Some(&format!("{prompt} {unfinished}")), Some(told)));
        }
    }
    all
}

#[test]
fn a_picture_replaced_and_a_prompt_changed_count_as_changes() {
    let plan = edit(vec![clip("a", 0, 30), clip("b", 30, 30), clip("c", 60, 30)], vec![]);
    let done = |content, prompt| Some((content, Some((prompt, false))));
    let of = |list: [Option<(&'static str, Option<Prompt>)>; 3]| {
        let names = ["media/src-a.mp4", "media/src-b.mp4", "media/src-c.mp4"];
        let rows: Vec<_> = names.into_iter().zip(list).filter_map(|(n, l)| l.map(|(c, t)| (n, Some(c), t))).collect();
        identities(&rows)
    };
    let before = of([done("1", "p"), done("1", "p"), done("1", "p")]);
    let after = of([done("2", "q"), done("2", "p"), done("1", "q")]);
    let v = check_with(Pass::Scaffold, &["a"], &plan, &plan, Files { before: &before, after: &after });
    let named = &v.named[0];
    assert_eq!(named.state, NamedState::Changed);
    let abouts: Vec<About> = named.fields.iter().map(|f| f.about).collect();
    assert_eq!(abouts, [About::Picture, About::Prompt]);
    assert_eq!(named.fields[1].pointer, "src-a.mp4.meta.json#/inputs/prompt");
    assert!(named.fields[0].after.as_ref().unwrap().contains("media/src-a.mp4"), "{:?}", named.fields[0]);
    assert_eq!(unnamed(&v), [("b", "changed", "other"), ("c", "changed", "other")]);
}

#[test]
fn a_generation_that_finished_is_material() {
    let plan = edit(vec![clip("a", 0, 30), clip("b", 30, 30), clip("c", 60, 30)], vec![]);
    let mut other = plan.clone();
    other["sources"][2]["path"] = json!("media/take-2.mp4");
    other["tracks"][0]["items"][2]["source"]["out"] = json!(3);
    let before = identities(&[
        ("media/src-a.mp4", None, Some(("p", true))),
        ("media/src-b.mp4", None, Some(("p", true))),
        ("media/src-c.mp4", Some("still"), Some(("p", true))),
    ]);
    let after = identities(&[
        ("media/src-a.mp4", None, Some(("p", true))),
        ("media/src-b.mp4", Some("film"), Some(("p", false))),
        ("media/take-2.mp4", Some("film"), Some(("p", false))),
    ]);
    let v = check_with(Pass::Scaffold, &["a"], &plan, &other, Files { before: &before, after: &after });
    assert_eq!(states(&v), [("a", "unchanged", Some("a"))]);
    assert_eq!(unnamed(&v), [("b", "changed", "material"), ("c", "changed", "material")]);
    assert_eq!(v.elsewhere, [""; 0]);
    let v = check(Pass::Scaffold, &["a"], &plan, &other);
    assert_eq!(unnamed(&v), [("c", "changed", "other")], "nothing says that it was being made");
}

#[test]
fn only_a_generation_that_really_finished_is_material() {
    type State = (Option<&'static str>, Option<Prompt>);
    let plan = edit(vec![clip("a", 0, 30), clip("b", 30, 30)], vec![]);
    let cause = |was: State, is: State, change: &dyn Fn(&mut Value)| {
        let mut after = plan.clone();
        change(&mut after["tracks"][0]["items"][1]);
        let of = |(content, told): State| {
            identities(&[("media/src-a.mp4", Some("1"), None), ("media/src-b.mp4", content, told)])
        };
        let (was, is) = (of(was), of(is));
        let v = check_with(Pass::Scaffold, &["a"], &plan, &after, Files { before: &was, after: &is });
        assert!(v.unnamed.iter().all(|change| !change.fields.is_empty() || change.cause == Cause::Material));
        v.unnamed.first().map(|change| change.cause.as_str())
    };
    let (planned, done) = ((Some("still"), Some(("p", true))), (Some("film"), Some(("p", false))));
    let failed = (Some("film"), Some(("p", true)));
    let same = |_: &mut Value| {};
    let trim = |clip: &mut Value| clip["source"]["out"] = json!(3);
    let speed = |clip: &mut Value| clip["source"]["speed"] = json!(2);
    assert_eq!(cause(planned, done, &same), Some("material"));
    assert_eq!(cause(planned, done, &trim), Some("material"));
    assert_eq!(cause(planned, done, &speed), Some("other"));
    assert_eq!(cause(planned, planned, &trim), Some("other"));
    assert_eq!(cause(done, done, &trim), Some("other"));
    assert_eq!(cause(done, failed, &same), Some("other"));
    assert_eq!(cause(done, (None, None), &same), Some("other"));
    assert_eq!(cause(done, (Some("another"), Some(("p", false))), &same), Some("other"));
    let source = |clip: &mut Value| clip["source"]["src"] = json!("src-a");
    assert_eq!(cause(planned, planned, &source), Some("other"));
    assert_eq!(cause((None, None), (None, None), &source), Some("other"), "that one was there before");
}

#[test]
fn a_picture_that_a_shot_lacked_is_material_and_another_one_is_not() {
    let with = |path: Value| {
        let mut plan = shots(&["a", "b"]);
        plan["structure"]["shots"][1]["image_path"] = path;
        plan
    };
    let after = identities(&[("planning/b.png", Some("picture"), None)]);
    let files = Files { before: &[], after: &after };
    let v = check_with(Pass::Structure, &["0"], &with(Value::Null), &with(json!("b.png")), files);
    assert_eq!(unnamed(&v), [("1", "changed", "material")]);
    let v = check(Pass::Structure, &["0"], &with(Value::Null), &with(json!("b.png")));
    assert_eq!(unnamed(&v), [("1", "changed", "other")], "no such picture");
    let v = check(Pass::Structure, &["0"], &with(json!("a.png")), &with(json!("b.png")));
    assert_eq!(unnamed(&v), [("1", "changed", "other")]);
}

#[test]
fn the_source_many_cuts_share_is_told_once() {
    let before = cuts(&[("a", 0.0, 5.0), ("a", 9.0, 12.0), ("b", 1.0, 2.0)]);
    let mut after = before.clone();
    after["sources"][0]["path"] = json!("other.mp4");
    let v = check(Pass::Final, &["2"], &before, &after);
    assert_eq!((unnamed(&v), v.elsewhere.as_slice()), (vec![], &["/sources/0/path".to_owned()][..]));
}

#[test]
fn a_new_source_for_a_named_clip_is_not_elsewhere() {
    let before = edit(vec![clip("a", 0, 30), clip("b", 30, 30)], vec![]);
    let mut after = before.clone();
    after["sources"].as_array_mut().unwrap().push(json!({"id": "better", "path": "b.mp4"}));
    after["sources"].as_array_mut().unwrap().remove(0);
    after["tracks"][0]["items"][0]["source"]["src"] = json!("better");
    let v = check(Pass::Scaffold, &["a"], &before, &after);
    assert_eq!((unnamed(&v), v.elsewhere.as_slice()), (vec![], &[][..]));
    assert_eq!(pointers(&v.named[0].fields), ["/source/src"]);
}

#[test]
fn a_generation_under_way_is_no_change() {
    let plan = edit(vec![clip("a", 0, 30), clip("b", 30, 30)], vec![]);
    let before = identities(&[("media/src-a.mp4", Some("1"), None), ("media/src-b.mp4", None, Some(("p", true)))]);
    let mut after = before.clone();
    after.last_mut().unwrap().sha256 = Some(sha256_hex(b"generating"));
    let v = check_with(Pass::Scaffold, &["a"], &plan, &plan, Files { before: &before, after: &after });
    assert_eq!(unnamed(&v), []);
}
