//! The lock changes hands: asking for it, taking it, letting it go, losing it (board rules, "Never lost").

use std::time::{Duration, Instant};

use chrono::Utc;

use super::Disk;
use super::jobs::short;
use crate::board::message::Message;
use crate::board::read_only::held_by;
use crate::contract::finding::Phrase;
use crate::project::lock::{BoardLock, Holder, Taking};
use crate::project::reviewed::Reviewed;
use crate::project::store::Store;
use crate::review::draft::Draft;
use crate::review::per_pass::PerPass;

/// How long the holder has to answer.
const ANSWER: Duration = Duration::from_secs(2);
/// How often the lock is tried meanwhile.
const STEP: Duration = Duration::from_millis(20);

impl Disk {
    /// Asks the board that holds the lock to hand over, and takes the lock: when it did, or after two seconds. The drafts
    /// and marks then.
    ///
    /// # Errors
    /// The state directory cannot be written, or a third board was faster.
    pub fn take_over(&mut self) -> Result<(PerPass<Draft>, PerPass<Reviewed>), Phrase> {
        let variable = |name: &str| std::env::var_os(name);
        let store = Store::open(&self.project.plan_dir, &variable).map_err(|e| short(&e))?;
        self.me.last_key = Utc::now();
        store.ask_for_lock(&self.me).map_err(|e| short(&e))?;
        let since = Instant::now();
        loop {
            match store.take_lock(&self.me).map_err(|e| short(&e))? {
                Taking::Held(lock) => return Ok(self.adopt(store, lock)),
                Taking::Taken(_) if since.elapsed() < ANSWER => std::thread::sleep(STEP),
                Taking::Taken(_) => break,
            }
        }
        match store.force_lock(&self.me).map_err(|e| short(&e))? {
            Taking::Held(lock) => Ok(self.adopt(store, lock)),
            Taking::Taken(_) => Err(Phrase::new("outside.not-ours")),
        }
    }

    /// Writes from now on; gives the drafts and marks as they lie there.
    pub(super) fn adopt(&mut self, store: Store, lock: BoardLock) -> (PerPass<Draft>, PerPass<Reviewed>) {
        let now = Utc::now();
        let _ = store.settle(&self.project.plan_comments(), now);
        (self.store, self.lock) = (Some(store), Some(lock));
        (self.waits, self.lost, self.asked) = (false, false, false);
        let loaded = self.read();
        let (drafts, _) = self.drafts(&loaded.plan, now);
        (drafts, PerPass::new(|pass| self.marks(pass)))
    }

    /// Whether this board holds the lock, so that another one may ask for it.
    pub fn may_be_asked(&self) -> bool {
        self.lock.is_some() || self.lost && !self.asked
    }

    /// Looks whether another board asks for the lock, or took it.
    pub fn look_for_asker(&mut self) -> Option<Message> {
        if self.is_lost() {
            self.lose();
        }
        if self.lost {
            let told = std::mem::replace(&mut self.asked, true);
            let holder = self.store.as_ref().and_then(Store::holder);
            return (!told).then(|| self.hand_over(holder.as_ref(), false));
        }
        let other = self.lock.as_ref()?.asked().filter(|_| !self.asked)?;
        self.asked = true;
        Some(self.hand_over(Some(&other), true))
    }

    fn hand_over(&mut self, to: Option<&Holder>, asked: bool) -> Message {
        let reason = held_by(to, Utc::now());
        self.told_holder = Some(reason.clone());
        Message::HandOver(reason, asked)
    }

    /// Another board's lock stands where this one's did. Where nothing stands there, the state directory vanished.
    pub(super) fn is_lost(&self) -> bool {
        let file = self.store.as_ref().map(|store| store.folder().join("board.lock"));
        self.lock.as_ref().is_some_and(|lock| !lock.is_mine()) && file.is_some_and(|file| file.exists())
    }

    /// Writes nothing from now on: another board has other drafts. Waits until that one is closed.
    pub(super) fn lose(&mut self) {
        (self.lock, self.waits, self.lost, self.asked) = (None, true, true, false);
    }

    /// Lets go of the lock, for the board that asked.
    pub fn let_go(&mut self) {
        if self.lock.take().is_some() {
            (self.waits, self.asked) = (true, false);
        }
    }
}
