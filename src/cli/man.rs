//! `planboard man`: man pages, made from the command line itself.

use clap::{Command, CommandFactory};
use clap_mangen::Man as Page;

use crate::cli::args::{Args, Man};
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::project::trouble::problem;

/// The page (roff) of planboard and of each of its commands, by name without the section.
///
/// # Errors
/// None in practice: nothing is written outside memory.
pub fn pages() -> Result<Vec<(String, String)>, Failure> {
    let mut pages = Vec::new();
    collect(&tree(), &mut pages)?;
    Ok(pages)
}

/// Prints the page of planboard, or of the command named.
///
/// # Errors
/// There is no such command.
pub fn run(context: &mut Context, options: &Man) -> Result<u8, Failure> {
    let root = tree();
    let mut command = &root;
    for name in &options.command {
        let missing = || Failure::usage("cli.error.no-command", &[("command", &options.command.join(" "))]);
        command = command.find_subcommand(name).ok_or_else(missing)?;
    }
    page(command)?.lines().for_each(|line| context.out.line(line));
    Ok(0)
}

/// The commands with the options every command takes, and their full names.
fn tree() -> Command {
    let mut root = Args::command().disable_help_subcommand(true);
    root.build();
    root
}

fn collect(command: &Command, pages: &mut Vec<(String, String)>) -> Result<(), Failure> {
    pages.push((command.get_display_name().unwrap_or(command.get_name()).to_owned(), page(command)?));
    command.get_subcommands().filter(|below| !below.is_hide_set()).try_for_each(|below| collect(below, pages))
}

fn page(command: &Command) -> Result<String, Failure> {
    let mut written = Vec::new();
    let page = Page::new(command.clone()).manual("planboard").source(concat!("planboard ", env!("CARGO_PKG_VERSION")));
    page.render(&mut written).map_err(|error| Failure::failed("cli.error.stdout", &[("problem", &problem(&error))]))?;
    Ok(in_ascii(&String::from_utf8_lossy(&written)))
}

/// Characters beyond ASCII by their number, as roff spells them: a page reads the same whatever its reader takes it for.
fn in_ascii(page: &str) -> String {
    let spelt = |c: char| if c.is_ascii() { c.to_string() } else { format!("\\[u{:04X}]", u32::from(c)) };
    page.chars().map(spelt).collect()
}
