//! The options of `planboard checklist`.

use clap::Subcommand;

use crate::cli::args::NotesArgs;
use crate::cli::args::words::Words;

/// Options of `checklist`.
#[derive(Debug, clap::Args)]
pub struct Checklist {
    /// What to do
    #[command(subcommand)]
    pub command: ChecklistCommand,
}

/// What can be done with a checklist.
#[derive(Debug, Subcommand)]
pub enum ChecklistCommand {
    /// Start a checklist; its first step is in progress then
    #[command(
        after_help = "Examples:\n  planboard checklist start '1) Read the code 2) Move the parser 3) Write tests'\n  \
planboard checklist start --item 'Read the code' --item 'Move the parser' --no-auto\n  \
planboard checklist start - < steps.txt\n\n\
The text is divided at 1) 2) …, 1. 2. … or ① ② …, only at the next expected number; without numbers each line is a step.\n\
What stands above a numbered list is left out. Several texts are a step each, unless they make a numbered list together.\n\
A note that is no checklist is never written over, and a running checklist only with --replace; what is empty takes one.\n\
In a database the task is named: --task ID."
    )]
    Start(Start),
    /// Do what a chat message asks for, in one of three forms
    #[command(after_help = "Examples:\n  planboard checklist say '플랜 시작: 1) 파서 2) 테스트'\n  \
planboard checklist say 플랜 상태\n  planboard checklist say 플랜 중지\n\n\
They start a checklist, show it, and stop it. Anything else is wrong usage and exits 2.")]
    Say(Say),
    /// Show how far it is, and what happens next
    #[command(
        after_help = "Examples:\n  planboard checklist status\n  planboard checklist status --json | jq -r .reason\n\n\
That there is no checklist is normal: it is said, --json prints null, and it exits 0. Errors in it exit 1."
    )]
    Status(Place),
    /// The step in progress is done: go on to the next one
    #[command(
        after_help = "Examples:\n  planboard checklist next --summary 'Parser moved.' --changed src/parser.rs src/lib.rs\n  \
planboard checklist next --notes-db messages.db --task t-1 --json | jq .continues\n\n\
Only the verdict done advances. In a database the task has to be merge_ready (the reviewer approved); --force is for a person.\n\
With --json, continues says whether the step that has become the current one may start by itself."
    )]
    Next(Next),
    /// Stop: no further step until it is resumed
    #[command(after_help = "Example:\n  planboard checklist stop")]
    Stop(Place),
    /// Go on where it was stopped
    #[command(after_help = "Example:\n  planboard checklist resume")]
    Resume(Place),
    /// Print the prompt for the step in progress
    #[command(after_help = "Examples:\n  planboard checklist prompt\n  \
prompt=$(planboard checklist prompt) && [ -n \"$prompt\" ] && agent \"$prompt\"\n\n\
It holds the current step, the last summary, the changed files and the remaining steps, and nothing else. Where there is no step \
to do\n(no checklist, a free note, stopped, complete) stdout stays empty, stderr says why, and it exits 0; it exits 1 where the \
checklist\nhas errors. English unless --lang says otherwise.")]
    Prompt(Place),
}

/// Where the checklist is, and how to answer.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Place {
    /// Where the checklist is
    #[command(flatten)]
    pub notes: NotesArgs,
    /// One JSON document
    #[arg(long)]
    pub json: bool,
}

/// Options of `checklist start`.
#[derive(Debug, Clone, clap::Args)]
pub struct Start {
    /// The steps in one text, or one in each; - reads them from stdin (at most 1 MiB)
    #[arg(value_name = "TEXT", required_unless_present = "item", conflicts_with = "item")]
    pub text: Vec<String>,
    /// A step; once for each
    #[arg(long, value_name = "TITLE", allow_hyphen_values = true)]
    pub item: Vec<String>,
    /// A person starts each step: none starts by itself
    #[arg(long)]
    pub no_auto: bool,
    /// How many steps may start by themselves
    #[arg(long, value_name = "N", default_value_t = MAX_TURNS, value_parser = clap::value_parser!(i64).range(0..))]
    pub max_turns: i64,
    /// Replace a checklist that is running
    #[arg(long)]
    pub replace: bool,
    /// Where the checklist is
    #[command(flatten)]
    pub place: Place,
}

/// `maxAutoTurns` of a checklist that is started without saying how many (checklist rules).
pub const MAX_TURNS: i64 = 6;

/// Options of `checklist say`.
#[derive(Debug, Clone, clap::Args)]
pub struct Say {
    /// What was said: 플랜 시작: 1) … 2) …, 플랜 상태 or 플랜 중지; - reads it from stdin
    #[arg(value_name = "TEXT", required = true)]
    pub text: Vec<String>,
    /// Where the checklist is
    #[command(flatten)]
    pub place: Place,
}

/// Options of `checklist next`.
#[derive(Debug, Clone, clap::Args)]
pub struct Next {
    /// What was done in the step
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub summary: Option<String>,
    /// Files that were changed in the step
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub changed: Vec<String>,
    /// How the step was judged: done, or done_with_concerns, which never advances
    #[arg(long, value_name = "VERDICT", default_value = "done", value_parser = verdict(), hide_possible_values = true)]
    pub verdict: Verdict,
    /// For a person: go on though the task is not merge_ready
    #[arg(long)]
    pub force: bool,
    /// Where the checklist is
    #[command(flatten)]
    pub place: Place,
}

/// How a step was judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// `DONE`
    Done,
    /// `DONE_WITH_CONCERNS`
    WithConcerns,
}

fn verdict() -> Words<Verdict, 2> {
    let read = |text: &str| match text.trim().to_ascii_lowercase().replace('-', "_").as_str() {
        "done" => Some(Verdict::Done),
        "done_with_concerns" => Some(Verdict::WithConcerns),
        _ => None,
    };
    Words { words: ["done", "done_with_concerns"], read }
}
