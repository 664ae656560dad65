//! The examples of the outcome report contract are accepted, and each report that breaks one rule is diagnosed by that.

use std::path::PathBuf;

use planboard::contract::finding::Severity;
use planboard::contract::outcome_report::{Acceptance, Outcome, Priority, Report, read};

type Found = (Severity, &'static str, usize);

fn sample(name: &str) -> Option<(Report, Vec<Found>)> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/report").join(name);
    let bytes = std::fs::read(&file).ok()?;
    let (report, findings) = read(&file, &bytes, false, None);
    let place = |line: Option<planboard::contract::finding::Place>| line.map_or(0, |p| p.line);
    Some((report, findings.iter().map(|f| (f.severity, f.code, place(f.place))).collect()))
}

#[test]
fn the_examples_of_the_contract_are_accepted() {
    use Acceptance::{Pass, Person};
    for (name, outcome, review, decisions, items) in [
        ("oc-7.1-success.md", Outcome::Success, false, 0, 2),
        ("oc-7.2-partial.md", Outcome::Partial, false, 2, 2),
        ("oc-7.4-review-success-with-P0.md", Outcome::Success, true, 2, 2),
        ("ex-2.2-review-success.md", Outcome::Success, true, 2, 3),
        ("ex-3.2-implement-failure.md", Outcome::Failure, false, 2, 3),
    ] {
        let Some((report, findings)) = sample(name) else { continue };
        assert_eq!((report.outcome, report.review), (Some(outcome), review), "{name}");
        assert_eq!((report.decisions.len(), report.verification.len()), (decisions, items), "{name}");
        assert_eq!(report.acceptance, [Person, Person, Pass, Pass, Pass], "{name}");
        let expected = match name {
            "oc-7.4-review-success-with-P0.md" => vec![(Severity::Warning, "report-verification-near-state", 17)],
            _ => vec![],
        };
        assert_eq!(findings, expected, "{name}");
        assert!(report.verification.iter().all(|v| !v.detail.is_empty()), "{name}");
    }
}

#[test]
fn the_decisions_of_an_example_are_read_whole() {
    let Some((report, _)) = sample("oc-7.2-partial.md") else { return };
    let first = report.decisions.first().expect("a decision");
    assert_eq!((first.priority, first.line), (Some(Priority::P0), 7));
    assert!(
        first.text.ends_with("既存データの 移行方針（デフォルト値 or 手動マッピング）をユーザーに判断してもらいたい")
    );
    assert_eq!(report.artifacts, ["src/api/orders.ts（更新）"]);
}

#[test]
fn each_broken_report_has_its_own_diagnosis() {
    for (name, code, line, item) in [
        ("ta63-n4-duplicate.md", "report-outcome-second", 14, 2),
        ("ta63-n5-trailing-text.md", "report-outcome-text-after", 15, 2),
        ("ta63-n6-missing.md", "report-outcome-missing", 12, 2),
        ("ta63-n8-no-section.md", "report-decisions-missing", 12, 3),
        ("ta63-n9-no-verification-state.md", "report-verification-no-state", 11, 4),
    ] {
        let Some((report, findings)) = sample(name) else { continue };
        assert_eq!(findings, [(Severity::Error, code, line)], "{name}");
        let failed = report.acceptance.iter().position(|a| *a == Acceptance::Fail);
        assert_eq!(failed, Some(item), "{name}");
    }
}
