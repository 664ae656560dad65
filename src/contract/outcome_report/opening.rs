//! How a report begins: `description: …`, then the conclusion (rule 7).

use crate::contract::outcome_report::lines::{Line, bullet, heading};
use crate::contract::outcome_report::notes::Notes;
use crate::text::fold::fold;

/// How a report begins.
pub(super) struct Opening {
    /// The `description:` line says review=true.
    pub(super) review: bool,
    /// The first sentence.
    pub(super) conclusion: String,
}

/// Checks the beginning. `named`: numbers of lines that begin a part of the report or end it, in order.
pub(super) fn check(notes: &mut Notes, lines: &[Line], named: &[usize]) -> Opening {
    let mut shown = lines.iter().filter(|line| !line.is_blank()).peekable();
    let mut review = false;
    if let Some(line) = shown.next_if(|line| is_description(line.text)) {
        review = says_review(line.text);
        if !review && means_review(line.text) {
            notes.warning("report-review-misspelt", line.number, 1).found(line.text);
        }
    }
    for line in lines.iter().filter(|line| !line.fenced && is_description(line.text) && says_review(line.text)) {
        if lines.iter().find(|l| !l.is_blank()).is_some_and(|first| first.number != line.number) {
            notes.warning("report-description-not-first", line.number, 1).found(line.text);
            break;
        }
    }
    let is_named = |line: &Line| named.binary_search(&line.number).is_ok();
    let first = shown.peek().copied();
    match first {
        None => {}
        Some(line) if heading(line.text).is_some() => {
            notes.warning("report-opening-heading", line.number, 1).found(line.text);
        }
        Some(line) if is_named(line) => {
            notes.warning("report-opening-no-conclusion", line.number, 1).found(line.text);
        }
        Some(line) if bullet(line.text).is_some() || line.fenced || line.text.starts_with(['|', '>']) => {
            notes.warning("report-opening-list", line.number, 1).found(line.text);
        }
        Some(_) => {}
    }
    let skipped = first.map_or(0, |line| line.number - 1);
    Opening { review, conclusion: conclusion(lines.get(skipped..).unwrap_or_default(), is_named) }
}

/// The first sentence of the first paragraph that is prose.
fn conclusion(lines: &[Line], is_named: impl Fn(&Line) -> bool) -> String {
    let prose = |line: &&Line| !line.is_blank() && !line.fenced && heading(line.text).is_none() && !is_named(line);
    let mut text = String::new();
    for line in lines.iter().skip_while(|line| !prose(line)).take_while(prose) {
        let line = bullet(line.text).unwrap_or(line.text).trim();
        if text.ends_with(|c: char| c.is_ascii()) && !text.is_empty() {
            text.push(' ');
        }
        text.push_str(line);
    }
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let ends = match c {
            '。' | '！' | '？' => true,
            '.' | '!' | '?' => chars.peek().is_none_or(|(_, next)| next.is_whitespace()),
            _ => false,
        };
        if ends {
            text.truncate(at + c.len_utf8());
            break;
        }
    }
    text
}

fn is_description(text: &str) -> bool {
    text.trim_start().get(..12).is_some_and(|head| head.eq_ignore_ascii_case("description:"))
}

/// `review=true` as a word of its own.
fn says_review(text: &str) -> bool {
    text.match_indices("review=true").any(|(at, word)| {
        let before = text.get(..at).and_then(|t| t.chars().next_back());
        let after = text.get(at + word.len()..).and_then(|t| t.chars().next());
        let joins = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
        !joins(before) && !joins(after)
    })
}

/// `review: true`, `Review = true` and their like.
fn means_review(text: &str) -> bool {
    let head: String = text.chars().take(400).collect();
    fold(&head).split("review").skip(1).any(|rest| {
        let value = rest.trim_start().trim_start_matches([':', '=', '"']).trim_start();
        let after = value.strip_prefix("true").map(|rest| rest.chars().next());
        value.len() < rest.len() && after.is_some_and(|c| c.is_none_or(|c| !c.is_alphanumeric()))
    })
}
