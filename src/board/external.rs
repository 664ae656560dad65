//! The person's own editor, $VISUAL or else $EDITOR: on a private temporary file, or on a file as it lies there.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;
use std::process::{Command, ExitStatus};

use crate::contract::finding::Place;
use crate::locale::Locale;

/// Opens `text` in the person's editor and gives the text it left. The terminal must have been given back before.
///
/// # Errors
/// Why there is no text, in words.
pub fn edit(text: &str, locale: &Locale) -> Result<String, String> {
    let program = program(locale)?;
    // A name of its own in a folder of its own: nobody else can put a link there.
    let stamp = chrono::Utc::now().timestamp_nanos_opt().unwrap_or_default();
    let folder = env::temp_dir().join(format!("planboard-{}-{stamp}", std::process::id()));
    let result = fs::DirBuilder::new().mode(0o700).create(&folder).map_err(|e| e.to_string()).and_then(|()| {
        let file = folder.join("comment.md");
        edit_file(&program, &file, text, locale)
    });
    let _ = fs::remove_dir_all(&folder);
    result
}

fn edit_file(program: &str, file: &Path, text: &str, locale: &Locale) -> Result<String, String> {
    let mut made =
        fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(file).map_err(|e| e.to_string())?;
    made.write_all(text.as_bytes()).map_err(|e| e.to_string())?;
    drop(made);
    let status = run(program, &[file.as_os_str().to_owned()])?;
    if !status.success() {
        return Err(locale.say("external.failed", &[("program", program), ("status", &status.to_string())]));
    }
    let bytes = fs::read(file).map_err(|e| e.to_string())?;
    String::from_utf8(bytes).map_err(|_| locale.word("external.not-utf8").to_owned())
}

/// Opens a file at a place in the person's editor, where it is one whose way of saying the line is known. The terminal
/// must have been given back before.
///
/// # Errors
/// Why it could not be opened, in words.
pub fn open(file: &Path, place: Option<Place>, locale: &Locale) -> Result<(), String> {
    let program = program(locale)?;
    if !file.is_file() {
        return Err(locale.say("external.no-file", &[("file", &file.display().to_string())]));
    }
    let status = run(&program, &arguments(&program, file, place))?;
    if status.success() {
        return Ok(());
    }
    Err(locale.say("external.open-failed", &[("program", &program), ("status", &status.to_string())]))
}

fn program(locale: &Locale) -> Result<String, String> {
    let set = |name| env::var(name).ok().filter(|value: &String| !value.trim().is_empty());
    ["VISUAL", "EDITOR"].into_iter().find_map(set).ok_or_else(|| locale.word("external.none").to_owned())
}

/// The variable may hold arguments (`code --wait`): a shell takes it apart, as git and others do.
fn run(program: &str, arguments: &[OsString]) -> Result<ExitStatus, String> {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{program} \"$@\"")).arg("planboard").args(arguments);
    command.status().map_err(|e| e.to_string())
}

/// What an editor takes to open a file at a place; one that is not known gets just the file.
fn arguments(program: &str, file: &Path, place: Option<Place>) -> Vec<OsString> {
    let word = program.split_whitespace().next().unwrap_or_default().trim_matches(['"', '\'']);
    let name = Path::new(word).file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let Some(Place { line, column }) = place else { return vec![file.into()] };
    let at = |suffix: String| {
        let mut joined = file.as_os_str().to_owned();
        joined.push(suffix);
        joined
    };
    match name {
        "vi" | "vim" | "nvim" | "view" | "nano" | "emacs" | "emacsclient" | "kak" => {
            vec![format!("+{line}").into(), file.into()]
        }
        "hx" | "helix" => vec![at(format!(":{line}"))],
        "code" | "code-insiders" | "codium" | "cursor" => vec!["-g".into(), at(format!(":{line}:{column}"))],
        "subl" | "zed" => vec![at(format!(":{line}:{column}"))],
        _ => vec![file.into()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(program: &str, place: Option<Place>) -> Vec<OsString> {
        arguments(program, Path::new("/p/a b.json"), place)
    }

    #[test]
    fn each_editor_is_told_the_line_in_its_own_way() {
        let place = Some(Place { line: 12, column: 3 });
        for program in ["vi", "/usr/bin/vim", "nvim -R", "nano", "emacs -nw", "kak", "'/opt/bin/vim'"] {
            assert_eq!(given(program, place), ["+12", "/p/a b.json"], "{program}");
        }
        assert_eq!(given("hx", place), ["/p/a b.json:12"]);
        assert_eq!(given("code --wait", place), ["-g", "/p/a b.json:12:3"]);
        assert_eq!(given("subl -w", place), ["/p/a b.json:12:3"]);
    }

    #[test]
    fn an_unknown_editor_gets_just_the_file_and_so_does_every_one_without_a_place() {
        assert_eq!(given("my-editor", Some(Place { line: 12, column: 3 })), ["/p/a b.json"]);
        for program in ["vim", "hx", "code", ""] {
            assert_eq!(given(program, None), ["/p/a b.json"]);
        }
    }
}
