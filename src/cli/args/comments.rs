//! The options of `planboard comments`.

use clap::Subcommand;

use crate::cli::args::words::Words;
use crate::cli::args::{CodingArgs, ProjectArgs, pass};
use crate::contract::plan_comments::Pass;
use crate::contract::plan_critique::{Lens, is_rule};
use crate::review::submission::refuse_text;

/// Options of `comments`.
#[derive(Debug, clap::Args)]
pub struct Comments {
    /// What to do
    #[command(subcommand)]
    pub command: CommentsCommand,
}

/// What can be done with comments.
#[derive(Debug, Subcommand)]
pub enum CommentsCommand {
    /// Add a comment to the draft
    #[command(after_help = "Examples:\n  planboard comments add --target s-07 --text 'Closer, please.'\n  \
planboard comments add --pass final --target C3 --text - < note.txt\n  \
planboard comments add --target W2 --lens security --rule CON-SEC-01 --text 'Tokens go into the log.'\n\n\
ID is the target id, the plan's own id, or on a video plan [6] for the index in the file, C7 for the seventh cut.\n\
Without --pass it must fit targets of one pass only.")]
    Add(Add),
    /// List the draft
    #[command(after_help = "Example:\n  planboard comments list --json")]
    List(List),
    /// Write the draft of a pass to plan-comments.json, of a coding plan to plan-critique.json
    #[command(after_help = "Example:\n  planboard comments submit --pass structure")]
    Submit(Submit),
    /// For the agent: read the submission, each comment with the target it means now
    #[command(after_help = "Examples:\n  planboard comments read planning --prompt\n  \
planboard comments read --json | jq -r .token\n\n\
That there is no submission is normal and exits 0.")]
    Read(Read),
    /// For the agent: the comments are handled, delete plan-comments.json
    #[command(after_help = "Examples:\n  planboard comments done planning --token \"$TOKEN\"\n  \
planboard comments done --token \"$TOKEN\" --strict --skip '2=The target is gone.' --say '0=Now 4 s.'\n\n\
N is the index of the comment as comments read gives it. Bytes that were not read are never deleted.")]
    Done(Done),
}

/// Options of `comments read`.
#[derive(Debug, Clone, clap::Args)]
pub struct Read {
    /// Which project
    #[command(flatten)]
    pub at: ProjectArgs,
    /// One JSON document
    #[arg(long, conflicts_with = "prompt")]
    pub json: bool,
    /// A brief that an agent can act on
    #[arg(long)]
    pub prompt: bool,
}

/// Options of `comments done`.
#[derive(Debug, Clone, clap::Args)]
pub struct Done {
    /// Which project
    #[command(flatten)]
    pub at: ProjectArgs,
    /// The token that comments read gave
    #[arg(long, value_name = "TOKEN")]
    pub token: Option<String>,
    /// Keep the file while the revision is not what was asked for
    #[arg(long)]
    pub strict: bool,
    /// A comment that was not acted on, and why
    #[arg(long, value_name = "N=REASON", value_parser = numbered, allow_hyphen_values = true)]
    pub skip: Vec<(usize, String)>,
    /// An answer to a comment
    #[arg(long, value_name = "N=TEXT", value_parser = numbered, allow_hyphen_values = true)]
    pub say: Vec<(usize, String)>,
    /// Without a token: delete whatever submission is there
    #[arg(long)]
    pub force: bool,
}

/// Options of `comments add`.
#[derive(Debug, Clone, clap::Args)]
pub struct Add {
    /// Which project
    #[command(flatten)]
    pub at: ProjectArgs,
    /// What the comment names
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    pub target: String,
    /// The comment, verbatim; - reads it from stdin (at most 1 MiB) and leaves out the last line break
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub text: String,
    /// Which pass: structure, scaffold or final
    #[arg(long, value_name = "PASS", value_parser = pass(), hide_possible_values = true)]
    pub pass: Option<Pass>,
    /// Of a coding plan: what the objection is about [default: scope]
    #[arg(long, value_name = "LENS", value_parser = lens(), hide_possible_values = true)]
    pub lens: Option<Lens>,
    /// Of a coding plan: the rule that the plan breaks, as CON-SEC-01
    #[arg(long, value_name = "RULE", value_parser = rule)]
    pub rule: Option<String>,
    /// Say what was added as one JSON document
    #[arg(long)]
    pub json: bool,
}

/// Options of `comments list`.
#[derive(Debug, Clone, clap::Args)]
pub struct List {
    /// Which project
    #[command(flatten)]
    pub at: ProjectArgs,
    /// Only this pass: structure, scaffold or final
    #[arg(long, value_name = "PASS", value_parser = pass(), hide_possible_values = true)]
    pub pass: Option<Pass>,
    /// One JSON document
    #[arg(long)]
    pub json: bool,
}

/// Options of `comments submit`.
#[derive(Debug, Clone, clap::Args)]
pub struct Submit {
    /// Which project
    #[command(flatten)]
    pub at: ProjectArgs,
    /// Which pass: structure, scaffold or final
    #[arg(long, value_name = "PASS", value_parser = pass(), hide_possible_values = true)]
    pub pass: Option<Pass>,
    /// Replace a submission that is not handled yet
    #[arg(long)]
    pub overwrite: bool,
    /// Submit without comments: no notes, which is not an approval
    #[arg(long)]
    pub allow_empty: bool,
    /// Say what was submitted as one JSON document
    #[arg(long)]
    pub json: bool,
}

impl CommentsCommand {
    /// Which coding plan it is about.
    pub fn coding(&self) -> &CodingArgs {
        match self {
            CommentsCommand::Add(options) => &options.at.coding,
            CommentsCommand::List(options) => &options.at.coding,
            CommentsCommand::Submit(options) => &options.at.coding,
            CommentsCommand::Read(options) => &options.at.coding,
            CommentsCommand::Done(options) => &options.at.coding,
        }
    }
}

fn lens() -> Words<Lens, 4> {
    Words { words: Lens::ALL.map(Lens::as_str), read: Lens::from_word }
}

fn rule(text: &str) -> Result<String, String> {
    let wrong = || "CON-, then SEC, A11Y, ARCH or LIC, then - and two or three digits".to_owned();
    if is_rule(text) { Ok(text.to_owned()) } else { Err(wrong()) }
}

fn numbered(text: &str) -> Result<(usize, String), String> {
    let (number, said) = text.split_once('=').ok_or_else(|| "the index of a comment, =, and a text".to_owned())?;
    let number = number.trim().parse().map_err(|_| format!("{number:?} is no index of a comment"))?;
    if refuse_text(said) { Err("the text is empty".to_owned()) } else { Ok((number, said.to_owned())) }
}
