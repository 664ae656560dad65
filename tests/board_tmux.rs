//! Deciding from inside tmux, as an agent does whose shell has no terminal: a window, a split, a popup, and the popup
//! killed in the middle. Passed over where there is no tmux.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::ffi::OsString;
use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use harness::{PATIENCE, Pty, Setup};
use planboard::project::store::Store;
use serde_json::Value;
use world::{World, wait_until};

const BOARD: &str = env!("CARGO_BIN_EXE_planboard");

/// A tmux server of this test's own, with a person at it. Killed when dropped.
struct Tmux<'a> {
    world: &'a World,
    name: String,
    person: Pty,
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("-V").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

impl<'a> Tmux<'a> {
    /// None where tmux or setsid is missing.
    fn start(world: &'a World) -> Option<Tmux<'a>> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        if !is_there("tmux") || !is_there("setsid") {
            return None;
        }
        let name = format!("planboard-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::SeqCst));
        let arguments = ["-L", &name, "-f", "/dev/null", "new-session", "-s", "agent", "-n", "agent", "cat"];
        let person = Setup::program("tmux", &arguments)
            .size(120, 40)
            .lang("C.UTF-8")
            .env("LC_ALL", "C.UTF-8")
            .env("TMUX_TMPDIR", &world.root().join("tmp").display().to_string())
            .folder(world.film())
            .start();
        let tmux = Tmux { world, name, person };
        tmux.person.wait_text("[agent]");
        Some(tmux)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("tmux");
        command.args(["-L", &self.name]).args(arguments).env_remove("TMUX").env_remove("TMUX_PANE");
        command.env("TMUX_TMPDIR", self.world.root().join("tmp")).stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("tmux")
    }

    fn ask(&self, format: &str) -> String {
        String::from_utf8(self.run(&["display-message", "-p", format]).stdout).unwrap().trim().to_owned()
    }

    fn windows(&self) -> Vec<String> {
        let listed =
            self.run(&["list-windows", "-t", "agent", "-F", "#{window_index} #{window_name} #{window_active}"]);
        String::from_utf8(listed.stdout).unwrap().lines().map(str::to_owned).collect()
    }

    /// The program as the agent's shell runs it: in the pane's environment, without a terminal.
    fn agent(&self, arguments: &[&str]) -> Child {
        let socket = self.ask("#{socket_path},#{pid},0");
        let mut command = Command::new("setsid");
        command.arg("--wait").arg(BOARD).args(arguments).current_dir(self.world.film()).env_clear();
        command.env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", self.world.root()).env("LANG", "en_US.UTF-8");
        command.env("PLANBOARD_STATE_DIR", self.world.root().join("state")).env("PLANBOARD_LANGUAGE", "en");
        command.env("TMUX", socket).env("TMUX_PANE", "%0");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs")
    }

    #[track_caller]
    fn agent_done(&self, arguments: &[&str], code: i32) -> String {
        ended(self.agent(arguments), code).1
    }

    /// A `wait` that waits when this returns.
    fn waiting(&self) -> Child {
        let child = self.agent(&["wait", "--timeout", "60"]);
        let root: OsString = self.world.root().join("state").into();
        let open = || Store::open(&self.world.planning(), &|n| (n == "PLANBOARD_STATE_DIR").then(|| root.clone()));
        let store = open().expect("a store");
        wait_until(|| store.is_waited_for(), || "nobody waits".to_owned());
        child
    }

    /// A board in the person's pane, split, popup or window, its first frame drawn.
    #[track_caller]
    fn wait_board(&self) {
        self.person.wait_text("s-12 [11]");
        // The keys of the board are read once its key line is there; it comes last in a frame.
        self.person.wait_text("? help");
    }

    #[track_caller]
    fn comment_and_submit(&self, text: &str) {
        self.person.send("c");
        self.person.wait_text("enter save");
        self.person.send(text);
        self.person.wait_text(text);
        self.person.send("\r");
        self.world.wait_saved(&[text]);
        self.person.send("S");
        self.person.wait_text("── Submit ──");
        self.person.send("\r");
    }
}

impl Drop for Tmux<'_> {
    fn drop(&mut self) {
        self.run(&["kill-server"]);
    }
}

#[track_caller]
fn ended(child: Child, code: i32) -> (Value, String) {
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{said}");
    (serde_json::from_slice(&output.stdout).unwrap_or_default(), said)
}

/// The command of a board for tmux to run, with the state of this world.
fn board_words(world: &World) -> Vec<String> {
    let state = format!("PLANBOARD_STATE_DIR={}", world.root().join("state").display());
    let film = world.film().display().to_string();
    ["env", &state, "PLANBOARD_LANGUAGE=en", BOARD, "review", &film].map(str::to_owned).to_vec()
}

#[test]
fn open_shows_the_board_in_a_window_beside_and_brings_it_back_to_the_front() {
    let world = World::new();
    let Some(tmux) = Tmux::start(&world) else { return };
    tmux.run(&["new-window", "-d", "-n", "last", "cat"]);
    let said = tmux.agent_done(&["open", "--pass", "scaffold"], 0);
    assert!(said.contains("tmux"), "{said}");
    tmux.person.wait_text("[2 scaffold 3]");
    assert_eq!(tmux.windows(), ["0 agent 0", "1 planboard 1", "2 last 0"]);
    // Again: no second one.
    tmux.run(&["select-window", "-t", "agent:0"]);
    tmux.person.wait_for(|screen| !screen.contents().contains("[2 scaffold 3]"), PATIENCE);
    let said = tmux.agent_done(&["open"], 0);
    assert!(said.contains("%"), "it names the pane: {said}");
    tmux.person.wait_text("[2 scaffold 3]");
    assert_eq!(tmux.windows().len(), 3);
    tmux.person.send("q");
    wait_until(|| tmux.windows().len() == 2, || format!("{:?}", tmux.windows()));
}

#[test]
fn a_gate_without_a_terminal_is_open_and_wait() {
    let world = World::new();
    let Some(tmux) = Tmux::start(&world) else { return };
    let gate = tmux.agent(&["review", "--gate", "--result", "result.json"]);
    tmux.wait_board();
    tmux.person.send("A");
    tmux.person.wait_text("── Approve ──");
    tmux.person.send("\r");
    let (result, _) = ended(gate, 0);
    assert_eq!(result["decision"], "approved");
    let file: Value = serde_json::from_slice(&fs::read(world.film().join("result.json")).unwrap()).unwrap();
    assert_eq!(file, result);
    wait_until(|| tmux.windows().len() == 1, || format!("{:?}", tmux.windows()));

    // Its window killed counts as closed.
    let gate = tmux.agent(&["review", "--gate"]);
    tmux.wait_board();
    tmux.run(&["kill-window", "-t", "agent:planboard"]);
    assert_eq!(ended(gate, 11).0["decision"], "closed");
    assert!(tmux.agent_done(&["wait", "--timeout", "0"], 12).is_empty());
}

#[test]
fn open_then_wait_tells_each_decision_while_the_board_stays() {
    let world = World::new();
    let Some(tmux) = Tmux::start(&world) else { return };
    tmux.agent_done(&["open"], 0);
    tmux.wait_board();
    let wait = tmux.waiting();
    tmux.person.wait_text("an agent waits");
    tmux.comment_and_submit("closer");
    assert_eq!(ended(wait, 10).0["comments"][0]["text"], "closer");
    tmux.person.wait_text("waited is told");
    tmux.person.send("\r");
    // The agent revises, deletes the file, and presents again: the same board is brought to the front.
    world.rewrite(&world::SHOTS[..11]);
    fs::remove_file(world.comments_file()).unwrap();
    tmux.person.wait_text("1 structure 11");
    tmux.agent_done(&["open"], 0);
    let wait = tmux.waiting();
    tmux.person.send("j");
    tmux.person.wait_text("▶    s-02");
    tmux.person.send("A");
    tmux.person.wait_text("── Approve ──");
    tmux.person.send("\r");
    assert_eq!(ended(wait, 0).0["decision"], "approved");
    // Closed before anybody asks: that is told too, since it was opened for the agent.
    tmux.person.wait_text("waited is told");
    tmux.person.send("\r");
    tmux.person.wait_text("? help");
    tmux.person.send("q");
    wait_until(|| tmux.windows().len() == 1, || format!("{:?}", tmux.windows()));
    tmux.agent_done(&["open"], 0);
    tmux.person.wait_text("s-11 [10]");
    tmux.person.send("q");
    wait_until(|| tmux.windows().len() == 1, || format!("{:?}", tmux.windows()));
    assert_eq!(ended(tmux.agent(&["wait", "--timeout", "60"]), 11).0["decision"], "closed");
}

#[test]
fn a_board_in_a_split_is_waited_for_and_raised() {
    let world = World::new();
    let Some(tmux) = Tmux::start(&world) else { return };
    let words = board_words(&world);
    let mut split = vec!["split-window", "-h", "-t", "agent:0"];
    split.extend(words.iter().map(String::as_str));
    assert!(tmux.run(&split).status.success());
    tmux.wait_board();
    let wait = tmux.waiting();
    tmux.run(&["select-pane", "-t", "%0"]);
    tmux.agent_done(&["open"], 0);
    assert_ne!(tmux.ask("#{pane_id}"), "%0", "the board's pane is in front");
    tmux.comment_and_submit("split");
    assert_eq!(ended(wait, 10).0["comments"][0]["text"], "split");
}

#[test]
fn a_popup_killed_in_the_middle_keeps_the_draft_and_the_wait_goes_on() {
    let world = World::new();
    let Some(tmux) = Tmux::start(&world) else { return };
    let client = tmux.ask("#{client_name}");
    let words = board_words(&world);
    let mut popup = vec!["display-popup", "-c", &client, "-w", "100%", "-h", "100%", "-E"];
    popup.extend(words.iter().map(String::as_str));
    let wait = tmux.waiting();
    // The command comes back when the popup is closed.
    let mut shown = tmux.command(&popup).spawn().unwrap();
    tmux.wait_board();
    tmux.person.send("c");
    tmux.person.wait_text("enter save");
    tmux.person.send("half a tho");
    tmux.person.wait_text("half a tho");
    tmux.run(&["display-popup", "-c", &client, "-C"]);
    shown.wait().unwrap();
    world.wait_unfinished(&["half a tho"]);
    // Nothing was decided: the agent opens the board again, and the reviewer goes on.
    tmux.agent_done(&["open"], 0);
    tmux.wait_board();
    tmux.person.wait_text("half a tho");
    tmux.person.send("c");
    tmux.person.wait_text("enter save");
    tmux.person.send("ught\r");
    world.wait_saved(&["half a thought"]);
    tmux.person.send("S");
    tmux.person.wait_text("── Submit ──");
    tmux.person.send("\r");
    assert_eq!(ended(wait, 10).0["comments"][0]["text"], "half a thought");
}

#[test]
fn a_tmux_that_is_gone_is_told() {
    let world = World::new();
    let Some(tmux) = Tmux::start(&world) else { return };
    let socket = format!("{}/nowhere,1,0", world.root().display());
    let output = Command::new("setsid")
        .args(["--wait", BOARD, "open"])
        .current_dir(world.film())
        .env("PLANBOARD_STATE_DIR", world.root().join("state"))
        .env("TMUX", socket)
        .env("LANG", "en_US.UTF-8")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("tmux did not open the board"), "{said}");
    drop(tmux);
}
