//! What was made (rule 6).

use crate::contract::Exists;
use crate::contract::outcome_report::Outcome;
use crate::contract::outcome_report::lines::{bullet, without_remark};
use crate::contract::outcome_report::notes::Notes;
use crate::contract::outcome_report::outcome::Ending;
use crate::contract::outcome_report::sections::{Begun, Section, of};
use crate::contract::outcome_report::words::{Part, none};
use crate::text::fold::fold;

/// One thing that was made.
pub(super) struct Artifact {
    /// As named.
    pub(super) text: String,
    /// The path in it, if it is one.
    pub(super) path: Option<String>,
    /// Its line, from 1.
    pub(super) line: usize,
}

/// Checks that it is said what was made, and gives it.
pub(super) fn check(
    notes: &mut Notes,
    sections: &[Section],
    ending: &Ending,
    review: bool,
    exists: Exists,
) -> Vec<Artifact> {
    let sections = of(sections, Part::Artifacts);
    let Some(first) = sections.first() else {
        notes.error("report-artifacts-missing", ending.line, 1);
        return Vec::new();
    };
    let line = first.line;
    if !first.own {
        notes.error("report-artifacts-misnamed", line.number, 1).found(line.text);
    }
    let mut texts = Vec::new();
    for section in &sections {
        texts.extend(lines_of(section));
    }
    let nothing = texts.iter().find(|(_, text)| none(text).is_some()).map(|(line, _)| *line);
    texts.retain(|(_, text)| none(text).is_none());
    let mut artifacts = Vec::new();
    for (line, text) in &texts {
        artifacts.extend(split(text).into_iter().map(|text| artifact(text, *line)));
    }
    let succeeded = ending.meant == Some(Outcome::Success);
    match nothing {
        Some(at) if artifacts.is_empty() && succeeded => drop(notes.error("report-artifacts-none-with-success", at, 1)),
        Some(at) if !artifacts.is_empty() => drop(notes.error("report-artifacts-contradict", at, 1)),
        Some(_) => {}
        None if artifacts.is_empty() => drop(notes.error("report-artifacts-empty", line.number, 1).found(line.text)),
        None => {}
    }
    if let (Some((at, text)), true, false) = (texts.first(), succeeded, review)
        && !texts.iter().any(|(_, text)| is_named(text))
    {
        notes.error("report-artifacts-no-path", *at, 1).found(text);
    }
    if let Some(exists) = exists {
        for artifact in &artifacts {
            if let Some(path) = artifact.path.as_ref().filter(|path| !gone(&artifact.text) && !exists(path)) {
                notes.error("report-artifact-not-there", artifact.line, 1).with("path", path);
            }
        }
    }
    artifacts
}

/// The lines that name what was made: what stands after the name, and the list or the indented lines below it.
fn lines_of<'t>(section: &Section<'_, 't>) -> Vec<(usize, &'t str)> {
    let mut texts = Vec::new();
    if !section.inline.is_empty() {
        texts.push((section.line.number, section.inline));
    }
    let mut blank = false;
    for line in section.body.iter().filter(|line| !line.fenced) {
        if line.is_blank() {
            // A list may stand apart from its name; what follows the list may not.
            blank = !texts.is_empty();
            continue;
        }
        let listed = bullet(line.text);
        let below = section.begun == Begun::Heading || !blank && (listed.is_some() || line.indent() > 0);
        if !below {
            break;
        }
        texts.push((line.number, listed.unwrap_or(line.text.trim())));
    }
    texts
}

/// Parts a line at ` / `, `、` and `,` outside of parentheses and backticks.
fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut code, mut start) = (0usize, false, 0);
    let even = text.bytes().filter(|b| *b == b'`').count() % 2 == 0;
    for (at, c) in text.char_indices() {
        let rest = text.get(at..).unwrap_or_default();
        match c {
            '`' if even => code = !code,
            _ if code => {}
            '（' | '(' => depth += 1,
            '）' | ')' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            '、' | ',' | '，' => {
                parts.extend(text.get(start..at));
                start = at + c.len_utf8();
            }
            ' ' if rest.starts_with(" / ") => {
                parts.extend(text.get(start..at));
                start = at + " / ".len();
            }
            _ => {}
        }
    }
    parts.extend(text.get(start..));
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn artifact(text: &str, line: usize) -> Artifact {
    Artifact { text: text.to_owned(), path: path(text), line }
}

/// The path that an artifact's text is, without its remark, its marks and its line number.
fn path(text: &str) -> Option<String> {
    let link = text.strip_prefix('[').and_then(|t| t.split_once("](")).and_then(|(_, t)| t.split_once(')'));
    let quoted = text.split_once('`').and_then(|(before, t)| before.trim().is_empty().then_some(t)?.split_once('`'));
    let bare = match (link, quoted) {
        (Some((target, _)), _) | (_, Some((target, _))) => target,
        _ => without_remark(text).split(['（']).next().unwrap_or_default(),
    };
    let bare = bare.trim().trim_matches(['*', '_', '`', '。']);
    let bare = match bare.rsplit_once(':') {
        Some((path, line)) if !line.is_empty() && line.bytes().all(|b| b.is_ascii_digit()) => path,
        _ => bare,
    };
    let dotted = bare.rsplit_once('.').is_some_and(|(name, ext)| {
        !name.is_empty() && (1..=8).contains(&ext.len()) && ext.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    // In a link or in backticks a name may have spaces; what has options is a command.
    let is_marked = link.is_some() || quoted.is_some();
    let is_name =
        is_marked && bare.split_whitespace().all(|word| !word.starts_with('-')) && !bare.contains(['\n', '|']);
    let one_word = !bare.is_empty() && (is_name || !bare.contains(char::is_whitespace));
    let looks = one_word && (bare.contains('/') || dotted) && !bare.contains("://") && !is_commit(bare);
    looks.then(|| bare.to_owned())
}

/// Whether a remark says that the file was taken away.
fn gone(text: &str) -> bool {
    let remark: String = text.chars().take(400).collect();
    let remark = fold(&remark);
    ["削除", "deleted", "removed"].iter().any(|word| remark.contains(word))
}

/// Whether a line names a path, an address or a commit, or says that the report itself is what was made.
fn is_named(text: &str) -> bool {
    let parts = split(text);
    parts.iter().any(|part| path(part).is_some())
        || text.contains("://")
        || ["本報告", "この報告", "this report"].iter().any(|word| text.contains(word))
        || text.split(|c: char| !c.is_ascii_alphanumeric()).any(is_commit)
        || text.split('`').skip(1).step_by(2).any(|code| code.contains(['/', '.']))
        || text.split(char::is_whitespace).any(|word| path(word).is_some() || word.starts_with('#'))
}

/// Seven to forty hexadecimal digits, at least one of them a digit.
fn is_commit(text: &str) -> bool {
    let hex = text.bytes().all(|b| b.is_ascii_hexdigit());
    (7..=40).contains(&text.len()) && hex && text.bytes().any(|b| b.is_ascii_digit())
}
