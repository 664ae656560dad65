//! The checklist of a board: changing it where it lies.

use chrono::Utc;

use super::Disk;
use crate::board::effect::ChecklistOrder;
use crate::contract::finding::Phrase;
use crate::project::notes::{self, WriteError, Written};

impl Disk {
    /// Changes the checklist, if it still is the one that was shown.
    ///
    /// # Errors
    /// Why nothing was written.
    pub fn change_checklist(&mut self, order: ChecklistOrder) -> Result<Written, WriteError> {
        self.keep_hold().map_err(WriteError::Failed)?;
        if self.writes().is_none() {
            return Err(WriteError::Failed(Phrase::new("outside.not-ours")));
        }
        notes::change(&order.shown, &order.change, order.force, Utc::now())
    }
}
