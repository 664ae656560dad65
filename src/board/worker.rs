//! The worker: everything that is done on the disk, one job after the other, off the drawing thread.

use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

use chrono::{DateTime, Utc};

use crate::board::clipboard;
use crate::board::disk::Disk;
use crate::board::effect::{ApproveOrder, ChecklistOrder, SubmitOrder};
use crate::board::message::{Copied, LoadReason, Message};
use crate::board::options::Options;
use crate::board::run::Outlet;
use crate::board::start::{Seed, variable};
use crate::board::terminal::Output;
use crate::board::theme::Ground;
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::Pass;
use crate::locale::Language;
use crate::project::reviewed::Reviewed;
use crate::project::watch::Watcher;
use crate::review::answers::Answers;
use crate::review::critique::Ruling;
use crate::review::decision::Decision;
use crate::review::draft::Draft;
use crate::review::target::Plan;

/// How long a disk that hangs is waited for before the process is stopped.
const PATIENCE: Duration = Duration::from_secs(1);

/// One thing to be done on the disk.
pub enum Job {
    /// Read the files again.
    Load(LoadReason),
    /// Save a draft.
    SaveDraft(Box<Draft>),
    /// Save the answers to a report.
    SaveAnswers(PathBuf, Box<Answers>),
    /// Save reviewed marks.
    SaveReviewed(Pass, Reviewed),
    /// Remember the language.
    SaveLanguage(Language),
    /// Remember the background this terminal answered with.
    SaveBackground(Ground),
    /// Write a submission.
    Submit(Box<SubmitOrder>),
    /// Keep what the reviewer says to the reply to an objection.
    Rule(String, Option<Ruling>),
    /// Approve a plan.
    Approve(ApproveOrder),
    /// Change the checklist.
    Checklist(Box<ChecklistOrder>),
    /// Leave that the board is closed for whoever waits; if true, only where somebody waits now.
    LeaveClosed(Box<Decision>, bool),
    /// Turn the submission with this hash back into comments of this draft.
    Recall(String, Box<Draft>),
    /// Take the inbox's comments into these drafts.
    MergeInbox(Vec<Draft>),
    /// Compare a round with what came of it.
    CheckRound(u32),
    /// Save which items of a round are settled.
    SaveSettled(u32, BTreeSet<String>),
    /// Copy a text.
    Copy(String),
    /// Look whether the board that had the lock is closed.
    TryToWrite,
    /// Ask the board that holds the lock to hand over, and take the lock.
    TakeOver,
    /// Let go of the lock.
    LetGo,
    /// Look whether another board asks for the lock, or took it.
    LookForAsker,
    /// Look whether the checklist in a database changed.
    Glance,
    /// Note when a key was last pressed.
    KeyPressed(DateTime<Utc>),
    /// Free a plan that is not shown any more.
    Forget(Arc<Plan>),
    /// Tell that everything before is done.
    Tell(Sender<()>),
    /// End.
    Finish,
}

/// The working thread and what wakes it.
pub struct Worker {
    jobs: Sender<Job>,
    thread: Option<JoinHandle<Option<Phrase>>>,
    noted: Option<DateTime<Utc>>,
}

impl Worker {
    /// Reads everything for the first state, then begins to work and to watch. Also the first reading is done by the working
    /// thread: memory that one thread gives back is what the same thread takes first.
    pub fn start(options: &Options, size: (u16, u16), outlet: Outlet, output: Output) -> (Worker, Seed) {
        let before = SystemTime::now();
        let (jobs, list) = channel();
        let (opened, seed) = channel();
        let missed = jobs.clone();
        let changed = jobs.clone();
        let asked = options.clone();
        let thread = std::thread::Builder::new().name("worker".into()).spawn(move || {
            let (mut store, seed) = Disk::open(&asked, size);
            let mut watched = store.watch_list();
            if opened.send(seed).is_err() {
                return None;
            }
            drop((asked, opened));
            // A panic here must not leave a board that saves nothing: it ends, and says so.
            let ending = EndOnPanic(outlet.clone());
            let watcher = Watcher::start(watched.clone(), move |_| {
                let _ = changed.send(Job::Load(LoadReason::Changed));
            });
            if watched.changed_since(before) {
                let _ = missed.send(Job::Load(LoadReason::Changed));
            }
            drop(missed);
            let mut unsaved = Unsaved::default();
            let mut looks = Looks::new();
            let mut waiting = looks.next(&list, &store);
            while let Some(job) = waiting.take() {
                if matches!(job, Job::Finish) {
                    break;
                }
                work(&mut store, job, &mut unsaved, &outlet, &output);
                let now = store.watch_list();
                if now != watched {
                    watched = now;
                    watcher.set(watched.clone());
                }
                waiting = looks.next(&list, &store);
            }
            drop(watcher);
            drop(ending);
            unsaved.reason()
        });
        if let Ok(seed) = seed.recv() {
            return (Worker { jobs, thread: thread.ok(), noted: None }, seed);
        }
        if let Ok(thread) = thread
            && let Err(panic) = thread.join()
        {
            resume_unwind(panic);
        }
        // Without a thread what can be read is shown all the same.
        (Worker { jobs, thread: None, noted: None }, Disk::open(options, size).1)
    }

    /// Adds a job.
    pub fn send(&self, job: Job) {
        let _ = self.jobs.send(job);
    }

    /// A key was pressed: noted for a second board, at most every two seconds.
    pub fn key_pressed(&mut self, now: DateTime<Utc>) {
        if self.noted.is_none_or(|noted| (now - noted).num_seconds() >= 2) {
            self.noted = Some(now);
            self.send(Job::KeyPressed(now));
        }
    }

    /// Waits until everything sent so far is done, a second at most: before the process is stopped.
    pub fn settle(&self) {
        let (done, told) = channel();
        self.send(Job::Tell(done));
        let _ = told.recv_timeout(PATIENCE);
    }

    /// Does what is left and ends; says why drafts are not on the disk, if they are not.
    pub fn finish(&mut self) -> Option<Phrase> {
        self.send(Job::Finish);
        match self.thread.take()?.join() {
            Ok(unsaved) => unsaved,
            Err(_) => Some(Phrase::new("outside.worker-failed")),
        }
    }
}

/// How often a board that waits to write looks whether it may.
const LOOK_AGAIN: Duration = Duration::from_secs(2);
/// How often a database is looked at (checklist rules: at most twice a second).
const GLANCE: Duration = Duration::from_millis(500);

/// How often the board that holds the lock looks whether another one asks for it.
const LOOK_FOR_ASKER: Duration = Duration::from_millis(500);

/// When the worker looks by itself at what nobody tells it.
struct Looks {
    write_at: Instant,
    glance_at: Instant,
    asker_at: Instant,
}

impl Looks {
    fn new() -> Looks {
        let now = Instant::now();
        Looks { write_at: now + LOOK_AGAIN, glance_at: now + GLANCE, asker_at: now + LOOK_FOR_ASKER }
    }

    /// The next job. A board that waits for another to close looks whether it did, one that holds the lock whether it is
    /// asked for; a database is looked at. Else nothing wakes an idle board.
    fn next(&mut self, list: &Receiver<Job>, store: &Disk) -> Option<Job> {
        let write = store.waits_to_write().then_some(self.write_at);
        let glance = store.glances().then_some(self.glance_at);
        let asker = store.may_be_asked().then_some(self.asker_at);
        let Some(at) = write.into_iter().chain(glance).chain(asker).min() else { return list.recv().ok() };
        match list.recv_timeout(at.saturating_duration_since(Instant::now())) {
            Err(RecvTimeoutError::Timeout) if write == Some(at) => {
                self.write_at = Instant::now() + LOOK_AGAIN;
                Some(Job::TryToWrite)
            }
            Err(RecvTimeoutError::Timeout) if asker == Some(at) => {
                self.asker_at = Instant::now() + LOOK_FOR_ASKER;
                Some(Job::LookForAsker)
            }
            Err(RecvTimeoutError::Timeout) => {
                self.glance_at = Instant::now() + GLANCE;
                Some(Job::Glance)
            }
            job => job.ok(),
        }
    }
}

/// Why what a person wrote is not on the disk, as far as it is not.
#[derive(Default)]
struct Unsaved {
    drafts: Option<Phrase>,
    answers: Option<Phrase>,
}

impl Unsaved {
    fn reason(&self) -> Option<Phrase> {
        self.drafts.clone().or_else(|| self.answers.clone())
    }

    /// Notes how saving went; what the board is to be told, if that is news.
    fn tell(&mut self, note: impl FnOnce(&mut Unsaved)) -> Option<Message> {
        let before = self.reason();
        note(self);
        let now = self.reason();
        (now != before).then_some(Message::DraftsSaved(now))
    }
}

struct EndOnPanic(Outlet);

impl Drop for EndOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.send(Message::End);
        }
    }
}

/// Does one job. `unsaved`: why what was last to be saved is not on the disk.
fn work(store: &mut Disk, job: Job, unsaved: &mut Unsaved, outlet: &Outlet, output: &Output) {
    let answer = match job {
        Job::Load(reason) => Some(Message::Loaded(Box::new(store.load(reason)))),
        Job::SaveDraft(draft) => {
            let failed = store.save_draft(*draft).err();
            unsaved.tell(|unsaved| unsaved.drafts = failed)
        }
        Job::SaveAnswers(report, answers) => {
            let failed = store.save_answers(&report, &answers).err();
            unsaved.tell(|unsaved| unsaved.answers = failed)
        }
        Job::SaveReviewed(pass, marks) => store.save_reviewed(pass, &marks).err().map(Message::SaveFailed),
        Job::SaveLanguage(language) => store.save_language(language).err().map(Message::SaveFailed),
        Job::SaveBackground(ground) => {
            store.save_background(ground);
            None
        }
        Job::Submit(order) => {
            let answer = store.submit(*order);
            if let Some(decision) = store.take_decided() {
                outlet.send(Message::Decided(Box::new(decision)));
            }
            Some(answer)
        }
        Job::Rule(objection, ruling) => Some(store.rule(&objection, ruling)),
        Job::Approve(order) => Some(store.approve(&order)),
        Job::Checklist(order) => Some(Message::ChecklistChanged(Box::new(store.change_checklist(*order)))),
        Job::LeaveClosed(decision, if_waited) => {
            store.leave_closed(&decision, if_waited);
            None
        }
        Job::Recall(sha256, draft) => Some(store.recall(&sha256, *draft)),
        Job::MergeInbox(drafts) => {
            for (pass, added) in drafts.into_iter().filter_map(|draft| store.merge_inbox(draft)) {
                outlet.send(Message::Inbox(pass, added));
            }
            None
        }
        Job::CheckRound(round) => Some(store.check_round(round)),
        Job::SaveSettled(round, settled) => store.save_settled(round, &settled).err().map(Message::SaveFailed),
        Job::Copy(text) => Some(Message::Copied(copy(&text, output))),
        Job::KeyPressed(now) => {
            store.note_key(now);
            None
        }
        Job::TryToWrite => match store.try_to_write() {
            Some(kept) => Some(Message::MayWrite(Box::new(kept))),
            None => store.holder_news().map(Message::Held),
        },
        Job::TakeOver => Some(match store.take_over() {
            Ok(kept) => Message::TookOver(Box::new(kept)),
            Err(reason) => Message::NotTaken(reason),
        }),
        Job::LetGo => {
            // What could not be saved is not given up: the other board takes over when its patience ends.
            if unsaved.reason().is_none() {
                store.let_go();
            }
            None
        }
        Job::LookForAsker => store.look_for_asker(),
        Job::Glance => {
            let changed = store.checklist_changed();
            changed.then(|| Message::Loaded(Box::new(store.load(LoadReason::Changed))))
        }
        Job::Forget(plan) => {
            drop(plan);
            None
        }
        Job::Tell(done) => {
            let _ = done.send(());
            None
        }
        Job::Finish => None,
    };
    if let Some(answer) = answer {
        outlet.send(answer);
    }
}

fn copy(text: &str, output: &Output) -> Copied {
    let path = variable("PATH").unwrap_or_default();
    let ways = clipboard::ways(variable, |name| clipboard::installed(name, &path));
    match clipboard::copy(text, &ways) {
        clipboard::Copy::Copied { via } => Copied::By(via.to_owned()),
        clipboard::Copy::Sent { bytes } => match output.send(&bytes) {
            Ok(()) => Copied::Sent,
            Err(error) => Copied::Failed(error.to_string()),
        },
        clipboard::Copy::Failed { reason: clipboard::CopyFailure::TooLong { bytes, .. } } => Copied::TooLong(bytes),
    }
}
