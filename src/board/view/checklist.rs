//! The checklist panel. It is laid out part by part (head, steps, findings), and only the parts in sight: a long list
//! costs no more per key than a short one.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::board::checklist::{self, Place};
use crate::board::keys::Action;
use crate::board::layout;
use crate::board::state::State;
use crate::board::submission::shown_path;
use crate::board::view::content::Content;
use crate::board::view::panels::{finding_words, severity_style};
use crate::board::view::window::Window;
use crate::board::view::{lines, overlay};
use crate::contract::finding::Finding;
use crate::contract::plan_notes::{Checklist, PlanNotes, Step, StepStatus};
use crate::project::notes::{LoadedNotes, Task};
use crate::review::checklist::{Outlook, outlook};
use crate::text::{cells, clean};

/// Changed files of one step that are named; of the others only how many they are.
const MOST_FILES: usize = 40;

/// The parts of the panel at the size of the screen.
pub struct Parts<'a> {
    state: &'a State,
    notes: Option<&'a LoadedNotes>,
    current: Option<usize>,
    /// How far it got and what happens next: stays on top while the rest scrolls.
    pinned: Content,
    width: usize,
    height: usize,
}

/// Least rows of the panel with which more than the bar stays on top.
const ROOMY: usize = 10;

/// Most rows of what happens next that stay on top.
const OUTLOOK_ROWS: usize = 2;

/// Draws the panel from `top` on; the cursor waits at the current step.
pub fn draw(state: &State, top: Place, area: Rect, buf: &mut Buffer) -> Position {
    let parts = Parts::of(state);
    let top = parts.window().within(top).min(parts.window().last_top());
    parts.pinned.draw(area, 0, buf);
    let pinned = u16::try_from(parts.pinned.len()).unwrap_or(u16::MAX).min(area.height);
    let area = Rect { y: area.y + pinned, height: area.height - pinned, ..area };
    parts.window().draw(state, top, parts.current_part(), area, buf, |_, _, _| {})
}

/// The sentence about what happens next, and how it is drawn.
fn outlook_of(state: &State, notes: &LoadedNotes, list: &Checklist) -> (&'static str, Style) {
    let theme = &state.session.theme;
    let outlook = notes.source.outlook(outlook(list));
    let style = match outlook {
        Outlook::Continues | Outlook::Last => theme.next,
        Outlook::Complete => theme.good,
        Outlook::Broken | Outlook::UnknownNext => theme.bad,
        Outlook::WaitsForPerson | Outlook::TurnsUsedUp | Outlook::Stopped => theme.warn,
        Outlook::WaitsForApproval | Outlook::TaskCompleted => theme.warn,
    };
    (outlook.key(), style)
}

impl<'a> Parts<'a> {
    /// The parts of what is shown now.
    pub fn of(state: &'a State) -> Parts<'a> {
        let area = overlay::inner(layout::areas(state).body);
        let notes = state.outside.checklist.as_ref();
        let current = notes.and_then(checklist::list).and_then(checklist::current);
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let mut parts = Parts { state, notes, current, pinned: Content::new(width), width, height };
        if let Some((notes, list)) = notes.and_then(|notes| Some((notes, checklist::list(notes)?))) {
            parts.bar(list);
            if parts.is_roomy() {
                parts.outlook(notes, list);
            }
        }
        parts.height = height.saturating_sub(parts.pinned.len()).max(1);
        parts
    }

    fn list(&self) -> Option<&'a Checklist> {
        self.notes.and_then(checklist::list)
    }

    /// Parts of the value: its steps, or its text.
    fn value_parts(&self) -> usize {
        self.notes.map_or(0, |_| self.list().map_or(1, |list| list.items.len()))
    }

    fn count(&self) -> usize {
        1 + self.value_parts() + self.notes.map_or(0, |notes| notes.findings.len())
    }

    fn current_part(&self) -> Option<usize> {
        self.current.map(|at| at + 1)
    }

    fn part(&self, part: usize) -> Content {
        let mut content = Content::new(self.width);
        let Some(notes) = self.notes else {
            self.nothing(&mut content);
            return content;
        };
        let value = part.checked_sub(1);
        let finding = value.and_then(|at| at.checked_sub(self.value_parts()));
        match (value, finding, &notes.notes) {
            (None, ..) => self.head(notes, &mut content),
            (_, Some(at), _) => {
                if let Some(finding) = notes.findings.get(at) {
                    self.finding(finding, at == 0, &mut content);
                }
            }
            (Some(at), None, PlanNotes::Checklist(list)) => {
                if let Some(step) = list.items.get(at) {
                    self.step(list, at, step, &mut content);
                }
            }
            (_, None, PlanNotes::Note(text) | PlanNotes::Newer { text, .. }) => {
                content.text(0, text, self.state.session.theme.text);
            }
        }
        content
    }

    /// Where it lies, how far it got, what happens next.
    fn head(&self, notes: &LoadedNotes, content: &mut Content) {
        let (state, theme) = (self.state, &self.state.session.theme);
        if let (Some(list), false) = (checklist::list(notes), self.is_roomy()) {
            let (key, style) = outlook_of(state, notes, list);
            content.text(0, state.word(key), style);
        }
        content.text(0, &clean::line(&shown_path(state, notes.source.path())), theme.dim);
        if let Some(task) = notes.source.task() {
            self.task(task, content);
        }
        match &notes.notes {
            PlanNotes::Note(_) if notes.is_blank() => match notes.source.task() {
                Some(task) => content.text(0, &state.say("checklist.none-in-task", &[("id", &task.id)]), theme.text),
                None => content.text(0, state.word("checklist.none-in-file"), theme.text),
            },
            PlanNotes::Note(_) => content.text(0, state.word("checklist.note-help"), theme.dim),
            PlanNotes::Newer { version, .. } => {
                content.text(0, &state.say("checklist.newer-help", &[("version", &version.to_string())]), theme.warn);
            }
            PlanNotes::Checklist(list) => self.progress(list, content),
        }
        if !notes.findings.is_empty() {
            content.text(0, &state.session.locale.count("checklist.findings", notes.findings.len()), theme.warn);
        }
        content.gap();
    }

    fn task(&self, task: &Task, content: &mut Content) {
        let (state, theme) = (self.state, &self.state.session.theme);
        let title = task.title.as_deref().map(|title| clean::line(title)).unwrap_or_default();
        let key = if title.is_empty() { "checklist.task" } else { "checklist.task-titled" };
        let (id, status) = (clean::line(&task.id), clean::line(&task.status));
        content.text(0, &state.say(key, &[("id", &id), ("status", &status), ("title", &title)]), theme.text);
        if !task.others.is_empty() {
            let (count, ids) = (task.others.len().to_string(), checklist::some_ids(&task.others));
            let text = state.say("checklist.others", &[("n", &count), ("ids", &clean::line(&ids))]);
            content.text(0, &text, if task.named { theme.dim } else { theme.warn });
        }
    }

    /// Why there is none.
    fn nothing(&self, content: &mut Content) {
        let (state, outside) = (self.state, &self.state.outside);
        match (&outside.checklist_trouble, &outside.checklist_gone) {
            (Some(finding), _) => self.finding(finding, false, content),
            (None, Some(file)) => {
                let file = shown_path(state, file);
                content.text(0, &state.say("checklist.gone", &[("file", &file)]), state.session.theme.warn);
            }
            (None, None) => content.text(0, state.word("talk.no-checklist"), state.session.theme.dim),
        }
    }

    fn is_roomy(&self) -> bool {
        usize::from(overlay::inner(layout::areas(self.state).body).height) >= ROOMY
    }

    /// The bar stays on top.
    fn bar(&mut self, list: &Checklist) {
        let (state, theme) = (self.state, &self.state.session.theme);
        let count = format!(" {}/{}", list.done(), list.items.len());
        let room = self.width.saturating_sub(cells::width(&count));
        self.pinned.line(vec![(lines::bar(state, list, room.clamp(3, 30)), theme.good), (count, theme.text)]);
    }

    /// What happens next, where it stays on top.
    fn outlook(&mut self, notes: &LoadedNotes, list: &Checklist) {
        let (key, style) = outlook_of(self.state, notes, list);
        self.pinned.text_at_most(OUTLOOK_ROWS, 0, self.state.word(key), style);
    }

    fn progress(&self, list: &Checklist, content: &mut Content) {
        let (state, theme) = (self.state, &self.state.session.theme);
        if let (Some(used), Some(allowed)) = (list.auto_turns_used, list.max_auto_turns) {
            let (used, allowed) = (used.to_string(), allowed.to_string());
            content.text(0, &state.say("checklist.turns", &[("used", &used), ("allowed", &allowed)]), theme.dim);
        }
        if let Some(summary) = &list.last_summary {
            content.field(state.word("checklist.last-summary"), summary, theme.dim, theme.text);
        }
    }

    fn step(&self, list: &Checklist, at: usize, step: &Step, content: &mut Content) {
        let (state, theme) = (self.state, &self.state.session.theme);
        let is_current = self.current == Some(at);
        let (sign, style) = match step.status {
            StepStatus::Done => (theme.signs.done, theme.good),
            StepStatus::InProgress => (theme.signs.selected, theme.next),
            StepStatus::Pending => (theme.signs.planned, theme.dim),
            StepStatus::Unknown => (theme.signs.unknown, theme.bad),
        };
        let digits = list.items.len().to_string().len();
        let number = format!("{}{:>digits$}  ", cells::fit(sign, 2), at + 1);
        let indent = cells::width(&number);
        let title_style = if is_current { theme.next } else { theme.text };
        let title = match clean::line(&step.title) {
            title if title.trim().is_empty() => state.word("checklist.untitled").into(),
            title => title,
        };
        content.after(vec![(number, style)], indent, &title, title_style);
        if let Some(summary) = &step.summary {
            content.text(indent, summary, theme.dim);
        }
        if !step.changed_files.is_empty() {
            let files: Vec<_> = step.changed_files.iter().take(MOST_FILES).map(|file| clean::line(file)).collect();
            let (files, count) = (files.join(", "), step.changed_files.len());
            let more = count.saturating_sub(MOST_FILES).to_string();
            let key = if count > MOST_FILES { "checklist.files-more" } else { "checklist.files" };
            content.text(indent, &state.say(key, &[("files", &files), ("more", &more)]), theme.dim);
        }
    }

    fn finding(&self, finding: &Finding, is_first: bool, content: &mut Content) {
        let (state, theme) = (self.state, &self.state.session.theme);
        if is_first {
            content.line(Vec::new());
        }
        let style = severity_style(state, finding);
        content.after(vec![(format!("{} ", theme.signs.finding), style)], 2, &finding_words(state, finding), style);
        if let (_, Some(hint)) = state.session.locale.finding(finding) {
            content.text(2, &hint, theme.text);
        }
    }

    fn window(&self) -> Window<impl Fn(usize) -> Content> {
        Window { count: self.count(), height: self.height, part: |part| self.part(part) }
    }

    /// Where an action scrolls to; `None`: it does not scroll.
    pub fn scrolled(&self, from: Place, action: Action) -> Option<Place> {
        let window = self.window();
        let last = window.last_top();
        let from = window.within(from).min(last);
        let page = self.height.saturating_sub(1).max(1);
        let to = match action {
            Action::Down => window.down(from, 1),
            Action::Up => window.up(from, 1),
            Action::PageDown => window.down(from, page),
            Action::PageUp => window.up(from, page),
            Action::First => Place::default(),
            Action::Last => last,
            _ => return None,
        };
        Some(to.min(last))
    }

    /// Whether the first row of the current step is in sight.
    pub fn shows_current(&self, top: Place) -> bool {
        let Some(part) = self.current_part() else { return false };
        let window = self.window();
        let top = window.within(top).min(window.last_top());
        let current = Place { part, row: 0 };
        top <= current && current < window.down(top, self.height)
    }

    /// The place itself where it shows the current step, else one from which it is seen with some steps before it.
    pub fn reveal(&self, top: Place) -> Place {
        let window = self.window();
        let last = window.last_top();
        match self.current_part() {
            Some(part) if !self.shows_current(top) => window.up(Place { part, row: 0 }, self.height / 3).min(last),
            _ => window.within(top).min(last),
        }
    }
}
