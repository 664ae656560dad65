//! The command line of `report`.

use std::path::PathBuf;

use clap::Subcommand;

/// What stands below the help of `report` and `report check`.
pub(super) const EXAMPLES: &str = "Examples:\n  planboard report check report.md --root .\n  \
planboard report check report.md --reply | pbcopy\n  planboard report check - --json < report.md | jq '.decisions'\n\n\
Exit codes: 0 no errors (warnings may be), 1 errors, 2 wrong usage.";

/// Options of `report`.
#[derive(Debug, Clone, clap::Args)]
pub struct Report {
    /// What to do
    #[command(subcommand)]
    pub command: ReportCommand,
}

/// What is done with a report.
#[derive(Debug, Clone, Subcommand)]
pub enum ReportCommand {
    /// Check a report against the contract and its acceptance checklist
    #[command(after_help = EXAMPLES)]
    Check(CheckReport),
}

/// Options of `report check`.
#[derive(Debug, Clone, clap::Args)]
pub struct CheckReport {
    /// The report; `-` is stdin
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Read it as the report of a review (review=true)
    #[arg(long)]
    pub review: bool,
    /// Check that the artifacts it names are there, below this directory
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// One JSON document
    #[arg(long, conflicts_with = "reply")]
    pub json: bool,
    /// Print only what to send back to the agent; nothing when all passes
    #[arg(long)]
    pub reply: bool,
}
