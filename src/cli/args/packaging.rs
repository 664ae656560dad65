//! Options of the commands about the program itself: settings, keys, completions, man pages.

use std::path::PathBuf;

use clap::ValueEnum;

/// Options of `config`.
#[derive(Debug, Clone, clap::Args)]
pub struct Config {
    /// Print where the settings file is, and nothing else
    #[arg(long, conflicts_with = "dump")]
    pub path: bool,
    /// As TOML, ready to be kept as the settings file
    #[arg(long)]
    pub dump: bool,
}

/// Options of `keys`.
#[derive(Debug, Clone, clap::Args)]
pub struct Keys {
    /// For programs: place, action, keys, meaning, divided by tabs
    #[arg(long)]
    pub dump: bool,
}

/// Options of `completions`.
#[derive(Debug, Clone, clap::Args)]
pub struct Completions {
    /// The shell
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    pub shell: Option<Shell>,
    /// For packagers: write the completions of every shell and the man pages below this directory, laid out as in share/
    #[arg(long, value_name = "DIR")]
    pub all: Option<PathBuf>,
}

/// The shells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    /// Bash
    Bash,
    /// Zsh
    Zsh,
    /// fish
    Fish,
    /// PowerShell
    #[value(name = "powershell")]
    PowerShell,
}

/// Options of `man`.
#[derive(Debug, Clone, clap::Args)]
pub struct Man {
    /// The command: comments add [default: planboard itself]
    pub command: Vec<String>,
}
