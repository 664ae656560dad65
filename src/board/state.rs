//! What the board knows, in named parts. Only [`crate::board::update`] changes it; [`crate::board::view`] draws it.

mod desk;
mod find;
mod outside;
mod plan;
mod session;
mod talk;

use std::collections::BTreeSet;

pub use desk::{Desk, Pane, Sent};
pub use find::{Awaited, Filter, Filtering, Find, WhenFound};
pub use outside::{Outside, SubmissionNow};
pub use plan::{PlanPart, ProjectPlace};
pub use session::Session;
pub use talk::{Sheet, Talk, Tone};

pub use crate::board::rows::ListRow;

use crate::board::all_comments;
use crate::board::gate::Gate;
use crate::board::layers::{Layer, Writing};
use crate::board::reports::AnswerDesk;
use crate::board::timeline::Timeline;
use crate::board::tracked::Memo;
use crate::contract::plan_comments::Pass;
use crate::review::draft::Draft;
use crate::review::notices;
use crate::review::per_pass::PerPass;
use crate::review::target::{PassView, Target};

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
    /// Kinds of notices that are switched off until the board closes; settings switch them off for good.
    pub notices_off: BTreeSet<notices::Kind>,
    /// What happens outside: submission, checklist, who holds the lock.
    pub outside: Outside,
    /// What the board has to say.
    pub talk: Talk,
    /// What is decided here, and for whom.
    pub gate: Gate,
    /// Screen, clock, words, colours.
    pub session: Session,
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

    /// The selected target. Where the filter shows none, there is none to look at or to write about.
    pub fn target(&self) -> Option<&Target> {
        if self.shows_nothing() {
            return None;
        }
        self.view().targets.get(self.desk().selected)
    }

    /// Whether the filter hides every target of the pass on screen.
    pub fn shows_nothing(&self) -> bool {
        self.find.filter != Filter::All && self.find.filtering.is_none() && self.desk().rows.is_empty()
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
