//! The skill: what it tells an agent to run exists, and an agent that runs nothing else completes a round.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::ffi::OsString;
use std::fs;
use std::process::{Child, Command, Output, Stdio};

use planboard::project::store::Store;
use serde_json::Value;
use world::{SHOTS, World, wait_until};

const BOARD: &str = env!("CARGO_BIN_EXE_planboard");

fn skill() -> String {
    let output = Command::new(BOARD).arg("skill").output().expect("it runs");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Every command line of the skill: those in its blocks for a shell, and those of its hook.
fn commands() -> Vec<String> {
    let skill = skill();
    let lines = skill.lines().map(str::trim).filter(|line| line.starts_with("planboard ")).map(str::to_owned);
    let hooks = skill.split("\"command\": \"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()));
    lines.chain(hooks).collect()
}

/// The command of the skill that begins so.
#[track_caller]
fn command(beginning: &str) -> String {
    let found = commands().into_iter().find(|command| command.starts_with(beginning));
    found.unwrap_or_else(|| panic!("the skill names no {beginning}"))
}

/// The words that choose a command: `planboard comments read` of a whole line.
fn chosen(command: &str) -> Vec<&str> {
    let words: Vec<&str> = command.split_whitespace().skip(1).collect();
    words[..if ["comments", "checklist", "critique", "report"].contains(&words[0]) { 2 } else { 1 }].to_vec()
}

fn help(words: &[&str]) -> Option<String> {
    let output = Command::new(BOARD).args(words).arg("--help").output().expect("it runs");
    let help = String::from_utf8(output.stdout).expect("UTF-8");
    // A word that is no command is taken for a path.
    let usage = format!("Usage: planboard {}", words.join(" "));
    (output.status.success() && help.contains(&usage)).then_some(help)
}

/// An agent's shell in the project of `world`: the program by its name, no terminal, no multiplexer.
fn shell(world: &World, line: &str, token: &str) -> Command {
    let bin = std::path::Path::new(BOARD).parent().expect("a folder").display().to_string();
    let mut command = Command::new("/bin/sh");
    command.args(["-c", line]).current_dir(world.film()).env_clear();
    command.env("PATH", format!("{bin}:/usr/local/bin:/usr/bin:/bin")).env("HOME", world.root());
    command.env("PLANBOARD_STATE_DIR", world.root().join("state")).env("LANG", "en_US.UTF-8").env("TOKEN", token);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[track_caller]
fn run(world: &World, line: &str, token: &str, code: i32) -> String {
    finish(line, shell(world, line, token).spawn().expect("it runs"), code)
}

#[track_caller]
fn finish(line: &str, child: Child, code: i32) -> String {
    let Output { status, stdout, stderr } = child.wait_with_output().expect("its end");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(status.code(), Some(code), "{line}\n{}{}", text(&stdout), text(&stderr));
    text(&stdout)
}

fn review(world: &World, target: &str, text: &str) {
    for arguments in
        [&["comments", "add", "--pass", "structure", "--target", target, "--text", text][..], &["comments", "submit"]]
    {
        let done = world.command(arguments);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
}

#[test]
fn the_skill_is_one_page_with_a_name_and_a_description() {
    let skill = skill();
    let front = skill.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).expect("front matter").0;
    let keys: Vec<&str> = front.lines().filter_map(|line| Some(line.split_once(": ")?.0)).collect();
    assert_eq!(keys, ["name", "description"]);
    assert!(front.len() < 1024, "{} bytes", front.len());
    assert!(skill.lines().count() < 120, "{} lines", skill.lines().count());
}

#[test]
fn every_command_and_option_of_the_skill_exists() {
    let lines = commands();
    assert!(lines.len() >= 8, "{lines:?}");
    for line in &lines {
        let help = help(&chosen(line)).unwrap_or_else(|| panic!("no such command: {line}"));
        for option in line.split_whitespace().filter(|word| word.starts_with("--")) {
            assert!(help.contains(option), "{option} of {line}");
        }
    }
}

#[test]
fn the_skills_exit_codes_are_those_of_the_command() {
    let (skill, help) = (skill(), help(&["wait"]).expect("there"));
    for code in ["0 approved", "10 comments", "11 closed", "12 still open", "1 failed"] {
        assert!(help.contains(code), "{code}");
        let (number, word) = code.split_once(' ').expect("two");
        assert!(skill.contains(&format!("| {number} | {word}")), "{code}");
    }
}

#[test]
fn an_agent_that_follows_the_skill_alone_completes_a_round() {
    let world = World::new();
    // 1. No multiplexer here: the person is told what to run.
    run(&world, &command("planboard open"), "", 1);
    // 2.
    let wait = command("planboard wait planning");
    let waiting = shell(&world, &wait, "").spawn().expect("it runs");
    let root: OsString = world.root().join("state").into();
    let open = || Store::open(&world.planning(), &|n| (n == "PLANBOARD_STATE_DIR").then(|| root.clone()));
    let store = open().expect("a store");
    wait_until(|| store.is_waited_for(), || "nobody waits".to_owned());
    review(&world, "s-07", "もっと寄りで");
    let decision: Value = serde_json::from_str(&finish(&wait, waiting, 10)).expect("JSON");
    assert_eq!(decision["comments"][0]["text"], "もっと寄りで");
    // 3.
    let brief = run(&world, &command("planboard comments read planning --prompt"), "", 0);
    assert!(brief.contains("もっと寄りで") && brief.contains("沸く直前の泡"), "{brief}");
    assert!(skill().contains("`--json` in place of `--prompt`"));
    let brief_for_scripts = command("planboard comments read planning --prompt").replace("--prompt", "--json");
    let read: Value = serde_json::from_str(&run(&world, &brief_for_scripts, "", 0)).expect("JSON");
    let comment = &read["comments"][0];
    assert!(["exact", "moved", "retitled"].contains(&comment["resolution"].as_str().expect("a word")), "{read}");
    let token = read["token"].as_str().expect("a token");
    // 4. Only what is named.
    let at: usize = comment["resolved_id"].as_str().expect("an id").parse().expect("an index");
    let mut shots = SHOTS.to_vec();
    shots[at].1 = "沸く直前の泡、寄りで";
    world.rewrite(&shots);
    // 5.
    run(&world, &command("planboard verify"), "", 0);
    // 6.
    run(&world, &command("planboard comments done planning"), token, 0);
    assert!(!world.comments_file().exists());
    // 7. Presented again; nothing is decided, nothing is told twice.
    run(&world, &command("planboard open"), "", 1);
    run(&world, &command("planboard wait planning --timeout"), "", 12);
    // A change that nobody named does not get past the skill.
    review(&world, "s-02", "短く");
    run(&world, &command("planboard comments read planning --prompt"), "", 0);
    shots[1].1 = "Title card, short";
    shots[9].1 = "頼まれていない変更";
    world.rewrite(&shots);
    run(&world, &command("planboard verify"), "", 1);
    fs::metadata(world.comments_file()).expect("kept until done");
}

#[test]
fn an_agent_that_follows_the_skill_alone_completes_a_checklist() {
    let world = World::new();
    run(&world, &command("planboard checklist start"), "", 0);
    let prompt = || run(&world, &command("planboard checklist prompt"), "", 0);
    let next = || -> Value {
        let said = run(&world, &command("planboard checklist next"), "", 0);
        serde_json::from_str(&said).expect("JSON")
    };
    for step in ["Read the parser", "Move it", "Write tests"] {
        assert!(prompt().contains(step), "{}", prompt());
        let after = next();
        assert_ne!(after["continues"], after["completed"], "{after}");
    }
    assert_eq!(prompt(), "");
}
