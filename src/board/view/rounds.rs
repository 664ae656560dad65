//! The rounds view: a round's states, its comments with what came of each, then what else changed.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use crate::board::keys::{self, Action, Context};
use crate::board::read_only;
use crate::board::rounds::{FieldText, Item, Report, RoundsView, known};
use crate::board::state::State;
use crate::board::view::content::{Content, Piece};
use crate::board::view::hits::Hits;
use crate::board::view::lines;
use crate::contract::plan_comments::TargetKind;
use crate::review::diff::Difference;
use crate::review::hand_off::pass_key;
use crate::review::round::{Outcome, Round, SubmissionState};
use crate::review::target::{PassView, Target};
use crate::review::verify::words::{field_name, folded, state_key};
use crate::review::verify::{Cause, Named, NamedState, Unnamed, UnnamedState};
use crate::text::{cells, clean};

/// Items laid out before and after the selected one: more are never in sight.
const AROUND: usize = 60;

/// The heading: which round of how many.
pub fn title(state: &State, view: &RoundsView) -> String {
    let Some(round) = known(state).find(|round| round.round == view.round) else {
        return state.word("rounds.board.title").to_owned();
    };
    let (number, of, n) = (view.round.to_string(), known(state).count().to_string(), round.comments.to_string());
    let args = [("round", number.as_str()), ("of", &of), ("pass", state.word(pass_key(round.pass))), ("n", &n)];
    state.say("rounds.board.head", &args)
}

/// Draws the view; the cursor waits at the selected item.
pub fn draw(state: &State, view: &RoundsView, area: Rect, buf: &mut Buffer, hits: &mut Hits) -> Position {
    let laid = lay_out(state, view, area);
    let first = laid.first_row(view);
    laid.content.draw(area, first, buf);
    for (entry, rows) in &laid.items {
        hits.mark_scrolled(area, first, rows.clone(), *entry);
    }
    super::overlay::arrows(state, area, first > 0, laid.content.len() > first + laid.height, buf);
    let below = laid.row.checked_sub(first).filter(|row| *row < laid.height).unwrap_or(0);
    Position::new(area.x, area.y + below as u16)
}

/// Whether rows of the selected item are below what is shown; `whole`: rows of anything.
pub fn goes_on(state: &State, view: &RoundsView, area: Rect, whole: bool) -> bool {
    let laid = lay_out(state, view, area);
    laid.first_row(view) + laid.height < if whole { laid.content.len() } else { laid.end }
}

struct Laid {
    content: Content,
    /// First row of the selected item.
    row: usize,
    /// Row after its last.
    end: usize,
    /// Rows shown at once.
    height: usize,
    /// The items laid out, with their rows.
    items: Vec<(usize, Range<usize>)>,
}

impl Laid {
    fn first_row(&self, view: &RoundsView) -> usize {
        if let Some(above) = view.held {
            let first = self.row.saturating_sub(above);
            if self.end <= first + self.height {
                return first.min(self.content.len().saturating_sub(self.height));
            }
        }
        let asked = if view.selected == 0 { 0 } else { self.end.saturating_sub(self.height).min(self.row) };
        (asked + view.scroll).min(self.content.len().saturating_sub(self.height))
    }
}

fn lay_out(state: &State, view: &RoundsView, area: Rect) -> Laid {
    let theme = &state.session.theme;
    let mut content = Content::new(usize::from(area.width));
    states(state, view, &mut content);
    let mut laid = Laid { content, row: 0, end: 0, height: usize::from(area.height), items: Vec::new() };
    let report = match &view.report {
        None => {
            laid.content.text(0, state.word("rounds.board.busy"), theme.dim);
            return laid;
        }
        Some(Err(reason)) => {
            let reason = state.session.locale.phrase(reason);
            laid.content.text(0, &state.say("rounds.board.broken", &[("reason", &reason)]), theme.bad);
            return laid;
        }
        Some(Ok(report)) => report,
    };
    summary(state, view, report, &mut laid.content);
    let mut heading = None;
    let from = view.selected.saturating_sub(AROUND);
    for (n, item) in report.items.iter().enumerate().skip(from).take(2 * AROUND) {
        let section = section_of(*item);
        if heading != Some(section) {
            between(state, report, heading, section, &mut laid.content);
            heading = Some(section);
        }
        let selected = n == view.selected;
        let row = laid.content.len();
        one(state, report, *item, (selected, view.is_settled(n)), &mut laid.content);
        let rows = row..laid.content.len();
        if selected {
            (laid.row, laid.end) = (rows.start, rows.end);
        }
        laid.items.push((n, rows));
    }
    if from + 2 * AROUND >= report.items.len() {
        between(state, report, heading, Section::End, &mut laid.content);
    }
    laid
}

/// The parts of the view, in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Comments,
    Flagged,
    Elsewhere,
    End,
}

fn section_of(item: Item) -> Section {
    match item {
        Item::Comment(_) => Section::Comments,
        Item::Flagged(_) => Section::Flagged,
        Item::Confirmed | Item::Elsewhere(_) => Section::Elsewhere,
    }
}

/// What stands between two parts: the heading of the next, and what needs no look before what is elsewhere.
fn between(state: &State, report: &Report, last: Option<Section>, next: Section, content: &mut Content) {
    let (theme, locale) = (&state.session.theme, state.session.locale);
    let passes = |section: Section| last.is_none_or(|last| last < section) && section <= next;
    let found = &report.verified.verification;
    if passes(Section::Flagged) {
        content.gap();
        match found.flagged().count() {
            0 if !found.elsewhere.is_empty() => {}
            0 => content.text(0, locale.word("rounds.none-flagged"), theme.good),
            n => content.text(0, &locale.count("rounds.flagged", n), theme.heading),
        }
    }
    if passes(Section::Elsewhere) {
        for sentence in folded(locale, found) {
            content.text(0, &sentence, theme.dim);
        }
        let elsewhere = report.items.iter().filter(|item| matches!(item, Item::Elsewhere(_))).count();
        if elsewhere > 0 || found.confirmed {
            content.gap();
        }
        if elsewhere > 0 {
            content.text(0, &locale.count("rounds.elsewhere", elsewhere), theme.heading);
        }
    }
}

/// The states of the submission from first to last.
fn states(state: &State, view: &RoundsView, content: &mut Content) {
    let theme = &state.session.theme;
    let Some(round) = known(state).find(|round| round.round == view.round) else { return };
    let step = |key: &'static str, at: Option<chrono::DateTime<chrono::Utc>>| match at {
        Some(at) => {
            let at = lines::since(state, Some(at));
            state.say("rounds.board.step", &[("what", state.word(key)), ("at", &at)])
        }
        None => state.word(key).to_owned(),
    };
    let submitted = chrono::DateTime::parse_from_rfc3339(&round.submitted_at).ok().map(|at| at.to_utc());
    let mut steps = vec![step("rounds.board.submitted", submitted)];
    if let Some(read) = round.read_at {
        steps.push(step("rounds.board.read", Some(read)));
    }
    match now(state, round) {
        SubmissionState::Waiting => steps.push(step("rounds.board.waiting", None)),
        SubmissionState::Read => {}
        SubmissionState::Revising => steps.push(step("rounds.board.revising", None)),
        SubmissionState::Handled => steps.push(step("rounds.board.handled", round.handled_at)),
        SubmissionState::Replaced => steps.push(step("rounds.board.replaced", round.ended_at)),
        SubmissionState::Recalled => steps.push(step("rounds.board.recalled", round.ended_at)),
    }
    content.text(0, &steps.join(" → "), theme.text);
    let has_others = known(state).any(|other| other.round != view.round);
    if has_others {
        let shown = |action| keys::shown(Context::Rounds, action);
        let args = [("older", shown(Action::Older)), ("newer", shown(Action::Newer))];
        let args: Vec<(&str, &str)> = args.iter().map(|(name, key)| (*name, key.as_str())).collect();
        content.text(0, &state.say("rounds.board.others", &args), theme.dim);
    }
}

/// The state of a round as far as the board knows what lies there.
fn now(state: &State, round: &Round) -> SubmissionState {
    let plan = state.plan.plan.pass(round.pass).sha256.as_deref();
    let on_disk = state.outside.submission.as_ref().and_then(|there| there.sha256.as_deref());
    match round.outcome {
        // What cannot be read may be this one.
        None if on_disk.is_none() && state.outside.unreadable.is_some() => round.state(Some(&round.sha256), plan),
        _ => round.state(on_disk, plan),
    }
}

fn summary(state: &State, view: &RoundsView, report: &Report, content: &mut Content) {
    let theme = &state.session.theme;
    let [changed, unchanged, gone] = report.counts().map(|n| n.to_string());
    let args = [("changed", changed.as_str()), ("unchanged", &unchanged), ("gone", &gone)];
    let counts = state.say("rounds.board.counts", &args);
    let left = match view.unsettled() {
        0 if report.items.is_empty() => String::new(),
        0 => state.word("rounds.board.all-settled").to_owned(),
        n => state.session.locale.count("rounds.board.unsettled", n),
    };
    let style = if view.unsettled() == 0 { theme.good } else { theme.next };
    let one_row = cells::width(&counts) + cells::width(&left) + 2 <= content.width();
    if one_row {
        content.line(vec![(format!("{counts}  "), theme.text), (left, style)]);
    } else {
        content.text(0, &counts, theme.text);
        content.text(0, &left, style);
    }
    let handled = report.verified.round.outcome == Some(Outcome::Handled);
    let named = &report.verified.verification.named;
    if handled && !named.is_empty() && named.iter().all(|named| named.state == NamedState::Unchanged) {
        let key = keys::shown(Context::Rounds, Action::Comment);
        let word = read_only::word(state, "rounds.board.nothing-changed", "rounds.board.nothing-changed-only");
        content.text(0, &state.say(word, &[("comment", &key)]), theme.warn);
    }
    if !report.verified.round.overall.is_empty() {
        let note = state.say("submit.overall", &[("note", &report.verified.round.overall)]);
        content.text(0, &note, theme.dim);
    }
    content.gap();
    if report.verified.comments.is_empty() {
        content.text(0, state.word("rounds.no-comments"), theme.dim);
    }
}

fn one(state: &State, report: &Report, item: Item, (selected, settled): (bool, bool), content: &mut Content) {
    let theme = &state.session.theme;
    let marker = if selected { theme.signs.selected } else { " " };
    let settled = if settled { theme.signs.done } else { " " };
    let first: Vec<Piece> =
        vec![(cells::fit(marker, 1), theme.next), (format!("{} ", cells::fit(settled, 1)), theme.good)];
    match item {
        Item::Comment(n) => comment(state, report, n, first, selected, content),
        Item::Flagged(n) => {
            let Some(change) = report.verified.verification.unnamed.get(n) else { return };
            let mut first = first;
            first.push((format!("{} {}  ", theme.signs.finding, state.word(state_key(change))), theme.warn));
            content.after(first, 5, &change_name(report, change), name_style(state, selected));
            let texts = report.unnamed.get(n).map_or(&[][..], Vec::as_slice);
            fields(state, change.kind, &change.fields, texts, content);
        }
        Item::Confirmed => content.after(first, 3, state.word("rounds.confirmed"), theme.warn),
        Item::Elsewhere(n) => {
            let pointer = report.verified.verification.elsewhere.get(n).map_or("", String::as_str);
            content.after(first, 3, pointer, name_style(state, selected));
        }
    }
}

fn name_style(state: &State, selected: bool) -> Style {
    if selected { state.session.theme.next } else { state.session.theme.text }
}

fn comment(state: &State, report: &Report, n: usize, first: Vec<Piece>, selected: bool, content: &mut Content) {
    let (theme, locale) = (&state.session.theme, state.session.locale);
    let found = &report.verified.verification;
    let (Some(comment), Some(named)) = (report.verified.comments.get(n), found.of_comment(n)) else { return };
    let (key, style) = match named.state {
        NamedState::Changed => ("rounds.changed", theme.good),
        NamedState::Unchanged => ("rounds.unchanged", theme.warn),
        NamedState::Gone => ("rounds.gone", theme.bad),
    };
    let mut first = first;
    first.push((format!("{}  ", state.word(key)), style));
    content.after(first, 5, &named_name(report, named), name_style(state, selected));
    content.after(vec![(format!("   {} ", theme.signs.sent), theme.comment)], 5, &comment.text, theme.text);
    for reply in report.verified.round.replies.iter().filter(|reply| reply.comment == n) {
        let key = if reply.skipped { "rounds.skipped" } else { "rounds.said" };
        content.text(5, &locale.say(key, &[("text", &reply.text)]), theme.comment);
    }
    // Several comments on one target: what came of it is told once.
    if named.comments.first() != Some(&n) {
        return;
    }
    let index = found.named.iter().position(|other| std::ptr::eq(other, named));
    let texts = index.and_then(|at| report.named.get(at)).map_or(&[][..], Vec::as_slice);
    fields(state, named.kind, &named.fields, texts, content);
    for change in found.unnamed.iter().filter(|c| c.cause == Cause::Beside && c.beside == index) {
        let (word, target) = (locale.word(state_key(change)), change_name(report, change));
        content.text(5, &locale.say("rounds.beside", &[("state", word), ("target", &target)]), theme.dim);
    }
}

fn target_name(view: &PassView, position: Option<usize>) -> Option<String> {
    let target: &Target = view.targets.get(position?)?;
    Some(if target.kind.has_index() {
        format!("{} [{}] {}", target.label, target.index, target.headline)
    } else {
        format!("{} {}", target.label, target.headline)
    })
}

fn named_name(report: &Report, named: &Named) -> String {
    let after = target_name(&report.verified.after, named.after);
    after.or_else(|| target_name(&report.verified.before, named.before)).unwrap_or_else(|| named.title.clone())
}

fn change_name(report: &Report, change: &Unnamed) -> String {
    let side = match change.state {
        UnnamedState::Removed => target_name(&report.verified.before, change.before),
        UnnamedState::Changed | UnnamedState::Added => target_name(&report.verified.after, change.after),
    };
    side.unwrap_or_else(|| change.title.clone())
}

/// Each field with both sides, the words that differ marked.
fn fields(state: &State, kind: TargetKind, fields: &[Difference], texts: &[FieldText], content: &mut Content) {
    let theme = &state.session.theme;
    // Colour is never the only sign.
    let strong = Modifier::BOLD | Modifier::UNDERLINED;
    let (went, came) = (theme.bad.add_modifier(strong), theme.good.add_modifier(strong));
    for (field, text) in fields.iter().zip(texts) {
        let name = clean::line(&field_name(state.session.locale, kind, field)).into_owned();
        let one_row = cells::width(&name) + cells::width(&text.before) + cells::width(&text.after) + 10;
        if one_row <= content.width() && !text.before.contains('\n') && !text.after.contains('\n') {
            let mut row: Vec<Piece> = vec![(format!("     {name}  "), theme.dim)];
            row.extend(pieces(&text.before, 0..text.before.len(), &text.gone, theme.text, went));
            row.push((" → ".to_owned(), theme.dim));
            row.extend(pieces(&text.after, 0..text.after.len(), &text.come, theme.text, came));
            content.line(row);
            continue;
        }
        content.text(5, &name, theme.dim);
        let signs = [(state.word("rounds.board.before"), theme.bad), (state.word("rounds.board.after"), theme.good)];
        let [before, after] = signs.map(|(sign, style)| vec![(format!("     {sign} "), style)]);
        content.marked(before, &text.before, &text.gone, theme.text, went);
        content.marked(after, &text.after, &text.come, theme.text, came);
    }
}

/// The part `range` of a text, its marked parts in another style.
pub fn pieces(text: &str, range: Range<usize>, marks: &[Range<usize>], style: Style, marked: Style) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    let mut at = range.start;
    let mut push = |from: usize, to: usize, style: Style| {
        if let Some(part) = text.get(from..to).filter(|part| !part.is_empty()) {
            found.push((part.to_owned(), style));
        }
    };
    for mark in marks.iter().filter(|mark| mark.end > range.start && mark.start < range.end) {
        let (from, to) = (mark.start.max(at), mark.end.min(range.end));
        push(at, from, style);
        push(from, to, marked);
        at = to.max(at);
    }
    push(at, range.end, style);
    found
}
