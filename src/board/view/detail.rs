//! The detail of the selected target and its comments. The editor between them is in [`super::writing`].

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::board::layers::Layer;
use crate::board::layout;
use crate::board::state::State;
use crate::board::submission::shown_path;
use crate::board::view::choosing;
use crate::board::view::content::{Content, Piece};
use crate::board::view::hits::Hits;
use crate::board::view::list::placeholder_sign;
use crate::board::view::spare;
use crate::board::view::writing;
use crate::contract::plan_comments::TargetKind;
use crate::project::reviewed::Mark;
use crate::review::draft::{AnchorState, DraftComment};
use crate::review::fields;
use crate::review::target::{PlaceholderState, PlanKind, Target};
use crate::text::trim::fold_spaces;
use crate::text::{cells, time};

/// Draws the pane; gives the caret's position when a text is written or a comment chosen.
pub fn draw(state: &State, area: Rect, buf: &mut Buffer, hits: &mut Hits) -> Option<Position> {
    let inner = inner(area);
    if let Some(text) = writing::top(state) {
        return Some(writing::draw(state, text, inner, buf));
    }
    if let Some(Layer::Lens(choice)) = state.layers.last() {
        return Some(choosing::lens(state, choice, inner, buf, hits));
    }
    if let Some(Layer::Choose(choice)) = state.layers.last() {
        return Some(choosing::comment(state, choice, inner, buf, hits));
    }
    let content = content(state, usize::from(inner.width));
    let height = usize::from(inner.height);
    let scroll = state.detail_scroll.min(content.len().saturating_sub(height));
    content.draw(inner, scroll, buf);
    spare::of_detail(state, content.len(), inner, buf);
    if content.len() > scroll + height
        && let Some(cell) = buf.cell_mut((area.right() - 1, area.bottom() - 1))
    {
        cell.set_symbol(if state.session.ascii { "v" } else { "↓" }).set_style(state.session.theme.dim);
    }
    None
}

/// Everything the pane says of the selected target, wrapped to `width` cells.
pub fn content(state: &State, width: usize) -> Content {
    let mut content = Content::new(width);
    let Some(target) = state.target() else {
        // Where the list is not on screen, nobody else says why nothing is.
        if state.shows_nothing() && layout::areas(state).list.is_none() {
            let filter = state.word(state.find.filter.key());
            content.text(0, &state.say("list.filtered-out", &[("filter", filter)]), state.session.theme.dim);
        }
        return content;
    };
    head(state, target, &mut content);
    comments(state, target, &mut content);
    facts(state, target, &mut content);
    content
}

/// Name, place in time, full title.
pub(super) fn head(state: &State, target: &Target, content: &mut Content) {
    let theme = &state.session.theme;
    let place = match state.plan.plan.kind {
        PlanKind::Video => time_words(state, target),
        PlanKind::Coding => group_words(state),
    };
    let index = if target.kind.has_index() { format!(" [{}]", target.index) } else { String::new() };
    let room = content.width().saturating_sub(cells::width(&index) + 2 + cells::width(&place));
    // A long id never pushes out when it is, nor does that push out the id.
    let beside = room >= LEAST_ID.min(cells::width(&cells::cut(&target.label, LEAST_ID + 1)));
    let room = if beside { room } else { content.width().saturating_sub(cells::width(&index)) };
    let label = cells::cut_middle(&cells::cut(&target.label, 1_000), room).into_owned();
    let mut first: Vec<Piece> = vec![(label, theme.heading), (index, theme.dim)];
    if beside {
        first.push((format!("  {place}"), theme.text));
    } else {
        content.line(std::mem::take(&mut first));
        first.push((place, theme.text));
    }
    waves(state, &mut first, content.width());
    let signs = &theme.signs;
    if let Some(placeholder) = &target.placeholder {
        let (sign, style) = placeholder_sign(state, placeholder.state);
        tag(&mut first, content.width(), &sign, state.word(placeholder_key(placeholder.state)), style);
    }
    match state.desk().reviewed.mark(target) {
        Mark::Reviewed => {
            tag(&mut first, content.width(), signs.reviewed, state.word("detail.reviewed"), theme.good);
        }
        Mark::Changed => tag(&mut first, content.width(), signs.changed, state.word("detail.changed"), theme.warn),
        Mark::None => {}
    }
    content.line(first);
    if target.headline != target.label {
        content.text(0, &whole(target), theme.text);
    }
}

/// Cells of its id that stand beside the times of a target.
const LEAST_ID: usize = 8;

/// The headline with the line breaks it has in the plan.
fn whole(target: &Target) -> Cow<'_, str> {
    // Most have none: they need not be looked for.
    let breaks = ["\\n", "\\r", "\\u"];
    let may_break = breaks.iter().any(|escape| target.json.as_str().contains(escape));
    let fields = if may_break { fields::fields(target) } else { Vec::new() };
    let described = fields.into_iter().find(|field| is_folded(&field.value, &target.headline));
    described.map_or(Cow::Borrowed(&target.headline), |field| Cow::Owned(field.value.trim().to_owned()))
}

/// The heading of the selected target's group: of a coding plan its layer.
fn group_words(state: &State) -> String {
    let (view, at) = (state.view(), state.desk().selected);
    let after = view.groups.partition_point(|group| group.targets.end <= at);
    let group = view.groups.get(after).filter(|group| group.targets.contains(&at));
    let heading = group.and_then(|group| group.heading.as_ref());
    heading.map(|heading| state.session.locale.phrase(heading)).unwrap_or_default()
}

/// What the signs of the selected wave mean.
fn waves(state: &State, line: &mut Vec<Piece>, width: usize) {
    let (waves, theme, at) = (&state.plan.waves, &state.session.theme, state.desk().selected);
    let all = [
        (&waves.chain, theme.signs.chain, "layers.on-chain", theme.key),
        (&waves.cycle, theme.signs.cycle, "layers.on-cycle", theme.bad),
        (&waves.unknown, theme.signs.unknown, "layers.unknown", theme.bad),
    ];
    for (_, sign, key, style) in all.into_iter().filter(|(of, ..)| of.contains(&at)) {
        tag(line, width, sign, state.word(key), style);
    }
}

/// A sign and its words at the end of a line; the sign alone where the words would be cut.
fn tag(line: &mut Vec<Piece>, width: usize, sign: &str, words: &str, style: Style) {
    let used: usize = line.iter().map(|(text, _)| cells::width(text)).sum();
    let whole = format!("  {sign} {words}");
    let fits = used + cells::width(&whole) <= width;
    line.push((if fits { whole } else { format!("  {sign}") }, style));
}

fn time_words(state: &State, target: &Target) -> String {
    let start = target.start.map(time::clock);
    let length = target.length.map(time::short);
    match (&start, &length) {
        (Some(start), Some(length)) => {
            let end = time::clock(target.start.unwrap_or(0.0) + target.length.unwrap_or(0.0));
            state.say("detail.time", &[("start", start), ("end", &end), ("length", length)])
        }
        (Some(start), None) if target.to_end => state.say("detail.to-end", &[("start", start)]),
        (None, None) if target.to_end => state.word("detail.to-end-only").to_owned(),
        (Some(start), None) => state.say("detail.time-undecided", &[("start", start)]),
        (None, Some(length)) if target.earliest.is_some() => {
            let earliest = time::clock(target.earliest.unwrap_or(0.0));
            state.say("detail.time-earliest", &[("start", &earliest), ("length", length)])
        }
        (None, Some(length)) => state.say("detail.length-only", &[("length", length)]),
        (None, None) => state.word("detail.undecided").to_owned(),
    }
}

/// Key of a placeholder state's word.
pub fn placeholder_key(placeholder: PlaceholderState) -> &'static str {
    match placeholder {
        PlaceholderState::Planned => "placeholder.planned",
        PlaceholderState::Generating => "placeholder.generating",
        PlaceholderState::Done => "placeholder.done",
        PlaceholderState::Failed => "placeholder.failed",
        PlaceholderState::Stale => "placeholder.stale",
    }
}

/// The comments: unfinished, drafted, sent; not the text that is open in the editor.
pub(super) fn comments(state: &State, target: &Target, content: &mut Content) {
    let open = state.writing();
    let is_open = |comment| open.is_some_and(|w| w.anchor.is_some() && w.comment == comment);
    let theme = &state.session.theme;
    let desk = state.desk();
    if let Some(blocked) = &target.blocked {
        content.gap();
        content.text(0, &state.session.locale.phrase(blocked), theme.bad);
    }
    let Some(id) = target.id.as_deref() else { return };
    for unfinished in state.begun_on(id).into_iter().filter(|u| !is_open(u.comment)) {
        content.gap();
        let lead = format!("{} {} ", theme.signs.unfinished, state.word("detail.unfinished"));
        content.line(vec![(lead, theme.warn)]);
        content.text(2, &unfinished.text, theme.text);
    }
    for comment in state.drafted_on(id).into_iter().filter(|c| !is_open(Some(c.key))) {
        content.gap();
        comment_block(state, comment, theme.signs.comment, content);
    }
    super::objecting::of_target(state, id, content);
    if let Some(sent) = &*desk.sent {
        for comment in state.sent_on(id) {
            content.gap();
            let lead = state.say("detail.sent", &[("round", &sent.round.to_string())]);
            content.line(vec![(format!("{} {lead}", theme.signs.sent), theme.dim)]);
            content.text(2, &comment.text, theme.dim);
        }
    }
}

fn comment_block(state: &State, comment: &DraftComment, sign: &str, content: &mut Content) {
    let theme = &state.session.theme;
    let first = vec![(format!("{sign} "), theme.comment)];
    match &comment.objecting {
        Some(objecting) => {
            content.after(first, 2, &super::objecting::words(state, objecting), theme.comment);
            content.text(2, &comment.text, theme.text);
        }
        None => content.after(first, 2, &comment.text, theme.text),
    }
    if comment.anchor.state == AnchorState::Moved {
        content.text(2, state.word("detail.moved"), theme.warn);
    }
}

/// Fields that are numbers to be read; the exact ones are in the file.
const NUMBERS: [&str; 11] = [
    "field.duration-estimate",
    "field.in",
    "field.out",
    "field.speed",
    "field.at-frames",
    "field.duration-frames",
    "field.at-seconds",
    "field.freeze-at",
    "field.freeze-duration",
    "field.transition-duration",
    "field.track",
];

/// All fields of the target, what belongs to it from elsewhere, its findings.
fn facts(state: &State, target: &Target, content: &mut Content) {
    let theme = &state.session.theme;
    let locale = state.session.locale;
    content.gap();
    for position in &target.findings {
        if let Some(finding) = state.plan.plan.findings.get(*position) {
            let words = super::panels::finding_words(state, finding);
            content.after(vec![(format!("{} ", theme.signs.finding), theme.bad)], 2, &words, theme.bad);
        }
    }
    super::notices::of_target(state, content);
    // A cutaway's shot is among the fields.
    if let Some(within) = target.within.as_ref().filter(|_| target.kind != TargetKind::Shot) {
        content.field(state.word("detail.within"), within, theme.dim, theme.text);
    }
    if let Some(placeholder) = &target.placeholder {
        let cost = placeholder.cost_usd.map(|c| format!("{} USD", time::plain(&c.to_string())));
        let rows = [
            ("detail.prompt", placeholder.prompt.clone()),
            ("detail.model", placeholder.model.clone()),
            ("detail.cost", cost),
        ];
        for (key, value) in rows {
            if let Some(value) = value {
                content.field(state.word(key), &value, theme.dim, theme.text);
            }
        }
    }
    for (label, value) in &target.extra {
        let value = if value.starts_with("value.") && locale.has(value) { locale.word(value) } else { value };
        content.field(locale.word(label), value, theme.dim, theme.text);
    }
    // What the head says already is not said again.
    let said = |field: &fields::Field| {
        let is_empty_list = field.value == "[]" && field.label == Some("field.depends-on");
        is_folded(&field.value, &target.headline) || field.value == target.label || is_empty_list
    };
    for field in fields::fields(target).iter().filter(|f| !said(f)) {
        let value = match field.label {
            _ if field.value == "[]" => "—".into(),
            Some(key) if NUMBERS.contains(&key) => time::plain(&field.value),
            _ => field.value.as_str().into(),
        };
        // What is in a group counts from where the group begins.
        let value = match field.label {
            Some("field.at-frames") if target.within.is_some() => state.say("detail.in-group", &[("n", &value)]).into(),
            _ => value,
        };
        let label = field.label.map_or(field.key.as_str(), |key| locale.word(key));
        content.field(label, &value, theme.dim, theme.text);
    }
    if !target.files.is_empty() {
        let files: Vec<String> = target.files.iter().map(|f| shown_path(state, f)).collect();
        content.field(state.word("detail.file"), &files.join("\n"), theme.dim, theme.dim);
    }
}

/// The pane without its left margin.
pub(super) fn inner(area: Rect) -> Rect {
    Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area }
}

/// Whether `headline` is `value` on one line; of long ones the start decides.
fn is_folded(value: &str, headline: &str) -> bool {
    let end = value.floor_char_boundary(4_000);
    let folded = fold_spaces(value.get(..end).unwrap_or_default());
    if end == value.len() { folded == headline } else { headline.starts_with(folded.trim_end()) }
}
