//! `planboard demo`: a sample project in a fresh temporary directory.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::board::terminal::{input_device, output_device};
use crate::cli::args::{Demo, Review, Sample};
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::review;
use crate::project::trouble::problem;
use crate::text::shell;

macro_rules! sample {
    ($folder:literal: $($file:literal),+ $(,)?) => {
        &[$(($file, include_bytes!(concat!("../../assets/demo/", $folder, "/", $file)))),+]
    };
}

/// The files of the video sample: path and bytes.
const VIDEO: &[(&str, &[u8])] = sample!("video":
    ".akari/workflow.json",
    ".akari/intake.json",
    "edit.json",
    "captions.json",
    "planning/research-plan.json",
    "planning/plan_notes.json",
    "planning/pics/s-01.png",
    "planning/pics/s-05.svg",
    "assets/bowl.png",
    "assets/bowl.png.meta.json",
    "assets/compare.png.meta.json",
    "assets/flakes.mp4.meta.json",
    "assets/graph.png.meta.json",
    "assets/kombu.png",
    "assets/kombu.png.meta.json",
    "assets/music.wav",
    "assets/music.wav.meta.json",
    "assets/narration.wav.meta.json",
    "assets/scale.mp4.meta.json",
    "assets/steam.wav",
    "assets/steam.wav.meta.json",
    "assets/table.mp4.meta.json",
    "assets/window.mp4.meta.json",
);

/// The files of the coding sample: path and bytes.
const CODING: &[(&str, &[u8])] = sample!("coding":
    "README.md",
    "src/list.ts",
    "src/store.ts",
    "tests/list.spec.ts",
    "reports/report-1.md",
    ".pipeline/plan-critique.json",
    ".xyz-harness/loan-sync/clarify.json",
    ".xyz-harness/loan-sync/detail.json",
    ".xyz-harness/loan-sync/issues.md",
    ".xyz-harness/loan-sync/requirements.md",
    ".xyz-harness/loan-sync/system-architecture.md",
    ".xyz-harness/shelf-search/plan.json",
    ".xyz-harness/shelf-search/plan_notes.json",
);

/// The report of the coding sample, which asks for a decision at once.
const REPORT: &str = "reports/report-1.md";

/// The topic of the coding sample that is not the newest.
const OLDER: &str = ".xyz-harness/loan-sync/";

/// Copies the sample, says where, and opens it unless only the copy was asked for.
///
/// # Errors
/// There is no terminal, the copy could not be written, or the board could not be opened.
pub fn run(context: &mut Context, args: &Demo) -> Result<u8, Failure> {
    // Without a terminal a copy would only be left behind.
    if !args.print && input_device().and_then(|_| output_device()).is_err() {
        return Err(Failure::failed("cli.error.demo-terminal", &[]));
    }
    let files = match args.sample {
        Sample::Video => VIDEO,
        Sample::Coding => CODING,
    };
    let copied = copy(files, &std::env::temp_dir()).and_then(|place| {
        if args.sample == Sample::Coding {
            let ready = make_worktree(&place, files);
            ready.map_err(|error| (place.clone(), error))?;
        }
        Ok(place)
    });
    let place = copied.map_err(|(path, error)| {
        let path = path.display().to_string();
        Failure::failed("cli.error.demo", &[("path", &path), ("problem", &problem(&error))])
    })?;
    let locale = context.locale();
    let shown = place.display().to_string();
    context.out.talk(&locale.say("cli.demo.copied", &[("path", &shown)]));
    context.done("cli.error.stdout-copied");
    if args.print {
        if args.sample == Sample::Coding {
            let (place, report) = (shell::word(&shown), format!("{shown}/{REPORT}"));
            let command = format!("planboard {place} --report {}", shell::word(&report));
            context.out.talk(&locale.say("cli.demo.with-report", &[("command", &command)]));
        }
        context.out.line(&shown);
        return Ok(0);
    }
    let report = match args.sample {
        Sample::Video => Vec::new(),
        Sample::Coding => vec![place.join(REPORT)],
    };
    review::run(context, &Review { path: Some(place), report, ..Review::default() })
}

/// An empty `.git` makes the copy the worktree that the critique's anchors point into; one topic is older than the other.
fn make_worktree(root: &Path, files: &[(&str, &[u8])]) -> io::Result<()> {
    fs::create_dir(root.join(".git"))?;
    let before = std::time::SystemTime::now() - std::time::Duration::from_secs(24 * 60 * 60);
    for (name, _) in files.iter().filter(|(name, _)| name.starts_with(OLDER)) {
        fs::File::options().write(true).open(root.join(name))?.set_modified(before)?;
    }
    Ok(())
}

/// Writes `files` to a directory made anew under `parent`.
fn copy(files: &[(&str, &[u8])], parent: &Path) -> Result<PathBuf, (PathBuf, io::Error)> {
    let root = fresh(parent).map_err(|error| (parent.to_owned(), error))?;
    for (name, bytes) in files {
        let path = root.join(name);
        let folder = path.parent().unwrap_or(&root);
        fs::create_dir_all(folder).and_then(|()| fs::write(&path, bytes)).map_err(|error| (path.clone(), error))?;
    }
    Ok(root)
}

/// A directory that was not there before, for this person only.
fn fresh(parent: &Path) -> io::Result<PathBuf> {
    use std::os::unix::fs::DirBuilderExt;
    let stamp = chrono::Utc::now().format("%Y%m%d-%H%M%S");
    for n in 1..1000 {
        let place = parent.join(format!("planboard-demo-{stamp}-{n}"));
        match fs::DirBuilder::new().mode(0o700).create(&place) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            other => return other.map(|()| place),
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_copy_has_a_directory_of_its_own() {
        let dir = tempfile::tempdir().expect("temp dir");
        let one = copy(VIDEO, dir.path()).expect("copied");
        let two = copy(VIDEO, dir.path()).expect("copied");
        assert_ne!(one, two);
        assert!(one.join("planning/research-plan.json").is_file());
    }

    #[test]
    fn every_file_of_the_sample_is_bundled() {
        fn count(dir: &Path) -> usize {
            let entries = fs::read_dir(dir).expect("folder").map(|e| e.expect("entry").path());
            entries.map(|path| if path.is_dir() { count(&path) } else { 1 }).sum()
        }
        for (files, name) in [(VIDEO, "video"), (CODING, "coding")] {
            assert_eq!(files.len(), count(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo").join(name)));
        }
    }
}
