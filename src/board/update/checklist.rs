//! The checklist panel: scrolling, what is asked before a change, what came of it.

use crate::board::checklist::{self, Act, Asking, Place};
use crate::board::editor::Editor;
use crate::board::effect::{ChecklistOrder, Effect};
use crate::board::keys::Action;
use crate::board::layers::Layer;
use crate::board::message::LoadReason;
use crate::board::read_only;
use crate::board::state::{State, Tone};
use crate::board::view;
use crate::contract::finding::Phrase;
use crate::project::notes::{LoadedNotes, WriteError, Written};

/// `x`.
pub fn open(state: &mut State) {
    let outside = &state.outside;
    if outside.checklist.is_some() || outside.checklist_trouble.is_some() || outside.checklist_gone.is_some() {
        let top = view::checklist_opening(state);
        state.layers.push(Layer::Checklist(top));
    } else {
        tell(state, Tone::Plain, &Phrase::new("talk.no-checklist"));
    }
}

/// An action in the panel.
pub fn act(state: &mut State, action: Action) {
    if let Some(act) = Act::of(action) {
        return ask(state, act);
    }
    let Some(Layer::Checklist(top)) = state.layers.last() else { return };
    let to = view::checklist_scrolled(state, *top, action);
    match (to, state.layers.last_mut()) {
        (Some(to), Some(Layer::Checklist(top))) => *top = to,
        _ => {
            state.layers.pop();
        }
    }
}

/// Opens the question, or says why there is none.
fn ask(state: &mut State, act: Act) {
    let forecast = match (checklist::refusal(state, act), &state.outside.checklist) {
        (Some(reason), _) => Err(reason),
        (None, Some(shown)) => checklist::forecast(shown, act).map(|effect| (effect, shown.clone())),
        (None, None) => return,
    };
    match forecast {
        Ok((effect, shown)) => {
            let kept = kept_summary(state, &shown, effect.step).unwrap_or_default();
            let summary = (act == Act::Next).then(|| Box::new(Editor::single_line(&kept)));
            state.layers.push(Layer::Asking(Box::new(Asking {
                act,
                shown,
                effect,
                summary,
                changed: false,
                force: false,
                busy: false,
                scroll: 0,
                notice: None,
            })));
        }
        Err(reason) => tell(state, Tone::Error, &reason),
    }
}

fn tell(state: &mut State, tone: Tone, phrase: &Phrase) {
    let text = read_only::words(state, phrase, state.session.width.into());
    state.tell(tone, text);
    state.talk.of_checklist = true;
}

/// What was typed of this step before and not written.
fn kept_summary(state: &State, shown: &LoadedNotes, step: Option<usize>) -> Option<String> {
    let (id, text) = state.outside.summary.as_ref()?;
    let step = checklist::list(shown)?.items.get(step?)?;
    (step.id == *id).then(|| text.clone())
}

fn asking(state: &mut State) -> Option<&mut Asking> {
    state
        .layers
        .iter_mut()
        .rev()
        .find_map(|layer| if let Layer::Asking(asking) = layer { Some(&mut **asking) } else { None })
}

/// An action in the question.
pub fn answer(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let (rows, height) = view::asking_extent(state);
    let last = rows.saturating_sub(height);
    let Some(asking) = asking(state).filter(|asking| !asking.busy) else { return };
    let scroll = asking.scroll.min(last);
    let page = height.saturating_sub(1).max(1);
    match action {
        Action::Confirm => confirm(asking, effects),
        Action::Down => asking.scroll = (scroll + 1).min(last),
        Action::Up => asking.scroll = scroll.saturating_sub(1),
        Action::PageDown => asking.scroll = (scroll + page).min(last),
        Action::PageUp => asking.scroll = scroll.saturating_sub(page),
        Action::Close => close(state),
        _ => {}
    }
}

/// Enter: writes, or takes note of what has to be seen first.
fn confirm(asking: &mut Asking, effects: &mut Vec<Effect>) {
    asking.notice = None;
    asking.scroll = 0;
    if std::mem::take(&mut asking.changed) {
        return;
    }
    if asking.unapproved().is_some() && !asking.force {
        asking.force = true;
        return;
    }
    asking.busy = true;
    let summary = asking.summary.as_ref().map_or("", |editor| editor.text());
    let (shown, change) = (asking.shown.clone(), asking.act.change(summary));
    // A force is never more than the question on screen was about.
    let force = asking.force && asking.unapproved().is_some();
    effects.push(Effect::Checklist(Box::new(ChecklistOrder { shown, change, force })));
}

/// Closes the question; what was typed is kept for the next time.
fn close(state: &mut State) {
    let Some(at) = state.layers.iter().rposition(|layer| matches!(layer, Layer::Asking(_))) else { return };
    if let Layer::Asking(asking) = state.layers.remove(at)
        && let Some(editor) = &asking.summary
    {
        let step = asking.list().zip(asking.effect.step).and_then(|(list, at)| list.items.get(at));
        let kept = step.filter(|_| !editor.is_blank()).map(|step| (step.id.clone(), editor.text().to_owned()));
        state.outside.summary = kept;
    }
}

/// Changes the text that is open here.
pub fn change<T>(state: &mut State, with: impl FnOnce(&mut Editor) -> T) {
    let asking = asking(state).filter(|asking| !asking.busy);
    if let Some(editor) = asking.and_then(|asking| asking.summary.as_mut()) {
        with(editor);
    }
}

/// The disk answered.
pub fn changed(state: &mut State, result: Result<Written, WriteError>, effects: &mut Vec<Effect>) {
    match result {
        Ok(written) => {
            let act = asking(state).map(|asking| asking.act);
            close(state);
            if act == Some(Act::Next) {
                state.outside.summary = None;
            }
            follow(state, Some(written.now));
            let key = match act {
                _ if written.completed => "step.said-complete",
                Some(Act::Stop) => "step.said-stopped",
                Some(Act::Resume) => "step.said-resumed",
                _ => "step.said-done",
            };
            tell(state, Tone::Done, &Phrase::new(key));
        }
        Err(WriteError::Lost(now)) => {
            close(state);
            follow(state, now.map(|now| *now));
            tell(state, Tone::Error, &Phrase::new("step.lost"));
            effects.push(Effect::Load(LoadReason::Changed));
        }
        Err(WriteError::NeedsTask(ids)) => {
            close(state);
            tell(state, Tone::Error, &checklist::needs_task(&ids));
        }
        Err(WriteError::Refused(reason) | WriteError::Failed(reason)) => {
            match asking(state) {
                Some(asking) => (asking.busy, asking.notice, asking.scroll) = (false, Some(reason), 0),
                None => tell(state, Tone::Error, &reason),
            }
            effects.push(Effect::Load(LoadReason::Changed));
        }
    }
}

/// The checklist is this now: the panel stays where it was, an open question is about what is there now, or about nothing
/// any more, and what was said of the one before is no longer said.
pub fn follow(state: &mut State, now: Option<LoadedNotes>) {
    let is_same = match (&state.outside.checklist, &now) {
        (Some(before), Some(now)) => is_same(before, now),
        (before, now) => before.is_none() && now.is_none(),
    };
    if !is_same && state.talk.of_checklist {
        state.talk.message = None;
    }
    match (&state.outside.checklist, &now) {
        (Some(before), None) => state.outside.checklist_gone = Some(before.source.path().to_owned()),
        (_, Some(_)) => state.outside.checklist_gone = None,
        (None, None) => {}
    }
    keep(state, |state| {
        let before = std::mem::replace(&mut state.outside.checklist, now);
        let now = state.outside.checklist.as_ref();
        for layer in &mut state.layers {
            if let Layer::Checklist(top) = layer {
                *top = moved(before.as_ref(), now, *top);
            }
        }
    });
    ask_anew(state);
}

/// The same text in the same place, in a task of the same status.
fn is_same(one: &LoadedNotes, other: &LoadedNotes) -> bool {
    let place = |notes: &LoadedNotes| {
        let task = notes.source.task().map(|task| (task.id.clone(), task.status.clone()));
        (notes.source.path().to_owned(), task)
    };
    one.bytes == other.bytes && place(one) == place(other)
}

/// Makes a change after which the panel still shows the current step if that was in sight before.
pub fn keep(state: &mut State, change: impl FnOnce(&mut State)) {
    let top = |state: &State| {
        state.layers.iter().find_map(|layer| if let Layer::Checklist(top) = layer { Some(*top) } else { None })
    };
    let saw_current = top(state).is_some_and(|top| view::checklist_shows_current(state, top));
    change(state);
    let Some(to) = top(state).filter(|_| saw_current).map(|top| view::checklist_reveal(state, top)) else { return };
    for layer in &mut state.layers {
        if let Layer::Checklist(top) = layer {
            *top = to;
        }
    }
}

/// Where the row at `top` is now: with its step.
fn moved(before: Option<&LoadedNotes>, now: Option<&LoadedNotes>, top: Place) -> Place {
    let lists = before.and_then(checklist::list).zip(now.and_then(checklist::list));
    let at = top.part.checked_sub(1);
    let Some(((before, now), at)) = lists.zip(at) else { return top };
    let Some(id) = before.items.get(at).map(|step| step.id.as_str()) else { return top };
    if now.items.get(at).is_some_and(|step| step.id == id) {
        return top;
    }
    now.items.iter().position(|step| step.id == id).map_or(top, |at| Place { part: at + 1, ..top })
}

fn ask_anew(state: &mut State) {
    let Some(open) = checklist::asking(state).filter(|open| !open.busy) else { return };
    let act = open.act;
    let now = state.outside.checklist.as_ref();
    if now.is_some_and(|now| now.source == open.shown.source && now.bytes == open.shown.bytes) {
        return;
    }
    let refused = checklist::refusal(state, act);
    let anew = match (refused, now) {
        (None, Some(now)) => checklist::forecast(now, act).map(|effect| (effect, now.clone())),
        (Some(reason), _) => Err(reason),
        (None, None) => Err(Phrase::new("talk.no-checklist")),
    };
    match anew {
        Ok((effect, shown)) => {
            let Some(open) = asking(state) else { return };
            (open.effect, open.shown, open.changed, open.force) = (effect, shown, true, false);
        }
        Err(reason) => {
            close(state);
            tell(state, Tone::Error, &reason);
        }
    }
}
