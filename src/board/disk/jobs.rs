//! What is written for a board: drafts, marks, submissions, recalls; and the inbox that is taken in.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};

use super::Disk;
use crate::board::disk::terminal_name;
use crate::board::effect::SubmitOrder;
use crate::board::message::{LoadReason, Message, Receipt};
use crate::board::read_only::held_by;
use crate::board::rounds::Report;
use crate::board::start::variable;
use crate::board::theme::Ground;
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::Pass;
use crate::locale::Language;
use crate::project::identity::{self, Budget};
use crate::project::load::Loaded;
use crate::project::lock::Taking;
use crate::project::recall::{self, RecallError};
use crate::project::reviewed::Reviewed;
use crate::project::store::Store;
use crate::project::submit::{Expected, Order, SubmitError};
use crate::project::verify::verify_round;
use crate::project::write::DiskError;
use crate::review::answers::Answers;
use crate::review::draft::{Draft, DraftComment};
use crate::review::per_pass::PerPass;
use crate::review::submission::{self, Refusal};

/// How long a plan file that is being written is waited for before submitting.
const RETRY: Duration = Duration::from_secs(1);
/// How often it is looked at meanwhile.
const RETRY_STEP: Duration = Duration::from_millis(50);

impl Disk {
    /// Saves a draft, with the plan its anchors are in line with.
    ///
    /// # Errors
    /// Why not.
    pub fn save_draft(&mut self, mut draft: Draft) -> Result<(), Phrase> {
        self.keep_hold()?;
        let Some(store) = self.writes() else { return Ok(()) };
        let plan = self.good.get(&draft.pass).filter(|(view, _)| view.sha256 == draft.plan_sha256);
        store.save_draft(&mut draft, plan.map(|(_, bytes)| bytes.as_ref())).map_err(|e| short(&e))
    }

    /// Makes sure that this board can write, unless it is read-only: a state directory that vanished is made anew.
    ///
    /// # Errors
    /// Another board took over, or the directory cannot be made.
    pub(super) fn keep_hold(&mut self) -> Result<(), Phrase> {
        if self.is_lost() {
            self.lose();
        }
        if self.lost {
            return Err(Phrase::new("outside.not-ours"));
        }
        if let Some(lock) = &self.lock
            && !lock.is_mine()
        {
            let variable = |name: &str| std::env::var_os(name);
            let store = Store::open(&self.project.plan_dir, &variable).map_err(|e| short(&e))?;
            match store.take_lock(&self.me).map_err(|e| short(&e))? {
                Taking::Held(lock) => (self.store, self.lock) = (Some(store), Some(lock)),
                Taking::Taken(_) => return Err(Phrase::new("outside.not-ours")),
            }
        }
        Ok(())
    }

    /// Whether this board is read-only only until another is closed, or the state directory can be written.
    pub fn waits_to_write(&self) -> bool {
        self.waits
    }

    /// A board that was read-only because another was open may write once that one is closed: its drafts and marks then.
    pub fn try_to_write(&mut self) -> Option<(PerPass<Draft>, PerPass<Reviewed>)> {
        if !self.waits {
            return None;
        }
        let variable = |name: &str| std::env::var_os(name);
        let store = Store::open(&self.project.plan_dir, &variable).ok()?;
        // Who asked just now comes first.
        if store.is_asked_lately() {
            return None;
        }
        let Ok(Taking::Held(lock)) = store.take_lock(&self.me) else { return None };
        Some(self.adopt(store, lock))
    }

    /// Who holds the lock this board waits for, if that is said otherwise than the last time.
    pub fn holder_news(&mut self) -> Option<Phrase> {
        let told = self.told_holder.as_ref().filter(|told| self.waits && told.key.starts_with("read-only.held"))?;
        let holder = self.store.as_ref().and_then(Store::holder)?;
        let now = held_by(Some(&holder), Utc::now());
        if *told == now {
            return None;
        }
        self.told_holder = Some(now.clone());
        Some(now)
    }

    /// Saves the reviewed marks of a pass.
    ///
    /// # Errors
    /// Why not.
    pub fn save_reviewed(&mut self, pass: Pass, marks: &Reviewed) -> Result<(), Phrase> {
        self.keep_hold()?;
        let Some(store) = self.writes() else { return Ok(()) };
        store.save_reviewed(pass, marks, Utc::now()).map_err(|e| short(&e))
    }

    /// Saves the answers to a report.
    ///
    /// # Errors
    /// Why not.
    pub fn save_answers(&mut self, report: &Path, answers: &Answers) -> Result<(), Phrase> {
        self.keep_hold()?;
        let Some(store) = self.writes() else { return Ok(()) };
        store.save_answers(report, answers, Utc::now()).map_err(|e| short(&e))
    }

    /// Remembers the language.
    ///
    /// # Errors
    /// Why not.
    pub fn save_language(&mut self, language: Language) -> Result<(), Phrase> {
        let Some(store) = &self.store else { return Ok(()) };
        let mut preferences = store.preferences();
        preferences.language = Some(language.code().to_owned());
        store.save_preferences(&preferences, Utc::now()).map_err(|e| short(&e))
    }

    /// Remembers the background this terminal answered with. Whether that succeeds is nothing to trouble anybody with.
    pub fn save_background(&mut self, ground: Ground) {
        let Some(store) = &self.store else { return };
        let mut preferences = store.preferences();
        let word = if ground == Ground::Light { "light" } else { "dark" };
        preferences.backgrounds.insert(terminal_name(variable), word.to_owned());
        let _ = store.save_preferences(&preferences, Utc::now());
    }

    /// Writes a submission; the plan is read again first. What comes of it is a message.
    pub fn submit(&mut self, order: SubmitOrder) -> Message {
        let pass = order.draft.pass;
        let loaded = self.read_settled(pass);
        let broken = loaded.is_broken(pass);
        let moved = if self.is_gone(&loaded, pass) {
            true
        } else if broken {
            !order.stale_agreed
        } else {
            loaded.plan.pass(pass).sha256 != order.plan_sha256
        };
        if moved {
            return Message::PlanMoved(Box::new(self.fresh(loaded, LoadReason::Changed)));
        }
        let written = if pass == Pass::Coding { self.write_objections(order) } else { self.write_submission(order) };
        match written {
            Ok(receipt) => Message::Submitted(Box::new(self.load(LoadReason::Changed)), receipt),
            Err(reason) => {
                // What lies there may be another thing now: the dialogue shows it.
                Message::SubmitFailed(Box::new(self.fresh(loaded, LoadReason::Changed)), reason)
            }
        }
    }

    /// Reads the files; a plan file of this pass that is being written just now is waited for.
    pub(super) fn read_settled(&mut self, pass: Pass) -> Loaded {
        let since = Instant::now();
        let mut loaded = self.read();
        while self.is_stale(&loaded, pass) && since.elapsed() < RETRY {
            std::thread::sleep(RETRY_STEP);
            loaded = self.read();
        }
        loaded
    }

    fn write_submission(&mut self, order: SubmitOrder) -> Result<Receipt, Phrase> {
        self.keep_hold()?;
        let Some(store) = self.writes() else { return Err(Phrase::new("outside.not-ours")) };
        let Some((view, plan)) = self.good.get(&order.draft.pass) else {
            return Err(Phrase::new("outside.no-plan"));
        };
        let now = Utc::now();
        let submission = submission::build(&order.draft, view, now).map_err(refused)?;
        let mut draft = order.draft;
        let keys = draft.comments.iter().map(|c| c.key).collect();
        let path = self.project.plan_comments();
        let expected = order.overwrite.map_or(Expected::Absent, Expected::Overwrite);
        let written = store.submit(
            &Order {
                path: &path,
                submission: &submission,
                anchors: submission::anchors(&draft, view),
                plan_file: &view.file,
                plan,
                files: identity::identities(view, Budget::default()),
                expected,
                checkpoint: (submission.pass == Pass::Scaffold).then_some(order.checkpoint),
                now,
            },
            &mut draft,
        );
        match written {
            Ok(done) => {
                self.decided = Some(done.decision);
                Ok(Receipt {
                    pass: submission.pass,
                    round: done.round,
                    comments: submission.comments.len(),
                    ids: Vec::new(),
                    keys,
                    warning: done.warnings.first().map(DiskError::phrase),
                })
            }
            Err(SubmitError::Found(_)) => Err(Phrase::new("outside.changed-there")),
            Err(SubmitError::Disk(error)) => Err(error.phrase()),
        }
    }

    /// Turns the submission on disk back into comments of `draft`.
    pub fn recall(&mut self, sha256: &str, mut draft: Draft) -> Message {
        let now = Utc::now();
        let loaded = self.read();
        let path = self.project.plan_comments();
        let pass = draft.pass;
        let result = match self.writes() {
            None => Err(Phrase::new("outside.not-ours")),
            Some(store) => {
                let view = loaded.plan.pass(pass);
                let before = store.round_of(sha256).and_then(|round| self.views.before(store, &round, now));
                let views = recall::Views { before: before.as_deref(), now: view };
                store.recall(&path, sha256, &mut draft, views, now).map_err(|error| match error {
                    RecallError::Found(None) => Phrase::new("outside.nothing-there"),
                    RecallError::Found(Some(_)) => Phrase::new("outside.changed-there"),
                    RecallError::NotUnderstood | RecallError::Pass(_) => Phrase::new("outside.not-understood"),
                    RecallError::Disk(error) => error.phrase(),
                })
            }
        };
        match result {
            Ok(recalled) => {
                // The comments hang on the plan as it now is: that one is kept with them.
                draft.plan_sha256.clone_from(&loaded.plan.pass(pass).sha256);
                let _ = self.save_draft(draft.clone());
                Message::Recalled(Box::new(self.load(LoadReason::Changed)), Box::new(draft), recalled.keys.len())
            }
            Err(reason) => Message::SubmitFailed(Box::new(self.fresh(loaded, LoadReason::Changed)), reason),
        }
    }

    /// Compares a round with its *after*, or with the plan as it was last readable.
    pub fn check_round(&mut self, number: u32) -> Message {
        let now = Utc::now();
        let missing = || Err(Phrase::new("rounds.not-understood"));
        let Some(store) = &self.store else { return Message::RoundChecked(number, missing(), BTreeSet::new()) };
        let round = store.rounds().0.into_iter().find(|round| round.round == number);
        let report = round.map_or_else(missing, |round| {
            let today = self.good.get(&round.pass).map(|(_, bytes)| bytes.as_ref());
            let verified = verify_round(store, &self.project, &round, today, now);
            verified.map(|verified| Box::new(Report::new(verified))).map_err(|error| error.phrase())
        });
        Message::RoundChecked(number, report, store.settled(number))
    }

    /// Saves which items of a round are settled.
    ///
    /// # Errors
    /// Why not.
    pub fn save_settled(&mut self, round: u32, settled: &BTreeSet<String>) -> Result<(), Phrase> {
        self.keep_hold()?;
        let Some(store) = self.writes() else { return Ok(()) };
        store.save_settled(round, settled).map_err(|e| short(&e))
    }

    /// Takes the inbox's comments of the draft's pass; what was added, if anything.
    pub fn merge_inbox(&mut self, mut draft: Draft) -> Option<(Pass, Vec<DraftComment>)> {
        let store = self.writes()?;
        let merged = store.merge_inbox(&mut draft, Utc::now()).ok()?;
        let added: HashSet<u64> = merged.added.into_iter().collect();
        let comments: Vec<_> = draft.comments.into_iter().filter(|c| added.contains(&c.key)).collect();
        (!comments.is_empty()).then_some((draft.pass, comments))
    }

    /// Notes when a key was last pressed, for a second board.
    pub fn note_key(&mut self, now: DateTime<Utc>) {
        self.me.last_key = now;
        if let Some(lock) = self.lock.as_ref().filter(|lock| lock.is_mine()) {
            let _ = lock.note(&self.me);
        }
    }
}

/// What the disk refuses, its path shortened to what a status line has room for.
pub(super) fn short(error: &DiskError) -> Phrase {
    let mut names: Vec<_> = error.path.iter().rev().take(2).map(|n| n.to_string_lossy().into_owned()).collect();
    names.reverse();
    let mut phrase = error.phrase();
    phrase.args.retain(|(name, _)| *name != "path");
    phrase.with("path", names.join("/"))
}

fn refused(refusal: Refusal) -> Phrase {
    match refusal {
        Refusal::Gone(keys) => Phrase::new("outside.refused-gone").with("n", keys.len().to_string()),
        _ => Phrase::new("outside.refused"),
    }
}
