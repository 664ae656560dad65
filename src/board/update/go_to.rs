//! Go-to: the line, its answers, going there.

use crate::board::editor::Editor;
use crate::board::finder::Wanted;
use crate::board::go_to::{Found, GoTo};
use crate::board::keys::Action;
use crate::board::layers::Layer;
use crate::board::layout;
use crate::board::state::{State, Tone};
use crate::board::update::{find, navigate};

/// `s`.
pub fn open(state: &mut State) {
    let editor = Editor::single_line("");
    // A late answer to an earlier line must not pass for one to this.
    let generation = state.find.serial;
    let view = GoTo { editor, generation, answered: generation, found: Found::default(), selected: 0, go: false };
    state.layers.push(Layer::GoTo(Box::new(view)));
    again(state);
}

fn view_mut(state: &mut State) -> Option<&mut GoTo> {
    if let Some(Layer::GoTo(view)) = state.layers.last_mut() { Some(view) } else { None }
}

/// Asks for the line as it is, after it or the plan changed.
pub fn again(state: &mut State) {
    let Some(view) = view_mut(state) else { return };
    view.go = false;
    let wanted = Wanted::Places(view.editor.text().to_owned());
    let generation = find::ask(state, wanted);
    if let Some(view) = view_mut(state) {
        view.generation = generation;
    }
}

/// An answer; one to an older question is shown until the newer comes, but nobody goes by it.
pub fn found(state: &mut State, generation: u64, found: Found) {
    let Some(view) = view_mut(state) else { return };
    if generation != view.generation {
        return;
    }
    (view.answered, view.found, view.selected) = (generation, found, 0);
    if view.go {
        go(state);
    }
}

/// Changes the text that is open here.
pub fn change<T>(state: &mut State, with: impl FnOnce(&mut Editor) -> T) {
    let Some(view) = view_mut(state) else { return };
    let before = view.editor.text().to_owned();
    with(&mut view.editor);
    if view.editor.text() != before {
        again(state);
    }
}

/// An action.
pub fn act(state: &mut State, action: Action) {
    let page = usize::from(layout::areas(state).body.height / 2).max(1);
    let Some(view) = view_mut(state) else { return };
    let last = view.found.places.len().saturating_sub(1);
    match action {
        Action::Confirm if view.answered == view.generation => go(state),
        Action::Confirm => view.go = true,
        Action::Close => {
            state.layers.pop();
        }
        _ => view.selected = walked(view.selected, last, page, action),
    }
}

/// Where an action leads in a list whose last entry is `last`.
pub fn walked(selected: usize, last: usize, page: usize, action: Action) -> usize {
    match action {
        Action::Down => (selected + 1).min(last),
        Action::Up => selected.saturating_sub(1),
        Action::PageDown => (selected + page).min(last),
        Action::PageUp => selected.saturating_sub(page),
        Action::First => 0,
        Action::Last => last,
        _ => selected,
    }
}

fn go(state: &mut State) {
    let Some(view) = view_mut(state) else { return };
    view.go = false;
    match view.found.places.get(view.selected).copied() {
        Some((pass, position)) => {
            state.layers.pop();
            navigate::to_pass(state, pass);
            find::show(state, position);
        }
        None => {
            let query = view.editor.text().to_owned();
            let text = state.say("talk.no-match", &[("query", &query)]);
            state.tell(Tone::Plain, text);
        }
    }
}
