//! Taking over the lock from the board that holds it, and handing it over (board rules, "Never lost").

use crate::board::effect::Effect;
use crate::board::keys::Action;
use crate::board::layers::Layer;
use crate::board::state::{State, Tone};
use crate::board::update::{reports, writing};
use crate::contract::finding::Phrase;

/// `T`.
pub fn ask(state: &mut State) {
    match &state.outside.read_only {
        None => {
            let text = state.word("ways.nothing-to-take-over");
            state.tell(Tone::Plain, text);
        }
        // Only a board that another one keeps from writing can take over.
        Some(reason) if !reason.key.starts_with("read-only.held") => {
            let text = state.session.locale.phrase(reason);
            state.tell(Tone::Error, text);
        }
        Some(_) => state.layers.push(Layer::TakeOver(false)),
    }
}

/// An action in the question.
pub fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(Layer::TakeOver(busy)) = state.layers.last_mut() else { return };
    match action {
        Action::Confirm if !*busy => {
            *busy = true;
            effects.push(Effect::TakeOver);
        }
        Action::Close => {
            state.layers.pop();
        }
        _ => {}
    }
}

/// The question is answered, or no longer asked.
pub fn close(state: &mut State) {
    state.layers.retain(|layer| !matches!(layer, Layer::TakeOver(_)));
}

/// It did not work.
pub fn not_taken(state: &mut State, reason: &Phrase) {
    close(state);
    let reason = state.session.locale.phrase(reason);
    let text = state.say("ways.not-taken", &[("reason", &reason)]);
    state.tell(Tone::Error, text);
}

/// Another board takes over: what is being written is kept, everything is saved, and this board is read-only.
pub fn hand_over(state: &mut State, reason: Phrase, asked: bool, effects: &mut Vec<Effect>) {
    while let Some(layer) = state.layers.last() {
        match layer {
            Layer::Write(_) => writing::act(state, Action::Close, effects),
            Layer::Answer(_) => reports::answer_act(state, Action::Close, effects),
            _ => {
                state.layers.pop();
            }
        }
    }
    state.outside.read_only = Some(reason);
    state.talk.banner = Some(Phrase::new(if asked { "ways.handed-over" } else { "ways.lost" }));
    effects.extend([Effect::SaveDrafts, Effect::LetGo]);
}
