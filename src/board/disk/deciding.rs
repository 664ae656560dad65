//! Decisions of a board: what was submitted or approved is left for whoever waits.

use chrono::Utc;

use super::Disk;
use super::jobs::short;
use crate::board::effect::ApproveOrder;
use crate::board::message::{LoadReason, Message};
use crate::contract::finding::Phrase;
use crate::project::load::Loaded;
use crate::review::decision::{DecidedPlan, Decision};

impl Disk {
    /// What was submitted since this was last asked.
    pub fn take_decided(&mut self) -> Option<Decision> {
        self.decided.take()
    }

    /// Approves the plan, if it still is the one that was shown; the file is read again first. What comes of it is a
    /// message.
    pub fn approve(&mut self, order: &ApproveOrder) -> Message {
        let loaded = self.read_settled(order.pass);
        let result = self.leave_approval(order, &loaded);
        let fresh = Box::new(self.fresh(loaded, LoadReason::Changed));
        match result {
            Ok(decision) => Message::Approved(fresh, Box::new(decision)),
            Err(reason) => Message::ApproveFailed(fresh, reason),
        }
    }

    fn leave_approval(&mut self, order: &ApproveOrder, loaded: &Loaded) -> Result<Decision, Option<Phrase>> {
        if self.is_stale(loaded, order.pass) {
            return Err(Some(Phrase::new("approve.unreadable")));
        }
        let view = loaded.plan.pass(order.pass);
        if view.unavailable.is_some() || view.sha256.as_deref() != Some(order.sha256.as_str()) {
            return Err(None);
        }
        let decision = Decision::approved(order.pass, DecidedPlan::new(&view.file, &order.sha256), Utc::now());
        self.keep_hold().map_err(Some)?;
        let Some(store) = self.writes() else { return Err(Some(Phrase::new("outside.not-ours"))) };
        store.leave(&decision).map_err(|error| Some(short(&error)))?;
        Ok(decision)
    }

    /// Leaves that the board is closed. Nobody is there any more to be told that it failed.
    pub fn leave_closed(&mut self, decision: &Decision, if_waited: bool) {
        if let Some(store) = self.writes() {
            let _ = store.leave_closed(decision, if_waited);
        }
    }
}
