//! Search in long plans, off the drawing thread: a thread that keeps the folded text of the pass last searched.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Weak};

use crate::board::message::Message;
use crate::board::run::Outlet;
use crate::contract::plan_comments::Pass;
use crate::review::search::Index;
use crate::review::target::Plan;

/// A pass of more targets than this is searched by the searcher, one of fewer at once.
pub const AT_ONCE: usize = 500;

/// One search. An empty query only makes ready for the next.
#[derive(Debug, Clone)]
pub struct Ask {
    /// Number of the search: only the answer to the newest counts.
    pub serial: u64,
    /// What is searched.
    pub plan: Arc<Plan>,
    /// The pass.
    pub pass: Pass,
    /// The words looked for.
    pub query: String,
}

/// The searching thread; it begins with the first search.
pub struct Searcher {
    outlet: Outlet,
    asks: Option<Sender<Ask>>,
}

impl Searcher {
    /// One that answers to this loop.
    pub fn new(outlet: Outlet) -> Searcher {
        Searcher { outlet, asks: None }
    }

    /// Searches; the answer comes as [`Message::Found`].
    pub fn ask(&mut self, ask: Ask) {
        let asks = self.asks.get_or_insert_with(|| {
            let (asks, list) = channel();
            let outlet = self.outlet.clone();
            // Without a thread nothing is found, and nothing else suffers.
            let _ = std::thread::Builder::new().name("searcher".into()).spawn(move || serve(&list, &outlet));
            asks
        });
        let _ = asks.send(ask);
    }
}

fn serve(list: &Receiver<Ask>, outlet: &Outlet) {
    let mut kept = Kept::default();
    while let Ok(first) = list.recv() {
        // What was typed meanwhile makes the earlier ones of no use.
        let ask = list.try_iter().last().unwrap_or(first);
        let index = kept.index(&ask.plan, ask.pass);
        if ask.query.is_empty() {
            continue;
        }
        let found = Message::Found { serial: ask.serial, pass: ask.pass, matches: index.matches(&ask.query) };
        if !outlet.send(found) {
            return;
        }
    }
}

/// The index last made. Its plan is not kept alive for it.
#[derive(Default)]
struct Kept {
    of: Option<(Weak<Plan>, Pass)>,
    index: Index,
}

impl Kept {
    fn index(&mut self, plan: &Arc<Plan>, pass: Pass) -> &Index {
        let is_known = |(known, of): &(Weak<Plan>, Pass)| *of == pass && known.as_ptr() == Arc::as_ptr(plan);
        if !self.of.as_ref().is_some_and(is_known) {
            self.index = Index::default();
            self.index = Index::build(plan.pass(pass));
            self.of = Some((Arc::downgrade(plan), pass));
        }
        &self.index
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::run::Event;
    use crate::review::anchor::testing::{shot, view};

    #[test]
    fn the_newest_search_is_answered_with_its_number() {
        let (sender, events) = channel();
        let mut searcher = Searcher::new(Outlet::new(sender));
        let mut plan = Plan::default();
        *plan.pass_mut(Pass::Structure) = view(vec![shot(0, Some("a"), "one"), shot(1, Some("b"), "two")]);
        let ask = |serial, query: &str, plan: &Plan| Ask {
            serial,
            plan: Arc::new(plan.clone()),
            pass: Pass::Structure,
            query: query.to_owned(),
        };
        for (serial, query) in [(1, ""), (2, "on"), (3, "two")] {
            searcher.ask(ask(serial, query, &plan));
        }
        loop {
            let Ok(Event::Message(message)) = events.recv() else { panic!("no answer") };
            let Message::Found { serial, matches, .. } = *message else { panic!("another message") };
            if serial == 3 {
                break assert_eq!(matches, [1]);
            }
        }
        // Another plan is searched anew.
        *plan.pass_mut(Pass::Structure) = view(vec![shot(0, Some("a"), "two")]);
        searcher.ask(ask(4, "two", &plan));
        let Ok(Event::Message(message)) = events.recv() else { panic!("no answer") };
        assert!(matches!(*message, Message::Found { serial: 4, matches, .. } if matches == [0]));
    }
}
