//! A click on a row of a list that lies over the board: selects it; on the selected one it does what Enter does, but never
//! what is written or sent by Enter.

use ratatui::layout::Position;

use crate::board::all_comments;
use crate::board::effect::Effect;
use crate::board::keys::{self, Action, Context};
use crate::board::layers::{ChoiceAct, Layer};
use crate::board::state::{State, Tone};
use crate::board::update::context;
use crate::board::view::Entries;
use crate::board::view::{self, AllCommentsParts, FindingsParts, Hit, NoticeParts, ObjectionParts, ReportParts};
use crate::contract::plan_critique::Lens;

/// The left button was pressed over the layer on top.
pub fn click(state: &mut State, at: Position, effects: &mut Vec<Effect>) {
    // A text shown whole lies over the list; a reason is about the objection it was begun on; what is being written stays
    // as it is.
    let is_busy = matches!(state.layers.last(), Some(Layer::Submit(dialogue)) if dialogue.busy);
    if state.talk.sheet.is_some() || context(state) == Context::Reason || is_busy {
        return;
    }
    let Some(hit) = view::entry_at(state, at) else { return };
    state.talk.message = None;
    if selected(state) == Some(hit.entry) {
        enter(state, effects);
    } else {
        select(state, hit);
    }
}

/// Which entry of the list on top is selected.
fn selected(state: &State) -> Option<usize> {
    match state.layers.last()? {
        Layer::Findings(view) => Some(view.selected),
        Layer::Notices(view) => Some(view.selected),
        Layer::AllComments(view) => Some(view.selected.min(all_comments::entries(state).len().saturating_sub(1))),
        Layer::Objections(view) => Some(view.selected),
        Layer::Reports(view) => Some(view.selected),
        Layer::Rounds(view) => Some(view.selected),
        Layer::Submit(dialogue) => Some(dialogue.selected),
        Layer::GoTo(view) => Some(view.selected),
        Layer::Commands(view) => Some(view.selected),
        Layer::Phrases(selected) => Some(*selected),
        Layer::Choose(choice) => Some(choice.selected),
        // Where the rule is typed, Enter takes the lens with it.
        Layer::Lens(choice) if choice.at_rule => None,
        Layer::Lens(choice) => Lens::ALL.iter().position(|lens| *lens == choice.lens),
        _ => None,
    }
}

/// Selects an entry; its row stays where it is, if all of it is in sight there.
fn select(state: &mut State, Hit { entry, above }: Hit) {
    match state.layers.last_mut() {
        Some(Layer::Findings(view)) => view.selected = entry,
        Some(Layer::Notices(view)) => view.selected = entry,
        Some(Layer::AllComments(view)) => view.selected = entry,
        Some(Layer::Objections(view)) => view.selected = entry,
        Some(Layer::Reports(view)) => view.selected = entry,
        Some(Layer::Rounds(view)) => (view.selected, view.scroll, view.held) = (entry, 0, Some(above)),
        Some(Layer::Submit(dialogue)) => {
            (dialogue.selected, dialogue.scroll, dialogue.held) = (entry, 0, Some(above));
            (dialogue.notice, dialogue.refused) = (None, false);
        }
        Some(Layer::GoTo(view)) => view.selected = entry,
        Some(Layer::Commands(view)) => view.selected = entry,
        Some(Layer::Phrases(selected)) => *selected = entry,
        Some(Layer::Choose(choice)) => choice.selected = entry,
        Some(Layer::Lens(choice)) => {
            if let Some(lens) = Lens::ALL.get(entry) {
                (choice.lens, choice.at_rule) = (*lens, false);
            }
        }
        _ => {}
    }
    let top = match state.layers.last() {
        Some(Layer::Findings(view)) => FindingsParts::of(state, view).top_with(entry, above),
        Some(Layer::Notices(view)) => NoticeParts::of(state, view).top_with(entry, above),
        Some(Layer::AllComments(view)) => AllCommentsParts::of(state, view).top_with(entry, above),
        Some(Layer::Objections(view)) => ObjectionParts::of(state, view).top_with(entry, above),
        Some(Layer::Reports(view)) => ReportParts::of(state, view).top_with(entry, above),
        _ => return,
    };
    match state.layers.last_mut() {
        Some(Layer::Findings(view)) => view.top = top,
        Some(Layer::Notices(view)) => view.top = top,
        Some(Layer::AllComments(view)) => view.top = top,
        Some(Layer::Objections(view)) => view.top = top,
        Some(Layer::Reports(view)) => view.top = top,
        _ => {}
    }
}

/// What Enter does on the selected entry, where that is harmless; else what key does it is said.
fn enter(state: &mut State, effects: &mut Vec<Effect>) {
    let context = context(state);
    let (action, is_harmless) = match state.layers.last() {
        Some(Layer::Findings(_) | Layer::AllComments(_) | Layer::Objections(_)) => (Action::GoToTarget, true),
        Some(Layer::Notices(_)) => (Action::OpenNotice, true),
        Some(Layer::Rounds(_)) => (Action::Open, true),
        Some(Layer::Reports(_)) => (Action::Answer, true),
        // What is shown for an older line is nowhere to go.
        Some(Layer::GoTo(view)) if view.answered != view.generation => return,
        Some(Layer::GoTo(_) | Layer::Phrases(_) | Layer::Lens(_)) => (Action::Confirm, true),
        Some(Layer::Commands(view)) => {
            (Action::Confirm, view.found.get(view.selected).is_some_and(|chosen| !chosen.changes()))
        }
        Some(Layer::Choose(choice)) => (Action::Confirm, choice.act == ChoiceAct::Edit),
        Some(Layer::Submit(_)) => (Action::Confirm, false),
        _ => return,
    };
    if is_harmless {
        return super::act(state, context, action, effects);
    }
    let text = state.say("mouse.needs-key", &[("key", &keys::shown(context, action))]);
    state.tell(Tone::Plain, text);
}
