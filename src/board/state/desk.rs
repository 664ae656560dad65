//! One pass on the reviewer's desk, and how it is shown.

use std::collections::HashSet;

use crate::project::reviewed::Reviewed;
use crate::review::draft::Draft;
use crate::review::history::History;

/// One pass on the reviewer's desk.
pub struct Desk {
    /// The draft.
    pub draft: Draft,
    /// Undo and redo.
    pub history: History,
    /// The comments of the newest submission of this pass, as long as they are shown as sent.
    pub sent: Option<Sent>,
    /// Reviewed marks.
    pub reviewed: Reviewed,
    /// How many targets are reviewed as they now are; counted when marks or plan change, not per frame.
    pub reviewed_count: usize,
    /// Positions of targets that changed since the newest round of this pass.
    pub changed: HashSet<usize>,
    /// Rows of the list, groups and targets, after the filter.
    pub rows: Vec<ListRow>,
    /// Position of the selected target.
    pub selected: usize,
    /// First row of the list that is shown.
    pub scroll: usize,
    /// The draft differs from what is on disk.
    pub dirty: bool,
}

/// Comments that were sent and stay on their targets until the next submission of the pass.
#[derive(Debug, Clone)]
pub struct Sent {
    /// Which round.
    pub round: u32,
    /// The comments, anchored like a draft's.
    pub draft: Draft,
}

/// A row of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListRow {
    /// A group's heading (position in `PassView::groups`).
    Group(usize),
    /// A target (position in `PassView::targets`).
    Target(usize),
}

/// The panes that take keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pane {
    /// The list of targets.
    List,
    /// What is said of the selected target.
    Detail,
}
