//! Searching and filtering.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::board::finder::Question;
use crate::board::positions::Positions;
use crate::contract::plan_comments::Pass;

/// Search and filter.
#[derive(Default)]
pub struct Find {
    /// The query last searched for.
    pub query: String,
    /// Query and selection when the search line was opened: Esc brings them back.
    pub before: Option<(String, usize)>,
    /// Positions that match in the pass on screen, in timeline order.
    pub matches: Vec<usize>,
    /// Which targets the list shows.
    pub filter: Filter,
    /// The number of the last question to the finder.
    pub serial: u64,
    /// The search whose answer is still awaited: a long pass is searched off the drawing thread.
    pub awaited: Option<Awaited>,
    /// The filter whose rows are still awaited.
    pub filtering: Option<Filtering>,
    /// Questions for the finder, at most one of a kind; the loop takes them.
    pub questions: Vec<Question>,
}

/// A search that is not answered yet.
pub struct Awaited {
    /// Number of the question.
    pub serial: u64,
    /// What is to be done when the answer comes.
    pub then: Vec<WhenFound>,
}

/// A filter that is not answered yet.
pub struct Filtering {
    /// Number of the question.
    pub serial: u64,
    /// The pass it is of.
    pub pass: Pass,
    /// The targets it will show.
    pub shown: Positions,
    /// Since when the list waits.
    pub since: DateTime<Utc>,
}

impl Filtering {
    /// After this time it is said that the list waits.
    const SAID_AFTER: TimeDelta = TimeDelta::milliseconds(100);

    /// How long until it is said that the list waits; `None`: it is.
    pub fn silent_for(&self, now: DateTime<Utc>) -> Option<Duration> {
        (self.since + Filtering::SAID_AFTER - now).to_std().ok().filter(|left| !left.is_zero())
    }
}

/// What is to be done when a search is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhenFound {
    /// The first match from the selection on is selected.
    Show,
    /// It is said how many there are.
    Report,
    /// The next (1) or previous (-1) match is selected.
    Step(isize),
}

/// Which targets the list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Filter {
    /// Every target.
    #[default]
    All,
    /// Targets with comments, drafted or sent.
    Commented,
    /// Targets not marked reviewed.
    NotReviewed,
    /// Targets that changed since the last round.
    Changed,
    /// Targets with an unfinished text.
    Unfinished,
    /// Targets that changed since the last round, or with comments: what to look at once a round is handled.
    ChangedOrCommented,
}

impl Filter {
    /// The filters in the order `f` goes through them.
    pub const ALL: [Filter; 6] = [
        Filter::All,
        Filter::Commented,
        Filter::NotReviewed,
        Filter::Changed,
        Filter::Unfinished,
        Filter::ChangedOrCommented,
    ];

    /// The same once a round is handled: what it changed comes first.
    pub const AFTER_A_ROUND: [Filter; 6] = [
        Filter::All,
        Filter::ChangedOrCommented,
        Filter::Commented,
        Filter::NotReviewed,
        Filter::Changed,
        Filter::Unfinished,
    ];

    /// Key of its name in the locale files.
    pub fn key(self) -> &'static str {
        match self {
            Filter::All => "filter.all",
            Filter::Commented => "filter.commented",
            Filter::NotReviewed => "filter.not-reviewed",
            Filter::Changed => "filter.changed",
            Filter::Unfinished => "filter.unfinished",
            Filter::ChangedOrCommented => "filter.changed-or-commented",
        }
    }
}
