//! The command line of `check`.

use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::contract::coding_plan::Tier;
use crate::contract::kind::FileKind;

/// What stands below the help of `check`.
pub(super) const EXAMPLES: &str = "Examples:\n  planboard check planning/research-plan.json\n  planboard check .\n  \
planboard check --as edit - < draft.json\n  planboard check --format github .\n\n\
A file is told by its name, else by its content: JSON by its keys, a report by its OUTCOME line or its sections. In a directory \
files count that\nhave a name of the contracts, and Markdown that closes with an OUTCOME line; .git, node_modules and links are \
left out.\n\nKinds: plan-comments, research-plan, edit, plan-notes, coding-plan, plan-critique, report.\n\
Exit codes: 0 no errors (warnings may be), 1 errors, 2 wrong usage.";

/// Options of `check`.
#[derive(Debug, Clone, clap::Args)]
pub struct Check {
    /// Files to check; `-` is stdin, and directories are searched
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The kind of the files named, whatever their names and content
    #[arg(long = "as", value_name = "KIND", value_parser = kind())]
    pub kind: Option<FileKind>,
    /// The tier of the coding plans: lite or mid
    #[arg(long, value_name = "TIER", value_parser = tier())]
    pub tier: Option<Tier>,
    /// One JSON document
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// How findings are written
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub format: Format,
}

/// How findings are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a person, with the source line
    Text,
    /// As annotations of GitHub Actions
    Github,
}

/// A wrong word is refused with those there are and the nearest of them.
fn kind() -> impl TypedValueParser<Value = FileKind> {
    // Only words of kinds come through the first parser.
    PossibleValuesParser::new(FileKind::ALL.map(FileKind::as_str))
        .map(|word| FileKind::from_word(&word).unwrap_or(FileKind::Report))
}

fn tier() -> impl TypedValueParser<Value = Tier> {
    PossibleValuesParser::new([Tier::Lite, Tier::Mid].map(Tier::as_str))
        .map(|word| if word == Tier::Lite.as_str() { Tier::Lite } else { Tier::Mid })
}
