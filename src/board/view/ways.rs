//! Go-to, the actions by name, canned phrases, taking over: a line to type in and a list below it.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::board::editor::{self, Editor};
use crate::board::go_to::GoTo;
use crate::board::keys::{self, Context};
use crate::board::layers::Layer;
use crate::board::layout;
use crate::board::paint;
use crate::board::palette::Palette;
use crate::board::state::State;
use crate::board::view::content::{Content, Piece, draw_line};
use crate::board::view::hits::Hits;
use crate::board::view::overlay;
use crate::review::hand_off::pass_key;
use crate::text::{cells, clean};

/// Where to go.
pub fn go_to(state: &State, view: &GoTo, area: Rect, buf: &mut Buffer, hits: &mut Hits) -> Position {
    let plan = &state.plan.plan;
    let several = plan.own_passes().filter(|pass| plan.pass(*pass).unavailable.is_none()).count() > 1;
    let theme = &state.session.theme;
    let row = |at: usize| {
        let (pass, position) = view.found.places.get(at)?;
        let target = plan.pass(*pass).targets.get(*position)?;
        let mut row = Vec::new();
        if several {
            row.push((format!("{}  ", state.word(pass_key(*pass))), theme.dim));
        }
        row.push((clean::line(&target.label).into_owned(), theme.key));
        if target.label != target.headline {
            row.push((format!("  {}", clean::line(&target.headline)), theme.text));
        }
        Some(row)
    };
    let count = state.session.locale.count("search.found", view.found.total);
    let note = if view.answered == view.generation { count } else { String::new() };
    let list = List { count: view.found.places.len(), selected: view.selected, row: &row };
    typed(state, &view.editor, &note, &list, area, buf, hits)
}

/// The actions by name.
pub fn commands(state: &State, view: &Palette, area: Rect, buf: &mut Buffer, hits: &mut Hits) -> Position {
    let theme = &state.session.theme;
    let width = usize::from(area.width);
    let row = |at: usize| {
        let action = *view.found.get(at)?;
        let words = state.session.locale.word(&keys::sentence(Context::Board, action, state.session.enter)).to_owned();
        let name = cells::fit(action.name(), 20.min(width / 3));
        let key = cells::fit(&keys::shown(Context::Board, action), 7);
        Some(vec![(format!("{name} "), theme.text), (format!("{key} "), theme.key), (words, theme.dim)])
    };
    let note = if view.found.is_empty() { state.word("ways.no-such-command") } else { "" };
    let list = List { count: view.found.len(), selected: view.selected, row: &row };
    typed(state, &view.editor, note, &list, area, buf, hits)
}

/// The canned phrases; the cursor waits at the selected one.
pub fn phrases(state: &State, selected: usize, area: Rect, buf: &mut Buffer, hits: &mut Hits) -> Position {
    let theme = &state.session.theme;
    let row = |at: usize| {
        let phrase = state.session.phrases.get(at)?;
        let digit = if at < 9 { format!("{}  ", at + 1) } else { "   ".to_owned() };
        Some(vec![(digit, theme.key), (clean::line(phrase).into_owned(), theme.text)])
    };
    listed(state, &List { count: state.session.phrases.len(), selected, row: &row }, area, buf, hits)
}

/// What taking over does, and whom it concerns.
pub fn take_over(state: &State, busy: bool, width: usize) -> Content {
    let theme = &state.session.theme;
    let mut content = Content::new(width);
    if let Some(reason) = &state.outside.read_only {
        content.text(0, &state.session.locale.phrase(reason), theme.text);
        content.gap();
    }
    content.text(0, state.word("ways.take-over-what"), theme.text);
    content.gap();
    content.text(0, state.word(if busy { "ways.taking-over" } else { "ways.take-over-ask" }), theme.next);
    content
}

/// A list to choose from: how many entries there are, which is selected, and what is drawn of one.
struct List<'a> {
    count: usize,
    selected: usize,
    row: &'a dyn Fn(usize) -> Option<Vec<Piece>>,
}

/// A line that is typed, and below it the list of what it finds.
fn typed(
    state: &State,
    editor: &Editor,
    note: &str,
    list: &List<'_>,
    area: Rect,
    buf: &mut Buffer,
    hits: &mut Hits,
) -> Position {
    let theme = &state.session.theme;
    let line = Rect { height: area.height.min(1), ..area };
    let note_cells = u16::try_from(cells::width(note)).unwrap_or(u16::MAX);
    let used = draw_line(&[("> ".to_owned(), theme.key)], line, buf);
    let room = line.width.saturating_sub(used + note_cells + 2).max(4).min(line.width.saturating_sub(used));
    let input = Rect { x: line.x + used, width: room, ..line };
    let x = line.right().saturating_sub(note_cells).max(input.right());
    draw_line(&[(note.to_owned(), theme.dim)], Rect { x, width: line.right().saturating_sub(x), ..line }, buf);
    let below = Rect { y: area.y + line.height, height: area.height - line.height, ..area };
    listed(state, list, below, buf, hits);
    editor::view::render(editor, input, buf, theme.text, &mut 0)
}

fn listed(state: &State, list: &List<'_>, area: Rect, buf: &mut Buffer, hits: &mut Hits) -> Position {
    let List { count, selected, row } = *list;
    let theme = &state.session.theme;
    let top = first_row(state.menu_top, selected, area.height.into());
    let mut cursor = area.as_position();
    for (y, at) in (area.top()..area.bottom()).zip(top..count) {
        let line = Rect { y, height: 1, ..area };
        let chosen = at == selected;
        let mut pieces = vec![(format!("{} ", if chosen { theme.signs.selected } else { " " }), theme.next)];
        pieces.extend(row(at).unwrap_or_default());
        draw_line(&pieces, line, buf);
        hits.mark(area, y, 1, at);
        if chosen {
            paint::bar(buf, line, theme.selected);
            cursor = line.as_position();
        }
    }
    overlay::arrows(state, area, top > 0, count > top + usize::from(area.height), buf);
    cursor
}

/// The first row shown of a list, at or near `top`, with the selected entry among `rows` rows in sight.
pub fn first_row(top: usize, selected: usize, rows: usize) -> usize {
    top.clamp((selected + 1).saturating_sub(rows.max(1)), selected)
}

/// The entry selected in a list to choose from that lies over the board, and rows of it that are shown at once.
pub fn menu(state: &State) -> Option<(usize, usize)> {
    let rows = usize::from(overlay::inner(layout::areas(state).body).height);
    match state.layers.last()? {
        Layer::GoTo(view) => Some((view.selected, rows.saturating_sub(1))),
        Layer::Commands(view) => Some((view.selected, rows.saturating_sub(1))),
        Layer::Phrases(selected) => Some((*selected, rows)),
        _ => None,
    }
}
