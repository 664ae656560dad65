//! `planboard check`: every mistake of files of the contracts, each at its place.

mod github;
mod search;

use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::args::{Check, Format};
use crate::cli::context::{Context, shown};
use crate::cli::excerpt::Source;
use crate::cli::failure::Failure;
use crate::cli::findings::{self, Said};
use crate::contract::check::{Asked, check};
use crate::contract::finding::{Finding, Severity};
use crate::contract::findings::totals;
use crate::contract::json::{Document, MAX_BYTES, byte_order_mark};
use crate::contract::kind::{FileKind, closes_with_outcome, is_json};
use crate::locale::Locale;
use crate::project::find::coding::is_another_programs;
use crate::project::trouble::problem;
use crate::project::write::{Cause, read_regular};
use search::Given;

/// What stands for the name of stdin.
const STDIN: &str = "<stdin>";

/// A file and what is wrong in it.
struct Checked {
    file: PathBuf,
    /// `None` where it is of no known kind.
    kind: Option<FileKind>,
    /// The content; empty where it could not be read.
    bytes: Vec<u8>,
    findings: Vec<Finding>,
}

/// Checks the files and says what is wrong. Gives 1 where there are errors.
///
/// # Errors
/// None: what cannot be read is a finding.
pub fn run(context: &mut Context, options: &Check) -> Result<u8, Failure> {
    context.warn_of_settings();
    let mut report = Report {
        locale: if options.json { context.json_locale() } else { context.locale() },
        form: if options.json { Form::Json(Vec::new()) } else { Form::Said(options.format) },
        files: 0,
        errors: 0,
        warnings: 0,
    };
    // Files before the last directory that was named, and whether one of it was checked earlier.
    let (mut before, mut again) = (0, false);
    let mut done = HashSet::new();
    for given in search::gather(&options.files) {
        let checked = match given {
            Given::Stdin => Some(stdin(options)),
            Given::Named(file) => Some(named(file, options)),
            Given::Found(file, kind) => found(file, kind, options),
            Given::Unsearched(dir, why) => Some(unreadable(dir, None, why)),
            Given::Start => {
                before = report.files;
                again = false;
                None
            }
            Given::Again(file) => {
                again |= done.contains(&file);
                None
            }
            Given::End(dir) => {
                if report.files == before && !again {
                    let said = report.locale.say("cli.check.nothing-found", &[("dir", &shown(&dir))]);
                    context.out.talk(&said);
                }
                None
            }
        };
        if let Some(checked) = checked {
            done.insert(search::whole(&checked.file));
            report.add(context, &checked);
        }
    }
    Ok(report.finish(context))
}

/// Checks stdin.
fn stdin(options: &Check) -> Checked {
    let file = PathBuf::from(STDIN);
    let mut bytes = Vec::new();
    if let Err(error) = std::io::stdin().take(MAX_BYTES.saturating_add(1)).read_to_end(&mut bytes) {
        return unreadable(file, options.kind, problem(&error));
    }
    if u64::try_from(bytes.len()).is_ok_and(|read| read > MAX_BYTES) {
        return unreadable(file, options.kind, "io.too-large".to_owned());
    }
    let kind = options.kind.or_else(|| FileKind::of_content(&bytes));
    let mut checked = checked(file, kind, bytes, options);
    for finding in &mut checked.findings {
        // What came through a pipe is not being written just now.
        match finding.code {
            "empty-file" => finding.args.push(("hint", "finding.empty-input-hint".to_owned())),
            "truncated" => finding.args.push(("hint", "finding.truncated-input-hint".to_owned())),
            _ => {}
        }
    }
    checked
}

/// Checks a file that was named.
fn named(file: PathBuf, options: &Check) -> Checked {
    let kind = options.kind.or_else(|| FileKind::of_name(&file));
    match read_regular(&file, MAX_BYTES) {
        Ok(bytes) => {
            let kind = kind.or_else(|| FileKind::of_content(&bytes));
            checked(file, kind, bytes, options)
        }
        Err(error) => match (&error.cause, file.metadata()) {
            (Cause::TooLarge { limit }, Ok(meta)) => {
                let finding = Finding::new(&file, Severity::Error, "too-large", None);
                let findings = vec![finding.with("bytes", meta.len().to_string()).with("max", limit.to_string())];
                Checked { file, kind, bytes: Vec::new(), findings }
            }
            _ => unreadable(file, kind, error.cause.problem()),
        },
    }
}

/// Checks a file of a directory; `None` where it is of no known kind.
fn found(file: PathBuf, kind: Option<FileKind>, options: &Check) -> Option<Checked> {
    match read_regular(&file, MAX_BYTES) {
        Ok(bytes) => {
            // Many other programs have files of this name.
            if kind == Some(FileKind::CodingPlan) && is_another_programs(&bytes) {
                return None;
            }
            let kind = kind.or_else(|| closes_with_outcome(&bytes).then_some(FileKind::Report))?;
            Some(checked(file, Some(kind), bytes, options))
        }
        Err(error) => kind.map(|kind| unreadable(file, Some(kind), error.cause.problem())),
    }
}

fn checked(file: PathBuf, kind: Option<FileKind>, bytes: Vec<u8>, options: &Check) -> Checked {
    let folder = file.parent().map(Path::to_owned).unwrap_or_default();
    let exists = |path: &str| folder.join(path).is_file();
    // What stands beside stdin is not known; the artifacts of a report lie below a folder that only `report check` is told.
    let on_disk = file.as_os_str() != STDIN && kind != Some(FileKind::Report);
    let asked = Asked { tier: options.tier, review: false, exists: on_disk.then_some(&exists) };
    let findings = match kind {
        Some(kind) => check(kind, &file, &bytes, asked),
        None => unknown(&file, &bytes),
    };
    Checked { file, kind, bytes, findings }
}

/// What is wrong with a file of no known kind: broken JSON cannot be told by its keys, so that is what is said.
fn unknown(file: &Path, bytes: &[u8]) -> Vec<Finding> {
    match Document::parse(file, bytes) {
        Err(broken) if is_json(bytes) || matches!(broken.code, "empty-file" | "other-encoding") => {
            byte_order_mark(file, bytes).into_iter().chain([*broken]).collect()
        }
        _ => vec![Finding::new(file, Severity::Error, "unknown-kind", None)],
    }
}

fn unreadable(file: PathBuf, kind: Option<FileKind>, why: String) -> Checked {
    let finding = Finding::new(&file, Severity::Error, "unreadable", None).with("problem", why);
    Checked { file, kind, bytes: Vec::new(), findings: vec![finding] }
}

/// What is said about the files, and how.
struct Report {
    locale: &'static Locale,
    form: Form,
    files: usize,
    errors: usize,
    warnings: usize,
}

enum Form {
    /// One document at the end, of these files.
    Json(Vec<FileSaid>),
    /// Finding by finding.
    Said(Format),
}

/// What is wrong in one file, as JSON.
#[derive(Serialize)]
struct FileSaid {
    file: String,
    kind: Option<&'static str>,
    findings: Vec<Said>,
}

/// What is wrong in all files, as JSON.
#[derive(Serialize)]
struct Sum<'a> {
    files: &'a [FileSaid],
    errors: usize,
    warnings: usize,
}

impl Report {
    fn add(&mut self, context: &mut Context, checked: &Checked) {
        let (errors, warnings) = totals(&checked.findings);
        self.files += 1;
        self.errors += errors;
        self.warnings += warnings;
        match &mut self.form {
            Form::Json(files) => {
                files.push(FileSaid {
                    file: checked.file.display().to_string(),
                    kind: checked.kind.map(FileKind::as_str),
                    findings: checked.findings.iter().map(|f| findings::said(self.locale, f)).collect(),
                });
            }
            Form::Said(Format::Github) => {
                checked.findings.iter().for_each(|f| context.out.line(&github::annotation(self.locale, f)));
            }
            Form::Said(Format::Text) => {
                let source =
                    (!checked.findings.is_empty()).then(|| Source::new(&checked.bytes).within(findings::room()));
                for finding in &checked.findings {
                    findings::print(&mut context.out, self.locale, finding, source.as_ref());
                }
            }
        }
    }

    /// Says the sum, and gives the exit code.
    fn finish(self, context: &mut Context) -> u8 {
        let [files, errors, warnings] = [self.files, self.errors, self.warnings].map(|n| n.to_string());
        let sum =
            || self.locale.say("cli.check.sum", &[("files", &files), ("errors", &errors), ("warnings", &warnings)]);
        match &self.form {
            Form::Json(files) => {
                context.out.json(&Sum { files, errors: self.errors, warnings: self.warnings });
            }
            // Of the result only annotations are read.
            Form::Said(Format::Github) => context.out.talk(&sum()),
            Form::Said(Format::Text) => context.out.line(&sum()),
        }
        u8::from(self.errors > 0)
    }
}
