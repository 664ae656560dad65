//! Taking over the lock from the board that holds it, and handing it over (board rules, "Never lost").

use crate::board::effect::Effect;
use crate::board::keys::Action;
use crate::board::layers::Layer;
use crate::board::message::LoadReason;
use crate::board::read_only;
use crate::board::state::{State, Tone};
use crate::board::update::{fresh, reports, writing};
use crate::contract::finding::Phrase;
use crate::project::reviewed::Reviewed;
use crate::review::draft::Draft;
use crate::review::per_pass::PerPass;

/// What is said where another board asked for the lock, and where it had taken it.
const HANDED_OVER: &str = "ways.handed-over";
const LOST: &str = "ways.lost";

/// `T`.
pub fn ask(state: &mut State) {
    match &state.outside.read_only {
        None => {
            let text = state.word("ways.nothing-to-take-over");
            state.tell(Tone::Plain, text);
        }
        // Only a board that another one keeps from writing can take over.
        Some(reason) if !read_only::is_held(state) => {
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

/// This board may write now: on what lies on the disk. `said`: key of what is said, for whether another board is closed
/// or was taken over from is not the same.
pub fn may_write(
    state: &mut State,
    kept: (PerPass<Draft>, PerPass<Reviewed>),
    said: &'static str,
    effects: &mut Vec<Effect>,
) {
    close(state);
    // That another board took over is not true any more.
    state.talk.banner.take_if(|banner| matches!(banner.key, HANDED_OVER | LOST));
    fresh::may_write(state, kept);
    let text = state.word(said);
    state.tell(Tone::Done, text);
    // The other board may have left answers.
    state.answers.known.clear();
    effects.push(Effect::Load(LoadReason::Changed));
}

/// Another board holds the lock still.
pub fn held(state: &mut State, reason: Phrase) {
    if read_only::is_held(state) {
        state.outside.read_only = Some(reason);
    }
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
    // First, so that what is said of a text that is kept names no key that opens it here.
    state.outside.read_only = Some(reason);
    while let Some(layer) = state.layers.last() {
        match layer {
            Layer::Write(_) => writing::act(state, Action::Close, effects),
            Layer::Answer(_) => reports::answer_act(state, Action::Close, effects),
            _ => {
                state.layers.pop();
            }
        }
    }
    state.talk.banner = Some(Phrase::new(if asked { HANDED_OVER } else { LOST }));
    effects.extend([Effect::SaveDrafts, Effect::LetGo]);
}
