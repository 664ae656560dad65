//! Search.

use crate::board::editor::Editor;
use crate::board::finder::{self, AT_ONCE, Question, Wanted};
use crate::board::keys::{self, Action, Context};
use crate::board::layers::Layer;
use crate::board::state::{Awaited, Filter, State, Tone, WhenFound};
use crate::board::update::{filter, navigate};
use crate::contract::plan_comments::Pass;
use crate::review::search::Index;

/// Opens the search line, with the last query to change.
pub fn open(state: &mut State) {
    let editor = Editor::single_line(&state.find.query);
    state.find.before = Some((state.find.query.clone(), state.desk().selected));
    state.layers.push(Layer::Search(Box::new(editor)));
    make_ready(state);
}

/// A pass too long to be searched at once is made ready for it: after loading, and when the search line opens.
pub fn make_ready(state: &mut State) {
    if is_long(state) && state.find.awaited.is_none() {
        ask(state, Wanted::Matches(String::new()));
    }
}

/// Whether the pass on screen is too long to be searched at once.
fn is_long(state: &State) -> bool {
    state.view().targets.len() > AT_ONCE
}

/// Asks the finder, in the place of an older question of the kind; gives the number of the question.
pub fn ask(state: &mut State, wanted: Wanted) -> u64 {
    let (plan, pass) = (state.plan.plan.clone(), state.pass);
    state.find.serial += 1;
    let serial = state.find.serial;
    finder::put(&mut state.find.questions, Question { serial, plan, pass, wanted });
    serial
}

/// An action in the search line.
pub fn act(state: &mut State, action: Action) {
    match action {
        Action::Confirm | Action::Close => {
            state.layers.pop();
            if action == Action::Close {
                // As if nothing had been searched.
                let (query, selected) = state.find.before.take().unwrap_or_default();
                state.find.query = query;
                refresh_matches(state);
                navigate::select(state, selected);
            } else if !state.find.query.is_empty() {
                when_found(state, WhenFound::Report);
            }
        }
        Action::NextMatch => step(state, 1),
        Action::PreviousMatch => step(state, -1),
        _ => {}
    }
}

/// Changes the text that is open here.
pub fn change<T>(state: &mut State, with: impl FnOnce(&mut Editor) -> T) {
    if let Some(Layer::Search(editor)) = state.layers.last_mut() {
        with(editor);
        state.find.query = editor.text().to_owned();
    }
    refresh_matches(state);
    when_found(state, WhenFound::Show);
}

/// Does this with the matches: now, or when they are known.
fn when_found(state: &mut State, then: WhenFound) {
    match (&mut state.find.awaited, then) {
        (Some(awaited), then) => awaited.then.push(then),
        (None, WhenFound::Show) => show_next(state),
        (None, WhenFound::Report) => report(state),
        (None, WhenFound::Step(by)) => step_now(state, by),
    }
}

/// A search off the drawing thread is answered.
pub fn found(state: &mut State, serial: u64, pass: Pass, matches: Vec<usize>) {
    let is_newest = |awaited: &mut Awaited| awaited.serial == serial && pass == state.pass;
    let Some(awaited) = state.find.awaited.take_if(is_newest) else { return };
    state.find.matches = matches;
    awaited.then.into_iter().for_each(|then| when_found(state, then));
}

fn show_next(state: &mut State) {
    let selected = state.desk().selected;
    let matches = &state.find.matches;
    let next = matches.partition_point(|p| *p < selected);
    if let Some(position) = matches.get(next).or(matches.first()).copied() {
        show(state, position);
    }
}

/// Finds the query again, after it or the plan changed.
pub fn refresh_matches(state: &mut State) {
    let pass = state.pass;
    let query = state.find.query.clone();
    state.find.awaited = None;
    state.find.questions.retain(|question| !matches!(question.wanted, Wanted::Matches(_)));
    if !query.trim().is_empty() && is_long(state) {
        // Until the answer comes the last matches stay, as far as they are there.
        let targets = state.view().targets.len();
        let matches = &mut state.find.matches;
        matches.truncate(matches.partition_point(|position| *position < targets));
        let serial = ask(state, Wanted::Matches(query));
        state.find.awaited = Some(Awaited { serial, then: Vec::new() });
        return;
    }
    state.find.matches = if query.trim().is_empty() {
        Vec::new()
    } else {
        let view = state.plan.plan.pass(pass);
        let cell = state.plan.index_cell(pass);
        cell.get_or_init(|| Index::build(view)).matches(&query)
    };
}

/// Goes to the next (`1`) or previous (`-1`) match.
pub fn step(state: &mut State, by: isize) {
    if state.find.query.is_empty() {
        let text = state.say("talk.no-query", &[("key", &keys::shown(Context::Board, Action::Search))]);
        return state.tell(Tone::Plain, text);
    }
    when_found(state, WhenFound::Step(by));
}

fn step_now(state: &mut State, by: isize) {
    let selected = state.desk().selected;
    let matches = &state.find.matches;
    let found = if by > 0 {
        matches.get(matches.partition_point(|p| *p <= selected)).or(matches.first())
    } else {
        let before = matches.partition_point(|p| *p < selected).checked_sub(1);
        before.and_then(|at| matches.get(at)).or(matches.last())
    };
    if let Some(position) = found.copied() {
        show(state, position);
    }
    report(state);
}

/// Selects a target that was asked for; a filter that hides it gives way.
pub fn show(state: &mut State, position: usize) {
    navigate::select(state, position);
    if filter::hides(state, position) {
        filter::set(state, Filter::All);
    }
}

fn report(state: &mut State) {
    let matches = &state.find.matches;
    let query = state.find.query.clone();
    let text = if matches.is_empty() {
        state.say("talk.no-match", &[("query", &query)])
    } else {
        let at = matches.binary_search(&state.desk().selected).map_or(0, |p| p + 1);
        state.say("talk.match", &[("at", &at.to_string()), ("of", &matches.len().to_string()), ("query", &query)])
    };
    state.tell(Tone::Plain, text);
}
