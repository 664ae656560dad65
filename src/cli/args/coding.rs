//! The options that say which project is meant, and which of its coding plans.

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

/// Which project, and which of its coding plans.
#[derive(Debug, Clone, Default, PartialEq, clap::Args)]
pub struct ProjectArgs {
    /// Project, plan directory or plan file [default: .]
    pub path: Option<PathBuf>,
    /// Which coding plan
    #[command(flatten)]
    pub coding: CodingArgs,
}
