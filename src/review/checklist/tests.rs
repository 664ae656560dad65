use std::path::Path;

use super::*;
use crate::contract::plan_notes::{self, PlanNotes};
use crate::locale::{Language, Locale};

mod changes;
mod properties;
mod texts;

/// A checklist on one line: statuses by letter (d, i, p; ? is a word nobody knows), and the rest.
fn value(statuses: &str, rest: &str) -> String {
    let item = |(n, c): (usize, char)| {
        let status = match c {
            'd' => "done",
            'i' => "in_progress",
            'p' => "pending",
            _ => "later",
        };
        format!(r#"{{"id":"s{n}","title":"t{n}","status":"{status}"}}"#)
    };
    let items: Vec<String> = statuses.chars().enumerate().map(item).collect();
    let index = statuses.find('i').unwrap_or_default();
    format!(
        r#"{{"version":1,"mode":"planned","items":[{}],"currentIndex":{index},"autoContinueOnDone":true{rest}}}"#,
        items.join(",")
    )
}

const TURNS: &str = r#","maxAutoTurns":6,"autoTurnsUsed":2"#;

fn read(text: &str) -> (PlanNotes, Vec<&'static str>) {
    let (notes, findings) = plan_notes::read(Path::new("plan_notes.json"), text.as_bytes());
    (notes, findings.into_iter().map(|finding| finding.code).collect())
}

fn list(text: &str) -> Checklist {
    match read(text).0 {
        PlanNotes::Checklist(list) => list,
        other => panic!("no checklist: {other:?}"),
    }
}

fn changed(text: &str, what: &Change) -> Result<Changed, Refusal> {
    change(&read(text).0, text, what)
}

fn next() -> Change {
    Change::Next { summary: None, changed_files: Vec::new() }
}

fn next_with(summary: &str, files: &[&str]) -> Change {
    let changed_files = files.iter().map(|file| (*file).to_owned()).collect();
    Change::Next { summary: Some(summary.to_owned()), changed_files }
}

fn new(titles: &[&str]) -> Start {
    let titles = titles.iter().map(|title| (*title).to_owned()).collect();
    Start { titles, auto_continue: true, max_auto_turns: 6 }
}

#[test]
fn the_outlook_says_what_comes_after_the_step_in_progress() {
    let of = |statuses: &str, rest: &str| outlook(&list(&value(statuses, rest)));
    assert_eq!(of("dip", TURNS), Outlook::Continues);
    assert_eq!(of("ddi", TURNS), Outlook::Last);
    assert_eq!(of("dd", TURNS), Outlook::Complete);
    assert_eq!(of("dpp", TURNS), Outlook::Broken);
    assert_eq!(of("", TURNS), Outlook::Broken);
    assert_eq!(of("ip", r#","maxAutoTurns":2,"autoTurnsUsed":2"#), Outlook::TurnsUsedUp);
    assert_eq!(of("ip", ""), Outlook::TurnsUsedUp);
    assert_eq!(outlook(&list(&value("ip", TURNS).replace(":true", ":false"))), Outlook::WaitsForPerson);
    assert_eq!(outlook(&list(&value("ip", TURNS).replace("planned", "stopped"))), Outlook::Stopped);
    assert_eq!(
        outlook(&list(&value("di", TURNS).replace("\"currentIndex\":1", "\"currentIndex\":0"))),
        Outlook::Broken
    );
    assert_eq!(of("i?p", TURNS), Outlook::UnknownNext);
    assert_eq!(of("ip?", TURNS), Outlook::Continues);
    for outlook in [Outlook::Continues, Outlook::Last, Outlook::WaitsForPerson, Outlook::TurnsUsedUp] {
        assert_eq!(outlook.in_task(true, false), outlook);
        assert_eq!(outlook.in_task(false, false), Outlook::WaitsForApproval);
        assert_eq!(outlook.in_task(false, true), Outlook::TaskCompleted);
    }
    assert_eq!(Outlook::Complete.in_task(false, true), Outlook::Complete);
    assert_eq!(Outlook::Stopped.in_task(false, false), Outlook::Stopped);
    assert!(Outlook::Continues.continues() && !Outlook::Last.continues());
}

#[test]
fn every_refusal_and_outlook_has_its_words() {
    use Outlook::*;
    let locale = Locale::of(Language::En);
    let waits = [WaitsForPerson, TurnsUsedUp, WaitsForApproval, UnknownNext, TaskCompleted];
    for outlook in [Continues, Last, Broken, Stopped, Complete].into_iter().chain(waits) {
        assert!(locale.has(outlook.key()), "{outlook:?}");
    }
    let refusals = [
        Refusal::Note,
        Refusal::Empty,
        Refusal::Newer(2),
        Refusal::Running,
        Refusal::Stopped,
        Refusal::AlreadyStopped,
        Refusal::NotStopped,
        Refusal::Complete,
        Refusal::NotInProgress(Some(3)),
        Refusal::NotInProgress(None),
        Refusal::UnknownStatus(1),
        Refusal::NoSteps,
        Refusal::BlankTitle(2),
    ];
    for refusal in refusals {
        let phrase = refusal.phrase();
        assert!(locale.has(phrase.key), "{refusal:?}");
        assert!(!locale.phrase(&phrase).contains('{'), "{refusal:?}");
    }
}
