//! Notices: in the detail of their target, and the list of all, laid out part by part so that only parts in sight cost.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::board::checklist::Place;
use crate::board::layout;
use crate::board::notices::{NoticesView, Part};
use crate::board::state::State;
use crate::board::view::content::Content;
use crate::board::view::hits::Hits;
use crate::board::view::overlay;
use crate::board::view::window::Window;
use crate::review::hand_off::pass_key;
use crate::review::notices::Kind;
use crate::text::{cells, clean};

/// Most cells of a target's name in the list.
const WIDEST: usize = 16;

/// The sign of a notice.
pub fn sign(state: &State) -> &'static str {
    if state.session.ascii { "i" } else { "·" }
}

/// Whether the target at this position has a notice that marks it in the list.
pub fn is_marked(state: &State, position: usize) -> bool {
    let says = |kind: &Kind| kind.marks() && !state.notices_off.contains(kind);
    state.view().notices.at(position).iter().any(|notice| says(&notice.kind))
}

/// The notices of the selected target, and what else plays while it does.
pub fn of_target(state: &State, content: &mut Content) {
    let (view, at, locale) = (state.view(), state.desk().selected, state.session.locale);
    let dim = state.session.theme.dim;
    let mut say = |text: &str| content.after(vec![(format!("{} ", sign(state)), dim)], 2, text, dim);
    for notice in view.notices.at(at).iter().filter(|notice| !state.notices_off.contains(&notice.kind)) {
        say(&locale.phrase(&notice.phrase));
    }
    let (named, count) = view.notices.beside(at);
    if !named.is_empty() {
        let labels = named.iter().filter_map(|at| Some(cells::cut(&view.targets.get(*at)?.label, 40)));
        let list = labels.collect::<Vec<_>>().join(", ");
        let more = count.saturating_sub(named.len());
        let key = if more > 0 { "notices.beside-more" } else { "notices.beside" };
        say(&locale.say(key, &[("list", &list), ("n", &more.to_string())]));
    }
}

/// The title of the list: which pass it is of.
pub fn title(state: &State) -> String {
    state.say("notices.title", &[("pass", state.word(pass_key(state.pass)))])
}

/// The list at the size of the screen.
pub struct Parts<'a> {
    state: &'a State,
    view: &'a NoticesView,
    width: usize,
    height: usize,
}

/// Draws the list; the cursor waits at the selected part.
pub fn draw(state: &State, view: &NoticesView, area: Rect, buf: &mut Buffer, hits: &mut Hits) -> Position {
    let parts = Parts::of(state, view);
    if view.parts.is_empty() {
        let mut content = Content::new(parts.width);
        content.text(0, state.word("notices.none"), state.session.theme.text);
        content.draw(area, 0, buf);
        return area.as_position();
    }
    parts.window().draw(state, parts.reveal(view.top), Some(view.selected), area, buf, |part, y, rows| {
        hits.mark(area, y, rows, part);
    })
}

impl<'a> Parts<'a> {
    /// The parts as the screen now is.
    pub fn of(state: &'a State, view: &'a NoticesView) -> Parts<'a> {
        let area = overlay::inner(layout::areas(state).body);
        Parts { state, view, width: area.width.into(), height: usize::from(area.height).max(1) }
    }

    /// Rows shown at once.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The nearest place to `top` from which the selected part is in sight.
    pub fn reveal(&self, top: Place) -> Place {
        self.window().reveal(top, self.view.selected, 0)
    }

    /// Where the list begins for an entry to have so many rows above it.
    pub fn top_with(&self, entry: usize, above: usize) -> Place {
        self.window().up(Place { part: entry, row: 0 }, above)
    }

    fn window(&self) -> Window<impl Fn(usize) -> Content> {
        Window { count: self.view.parts.len(), height: self.height, part: |part| self.part(part) }
    }

    /// A kind with its count, or a notice behind the name of its target.
    fn part(&self, part: usize) -> Content {
        let (state, theme) = (self.state, &self.state.session.theme);
        let mut content = Content::new(self.width);
        let selected = part == self.view.selected;
        let marker = (cells::fit(if selected { theme.signs.selected } else { "" }, 2), theme.next);
        match self.view.parts.get(part) {
            Some(Part::Kind(kind, count)) => {
                let name = format!("notice-kind.{}", kind.name());
                let is_off = state.notices_off.contains(kind);
                let is_open = self.view.is_shown(*kind) && !is_off;
                let fold = match () {
                    () if is_off => "×",
                    () if is_open => "-",
                    () => "+",
                };
                let words = state.session.locale.word(&name);
                let style = match selected {
                    true => theme.selected_dim,
                    false if is_off => theme.dim,
                    false => theme.heading,
                };
                let first = vec![marker, (format!("{fold} "), theme.dim)];
                let text = if is_off {
                    state.say("notices.off", &[("kind", words), ("setting", kind.name())])
                } else {
                    format!("{words}  {count}")
                };
                content.after(first, 4, &text, style);
            }
            Some(Part::Notice(at)) => {
                let (view, locale) = (state.view(), state.session.locale);
                let Some(notice) = view.notices.all().get(*at) else { return content };
                let target = notice.target.and_then(|at| view.targets.get(at));
                let label = target.map_or_else(|| state.word("notices.whole"), |target| &target.label);
                let label = cells::cut(&clean::line(label), WIDEST.min(self.width / 3)).into_owned();
                let style = if selected { theme.selected_dim } else { theme.text };
                let first = vec![marker, (format!("  {label}  "), theme.dim)];
                content.after(first, 6, &locale.phrase(&notice.phrase), style);
            }
            None => {}
        }
        content
    }
}
