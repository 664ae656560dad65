//! The one-line parts: checklist, status with the message over it. The next step is in [`super::next_step`], the keys are in
//! [`super::key_line`].

use chrono::{DateTime, Utc};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::board::editor;
use crate::board::findings;
use crate::board::layers::Layer;
use crate::board::layout::Areas;
use crate::board::paint;
use crate::board::state::{Filter, State, SubmissionNow, Tone};
use crate::board::view::content::{Content, Piece, draw_line};
use crate::contract::plan_notes::{Checklist, PlanNotes};
use crate::review::checklist::{Outlook, outlook};
use crate::review::round::SubmissionState;
use crate::text::cells;

/// How long ago, in steps of a minute, five minutes, an hour, a day: the only redraws of an idle board.
pub fn since(state: &State, then: Option<DateTime<Utc>>) -> String {
    let Some(then) = then else { return state.word("age.unknown").to_owned() };
    let minutes = (state.session.now - then).num_minutes().max(0) as usize;
    let locale = state.session.locale;
    match minutes {
        0 => state.word("age.now").to_owned(),
        1..=4 => locale.count("age.minutes", minutes),
        5..=59 => locale.count("age.minutes", minutes / 5 * 5),
        60..=1439 => locale.count("age.hours", minutes / 60),
        _ => locale.count("age.days", minutes / 1440),
    }
}

/// The submission in a few words, for the header: each shorter than the one before.
pub fn submission_short(state: &State) -> Vec<String> {
    let Some(submission) = state.outside.submission.as_ref() else { return Vec::new() };
    if submission.is_open() && submission.pass.is_none() {
        return vec![state.word("header.submission-unknown").to_owned()];
    }
    let word = state.word(state_key(submission));
    let mut ways = vec![state.say("header.submission", &[("state", word)]), word.to_owned()];
    if submission.is_open() {
        let age = since(state, submission.submitted_at);
        ways.insert(0, state.say("header.submission-age", &[("state", word), ("age", &age)]));
    }
    ways
}

/// Key of the word for a submission's state.
pub fn state_key(submission: &SubmissionNow) -> &'static str {
    match submission.state {
        SubmissionState::Waiting => "state.waiting",
        SubmissionState::Read => "state.read",
        SubmissionState::Revising => "state.revising",
        SubmissionState::Handled if submission.nothing_changed => "state.handled-nothing",
        SubmissionState::Handled => "state.handled",
        SubmissionState::Replaced => "state.replaced",
        SubmissionState::Recalled => "state.recalled",
    }
}

/// The checklist in one line: bar, count, current step.
pub fn checklist(state: &State, area: Rect, buf: &mut Buffer) {
    let Some(loaded) = &state.outside.checklist else { return };
    let theme = &state.session.theme;
    let pieces: Vec<Piece> = match &loaded.notes {
        PlanNotes::Checklist(list) => {
            let outlook = loaded.source.outlook(outlook(list));
            let (label, style) = match outlook {
                Outlook::Stopped => ("checklist.stopped", theme.warn),
                Outlook::TurnsUsedUp => ("checklist.used-up", theme.warn),
                Outlook::WaitsForApproval => ("checklist.awaits-approval", theme.dim),
                Outlook::Broken | Outlook::UnknownNext => ("checklist.broken", theme.bad),
                Outlook::Complete => ("checklist.complete", theme.good),
                _ => ("checklist.label", theme.dim),
            };
            let current = match list.current() {
                _ if outlook == Outlook::Complete => String::new(),
                Some(step) => step.title.clone(),
                None => state.word("checklist.no-current").to_owned(),
            };
            vec![
                (format!("{} ", state.word(label)), style),
                (bar(state, list, 12), theme.good),
                (format!(" {}/{}  ", list.done(), list.items.len()), theme.text),
                (current, theme.text),
            ]
        }
        PlanNotes::Note(_) if loaded.is_blank() => vec![(state.word("checklist.none-yet").to_owned(), theme.dim)],
        PlanNotes::Note(text) => {
            vec![(format!("{} ", state.word("checklist.note")), theme.dim), (text.clone(), theme.text)]
        }
        PlanNotes::Newer { .. } => vec![(state.word("checklist.newer").to_owned(), theme.warn)],
    };
    draw_line(&pieces, area, buf);
}

/// A bar of `cells` cells.
pub fn bar(state: &State, list: &Checklist, cells: usize) -> String {
    let signs = &state.session.theme.signs;
    let total = list.items.len().max(1);
    let full = list.done() * cells / total;
    format!("{}{}", signs.bar_full.repeat(full), signs.bar_empty.repeat(cells - full))
}

/// The status line: search line, or where one is; a message lies over it. Gives the cursor when a text is typed here.
pub fn status(state: &State, area: Rect, buf: &mut Buffer) -> Option<Position> {
    if let Some(position) = search_line(state, area, buf) {
        return Some(position);
    }
    draw_line(&[(here(state), state.session.theme.dim)], area, buf);
    None
}

/// The line a search is typed in. Gives the cursor; `None`: nothing is searched for.
pub fn search_line(state: &State, area: Rect, buf: &mut Buffer) -> Option<Position> {
    let Some(Layer::Search(query)) = state.layers.last() else { return None };
    let theme = &state.session.theme;
    let found = state.session.locale.count("search.found", state.find.matches.len());
    let found_cells = cells::width(&found) as u16;
    let used = draw_line(&[("/ ".to_owned(), theme.key)], area, buf);
    let room = area.width.saturating_sub(used + found_cells + 2).max(4);
    let input = Rect { x: area.x + used, width: room, ..area };
    let cursor = editor::view::render(query, input, buf, theme.text, &mut 0);
    if !state.find.query.is_empty() {
        let x = area.right().saturating_sub(found_cells);
        let style = if state.find.matches.is_empty() { theme.warn } else { theme.dim };
        draw_line(&[(found, style)], Rect { x, width: found_cells, ..area }, buf);
    }
    Some(cursor)
}

/// Where the message is drawn: as many rows as it takes, the last one the status line, or that of the keys. `None`: there
/// is none, or the line is typed in.
pub fn message_area(state: &State, areas: &Areas) -> Option<Rect> {
    let (_, text) = state.talk.message.as_ref()?;
    if matches!(state.layers.last(), Some(Layer::Search(_))) {
        return None;
    }
    let line = areas.status.unwrap_or(areas.keys);
    let most = usize::from(line.bottom().saturating_sub(areas.body.top()) / 2 + 1);
    let mut content = Content::new(line.width.into());
    content.text(0, text, Style::new());
    let rows = content.len().clamp(1, most) as u16;
    Some(Rect { y: line.bottom().saturating_sub(rows), height: rows, ..line })
}

/// The message, whole, over the rows that it needs.
pub fn message(state: &State, areas: &Areas, buf: &mut Buffer) {
    let (Some((tone, text)), Some(area)) = (&state.talk.message, message_area(state, areas)) else { return };
    let theme = &state.session.theme;
    let style = match tone {
        Tone::Done => theme.good,
        Tone::Plain => theme.text,
        Tone::Error => theme.bad,
    };
    paint::clear_under(buf, area);
    let mut content = Content::new(area.width.into());
    content.text_at_most(area.height.into(), 0, text, style);
    content.draw(area, 0, buf);
}

/// Where one is: position, filter, reviewed count, findings.
fn here(state: &State) -> String {
    let view = state.view();
    let desk = state.desk();
    let locale = state.session.locale;
    let count = view.targets.len();
    let mut facts = Vec::new();
    if count > 0 {
        let at = if state.shows_nothing() { 0 } else { desk.selected + 1 };
        facts.push(format!("{at}/{count}"));
        facts.push(locale.count("status.reviewed", desk.reviewed_now.count()));
    }
    if state.find.filter != Filter::All {
        facts.push(state.say("status.filter", &[("filter", state.word(state.find.filter.key()))]));
    }
    let findings = findings::count(state);
    if findings > 0 {
        facts.push(locale.count("status.findings", findings));
    }
    if state.gate.on {
        facts.insert(0, state.word("status.gate").to_owned());
    } else if state.outside.waited {
        facts.insert(0, state.word("status.waited").to_owned());
    }
    facts.push(state.say("status.plan", &[("dir", &state.place.plan_dir)]));
    facts.join(" · ")
}
