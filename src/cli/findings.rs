//! Findings in words: as text with the source line and a caret, and as JSON.

use std::path::Path;

use serde_json::{Value, json};

use crate::cli::context::shown;
use crate::cli::output::Output;
use crate::contract::finding::{Finding, Place, Severity};
use crate::contract::plan_comments::Pass;
use crate::locale::Locale;
use crate::project::load::read_regular;
use crate::review::target::{PassView, Plan};
use crate::text::{cells, clean};

/// Most cells of a source line that are shown.
const EXCERPT: usize = 100;
/// Characters shown before the place, where the line is long.
const BEFORE: usize = 40;

/// Says a finding to the person: `file:line:column: error[code]: message`, the source line, a caret, the hint.
pub fn say(out: &mut Output, locale: &Locale, finding: &Finding) {
    let place = finding.place.map(|p| format!(":{}:{}", p.line, p.column)).unwrap_or_default();
    let (message, hint) = words(locale, finding);
    let severity = finding.severity.as_str();
    let head = format!("{}{place}: {severity}[{}]", shown(&finding.file), finding.code);
    out.talk_marked(&head, finding.severity == Severity::Error, &clean::line(&message));
    if let Some((line, caret)) = finding.place.and_then(|place| source(finding, place)) {
        out.talk(&format!("  {line}"));
        out.talk(&format!("  {}^", " ".repeat(caret)));
    }
    if let Some(hint) = hint {
        out.talk(&format!("  {}", clean::line(&hint)));
    }
}

/// Says what is wrong in the files of these passes that makes them unavailable, each file once.
pub fn say_faults(out: &mut Output, locale: &Locale, plan: &Plan, passes: &[Pass]) {
    let mut files: Vec<&Path> = passes
        .iter()
        .map(|pass| plan.pass(*pass))
        .filter(|view| is_faulty(view))
        .map(|view| view.file.as_path())
        .collect();
    files.dedup();
    for file in files {
        let wrong = plan.findings.iter().filter(|f| f.file == file && f.severity == Severity::Error);
        wrong.for_each(|finding| say(out, locale, finding));
    }
}

/// Whether a pass is unavailable because of its file, which is there.
pub fn is_faulty(view: &PassView) -> bool {
    let other = ["reason.absent", "reason.no-cuts-in-v2", "reason.clips-need-v2"];
    view.unavailable.as_ref().is_some_and(|reason| !other.contains(&reason.key))
}

/// A finding as JSON, its words in the language of `locale`.
pub fn json(locale: &Locale, finding: &Finding) -> Value {
    let (message, hint) = words(locale, finding);
    json!({
        "file": finding.file.display().to_string(),
        "line": finding.place.map(|p| p.line),
        "column": finding.place.map(|p| p.column),
        "pointer": finding.pointer,
        "severity": finding.severity.as_str(),
        "code": finding.code,
        "message": message,
        "found": finding.found,
        "expected": finding.expected.as_deref().map(|key| locale.word(key)),
        "hint": hint,
    })
}

/// Whether there is an error among them.
pub fn any_error<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> bool {
    findings.into_iter().any(|finding| finding.severity == Severity::Error)
}

fn words(locale: &Locale, finding: &Finding) -> (String, Option<String>) {
    let (found, expected) = (finding.found.as_deref(), finding.expected.as_deref().map(|key| locale.word(key)));
    let mut args: Vec<(&str, &str)> = finding.args.iter().map(|(name, value)| (*name, value.as_str())).collect();
    args.extend(found.map(|found| ("found", found)));
    args.extend(expected.map(|expected| ("expected", expected)));
    let hint = finding.hint_key();
    (locale.say(&finding.key(), &args), locale.has(&hint).then(|| locale.say(&hint, &args)))
}

/// The source line of a finding as far as it is shown, and the cells before the place.
fn source(finding: &Finding, place: Place) -> Option<(String, usize)> {
    let bytes = read_regular(&finding.file).ok()??;
    let line = bytes.split(|b| *b == b'\n').nth(place.line.checked_sub(1)?)?;
    excerpt(&String::from_utf8_lossy(line), place.column.checked_sub(1)?)
}

fn excerpt(line: &str, column: usize) -> Option<(String, usize)> {
    let line = line.trim_end_matches('\r').trim_start_matches('\u{feff}');
    let skipped = if column > EXCERPT / 2 { column - BEFORE } else { 0 };
    let before: String = line.chars().skip(skipped).take(column - skipped).collect();
    let after: String = line.chars().skip(column).take(EXCERPT).collect();
    let mark = if skipped > 0 { "…" } else { "" };
    let before = format!("{mark}{}", clean::line(&before));
    let after = clean::line(&after).into_owned();
    let caret = cells::width(&before);
    if before.is_empty() && after.is_empty() {
        return None;
    }
    Some((cells::cut(&format!("{before}{after}"), EXCERPT.max(caret + 1)).into_owned(), caret))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_right_under_wide_characters() {
        assert_eq!(excerpt("  \"説明\": 5,", 8), Some(("  \"説明\": 5,".to_owned(), 10)));
    }

    #[test]
    fn a_long_line_is_shown_around_the_place() {
        let line = format!("{}X{}", "a".repeat(5000), "b".repeat(5000));
        let (shown, caret) = excerpt(&line, 5000).expect("an excerpt");
        assert_eq!(shown.chars().nth(caret), Some('X'));
        assert!(cells::width(&shown) <= EXCERPT);
    }

    #[test]
    fn every_code_of_the_project_room_has_words() {
        let codes = [
            "workflow-unreadable",
            "workflow-role-no-folder",
            "folder-outside",
            "no-plan-file",
            "unreadable",
            "is-link",
            "kept-forbidden",
            "kept-in-the-way",
            "kept-broken",
            "kept-unreadable",
        ];
        let settings = ["unreadable", "syntax", "misspelt-key", "unknown-key", "wrong-value", "environment"];
        let settings = settings.map(|code| format!("settings-{code}"));
        for language in crate::locale::Language::ALL {
            let locale = Locale::of(language);
            for code in codes.iter().map(|c| (*c).to_owned()).chain(settings.clone()) {
                assert!(locale.has(&format!("finding.{code}")), "{code}");
            }
        }
    }
}
