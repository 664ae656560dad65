//! `planboard wait`: waiting for the reviewer's decision, or for the agent to be done, without a terminal.

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use chrono::Utc;

use crate::cli::args::{Event, Wait};
use crate::cli::context::{Context, os_variable, shown};
use crate::cli::failure::Failure;
use crate::cli::{gate, open};
use crate::contract::plan_comments::Pass;
use crate::project::decisions::Found;
use crate::project::find::Project;
use crate::project::load::{OnDisk, on_disk};
use crate::project::rounds::hash_on_disk;
use crate::project::store::Store;
use crate::project::watch::{WatchList, Watcher};
use crate::project::write::DiskError;
use crate::review::decision::{Decision, Verdict};
use crate::review::round::{Outcome, Round};
use crate::text::clean;

/// A board that was just asked for is open after this; if there is none, the person is told what to do.
const HINT_AFTER: Duration = Duration::from_secs(3);
/// Longer than anybody waits.
const FOREVER: Duration = Duration::from_secs(1 << 30);

/// Waits for what `args` say, prints the result, and gives its exit code.
///
/// # Errors
/// No project there, the state directory cannot be used, or nothing was submitted that could be handled.
pub fn run(context: &mut Context, args: &Wait) -> Result<u8, Failure> {
    context.warn_of_settings();
    let project = context.find(args.at.path.as_deref())?;
    match args.event {
        Event::Decision => for_decision(context, &project, args.timeout, None),
        Event::Handled if project.coding.is_some() => for_replies(context, &project, args.timeout),
        Event::Handled => for_handled(context, &project, args.timeout),
    }
}

/// Waits for a decision, at most `seconds`; it is printed, and written to `file` where one is named.
///
/// # Errors
/// The state directory cannot be used, or the result not be written.
pub fn for_decision(
    context: &mut Context,
    project: &Project,
    seconds: f64,
    file: Option<&Path>,
) -> Result<u8, Failure> {
    let store = store(context, project)?;
    let changes = Changes::watch(vec![store.decision_file(), project.submission()], seconds);
    let waiting = store.wait_here(Utc::now()).map_err(|error| state(context, &error))?;
    let mut said_read = false;
    let (mut said, mut hint_at) = (false, Some(Instant::now() + HINT_AFTER));
    loop {
        match store.collect(&project.submission(), Utc::now()).map_err(|error| state(context, &error))? {
            Found::Decided(decision) => {
                drop(waiting);
                return gate::tell(context, project, &decision, file).inspect_err(|_| {
                    // Nobody was told: it is kept for the next who asks.
                    let _ = store.leave(&decision);
                });
            }
            Found::Outdated(decision) if !said => {
                said = true;
                gate::say_outdated(context, &decision);
            }
            _ => {}
        }
        if !said_read && project.coding.is_none() && store.is_read_and_open(&project.submission()) {
            said_read = true;
            let path = shown(&project.plan_dir);
            context.out.talk(&clean::line(&context.locale().say("cli.wait.not-done", &[("path", &path)])));
        }
        match changes.next(hint_at) {
            Wake::Changed => {}
            Wake::Hint => {
                hint_at = None;
                if open::board_of(&store).is_none() {
                    let path = shown(&project.plan_dir);
                    let text = context.locale().say("cli.wait.no-board", &[("path", &path)]);
                    context.out.talk(&clean::block(&text));
                }
            }
            Wake::Over => {
                drop(waiting);
                return gate::tell(context, project, &gate::undecided(), file);
            }
        }
    }
}

/// Waits until the submission that lies there is handled.
fn for_handled(context: &mut Context, project: &Project, seconds: f64) -> Result<u8, Failure> {
    let store = store(context, project)?;
    let file = project.submission();
    let changes = Changes::watch(vec![file.clone()], seconds);
    let mut last = None;
    loop {
        if let OnDisk::Submission { sha256, bytes, .. } = on_disk(&file) {
            // A newer one takes the place of the one waited for.
            store.observe_replaced(&file, Utc::now()).map_err(|error| state(context, &error))?;
            let decision = store.decision_of(&file, &bytes, &sha256, Utc::now());
            last = Some((sha256, decision));
        } else {
            // A board that takes it back, or `comments done` that looks once more, has finished after this.
            let settled = store.settle(&file, Utc::now()).and_then(|()| hash_on_disk(&file));
            if settled.map_err(|error| state(context, &error))?.is_none() {
                return ended(context, project, &store, last);
            }
        }
        if changes.next(None) == Wake::Over {
            return gate::tell(context, project, &gate::undecided(), None);
        }
    }
}

/// Waits until every objection to a coding plan has a reply.
fn for_replies(context: &mut Context, project: &Project, seconds: f64) -> Result<u8, Failure> {
    let changes = Changes::watch(vec![project.submission()], seconds);
    loop {
        let loaded = context.read(project.clone(), None).loaded;
        let Some(critique) = loaded.critique.filter(|critique| critique.other.is_none()) else {
            return Err(Failure::failed("cli.error.nothing-submitted", &[]));
        };
        if critique.judgement.is_some_and(|judgement| judgement.awaiting() == 0) {
            let replied = Decision { verdict: Verdict::Comments, pass: Some(Pass::Coding), ..gate::undecided() };
            context.out.json(&replied.result());
            let text = context.locale().word("cli.wait.replied");
            context.out.talk(text);
            return Ok(0);
        }
        if changes.next(None) == Wake::Over {
            return gate::tell(context, project, &gate::undecided(), None);
        }
    }
}

/// Nothing lies there: what became of the submission that did, else of the last round.
fn ended(
    context: &mut Context,
    project: &Project,
    store: &Store,
    last: Option<(String, Option<Decision>)>,
) -> Result<u8, Failure> {
    let opened = context.read(project.clone(), None);
    let plan = |round: &Round| match round.pass {
        Pass::Structure => opened.loaded.research.as_deref().map(<[u8]>::to_vec),
        Pass::Scaffold | Pass::Final => opened.loaded.edit.as_deref().map(<[u8]>::to_vec),
        Pass::Coding => opened.loaded.coding.as_deref().map(<[u8]>::to_vec),
    };
    store.observe(None, plan, Utc::now()).map_err(|error| state(context, &error))?;
    let round = match &last {
        Some((sha256, _)) => store.round_of(sha256),
        None => store.last_round(),
    };
    let outcome = round.as_ref().and_then(|round| round.outcome);
    let decision = match last {
        // Another program's submission has no round; it is gone, hence handled.
        Some((_, decision)) if round.is_none() || outcome == Some(Outcome::Handled) => decision,
        None if outcome == Some(Outcome::Handled) => round.as_ref().and_then(|round| {
            let bytes = store.round_submission(round.round).ok()?;
            store.decision_of(&round.file, &bytes, &round.sha256, Utc::now())
        }),
        Some(_) => {
            let closed = Decision::closed(round.map(|round| round.pass), None, Utc::now());
            return gate::tell(context, project, &closed, None);
        }
        None => return Err(Failure::failed("cli.error.nothing-submitted", &[])),
    };
    let nothing_known = Decision { verdict: Verdict::Comments, ..gate::undecided() };
    context.out.json(&decision.unwrap_or(nothing_known).result());
    let text = context.locale().word("cli.wait.handled");
    context.out.talk(text);
    Ok(0)
}

/// What a wait ended with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wake {
    Changed,
    Hint,
    Over,
}

/// Wakes when one of some files may be another.
struct Changes {
    heard: Receiver<()>,
    until: Instant,
    _watcher: Watcher,
}

impl Changes {
    /// Watches from now on, at most `seconds`.
    fn watch(files: Vec<std::path::PathBuf>, seconds: f64) -> Changes {
        let (tell, heard) = channel();
        let list = WatchList { files, ..WatchList::default() };
        let watcher = Watcher::start(list, move |_| {
            let _ = tell.send(());
        });
        let limit = Duration::try_from_secs_f64(seconds).unwrap_or(FOREVER).min(FOREVER);
        Changes { heard, until: Instant::now() + limit, _watcher: watcher }
    }

    /// Waits for the next change, for `hint_at`, or until the time is over.
    fn next(&self, hint_at: Option<Instant>) -> Wake {
        let hint_at = hint_at.filter(|at| *at < self.until);
        let left = || hint_at.unwrap_or(self.until).saturating_duration_since(Instant::now());
        match self.heard.recv_timeout(left()) {
            Ok(()) => {
                // Several at once are one.
                while self.heard.try_recv().is_ok() {}
                return Wake::Changed;
            }
            Err(RecvTimeoutError::Timeout) => {}
            // Without a watcher nothing would ever be heard.
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(left()),
        }
        if hint_at.is_some() { Wake::Hint } else { Wake::Over }
    }
}

fn store(context: &Context, project: &Project) -> Result<Store, Failure> {
    Store::open(&project.plan_dir, &os_variable).map_err(|error| state(context, &error))
}

fn state(context: &Context, error: &DiskError) -> Failure {
    let problem = context.locale().phrase(&error.phrase());
    Failure::failed("cli.error.decision-state", &[("problem", &problem)])
}
