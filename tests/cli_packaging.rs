//! The commands about the program itself: settings, keys, themes, completions, man pages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod cli_world;

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use clap::CommandFactory;
use cli_world::World;
use planboard::cli::args::Args;

const SHELLS: [&str; 4] = ["bash", "zsh", "fish", "powershell"];

/// Every command that is shown, with its words after `planboard`.
fn commands() -> Vec<(Vec<String>, clap::Command)> {
    let mut found = Vec::new();
    let mut left = vec![(Vec::new(), Args::command())];
    while let Some((words, command)) = left.pop() {
        for below in command.get_subcommands().filter(|c| !c.is_hide_set()) {
            let words: Vec<String> = words.iter().cloned().chain([below.get_name().to_owned()]).collect();
            left.push((words, below.clone()));
        }
        found.push((words, command));
    }
    found
}

#[test]
fn every_command_and_every_option_is_documented() {
    assert!(commands().len() > 25);
    for (words, command) in commands() {
        let name = format!("planboard {}", words.join(" "));
        assert!(command.get_about().is_some(), "{name}: what does it do?");
        let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        assert!(after.contains("Example"), "{name}: an example");
        for argument in command.get_arguments().filter(|a| !a.is_hide_set()) {
            assert!(argument.get_help().is_some(), "{name}: {}", argument.get_id());
        }
    }
}

#[test]
fn the_readme_names_every_command() {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    for (words, command) in commands().into_iter().filter(|(_, c)| !c.has_subcommands()) {
        let said = words.join(" ");
        let last = format!("`{}`", command.get_name());
        assert!(readme.contains(&format!("planboard {said}")) || readme.contains(&last), "planboard {said}");
    }
}

#[test]
fn completions_are_printed_for_every_shell_and_name_every_command() {
    let world = World::plan();
    for shell in SHELLS {
        let text = world.run(&["completions", shell]).ok().out;
        for (_, command) in commands().into_iter().filter(|(words, _)| words.len() == 1) {
            assert!(text.contains(command.get_name()), "{shell}: {}", command.get_name());
        }
    }
    world.run(&["completions", "tcsh"]).fails(2);
    world.run(&["completions"]).fails(2);
}

#[test]
fn the_shells_that_are_here_can_read_their_completions() {
    let world = World::plan();
    for (shell, options) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
        let file = world.root.join(shell);
        fs::write(&file, world.run(&["completions", shell]).ok().out).unwrap();
        let Ok(read) = Command::new(shell).arg(options).arg(&file).output() else { continue };
        assert!(read.status.success(), "{shell}: {}", String::from_utf8_lossy(&read.stderr));
    }
}

#[test]
fn bash_completes_a_command_and_an_option() {
    let world = World::plan();
    let file = world.root.join("planboard.bash");
    fs::write(&file, world.run(&["completions", "bash"]).ok().out).unwrap();
    for (words, expected) in [
        ("planboard the", "themes"),
        ("planboard config --du", "--dump"),
        ("planboard --pass fi", "final"),
        ("planboard show --pass s", "structure scaffold"),
        ("planboard --lang j", "ja"),
        ("planboard comments add --lens sec", "security"),
        ("planboard man com", "comments completions"),
    ] {
        let script = format!(
            "source {}\nCOMP_WORDS=({words})\nCOMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
             _planboard planboard \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\" 2>/dev/null\n\
             echo \"${{COMPREPLY[@]}}\"",
            file.display()
        );
        let Ok(completed) = Command::new("bash").args(["--norc", "-c", &script]).output() else { return };
        assert_eq!(String::from_utf8_lossy(&completed.stdout).trim(), expected, "{words}");
    }
}

#[test]
fn one_command_writes_everything_a_packager_needs() {
    let world = World::plan();
    let said = world.run(&["completions", "--all", "share"]).ok().out;
    let written: BTreeSet<&str> = said.lines().collect();
    for file in [
        "share/bash-completion/completions/planboard",
        "share/zsh/site-functions/_planboard",
        "share/fish/vendor_completions.d/planboard.fish",
        "share/powershell/planboard.ps1",
    ] {
        assert!(written.contains(file), "{file}\n{said}");
    }
    for (words, _) in commands() {
        let name = ["planboard".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join("-");
        assert!(written.contains(format!("share/man/man1/{name}.1").as_str()), "{name}\n{said}");
    }
    assert_eq!(written.len(), SHELLS.len() + commands().len(), "{said}");
    for file in &written {
        assert!(fs::metadata(world.film().join(file)).unwrap().len() > 100, "{file}");
    }
    // Again over what is there; and where nothing can be written, it says so.
    world.run(&["completions", "--all", "share"]).ok();
    let failed = world.run(&["completions", "--all", "planning/research-plan.json"]).fails(1);
    assert!(failed.err.contains("could not be written"), "{}", failed.err);
    if std::path::Path::new("/proc/self").exists() {
        let failed = world.run(&["completions", "--all", "/proc"]).fails(1);
        assert!(failed.err.contains("permission"), "{}", failed.err);
    }
    world.run(&["completions", "bash", "--all", "share"]).fails(2);
}

#[test]
fn man_pages_have_name_options_and_example_and_no_mistake() {
    let world = World::plan();
    for (words, command) in commands() {
        let mut arguments = vec!["man"];
        arguments.extend(words.iter().map(String::as_str));
        let page = world.run(&arguments).ok().out;
        for part in [".TH planboard", ".SH NAME", ".SH SYNOPSIS", ".SH EXIT STATUS", ".SH EXAMPLES\n.PP\n"] {
            assert!(page.contains(part), "{words:?}: {part}\n{page}");
        }
        for option in command.get_arguments().filter(|a| !a.is_hide_set()).filter_map(|a| a.get_long()) {
            assert!(page.contains(&option.replace('-', "\\-")), "{words:?}: --{option}\n{page}");
        }
    }
    // Options are shown with what they take, the codes of each command are its own, and files and variables are told.
    let page = world.run(&["man"]).ok().out;
    for part in
        ["[\\fB\\-\\-pass\\fR \\fIPASS\\fR]", "[\\fB\\-\\-ascii\\fR]", ".SH FILES", ".SH ENVIRONMENT", "NO_COLOR"]
    {
        assert!(page.contains(part), "{part}\n{page}");
    }
    assert!(!page.contains(".SH EXTRA"));
    let page = world.run(&["man", "wait"]).ok().out;
    assert!(page.contains(".SH EXIT STATUS\n0 approved (or handled), 10 comments"), "{page}");
    world.run(&["man", "coments"]).fails(2);
}

#[test]
fn groff_finds_nothing_wrong_in_the_man_pages() {
    let world = World::plan();
    world.run(&["completions", "--all", "share"]).ok();
    for page in fs::read_dir(world.film().join("share/man/man1")).unwrap() {
        let page = page.unwrap().path();
        let Ok(read) = Command::new("groff").args(["-man", "-Tutf8", "-ww", "-z"]).arg(&page).output() else { return };
        assert!(read.status.success(), "{}", page.display());
        assert_eq!(String::from_utf8_lossy(&read.stderr), "", "{}", page.display());
    }
}

#[test]
fn config_says_where_each_value_comes_from() {
    let world = World::plan();
    let folder = world.root.join("config/planboard");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("config.toml"), "notify = \"osc9\"\nascii = true\n[editor]\nenter = \"newline\"\n").unwrap();
    let shown = |arguments: &[&str], environment: &[(&str, &str)]| {
        let mut command = world.command(arguments);
        command.envs(environment.iter().copied());
        cli_world::Run::of(command.output().unwrap()).ok().out
    };
    let line = |text: &str, key: &str| text.lines().find(|l| l.starts_with(key)).unwrap_or_default().to_owned();

    let out = shown(&["config"], &[("PLANBOARD_ASCII", "false"), ("NO_COLOR", "1")]);
    let notify = line(&out, "notify ");
    assert!(notify.contains("osc9") && notify.ends_with("config.toml:1"), "{out}");
    assert!(line(&out, "editor.enter ").ends_with("config.toml:4"), "{out}");
    assert!(line(&out, "ascii ").contains("false") && line(&out, "ascii ").ends_with("$PLANBOARD_ASCII"), "{out}");
    assert!(line(&out, "theme ").contains("mono") && line(&out, "theme ").ends_with("$NO_COLOR"), "{out}");
    assert!(line(&out, "esc_delay_ms ").ends_with("default"), "{out}");
    let out = shown(&["config", "--lang", "en", "--color", "never"], &[]);
    assert!(line(&out, "language ").contains("--lang") && line(&out, "theme ").contains("--color never"), "{out}");
}

#[test]
fn config_shows_whole_keys_real_defaults_and_lists_as_they_are_written() {
    let world = World::plan();
    let folder = world.root.join("config/planboard");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("config.toml"), "phrases = [\"Closer, please.\", \"Cut \\\"this\\\".\"]\n").unwrap();
    let out = world.run(&["config"]).ok().out;
    for (key, values) in planboard::project::settings::KEYS {
        let line = out.lines().find(|line| line.split(' ').next() == Some(key));
        let line = line.unwrap_or_else(|| panic!("{key} is cut\n{out}"));
        assert!(*values != "true | false" || line.contains("true") || line.contains("false"), "{line}");
    }
    let phrases = "[\"Closer, please.\", 'Cut \"this\".']";
    assert!(out.contains(phrases), "{out}");
    assert!(world.run(&["config", "--dump"]).ok().out.contains(&format!("phrases = {phrases}")));
    // In the file yes and no are no numbers.
    for key in ["mouse", "ascii", "notices.gaps"] {
        fs::write(folder.join("config.toml"), format!("{key} = 1\n")).unwrap();
        let said = world.run(&["config"]).ok().err;
        assert!(said.contains(key) && said.contains("true | false"), "{said}");
    }
}

#[test]
fn what_config_dump_comments_out_holds_when_uncommented() {
    let world = World::plan();
    let folder = world.root.join("config/planboard");
    fs::create_dir_all(&folder).unwrap();
    let dump = world.run(&["config", "--dump"]).ok().out;
    let uncommented: Vec<&str> = dump.lines().map(|line| line.strip_prefix("# ").unwrap_or(line)).collect();
    fs::write(folder.join("config.toml"), uncommented.join("\n")).unwrap();
    let out = world.run(&["config"]).ok();
    assert_eq!(out.err, "");
    assert!(!out.out.contains("default"), "{}", out.out);
}

#[test]
fn wrong_use_shows_the_usage_of_the_board_and_of_commands() {
    let world = World::plan();
    for arguments in [&["--theme", "dark"][..], &["dark", "--theme"]] {
        let said = world.run(arguments).fails(2).err;
        assert!(
            said.contains("planboard [OPTIONS] [PATH]") && said.contains("planboard [OPTIONS] <COMMAND>"),
            "{said}"
        );
    }
    let said = world.run(&["status", "--foo"]).fails(2).err;
    assert!(said.contains("Usage: planboard status [OPTIONS] [PATH]"), "{said}");
}

#[test]
fn config_dump_is_a_settings_file_that_says_the_same() {
    let world = World::plan();
    let folder = world.root.join("config/planboard");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("config.toml");
    fs::write(&file, "theme = \"light\"\ncritique.binding = [\"A-*\", \"B\"]\nesc_delay_ms = 40\n").unwrap();
    let mut command = world.command(&["config", "--dump"]);
    let dump = cli_world::Run::of(command.env("PLANBOARD_NOTIFY", "none").output().unwrap()).ok().out;
    for expected in
        ["theme = \"light\"", "critique.binding = [\"A-*\", \"B\"]", "esc_delay_ms = 40", "notify = \"none\""]
    {
        assert!(dump.contains(expected), "{dump}");
    }
    fs::write(&file, &dump).unwrap();
    let again = world.run(&["config", "--dump"]).ok();
    assert_eq!(again.err, "");
    let values =
        |text: &str| text.lines().map(|l| l.split("  #").next().unwrap_or_default().to_owned()).collect::<Vec<_>>();
    assert_eq!(values(&again.out), values(&dump));
    let path = world.run(&["config", "--path"]).ok().out;
    assert_eq!(path.trim_end(), file.to_str().unwrap());
}

#[test]
fn keys_are_those_of_the_table() {
    let world = World::plan();
    let dump = world.run(&["keys", "--dump"]).ok().out;
    let bindings = planboard::board::keys::bindings();
    assert_eq!(dump.lines().count(), bindings.len());
    for line in dump.lines() {
        assert_eq!(line.split('\t').filter(|cell| !cell.is_empty()).count(), 4, "{line:?}");
    }
    assert!(dump.lines().any(|l| l.starts_with("board\tcomment\tc ")), "{dump}");
    let shown = world.run(&["keys", "--lang", "ja"]).ok().out;
    assert!(shown.lines().any(|l| l == "step-done") && shown.contains("次の対象"), "{shown}");
}

#[test]
fn themes_are_listed_and_the_one_in_effect_marked() {
    let world = World::plan();
    let mut command = world.command(&["themes"]);
    let out = cli_world::Run::of(command.env("PLANBOARD_THEME", "high-contrast").output().unwrap()).ok().out;
    let names: Vec<&str> = out.lines().filter_map(|l| l.get(2..)?.split(' ').next()).collect();
    assert_eq!(names, ["auto", "dark", "light", "high-contrast", "mono"]);
    assert!(out.lines().any(|l| l.starts_with("* high-contrast")), "{out}");
    assert!(!out.contains('\u{1b}'), "no sample in a pipe");
    let out = world.run(&["themes", "--color", "always"]).ok().out;
    assert!(out.contains("\u{1b}[") && out.contains("the selected row"), "{out:?}");
}
