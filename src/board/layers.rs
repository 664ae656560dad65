//! What lies over the board: the editor, panels, choices, the submit dialogue.

use std::collections::HashSet;

use crate::board::all_comments::AllComments;
use crate::board::checklist::{Asking, Place};
use crate::board::editor::Editor;
use crate::board::findings::FindingsView;
use crate::board::go_to::GoTo;
use crate::board::notices::NoticesView;
use crate::board::objections::{LensChoice, ObjectionsView};
use crate::board::palette::Palette;
use crate::board::reports::{Answering, ReportsView};
use crate::board::rounds::RoundsView;
use crate::contract::finding::Phrase;
use crate::review::draft::{Anchor, Unfinished};

/// What lies over the board.
pub enum Layer {
    /// The editor, in the detail pane.
    Write(Writing),
    /// The search line.
    Search(Box<Editor>),
    /// Keys and what they do; first row shown.
    Help(usize),
    /// The checklist; first row shown.
    Checklist(Place),
    /// A change to the checklist that waits to be confirmed.
    Asking(Box<Asking>),
    /// The findings of the files.
    Findings(Box<FindingsView>),
    /// The notices of the pass on screen.
    Notices(Box<NoticesView>),
    /// Which of several comments is meant.
    Choose(Choice),
    /// A new target for a comment whose target is gone: the list is walked, Enter takes.
    Repoint(u64),
    /// The submit dialogue.
    Submit(SubmitDialogue),
    /// The rounds: what came of each.
    Rounds(Box<RoundsView>),
    /// The lens of an objection, and the rule it cites, in the detail pane.
    Lens(Box<LensChoice>),
    /// The objections of the critique, with replies and rulings.
    Objections(Box<ObjectionsView>),
    /// The outcome reports.
    Reports(Box<ReportsView>),
    /// An answer to a decision of a report, being written.
    Answer(Box<Answering>),
    /// The approval: counts, and what becomes of the draft.
    Approve(Approval),
    /// Where to go: a line typed, and the targets it finds.
    GoTo(Box<GoTo>),
    /// The actions by name: a line typed, and the actions it finds.
    Commands(Box<Palette>),
    /// All comments.
    AllComments(Box<AllComments>),
    /// The canned phrases, over the editor of a comment or an answer; which is selected.
    Phrases(usize),
    /// Taking over the lock waits to be confirmed; true: under way.
    TakeOver(bool),
}

/// A text being written.
pub struct Writing {
    /// What it is about; `None`: the overall note.
    pub anchor: Option<Anchor>,
    /// The comment being changed; `None`: a new one.
    pub comment: Option<u64>,
    /// The text.
    pub editor: Box<Editor>,
    /// First row shown.
    pub scroll: usize,
}

impl Writing {
    /// The text as it is kept when it is not saved.
    pub fn as_unfinished(&self) -> Unfinished {
        Unfinished {
            anchor: self.anchor.clone(),
            comment: self.comment,
            text: self.editor.text().to_owned(),
            caret: self.editor.caret(),
        }
    }
}

/// Which of several comments is meant.
#[derive(Debug, Clone)]
pub struct Choice {
    /// What is done with it.
    pub act: ChoiceAct,
    /// Keys of the comments.
    pub comments: Vec<u64>,
    /// Which is selected.
    pub selected: usize,
}

/// What is done with the comment chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChoiceAct {
    /// Open it in the editor.
    Edit,
    /// Delete it.
    Delete,
}

/// The submit dialogue.
#[derive(Debug, Clone, Default)]
pub struct SubmitDialogue {
    /// Selected line among the items.
    pub selected: usize,
    /// First row shown.
    pub scroll: usize,
    /// Rows above the selected line, as long as it is where it was clicked.
    pub held: Option<usize>,
    /// Checkpoint named in the hand-off line (scaffold of a v2 project: 2 or 3).
    pub checkpoint: u8,
    /// Unfinished texts the reviewer leaves (by comment and target id).
    pub left: HashSet<(Option<u64>, Option<String>)>,
    /// The reviewer agreed to overwrite what lies there (its hash).
    pub overwrite: Option<String>,
    /// The reviewer agreed to submit without comments.
    pub empty_agreed: bool,
    /// The reviewer agreed to submit against the last good view of a broken file.
    pub stale_agreed: bool,
    /// Being written right now.
    pub busy: bool,
    /// Enter was pressed although something stands in the way: it is said louder.
    pub refused: bool,
    /// What went wrong, or what changed since the dialogue opened.
    pub notice: Option<Phrase>,
}

/// The approval.
#[derive(Debug, Clone, Default)]
pub struct Approval {
    /// SHA-256 of the plan file the reviewer last looked at.
    pub seen: Option<String>,
    /// The reviewer agreed to approve the file with this hash instead.
    pub agreed: Option<String>,
    /// What becomes of the comments in the draft.
    pub draft: Option<DraftFate>,
    /// Being written right now.
    pub busy: bool,
    /// First row shown.
    pub scroll: usize,
    /// What is to be done first, or what went wrong.
    pub notice: Option<Phrase>,
}

/// What becomes of the comments in the draft of a pass that is approved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DraftFate {
    /// They stay for later.
    Keep,
    /// Those with these keys are deleted.
    Drop(Vec<u64>),
}
