//! Moving about: targets, groups, passes, panes.

use crate::board::keys::Action;
use crate::board::layout;
use crate::board::positions::Positions;
use crate::board::read_only;
use crate::board::state::{Desk, Filter, ListRow, Pane, State, Tone};
use crate::board::update::{comments, filter, find};
use crate::contract::plan_comments::Pass;

/// Runs an action that moves; says whether it was one.
pub fn act(state: &mut State, action: Action) -> bool {
    let in_detail = state.pane == Pane::Detail;
    match action {
        Action::Down | Action::Up | Action::PageDown | Action::PageUp | Action::First | Action::Last if in_detail => {
            scroll_detail(state, action);
        }
        Action::Down => step(state, 1),
        Action::Up => step(state, -1),
        Action::PageDown => step(state, page(state)),
        Action::PageUp => step(state, -page(state)),
        Action::First => select_row(state, 0),
        Action::Last => select_row(state, state.desk().rows.len()),
        Action::NextGroup => group(state, true),
        Action::PreviousGroup => group(state, false),
        Action::NextCommented => commented(state, true),
        Action::PreviousCommented => commented(state, false),
        Action::NextNotReviewed => not_reviewed(state, true),
        Action::PreviousNotReviewed => not_reviewed(state, false),
        Action::Pass1 => to_own_pass(state, Pass::Structure),
        Action::Pass2 => to_own_pass(state, Pass::Scaffold),
        Action::Pass3 => to_own_pass(state, Pass::Final),
        Action::OtherPane => other_pane(state),
        _ => return false,
    }
    true
}

/// Enter: from the list to the detail, in the detail to the editor.
pub fn open(state: &mut State) {
    if state.pane == Pane::List {
        state.pane = Pane::Detail;
    } else if let Some(text) = read_only::refusal(state) {
        state.tell(Tone::Error, text);
    } else {
        comments::comment(state);
    }
}

/// Esc at the base: banner, then detail pane, then filter and search, one at a time.
pub fn close(state: &mut State) {
    if state.talk.banner.take().is_some() {
        return;
    }
    if state.pane == Pane::Detail {
        state.pane = Pane::List;
    } else if state.find.filter != Filter::All {
        filter::set(state, Filter::All);
    } else if !state.find.query.is_empty() {
        state.find.query.clear();
        find::refresh_matches(state);
    }
}

fn other_pane(state: &mut State) {
    state.pane = if state.pane == Pane::List { Pane::Detail } else { Pane::List };
}

/// Selects a target and shows its detail from the top.
pub fn select(state: &mut State, position: usize) {
    let desk = state.desk_mut();
    if desk.selected != position {
        desk.selected = position;
        state.detail_scroll = 0;
    }
}

/// Moves the selection by `by` targets.
fn step(state: &mut State, by: isize) {
    let desk = state.desk();
    let at = row_of(desk, desk.selected);
    let mut row = at as isize;
    let mut left = by.unsigned_abs();
    let direction = by.signum();
    let mut found = desk.selected;
    while left > 0 {
        row += direction;
        match usize::try_from(row).ok().and_then(|r| desk.rows.get(r)) {
            Some(ListRow::Target(position)) => {
                found = *position;
                left -= 1;
            }
            Some(ListRow::Group(_)) => {}
            None => break,
        }
    }
    select(state, found);
}

/// Selects the target at a row of the list or nearest to it.
fn select_row(state: &mut State, row: usize) {
    let desk = state.desk();
    let after = desk.rows.iter().skip(row).find_map(ListRow::target);
    let found = after.or_else(|| desk.rows.iter().take(row).rev().find_map(ListRow::target));
    if let Some(position) = found {
        select(state, position);
    }
}

/// The row at or after which the target at `position` stands.
pub fn row_of(desk: &Desk, position: usize) -> usize {
    desk.rows.row_of(position)
}

/// Scrolls the list by rows; the selection comes along where it would be out of sight.
pub fn scroll_list(state: &mut State, up: bool, rows: usize) {
    let height = usize::from(layout::list_rows(state));
    let desk = state.desk_mut();
    let last = desk.rows.len().saturating_sub(height);
    desk.scroll = if up { desk.scroll.saturating_sub(rows) } else { (desk.scroll + rows).min(last) };
    let (first, end) = (desk.scroll, desk.scroll + height.saturating_sub(1));
    let row = row_of(desk, desk.selected);
    if row < first {
        // A heading above the first target is kept in sight with it.
        let is_target = |row: usize| matches!(desk.rows.get(row), Some(ListRow::Target(_)));
        let to = if is_target(first) && !is_target(first.saturating_sub(1)) { first + 1 } else { first };
        select_row(state, to);
    } else if row > end {
        select_row(state, end);
    }
}

fn page(state: &State) -> isize {
    (layout::list_rows(state) / 2).max(1) as isize
}

fn group(state: &mut State, forward: bool) {
    let selected = state.desk().selected;
    let groups = &state.view().groups;
    let current = groups.partition_point(|g| g.targets.start <= selected).saturating_sub(1);
    let start = |g: usize| groups.get(g).map(|g| g.targets.start);
    let to = if forward {
        start(current + 1)
    } else if start(current).is_some_and(|s| s < selected) {
        start(current)
    } else {
        current.checked_sub(1).and_then(start)
    };
    match to {
        Some(position) => {
            let row = row_of(state.desk(), position);
            select_row(state, row);
        }
        None if groups.is_empty() => {}
        None => {
            let text = state.word(if forward { "talk.no-further-group" } else { "talk.no-earlier-group" });
            state.tell(Tone::Plain, text);
        }
    }
}

fn commented(state: &mut State, forward: bool) {
    let (noted, selected) = (state.noted(), state.desk().selected);
    let all = &noted.commented;
    let found = if forward {
        all.from(selected + 1).next().or_else(|| all.iter().next())
    } else {
        all.last_before(selected).or_else(|| all.last_before(usize::MAX))
    };
    to_found(state, found, "talk.no-comments-here", "talk.only-comments-here");
}

/// From target to target that is not marked reviewed as it now is; after the last one comes the first.
fn not_reviewed(state: &mut State, forward: bool) {
    let (desk, count) = (state.desk(), state.view().targets.len());
    let left = Positions::all(count).without(&desk.reviewed_now);
    let found = if forward {
        left.from(desk.selected + 1).next().or_else(|| left.iter().next())
    } else {
        left.last_before(desk.selected).or_else(|| left.last_before(usize::MAX))
    };
    let none = if count == 0 { "talk.no-target" } else { "place.all-reviewed" };
    to_found(state, found, none, "place.only-not-reviewed");
}

/// To the target that was found; that there is none, or none but the selected one, is said.
fn to_found(state: &mut State, found: Option<usize>, none: &'static str, only: &'static str) {
    let before = state.desk().selected;
    if let Some(position) = found {
        find::show(state, position);
    }
    if found.is_none_or(|position| position == before) {
        let text = state.word(if found.is_some() { only } else { none });
        state.tell(Tone::Plain, text);
    }
}

/// `1` to `3`: a pass of a video plan; a coding plan has but one.
fn to_own_pass(state: &mut State, pass: Pass) {
    if state.plan.plan.kind.passes().contains(&pass) {
        to_pass(state, pass);
    } else {
        let text = state.word("place.one-pass");
        state.tell(Tone::Plain, text);
    }
}

/// Shows another pass. An unavailable one is shown too: with its reason and where to go instead.
pub fn to_pass(state: &mut State, pass: Pass) {
    if state.pass == pass {
        return;
    }
    state.pass = pass;
    state.detail_scroll = 0;
    state.pane = Pane::List;
    filter::begin(state, pass);
    find::refresh_matches(state);
    fill_list(state);
}

fn scroll_detail(state: &mut State, action: Action) {
    let height = usize::from(layout::areas(state).detail.map_or(10, |d| d.height));
    let to = match action {
        Action::Down => state.detail_scroll + 1,
        Action::Up => state.detail_scroll.saturating_sub(1),
        Action::PageDown => state.detail_scroll + height / 2,
        Action::PageUp => state.detail_scroll.saturating_sub(height / 2),
        Action::First => 0,
        _ => usize::MAX,
    };
    let last = crate::board::view::detail_rows(state).saturating_sub(height);
    state.detail_scroll = to.min(last);
}

/// Where the filter hides the selected target, the nearest one it shows is selected; when it is answered, if it is not yet.
pub fn keep_listed(state: &mut State) {
    if state.find.filtering.is_some() {
        return;
    }
    let desk = state.desk();
    let row = row_of(desk, desk.selected);
    if desk.rows.get(row) != Some(&ListRow::Target(desk.selected)) {
        select_row(state, row);
    }
}

/// Scrolls back where the list would end in empty rows: after the filter, the pass or the screen changed, not when the
/// plan was rewritten, for then rows do not jump.
pub fn fill_list(state: &mut State) {
    let height = usize::from(layout::list_rows(state));
    let desk = state.desk_mut();
    desk.scroll = desk.scroll.min(desk.rows.len().saturating_sub(height));
}

/// Keeps the selected row in sight, with its group's heading where it is the first.
pub fn keep_in_sight(state: &mut State) {
    let height = usize::from(layout::list_rows(state));
    let count = state.view().targets.len();
    let desk = state.desk_mut();
    desk.selected = desk.selected.min(count.saturating_sub(1));
    if height == 0 {
        return;
    }
    let row = row_of(desk, desk.selected);
    let heading_above = row > 0 && matches!(desk.rows.get(row - 1), Some(ListRow::Group(_)));
    let top = if heading_above && height > 1 { row - 1 } else { row };
    desk.scroll = desk.scroll.min(top).max((row + 1).saturating_sub(height)).min(desk.rows.len().saturating_sub(1));
}
