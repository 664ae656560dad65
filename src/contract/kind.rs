//! The kinds of files the contracts know, and how a file is told to be of one.

use std::path::Path;

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
}
