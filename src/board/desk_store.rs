//! What a board reads from and writes to the disk: the project, its store, the lock.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};

use crate::board::desk_views::{self, Views};
use crate::board::effect::SubmitOrder;
use crate::board::message::{Fresh, FreshOutside, LoadReason, Message, Receipt};
use crate::board::options::Options;
use crate::board::start::{Seed, variable};
use crate::board::state::{ProjectPlace, SubmissionNow};
use crate::contract::finding::{Finding, Phrase, Severity};
use crate::contract::plan_comments::Pass;
use crate::locale::Language;
use crate::project::find::Project;
use crate::project::identity::{self, Budget};
use crate::project::load::{LoadOptions, Loaded, OnDisk, load};
use crate::project::lock::{BoardLock, Holder, Taking};
use crate::project::recall::{self, RecallError};
use crate::project::reviewed::Reviewed;
use crate::project::store::Store;
use crate::project::submit::{Expected, Order, SubmitError};
use crate::project::watch::WatchList;
use crate::project::write::DiskError;
use crate::review::anchor::{reanchor, reanchor_without};
use crate::review::draft::{Draft, DraftComment};
use crate::review::first_pass::first_pass;
use crate::review::history::History;
use crate::review::submission::{self, Refusal};
use crate::review::target::PassView;

/// How long a plan file that is being written is waited for before submitting.
const RETRY: Duration = Duration::from_secs(1);
/// How often it is looked at meanwhile.
const RETRY_STEP: Duration = Duration::from_millis(50);

/// The disk side of a board.
pub struct DeskStore {
    project: Project,
    options: LoadOptions,
    /// `None`: the state directory cannot be used at all.
    store: Option<Store>,
    /// Held while this board may write.
    lock: Option<BoardLock>,
    me: Holder,
    /// Plan views and bytes as last readable, by pass.
    good: HashMap<Pass, (Arc<PassView>, Arc<[u8]>)>,
    views: Views,
    watched: WatchList,
}

impl DeskStore {
    /// Reads everything for the first state. Writes nothing where `read_only` is asked for or another board is open.
    pub fn open(options: &Options, size: (u16, u16)) -> (DeskStore, Seed) {
        let now = Utc::now();
        let load_options = LoadOptions { target_seconds: options.target_seconds, notes: options.notes.clone(), now };
        let me = Holder::this_process(now);
        let (store, lock, read_only) = take(options, &me, now);
        let mut desk = DeskStore {
            project: options.project.clone(),
            options: load_options,
            store,
            lock,
            me,
            good: HashMap::new(),
            views: Views::default(),
            watched: WatchList::default(),
        };
        if let (Some(store), Some(_)) = (&desk.store, &desk.lock) {
            // What a crash left is put right before anything is offered.
            let _ = store.settle(&options.project.plan_comments(), now);
        }
        let fresh = desk.load(LoadReason::Changed);
        let drafts = Pass::ALL.map(|pass| desk.draft(pass, fresh.plan.pass(pass), now));
        let reviewed = Pass::ALL.map(|pass| desk.marks(pass));
        let newest = drafts.iter().filter(|d| !d.is_empty()).max_by_key(|d| d.updated_at).map(|d| d.pass);
        let open = fresh.outside.submission.as_ref().filter(|s| s.is_open()).and_then(|s| s.pass);
        let asked = options.pass.or_else(|| desk.project.named_pass(&fresh.plan));
        let pass = first_pass(&fresh.plan, asked, newest, open);
        let preferred = desk.store.as_ref().and_then(|s| s.preferences().language);
        let language = options.language.or_else(|| preferred.as_deref().and_then(Language::from_code));
        let language = language.or(options.settings.language);
        let seed = Seed {
            place: desk.place(),
            size,
            language,
            drafts,
            reviewed,
            pass,
            fresh,
            read_only,
            enter: options.settings.enter,
            theme: options.settings.theme,
            ascii: options.ascii || options.settings.ascii,
            now,
            variable,
        };
        (desk, seed)
    }

    fn place(&self) -> ProjectPlace {
        let shown = |path: &std::path::Path| {
            let inside = path.strip_prefix(&self.project.root).unwrap_or(path);
            if inside.as_os_str().is_empty() { ".".to_owned() } else { inside.display().to_string() }
        };
        ProjectPlace {
            name: self.project.name(),
            plan_dir: shown(&self.project.plan_dir),
            plan_comments: shown(&self.project.plan_comments()),
            plan_comments_path: self.project.plan_comments(),
            root: self.project.root.clone(),
        }
    }

    /// Whether this board may write.
    fn writes(&self) -> Option<&Store> {
        let lock = self.lock.as_ref()?;
        self.store.as_ref().filter(|_| lock.is_mine())
    }

    fn draft(&self, pass: Pass, view: &PassView, now: DateTime<Utc>) -> Draft {
        let Some(store) = &self.store else { return Draft::new(pass) };
        let loaded = if self.writes().is_some() { store.load_draft(pass, now) } else { store.peek_draft(pass) };
        let mut draft = loaded.draft;
        if draft.plan_sha256 != view.sha256 && !draft.is_empty() {
            let before = loaded.snapshot.map(|bytes| self.views.of_bytes(pass, &view.file, bytes, now));
            match before {
                Some(before) => reanchor(&mut draft, &mut History::default(), &before, view),
                None => reanchor_without(&mut draft, &mut History::default(), view),
            };
        }
        draft
    }

    fn marks(&self, pass: Pass) -> Reviewed {
        self.store.as_ref().map(|s| s.peek_reviewed(pass)).unwrap_or_default()
    }

    fn read(&mut self) -> Loaded {
        self.options.now = Utc::now();
        let loaded = load(&self.project, &self.options);
        for pass in Pass::ALL {
            let bytes = if pass == Pass::Structure { &loaded.research } else { &loaded.edit };
            if loaded.plan.pass(pass).unavailable.is_none()
                && let Some(bytes) = bytes
            {
                self.good.insert(pass, (Arc::new(loaded.plan.pass(pass).clone()), bytes.clone()));
            }
        }
        self.watched = desk_views::watch_list(&self.project, &self.options, &loaded, self.store.as_ref());
        loaded
    }

    /// Reads the files again.
    pub fn load(&mut self, reason: LoadReason) -> Fresh {
        let loaded = self.read();
        self.fresh(loaded, reason)
    }

    fn fresh(&mut self, loaded: Loaded, reason: LoadReason) -> Fresh {
        let broken = Pass::ALL.map(|pass| {
            let file = &loaded.plan.pass(pass).file;
            let wrong = |f: &&Finding| f.file == *file && f.severity == Severity::Error;
            loaded.is_broken(pass).then(|| loaded.plan.findings.iter().find(wrong).cloned().map(Box::new)).flatten()
        });
        let outside = self.outside(&loaded);
        let incoming = self.writes().is_some_and(Store::has_incoming);
        Fresh { plan: Arc::new(loaded.plan), broken, reason, outside, incoming }
    }

    fn outside(&mut self, loaded: &Loaded) -> FreshOutside {
        let now = self.options.now;
        let (sha256, read, unreadable) = match &loaded.on_disk {
            OnDisk::Absent => (None, None, None),
            OnDisk::Submission { sha256, read, .. } => (Some(sha256.clone()), read.as_ref(), None),
            OnDisk::Unreadable(finding) => (None, None, Some(finding.clone())),
        };
        let there = unreadable.is_none();
        if let (Some(store), true) = (self.writes(), there) {
            let plan = |round: &crate::review::round::Round| self.good.get(&round.pass).map(|(_, b)| b.to_vec());
            let _ = store.observe(sha256.as_deref(), plan, now);
        }
        let rounds = self.store.as_ref().map(|s| s.rounds().0).unwrap_or_default();
        let checklist = loaded.checklist.clone().map(|l| (l.file, l.notes, l.findings));
        let mut outside = FreshOutside { checklist, unreadable, ..FreshOutside::default() };
        for (pass, (sent, changed)) in
            Pass::ALL.into_iter().zip(outside.sent.iter_mut().zip(outside.changed.iter_mut()))
        {
            let view = loaded.plan.pass(pass);
            if let (Some(store), None) = (&self.store, &view.unavailable) {
                (*sent, *changed) = self.views.of_rounds(store, &rounds, view, now);
            }
        }
        let plan_sha256 = |pass: Pass| loaded.plan.pass(pass).sha256.as_deref();
        let ours = |hash: &str| rounds.iter().rfind(|r| r.sha256 == hash);
        let last = || rounds.iter().rfind(|r| r.pending.is_none()).filter(|_| there);
        outside.submission = match &sha256 {
            Some(hash) => Some(match ours(hash) {
                Some(round) => {
                    SubmissionNow::of_round(round, round.state(Some(hash), plan_sha256(round.pass)), Some(hash.clone()))
                }
                None => SubmissionNow::foreign(read, hash),
            }),
            None => last().map(|round| {
                let mut submission = SubmissionNow::of_round(round, round.state(None, plan_sha256(round.pass)), None);
                if let Some(store) = &self.store {
                    let view = loaded.plan.pass(round.pass);
                    submission.nothing_changed = self.views.nothing_changed(store, round, view, now);
                }
                submission
            }),
        };
        outside.rounds = rounds;
        outside
    }

    /// Saves a draft, with the plan its anchors are in line with.
    ///
    /// # Errors
    /// Why not.
    pub fn save_draft(&mut self, mut draft: Draft) -> Result<(), Phrase> {
        let Some(store) = self.writes() else { return Ok(()) };
        let plan = self.good.get(&draft.pass).filter(|(view, _)| view.sha256 == draft.plan_sha256);
        store.save_draft(&mut draft, plan.map(|(_, bytes)| bytes.as_ref())).map_err(|e| e.phrase())
    }

    /// Saves the reviewed marks of a pass.
    ///
    /// # Errors
    /// Why not.
    pub fn save_reviewed(&mut self, pass: Pass, marks: &Reviewed) -> Result<(), Phrase> {
        let Some(store) = self.writes() else { return Ok(()) };
        store.save_reviewed(pass, marks, Utc::now()).map_err(|e| e.phrase())
    }

    /// Remembers the language.
    ///
    /// # Errors
    /// Why not.
    pub fn save_language(&mut self, language: Language) -> Result<(), Phrase> {
        let Some(store) = &self.store else { return Ok(()) };
        let mut preferences = store.preferences();
        preferences.language = Some(language.code().to_owned());
        store.save_preferences(&preferences, Utc::now()).map_err(|e| e.phrase())
    }

    /// Writes a submission; the plan is read again first. What comes of it is a message.
    pub fn submit(&mut self, order: SubmitOrder) -> Message {
        let pass = order.draft.pass;
        let since = Instant::now();
        let mut loaded = self.read();
        while loaded.is_broken(pass) && since.elapsed() < RETRY {
            std::thread::sleep(RETRY_STEP);
            loaded = self.read();
        }
        let broken = loaded.is_broken(pass);
        let moved = if broken { !order.stale_agreed } else { loaded.plan.pass(pass).sha256 != order.plan_sha256 };
        if moved {
            return Message::PlanMoved(Box::new(self.fresh(loaded, LoadReason::Changed)));
        }
        match self.write_submission(order) {
            Ok(receipt) => Message::Submitted(Box::new(self.load(LoadReason::Changed)), receipt),
            Err(reason) => {
                // What lies there may be another thing now: the dialogue shows it.
                Message::SubmitFailed(Box::new(self.fresh(loaded, LoadReason::Changed)), reason)
            }
        }
    }

    fn write_submission(&mut self, order: SubmitOrder) -> Result<Receipt, Phrase> {
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
            Ok(done) => Ok(Receipt {
                pass: submission.pass,
                round: done.round,
                comments: submission.comments.len(),
                keys,
                warning: done.warnings.first().map(DiskError::phrase),
            }),
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
                let before = store.round_of(sha256).and_then(|round| self.views.before(store, &round, view, now));
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
                Message::Recalled(Box::new(self.load(LoadReason::Changed)), Box::new(draft), recalled.keys.len())
            }
            Err(reason) => Message::SubmitFailed(Box::new(self.fresh(loaded, LoadReason::Changed)), reason),
        }
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
        if let Some(lock) = &self.lock {
            let _ = lock.note(&self.me);
        }
    }

    /// What is to be watched now.
    pub fn watch_list(&self) -> WatchList {
        self.watched.clone()
    }
}

fn refused(refusal: Refusal) -> Phrase {
    match refusal {
        Refusal::Gone(keys) => Phrase::new("outside.refused-gone").with("n", keys.len().to_string()),
        _ => Phrase::new("outside.refused"),
    }
}

/// The store and the lock, as far as they are to be had; and why nothing may be changed, if nothing may.
fn take(options: &Options, me: &Holder, now: DateTime<Utc>) -> (Option<Store>, Option<BoardLock>, Option<Phrase>) {
    let variable = |name: &str| std::env::var_os(name);
    let plan_dir = &options.project.plan_dir;
    if options.read_only {
        return (Store::peek(plan_dir, &variable), None, Some(Phrase::new("read-only.asked")));
    }
    let store = match Store::open(plan_dir, &variable) {
        Ok(store) => store,
        Err(error) => return (Store::peek(plan_dir, &variable), None, Some(no_state(&error))),
    };
    match patiently(&store, me) {
        Ok(Taking::Held(lock)) => (Some(store), Some(lock), None),
        Ok(Taking::Taken(holder)) => {
            let held = desk_views::holder_words(holder.as_ref(), now);
            (Some(store), None, Some(held))
        }
        Err(error) => (Some(store), None, Some(no_state(&error))),
    }
}

/// Takes the lock. A command (`comments add`) holds it for a moment only, without a terminal: that is waited for.
fn patiently(store: &Store, me: &Holder) -> Result<Taking, DiskError> {
    let since = Instant::now();
    loop {
        match store.take_lock(me)? {
            Taking::Taken(holder)
                if holder.as_ref().is_none_or(|h| h.terminal.is_none()) && since.elapsed() < RETRY =>
            {
                std::thread::sleep(RETRY_STEP);
            }
            taking => return Ok(taking),
        }
    }
}

fn no_state(error: &DiskError) -> Phrase {
    Phrase::new("read-only.no-state").with("path", error.path.display().to_string())
}
