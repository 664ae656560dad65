use super::*;

fn value(items: &[(&str, &str)], rest: &str) -> String {
    let steps: Vec<String> =
        items.iter().map(|(id, status)| format!(r#"{{"id":"{id}","title":"t","status":"{status}"}}"#)).collect();
    format!(r#"{{"version":1,"mode":"planned","items":[{}],"autoContinueOnDone":true,{rest}}}"#, steps.join(","))
}

fn run(text: &str) -> (Checklist, Vec<&'static str>) {
    let (notes, findings) = read(Path::new("plan_notes.json"), text.as_bytes());
    let PlanNotes::Checklist(list) = notes else { panic!("no checklist: {text}") };
    (list, findings.into_iter().map(|f| f.code).collect())
}

fn codes(items: &[(&str, &str)], index: i64) -> Vec<&'static str> {
    run(&value(items, &format!(r#""currentIndex":{index},"maxAutoTurns":6,"autoTurnsUsed":2"#))).1
}

#[test]
fn a_good_checklist_has_no_findings() {
    assert!(codes(&[("1", "done"), ("2", "in_progress"), ("3", "pending")], 1).is_empty());
    assert!(codes(&[("1", "done"), ("2", "done")], 1).is_empty());
}

#[test]
fn anything_else_is_a_note() {
    for text in ["", "plain", "[]", "null", "{}", r#"{"version":1}"#, r#"{"version":"1","mode":"planned"}"#] {
        assert!(matches!(read(Path::new("x"), text.as_bytes()), (PlanNotes::Note(note), _) if note == text));
    }
    assert!(matches!(read(Path::new("x"), b"\xff"), (PlanNotes::Note(_), _)));
    assert!(matches!(read(Path::new("x"), br#"{"version":1,"mode":"free"}"#), (PlanNotes::Note(_), _)));
}

#[test]
fn a_newer_one_is_read_only() {
    let (notes, findings) = read(Path::new("x"), br#"{"version":2,"mode":"planned","items":7}"#);
    assert!(matches!(notes, PlanNotes::Newer { version: 2, .. }));
    assert_eq!(findings.iter().map(|f| f.code).collect::<Vec<_>>(), ["notes-newer"]);
}

#[test]
fn a_version_beyond_the_type_is_newer() {
    let (notes, findings) = read(Path::new("x"), br#"{"version": 99999999999999999999, "mode": "planned"}"#);
    assert!(matches!(notes, PlanNotes::Newer { version: i64::MAX, .. }));
    assert_eq!(findings.iter().map(|f| f.code).collect::<Vec<_>>(), ["notes-newer"]);
}

#[test]
fn stopped_is_still_shown() {
    let items = [("1", "done"), ("2", "in_progress")];
    let text = value(&items, r#""currentIndex":1,"maxAutoTurns":6,"autoTurnsUsed":0"#).replace("planned", "stopped");
    let (list, found) = run(&text);
    assert!(list.stopped && found.is_empty());
    assert_eq!((list.done(), list.current().map(|s| s.id.as_str())), (1, Some("2")));
}

#[test]
fn never_more_than_one_in_progress() {
    assert_eq!(codes(&[("1", "in_progress"), ("2", "in_progress")], 0), ["several-in-progress"]);
}

#[test]
fn one_in_progress_while_steps_remain() {
    assert_eq!(codes(&[("1", "done"), ("2", "pending")], 1), ["none-in-progress"]);
}

#[test]
fn pending_before_done_is_a_warning() {
    let items = [("1", "pending"), ("2", "done"), ("3", "in_progress")];
    assert_eq!(codes(&items, 2), ["pending-before-done"]);
}

#[test]
fn current_index_names_the_step_in_progress() {
    assert_eq!(codes(&[("1", "done"), ("2", "in_progress")], 0), ["in-progress-elsewhere"]);
    assert_eq!(codes(&[("1", "in_progress")], 1), ["current-index-out-of-range"]);
    assert_eq!(codes(&[("1", "in_progress")], -1), ["current-index-out-of-range"]);
}

#[test]
fn turns_used_up_to_the_maximum() {
    let text = |used: i64| {
        value(&[("1", "in_progress")], &format!(r#""currentIndex":0,"maxAutoTurns":2,"autoTurnsUsed":{used}"#))
    };
    assert!(run(&text(2)).1.is_empty());
    assert_eq!(run(&text(3)).1, ["too-many-turns"]);
    assert_eq!(run(&text(-1)).1, ["out-of-range"]);
}

#[test]
fn ids_and_titles_are_there_and_ids_once() {
    assert_eq!(codes(&[("1", "done"), ("1", "in_progress")], 1), ["duplicate-id"]);
    assert_eq!(codes(&[("", "in_progress")], 0), ["empty-text"]);
    let text = value(&[("1", "in_progress")], r#""currentIndex":0,"maxAutoTurns":2,"autoTurnsUsed":0"#);
    assert_eq!(run(&text.replace("\"t\"", "\" \"")).1, ["empty-text"]);
}

#[test]
fn wrong_entries_keep_their_place() {
    let text =
        r#"{"version":1,"mode":"planned","items":[7,{"id":"b","title":"t","status":"later"}],"currentIndex":"x"}"#;
    let (list, found) = run(text);
    assert_eq!(list.items.iter().map(|s| s.id.as_str()).collect::<Vec<_>>(), ["", "b"]);
    assert_eq!(found.iter().filter(|c| **c == "missing-key").count(), 3);
    assert!(found.contains(&"unknown-word") && !found.contains(&"none-in-progress"));
    assert_eq!(list.current(), None);
}

type Said = (&'static str, &'static str, String, Option<(usize, usize)>);

fn checked(bytes: &[u8]) -> Vec<Said> {
    let findings = check(Path::new("plan_notes.json"), bytes).into_iter();
    let place = |f: &Finding| f.place.map(|place| (place.line, place.column));
    findings.map(|f| (f.code, f.severity.as_str(), f.pointer.clone(), place(&f))).collect()
}

#[test]
fn a_free_note_is_a_warning_of_check_alone() {
    let note = |pointer: &str, column| ("notes-free-note", "warning", pointer.to_owned(), Some((1, column)));
    for text in ["", "ask about the music", "[]", "null", "{}"] {
        assert!(read(Path::new("x"), text.as_bytes()).1.is_empty());
        assert_eq!(checked(text.as_bytes()), [note("", 1)], "{text}");
    }
    assert_eq!(checked(br#"{"version":1,"mode":"plan"}"#), [note("/mode", 21)]);
    assert_eq!(checked(br#"{"version":"1","mode":"planned"}"#), [note("/version", 12)]);
    assert_eq!(checked(br#"{"mode":"stopped"}"#), [note("", 1)]);
}

#[test]
fn a_note_that_begins_as_an_object_is_meant_as_json() {
    let codes = |bytes: &[u8]| checked(bytes).into_iter().map(|(code, ..)| code).collect::<Vec<_>>();
    assert_eq!(codes(b"{\"version\":1,"), ["truncated"]);
    assert_eq!(codes(b" {1}"), ["syntax"]);
    assert_eq!(codes(b"plan \xff"), ["notes-free-note", "invalid-utf8"]);
}

#[test]
fn a_checklist_is_checked_as_it_is_read() {
    let text = value(&[("1", "in_progress")], r#""currentIndex":0,"maxAutoTurns":2,"autoTurnsUsed":0"#);
    assert_eq!(checked(text.as_bytes()), []);
    assert_eq!(
        checked(br#"{"version":2,"mode":"planned"}"#).into_iter().map(|f| f.0).collect::<Vec<_>>(),
        ["notes-newer"]
    );
}

#[test]
fn without_steps_no_range_is_told() {
    assert_eq!(codes(&[], 0), ["current-index-without-steps"]);
}

#[test]
fn what_looks_like_a_damaged_checklist_is_warned_of() {
    let good = value(&[("1", "in_progress")], r#""currentIndex":0,"maxAutoTurns":2,"autoTurnsUsed":0"#);
    let cut = good.split_once("currentIndex").unwrap().0;
    for text in [cut, &good.replace("\"version\":1", "\"version\":\"1\""), &good.replace("\"version\":1,", "")] {
        let (notes, findings) = read(Path::new("x"), text.as_bytes());
        assert!(matches!(notes, PlanNotes::Note(note) if note == text));
        let found: Vec<_> = findings.iter().map(|f| (f.code, f.severity, f.place.is_some())).collect();
        assert_eq!(found, [("notes-damaged", Severity::Warning, true)], "{text}");
    }
    for text in
        ["see {\"mode\"", "{\"mode\": 1", r#"{"version":1,"mode":"free","items":[]}"#, r#"{"mode":"planned"}"#, ""]
    {
        assert!(read(Path::new("x"), text.as_bytes()).1.is_empty(), "{text}");
    }
}

#[test]
fn the_current_step_is_never_one_that_is_done() {
    let at = |items: &[(&str, &str)], index: i64| {
        let text = value(items, &format!(r#""currentIndex":{index},"maxAutoTurns":6,"autoTurnsUsed":2"#));
        run(&text).0.current().map(|step| step.id.clone())
    };
    assert_eq!(at(&[("1", "done"), ("2", "pending")], 0), None);
    assert_eq!(at(&[("1", "done"), ("2", "pending")], 1).as_deref(), Some("2"));
    // Of several in progress it is the one that `next` ends.
    assert_eq!(at(&[("1", "in_progress"), ("2", "in_progress")], 1).as_deref(), Some("2"));
}

#[test]
fn a_misspelt_mode_with_steps_is_a_damaged_checklist() {
    for (mode, near) in [("planed", Some("planned")), ("Planned", Some("planned")), ("stoped", Some("stopped"))] {
        let text = format!(r#"{{"version":1,"mode":"{mode}","items":[],"currentIndex":0}}"#);
        let (notes, findings) = read(Path::new("x"), text.as_bytes());
        assert!(matches!(notes, PlanNotes::Note(_)));
        let [finding] = findings.as_slice() else { panic!("{findings:?}") };
        assert_eq!((finding.code, finding.pointer.as_str()), ("notes-damaged", "/mode"));
        assert_eq!(finding.args.iter().find(|(name, _)| *name == "near").map(|(_, near)| near.as_str()), near);
    }
    assert!(read(Path::new("x"), br#"{"version":1,"mode":"draft","items":[]}"#).1.is_empty());
}
