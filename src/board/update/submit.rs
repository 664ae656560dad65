//! Submitting: the dialogue, its conditions, what comes back.

use crate::board::effect::{Effect, SubmitOrder};
use crate::board::input::Key;
use crate::board::keys::{self, Action, Context};
use crate::board::layers::{Layer, SubmitDialogue};
use crate::board::message::{LoadReason, Receipt};
use crate::board::read_only;
use crate::board::state::{Sheet, State, Tone};
use crate::board::submission::{self, Item, Obstacle, items, obstacles, shown_items};
use crate::board::update::{approve, comments, navigate, writing};
use crate::board::view;
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::Pass;
use crate::review::draft::{Anchor, Draft, DraftComment};
use crate::review::hand_off;
use crate::review::history::History;

/// `S`: the files are read again first; the dialogue opens on what they then say.
pub fn ask(state: &mut State, effects: &mut Vec<Effect>) {
    if state.view().unavailable.is_some() {
        return refuse_unavailable(state);
    }
    effects.extend([Effect::SaveDrafts, Effect::Load(LoadReason::Submit)]);
}

fn refuse_unavailable(state: &mut State) {
    let reason = state.view().unavailable.as_ref().map(|r| state.session.locale.phrase(r)).unwrap_or_default();
    let text = state.say("talk.pass-unavailable", &[("reason", &reason)]);
    state.tell(Tone::Error, text);
}

/// The files were read: opens what was asked for.
pub fn open_if_asked(state: &mut State, reason: LoadReason) {
    // A reviewer who went on meanwhile keeps the keys: what is typed into a text must not run a dialogue.
    let is_free = state.layers.is_empty() && state.talk.sheet.is_none();
    if !is_free || state.outside.read_only.is_some() {
        return;
    }
    match reason {
        LoadReason::Changed => {}
        LoadReason::Submit if state.view().unavailable.is_some() => refuse_unavailable(state),
        LoadReason::Submit if state.pass == Pass::Coding && state.desk().draft.is_empty() => {
            let text = state.word("objection.nothing");
            state.tell(Tone::Plain, text);
        }
        LoadReason::Submit => {
            let checkpoint = 2;
            state.layers.push(Layer::Submit(SubmitDialogue { checkpoint, ..SubmitDialogue::default() }));
        }
        LoadReason::Approve => approve::open(state),
    }
}

fn dialogue(state: &mut State) -> Option<&mut SubmitDialogue> {
    state.layers.iter_mut().rev().find_map(|l| if let Layer::Submit(d) = l { Some(d) } else { None })
}

fn notice(state: &mut State, phrase: Phrase) {
    if let Some(dialogue) = dialogue(state) {
        dialogue.notice = Some(phrase);
    }
}

/// An action in the dialogue.
pub fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(open) = dialogue(state) else { return };
    if open.busy {
        return;
    }
    (open.notice, open.refused) = (None, false);
    let at = open.selected;
    let list = items(state);
    let item = list.get(at).cloned();
    let last = list.len().saturating_sub(1);
    let page = shown_items(state).max(1);
    let move_to = |state: &mut State, to: usize| {
        if let Some(open) = dialogue(state) {
            (open.selected, open.scroll, open.held) = (to.min(last), 0, None);
        }
    };
    match (action, item) {
        // What is longer than the dialogue is scrolled through before the next item.
        (Action::Down, _) if goes_on(state, at >= last) => scroll_by(state, 1),
        (Action::Down, _) if at < last => move_to(state, at + 1),
        (Action::Down, _) => {}
        (Action::Up, _) if is_scrolled(state) => scroll_by(state, -1),
        (Action::Up, _) => move_to(state, at.saturating_sub(1)),
        (Action::PageDown, _) if goes_on(state, at >= last) => scroll_by(state, page as isize * 2),
        (Action::PageDown, _) => move_to(state, at + page),
        (Action::PageUp, _) if is_scrolled(state) => scroll_by(state, page as isize * -2),
        (Action::PageUp, _) => move_to(state, at.saturating_sub(page)),
        (Action::First, _) => move_to(state, 0),
        (Action::Last, _) => move_to(state, last),
        (Action::Confirm, _) => confirm(state, effects),
        (Action::Close, _) => {
            state.layers.pop();
        }
        (Action::Edit, Some(item)) => edit(state, &item),
        (Action::Drop, Some(item)) => drop_item(state, &item, effects),
        (Action::Repoint, Some(Item::Gone(key) | Item::Moved(key) | Item::Comment(key))) => {
            state.layers.push(Layer::Repoint(key));
        }
        (Action::Take, Some(Item::Unfinished(at))) => take(state, at, effects),
        (Action::Leave, Some(Item::Unfinished(at))) => leave(state, at),
        (Action::Copy, _) if state.pass == Pass::Coding => effects.push(Effect::Copy(submission::for_chat(state))),
        // Objections that are in the critique stay there.
        (Action::Overwrite | Action::Recall, _) if state.pass == Pass::Coding => {}
        (Action::Overwrite, _) => overwrite(state),
        (Action::Recall, _) => recall(state, effects),
        (Action::Checkpoint2, _) => set_checkpoint(state, 2),
        (Action::Checkpoint3, _) => set_checkpoint(state, 3),
        _ => {}
    }
}

fn goes_on(state: &State, whole: bool) -> bool {
    view::submit_extent(state)
        .zip(submission::dialogue(state))
        .is_some_and(|(extent, open)| extent.goes_on(open, whole))
}

fn is_scrolled(state: &State) -> bool {
    submission::dialogue(state).is_some_and(|open| open.scroll > 0)
}

fn scroll_by(state: &mut State, rows: isize) {
    if let Some(open) = dialogue(state) {
        (open.scroll, open.held) = (open.scroll.saturating_add_signed(rows), None);
    }
}

fn set_checkpoint(state: &mut State, checkpoint: u8) {
    if let Some(open) = dialogue(state) {
        open.checkpoint = checkpoint;
    }
}

fn overwrite(state: &mut State) {
    let there = state.outside.submission.as_ref().and_then(|s| s.sha256.clone());
    if let Some(open) = dialogue(state) {
        open.overwrite = if open.overwrite == there { None } else { there };
    }
}

fn recall(state: &mut State, effects: &mut Vec<Effect>) {
    if let Some(sha256) = state.outside.submission.as_ref().and_then(|s| s.sha256.clone()) {
        if let Some(open) = dialogue(state) {
            open.busy = true;
        }
        let pass = state.outside.submission.as_ref().and_then(|s| s.pass).unwrap_or(state.pass);
        effects.push(Effect::Recall { sha256, pass });
    }
}

fn edit(state: &mut State, item: &Item) {
    let draft = &state.desk().draft;
    match item {
        Item::Unfinished(at) => {
            if let Some((anchor, comment)) = draft.unfinished.get(*at).map(|u| (u.anchor.clone(), u.comment)) {
                writing::open(state, anchor, comment);
            }
        }
        Item::Gone(key) | Item::Moved(key) | Item::Comment(key) => {
            comments::perform(state, crate::board::layers::ChoiceAct::Edit, *key, &mut Vec::new());
        }
    }
}

fn drop_item(state: &mut State, item: &Item, effects: &mut Vec<Effect>) {
    match item {
        Item::Gone(key) | Item::Moved(key) | Item::Comment(key) => {
            comments::perform(state, crate::board::layers::ChoiceAct::Delete, *key, effects);
        }
        Item::Unfinished(at) => {
            let now = state.session.now;
            let desk = state.desk_mut();
            if desk.draft.clear_unfinished(*at, now).is_some() {
                desk.dirty = true;
                effects.push(Effect::SaveDrafts);
            }
        }
    }
}

/// `a`: an unfinished text becomes what it was begun as.
fn take(state: &mut State, at: usize, effects: &mut Vec<Effect>) {
    let now = state.session.now;
    let draft = &mut state.desk_mut().draft;
    let Some(unfinished) = draft.clear_unfinished(at, now) else { return };
    let change = match (unfinished.anchor, unfinished.comment) {
        (None, _) => draft.noting(unfinished.text),
        (Some(_), Some(key)) if draft.comment(key).is_some() => draft.editing(key, unfinished.text),
        (Some(anchor), _) => Some(comments::adding(draft, anchor, unfinished.text, now)),
    };
    if let Some(change) = change {
        comments::apply(state, change, effects);
    }
}

/// `l`: an unfinished text is left for later.
fn leave(state: &mut State, at: usize) {
    let Some(unfinished) = state.desk().draft.unfinished.get(at) else { return };
    let mark = (unfinished.comment, unfinished.anchor.as_ref().map(|a| a.id.clone()));
    if let Some(open) = dialogue(state)
        && !open.left.remove(&mark)
    {
        open.left.insert(mark);
    }
}

/// Enter: writes, or says what stands in the way.
fn confirm(state: &mut State, effects: &mut Vec<Effect>) {
    let first = obstacles(state).into_iter().next();
    match first {
        Some(Obstacle::Empty) => {
            if let Some(open) = dialogue(state) {
                open.empty_agreed = true;
            }
            notice(state, Phrase::new("submit.agree-empty"));
        }
        Some(Obstacle::Stale) => {
            if let Some(open) = dialogue(state) {
                open.stale_agreed = true;
            }
            notice(state, Phrase::new("submit.agree-stale"));
        }
        Some(Obstacle::NothingToObject) => notice(state, Phrase::new("objection.nothing")),
        // What stands in the way is said in the dialogue already.
        Some(_) => {
            if let Some(open) = dialogue(state) {
                open.refused = true;
            }
        }
        None => {
            let draft = state.desk().draft.clone();
            let plan_sha256 = state.view().sha256.clone();
            let Some(open) = dialogue(state) else { return };
            open.busy = true;
            let order = SubmitOrder {
                draft,
                plan_sha256,
                overwrite: open.overwrite.clone(),
                stale_agreed: open.stale_agreed,
                checkpoint: open.checkpoint,
            };
            effects.push(Effect::Submit(Box::new(order)));
        }
    }
}

/// The submission was written: the draft is empty now, but for what was left unfinished and what came in since.
pub fn submitted(state: &mut State, receipt: &Receipt) {
    let now = state.session.now;
    let desk = state.desk_of_mut(receipt.pass);
    let later: Vec<DraftComment> =
        desk.draft.comments.iter().filter(|c| !receipt.keys.contains(&c.key)).cloned().collect();
    desk.draft.clear_sent(now);
    desk.draft.comments = later;
    desk.history.clear();
    desk.dirty = true;
    state.layers.retain(|l| !matches!(l, Layer::Submit(_)));
}

/// Shows the hand-off line until a key. `waited`: somebody waited, and is told without it.
pub fn show_hand_off(state: &mut State, receipt: &Receipt, waited: bool) {
    let line = submission::to_hand_off(state).unwrap_or_default();
    let pass = state.word(hand_off::pass_key(receipt.pass));
    let (n, round) = (receipt.comments.to_string(), receipt.round.to_string());
    let (file, ids) = (submission::file(state, receipt.pass), receipt.ids.join(", "));
    let args = [("n", n.as_str()), ("pass", pass), ("round", &round), ("file", &file), ("ids", &ids)];
    let done = if receipt.pass == Pass::Coding { "objection.done" } else { "submit.done" };
    let title = state.say(done, &args);
    let copy = keys::shown(Context::Board, Action::Copy);
    let key = if waited { "submit.told" } else { "submit.hand-off" };
    let text = state.say(key, &[("line", &line), ("key", &copy)]);
    state.talk.sheet = Some(Sheet { title, text, scroll: 0 });
    if let Some(warning) = &receipt.warning {
        let text = state.session.locale.phrase(warning);
        state.tell(Tone::Error, text);
    }
}

/// Any other key on a sheet goes on. (An Alt key is Esc and a key: the first closes, the second is not lost.)
pub fn close_sheet(state: &mut State, key: Key) -> bool {
    if !key.alt {
        state.talk.sheet = None;
    }
    !key.alt
}

/// The submission was not written, or not taken back.
pub fn failed(state: &mut State, reason: Phrase) {
    if let Some(open) = dialogue(state) {
        open.busy = false;
        open.notice = Some(reason);
    } else {
        let text = state.session.locale.phrase(&reason);
        state.tell(Tone::Error, text);
    }
}

/// The plan changed between what the dialogue showed and Enter: it now shows what moved.
pub fn plan_moved(state: &mut State) {
    if let Some(open) = dialogue(state) {
        open.busy = false;
        (open.selected, open.held) = (0, None);
        open.notice = Some(Phrase::new("submit.plan-moved"));
    }
}

/// The comments of the submission on disk are back in this draft. Undo stops at a submission: this is no step of it.
pub fn recalled(state: &mut State, mut draft: Draft, count: usize) {
    let (pass, now) = (draft.pass, state.session.now);
    let desk = state.desk_of_mut(pass);
    // What came in from the command line meanwhile is in the draft here alone.
    for comment in &desk.draft.comments {
        if !draft.comments.iter().any(|known| known.key == comment.key && known.text == comment.text) {
            let change = draft.adding(comment.anchor.clone(), comment.text.clone(), comment.created_at);
            let change = comments::as_objection(change, comment.objecting.clone());
            History::default().apply(&mut draft, change, now);
        }
    }
    *desk.draft = draft;
    *desk.sent = None;
    state.layers.retain(|l| !matches!(l, Layer::Submit(_)));
    navigate::to_pass(state, pass);
    let text = state.session.locale.count("talk.recalled", count);
    state.tell(Tone::Done, text);
}

/// Choosing a new target for a comment.
pub fn repoint_act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    if navigate::act(state, action) {
        return;
    }
    let Some(Layer::Repoint(key)) = state.layers.pop() else { return };
    if action != Action::Confirm {
        return;
    }
    let Some(after) = state.target().and_then(Anchor::of) else {
        state.layers.push(Layer::Repoint(key));
        let text = state.word("talk.not-commentable");
        return state.tell(Tone::Error, text);
    };
    if let Some(change) = state.desk().draft.repointing(key, after) {
        comments::apply(state, change, effects);
    }
}

/// `y`: copies the hand-off line of the submission that is there.
pub fn copy(state: &mut State, effects: &mut Vec<Effect>) {
    match submission::to_hand_off(state) {
        Some(line) => {
            // The line is shown too: a terminal that was sent it may not have taken it.
            if state.talk.sheet.is_none() {
                let title = state.word("submit.hand-off-title").to_owned();
                let key = keys::shown(Context::Sheet, Action::Copy);
                let text = state.say("submit.hand-off", &[("line", &line), ("key", &key)]);
                state.talk.sheet = Some(Sheet { title, text, scroll: 0 });
            }
            effects.push(Effect::Copy(line));
        }
        None => {
            let word = read_only::word(state, "talk.nothing-to-copy", "talk.nothing-submitted");
            let text = state.say(word, &[("key", &keys::shown(Context::Board, Action::Submit))]);
            state.tell(Tone::Plain, text);
        }
    }
}
