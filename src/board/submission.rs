//! What the submit dialogue knows: its items, what stands in the way, the lines it leads to. Read by update and view.

use crate::board::layers::{Layer, SubmitDialogue};
use crate::board::layout;
use crate::board::state::{State, SubmissionNow};
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::Pass;
use crate::review::draft::AnchorState;
use crate::review::hand_off;

/// A line of the dialogue that can be acted on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A comment whose target is gone (its key).
    Gone(u64),
    /// A comment whose target moved or was retitled.
    Moved(u64),
    /// An unfinished text (position in the draft).
    Unfinished(usize),
    /// A comment whose target is where it was.
    Comment(u64),
}

/// The items: gone, moved and unfinished ones first, then the rest in timeline order.
pub fn items(state: &State) -> Vec<Item> {
    let draft = &state.desk().draft;
    let view = state.view();
    let mut comments: Vec<_> = draft.comments.iter().collect();
    comments.sort_by_key(|c| (view.by_id.get(&c.anchor.id).copied().unwrap_or(usize::MAX), c.key));
    let of = |wanted: AnchorState| comments.iter().filter(move |c| c.anchor.state == wanted).map(|c| c.key);
    let mut items: Vec<Item> = of(AnchorState::Gone).map(Item::Gone).collect();
    items.extend(of(AnchorState::Moved).map(Item::Moved));
    items.extend((0..draft.unfinished.len()).map(Item::Unfinished));
    items.extend(of(AnchorState::Kept).map(Item::Comment));
    items
}

/// What stands between the dialogue and writing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// Comments whose target is gone.
    Gone(usize),
    /// Unfinished texts neither taken nor left.
    Unfinished(usize),
    /// A submission lies there.
    Occupied,
    /// plan-comments.json is there and cannot be read.
    Unreadable,
    /// No comments, and not yet agreed to.
    Empty,
    /// The plan file is broken right now, and not yet agreed to.
    Stale,
    /// The pass is not there any more, and why.
    Unavailable(Phrase),
}

impl Obstacle {
    /// What to do about it.
    pub fn phrase(&self) -> Phrase {
        match self {
            Obstacle::Gone(n) => Phrase::new("submit.obstacle-gone").with("n", n.to_string()),
            Obstacle::Unfinished(n) => Phrase::new("submit.obstacle-unfinished").with("n", n.to_string()),
            Obstacle::Occupied => Phrase::new("submit.obstacle-occupied"),
            Obstacle::Unreadable => Phrase::new("submit.obstacle-unreadable"),
            Obstacle::Empty => Phrase::new("submit.obstacle-empty"),
            Obstacle::Stale => Phrase::new("submit.obstacle-stale"),
            Obstacle::Unavailable(reason) => reason.clone(),
        }
    }
}

/// The dialogue, if it is open.
pub fn dialogue(state: &State) -> Option<&SubmitDialogue> {
    state.layers.iter().rev().find_map(|l| if let Layer::Submit(d) = l { Some(d) } else { None })
}

/// Everything that stands in the way, the first to be dealt with first.
pub fn obstacles(state: &State) -> Vec<Obstacle> {
    let Some(open) = dialogue(state) else { return Vec::new() };
    let draft = &state.desk().draft;
    let gone = draft.comments.iter().filter(|c| c.anchor.state == AnchorState::Gone).count();
    let undecided = (draft.unfinished.iter())
        .filter(|u| !open.left.contains(&(u.comment, u.anchor.as_ref().map(|a| a.id.clone()))))
        .count();
    let there = state.outside.submission.as_ref().and_then(|s| s.sha256.as_ref());
    let mut found = Vec::new();
    if let Some(reason) = &state.view().unavailable {
        found.push(Obstacle::Unavailable(reason.clone()));
    }
    if gone > 0 {
        found.push(Obstacle::Gone(gone));
    }
    if undecided > 0 {
        found.push(Obstacle::Unfinished(undecided));
    }
    if state.outside.unreadable.is_some() {
        found.push(Obstacle::Unreadable);
    } else if there.is_some() && open.overwrite.as_ref() != there {
        found.push(Obstacle::Occupied);
    }
    if state.plan.stale_finding(state.pass).is_some() && !open.stale_agreed {
        found.push(Obstacle::Stale);
    }
    if draft.comments.is_empty() && !open.empty_agreed {
        found.push(Obstacle::Empty);
    }
    found
}

/// How many items the dialogue shows at once: what a page is.
pub fn shown_items(state: &State) -> usize {
    usize::from(layout::areas(state).body.height / 3)
}

/// Whether the checkpoint is a question: the clips of a v2 project are commented at 2 and at 3.
pub fn asks_checkpoint(state: &State) -> bool {
    state.pass == Pass::Scaffold
}

/// The hand-off line the dialogue leads to.
pub fn hand_off_line(state: &State) -> String {
    let draft = &state.desk().draft;
    let checkpoint = dialogue(state).map(|d| d.checkpoint).filter(|_| asks_checkpoint(state));
    let file = &state.place.plan_comments;
    hand_off::line(state.session.plan_locale, file, state.pass, draft.comments.len(), checkpoint, &draft.overall)
}

/// The hand-off line of a submission that was made, here or elsewhere.
pub fn submission_hand_off(state: &State, submission: &SubmissionNow) -> String {
    let pass = submission.pass.unwrap_or(state.pass);
    let file = &state.place.plan_comments;
    let (count, checkpoint) = (submission.comments, submission.checkpoint);
    hand_off::line(state.session.plan_locale, file, pass, count, checkpoint, &submission.overall)
}

/// The line that approves the plan file of the pass on screen.
pub fn approval_line(state: &State) -> Option<String> {
    let view = state.view();
    let sha256 = view.sha256.as_deref()?;
    let file = shown_path(state, &view.file);
    Some(hand_off::approval(state.session.plan_locale, &file, state.pass, sha256))
}

/// A path relative to the project's root, where it lies in it.
pub fn shown_path(state: &State, path: &std::path::Path) -> String {
    path.strip_prefix(&state.place.root).unwrap_or(path).display().to_string()
}
