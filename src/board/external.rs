//! The person's own editor: $VISUAL, else $EDITOR, on a private temporary file.

use std::env;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;
use std::process::Command;

use crate::locale::Locale;

/// Opens `text` in the person's editor and gives the text it left. The terminal must have been given back before.
///
/// # Errors
/// Why there is no text, in words.
pub fn edit(text: &str, locale: &Locale) -> Result<String, String> {
    let program =
        ["VISUAL", "EDITOR"].into_iter().find_map(|name| env::var(name).ok().filter(|v| !v.trim().is_empty()));
    let Some(program) = program else { return Err(locale.word("external.none").to_owned()) };
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
    // The variable may hold arguments (`code --wait`): a shell takes it apart, as git and others do.
    let status = Command::new("sh")
        .arg("-c")
        .arg(format!("{program} \"$1\""))
        .arg("planboard")
        .arg(file)
        .status()
        .map_err(|e| e.to_string())?;
    if !status.success() {
        return Err(locale.say("external.failed", &[("program", program), ("status", &status.to_string())]));
    }
    let bytes = fs::read(file).map_err(|e| e.to_string())?;
    String::from_utf8(bytes).map_err(|_| locale.word("external.not-utf8").to_owned())
}
