//! What lies over the board: panels and dialogues, each scrolled inside the body.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::board::layers::Layer;
use crate::board::layout::Areas;
use crate::board::paint;
use crate::board::state::State;
use crate::board::view::content::{Content, draw_line};
use crate::board::view::hits::Hits;
use crate::board::view::{
    all_comments, approve, asking, checklist, findings, notices, objections, panels, reports, rounds, submit, ways,
};
use crate::text::cells;

/// Draws the topmost overlay, if there is one, and notes where its entries are; gives the cursor where it belongs to it.
pub fn draw(state: &State, areas: &Areas, buf: &mut Buffer, hits: &mut Hits) -> Option<Position> {
    let area = inner(areas.body);
    let width = usize::from(area.width);
    if let Some(sheet) = &state.talk.sheet {
        frame(state, areas.body, &sheet.title, buf);
        return Some(scrolled(&panels::sheet(state, sheet, width), area, sheet.scroll, state, buf));
    }
    match state.layers.last()? {
        Layer::Help(scroll) => {
            frame(state, areas.body, state.word("help.title"), buf);
            Some(scrolled(&panels::help(state, width), area, *scroll, state, buf))
        }
        Layer::Checklist(top) => {
            frame(state, areas.body, state.word("checklist.title"), buf);
            Some(checklist::draw(state, *top, area, buf))
        }
        Layer::Asking(asking) => {
            frame(state, areas.body, state.word(asking::title(asking)), buf);
            Some(asking::draw(state, asking, area, buf))
        }
        Layer::Findings(view) => {
            frame(state, areas.body, state.word("findings.title"), buf);
            Some(findings::draw(state, view, area, buf, hits))
        }
        Layer::Notices(view) => {
            frame(state, areas.body, &notices::title(state), buf);
            Some(notices::draw(state, view, area, buf, hits))
        }
        Layer::Submit(dialogue) => {
            frame(state, areas.body, state.word("submit.title"), buf);
            Some(submit::draw(state, dialogue, area, buf, hits))
        }
        Layer::Approve(approval) => {
            frame(state, areas.body, state.word("approve.title"), buf);
            Some(scrolled(&approve::content(state, approval, width), area, approval.scroll, state, buf))
        }
        Layer::Reports(view) => {
            frame(state, areas.body, &reports::title(state, view), buf);
            Some(reports::draw(state, view, area, buf, hits))
        }
        Layer::Answer(open) => {
            frame(state, areas.body, state.word("report.answer-title"), buf);
            Some(reports::draw_answer(state, open, buf))
        }
        Layer::Rounds(view) => {
            frame(state, areas.body, &rounds::title(state, view), buf);
            Some(rounds::draw(state, view, area, buf, hits))
        }
        Layer::Objections(view) => {
            frame(state, areas.body, state.word("objections.title"), buf);
            Some(objections::draw(state, view, area, buf, hits))
        }
        Layer::GoTo(view) => {
            frame(state, areas.body, state.word("ways.go-to"), buf);
            Some(ways::go_to(state, view, area, buf, hits))
        }
        Layer::Commands(view) => {
            frame(state, areas.body, state.word("ways.commands"), buf);
            Some(ways::commands(state, view, area, buf, hits))
        }
        Layer::AllComments(view) => {
            frame(state, areas.body, state.word("ways.all-comments"), buf);
            Some(all_comments::draw(state, view, area, buf, hits))
        }
        Layer::Phrases(selected) => {
            frame(state, areas.body, state.word("ways.phrases"), buf);
            Some(ways::phrases(state, *selected, area, buf, hits))
        }
        Layer::TakeOver(busy) => {
            frame(state, areas.body, state.word("ways.take-over"), buf);
            Some(scrolled(&ways::take_over(state, *busy, width), area, 0, state, buf))
        }
        Layer::Write(_) | Layer::Search(_) | Layer::Choose(_) | Layer::Repoint(_) | Layer::Lens(_) => None,
    }
}

/// The part of the body an overlay's text has.
pub fn inner(body: Rect) -> Rect {
    Rect { x: body.x + 2, y: body.y + 1, width: body.width.saturating_sub(4), height: body.height.saturating_sub(1) }
}

fn frame(state: &State, body: Rect, title: &str, buf: &mut Buffer) {
    let theme = &state.session.theme;
    paint::clear_under(buf, body);
    let sign = theme.signs.horizontal;
    let title = crate::text::clean::line(title);
    let fill = usize::from(body.width).saturating_sub(cells::width(&title) + 4);
    let rule = format!("{sign}{sign} {title} {}", sign.repeat(fill));
    draw_line(&[(rule, theme.heading)], Rect { height: 1, ..body }, buf);
}

/// Draws from a row on; an arrow says that there is more. The cursor waits at the top of the text.
fn scrolled(content: &Content, area: Rect, scroll: usize, state: &State, buf: &mut Buffer) -> Position {
    let height = usize::from(area.height);
    let scroll = scroll.min(content.len().saturating_sub(height));
    content.draw(area, scroll, buf);
    arrows(state, area, scroll > 0, content.len() > scroll + height, buf);
    Position::new(area.x, area.y)
}

/// Arrows right of `area` that say that there is more above and below.
pub fn arrows(state: &State, area: Rect, above: bool, below: bool, buf: &mut Buffer) {
    let (up, down) = if state.session.ascii { ("^", "v") } else { ("↑", "↓") };
    let x = area.right() + 1;
    for (there, y, sign) in [(above, area.top(), up), (below, area.bottom().saturating_sub(1), down)] {
        if there && let Some(cell) = buf.cell_mut((x, y)) {
            cell.set_symbol(sign).set_style(state.session.theme.dim);
        }
    }
}
