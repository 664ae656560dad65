//! The panel of the objections: the gate's verdict on top, then each objection with where it points, the reply, the ruling.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::board::editor;
use crate::board::layout;
use crate::board::objections::{self, ObjectionsView, Standing, lens_key, standing};
use crate::board::state::State;
use crate::board::submission::shown_path;
use crate::board::view::content::{Content, Piece, draw_line};
use crate::board::view::entries::Entries;
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
    let cursor = {
        let (top, selected) = (parts.reveal(view.top), parts.part_of_selected());
        parts.window().draw(state, top, selected, list, buf, |part, y, rows| {
            if let Some(entry) = parts.entry_at(part) {
                hits.mark(list, y, rows, entry);
            }
        })
    };
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
}

impl Entries for Parts<'_> {
    fn window(&self) -> Window<impl Fn(usize) -> Content> {
        Window { count: 1 + self.count(), height: self.height, part: |part| self.part(part) }
    }

    fn selected(&self) -> usize {
        self.view.selected
    }

    fn count(&self) -> usize {
        objections::count(self.state)
    }

    fn part_of(&self, entry: usize) -> Option<usize> {
        Some(entry + 1)
    }

    fn first_from(&self, part: usize) -> usize {
        part.saturating_sub(1)
    }

    /// The head is shown with the first objection.
    fn heading_rows(&self) -> usize {
        if self.view.selected == 0 { self.part(0).len() } else { 0 }
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
            (judged.is_inference, theme.signs.unknown, "objections.inference", theme.warn),
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
            content.text(2, &format!("{} {}", theme.signs.done, state.word("objections.agreed")), theme.good);
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
        AnchorState::Resolved => (format!("{} {}", signs.done, state.word("anchor.resolved")), theme.good),
        AnchorState::Drifted(line) => {
            let words = state.say("anchor.drifted", &[("line", &line.to_string())]);
            (format!("{} {words}", signs.changed), theme.warn)
        }
        AnchorState::Unresolved(reason) => {
            let reason = state.session.locale.phrase(reason);
            (format!("{} {}", signs.failed, state.say("anchor.unresolved", &[("reason", &reason)])), theme.bad)
        }
        AnchorState::Uncheckable => (format!("{} {}", signs.unknown, state.word("anchor.uncheckable")), theme.dim),
    }
}
