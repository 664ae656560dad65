//! The timeline: how large it is shown.

use crate::board::keys::Action;
use crate::board::layout;
use crate::board::state::{State, Tone};
use crate::board::view::timeline::cells_of_bars;

/// `+`, `-`, `z`: twice as large around the selection, half as large, everything.
pub fn zoom(state: &mut State, action: Action) {
    let Some(area) = layout::areas(state).timeline else {
        let text = state.word("timeline.not-shown");
        return state.tell(Tone::Plain, text);
    };
    let most = state.timeline().most_zoom(cells_of_bars(state, area));
    state.zoom = match action {
        Action::ZoomIn => state.zoom.saturating_add(1).min(most),
        Action::ZoomOut => state.zoom.min(most).saturating_sub(1),
        _ => 0,
    };
}
