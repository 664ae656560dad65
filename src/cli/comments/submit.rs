//! `planboard comments submit`.

use serde_json::json;

use crate::cli::args::Submit;
use crate::cli::comments::holding::{bytes_of, check_readable, ready, settled, state_failure, take, tidy, who};
use crate::cli::comments::objections;
use crate::cli::context::{Context, Opened, os_variable, shown};
use crate::cli::failure::Failure;
use crate::cli::findings;
use crate::cli::lookup;
use crate::cli::status::pass_name;
use crate::cli::work::Work;
use crate::contract::plan_comments::Pass;
use crate::locale::{Language, Locale};
use crate::project::identity::{Budget, identities};
use crate::project::load::{OnDisk, on_disk};
use crate::project::store::Store;
use crate::project::submit::{Expected, Order, SubmitError};
use crate::project::write::DiskError;
use crate::review::draft::{AnchorState, Draft};
use crate::review::hand_off;
use crate::review::submission::{self, Refusal};
use crate::text::clean;

/// Writes the draft of a pass to plan-comments.json, and prints the hand-off line.
///
/// # Errors
/// A board holds the draft, nothing to submit, a submission in the way, comments whose target is gone, or the disk
/// refuses. The draft is then as it was.
pub fn submit(context: &mut Context, args: &Submit) -> Result<u8, Failure> {
    let opened = context.open(args.at.path.as_deref(), None)?;
    let locale = opened.locale;
    let fail = |error: DiskError| state_failure(locale, &error);
    let store = Store::open(&opened.project.plan_dir, &os_variable).map_err(fail)?;
    let _lock = take(&store, &opened)
        .map_err(fail)?
        .map_err(|holder| Failure::failed("cli.error.board-open", &[("holder", &who(&holder))]))?;
    if let Some(place) = opened.project.coding.clone() {
        return objections::submit(context, args, opened, &store, &place);
    }
    let file = opened.project.plan_comments();
    check_readable(context, &store, &opened, &args.pass.map_or_else(|| Pass::ALL.to_vec(), |pass| vec![pass]))?;
    tidy(&store, &opened).map_err(fail)?;
    let pass = pass_to_submit(&store, &opened, args).map_err(|error| error.unwrap_or_else(fail))?;
    let opened = settled(context, opened, |opened| opened.loaded.is_broken(pass));
    let view = opened.loaded.plan.pass(pass);
    let bytes = match bytes_of(&opened, pass) {
        Some(bytes) if view.unavailable.is_none() => bytes,
        _ => {
            findings::say_faults(&mut context.out, locale, &opened.loaded.plan, &[pass]);
            return Err(lookup::not_available(locale, view, pass));
        }
    };
    let mut draft = ready(&store, &opened, pass).map_err(fail)?;
    if draft.comments.is_empty() && !args.allow_empty {
        return Err(Failure::failed("cli.error.no-comments", &[]));
    }
    let submission = submission::build(&draft, view, opened.now).map_err(|refusal| refused(&refusal, &draft))?;
    let expected = expected(&opened, args)?;
    let order = Order {
        path: &file,
        submission: &submission,
        anchors: submission::anchors(&draft, view),
        plan_file: &view.file,
        plan: bytes,
        files: identities(view, Budget::default()),
        expected,
        checkpoint: None,
        now: opened.now,
    };
    let before = draft.clone();
    let submitted = store.submit(&order, &mut draft).map_err(|error| match error {
        SubmitError::Found(_) => exists(&opened),
        SubmitError::Disk(error) => {
            Failure::failed("cli.error.submit", &[("problem", &locale.phrase(&error.phrase()))])
        }
    })?;
    context.done("cli.error.stdout-submitted");
    for warning in &submitted.warnings {
        context.out.talk(&clean::line(&locale.phrase(&warning.phrase())));
    }
    let n = submission.comments.len();
    let said = locale.say("cli.comments.submitted", &[("n", &n.to_string()), ("file", &shown(&file))]);
    context.out.talk(&said);
    let moved = before.comments.iter().filter(|comment| comment.anchor.state == AnchorState::Moved).count();
    for (key, n) in [("cli.comments.were-moved", moved), ("cli.comments.left-out", before.unfinished.len())] {
        if n > 0 {
            context.out.talk(&locale.count(key, n));
        }
    }
    let kept: Vec<&str> = Work::peek(&opened).drafts().filter(|d| d.pass != pass).map(|d| d.pass.as_str()).collect();
    if !kept.is_empty() {
        context.out.talk(&locale.say("cli.comments.kept", &[("passes", &kept.join(", "))]));
    }
    // The agent is spoken to in the language of its plan.
    let language = context.asked_language().or_else(|| opened.loaded.plan.script.and_then(Language::from_code));
    let locale = Locale::of(language.unwrap_or(Language::En));
    let from_root = file.strip_prefix(&opened.project.root).unwrap_or(&file).display().to_string();
    let line = hand_off::line(locale, &from_root, pass, n, None, &before.overall);
    if args.json {
        context.out.json(&json!({
            "pass": pass,
            "file": file.display().to_string(),
            "submitted_at": submission.submitted_at,
            "comments": n,
            "round": submitted.round,
            "hand_off": line,
        }));
    } else {
        context.out.line(&clean::line(&line));
    }
    Ok(0)
}

/// The pass asked for, else the only one with comments.
fn pass_to_submit(store: &Store, opened: &Opened, args: &Submit) -> Result<Pass, Result<Failure, DiskError>> {
    if let Some(pass) = args.pass {
        return Ok(pass);
    }
    let mut commented = Vec::new();
    for pass in Pass::ALL {
        if !ready(store, opened, pass).map_err(Err)?.comments.is_empty() {
            commented.push(pass);
        }
    }
    match commented.as_slice() {
        [only] => Ok(*only),
        [] => Err(Ok(Failure::usage("cli.error.no-comments", &[]))),
        several => {
            let names: Vec<&str> = several.iter().map(|pass| pass.as_str()).collect();
            Err(Ok(Failure::usage("cli.error.several-drafts", &[("passes", &names.join(", "))])))
        }
    }
}

fn expected(opened: &Opened, args: &Submit) -> Result<Expected, Failure> {
    match on_disk(&opened.project.plan_comments()) {
        OnDisk::Submission { sha256, .. } if args.overwrite => Ok(Expected::Overwrite(sha256)),
        OnDisk::Submission { .. } => Err(exists(opened)),
        // A link or folder in its place is refused by the writer, with its own words.
        OnDisk::Absent | OnDisk::Unreadable(_) => Ok(Expected::Absent),
    }
}

fn exists(opened: &Opened) -> Failure {
    let file = shown(&opened.project.plan_comments());
    let read = match on_disk(&opened.project.plan_comments()) {
        OnDisk::Submission { read, .. } => read,
        OnDisk::Absent | OnDisk::Unreadable(_) => None,
    };
    let pass = read.as_ref().and_then(|read| read.pass).map_or("?", |pass| pass_name(opened.locale, pass));
    let comments = read.as_ref().filter(|read| read.is_listed).map(|read| read.comments.len().to_string());
    let at = read.and_then(|read| read.submitted_at).unwrap_or_else(|| "?".to_owned());
    let args = [("file", file.as_str()), ("pass", pass), ("submitted_at", &at)];
    match comments {
        Some(n) => {
            let [file, pass, at] = args;
            Failure::failed("cli.error.exists", &[file, pass, at, ("n", &n)])
        }
        None => Failure::failed("cli.error.exists-unknown", &args),
    }
}

fn refused(refusal: &Refusal, draft: &Draft) -> Failure {
    let (key, keys) = match refusal {
        Refusal::Gone(keys) => ("cli.error.gone", keys),
        Refusal::Empty(keys) => ("cli.error.empty-comments", keys),
    };
    let named = draft.comments.iter().filter(|comment| keys.contains(&comment.key));
    let lines: Vec<String> =
        named.map(|c| format!("  {}: {}", lookup::anchor_name(&c.anchor), clean::line(&c.text))).collect();
    Failure::failed(key, &[("comments", &lines.join("\n"))])
}
