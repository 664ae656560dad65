//! What a person has to decide (rule 3), and that nothing urgent is left when all succeeded (rule 4).

use crate::contract::outcome_report::notes::Notes;
use crate::contract::outcome_report::outcome::Ending;
use crate::contract::outcome_report::sections::{Begun, Item, Section, items, of};
use crate::contract::outcome_report::words::{Part, none};
use crate::contract::outcome_report::{Decision, Outcome, Priority};
use crate::text::fold::fold;

/// Checks the section of decisions and gives them.
pub(super) fn check(notes: &mut Notes, sections: &[Section], ending: &Ending, review: bool) -> Vec<Decision> {
    let sections = of(sections, Part::Decisions);
    let Some(first) = sections.first() else {
        notes.error("report-decisions-missing", ending.line, 1);
        return Vec::new();
    };
    if !first.own {
        notes.error("report-decisions-misnamed", first.line.number, 1).found(first.line.text);
    }
    let mut decisions = Vec::new();
    let mut nothing = None;
    for section in &sections {
        let mut all = items(section.body);
        let says_none = |item: &Item| none(&item.text).is_some();
        if section.begun != Begun::Heading && !(none(section.inline).is_some() && all.is_empty()) {
            notes.error("report-decisions-no-heading", section.line.number, 1).found(section.line.text);
        }
        if !section.inline.is_empty() {
            let (line, text) = (section.line.number, section.inline.to_owned());
            let item = Item { line, column: 1, text, marked: none(section.inline).is_some(), loose: Vec::new() };
            all.insert(0, item);
        }
        for item in &all {
            if says_none(item) {
                if none(&item.text) == Some(false) {
                    notes.error("report-decisions-near-none", item.line, item.column).found(&item.text);
                }
                nothing = nothing.or(Some((item.line, item.column)));
            } else {
                decisions.push(decision(notes, item));
            }
        }
    }
    if let (Some((line, column)), false) = (nothing, decisions.is_empty()) {
        notes.error("report-decisions-contradict", line, column).with("n", decisions.len().to_string());
    }
    if nothing.is_none() && decisions.is_empty() {
        notes.error("report-decisions-empty", first.line.number, 1).found(first.line.text);
    }
    if let (Some(Outcome::Success), false) = (ending.meant, review)
        && let Some(urgent) = decisions.iter().find(|d| d.priority == Some(Priority::P0))
    {
        notes.error("report-p0-with-success", urgent.line, 1).found(&urgent.text);
    }
    decisions
}

fn decision(notes: &mut Notes, item: &Item) -> Decision {
    let mark = mark(&item.text);
    let text = match &mark {
        Mark::Exact(_, rest) | Mark::Near(_, rest) => (*rest).trim().to_owned(),
        Mark::Unknown | Mark::None => item.text.clone(),
    };
    let (line, column) = (item.line, item.column);
    let priority = match mark {
        Mark::Exact(priority, _) | Mark::Near(priority, _) => Some(priority),
        Mark::Unknown | Mark::None => None,
    };
    match (&mark, item.marked) {
        (Mark::Exact(..), true) => {}
        (Mark::Exact(..), false) => drop(notes.error("report-decision-no-bullet", line, column).found(&item.text)),
        (Mark::Near(priority, _), _) => {
            let note = notes.error("report-decision-near-mark", line, column).found(&item.text);
            note.with("meant", priority.mark());
        }
        (Mark::Unknown, _) => drop(notes.error("report-decision-unknown-mark", line, column).found(&item.text)),
        (Mark::None, true) => drop(notes.error("report-decision-unclassified", line, column).found(&item.text)),
        (Mark::None, false) => drop(notes.error("report-decision-not-bullet", line, column).found(&item.text)),
    }
    if priority.is_some() && text.is_empty() {
        notes.error("report-decision-empty", line, column).found(&item.text);
    }
    for loose in &item.loose {
        notes.error("report-decision-not-indented", *loose, 1);
    }
    Decision { priority, text, line }
}

/// The mark of a priority at the beginning of a decision.
enum Mark<'t> {
    /// As the contract has it, and what follows.
    Exact(Priority, &'t str),
    /// Meant as one, and what follows.
    Near(Priority, &'t str),
    /// A mark that is no priority of the contract.
    Unknown,
    /// No mark.
    None,
}

fn mark(text: &str) -> Mark<'_> {
    for priority in Priority::ALL {
        if let Some(rest) = text.strip_prefix(priority.mark()) {
            return Mark::Exact(priority, rest);
        }
    }
    let space = |c: char| c.is_whitespace();
    let inner = text.trim_start_matches(|c| matches!(c, '*' | '_' | '`') || space(c));
    let open = ['[', '［', '(', '（', '【', '〔', '<', '「'];
    let close = [']', '］', ')', '）', '】', '〕', '>', '」'];
    let bracket = inner.starts_with(open);
    let inner = inner.trim_start_matches(open).trim_start();
    let word: String = inner.chars().take(16).collect();
    let word = fold(&word);
    let digit = word.strip_prefix('p').map(|rest| rest.trim_start_matches([' ', '-'])).and_then(|rest| {
        let mut chars = rest.chars();
        let digit = chars.next().filter(char::is_ascii_digit)?;
        chars.next().is_none_or(|c| !c.is_alphanumeric()).then_some(digit)
    });
    if let Some(digit) = digit {
        let Some(priority) = Priority::ALL.into_iter().find(|p| p.mark().contains(digit)) else { return Mark::Unknown };
        let end = inner.find(|c: char| c.is_numeric()).unwrap_or(0);
        let rest = inner.get(end..).unwrap_or_default();
        let rest = rest.trim_start_matches(char::is_numeric).trim_start();
        let marks = |c: char| close.contains(&c) || matches!(c, '*' | '_' | '`' | ':' | '：' | '-' | '.') || space(c);
        return Mark::Near(priority, rest.trim_start_matches(marks));
    }
    // A short word in brackets at the beginning is meant as a mark, unless it is a link.
    let closed = bracket.then(|| inner.char_indices().take(10).find(|(_, c)| close.contains(c))).flatten();
    match closed.and_then(|(at, c)| inner.get(at + c.len_utf8()..)) {
        Some(rest) if !rest.starts_with('(') => Mark::Unknown,
        _ => Mark::None,
    }
}
