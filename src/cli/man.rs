//! `planboard man`: man pages, made from the command line itself.

use std::io;

use clap::builder::Resettable;
use clap::{Command, CommandFactory};
use clap_mangen::Man as Page;

mod sections;

use crate::cli::args::{Args, Man};
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::project::trouble::problem;

/// What every part of a page begins with.
const PREAMBLE: [&str; 2] = [".ie \\n(.g .ds Aq", ".el .ds Aq"];

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
    // The usage in messages is short; a page names every option.
    let plain = command.clone().override_usage(Resettable::Reset);
    let page = Page::new(plain).manual("planboard").source(concat!("planboard ", env!("CARGO_PKG_VERSION")));
    let parts = || -> io::Result<String> {
        let (mut head, mut synopsis, mut body) = (Vec::new(), Vec::new(), Vec::new());
        page.render_title(&mut head)?;
        page.render_name_section(&mut head)?;
        page.render_synopsis_section(&mut synopsis)?;
        page.render_description_section(&mut body)?;
        page.render_options_section(&mut body)?;
        if command.get_subcommands().any(|below| !below.is_hide_set()) {
            page.render_subcommands_section(&mut body)?;
        }
        let [head, synopsis, body] = [head, synopsis, body].map(|part| String::from_utf8_lossy(&part).into_owned());
        let text = [head, with_values(command, synopsis), body, sections::of(command)].concat();
        // Each section comes with what is to be said once.
        let once = text.lines().filter(|line| !PREAMBLE.iter().any(|start| line.starts_with(start)));
        Ok([".ie \\n(.g .ds Aq \\(aq", ".el .ds Aq '"].into_iter().chain(once).flat_map(|line| [line, "\n"]).collect())
    };
    let text = parts().map_err(|error| Failure::failed("cli.error.stdout", &[("problem", &problem(&error))]))?;
    Ok(in_ascii(&text))
}

/// The synopsis with the value that each option takes.
fn with_values(command: &Command, mut synopsis: String) -> String {
    for option in command.get_arguments().filter(|arg| !arg.is_positional() && arg.get_action().takes_values()) {
        let Some(long) = option.get_long() else { continue };
        let names = option.get_value_names().unwrap_or_default();
        let value = names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let name = format!("\\fB\\-\\-{}\\fR", long.replace('-', "\\-"));
        let more = if option.get_num_args().is_some_and(|range| range.max_values() > 1) { "..." } else { "" };
        let shown = match option.is_require_equals_set() {
            true => format!("{name}[=\\fI{value}\\fR]"),
            false => format!("{name} \\fI{value}\\fR{more}"),
        };
        let ends = ["]", " ", "|", ">"].map(|end| format!("{name}{end}"));
        if let Some(place) = ends.iter().find_map(|place| synopsis.find(place)) {
            synopsis.replace_range(place..place + name.len(), &shown);
        }
    }
    synopsis
}

/// Characters beyond ASCII by their number, as roff spells them: a page reads the same whatever its reader takes it for.
fn in_ascii(page: &str) -> String {
    let spelt = |c: char| if c.is_ascii() { c.to_string() } else { format!("\\[u{:04X}]", u32::from(c)) };
    page.chars().map(spelt).collect()
}
