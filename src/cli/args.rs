//! The command line as types. Help is in English.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use crate::contract::plan_comments::Pass;
use crate::locale::Language;

mod check;
pub mod checklist;
mod coding;
mod comments;
mod critique;
mod packaging;
mod reading;
mod report;
mod schema;
mod words;

pub use check::{Check, Format};
pub use coding::{CodingArgs, ProjectArgs};
pub use comments::{Add, Comments, CommentsCommand, Done, List, Read, Submit};
pub use critique::{Critique, CritiqueCheck, CritiqueCommand};
pub use packaging::{Completions, Config, Keys, Man, Shell};
pub use reading::{LineForm, Rounds, Show, Status, Verify};
pub use report::{CheckReport, Report, ReportCommand};
pub use schema::Schema;
use words::Words;

/// A terminal board on which a person reviews what an agent plans to do, before it is done.
#[derive(Debug, Parser)]
#[command(name = "planboard", version)]
#[command(override_usage = "planboard [OPTIONS] [PATH]\n       planboard [OPTIONS] <COMMAND>")]
#[command(after_help = "Examples:\n  planboard                     review the project here\n  \
planboard ~/films/dashi       review that project\n  planboard demo                look around in a sample project\n\n\
Plan files are read up to 64 MiB each.\n\n\
Exit codes: 0 done, 1 findings or a failed operation, 2 wrong usage.\n\
With --gate, and of wait: 0 approved, 10 comments, 11 closed without a decision, 12 still open.")]
pub struct Args {
    /// What to do; without it the board is opened
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Options of the board
    #[command(flatten)]
    pub review: Review,
    /// Options of every command
    #[command(flatten)]
    pub global: Global,
}

/// Options of every command.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Global {
    /// Language of what is said: en or ja (help and man pages are in English)
    #[arg(long, global = true, value_name = "LANG", value_parser = language(), hide_possible_values = true)]
    pub lang: Option<Language>,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Colour,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Open the board (the same as planboard PATH)
    #[command(after_help = "Example:\n  planboard review planning --pass structure")]
    Review(Review),
    /// Open the board in a new window of the terminal multiplexer, and return at once
    #[command(after_help = "Example:\n  planboard open planning && planboard wait planning\n\n\
Works inside tmux, zellij, WezTerm and kitty. A board that is open already is brought to the front.")]
    Open(Review),
    /// Wait for the reviewer's decision, without a terminal
    #[command(after_help = "Examples:\n  planboard wait planning\n  planboard wait --for handled --timeout 60\n\n\
Prints the decision as JSON. Exit codes: 0 approved (or handled), 10 comments submitted, 11 closed without a decision,\n\
12 still open, 1 failed.")]
    Wait(Wait),
    /// Print the text that teaches an agent the loop
    #[command(after_help = "Example:\n  planboard skill > ~/.claude/skills/planboard/SKILL.md")]
    Skill,
    /// Copy a sample project to a fresh temporary directory and open it
    #[command(after_help = "Examples:\n  planboard demo\n  planboard demo coding\n  cd \"$(planboard demo --print)\"")]
    Demo(Demo),
    /// Say what there is: passes, drafts, the submission, the checklist
    #[command(after_help = "Examples:\n  planboard status\n  planboard status --json\n  \
set -g status-right '#(planboard status --line=tmux --width 40 #{q:pane_current_path})'")]
    Status(Status),
    /// Print the targets of a pass as plain lines with their ids
    #[command(
        after_help = "Examples:\n  planboard show --pass structure\n  planboard show --json | jq '.targets[].id'\n\n\
Columns, divided by tabs: target id, name, group, start, length, title, marks. Coding plans have no start and no length; \
with\n--ascii their layers come as an indented list."
    )]
    Show(Show),
    /// Print the JSON Schema of a kind of file, or list the kinds
    #[command(
        after_help = "Examples:\n  planboard schema\n  planboard schema research-plan > research-plan.schema.json"
    )]
    Schema(Schema),
    /// Check files of the contracts: every mistake at once, each at its place
    #[command(after_help = check::EXAMPLES)]
    Check(Check),
    /// Check what became of a round: what changed in the named targets and elsewhere
    #[command(after_help = "Examples:\n  planboard verify planning\n  planboard verify --json | jq '.unnamed[] | \
select(.cause == \"other\")'\n\nCauses: shifted (only its start), material (generation finished), order, beside (next to a \
named target), other (nothing explains it). With --strict, exit 1 where something is other or elsewhere.")]
    Verify(Verify),
    /// List the past submissions, or show one
    #[command(
        after_help = "Examples:\n  planboard rounds\n  planboard rounds --show 2 --md\n  planboard rounds --restore 2"
    )]
    Rounds(Rounds),
    /// The outcome report an agent ends its work with
    #[command(after_help = report::EXAMPLES)]
    Report(Report),
    /// The comments of the draft
    #[command(after_help = "Example:\n  planboard comments add --target s-07 --text 'Closer, please.'")]
    Comments(Comments),
    /// The checklist an agent works through, step by step
    #[command(
        after_help = "Examples:\n  planboard checklist start '1) Read the code 2) Move the parser 3) Write tests'\n  \
planboard checklist next --summary 'Parser moved.' --changed src/parser.rs\n\n\
Without --notes or --notes-db: plan_notes.json (plan-notes.json) in the plan directory, then in the project's root, outside a \
project in\nthe current directory; else $EJCLAW_STORE_DIR/messages.db, else the database of the setting checklist.database."
    )]
    Checklist(checklist::Checklist),
    /// The objections to a coding plan (plan-critique.json)
    #[command(after_help = "Example:\n  planboard critique check")]
    Critique(Critique),
    /// Print the settings in effect, each with where it comes from
    #[command(after_help = "Examples:\n  planboard config\n  planboard config --dump > settings.toml\n  \
$EDITOR \"$(planboard config --path)\"")]
    Config(Config),
    /// Print the keys of the board, from the table it uses
    #[command(after_help = "Examples:\n  planboard keys\n  planboard keys --dump | cut -f 1-3")]
    Keys(Keys),
    /// List the themes; on a terminal each with a sample
    #[command(after_help = "Example:\n  planboard themes && PLANBOARD_THEME=high-contrast planboard")]
    Themes,
    /// Print the completions for a shell
    #[command(
        after_help = "Examples:\n  planboard completions bash > ~/.local/share/bash-completion/completions/planboard\n  \
planboard completions zsh > ~/.zfunc/_planboard\n  planboard completions fish > ~/.config/fish/completions/planboard.fish\n  \
planboard completions powershell >> $PROFILE\n\nFor packagers:\n  planboard completions --all pkg/usr/share"
    )]
    Completions(Completions),
    /// Print the man page (roff) of planboard or of a command
    #[command(
        after_help = "Examples:\n  planboard man | man -l -\n  planboard man comments add > planboard-comments-add.1\n\n\
All of them as files: planboard completions --all DIR"
    )]
    Man(Man),
}

/// Options of the board.
#[derive(Debug, Clone, Default, PartialEq, clap::Args)]
pub struct Review {
    /// Project, plan directory or plan file [default: .]
    pub path: Option<PathBuf>,
    /// Pass shown first: structure, scaffold or final
    #[arg(long, value_name = "PASS", value_parser = pass(), hide_possible_values = true)]
    pub pass: Option<Pass>,
    /// Where the checklist is
    #[command(flatten)]
    pub notes: NotesArgs,
    /// Outcome report to show on the board; may be given several times
    #[arg(long, value_name = "FILE")]
    pub report: Vec<PathBuf>,
    /// Which coding plan
    #[command(flatten)]
    pub coding: CodingArgs,
    /// Target length in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub target: Option<f64>,
    /// Look only: write no comments
    #[arg(long)]
    pub read_only: bool,
    /// Draw with ASCII signs only
    #[arg(long)]
    pub ascii: bool,
    /// Close at the decision, print it as JSON, and exit 0 (approved), 10 (comments) or 11 (closed)
    #[arg(long, conflicts_with = "read_only")]
    pub gate: bool,
    /// Write the decision to a file too
    #[arg(long, value_name = "FILE", requires = "gate")]
    pub result: Option<PathBuf>,
    /// Opened by `planboard open`: whoever called that waits elsewhere
    #[arg(long, hide = true)]
    pub opened: bool,
}

/// Where the checklist is.
#[derive(Debug, Clone, Default, PartialEq, clap::Args)]
pub struct NotesArgs {
    /// The checklist's file
    #[arg(long, value_name = "FILE")]
    pub notes: Option<PathBuf>,
    /// The database that holds the checklist
    #[arg(long, value_name = "FILE")]
    pub notes_db: Option<PathBuf>,
    /// The task of the database [default: the latest open one that holds a checklist]
    #[arg(long, value_name = "ID")]
    pub task: Option<String>,
}

/// Options of `wait`.
#[derive(Debug, Clone, clap::Args)]
pub struct Wait {
    /// Which project
    #[command(flatten)]
    pub at: ProjectArgs,
    /// What is waited for
    #[arg(long = "for", value_name = "EVENT", default_value = "decision")]
    pub event: Event,
    /// Seconds to wait at most
    #[arg(long, value_name = "SECONDS", default_value_t = crate::cli::gate::PATIENCE, value_parser = patience)]
    pub timeout: f64,
}

/// What `wait` waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Event {
    /// The reviewer approved, submitted or closed the board
    Decision,
    /// The submission was handled: its file is gone
    Handled,
}

/// Options of `demo`.
#[derive(Debug, Clone, clap::Args)]
pub struct Demo {
    /// Which sample
    #[arg(default_value = "video")]
    pub sample: Sample,
    /// Only copy, and print the directory as the last line
    #[arg(long)]
    pub print: bool,
}

/// The samples there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Sample {
    /// The plan of a short video
    Video,
    /// Plans of a small program, with objections, replies, a report and a checklist
    Coding,
}

impl Command {
    /// Which coding plan the command is about, where it is about a project.
    pub fn coding(&self) -> Option<&CodingArgs> {
        match self {
            Command::Review(options) | Command::Open(options) => Some(&options.coding),
            Command::Wait(options) => Some(&options.at.coding),
            Command::Status(options) => Some(&options.at.coding),
            Command::Show(options) => Some(&options.at.coding),
            Command::Verify(options) => Some(&options.at.coding),
            Command::Rounds(options) => Some(&options.at.coding),
            Command::Comments(options) => Some(options.command.coding()),
            _ => None,
        }
    }
}

fn language() -> Words<Language, 2> {
    Words { words: Language::ALL.map(Language::code), read: Language::from_code }
}

fn pass() -> Words<Pass, 3> {
    Words { words: Pass::VIDEO.map(Pass::as_str), read: Pass::from_word }
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|s: &f64| s.is_finite() && *s > 0.0)
        .ok_or_else(|| "a number of seconds above 0".to_owned())
}

fn patience(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|s: &f64| s.is_finite() && *s >= 0.0).ok_or_else(|| "a number of seconds".to_owned())
}

/// The colours asked for, found before parsing: messages about wrong usage follow it too.
pub fn colour_asked(arguments: &[OsString]) -> clap::ColorChoice {
    let mut asked = None;
    let mut words = arguments.iter().filter_map(|word| word.to_str());
    while let Some(word) = words.next() {
        match word.strip_prefix("--color") {
            Some("") => asked = words.next(),
            Some(rest) => asked = rest.strip_prefix('=').or(asked),
            None if word == "--" => break,
            None => {}
        }
    }
    match asked {
        Some("always") => clap::ColorChoice::Always,
        Some("never") => clap::ColorChoice::Never,
        _ => clap::ColorChoice::Auto,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn every_command_has_an_example() {
        fn check(command: &clap::Command) {
            let help = command.get_after_help().map(|text| text.to_string()).unwrap_or_default();
            assert!(help.contains("planboard "), "{} has no example", command.get_name());
            command.get_subcommands().for_each(check);
        }
        check(&Args::command());
    }

    #[test]
    fn colours_are_found_before_parsing() {
        let asked = |words: &[&str]| colour_asked(&words.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(asked(&["planboard", "--color=never", "nonsense"]), clap::ColorChoice::Never);
        assert_eq!(asked(&["planboard", "status", "--color", "always"]), clap::ColorChoice::Always);
        assert_eq!(asked(&["planboard"]), clap::ColorChoice::Auto);
    }
}
