//! The options that say which coding plan is meant.

use std::path::PathBuf;

/// Which coding plan.
#[derive(Debug, Clone, Default, PartialEq, clap::Args)]
pub struct CodingArgs {
    /// A topic of .xyz-harness/ [default: the newest]
    #[arg(long, value_name = "SLUG")]
    pub topic: Option<String>,
    /// The objections to the coding plan [default: .pipeline/plan-critique.json of the worktree]
    #[arg(long, value_name = "FILE")]
    pub critique: Option<PathBuf>,
}
