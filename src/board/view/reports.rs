//! The panel of outcome reports. It is laid out part by part, and only the parts in sight.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::board::checklist::Place;
use crate::board::editor;
use crate::board::keys::{self, Action, Context};
use crate::board::layout;
use crate::board::reports::{Answering, Item, Part, ReportsView};
use crate::board::state::State;
use crate::board::submission::shown_path;
use crate::board::view::content::{Content, Piece, draw_line};
use crate::board::view::entries::Entries;
use crate::board::view::hits::Hits;
use crate::board::view::panels::{finding_words, severity_style};
use crate::board::view::window::Window;
use crate::board::view::{lines, overlay};
use crate::contract::finding::Severity;
use crate::contract::outcome_report::{Acceptance, Outcome, Priority, VerificationState};
use crate::project::reports::LoadedReport;
use crate::review::report_words as words;
use crate::text::{cells, clean};

/// The states of a verification item.
const STATES: [&str; 4] =
    ["report.state-executed", "report.state-not-run", "report.state-failed", "report.state-unverified"];
/// Most rows of one decision, verification item or answer: what is longer is read in the person's own editor.
const MOST_ROWS: usize = 20;
/// Most rows of what nobody answers.
const MOST_ROWS_BESIDE: usize = 6;

/// The panel at the size of the screen.
pub struct Parts<'a> {
    state: &'a State,
    view: &'a ReportsView,
    width: usize,
    height: usize,
}

/// The word of `key`, as wide as the widest of `all`: what stands behind it begins in one column.
fn padded(state: &State, key: &'static str, all: &[&'static str]) -> String {
    let widest = all.iter().chain([&key]).map(|key| cells::width(state.word(key))).max().unwrap_or(0);
    cells::fit(state.word(key), widest)
}

/// The heading: which report of how many.
pub fn title(state: &State, view: &ReportsView) -> String {
    let (at, of) = ((view.at + 1).to_string(), state.outside.reports.len().to_string());
    let name = shown_path(state, &view.file);
    state.say("report.title", &[("at", &at), ("of", &of), ("file", &name)])
}

/// Draws the panel; the cursor waits at the selected item.
pub fn draw(state: &State, view: &ReportsView, area: Rect, buf: &mut Buffer, hits: &mut Hits) -> Position {
    let parts = Parts::of(state, view);
    let (top, selected) = (parts.reveal(view.top), parts.part_of_selected());
    parts.window().draw(state, top, selected, area, buf, |part, y, rows| {
        if let Some(entry) = parts.entry_at(part) {
            hits.mark(area, y, rows, entry);
        }
    })
}

impl<'a> Parts<'a> {
    /// The parts as the screen now is.
    pub fn of(state: &'a State, view: &'a ReportsView) -> Parts<'a> {
        let area = overlay::inner(layout::areas(state).body);
        Parts { state, view, width: area.width.into(), height: usize::from(area.height).max(1) }
    }

    fn part(&self, part: usize) -> Content {
        let mut content = Content::new(self.width);
        let Some(loaded) = self.view.report(self.state) else { return content };
        let (state, theme) = (self.state, &self.state.session.theme);
        let mut heading = |text: &str| {
            content.line(Vec::new());
            content.text(0, text, theme.heading);
        };
        match self.view.parts.get(part) {
            Some(Part::Head) => self.head(loaded, &mut content),
            Some(Part::Decisions) => {
                heading(&state.session.locale.count("report.decisions", loaded.report.decisions.len()));
            }
            Some(Part::Gone) => heading(state.word("report.gone")),
            Some(Part::Verification) => heading(&words::verification_head(state.session.locale, &loaded.report)),
            Some(Part::Findings) => {
                heading(&state.session.locale.count("report.findings", loaded.findings.len()));
            }
            Some(Part::Item(at)) => self.item(*at, loaded, &mut content),
            None => {}
        }
        content
    }

    /// As much of a text as so many rows can show: a line of megabytes costs no more than one of a screen.
    fn beginning<'t>(&self, text: &'t str, rows: usize) -> Cow<'t, str> {
        match text.char_indices().nth(self.width * rows).and_then(|(end, _)| text.get(..end)) {
            Some(short) => format!("{short}…").into(),
            None => text.into(),
        }
    }

    /// Outcome, age, conclusion.
    fn head(&self, loaded: &LoadedReport, content: &mut Content) {
        let (state, theme) = (self.state, &self.state.session.theme);
        let Some(written) = loaded.written_at else {
            return content.text(0, state.word("report.unread"), theme.bad);
        };
        let (sign, style) = match loaded.report.outcome {
            Some(Outcome::Success) => (theme.signs.done, theme.good),
            Some(Outcome::Partial) => (theme.signs.finding, theme.warn),
            Some(Outcome::Failure) | None => (theme.signs.failed, theme.bad),
        };
        let age = lines::since(state, Some(written.into()));
        let mut pieces: Vec<Piece> = vec![(format!("{} ", cells::fit(sign, 1)), style)];
        pieces.push((state.word(words::outcome_key(loaded.report.outcome)).to_owned(), style));
        if loaded.report.review {
            pieces.push(("  review=true".to_owned(), theme.text));
        }
        pieces.push((format!("  {age}"), theme.dim));
        content.line(pieces);
        let conclusion = self.beginning(&loaded.report.conclusion, MOST_ROWS_BESIDE);
        content.text_at_most(MOST_ROWS_BESIDE, 2, &conclusion, theme.text);
    }

    fn item(&self, at: usize, loaded: &LoadedReport, content: &mut Content) {
        let (state, theme) = (self.state, &self.state.session.theme);
        let selected = at == self.view.selected;
        let marker: Piece = (cells::fit(if selected { theme.signs.selected } else { "" }, 2), theme.next);
        let style = if selected { theme.next } else { theme.text };
        match self.view.items.get(at).map(|(item, _)| *item) {
            Some(Item::Decision(n)) => self.decision(n, loaded, marker, style, content),
            Some(Item::Gone(n)) => {
                let answers = state.answers.of.get(&self.view.file);
                let Some(answer) = answers.and_then(|answers| answers.given.get(n)) else { return };
                let text = format!("{} {}", answer.mark, answer.decision);
                content.after(vec![marker], 4, &text, if selected { style } else { theme.dim });
                content.at_most(MOST_ROWS_BESIDE);
                self.answer(answer, content);
            }
            Some(Item::Acceptance) => self.acceptance(loaded, marker, style, content),
            Some(Item::Verification(n)) => {
                let Some(item) = loaded.report.verification.get(n) else { return };
                let (sign, sign_style) = match item.state {
                    Some(VerificationState::Executed) => (theme.signs.done, theme.good),
                    Some(VerificationState::Failed) => (theme.signs.failed, theme.bad),
                    Some(VerificationState::NotRun | VerificationState::Unverified) => {
                        (theme.signs.planned, theme.warn)
                    }
                    None => (theme.signs.finding, theme.bad),
                };
                let line = item.line.to_string();
                let word = padded(state, words::state_key(item.state), &STATES);
                let [name, detail] = [&item.name, &item.detail].map(|text| self.beginning(text, MOST_ROWS_BESIDE));
                let args = [("name", name.as_ref()), ("state", word.as_str()), ("detail", &detail), ("line", &line)];
                let key = if item.detail.is_empty() { "report.item-bare" } else { "report.item" };
                content.after(
                    vec![marker, (format!("{} ", cells::fit(sign, 1)), sign_style)],
                    4,
                    &state.say(key, &args),
                    style,
                );
                content.at_most(MOST_ROWS_BESIDE);
            }
            Some(Item::Finding(n)) => {
                let Some(finding) = loaded.findings.get(n) else { return };
                let sign = match finding.severity {
                    Severity::Error => theme.signs.failed,
                    Severity::Warning => theme.signs.finding,
                };
                let first = vec![marker, (format!("{} ", cells::fit(sign, 1)), severity_style(state, finding))];
                content.after(first, 4, &finding_words(state, finding), style);
                if let (_, Some(hint)) = state.session.locale.finding(finding) {
                    content.text(4, &hint, theme.dim);
                }
                content.at_most(MOST_ROWS_BESIDE);
            }
            None => {}
        }
    }

    fn decision(&self, at: usize, loaded: &LoadedReport, marker: Piece, style: Style, content: &mut Content) {
        let (state, theme) = (self.state, &self.state.session.theme);
        let Some(decision) = loaded.report.decisions.get(at) else { return };
        let mark_style = match decision.priority {
            Some(Priority::P0) => theme.bad,
            Some(Priority::P1) => theme.warn,
            Some(Priority::P2) => theme.dim,
            None => theme.bad,
        };
        let line = decision.line.to_string();
        let first = vec![marker, (format!("{} ", words::mark(decision)), mark_style)];
        let text =
            state.say("report.decision-text", &[("text", &self.beginning(&decision.text, MOST_ROWS)), ("line", &line)]);
        content.after(first, 4, &text, style);
        content.at_most(MOST_ROWS);
        if let Some(answer) = self.view.answer(state, at) {
            self.answer(answer, content);
        }
    }

    fn answer(&self, answer: &crate::review::answers::Answer, content: &mut Content) {
        let (state, theme) = (self.state, &self.state.session.theme);
        if !answer.text.is_empty() {
            let arrow = if state.session.ascii { "     -> " } else { "     → " };
            content.after(vec![(arrow.to_owned(), theme.comment)], 7, &answer.text, theme.comment);
        }
        if let Some((text, _)) = &answer.begun {
            let sign = format!("     {} ", theme.signs.unfinished);
            content.after(vec![(sign, theme.warn)], 7, &state.say("report.begun", &[("text", text)]), theme.warn);
        }
    }

    fn acceptance(&self, loaded: &LoadedReport, marker: Piece, style: Style, content: &mut Content) {
        let (state, theme) = (self.state, &self.state.session.theme);
        content.line(Vec::new());
        let head = state.word("report.acceptance").to_owned();
        // As far to the left as the other headings; of the selected one the marker stands before its first item.
        content.line(vec![(head, if style == theme.next { style } else { theme.heading })]);
        let blank = || (" ".repeat(cells::width(&marker.0)), theme.text);
        for (number, (acceptance, item)) in loaded.report.acceptance.into_iter().zip(words::ITEMS).enumerate() {
            let (sign, style) = match acceptance {
                Acceptance::Pass => (theme.signs.done, theme.good),
                Acceptance::Fail => (theme.signs.failed, theme.bad),
                Acceptance::Person => (theme.signs.planned, theme.text),
            };
            let all = [Acceptance::Pass, Acceptance::Fail, Acceptance::Person].map(words::acceptance_key);
            let word = padded(state, words::acceptance_key(acceptance), &all);
            let first = format!("{} {word}  ", cells::fit(sign, 1));
            let before = if number == 0 { marker.clone() } else { blank() };
            content.after(vec![before, (first, style)], 6, state.word(item), theme.text);
        }
        if loaded.report.acceptance.contains(&Acceptance::Fail) {
            let key = keys::shown(Context::Reports, Action::CopyAnswers);
            content.text(2, &state.say("report.send-back", &[("key", &key)]), theme.warn);
        }
    }
}

impl Entries for Parts<'_> {
    fn window(&self) -> Window<impl Fn(usize) -> Content> {
        Window { count: self.view.parts.len(), height: self.height, part: |part| self.part(part) }
    }

    fn selected(&self) -> usize {
        self.view.selected
    }

    fn count(&self) -> usize {
        self.view.items.len()
    }

    fn part_of(&self, entry: usize) -> Option<usize> {
        self.view.items.get(entry).map(|(_, part)| *part)
    }

    fn first_from(&self, part: usize) -> usize {
        self.view.items.partition_point(|(_, at)| *at < part)
    }

    /// A heading is shown with its first item.
    fn heading_rows(&self) -> usize {
        let is_heading = |at: &usize| !matches!(self.view.parts.get(*at), None | Some(Part::Item(_)));
        let above = (0..self.view.part().unwrap_or(0)).rev();
        above.take_while(is_heading).map(|at| self.part(at).len()).sum()
    }

    fn end(&self, _: Place) -> Place {
        self.window().last_top()
    }
}

/// The parts of the panel while an answer is written: the decision, the line below it, the editor.
fn answer_areas(state: &State) -> (Rect, Rect, Rect) {
    let area = overlay::inner(layout::areas(state).body);
    let head = (area.height / 3).clamp(1, 8).min(area.height);
    let rule = u16::from(area.height > head + 1);
    let below = Rect { y: area.y + head + rule, height: area.height.saturating_sub(head + rule), ..area };
    (Rect { height: head, ..area }, Rect { y: area.y + head, height: rule, ..area }, below)
}

/// Where the editor of an answer is.
pub fn answer_editor(state: &State) -> Rect {
    answer_areas(state).2
}

/// Draws the answer being written below its decision.
pub fn draw_answer(state: &State, open: &Answering, buf: &mut Buffer) -> Position {
    let theme = &state.session.theme;
    let (head, rule, area) = answer_areas(state);
    let mut content = Content::new(head.width.into());
    if open.gone {
        content.text(0, state.word("report.answer-gone"), theme.warn);
    }
    content.after(vec![(format!("{} ", clean::line(&open.mark)), theme.heading)], 5, &open.key, theme.text);
    content.at_most(head.height.into());
    content.draw(head, 0, buf);
    draw_line(&[(theme.signs.horizontal.repeat(rule.width.into()), theme.dim)], rule, buf);
    editor::view::render(&open.editor, area, buf, theme.text, &mut { open.scroll })
}
