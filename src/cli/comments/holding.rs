//! Holding the draft for a moment: its lock, what a crash left, the draft in line with the plan.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};

use crate::cli::context::{Context, Opened};
use crate::cli::failure::Failure;
use crate::cli::findings;
use crate::cli::work::{follow, unread};
use crate::contract::finding::Finding;
use crate::contract::plan_comments::Pass;
use crate::locale::Locale;
use crate::project::load::{OnDisk, on_disk};
use crate::project::lock::{BoardLock, Holder, Taking};
use crate::project::store::Store;
use crate::project::write::DiskError;
use crate::review::draft::Draft;
use crate::review::round::Round;

/// How long to wait for another command that holds the draft for a moment.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long to wait for a file that is being written just now.
const HALF_WRITTEN: Duration = Duration::from_secs(1);

/// Takes the draft's lock; `Err` with the board that has it. Another command holds it for a moment only: that is waited
/// for.
pub(in crate::cli) fn take(store: &Store, opened: &Opened) -> Result<Result<BoardLock, Holder>, DiskError> {
    // A holder without a terminal is a command, not a board.
    let me = Holder { terminal: None, ..Holder::this_process(opened.now) };
    let start = Instant::now();
    loop {
        match store.take_lock(&me)? {
            Taking::Held(lock) => return Ok(Ok(lock)),
            Taking::Taken(Some(holder)) if is_board(&holder, opened.now) || start.elapsed() > PATIENCE => {
                return Ok(Err(holder));
            }
            Taking::Taken(None) if start.elapsed() > PATIENCE => return Ok(Err(Holder { pid: 0, ..me })),
            Taking::Taken(_) => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}

/// Whether a holder is a board: commands name no terminal, and are done in a moment.
fn is_board(holder: &Holder, now: DateTime<Utc>) -> bool {
    holder.terminal.is_some() || now.signed_duration_since(holder.since).num_seconds() > 2
}

/// Puts right what a crash left, and notes which rounds have ended.
pub(in crate::cli) fn tidy(store: &Store, opened: &Opened) -> Result<(), DiskError> {
    if opened.project.coding.is_some() {
        // Objections go to another file, which is not one submission after the other.
        return Ok(());
    }
    let file = opened.project.plan_comments();
    store.settle(&file, opened.now)?;
    let there = match on_disk(&file) {
        OnDisk::Absent => None,
        OnDisk::Submission { sha256, .. } => Some(sha256),
        // What lies there is no submission, and says nothing about one.
        OnDisk::Unreadable(_) => return Ok(()),
    };
    let plan = |round: &Round| bytes_of(opened, round.pass).map(<[u8]>::to_vec);
    store.observe(there.as_deref(), plan, opened.now)?;
    Ok(())
}

/// Refuses to go on where a draft of these passes, or a comment waiting for it, cannot be read: nothing of it is set
/// aside or written over by a command.
pub(super) fn check_readable(
    context: &mut Context,
    store: &Store,
    opened: &Opened,
    passes: &[Pass],
) -> Result<(), Failure> {
    let drafts = passes.iter().filter_map(|pass| store.peek_draft(*pass).broken).map(|(error, _)| error);
    let wrong: Vec<Finding> = drafts.chain(store.peek_inbox().1).map(|error| unread(&error)).collect();
    if wrong.is_empty() {
        return Ok(());
    }
    wrong.iter().for_each(|finding| findings::say(&mut context.out, opened.locale, finding));
    Err(Failure::failed("cli.error.draft-unread", &[]))
}

/// The draft of a pass, brought in line with the plan, with what came in through the inbox.
pub(in crate::cli) fn ready(store: &Store, opened: &Opened, pass: Pass) -> Result<Draft, DiskError> {
    let mut loaded = store.peek_draft(pass);
    if let Some((error, _)) = loaded.broken {
        return Err(error);
    }
    // The inbox's comments hang on the plan as it was when they were written, which the draft follows with the others.
    store.merge_inbox(&mut loaded.draft, opened.now)?;
    if follow(opened, &mut loaded) {
        store.save_draft(&mut loaded.draft, bytes_of(opened, pass))?;
    }
    Ok(loaded.draft)
}

/// The bytes of the plan file behind a pass.
pub(in crate::cli) fn bytes_of(opened: &Opened, pass: Pass) -> Option<&[u8]> {
    match pass {
        Pass::Structure => opened.loaded.research.as_deref(),
        Pass::Scaffold | Pass::Final => opened.loaded.edit.as_deref(),
        Pass::Coding => opened.loaded.coding.as_deref(),
    }
}

/// The project read again while something in it looks half-written; at most [`HALF_WRITTEN`].
pub(super) fn settled(context: &mut Context, mut opened: Opened, is_half: impl Fn(&Opened) -> bool) -> Opened {
    let start = Instant::now();
    while is_half(&opened) && start.elapsed() < HALF_WRITTEN {
        std::thread::sleep(Duration::from_millis(50));
        opened = context.read(opened.project, None);
    }
    opened
}

/// Who holds the lock, as people find it again.
pub(in crate::cli) fn who(holder: &Holder) -> String {
    let parts = [Some(format!("pid {}", holder.pid)), holder.terminal.clone(), holder.host.clone()];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

pub(in crate::cli) fn state_failure(locale: &Locale, error: &DiskError) -> Failure {
    Failure::failed("cli.error.state", &[("problem", &locale.phrase(&error.phrase()))])
}
