//! What can happen to a board.

use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::board::go_to::Found;
use crate::board::input::InputEvent;
use crate::board::rounds::Report;
use crate::board::rows::Rows;
use crate::board::state::{Sent, SubmissionNow};
use crate::board::timeline::Timeline;
use crate::contract::finding::{Finding, Phrase};
use crate::contract::plan_comments::Pass;
use crate::project::critique::LoadedCritique;
use crate::project::notes::{LoadedNotes, WriteError, Written};
use crate::project::reports::LoadedReport;
use crate::project::reviewed::Reviewed;
use crate::review::answers::Answers;
use crate::review::decision::Decision;
use crate::review::draft::{Draft, DraftComment};
use crate::review::matching::Pair;
use crate::review::per_pass::PerPass;
use crate::review::round::Round;
use crate::review::target::{PassView, Plan};

/// One thing that happened.
pub enum Message {
    /// A key, a paste, a focus change.
    Input(InputEvent),
    /// The screen has this size now, in cells.
    Resized(u16, u16),
    /// The files were read again.
    Loaded(Box<Fresh>),
    /// The submission was written.
    Submitted(Box<Fresh>, Receipt),
    /// The submission was not written, or not taken back: what is there now, and why.
    SubmitFailed(Box<Fresh>, Phrase),
    /// The plan changed between what the dialogue showed and Enter.
    PlanMoved(Box<Fresh>),
    /// What was submitted, as the decision it is. Comes before [`Message::Submitted`].
    Decided(Box<Decision>),
    /// The plan was approved; the decision is left for whoever waits.
    Approved(Box<Fresh>, Box<Decision>),
    /// The plan was not approved: what is there now, and why; `None`: it is another plan than the one shown.
    ApproveFailed(Box<Fresh>, Option<Phrase>),
    /// The checklist was changed, or why not.
    ChecklistChanged(Box<Result<Written, WriteError>>),
    /// The comments of the submission on disk came back: the draft with them, and how many they are.
    Recalled(Box<Fresh>, Box<Draft>, usize),
    /// Comments added from the command line while this board is open.
    Inbox(Pass, Vec<DraftComment>),
    /// A round was compared, or why it could not be; and what of it is settled.
    RoundChecked(u32, Result<Box<Report>, Phrase>, BTreeSet<String>),
    /// A text was copied, sent, or could not be.
    Copied(Copied),
    /// The external editor came back with this text; `None`: it failed, the reason said.
    Edited(Result<String, String>),
    /// The external editor that showed a file came back, perhaps with something to know; or why it did not open it.
    FileClosed(Result<Option<String>, String>),
    /// Something else than a draft could not be saved, with its reason.
    SaveFailed(Phrase),
    /// Drafts cannot be saved any more, with the reason; or can again (`None`).
    DraftsSaved(Option<Phrase>),
    /// No other board holds the lock any more: this one may write now, on these drafts and marks.
    MayWrite(Box<(PerPass<Draft>, PerPass<Reviewed>)>),
    /// This board took over from the one that held the lock: it may write now, on these drafts and marks.
    TookOver(Box<(PerPass<Draft>, PerPass<Reviewed>)>),
    /// Another board holds the lock still: who, and since when it is not used.
    Held(Phrase),
    /// What a search off the drawing thread found.
    Found {
        /// The number of the search.
        serial: u64,
        /// The pass it was in.
        pass: Pass,
        /// Positions of the targets, in timeline order.
        matches: Vec<usize>,
    },
    /// The rows that a filter shows, made off the drawing thread.
    Filtered {
        /// The number of the question.
        serial: u64,
        /// The pass they are of.
        pass: Pass,
        /// The rows.
        rows: Rows,
    },
    /// What go-to found for the question of this number.
    WentTo(u64, Found),
    /// Another board takes over: this one saves everything and turns read-only, for this reason. True: it asks for the
    /// lock; false: it has taken it already.
    HandOver(Phrase, bool),
    /// The lock could not be taken over, and why.
    NotTaken(Phrase),
    /// The minute may have changed.
    Tick,
    /// Somebody asks the board to end: a signal, a closed terminal.
    End,
}

/// What reading the files gave, ready to be shown.
pub struct Fresh {
    /// The plan.
    pub plan: Arc<Plan>,
    /// Findings that keep a file from being read right now, by pass: its last good view stays.
    pub broken: PerPass<Option<Box<Finding>>>,
    /// Why it was read.
    pub reason: LoadReason,
    /// Everything else outside.
    pub outside: FreshOutside,
    /// Comments from the command line wait to be taken in.
    pub incoming: bool,
    /// What is shown of the passes, made off the drawing thread.
    pub laid: Vec<Laid>,
}

/// What is shown of a pass.
pub struct Laid {
    /// The pass.
    pub view: Arc<PassView>,
    /// It over time.
    pub timeline: Timeline,
    /// The rows of its list without a filter.
    pub rows: Rows,
}

impl Laid {
    /// Of a pass.
    pub fn of(view: &Arc<PassView>) -> Laid {
        Laid { view: view.clone(), timeline: Timeline::of(view), rows: Rows::of(view, None) }
    }
}

/// What is known of the world around the plan.
#[derive(Default)]
pub struct FreshOutside {
    /// The submission.
    pub submission: Option<SubmissionNow>,
    /// The rounds.
    pub rounds: Vec<Round>,
    /// plan-critique.json of a coding project, and what it comes to.
    pub critique: Option<LoadedCritique>,
    /// Where the critique of a coding project lies, or will.
    pub critique_file: PathBuf,
    /// The outcome reports, the newest first.
    pub reports: Vec<LoadedReport>,
    /// The answers to them as they lie on the disk.
    pub answers: Vec<(PathBuf, Answers)>,
    /// The checklist.
    pub checklist: Option<LoadedNotes>,
    /// Why there is none, where its source cannot be read or holds none.
    pub checklist_trouble: Option<Box<Finding>>,
    /// plan-comments.json cannot be read.
    pub unreadable: Option<Box<Finding>>,
    /// Sent comments by pass.
    pub sent: PerPass<Option<Sent>>,
    /// Targets changed since the newest round, by pass.
    pub changed: PerPass<HashSet<usize>>,
    /// Somebody waits for a decision.
    pub waited: bool,
    /// Which target is which in the plan shown before, by pass, where that is another.
    pub followed: PerPass<Option<Followed>>,
}

/// Which target of one version of a pass is which of the next, found off the drawing thread.
pub struct Followed {
    /// SHA-256 (hex) of the version before.
    pub before: Option<String>,
    /// For each target before where it is now.
    pub pairs: Vec<Option<Pair>>,
}

impl Followed {
    /// The pairs, if they are of these two versions.
    pub fn of(&self, before: &PassView) -> Option<&[Option<Pair>]> {
        let same = before.sha256.is_some() && self.before == before.sha256 && self.pairs.len() == before.targets.len();
        same.then_some(&self.pairs)
    }
}

/// Why the files were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadReason {
    /// Something changed on disk.
    Changed,
    /// The submit dialogue is to be opened.
    Submit,
    /// The approval is to be opened.
    Approve,
}

/// A submission that was written.
#[derive(Debug, Clone)]
pub struct Receipt {
    /// Its pass.
    pub pass: Pass,
    /// Its round.
    pub round: u32,
    /// How many comments it holds.
    pub comments: usize,
    /// The ids they got, where they are objections.
    pub ids: Vec<String>,
    /// Keys of the draft's comments that went with it.
    pub keys: HashSet<u64>,
    /// What failed after it was written.
    pub warning: Option<Phrase>,
}

/// How copying went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Copied {
    /// Copied by this program.
    By(String),
    /// Sent to the terminal; whether it was taken cannot be known.
    Sent,
    /// Neither, with the reason.
    Failed(String),
    /// Too long for the terminal (bytes), and no program is there to copy it.
    TooLong(usize),
}
