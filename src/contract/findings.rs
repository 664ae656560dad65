//! The findings of one file while it is read: each is noted, takes its arguments, and is kept, up to a limit.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::contract::codes::CODES;
use crate::contract::finding::{Finding, Place, Severity};
use crate::contract::json::Node;
use crate::text::boundary;

/// The most findings kept of one file; of the others only how many there are.
pub const MOST: usize = 10_000;

/// The code of the last finding of a file that has more than [`MOST`].
const TOO_MANY: &str = "too-many-findings";

/// The most characters of a text that a finding repeats.
const FOUND: usize = 80;

/// Errors and warnings among the findings, with those that were not kept.
pub fn totals(findings: &[Finding]) -> (usize, usize) {
    let mut totals = (0, 0);
    for finding in findings {
        let count =
            |name| finding.args.iter().find(|(known, _)| *known == name).and_then(|(_, n)| n.parse::<usize>().ok());
        match finding.severity {
            _ if finding.code == TOO_MANY => {
                totals.0 += count("errors").unwrap_or_default();
                totals.1 += count("warnings").unwrap_or_default();
            }
            Severity::Error => totals.0 += 1,
            Severity::Warning => totals.1 += 1,
        }
    }
    totals
}

/// Collects the findings of one file.
#[derive(Debug)]
pub(crate) struct Findings {
    file: PathBuf,
    kept: Vec<Finding>,
    /// Errors and warnings that were not kept.
    more: (usize, usize),
    /// The codes of all errors.
    broken: BTreeSet<&'static str>,
}

impl Findings {
    /// None yet.
    pub(crate) fn new(file: &Path) -> Self {
        Findings { file: file.to_owned(), kept: Vec::new(), more: (0, 0), broken: BTreeSet::new() }
    }

    /// The file they are about.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// Notes a finding and gives it for more. Where it is one too many, `place` is not asked for.
    pub(crate) fn note(
        &mut self,
        severity: Severity,
        code: &'static str,
        place: impl FnOnce() -> Option<Place>,
    ) -> Note<'_> {
        debug_assert!(CODES.contains(&code), "{code} is not among the codes");
        let finding = self.has_room(severity, code).then(|| Finding::new(&self.file, severity, code, place()));
        Note { finding, into: &mut self.kept }
    }

    /// Takes a finding that was made elsewhere.
    pub(crate) fn add(&mut self, finding: Finding) {
        if self.has_room(finding.severity, finding.code) {
            self.kept.push(finding);
        }
    }

    /// Takes what was found in a later part of the file.
    pub(crate) fn join(&mut self, part: Findings) {
        part.kept.into_iter().for_each(|finding| self.add(finding));
        (self.more.0, self.more.1) = (self.more.0 + part.more.0, self.more.1 + part.more.1);
        self.broken.extend(part.broken);
    }

    fn has_room(&mut self, severity: Severity, code: &'static str) -> bool {
        if severity == Severity::Error {
            self.broken.insert(code);
        }
        let room = self.kept.len() < MOST;
        match severity {
            _ if room => {}
            Severity::Error => self.more.0 += 1,
            Severity::Warning => self.more.1 += 1,
        }
        room
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.kept.len() + self.more.0 + self.more.1
    }

    /// The codes of all errors.
    pub(crate) fn broken(&self) -> &BTreeSet<&'static str> {
        &self.broken
    }

    /// In the order of their places; the last says how many were not kept.
    pub(crate) fn into_sorted(mut self) -> Vec<Finding> {
        self.kept.sort_by_key(|finding| finding.place);
        let (errors, warnings) = self.more;
        if errors + warnings > 0 {
            let severity = if errors > 0 { Severity::Error } else { Severity::Warning };
            let last = Finding::new(&self.file, severity, TOO_MANY, None).with("errors", errors.to_string());
            self.kept.push(last.with("warnings", warnings.to_string()));
        }
        self.kept
    }
}

/// A finding being made; it is kept when this goes out of scope.
pub(crate) struct Note<'f> {
    /// `None`: it is one too many.
    finding: Option<Finding>,
    into: &'f mut Vec<Finding>,
}

impl Note<'_> {
    /// Changes the finding, if it is kept.
    pub(crate) fn change(mut self, change: impl FnOnce(Finding) -> Finding) -> Self {
        self.finding = self.finding.take().map(change);
        self
    }

    /// One more argument.
    pub(crate) fn with(self, name: &'static str, value: impl Into<String>) -> Self {
        self.change(|finding| finding.with(name, value))
    }

    /// What was expected.
    pub(crate) fn expected(self, expected: impl Into<String>) -> Self {
        self.change(|finding| finding.expected(expected))
    }

    /// What was found; long text is cut.
    pub(crate) fn found(self, text: &str) -> Self {
        self.change(|finding| finding.found(short(text.trim())))
    }

    /// What was found is an argument of the sentence too.
    pub(crate) fn found_as(self, name: &'static str) -> Self {
        self.change(|finding| match finding.found.clone() {
            Some(found) => finding.with(name, found),
            None => finding,
        })
    }

    /// Nothing was found: the place stands for what is not there.
    pub(crate) fn no_found(self) -> Self {
        self.change(|finding| Finding { found: None, ..finding })
    }

    /// What was probably meant, if anything is near.
    pub(crate) fn near(self, near: Option<&str>) -> Self {
        match near {
            Some(near) => self.with("near", near),
            None => self,
        }
    }
}

impl Note<'_> {
    /// What was found is the key of the value `node`, not the value.
    pub(crate) fn at_key(self, node: Node, key: &str) -> Self {
        self.change(|finding| {
            let place = Some(node.key_place(key));
            Finding { place, ..finding }.found(short(&format!("\"{key}\"")))
        })
    }

    /// The line where `node`, the first of its kind, stands.
    pub(crate) fn first(self, node: Node) -> Self {
        self.change(|finding| finding.with("first", node.place().line.to_string()))
    }

    /// A remedy of its own: a key of the locale files.
    pub(crate) fn hint(self, key: &'static str) -> Self {
        self.with("hint", key)
    }
}

impl Drop for Note<'_> {
    fn drop(&mut self) {
        self.into.extend(self.finding.take());
    }
}

/// The text as a finding repeats it, with whole characters as a person sees them.
pub(crate) fn short(text: &str) -> String {
    match text.char_indices().nth(FOUND) {
        Some((end, _)) => format!("{}…", text.get(..boundary::floor(text, end)).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_join_to_what_one_would_have_collected() {
        let noted = |findings: &mut Findings, from: usize, to: usize| {
            for n in from..to {
                let severity = if n % 3 == 0 { Severity::Error } else { Severity::Warning };
                findings.note(severity, "empty-text", || Some(Place { line: n + 1, column: 1 }));
            }
        };
        let new = || Findings::new(Path::new("x"));
        for (cut, end) in [(4, 9), (MOST - 2, MOST + 7), (MOST + 3, 2 * MOST + 20)] {
            let (mut whole, mut first, mut second) = (new(), new(), new());
            noted(&mut whole, 0, end);
            noted(&mut first, 0, cut);
            noted(&mut second, cut, end);
            first.join(second);
            assert_eq!((first.count(), first.broken()), (whole.count(), whole.broken()));
            assert_eq!(first.into_sorted(), whole.into_sorted());
        }
    }

    #[test]
    fn of_too_many_findings_the_first_are_kept_and_the_others_counted() {
        let mut findings = Findings::new(Path::new("x"));
        for n in 0..MOST + 5 {
            let severity = if n % 2 == 0 { Severity::Error } else { Severity::Warning };
            findings.note(severity, "empty-text", || Some(Place { line: n + 1, column: 1 })).with("key", "k");
        }
        findings.note(Severity::Error, "out-of-range", || None);
        assert_eq!(findings.count(), MOST + 6);
        assert!(findings.broken().contains("out-of-range"));
        let kept = findings.into_sorted();
        assert_eq!(kept.len(), MOST + 1);
        let last = kept.last().expect("the last");
        assert_eq!((last.code, last.severity, last.place), (TOO_MANY, Severity::Error, None));
        assert_eq!(totals(&kept), (MOST / 2 + 4, MOST / 2 + 2));
    }
}
