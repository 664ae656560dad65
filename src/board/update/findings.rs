//! The list of findings: moving in it, to the target of a finding, to its place in the person's own editor.

use crate::board::checklist::Place;
use crate::board::effect::Effect;
use crate::board::findings::{FindingsView, Part, passes_with_findings};
use crate::board::keys::Action;
use crate::board::layers::Layer;
use crate::board::message::LoadReason;
use crate::board::state::{Pane, State, Tone};
use crate::board::update::{find, navigate, walk};
use crate::board::view::FindingsParts;
use crate::contract::plan_comments::Pass;

/// `!`.
pub fn open(state: &mut State) {
    let view = FindingsView::of(state);
    state.layers.push(Layer::Findings(Box::new(view)));
}

/// The files were read again: an open list stays at its finding.
pub fn follow(state: &mut State) {
    state.plan.with_findings = passes_with_findings(&state.plan.plan);
    let Some(at) = state.layers.iter().position(|layer| matches!(layer, Layer::Findings(_))) else { return };
    let mut now = FindingsView::of(state);
    if let Some(Layer::Findings(view)) = state.layers.get_mut(at) {
        now.follow(view);
        **view = now;
    }
}

/// An action in the list.
pub fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::GoToTarget => go_to_target(state),
        Action::OpenFile => open_file(state, effects),
        Action::Close => drop(state.layers.pop()),
        _ => walk(state, action),
    }
}

fn view(state: &State) -> Option<&FindingsView> {
    if let Some(Layer::Findings(view)) = state.layers.last() { Some(view) } else { None }
}

fn view_mut(state: &mut State) -> Option<&mut FindingsView> {
    if let Some(Layer::Findings(view)) = state.layers.last_mut() { Some(view) } else { None }
}

fn walk(state: &mut State, action: Action) {
    let Some(now) = view(state) else { return };
    let to = walk::walked(&FindingsParts::of(state, now), now.top, action, |forward| Some(group(now, forward)));
    if let (Some(to), Some(view)) = (to, view_mut(state)) {
        (view.selected, view.top) = to;
    }
}

/// The first finding of the next file; backwards the first of this file, or of the one before.
fn group(view: &FindingsView, forward: bool) -> usize {
    let Some(part) = view.entry().map(|entry| entry.part) else { return 0 };
    let is_file = |part: &Part| matches!(part, Part::File { .. });
    let found = if forward {
        view.parts.iter().skip(part).position(is_file).map(|n| part + n + 1)
    } else {
        // The name of a file stands right above its first finding.
        view.parts.iter().take(part.saturating_sub(1)).rposition(is_file).map(|n| n + 1)
    };
    match found.and_then(|part| view.parts.get(part)) {
        Some(Part::Entry(at)) => *at,
        _ => view.selected,
    }
}

/// Enter: to the target in the list; where there is none, all of the finding is shown, or no more of it.
fn go_to_target(state: &mut State) {
    let Some(now) = view(state) else { return };
    let selected = now.selected;
    if now.entries.is_empty() {
        state.layers.pop();
    } else if let Some((pass, position)) = now.entry().and_then(|entry| entry.target) {
        state.layers.pop();
        show(state, pass, position);
    } else if let Some(view) = view_mut(state) {
        // It is read from its beginning.
        view.top = Place { part: view.entry().map_or(0, |entry| entry.part), row: 0 };
        view.opened = if view.opened == Some(selected) { None } else { Some(selected) };
    }
}

/// To a target in the list, whatever the filter hides.
pub(super) fn show(state: &mut State, pass: Pass, position: usize) {
    navigate::to_pass(state, pass);
    state.pane = Pane::List;
    find::show(state, position);
}

/// Ctrl+G: the file at the finding's line in $VISUAL or $EDITOR.
fn open_file(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(entry) = view(state).and_then(FindingsView::entry) else { return };
    if entry.is_text {
        effects.push(Effect::OpenFile(entry.finding.file.clone(), entry.finding.place));
    } else {
        let text = state.word("findings.database");
        state.tell(Tone::Plain, text);
    }
}

/// The person's editor came back: what is on the disk now is read.
pub fn file_closed(state: &mut State, result: Result<Option<String>, String>, effects: &mut Vec<Effect>) {
    match result {
        Ok(None) => {}
        Ok(Some(note)) => state.tell(Tone::Plain, note),
        Err(reason) => {
            let text = state.say("talk.editor-failed", &[("reason", &reason)]);
            state.tell(Tone::Error, text);
        }
    }
    effects.push(Effect::Load(LoadReason::Changed));
}
