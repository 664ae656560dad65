//! What was verified, and how it came out (rule 5).

use crate::contract::outcome_report::notes::Notes;
use crate::contract::outcome_report::sections::{Item, Section, items, of};
use crate::contract::outcome_report::words::{FoundState, Part, state};
use crate::contract::outcome_report::{Verification, VerificationState};

/// How many colons from the end may part the name from a state that no parenthesis follows.
const LAST: usize = 4;

/// Checks the section of verification and gives its items. `end`: the line where a section that is missing is missed.
pub(super) fn check(notes: &mut Notes, sections: &[Section], end: usize, review: bool) -> Vec<Verification> {
    let sections = of(sections, Part::Verification);
    let Some(first) = sections.first() else {
        notes.error("report-verification-missing", end, 1);
        return Vec::new();
    };
    if !first.own {
        notes.error("report-verification-misnamed", first.line.number, 1).found(first.line.text);
    } else if first.begun != super::sections::Begun::Heading {
        notes.error("report-verification-no-heading", first.line.number, 1).found(first.line.text);
    }
    let all: Vec<Item> = sections.iter().flat_map(|section| items(section.body)).collect();
    let inline = sections.iter().find(|section| !section.inline.is_empty());
    if !all.iter().any(|item| item.marked) {
        let prose = all.first().map(|item| (item.line, item.text.as_str()));
        match prose.or(inline.map(|section| (section.line.number, section.inline))) {
            Some((line, text)) => drop(notes.error("report-verification-not-bullet", line, 1).found(text)),
            None => drop(notes.error("report-verification-empty", first.line.number, 1).found(first.line.text)),
        }
    }
    all.iter().filter(|item| item.marked).map(|item| verification(notes, item, review)).collect()
}

fn verification(notes: &mut Notes, item: &Item, review: bool) -> Verification {
    let (line, column) = (item.line, item.column);
    let parts = split(&item.text);
    let (name, detail) = (parts.name.trim().to_owned(), parts.detail.trim().to_owned());
    let state = match parts.state {
        None => {
            let code = if state(&item.text).is_some_and(|s| s.own) {
                "report-verification-no-colon"
            } else {
                "report-verification-no-state"
            };
            notes.error(code, line, column).found(&item.text);
            return Verification { name, state: None, detail, line };
        }
        Some(found) => found,
    };
    if name.is_empty() {
        notes.error("report-verification-no-name", line, column).found(&item.text);
    }
    if !state.own {
        let note = match review {
            true => notes.warning("report-verification-near-state", line, column),
            false => notes.error("report-verification-near-state", line, column),
        };
        note.found(&state.word).with("meant", meant(&state, &item.text));
    }
    if detail.is_empty() {
        let code = match state.state {
            VerificationState::Executed => "report-verification-executed-what",
            VerificationState::NotRun => "report-verification-not-run-why",
            VerificationState::Failed => "report-verification-failed-where",
            VerificationState::Unverified => "report-verification-unverified-why",
        };
        notes.error(code, line, column).found(&item.text);
    }
    Verification { name, state: state.own.then_some(state.state), detail, line }
}

/// The parts of an item.
struct Parts<'t> {
    name: &'t str,
    state: Option<FoundState>,
    detail: &'t str,
}

/// The contract's word for the state that was probably meant, in the language of the item.
fn meant(found: &FoundState, text: &str) -> &'static str {
    if !text.is_ascii() {
        return found.state.as_str();
    }
    match found.state {
        VerificationState::Executed => "executed",
        VerificationState::NotRun => "not run",
        VerificationState::Failed => "failed",
        VerificationState::Unverified => "unverified",
    }
}

/// A colon that may part name and state, and the first parenthesis after it.
#[derive(Clone, Copy)]
struct Joint {
    colon: usize,
    after: usize,
    parenthesis: Option<(usize, usize)>,
}

/// Parts `name: state（detail）`. Colons and parentheses in backticks are not looked at, colons in parentheses neither.
fn split(text: &str) -> Parts<'_> {
    let joints = joints(text);
    let of = |joint: &Joint| {
        let end = joint.parenthesis.map_or(text.len(), |(open, _)| open);
        text.get(joint.after..end).and_then(state)
    };
    // The last colon before a parenthesis; where none has one, the last colon.
    let closed: Vec<&Joint> = joints.iter().filter(|joint| joint.parenthesis.is_some()).collect();
    let own = closed.iter().find_map(|joint| of(joint).filter(|s| s.own).map(|s| (**joint, s)));
    let near = || closed.iter().find_map(|joint| of(joint).map(|s| (**joint, s)));
    let open = || joints.iter().rev().take(LAST).find_map(|joint| of(joint).map(|s| (*joint, s)));
    let Some((joint, state)) = own.or_else(near).or_else(open) else {
        let joint = closed.first().copied().or(joints.last());
        let name = joint.and_then(|joint| text.get(..joint.colon)).unwrap_or(text);
        return Parts { name, state: None, detail: joint.map_or("", |joint| detail(text, joint)) };
    };
    Parts { name: text.get(..joint.colon).unwrap_or_default(), state: Some(state), detail: detail(text, &joint) }
}

fn detail<'t>(text: &'t str, joint: &Joint) -> &'t str {
    joint.parenthesis.and_then(|(open, end)| text.get(open..end)).map_or("", |inner| {
        let mut chars = inner.chars();
        chars.next();
        chars.as_str()
    })
}

/// The colons outside of parentheses and backticks, each with the parenthesis between it and the next one: where it
/// opens, and where its content ends.
fn joints(text: &str) -> Vec<Joint> {
    let mut joints: Vec<Joint> = Vec::new();
    let (mut depth, mut opened) = (0usize, 0usize);
    let mut code = false;
    let even = text.bytes().filter(|b| *b == b'`').count() % 2 == 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, c)| *c);
        match c {
            '`' if even => code = !code,
            _ if code => {}
            '（' | '(' => {
                if depth == 0 {
                    opened = at;
                }
                depth += 1;
            }
            '）' | ')' if depth > 0 => {
                depth -= 1;
                if let (0, Some(joint)) = (depth, joints.last_mut()) {
                    joint.parenthesis.get_or_insert((opened, at));
                }
            }
            ':' | '：' if depth == 0 && parts(c, next) => {
                joints.push(Joint { colon: at, after: at + c.len_utf8(), parenthesis: None });
            }
            _ => {}
        }
    }
    // A parenthesis that is never closed goes to the end.
    if let (true, Some(joint)) = (depth > 0, joints.last_mut()) {
        joint.parenthesis.get_or_insert((opened, text.len()));
    }
    joints
}

/// Whether a colon parts a name from what follows: `npm:test` is one word.
fn parts(colon: char, next: Option<char>) -> bool {
    colon == '：' || next.is_none_or(|c| c.is_whitespace() || !c.is_ascii())
}
