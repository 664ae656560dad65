//! `planboard comments done` through the built binary, and 1,000 submissions raced by readers: the loop rules, "Handling".

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::string_slice, dead_code)]

#[path = "agent/world.rs"]
mod world;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chrono::Utc;
use planboard::contract::plan_comments::{self, Pass, Submission, SubmittedComment, TargetKind};
use planboard::project::settle::Removal;
use planboard::project::store::Store;
use planboard::project::submit::{Expected, Order, SubmitError};
use planboard::project::write::Cause;
use planboard::review::draft::Draft;
use planboard::review::round::{Outcome, sha256_hex};
use serde_json::{Value, json};
use world::{World, files};

const TWO: &[(&str, &str)] = &[("s-01", "朝の台所"), ("s-02", "湯気の椀")];
const REVISED: &[(&str, &str)] = &[("s-01", "朝の台所"), ("s-02", "湯気の立つ椀")];

fn submitted() -> World {
    let world = World::shots(TWO);
    world.submit(&[("s-02", "湯気を濃く")]);
    world
}

#[test]
fn a_round_from_reading_to_done() {
    let world = submitted();
    let token = world.token();
    assert_eq!(token, sha256_hex(&fs::read(world.comments()).expect("file")), "the token is the hash of the bytes");
    world.write_shots(REVISED);
    let run = world.run(&["comments", "done", "planning", "--token", &token]).ok();
    assert!(run.out.is_empty() && run.err.contains("deleted"), "{}{}", run.out, run.err);
    assert!(!world.comments().exists());
    let round = world.round();
    assert_eq!((&round["outcome"], round["handled_at"].is_string()), (&json!("handled"), true));
    let after = files(&world.state()).into_iter().find(|p| p.ends_with("after.json")).expect("the plan after");
    assert_eq!(fs::read(after).expect("after"), fs::read(world.research()).expect("plan"));
    assert_eq!(world.read()["state"], "handled");
    let names: Vec<_> = files(&world.film().join("planning"));
    assert_eq!(names, [world.research()], "nothing is left beside the plan");
}

#[test]
fn without_a_token_it_is_wrong_usage() {
    let world = submitted();
    let run = world.run(&["comments", "done"]).fails(2);
    assert!(run.err.contains("--token"), "{}", run.err);
    assert!(world.comments().exists());
}

#[test]
fn bytes_that_were_not_read_are_never_deleted() {
    let world = submitted();
    let token = world.token();
    world.run(&["comments", "add", "--target", "s-01", "--text", "newer"]).ok();
    world.run(&["comments", "submit", "--overwrite"]).ok();
    let newer = fs::read(world.comments()).expect("file");
    let run = world.run(&["comments", "done", "--token", &token]).fails(1);
    assert!(run.err.contains("comments read"), "{}", run.err);
    world.run(&["comments", "done", "--token", "nonsense"]).fails(1);
    assert_eq!(fs::read(world.comments()).expect("file"), newer);
    assert_eq!(world.round()["outcome"], Value::Null);
    world.run(&["comments", "done", "--token", &world.token()]).ok();
}

#[test]
fn a_file_already_gone_is_fine_with_the_token_of_the_last_round() {
    let world = submitted();
    let token = world.token();
    fs::remove_file(world.comments()).expect("removed by hand");
    world.write_shots(REVISED);
    world.run(&["comments", "done", "--token", &token, "--say", "0=濃くした"]).ok();
    let round = world.round();
    assert_eq!((&round["outcome"], &round["replies"][0]["text"]), (&json!("handled"), &json!("濃くした")));
    assert!(files(&world.state()).iter().any(|p| p.ends_with("after.json")));
    world.run(&["comments", "done", "--token", &token]).ok();
    world.run(&["comments", "done", "--token", &"0".repeat(64)]).fails(1);
    World::shots(TWO).run(&["comments", "done", "--token", &token]).fails(1);
}

#[test]
fn a_recalled_submission_is_said_to_be_taken_back() {
    let world = submitted();
    let token = world.token();
    fs::remove_file(world.comments()).expect("gone");
    let path = files(&world.state()).into_iter().find(|p| p.ends_with("round.json")).expect("round");
    let mut round = world.round();
    round["outcome"] = json!("recalled");
    fs::write(path, round.to_string()).expect("round");
    let run = world.run(&["comments", "done", "--token", &token]).ok();
    assert!(run.err.contains("took the comments back"), "{}", run.err);
    assert_eq!(world.round()["outcome"], "recalled", "recall is no handling");
}

#[test]
fn a_newer_version_is_never_deleted() {
    let world = World::shots(TWO);
    fs::write(world.comments(), r#"{"version": 1}"#).expect("file");
    let token = sha256_hex(&fs::read(world.comments()).expect("file"));
    world.run(&["comments", "done", "--token", &token]).fails(1);
    world.run(&["comments", "done", "--force"]).fails(1);
    assert!(world.comments().exists());
}

#[test]
fn what_nobody_could_read_goes_by_force_only_and_leaves_a_copy() {
    let world = submitted();
    fs::write(world.comments(), "{ broken").expect("file");
    let token = sha256_hex(b"{ broken");
    world.run(&["comments", "done", "--token", &token]).fails(1);
    assert!(world.comments().exists());
    world.run(&["comments", "done", "--force"]).ok();
    assert!(!world.comments().exists());
    let kept = files(&world.state()).into_iter().find(|p| p.parent().is_some_and(|p| p.ends_with("kept")));
    assert_eq!(fs::read(kept.expect("a copy")).expect("copy"), b"{ broken");
}

#[test]
fn force_needs_no_token() {
    let world = submitted();
    world.run(&["comments", "done", "--force"]).ok();
    assert!(!world.comments().exists());
    assert_eq!(world.round()["outcome"], "handled");
    let world = submitted();
    world.run(&["comments", "done", "--force", "--token", "other"]).fails(1);
    assert!(world.comments().exists(), "a token that is given decides");
}

#[test]
fn a_link_in_its_place_is_left_alone() {
    let world = World::shots(TWO);
    let target = world.root.join("elsewhere.json");
    fs::write(&target, r#"{"version": 0}"#).expect("file");
    std::os::unix::fs::symlink(&target, world.comments()).expect("link");
    world.run(&["comments", "done", "--token", &sha256_hex(br#"{"version": 0}"#)]).fails(1);
    world.run(&["comments", "done", "--force"]).fails(1);
    assert!(target.exists() && fs::symlink_metadata(world.comments()).is_ok());
}

#[test]
fn without_state_or_round_the_token_alone_decides() {
    let world = World::shots(TWO);
    world.write_comments("structure", &[("shot", "1", "湯気の椀", "x")]);
    let token = world.token();
    let run = world.run(&["comments", "done", "--token", &token, "--strict", "--say", "0=did"]).ok();
    assert!(run.err.contains("the token alone decides") && run.err.contains("is not kept"), "{}", run.err);
    assert!(!world.comments().exists());

    // A state directory that cannot be made, and none at all.
    fs::write(world.root.join("file"), b"").expect("file");
    for variable in ["PLANBOARD_STATE_DIR", "HOME"] {
        world.write_comments("structure", &[("shot", "1", "湯気の椀", "x")]);
        let token = world.token();
        for (token, code) in [("0".repeat(64), 1), (token, 0)] {
            let mut command = world.command(&["comments", "done", "planning", "--token", &token]);
            match variable {
                "HOME" => command.env_remove("PLANBOARD_STATE_DIR").env_remove("HOME"),
                _ => command.env(variable, world.root.join("file/state")),
            };
            world::Run::of(command.output().expect("it runs")).fails(code);
        }
        assert!(!world.comments().exists());
    }
}

#[test]
fn skips_and_answers_are_kept_with_the_round() {
    let world = World::shots(TWO);
    world.submit(&[("s-01", "a"), ("s-02", "b")]);
    let token = world.token();
    let done = |args: &[&str]| world.run(&[&["comments", "done", "--token", &token], args].concat());
    for wrong in ["2=x", "x=y", "0", "0= \u{3000}", "-1=x"] {
        done(&["--skip", wrong]).fails(2);
    }
    assert!(world.comments().exists());
    done(&["--skip", "1=対象 = なし", "--say", "0=四秒にした"]).ok();
    let replies = world.round()["replies"].clone();
    assert_eq!(
        replies,
        json!([{"comment": 1, "skipped": true, "text": "対象 = なし"}, {"comment": 0, "skipped": false, "text": "四秒にした"}])
    );
}

#[test]
fn strict_keeps_the_file_until_each_comment_is_acted_on_or_skipped() {
    let world = World::shots(TWO);
    world.submit(&[("s-01", "a"), ("s-02", "b")]);
    let token = world.token();
    let strict = |more: &[&str]| world.run(&[&["comments", "done", "--strict", "--token", &token], more].concat());
    let run = strict(&[]).fails(1);
    assert!(run.err.contains("comment 0") && run.err.contains("comment 1"), "{}", run.err);
    world.write_shots(REVISED);
    let run = strict(&[]).fails(1);
    assert!(run.err.contains("comment 0") && !run.err.contains("comment 1"), "{}", run.err);
    assert!(world.comments().exists());
    assert_eq!((&world.round()["outcome"], &world.round()["replies"]), (&Value::Null, &json!([])));
    strict(&["--skip", "0=いまのままでよい"]).ok();
    assert!(!world.comments().exists());
}

#[test]
fn strict_counts_a_removed_target_and_a_replaced_picture_as_acted_on() {
    let world = World::shots(TWO);
    let shots = json!([{"id": "s-01", "description": "朝の台所", "image_path": "a.png"}, {"id": "s-02", "description": "湯気"}]);
    world.write_research(shots, false);
    fs::write(world.film().join("planning/a.png"), b"one").expect("picture");
    world.submit(&[("s-01", "a"), ("s-02", "b")]);
    let token = world.token();
    world.write_research(json!([{"id": "s-01", "description": "朝の台所", "image_path": "a.png"}]), false);
    let run = world.run(&["comments", "done", "--strict", "--token", &token]).fails(1);
    assert!(run.err.contains("comment 0") && !run.err.contains("comment 1"), "{}", run.err);
    fs::write(world.film().join("planning/a.png"), b"another").expect("picture");
    world.run(&["comments", "done", "--strict", "--token", &token]).ok();
}

#[test]
fn strict_needs_a_plan_that_can_be_read() {
    let world = submitted();
    let token = world.token();
    fs::write(world.research(), "{").expect("broken");
    world.run(&["comments", "done", "--strict", "--token", &token]).fails(1);
    assert!(world.comments().exists());
    world.run(&["comments", "done", "--token", &token]).ok();
    assert!(
        !files(&world.state()).iter().any(|p| p.ends_with("after.json") && fs::read(p).is_ok_and(|b| b.is_empty()))
    );
}

/// One project of the race: the writer submits, over what is there or after it is gone; a reader polls; two are done with
/// what it read.
struct Race {
    _dir: tempfile::TempDir,
    store: Store,
    file: std::path::PathBuf,
    ended: AtomicBool,
    /// Hashes in the order they were read.
    read: Mutex<Vec<String>>,
    removed: Mutex<Vec<String>>,
}

fn submission(n: usize) -> Submission {
    let comment = |k: usize| SubmittedComment {
        target_kind: TargetKind::Shot,
        target_id: k.to_string(),
        title: format!("shot {k}"),
        text: format!("submission {n}, comment {k}: {}", "あ".repeat(n % 97)),
    };
    Submission {
        version: 0,
        pass: Pass::Structure,
        submitted_at: "2026-07-25T09:30:00.000Z".into(),
        comments: (0..=n % 5).map(comment).collect(),
    }
}

impl Race {
    fn new() -> Race {
        // In memory where the system has such a place: a thousand submissions go to the disk some ten thousand times.
        let dir = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("temp dir");
        let plan = dir.path().join("planning");
        fs::create_dir(&plan).expect("folder");
        let state = dir.path().join("state").into_os_string();
        let store = Store::open(&plan, &|name| (name == "PLANBOARD_STATE_DIR").then(|| state.clone())).expect("store");
        let file = plan.join("plan-comments.json");
        let (ended, read, removed) = (AtomicBool::new(false), Mutex::default(), Mutex::default());
        Race { _dir: dir, store, file, ended, read, removed }
    }

    /// Submits `count` times; gives each hash with the one it replaced.
    fn write(&self, count: usize) -> Vec<(String, Option<String>)> {
        let mut written = Vec::new();
        let mut expected = Expected::Absent;
        for n in 0..count {
            let submission = submission(n);
            let mut draft = Draft::new(Pass::Structure);
            loop {
                let order = Order {
                    path: &self.file,
                    submission: &submission,
                    anchors: Vec::new(),
                    plan_file: Path::new("research-plan.json"),
                    plan: b"{}",
                    files: Vec::new(),
                    expected: expected.clone(),
                    checkpoint: None,
                    now: Utc::now(),
                };
                match self.store.submit(&order, &mut draft) {
                    Ok(done) => {
                        assert!(done.warnings.is_empty(), "{:?}", done.warnings);
                        let replaced = match std::mem::replace(&mut expected, Expected::Absent) {
                            Expected::Overwrite(old) => Some(old),
                            Expected::Absent => None,
                        };
                        written.push((done.sha256, replaced));
                        break;
                    }
                    // Every third goes over what is there, the others wait until it is gone.
                    Err(SubmitError::Found(Some(bytes))) if n % 3 == 0 => {
                        expected = Expected::Overwrite(sha256_hex(&bytes));
                    }
                    Err(SubmitError::Found(_)) => {
                        expected = Expected::Absent;
                        while self.file.exists() {
                            std::thread::sleep(Duration::from_micros(200));
                        }
                    }
                    Err(SubmitError::Disk(error)) => panic!("{error:?}"),
                }
            }
        }
        self.ended.store(true, Ordering::SeqCst);
        written
    }

    /// Reads what is there again and again: it is whole, always.
    fn poll(&self) {
        while !self.ended.load(Ordering::SeqCst) || self.file.exists() {
            let Ok(bytes) = fs::read(&self.file) else {
                std::thread::sleep(Duration::from_micros(200));
                continue;
            };
            let (read, findings) = plan_comments::read(&self.file, &bytes);
            assert!(findings.is_empty(), "{findings:?}");
            let comments = read.expect("a whole submission").comments;
            assert!(!comments.is_empty() && comments.iter().all(|c| c.text.starts_with("submission ")));
            let sha256 = sha256_hex(&bytes);
            self.store.leave_receipt(&sha256, Utc::now()).expect("a receipt");
            let mut read = self.read.lock().expect("lock");
            if read.last() != Some(&sha256) {
                read.push(sha256);
            }
        }
    }

    /// Is done with what was read last, and tries tokens of before now and then.
    fn done(&self) {
        let mut turn = 0;
        while !self.ended.load(Ordering::SeqCst) || self.file.exists() {
            turn += 1;
            let token = {
                let read = self.read.lock().expect("lock");
                if turn % 5 == 0 { read.iter().rev().nth(1).cloned() } else { read.last().cloned() }
            };
            let Some(token) = token else { continue };
            let handled = self.store.handle_submission(&self.file, &token, Vec::new(), Some(b"{}"), Utc::now());
            let handled = match handled {
                // Another had the lock for too long: an agent runs the command again.
                Err(error) if error.cause == Cause::Busy => continue,
                handled => handled.expect("handled"),
            };
            assert!(handled.warnings.is_empty(), "{:?}", handled.warnings);
            match handled.removal {
                Removal::Removed => self.removed.lock().expect("lock").push(token),
                Removal::Absent | Removal::Different(_) => std::thread::sleep(Duration::from_micros(200)),
            }
        }
    }
}

#[test]
fn of_a_thousand_submissions_none_is_read_in_part_and_none_is_lost() {
    let (mut all, mut replacements) = (0, 0);
    for _ in 0..20 {
        let race = Race::new();
        let written = std::thread::scope(|scope| {
            scope.spawn(|| race.poll());
            scope.spawn(|| race.done());
            scope.spawn(|| race.done());
            race.write(50)
        });
        let read: HashSet<String> = race.read.lock().expect("lock").iter().cloned().collect();
        let removed = race.removed.lock().expect("lock").clone();
        let once: HashSet<&String> = removed.iter().collect();
        assert_eq!(once.len(), removed.len(), "nothing is deleted twice");
        assert!(removed.iter().all(|token| read.contains(token)), "nothing is deleted unread");
        let replaced: HashSet<&String> = written.iter().filter_map(|(_, old)| old.as_ref()).collect();
        let outcomes: HashMap<String, Option<Outcome>> =
            race.store.rounds().0.into_iter().map(|round| (round.sha256, round.outcome)).collect();
        for (sha256, _) in &written {
            assert!(once.contains(sha256) != replaced.contains(sha256), "{sha256} is done or replaced, and not both");
            let outcome = if once.contains(sha256) { Outcome::Handled } else { Outcome::Replaced };
            assert_eq!(outcomes.get(sha256), Some(&Some(outcome)));
        }
        let left: Vec<_> = files(race.file.parent().expect("folder"));
        assert!(left.is_empty(), "{left:?}");
        all += written.len();
        replacements += replaced.len();
    }
    assert_eq!(all, 1000);
    assert!(replacements > 0, "some were written over others");
}

#[test]
fn a_round_that_anothers_file_replaced_is_not_handled_when_that_file_goes() {
    for look in [&["comments", "read"][..], &["status"], &["comments", "done", "--token", "nonsense"]] {
        let world = submitted();
        let token = world.token();
        world.write_comments("structure", &[("shot", "0", "朝の台所", "another's")]);
        world.run(look);
        fs::remove_file(world.comments()).expect("the other's file");
        assert_eq!(world.read()["state"], "replaced", "{look:?}");
        let run = world.run(&["wait", "--for", "handled", "--timeout", "0"]).fails(1);
        assert!(!run.out.contains("湯気を濃く"), "{}", run.out);
        let run = world.run(&["comments", "done", "--token", &token]).ok();
        assert!(run.err.contains("another submission had taken the place"), "{}", run.err);
        assert_eq!(world.round()["outcome"], "replaced");
    }
    let world = submitted();
    world.write_comments("structure", &[("shot", "0", "朝の台所", "another's")]);
    let other = sha256_hex(&fs::read(world.comments()).expect("file"));
    world.run(&["comments", "done", "--token", &other]).ok();
    assert_eq!(world.round()["outcome"], "replaced");
}

#[test]
fn what_was_said_stays_and_is_said_once() {
    let world = submitted();
    let token = world.token();
    let done = |more: &[&str]| world.run(&[&["comments", "done", "--token", &token], more].concat());
    for twice in
        [["--say", "0=a", "--say", "0=b"], ["--skip", "0=a", "--say", "0=b"], ["--skip", "0=a", "--skip", "0=b"]]
    {
        let run = done(&twice).fails(2);
        assert!(run.err.contains("comment 0 is given twice"), "{}", run.err);
    }
    assert!(world.comments().exists());
    done(&["--say", "0=first"]).ok();
    for again in [["--say", "0=second"], ["--skip", "0=third"]] {
        let run = done(&again).ok();
        assert!(run.err.contains("stays as it was"), "{}", run.err);
    }
    assert_eq!(world.round()["replies"], json!([{"comment": 0, "skipped": false, "text": "first"}]));
}

#[test]
fn a_wrong_token_claims_nothing_of_another_submission() {
    let world = submitted();
    let run = world.run(&["comments", "done", "--token", &"0".repeat(64)]).fails(1);
    assert!(run.err.contains("is not the one of this token") && !run.err.contains("since"), "{}", run.err);
}
