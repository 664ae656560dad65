//! Panels to read (help, a sheet) and the language.

use crate::board::effect::Effect;
use crate::board::keys::Action;
use crate::board::layers::Layer;
use crate::board::layout;
use crate::board::state::{State, Tone};
use crate::board::view;
use crate::locale::{Language, Locale};

/// `L`: the next language, remembered.
pub fn next_language(state: &mut State, effects: &mut Vec<Effect>) {
    let now = state.session.locale.language();
    let at = Language::ALL.iter().position(|l| *l == now).unwrap_or(0);
    let next = Language::ALL.into_iter().cycle().nth(at + 1).unwrap_or(now);
    state.session.locale = Locale::of(next);
    state.talk.message = None;
    effects.push(Effect::SaveLanguage(next));
}

/// `t`: shows the layers of a coding plan, or does not.
pub fn layers(state: &mut State) {
    if state.plan.waves.is_empty() {
        let text = state.word("layers.none");
        return state.tell(Tone::Plain, text);
    }
    state.waves_hidden = !state.waves_hidden;
    if !state.waves_hidden && layout::areas(state).waves.is_none() {
        let text = state.word("layers.no-room");
        state.tell(Tone::Plain, text);
    }
}

/// An action in a panel: scrolls it, or closes it.
pub fn act(state: &mut State, action: Action) {
    let (rows, height) = view::panel_extent(state);
    let last = rows.saturating_sub(height);
    let Some(scroll) = scroll_of(state) else { return };
    *scroll = match action {
        Action::Down => (*scroll + 1).min(last),
        Action::Up => scroll.saturating_sub(1),
        Action::PageDown => (*scroll + height.saturating_sub(1)).min(last),
        Action::PageUp => scroll.saturating_sub(height.saturating_sub(1)),
        Action::First => 0,
        Action::Last => last,
        _ => return close(state),
    };
}

fn close(state: &mut State) {
    if state.talk.sheet.take().is_none() {
        state.layers.pop();
    }
}

fn scroll_of(state: &mut State) -> Option<&mut usize> {
    if let Some(sheet) = &mut state.talk.sheet {
        return Some(&mut sheet.scroll);
    }
    match state.layers.last_mut()? {
        Layer::Help(scroll) => Some(scroll),
        _ => None,
    }
}

/// Keeps the selected entry of a list to choose from in sight.
pub fn fit_menu(state: &mut State) {
    state.menu_top = match view::menu(state) {
        Some((selected, rows)) => view::first_menu_row(state.menu_top, selected, rows),
        None => 0,
    };
}
