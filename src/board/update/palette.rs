//! The actions by name: the line that `:` opens, and running what it means.

use crate::board::editor::Editor;
use crate::board::effect::Effect;
use crate::board::keys::{Action, Context};
use crate::board::layers::Layer;
use crate::board::layout;
use crate::board::palette::{self, Palette};
use crate::board::state::{State, Tone};
use crate::board::update::go_to;
use crate::board::view;

/// `:`.
pub fn open(state: &mut State) {
    let found = find(state, "");
    state.layers.push(Layer::Commands(Box::new(Palette { editor: Editor::single_line(""), found, selected: 0 })));
}

fn view_mut(state: &mut State) -> Option<&mut Palette> {
    if let Some(Layer::Commands(view)) = state.layers.last_mut() { Some(view) } else { None }
}

/// Changes the text that is open here.
pub fn change<T>(state: &mut State, with: impl FnOnce(&mut Editor) -> T) {
    let Some(view) = view_mut(state) else { return };
    with(&mut view.editor);
    let typed = view.editor.text().to_owned();
    let found = find(state, &typed);
    if let Some(view) = view_mut(state) {
        (view.found, view.selected) = (found, 0);
    }
}

/// The actions that a line means, of those this plan has.
fn find(state: &State, typed: &str) -> Vec<Action> {
    let mut found = palette::find(typed, state.session.locale);
    found.retain(|action| view::is_there(state, *action));
    found
}

/// An action.
pub fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let page = usize::from(layout::areas(state).body.height / 2).max(1);
    let Some(view) = view_mut(state) else { return };
    let chosen = view.found.get(view.selected).copied();
    match (action, chosen) {
        (Action::Close, _) => {
            state.layers.pop();
        }
        (Action::Confirm, Some(chosen)) => {
            state.layers.pop();
            super::act(state, Context::Board, chosen, effects);
        }
        (Action::Confirm, None) => {
            let typed = view.editor.text().to_owned();
            let text = state.say("ways.unknown-command", &[("typed", &typed)]);
            state.tell(Tone::Error, text);
        }
        (Action::Complete, Some(chosen)) => {
            let kept = view.selected;
            if view.editor.text() == chosen.name() {
                view.selected = (kept + 1) % view.found.len().max(1);
            } else {
                change(state, |editor| editor.replace_all(chosen.name()));
            }
        }
        (action, _) => {
            view.selected = go_to::walked(view.selected, view.found.len().saturating_sub(1), page, action);
        }
    }
}
