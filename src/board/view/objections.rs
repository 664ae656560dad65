//! The panel of the objections: the gate's verdict on top, then each objection with where it points, the reply, the ruling.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::board::checklist::Place;
use crate::board::editor;
use crate::board::layout;
use crate::board::objections::{self, ObjectionsView, Standing, lens_key, standing};
use crate::board::state::State;
use crate::board::submission::shown_path;
use crate::board::view::content::{Content, Piece, draw_line};
use crate::board::view::hits::Hits;
use crate::board::view::overlay;
use crate::board::view::window::Window;
use crate::contract::finding::Finding;
use crate::contract::plan_critique::{Anchor, ReplyAction};
use crate::review::critique::{AnchorState, Ruling, Verdict};
use crate::text::{cells, clean};

/// Rows of a text of an objection that is not selected.
const MOST_ROWS: usize = 3;

/// The panel at the size of the screen.
pub struct Parts<'a> {
    state: &'a State,
    view: &'a ObjectionsView,
    width: usize,
    height: usize,
}

/// Draws the panel; the cursor waits at the selected objection, or is where the reason is typed.
pub fn draw(state: &State, view: &ObjectionsView, area: Rect, buf: &mut Buffer, hits: &mut Hits) -> Position {
    let parts = Parts::of(state, view);
    let list = Rect { height: area.height.min(parts.height as u16), ..area };
    let top = parts.reveal(view.top);
    let mut cursor = list.as_position();
    let (mut place, mut y) = (top, list.top());
    while y < list.bottom() && place.part < parts.window().count {
        let content = parts.part(place.part);
        if place.part == view.selected + 1 {
            cursor.y = y;
        }
        content.draw(Rect { y, height: list.bottom() - y, ..list }, place.row, buf);
        let rows = content.len().saturating_sub(place.row);
        if let Some(at) = place.part.checked_sub(1) {
            hits.mark(list, y, rows, at);
        }
        y = y.saturating_add(u16::try_from(rows).unwrap_or(u16::MAX));
        place = Place { part: place.part + 1, row: 0 };
    }
    overlay::arrows(state, list, top > Place::default(), top < parts.window().last_top(), buf);
    let Some(reason) = &view.reason else { return cursor };
    let theme = &state.session.theme;
    let row = |y: u16| Rect { y, height: 1, ..area }.intersection(area);
    draw_line(&[(state.word("objections.reason").to_owned(), theme.dim)], row(list.bottom()), buf);
    let input = row(list.bottom() + 1);
    let used = draw_line(&[("> ".to_owned(), theme.key)], input, buf);
    let input = Rect { x: input.x + used, width: input.width.saturating_sub(used), ..input };
    editor::view::render(reason, input, buf, theme.text, &mut 0)
}

impl<'a> Parts<'a> {
    /// The parts as the screen now is.
    pub fn of(state: &'a State, view: &'a ObjectionsView) -> Parts<'a> {
        let area = overlay::inner(layout::areas(state).body);
        let typed = if view.reason.is_some() { 2 } else { 0 };
        Parts { state, view, width: area.width.into(), height: usize::from(area.height.saturating_sub(typed)).max(1) }
    }

    fn window(&self) -> Window<impl Fn(usize) -> usize> {
        Window { count: 1 + objections::count(self.state), height: self.height, rows: |part| self.part(part).len() }
    }

    fn part(&self, part: usize) -> Content {
        let mut content = Content::new(self.width);
        match part.checked_sub(1) {
            None => head(self.state, &mut content),
            Some(at) => {
                if let Some(standing) = standing(self.state, at) {
                    let selected = at == self.view.selected;
                    let rows = if selected { usize::MAX } else { MOST_ROWS };
                    objection(self.state, &standing, Some(selected), rows, &mut content);
                    content.line(Vec::new());
                }
            }
        }
        content
    }

    /// The nearest place to `top` from which the selected objection is in sight; the first one with the head.
    pub fn reveal(&self, top: Place) -> Place {
        let above = if self.view.selected == 0 { self.part(0).len() } else { 0 };
        self.window().reveal(top, self.view.selected + 1, above)
    }

    /// Where the list begins for an entry to have so many rows above it.
    pub fn top_with(&self, entry: usize, above: usize) -> Place {
        self.window().up(Place { part: entry + 1, row: 0 }, above)
    }

    /// Whether rows of the selected objection are below what is shown from `top`, and whether some are above.
    pub fn hidden(&self, top: Place) -> (bool, bool) {
        self.window().hidden(top, self.view.selected + 1)
    }

    /// One row, down or up.
    pub fn scrolled(&self, from: Place, down: bool) -> Place {
        if down { self.window().down(from, 1) } else { self.window().up(from, 1) }
    }

    /// The objection a page from the selected one, at least the next.
    pub fn a_page_away(&self, down: bool) -> usize {
        let page = self.height.saturating_sub(1).max(1);
        let from = Place { part: self.view.selected + 1, row: 0 };
        let last = objections::count(self.state).saturating_sub(1);
        if down {
            let to = self.window().down(from, page).part.saturating_sub(1);
            to.max(self.view.selected + 1).min(last)
        } else {
            self.window().up(from, page).part.saturating_sub(1).min(self.view.selected.saturating_sub(1))
        }
    }
}

/// The verdict, and what it waits for.
fn head(state: &State, content: &mut Content) {
    let theme = &state.session.theme;
    let locale = state.session.locale;
    let file = shown_path(state, &state.outside.critique_file);
    let Some(loaded) = &state.outside.critique else {
        content.text(0, &state.say("objections.none", &[("file", &file)]), theme.text);
        return;
    };
    if let Some(topic) = &loaded.other {
        content.text(0, &state.say("objections.other", &[("file", &file), ("topic", topic)]), theme.warn);
        return;
    }
    if loaded.critique.is_none() {
        content.text(0, &state.say("objections.unreadable", &[("file", &file)]), theme.bad);
    }
    if let Some(judgement) = &loaded.judgement {
        let n = judgement.awaiting();
        let (words, style) = match judgement.verdict {
            Verdict::Awaiting if n > 0 => (locale.count("objections.awaiting", n), theme.warn),
            Verdict::Awaiting => (state.word("objections.awaiting-none").to_owned(), theme.warn),
            Verdict::Blocked if judgement.is_flawed() => (state.word("objections.flawed").to_owned(), theme.bad),
            Verdict::Blocked => (locale.count("objections.blocked", judgement.blocking()), theme.bad),
            Verdict::Clear => (state.word("objections.clear").to_owned(), theme.good),
        };
        content.text(0, &words, style);
    }
    let told =
        |finding: &&Finding| !finding.code.starts_with("critique-awaiting") && finding.code != "accepted-unchanged";
    for finding in loaded.all_findings().filter(told).take(3) {
        let words = super::panels::finding_words(state, finding);
        content.after(vec![(format!("{} ", theme.signs.finding), theme.bad)], 2, &words, theme.warn);
    }
    let persona = loaded.critique.as_ref().and_then(|critique| critique.persona.as_deref());
    let line = match persona {
        Some(persona) => state.say("objections.file-by", &[("file", &file), ("persona", persona)]),
        None => file,
    };
    content.text(0, &line, theme.dim);
    content.line(Vec::new());
}

/// An objection with its anchors, reply and ruling. `selected`: in a list where one is selected; texts of at most `rows`
/// rows.
pub fn objection(state: &State, standing: &Standing, selected: Option<bool>, rows: usize, content: &mut Content) {
    let theme = &state.session.theme;
    let Standing { objection, judged, reply } = standing;
    let marker = match selected {
        Some(true) => format!("{} ", theme.signs.selected),
        Some(false) => "  ".to_owned(),
        None => format!("{} ", theme.signs.sent),
    };
    let lens = objection.lens.map_or("?", |lens| state.word(lens_key(lens)));
    let style = if selected == Some(true) { theme.selected_dim } else { theme.heading };
    let mut first: Vec<Piece> = vec![(marker, theme.next), (clean::line(&objection.id).into_owned(), style)];
    first.push((format!("  {lens}"), theme.text));
    if let Some(rule) = &objection.rule {
        first.push((format!("  {}", clean::line(rule)), theme.key));
    }
    if let Some(judged) = judged {
        let tags = [
            (judged.blocks, theme.signs.blocked, "objections.blocks", theme.bad),
            (judged.is_refused, theme.signs.blocked, "objections.refused", theme.bad),
            (judged.is_inference, theme.signs.stale, "objections.inference", theme.warn),
            (judged.is_unchanged, theme.signs.changed, "objections.unchanged", theme.warn),
        ];
        for (_, sign, key, style) in tags.into_iter().filter(|(holds, ..)| *holds) {
            first.push((format!("  {sign} {}", state.word(key)), style));
        }
    }
    wrapped(first, content);
    content.text_at_most(rows, 2, &objection.claim, theme.text);
    let states = judged.map(|judged| judged.anchors.as_slice()).unwrap_or_default();
    anchors(state, &objection.evidence, states, rows, content);
    match reply {
        None => content.text(2, state.word("objections.no-reply"), theme.dim),
        Some(reply) => {
            let (key, style) = match reply.action {
                Some(ReplyAction::Accept) => ("objections.accepted", theme.good),
                Some(ReplyAction::Rebut) => ("objections.rebutted", theme.warn),
                None => ("objections.replied", theme.warn),
            };
            let text = [reply.revision.as_deref(), reply.note.as_deref()];
            let text = text.into_iter().flatten().collect::<Vec<_>>().join("\n");
            let before = content.len();
            content.after(
                vec![(format!("  {} {}  ", theme.signs.cutaway, state.word(key)), style)],
                4,
                &text,
                theme.text,
            );
            if content.len() > before.saturating_add(rows) {
                content.at_most(before.saturating_add(rows));
            }
            let states = judged.map(|judged| judged.reply_anchors.as_slice()).unwrap_or_default();
            anchors(state, &reply.evidence, states, rows, content);
        }
    }
    match judged.and_then(|judged| judged.ruling.as_ref()) {
        Some(Ruling::Agree) => {
            content.text(2, &format!("{} {}", theme.signs.reviewed, state.word("objections.agreed")), theme.good);
        }
        Some(Ruling::Insist(reason)) => {
            let words = state.say("objections.insisted", &[("reason", reason)]);
            content.text_at_most(rows, 2, &format!("{} {words}", theme.signs.changed), theme.bad);
        }
        None => {}
    }
}

/// Pieces one after the other, in the next row where one would be cut.
fn wrapped(pieces: Vec<Piece>, content: &mut Content) {
    let width = content.width();
    let (mut line, mut used): (Vec<Piece>, usize) = (Vec::new(), 0);
    for (text, style) in pieces {
        let more = cells::width(&text);
        if used + more > width && used > 2 {
            content.line(std::mem::take(&mut line));
            used = 0;
        }
        used += more;
        line.push((text, style));
    }
    content.line(line);
}

fn anchors(state: &State, evidence: &[Anchor], states: &[AnchorState], rows: usize, content: &mut Content) {
    let theme = &state.session.theme;
    for (at, anchor) in evidence.iter().enumerate() {
        let (words, style) = states.get(at).map_or((String::new(), theme.dim), |of| anchor_words(state, of));
        let quote = anchor.quote.as_ref().map(|quote| state.say("objections.quote", &[("quote", quote)]));
        let text = format!("{} {}{}", anchor.kind.as_str(), anchor.reference, quote.unwrap_or_default());
        let text = clean::line(&text);
        let both = cells::width(&text) + cells::width(&words) + 6;
        if both <= content.width() && !words.is_empty() {
            content.line(vec![(format!("    {text}  "), theme.dim), (clean::line(&words).into_owned(), style)]);
            continue;
        }
        content.text_at_most(rows, 4, &text, theme.dim);
        if !words.is_empty() {
            content.text_at_most(rows, 6, &words, style);
        }
    }
}

/// What an anchor comes to, with a sign.
fn anchor_words(state: &State, anchor: &AnchorState) -> (String, Style) {
    let theme = &state.session.theme;
    let signs = &theme.signs;
    match anchor {
        AnchorState::Resolved => (format!("{} {}", signs.reviewed, state.word("anchor.resolved")), theme.good),
        AnchorState::Drifted(line) => {
            let words = state.say("anchor.drifted", &[("line", &line.to_string())]);
            (format!("{} {words}", signs.changed), theme.warn)
        }
        AnchorState::Unresolved(reason) => {
            let reason = state.session.locale.phrase(reason);
            (format!("{} {}", signs.failed, state.say("anchor.unresolved", &[("reason", &reason)])), theme.bad)
        }
        AnchorState::Uncheckable => (format!("{} {}", signs.stale, state.word("anchor.uncheckable")), theme.dim),
    }
}
