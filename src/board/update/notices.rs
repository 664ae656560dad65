//! The list of notices: moving in it, showing and folding kinds, to the target of a notice.

use crate::board::checklist::Place;
use crate::board::keys::Action;
use crate::board::layers::Layer;
use crate::board::notices::{NoticesView, Part};
use crate::board::state::{State, Tone};
use crate::board::update::{findings, go_to};
use crate::board::view::NoticeParts;

/// `i`.
pub fn open(state: &mut State) {
    let view = NoticesView::of(state);
    state.layers.push(Layer::Notices(Box::new(view)));
}

/// The files were read again: an open list shows what there is now.
pub fn follow(state: &mut State) {
    change(state, |view, state| view.lay_out(&state.view().notices, &state.notices_off));
}

/// Changes the open list, wherever it lies.
fn change(state: &mut State, how: impl FnOnce(&mut NoticesView, &State)) {
    let Some(at) = state.layers.iter().position(|layer| matches!(layer, Layer::Notices(_))) else { return };
    let Some(Layer::Notices(view)) = state.layers.get_mut(at) else { return };
    let mut now = std::mem::take(&mut **view);
    how(&mut now, state);
    if let Some(Layer::Notices(view)) = state.layers.get_mut(at) {
        **view = now;
    }
}

/// An action in the list.
pub fn act(state: &mut State, action: Action) {
    match action {
        Action::OpenNotice => open_selected(state),
        Action::SwitchNotice => switch_selected(state),
        Action::Close => drop(state.layers.pop()),
        _ => change(state, |view, state| walk(view, state, action)),
    }
}

fn walk(view: &mut NoticesView, state: &State, action: Action) {
    let parts = NoticeParts::of(state, view);
    let (last, page) = (view.parts.len().saturating_sub(1), parts.height().saturating_sub(1).max(1));
    let is_kind = |part: &Part| matches!(part, Part::Kind(..));
    let selected = match action {
        Action::NextGroup => {
            let next = view.parts.iter().skip(view.selected + 1).position(is_kind);
            next.map_or(view.selected, |n| view.selected + 1 + n)
        }
        Action::PreviousGroup => view.parts.iter().take(view.selected).rposition(is_kind).unwrap_or(0),
        _ => go_to::walked(view.selected, last, page, action),
    };
    let top = if action == Action::First { Place::default() } else { parts.reveal(view.top) };
    (view.selected, view.top) = (selected, top);
}

/// `o`: the kind that is selected is off until the board closes, or on again; the setting that says so for good is named.
fn switch_selected(state: &mut State) {
    let Some(Layer::Notices(view)) = state.layers.last() else { return };
    let kind = match view.part() {
        Some(Part::Kind(kind, _)) => Some(kind),
        Some(Part::Notice(at)) => state.view().notices.all().get(at).map(|notice| notice.kind),
        None => None,
    };
    let Some(kind) = kind else { return };
    let is_off = !state.notices_off.remove(&kind);
    if is_off {
        state.notices_off.insert(kind);
    }
    change(state, |view, state| {
        view.lay_out(&state.view().notices, &state.notices_off);
        let row = view.parts.iter().position(|part| matches!(part, Part::Kind(other, _) if *other == kind));
        view.selected = row.unwrap_or(view.selected);
        view.top = NoticeParts::of(state, view).reveal(view.top);
    });
    let key = if is_off { "notices.switched-off" } else { "notices.switched-on" };
    let text = state.say(key, &[("setting", kind.name())]);
    state.tell(Tone::Done, text);
}

/// Enter: to the target of a notice; a kind is shown or folded.
fn open_selected(state: &mut State) {
    let Some(Layer::Notices(view)) = state.layers.last() else { return };
    match view.part() {
        None => drop(state.layers.pop()),
        Some(Part::Kind(kind, _)) if state.notices_off.contains(&kind) => switch_selected(state),
        Some(Part::Kind(kind, _)) => change(state, |view, state| view.toggle(kind, state)),
        Some(Part::Notice(at)) => {
            if let Some(target) = state.view().notices.all().get(at).and_then(|notice| notice.target) {
                state.layers.pop();
                findings::show(state, state.pass, target);
            }
        }
    }
}
