//! The filter of the list. What a long pass shows is laid out by the finder; a mark that changes afterwards changes one
//! row.

use crate::board::finder::{AT_ONCE, Wanted};
use crate::board::positions::Positions;
use crate::board::rows::Rows;
use crate::board::state::{Filter, Filtering, State, SubmissionNow, Tone};
use crate::board::update::{find, navigate};
use crate::contract::plan_comments::Pass;
use crate::review::round::SubmissionState;

/// So many rows are changed one by one; of more the list is laid out anew.
const FEW: usize = 64;

/// `f`: the next filter.
pub fn next(state: &mut State) {
    let handled = |s: &SubmissionNow| s.state == SubmissionState::Handled && !s.is_open();
    let after = state.outside.submission.as_ref().is_some_and(handled);
    let order = if after { Filter::AFTER_A_ROUND } else { Filter::ALL };
    let at = order.iter().position(|f| *f == state.find.filter).unwrap_or(0);
    set(state, order.into_iter().cycle().nth(at + 1).unwrap_or_default());
}

/// Sets the filter and says it.
pub fn set(state: &mut State, filter: Filter) {
    state.find.filter = filter;
    let pass = state.pass;
    begin(state, pass);
    let awaited = state.find.filtering.as_ref().map(|filtering| filtering.shown.count());
    let shown = awaited.unwrap_or_else(|| state.desk().rows.targets()).to_string();
    let text = state.say("talk.filter", &[("filter", state.word(filter.key())), ("shown", &shown)]);
    state.tell(Tone::Plain, text);
    if awaited.is_none() {
        select_shown(state);
    }
}

/// Whether the filter hides the target at a position of the pass on screen, or will when it is answered.
pub fn hides(state: &State, position: usize) -> bool {
    match &state.find.filtering {
        Some(filtering) if filtering.pass == state.pass => !filtering.shown.contains(position),
        _ => !state.desk().rows.has(position),
    }
}

/// Brings the list of a pass in line with the filter: at once, or, of a long pass, when the finder answers.
pub fn begin(state: &mut State, pass: Pass) {
    let before = state.find.filtering.take();
    state.find.questions.retain(|question| !matches!(question.wanted, Wanted::Rows(_)));
    if state.find.filter == Filter::All || state.plan.plan.pass(pass).targets.len() <= AT_ONCE {
        return lay_out(state, pass);
    }
    let shown = shown(state, pass);
    let since = before.filter(|before| before.pass == pass).map_or(state.session.now, |before| before.since);
    let serial = find::ask(state, Wanted::Rows(shown.clone()));
    state.find.filtering = Some(Filtering { serial, pass, shown, since });
}

/// Lays the list of a pass out at once: after its plan was read.
pub fn lay_out(state: &mut State, pass: Pass) {
    if state.find.filtering.as_ref().is_some_and(|filtering| filtering.pass == pass) {
        state.find.filtering = None;
    }
    let rows = match state.find.filter {
        Filter::All => state.plan.rows.of(pass).clone(),
        _ => Rows::of(state.plan.plan.pass(pass), Some(shown(state, pass))),
    };
    state.desk_of_mut(pass).rows = rows;
}

/// The finder laid the list out.
pub fn answered(state: &mut State, serial: u64, pass: Pass, rows: Rows) {
    if state.find.filtering.as_ref().is_none_or(|filtering| filtering.serial != serial) {
        return;
    }
    state.find.filtering = None;
    state.desk_of_mut(pass).rows = rows;
    if pass == state.pass {
        select_shown(state);
    }
}

/// Marks or comments changed: the targets concerned come into the list or leave it, the other rows stay.
pub fn follow(state: &mut State) {
    let pass = state.pass;
    if state.find.filter == Filter::All {
        return;
    }
    let now = shown(state, pass);
    let changed = state.desk().rows.shown().map(|before| before.unlike(&now));
    match changed.filter(|changed| changed.count() <= FEW && state.find.filtering.is_none()) {
        Some(changed) => {
            let (view, desk) = (state.plan.plan.pass(pass), state.desks.of_mut(pass));
            changed.iter().for_each(|position| desk.rows.set(view, position, now.contains(position)));
        }
        None => begin(state, pass),
    }
    navigate::fill_list(state);
}

/// The targets of a pass that the filter shows.
fn shown(state: &State, pass: Pass) -> Positions {
    let desk = state.desk_of(pass);
    let all = || Positions::all(state.plan.plan.pass(pass).targets.len());
    match state.find.filter {
        Filter::All => all(),
        Filter::Commented => state.noted_in(pass).commented.clone(),
        Filter::NotReviewed => all().without(&desk.reviewed_now),
        Filter::Changed => desk.changed.clone(),
        Filter::ChangedOrCommented => desk.changed.with(&state.noted_in(pass).commented),
        Filter::Unfinished => state.noted_in(pass).unfinished.clone(),
    }
}

/// Selects the next target that is shown, from the selected one on; the list ends with its last row.
fn select_shown(state: &mut State) {
    let desk = state.desk();
    if let Some(position) = desk.rows.nearest(desk.selected) {
        navigate::select(state, position);
    }
    navigate::fill_list(state);
}
