//! Which part of the screen shows what. Both update (page sizes, keeping the selection in sight) and view ask here.
//!
//! As the screen shrinks, panes give way in a fixed order: the timeline, the checklist line, the status line, the detail beside the
//! list (then under it), at last one pane at a time.

use ratatui::layout::Rect;

use crate::board::layers::Layer;
use crate::board::state::{Pane, State};
use crate::board::view;

/// The smallest screen the board works on, in cells.
pub const SMALLEST: (u16, u16) = (40, 10);

/// Whether a screen of this many columns and rows is smaller than the board works on.
pub fn is_too_small(width: u16, height: u16) -> bool {
    width < SMALLEST.0 || height < SMALLEST.1
}

/// The parts of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Areas {
    /// One line.
    pub header: Rect,
    /// What to do next, or the banner: one line, more where its words need them.
    pub next: Rect,
    /// The list, where it has room.
    pub list: Option<Rect>,
    /// The line between list and detail.
    pub divider: Option<Rect>,
    /// The detail, where it has room.
    pub detail: Option<Rect>,
    /// The layers of a coding plan, where they have room; with a rule on top.
    pub waves: Option<Rect>,
    /// The timeline, where it has room; its first row is the ruler.
    pub timeline: Option<Rect>,
    /// Everything between the lines above and below.
    pub body: Rect,
    /// One line, where there is a checklist and room.
    pub checklist: Option<Rect>,
    /// One line, where there is room.
    pub status: Option<Rect>,
    /// One line.
    pub keys: Rect,
}

/// The parts of the detail pane while a text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WritingAreas {
    /// Title, length and as much of the description as fits.
    pub head: Rect,
    /// The line above the editor.
    pub rule: Rect,
    /// The editor.
    pub editor: Rect,
    /// What is left for the comments below.
    pub rest: Rect,
}

/// The parts of the screen of `state`.
pub fn areas(state: &State) -> Areas {
    let (width, height) = (state.session.width, state.session.height);
    let row = |y: u16, h: u16| Rect::new(0, y.min(height), width, h.min(height.saturating_sub(y)));
    let has_checklist = state.outside.checklist.is_some() && height >= 16;
    let has_status = height >= 14;
    let below = 1 + u16::from(has_checklist) + u16::from(has_status);
    let next = row(1, view::next_step_rows(state));
    let body = row(next.bottom(), height.saturating_sub(next.bottom() + below));
    let mut y = body.bottom();
    let mut line = |there: bool| {
        there.then(|| {
            let area = row(y, 1);
            y += 1;
            area
        })
    };
    let checklist = line(has_checklist);
    let status = line(has_status);
    let keys = line(true).unwrap_or_default();
    let mut areas = Areas { header: row(0, 1), next, body, checklist, status, keys, ..Areas::default() };
    let choosing = matches!(state.layers.last(), Some(Layer::Lens(_)));
    let detail_wanted = state.pane == Pane::Detail || state.writing().is_some() || choosing;
    let repointing = matches!(state.layers.last(), Some(Layer::Repoint(_)));
    areas.waves = waves(state, body);
    areas.timeline = if areas.waves.is_none() { timeline(state, body) } else { None };
    // What is left for list and detail; overlays cover all of it.
    let below = areas.waves.or(areas.timeline).map_or(0, |pane| pane.height);
    let body = Rect { height: body.height - below, ..body };
    if state.view().targets.is_empty() && state.writing().is_none() {
        // Nothing to list and nothing to tell: the reason has the whole room.
        areas.list = Some(body);
    } else if width >= SIDE_BY_SIDE {
        let list_width = (width * 45 / 100).clamp(36, 84);
        areas.list = Some(Rect { width: list_width, ..body });
        areas.divider = Some(Rect { x: list_width, width: 1, ..body });
        areas.detail = Some(Rect { x: list_width + 1, width: width - list_width - 1, ..body });
    } else if body.height >= STACKED {
        let most = if detail_wanted && !repointing { body.height / 3 } else { body.height / 2 };
        // A short list leaves its rows to the detail.
        let list_height = most.min(list_needs(state)).max(3);
        areas.list = Some(Rect { height: list_height, ..body });
        areas.divider = Some(Rect { y: body.y + list_height, height: 1, ..body });
        areas.detail = Some(Rect { y: body.y + list_height + 1, height: body.height - list_height - 1, ..body });
    } else if detail_wanted && !repointing {
        areas.detail = Some(body);
    } else {
        areas.list = Some(body);
    }
    areas
}

/// Cells from which on the detail stands beside the list.
const SIDE_BY_SIDE: u16 = 76;
/// Rows from which on the detail stands under the list.
const STACKED: u16 = 12;

/// Rows that show all of the list.
fn list_needs(state: &State) -> u16 {
    let facts = usize::from(!state.view().facts.is_empty());
    u16::try_from(state.desk().rows.len() + facts).unwrap_or(u16::MAX)
}

/// Rows of list and detail before the layers get any.
const BEFORE_WAVES: u16 = 14;

/// The rows of the layers below list and detail: as many as the highest layer needs, at most a third, and none on a small
/// screen.
fn waves(state: &State, body: Rect) -> Option<Rect> {
    let waves = &state.plan.waves;
    let wanted = 1 + u16::try_from(waves.height()).unwrap_or(u16::MAX).max(2);
    let most = (body.height / 3).min(body.height.saturating_sub(BEFORE_WAVES));
    let shown = !waves.is_empty() && !state.waves_hidden && body.width >= SIDE_BY_SIDE && most >= 3;
    let height = wanted.min(most);
    shown.then_some(Rect { y: body.bottom() - height, height, ..body })
}

/// Rows of list and detail before the timeline gets any.
const BEFORE_TIMELINE: u16 = 15;
/// The same where the detail is under the list: the most rows of the list, and those of the detail with its rule.
const BEFORE_TIMELINE_STACKED: (u16, u16) = (10, 10);

/// The rows of the timeline below list and detail: the ruler and, on 24 rows, three rows of bars, on a tall screen up to a
/// third; none on a smaller screen.
fn timeline(state: &State, body: Rect) -> Option<Rect> {
    let line = state.timeline();
    let (list, detail) = BEFORE_TIMELINE_STACKED;
    let before = if body.width >= SIDE_BY_SIDE { BEFORE_TIMELINE } else { list.min(list_needs(state)) + detail };
    let room = body.height.saturating_sub(before);
    let most = (body.height / 3).clamp(4, 4 + room.saturating_sub(4) * 2 / 3).min(room);
    let wanted = 1 + u16::try_from(line.rows.len()).unwrap_or(u16::MAX - 1);
    let height = wanted.min(most);
    (!line.is_empty() && height >= 2).then_some(Rect { y: body.bottom() - height, height, ..body })
}

/// Rows of facts above the targets in the list at `list`.
pub fn fact_rows(state: &State, list: Rect) -> u16 {
    let view = state.view();
    if list.height < 6 || view.targets.is_empty() {
        return 0;
    }
    let most = if list.height >= 24 { 2 } else { 1 };
    view.facts.len().min(most) as u16
}

/// Rows of the list that show groups and targets; 0 where the list has no room.
pub fn list_rows(state: &State) -> u16 {
    areas(state).list.map_or(0, |list| list.height - fact_rows(state, list))
}

/// Divides the detail pane for writing: the head keeps at least two rows, the editor gets at least five (or what there
/// is), grows with its text, and the comments get what is left.
pub fn writing_areas(detail: Rect, head_rows: u16, editor_rows: u16) -> WritingAreas {
    let height = detail.height;
    let head_height = head_rows.min((height / 3).max(2)).min(height.saturating_sub(2));
    let below_head = height - head_height;
    let rule_height = u16::from(below_head >= 2);
    let room = below_head - rule_height;
    let editor_height = editor_rows.max(5).max(room / 2).min(room);
    let slice = |y: u16, h: u16| Rect { y: detail.y + y, height: h, ..detail };
    WritingAreas {
        head: slice(0, head_height),
        rule: slice(head_height, rule_height),
        editor: slice(head_height + rule_height, editor_height),
        rest: slice(head_height + rule_height + editor_height, room - editor_height),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_editor_keeps_five_rows_and_the_head_two() {
        for height in 9..60 {
            let detail = Rect::new(37, 2, 43, height);
            let parts = writing_areas(detail, 20, 1);
            assert!(parts.editor.height >= 5 || height < 9, "{height}");
            assert!(parts.head.height >= 2);
            let sum = parts.head.height + parts.rule.height + parts.editor.height + parts.rest.height;
            assert_eq!(sum, height);
        }
    }

    #[test]
    fn nothing_underflows_on_a_tiny_pane() {
        for height in 0..9 {
            writing_areas(Rect::new(0, 0, 10, height), 3, 1);
        }
    }
}
