//! The detail pane while a text is written: the editor between the head of the target and its comments.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::board::editor;
use crate::board::layers::{Layer, Writing};
use crate::board::layout;
use crate::board::state::State;
use crate::board::view::content::{Content, draw_line};
use crate::board::view::detail::{comments, head, inner};
use crate::contract::plan_comments::Pass;
use crate::review::draft::AnchorState;
use crate::text::cells;

/// The text being written, where nothing lies over it.
pub fn top(state: &State) -> Option<&Writing> {
    if let Some(Layer::Write(writing)) = state.layers.last() { Some(writing) } else { None }
}

/// The pane while a text is written: head, rule, editor, comments below.
pub fn draw(state: &State, writing: &Writing, area: Rect, buf: &mut Buffer) -> Position {
    let theme = &state.session.theme;
    let Around { above, below, title, parts } = around(state, writing, area);
    above.draw(parts.head, 0, buf);
    if parts.rule.height > 0 {
        let fill = usize::from(parts.rule.width).saturating_sub(cells::width(title) + 4);
        let sign = theme.signs.horizontal;
        let rule = format!("{sign}{sign} {title} {}", sign.repeat(fill));
        draw_line(&[(rule, theme.comment)], parts.rule, buf);
    }
    let text = Rect { x: parts.editor.x + 1, width: parts.editor.width.saturating_sub(2), ..parts.editor };
    let cursor = editor::view::render(&writing.editor, text, buf, theme.text, &mut writing.scroll.clone());
    if parts.rest.height > 1 && below.len() > 0 {
        let rule = theme.signs.horizontal.repeat(usize::from(parts.rest.width));
        draw_line(&[(rule, theme.dim)], Rect { height: 1, ..parts.rest }, buf);
        below.draw(Rect { y: parts.rest.y + 1, height: parts.rest.height - 1, ..parts.rest }, 0, buf);
    }
    cursor
}

/// What the pane shows around the editor, and where.
struct Around {
    above: Content,
    below: Content,
    title: &'static str,
    parts: layout::WritingAreas,
}

fn around(state: &State, writing: &Writing, area: Rect) -> Around {
    let theme = &state.session.theme;
    let width = usize::from(area.width);
    let mut above = Content::new(width);
    let mut below = Content::new(width);
    let title = match &writing.anchor {
        Some(anchor) => {
            let target = state.view().by_id.get(&anchor.id).and_then(|p| state.view().targets.get(*p));
            match target.filter(|_| anchor.state != AnchorState::Gone) {
                Some(target) => {
                    head(state, target, &mut above);
                    comments(state, target, &mut below);
                }
                None => above.text(0, &state.say("writing.gone", &[("title", &anchor.title)]), theme.bad),
            }
            let objects = state.pass == Pass::Coding;
            state.word(match (writing.comment.is_some(), objects) {
                (false, false) => "writing.new",
                (true, false) => "writing.edit",
                (false, true) => "writing.new-objection",
                (true, true) => "writing.edit-objection",
            })
        }
        None => {
            let objects = state.pass == Pass::Coding;
            let help = if objects { "writing.overall-help-coding" } else { "writing.overall-help" };
            above.text(0, state.word(help), theme.dim);
            state.word("writing.overall")
        }
    };
    let rows = writing.editor.rows().len() as u16;
    let parts = layout::writing_areas(area, above.len() as u16, rows);
    above.at_most(parts.head.height.into());
    Around { above, below, title, parts }
}

/// Rows of the editor; 0 where no text is written.
pub fn editor_height(state: &State) -> u16 {
    let pane = layout::areas(state).detail;
    pane.zip(top(state)).map_or(0, |(pane, writing)| around(state, writing, inner(pane)).parts.editor.height)
}
