//! The thread that answers go-to, so that the drawing thread waits for no search: the newest question only.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use crate::board::go_to::Catalogue;
use crate::board::message::Message;
use crate::board::run::Outlet;
use crate::contract::plan_comments::Pass;
use crate::review::target::Plan;

/// A question.
pub struct Question {
    /// Its number.
    pub generation: u64,
    /// The line.
    pub query: String,
    /// The pass on screen.
    pub here: Pass,
    /// Where to look.
    pub plan: Arc<Plan>,
}

/// Who answers. Ends with its board.
pub struct Seeker(Sender<Question>);

impl Seeker {
    /// Begins to wait for questions.
    pub fn start(outlet: Outlet) -> Seeker {
        let (asks, questions) = channel::<Question>();
        let answer = move || {
            let mut known: Option<(Arc<Plan>, Catalogue)> = None;
            while let Ok(first) = questions.recv() {
                let question = questions.try_iter().last().unwrap_or(first);
                let (_, catalogue) = match known.take() {
                    Some(kept) if Arc::ptr_eq(&kept.0, &question.plan) => known.insert(kept),
                    _ => known.insert((question.plan.clone(), Catalogue::of(&question.plan))),
                };
                let found = catalogue.find(&question.query, question.here);
                if !outlet.send(Message::WentTo(question.generation, found)) {
                    return;
                }
            }
        };
        // Where no thread is to be had, nothing is found.
        let _ = std::thread::Builder::new().name("go-to".into()).spawn(answer);
        Seeker(asks)
    }

    /// Asks; an older question that waits still is not answered any more.
    pub fn ask(&self, question: Question) {
        let _ = self.0.send(question);
    }
}
