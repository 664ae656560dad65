//! The mouse: a click selects a row, a bar of the timeline or a pass, or runs what the key line names; the wheel scrolls
//! what is under it. Over a layer it reaches that layer and nothing below.

use ratatui::layout::{Position, Rect};

use crate::board::effect::Effect;
use crate::board::keys::{self, Action, Context};
use crate::board::layers::Layer;
use crate::board::layout;
use crate::board::state::{ListRow, Pane, State};
use crate::board::update::{approve, context, navigate, rows, timeline};
use crate::board::view;

/// Rows one step of the wheel scrolls.
const WHEEL: usize = 3;

/// The left button was pressed at a column and row (cells from 0).
pub fn click(state: &mut State, (x, y): (u16, u16), effects: &mut Vec<Effect>) {
    let areas = layout::areas(state);
    let is_in = |area: Rect| area.contains(Position::new(x, y));
    if is_in(areas.keys) {
        if let Some(action) = view::hint_at(state, x) {
            state.talk.message = None;
            super::act(state, context(state), action, effects);
        }
        return;
    }
    // What lies over the board, above all a text being written, is closed by its keys only.
    let walks = matches!(state.layers.last(), None | Some(Layer::Repoint(_)));
    if !walks || state.talk.sheet.is_some() {
        return rows::click(state, Position::new(x, y), effects);
    }
    state.talk.message = None;
    if is_in(areas.header) && state.layers.is_empty() {
        if let Some(pass) = view::pass_at(state, x) {
            navigate::to_pass(state, pass);
            approve::looked(state, Action::Open);
        }
    } else if let Some(list) = areas.list.filter(|list| is_in(*list)) {
        row(state, list, y);
    } else if let Some(timeline) = areas.timeline.filter(|timeline| is_in(*timeline)) {
        if let Some(position) = view::timeline::hit(state, timeline, x, y) {
            timeline::click(state, position);
            approve::looked(state, Action::Open);
        }
    } else if areas.detail.is_some_and(is_in) && state.layers.is_empty() {
        state.pane = Pane::Detail;
    }
}

/// A click in the list selects; on the selected target it opens the detail.
fn row(state: &mut State, list: Rect, y: u16) {
    let first = list.y + layout::fact_rows(state, list);
    let Some(below) = y.checked_sub(first) else { return };
    let desk = state.desk();
    let Some(ListRow::Target(position)) = desk.rows.get(desk.scroll + usize::from(below)).copied() else { return };
    if position == desk.selected && state.layers.is_empty() && state.pane == Pane::List {
        state.pane = Pane::Detail;
    } else {
        state.pane = Pane::List;
        navigate::select(state, position);
    }
    approve::looked(state, Action::Open);
}

/// The wheel was turned at a column and row (cells from 0).
pub fn scroll(state: &mut State, up: bool, (x, y): (u16, u16), effects: &mut Vec<Effect>) {
    let action = if up { Action::Up } else { Action::Down };
    let context = context(state);
    let over_board = matches!(context, Context::Board | Context::Repoint | Context::Search);
    if !over_board {
        let moves = keys::bindings().iter().any(|b| b.context == context && b.action == action);
        let by_rows = matches!(context, Context::Panel | Context::Sheet | Context::Checklist);
        // A choice is not made by the wheel.
        if moves && !matches!(context, Context::Lens | Context::Choose) {
            for _ in 0..if by_rows { WHEEL } else { 1 } {
                super::act(state, context, action, effects);
            }
        }
        return;
    }
    let areas = layout::areas(state);
    let at = Position::new(x, y);
    if areas.list.is_some_and(|list| list.contains(at)) {
        navigate::scroll_list(state, up, WHEEL);
        approve::looked(state, action);
    } else if areas.detail.is_some_and(|detail| detail.contains(at)) {
        let pane = std::mem::replace(&mut state.pane, Pane::Detail);
        for _ in 0..WHEEL {
            navigate::act(state, action);
        }
        state.pane = pane;
    }
}
