//! `planboard completions`: for one shell on stdout, or with the man pages as files for packagers.

use std::fs;
use std::io::Error;
use std::io::ErrorKind::{NotFound, PermissionDenied};
use std::path::Path;

use clap::CommandFactory;
use clap_complete::{Shell as Generator, generate};

use crate::cli::args::{Args, Completions, Shell};
use crate::cli::context::{Context, shown};
use crate::cli::failure::Failure;
use crate::cli::man;
use crate::project::trouble::problem;

/// Every shell, with where its completions lie below a share directory.
const FILES: [(Shell, &str); 4] = [
    (Shell::Bash, "bash-completion/completions/planboard"),
    (Shell::Zsh, "zsh/site-functions/_planboard"),
    (Shell::Fish, "fish/vendor_completions.d/planboard.fish"),
    (Shell::PowerShell, "powershell/planboard.ps1"),
];

/// The completions for a shell.
pub fn text(shell: Shell) -> String {
    let generator = match shell {
        Shell::Bash => Generator::Bash,
        Shell::Zsh => Generator::Zsh,
        Shell::Fish => Generator::Fish,
        Shell::PowerShell => Generator::PowerShell,
    };
    let mut written = Vec::new();
    generate(generator, &mut Args::command(), "planboard", &mut written);
    String::from_utf8_lossy(&written).into_owned()
}

/// Prints the completions for a shell, or writes them all, with the man pages, and prints what was written.
///
/// # Errors
/// A file cannot be written.
pub fn run(context: &mut Context, options: &Completions) -> Result<u8, Failure> {
    if let Some(folder) = &options.all {
        let completions = FILES.map(|(shell, file)| (file.to_owned(), text(shell)));
        let pages = man::pages()?.into_iter().map(|(name, page)| (format!("man/man1/{name}.1"), page));
        for (file, text) in completions.into_iter().chain(pages) {
            let path = folder.join(file);
            write(&path, &text).map_err(|error| {
                Failure::failed("cli.error.packaging", &[("path", &shown(&path)), ("problem", &problem(&error))])
            })?;
            context.out.line(&shown(&path));
        }
    }
    if let Some(shell) = options.shell {
        text(shell).lines().for_each(|line| context.out.line(line));
    }
    Ok(0)
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        // Some file systems say of a folder that cannot be made there that it is not there.
        let refused = |error: Error| if error.kind() == NotFound { PermissionDenied.into() } else { error };
        fs::create_dir_all(folder).map_err(refused)?;
    }
    fs::write(path, text)
}
