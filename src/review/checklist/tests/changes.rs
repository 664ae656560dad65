use super::*;

#[test]
fn a_new_checklist_begins_with_its_first_step() {
    let text = start(None, &new(&["가", "B"]), false).expect("started");
    assert_eq!(
        text,
        r#"{
  "version": 1,
  "mode": "planned",
  "items": [
    {
      "id": "step-1",
      "title": "가",
      "status": "in_progress"
    },
    {
      "id": "step-2",
      "title": "B",
      "status": "pending"
    }
  ],
  "currentIndex": 0,
  "autoContinueOnDone": true,
  "maxAutoTurns": 6,
  "autoTurnsUsed": 0
}
"#
    );
    assert!(read(&text).1.is_empty());
}

#[test]
fn no_steps_or_blank_titles_start_nothing() {
    assert_eq!(start(None, &new(&[]), false), Err(Refusal::NoSteps));
    assert_eq!(start(None, &new(&["a", " 　"]), false), Err(Refusal::BlankTitle(2)));
}

#[test]
fn a_note_or_a_newer_checklist_is_never_replaced() {
    for text in ["plain", "null", r#"{"version":1}"#] {
        let notes = read(text).0;
        assert_eq!(start(Some((&notes, text)), &new(&["a"]), true), Err(Refusal::Note));
        assert_eq!(change(&notes, text, &next()), Err(Refusal::Note));
    }
    let text = r#"{"version":2,"mode":"planned"}"#;
    let notes = read(text).0;
    assert_eq!(start(Some((&notes, text)), &new(&["a"]), true), Err(Refusal::Newer(2)));
    assert_eq!(change(&notes, text, &Change::Stop), Err(Refusal::Newer(2)));
}

#[test]
fn in_place_of_nothing_a_checklist_is_started() {
    for text in ["", " \r\n", "\u{feff}"] {
        let notes = read(text).0;
        assert_eq!(start(Some((&notes, text)), &new(&["a"]), false), start(None, &new(&["a"]), false));
        assert_eq!(change(&notes, text, &next()), Err(Refusal::Empty));
    }
}

#[test]
fn a_running_checklist_is_replaced_only_when_asked() {
    let over = |text: &str, replace| start(Some((&read(text).0, text)), &new(&["a"]), replace);
    let running = value("ip", TURNS);
    assert_eq!(over(&running, false), Err(Refusal::Running));
    assert!(over(&running, true).is_ok());
    assert!(over(&value("dd", TURNS), false).is_ok());
    assert!(over(&running.replace("planned", "stopped"), false).is_ok());
}

#[test]
fn a_new_checklist_over_another_keeps_unknown_keys() {
    let rest = format!(r#"{TURNS},"lastStepSummary":"old","budget":1e3,"items":[7],"extra":{{ "n": 2.0 }}"#);
    let text = value("dd", &rest);
    let after = start(Some((&read(&text).0, &text)), &new(&["a"]), true).expect("started");
    assert_eq!(
        after,
        concat!(
            r#"{"version":1,"mode":"planned","currentIndex":0,"autoContinueOnDone":true,"maxAutoTurns":6,"#,
            r#""autoTurnsUsed":0,"budget":1e3,"items":[{"id":"step-1","title":"a","status":"in_progress"}],"#,
            r#""extra":{ "n": 2.0 }}"#
        )
    );
    assert!(read(&after).1.is_empty());
}

#[test]
fn next_ends_the_step_and_begins_the_next() {
    let text = value("dip", &format!(r#"{TURNS},"lastStepSummary":"old""#));
    let after = changed(&text, &next_with("B 완료", &["src/b.ts"])).expect("changed");
    assert!(!after.completed);
    let step = |n: &str, more: &str| {
        text.replace(
            &format!(r#""title":"t{n}","status":"in_progress""#),
            &format!(r#""title":"t{n}","status":"done"{more}"#),
        )
    };
    let expected = step("1", r#","summary":"B 완료","changedFiles":["src/b.ts"]"#)
        .replace("\"pending\"", "\"in_progress\"")
        .replace("\"currentIndex\":1", "\"currentIndex\":2")
        .replace("\"autoTurnsUsed\":2", "\"autoTurnsUsed\":3")
        .replace("\"old\"", "\"B 완료\"");
    assert_eq!(after.text, expected);
}

#[test]
fn the_last_step_counts_no_turn_and_completes() {
    let text = value("di", TURNS);
    let after = changed(&text, &next_with("end", &[])).expect("changed");
    assert!(after.completed);
    let list = list(&after.text);
    assert_eq!((list.current_index, list.auto_turns_used, list.done()), (Some(1), Some(2), 2));
    assert_eq!(list.last_summary.as_deref(), Some("end"));
    assert!(read(&after.text).1.is_empty());
    assert_eq!(changed(&after.text, &next()), Err(Refusal::Complete));
}

#[test]
fn used_up_turns_are_not_counted_on() {
    let text = value("ipp", r#","maxAutoTurns":1,"autoTurnsUsed":1"#);
    let after = changed(&text, &next()).expect("changed").text;
    assert_eq!(list(&after).auto_turns_used, Some(1));
    assert!(read(&after).1.is_empty());
    let text = value("ip", r#","maxAutoTurns":6"#);
    assert!(!changed(&text, &next()).expect("changed").text.contains("autoTurnsUsed"));
}

#[test]
fn without_a_summary_the_step_keeps_its_own_and_an_older_one_goes() {
    let old = value("ip", &format!(r#"{TURNS},"lastStepSummary":"old""#));
    let after = changed(&old, &Change::Next { summary: Some(" ".into()), changed_files: vec![] }).expect("changed");
    assert!(!after.text.contains("ummary"), "{}", after.text);
    let own =
        old.replace(r#""status":"in_progress""#, r#""status":"in_progress","summary":"own","changedFiles":["x"]"#);
    let after = list(&changed(&own, &next()).expect("changed").text);
    assert_eq!(after.last_summary.as_deref(), Some("own"));
    assert_eq!(after.items[0].changed_files, ["x"]);
}

#[test]
fn a_done_step_is_not_begun_again() {
    let current =
        |statuses: &str| list(&changed(&value(statuses, TURNS), &next()).expect("changed").text).current_index;
    assert_eq!(current("idp"), Some(2));
    assert_eq!(current("pid"), Some(0));
    assert_eq!(current("dii"), Some(2));
}

#[test]
fn a_step_of_unknown_status_is_not_begun() {
    assert_eq!(changed(&value("i?", TURNS), &next()), Err(Refusal::UnknownStatus(2)));
    // Nor is it passed over.
    assert_eq!(changed(&value("i?p", TURNS), &next()), Err(Refusal::UnknownStatus(2)));
    assert_eq!(changed(&value("?id", TURNS), &next()), Err(Refusal::UnknownStatus(1)));
    assert_eq!(list(&changed(&value("ip?", TURNS), &next()).expect("changed").text).current_index, Some(1));
    let text = value("i", TURNS).replace("}],", "},7],");
    assert_eq!(changed(&text, &next()), Err(Refusal::UnknownStatus(2)));
}

#[test]
fn next_needs_the_step_at_current_index_in_progress() {
    let at = |index: &str| value("dip", TURNS).replace("\"currentIndex\":1", &format!("\"currentIndex\":{index}"));
    assert!(changed(&at("1.0"), &next()).is_ok());
    assert_eq!(changed(&at("2"), &next()), Err(Refusal::NotInProgress(Some(2))));
    assert_eq!(changed(&at("-1"), &next()), Err(Refusal::NotInProgress(Some(-1))));
    assert_eq!(changed(&at("9"), &next()), Err(Refusal::NotInProgress(Some(9))));
    assert_eq!(changed(&at("\"1\""), &next()), Err(Refusal::NotInProgress(None)));
    assert_eq!(changed(&value("dp", TURNS), &next()), Err(Refusal::NotInProgress(Some(0))));
    assert_eq!(changed(&value("", TURNS), &next()), Err(Refusal::NotInProgress(Some(0))));
}

#[test]
fn stop_and_resume_change_the_mode_alone() {
    let text = format!("\u{feff}{}\r\n", value("dip", r#", "x" : 1e3,"maxAutoTurns":6.0,"autoTurnsUsed":2"#));
    let stopped = changed(&text, &Change::Stop).expect("stopped");
    assert_eq!((stopped.text.as_str(), stopped.completed), (text.replace("planned", "stopped").as_str(), false));
    assert_eq!(changed(&stopped.text, &Change::Resume).expect("resumed").text, text);
}

#[test]
fn stop_and_resume_need_something_to_do() {
    let running = value("ip", TURNS);
    let stopped = running.replace("planned", "stopped");
    assert_eq!(changed(&stopped, &Change::Stop), Err(Refusal::AlreadyStopped));
    assert_eq!(changed(&stopped, &next()), Err(Refusal::Stopped));
    assert_eq!(changed(&running, &Change::Resume), Err(Refusal::NotStopped));
    assert_eq!(changed(&value("dd", TURNS), &Change::Stop), Err(Refusal::Complete));
}

#[test]
fn the_layout_of_the_file_is_followed() {
    let text = concat!(
        "{\r\n\t\"version\": 1,\r\n\t\"mode\": \"planned\",\r\n\t\"items\": [\r\n\t\t{\r\n\t\t\t\"id\": \"a\",\r\n",
        "\t\t\t\"title\": \"A\",\r\n\t\t\t\"status\": \"in_progress\"\r\n\t\t}\r\n\t],\r\n\t\"currentIndex\": 0,\r\n",
        "\t\"autoContinueOnDone\": true,\r\n\t\"maxAutoTurns\": 6,\r\n\t\"autoTurnsUsed\": 0\r\n}\r\n"
    );
    let after = changed(text, &next_with("s", &["f"])).expect("changed").text;
    let expected = text
        .replace(
            "\"in_progress\"",
            "\"done\",\r\n\t\t\t\"summary\": \"s\",\r\n\t\t\t\"changedFiles\": [\r\n\t\t\t\t\"f\"\r\n\t\t\t]",
        )
        .replace("\"autoTurnsUsed\": 0", "\"autoTurnsUsed\": 0,\r\n\t\"lastStepSummary\": \"s\"");
    assert_eq!(after, expected);
}

#[test]
fn of_duplicate_keys_the_one_that_counts_changes() {
    let text = value("ip", TURNS).replace("\"mode\":\"planned\"", "\"mode\":\"stopped\",\"mode\":\"planned\"");
    let after = changed(&text, &Change::Stop).expect("stopped").text;
    assert!(list(&after).stopped && after.contains(r#""mode":"stopped","mode":"stopped""#));
}
