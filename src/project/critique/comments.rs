//! The objections of a round as the comments they were.

use crate::contract::plan_comments::{Pass, SubmittedComment};
use crate::project::store::Store;
use crate::review::round::Round;
use crate::review::submission::{take_back, take_back_objections};

impl Store {
    /// The comments of a round, from its copy of what was submitted (`submission`). `None`: it is not understood.
    pub fn comments_of(&self, round: &Round, submission: &[u8]) -> Option<(Pass, Vec<SubmittedComment>)> {
        match round.pass {
            Pass::Coding => take_back_objections(submission),
            _ => take_back(submission),
        }
    }
}
