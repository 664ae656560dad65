//! Options of the commands that say how things stand.

use std::path::PathBuf;

use clap::ValueEnum;

use super::{NotesArgs, ProjectArgs, pass};
use crate::contract::plan_comments::Pass;

/// Options of `status`.
#[derive(Debug, Clone, clap::Args)]
pub struct Status {
    /// Which project
    #[command(flatten)]
    pub at: ProjectArgs,
    /// Outcome report to count; may be given several times
    #[arg(long, value_name = "FILE")]
    pub report: Vec<PathBuf>,
    /// Where the checklist is
    #[command(flatten)]
    pub notes: NotesArgs,
    /// One JSON document
    #[arg(long, conflicts_with = "line")]
    pub json: bool,
    /// One line for a status bar; nothing where there is no project
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "plain")]
    pub line: Option<LineForm>,
    /// Most cells of the line
    #[arg(long, value_name = "CELLS", default_value_t = 60, requires = "line")]
    pub width: usize,
}

/// Forms of the status line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LineForm {
    /// As it is
    Plain,
    /// For tmux: `#` doubled
    Tmux,
}

/// Options of `show`.
#[derive(Debug, Clone, clap::Args)]
pub struct Show {
    /// Which project
    #[command(flatten)]
    pub at: ProjectArgs,
    /// Which pass: structure, scaffold or final
    #[arg(long, value_name = "PASS", value_parser = pass(), hide_possible_values = true)]
    pub pass: Option<Pass>,
    /// One JSON document
    #[arg(long)]
    pub json: bool,
    /// Only the targets that are new or changed since the last round of the pass
    #[arg(long)]
    pub changed: bool,
    /// Of a coding plan: an indented list of the layers, in ASCII signs
    #[arg(long, conflicts_with = "json")]
    pub ascii: bool,
}

/// Options of `verify`.
#[derive(Debug, Clone, clap::Args)]
pub struct Verify {
    /// Which project
    #[command(flatten)]
    pub at: ProjectArgs,
    /// Which round [default: the last]
    #[arg(long, value_name = "N")]
    pub round: Option<u32>,
    /// One JSON document
    #[arg(long)]
    pub json: bool,
    /// Exit 1 where something changed that nobody named
    #[arg(long)]
    pub strict: bool,
}

/// Options of `rounds`.
#[derive(Debug, Clone, clap::Args)]
pub struct Rounds {
    /// Which project
    #[command(flatten)]
    pub at: ProjectArgs,
    /// Show this round: its comments and what became of them
    #[arg(long, value_name = "N", conflicts_with = "restore")]
    pub show: Option<u32>,
    /// As Markdown
    #[arg(long, requires = "show", conflicts_with = "json")]
    pub md: bool,
    /// One JSON document
    #[arg(long)]
    pub json: bool,
    /// Put the comments of this round back into the draft
    #[arg(long, value_name = "N")]
    pub restore: Option<u32>,
}
