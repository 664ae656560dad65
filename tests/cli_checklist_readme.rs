//! The examples of the README about checklists, as they stand there, one after the other in one folder.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod cli_world;

use std::process::Command;

use cli_world::World;
use cli_world::checklist::Tasks;

const README: &str = include_str!("../README.md");

/// The example after this text: its commands, each with what it says; `…`: something that happens elsewhere.
fn example(after: &str) -> Vec<(&'static str, String)> {
    let rest = README.split_once(after).unwrap_or_else(|| panic!("{after}")).1;
    let text = rest.split_once("```\n").expect("it begins").1.split_once("```").expect("it ends").0;
    let mut steps: Vec<(&str, String)> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("$ ") {
            Some(command) => steps.push((command, String::new())),
            None => steps.last_mut().expect("a command").1.push_str(&format!("{line}\n")),
        }
    }
    steps
}

/// What a line of a shell says, stdout and stderr, in the folder `empty`.
fn shell(world: &World, exports: &str, line: &str) -> String {
    let program = world.command(&[]).get_program().to_owned();
    let line = line.replace("planboard ", "\"$PLANBOARD\" ");
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{exports}\n{{ {line}\n}} 2>&1")]).current_dir(world.root.join("empty"));
    command
        .env("PLANBOARD", program)
        .env("HOME", &world.root)
        .env("LANG", "en_US.UTF-8")
        .env_remove("EJCLAW_STORE_DIR");
    command.env("PLANBOARD_STATE_DIR", world.root.join("state")).env("XDG_CONFIG_HOME", world.root.join("config"));
    String::from_utf8(command.output().expect("it runs").stdout).expect("UTF-8")
}

#[test]
fn both_examples_say_what_the_readme_says() {
    let world = World::new(&[]);
    for (line, said) in example("## A checklist, step by step") {
        if line.contains("| jq") && shell(&world, "", "command -v jq").is_empty() {
            continue;
        }
        assert_eq!(shell(&world, "", line), said, "{line}");
    }
    // The file lies there still.
    assert!(world.root.join("empty/plan_notes.json").exists());
    std::fs::create_dir(world.root.join("empty/store")).expect("folder");
    let tasks = Tasks::new(world.root.join("empty/store/messages.db"));
    tasks.add("t-42", None, "2026-07-25T09:30:00.000Z");
    let mut exports = "";
    for (line, said) in example("a program that pairs an owner with a reviewer") {
        if line.starts_with("export ") {
            exports = line;
        } else if line.starts_with('…') {
            if line.contains("next") {
                tasks.comes_to("t-42", "merge_ready", 1);
                shell(&world, exports, "planboard checklist next --task t-42");
            }
            tasks.comes_to("t-42", "merge_ready", 1);
        } else {
            let told = shell(&world, exports, line);
            assert_eq!(told, said, "{line}");
        }
    }
    assert_eq!(tasks.row("t-42").0, "completed");
}
