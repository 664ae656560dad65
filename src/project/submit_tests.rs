use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::contract::plan_comments::Pass;
use crate::project::recall::{RecallError, Views};
use crate::project::settle::Removal;
use crate::project::store::tests::store;
use crate::project::write::FileKind;
use crate::review::anchor::testing::{shot, view};
use crate::review::draft::AnchorState;
use crate::review::history::History;
use crate::review::round::Outcome;
use crate::review::submission::{anchors, build, take_back};
use crate::review::target::PassView;

const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;
const PLAN: &[u8] = b"{\"plan\":1}";

/// A project with a store, a plan of two shots, and a draft with a comment on each.
struct Desk {
    _dir: tempfile::TempDir,
    store: Store,
    path: PathBuf,
    view: PassView,
}

impl Desk {
    fn new() -> Desk {
        let (dir, store) = store();
        let path = store.plan_dir().join("plan-comments.json");
        let view = view(vec![shot(0, Some("a"), "港の朝"), shot(1, None, "店の中")]);
        Desk { _dir: dir, store, path, view }
    }

    fn draft(&self, text: &str) -> Draft {
        let mut draft = Draft::new(Pass::Structure);
        for target in &self.view.targets {
            let change = draft.adding(Anchor::of(target).unwrap(), text, NOW);
            History::default().apply(&mut draft, change, NOW);
        }
        self.store.save_draft(&mut draft, Some(PLAN)).unwrap();
        draft
    }

    fn submit_until(
        &self,
        draft: &mut Draft,
        expected: Expected,
        dies: &dyn Fn(Step) -> bool,
    ) -> Result<Submitted, SubmitError> {
        let submission = build(draft, &self.view, NOW).unwrap();
        let order = Order {
            path: &self.path,
            submission: &submission,
            anchors: anchors(draft, &self.view),
            plan_file: Path::new("research-plan.json"),
            plan: PLAN,
            files: Vec::new(),
            expected,
            checkpoint: None,
            now: NOW,
        };
        self.store.submit_until(&order, draft, dies)
    }

    fn submit(&self, draft: &mut Draft, expected: Expected) -> Result<Submitted, SubmitError> {
        self.submit_until(draft, expected, &|_| false)
    }

    fn on_disk(&self) -> Option<Vec<u8>> {
        fs::read(&self.path).ok()
    }

    fn saved(&self) -> Draft {
        self.store.peek_draft(Pass::Structure).draft
    }

    /// Names in the plan directory.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.store.plan_dir()).unwrap();
        entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect()
    }

    fn views(&self) -> Views<'_> {
        Views { before: Some(&self.view), now: &self.view }
    }
}

fn overwrite(bytes: &[u8]) -> Expected {
    Expected::Overwrite(sha256_hex(bytes))
}

#[test]
fn a_submission_is_written_its_round_stored_and_the_draft_cleared() {
    let desk = Desk::new();
    let mut draft = desk.draft("直して");
    draft.overall = "全体に暗い".into();
    let done = desk.submit(&mut draft, Expected::Absent).unwrap();
    assert!(done.warnings.is_empty());
    assert_eq!(done.sha256, sha256_hex(&desk.on_disk().unwrap()));
    assert_eq!(take_back(&desk.on_disk().unwrap()).unwrap().1.len(), 2);
    assert!(draft.is_empty() && desk.saved() == draft);
    let round = desk.store.last_round().unwrap();
    assert_eq!((round.round, round.comments, round.pending), (1, 2, None));
    assert_eq!(round.overall, "全体に暗い");
    assert_eq!(desk.store.round_submission(1).unwrap(), desk.on_disk().unwrap());
    assert_eq!(desk.store.round_before(1).unwrap(), PLAN);
    assert_eq!(desk.names(), ["plan-comments.json"]);
}

#[test]
fn what_the_reviewer_was_not_shown_is_never_overwritten() {
    let desk = Desk::new();
    let mut draft = desk.draft("x");
    fs::write(&desk.path, b"other").unwrap();
    let before = draft.clone();
    let found = Err(SubmitError::Found(Some(b"other".to_vec())));
    assert_eq!(desk.submit(&mut draft, Expected::Absent), found);
    assert_eq!(desk.submit(&mut draft, overwrite(b"shown")), found);
    fs::remove_file(&desk.path).unwrap();
    assert_eq!(desk.submit(&mut draft, overwrite(b"shown")), Err(SubmitError::Found(None)));
    assert_eq!(draft, before);
    assert_eq!(desk.saved(), before);
    assert!(desk.store.rounds().0.is_empty());
    assert!(desk.names().is_empty());
}

#[test]
fn one_that_comes_in_between_is_not_overwritten_either() {
    for expected in [None, Some(&b"shown"[..])] {
        let desk = Desk::new();
        let mut draft = desk.draft("x");
        if let Some(bytes) = expected {
            fs::write(&desk.path, bytes).unwrap();
        }
        let before = draft.clone();
        let between = |step| {
            if step == Step::Stored {
                fs::write(&desk.path, b"newer").unwrap();
            }
            false
        };
        let result = desk.submit_until(&mut draft, expected.map_or(Expected::Absent, overwrite), &between);
        assert_eq!(result, Err(SubmitError::Found(Some(b"newer".to_vec()))));
        assert_eq!(desk.on_disk().unwrap(), b"newer");
        assert_eq!((&draft, &desk.saved()), (&before, &before));
        assert!(desk.store.rounds().0.is_empty());
        assert_eq!(desk.names(), ["plan-comments.json"]);
    }
}

#[test]
fn overwriting_notes_the_round_before_as_replaced() {
    let desk = Desk::new();
    desk.submit(&mut desk.draft("one"), Expected::Absent).unwrap();
    let shown = desk.on_disk().unwrap();
    desk.submit(&mut desk.draft("two"), overwrite(&shown)).unwrap();
    let (rounds, _) = desk.store.rounds();
    assert_eq!(rounds.iter().map(|r| r.outcome).collect::<Vec<_>>(), [Some(Outcome::Replaced), None]);
    assert_eq!(desk.names(), ["plan-comments.json"]);
    assert_eq!(fs::read_dir(desk.store.folder().join("kept")).unwrap().count(), 0);
}

#[test]
fn another_programs_submission_is_kept_when_overwritten() {
    let desk = Desk::new();
    fs::write(&desk.path, b"foreign").unwrap();
    desk.submit(&mut desk.draft("x"), overwrite(b"foreign")).unwrap();
    let kept = desk.store.folder().join("kept").join(format!("{}.json", sha256_hex(b"foreign")));
    assert_eq!(fs::read(kept).unwrap(), b"foreign");
}

#[test]
fn a_crash_between_any_two_steps_loses_nothing_and_offers_nothing_twice() {
    for old in [None, Some(&b"foreign"[..])] {
        for step in [Step::Temporary, Step::Marked, Step::Stored, Step::Placed, Step::Noted] {
            let desk = Desk::new();
            if let Some(bytes) = old {
                fs::write(&desk.path, bytes).unwrap();
            }
            let mut draft = desk.draft("text");
            let before = draft.clone();
            desk.submit_until(&mut draft, old.map_or(Expected::Absent, overwrite), &|s| s == step).unwrap_err();
            drop(draft);
            desk.store.settle(&desk.path, NOW).unwrap();
            let saved = desk.saved();
            assert_eq!(saved.becoming, None);
            let rounds = desk.store.rounds().0;
            if step < Step::Placed {
                assert_eq!(desk.on_disk().as_deref(), old, "{step:?}");
                assert_eq!(saved, before, "{step:?}");
                assert!(rounds.is_empty(), "{step:?}");
            } else {
                assert_eq!(take_back(&desk.on_disk().unwrap()).unwrap().1.len(), 2, "{step:?}");
                assert!(saved.is_empty(), "{step:?}");
                assert_eq!((rounds.len(), &rounds[0].pending), (1, &None), "{step:?}");
                assert_eq!(desk.names(), ["plan-comments.json"], "{step:?}");
            }
            let again = desk.saved();
            desk.store.settle(&desk.path, NOW).unwrap();
            assert_eq!(desk.saved(), again, "settling is done once");
        }
    }
}

#[test]
fn a_submission_taken_before_the_crash_was_noticed_is_not_offered_again() {
    let desk = Desk::new();
    desk.submit_until(&mut desk.draft("x"), Expected::Absent, &|s| s == Step::Placed).unwrap_err();
    fs::remove_file(&desk.path).unwrap();
    desk.store.settle(&desk.path, NOW).unwrap();
    assert!(desk.saved().is_empty());
    assert_eq!(desk.store.last_round().unwrap().pending, None);
}

#[test]
fn a_link_a_fifo_or_a_directory_in_its_place_is_refused_and_the_draft_stays() {
    let desk = Desk::new();
    let mut draft = desk.draft("x");
    let target = desk.store.root().join("elsewhere");
    fs::write(&target, b"mine").unwrap();
    let cause = |draft: &mut Draft| match desk.submit(draft, Expected::Absent) {
        Err(SubmitError::Disk(error)) => error.cause,
        other => panic!("{other:?}"),
    };
    symlink(&target, &desk.path).unwrap();
    assert_eq!(cause(&mut draft), Cause::Link(target.clone()));
    assert_eq!(fs::read(&target).unwrap(), b"mine", "nothing outside the project is written");
    fs::remove_file(&desk.path).unwrap();
    fs::create_dir(&desk.path).unwrap();
    assert_eq!(cause(&mut draft), Cause::NotRegular(FileKind::Directory));
    fs::remove_dir(&desk.path).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&desk.path).status().unwrap().success());
    assert_eq!(cause(&mut draft), Cause::NotRegular(FileKind::Fifo));
    assert_eq!(draft.comments.len(), 2);
    assert_eq!(desk.saved(), draft);
}

#[test]
fn a_plan_directory_that_went_away_is_named_and_the_draft_stays() {
    let desk = Desk::new();
    let mut draft = desk.draft("x");
    fs::remove_dir_all(desk.store.plan_dir()).unwrap();
    let Err(SubmitError::Disk(error)) = desk.submit(&mut draft, Expected::Absent) else { panic!() };
    assert_eq!((error.path.as_path(), error.cause), (desk.store.plan_dir(), Cause::Missing));
    assert_eq!(desk.saved(), draft);
    assert!(!draft.is_empty());
}

#[test]
fn without_a_place_for_the_round_nothing_is_submitted() {
    let desk = Desk::new();
    let mut draft = desk.draft("x");
    let rounds = desk.store.folder().join("rounds");
    fs::remove_dir(&rounds).unwrap();
    fs::write(&rounds, b"").unwrap();
    assert!(matches!(desk.submit(&mut draft, Expected::Absent), Err(SubmitError::Disk(_))));
    assert_eq!(desk.on_disk(), None);
    assert_eq!((draft.becoming.as_ref(), draft.comments.len()), (None, 2));
    assert_eq!(desk.saved(), draft);
    assert!(desk.names().is_empty(), "the temporary file is removed");
}

#[test]
fn a_polling_reader_never_sees_a_part() {
    let desk = Desk::new();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut seen = 0;
            while !stop.load(Ordering::Relaxed) {
                if let Some(bytes) = desk.on_disk() {
                    assert_eq!(take_back(&bytes).expect("a whole file").1.len(), 2);
                    seen += 1;
                }
            }
            seen
        });
        for round in 0..200 {
            let mut draft = desk.draft(&"長い文".repeat(round * 5 + 1));
            let expected = desk.on_disk().map_or(Expected::Absent, |bytes| overwrite(&bytes));
            desk.submit(&mut draft, expected).unwrap();
        }
        stop.store(true, Ordering::Relaxed);
        assert!(reader.join().unwrap() > 0);
    });
    assert_eq!(desk.store.rounds().0.len(), 200);
}

#[test]
fn no_submission_is_lost_to_a_racing_done() {
    let desk = Desk::new();
    let (stop, mut done) = (AtomicBool::new(false), 0);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut removed = 0;
            while !stop.load(Ordering::Relaxed) {
                let Some(bytes) = desk.on_disk() else { continue };
                let result = desk.store.remove_submission(&desk.path, &sha256_hex(&bytes)).unwrap();
                removed += usize::from(result == Removal::Removed);
            }
            removed
        });
        let mut replaced = 0;
        for round in 0..60 {
            let mut draft = desk.draft(&format!("n{round}"));
            loop {
                let shown = desk.on_disk();
                let expected = shown.as_ref().map_or(Expected::Absent, |bytes| overwrite(bytes));
                match desk.submit(&mut draft, expected) {
                    Ok(_) => {
                        replaced += usize::from(shown.is_some());
                        break;
                    }
                    Err(SubmitError::Found(_)) => {}
                    Err(error) => panic!("{error:?}"),
                }
            }
        }
        stop.store(true, Ordering::Relaxed);
        done = reader.join().unwrap() + replaced + usize::from(desk.path.exists());
    });
    assert_eq!(done, 60, "each was read and removed, replaced knowingly, or is still there");
}

#[test]
fn recall_brings_comments_back_onto_their_targets() {
    let desk = Desk::new();
    let mut draft = desk.draft("verbatim\n文");
    draft.overall = "note".into();
    let sent = desk.submit(&mut draft, Expected::Absent).unwrap();
    let now = view(vec![shot(0, None, "店の中"), shot(1, None, "new"), shot(2, Some("a"), "港の夜")]);
    let views = Views { before: Some(&desk.view), now: &now };
    let recalled = desk.store.recall(&desk.path, &sent.sha256, &mut draft, views, NOW).unwrap();
    assert_eq!(recalled.keys, [3, 4], "keys are never used again");
    let list: Vec<_> = draft.comments.iter().map(|c| (c.anchor.id.as_str(), c.anchor.state)).collect();
    assert_eq!(list, [("2", AnchorState::Moved), ("0", AnchorState::Moved)]);
    assert_eq!((draft.comments[0].text.as_str(), draft.overall.as_str()), ("verbatim\n文", "note"));
    assert_eq!(desk.saved(), draft);
    assert!(desk.names().is_empty());
    let round = desk.store.last_round().unwrap();
    assert_eq!((round.outcome, round.handled_at), (Some(Outcome::Recalled), None));
    let again = desk.store.restore(&round, &mut draft, desk.views(), NOW).unwrap();
    assert_eq!(again, [5, 6]);
}

#[test]
fn another_programs_submission_can_be_recalled() {
    let desk = Desk::new();
    let file = r#"{"version":0,"pass":"structure","submitted_at":"2026-01-01T00:00:00Z","comments":[
        {"target_kind":"shot","target_id":"1","title":"店の中","text":"x"}]}"#;
    fs::write(&desk.path, file).unwrap();
    let mut draft = Draft::new(Pass::Structure);
    let views = Views { before: None, now: &desk.view };
    let hash = sha256_hex(file.as_bytes());
    let wrong = desk.store.recall(&desk.path, &hash, &mut Draft::new(Pass::Final), views, NOW);
    assert_eq!(wrong, Err(RecallError::Pass(Pass::Structure)));
    desk.store.recall(&desk.path, &hash, &mut draft, views, NOW).unwrap();
    assert_eq!(draft.comments[0].anchor.id, "1");
    assert!(desk.names().is_empty());
}

#[test]
fn recall_touches_only_what_was_shown_and_understood() {
    let desk = Desk::new();
    let mut draft = desk.draft("x");
    let before = draft.clone();
    let newer = br#"{"version":1,"pass":"structure","comments":[]}"#;
    fs::write(&desk.path, newer).unwrap();
    let shown = desk.store.recall(&desk.path, "other", &mut draft, desk.views(), NOW);
    assert_eq!(shown, Err(RecallError::Found(Some(newer.to_vec()))));
    let result = desk.store.recall(&desk.path, &sha256_hex(newer), &mut draft, desk.views(), NOW);
    assert_eq!(result, Err(RecallError::NotUnderstood));
    assert_eq!((desk.on_disk().as_deref(), &draft, &desk.saved()), (Some(&newer[..]), &before, &before));
}

#[test]
fn a_recall_that_died_is_finished_at_the_next_start() {
    let desk = Desk::new();
    let mut draft = desk.draft("x");
    let sent = desk.submit(&mut draft, Expected::Absent).unwrap();
    // What a crash leaves after the draft was saved and before the file was taken away.
    let mut died = desk.draft("x");
    died.recalling = Some(sent.sha256.clone());
    desk.store.save_draft(&mut died, None).unwrap();
    desk.store.settle(&desk.path, NOW).unwrap();
    assert_eq!(desk.on_disk(), None);
    assert_eq!((desk.saved().recalling, desk.saved().comments.len()), (None, 2));
    assert_eq!(desk.store.last_round().unwrap().outcome, Some(Outcome::Recalled));
}

#[test]
fn only_the_bytes_that_were_read_are_deleted() {
    let desk = Desk::new();
    let remove = |hash: &str| desk.store.remove_submission(&desk.path, hash).unwrap();
    assert_eq!(remove("any"), Removal::Absent);
    fs::write(&desk.path, b"one").unwrap();
    assert_eq!(remove(&sha256_hex(b"two")), Removal::Different(b"one".to_vec()));
    assert_eq!(desk.on_disk().unwrap(), b"one");
    assert_eq!(remove(&sha256_hex(b"one")), Removal::Removed);
    assert!(desk.names().is_empty());
}

#[test]
fn a_submission_left_aside_by_a_crash_is_put_back_or_kept() {
    let desk = Desk::new();
    let aside = desk.path.with_file_name(".planboard-aside.0123456789abcdef");
    fs::write(&aside, b"unread").unwrap();
    desk.store.settle(&desk.path, NOW).unwrap();
    assert_eq!(desk.on_disk().unwrap(), b"unread");
    fs::write(&aside, b"older").unwrap();
    desk.store.settle(&desk.path, NOW).unwrap();
    assert_eq!(desk.on_disk().unwrap(), b"unread", "the newer one is not replaced");
    let kept = desk.store.folder().join("kept").join(format!("{}.json", sha256_hex(b"older")));
    assert_eq!(fs::read(kept).unwrap(), b"older");
    assert_eq!(desk.names(), ["plan-comments.json"]);
}
