//! Options of `schema`.

use clap::builder::{PossibleValuesParser, TypedValueParser};

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
    let words = schema::kinds().map(FileKind::as_str);
    // Only words of kinds come through the first parser.
    PossibleValuesParser::new(words).map(|word| FileKind::from_word(&word).unwrap_or(FileKind::PlanComments))
}
