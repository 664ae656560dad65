//! The rounds view: opening it, moving in it, settling, commenting again.

use crate::board::effect::Effect;
use crate::board::keys::{self, Action, Context};
use crate::board::layers::Layer;
use crate::board::read_only;
use crate::board::rounds::{Item, Report, RoundsView, known, now, view};
use crate::board::state::{Pane, State, Tone};
use crate::board::update::{comments, find, navigate, typed};
use crate::board::view as drawn;
use crate::contract::finding::Phrase;
use crate::review::diff::Difference;
use crate::review::verify::UnnamedState;
use crate::review::verify::words::{field_name, value};

/// `r`: the newest round.
pub fn open(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(newest) = known(state).next_back().map(|round| round.round) else {
        let word = read_only::word(state, "rounds.board.none", "rounds.board.none-yet");
        let text = state.say(word, &[("submit", &keys::shown(Context::Board, Action::Submit))]);
        return state.tell(Tone::Plain, text);
    };
    // The banner said that something changed; here is what.
    state.talk.banner = None;
    state.layers.push(Layer::Rounds(Box::new(RoundsView::of(newest))));
    effects.push(Effect::CheckRound(newest));
}

fn view_mut(state: &mut State) -> Option<&mut RoundsView> {
    state
        .layers
        .iter_mut()
        .rev()
        .find_map(|layer| if let Layer::Rounds(view) = layer { Some(view.as_mut()) } else { None })
}

/// A round was compared. The selection stays on its item.
pub fn checked(
    state: &mut State,
    round: u32,
    report: Result<Box<Report>, Phrase>,
    settled: std::collections::BTreeSet<String>,
) {
    let Some(view) = view_mut(state).filter(|view| view.round == round) else { return };
    let selected = view.item();
    view.settled = settled;
    view.report = Some(report);
    let place = selected.and_then(|item| view.compared()?.items.iter().position(|other| *other == item));
    match place {
        Some(place) => view.selected = place,
        None => (view.selected, view.scroll, view.held) = (0, 0, None),
    }
}

/// The files were read again: an open view compares anew what may have changed.
pub fn plan_read(state: &State, effects: &mut Vec<Effect>) {
    let Some(view) = view(state) else { return };
    let round = known(state).find(|round| round.round == view.round);
    let shown = view.compared().map(|report| &report.verified.round);
    // Once it has its *after*, what came of a round stays as it is.
    let is_done = round.is_some_and(|round| round.after_sha256.is_some() && Some(round) == shown);
    if !is_done {
        effects.push(Effect::CheckRound(view.round));
    }
}

/// An action in the view.
pub fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(open) = view(state) else { return };
    let (at, count) = (open.selected, open.compared().map_or(0, |report| report.items.len()));
    let last = count.saturating_sub(1);
    let page = drawn::rounds_page(state);
    match action {
        Action::Down if drawn::rounds_go_on(state, at >= last) => scroll_by(state, 1),
        Action::Down if at < last => select(state, at + 1),
        Action::Down => {}
        Action::Up if open.scroll > 0 => scroll_by(state, -1),
        Action::Up => select(state, at.saturating_sub(1)),
        Action::PageDown => select(state, (at + page).min(last)),
        Action::PageUp => select(state, at.saturating_sub(page)),
        Action::First => select(state, 0),
        Action::Last => select(state, last),
        Action::Older => other(state, false, effects),
        Action::Newer => other(state, true, effects),
        Action::NextUnsettled => unsettled(state, true),
        Action::PreviousUnsettled => unsettled(state, false),
        Action::Open => go_to(state),
        Action::Settle | Action::Comment | Action::PutBack | Action::Overall if state.outside.read_only.is_some() => {
            let reason = read_only::refusal(state);
            state.tell(Tone::Error, reason.unwrap_or_default());
        }
        Action::Settle => settle(state, effects),
        Action::Comment => comment(state, false),
        Action::PutBack => comment(state, true),
        Action::Overall => {
            to_pass_of(state);
            comments::overall(state);
        }
        Action::Close => {
            state.layers.pop();
        }
        _ => {}
    }
}

fn select(state: &mut State, to: usize) {
    if let Some(view) = view_mut(state) {
        (view.selected, view.scroll, view.held) = (to, 0, None);
    }
}

fn scroll_by(state: &mut State, rows: isize) {
    if let Some(view) = view_mut(state) {
        (view.scroll, view.held) = (view.scroll.saturating_add_signed(rows), None);
    }
}

/// The next round in time, or the one before.
fn other(state: &mut State, newer: bool, effects: &mut Vec<Effect>) {
    let Some(shown) = view(state).map(|view| view.round) else { return };
    let found = if newer {
        known(state).find(|round| round.round > shown)
    } else {
        known(state).rfind(|round| round.round < shown)
    };
    if let Some(round) = found.map(|round| round.round)
        && let Some(view) = view_mut(state)
    {
        *view = RoundsView::of(round);
        effects.push(Effect::CheckRound(round));
    }
}

fn unsettled(state: &mut State, forward: bool) {
    let Some(open) = view(state) else { return };
    let Some(report) = open.compared() else { return };
    let is_left = |at: &usize| !open.is_settled(*at);
    let (at, count) = (open.selected, report.items.len());
    // Round and round, as the search goes.
    let found = if forward {
        (at + 1..count).chain(0..count.min(at + 1)).find(is_left)
    } else {
        (0..at).rev().chain((at..count).rev()).find(is_left)
    };
    match found {
        Some(at) => select(state, at),
        None => {
            let text = state.word("rounds.board.all-settled");
            state.tell(Tone::Done, text);
        }
    }
}

/// Space: settles the item, or takes that back.
fn settle(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(open) = view(state) else { return };
    let Some(key) = open.compared().and_then(|report| report.key(open.selected)).map(str::to_owned) else { return };
    if let Some(view) = view_mut(state) {
        if !view.settled.remove(&key) {
            view.settled.insert(key);
        }
        effects.push(Effect::SaveSettled(view.round, view.settled.clone()));
    }
}

/// Shows the pass of the round below the view.
fn to_pass_of(state: &mut State) {
    if let Some(pass) = view(state).and_then(RoundsView::compared).map(|report| report.verified.round.pass) {
        navigate::to_pass(state, pass);
    }
}

/// Selects the target of the item; says why not where it cannot be.
fn show_target(state: &mut State) -> bool {
    let Some(open) = view(state) else { return false };
    let Some((report, item)) = open.compared().zip(open.item()) else { return false };
    let Some(position) = now(state, report, item) else {
        let key = match item {
            Item::Comment(_) | Item::Flagged(_) => {
                read_only::word(state, "rounds.board.target-gone", "rounds.board.target-gone-only")
            }
            Item::Confirmed | Item::Elsewhere(_) => "rounds.board.no-target",
        };
        let text = state.say(key, &[("key", &keys::shown(Context::Rounds, Action::Overall))]);
        state.tell(Tone::Error, text);
        return false;
    };
    to_pass_of(state);
    find::show(state, position);
    state.talk.message = None;
    true
}

/// Enter: to the target, where it now is.
fn go_to(state: &mut State) {
    if show_target(state) {
        state.layers.retain(|layer| !matches!(layer, Layer::Rounds(_)));
        state.pane = Pane::Detail;
    }
}

/// `c`: a comment on the target again; `put_back`: it begins with what was there before.
fn comment(state: &mut State, put_back: bool) {
    let words = if put_back { words_to_put_back(state) } else { None };
    if !show_target(state) {
        return;
    }
    comments::comment(state);
    if let Some(words) = words
        && let Some(writing) = state.writing()
    {
        let between = if writing.editor.is_blank() { "" } else { "\n" };
        typed::insert(state, Context::Editor, &format!("{between}{words}"));
    }
}

/// What to say so that the target becomes as it was; in the language of the plan, for the agent reads it.
fn words_to_put_back(state: &State) -> Option<String> {
    let open = view(state)?;
    let (report, item) = (open.compared()?, open.item()?);
    let locale = state.session.plan_locale;
    let found = &report.verified.verification;
    let (kind, fields): (_, &[Difference]) = match item {
        Item::Comment(n) => found.of_comment(n).map(|named| (named.kind, named.fields.as_slice()))?,
        Item::Flagged(n) => {
            let change = found.unnamed.get(n)?;
            if change.state == UnnamedState::Added {
                return Some(locale.word("rounds.board.put-back-target").to_owned());
            }
            (change.kind, change.fields.as_slice())
        }
        Item::Confirmed | Item::Elsewhere(_) => return None,
    };
    let before = |field: &Difference| value(field.before.as_deref(), field.about);
    match fields {
        [] => Some(locale.word("rounds.board.put-back-target").to_owned()),
        [only] => Some(locale.say("rounds.board.put-back", &[("before", &before(only))])),
        several => {
            let line = |field: &Difference| {
                let name = field_name(locale, kind, field);
                locale.say("rounds.board.put-back-field", &[("field", &name), ("before", &before(field))])
            };
            Some(several.iter().map(line).collect::<Vec<_>>().join("\n"))
        }
    }
}
