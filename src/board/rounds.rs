//! What the rounds view knows: the round shown, its items, which of them are settled. Read by update and view.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::board::layers::Layer;
use crate::board::state::State;
use crate::contract::finding::Phrase;
use crate::project::verify::Verified;
use crate::review::diff::Difference;
use crate::review::matching::pair;
use crate::review::round::{Round, sha256_hex};
use crate::review::target::Target;
use crate::review::verify::words::value;
use crate::review::verify::{CONFIRMED, Cause, NamedState, Unnamed};
use crate::text::changes::changes;
use crate::text::clean;

/// Characters of one value that are compared word by word.
const MAX_VALUE: usize = 4_000;

/// The rounds view.
pub struct RoundsView {
    /// The round shown.
    pub round: u32,
    /// What came of it; `None`: being compared right now.
    pub report: Option<Result<Box<Report>, Phrase>>,
    /// Keys of the items the reviewer settled.
    pub settled: BTreeSet<String>,
    /// Selected item.
    pub selected: usize,
    /// Rows scrolled beyond what the selected item asks for.
    pub scroll: usize,
    /// Rows above the selected item, as long as it is where it was clicked.
    pub held: Option<usize>,
}

/// A round that was compared, with the texts of its fields ready to be drawn.
pub struct Report {
    /// What came of it.
    pub verified: Verified,
    /// The fields of the named targets.
    pub named: Vec<Vec<FieldText>>,
    /// The fields of the unnamed ones.
    pub unnamed: Vec<Vec<FieldText>>,
    /// What can be selected.
    pub items: Vec<Item>,
    /// What each item is known by.
    keys: Vec<String>,
}

/// The two sides of a field, cleaned, with what differs.
pub struct FieldText {
    /// Before.
    pub before: String,
    /// After.
    pub after: String,
    /// Bytes of `before` that went.
    pub gone: Vec<Range<usize>>,
    /// Bytes of `after` that came.
    pub come: Vec<Range<usize>>,
}

/// What can be selected in the view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item {
    /// A comment (index in the submission).
    Comment(usize),
    /// A change nobody named (position in `Verification::unnamed`).
    Flagged(usize),
    /// `structure.confirmed` became true.
    Confirmed,
    /// A change elsewhere (position in `Verification::elsewhere`).
    Elsewhere(usize),
}

impl Report {
    /// Makes the texts; done off the drawing thread.
    pub fn new(verified: Verified) -> Report {
        let texts = |fields: &[Difference]| fields.iter().map(FieldText::of).collect::<Vec<_>>();
        let found = &verified.verification;
        let named = found.named.iter().map(|named| texts(&named.fields)).collect();
        // Of the others only those that are shown.
        let shown = |change: &Unnamed| if change.cause == Cause::Other { texts(&change.fields) } else { Vec::new() };
        let unnamed = found.unnamed.iter().map(shown).collect();
        let flagged = found.unnamed.iter().enumerate().filter(|(_, change)| change.cause == Cause::Other);
        let mut items: Vec<Item> = (0..verified.comments.len()).map(Item::Comment).collect();
        items.extend(flagged.map(|(n, _)| Item::Flagged(n)));
        items.extend(found.confirmed.then_some(Item::Confirmed));
        let told = |pointer: &String| !(found.confirmed && pointer == CONFIRMED);
        let elsewhere = found.elsewhere.iter().enumerate().filter(|(_, pointer)| told(pointer));
        items.extend(elsewhere.map(|(n, _)| Item::Elsewhere(n)));
        let mut report = Report { verified, named, unnamed, items, keys: Vec::new() };
        report.keys = report.items.iter().map(|item| report.key_of(*item)).collect();
        report
    }

    /// What the item at a position is known by while nothing about it changes: settling it holds until then.
    pub fn key(&self, at: usize) -> Option<&str> {
        self.keys.get(at).map(String::as_str)
    }

    fn key_of(&self, item: Item) -> String {
        let found = &self.verified.verification;
        match item {
            Item::Comment(n) => match found.of_comment(n) {
                Some(named) => format!("comment:{n}:{}", print(named.state.as_str(), &named.fields)),
                None => format!("comment:{n}"),
            },
            Item::Flagged(n) => match found.unnamed.get(n) {
                Some(change) => {
                    let side = if change.after.is_some() { &self.verified.after } else { &self.verified.before };
                    let target = change.after.or(change.before).and_then(|at| side.targets.get(at));
                    let whole = target.map(Target::fingerprint).unwrap_or_default();
                    format!("other:{}:{}", print(change.state.as_str(), &change.fields), whole.get(..16).unwrap_or(""))
                }
                None => String::new(),
            },
            Item::Confirmed => "confirmed".to_owned(),
            Item::Elsewhere(n) => {
                let after = self.verified.after.sha256.as_deref().unwrap_or_default();
                let pointer = found.elsewhere.get(n).map_or("", String::as_str);
                format!("elsewhere:{pointer}:{}", after.get(..16).unwrap_or(after))
            }
        }
    }

    /// How many named targets changed, did not, and went.
    pub fn counts(&self) -> [usize; 3] {
        let count = |state| self.verified.verification.named.iter().filter(|named| named.state == state).count();
        [count(NamedState::Changed), count(NamedState::Unchanged), count(NamedState::Gone)]
    }

    /// Position in the view after of the target an item is about, if it is there.
    pub fn after(&self, item: Item) -> Option<usize> {
        match item {
            Item::Comment(n) => self.verified.verification.of_comment(n)?.after,
            Item::Flagged(n) => self.verified.verification.unnamed.get(n)?.after,
            Item::Confirmed | Item::Elsewhere(_) => None,
        }
    }
}

/// A short hash of a state and the fields that differ.
fn print(state: &str, fields: &[Difference]) -> String {
    let mut text = state.to_owned();
    for field in fields {
        for part in [Some(field.pointer.as_str()), field.before.as_deref(), field.after.as_deref()] {
            text.push('\0');
            text.push_str(part.unwrap_or("\u{1}"));
        }
    }
    sha256_hex(text.as_bytes()).chars().take(16).collect()
}

impl FieldText {
    fn of(field: &Difference) -> FieldText {
        let text = |side: &Option<String>| {
            let whole = value(side.as_deref(), field.about);
            let short: String = whole.chars().take(MAX_VALUE).collect();
            let more = if short.len() < whole.len() { "…" } else { "" };
            format!("{}{more}", clean::block(&short))
        };
        let (before, after) = (text(&field.before), text(&field.after));
        // Where one side has nothing there are no words to tell apart.
        let (gone, come) = match (&field.before, &field.after) {
            (Some(_), Some(_)) => changes(&before, &after),
            _ => (Vec::new(), Vec::new()),
        };
        FieldText { before, after, gone, come }
    }
}

impl RoundsView {
    /// A view of this round, to be compared.
    pub fn of(round: u32) -> RoundsView {
        RoundsView { round, report: None, settled: BTreeSet::new(), selected: 0, scroll: 0, held: None }
    }

    /// What came of the round, once it is compared.
    pub fn compared(&self) -> Option<&Report> {
        self.report.as_ref()?.as_ref().ok().map(Box::as_ref)
    }

    /// The selected item.
    pub fn item(&self) -> Option<Item> {
        self.compared()?.items.get(self.selected).copied()
    }

    /// Whether the item at a position is settled.
    pub fn is_settled(&self, at: usize) -> bool {
        self.compared().and_then(|report| report.key(at)).is_some_and(|key| self.settled.contains(key))
    }

    /// How many items are not settled.
    pub fn unsettled(&self) -> usize {
        let left = |report: &Report| report.keys.iter().filter(|key| !self.settled.contains(*key)).count();
        self.compared().map_or(0, left)
    }
}

/// The rounds view, if it is open.
pub fn view(state: &State) -> Option<&RoundsView> {
    state.layers.iter().rev().find_map(|layer| if let Layer::Rounds(view) = layer { Some(view.as_ref()) } else { None })
}

/// The rounds that were really written, oldest first.
pub fn known(state: &State) -> impl DoubleEndedIterator<Item = &Round> {
    state.outside.rounds.iter().filter(|round| round.pending.is_none())
}

/// Where the target of an item stands in the plan as it now is.
pub fn now(state: &State, report: &Report, item: Item) -> Option<usize> {
    let after = report.after(item)?;
    let (old, new) = (&report.verified.after, state.plan.plan.pass(report.verified.round.pass));
    if old.sha256.is_some() && old.sha256 == new.sha256 {
        return Some(after);
    }
    pair(old, new).get(after).copied().flatten()
}
