//! The list of targets in their groups. Only the rows on screen are made.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::board::layout;
use crate::board::objections::lens_key;
use crate::board::paint;
use crate::board::state::{Filter, Filtering, ListRow, Pane, State};
use crate::board::view::content::{Content, Piece, draw_line};
use crate::contract::plan_comments::{Pass, TargetKind};
use crate::project::reviewed::Mark;
use crate::review::target::{Group, PassView, PlaceholderState, PlanKind, Target};
use crate::text::{cells, time};

/// Draws the list; the cursor belongs on the selected row.
pub fn draw(state: &State, area: Rect, buf: &mut Buffer) -> Option<Position> {
    let view = state.view();
    let desk = state.desk();
    let first = facts(state, view, area, buf);
    let area = Rect { y: area.y + first, height: area.height.saturating_sub(first), ..area };
    let is_said = |filtering: &&Filtering| filtering.silent_for(state.session.now).is_none();
    let pending = state.find.filtering.as_ref().filter(is_said).map(|_| state.word("filter.pending"));
    if desk.rows.is_empty() && state.find.filtering.is_none() {
        empty(state, area, buf);
        return None;
    }
    let mut cursor = None;
    for (y, row) in (area.top()..area.bottom()).zip(desk.rows.iter().skip(desk.scroll)) {
        let line = Rect { y, height: 1, ..area };
        match row {
            ListRow::Group(number) => {
                if let Some(group) = view.groups.get(*number) {
                    heading(state, group, line, buf);
                }
            }
            ListRow::Target(position) => {
                if let Some(target) = view.targets.get(*position) {
                    let selected = *position == desk.selected;
                    target_row(state, target, *position, selected, line, buf);
                    if selected {
                        cursor = Some(Position::new(line.x, y));
                    }
                }
            }
        }
    }
    if desk.scroll == 0 && state.find.filter == Filter::All {
        super::spare::of_list(state, desk.rows.len(), area, buf);
    }
    if let Some(word) = pending {
        let right = (format!(" {word}"), state.session.theme.warn);
        let width = (cells::width(&right.0) as u16).min(area.width);
        draw_line(&[right], Rect { x: area.right() - width, width, height: 1.min(area.height), ..area }, buf);
    }
    cursor
}

/// Facts of the pass above the list (at most two rows); gives the rows used.
fn facts(state: &State, view: &PassView, area: Rect, buf: &mut Buffer) -> u16 {
    let rows = layout::fact_rows(state, area);
    for (y, fact) in (area.y..area.y + rows).zip(&view.facts) {
        let text = state.session.locale.phrase(fact);
        // What the plan says of itself is no warning.
        let plain = matches!(
            fact.key,
            "fact.opening-hook" | "fact.shooting-list" | "fact.objective" | "fact.layers" | "fact.clarify"
        );
        let style = if plain { state.session.theme.dim } else { state.session.theme.warn };
        paint::put(buf, area.x, y, area.width, &text, style);
    }
    rows
}

/// Why there is nothing to list, and where to go.
fn empty(state: &State, area: Rect, buf: &mut Buffer) {
    let view = state.view();
    let theme = &state.session.theme;
    let mut content = Content::new(usize::from(area.width.saturating_sub(2)));
    if let Some(reason) = &view.unavailable {
        content.text(0, &state.session.locale.phrase(reason), theme.warn);
        content.gap();
        let available = |pass: &Pass| state.plan.plan.pass(*pass).unavailable.is_none();
        // Where the file serves another pass, what is wrong in it is shown there.
        let serves = state.plan.plan.own_passes().any(|p| available(&p) && state.plan.plan.pass(p).file == view.file);
        for finding in state.plan.plan.findings.iter().filter(|f| !serves && f.file == view.file).take(3) {
            content.text(0, &super::panels::finding_words(state, finding), theme.bad);
            if let (_, Some(hint)) = state.session.locale.finding(finding) {
                content.text(2, &hint, theme.text);
            }
            content.gap();
        }
        // Where there is no plan at all, every file that would make one is named.
        let mut named = vec![&view.file];
        for other in state.plan.plan.own_passes().map(|pass| state.plan.plan.pass(pass)) {
            if !state.plan.plan.own_passes().any(|pass| available(&pass)) && !named.contains(&&other.file) {
                named.push(&other.file);
                let reason = other.unavailable.as_ref().map(|r| state.session.locale.phrase(r));
                content.text(0, &reason.unwrap_or_default(), theme.warn);
            }
        }
        for (pass, number) in state.plan.plan.own_passes().zip(1..).filter(|(pass, _)| available(pass)) {
            let name = state.word(crate::review::hand_off::pass_key(pass));
            content.text(0, &state.say("list.go-to-pass", &[("key", &number.to_string()), ("pass", name)]), theme.text);
        }
    } else if view.targets.is_empty() {
        for fact in &view.facts {
            content.text(0, &state.session.locale.phrase(fact), theme.text);
        }
        if view.facts.is_empty() {
            content.text(0, state.word("list.no-targets"), theme.text);
        }
    } else {
        content.text(0, &state.say("list.filtered-out", &[("filter", state.word(state.find.filter.key()))]), theme.dim);
    }
    content.draw(Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area }, 0, buf);
}

fn heading(state: &State, group: &Group, area: Rect, buf: &mut Buffer) {
    let theme = &state.session.theme;
    let heading = group.heading.as_ref().map(|heading| state.session.locale.phrase(heading));
    let title = group.title.as_deref().or(heading.as_deref()).unwrap_or_else(|| state.word("list.unassigned"));
    let right = group.estimate_seconds.map(time::total).unwrap_or_default();
    split_row(area, &[(start(title, area.width), theme.heading)], &[(right, theme.dim)], buf);
}

fn target_row(state: &State, target: &Target, position: usize, selected: bool, area: Rect, buf: &mut Buffer) {
    let theme = &state.session.theme;
    let signs = &theme.signs;
    let marker = if selected { signs.selected } else { " " };
    let mut left: Vec<Piece> = vec![(marker.to_owned(), theme.next)];
    left.extend(marks(state, target, position));
    let right = beside(state, target, position);
    let taken: usize = right.iter().map(|(text, _)| cells::width(text)).sum();
    let room = usize::from(area.width).saturating_sub(5 + taken);
    left.push((" ".to_owned(), theme.text));
    left.extend(name(state, target, room));
    split_row(area, &left, &right, buf);
    if selected {
        if state.pane == Pane::List {
            paint::bar(buf, area, theme.selected);
        } else {
            buf.set_style(area, theme.selected_dim);
        }
    }
}

/// Cells a title keeps before the index beside its id is left out, and the id is shortened.
const TITLE: usize = 7;
/// Cells an id keeps before its title is cut further.
const ID: usize = 6;

/// Shots and cuts: label, index, title. Clips: name and id, which is what comments name them by. Where room is short the
/// index gives way first, then the middle of the id.
fn name(state: &State, target: &Target, room: usize) -> Vec<Piece> {
    let theme = &state.session.theme;
    let (label, headline) = (known(&target.label), start(&target.headline, room as u16));
    let is_named = target.label == target.headline;
    if target.kind == TargetKind::Clip {
        if is_named {
            return vec![(cells::cut(&label, room).into_owned(), theme.text)];
        }
        let least = cells::width(&headline).min(room * 3 / 5);
        let id = cells::cut_middle(&label, room.saturating_sub(least + 1).max(ID));
        let shown = cells::cut(&headline, room.saturating_sub(cells::width(&id) + 1)).into_owned();
        return vec![(shown, theme.text), (format!(" {id}"), theme.dim)];
    }
    let cutaway = if target.kind == TargetKind::Shot && target.within.is_some() { theme.signs.cutaway } else { "" };
    // C1 is the first already.
    let has_index = target.kind.has_index() && target.kind != TargetKind::Cut;
    let index = if has_index { format!(" [{}]", target.index) } else { String::new() };
    let title = if is_named { 0 } else { cells::width(&headline).min(TITLE) + 1 };
    let around = cells::width(cutaway) + title;
    let fits = cells::width(&label) + cells::width(&index) + around <= room;
    let index = if fits { index } else { String::new() };
    // What is cut leaves as much to the title.
    let most = room.saturating_sub(around.max(cells::width(&headline).min(room / 2)));
    let id = if fits { label } else { cells::cut_middle(&label, most.max(ID)).into_owned().into() };
    let style = if is_named { theme.text } else { theme.dim };
    let headline = if is_named { String::new() } else { headline };
    vec![(format!("{cutaway}{id}{index} "), style), (headline, theme.text)]
}

/// A label that is not longer than any screen: of one that is, its end does not count.
fn known(label: &str) -> std::borrow::Cow<'_, str> {
    cells::cut(label, 1_000)
}

/// As much of a text as can be seen in `cells` cells, and a little more: a name of a megabyte is not copied per row.
fn start(text: &str, cells: u16) -> String {
    cells::cut(text, usize::from(cells) + 1).into_owned()
}

/// What stands at the right of a row: start and length, or, of a coding plan, the lens of its objections and the signs of
/// a wave.
fn beside(state: &State, target: &Target, position: usize) -> Vec<Piece> {
    let theme = &state.session.theme;
    if state.plan.plan.kind == PlanKind::Video {
        return vec![(times(state, target), theme.dim)];
    }
    let mut right = Vec::new();
    let mut lenses: Vec<&str> = Vec::new();
    let drafted = target.id.iter().flat_map(|id| state.drafted_on(id)).filter_map(|c| c.objecting.as_ref());
    for lens in drafted.map(|objecting| state.word(lens_key(objecting.lens))) {
        if !lenses.contains(&lens) {
            lenses.push(lens);
        }
    }
    if let [first, more @ ..] = lenses.as_slice() {
        let more = if more.is_empty() { String::new() } else { format!("+{}", more.len()) };
        right.push((format!(" {first}{more}"), theme.comment));
    }
    let marks = super::waves::marks(state, position);
    if !marks.is_empty() {
        right.push((" ".to_owned(), theme.text));
        right.extend(marks);
    }
    right
}

/// Start and length; `?` where the length is undecided, a word where it runs to the end of its file.
fn times(state: &State, target: &Target) -> String {
    let length = match target.length {
        Some(seconds) => time::short(seconds),
        None if target.to_end => state.word("detail.to-end-short").to_owned(),
        None => "?".to_owned(),
    };
    // An undecided length before it leaves the earliest time at which it may start.
    let (start, after) = match (target.start, target.earliest) {
        (Some(start), _) => (time::clock(start), " "),
        (None, Some(earliest)) => (time::clock(earliest), "+"),
        (None, None) => ("-:--".to_owned(), " "),
    };
    // As wide as the longest of the pass: the titles beside them end in one line.
    let widest = match state.view().total_seconds {
        ..600.0 => 6,
        600.0..3600.0 => 7,
        _ => 9,
    };
    let blank = |text: &str, width: usize| " ".repeat(width.saturating_sub(cells::width(text)));
    format!(" {}{start}{after}{}{length}", blank(&start, widest), blank(&length, 5))
}

/// Draws `left` cut to what `right` leaves, and `right` at the right edge.
fn split_row(area: Rect, left: &[Piece], right: &[Piece], buf: &mut Buffer) {
    let right_cells = (right.iter().map(|(t, _)| cells::width(t)).sum::<usize>() as u16).min(area.width);
    let room = area.width - right_cells;
    draw_line(left, Rect { width: room, ..area }, buf);
    draw_line(right, Rect { x: area.x + room, width: right_cells, ..area }, buf);
}

/// Three signs: comments (unfinished, how many, or sent), reviewed or changed, finding, placeholder or notice.
fn marks(state: &State, target: &Target, position: usize) -> Vec<Piece> {
    let theme = &state.session.theme;
    let desk = state.desk();
    let blank = || (" ".to_owned(), theme.text);
    let comment = comment_mark(state, target);
    let signs = &theme.signs;
    let reviewed = match desk.reviewed.mark(target) {
        Mark::Reviewed => (signs.reviewed.to_owned(), theme.good),
        Mark::Changed => (signs.changed.to_owned(), theme.warn),
        Mark::None if desk.changed.contains(position) => (signs.changed.to_owned(), theme.warn),
        Mark::None => blank(),
    };
    let last = if !target.findings.is_empty() {
        (signs.finding.to_owned(), theme.bad)
    } else if target.blocked.is_some() {
        (signs.blocked.to_owned(), theme.bad)
    } else if let Some(placeholder) = &target.placeholder {
        placeholder_sign(state, placeholder.state)
    } else if super::notices::is_marked(state, position) {
        (super::notices::sign(state).to_owned(), theme.dim)
    } else {
        blank()
    };
    vec![comment, reviewed, last]
}

/// What is written on a target: begun, in the draft (how many), or sent; a blank where nothing is.
pub fn comment_mark(state: &State, target: &Target) -> Piece {
    let theme = &state.session.theme;
    let Some(id) = &target.id else { return (" ".to_owned(), theme.text) };
    let noted = state.noted();
    let on = noted.on(id);
    if on.is_some_and(|on| !on.unfinished.is_empty()) {
        return (theme.signs.unfinished.to_owned(), theme.warn);
    }
    match on.map_or(0, |on| on.drafted.len()) {
        0 => {
            let sent = on.is_some_and(|on| !on.sent.is_empty()) || !state.outside.objections.on(id).is_empty();
            (if sent { theme.signs.sent } else { " " }.to_owned(), theme.comment)
        }
        1 => (theme.signs.comment.to_owned(), theme.comment),
        n @ 2..=9 => (n.to_string(), theme.comment),
        _ => ("+".to_owned(), theme.comment),
    }
}

/// The sign of a placeholder's state.
pub fn placeholder_sign(state: &State, placeholder: PlaceholderState) -> (String, Style) {
    let theme = &state.session.theme;
    let signs = &theme.signs;
    match placeholder {
        PlaceholderState::Planned => (signs.planned.to_owned(), theme.dim),
        PlaceholderState::Generating => (signs.generating.to_owned(), theme.warn),
        PlaceholderState::Done => (signs.made.to_owned(), theme.good),
        PlaceholderState::Failed => (signs.failed.to_owned(), theme.bad),
        PlaceholderState::Stale => (signs.stale.to_owned(), theme.bad),
    }
}
