//! Copying the hand-off line: by tmux inside tmux, else by a program of this machine where the session is local, else
//! by asking the terminal (OSC 52), which can be sent but never known to be copied.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crossterm::Command as _;
use crossterm::clipboard::CopyToClipboard;

/// How long a program may take.
const TIME_LIMIT: Duration = Duration::from_secs(1);
/// Most bytes of text a terminal is asked to copy; many drop longer ones silently.
const TERMINAL_LIMIT: usize = 74_000;

/// A way to copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// `tmux load-buffer -w -`
    Tmux,
    /// macOS
    Pbcopy,
    /// Wayland
    WlCopy,
    /// X11
    Xclip,
    /// Windows, from WSL
    ClipExe,
    /// The terminal, by an escape sequence
    Osc52,
}

impl Way {
    /// The program and its arguments; none for the terminal.
    fn program(self) -> Option<(&'static str, &'static [&'static str])> {
        match self {
            Way::Tmux => Some(("tmux", &["load-buffer", "-w", "-"])),
            Way::Pbcopy => Some(("pbcopy", &[])),
            Way::WlCopy => Some(("wl-copy", &[])),
            Way::Xclip => Some(("xclip", &["-selection", "clipboard"])),
            Way::ClipExe => Some(("clip.exe", &[])),
            Way::Osc52 => None,
        }
    }
}

/// What came of copying.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Copy {
    /// A program took the text.
    Copied {
        /// Its name, to be shown.
        via: &'static str,
    },
    /// The terminal is asked: the caller writes `bytes` to it. Whether it copies cannot be known.
    Sent {
        /// The escape sequence
        bytes: Vec<u8>,
    },
    /// Nothing could copy it.
    Failed {
        /// Why
        reason: CopyFailure,
    },
}

/// Why nothing could copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyFailure {
    /// No program is there, and the text is too long for a terminal; its length and the limit in bytes.
    TooLong {
        /// Bytes of the text
        bytes: usize,
        /// Most bytes a terminal takes
        limit: usize,
    },
}

/// The ways to try in this environment, best first; the terminal is always the last. `installed` says
/// whether a program is there.
pub fn ways(variable: impl Fn(&str) -> Option<String>, installed: impl Fn(&str) -> bool) -> Vec<Way> {
    let set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    let local = !set("SSH_CONNECTION") && !set("SSH_TTY");
    let wanted = [
        (Way::Tmux, set("TMUX")),
        (Way::Pbcopy, local),
        (Way::WlCopy, local && set("WAYLAND_DISPLAY")),
        (Way::Xclip, local && set("DISPLAY")),
        (Way::ClipExe, local && (set("WSL_DISTRO_NAME") || set("WSL_INTEROP"))),
        (Way::Osc52, true),
    ];
    let there = |way: Way| way.program().is_none_or(|(name, _)| installed(name));
    wanted.into_iter().filter(|(way, fits)| *fits && there(*way)).map(|(way, _)| way).collect()
}

/// Whether a program of this name can be run from the folders of `path` (the variable PATH).
pub fn installed(name: &str, path: &str) -> bool {
    std::env::split_paths(path).filter(|folder| folder.is_absolute()).any(|folder| runnable(&folder.join(name)))
}

fn runnable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// Copies `text`, by the first of `ways` that works; takes up to 1 s for each program, so it is run off
/// the drawing thread.
pub fn copy(text: &str, ways: &[Way]) -> Copy {
    for way in ways {
        match way.program() {
            Some((name, arguments)) if run(command(*way, name, arguments), encoded(*way, text), TIME_LIMIT) => {
                return Copy::Copied { via: name };
            }
            _ => {}
        }
    }
    if text.len() > TERMINAL_LIMIT {
        return Copy::Failed { reason: CopyFailure::TooLong { bytes: text.len(), limit: TERMINAL_LIMIT } };
    }
    let mut sequence = String::new();
    let _ = CopyToClipboard::to_clipboard_from(text).write_ansi(&mut sequence);
    Copy::Sent { bytes: sequence.into_bytes() }
}

fn command(way: Way, name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    if way == Way::Pbcopy {
        // It reads its input in the locale's encoding.
        command.env("LC_ALL", "en_US.UTF-8");
    }
    command
}

/// The text as the program reads it: clip.exe takes UTF-16 with a byte order mark.
fn encoded(way: Way, text: &str) -> Vec<u8> {
    match way {
        Way::ClipExe => std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect(),
        _ => text.as_bytes().to_vec(),
    }
}

/// Runs a program with `input`; whether it ended well within `limit`. One that does not is killed by its handle.
fn run(mut command: Command, input: Vec<u8>, limit: Duration) -> bool {
    let end = Instant::now() + limit;
    let Ok(mut child) = command.spawn() else { return false };
    if let Some(mut pipe) = child.stdin.take() {
        // On a thread: a program that does not read must not hold the board. Killing it ends the thread.
        std::thread::spawn(move || pipe.write_all(&input));
    }
    let success = ended(&mut child, end);
    if success.is_none() {
        let _ = child.kill();
        let _ = child.wait();
    }
    success.unwrap_or(false)
}

fn ended(child: &mut Child, end: Instant) -> Option<bool> {
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.success()),
            Err(_) => return None,
            Ok(None) if Instant::now() >= end => return None,
            Ok(None) => std::thread::sleep(pause),
        }
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(variables: &[&str], programs: &[&str]) -> Vec<Way> {
        ways(|name| variables.contains(&name).then(|| "set".to_owned()), |name| programs.contains(&name))
    }

    #[test]
    fn inside_tmux_tmux_comes_first() {
        let all = ["tmux", "pbcopy", "xclip"];
        assert_eq!(chosen(&["TMUX", "SSH_TTY"], &all), [Way::Tmux, Way::Osc52]);
        assert_eq!(chosen(&["TMUX", "DISPLAY"], &all), [Way::Tmux, Way::Pbcopy, Way::Xclip, Way::Osc52]);
        assert_eq!(chosen(&["TMUX"], &[]), [Way::Osc52]);
    }

    #[test]
    fn a_program_only_where_it_is_there_and_the_session_is_local() {
        let all = ["wl-copy", "xclip", "clip.exe"];
        assert_eq!(chosen(&["WAYLAND_DISPLAY"], &all), [Way::WlCopy, Way::Osc52]);
        assert_eq!(chosen(&["DISPLAY"], &all), [Way::Xclip, Way::Osc52]);
        assert_eq!(chosen(&["WSL_DISTRO_NAME"], &all), [Way::ClipExe, Way::Osc52]);
        assert_eq!(chosen(&[], &["pbcopy"]), [Way::Pbcopy, Way::Osc52]);
        assert_eq!(chosen(&["WAYLAND_DISPLAY", "SSH_CONNECTION"], &all), [Way::Osc52]);
        assert_eq!(chosen(&["DISPLAY", "SSH_TTY"], &all), [Way::Osc52]);
        assert_eq!(chosen(&[], &all), [Way::Osc52]);
    }

    #[test]
    fn the_terminal_is_sent_the_text_in_base64() {
        let Copy::Sent { bytes } = copy("指摘", &[Way::Osc52]) else { panic!("not sent") };
        assert_eq!(bytes, b"\x1b]52;c;5oyH5pGY\x1b\\");
        let long = "x".repeat(TERMINAL_LIMIT + 1);
        assert!(matches!(copy(&long, &[Way::Osc52]), Copy::Failed { .. }));
    }

    #[test]
    fn a_program_that_takes_too_long_is_killed() {
        let limit = Duration::from_millis(50);
        let begun = Instant::now();
        let mut slow = Command::new("sleep");
        slow.arg("60").stdin(Stdio::piped());
        assert!(!run(slow, vec![b'x'; 1 << 20], limit));
        assert!(begun.elapsed() < Duration::from_secs(30));
        let file = tempfile::tempdir().expect("a folder");
        let mut tee = Command::new("tee");
        tee.arg(file.path().join("copy")).stdin(Stdio::piped()).stdout(Stdio::null());
        assert!(run(tee, "指摘\n".repeat(40_000).into_bytes(), Duration::from_secs(30)));
        assert_eq!(std::fs::read_to_string(file.path().join("copy")).expect("read"), "指摘\n".repeat(40_000));
        assert!(!run(Command::new("planboard-no-such-program"), Vec::new(), limit));
    }

    #[test]
    fn clip_exe_is_given_utf_16() {
        assert_eq!(encoded(Way::ClipExe, "あ"), [0xff, 0xfe, 0x42, 0x30]);
    }

    #[test]
    fn programs_are_looked_for_in_the_path() {
        assert!(installed("sh", "/nowhere:/bin:/usr/bin"));
        assert!(!installed("sh", "/nowhere"));
        assert!(!installed("tmp", "/"));
    }
}
