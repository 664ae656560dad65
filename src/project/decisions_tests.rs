use std::fs;

use super::*;
use crate::contract::plan_comments::Pass;
use crate::project::store::tests::store;

const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

/// A store, plan-comments.json (not there) and a plan file.
fn desk() -> (tempfile::TempDir, Store, PathBuf, PathBuf) {
    let (dir, store) = store();
    let (comments, plan) = (store.plan_dir().join("plan-comments.json"), store.plan_dir().join("plan.json"));
    fs::write(&plan, b"plan").unwrap();
    (dir, store, comments, plan)
}

fn approval(plan: &Path) -> Decision {
    Decision::approved(Pass::Structure, DecidedPlan::new(plan, &sha256_hex(&fs::read(plan).unwrap())), NOW)
}

const SUBMISSION: &[u8] =
    br#"{"version":0,"pass":"structure","submitted_at":"t","comments":[{"target_kind":"shot","target_id":"0","title":"a","text":"x"}]}"#;

#[test]
fn a_decision_is_kept_until_it_is_collected_once() {
    let (_dir, store, comments, plan) = desk();
    assert_eq!(store.collect(&comments, NOW).unwrap(), Found::Nothing);
    let decision = approval(&plan);
    store.leave(&decision).unwrap();
    assert_eq!(store.find_decision(&comments, NOW), Found::Decided(decision.clone()));
    assert_eq!(store.collect(&comments, NOW).unwrap(), Found::Decided(decision));
    assert_eq!(store.collect(&comments, NOW).unwrap(), Found::Nothing);
}

#[test]
fn an_approval_of_an_older_plan_is_not_told_but_kept() {
    let (_dir, store, comments, plan) = desk();
    let decision = approval(&plan);
    store.leave(&decision).unwrap();
    fs::write(&plan, b"another").unwrap();
    assert_eq!(store.collect(&comments, NOW).unwrap(), Found::Outdated(decision.clone()));
    fs::write(&plan, b"plan").unwrap();
    assert_eq!(store.collect(&comments, NOW).unwrap(), Found::Decided(decision));
}

#[test]
fn a_submission_nobody_read_is_a_decision_whoever_wrote_it_and_told_once() {
    let (_dir, store, comments, _) = desk();
    fs::write(&comments, SUBMISSION).unwrap();
    let Found::Decided(decision) = store.collect(&comments, NOW).unwrap() else { panic!("nothing found") };
    assert_eq!((decision.verdict, decision.pass), (Verdict::Comments, Some(Pass::Structure)));
    assert_eq!(decision.submitted.unwrap().comments[0].text, "x");
    assert_eq!(store.collect(&comments, NOW).unwrap(), Found::Nothing);
    // Another one is another decision.
    let other = String::from_utf8_lossy(SUBMISSION).replace("\"x\"", "\"y\"");
    fs::write(&comments, other).unwrap();
    assert!(matches!(store.collect(&comments, NOW).unwrap(), Found::Decided(_)));
    fs::write(&comments, b"{").unwrap();
    assert_eq!(store.collect(&comments, NOW).unwrap(), Found::Nothing, "not understood: left to `comments read`");
}

#[test]
fn comments_whose_file_is_gone_are_no_decision_any_more() {
    let (_dir, store, comments, _) = desk();
    fs::write(&comments, SUBMISSION).unwrap();
    let decision = store.decision_of(&comments, SUBMISSION, &sha256_hex(SUBMISSION), NOW).unwrap();
    store.leave(&decision).unwrap();
    fs::remove_file(&comments).unwrap();
    assert_eq!(store.collect(&comments, NOW).unwrap(), Found::Nothing);
}

#[test]
fn reading_collects_what_was_read_and_gives_an_approval() {
    let (_dir, store, comments, plan) = desk();
    assert_eq!(store.collect_for_read(None), None);
    let approved = approval(&plan);
    store.leave(&approved).unwrap();
    assert_eq!(store.collect_for_read(None), Some(approved));
    assert_eq!(store.decision(), None);
    fs::write(&comments, SUBMISSION).unwrap();
    let sha256 = sha256_hex(SUBMISSION);
    store.leave(&store.decision_of(&comments, SUBMISSION, &sha256, NOW).unwrap()).unwrap();
    assert_eq!(store.collect_for_read(Some("another")), None);
    assert!(store.decision().is_some());
    assert_eq!(store.collect_for_read(Some(&sha256)), None);
    assert_eq!(store.collect(&comments, NOW).unwrap(), Found::Nothing);
}

#[test]
fn reading_without_a_decision_marks_the_submission_as_told() {
    let (_dir, store, comments, _) = desk();
    fs::write(&comments, SUBMISSION).unwrap();
    store.collect_for_read(Some(&sha256_hex(SUBMISSION)));
    assert_eq!(store.collect(&comments, NOW).unwrap(), Found::Nothing);
}

#[test]
fn that_a_board_was_closed_takes_no_decisions_place_and_is_forgotten_when_one_opens() {
    let (_dir, store, comments, plan) = desk();
    let closed = Decision::closed(Some(Pass::Structure), None, NOW);
    store.leave_closed(&closed, true).unwrap();
    assert_eq!(store.decision(), None, "nobody waits");
    let waiting = store.wait_here(NOW).unwrap();
    store.leave_closed(&closed, true).unwrap();
    assert_eq!(store.decision(), Some(closed.clone()));
    drop(waiting);
    store.forget_closed().unwrap();
    assert_eq!(store.collect(&comments, NOW).unwrap(), Found::Nothing);
    let approved = approval(&plan);
    store.leave(&approved).unwrap();
    store.leave_closed(&closed, false).unwrap();
    store.forget_closed().unwrap();
    assert_eq!(store.decision(), Some(approved));
}

#[test]
fn who_waits_is_known_as_long_as_it_waits() {
    let (_dir, store, ..) = desk();
    assert!(!store.is_waited_for());
    let (one, two) = (store.wait_here(NOW).unwrap(), store.wait_here(NOW).unwrap());
    assert!(store.is_waited_for() && store.waiting_file().exists());
    drop(one);
    assert!(store.is_waited_for() && store.waiting_file().exists());
    drop(two);
    assert!(!store.is_waited_for() && !store.waiting_file().exists());
    // What a killed process leaves: the files, without the lock.
    fs::write(store.waiting_file(), b"{}").unwrap();
    assert!(!store.is_waited_for());
}

#[test]
fn a_broken_file_is_no_decision_and_gives_way() {
    let (_dir, store, comments, plan) = desk();
    fs::write(store.decision_file(), b"{").unwrap();
    assert_eq!(store.collect(&comments, NOW).unwrap(), Found::Nothing);
    store.leave(&approval(&plan)).unwrap();
    assert!(store.decision().is_some());
}
