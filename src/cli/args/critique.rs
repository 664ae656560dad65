//! The command line of `critique`.

use std::path::PathBuf;

use clap::Subcommand;

use crate::review::critique::is_pattern;

/// Options of `critique`.
#[derive(Debug, Clone, clap::Args)]
pub struct Critique {
    /// What to do
    #[command(subcommand)]
    pub command: CritiqueCommand,
}

/// What can be done with a critique.
#[derive(Debug, Clone, Subcommand)]
pub enum CritiqueCommand {
    /// The gate: resolve every anchor, and say whether the plan may go on
    #[command(after_help = "Examples:\n  planboard critique check\n  \
planboard critique check .pipeline/plan-critique.json --json\n  \
planboard critique check --binding 'CON-SEC-*' CON-LIC-01 --analysis docs/requirements.md\n\n\
awaiting: an objection has no reply. blocked: an objection that cites a binding rule, and is not labelled inference, has neither\n\
an accept with a plan anchor that resolves nor a rebuttal whose evidence resolves (at least one anchor does, and none that can\n\
be checked does not); or the file has errors. clear: neither.\n\n\
Exit codes: 0 clear, 1 awaiting, blocked or a failed operation, 2 wrong usage.")]
    Check(CritiqueCheck),
}

/// Options of `critique check`.
#[derive(Debug, Clone, clap::Args)]
pub struct CritiqueCheck {
    /// Project, plan directory, plan file or plan-critique.json [default: .]
    pub path: Option<PathBuf>,
    /// Which rules bind, with * for anything [default: the setting critique.binding, else every rule that is cited]
    #[arg(long, value_name = "PATTERN", num_args = 1.., value_delimiter = ',', value_parser = pattern)]
    pub binding: Vec<String>,
    /// Texts of the analysis [default: the deliverables beside the plan]
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub analysis: Vec<PathBuf>,
    /// Block while the reviewer insists on an objection
    #[arg(long)]
    pub person: bool,
    /// The critique [default: .pipeline/plan-critique.json of the worktree]
    #[arg(long, value_name = "FILE")]
    pub critique: Option<PathBuf>,
    /// The topic of .xyz-harness/ [default: the newest]
    #[arg(long, value_name = "SLUG")]
    pub topic: Option<String>,
    /// One JSON document
    #[arg(long)]
    pub json: bool,
}

fn pattern(text: &str) -> Result<String, String> {
    match is_pattern(text) {
        true => Ok(text.to_owned()),
        false => Err("a rule such as CON-SEC-01, with * for anything".to_owned()),
    }
}
