//! What takes a pass over all targets, off the drawing thread: a search, a go-to, a filter. Of several questions of a kind
//! only the newest is answered.

use std::mem::discriminant;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Weak};

use crate::board::go_to::Catalogue;
use crate::board::message::Message;
use crate::board::positions::Positions;
use crate::board::rows::Rows;
use crate::board::run::Outlet;
use crate::contract::plan_comments::Pass;
use crate::review::search::Index;
use crate::review::target::Plan;

/// A pass of more targets than this is left to the finder, one of fewer is searched and filtered at once.
pub const AT_ONCE: usize = 500;

/// A question about a plan.
#[derive(Debug, Clone)]
pub struct Question {
    /// Its number; the answer has it too.
    pub serial: u64,
    /// Where to look.
    pub plan: Arc<Plan>,
    /// The pass on screen.
    pub pass: Pass,
    /// What is looked for.
    pub wanted: Wanted,
}

/// What is looked for.
#[derive(Debug, Clone)]
pub enum Wanted {
    /// The targets of the pass that hold these words: [`Message::Found`]. An empty query only makes ready for the next.
    Matches(String),
    /// The targets of any pass that a line typed at go-to means: [`Message::WentTo`].
    Places(String),
    /// The rows of the list with these targets: [`Message::Filtered`].
    Rows(Positions),
}

/// Puts a question in the place of an older one of its kind.
pub fn put(questions: &mut Vec<Question>, new: Question) {
    questions.retain(|old| discriminant(&old.wanted) != discriminant(&new.wanted));
    questions.push(new);
}

enum Order {
    Answer(Box<Question>),
    Forget,
}

/// The thread that answers; it begins with the first question and ends with its board.
pub struct Finder {
    outlet: Outlet,
    orders: Option<Sender<Order>>,
}

impl Finder {
    /// One that answers to this loop.
    pub fn new(outlet: Outlet) -> Finder {
        Finder { outlet, orders: None }
    }

    /// Asks; an older question of the kind that waits still is not answered any more.
    pub fn ask(&mut self, question: Question) {
        let orders = self.orders.get_or_insert_with(|| {
            let (orders, list) = channel();
            let outlet = self.outlet.clone();
            // Without a thread nothing is found, and nothing else suffers.
            let _ = std::thread::Builder::new().name("finder".into()).spawn(move || serve(&list, &outlet));
            orders
        });
        let _ = orders.send(Order::Answer(Box::new(question)));
    }

    /// The plan was replaced: what was made of it is given up.
    pub fn forget(&self) {
        if let Some(orders) = &self.orders {
            let _ = orders.send(Order::Forget);
        }
    }
}

fn serve(list: &Receiver<Order>, outlet: &Outlet) {
    let (mut index, mut catalogue) = (Kept::default(), Kept::default());
    while let Ok(first) = list.recv() {
        let mut questions = Vec::new();
        for order in std::iter::once(first).chain(list.try_iter()) {
            match order {
                Order::Answer(question) => put(&mut questions, *question),
                Order::Forget => (index, catalogue) = (Kept::default(), Kept::default()),
            }
        }
        for Question { serial, plan, pass, wanted } in questions {
            let answer = match wanted {
                Wanted::Rows(shown) => Message::Filtered { serial, pass, rows: Rows::of(plan.pass(pass), Some(shown)) },
                Wanted::Places(query) => {
                    let catalogue: &Catalogue = catalogue.of(&plan, None, || Catalogue::of(&plan));
                    Message::WentTo(serial, catalogue.find(&query, pass))
                }
                Wanted::Matches(query) => {
                    let index: &Index = index.of(&plan, Some(pass), || Index::build(plan.pass(pass)));
                    if query.is_empty() {
                        continue;
                    }
                    Message::Found { serial, pass, matches: index.matches(&query) }
                }
            };
            if !outlet.send(answer) {
                return;
            }
        }
    }
}

/// What was last made of a plan, or of one of its passes. The plan is not kept alive for it.
#[derive(Default)]
struct Kept<T> {
    of: Option<(Weak<Plan>, Option<Pass>)>,
    made: T,
}

impl<T: Default> Kept<T> {
    fn of(&mut self, plan: &Arc<Plan>, pass: Option<Pass>, make: impl FnOnce() -> T) -> &T {
        let is_known = |(known, of): &(Weak<Plan>, Option<Pass>)| *of == pass && known.as_ptr() == Arc::as_ptr(plan);
        if !self.of.as_ref().is_some_and(is_known) {
            // The old one goes before the new one is made: not both are in memory.
            self.made = T::default();
            self.made = make();
            self.of = Some((Arc::downgrade(plan), pass));
        }
        &self.made
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::board::rows::ListRow;
    use crate::board::run::Event;
    use crate::review::anchor::testing::{shot, view};

    fn plan(titles: &[&str]) -> Arc<Plan> {
        let mut plan = Plan::default();
        let shots = titles.iter().enumerate().map(|(n, title)| shot(n, None, title)).collect();
        *plan.pass_mut(Pass::Structure) = view(shots);
        Arc::new(plan)
    }

    fn question(serial: u64, plan: &Arc<Plan>, wanted: Wanted) -> Question {
        Question { serial, plan: plan.clone(), pass: Pass::Structure, wanted }
    }

    /// The last answer of each kind, once those with these numbers are there.
    fn answers(events: &Receiver<Event>, until: &[u64]) -> BTreeMap<u64, Vec<usize>> {
        let mut found = BTreeMap::new();
        while !until.iter().all(|serial| found.contains_key(serial)) {
            let Ok(Event::Message(message)) = events.recv() else { panic!("no answer") };
            let (serial, positions) = match *message {
                Message::Found { serial, matches, .. } => (serial, matches),
                Message::WentTo(serial, found) => (serial, found.places.iter().map(|(_, at)| *at).collect()),
                Message::Filtered { serial, rows, .. } => (serial, rows.iter().filter_map(ListRow::target).collect()),
                _ => panic!("another message"),
            };
            found.insert(serial, positions);
        }
        found
    }

    #[test]
    fn the_newest_question_of_each_kind_is_answered_with_its_number() {
        let (sender, events) = channel();
        let mut finder = Finder::new(Outlet::new(sender));
        let first = plan(&["one", "two", "three"]);
        for (serial, query) in [(1, ""), (2, "on"), (3, "two")] {
            finder.ask(question(serial, &first, Wanted::Matches(query.into())));
        }
        finder.ask(question(4, &first, Wanted::Places("three".into())));
        finder.ask(question(5, &first, Wanted::Rows([0, 2].into_iter().collect())));
        let found = answers(&events, &[3, 4, 5]);
        assert_eq!((&found[&3][..], &found[&4][..], &found[&5][..]), (&[1][..], &[2][..], &[0, 2][..]));
        // Another plan is searched anew.
        let second = plan(&["two"]);
        finder.ask(question(6, &second, Wanted::Matches("two".into())));
        finder.ask(question(7, &second, Wanted::Places("two".into())));
        let found = answers(&events, &[6, 7]);
        assert_eq!((&found[&6][..], &found[&7][..]), (&[0][..], &[0][..]));
    }

    #[test]
    fn a_plan_that_was_replaced_is_not_kept_alive() {
        let (sender, events) = channel();
        let mut finder = Finder::new(Outlet::new(sender));
        let old = plan(&["one"]);
        let kept = Arc::downgrade(&old);
        finder.ask(question(1, &old, Wanted::Matches("one".into())));
        finder.ask(question(2, &old, Wanted::Places("one".into())));
        answers(&events, &[1, 2]);
        drop(old);
        finder.forget();
        let new = plan(&["two"]);
        finder.ask(question(3, &new, Wanted::Rows(Positions::default())));
        answers(&events, &[3]);
        assert_eq!(kept.strong_count(), 0);
    }
}
