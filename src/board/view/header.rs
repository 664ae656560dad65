//! The header: project, passes with counts, comments, submission, totals.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::board::keys::{self, Action, Context};
use crate::board::state::State;
use crate::board::view::content::{Piece, draw_line};
use crate::board::view::lines;
use crate::contract::plan_comments::Pass;
use crate::review::hand_off::pass_key;
use crate::review::target::{Group, PassView};
use crate::text::cells;
use crate::text::time;

/// Draws the header. When room is short, parts give way: the project's name, the totals, the submission, the comments.
pub fn draw(state: &State, area: Rect, buf: &mut Buffer) {
    let width = usize::from(area.width);
    let theme = &state.session.theme;
    let size = |pieces: &[Piece]| pieces.iter().map(|(t, _)| cells::width(t)).sum::<usize>();
    let urgent = urgent(state);
    let taken = urgent.as_ref().map_or(0, |part| size(part) + 2);
    let full = tabs(state, true);
    let tabs = if size(&full) + taken > width { tabs(state, false) } else { full };
    let comments = comments(state);
    let submission = lines::submission_short(state).map(|t| vec![(t, theme.comment)]);
    let totals = totals(state);
    let shorter = shorter(state);
    let mut left = vec![tabs];
    let mut used = left.iter().map(|p| size(p)).sum::<usize>() + taken;
    let mut take = |part: Option<Vec<Piece>>| {
        let part = part?;
        let more = size(&part) + 2;
        (used + more <= width).then(|| {
            used += more;
            part
        })
    };
    let comments = take(comments);
    let submission = take(submission);
    let totals = take(totals).or_else(|| take(shorter));
    let room = width.saturating_sub(used + 2);
    let name = &state.place.name;
    if room >= 6 {
        let shown = cells::cut(&crate::text::clean::line(name), room.min((width / 3).max(12))).into_owned();
        left.insert(0, vec![(shown, theme.heading)]);
    }
    // Decisions that are raised at once come first: they are never cut off.
    left.splice(0..0, urgent);
    left.extend(comments);
    left.extend(submission);
    let mut pieces: Vec<Piece> = Vec::new();
    for part in left {
        if !pieces.is_empty() {
            pieces.push(("  ".to_owned(), theme.text));
        }
        pieces.extend(part);
    }
    draw_line(&pieces, area, buf);
    if let Some(totals) = totals {
        let cells_used = size(&totals) as u16;
        let x = area.right().saturating_sub(cells_used);
        draw_line(&totals, Rect { x, width: cells_used, ..area }, buf);
    }
}

/// The passes with their counts; `named`: all by name, else only the one on screen.
fn tabs(state: &State, named: bool) -> Vec<Piece> {
    let theme = &state.session.theme;
    let mut pieces = Vec::new();
    let passes = state.plan.plan.kind.passes();
    for (number, pass) in (1..).zip(passes.iter().copied()) {
        let view = state.plan.plan.pass(pass);
        let with_findings = *state.plan.with_findings.of(pass);
        let name = if named || pass == state.pass { format!("{} ", state.word(pass_key(pass))) } else { String::new() };
        let available = view.unavailable.is_none();
        let count = if available { view.targets.len().to_string() } else { "–".to_owned() };
        let count = if state.session.ascii && !available { "-".to_owned() } else { count };
        let (open, close, style) = if pass == state.pass {
            ("[", "]", theme.tab)
        } else if available {
            (" ", " ", theme.text)
        } else {
            (" ", " ", theme.dim)
        };
        let draft = &state.desk_of(pass).draft;
        let mark = if draft.is_empty() { "" } else { theme.signs.comment };
        let finding = if with_findings { theme.signs.finding } else { "" };
        // The only one needs no number to go to it.
        let number = if passes.len() > 1 { format!("{number} ") } else { String::new() };
        pieces.push((format!("{open}{number}{name}{count}{mark}{finding}{close}"), style));
    }
    pieces
}

/// How many decisions of outcome reports are P0, with the key that shows them; nothing where none is.
fn urgent(state: &State) -> Option<Vec<Piece>> {
    let (n, key) = (state.outside.urgent, keys::shown(Context::Board, Action::Reports));
    (n > 0)
        .then(|| vec![(state.say("report.header", &[("n", &n.to_string()), ("key", &key)]), state.session.theme.bad)])
}

fn comments(state: &State) -> Option<Vec<Piece>> {
    let count = state.desk().draft.comments.len();
    let key = if state.pass == Pass::Coding { "header.objections" } else { "header.comments" };
    (count > 0).then(|| vec![(state.session.locale.count(key, count), state.session.theme.comment)])
}

/// Layers and longest chain of a coding plan.
fn layers(state: &State) -> String {
    let waves = &state.plan.waves;
    let (layers, chain) = (waves.depth().to_string(), waves.chain.len().to_string());
    state.say("header.layers", &[("layers", &layers), ("chain", &chain)])
}

/// How many cases each layer has, in the order of the list.
fn cases(view: &PassView) -> Vec<String> {
    let heading = |group: &Group| group.heading.as_ref().filter(|heading| heading.key == "group.cases").cloned();
    let of_layer = |group: &Group| {
        let layer = heading(group)?.args.into_iter().find(|(name, _)| *name == "layer").map(|(_, layer)| layer)?;
        Some(format!("{} {}", crate::text::clean::line(&layer), group.targets.len()))
    };
    view.groups.iter().filter_map(of_layer).collect()
}

/// What is left of the totals where room is short.
fn shorter(state: &State) -> Option<Vec<Piece>> {
    let has_waves = state.view().waves.is_some() && !state.plan.waves.is_empty();
    has_waves.then(|| vec![(layers(state), state.session.theme.text)])
}

fn totals(state: &State) -> Option<Vec<Piece>> {
    let view = state.view();
    if view.unavailable.is_some() || view.targets.is_empty() {
        return None;
    }
    let theme = &state.session.theme;
    if let Some(waves) = &view.waves {
        let mut words = vec![waves.format.tier().as_str().to_owned(), layers(state)];
        words.extend(cases(view));
        return Some(vec![(words.join(if state.session.ascii { "  " } else { " · " }), theme.text)]);
    }
    let total = time::total(view.total_seconds);
    let undecided = view.undecided.to_string();
    let target = state.plan.plan.target_seconds.map(time::total).unwrap_or_default();
    let args = [("total", total.as_str()), ("undecided", &undecided), ("target", &target)];
    let key = match (view.undecided > 0, state.plan.plan.target_seconds.is_some()) {
        (false, false) => "header.total",
        (true, false) => "header.total-undecided",
        (false, true) => "header.total-target",
        (true, true) => "header.total-undecided-target",
    };
    let over = state.plan.plan.target_seconds.is_some_and(|t| view.total_seconds > t);
    Some(vec![(state.say(key, &args), if over { theme.warn } else { theme.text })])
}
