//! `planboard schema`: the JSON Schemas (2020-12) of the files of the contracts.

use crate::cli::args::Schema;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::contract::kind::FileKind;
use crate::text::cells;

/// The JSON Schema of a kind of file; a report is Markdown and has none.
pub fn text(kind: FileKind) -> Option<&'static str> {
    match kind {
        FileKind::PlanComments => Some(include_str!("../../assets/schemas/plan-comments.json")),
        FileKind::ResearchPlan => Some(include_str!("../../assets/schemas/research-plan.json")),
        FileKind::Edit => Some(include_str!("../../assets/schemas/edit.json")),
        FileKind::PlanNotes => Some(include_str!("../../assets/schemas/plan-notes.json")),
        FileKind::CodingPlan => Some(include_str!("../../assets/schemas/coding-plan.json")),
        FileKind::PlanCritique => Some(include_str!("../../assets/schemas/plan-critique.json")),
        FileKind::Report => None,
    }
}

/// The kinds that have a schema.
pub fn kinds() -> impl Iterator<Item = FileKind> {
    FileKind::ALL.into_iter().filter(|kind| text(*kind).is_some())
}

/// Prints the schema of a kind, or the kinds there are.
///
/// # Errors
/// None; stdout is looked at at the end.
pub fn run(context: &mut Context, options: &Schema) -> Result<u8, Failure> {
    match options.kind.and_then(text) {
        Some(schema) => schema.lines().for_each(|line| context.out.line(line)),
        None => list(context),
    }
    Ok(0)
}

fn list(context: &mut Context) {
    let locale = context.locale();
    let width = kinds().map(|kind| cells::width(kind.as_str())).max().unwrap_or_default();
    for kind in kinds() {
        let about = match kind {
            FileKind::PlanComments => "schema.plan-comments",
            FileKind::ResearchPlan => "schema.research-plan",
            FileKind::Edit => "schema.edit",
            FileKind::PlanNotes => "schema.plan-notes",
            FileKind::CodingPlan => "schema.coding-plan",
            FileKind::PlanCritique => "schema.plan-critique",
            FileKind::Report => continue,
        };
        context.out.line(&format!("{}  {}", cells::fit(kind.as_str(), width), locale.word(about)));
    }
}
