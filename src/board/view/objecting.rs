//! Objections in the detail pane: lens and rule of a comment, what lies in the critique, and the choice of a lens.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::board::editor;
use crate::board::keys::{self, Action, Context};
use crate::board::layers::Layer;
use crate::board::objections::{self, LensChoice, completions, judgement, lens_key, standing};
use crate::board::state::State;
use crate::board::submission::{self, Obstacle};
use crate::board::view::content::{Content, draw_line};
use crate::board::view::hits::Hits;
use crate::board::view::next_step::fitting;
use crate::board::view::objections::objection;
use crate::contract::plan_comments::Pass;
use crate::contract::plan_critique::Lens;
use crate::review::critique::Verdict;
use crate::review::draft::DraftComment;
use crate::review::objecting::Objecting;
use crate::review::target::PlanKind;

/// Lens and rule in a few words.
pub fn words(state: &State, objecting: &Objecting) -> String {
    let lens = state.word(lens_key(objecting.lens));
    match &objecting.rule {
        Some(rule) => state.say("objection.lens-rule", &[("lens", lens), ("rule", rule)]),
        None => lens.to_owned(),
    }
}

/// The objections of the critique on a target, each with its reply.
pub fn of_target(state: &State, target_id: &str, content: &mut Content) {
    for standing in state.outside.objections.on(target_id).iter().filter_map(|at| standing(state, *at)) {
        content.gap();
        objection(state, &standing, None, usize::MAX, content);
    }
}

/// What to do now on a coding plan, where it is something else than on a video plan: look, object, hand off, see what was
/// replied, approve.
pub fn next_step(state: &State, width: usize) -> Option<String> {
    let draft = &state.desk().draft;
    let is_plain = state.outside.read_only.is_none() && state.plan.stale_finding(state.pass).is_none();
    if state.plan.plan.kind != PlanKind::Coding || !is_plain || matches!(state.layers.last(), Some(Layer::Repoint(_))) {
        return None;
    }
    let key = |action| keys::shown(Context::Board, action);
    let (copy, panel, approve) = (key(Action::Copy), key(Action::Objections), key(Action::Approve));
    let (comment, submit) = (key(Action::Comment), key(Action::Submit));
    let args =
        [("copy", copy.as_str()), ("panel", &panel), ("approve", &approve), ("comment", &comment), ("submit", &submit)];
    let say = |name| Some(fitting(state, width, name, &args));
    let count = |name, n: usize| {
        let n = n.to_string();
        Some(fitting(state, width, name, &[args.as_slice(), &[("n", n.as_str())]].concat()))
    };
    if matches!(state.layers.last(), Some(Layer::Lens(_))) {
        return say("lens");
    }
    if state.writing().is_some() {
        return say(if objections::is_closed(state) { "writing-closed" } else { "writing-objection" });
    }
    if !draft.comments.is_empty() {
        return (objections::is_closed(state)).then(|| count("closed", draft.comments.len())).flatten();
    }
    if !draft.unfinished.is_empty() || state.view().unavailable.is_some() || state.view().targets.is_empty() {
        return None;
    }
    if state.outside.critique.as_ref().is_some_and(|critique| critique.other.is_some()) {
        return say("other-plan");
    }
    if state.outside.critique.as_ref().is_some_and(|critique| critique.critique.is_none()) {
        return say("flawed");
    }
    let judgement = judgement(state).filter(|_| objections::count(state) > 0);
    let Some(judgement) = judgement else { return say("look-coding") };
    let unruled =
        judgement.objections.iter().filter(|judged| judged.reply.is_some() && judged.ruling.is_none()).count();
    match judgement.verdict {
        Verdict::Awaiting => count("awaiting", judgement.awaiting()),
        Verdict::Blocked if judgement.is_flawed() => say("flawed"),
        Verdict::Blocked => count("blocked", judgement.blocking()),
        Verdict::Clear if unruled > 0 => count("replied", unruled),
        Verdict::Clear => say("clear"),
    }
}

/// What the submit dialogue says first: how many objections, the ids they get, what lies in the critique already.
pub fn summary(state: &State, content: &mut Content) {
    let theme = &state.session.theme;
    let locale = state.session.locale;
    let draft = &state.desk().draft;
    let (count, file) = (draft.comments.len(), submission::file(state, state.pass));
    if let Some(obstacle) = submission::obstacles(state).into_iter().find(Obstacle::is_final) {
        content.text(0, &locale.phrase(&obstacle.phrase()), theme.bad);
        content.text(0, &locale.count("objection.drafted", count), theme.heading);
        content.line(Vec::new());
        return;
    }
    let ids = objections::next_ids(state, count);
    let n = count.to_string();
    let (first, last) = (ids.first().map_or("–", String::as_str), ids.last().map_or("–", String::as_str));
    let args = [("n", n.as_str()), ("file", &file), ("first", first), ("last", last)];
    content.text(0, &state.say("objection.summary", &args), theme.heading);
    let there = objections::count(state);
    if let Some(critique) = objections::critique(state).filter(|_| there > 0) {
        let persona = critique.persona.as_deref().unwrap_or("?");
        let (n, replies) = (there.to_string(), critique.replies.len().to_string());
        let args = [("n", n.as_str()), ("persona", persona), ("replies", &replies)];
        content.text(0, &state.say("objection.there", &args), theme.warn);
    } else if state.outside.critique.is_none() {
        content.text(0, locale.word("objection.new-file"), theme.dim);
    }
    if !draft.overall.is_empty() {
        content.text(0, &state.say("submit.overall", &[("note", &draft.overall)]), theme.dim);
    }
    content.line(Vec::new());
}

/// The head of an objection in the submit dialogue: its id, its target, lens and rule, the anchor it gets. Of any other
/// comment the head as it is.
pub fn item(state: &State, comment: &DraftComment, head: String) -> String {
    if state.pass != Pass::Coding {
        return head;
    }
    let objecting = comment.objecting.clone().unwrap_or_default();
    let bare = comment.anchor.own_id.as_deref().unwrap_or(&comment.anchor.id);
    state.say("objection.item", &[("target", &head), ("lens", &words(state, &objecting)), ("id", bare)])
}

/// Rules that are offered at once.
const OFFERED: usize = 3;

/// The lenses, one of them chosen, and the rule below; the cursor is where a key acts.
pub fn draw(state: &State, choice: &LensChoice, area: Rect, buf: &mut Buffer, hits: &mut Hits) -> Position {
    let theme = &state.session.theme;
    let mut content = Content::new(usize::from(area.width));
    content.text_at_most(1, 0, state.word("objection.choose"), theme.heading);
    let mut row = 0;
    let mut laid = Vec::new();
    for (lens, action) in Lens::ALL.into_iter().zip([
        Action::LensScope,
        Action::LensFeasibility,
        Action::LensSecurity,
        Action::LensAlternative,
    ]) {
        let (chosen, top) = (lens == choice.lens, content.len());
        if chosen {
            row = top;
        }
        let sign = if chosen { theme.signs.selected } else { " " };
        let style = if chosen { theme.next } else { theme.text };
        let first = vec![(format!("{sign}{} ", keys::shown(Context::Lens, action)), theme.key)];
        let line =
            state.say("objection.lens-help", &[("lens", state.word(lens_key(lens))), ("help", help(state, lens))]);
        content.after(first, 3, &line, style);
        laid.push(top..content.len());
    }
    // The rule is in sight on any screen.
    let below = 3;
    let height = usize::from(area.height);
    let scroll = (content.len() + below).saturating_sub(height).min(row);
    let list = Rect { height: area.height.saturating_sub(below as u16), ..area };
    content.draw(list, scroll, buf);
    for (entry, rows) in laid.into_iter().enumerate() {
        hits.mark_scrolled(list, scroll, rows, entry);
    }
    let inner = Rect { width: list.width.saturating_sub(2), ..list };
    super::overlay::arrows(state, inner, scroll > 0, content.len() > scroll + usize::from(list.height), buf);
    let y = area.y + (content.len() - scroll.min(content.len())).min(usize::from(list.height)) as u16;
    let line = |y: u16| Rect { y, height: 1, ..area }.intersection(area);
    let key = keys::shown(Context::Lens, Action::Rule);
    let label = state.say("objection.rule", &[("key", &key)]);
    let used = draw_line(&[(format!("{label} "), if choice.at_rule { theme.next } else { theme.dim })], line(y), buf);
    let input = Rect { x: area.x + used, width: area.width.saturating_sub(used), ..line(y) };
    let caret = editor::view::render(&choice.rule, input, buf, theme.text, &mut 0);
    let (words, style) = match &choice.notice {
        Some(notice) => (state.session.locale.phrase(notice), theme.bad),
        None if choice.at_rule => (offered(state, choice), theme.dim),
        None => (String::new(), theme.dim),
    };
    let mut more = Content::new(usize::from(area.width));
    more.text_at_most(2, 0, &words, style);
    more.draw(Rect { y: y + 1, height: area.bottom().saturating_sub(y + 1), ..area }, 0, buf);
    let at = Position::new(area.x, area.y + (row - scroll.min(row)) as u16);
    if choice.at_rule { caret } else { at }
}

/// The rules that Tab goes through.
fn offered(state: &State, choice: &LensChoice) -> String {
    let typed = choice.completing.as_ref().map_or(choice.rule.text(), |(typed, _)| typed);
    let rules = completions(state, typed);
    if rules.is_empty() {
        return state.word("objection.rule-help").to_owned();
    }
    let key = keys::shown(Context::Rule, Action::NextRule);
    let shown = rules.iter().take(OFFERED).map(String::as_str).collect::<Vec<_>>().join(" ");
    state.say("objection.offered", &[("key", &key), ("rules", &shown)])
}

fn help(state: &State, lens: Lens) -> &'static str {
    state.word(match lens {
        Lens::Scope => "lens.scope-help",
        Lens::Feasibility => "lens.feasibility-help",
        Lens::Security => "lens.security-help",
        Lens::Alternative => "lens.alternative-help",
    })
}
