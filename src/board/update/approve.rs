//! Approving: the dialogue, what becomes of the draft, what comes back.

use crate::board::effect::{ApproveOrder, Effect};
use crate::board::gate;
use crate::board::keys::{Action, Context, shown};
use crate::board::layers::{Approval, ChoiceAct, DraftFate, Layer};
use crate::board::message::LoadReason;
use crate::board::state::{Sheet, State, Tone};
use crate::board::submission::approval_line;
use crate::board::update::{comments, submit};
use crate::board::view;
use crate::contract::finding::Phrase;
use crate::review::decision::Decision;

/// `A`: the files are read again first; the dialogue opens on what they then say.
pub fn ask(state: &mut State, effects: &mut Vec<Effect>) {
    if state.view().sha256.is_none() || state.view().unavailable.is_some() {
        return refuse(state);
    }
    effects.push(Effect::Load(LoadReason::Approve));
}

fn refuse(state: &mut State) {
    let text = state.word("talk.nothing-to-approve");
    state.tell(Tone::Error, text);
}

/// The files were read: opens the dialogue.
pub fn open(state: &mut State) {
    if state.view().unavailable.is_some() {
        return refuse(state);
    }
    if let Some(reason) = unreadable(state) {
        let text = state.session.locale.phrase(&reason);
        return state.tell(Tone::Error, text);
    }
    let seen = state.gate.seen(state.pass).map(str::to_owned).or_else(|| state.view().sha256.clone());
    state.layers.push(Layer::Approve(Approval { seen, ..Approval::default() }));
}

/// Why the plan on screen, the last good view of its file, cannot be approved; `None`: it is what the file says.
pub fn unreadable(state: &State) -> Option<Phrase> {
    state.plan.stale_finding(state.pass)?;
    let key = if state.plan.is_gone(state.pass) { "approve.gone" } else { "approve.unreadable" };
    Some(Phrase::new(key))
}

fn dialogue(state: &mut State) -> Option<&mut Approval> {
    state.layers.iter_mut().rev().find_map(|l| if let Layer::Approve(a) = l { Some(a) } else { None })
}

/// Whether the plan is another than the one the reviewer looked at, and has not agreed to.
pub fn is_changed(state: &State, approval: &Approval) -> bool {
    let now = &state.view().sha256;
    approval.seen != *now && approval.agreed != *now
}

/// An action in the dialogue.
pub fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let keys: Vec<u64> = state.desk().draft.comments.iter().map(|c| c.key).collect();
    let (rows, shown_rows) = view::approve_extent(state);
    let last = rows.saturating_sub(shown_rows);
    let Some(open) = dialogue(state).filter(|open| !open.busy) else { return };
    open.notice = None;
    match action {
        Action::Confirm => confirm(state, effects),
        Action::Down => open.scroll = (open.scroll + 1).min(last),
        Action::Up => open.scroll = open.scroll.min(last).saturating_sub(1),
        Action::Leave if !keys.is_empty() => open.draft = Some(DraftFate::Keep),
        Action::Drop if !keys.is_empty() => open.draft = Some(DraftFate::Drop(keys)),
        Action::Submit => {
            state.layers.pop();
            submit::ask(state, effects);
        }
        Action::Close => {
            state.layers.pop();
        }
        _ => {}
    }
}

/// Enter: approves, or says what is to be done first.
fn confirm(state: &mut State, effects: &mut Vec<Effect>) {
    let view = state.view();
    let (pass, now, stale) = (state.pass, view.sha256.clone(), unreadable(state));
    let comments: Vec<u64> = state.desk().draft.comments.iter().map(|c| c.key).collect();
    let changed = state.layers.last().is_some_and(|l| matches!(l, Layer::Approve(a) if is_changed(state, a)));
    let Some(open) = dialogue(state) else { return };
    // Comments that came in since were not part of the answer.
    let answered = match &open.draft {
        None => comments.is_empty(),
        Some(DraftFate::Keep) => true,
        Some(DraftFate::Drop(keys)) => comments.iter().all(|key| keys.contains(key)),
    };
    if stale.is_some() {
        open.notice = stale;
    } else if !answered {
        open.draft = None;
        open.notice = Some(Phrase::new("approve.choose-first"));
    } else if changed {
        open.agreed = now;
        open.notice = Some(Phrase::new("approve.agree").with("key", shown(Context::Approve, Action::Confirm)));
    } else if let Some(sha256) = now {
        open.busy = true;
        effects.push(Effect::Approve(ApproveOrder { pass, sha256 }));
    }
}

/// The plan is approved, and whoever waits is told. `waited`: somebody did.
pub fn approved(state: &mut State, decision: Decision, waited: bool, effects: &mut Vec<Effect>) {
    let fate = dialogue(state).and_then(|open| open.draft.take());
    state.layers.retain(|l| !matches!(l, Layer::Approve(_)));
    if let Some(DraftFate::Drop(keys)) = fate {
        for key in keys {
            comments::perform(state, ChoiceAct::Delete, key, effects);
        }
    }
    state.gate.decision = Some(decision);
    if state.gate.on {
        state.session.quit = true;
        return;
    }
    let Some(line) = approval_line(state) else { return };
    let title = state.word("approve.title").to_owned();
    let key = if waited { "approve.told" } else { "approve.line" };
    let text = state.say(key, &[("line", &line)]);
    state.talk.sheet = Some(Sheet { title, text, scroll: 0 });
    effects.push(Effect::Copy(line));
}

/// The plan was not approved; without a reason: it is another than the one shown, which the dialogue now says.
pub fn failed(state: &mut State, reason: Option<Phrase>) {
    let reason = reason.or_else(|| state.view().unavailable.clone());
    if let Some(open) = dialogue(state) {
        open.busy = false;
        open.notice = reason;
    } else if let Some(reason) = reason {
        let text = state.session.locale.phrase(&reason);
        state.tell(Tone::Error, text);
    }
}

/// A key was pressed on the board: what is on screen is what the reviewer looks at.
pub fn looked(state: &mut State, action: Action) {
    if action != Action::Approve {
        gate::see(state);
    }
}
