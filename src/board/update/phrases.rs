//! Canned phrases: the list over the editor of a comment or an answer.

use crate::board::input::{Key, KeyCode};
use crate::board::keys::Action;
use crate::board::layers::Layer;
use crate::board::state::{State, Tone};
use crate::board::update::{context, go_to, typed};

/// Tab in the editor.
pub fn open(state: &mut State) {
    if state.session.phrases.is_empty() {
        let text = state.word("ways.no-phrases");
        return state.tell(Tone::Plain, text);
    }
    state.layers.push(Layer::Phrases(0));
}

/// A digit inserts its phrase.
pub fn digit(state: &mut State, key: Key) -> bool {
    let KeyCode::Char(c @ '1'..='9') = key.code else { return false };
    let number = c.to_digit(10).and_then(|n| usize::try_from(n).ok()?.checked_sub(1));
    number.is_some_and(|number| insert(state, number))
}

/// An action in the list.
pub fn act(state: &mut State, action: Action) {
    let last = state.session.phrases.len().saturating_sub(1);
    let Some(Layer::Phrases(selected)) = state.layers.last_mut() else { return };
    match action {
        Action::Confirm => {
            let chosen = *selected;
            insert(state, chosen);
        }
        Action::Close => {
            state.layers.pop();
        }
        action => *selected = go_to::walked(*selected, last, 1, action),
    }
}

fn insert(state: &mut State, number: usize) -> bool {
    let Some(phrase) = state.session.phrases.get(number).cloned() else { return false };
    state.layers.pop();
    let here = context(state);
    typed::insert(state, here, &phrase)
}
