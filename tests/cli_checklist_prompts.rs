//! The recipes of the README for status bars and prompts, as they stand there: a title is shown, and never run or read as a
//! format. Each is passed over where its program is missing.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use harness::{Pty, Setup};

const README: &str = include_str!("../README.md");

/// A project that holds only a checklist whose current step is called so; its folder's name is hostile too.
fn project(title: &str) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("a\"$(touch pwned)`touch pwned`;touch pwned #{pane_id}");
    fs::create_dir_all(folder.join(".akari")).unwrap();
    let notes = serde_json::json!({
        "version": 1, "mode": "planned", "items": [{"id": "step-1", "title": title, "status": "in_progress"}],
        "currentIndex": 0, "autoContinueOnDone": true, "maxAutoTurns": 6, "autoTurnsUsed": 0,
    });
    fs::write(folder.join("plan_notes.json"), notes.to_string()).unwrap();
    (dir, folder)
}

/// The recipe of the README that follows this line, with the built program.
fn recipe(head: &str) -> String {
    let after = README.split_once(&format!("{head}\n")).unwrap_or_else(|| panic!("{head}")).1;
    let text = after.split_once("```").unwrap().0;
    text.replace("planboard status", &format!("{} status", env!("CARGO_BIN_EXE_planboard")))
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("-V").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

fn was_run(folder: &Path) -> bool {
    folder.ancestors().take(2).any(|folder| folder.join("pwned").exists())
}

fn start(program: &str, arguments: &[&str], folder: &Path) -> Pty {
    let setup = Setup::program(program, arguments).size(120, 10).lang("C.UTF-8").env("LC_ALL", "C.UTF-8");
    setup.env("TMUX_TMPDIR", &folder.display().to_string()).folder(folder).start()
}

/// A tmux server of this test's own, killed when dropped.
struct Server {
    name: String,
    folder: PathBuf,
}

impl Drop for Server {
    fn drop(&mut self) {
        let mut end = Command::new("tmux");
        end.args(["-L", &self.name, "kill-server"]).env("TMUX_TMPDIR", &self.folder).env_remove("TMUX");
        let _ = end.stderr(Stdio::null()).status();
    }
}

#[test]
fn tmux_shows_a_title_and_runs_nothing_of_it() {
    if !is_there("tmux") {
        return;
    }
    let (dir, folder) = project("#[fg=red]#(touch pwned)%H##{x}");
    let settings = dir.path().join("tmux.conf");
    let recipe = recipe("# ~/.tmux.conf");
    fs::write(&settings, format!("set -g status-left ''\nset -g status-right-length 80\n{recipe}")).unwrap();
    let name = format!("planboard-bar-{}", std::process::id());
    let _server = Server { name: name.clone(), folder: folder.clone() };
    let arguments = ["-L", &name, "-f", settings.to_str().unwrap(), "new-session", "cat"];
    let person = start("tmux", &arguments, &folder);
    person.wait_text("checklist 0/1 #[fg=red]#(touch pwned)%H…");
    assert!(!was_run(&folder));
}

#[test]
fn a_bash_prompt_shows_a_title_and_runs_nothing_of_it() {
    if !is_there("bash") {
        return;
    }
    let (dir, folder) = project("$(touch pwned)`touch pwned`\\u$HOME");
    let settings = dir.path().join("bashrc");
    fs::write(&settings, recipe("# ~/.bashrc")).unwrap();
    let person = start("bash", &["--noprofile", "--rcfile", settings.to_str().unwrap(), "-i"], &folder);
    person.wait_text("checklist 0/1 $(touch pwned)`touch");
    assert!(!was_run(&folder));
}
