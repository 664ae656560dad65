//! One pass on the reviewer's desk, and how it is shown.

use crate::board::noted::Noted;
use crate::board::positions::Positions;
use crate::board::rows::Rows;
use crate::board::submission;
use crate::board::timeline::Kept;
use crate::board::tracked::{Memo, Tracked};
use crate::project::reviewed::Reviewed;
use crate::review::draft::Draft;
use crate::review::history::History;

/// One pass on the reviewer's desk.
pub struct Desk {
    /// The draft.
    pub draft: Tracked<Draft>,
    /// Undo and redo.
    pub history: History,
    /// The comments of the newest submission of this pass, as long as they are shown as sent.
    pub sent: Tracked<Option<Sent>>,
    /// What draft and submission come to, target by target.
    pub noted: Memo<Noted>,
    /// The items of the submit dialogue.
    pub items: Memo<Vec<submission::Item>>,
    /// Reviewed marks.
    pub reviewed: Reviewed,
    /// Positions of the targets that are reviewed as they now are; kept when marks or plan change, not per frame.
    pub reviewed_now: Positions,
    /// Positions of targets that changed since the newest round of this pass.
    pub changed: Positions,
    /// Rows of the list, groups and targets, after the filter.
    pub rows: Rows,
    /// Position of the selected target.
    pub selected: usize,
    /// First row of the list that is shown.
    pub scroll: usize,
    /// What is kept of the part of the timeline that is shown.
    pub timeline: Kept,
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

/// The panes that take keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pane {
    /// The list of targets.
    List,
    /// What is said of the selected target.
    Detail,
}
