//! The key line: the keys that do something now, as many as fit.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::board::checklist::{self, Act};
use crate::board::keys::{self, Action, Context};
use crate::board::layers::Layer;
use crate::board::layout;
use crate::board::state::State;
use crate::board::update;
use crate::board::view::content::{Piece, draw_line};
use crate::board::view::lines::search_line;
use crate::board::view::offered;
use crate::text::cells;

/// The key line, made from the live table: as many hints as fit. On a small screen the search line takes its place.
pub fn draw(state: &State, area: Rect, alone: bool, buf: &mut Buffer) -> Option<Position> {
    if alone && let Some(position) = search_line(state, area, buf) {
        return Some(position);
    }
    let theme = &state.session.theme;
    let mut pieces: Vec<Piece> = Vec::new();
    for (_, key, word) in shown_hints(state, area.width) {
        let gap = if pieces.is_empty() { "" } else { "  " };
        pieces.extend([(format!("{gap}{key}"), theme.key), (format!(" {word}"), theme.dim)]);
    }
    draw_line(&pieces, area, buf);
    None
}

/// The action that the key line names at a column (cells from 0).
pub fn hint_at(state: &State, x: u16) -> Option<Action> {
    let areas = layout::areas(state);
    let covered = state.talk.message.is_some() || matches!(state.layers.last(), Some(Layer::Search(_)));
    if areas.status.is_none() && covered {
        return None;
    }
    let mut left = usize::from(x);
    for (action, key, word) in shown_hints(state, areas.keys.width) {
        let width = cells::width(&key) + cells::width(&word) + 3;
        if left < width {
            // The space between two belongs to neither.
            return (left + 2 < width).then_some(action);
        }
        left -= width;
    }
    None
}

/// The hints that fit: action, key, word. The way out of a layer has its room before the others, and so has help where
/// it has a key of its own.
fn shown_hints(state: &State, width: u16) -> Vec<(Action, String, String)> {
    let context = update::context(state);
    let mut wanted = Vec::new();
    let is_busy = checklist::asking(state).is_some_and(|asking| asking.busy);
    let is_asked = matches!(context, Context::StepDone | Context::StopOrResume);
    for action in keys::hints(context) {
        if is_asked && is_busy {
            // While it is being written no key does anything.
            break;
        }
        let not_offered = Act::of(*action).is_some_and(|act| checklist::refusal(state, act).is_some());
        let does_nothing = !offered::does_something(state, context, *action);
        if not_offered || does_nothing || state.outside.read_only.is_some() && action.changes() {
            continue;
        }
        let key = keys::shown(context, *action);
        let word = offered::word(state, context, *action);
        let word = word.unwrap_or_else(|| keys::word(context, *action, state.session.enter));
        wanted.push((*action, key, state.session.locale.word(word).to_owned()));
    }
    // Two spaces follow; behind the last they need not fit.
    let cells_of = |(_, key, word): &(Action, String, String)| cells::width(key) + cells::width(word) + 3;
    let is_kept = |action: Action| {
        action == Action::Close || action == Action::Help && context != Context::Board && !update::is_typed(context)
    };
    let mut kept: usize = wanted.iter().filter(|hint| is_kept(hint.0)).map(cells_of).sum();
    let (mut used, mut is_full) = (0, false);
    let mut shown = Vec::new();
    for hint in wanted {
        let more = cells_of(&hint);
        if is_kept(hint.0) {
            kept -= more;
        } else {
            is_full |= used + more + kept > usize::from(width) + 2;
            if is_full {
                continue;
            }
        }
        if used + more > usize::from(width) + 2 {
            break;
        }
        used += more;
        shown.push(hint);
    }
    shown
}
