//! A list of steps written as one text, divided into titles.

use std::collections::HashMap;

use crate::text::trim::{is_js_space, js_trim};

/// The most digits of a number before a step.
const DIGITS: usize = 6;

/// How many places a numbered list may begin at below an introduction are tried.
const CANDIDATES: usize = 20;

/// The ways a step is numbered. A list keeps to the way it begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// `1)`
    Bracket,
    /// `1.`
    Dot,
    /// `①`
    Circle,
}

/// A number before a step.
#[derive(Debug, Clone, Copy)]
struct Marker {
    way: Way,
    number: usize,
    /// Bytes of the text.
    start: usize,
    end: usize,
    /// Nothing but white space is before it in its line.
    opens_line: bool,
}

/// The titles of a list written as one text: `1) … 2) …` (divided only at the next expected number), `1.`, `①`, or a
/// line for each step, which may begin with a bullet. Empty where there is none.
///
/// `1)` may be followed by the title at once, `1.` needs white space after it; both come first or after white space, so
/// that `f(2)` and `1.5` are no steps. Written in full width, and as `①`, numbers need no space at all. A number that
/// begins a line goes before one inside a line. Line breaks inside a title become spaces. What stands above a numbered
/// list (a heading, an introduction), or before it in its line and ends with a colon, is left out.
pub fn titles(text: &str) -> Vec<String> {
    let text = js_trim(text);
    let titles = match list_in(text) {
        Some((list, markers)) => numbered(list, &markers),
        None => text.split(is_line_break).map(|line| without_bullet(js_trim(line))).map(str::to_owned).collect(),
    };
    titles.into_iter().filter(|title| !title.is_empty()).collect()
}

/// The titles of words that were given one by one: as [`titles`] where they make a numbered list together, or where
/// there is but one; else each is a title.
pub fn titles_of(words: &[String]) -> Vec<String> {
    let together = words.join(" ");
    if words.len() < 2 || list_in(js_trim(&together)).is_some() {
        return titles(&together);
    }
    words.iter().map(|word| on_one_line(word)).filter(|title| !title.is_empty()).collect()
}

/// The part of the text that is a numbered list, with its markers.
fn list_in(text: &str) -> Option<(&str, Vec<Marker>)> {
    if let Some(markers) = markers(text) {
        return Some((text, markers));
    }
    let ones = text.char_indices().filter(|(_, c)| digit(*c) == Some(1) || *c == '①');
    let candidates = ones.filter_map(|(start, _)| {
        let (before, list) = text.split_at_checked(start)?;
        let (above, in_line) = before.rsplit_once(is_line_break).unwrap_or(("", before));
        let is_above = js_trim(in_line).is_empty();
        let is_beside = js_trim(in_line).ends_with([':', '：']);
        let marker = || marker(list, 0, before.chars().next_back(), is_above);
        let is_one = (is_above || is_beside) && marker().is_some_and(|marker| marker.number == 1);
        is_one.then_some((list, is_above.then(|| js_trim(above))))
    });
    candidates.take(CANDIDATES).find_map(|(list, above)| {
        let markers = markers(list)?;
        let mut second = markers.iter().filter(|marker| marker.number == 2);
        let stands = match above {
            Some(intro) => {
                let is_line = !intro.contains(is_line_break);
                let is_heading = is_line && (intro.starts_with('#') || intro.ends_with([':', '：']));
                is_heading || second.any(|marker| marker.opens_line)
            }
            None => second.next().is_some(),
        };
        stands.then_some((list, markers))
    })
}

/// The markers of the way the text begins with, in order; `None` where it does not begin with step 1.
fn markers(text: &str) -> Option<Vec<Marker>> {
    let mut markers = Vec::new();
    let mut before = None;
    let mut opens_line = true;
    let mut from = 0;
    for (at, c) in text.char_indices() {
        let marker = text.get(at..).filter(|_| at >= from).and_then(|rest| marker(rest, at, before, opens_line));
        if let Some(marker) = marker {
            from = marker.end;
            markers.push(marker);
        }
        opens_line = is_line_break(c) || (opens_line && is_js_space(c));
        before = Some(c);
    }
    let first = *markers.first().filter(|first| first.start == 0 && first.number == 1)?;
    markers.retain(|marker| marker.way == first.way);
    Some(markers)
}

/// The marker that begins `rest`, which is at byte `start` of the text, after the character `before`.
fn marker(rest: &str, start: usize, before: Option<char>, opens_line: bool) -> Option<Marker> {
    let first = rest.chars().next()?;
    if let '①'..='⑳' = first {
        let number = usize::try_from(u32::from(first) - u32::from('①')).ok()? + 1;
        return Some(Marker { way: Way::Circle, number, start, end: start + first.len_utf8(), opens_line });
    }
    digit(first)?;
    let spaced = before.is_none_or(is_js_space);
    if before.and_then(digit).is_some() {
        return None;
    }
    let mut number = 0;
    for (n, (at, c)) in rest.char_indices().enumerate() {
        if let Some(digit) = digit(c) {
            if n >= DIGITS {
                return None;
            }
            number = number * 10 + digit;
            continue;
        }
        let after = rest.get(at + c.len_utf8()..)?;
        let free = before.is_none_or(|c| !c.is_ascii_alphanumeric() && !matches!(c, '(' | '（' | '.' | '．'));
        let (way, stands) = match c {
            ')' => (Way::Bracket, spaced),
            '）' => (Way::Bracket, free),
            '.' => (Way::Dot, spaced && after.chars().next().is_none_or(is_js_space)),
            '．' => (Way::Dot, free && after.chars().next().and_then(digit).is_none()),
            _ => return None,
        };
        return stands.then_some(Marker { way, number, start, end: start + at + c.len_utf8(), opens_line });
    }
    None
}

/// The value of a digit, of full width too.
fn digit(c: char) -> Option<usize> {
    let zero = match c {
        '0'..='9' => '0',
        '０'..='９' => '０',
        _ => return None,
    };
    usize::try_from(u32::from(c) - u32::from(zero)).ok()
}

/// The texts between a marker and the marker of the next number.
fn numbered(text: &str, markers: &[Marker]) -> Vec<String> {
    let mut by_number: HashMap<usize, Vec<&Marker>> = HashMap::new();
    for marker in markers {
        by_number.entry(marker.number).or_default().push(marker);
    }
    let mut titles = Vec::new();
    let mut current = markers.first();
    while let Some(marker) = current {
        let next = by_number.get(&(marker.number + 1)).and_then(|same| {
            let after = || same.iter().filter(|next| next.start >= marker.end);
            after().find(|next| next.opens_line).or_else(|| after().next())
        });
        let end = next.map_or(text.len(), |next| next.start);
        titles.push(on_one_line(text.get(marker.end..end).unwrap_or_default()));
        current = next.copied();
    }
    titles
}

/// `text` trimmed, its lines joined with spaces.
pub(super) fn on_one_line(text: &str) -> String {
    let lines = text.split(is_line_break).map(js_trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

pub(super) fn is_line_break(c: char) -> bool {
    matches!(c, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// A line without the bullet it begins with (and the empty box of a task list).
fn without_bullet(line: &str) -> &str {
    let Some(rest) = line.strip_prefix(['-', '*', '+', '•', '・']) else { return line };
    if !rest.is_empty() && !rest.starts_with(is_js_space) && !line.starts_with(['•', '・']) {
        return line;
    }
    let rest = js_trim(rest);
    rest.strip_prefix("[ ]").map_or(rest, js_trim)
}
