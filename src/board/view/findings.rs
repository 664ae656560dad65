//! The list of findings. It is laid out part by part (files, findings), and only the parts in sight: thousands of
//! findings cost no more per key than a few.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::board::checklist::Place;
use crate::board::findings::{Entry, FindingsView, Part};
use crate::board::layout;
use crate::board::state::State;
use crate::board::submission::shown_path;
use crate::board::view::content::Content;
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
    let mut cursor = area.as_position();
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
        return cursor;
    }
    let top = parts.reveal(view.top);
    let selected = view.entry().map(|entry| entry.part);
    let (mut place, mut y) = (top, area.top());
    while y < area.bottom() && place.part < parts.count() {
        let content = parts.part(place.part);
        if selected == Some(place.part) {
            cursor.y = y;
        }
        content.draw(Rect { y, height: area.bottom() - y, ..area }, place.row, buf);
        let rows = content.len().saturating_sub(place.row);
        if let Some(Part::Entry(at)) = view.parts.get(place.part) {
            hits.mark(area, y, rows, *at);
        }
        let rows = u16::try_from(rows).unwrap_or(u16::MAX);
        y = y.saturating_add(rows);
        place = Place { part: place.part + 1, row: 0 };
    }
    overlay::arrows(state, area, top > Place::default(), top < parts.last_top(), buf);
    cursor
}

impl<'a> Parts<'a> {
    /// The parts as the screen now is.
    pub fn of(state: &'a State, view: &'a FindingsView) -> Parts<'a> {
        let area = overlay::inner(layout::areas(state).body);
        Parts { state, view, width: area.width.into(), height: usize::from(area.height).max(1) }
    }

    /// Rows shown at once.
    pub fn height(&self) -> usize {
        self.height
    }

    fn count(&self) -> usize {
        self.view.parts.len()
    }

    fn rows(&self, part: usize) -> usize {
        self.part(part).len()
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

    fn window(&self) -> Window<impl Fn(usize) -> usize> {
        Window { count: self.count(), height: self.height, rows: |part| self.rows(part) }
    }

    fn last_top(&self) -> Place {
        self.window().last_top()
    }

    fn up(&self, from: Place, rows: usize) -> Place {
        self.window().up(from, rows)
    }

    fn down(&self, from: Place, rows: usize) -> Place {
        self.window().down(from, rows)
    }

    /// The nearest place to `top` from which the selected finding is in sight: all of it, or as much as there is room for.
    pub fn reveal(&self, top: Place) -> Place {
        let Some(part) = self.view.entry().map(|entry| entry.part) else { return top.min(self.last_top()) };
        // The name of the file is shown with its first finding.
        let heading = part > 0 && matches!(self.view.parts.get(part - 1), Some(Part::File { .. }));
        self.window().reveal(top, part, if heading { self.rows(part - 1) } else { 0 })
    }

    /// Where the list begins for an entry to have so many rows above it.
    pub fn top_with(&self, entry: usize, above: usize) -> Place {
        let part = self.view.entries.get(entry).map_or(0, |entry| entry.part);
        self.up(Place { part, row: 0 }, above)
    }

    /// Whether rows of the selected finding are below what is shown from `top`, and whether some are above.
    pub fn hidden(&self, top: Place) -> (bool, bool) {
        self.view.entry().map_or((false, false), |entry| self.window().hidden(top, entry.part))
    }

    /// One row, down or up.
    pub fn scrolled(&self, from: Place, down: bool) -> Place {
        if down { self.down(from, 1) } else { self.up(from, 1) }
    }

    /// The entry a page from the selected one.
    pub fn a_page_away(&self, down: bool) -> usize {
        let Some(selected) = self.view.entry() else { return 0 };
        let page = self.height.saturating_sub(1).max(1);
        let from = Place { part: selected.part, row: 0 };
        let to = if down { self.down(from, page) } else { self.up(from, page) };
        let at = |part: &Part| if let Part::Entry(at) = part { Some(*at) } else { None };
        let last = self.view.entries.len().saturating_sub(1);
        let (before, after) = self.view.parts.split_at_checked(to.part).unwrap_or((&self.view.parts, &[]));
        let found = if down {
            after.iter().find_map(at).unwrap_or(last)
        } else {
            after.iter().find_map(at).or_else(|| before.iter().rev().find_map(at)).unwrap_or(0)
        };
        // A finding higher than the screen is no reason to stay.
        let next = if down { self.view.selected + 1 } else { self.view.selected.saturating_sub(1) };
        if down { found.max(next).min(last) } else { found.min(next) }
    }
}
