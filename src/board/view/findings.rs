//! The list of findings. It is laid out part by part (files, findings), and only the parts in sight: thousands of
//! findings cost no more per key than a few.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::board::findings::{Entry, FindingsView, Part};
use crate::board::layout;
use crate::board::state::State;
use crate::board::submission::shown_path;
use crate::board::view::content::Content;
use crate::board::view::entries::Entries;
use crate::board::view::hits::Hits;
use crate::board::view::overlay;
use crate::board::view::panels::severity_style;
use crate::board::view::window::Window;
use crate::contract::finding::{Phrase, Severity};
use crate::contract::plan_comments::Pass;
use crate::text::{cells, clean};

/// Rows of a finding that is not opened; more of it is seen when it is.
const MOST_ROWS: usize = 5;

/// The list at the size of the screen.
pub struct Parts<'a> {
    state: &'a State,
    view: &'a FindingsView,
    width: usize,
    height: usize,
}

/// What says that files are not there without which there is nothing to find: that of the first pass, and of the one shown.
fn absent(state: &State) -> Vec<&Phrase> {
    let mut passes = vec![Pass::Structure, state.pass];
    passes.dedup();
    let reasons = passes.into_iter().filter_map(|pass| state.plan.plan.pass(pass).unavailable.as_ref());
    let mut reasons: Vec<&Phrase> = reasons.filter(|reason| reason.key == "reason.absent").collect();
    reasons.dedup();
    reasons
}

/// Draws the list; the cursor waits at the selected finding.
pub fn draw(state: &State, view: &FindingsView, area: Rect, buf: &mut Buffer, hits: &mut Hits) -> Position {
    let parts = Parts::of(state, view);
    if view.entries.is_empty() {
        let mut content = Content::new(parts.width);
        let absent = absent(state);
        for reason in &absent {
            content.text(0, &state.session.locale.phrase(reason), state.session.theme.warn);
        }
        if absent.is_empty() {
            content.text(0, state.word("findings.none"), state.session.theme.good);
        }
        content.draw(area, 0, buf);
        return area.as_position();
    }
    let (top, selected) = (parts.reveal(view.top), parts.part_of_selected());
    parts.window().draw(state, top, selected, area, buf, |part, y, rows| {
        if let Some(entry) = parts.entry_at(part) {
            hits.mark(area, y, rows, entry);
        }
    })
}

impl<'a> Parts<'a> {
    /// The parts as the screen now is.
    pub fn of(state: &'a State, view: &'a FindingsView) -> Parts<'a> {
        let area = overlay::inner(layout::areas(state).body);
        Parts { state, view, width: area.width.into(), height: usize::from(area.height).max(1) }
    }

    fn part(&self, part: usize) -> Content {
        let mut content = Content::new(self.width);
        match self.view.parts.get(part) {
            Some(Part::File { file, errors, warnings }) => {
                let (locale, theme) = (self.state.session.locale, &self.state.session.theme);
                if part > 0 {
                    content.line(Vec::new());
                }
                let mut pieces = Vec::new();
                for (n, key, style) in
                    [(*errors, "findings.errors", theme.bad), (*warnings, "findings.warnings", theme.warn)]
                {
                    if n > 0 {
                        pieces.push((format!("  {}", locale.count(key, n)), style));
                    }
                }
                let used: usize = pieces.iter().map(|(text, _)| cells::width(text)).sum();
                let shown = shown_path(self.state, file);
                let name = cells::cut(&clean::line(&shown), self.width.saturating_sub(used).max(8)).into_owned();
                pieces.insert(0, (name, theme.heading));
                content.line(pieces);
            }
            Some(Part::Entry(at)) => {
                if let Some(entry) = self.view.entries.get(*at) {
                    self.entry(*at, entry, &mut content);
                }
            }
            None => {}
        }
        content
    }

    /// Where, what, and what to do.
    fn entry(&self, at: usize, entry: &Entry, content: &mut Content) {
        let (state, theme) = (self.state, &self.state.session.theme);
        let finding = &entry.finding;
        let (message, hint) = state.session.locale.finding(finding);
        let is_selected = at == self.view.selected;
        let marker = cells::fit(if is_selected { theme.signs.selected } else { "" }, 2);
        let sign = match finding.severity {
            Severity::Error => theme.signs.failed,
            Severity::Warning => theme.signs.finding,
        };
        let style = severity_style(state, finding);
        let name = finding.file.file_name().unwrap_or_default().to_string_lossy();
        let place = match finding.place {
            Some(place) => format!("{name}:{}:{}  {message}", place.line, place.column),
            None => format!("{name}  {message}"),
        };
        let first = vec![(marker, theme.next), (format!("{} ", cells::fit(sign, 1)), style)];
        content.after(first, 4, &place, if is_selected { theme.selected_dim } else { theme.text });
        if let Some(hint) = hint {
            content.text(4, &hint, theme.dim);
        }
        if self.view.opened != Some(at) {
            return content.at_most(MOST_ROWS);
        }
        let word = |key| state.session.locale.word(key);
        let expected = finding.expected.as_deref().map(|key| state.session.locale.word(key));
        let facts = [
            ("findings.file", Some(shown_path(state, &finding.file))),
            ("findings.pointer", Some(finding.pointer.clone()).filter(|pointer| !pointer.is_empty())),
            ("findings.found", finding.found.clone()),
            ("findings.expected", expected.map(str::to_owned)),
        ];
        for (key, value) in facts {
            if let Some(value) = value {
                content.after(vec![(format!("    {}  ", word(key)), theme.dim)], 6, &value, theme.text);
            }
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
        self.view.entries.len()
    }

    fn part_of(&self, entry: usize) -> Option<usize> {
        self.view.entries.get(entry).map(|entry| entry.part)
    }

    fn first_from(&self, part: usize) -> usize {
        self.view.entries.partition_point(|entry| entry.part < part)
    }

    /// The name of the file is shown with its first finding.
    fn heading_rows(&self) -> usize {
        let before = self.part_of_selected().and_then(|part| part.checked_sub(1));
        let heading = before.filter(|at| matches!(self.view.parts.get(*at), Some(Part::File { .. })));
        heading.map_or(0, |at| self.part(at).len())
    }
}
