//! Checking a file of any contract: every finding at once.

use std::path::Path;

use crate::contract::coding_plan::{self, Tier};
use crate::contract::finding::{Finding, Severity};
use crate::contract::json::Document;
use crate::contract::kind::FileKind;
use crate::contract::reading::short;
use crate::contract::{edit, outcome_report, plan_comments, plan_critique, plan_notes, research_plan};

/// What a check is told besides the file.
#[derive(Default, Clone, Copy)]
pub struct Asked<'a> {
    /// The tier of the topic of a coding plan.
    pub tier: Option<Tier>,
    /// A report is read as a review's.
    pub review: bool,
    /// Whether a path that the file names (relative to its folder) is there; `None`: not to be looked at.
    pub exists: Option<&'a dyn Fn(&str) -> bool>,
}

/// All findings of a file of this kind, in the order of their places.
pub fn check(kind: FileKind, file: &Path, bytes: &[u8], asked: Asked) -> Vec<Finding> {
    let mut findings = match kind {
        FileKind::PlanComments => plan_comments::read(file, bytes).1,
        FileKind::ResearchPlan => research(file, bytes, asked),
        FileKind::Edit => edit::read(file, bytes).1,
        FileKind::PlanNotes => plan_notes::read(file, bytes).1,
        FileKind::CodingPlan => coding_plan::read(file, bytes, asked.tier).1,
        FileKind::PlanCritique => plan_critique::read(file, bytes).1,
        FileKind::Report => outcome_report::read(file, bytes, asked.review, asked.exists).1,
    };
    // A board reads on after the mark and only warns; the file breaks the rules all the same.
    findings.iter_mut().filter(|f| f.code == "byte-order-mark").for_each(|f| f.severity = Severity::Error);
    findings
}

/// A research plan, and the pictures of its shots that are not there.
fn research(file: &Path, bytes: &[u8], asked: Asked) -> Vec<Finding> {
    let (plan, mut findings) = research_plan::read(file, bytes);
    let (Some(research_plan::Read::Known(plan)), Some(exists)) = (plan, asked.exists) else { return findings };
    let missing: Vec<(usize, &str)> = plan
        .shots
        .iter()
        .enumerate()
        .filter_map(|(index, shot)| Some((index, shot.image_path.as_deref()?)))
        .filter(|(_, path)| !exists(path))
        .collect();
    if missing.is_empty() {
        return findings;
    }
    let Ok((doc, _)) = Document::parse(file, bytes) else { return findings };
    let shots = doc.root().get("structure").and_then(|structure| structure.get("shots")?.array()).unwrap_or_default();
    for (index, path) in missing {
        let node = shots.get(index).and_then(|shot| shot.get("image_path"));
        let mut finding = Finding::new(file, Severity::Error, "picture-missing", node.map(|node| node.place()));
        finding.pointer = format!("/structure/shots/{index}/image_path");
        finding.found = node.map(short);
        findings.push(finding.with("path", path));
    }
    findings.sort_by_key(|finding| finding.place);
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::finding::Place;

    #[test]
    fn a_byte_order_mark_is_an_error_and_the_file_is_read_anyway() {
        let text = "\u{feff}{\"version\": 0}";
        let findings = check(FileKind::PlanComments, Path::new("x"), text.as_bytes(), Asked::default());
        assert_eq!(findings.first().map(|f| (f.code, f.severity)), Some(("byte-order-mark", Severity::Error)));
        assert!(findings.iter().any(|f| f.code == "missing-key"), "{findings:?}");
    }

    #[test]
    fn pictures_that_are_not_there_are_errors_where_they_are_looked_for() {
        let text = "{\"version\": 0, \"structure\": {\"shots\": [\n{\"image_path\": \"a.png\"},\n{\"image_path\": \"b.png\"},\n\
                    {\"image_path\": null}]}}";
        let missing = |exists: Option<&dyn Fn(&str) -> bool>| {
            let asked = Asked { exists, ..Asked::default() };
            let mut findings = check(FileKind::ResearchPlan, Path::new("x"), text.as_bytes(), asked);
            findings.retain(|finding| finding.code == "picture-missing");
            findings
        };
        assert_eq!(missing(None), Vec::new());
        let found = missing(Some(&|path| path == "a.png"));
        let [finding] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((finding.place, finding.severity), (Some(Place { line: 3, column: 16 }), Severity::Error));
        assert_eq!(finding.pointer, "/structure/shots/1/image_path");
        assert_eq!(finding.found.as_deref(), Some("\"b.png\""));
    }
}
