//! Findings in words: as text with the source line and a caret, and as JSON.

use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use crate::cli::context::shown;
use crate::cli::excerpt::{Source, columns};
use crate::cli::output::Output;
use crate::contract::finding::{Finding, Severity};
use crate::contract::plan_comments::Pass;
use crate::locale::Locale;
use crate::project::load::read_regular;
use crate::review::target::{PassView, Plan};
use crate::text::clean;

/// Says a finding to the person: `file:line:column: error[code]: message`, the source line, a caret, the hint.
pub fn say(out: &mut Output, locale: &Locale, finding: &Finding) {
    let bytes = finding.place.and_then(|_| read_regular(&finding.file).ok().flatten());
    let source = bytes.as_deref().map(|bytes| Source::new(bytes).within(room()));
    let written = written(locale, finding, source.as_ref());
    out.talk_marked(&written.head, written.red, &written.message);
    written.below.iter().for_each(|line| out.talk(line));
}

/// Prints a finding as a result, in the form of [`say`]. `source` is the text of its file, where there is one.
pub fn print(out: &mut Output, locale: &Locale, finding: &Finding, source: Option<&Source>) {
    let written = written(locale, finding, source);
    out.line_marked(&written.head, written.red, &written.message);
    written.below.iter().for_each(|line| out.line(line));
}

/// Cells of a source line below a finding.
pub fn room() -> usize {
    columns().saturating_sub(INDENT.len())
}

/// What stands before a source line and a hint.
const INDENT: &str = "  ";

/// A finding in the form for a person.
struct Written {
    /// `file:line:column: error[code]`
    head: String,
    /// Whether it is an error.
    red: bool,
    message: String,
    /// The source line, the carets and the hint.
    below: Vec<String>,
}

fn written(locale: &Locale, finding: &Finding, source: Option<&Source>) -> Written {
    let place = finding.place.map(|p| format!(":{}:{}", p.line, p.column)).unwrap_or_default();
    let (message, hint) = locale.finding(finding);
    let mut below = Vec::new();
    if let (Some(source), Some(place)) = (source, finding.place)
        && let Some(excerpt) = source.excerpt(place, finding.found.as_deref())
    {
        below.push(format!("{INDENT}{}", excerpt.line));
        below.push(format!("{INDENT}{}{}", " ".repeat(excerpt.before), "^".repeat(excerpt.marked)));
    }
    below.extend(hint.map(|hint| format!("{INDENT}{}", clean::line(&hint))));
    Written {
        head: format!("{}{place}: {}[{}]", shown(&finding.file), finding.severity.as_str(), finding.code),
        red: finding.severity == Severity::Error,
        message: clean::line(&message).into_owned(),
        below,
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

/// A finding as JSON has it, in words.
#[derive(Debug, Serialize)]
pub struct Said {
    file: String,
    line: Option<usize>,
    column: Option<usize>,
    pointer: String,
    severity: &'static str,
    code: &'static str,
    message: String,
    found: Option<String>,
    expected: Option<String>,
    hint: Option<String>,
}

/// A finding in the words of `locale`.
pub fn said(locale: &Locale, finding: &Finding) -> Said {
    let (message, hint) = locale.finding(finding);
    Said {
        file: finding.file.display().to_string(),
        line: finding.place.map(|p| p.line),
        column: finding.place.map(|p| p.column),
        pointer: finding.pointer.clone(),
        severity: finding.severity.as_str(),
        code: finding.code,
        message,
        found: finding.found.clone(),
        expected: finding.expected.as_deref().map(|key| locale.word(key).to_owned()),
        hint,
    }
}

/// A finding as JSON, its words in the language of `locale`.
pub fn json(locale: &Locale, finding: &Finding) -> Value {
    serde_json::to_value(said(locale, finding)).unwrap_or_default()
}

/// Whether there is an error among them.
pub fn any_error<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> bool {
    findings.into_iter().any(|finding| finding.severity == Severity::Error)
}

#[cfg(test)]
mod tests {
    use super::*;

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
