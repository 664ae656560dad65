//! What the submit dialogue knows: its items, what stands in the way, the lines it leads to. Read by update and view.

use std::sync::Arc;

use crate::board::keys::{self, Action, Context};
use crate::board::layers::{Layer, SubmitDialogue};
use crate::board::layout;
use crate::board::objections;
use crate::board::state::State;
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::Pass;
use crate::review::critique::Ruling;
use crate::review::draft::{AnchorState, DraftComment};
use crate::review::hand_off;
use crate::review::target::PlanKind;
use crate::text::trim::fold_spaces;

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

/// The items: gone, moved and unfinished ones first, then the rest in timeline order; made once per change of the draft.
pub fn items(state: &State) -> Arc<Vec<Item>> {
    let desk = state.desk();
    desk.items.of(state.plan.loaded + desk.changes(), || list(state))
}

fn list(state: &State) -> Vec<Item> {
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
    /// There is no objection: none is no submission.
    NothingToObject,
    /// The planner has replied: the one round of objections is closed.
    Closed,
    /// plan-critique.json is there and cannot be read as a critique.
    NoCritique,
    /// plan-critique.json holds the objections to the plan of this topic.
    OtherPlan(String),
    /// No number is left for so many objections.
    Full,
}

impl Obstacle {
    /// Nothing done in the dialogue takes it away: the texts can be copied for the chat.
    pub fn is_final(&self) -> bool {
        matches!(self, Obstacle::Closed | Obstacle::NoCritique | Obstacle::OtherPlan(_))
    }

    /// Nothing done in the dialogue takes it away, so that Enter submits nothing.
    pub fn stands(&self) -> bool {
        self.is_final() || matches!(self, Obstacle::Unavailable(_) | Obstacle::Unreadable | Obstacle::Full)
    }

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
            Obstacle::NothingToObject => Phrase::new("objection.nothing"),
            Obstacle::Closed => Phrase::new("objection.closed").with("key", keys::shown(Context::Submit, Action::Copy)),
            Obstacle::OtherPlan(topic) => {
                let key = keys::shown(Context::Submit, Action::Copy);
                Phrase::new("objection.other-plan").with("topic", topic.clone()).with("key", key)
            }
            Obstacle::NoCritique => Phrase::new("objection.no-critique"),
            Obstacle::Full => Phrase::new("objection.full"),
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
    let gone = state.noted().gone;
    let undecided = (draft.unfinished.iter())
        .filter(|u| !open.left.contains(&(u.comment, u.anchor.as_ref().map(|a| a.id.clone()))))
        .count();
    let there = state.outside.submission.as_ref().and_then(|s| s.sha256.as_ref());
    let mut found = Vec::new();
    let is_gone = state.plan.is_gone(state.pass);
    if let Some(reason) = &state.view().unavailable {
        found.push(Obstacle::Unavailable(reason.clone()));
    } else if is_gone {
        found.push(Obstacle::Unavailable(Phrase::new("submit.obstacle-no-file")));
    }
    let objects = state.pass == Pass::Coding;
    if objects {
        found.extend(of_critique(state));
    }
    if gone > 0 {
        found.push(Obstacle::Gone(gone));
    }
    if undecided > 0 {
        found.push(Obstacle::Unfinished(undecided));
    }
    if objects {
        // Nothing of plan-comments.json stands in the way of objections.
    } else if state.outside.unreadable.is_some() {
        found.push(Obstacle::Unreadable);
    } else if there.is_some() && open.overwrite.as_ref() != there {
        found.push(Obstacle::Occupied);
    }
    if state.plan.stale_finding(state.pass).is_some() && !is_gone && !open.stale_agreed {
        found.push(Obstacle::Stale);
    }
    if draft.comments.is_empty() && objects {
        found.push(Obstacle::NothingToObject);
    } else if draft.comments.is_empty() && !open.empty_agreed {
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

/// What of the critique that lies there stands in the way of more objections.
fn of_critique(state: &State) -> Option<Obstacle> {
    let there = state.outside.critique.as_ref()?;
    let count = state.desk().draft.comments.len();
    if let Some(topic) = &there.other {
        Some(Obstacle::OtherPlan(topic.clone()))
    } else if there.critique.is_none() {
        Some(Obstacle::NoCritique)
    } else if objections::is_closed(state) {
        Some(Obstacle::Closed)
    } else {
        (objections::next_ids(state, count).len() < count).then_some(Obstacle::Full)
    }
}

/// The file that the comments of a pass go to, as it is shown.
pub fn file(state: &State, pass: Pass) -> String {
    if pass == Pass::Coding {
        shown_path(state, &state.outside.critique_file)
    } else {
        state.place.plan_comments.clone()
    }
}

/// The hand-off line the dialogue leads to.
pub fn hand_off_line(state: &State) -> String {
    let draft = &state.desk().draft;
    if state.pass == Pass::Coding {
        return objections_line(state, objections::count(state) + draft.comments.len(), &draft.overall);
    }
    let checkpoint = dialogue(state).map(|d| d.checkpoint).filter(|_| asks_checkpoint(state));
    let file = &state.place.plan_comments;
    hand_off::line(state.session.plan_locale, file, state.pass, draft.comments.len(), checkpoint, &draft.overall)
}

/// The hand-off line of what waits for the agent: a submission that was made, here or elsewhere, or objections without a
/// reply or that the reviewer insists on.
pub fn to_hand_off(state: &State) -> Option<String> {
    let submission = state.outside.submission.as_ref();
    if state.plan.plan.kind != PlanKind::Coding {
        let submission = submission.filter(|submission| submission.is_open())?;
        let pass = submission.pass.unwrap_or(state.pass);
        let file = &state.place.plan_comments;
        let (count, checkpoint) = (submission.comments, submission.checkpoint);
        return Some(hand_off::line(state.session.plan_locale, file, pass, count, checkpoint, &submission.overall));
    }
    let judgement = objections::judgement(state)?;
    let overall = submission.map_or("", |submission| submission.overall.as_str());
    let awaiting = judgement.awaiting();
    let line = (awaiting > 0).then(|| objections_line(state, awaiting, overall));
    let locale = state.session.plan_locale;
    let insisted: Vec<String> = (0..objections::count(state)).filter_map(|at| insisted(state, at)).collect();
    if insisted.is_empty() {
        return line;
    }
    let (file, list) = (file(state, Pass::Coding), insisted.join(locale.word("hand-off.insisted-and")));
    let insisted = locale.say("hand-off.insisted", &[("file", &file), ("list", &list)]);
    Some(match line {
        Some(line) => locale.say("hand-off.two", &[("one", &line), ("other", &insisted)]),
        None => insisted,
    })
}

/// The objection the reviewer insists on, with the reason, on one line.
fn insisted(state: &State, at: usize) -> Option<String> {
    let standing = objections::standing(state, at)?;
    let Some(Ruling::Insist(reason)) = &standing.judged?.ruling else { return None };
    let args = [("id", standing.objection.id.as_str()), ("reason", &fold_spaces(reason))];
    Some(state.session.plan_locale.say("hand-off.insisted-one", &args))
}

/// The line that hands objections to the planner: how many there are, where, and the command that checks the replies.
fn objections_line(state: &State, count: usize, overall: &str) -> String {
    let file = file(state, Pass::Coding);
    let check = hand_off::Check {
        plan_dir: &state.place.plan_dir,
        critique: state.place.critique_named.then_some(file.as_str()),
    };
    hand_off::objections(state.session.plan_locale, &file, &check, count, overall)
}

/// The objections of the draft as a text for the chat, in the order of the plan.
pub fn for_chat(state: &State) -> String {
    let draft = &state.desk().draft;
    let locale = state.session.plan_locale;
    let mut comments: Vec<_> = draft.comments.iter().collect();
    comments.sort_by_key(|c| (state.view().by_id.get(&c.anchor.id).copied().unwrap_or(usize::MAX), c.key));
    let line = |comment: &&DraftComment| {
        let objecting = comment.objecting.clone().unwrap_or_default();
        let target = comment.anchor.own_id.as_deref().unwrap_or(&comment.anchor.title);
        let lens = locale.word(objections::lens_key(objecting.lens));
        let args = [("target", target), ("lens", lens), ("text", &comment.text)];
        match &objecting.rule {
            Some(rule) => locale.say("objection.chat-rule", &[args.as_slice(), &[("rule", rule.as_str())]].concat()),
            None => locale.say("objection.chat", &args),
        }
    };
    comments.iter().map(line).collect::<Vec<_>>().join("\n")
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
