//! What a board reads from and writes to the disk: the project, its store, the lock. Opening is in [`open`], the
//! drafts of before in [`drafts`], what is written in [`jobs`], [`critique`], [`deciding`] and [`checklist`], what past rounds say in [`views`].

mod checklist;
mod critique;
mod deciding;
mod drafts;
mod jobs;
mod open;
mod taking;
mod views;

pub use drafts::moved_words;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use chrono::Utc;

use crate::board::disk::views::Views;
use crate::board::message::{Followed, Fresh, FreshOutside, Laid, LoadReason};
use crate::board::options::Options;
use crate::board::start::{Seed, variable};
use crate::board::state::{ProjectPlace, SubmissionNow};
use crate::board::theme::Ground;
use crate::contract::finding::{Finding, Phrase, Severity};
use crate::contract::plan_comments::{Pass, VERSION};
use crate::locale::Language;
use crate::project::find::Project;
use crate::project::load::{LoadOptions, Loaded, OnDisk, load};
use crate::project::lock::{BoardLock, Holder};
use crate::project::reports::LoadedReport;
use crate::project::reviewed::Reviewed;
use crate::project::store::Store;
use crate::project::watch::WatchList;
use crate::review::decision::Decision;
use crate::review::first_pass::first_pass;
use crate::review::matching::pair_with_evidence;
use crate::review::notices::{self, Kind};
use crate::review::per_pass::PerPass;
use crate::review::round::Round;
use crate::review::target::{PassView, Plan};

/// The disk side of a board.
pub struct Disk {
    project: Project,
    options: LoadOptions,
    /// `None`: the state directory cannot be used at all.
    store: Option<Store>,
    /// Held while this board may write.
    lock: Option<BoardLock>,
    /// Another board had the lock when this one was opened: it may become free.
    waits: bool,
    /// Who holds the lock, as the board was last told.
    told_holder: Option<Phrase>,
    /// Another board took the lock over.
    lost: bool,
    /// The board was told that another one asks for the lock, or took it.
    asked: bool,
    me: Holder,
    /// Plans and bytes as last readable, by pass.
    good: HashMap<Pass, (Good, Arc<[u8]>)>,
    /// The plans last shown, by pass.
    shown: HashMap<Pass, Good>,
    wrong_settings: Vec<Finding>,
    /// Kinds of notices that are switched off.
    notices_off: Vec<Kind>,
    views: Views,
    watched: WatchList,
    glance: checklist::Glance,
    /// Who a new critique says its critic is.
    persona: Option<String>,
    /// What was submitted just now.
    decided: Option<Decision>,
}

/// A plan file that was there is not there any more.
pub fn gone(file: &Path) -> Finding {
    Finding::new(file, Severity::Error, "unreadable", None).with("problem", "io.missing")
}

/// What a terminal is remembered by: TERM_PROGRAM, where it says, and TERM.
fn terminal_name(variable: impl Fn(&str) -> Option<String>) -> String {
    let names = ["TERM_PROGRAM", "TERM"].map(|name| variable(name).unwrap_or_default());
    names.join(" ").trim().chars().filter(|c| !c.is_control()).take(80).collect()
}

impl Disk {
    /// Reads everything for the first state. Writes nothing where `read_only` is asked for or another board is open.
    pub fn open(options: &Options, size: (u16, u16)) -> (Disk, Seed) {
        let now = Utc::now();
        let load_options = LoadOptions {
            target_seconds: options.target_seconds,
            notes: Some(options.notes.clone()),
            reports: options.reports.clone(),
            binding: options.settings.critique_binding.clone(),
            now,
            ..LoadOptions::default()
        };
        let mut me = Holder::this_process(now);
        // A board has one, also where all its streams are pipes; a holder without is taken for a command.
        me.terminal.get_or_insert_with(|| "/dev/tty".to_owned());
        let (store, lock, read_only) = open::take(options, &me, now);
        let mut desk = Disk {
            project: options.project.clone(),
            options: load_options,
            store,
            lock,
            waits: !options.read_only && read_only.is_some(),
            told_holder: read_only.clone(),
            lost: false,
            asked: false,
            me,
            good: HashMap::new(),
            shown: HashMap::new(),
            wrong_settings: options.wrong_settings.clone(),
            notices_off: options.settings.notices_off.clone(),
            views: Views::new(options.project.clone()),
            watched: WatchList::default(),
            glance: checklist::Glance::default(),
            persona: options.settings.critique_persona.clone(),
            decided: None,
        };
        if let (Some(store), Some(_)) = (&desk.store, &desk.lock) {
            // What a crash left is put right before anything is offered.
            let _ = store.settle(&options.project.plan_comments(), now);
            let _ = store.forget_closed();
        }
        let fresh = desk.load(LoadReason::Changed);
        let (drafts, broken) = desk.drafts(&fresh.plan, now);
        let reviewed = PerPass::new(|pass| desk.marks(pass));
        let newest = drafts.iter().filter(|d| !d.is_empty()).max_by_key(|d| d.updated_at).map(|d| d.pass);
        let open = fresh.outside.submission.as_ref().filter(|s| s.is_open()).and_then(|s| s.pass);
        let asked = options.pass.or_else(|| desk.project.named_pass(&fresh.plan));
        let pass = first_pass(&fresh.plan, asked, newest, open);
        let preferences = desk.store.as_ref().map(Store::preferences).unwrap_or_default();
        let remembered = match preferences.backgrounds.get(&terminal_name(variable)).map(String::as_str) {
            Some("dark") => Some(Ground::Dark),
            Some("light") => Some(Ground::Light),
            _ => None,
        };
        let preferred = preferences.language.as_deref().and_then(Language::from_code);
        let language = options.language.or(options.settings.language).or(preferred);
        let seed = Seed {
            place: desk.place(),
            size,
            language,
            drafts,
            reviewed,
            pass,
            fresh,
            read_only,
            broken,
            enter: options.settings.enter,
            phrases: options.settings.phrases.clone(),
            theme: options.settings.theme,
            remembered,
            notify: options.settings.notify,
            ascii: options.ascii || options.settings.ascii,
            colour: options.colour,
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
            critique_named: self.project.coding.as_ref().is_some_and(|place| !place.is_default_critique()),
            plan_comments: shown(&self.project.plan_comments()),
            plan_comments_path: self.project.plan_comments(),
            root: self.project.root.clone(),
        }
    }

    /// The store, if this board may write now.
    fn writes(&self) -> Option<&Store> {
        let lock = self.lock.as_ref()?;
        self.store.as_ref().filter(|_| lock.is_mine())
    }

    fn marks(&self, pass: Pass) -> Reviewed {
        self.store.as_ref().map(|s| s.peek_reviewed(pass)).unwrap_or_default()
    }

    fn read(&mut self) -> Loaded {
        self.options.now = Utc::now();
        self.options.state.clone_from(&self.store);
        let mut loaded = load(&self.project, &self.options);
        let plan = Arc::make_mut(&mut loaded.plan);
        plan.findings.extend(self.wrong_settings.iter().cloned());
        if !self.notices_off.contains(&Kind::MissingFiles) {
            notices::missing_files(plan, &|path| path.try_exists().unwrap_or(true));
        }
        if !self.notices_off.is_empty() {
            plan.views_mut().for_each(|view| view.notices.switch_off(&self.notices_off));
        }
        self.note_checklist(&mut loaded);
        for pass in Pass::ALL {
            let bytes = match pass {
                Pass::Structure => &loaded.research,
                Pass::Scaffold | Pass::Final => &loaded.edit,
                Pass::Coding => &loaded.coding,
            };
            if loaded.plan.pass(pass).unavailable.is_none()
                && let Some(bytes) = bytes
            {
                self.good.insert(pass, (Good(loaded.plan.clone(), pass), bytes.clone()));
            }
        }
        self.watched = views::watch_list(&self.project, &self.options, &loaded, self.store.as_ref());
        loaded
    }

    /// Reads the files again.
    pub fn load(&mut self, reason: LoadReason) -> Fresh {
        let loaded = self.read();
        self.fresh(loaded, reason)
    }

    fn fresh(&mut self, loaded: Loaded, reason: LoadReason) -> Fresh {
        let broken = PerPass::new(|pass| {
            let file = &loaded.plan.pass(pass).file;
            let wrong = |f: &&Finding| f.file == *file && f.severity == Severity::Error;
            let broken = || loaded.plan.findings.iter().find(wrong).cloned().map(Box::new);
            match loaded.is_broken(pass) {
                true => broken(),
                false => self.is_gone(&loaded, pass).then(|| Box::new(gone(file))),
            }
        });
        let mut outside = self.outside(&loaded);
        outside.followed = self.follow(&loaded.plan);
        let incoming = self.writes().is_some_and(Store::has_incoming);
        let laid = loaded.plan.passes.iter().map(Laid::of).collect();
        Fresh { plan: loaded.plan, broken, reason, outside, incoming, laid }
    }

    /// The plan file of a pass was there before, and is not now.
    fn is_gone(&self, loaded: &Loaded, pass: Pass) -> bool {
        let reason = loaded.plan.pass(pass).unavailable.as_ref();
        reason.is_some_and(|reason| reason.key == "reason.absent") && self.good.contains_key(&pass)
    }

    /// What the board shows of a pass is its last good view.
    fn is_stale(&self, loaded: &Loaded, pass: Pass) -> bool {
        loaded.is_broken(pass) || self.is_gone(loaded, pass)
    }

    /// Finds the targets of the plans last shown in this one, which is shown next.
    fn follow(&mut self, plan: &Arc<Plan>) -> PerPass<Option<Followed>> {
        PerPass::new(|pass| {
            let view = plan.pass(pass);
            if view.unavailable.is_some() {
                return None;
            }
            let before = self.shown.insert(pass, Good(plan.clone(), pass))?;
            let is_another = before.sha256 != view.sha256;
            is_another.then(|| Followed { before: before.sha256.clone(), pairs: pair_with_evidence(&before, view) })
        })
    }

    fn outside(&mut self, loaded: &Loaded) -> FreshOutside {
        let now = self.options.now;
        let (sha256, read, unreadable) = match &loaded.on_disk {
            OnDisk::Absent => (None, None, None),
            // One of a newer version is left alone (plan comments contract §5).
            OnDisk::Submission { sha256, read: Some(read), findings, .. } if read.version > VERSION => {
                if let Some(store) = self.writes() {
                    let _ = store.observe(Some(sha256), |_| None, now);
                }
                (None, None, findings.first().cloned().map(Box::new))
            }
            OnDisk::Submission { sha256, read, .. } => (Some(sha256.clone()), read.as_ref(), None),
            OnDisk::Unreadable(finding) => (None, None, Some(finding.clone())),
        };
        let there = unreadable.is_none();
        if let (Some(store), true) = (self.writes(), there) {
            let plan = |round: &Round| self.good.get(&round.pass).map(|(_, b)| b.to_vec());
            let _ = store.observe(sha256.as_deref(), plan, now);
        }
        self.observe_objections(loaded);
        let rounds = self.store.as_ref().map(|s| s.rounds().0).unwrap_or_default();
        let checklist = loaded.checklist.clone();
        let waited = self.store.as_ref().is_some_and(Store::is_waited_for);
        let checklist_trouble = loaded.checklist_trouble.clone();
        let (critique, reports) = (loaded.critique.clone(), loaded.reports.clone());
        let store = self.store.as_ref();
        let answers = |report: &LoadedReport| Some((report.file.clone(), store?.peek_answers(&report.file)));
        let answers = reports.iter().filter_map(answers).collect();
        let mut outside = FreshOutside {
            critique,
            critique_file: self.critique_file(),
            reports,
            answers,
            checklist,
            checklist_trouble,
            unreadable,
            waited,
            ..FreshOutside::default()
        };
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
            _ if self.project.coding.is_some() => critique::newest(&rounds, loaded),
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

    /// What is to be watched now.
    pub fn watch_list(&self) -> WatchList {
        self.watched.clone()
    }
}

/// A pass of a plan that is shared.
struct Good(Arc<Plan>, Pass);

impl std::ops::Deref for Good {
    type Target = PassView;

    fn deref(&self) -> &PassView {
        self.0.pass(self.1)
    }
}
