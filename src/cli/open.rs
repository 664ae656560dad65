//! `planboard open`: the board in a new window of the terminal multiplexer. Everything is handed on as arguments, never
//! as a text for a shell.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::board::clipboard::installed;
use crate::cli::args::Review;
use crate::cli::context::{Context, os_variable, variable};
use crate::cli::failure::Failure;
use crate::locale::Language;
use crate::project::find::Project;
use crate::project::lock::Holder;
use crate::project::pane::{Multiplexer, Pane};
use crate::project::store::Store;
use crate::project::trouble;

/// Variables that say where state, settings and the checklist are: the multiplexer's server may have others.
const PASSED_ON: &[&str] = &[
    "XDG_CONFIG_HOME",
    "PLANBOARD_LANGUAGE",
    "PLANBOARD_THEME",
    "PLANBOARD_ASCII",
    "PLANBOARD_ESC_DELAY_MS",
    "PLANBOARD_EDITOR_ENTER",
    "PLANBOARD_TARGET_SECONDS",
    "PLANBOARD_CHECKLIST_DATABASE",
    "EJCLAW_STORE_DIR",
];

/// Opens the board of `args.path`, or brings the one that is open to the front, and returns at once.
///
/// # Errors
/// No project there, no multiplexer, or it refuses.
pub fn run(context: &mut Context, args: &Review) -> Result<u8, Failure> {
    context.warn_of_settings();
    let notes = context.asked(&args.notes)?;
    context.say_passed_over(&notes);
    let project = context.find(args.path.as_deref())?;
    open(context, args, &project).map(|()| 0)
}

/// As [`run`], of a project that was found.
///
/// # Errors
/// No multiplexer, or it refuses.
pub fn open(context: &mut Context, args: &Review, project: &Project) -> Result<(), Failure> {
    let store = Store::peek(&project.plan_dir, &os_variable);
    if let Some(holder) = store.as_ref().and_then(board_of) {
        return raise(context, &holder);
    }
    let path = project.plan_dir.display().to_string();
    let here = Pane::here(&variable).ok_or_else(|| Failure::failed("cli.error.no-multiplexer", &[("path", &path)]))?;
    if let Some(store) = &store {
        // That a board was closed before says nothing about this one. Where it cannot be written, it was not kept.
        let _ = store.forget_closed();
    }
    let program = std::env::current_exe().map_err(|error| refused(here.multiplexer, &trouble::problem(&error)))?;
    let board = board_command(args, context.asked_language(), program.into_os_string(), store.as_ref());
    let folder = std::env::current_dir().unwrap_or_else(|_| project.root.clone());
    let beside = window_of(&here);
    let window = window_command(&here, beside.as_deref(), &folder, &board);
    run_quietly(&window).map_err(|problem| refused(here.multiplexer, &problem))?;
    let text = context.locale().say("cli.open.opened", &[("multiplexer", here.multiplexer.name())]);
    context.out.talk(&text);
    Ok(())
}

/// The board that is open on the project of `store`. A command that holds the lock for a moment is none.
pub fn board_of(store: &Store) -> Option<Holder> {
    if store.is_locked() { store.holder().filter(|holder| holder.terminal.is_some()) } else { None }
}

/// Who has a board open, as people find it again.
pub fn who(holder: &Holder) -> String {
    let pane = holder.pane.as_ref().map(|pane| {
        let id = pane.id.as_deref().unwrap_or_default();
        format!("{} {id}", pane.multiplexer.name()).trim_end().to_owned()
    });
    let parts = [Some(format!("pid {}", holder.pid)), holder.terminal.clone(), pane, holder.host.clone()];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Brings an open board to the front, as far as its multiplexer can.
fn raise(context: &mut Context, holder: &Holder) -> Result<(), Failure> {
    let commands = holder.pane.as_ref().map(raise_commands).unwrap_or_default();
    let raised = !commands.is_empty() && commands.iter().all(|command| run_quietly(command).is_ok());
    let key = if raised { "cli.open.raised" } else { "cli.open.is-open" };
    let text = context.locale().say(key, &[("holder", &who(holder))]);
    context.out.talk(&crate::text::clean::line(&text));
    Ok(())
}

/// The board as a command of its own: the same options, the same state and settings. By `env`, which every multiplexer
/// can start.
fn board_command(args: &Review, language: Option<Language>, program: OsString, store: Option<&Store>) -> Vec<OsString> {
    let Review { path, pass, notes, target, read_only, ascii, gate, result, opened: _ } = args;
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).into_os_string();
    let assigned = |name: &str, value: OsString| {
        let mut text = OsString::from(format!("{name}="));
        text.push(value);
        text
    };
    let mut command = vec![OsString::from("env")];
    command.extend(store.map(|store| assigned("PLANBOARD_STATE_DIR", store.root().as_os_str().to_owned())));
    command.extend(PASSED_ON.iter().filter_map(|name| Some(assigned(name, os_variable(name)?))));
    command.extend([program, "review".into(), "--opened".into()]);
    let mut option = |name: &str, value: Option<OsString>| {
        command.extend(value.map(|value| assigned(name, value)));
    };
    option("--pass", pass.map(|pass| pass.as_str().into()));
    option("--notes", notes.notes.as_deref().map(absolute));
    option("--notes-db", notes.notes_db.as_deref().map(absolute));
    option("--task", notes.task.as_ref().map(OsString::from));
    option("--target", target.map(|seconds| seconds.to_string().into()));
    option("--result", result.as_deref().map(absolute));
    option("--lang", language.map(|language| language.code().into()));
    let flags = [("--read-only", read_only), ("--ascii", ascii), ("--gate", gate)];
    command.extend(flags.into_iter().filter(|(_, set)| **set).map(|(name, _)| OsString::from(name)));
    command.push(absolute(path.as_deref().unwrap_or(Path::new("."))));
    command
}

/// The window of a pane of tmux, by its id: a new window is put beside a window, not beside a pane.
fn window_of(here: &Pane) -> Option<String> {
    let id = here.id.as_deref().filter(|_| here.multiplexer == Multiplexer::Tmux)?;
    let mut ask = program(here);
    ask.extend(["display-message", "-p", "-t", id, "#{window_id}"].map(OsString::from));
    run_quietly(&ask).ok().filter(|window| window.starts_with('@'))
}

/// The command that shows `board` in a window beside `here`, in tmux beside the window `beside`.
fn window_command(here: &Pane, beside: Option<&str>, folder: &Path, board: &[OsString]) -> Vec<OsString> {
    let mut command = program(here);
    let words: &[&str] = match here.multiplexer {
        Multiplexer::Tmux => &["new-window", "-n", "planboard", "-c"],
        Multiplexer::Zellij => &["run", "--close-on-exit", "--name", "planboard", "--cwd"],
        Multiplexer::Wezterm => &["cli", "spawn", "--cwd"],
        Multiplexer::Kitty => &["@", "launch", "--type=tab", "--tab-title", "planboard", "--cwd"],
    };
    command.extend(words.iter().map(OsString::from));
    command.push(folder.as_os_str().to_owned());
    match (here.multiplexer, beside, here.id.as_deref()) {
        (Multiplexer::Tmux, Some(window), _) => command.extend(["-a", "-t", window].map(OsString::from)),
        (Multiplexer::Wezterm, _, Some(id)) => command.extend(["--pane-id", id].map(OsString::from)),
        _ => {}
    }
    // Several words after this are arguments to tmux too; one alone would be a shell's.
    if here.multiplexer != Multiplexer::Kitty {
        command.push("--".into());
    }
    command.extend(board.iter().cloned());
    command
}

/// The commands that bring a pane to the front; none where its multiplexer cannot.
fn raise_commands(pane: &Pane) -> Vec<Vec<OsString>> {
    let Some(id) = pane.id.as_deref() else { return Vec::new() };
    let target = format!("id:{id}");
    let commands: Vec<Vec<&str>> = match pane.multiplexer {
        Multiplexer::Tmux => vec![vec!["select-window", "-t", id], vec!["select-pane", "-t", id]],
        Multiplexer::Wezterm => vec![vec!["cli", "activate-pane", "--pane-id", id]],
        Multiplexer::Kitty => vec![vec!["@", "focus-window", "--match", &target]],
        // It has no command that goes to a pane by its id in every version in use.
        Multiplexer::Zellij => Vec::new(),
    };
    let whole = |words: Vec<&str>| {
        let mut command = program(pane);
        command.extend(words.into_iter().map(OsString::from));
        command
    };
    commands.into_iter().map(whole).collect()
}

/// The multiplexer's own program, told which server is meant.
fn program(pane: &Pane) -> Vec<OsString> {
    let words: Vec<&str> = match (pane.multiplexer, pane.server.as_deref()) {
        (Multiplexer::Tmux, Some(socket)) => vec!["tmux", "-S", socket],
        (Multiplexer::Tmux, None) => vec!["tmux"],
        (Multiplexer::Zellij, Some(session)) => vec!["zellij", "--session", session],
        (Multiplexer::Zellij, None) => vec!["zellij"],
        (Multiplexer::Wezterm, _) => vec!["wezterm"],
        (Multiplexer::Kitty, _) => {
            let path = variable("PATH").unwrap_or_default();
            vec![if installed("kitten", &path) { "kitten" } else { "kitty" }]
        }
    };
    words.into_iter().map(OsString::from).collect()
}

/// Runs a command to its end, and gives what it prints; what it says on stderr where it fails.
fn run_quietly(command: &[OsString]) -> Result<String, String> {
    let [program, arguments @ ..] = command else { return Err(String::new()) };
    let mut run = Command::new(program);
    run.args(arguments).stdin(Stdio::null());
    let output = run.output().map_err(|error| trouble::problem(&error))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if output.status.success() {
        return Ok(text(&output.stdout));
    }
    let said = text(&output.stderr);
    Err(if said.is_empty() { output.status.to_string() } else { said })
}

fn refused(multiplexer: Multiplexer, problem: &str) -> Failure {
    let args = [("multiplexer", multiplexer.name()), ("problem", problem)];
    Failure::failed("cli.error.multiplexer", &args)
}

#[cfg(test)]
#[path = "open_tests.rs"]
mod tests;
