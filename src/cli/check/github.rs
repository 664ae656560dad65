//! Findings as workflow commands of GitHub Actions, which shows them beside the lines they are about.

use crate::contract::finding::{Finding, Severity};
use crate::locale::Locale;
use crate::text::clean;

/// `::error file=…,line=…,col=…,title=…::message`; the hint is the second line of the message.
pub(super) fn annotation(locale: &Locale, finding: &Finding) -> String {
    let (message, hint) = locale.finding(finding);
    let command = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let file = property(&finding.file.display().to_string());
    let place = finding.place.map(|at| format!(",line={},col={}", at.line, at.column)).unwrap_or_default();
    let hint = hint.map(|hint| format!("%0A{}", data(&hint))).unwrap_or_default();
    format!("::{command} file={file}{place},title=planboard {}::{}{hint}", finding.code, data(&message))
}

/// The text of a command.
fn data(text: &str) -> String {
    clean::line(text).replace('%', "%25")
}

/// The value of a property, which colons and commas would end. Line breaks of names stay what they are.
fn property(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(clean_part).collect();
    lines.join("%0A")
}

fn clean_part(text: &str) -> String {
    let parts: Vec<_> = text.split('\r').map(|part| data(part).replace(':', "%3A").replace(',', "%2C")).collect();
    parts.join("%0D")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::contract::finding::Place;
    use crate::locale::Language;

    #[test]
    fn what_would_end_a_command_is_escaped() {
        let file = Path::new("a:b,c%\nd.json");
        let place = Some(Place { line: 3, column: 7 });
        let finding = Finding::new(file, Severity::Warning, "duplicate-key", place).with("key", "50%\r\n::error::x");
        let said = annotation(Locale::of(Language::En), &finding);
        let head = "::warning file=a%3Ab%2Cc%25%0Ad.json,line=3,col=7,title=planboard duplicate-key::";
        assert!(said.starts_with(head), "{said}");
        assert!(said.contains("50%25 ::error::x") && !said.contains('\n'), "{said}");
        assert_eq!(said.matches("%0A").count(), 2, "{said}");
    }

    #[test]
    fn a_finding_about_a_whole_file_has_no_line() {
        let finding = Finding::new(Path::new("x"), Severity::Error, "empty-file", None);
        assert!(
            annotation(Locale::of(Language::En), &finding).starts_with("::error file=x,title=planboard empty-file::")
        );
    }
}
