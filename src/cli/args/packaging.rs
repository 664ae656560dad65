//! Options of the commands about the program itself: settings, keys, completions, man pages.

use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;

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

/// The words of all commands, so that shells can complete them.
const WORDS: [&str; 31] = [
    "add",
    "check",
    "checklist",
    "comments",
    "completions",
    "config",
    "critique",
    "demo",
    "done",
    "keys",
    "list",
    "man",
    "next",
    "open",
    "prompt",
    "read",
    "report",
    "resume",
    "review",
    "rounds",
    "say",
    "schema",
    "show",
    "skill",
    "start",
    "status",
    "stop",
    "submit",
    "themes",
    "verify",
    "wait",
];

/// Options of `man`.
#[derive(Debug, Clone, clap::Args)]
pub struct Man {
    /// The command: comments add [default: planboard itself]
    #[arg(value_parser = PossibleValuesParser::new(WORDS), hide_possible_values = true)]
    pub command: Vec<String>,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::{Command, CommandFactory};

    use super::*;
    use crate::cli::args::Args;

    #[test]
    fn the_words_of_all_commands_are_known() {
        fn collect(command: &Command, found: &mut BTreeSet<String>) {
            for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
                found.insert(below.get_name().to_owned());
                collect(below, found);
            }
        }
        let mut found = BTreeSet::new();
        collect(&Args::command(), &mut found);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), WORDS);
    }
}
