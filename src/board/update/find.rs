//! Search, and the filter of the list.

use crate::board::editor::{Edit, Editor};
use crate::board::input::Key;
use crate::board::keys::{self, Action, Context};
use crate::board::layers::Layer;
use crate::board::searcher::{AT_ONCE, Ask};
use crate::board::state::{Filter, ListRow, State, SubmissionNow, Tone, WhenFound};
use crate::board::update::{comments, navigate, writing};
use crate::contract::plan_comments::Pass;
use crate::review::round::SubmissionState;
use crate::review::search::Index;

/// Opens the search line, with the last query to change.
pub fn open(state: &mut State) {
    let editor = Editor::single_line(&state.find.query);
    state.find.before = Some((state.find.query.clone(), state.desk().selected));
    state.layers.push(Layer::Search(Box::new(editor)));
    if is_long(state) && state.find.awaited.is_none() {
        // The texts are made ready while the query is typed.
        ask(state, String::new());
    }
}

/// Whether the pass on screen is too long to be searched at once.
fn is_long(state: &State) -> bool {
    state.view().targets.len() > AT_ONCE
}

fn ask(state: &mut State, query: String) {
    state.find.serial += 1;
    state.find.ask = Some(Ask { serial: state.find.serial, plan: state.plan.plan.clone(), pass: state.pass, query });
}

/// A committed text goes into the query.
pub fn insert(state: &mut State, text: &str) {
    change(state, |editor| editor.apply(Edit::Insert(text.to_owned())));
}

/// A pasted text goes into the query.
pub fn paste(state: &mut State, text: &str) {
    change(state, |editor| editor.paste(text));
}

/// A key in the search line that is no action.
pub fn key(state: &mut State, key: Key) -> bool {
    let Some(edit) = writing::edit_of(key, 1) else { return false };
    change(state, |editor| editor.apply(edit));
    true
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

fn change<T>(state: &mut State, with: impl FnOnce(&mut Editor) -> T) {
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
        (Some(waiting), then) => waiting.push(then),
        (None, WhenFound::Show) => show_next(state),
        (None, WhenFound::Report) => report(state),
        (None, WhenFound::Step(by)) => step_now(state, by),
    }
}

/// A search off the drawing thread is answered.
pub fn found(state: &mut State, serial: u64, pass: Pass, matches: Vec<usize>) {
    if serial != state.find.serial || pass != state.pass {
        return;
    }
    let Some(waiting) = state.find.awaited.take() else { return };
    state.find.matches = matches;
    waiting.into_iter().for_each(|then| when_found(state, then));
}

fn show_next(state: &mut State) {
    let selected = state.desk().selected;
    let next = state.find.matches.iter().find(|p| **p >= selected).or(state.find.matches.first()).copied();
    if let Some(position) = next {
        show(state, position);
    }
}

/// Finds the query again, after it or the plan changed.
pub fn refresh_matches(state: &mut State) {
    let pass = state.pass;
    let query = state.find.query.clone();
    (state.find.awaited, state.find.ask) = (None, None);
    if !query.trim().is_empty() && is_long(state) {
        // Until the answer comes the last matches stay, as far as they are there.
        let targets = state.view().targets.len();
        state.find.matches.retain(|position| *position < targets);
        state.find.awaited = Some(Vec::new());
        return ask(state, query);
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
        matches.iter().find(|p| **p > selected).or(matches.first())
    } else {
        matches.iter().rev().find(|p| **p < selected).or(matches.last())
    };
    if let Some(position) = found.copied() {
        show(state, position);
    }
    report(state);
}

/// Selects a target that was asked for; a filter that hides it gives way.
pub fn show(state: &mut State, position: usize) {
    navigate::select(state, position);
    let row = navigate::row_of(state.desk(), position);
    if state.desk().rows.get(row) != Some(&ListRow::Target(position)) {
        set_filter(state, Filter::All);
    }
}

fn report(state: &mut State) {
    let matches = &state.find.matches;
    let query = state.find.query.clone();
    let text = if matches.is_empty() {
        state.say("talk.no-match", &[("query", &query)])
    } else {
        let at = matches.iter().position(|p| *p == state.desk().selected).map_or(0, |p| p + 1);
        state.say("talk.match", &[("at", &at.to_string()), ("of", &matches.len().to_string()), ("query", &query)])
    };
    state.tell(Tone::Plain, text);
}

/// The next filter.
pub fn next_filter(state: &mut State) {
    let handled = |s: &SubmissionNow| s.state == SubmissionState::Handled && !s.is_open();
    let after = state.outside.submission.as_ref().is_some_and(handled);
    let order = if after { Filter::AFTER_A_ROUND } else { Filter::ALL };
    let at = order.iter().position(|f| *f == state.find.filter).unwrap_or(0);
    let next = order.into_iter().cycle().nth(at + 1).unwrap_or_default();
    set_filter(state, next);
}

/// Sets the filter and says it.
pub fn set_filter(state: &mut State, filter: Filter) {
    state.find.filter = filter;
    let pass = state.pass;
    refresh_rows(state, pass);
    let name = state.word(filter.key());
    let shown = state.desk().rows.iter().filter(|r| matches!(r, ListRow::Target(_))).count();
    let text = state.say("talk.filter", &[("filter", name), ("shown", &shown.to_string())]);
    state.tell(Tone::Plain, text);
    let selected = state.desk().selected;
    let first_kept = state.desk().rows.iter().find_map(|r| match r {
        ListRow::Target(p) if *p >= selected => Some(*p),
        _ => None,
    });
    let last = state.desk().rows.iter().rev().find_map(|r| if let ListRow::Target(p) = r { Some(*p) } else { None });
    if let Some(position) = first_kept.or(last) {
        navigate::select(state, position);
    }
    navigate::fill_list(state);
}

/// Makes the rows of a pass again, after its plan, the filter or what the filter asks for changed.
pub fn refresh_rows(state: &mut State, pass: Pass) {
    let view = state.plan.plan.pass(pass);
    let desk = state.desk_of(pass);
    let shown: Option<Vec<usize>> = match state.find.filter {
        Filter::All => None,
        Filter::Commented => Some(comments::commented_positions(desk, view, &state.outside.objections)),
        Filter::NotReviewed => {
            Some((0..view.targets.len()).filter(|p| !comments::is_reviewed(desk, view, *p)).collect())
        }
        Filter::Changed => Some(desk.changed.iter().copied().collect()),
        Filter::ChangedOrCommented => {
            let mut positions = comments::commented_positions(desk, view, &state.outside.objections);
            positions.extend(desk.changed.iter().copied());
            Some(positions)
        }
        Filter::Unfinished => Some(
            (desk.draft.unfinished.iter())
                .filter_map(|u| u.anchor.as_ref().and_then(|a| view.by_id.get(&a.id)))
                .copied()
                .collect(),
        ),
    };
    let shown = shown.map(|mut positions| {
        positions.sort_unstable();
        positions.dedup();
        positions
    });
    let mut rows = Vec::with_capacity(view.targets.len() + view.groups.len());
    for (number, group) in view.groups.iter().enumerate() {
        let before = rows.len();
        rows.push(ListRow::Group(number));
        match &shown {
            None => rows.extend(group.targets.clone().map(ListRow::Target)),
            Some(positions) => {
                let first = positions.partition_point(|p| *p < group.targets.start);
                let here = positions.iter().skip(first).take_while(|p| **p < group.targets.end);
                rows.extend(here.map(|p| ListRow::Target(*p)));
            }
        }
        let only_heading = rows.len() == before + 1;
        if only_heading || (view.groups.len() == 1 && group.title.is_none()) {
            rows.remove(before);
        }
    }
    state.desk_of_mut(pass).rows = rows;
}
