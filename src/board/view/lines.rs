//! The one-line parts: next step or banner, checklist, status. The keys are in [`super::key_line`].

use chrono::{DateTime, Utc};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::board::editor;
use crate::board::findings;
use crate::board::keys::{self, Action, Context};
use crate::board::layers::Layer;
use crate::board::read_only;
use crate::board::state::{Filter, State, SubmissionNow, Tone};
use crate::board::view::content::{Piece, draw_line};
use crate::contract::plan_notes::{Checklist, PlanNotes};
use crate::review::checklist::{Outlook, outlook};
use crate::review::round::SubmissionState;
use crate::text::cells;

/// The line that says what to do now, or the banner.
pub fn next_step(state: &State, area: Rect, buf: &mut Buffer) {
    let theme = &state.session.theme;
    if let Some(reason) = &state.talk.unsaved {
        let text = state.say("next.unsaved", &[("reason", &state.session.locale.phrase(reason))]);
        draw_line(&[(format!("{} {text}", theme.signs.finding), theme.bad)], area, buf);
        return;
    }
    // Where something is to be chosen, that instruction is what counts.
    let choosing = matches!(state.layers.last(), Some(Layer::Repoint(_)));
    if let Some(banner) = state.talk.banner.as_ref().filter(|_| !choosing) {
        let banner = &state.session.locale.phrase(banner);
        let close = keys::shown(Context::Board, Action::Close);
        let whole = state.say("banner.line", &[("text", banner), ("key", &close)]);
        // In a layer, Esc closes the layer first.
        // One that the next key takes away needs none named.
        let stays = !state.talk.is_passing();
        let fits = stays && state.layers.is_empty() && cells::width(&whole) + 2 <= usize::from(area.width);
        let text = if fits { &whole } else { banner };
        draw_line(&[(format!("{} {text}", theme.signs.finding), theme.warn)], area, buf);
        return;
    }
    // In ASCII the arrow would be the sign of a selection.
    let arrow = if state.session.ascii { "" } else { "→ " };
    draw_line(&[(arrow.to_owned(), theme.next), (next_words(state), theme.next)], area, buf);
}

fn next_words(state: &State) -> String {
    if let Some(words) = super::objecting::next_step(state) {
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
        return read_only::words(state, reason, usize::from(state.session.width).saturating_sub(2));
    } else if let Some(Layer::Repoint(_)) = state.layers.last() {
        "next.repoint"
    } else if state.writing().is_some() {
        "next.writing"
    } else if let Some(finding) = state.plan.stale_finding(state.pass) {
        let file = super::super::submission::shown_path(state, &finding.file);
        let key = match finding.place {
            _ if state.plan.is_gone(state.pass) => "next.stale-gone",
            Some(_) => "next.stale",
            None => "next.stale-file",
        };
        return state.say(key, &[("file", &file), ("line", &line_of(finding))]);
    } else if gone != "0" {
        "next.gone"
    } else if !draft.comments.is_empty() && !draft.unfinished.is_empty() {
        "next.submit-unfinished"
    } else if !draft.comments.is_empty() {
        "next.submit"
    } else if !draft.unfinished.is_empty() && open.is_none() {
        "next.unfinished"
    } else {
        match &state.outside.submission {
            Some(s) if s.is_open() => {
                age = since(state, s.submitted_at);
                match s.state {
                    SubmissionState::Revising => "next.revising",
                    SubmissionState::Read => "next.read",
                    _ => "next.waiting",
                }
            }
            Some(s) if s.state == SubmissionState::Handled && s.nothing_changed => "next.handled-nothing",
            Some(s) if s.state == SubmissionState::Handled => "next.handled",
            _ if state.view().unavailable.is_some() => "next.unavailable",
            _ if state.view().targets.is_empty() => "next.nothing",
            _ if state.plan.plan.full_auto => "next.full-auto",
            _ => "next.look",
        }
    };
    state.say(
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

/// The status line: search line, message, or where one is. Gives the cursor when a text is typed here.
pub fn status(state: &State, area: Rect, buf: &mut Buffer) -> Option<Position> {
    if let Some(position) = search_line(state, area, buf) {
        return Some(position);
    }
    if !message(state, area, buf) {
        draw_line(&[(here(state), state.session.theme.dim)], area, buf);
    }
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

/// The message, if there is one; says whether there is.
pub fn message(state: &State, area: Rect, buf: &mut Buffer) -> bool {
    let Some((tone, text)) = &state.talk.message else { return false };
    let theme = &state.session.theme;
    let style = match tone {
        Tone::Done => theme.good,
        Tone::Plain => theme.text,
        Tone::Error => theme.bad,
    };
    draw_line(&[(text.clone(), style)], area, buf);
    true
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
    facts.join(if state.session.ascii { "  " } else { " · " })
}
