//! The walls of the house: a room names only the rooms below it, and only `cli` prints.

#![allow(clippy::expect_used)]

use std::fs;
use std::path::{Path, PathBuf};

/// Each room with those it may name.
const ROOMS: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("contract", &["text"]),
    // The words need no more than the phrases of the contract room, so the hand-off line may be said there.
    ("review", &["contract", "text", "locale"]),
    // The sentences of findings come as phrases of the contract room.
    ("locale", &["contract"]),
    ("project", &["review", "contract", "text", "locale"]),
    ("board", &["project", "review", "contract", "text", "locale"]),
    ("cli", &["board", "project", "review", "contract", "text", "locale"]),
];

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).expect("folder") {
        let path = entry.expect("entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    files(&root, &mut found);
    let strip = |path: &PathBuf| path.strip_prefix(&root).expect("below src").to_owned();
    found.iter().map(|path| (strip(path), fs::read_to_string(path).expect("source"))).collect()
}

fn room(path: &Path) -> String {
    let first = path.components().next().expect("a name").as_os_str().to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

/// The text without comments.
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The rooms named by `crate::…`, `use crate::{…}` included.
fn named(text: &str) -> Vec<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut names = Vec::new();
    for after in code(text).split("crate::").skip(1) {
        match after.strip_prefix('{') {
            None => names.push(word(after)),
            Some(list) => {
                let mut depth = 0;
                let mut fresh = true;
                for (at, c) in list.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => fresh = true,
                        c if fresh && c.is_alphabetic() => {
                            names.extend(list.get(at..).map(word));
                            fresh = false;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    names
}

#[test]
fn a_room_names_only_the_rooms_below_it() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        let here = room(&path);
        let Some((_, below)) = ROOMS.iter().find(|(name, _)| *name == here) else { continue };
        for name in named(&text) {
            let is_room = ROOMS.iter().any(|(room, _)| *room == name);
            if is_room && name != here && !below.contains(&name.as_str()) {
                wrong.push(format!("{} names {name}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_room_has_its_wall() {
    for (path, _) in sources() {
        let here = room(&path);
        let known = ROOMS.iter().any(|(name, _)| *name == here) || ["lib", "main"].contains(&here.as_str());
        assert!(known, "{} is in no known room", path.display());
    }
}

#[test]
fn only_the_command_line_prints() {
    let macros = ["println!", "eprintln!", "print!(", "eprint!("];
    let printing: Vec<String> = sources()
        .iter()
        .filter(|(path, text)| room(path) != "cli" && macros.iter().any(|m| code(text).contains(m)))
        .map(|(path, _)| path.display().to_string())
        .collect();
    assert!(printing.is_empty(), "{printing:?}");
}

#[test]
fn parsing_and_reviewing_touch_no_disk_and_no_clock() {
    let outside = ["std::fs", "std::net", "std::process", "std::env", "Utc::now", "SystemTime::now", "Instant::now"];
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        // What follows the first test module is test code, and so are files of tests.
        let is_test = path.to_string_lossy().contains("test");
        let code = code(&text);
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        if ["text", "contract", "review"].contains(&room(&path).as_str()) && !is_test {
            wrong.extend(outside.iter().filter(|o| code.contains(*o)).map(|o| format!("{}: {o}", path.display())));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn names_in_lists_are_found() {
    assert_eq!(named("use crate::{board::{a, b}, cli as c, text};"), ["board", "cli", "text"]);
    assert_eq!(named("let x = crate::review::plan::build();"), ["review"]);
}
