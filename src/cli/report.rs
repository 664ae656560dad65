//! `planboard report check`: an outcome report against its contract and the acceptance checklist.

use std::io::Read;
use std::path::{Component, Path, PathBuf};

use serde_json::{Value, json};

use crate::cli::args::CheckReport;
use crate::cli::context::{Context, shown};
use crate::cli::excerpt::Source;
use crate::cli::failure::Failure;
use crate::cli::findings;
use crate::contract::finding::{Finding, Severity};
use crate::contract::json::MAX_BYTES;
use crate::contract::outcome_report::{Outcome, Priority, Report, Verification, VerificationState, read};
use crate::locale::Locale;
use crate::project::trouble::problem;
use crate::project::write::read_regular;
use crate::review::report_reply;
use crate::review::report_words as words;
use crate::text::clean;

/// What stands for the name of stdin.
const STDIN: &str = "<stdin>";

/// Checks a report. Gives 1 where there are errors.
///
/// # Errors
/// The directory of `--root` is none.
pub fn check(context: &mut Context, options: &CheckReport) -> Result<u8, Failure> {
    context.warn_of_settings();
    if let Some(root) = options.root.as_ref().filter(|root| !root.is_dir()) {
        return Err(Failure::usage("cli.error.report-root", &[("path", &shown(root))]));
    }
    let (file, bytes) = bytes_of(&options.file);
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(why) => {
            let finding = Finding::new(&file, Severity::Error, "unreadable", None).with("problem", why);
            return Ok(unread(context, options, &finding));
        }
    };
    context.written_in(words::script(&String::from_utf8_lossy(&bytes)));
    let exists = |path: &str| options.root.as_ref().is_some_and(|root| lies_in(root, path) == Some(true));
    let (report, mut found) = read(&file, &bytes, options.review, options.root.as_ref().map(|_| &exists as _));
    for finding in found.iter_mut().filter(|finding| finding.code == "report-artifact-not-there") {
        let path = finding.args.iter().find(|(name, _)| *name == "path").map(|(_, path)| path.as_str());
        if options.root.as_ref().zip(path).is_some_and(|(root, path)| lies_in(root, path) == Some(false)) {
            finding.code = "report-artifact-outside";
        }
    }
    let locale = context.locale();
    if options.json {
        let document = document(context.json_locale(), Some(&report), &found);
        context.out.json(&document);
    } else if options.reply {
        if let Some(reply) = report_reply::reply(&report, &found, locale) {
            context.out.line(&clean::block(&reply));
        }
    } else {
        print(context, locale, &file, &report);
        let source = Source::new(&bytes);
        for finding in &found {
            findings::print(&mut context.out, locale, finding, Some(&source));
        }
    }
    Ok(u8::from(findings::any_error(&found)))
}

/// Whether what a path names lies below the root: `None` where nothing is there that could. A path that leads out by its
/// text is outside whether something is there or not.
fn lies_in(root: &Path, path: &str) -> Option<bool> {
    let whole = root.canonicalize().ok()?;
    match whole.join(path).canonicalize() {
        Ok(there) => Some(there.starts_with(&whole)),
        Err(_) => {
            let mut depth = 0_i32;
            let leaves = Path::new(path).components().any(|component| {
                depth += match component {
                    Component::ParentDir => -1,
                    Component::Normal(_) => 1,
                    _ => 0,
                };
                depth < 0
            });
            let is_elsewhere = Path::new(path).is_absolute() && !Path::new(path).starts_with(&whole);
            (leaves || is_elsewhere).then_some(false)
        }
    }
}

/// The name and the content; else why there is none.
fn bytes_of(file: &Path) -> (PathBuf, Result<Vec<u8>, String>) {
    if file.as_os_str() != "-" {
        return (file.to_owned(), read_regular(file, MAX_BYTES).map_err(|error| error.cause.problem()));
    }
    let mut bytes = Vec::new();
    let read = std::io::stdin().take(MAX_BYTES.saturating_add(1)).read_to_end(&mut bytes);
    let read = read.map_err(|error| problem(&error)).and_then(|_| {
        let fits = u64::try_from(bytes.len()).is_ok_and(|read| read <= MAX_BYTES);
        if fits { Ok(bytes) } else { Err("io.too-large".to_owned()) }
    });
    (PathBuf::from(STDIN), read)
}

/// A report that cannot be read.
fn unread(context: &mut Context, options: &CheckReport, finding: &Finding) -> u8 {
    if options.json {
        let document = document(context.json_locale(), None, std::slice::from_ref(finding));
        context.out.json(&document);
    } else {
        // There is nothing to send back for it.
        let locale = context.locale();
        findings::say(&mut context.out, locale, finding);
    }
    1
}

fn document(locale: &Locale, report: Option<&Report>, found: &[Finding]) -> Value {
    let findings: Vec<Value> = found.iter().map(|finding| findings::json(locale, finding)).collect();
    let Some(report) = report else {
        return json!({"outcome": null, "review": null, "decisions": [], "verification": [], "acceptance": [],
            "findings": findings});
    };
    let decisions = report.decisions.iter().map(|decision| {
        let priority = decision.priority.map(Priority::as_str);
        json!({"priority": priority, "text": decision.text, "line": decision.line})
    });
    let verification = report.verification.iter().map(|item| {
        let state = item.state.map(VerificationState::as_str);
        json!({"name": item.name, "state": state, "detail": item.detail, "line": item.line})
    });
    let acceptance = (1..).zip(report.acceptance).map(|(n, result)| json!({"item": n, "result": result.as_str()}));
    json!({
        "outcome": report.outcome.map(Outcome::as_str),
        "review": report.review,
        "decisions": decisions.collect::<Vec<_>>(),
        "verification": verification.collect::<Vec<_>>(),
        "acceptance": acceptance.collect::<Vec<_>>(),
        "findings": findings,
    })
}

/// Outcome, the five items, decisions and verification, as a person wants them.
fn print(context: &mut Context, locale: &Locale, file: &Path, report: &Report) {
    let out = &mut context.out;
    let outcome = locale.word(words::outcome_key(report.outcome));
    out.line(&locale.say("report.head", &[("file", &shown(file)), ("outcome", outcome)]));
    if !report.conclusion.is_empty() {
        out.line(&format!("  {}", clean::line(&report.conclusion)));
    }
    out.line(&format!("\n{}", locale.word("report.acceptance")));
    for (acceptance, item) in report.acceptance.into_iter().zip(words::ITEMS) {
        out.line(&format!("  {}  {}", locale.word(words::acceptance_key(acceptance)), locale.word(item)));
    }
    out.line(&format!("\n{}", locale.count("report.decisions", report.decisions.len())));
    for decision in words::by_urgency(report).into_iter().filter_map(|at| report.decisions.get(at)) {
        let (line, text) = (decision.line.to_string(), clean::line(&decision.text));
        let args = [("mark", words::mark(decision)), ("line", &line), ("text", &text)];
        out.line(&format!("  {}", locale.say("report.decision", &args)));
    }
    out.line(&format!("\n{}", words::verification_head(locale, report)));
    for item in &report.verification {
        out.line(&format!("  {}", verification(locale, item)));
    }
    out.line("");
}

fn verification(locale: &Locale, item: &Verification) -> String {
    let (name, detail) = (clean::line(&item.name), clean::line(&item.detail));
    let (state, line) = (locale.word(words::state_key(item.state)), item.line.to_string());
    let args = [("name", name.as_ref()), ("state", state), ("detail", &detail), ("line", &line)];
    locale.say(if detail.is_empty() { "report.item-bare" } else { "report.item" }, &args)
}
