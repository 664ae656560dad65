//! Opening: the store and the lock.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};

use crate::board::options::Options;
use crate::board::read_only::held_by;
use crate::contract::finding::Phrase;
use crate::project::lock::{BoardLock, Holder, Taking};
use crate::project::store::Store;
use crate::project::write::{Cause, DiskError};

/// How long a lock that a command holds for a moment is waited for.
const RETRY: Duration = Duration::from_secs(1);
/// How often it is tried meanwhile.
const RETRY_STEP: Duration = Duration::from_millis(20);

/// The store and the lock, as far as they are to be had; and why nothing may be changed, if nothing may.
pub(super) fn take(
    options: &Options,
    me: &Holder,
    now: DateTime<Utc>,
) -> (Option<Store>, Option<BoardLock>, Option<Phrase>) {
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
            let held = held_by(holder.as_ref(), now);
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
    let problem = match &error.cause {
        Cause::Permission => "io.permission",
        Cause::ReadOnly => "io.read-only",
        Cause::DiskFull => "io.disk-full",
        Cause::Missing | Cause::NoDirectory => "io.not-made",
        Cause::Link(_) | Cause::NotRegular(_) => "io.no-folder",
        Cause::Other(why) => why,
        _ => "io.device",
    };
    // The cause and the way out come first: a path may be longer than the line.
    let path = error.path.display().to_string();
    Phrase::new("read-only.no-state").with("problem", problem).with("path", path)
}
