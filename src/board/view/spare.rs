//! What a large screen has room for below a short list and a short detail: the comments and notices of the pass, and the
//! target as it stands in the file. None of it is anywhere else alone, so it needs no keys and is left out where it would
//! not fit.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::board::state::State;
use crate::board::view::content::{Content, Piece};
use crate::board::view::{header, notices};
use crate::text::{cells, clean};

/// Rows of a pane from which on what is spare in it is used.
const LARGE: u16 = 24;
/// Rows that are worth it: a gap, a rule and some entries.
const LEAST: usize = 6;
/// Most cells of a target's name before an entry.
const NAME: usize = 12;

/// Below the list, of which `rows` rows are drawn: the comments in the draft, then the notices, each in a row.
pub fn of_list(state: &State, rows: usize, area: Rect, buf: &mut Buffer) {
    let Some((below, room)) = below(rows, area) else { return };
    let theme = &state.session.theme;
    let width = usize::from(below.width);
    let (view, locale) = (state.view(), state.session.locale);
    let row = |sign: Piece, label: &str, text: &str| {
        let label = cells::cut_middle(&clean::line(label), NAME).into_owned();
        let label = if label.is_empty() { label } else { format!("{label}  ") };
        let text = cells::cut(text, width).into_owned();
        vec![(format!(" {} ", sign.0), sign.1), (label, theme.dim), (text, theme.text)]
    };
    let comments = state.desk().draft.comments.iter().map(|comment| {
        let target = view.by_id.get(&comment.anchor.id).and_then(|at| view.targets.get(*at));
        let label = target.map_or(comment.anchor.title.as_str(), |target| &target.label);
        row((theme.signs.comment.to_owned(), theme.comment), label, &comment.text)
    });
    let noted = view.notices.all().iter().map(|notice| {
        let target = notice.target.and_then(|at| view.targets.get(at));
        let label = target.map_or("", |target| &target.label);
        row((notices::sign(state).to_owned(), theme.dim), label, &locale.phrase(&notice.phrase))
    });
    let mut content = Content::new(width);
    let half = if view.notices.all().is_empty() { room } else { room / 2 };
    let title = locale.count(header::comments_key(state), comments.len());
    entries(state, &title, comments, half.max(LEAST), &mut content);
    let left = room.saturating_sub(content.len());
    entries(state, &notices::title(state), noted, left, &mut content);
    content.draw(below, 0, buf);
}

/// A rule with a title, and as many entries as fit in so many rows; how many more there are is said.
fn entries(
    state: &State,
    title: &str,
    rows: impl ExactSizeIterator<Item = Vec<Piece>>,
    room: usize,
    content: &mut Content,
) {
    let theme = &state.session.theme;
    let (count, fit) = (rows.len(), room.saturating_sub(2));
    if count == 0 || fit < 2 {
        return;
    }
    content.line(Vec::new());
    content.line(vec![rule(state, title, content.width())]);
    let shown = if count > fit { fit - 1 } else { count };
    rows.take(shown).for_each(|row| content.line(row));
    if count > shown {
        content.line(vec![(format!("   +{}", count - shown), theme.dim)]);
    }
}

fn rule(state: &State, title: &str, width: usize) -> Piece {
    let sign = state.session.theme.signs.horizontal;
    let fill = width.saturating_sub(cells::width(title) + 4);
    (format!("{sign}{sign} {title} {}", sign.repeat(fill)), state.session.theme.dim)
}

/// Below the detail, of which `rows` rows are drawn: the target as it stands in its file, where all of it fits.
pub fn of_detail(state: &State, rows: usize, area: Rect, buf: &mut Buffer) {
    let Some((below, room)) = below(rows, area) else { return };
    let Some(target) = state.target() else { return };
    let theme = &state.session.theme;
    let json = target.json.as_str();
    if json.len() > room * usize::from(below.width) {
        return;
    }
    let mut content = Content::new(usize::from(below.width));
    content.line(Vec::new());
    content.line(vec![rule(state, state.word("detail.in-file"), content.width())]);
    content.text(0, &flush_left(json), theme.dim);
    if content.len() <= room {
        content.draw(below, 0, buf);
    }
}

/// The rows that are left below, and how many they are; `None`: too few to be worth it.
fn below(rows: usize, area: Rect) -> Option<(Rect, usize)> {
    let used = u16::try_from(rows).ok().filter(|_| area.height >= LARGE)?;
    let height = area.height.checked_sub(used).filter(|left| usize::from(*left) >= LEAST)?;
    Some((Rect { y: area.y + used, height, ..area }, usize::from(height)))
}

/// JSON without the margin its last line has in the file.
fn flush_left(json: &str) -> String {
    let last = json.lines().last().unwrap_or_default();
    let margin = last.get(..last.len() - last.trim_start().len()).unwrap_or_default();
    let lines: Vec<&str> = json.lines().map(|line| line.strip_prefix(margin).unwrap_or(line)).collect();
    lines.join("\n")
}
