//! The panel of all comments: target and text of each, the selected one whole. Only those in sight are laid out.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::board::all_comments::{self, AllComments, Entry, Kind};
use crate::board::checklist::Place;
use crate::board::layout;
use crate::board::state::State;
use crate::board::view::content::Content;
use crate::board::view::hits::Hits;
use crate::board::view::overlay;
use crate::board::view::window::Window;
use crate::review::draft::AnchorState;
use crate::review::hand_off::pass_key;
use crate::text::clean;

/// Rows of a text that is not selected.
const MOST_ROWS: usize = 3;

/// The panel at the size of the screen.
pub struct Parts<'a> {
    state: &'a State,
    entries: Arc<Vec<Entry>>,
    selected: usize,
    width: usize,
    height: usize,
}

/// Draws the panel; the cursor waits at the selected comment.
pub fn draw(state: &State, view: &AllComments, area: Rect, buf: &mut Buffer, hits: &mut Hits) -> Position {
    let parts = Parts::of(state, view);
    parts.window().draw(state, parts.reveal(view.top), Some(parts.selected), area, buf, |part, y, rows| {
        hits.mark(area, y, rows, part);
    })
}

impl<'a> Parts<'a> {
    /// The parts as the screen now is.
    pub fn of(state: &'a State, view: &AllComments) -> Parts<'a> {
        let area = overlay::inner(layout::areas(state).body);
        let entries = all_comments::entries(state);
        let selected = view.selected.min(entries.len().saturating_sub(1));
        Parts { state, entries, selected, width: area.width.into(), height: usize::from(area.height).max(1) }
    }

    fn window(&self) -> Window<impl Fn(usize) -> Content> {
        Window { count: self.entries.len(), height: self.height, part: |part| self.part(part) }
    }

    /// The nearest place to `top` from which the selected comment is in sight.
    pub fn reveal(&self, top: Place) -> Place {
        self.window().reveal(top, self.selected, 0)
    }

    /// Where the list begins for an entry to have so many rows above it.
    pub fn top_with(&self, entry: usize, above: usize) -> Place {
        self.window().up(Place { part: entry, row: 0 }, above)
    }

    fn part(&self, at: usize) -> Content {
        let mut content = Content::new(self.width);
        let (state, theme) = (self.state, &self.state.session.theme);
        let Some(entry) = self.entries.get(at) else { return content };
        let Some((anchor, text)) = all_comments::parts(state, entry) else { return content };
        let chosen = at == self.selected;
        let (sign, style) = match entry.kind {
            Kind::Draft(_) | Kind::Overall => (theme.signs.comment, theme.comment),
            Kind::Unfinished(_) => (theme.signs.unfinished, theme.warn),
            Kind::Sent(_) => (theme.signs.sent, theme.comment),
        };
        let word = match entry.kind {
            Kind::Sent(_) => Some("ways.sent"),
            Kind::Unfinished(_) => Some("ways.unfinished"),
            _ if anchor.is_some_and(|a| a.state == AnchorState::Gone) => Some("ways.gone"),
            _ => None,
        };
        let target = entry.position.and_then(|position| state.plan.plan.pass(entry.pass).targets.get(position));
        let title = match (target, anchor) {
            (Some(target), _) if target.label == target.headline => clean::line(&target.label).into_owned(),
            (Some(target), _) => format!("{}  {}", clean::line(&target.label), clean::line(&target.headline)),
            (None, Some(anchor)) => clean::line(&anchor.title).into_owned(),
            (None, None) => state.word("ways.overall").to_owned(),
        };
        let mut head = vec![
            (format!("{} ", if chosen { theme.signs.selected } else { " " }), theme.next),
            (format!("{sign} "), style),
            (format!("{}  ", state.word(pass_key(entry.pass))), theme.dim),
        ];
        head.extend(word.map(|word| (format!("{}  ", state.word(word)), theme.warn)));
        head.push((title, if chosen { theme.heading } else { theme.text }));
        content.line(head);
        let most = if chosen { self.height.saturating_sub(2).max(1) } else { MOST_ROWS };
        content.text_at_most(most, 4, text, theme.text);
        content.line(Vec::new());
        content
    }
}
