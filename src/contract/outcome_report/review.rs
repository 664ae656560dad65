//! What `review=true` changes, and where it looks misused (rule 8).

use crate::contract::outcome_report::artifacts::Artifact;
use crate::contract::outcome_report::notes::Notes;
use crate::contract::outcome_report::sections::Section;
use crate::contract::outcome_report::words::{Part, none};
use crate::contract::outcome_report::{Outcome, Verification, VerificationState};

/// Endings of the names of source files.
const SOURCES: &[&str] = &[
    "rs", "ts", "tsx", "js", "jsx", "mjs", "cjs", "py", "go", "java", "kt", "swift", "c", "h", "cc", "cpp", "hpp",
    "cs", "rb", "php", "sh", "bash", "sql", "vue", "svelte", "css", "scss", "scala", "dart", "lua", "zig",
];

/// Notes what does not go with success, with and without `review=true`.
pub(super) fn check(
    notes: &mut Notes,
    outcome: Option<Outcome>,
    review: bool,
    sections: &[Section],
    artifacts: &[Artifact],
    verification: &[Verification],
) {
    if outcome != Some(Outcome::Success) {
        return;
    }
    if !review {
        for item in verification.iter().filter(|item| item.state == Some(VerificationState::Failed)) {
            notes.warning("report-failed-with-success", item.line, 1).found(&item.name);
        }
        return;
    }
    let source = |path: &str| path.rsplit_once('.').is_some_and(|(_, ext)| SOURCES.contains(&ext));
    for artifact in artifacts.iter().filter(|a| a.path.as_deref().is_some_and(source)) {
        notes.warning("report-review-with-changes", artifact.line, 1).found(&artifact.text);
    }
    let open = |s: &&Section| s.part == Part::Unfinished && none(s.inline).is_none();
    for section in sections.iter().filter(open) {
        notes.warning("report-review-unfinished", section.line.number, 1).found(section.line.text);
    }
}
