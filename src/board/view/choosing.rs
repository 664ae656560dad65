//! What is chosen in the detail: the lens of an objection, one of several comments.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::board::layers::{Choice, ChoiceAct};
use crate::board::objections::LensChoice;
use crate::board::state::State;
use crate::board::view::content::Content;
use crate::board::view::hits::Hits;

/// The lens of an objection is chosen: what it says on top, the lenses below.
pub fn lens(state: &State, choice: &LensChoice, area: Rect, buf: &mut Buffer, hits: &mut Hits) -> Position {
    let theme = &state.session.theme;
    let mut above = Content::new(usize::from(area.width));
    if let Some(comment) = state.desk().draft.comment(choice.comment) {
        let rows = usize::from(area.height.saturating_sub(LENS_ROWS)) / 2;
        let label = comment.anchor.own_id.as_deref().unwrap_or(&comment.anchor.title);
        if rows > 0 {
            above.text_at_most(1, 0, label, theme.heading);
            above.text_at_most(rows.min(6), 0, &comment.text, theme.text);
            above.line(Vec::new());
        }
    }
    let height = (above.len() as u16).min(area.height.saturating_sub(LENS_ROWS));
    above.draw(Rect { height, ..area }, 0, buf);
    let below = Rect { y: area.y + height, height: area.height - height, ..area };
    super::objecting::draw(state, choice, below, buf, hits)
}

/// Rows that choosing a lens takes.
const LENS_ROWS: u16 = 9;

/// The comments of the target, numbered, one of them to be chosen.
pub fn comment(state: &State, choice: &Choice, area: Rect, buf: &mut Buffer, hits: &mut Hits) -> Position {
    let theme = &state.session.theme;
    let title = if choice.act == ChoiceAct::Edit { "choose.edit" } else { "choose.delete" };
    let mut content = Content::new(usize::from(area.width));
    content.text(0, state.word(title), theme.heading);
    content.gap();
    let mut row = 0;
    let mut laid = Vec::new();
    for (number, key) in choice.comments.iter().enumerate() {
        let Some(comment) = state.desk().draft.comment(*key) else { continue };
        let (chosen, first) = (number == choice.selected, content.len());
        if chosen {
            row = first;
        }
        let sign = if chosen { theme.signs.selected } else { " " };
        let style = if chosen { theme.next } else { theme.text };
        content.after(vec![(format!("{sign}{} ", number + 1), theme.key)], 3, &comment.text, style);
        laid.push((number, first..content.len()));
    }
    let height = usize::from(area.height);
    let scroll = (row + 3).saturating_sub(height);
    content.draw(area, scroll, buf);
    for (number, rows) in laid {
        hits.mark_scrolled(area, scroll, rows, number);
    }
    Position::new(area.x, area.y + (row - scroll.min(row)) as u16)
}
