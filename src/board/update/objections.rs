//! The panel of the objections: moving in it, to a target, ruling on a reply.

use crate::board::checklist::Place;
use crate::board::editor::Editor;
use crate::board::effect::Effect;
use crate::board::keys::{self, Action, Context};
use crate::board::layers::Layer;
use crate::board::objections::{self, ObjectionsView, standing};
use crate::board::read_only;
use crate::board::state::{State, Tone};
use crate::board::update::{find, walk};
use crate::board::view::ObjectionParts;
use crate::contract::finding::Phrase;
use crate::project::critique::LoadedCritique;
use crate::review::critique::Ruling;
use crate::review::target::PlanKind;

/// `O`.
pub fn open(state: &mut State) {
    if state.plan.plan.kind != PlanKind::Coding {
        let text = state.word("objections.no-coding-plan");
        return state.tell(Tone::Plain, text);
    }
    if state.outside.critique.is_none() {
        let file = crate::board::submission::file(state, state.pass);
        let text = state.say("objections.none", &[("file", &file)]);
        return state.tell(Tone::Plain, text);
    }
    let on = state.target().and_then(|target| target.id.as_deref()).map(|id| state.outside.objections.on(id));
    let selected = on.and_then(|on| on.first().copied()).unwrap_or(0);
    state.layers.push(Layer::Objections(Box::new(ObjectionsView { selected, ..ObjectionsView::default() })));
}

fn view_mut(state: &mut State) -> Option<&mut ObjectionsView> {
    state.layers.iter_mut().rev().find_map(|l| if let Layer::Objections(view) = l { Some(view.as_mut()) } else { None })
}

/// The files were read again: the selection stays at its objection, and new replies are told.
pub fn follow(state: &mut State, before: Option<&LoadedCritique>) {
    let ids = |critique: Option<&LoadedCritique>| -> Vec<String> {
        let critique = critique.and_then(|critique| critique.critique.as_ref());
        critique.into_iter().flat_map(|critique| &critique.objections).map(|objection| objection.id.clone()).collect()
    };
    let (was, is) = (ids(before), ids(state.outside.critique.as_ref()));
    if let Some(view) = view_mut(state) {
        let kept = was.get(view.selected).and_then(|id| is.iter().position(|other| other == id));
        view.selected = kept.unwrap_or(view.selected).min(is.len().saturating_sub(1));
        if is.is_empty() {
            (view.top, view.reason) = (Place::default(), None);
        }
    }
    let replied = |critique: Option<&LoadedCritique>| -> Vec<String> {
        let critique = critique.and_then(|critique| critique.critique.as_ref());
        critique.into_iter().flat_map(|critique| &critique.replies).map(|reply| reply.objection.clone()).collect()
    };
    let known = replied(before);
    let news: Vec<String> =
        replied(state.outside.critique.as_ref()).into_iter().filter(|id| !known.contains(id)).collect();
    if !news.is_empty() {
        let key = keys::shown(Context::Board, Action::Objections);
        let phrase = Phrase::new("banner.replies").with("n", news.len().to_string()).with("key", key);
        state.talk.banner = Some(phrase);
    }
}

/// An action in the panel.
pub fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::Close => {
            state.layers.pop();
        }
        Action::GoToTarget => go_to_target(state),
        Action::Agree | Action::Insist if state.outside.read_only.is_some() => {
            let reason = read_only::refusal(state);
            state.tell(Tone::Error, reason.unwrap_or_default());
        }
        Action::Agree => agree(state, effects),
        Action::Insist => insist(state),
        Action::NextUnsettled => unsettled(state, true),
        Action::PreviousUnsettled => unsettled(state, false),
        Action::Copy => super::submit::copy(state, effects),
        _ => walk(state, action),
    }
}

fn walk(state: &mut State, action: Action) {
    let Some(now) = objections::panel(state) else { return };
    let to = walk::walked(&ObjectionParts::of(state, now), now.top, action, |_| None);
    if let (Some(to), Some(view)) = (to, view_mut(state)) {
        (view.selected, view.top) = to;
    }
}

/// `n`: the next objection with a reply that is not ruled on, or that keeps the gate closed.
fn unsettled(state: &mut State, forward: bool) {
    let Some(at) = objections::panel(state).map(|view| view.selected) else { return };
    let count = objections::count(state);
    let is = |at: &usize| standing(state, *at).is_some_and(|standing| standing.is_unsettled());
    let found = if forward {
        (at + 1..count).find(is).or_else(|| (0..=at).find(is))
    } else {
        (0..at).rev().find(is).or_else(|| (at..count).rev().find(is))
    };
    match found {
        Some(found) => {
            if let Some(view) = view_mut(state) {
                view.selected = found;
            }
        }
        None => {
            let text = state.word("objections.all-settled");
            state.tell(Tone::Plain, text);
        }
    }
}

/// Enter: to the first target it names.
fn go_to_target(state: &mut State) {
    let Some(at) = objections::panel(state).map(|view| view.selected) else { return };
    let targets = standing(state, at).and_then(|standing| standing.judged).map(|judged| &judged.targets);
    let position = targets.into_iter().flatten().find_map(|id| state.view().by_id.get(id).copied());
    match position {
        Some(position) => {
            state.layers.pop();
            find::show(state, position);
        }
        None => {
            let text = state.word("objections.no-target");
            state.tell(Tone::Plain, text);
        }
    }
}

/// What can be ruled on: the id of the selected objection, and what was said to it. Says why, where there is nothing.
fn ruled(state: &mut State) -> Option<(String, Option<Ruling>)> {
    let at = objections::panel(state)?.selected;
    let standing = standing(state, at)?;
    if standing.reply.is_none() {
        let text = state.word("objections.no-reply-yet");
        state.tell(Tone::Plain, text);
        return None;
    }
    Some((standing.objection.id.clone(), standing.judged.and_then(|judged| judged.ruling.clone())))
}

/// `a`: agrees with the reply, or takes that back.
fn agree(state: &mut State, effects: &mut Vec<Effect>) {
    let Some((objection, ruling)) = ruled(state) else { return };
    let ruling = (ruling != Some(Ruling::Agree)).then_some(Ruling::Agree);
    effects.push(Effect::Rule { objection, ruling });
}

/// `i`: insists; the reason is typed.
fn insist(state: &mut State) {
    let Some((objection, ruling)) = ruled(state) else { return };
    let said = if let Some(Ruling::Insist(reason)) = ruling { reason } else { String::new() };
    let text = state.outside.reasons.get(&objection).cloned().unwrap_or(said);
    if let Some(view) = view_mut(state) {
        view.reason = Some(Box::new(Editor::single_line(&text)));
    }
}

/// An action while the reason is typed.
pub fn act_on_reason(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(view) = objections::panel(state) else { return };
    let Some(text) = view.reason.as_ref().map(|editor| editor.text().trim().to_owned()) else { return };
    let Some(objection) = standing(state, view.selected).map(|standing| standing.objection.id.clone()) else { return };
    match action {
        Action::Confirm if text.is_empty() => {
            let said = state.word("objections.reason-needed");
            return state.tell(Tone::Error, said);
        }
        Action::Confirm => {
            state.outside.reasons.remove(&objection);
            effects.push(Effect::Rule { objection, ruling: Some(Ruling::Insist(text)) });
        }
        // What was typed is there again the next time.
        _ if text.is_empty() => drop(state.outside.reasons.remove(&objection)),
        _ => drop(state.outside.reasons.insert(objection, text)),
    }
    if let Some(view) = view_mut(state) {
        view.reason = None;
    }
}

/// Changes the text that is open here.
pub fn change<T>(state: &mut State, with: impl FnOnce(&mut Editor) -> T) {
    if let Some(editor) = view_mut(state).and_then(|view| view.reason.as_mut()) {
        with(editor);
    }
}
