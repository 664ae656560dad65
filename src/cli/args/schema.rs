//! Options of `schema`.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::cli::schema;
use crate::contract::kind::FileKind;

/// Options of `schema`.
#[derive(Debug, Clone, clap::Args)]
pub struct Schema {
    /// Kind of file; without it the kinds are listed
    #[arg(value_parser = kind())]
    pub kind: Option<FileKind>,
}

/// The kinds with a schema; a wrong word is refused with the nearest right one.
fn kind() -> impl TypedValueParser<Value = FileKind> {
    let word = |kind: FileKind| PossibleValue::new(kind.as_str()).hide(schema::text(kind).is_none());
    PossibleValuesParser::new(FileKind::ALL.map(word)).try_map(|word| {
        let kind = FileKind::from_word(&word).filter(|kind| schema::text(*kind).is_some());
        kind.ok_or("a report is Markdown and has no schema; `planboard check --as report` knows its rules")
    })
}
