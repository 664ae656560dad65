//! A change to the checklist that waits to be confirmed: what it comes to, and where what was done is typed.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::board::checklist::{self, Act, Asking};
use crate::board::editor;
use crate::board::keys::{self, Action, Context};
use crate::board::layout;
use crate::board::state::State;
use crate::board::view::content::{Content, draw_line};
use crate::board::view::overlay;
use crate::review::checklist::Outlook;
use crate::text::{cells, clean};

/// Rows that typing takes: what is asked for, and the text.
const TYPING_ROWS: usize = 2;

/// Most cells of a title that are shown.
const WIDEST_TITLE: usize = 300;

/// Locale key of the heading.
pub fn title(asking: &Asking) -> &'static str {
    match asking.act {
        Act::Next => "step.title-next",
        Act::Stop => "step.title-stop",
        Act::Resume => "step.title-resume",
    }
}

/// Draws the question; the cursor is where one types.
pub fn draw(state: &State, asking: &Asking, area: Rect, buf: &mut Buffer) -> Position {
    let theme = &state.session.theme;
    let content = content(state, asking, area.width.into());
    let rows = rows_for_text(asking, area.height.into());
    let scroll = asking.scroll.min(content.len().saturating_sub(rows));
    let shown = content.len().min(rows);
    let text = Rect { height: u16::try_from(rows).unwrap_or(u16::MAX).min(area.height), ..area };
    content.draw(text, scroll, buf);
    overlay::arrows(state, text, scroll > 0, content.len() > scroll + rows, buf);
    let Some(summary) = &asking.summary else { return area.as_position() };
    // With an empty row before it where there is one.
    let gap = usize::from(shown < rows);
    let y = area.y.saturating_add(u16::try_from(shown + gap).unwrap_or(u16::MAX));
    let row = |y: u16| Rect { y, height: 1, ..area }.intersection(area);
    draw_line(&[(state.word("step.summary").to_owned(), theme.dim)], row(y), buf);
    let input = row(y.saturating_add(1));
    let used = draw_line(&[("> ".to_owned(), theme.key)], input, buf);
    let input = Rect { x: input.x + used, width: input.width.saturating_sub(used), ..input };
    editor::view::render(summary, input, buf, theme.text, &mut 0)
}

/// Rows of the question, and rows of it that are shown at once.
pub fn extent(state: &State) -> (usize, usize) {
    let area = overlay::inner(layout::areas(state).body);
    let Some(asking) = checklist::asking(state) else { return (0, 1) };
    (content(state, asking, area.width.into()).len(), rows_for_text(asking, area.height.into()))
}

fn rows_for_text(asking: &Asking, height: usize) -> usize {
    height.saturating_sub(if asking.summary.is_some() { TYPING_ROWS } else { 0 }).max(1)
}

fn content(state: &State, asking: &Asking, width: usize) -> Content {
    let theme = &state.session.theme;
    let mut content = Content::new(width);
    // What went wrong comes first: it must be in sight on any screen.
    if let Some(notice) = &asking.notice {
        content.text(0, &state.session.locale.phrase(notice), theme.bad);
    }
    if asking.changed {
        content.text(0, state.word("step.changed"), theme.bad);
    }
    let context = if asking.summary.is_some() { Context::StepDone } else { Context::StopOrResume };
    let key = keys::shown(context, Action::Confirm);
    if let Some(task) = asking.unapproved() {
        let (status, id) = (clean::line(&task.status), clean::line(&task.id));
        let sentence = if asking.force { "step.unapproved-again" } else { "step.unapproved" };
        let args = [("status", status.as_ref()), ("id", id.as_ref()), ("key", &key)];
        content.text(0, &state.say(sentence, &args), theme.bad);
    }
    if asking.busy {
        content.text(0, state.word("step.busy"), theme.text);
    } else if !asking.changed && asking.unapproved().is_none() && asking.notice.is_none() {
        content.text(0, &state.say("step.ready", &[("key", &key)]), theme.good);
    }
    what_happens(state, asking, &mut content);
    content
}

/// What becomes of which step.
fn what_happens(state: &State, asking: &Asking, content: &mut Content) {
    let theme = &state.session.theme;
    let Some(list) = asking.list() else { return };
    let of = list.items.len().to_string();
    // On a small screen a long title takes no room from what comes after it.
    let rows = match layout::areas(state).body.height {
        0..10 => 1,
        10..16 => 2,
        _ => 4,
    };
    let step = |content: &mut Content, key: &str, at: Option<usize>| {
        let Some(item) = at.and_then(|at| list.items.get(at)) else { return };
        let title = clean::line(&item.title);
        let (n, title) = (at.map_or(0, |at| at + 1).to_string(), cells::cut(&title, WIDEST_TITLE));
        content.text_at_most(rows, 0, &state.say(key, &[("at", &n), ("of", &of), ("title", &title)]), theme.heading);
    };
    let forecast = asking.effect;
    match asking.act {
        Act::Next => {
            step(content, "step.done", forecast.step);
            step(content, "step.starts", forecast.next);
            content.text(0, state.word(forecast.outlook.key()), theme.text);
        }
        Act::Stop => {
            step(content, "step.stops", forecast.step);
            content.text(0, state.word("step.stop-means"), theme.text);
        }
        Act::Resume => {
            step(content, "step.resumes", forecast.next);
            if forecast.outlook != Outlook::Broken || forecast.next.is_none() {
                content.text(0, state.word(forecast.outlook.key()), theme.text);
            }
        }
    }
}
