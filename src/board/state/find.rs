//! Searching and filtering.

use crate::board::searcher::Ask;

/// Search and filter.
#[derive(Default)]
pub struct Find {
    /// The query last searched for.
    pub query: String,
    /// Query and selection when the search line was opened: Esc brings them back.
    pub before: Option<(String, usize)>,
    /// Positions that match in the pass on screen, in timeline order.
    pub matches: Vec<usize>,
    /// Number of the last question of go-to.
    pub asked: u64,
    /// Which targets the list shows.
    pub filter: Filter,
    /// The number of the last search.
    pub serial: u64,
    /// Whether its answer is still awaited (a long pass is searched off the drawing thread), and what is to be done
    /// when it comes.
    pub awaited: Option<Vec<WhenFound>>,
    /// A search to be begun; the loop takes it.
    pub ask: Option<Ask>,
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
