//! The submit dialogue: what will be written, for which pass, and what stands in the way.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::board::keys::{self, Action, Context};
use crate::board::layers::SubmitDialogue;
use crate::board::state::State;
use crate::board::submission::{Item, Obstacle, asks_checkpoint, hand_off_line, items, obstacles};
use crate::board::view::content::Content;
use crate::board::view::hits::Hits;
use crate::board::view::lines;
use crate::contract::plan_comments::{Pass, TargetKind};
use crate::review::draft::{Anchor, AnchorState};
use crate::review::hand_off::pass_key;
use crate::text::cells;

/// Draws the dialogue: what it is about on top, the items scrolled below, the way on at the bottom. Where room
/// is short, all of it is scrolled.
pub fn draw(state: &State, dialogue: &SubmitDialogue, area: Rect, buf: &mut Buffer, hits: &mut Hits) -> Position {
    let Parts { top, list, bottom, extent, items } = parts(state, dialogue, area);
    let top_height = area.height.min(top.len() as u16);
    top.draw(Rect { height: top_height, ..area }, 0, buf);
    let bottom_height = (bottom.len() as u16).min(area.height - top_height);
    let height = area.height - top_height - bottom_height;
    let middle = Rect { y: area.y + top_height, height, ..area };
    let scroll = extent.first_row(dialogue);
    list.draw(middle, scroll, buf);
    for (entry, rows) in items {
        hits.mark_scrolled(middle, scroll, rows, entry);
    }
    super::overlay::arrows(state, middle, scroll > 0, extent.total > scroll + extent.height, buf);
    bottom.draw(Rect { y: middle.bottom(), height: bottom_height, ..area }, 0, buf);
    let below = extent.row.checked_sub(scroll).filter(|row| *row < extent.height).unwrap_or(0);
    Position::new(middle.x, middle.y + below as u16)
}

/// What the dialogue scrolls: where the selected item is, and how much there is.
pub struct Extent {
    /// First row of the selected item.
    row: usize,
    /// Row after its last.
    end: usize,
    /// All rows.
    total: usize,
    /// Rows shown at once.
    height: usize,
    /// The end is what matters now: it says what stands in the way.
    at_end: bool,
}

impl Extent {
    /// The first row shown: as far as the selected item asks for, and as far as was scrolled beyond.
    pub fn first_row(&self, dialogue: &SubmitDialogue) -> usize {
        if self.at_end {
            return self.total.saturating_sub(self.height);
        }
        if let Some(above) = dialogue.held {
            let first = self.row.saturating_sub(above);
            if self.end <= first + self.height {
                return first.min(self.total.saturating_sub(self.height));
            }
        }
        let asked = if dialogue.selected == 0 { 0 } else { self.end.saturating_sub(self.height).min(self.row) };
        (asked + dialogue.scroll).min(self.total.saturating_sub(self.height))
    }

    /// Whether rows of the selected item are below what is shown; `whole`: rows of anything.
    pub fn goes_on(&self, dialogue: &SubmitDialogue, whole: bool) -> bool {
        self.first_row(dialogue) + self.height < if whole { self.total } else { self.end }
    }
}

struct Parts {
    top: Content,
    list: Content,
    bottom: Content,
    extent: Extent,
    /// The items laid out, with their rows in `list`.
    items: Vec<(usize, Range<usize>)>,
}

/// Rows below which the whole dialogue is scrolled, in cells.
const ROOM: u16 = 12;

fn parts(state: &State, dialogue: &SubmitDialogue, area: Rect) -> Parts {
    let width = usize::from(area.width);
    let mut top = summary(state, width);
    let mut bottom = way_on(state, dialogue, width, true);
    let (mut list, mut items) = item_lines(state, dialogue, width);
    let fixed = (top.len() + bottom.len()) as u16;
    let (mut at_end, mut before) = (false, 0);
    if area.height < ROOM || fixed + ROOM / 2 > area.height {
        before = top.len();
        for (_, rows) in &mut items {
            *rows = rows.start + before..rows.end + before;
        }
        at_end = dialogue.notice.is_some() || dialogue.busy || dialogue.refused;
        if at_end {
            bottom = way_on(state, dialogue, width, false);
        }
        top.append(list);
        top.append(bottom);
        (list, top, bottom) = (top, Content::new(width), Content::new(width));
    }
    let height = usize::from(area.height).saturating_sub(top.len() + bottom.len());
    let selected = items.iter().find(|(entry, _)| *entry == dialogue.selected);
    let (row, end) = selected.map_or((before, before), |(_, rows)| (rows.start, rows.end));
    let extent = Extent { row, end, total: list.len(), height, at_end };
    Parts { top, list, bottom, extent, items }
}

/// What the open dialogue scrolls.
pub fn extent(state: &State) -> Option<Extent> {
    let dialogue = crate::board::submission::dialogue(state)?;
    let area = super::overlay::inner(crate::board::layout::areas(state).body);
    Some(parts(state, dialogue, area).extent)
}

/// Pass, file, counts; what stays in the other drafts; the overall note; what lies there already.
fn summary(state: &State, width: usize) -> Content {
    let theme = &state.session.theme;
    let locale = state.session.locale;
    let draft = &state.desk().draft;
    let mut content = Content::new(width);
    if state.pass == Pass::Coding {
        super::objecting::summary(state, &mut content);
        return content;
    }
    let pass = state.word(pass_key(state.pass));
    let count = draft.comments.len();
    let args = [("n", count.to_string()), ("pass", pass.to_owned()), ("file", state.place.plan_comments.clone())];
    let args: Vec<(&str, &str)> = args.iter().map(|(k, v)| (*k, v.as_str())).collect();
    content.text(0, &state.say("submit.summary", &args), theme.heading);
    if asks_checkpoint(state) {
        let chosen = crate::board::submission::dialogue(state).map_or(2, |d| d.checkpoint).to_string();
        content.text(0, &state.say("submit.checkpoint", &[("chosen", &chosen)]), theme.text);
    }
    if state.plan.plan.full_auto {
        content.text(0, state.word("submit.full-auto"), theme.warn);
    }
    for other in state.plan.plan.own_passes().filter(|p| *p != state.pass) {
        let left = state.desk_of(other).draft.comments.len();
        if left > 0 {
            let name = state.word(pass_key(other));
            content.text(0, &state.say("submit.stays", &[("n", &left.to_string()), ("pass", name)]), theme.dim);
        }
    }
    if let Some(there) = state.outside.submission.as_ref().filter(|s| s.is_open()) {
        let age = lines::since(state, there.submitted_at);
        let n = there.comments.to_string();
        let word = state.word(lines::state_key(there));
        let words = match there.pass {
            Some(pass) => {
                let args = [("n", n.as_str()), ("pass", state.word(pass_key(pass))), ("age", &age), ("state", word)];
                locale.say("submit.there", &args)
            }
            None => state.word("submit.there-unknown").to_owned(),
        };
        content.text(0, &words, theme.warn);
    }
    let note = if draft.overall.is_empty() {
        state.word("submit.no-overall").to_owned()
    } else {
        state.say("submit.overall", &[("note", &draft.overall)])
    };
    content.text(0, &note, theme.dim);
    content.line(Vec::new());
    content
}

/// Rows of a text that is not selected; more is said by a sign.
const MOST_ROWS: usize = 6;

/// The items, and the rows of each that is laid out.
fn item_lines(state: &State, dialogue: &SubmitDialogue, width: usize) -> (Content, Vec<(usize, Range<usize>)>) {
    let theme = &state.session.theme;
    let draft = &state.desk().draft;
    let mut content = Content::new(width);
    let mut laid = Vec::new();
    // Only what can be in sight around the selection is laid out.
    let first = dialogue.selected.saturating_sub(60);
    let room = width.saturating_sub(3);
    for (number, item) in items(state).iter().enumerate().skip(first).take(120) {
        let selected = number == dialogue.selected;
        let row = content.len();
        let marker = if selected { theme.signs.selected } else { " " };
        let (sign, style, head, text) = match item {
            Item::Unfinished(at) => {
                let Some(unfinished) = draft.unfinished.get(*at) else { continue };
                let mark = (unfinished.comment, unfinished.anchor.as_ref().map(|a| a.id.clone()));
                let left = dialogue.left.contains(&mark);
                let key = if left { "submit.item-left" } else { "submit.item-unfinished" };
                let head = match &unfinished.anchor {
                    Some(anchor) => target_words(state, anchor),
                    None => state.word("writing.overall").to_owned(),
                };
                let style = if left { theme.dim } else { theme.warn };
                (theme.signs.unfinished, style, with_keys(state, key, &head, room), &unfinished.text)
            }
            Item::Gone(key) | Item::Moved(key) | Item::Comment(key) => {
                let Some(comment) = draft.comment(*key) else { continue };
                let head = target_words(state, &comment.anchor);
                let (style, head): (Style, String) = match comment.anchor.state {
                    AnchorState::Gone => (theme.bad, with_keys(state, "submit.item-gone", &head, room)),
                    AnchorState::Moved => match comment.anchor.was.as_ref().filter(|was| **was != comment.anchor.title)
                    {
                        Some(was) => {
                            (theme.warn, state.say("submit.item-retitled", &[("target", &head), ("was", was)]))
                        }
                        None => (theme.warn, with_keys(state, "submit.item-moved", &head, room)),
                    },
                    AnchorState::Kept => (theme.text, head),
                };
                let head = super::objecting::item(state, comment, head);
                (theme.signs.comment, style, head, &comment.text)
            }
        };
        content.after(vec![(format!("{marker}{sign} "), theme.comment)], 3, &head, style);
        let style = if selected { theme.next } else { theme.dim };
        content.text_at_most(if selected { usize::MAX } else { MOST_ROWS }, 3, text, style);
        laid.push((number, row..content.len()));
    }
    (content, laid)
}

/// An item with its keys; where both do not fit into `room` cells, the keys have a line of their own.
fn with_keys(state: &State, key: &str, head: &str, room: usize) -> String {
    let shown = |action| keys::shown(Context::Submit, action);
    let words = state.say(
        key,
        &[
            ("target", head),
            ("take", &shown(Action::Take)),
            ("edit", &shown(Action::Edit)),
            ("leave", &shown(Action::Leave)),
            ("drop", &shown(Action::Drop)),
            ("repoint", &shown(Action::Repoint)),
        ],
    );
    match words.rsplit_once("   ") {
        Some((item, keys)) if cells::width(&words) > room => format!("{item}\n{keys}"),
        _ => words,
    }
}

fn target_words(state: &State, anchor: &Anchor) -> String {
    let target = state.view().by_id.get(&anchor.id).and_then(|p| state.view().targets.get(*p));
    match target.filter(|_| anchor.state != AnchorState::Gone) {
        Some(target) if target.kind.has_index() || target.kind == TargetKind::Clip => {
            format!("{} [{}] {}", target.label, target.index, target.title())
        }
        Some(target) if target.label == target.title() => target.label.clone(),
        Some(target) => format!("{} {}", target.label, target.title()),
        None => anchor.title.clone(),
    }
}

/// Notice, first obstacle or what Enter does, the hand-off line if asked for.
fn way_on(state: &State, dialogue: &SubmitDialogue, width: usize, hand_off: bool) -> Content {
    let theme = &state.session.theme;
    let mut content = Content::new(width);
    content.line(vec![(
        theme.signs.horizontal.repeat(width.min(cells::width(theme.signs.horizontal) * width)),
        theme.dim,
    )]);
    if let Some(notice) = &dialogue.notice {
        content.text(0, &state.session.locale.phrase(notice), theme.bad);
    }
    if dialogue.busy {
        content.text(0, state.word("submit.busy"), theme.text);
        return content;
    }
    let shown = |action| keys::shown(Context::Submit, action);
    let loud = if dialogue.refused { theme.bad } else { theme.warn };
    let obstacles = obstacles(state);
    match obstacles.first() {
        Some(Obstacle::Occupied) => {
            let args = [("overwrite", shown(Action::Overwrite)), ("recall", shown(Action::Recall))];
            let args: Vec<(&str, &str)> = args.iter().map(|(k, v)| (*k, v.as_str())).collect();
            content.text(0, &state.say("submit.choose", &args), loud);
        }
        // It stands on top.
        Some(obstacle) if obstacle.is_final() && !dialogue.refused => {}
        // The words of the notice say the same with what to press next.
        Some(Obstacle::Empty | Obstacle::Stale | Obstacle::NothingToObject) if dialogue.notice.is_some() => {}
        Some(obstacle) => content.text(0, &state.session.locale.phrase(&obstacle.phrase()), loud),
        None => {
            if dialogue.overwrite.is_some() {
                content.text(0, state.word("submit.will-overwrite"), theme.warn);
            }
            content.text(0, &state.say("submit.ready", &[("key", &shown(Action::Confirm))]), theme.good);
        }
    }
    // Where nothing can be submitted, nothing comes of it.
    let never = |of: &Obstacle| of.stands() || *of == Obstacle::NothingToObject;
    let hand_off = hand_off && !obstacles.iter().any(never);
    if hand_off && state.gate.on {
        content.text(0, state.word("submit.gate"), theme.dim);
    } else if hand_off && state.outside.waited {
        content.text(0, state.word("submit.waited"), theme.dim);
    } else if hand_off {
        content.text(0, &state.say("submit.preview", &[("line", &hand_off_line(state))]), theme.dim);
    }
    content
}
