//! The timeline: how large it is shown, and which part of it.

use crate::board::keys::Action;
use crate::board::layout;
use crate::board::state::{State, Tone};
use crate::board::timeline::Kept;
use crate::board::update::navigate;
use crate::board::view::timeline::{cells_of_bars, kept};
use crate::contract::plan_comments::Pass;

/// `+`, `-`: twice as large around the selection, half as large. `z`: what is around the selection, and everything again.
pub fn zoom(state: &mut State, action: Action) {
    if state.pass == Pass::Coding {
        let text = state.word("timeline.no-video-plan");
        return state.tell(Tone::Plain, text);
    }
    let Some(area) = layout::areas(state).timeline else {
        let text = state.word("timeline.not-shown");
        return state.tell(Tone::Plain, text);
    };
    let cells = cells_of_bars(state, area);
    let most = state.timeline().most_zoom(cells);
    let selected = state.desk().selected;
    let zoom = state.zoom.min(most);
    let (zoom, from) = match action {
        Action::ZoomIn => ((zoom + 1).min(most), None),
        Action::ZoomOut => (zoom.saturating_sub(1), None),
        _ if zoom > 0 => (0, None),
        _ => around(state, selected, cells),
    };
    if zoom == 0 && state.zoom == 0 {
        let key = if action == Action::ZoomIn { "timeline.largest" } else { "timeline.whole" };
        let text = state.word(key);
        state.tell(Tone::Plain, text);
    } else if zoom == state.zoom {
        let text = state.word("timeline.largest");
        state.tell(Tone::Plain, text);
    }
    state.zoom = zoom;
    let kept = &mut state.desk_mut().timeline;
    *kept = Kept { from, held: from.map(|_| selected), ..*kept };
}

/// Zoom and beginning of what is around a target: its chapter, else its neighbours.
fn around(state: &State, position: usize, cells: usize) -> (u8, Option<f64>) {
    let line = state.timeline();
    let groups = &state.view().groups;
    let chapter = groups.get(groups.partition_point(|group| group.targets.end <= position));
    let chapter = chapter.filter(|group| group.title.is_some() && state.pass == Pass::Structure);
    let around = line.around(position, chapter.map(|group| &group.targets));
    let (zoom, from) = around.map_or((0, 0.0), |(from, to)| line.fit(from, to, cells));
    (zoom, (zoom > 0).then_some(from))
}

/// A click on a bar selects it, and nothing on the timeline moves.
pub fn click(state: &mut State, position: usize) {
    navigate::select(state, position);
    state.desk_mut().timeline.held = Some(position);
}

/// Keeps what is shown, so that it moves only when the selected bar would be out of sight.
pub fn keep(state: &mut State) {
    if let Some(area) = layout::areas(state).timeline {
        state.desk_mut().timeline = kept(state, area);
    }
}
