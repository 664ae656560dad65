//! The kinds of files the contracts know, and how a file is told to be of one.

use std::path::Path;

use crate::contract::json::{Document, Kind, Node};

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    /// plan-comments.json
    PlanComments,
    /// research-plan.json
    ResearchPlan,
    /// edit.json
    Edit,
    /// plan_notes.json
    PlanNotes,
    /// plan.json (lite), clarify.json, detail.json
    CodingPlan,
    /// plan-critique.json
    PlanCritique,
    /// An outcome report in Markdown.
    Report,
}

impl FileKind {
    /// All of them.
    pub const ALL: [FileKind; 7] = [
        FileKind::PlanComments,
        FileKind::ResearchPlan,
        FileKind::Edit,
        FileKind::PlanNotes,
        FileKind::CodingPlan,
        FileKind::PlanCritique,
        FileKind::Report,
    ];

    /// The word of the command line and of JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            FileKind::PlanComments => "plan-comments",
            FileKind::ResearchPlan => "research-plan",
            FileKind::Edit => "edit",
            FileKind::PlanNotes => "plan-notes",
            FileKind::CodingPlan => "coding-plan",
            FileKind::PlanCritique => "plan-critique",
            FileKind::Report => "report",
        }
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<FileKind> {
        FileKind::ALL.into_iter().find(|kind| kind.as_str() == word)
    }

    /// The kind that files of this name are.
    pub fn of_name(file: &Path) -> Option<FileKind> {
        match file.file_name()?.to_str()? {
            "plan-comments.json" => Some(FileKind::PlanComments),
            "research-plan.json" => Some(FileKind::ResearchPlan),
            "edit.json" => Some(FileKind::Edit),
            "plan_notes.json" | "plan-notes.json" => Some(FileKind::PlanNotes),
            "plan.json" | "clarify.json" | "detail.json" => Some(FileKind::CodingPlan),
            "plan-critique.json" => Some(FileKind::PlanCritique),
            _ => None,
        }
    }

    /// The kind that a file with this content is, whatever its name. Of JSON the keys of the outermost object tell; a text
    /// is a report where a line is an OUTCOME line or a variant of one, or where it has one of the sections of a report.
    pub fn of_content(bytes: &[u8]) -> Option<FileKind> {
        if is_json(bytes) {
            let (doc, _) = Document::parse(Path::new(""), bytes).ok()?;
            return of_object(doc.root());
        }
        let text = String::from_utf8_lossy(bytes);
        let mut lines = text.lines();
        lines.any(|line| is_outcome(line) || is_section(line)).then_some(FileKind::Report)
    }
}

/// Whether the content is meant to be JSON: an object or array begins it.
pub fn is_json(bytes: &[u8]) -> bool {
    let rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    matches!(rest.trim_ascii_start(), [b'{' | b'[', ..])
}

/// Whether a text closes with an OUTCOME line or a variant of one, empty lines aside.
pub fn closes_with_outcome(bytes: &[u8]) -> bool {
    let last = bytes.trim_ascii_end().rsplit(|b| *b == b'\n').next().unwrap_or_default();
    is_outcome(&String::from_utf8_lossy(last))
}

/// The kind that the keys of an object tell.
fn of_object(root: Node) -> Option<FileKind> {
    let members = root.object()?;
    let get = |key: &str| members.iter().rev().find(|(name, _)| name == key).map(|(_, node)| *node);
    let word = |key: &str| get(key).and_then(|node| node.string()).unwrap_or_default();
    let is = |key: &str, kind: Kind| get(key).is_some_and(|node| node.kind() == kind);
    let format = word("format");
    if format == "lite" || format.starts_with("mid-") || is("waves", Kind::Array) && get("objective").is_some() {
        Some(FileKind::CodingPlan)
    } else if is("objections", Kind::Array) {
        Some(FileKind::PlanCritique)
    } else if matches!(word("mode").as_ref(), "planned" | "stopped")
        || is("items", Kind::Array) && get("currentIndex").is_some()
    {
        Some(FileKind::PlanNotes)
    } else if is("comments", Kind::Array) && get("pass").is_some() {
        Some(FileKind::PlanComments)
    } else if is("structure", Kind::Object) && (get("topic").is_some() || get("shot_list").is_some()) {
        Some(FileKind::ResearchPlan)
    } else if (is("tracks", Kind::Array) || is("cuts", Kind::Array))
        && ["version", "source", "sources", "output"].iter().any(|key| get(key).is_some())
    {
        Some(FileKind::Edit)
    } else {
        None
    }
}

/// Whether a line is `OUTCOME: …` or what was meant to be one: other capitals, another colon, marks around it.
fn is_outcome(line: &str) -> bool {
    let marks = |c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`' | '>' | '-' | '+' | '#' | '\u{feff}');
    let line = line.trim_start_matches(marks);
    let Some((word, rest)) = line.split_at_checked("outcome".len()) else { return false };
    let rest = rest.trim_start_matches(marks);
    word.eq_ignore_ascii_case("outcome") && rest.starts_with([':', '：'])
}

/// Whether a line is the heading of a section that reports have (outcome report contract, sections).
fn is_section(line: &str) -> bool {
    let names = ["要判断事項", "検証結果", "Decisions needed"];
    line.strip_prefix("## ").is_some_and(|name| names.contains(&name.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_told_by_its_keys() {
        let kinds = [
            (r#"{"format": "lite"}"#, Some(FileKind::CodingPlan)),
            (r#"{"format": "mid-detail", "version": 1}"#, Some(FileKind::CodingPlan)),
            (r#"{"version": 1, "objections": []}"#, Some(FileKind::PlanCritique)),
            (r#"{"mode": "stopped"}"#, Some(FileKind::PlanNotes)),
            (r#"{"comments": [], "pass": "final"}"#, Some(FileKind::PlanComments)),
            (r#"{"topic": {}, "structure": {}}"#, Some(FileKind::ResearchPlan)),
            ("\u{feff} {\"version\": 2, \"tracks\": []}", Some(FileKind::Edit)),
            (r#"{"source": "a.mp4", "cuts": []}"#, Some(FileKind::Edit)),
            (r#"{"version": 1}"#, None),
            (r#"{"comments": []}"#, None),
            ("[]", None),
            ("{", None),
            ("", None),
        ];
        for (text, kind) in kinds {
            assert_eq!(FileKind::of_content(text.as_bytes()), kind, "{text}");
        }
    }

    #[test]
    fn a_text_is_a_report_by_its_outcome_line_or_a_section() {
        for text in [
            "done\n\nOUTCOME: success",
            "**Outcome：** ok\nmore",
            "> outcome : partial\r\n",
            "# a\n## 要判断事項\nなし",
        ] {
            assert_eq!(FileKind::of_content(text.as_bytes()), Some(FileKind::Report), "{text}");
        }
        for text in ["# Readme", "the outcome: good", "OUTCOMES: many", "結果"] {
            assert_eq!(FileKind::of_content(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_text_closes_with_an_outcome_line_when_only_empty_lines_follow() {
        assert!(closes_with_outcome(b"a\nOUTCOME: success\n\n"));
        assert!(closes_with_outcome("Outcome：failure".as_bytes()));
        assert!(!closes_with_outcome(b"OUTCOME: success\nmore"));
        assert!(!closes_with_outcome(b""));
    }
}
