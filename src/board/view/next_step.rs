//! The line that says what to do now, or the banner: in shorter words where there is little room, in more rows where
//! even those do not fit.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::board::keys::{self, Action, Context};
use crate::board::layers::Layer;
use crate::board::read_only;
use crate::board::state::State;
use crate::board::submission;
use crate::board::view::content::Content;
use crate::board::view::lines::since;
use crate::review::round::SubmissionState;
use crate::text::cells;

/// Most rows it takes, on a small screen and on others.
const MOST_ROWS: (usize, usize) = (2, 3);
/// Rows of a screen that is not small.
const TALL: u16 = 14;

/// Draws it.
pub fn draw(state: &State, area: Rect, buf: &mut Buffer) {
    content(state, area.width).draw(area, 0, buf);
}

/// The rows it takes, at least 1.
pub fn rows(state: &State) -> u16 {
    u16::try_from(content(state, state.session.width).len()).unwrap_or(1).max(1)
}

fn content(state: &State, width: u16) -> Content {
    let (sign, text, style) = said(state, width.into());
    let mut content = Content::new(width.into());
    content.after(vec![(sign.clone(), style)], cells::width(&sign), &text, style);
    content.at_most(if state.session.height < TALL { MOST_ROWS.0 } else { MOST_ROWS.1 });
    content
}

/// The sign before it, its words for so many cells, their style.
fn said(state: &State, width: usize) -> (String, String, Style) {
    let theme = &state.session.theme;
    let warning = format!("{} ", theme.signs.finding);
    if let Some(reason) = &state.talk.unsaved {
        let text = state.say("next.unsaved", &[("reason", &state.session.locale.phrase(reason))]);
        return (warning, text, theme.bad);
    }
    // Where something is to be chosen, that instruction is what counts.
    let choosing = matches!(state.layers.last(), Some(Layer::Repoint(_)));
    if let Some(banner) = state.talk.banner.as_ref().filter(|_| !choosing) {
        let banner = state.session.locale.phrase(banner);
        let close = keys::shown(Context::Board, Action::Close);
        let whole = state.say("banner.line", &[("text", &banner), ("key", &close)]);
        // In a layer, Esc closes the layer first.
        // One that the next key takes away needs none named.
        let stays = !state.talk.is_passing();
        let fits = stays && state.layers.is_empty() && cells::width(&whole) + 2 <= width;
        return (warning, if fits { whole } else { banner }, theme.warn);
    }
    let arrow = if state.session.ascii { "-> " } else { "→ " };
    (arrow.to_owned(), words(state, width.saturating_sub(cells::width(arrow))), theme.next)
}

/// The words of `next.<name>`, or, where those do not fit into so many cells, of `next-short.<name>`.
pub fn fitting(state: &State, width: usize, name: &str, args: &[(&str, &str)]) -> String {
    let locale = state.session.locale;
    let whole = state.say(&format!("next.{name}"), args);
    let short = format!("next-short.{name}");
    let is_there = locale.has(&short) || locale.has(&format!("{short}.other"));
    if cells::width(&whole) <= width || !is_there { whole } else { state.say(&short, args) }
}

fn words(state: &State, width: usize) -> String {
    if let Some(words) = super::objecting::next_step(state, width) {
        return words;
    }
    let key = |action| keys::shown(Context::Board, action);
    let (comment, submit, copy, other) =
        (key(Action::Comment), key(Action::Submit), key(Action::Copy), key(Action::Filter));
    let count = state.desk().draft.comments.len().to_string();
    let mut age = String::new();
    let draft = &state.desk().draft;
    let gone = state.noted().gone.to_string();
    let unfinished = draft.unfinished.len().to_string();
    let open = state.outside.submission.as_ref().filter(|s| s.is_open());
    let name = if let Some(reason) = &state.outside.read_only {
        return read_only::words(state, reason, width);
    } else if let Some(Layer::Repoint(_)) = state.layers.last() {
        "repoint"
    } else if state.writing().is_some() {
        "writing"
    } else if let Some(finding) = state.plan.stale_finding(state.pass) {
        let file = submission::shown_path(state, &finding.file);
        let key = match finding.place {
            _ if state.plan.is_gone(state.pass) => "stale-gone",
            Some(_) => "stale",
            None => "stale-file",
        };
        return fitting(state, width, key, &[("file", &file), ("line", &line_of(finding))]);
    } else if gone != "0" {
        "gone"
    } else if !draft.comments.is_empty() && !draft.unfinished.is_empty() {
        "submit-unfinished"
    } else if !draft.comments.is_empty() {
        "submit"
    } else if !draft.unfinished.is_empty() && open.is_none() {
        "unfinished"
    } else {
        match &state.outside.submission {
            Some(s) if s.is_open() => {
                age = since(state, s.submitted_at);
                match s.state {
                    SubmissionState::Revising => "revising",
                    SubmissionState::Read => "read",
                    _ => "waiting",
                }
            }
            Some(s) if s.state == SubmissionState::Handled && s.nothing_changed => "handled-nothing",
            Some(s) if s.state == SubmissionState::Handled => "handled",
            _ if state.view().unavailable.is_some() => "unavailable",
            _ if state.view().targets.is_empty() => "nothing",
            _ if state.plan.plan.full_auto => "full-auto",
            _ => "look",
        }
    };
    fitting(
        state,
        width,
        name,
        &[
            ("comment", &comment),
            ("submit", &submit),
            ("copy", &copy),
            ("filter", &other),
            ("n", &count),
            ("gone", &gone),
            ("unfinished", &unfinished),
            ("age", &age),
            ("approve", &key(Action::Approve)),
            ("rounds", &key(Action::Rounds)),
        ],
    )
}

fn line_of(finding: &crate::contract::finding::Finding) -> String {
    finding.place.map_or_else(String::new, |p| format!("{}:{}", p.line, p.column))
}
