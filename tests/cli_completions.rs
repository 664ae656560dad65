//! Completions, read as text: zsh, fish and PowerShell may not be here to read them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod cli_world;

use clap::CommandFactory;
use cli_world::World;
use planboard::cli::args::Args;

/// A command that is shown: its words after `planboard`, its commands, its long options.
struct Shown {
    words: Vec<String>,
    below: Vec<String>,
    options: Vec<String>,
}

fn commands() -> Vec<Shown> {
    let mut found = Vec::new();
    let mut whole = Args::command();
    whole.build();
    let mut left = vec![(Vec::new(), whole)];
    while let Some((words, command)) = left.pop() {
        let shown = |command: &&clap::Command| !command.is_hide_set() && command.get_name() != "help";
        let below: Vec<clap::Command> = command.get_subcommands().filter(shown).cloned().collect();
        let options = command.get_arguments().filter(|argument| !argument.is_hide_set());
        let options = options.filter_map(|argument| argument.get_long().map(str::to_owned)).collect();
        let names = below.iter().map(|command| command.get_name().to_owned()).collect();
        for command in below {
            let words: Vec<String> = words.iter().cloned().chain([command.get_name().to_owned()]).collect();
            left.push((words, command));
        }
        found.push(Shown { words, below: names, options });
    }
    assert!(found.len() > 25);
    found
}

fn completions(shell: &str) -> String {
    World::plan().run(&["completions", shell]).ok().out
}

/// Whether every quote of a script is closed. `in_quotes`: a backslash escapes within single quotes, as in fish.
fn is_closed(script: &str, in_quotes: bool) -> bool {
    let (mut quote, mut before) = (None, '\n');
    let mut letters = script.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (None, '#') if before.is_whitespace() => {
                letters.by_ref().find(|letter| *letter == '\n');
            }
            (None | Some('"'), '\\') => drop(letters.next()),
            (Some('\''), '\\') if in_quotes => drop(letters.next()),
            (None, '\'' | '"') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            _ => {}
        }
        before = letter;
    }
    quote.is_none()
}

#[test]
fn zsh_is_offered_every_command_and_every_option() {
    let text = completions("zsh");
    // `(name)` of a case, then what it takes.
    let parts: Vec<&str> = text.split("\n_arguments").collect();
    for Shown { words, below, options } in commands() {
        let case = words.last().map(|name| format!("({name})"));
        let takes = |(before, part): (&&str, &&str)| {
            let is_it = case.as_ref().is_none_or(|case| before.trim_end().ends_with(case.as_str()));
            is_it && options.iter().all(|option| part.contains(&format!("--{option}")))
        };
        assert!(parts.iter().zip(&parts[1..]).any(takes) || words.is_empty(), "{words:?}: {options:?}");
        assert!(options.iter().all(|option| text.contains(&format!("--{option}"))), "{words:?}");
        for name in below {
            assert!(text.contains(&format!("'{name}:")), "{words:?}: {name}");
        }
    }
    assert!(text.starts_with("#compdef planboard\n") && is_closed(&text, false));
}

#[test]
fn fish_is_offered_every_command_and_every_option() {
    let text = completions("fish");
    for Shown { words, below, options } in commands() {
        let lines: Vec<&str> = text
            .lines()
            .filter(|line| match words.as_slice() {
                [] => line.contains("__fish_planboard_needs_command"),
                [only] => line.contains(&format!("__fish_planboard_using_subcommand {only}")),
                [first, second, ..] => {
                    line.contains(&format!("__fish_planboard_using_subcommand {first};"))
                        && line.contains(&format!("__fish_seen_subcommand_from {second}"))
                }
            })
            .collect();
        for option in options {
            let wanted = format!(" -l {option}");
            let has = |line: &&str| line.split_once(&wanted).is_some_and(|(_, after)| !after.starts_with('-'));
            assert!(lines.iter().any(has), "{words:?}: --{option}");
        }
        for name in below {
            assert!(lines.iter().any(|line| line.contains(&format!("\"{name}\""))), "{words:?}: {name}");
        }
    }
    assert!(is_closed(&text, true));
}

#[test]
fn powershell_is_offered_every_command_and_every_option() {
    let text = completions("powershell");
    for Shown { words, below, options } in commands() {
        let name = ["planboard".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(";");
        let (_, after) = text.split_once(&format!("'{name}' {{")).unwrap_or_else(|| panic!("no {name}"));
        let block = after.split("\n            break").next().unwrap();
        for word in options.iter().map(|option| format!("--{option}")).chain(below) {
            assert!(block.contains(&format!("::new('{word}', '{word}', ")), "{name}: {word}");
        }
    }
    // PowerShell takes curly quotes for straight ones, and knows no other escape in them than doubling.
    assert!(!text.contains(['\u{2018}', '\u{2019}', '\u{201a}', '\u{201b}']));
    for line in text.lines() {
        assert!(line.matches('\'').count().is_multiple_of(2), "{line}");
    }
    let outside: String = text.split('\'').step_by(2).collect();
    for (open, close) in [('{', '}'), ('(', ')'), ('[', ']')] {
        assert_eq!(outside.matches(open).count(), outside.matches(close).count(), "{open}{close}");
    }
}

#[test]
fn completions_name_nothing_of_the_machine_they_were_made_on() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let text = completions(shell);
        for path in ["/tmp", "/home/", "/root", "/usr/", "target/debug", env!("CARGO_MANIFEST_DIR")] {
            assert!(!text.contains(path), "{shell}: {path}");
        }
    }
}

#[test]
fn an_open_quote_is_found() {
    assert!(is_closed("echo 'it'\\''s' \"a'b\" # don't\n", false) && is_closed("echo 'it\\'s'", true));
    assert!(!is_closed("echo 'it's'", false) && !is_closed("echo \"a", false) && !is_closed("echo 'it\\'s'", false));
}
