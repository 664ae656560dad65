//! Drawing the state. Pure: the same state gives the same screen.

mod all_comments;
mod approve;
mod asking;
mod checklist;
mod choosing;
mod content;
mod detail;
mod entries;
mod findings;
mod header;
mod hits;
mod key_line;
mod lines;
mod list;
mod next_step;
mod notices;
mod objecting;
mod objections;
mod offered;
mod overlay;
mod panels;
mod reports;
mod rounds;
mod spare;
pub mod submit;
#[cfg(test)]
mod tests;
pub mod timeline;
mod waves;
mod ways;
mod window;
mod writing;

pub use all_comments::Parts as AllCommentsParts;
pub use entries::Entries;
pub use findings::Parts as FindingsParts;
pub use header::pass_at;
pub use hits::Hit;
pub use key_line::hint_at;
pub use notices::Parts as NoticeParts;
pub use objections::Parts as ObjectionParts;
pub use offered::{is_bound, is_there};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
pub use reports::{Parts as ReportParts, answer_editor};
pub use ways::{first_row as first_menu_row, menu};

use crate::board::checklist::Place;
use crate::board::keys::Action;
use crate::board::layers::Layer;
use crate::board::layout::{self, SMALLEST};
use crate::board::paint;
use crate::board::state::{Pane, State};
use hits::Hits;

/// Draws the whole screen; says where the terminal's cursor belongs.
pub fn draw(state: &State, buf: &mut Buffer) -> Option<Position> {
    let area = *buf.area();
    if layout::is_too_small(area.width, area.height) {
        return too_small(state, area, buf);
    }
    let areas = layout::areas(state);
    let mut hits = Hits::default();
    header::draw(state, areas.header, buf);
    next_step::draw(state, areas.next, buf);
    let mut cursor = areas.list.and_then(|list| list::draw(state, list, buf));
    if let Some(divider) = areas.divider {
        draw_divider(state, divider, buf);
    }
    if let Some(area) = areas.detail
        && let Some(position) = detail::draw(state, area, buf, &mut hits)
    {
        cursor = Some(position);
    }
    if let Some(area) = areas.waves {
        waves::draw(state, area, buf);
    }
    if let Some(area) = areas.timeline {
        timeline::draw(state, area, buf);
    }
    if let Some(area) = areas.checklist {
        lines::checklist(state, area, buf);
    }
    if let Some(area) = areas.status {
        cursor = lines::status(state, area, buf).or(cursor);
    }
    cursor = key_line::draw(state, areas.keys, areas.status.is_none(), buf).or(cursor);
    if let Some(position) = overlay::draw(state, &areas, buf, &mut hits) {
        cursor = Some(position);
    }
    lines::message(state, &areas, buf);
    // Without a cursor an input method would show its text anywhere.
    let in_detail = state.pane == Pane::Detail;
    let (one, other) = if in_detail { (areas.detail, areas.list) } else { (areas.list, areas.detail) };
    let cursor = cursor.or_else(|| Some(one.or(other)?.as_position()));
    if state.session.ascii {
        paint::ascii_signs(buf);
    }
    paint::fix_edge(buf);
    cursor
}

/// The entry at a place of the screen, of the list that lies over the board.
pub fn entry_at(state: &State, at: Position) -> Option<Hit> {
    let screen = Rect::new(0, 0, state.session.width, state.session.height);
    if layout::is_too_small(screen.width, screen.height) {
        return None;
    }
    let (mut buf, mut hits) = (Buffer::empty(screen), Hits::default());
    let areas = layout::areas(state);
    if let Some(area) = areas.detail {
        detail::draw(state, area, &mut buf, &mut hits);
    }
    overlay::draw(state, &areas, &mut buf, &mut hits);
    hits.at(at)
}

fn draw_divider(state: &State, area: Rect, buf: &mut Buffer) {
    let theme = &state.session.theme;
    let sign = if area.width == 1 { theme.signs.vertical } else { theme.signs.horizontal };
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            if let Some(cell) = buf.cell_mut((x, y)) {
                cell.set_symbol(sign).set_style(theme.dim);
            }
        }
    }
}

fn too_small(state: &State, area: Rect, buf: &mut Buffer) -> Option<Position> {
    let (width, height) = SMALLEST;
    let text = state.say("screen.too-small", &[("width", &width.to_string()), ("height", &height.to_string())]);
    for (y, line) in (area.top()..area.bottom()).zip(crate::text::wrap::wrap(&text, usize::from(area.width.max(1)))) {
        let row = text.get(line.range).unwrap_or_default();
        paint::put(buf, area.x, y, area.width, row, state.session.theme.text);
    }
    None
}

/// Rows of the line that says what to do now, at least 1.
pub fn next_step_rows(state: &State) -> u16 {
    next_step::rows(state)
}

/// Where the message lies over the screen, if there is one.
pub fn message_area(state: &State) -> Option<Rect> {
    lines::message_area(state, &layout::areas(state))
}

/// Rows the detail of the selected target takes.
pub fn detail_rows(state: &State) -> usize {
    let width = layout::areas(state).detail.map_or(20, |d| d.width);
    detail::content(state, usize::from(width.saturating_sub(1))).len()
}

/// Rows of the editor in the detail pane; 0 where no text is written.
pub fn editor_height(state: &State) -> u16 {
    writing::editor_height(state)
}

/// What the open submit dialogue scrolls.
pub fn submit_extent(state: &State) -> Option<submit::Extent> {
    submit::extent(state)
}

/// Rows of the approval, and rows of it that are shown at once.
pub fn approve_extent(state: &State) -> (usize, usize) {
    let area = overlay::inner(layout::areas(state).body);
    let Some(Layer::Approve(approval)) = state.layers.last() else { return (0, 1) };
    (approve::content(state, approval, usize::from(area.width)).len(), usize::from(area.height))
}

/// Whether rows of the selected item of the rounds view are below what is shown; `whole`: rows of anything.
pub fn rounds_go_on(state: &State, whole: bool) -> bool {
    let area = overlay::inner(layout::areas(state).body);
    super::rounds::view(state).is_some_and(|view| rounds::goes_on(state, view, area, whole))
}

/// Items of the rounds view that make a page.
pub fn rounds_page(state: &State) -> usize {
    usize::from(layout::areas(state).body.height / 4).max(1)
}

/// Where the checklist panel opens: at its top, if the current step is in sight there, else at that step.
pub fn checklist_opening(state: &State) -> Place {
    checklist::Parts::of(state).reveal(Place::default())
}

/// Where the checklist panel scrolls to, from a place.
pub fn checklist_scrolled(state: &State, from: Place, action: Action) -> Option<Place> {
    checklist::Parts::of(state).scrolled(from, action)
}

/// Whether the current step is in sight in the checklist panel scrolled to a place.
pub fn checklist_shows_current(state: &State, top: Place) -> bool {
    checklist::Parts::of(state).shows_current(top)
}

/// The nearest place from which the checklist panel shows the current step.
pub fn checklist_reveal(state: &State, top: Place) -> Place {
    checklist::Parts::of(state).reveal(top)
}

/// Rows of the open question about the checklist, and rows of it that are shown at once.
pub fn asking_extent(state: &State) -> (usize, usize) {
    asking::extent(state)
}

/// Rows of the panel on top, and rows of it that are shown at once.
pub fn panel_extent(state: &State) -> (usize, usize) {
    let area = overlay::inner(layout::areas(state).body);
    let width = usize::from(area.width);
    let content = match (&state.talk.sheet, state.layers.last()) {
        (Some(sheet), _) => panels::sheet(state, sheet, width),
        (None, Some(Layer::Help(_))) => panels::help(state, width),
        _ => return (0, 1),
    };
    (content.len(), usize::from(area.height))
}
