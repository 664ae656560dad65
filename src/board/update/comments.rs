//! Comments: writing, changing, deleting, undoing; reviewed marks.

use chrono::{DateTime, Utc};

use crate::board::all_comments::Kind;
use crate::board::effect::Effect;
use crate::board::input::{Key, KeyCode};
use crate::board::keys::{self, Action, Context};
use crate::board::layers::{Choice, ChoiceAct, Layer};
use crate::board::state::{Filter, Pane, State, Tone};
use crate::board::update::{filter, find, navigate, writing};
use crate::contract::plan_comments::Pass;
use crate::project::reviewed::Mark;
use crate::review::draft::{Anchor, Draft, DraftComment};
use crate::review::history::Change;
use crate::review::objecting::Objecting;

/// `c`: a new comment on the selected target, or the one begun and not finished.
pub fn comment(state: &mut State) {
    let Some(target) = state.target() else {
        let text = state.word("talk.no-target");
        return state.tell(Tone::Plain, text);
    };
    let Some(anchor) = Anchor::of(target) else {
        let reason = target.blocked.as_ref().map(|b| state.session.locale.phrase(b));
        let text = reason.unwrap_or_else(|| state.word("talk.not-commentable").to_owned());
        return state.tell(Tone::Error, text);
    };
    writing::open(state, Some(anchor), None);
}

/// `o`: the overall note.
pub fn overall(state: &mut State) {
    writing::open(state, None, None);
}

/// `e`: changes the comment of the selected target; of several asks which.
pub fn edit(state: &mut State) {
    on_one(state, ChoiceAct::Edit, &mut Vec::new());
}

/// `d`: deletes the comment of the selected target; of several asks which.
pub fn delete(state: &mut State, effects: &mut Vec<Effect>) {
    on_one(state, ChoiceAct::Delete, effects);
}

fn on_one(state: &mut State, act: ChoiceAct, effects: &mut Vec<Effect>) {
    let Some(id) = state.target().and_then(|t| t.id.clone()) else {
        return comment(state);
    };
    let keys: Vec<u64> = state.drafted_on(&id).iter().map(|c| c.key).collect();
    match keys.as_slice() {
        [] if begun_on(state, &id).is_some() => match act {
            ChoiceAct::Edit => comment(state),
            ChoiceAct::Delete => drop_unfinished(state, &id, effects),
        },
        [] => {
            let key = keys::shown(Context::Board, Action::Comment);
            let text = state.say("talk.no-comment-on-target", &[("key", &key)]);
            state.tell(Tone::Plain, text);
        }
        [one] => perform(state, act, *one, effects),
        _ => {
            state.pane = Pane::Detail;
            state.layers.push(Layer::Choose(Choice { act, comments: keys, selected: 0 }));
        }
    }
}

/// Position of the text begun and not saved as a new comment of the target with this id.
fn begun_on(state: &State, id: &str) -> Option<usize> {
    let anchor = state.target().filter(|t| t.id.as_deref() == Some(id)).and_then(Anchor::of)?;
    writing::begun_at(&state.desk().draft, Some(&anchor), None)
}

fn drop_unfinished(state: &mut State, id: &str, effects: &mut Vec<Effect>) {
    let Some(at) = begun_on(state, id) else { return };
    let now = state.session.now;
    let desk = state.desk_mut();
    desk.draft.clear_unfinished(at, now);
    desk.dirty = true;
    effects.push(Effect::SaveDrafts);
    let text = state.word("talk.unfinished-dropped");
    state.tell(Tone::Done, text);
    changed_marks(state);
}

/// Edits or deletes the comment with this key.
pub fn perform(state: &mut State, act: ChoiceAct, key: u64, effects: &mut Vec<Effect>) {
    match act {
        ChoiceAct::Edit => {
            if let Some(anchor) = state.desk().draft.comment(key).map(|c| c.anchor.clone()) {
                writing::open(state, Some(anchor), Some(key));
            }
        }
        ChoiceAct::Delete => {
            let Some(change) = state.desk().draft.deleting(key) else { return };
            apply(state, change, effects);
            let text = state.say("talk.deleted", &[("key", &keys::shown(Context::Board, Action::Undo))]);
            state.tell(Tone::Done, text);
        }
    }
}

/// Applies a change to the draft of the pass on screen, so that it can be undone, and has it saved.
pub fn apply(state: &mut State, change: Change, effects: &mut Vec<Effect>) {
    let now = state.session.now;
    let desk = state.desk_mut();
    desk.history.apply(&mut desk.draft, change, now);
    desk.dirty = true;
    effects.push(Effect::SaveDrafts);
    changed_marks(state);
}

/// The change that adds a comment; on a coding plan an objection, its lens the first of the contract.
pub fn adding(draft: &mut Draft, anchor: Anchor, text: String, now: DateTime<Utc>) -> Change {
    let change = draft.adding(anchor, text, now);
    if draft.pass == Pass::Coding { as_objection(change, Some(Objecting::default())) } else { change }
}

/// A comment that is added with its lens and rule.
pub fn as_objection(change: Change, objecting: Option<Objecting>) -> Change {
    match change {
        Change::Add(comment) => Change::Add(DraftComment { objecting, ..comment }),
        other => other,
    }
}

/// `u`; says what it was about, if something was undone.
pub fn undo(state: &mut State, effects: &mut Vec<Effect>) -> Option<Kind> {
    again(state, effects, true)
}

/// `Ctrl-r`.
pub fn redo(state: &mut State, effects: &mut Vec<Effect>) {
    again(state, effects, false);
}

fn again(state: &mut State, effects: &mut Vec<Effect>, back: bool) -> Option<Kind> {
    let now = state.session.now;
    let desk = state.desk_mut();
    let change = if back { desk.history.undo(&mut desk.draft, now) } else { desk.history.redo(&mut desk.draft, now) };
    let Some(change) = change else {
        let text = state.word(if back { "talk.nothing-to-undo" } else { "talk.nothing-to-redo" });
        state.tell(Tone::Plain, text);
        return None;
    };
    desk.dirty = true;
    effects.push(Effect::SaveDrafts);
    let about = match &change {
        Change::Add(comment) | Change::Delete { comment, .. } => Kind::Draft(comment.key),
        Change::Edit { key, .. } | Change::Repoint { key, .. } | Change::Object { key, .. } => Kind::Draft(*key),
        Change::Overall { .. } => Kind::Overall,
    };
    let what = match &change {
        Change::Add(_) => "talk.change-add",
        Change::Delete { .. } => "talk.change-delete",
        Change::Edit { .. } => "talk.change-edit",
        Change::Repoint { .. } => "talk.change-repoint",
        Change::Object { .. } => "talk.change-object",
        Change::Overall { .. } => "talk.change-overall",
    };
    let id = match &change {
        Change::Add(comment) | Change::Delete { comment, .. } => Some(comment.anchor.id.clone()),
        Change::Edit { key, .. } | Change::Repoint { key, .. } | Change::Object { key, .. } => {
            state.desk().draft.comment(*key).map(|c| c.anchor.id.clone())
        }
        Change::Overall { .. } => None,
    };
    if let Some(position) = id.and_then(|id| state.view().by_id.get(&id).copied()) {
        find::show(state, position);
    }
    changed_marks(state);
    let what = state.word(what);
    let text = state.say(if back { "talk.undone" } else { "talk.redone" }, &[("what", what)]);
    state.tell(Tone::Done, text);
    Some(about)
}

/// `Space`: marks the selected target reviewed and goes on, or takes the mark off.
pub fn reviewed(state: &mut State, effects: &mut Vec<Effect>) {
    if state.shows_nothing() {
        let text = state.word("talk.no-target");
        return state.tell(Tone::Plain, text);
    }
    let (pass, plan) = (state.pass, state.plan.plan.clone());
    let desk = state.desk_mut();
    let Some(target) = plan.pass(pass).targets.get(desk.selected) else { return };
    let now = desk.reviewed.toggle(target);
    desk.reviewed_now.set(desk.selected, now == Mark::Reviewed);
    effects.push(Effect::SaveReviewed(pass, desk.reviewed.clone()));
    if now == Mark::Reviewed {
        let pane = std::mem::replace(&mut state.pane, Pane::List);
        navigate::act(state, Action::Down);
        state.pane = pane;
    }
    if state.find.filter == Filter::NotReviewed {
        filter::follow(state);
    }
}

/// Comments or unfinished texts changed: the filters that ask for them follow.
pub fn changed_marks(state: &mut State) {
    if matches!(state.find.filter, Filter::Commented | Filter::Unfinished) {
        filter::follow(state);
    }
}

/// Comments that were added from the command line.
pub fn from_inbox(state: &mut State, pass: Pass, added: Vec<DraftComment>, effects: &mut Vec<Effect>) {
    let count = added.len();
    let now = state.session.now;
    let desk = state.desk_of_mut(pass);
    for comment in added {
        let change = desk.draft.adding(comment.anchor, comment.text, comment.created_at);
        let change = as_objection(change, comment.objecting);
        desk.history.apply(&mut desk.draft, change, now);
    }
    desk.dirty = true;
    effects.push(Effect::SaveDrafts);
    let text = state.session.locale.count("talk.from-inbox", count);
    state.tell(Tone::Done, text);
    changed_marks(state);
}

/// A digit chooses a comment at once.
pub fn choose_digit(state: &mut State, key: Key, effects: &mut Vec<Effect>) -> bool {
    let KeyCode::Char(c) = key.code else { return false };
    let Some(number) = c.to_digit(10).and_then(|n| (n as usize).checked_sub(1)) else { return false };
    let Some(Layer::Choose(choice)) = state.layers.last() else { return false };
    let Some((act, key)) = choice.comments.get(number).map(|key| (choice.act, *key)) else { return false };
    state.layers.pop();
    perform(state, act, key, effects);
    true
}

/// An action while choosing.
pub fn choose_act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(Layer::Choose(choice)) = state.layers.last_mut() else { return };
    match action {
        Action::Down => choice.selected = (choice.selected + 1).min(choice.comments.len().saturating_sub(1)),
        Action::Up => choice.selected = choice.selected.saturating_sub(1),
        Action::Confirm => {
            let chosen = choice.comments.get(choice.selected).copied();
            let act = choice.act;
            state.layers.pop();
            if let Some(key) = chosen {
                perform(state, act, key, effects);
            }
        }
        _ => {
            state.layers.pop();
        }
    }
}
