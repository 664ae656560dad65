//! What is sent back to the agent whose report does not pass the acceptance check (outcome report contract, section 6).

use crate::contract::finding::{Finding, Severity};
use crate::contract::outcome_report::{Report, rule};
use crate::locale::Locale;
use crate::text::trim::fold_spaces;

/// The text for the agent: which rule, where, what to write, for every error. `None` when all passes.
pub fn reply(report: &Report, findings: &[Finding], locale: &Locale) -> Option<String> {
    let _ = report;
    let errors: Vec<&Finding> = findings.iter().filter(|f| f.severity == Severity::Error).collect();
    if errors.is_empty() {
        return None;
    }
    let mut lines = vec![locale.word("report.reply-head").to_owned(), String::new()];
    for finding in errors {
        let (what, remedy) = locale.finding(finding);
        let (what, remedy) = (fold_spaces(&what), remedy.unwrap_or_default());
        let line = match (rule(finding.code).and_then(item), finding.place) {
            (Some(item), Some(place)) => {
                let (item, line) = (item.to_string(), place.line.to_string());
                let args = [("item", item.as_str()), ("line", line.as_str()), ("what", &what), ("remedy", &remedy)];
                locale.say("report.reply-item", &args)
            }
            _ => locale.say("report.reply-file", &[("what", &what), ("remedy", &remedy)]),
        };
        lines.push(line);
    }
    lines.extend([String::new(), locale.word("report.reply-end").to_owned()]);
    Some(lines.join("\n"))
}

/// The item of the acceptance checklist that a rule belongs to.
fn item(rule: u8) -> Option<u8> {
    match rule {
        1 | 2 => Some(3),
        3 | 4 => Some(4),
        5 => Some(5),
        6 => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::contract::outcome_report::read;
    use crate::locale::Language;

    fn reply_to(text: &str, language: Language) -> Option<String> {
        let (report, findings) = read(Path::new("report.md"), text.as_bytes(), false, None);
        reply(&report, &findings, Locale::of(language))
    }

    #[test]
    fn nothing_is_sent_when_all_passes() {
        let text = "Done.\n\nArtifacts: a.md\n\n## Decisions needed\nnone\n\n## Verification\n- t: executed (ok)\n\nOUTCOME: success\n";
        assert_eq!(reply_to(text, Language::En), None);
    }

    #[test]
    fn every_error_is_named_with_rule_line_and_remedy() {
        let text = "完了した。\n\n成果物: a.md\n\n## 要判断事項\n- 命名\n\n## 検証結果\n- t: 実行済み（可）\n\nOutcome: success\n";
        let said = reply_to(text, Language::Ja).expect("a reply");
        assert!(said.contains("項目 4、6 行目") && said.contains("項目 3、11 行目"), "{said}");
        assert!(said.contains("[P0]") && !said.contains('{'), "{said}");
        let said = reply_to(text, Language::En).expect("a reply");
        assert!(said.contains("Item 4, line 6") && !said.contains('{'), "{said}");
    }
}
