//! Coding plans: plan.json (lite), clarify.json and detail.json (mid). A plan is waves of work that wait for each other,
//! test cases, and documents.

mod advice;
mod fields;
mod format;
pub mod graph;
mod items;
mod references;
mod size;
#[cfg(test)]
mod tests;

use std::path::Path;

use crate::contract::finding::Finding;
use crate::contract::json::{Document, Slice};
use crate::contract::reading::{At, Reader};

/// The most UTF-16 units a plan may have as compact JSON (size guard of the original parser).
pub const MAX_UNITS: usize = 1_048_576;

/// `format`: what kind of coding plan it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `lite`, plan.json
    Lite,
    /// `mid-clarify`, clarify.json
    Clarify,
    /// `mid-detail`, detail.json
    Detail,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 3] = [Format::Lite, Format::Clarify, Format::Detail];

    /// The format with this word.
    pub fn from_word(word: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.as_str() == word)
    }

    /// The tier whose plans have this format.
    pub fn tier(self) -> Tier {
        match self {
            Format::Lite => Tier::Lite,
            Format::Clarify | Format::Detail => Tier::Mid,
        }
    }

    /// The layers of test cases in this format; none where it has no cases.
    pub fn layers(self) -> &'static [&'static str] {
        match self {
            Format::Lite => &["mock", "real"],
            Format::Clarify => &[],
            Format::Detail => &["unit", "integration", "e2e", "perf-chaos"],
        }
    }

    /// The word in the file.
    pub fn as_str(self) -> &'static str {
        match self {
            Format::Lite => "lite",
            Format::Clarify => "mid-clarify",
            Format::Detail => "mid-detail",
        }
    }
}

/// The tier of a topic, locked when it was created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tier {
    /// Lite: plan.json.
    Lite,
    /// Mid: clarify.json, then detail.json.
    Mid,
}

impl Tier {
    /// The word of the command line: `lite` or `mid`.
    pub fn as_str(self) -> &'static str {
        match self {
            Tier::Lite => "lite",
            Tier::Mid => "mid",
        }
    }
}

/// A coding plan, as far as it could be read.
#[derive(Debug, Clone)]
pub struct CodingPlan {
    /// What kind it is.
    pub format: Format,
    /// `objective`
    pub objective: String,
    /// `waves[]` in file order; an entry that is no object keeps its place.
    pub waves: Vec<Wave>,
    /// `testCases[]` in file order.
    pub cases: Vec<Case>,
    /// `deliverables`: key and file name, in the order of the contract (then unknown ones in file order).
    pub deliverables: Vec<(String, String)>,
}

/// One wave.
#[derive(Debug, Clone)]
pub struct Wave {
    /// Its index in the file, from 0.
    pub index: usize,
    /// `id`; empty where it has none.
    pub id: String,
    /// `changes` (files) of a lite plan, `issues` of a detail.
    pub work: Vec<String>,
    /// `dependsOn`: ids of waves.
    pub depends_on: Vec<String>,
    /// `parallelGroup`
    pub parallel_group: Option<String>,
    /// The exact JSON.
    pub json: Slice,
}

/// One test case.
#[derive(Debug, Clone)]
pub struct Case {
    /// Its index in the file, from 0.
    pub index: usize,
    /// `id`; empty where it has none.
    pub id: String,
    /// `layer`, as written.
    pub layer: String,
    /// `scenario`
    pub scenario: String,
    /// `steps`
    pub steps: String,
    /// `expected.url` (lite)
    pub expected_url: Option<String>,
    /// `expected.text` (lite)
    pub expected_text: Option<String>,
    /// `assertion` (detail)
    pub assertion: Option<String>,
    /// `executor`
    pub executor: String,
    /// `requiresScreenshot` (lite)
    pub requires_screenshot: Option<bool>,
    /// `file`
    pub file: Option<String>,
    /// `describe`
    pub describe: Option<String>,
    /// `dependsOn`: ids of cases.
    pub depends_on: Vec<String>,
    /// `parallelGroup`
    pub parallel_group: Option<String>,
    /// The exact JSON.
    pub json: Slice,
}

/// Reads a coding plan with every finding of the contract at once. `tier`: the topic's tier, where it is known: then only
/// what the original parser refuses is an error. `None` for the plan: it cannot be read as one at all.
pub fn read(file: &Path, bytes: &[u8], tier: Option<Tier>) -> (Option<CodingPlan>, Vec<Finding>) {
    let mut reader = Reader::new(file);
    let plan = reader.parse(bytes).and_then(|doc| plan(&mut reader, file, &doc, tier));
    (plan, reader.into_findings())
}

fn plan(reader: &mut Reader, file: &Path, doc: &Document, tier: Option<Tier>) -> Option<CodingPlan> {
    let node = doc.root();
    if let Some(units) = size::more_than(MAX_UNITS, node) {
        let note = reader.error("plan-too-large", node, &At::ROOT).no_found();
        note.with("units", units.to_string()).with("max", MAX_UNITS.to_string());
    }
    if let Some(tier) = tier
        && node.array().is_some()
    {
        // The original parser takes an array for an object whose format is missing.
        format::mismatch(reader, node, &At::ROOT, tier, &format::wanted(file, Some(tier)));
    }
    let root = reader.object(node, &At::ROOT)?;
    let format = format::read(reader, file, &root, tier)?;
    let items = items::read(reader, &root, format);
    references::check(reader, &items, format, tier);
    advice::check(reader, &root, &items, format);
    Some(items.plan)
}
