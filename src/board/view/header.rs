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

/// Draws the header. Where room is short the parts are said shorter, and only then left out ([`STEPS`]).
pub fn draw(state: &State, area: Rect, buf: &mut Buffer) {
    let Header { left, totals, .. } = Header::of(state, usize::from(area.width));
    let mut pieces: Vec<Piece> = Vec::new();
    for part in left {
        if !pieces.is_empty() {
            pieces.push(("  ".to_owned(), state.session.theme.text));
        }
        pieces.extend(part);
    }
    draw_line(&pieces, area, buf);
    let cells_used = size(&totals) as u16;
    let x = area.right().saturating_sub(cells_used);
    draw_line(&totals, Rect { x, width: cells_used, ..area }, buf);
}

/// The pass whose tab is at a column (cells from 0).
pub fn pass_at(state: &State, x: u16) -> Option<Pass> {
    let Header { left: parts, tabs, .. } = Header::of(state, usize::from(state.session.width));
    let before: usize = parts.iter().take(tabs).map(|part| size(part) + 2).sum();
    let mut left = usize::from(x).checked_sub(before)?;
    for (tab, pass) in parts.get(tabs)?.iter().zip(state.plan.plan.kind.passes()) {
        let width = cells::width(&tab.0);
        if left < width {
            return Some(*pass);
        }
        left -= width;
    }
    None
}

fn size(pieces: &[Piece]) -> usize {
    pieces.iter().map(|(t, _)| cells::width(t)).sum()
}

/// The parts of the header that can be said shorter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Name,
    Tabs,
    Comments,
    Submission,
    Totals,
}

/// What gives way, one after the other: names the part that is said in its next shorter way.
const STEPS: [Part; 11] = [
    Part::Name,
    Part::Totals,
    Part::Comments,
    Part::Submission,
    Part::Name,
    Part::Tabs,
    Part::Totals,
    Part::Submission,
    Part::Totals,
    Part::Submission,
    Part::Comments,
];

/// Cells that a shortened project name keeps.
const SHORT_NAME: usize = 8;

/// The parts as they are shown.
struct Header {
    /// From the left, two cells between them.
    left: Vec<Vec<Piece>>,
    /// Which of them the tabs are.
    tabs: usize,
    /// At the right edge.
    totals: Vec<Piece>,
}

impl Header {
    fn of(state: &State, width: usize) -> Header {
        let urgent = urgent(state);
        let ways = |part| {
            let mut ways = match part {
                Part::Name => names(state, width),
                Part::Tabs => vec![tabs(state, true), tabs(state, false)],
                Part::Comments => comments(state),
                Part::Submission => submissions(state),
                Part::Totals => totals(state),
            };
            // What has fewer ways than steps stays as it is until the last of them leaves it out.
            let steps = STEPS.iter().filter(|step| **step == part).count();
            if let Some(last) = ways.last().cloned().filter(|_| part != Part::Tabs) {
                ways.resize(steps, last);
                ways.push(Vec::new());
            }
            ways
        };
        let all = [Part::Name, Part::Tabs, Part::Comments, Part::Submission, Part::Totals].map(|p| (p, ways(p)));
        let said = |taken: &[bool], part: Part| -> Vec<Piece> {
            let steps = STEPS.iter().zip(taken).filter(|(step, taken)| **taken && **step == part).count();
            let ways = all.iter().find(|(of, _)| *of == part).map_or(&[][..], |(_, ways)| ways);
            ways.get(steps.min(ways.len().saturating_sub(1))).cloned().unwrap_or_default()
        };
        let used = |taken: &[bool]| {
            let parts = all.iter().map(|(part, _)| said(taken, *part)).chain(urgent.clone());
            let sizes: Vec<usize> = parts.map(|part| size(&part)).filter(|size| *size > 0).collect();
            sizes.iter().sum::<usize>() + 2 * sizes.len().saturating_sub(1)
        };
        let mut taken = [false; STEPS.len()];
        for step in 0..STEPS.len() {
            if used(&taken) <= width {
                break;
            }
            if let Some(step) = taken.get_mut(step) {
                *step = true;
            }
        }
        // A step may have made an earlier one needless: no room stays empty while something is missing.
        for step in (0..STEPS.len()).rev() {
            let mut without = taken;
            if let Some(step) = without.get_mut(step)
                && std::mem::take(step)
                && used(&without) <= width
            {
                taken = without;
            }
        }
        let spare = width.saturating_sub(used(&taken));
        let mut name = said(&taken, Part::Name);
        if let ([(shown, style)], Some((whole, _))) =
            (name.as_slice(), names(state, width).first().and_then(|n| n.first()))
        {
            let room = cells::width(shown) + spare;
            name = vec![(cells::cut(whole, room).into_owned(), *style)];
        }
        let mut left: Vec<Vec<Piece>> = urgent.into_iter().chain([name]).filter(|part| !part.is_empty()).collect();
        let tabs = left.len();
        left.push(said(&taken, Part::Tabs));
        left.extend([Part::Comments, Part::Submission].map(|p| said(&taken, p)).into_iter().filter(|p| !p.is_empty()));
        Header { left, tabs, totals: said(&taken, Part::Totals) }
    }
}

/// The project's name, whole (at most a third of a wide header) and short.
fn names(state: &State, width: usize) -> Vec<Vec<Piece>> {
    let style = state.session.theme.heading;
    let whole = crate::text::clean::line(&state.place.name).into_owned();
    let whole = cells::cut(&whole, (width / 2).max(24)).into_owned();
    let short = cells::cut(&whole, SHORT_NAME).into_owned();
    [whole, short].into_iter().map(|name| if name.is_empty() { Vec::new() } else { vec![(name, style)] }).collect()
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
        // Of the pass on screen they are counted beside.
        let is_counted = pass == state.pass && !draft.comments.is_empty();
        let mark = if draft.is_empty() || is_counted { "" } else { theme.signs.comment };
        let finding = if with_findings { theme.signs.finding } else { "" };
        // The only one needs no number to go to it.
        let number = if passes.len() > 1 { format!("{number} ") } else { String::new() };
        pieces.push((format!("{open}{number}{name}{count}{mark}{finding}{close}"), style));
    }
    if let Some((last, _)) = pieces.last_mut() {
        last.truncate(last.trim_end().len());
    }
    pieces
}

/// How many decisions of outcome reports are P0, with the key that shows them; nothing where none is.
fn urgent(state: &State) -> Option<Vec<Piece>> {
    let (n, key) = (state.outside.urgent, keys::shown(Context::Board, Action::Reports));
    (n > 0)
        .then(|| vec![(state.say("report.header", &[("n", &n.to_string()), ("key", &key)]), state.session.theme.bad)])
}

/// How many comments are in the draft, in words and as a sign.
fn comments(state: &State) -> Vec<Vec<Piece>> {
    let (count, theme) = (state.desk().draft.comments.len(), &state.session.theme);
    if count == 0 {
        return Vec::new();
    }
    let ways = [state.session.locale.count(comments_key(state), count), format!("{}{count}", theme.signs.comment)];
    ways.map(|words| vec![(words, theme.comment)]).into()
}

/// Key of the words that count what is in the draft.
pub(super) fn comments_key(state: &State) -> &'static str {
    if state.pass == Pass::Coding { "header.objections" } else { "header.comments" }
}

/// The submission with its age, without it, and its state alone.
fn submissions(state: &State) -> Vec<Vec<Piece>> {
    lines::submission_short(state).into_iter().map(|words| vec![(words, state.session.theme.comment)]).collect()
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

/// The length of the pass, or of a coding plan its layers: in words, with signs, and without the target.
fn totals(state: &State) -> Vec<Vec<Piece>> {
    let view = state.view();
    if view.unavailable.is_some() || view.targets.is_empty() {
        return Vec::new();
    }
    let theme = &state.session.theme;
    if let Some(waves) = &view.waves {
        let mut words = vec![waves.format.tier().as_str().to_owned(), layers(state)];
        words.extend(cases(view));
        let whole = words.join(" · ");
        let shorter = if state.plan.waves.is_empty() { None } else { Some(layers(state)) };
        return [Some(whole), shorter].into_iter().flatten().map(|words| vec![(words, theme.text)]).collect();
    }
    let target_seconds = state.plan.plan.target_seconds;
    let total = time::total(view.total_seconds);
    let undecided = view.undecided.to_string();
    let target = target_seconds.map(time::total).unwrap_or_default();
    let args = [("total", total.as_str()), ("undecided", &undecided), ("target", &target)];
    let keys = match (view.undecided > 0, target_seconds.is_some()) {
        (false, false) => ["header.total"; 3],
        (true, false) => ["header.total-undecided", "header.total-undecided-short", "header.total-undecided-short"],
        (false, true) => ["header.total-target", "header.total-target", "header.total"],
        (true, true) => {
            ["header.total-undecided-target", "header.total-undecided-target-short", "header.total-undecided-short"]
        }
    };
    let over = target_seconds.is_some_and(|t| view.total_seconds > t);
    keys.map(|key| vec![(state.say(key, &args), if over { theme.warn } else { theme.text })]).into()
}

#[cfg(test)]
mod tests {
    use crate::board::testing::*;
    use crate::locale::Language;

    #[test]
    fn what_is_missing_would_not_fit_and_is_shortened_before_it_is_left_out() {
        for (language, sent) in
            [(Language::En, false), (Language::Ja, false), (Language::En, true), (Language::Ja, true)]
        {
            let mut files = structure(language);
            files.submission = sent.then(|| lying_there(2, 7));
            let mut board = files.open();
            board.keys(r#"c "Longer" enter"#);
            let mut before = 0;
            for width in 40..160 {
                board.resize(width, 24);
                let (buf, _) = crate::board::testing::draw(&board.state);
                let cells = buf.content.iter().take(usize::from(width));
                let header: String = cells.map(|cell| cell.symbol().trim()).collect();
                let has_comments = ["●1", "1comment", "指摘1件"].iter().any(|words| header.contains(words));
                assert!(has_comments, "the comments are gone at {width}: {header}");
                let has_total = header.contains('?') || header.contains("0:20+");
                assert!(has_total || sent && width < 56, "the total is gone at {width}: {header}");
                assert!(header.len() + 12 >= before, "{width}: a wider screen says less: {header}");
                before = header.len();
            }
        }
    }
}
