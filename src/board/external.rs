//! The person's own editor, $VISUAL or else $EDITOR: on a private temporary file, or on a file as it lies there.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus};

use crate::contract::finding::Place;
use crate::locale::Locale;
use crate::project::trouble::problem;

/// Opens `text` in the person's editor and gives the text it left. The terminal must have been given back before.
///
/// # Errors
/// Why there is no text, in words.
pub fn edit(text: &str, locale: &Locale) -> Result<String, String> {
    let program = program(locale)?;
    // A name of its own in a folder of its own: nobody else can put a link there.
    let stamp = chrono::Utc::now().timestamp_nanos_opt().unwrap_or_default();
    let folder = env::temp_dir().join(format!("planboard-{}-{stamp}", std::process::id()));
    let result =
        fs::DirBuilder::new().mode(0o700).create(&folder).map_err(|error| words(locale, &error)).and_then(|()| {
            let file = folder.join("comment.md");
            edit_file(&program, &file, text, locale)
        });
    let _ = fs::remove_dir_all(&folder);
    result
}

fn edit_file(program: &str, file: &Path, text: &str, locale: &Locale) -> Result<String, String> {
    let mut made = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(file)
        .map_err(|error| words(locale, &error))?;
    made.write_all(text.as_bytes()).map_err(|error| words(locale, &error))?;
    drop(made);
    let status = run(program, &[file.as_os_str().to_owned()], locale)?;
    if !status.success() {
        return Err(locale.say("external.failed", &[("program", program), ("status", &ended(status))]));
    }
    let bytes = fs::read(file).map_err(|error| words(locale, &error))?;
    String::from_utf8(bytes).map_err(|_| locale.word("external.not-utf8").to_owned())
}

/// Opens a file at a place in the person's editor, where it is one whose way of saying the line is known. The terminal
/// must have been given back before. Gives a note where the editor could not be told the line.
///
/// # Errors
/// Why it could not be opened, in words.
pub fn open(file: &Path, place: Option<Place>, locale: &Locale) -> Result<Option<String>, String> {
    let program = program(locale)?;
    if !file.is_file() {
        return Err(locale.say("external.no-file", &[("file", &file.display().to_string())]));
    }
    let (arguments, told) = arguments(&program, file, place);
    let status = run(&program, &arguments, locale)?;
    if !status.success() {
        return Err(locale.say("external.open-failed", &[("program", &program), ("status", &ended(status))]));
    }
    let note =
        |place: Place| locale.say("external.no-line", &[("program", &program), ("line", &place.line.to_string())]);
    Ok(place.filter(|_| !told).map(note))
}

/// Why something failed, in the words of the locale files.
fn words(locale: &Locale, error: &io::Error) -> String {
    locale.word(&problem(error)).to_owned()
}

/// How a program ended: its exit code, or the number of the signal that ended it.
fn ended(status: ExitStatus) -> String {
    status.code().or(status.signal().map(|signal| 128 + signal)).unwrap_or_default().to_string()
}

fn program(locale: &Locale) -> Result<String, String> {
    let set = |name| env::var(name).ok().filter(|value: &String| !value.trim().is_empty());
    ["VISUAL", "EDITOR"].into_iter().find_map(set).ok_or_else(|| locale.word("external.none").to_owned())
}

/// The variable may hold arguments (`code --wait`): a shell takes it apart, as git and others do.
fn run(program: &str, arguments: &[OsString], locale: &Locale) -> Result<ExitStatus, String> {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{program} \"$@\"")).arg("planboard").args(arguments);
    command.status().map_err(|error| words(locale, &error))
}

/// What an editor takes to open a file at a place, and whether that tells it the line; one that is not known gets just
/// the file.
fn arguments(program: &str, file: &Path, place: Option<Place>) -> (Vec<OsString>, bool) {
    let word = first_word(program);
    let name = Path::new(&word).file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let Some(Place { line, column }) = place else { return (vec![file.into()], false) };
    let at = |suffix: String| {
        let mut joined = file.as_os_str().to_owned();
        joined.push(suffix);
        joined
    };
    let given = match name {
        // Steps to the right count characters, as the column of a finding does; cursor() would count bytes.
        "vim" | "nvim" | "view" | "gvim" | "mvim" => {
            let steps = column.checked_sub(1).filter(|steps| *steps > 0);
            let steps = steps.map(|steps| format!("{steps}l")).unwrap_or_default();
            vec![format!("+normal! {line}G0{steps}").into(), file.into()]
        }
        "vi" => vec![format!("+{line}").into(), file.into()],
        "nano" => vec![format!("+{line},{column}").into(), file.into()],
        "micro" | "emacs" | "emacsclient" | "kak" => vec![format!("+{line}:{column}").into(), file.into()],
        "hx" | "helix" => vec![at(format!(":{line}:{column}"))],
        "code" | "code-insiders" | "codium" | "cursor" => vec!["-g".into(), at(format!(":{line}:{column}"))],
        "subl" | "zed" => vec![at(format!(":{line}:{column}"))],
        _ => return (vec![file.into()], false),
    };
    (given, true)
}

/// The first word of a command as a shell takes it: quotes and backslashes keep what they hold together.
fn first_word(command: &str) -> String {
    let mut word = String::new();
    let mut quote = None;
    let mut chars = command.trim_start().chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None | Some('"'), '\\') => word.extend(chars.next()),
            (None, c) if c.is_whitespace() => break,
            _ => word.push(c),
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(program: &str, place: Option<Place>) -> Vec<OsString> {
        arguments(program, Path::new("/p/a b.json"), place).0
    }

    #[test]
    fn each_editor_is_told_the_line_in_its_own_way() {
        let place = Some(Place { line: 12, column: 3 });
        let vims =
            ["/usr/bin/vim", "nvim -R", "'/opt/my tools/vim'", "\"/opt/my tools/nvim\" -R", "/opt/my\\ tools/vim"];
        for program in vims {
            assert_eq!(given(program, place), ["+normal! 12G02l", "/p/a b.json"], "{program}");
        }
        assert_eq!(given("vim", Some(Place { line: 12, column: 1 })), ["+normal! 12G0", "/p/a b.json"]);
        assert_eq!(given("vi", place), ["+12", "/p/a b.json"]);
        assert_eq!(given("nano", place), ["+12,3", "/p/a b.json"]);
        for program in ["micro", "emacs -nw", "kak"] {
            assert_eq!(given(program, place), ["+12:3", "/p/a b.json"], "{program}");
        }
        assert_eq!(given("hx", place), ["/p/a b.json:12:3"]);
        assert_eq!(given("code --wait", place), ["-g", "/p/a b.json:12:3"]);
        assert_eq!(given("subl -w", place), ["/p/a b.json:12:3"]);
    }

    #[test]
    fn an_unknown_editor_gets_just_the_file_and_so_does_every_one_without_a_place() {
        let place = Some(Place { line: 12, column: 3 });
        let unknown = arguments("my-editor", Path::new("/p/a b.json"), place);
        assert_eq!(unknown, (vec![OsString::from("/p/a b.json")], false));
        for program in ["vim", "hx", "code", ""] {
            assert_eq!(given(program, None), ["/p/a b.json"]);
        }
    }

    #[test]
    fn how_a_program_ended_is_said_with_a_number() {
        assert_eq!(
            (ended(ExitStatus::from_raw(3 << 8)), ended(ExitStatus::from_raw(9))),
            ("3".to_owned(), "137".to_owned())
        );
    }
}
