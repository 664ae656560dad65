//! What the board knows, in named parts. Only [`crate::board::update`] changes it; [`crate::board::view`] draws it.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::board::all_comments;
use crate::board::finder::Question;
use crate::board::gate::Gate;
use crate::board::layers::{Layer, Writing};
use crate::board::noted::Noted;
use crate::board::notify::Attention;
use crate::board::objections::OnTargets;
use crate::board::positions::Positions;
use crate::board::reports::AnswerDesk;
use crate::board::rows::Rows;
use crate::board::submission;
use crate::board::terminal::ColorDepth;
use crate::board::theme::{Contrast, Ground, Theme};
use crate::board::timeline::Timeline;
use crate::board::tracked::{Memo, Tracked};
use crate::board::waves::Waves;
use crate::contract::finding::{Finding, Phrase};
use crate::contract::plan_comments::Pass;
use crate::locale::Locale;
use crate::project::critique::LoadedCritique;
use crate::project::notes::LoadedNotes;
use crate::project::reports::LoadedReport;
use crate::project::reviewed::Reviewed;
use crate::project::settings::EnterKey;
use crate::review::draft::Draft;
use crate::review::history::History;
use crate::review::per_pass::PerPass;
use crate::review::round::{Round, SubmissionState};
use crate::review::search::Index;
use crate::review::target::{PassView, Plan, Target};

pub use crate::board::rows::ListRow;

/// The whole state of a board.
pub struct State {
    /// Where the project is.
    pub place: ProjectPlace,
    /// What the plan files say.
    pub plan: PlanPart,
    /// One desk a pass: draft, selection, marks.
    pub desks: PerPass<Desk>,
    /// The pass on screen.
    pub pass: Pass,
    /// Which pane takes the keys.
    pub pane: Pane,
    /// The layers of a coding plan are not shown.
    pub waves_hidden: bool,
    /// How often the timeline is stretched to twice its length; 0: all of it is shown.
    pub zoom: u8,
    /// First row of the detail pane that is shown.
    pub detail_scroll: usize,
    /// Search and filter.
    pub find: Find,
    /// First row shown of a list to choose from (go-to, actions, phrases), as far as its selected entry is in sight.
    pub menu_top: usize,
    /// Every comment of every pass in the order shown, as long as no draft and no plan changes.
    pub all_comments: Memo<Vec<all_comments::Entry>>,
    /// What lies over the board, the topmost last.
    pub layers: Vec<Layer>,
    /// The answers to the decisions of outcome reports.
    pub answers: AnswerDesk,
    /// What happens outside: submission, checklist, who holds the lock.
    pub outside: Outside,
    /// What the board has to say.
    pub talk: Talk,
    /// What is decided here, and for whom.
    pub gate: Gate,
    /// Screen, clock, words, colours.
    pub session: Session,
}

/// Where the project is, as it is shown.
#[derive(Debug, Clone, Default)]
pub struct ProjectPlace {
    /// Name in the header.
    pub name: String,
    /// The plan directory as the hand-off names it (relative to the project root).
    pub plan_dir: String,
    /// The critique of a coding plan lies elsewhere than it would by itself.
    pub critique_named: bool,
    /// plan-comments.json as the hand-off names it.
    pub plan_comments: String,
    /// plan-comments.json, absolute.
    pub plan_comments_path: PathBuf,
    /// The project's root, absolute: paths are shown relative to it.
    pub root: PathBuf,
}

/// What the plan files say.
#[derive(Default)]
pub struct PlanPart {
    /// The plan as last read; a pass whose file was broken for a moment keeps its last good view.
    pub plan: Arc<Plan>,
    /// How often plan and what lies around it were read.
    pub loaded: u64,
    /// The rows of each pass without a filter.
    pub rows: PerPass<Rows>,
    /// Search indexes, each made at the first search in its pass.
    pub indexes: PerPass<OnceCell<Index>>,
    /// The plan shown before; the loop takes it away, for freeing a long one takes time.
    pub retired: Option<Arc<Plan>>,
    /// Passes that show their last good view, with what is wrong with the file now.
    pub stale: PerPass<Option<Box<Finding>>>,
    /// The layers of the waves of a coding plan.
    pub waves: Waves,
    /// The passes over time.
    pub timelines: PerPass<Timeline>,
    /// Passes with findings in their files; found when the files are read, not per frame.
    pub with_findings: PerPass<bool>,
}

impl PlanPart {
    /// Where the search index of a pass is kept.
    pub fn index_cell(&self, pass: Pass) -> &OnceCell<Index> {
        self.indexes.of(pass)
    }

    /// What is wrong right now with the file of a pass whose last good view is shown.
    pub fn stale_finding(&self, pass: Pass) -> Option<&Finding> {
        self.stale.of(pass).as_deref()
    }
}

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

/// What happens outside the board.
#[derive(Default)]
pub struct Outside {
    /// The submission that lies there or was last there.
    pub submission: Option<SubmissionNow>,
    /// The rounds known here, oldest first.
    pub rounds: Vec<Round>,
    /// plan-critique.json of a coding project, and what it comes to.
    pub critique: Option<LoadedCritique>,
    /// The objections of the critique by the targets they name.
    pub objections: OnTargets,
    /// Where the critique of a coding project lies, or will.
    pub critique_file: PathBuf,
    /// The outcome reports, the newest first.
    pub reports: Vec<LoadedReport>,
    /// How many of their decisions are P0 and not answered: counted when they are read, and when one is answered.
    pub urgent: usize,
    /// The checklist.
    pub checklist: Option<LoadedNotes>,
    /// Why there is none, where its source cannot be read or holds none.
    pub checklist_trouble: Option<Box<Finding>>,
    /// Where the one lay that was shown before, where there is none any more.
    pub checklist_gone: Option<PathBuf>,
    /// Why the reviewer insists on objections (by id), typed and not yet kept.
    pub reasons: BTreeMap<String, String>,
    /// plan-comments.json is there and cannot be read.
    pub unreadable: Option<Box<Finding>>,
    /// What was typed of a step that is done (its id) and not written.
    pub summary: Option<(String, String)>,
    /// Nothing may be changed, and why.
    pub read_only: Option<Phrase>,
    /// Somebody waits for a decision.
    pub waited: bool,
}

/// A submission as it now stands.
#[derive(Debug, Clone)]
pub struct SubmissionNow {
    /// Its pass, where it is one of the contract's.
    pub pass: Option<Pass>,
    /// Its round, where it is ours.
    pub round: Option<u32>,
    /// How many comments it holds.
    pub comments: usize,
    /// When it was submitted.
    pub submitted_at: Option<DateTime<Utc>>,
    /// How far it is.
    pub state: SubmissionState,
    /// Handled although no named target changed.
    pub nothing_changed: bool,
    /// SHA-256 of the file, while it is there.
    pub sha256: Option<String>,
    /// The overall note that goes with its hand-off line.
    pub overall: String,
    /// The checkpoint its hand-off line names.
    pub checkpoint: Option<u8>,
}

impl SubmissionNow {
    /// The file is there and nobody is done with it.
    pub fn is_open(&self) -> bool {
        self.sha256.is_some()
    }
}

/// What the board has to say.
#[derive(Default)]
pub struct Talk {
    /// Said in the status line until the next key.
    pub message: Option<(Tone, String)>,
    /// The message is about the checklist as it is: once that changes, it is no longer true.
    pub of_checklist: bool,
    /// Said above the list until it is closed with Esc.
    pub banner: Option<Phrase>,
    /// Why drafts are not on the disk, if they are not.
    pub unsaved: Option<Phrase>,
    /// Leaving was asked for although drafts are not on the disk: the next time it is meant.
    pub leaving: bool,
    /// A text too important to pass by: shown whole until the next key (the hand-off line, an error with its remedy).
    pub sheet: Option<Sheet>,
}

/// A text shown whole over the board until a key.
#[derive(Debug, Clone)]
pub struct Sheet {
    /// Its heading.
    pub title: String,
    /// Its text.
    pub text: String,
    /// First row shown.
    pub scroll: usize,
}

/// How a message sounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Something was done.
    Done,
    /// Something to know.
    Plain,
    /// Something did not work.
    Error,
}

/// Screen, clock, words, colours.
pub struct Session {
    /// Cells.
    pub width: u16,
    /// Cells.
    pub height: u16,
    /// Now, as the loop last told.
    pub now: DateTime<Utc>,
    /// The words.
    pub locale: &'static Locale,
    /// The words of the hand-off line: the plan's language.
    pub plan_locale: &'static Locale,
    /// The colours and signs.
    pub theme: Theme,
    /// How much text stands out.
    pub contrast: Contrast,
    /// Until when the terminal's answer changes the colours.
    pub answers_until: DateTime<Utc>,
    /// The background this terminal answered with the last time.
    pub remembered: Option<Ground>,
    /// Whether the reviewer looks, and how to call.
    pub attention: Attention,
    /// How many colours the terminal has.
    pub depth: ColorDepth,
    /// Signs of ASCII alone.
    pub ascii: bool,
    /// The theme was chosen: the terminal's answer does not change it.
    pub theme_fixed: bool,
    /// What Enter does in the editor.
    pub enter: EnterKey,
    /// Canned phrases for the editor.
    pub phrases: Vec<String>,
    /// The loop shall end.
    pub quit: bool,
}

impl State {
    /// The view of the pass on screen.
    pub fn view(&self) -> &PassView {
        self.plan.plan.pass(self.pass)
    }

    /// The pass on screen over time.
    pub fn timeline(&self) -> &Timeline {
        self.plan.timelines.of(self.pass)
    }

    /// The desk of a pass.
    pub fn desk_of(&self, pass: Pass) -> &Desk {
        self.desks.of(pass)
    }

    /// The desk of a pass, to change.
    pub fn desk_of_mut(&mut self, pass: Pass) -> &mut Desk {
        self.desks.of_mut(pass)
    }

    /// The desk of the pass on screen.
    pub fn desk(&self) -> &Desk {
        self.desk_of(self.pass)
    }

    /// The desk of the pass on screen, to change.
    pub fn desk_mut(&mut self) -> &mut Desk {
        self.desk_of_mut(self.pass)
    }

    /// The selected target.
    pub fn target(&self) -> Option<&Target> {
        self.view().targets.get(self.desk().selected)
    }

    /// The text being written, if any.
    pub fn writing(&self) -> Option<&Writing> {
        self.layers.iter().rev().find_map(|l| if let Layer::Write(w) = l { Some(w) } else { None })
    }

    /// A sentence without arguments.
    pub fn word(&self, key: &'static str) -> &'static str {
        self.session.locale.word(key)
    }

    /// A sentence with arguments.
    pub fn say(&self, key: &str, args: &[(&str, &str)]) -> String {
        self.session.locale.say(key, args)
    }

    /// Says something in the status line.
    pub fn tell(&mut self, tone: Tone, text: impl Into<String>) {
        self.talk.message = Some((tone, text.into()));
        self.talk.of_checklist = false;
    }

    /// The draft of a pass as it must be saved: with the text that is open in the editor.
    pub fn draft_to_save(&self, pass: Pass) -> Draft {
        let mut draft = Draft::clone(&self.desk_of(pass).draft);
        if pass == self.pass
            && let Some(writing) = self.writing()
            && !writing.editor.is_blank()
        {
            draft.set_unfinished(writing.as_unfinished(), self.session.now);
        }
        draft
    }
}
