//! `planboard comments done`: the agent has handled the comments, and the file goes (loop rules, "Handling").

use std::collections::BTreeSet;
use std::path::Path;

use crate::cli::args::Done;
use crate::cli::comments::holding::{bytes_of, settled};
use crate::cli::comments::objections::say_where;
use crate::cli::context::{Context, Opened, os_variable, shown};
use crate::cli::failure::Failure;
use crate::contract::plan_comments::{ReadSubmission, VERSION};
use crate::locale::Locale;
use crate::project::load::OnDisk;
use crate::project::settle::{Handled, Removal, remove_exact};
use crate::project::store::Store;
use crate::project::verify::verify_round;
use crate::project::write::DiskError;
use crate::review::round::{Outcome, Reply, Round};
use crate::review::verify::NamedState;
use crate::text::clean;

/// Deletes the submission that was read, and no other bytes. Skips and answers, and the plan as it now is, go to its
/// round.
///
/// # Errors
/// Wrong usage without a token; failed where something else lies there, where `--strict` finds something, or where the
/// disk refuses. The file is then as it was.
pub fn done(context: &mut Context, args: &Done) -> Result<u8, Failure> {
    let opened = context.open(args.at.path.as_deref(), None)?;
    if let Some(place) = &opened.project.coding {
        return Ok(say_where(context, &opened, &place.critique, None));
    }
    if args.token.is_none() && !args.force {
        return Err(Failure::usage("cli.error.no-token", &[]));
    }
    let store = Store::peek(&opened.project.plan_dir, &os_variable);
    let round = |token: &str| store.as_ref().and_then(|store| store.round_of(token));
    let file = opened.project.plan_comments();
    let named = shown(&file);
    if let Some(store) = store.as_ref().filter(|store| store.exists()) {
        // Where it cannot be noted, deleting says so.
        let _ = store.observe_replaced(&file, opened.now);
    }
    let (token, submission) = match &opened.loaded.on_disk {
        OnDisk::Absent => return gone(context, args, &opened, store.as_ref(), None),
        OnDisk::Unreadable(finding) => {
            let (problem, _) = opened.locale.finding(finding);
            return Err(Failure::failed("cli.error.done-unreadable", &[("file", &named), ("problem", &problem)]));
        }
        OnDisk::Submission { sha256, .. } if args.token.as_ref().is_some_and(|token| !is_same(token, sha256)) => {
            return Err(Failure::failed("cli.error.done-other", &[("file", &named)]));
        }
        OnDisk::Submission { read: Some(read), .. } if read.version > VERSION => {
            let version = read.version.to_string();
            return Err(Failure::failed("cli.error.done-newer", &[("file", &named), ("version", &version)]));
        }
        OnDisk::Submission { read: None, .. } if !args.force => {
            return Err(Failure::failed("cli.error.done-broken", &[("file", &named)]));
        }
        OnDisk::Submission { sha256, bytes, read, .. } => {
            if let (None, None, Some(store)) = (&args.token, round(sha256), &store) {
                // Nobody may have read it: a copy stays, where one can.
                keep(context, opened.locale, store.keep(bytes));
            }
            (sha256.clone(), read.clone())
        }
    };
    let replies = replies(args, submission.as_ref())?;
    let round = round(&token);
    let opened = settled(context, opened, |opened| round.as_ref().is_some_and(|r| opened.loaded.is_broken(r.pass)));
    if args.strict {
        strict(context, args, &opened, store.as_ref(), round.as_ref(), &named)?;
    }
    let plan = round.as_ref().and_then(|round| bytes_of(&opened, round.pass));
    let fail = |error: DiskError| {
        let problem = opened.locale.phrase(&error.phrase());
        Failure::failed("cli.error.done-disk", &[("file", &named), ("problem", &problem)])
    };
    let has_replies = !replies.is_empty();
    let handled = match &store {
        Some(store) => store.handle_submission(&file, &token, replies, plan, opened.now).map_err(fail)?,
        None => unnoted(&file, &token).map_err(fail)?,
    };
    match handled.removal {
        Removal::Removed => {
            context.out.talk(&opened.locale.say("done.removed", &[("file", &named)]));
            if has_replies && handled.round.is_none() {
                context.out.talk(opened.locale.word("done.replies-not-kept"));
            }
            for warning in &handled.warnings {
                keep(context, opened.locale, Err::<(), _>(warning.clone()));
            }
            Ok(0)
        }
        Removal::Absent => gone(context, args, &opened, store.as_ref(), Some(&token)),
        Removal::Different(_) => Err(Failure::failed("cli.error.done-other", &[("file", &named)])),
    }
}

fn is_same(token: &str, sha256: &str) -> bool {
    token.trim().eq_ignore_ascii_case(sha256)
}

/// Without any state directory the token alone decides.
fn unnoted(file: &Path, token: &str) -> Result<Handled, DiskError> {
    Ok(Handled { removal: remove_exact(file, token)?, round: None, warnings: Vec::new() })
}

fn keep<T>(context: &mut Context, locale: &Locale, kept: Result<T, DiskError>) {
    if let Err(error) = kept {
        let problem = locale.phrase(&error.phrase());
        context.out.talk(&clean::line(&locale.say("done.not-noted", &[("problem", &problem)])));
    }
}

/// The file is gone: fine where the token is that of the last round.
fn gone(
    context: &mut Context,
    args: &Done,
    opened: &Opened,
    store: Option<&Store>,
    seen: Option<&str>,
) -> Result<u8, Failure> {
    let file = opened.project.plan_comments();
    let named = shown(&file);
    let last = store.and_then(Store::last_round);
    let token = args.token.as_deref().or(seen);
    let ours = last.filter(|round| token.map_or(args.force, |token| is_same(token, &round.sha256)));
    let (Some(store), Some(round)) = (store, ours) else {
        return Err(Failure::failed("cli.error.done-gone", &[("file", &named)]));
    };
    let locale = opened.locale;
    if round.outcome == Some(Outcome::Recalled) {
        context.out.talk(&locale.say("done.recalled", &[("file", &named)]));
        return Ok(0);
    }
    let replies = replies_up_to(args, round.comments)?;
    let kept = |reply: &Reply| round.replies.iter().any(|kept| kept.comment == reply.comment);
    let stays = replies.iter().any(kept);
    let noted = store.handle_submission(&file, &round.sha256, replies, bytes_of(opened, round.pass), opened.now);
    match noted {
        Ok(handled) => handled.warnings.into_iter().for_each(|warning| keep(context, locale, Err::<(), _>(warning))),
        Err(error) => keep(context, locale, Err::<(), _>(error)),
    }
    if stays {
        context.out.talk(locale.word("done.replies-stay"));
    }
    let key = if round.outcome == Some(Outcome::Replaced) { "done.replaced" } else { "done.gone-already" };
    context.out.talk(&locale.say(key, &[("file", &named)]));
    Ok(0)
}

/// What the agent said about single comments.
fn replies(args: &Done, submission: Option<&ReadSubmission>) -> Result<Vec<Reply>, Failure> {
    replies_up_to(args, submission.map_or(0, |submission| submission.comments.len()))
}

fn replies_up_to(args: &Done, comments: usize) -> Result<Vec<Reply>, Failure> {
    let mut given = BTreeSet::new();
    if let Some((twice, _)) = args.skip.iter().chain(&args.say).find(|(comment, _)| !given.insert(*comment)) {
        return Err(Failure::usage("cli.error.comment-twice", &[("index", &twice.to_string())]));
    }
    let skipped = args.skip.iter().map(|said| (true, said));
    let answered = args.say.iter().map(|said| (false, said));
    let reply = |(skipped, (comment, text)): (bool, &(usize, String))| {
        if *comment < comments {
            return Ok(Reply { comment: *comment, skipped, text: text.clone() });
        }
        let (index, n) = (comment.to_string(), comments.to_string());
        Err(Failure::usage("cli.error.no-such-comment", &[("index", &index), ("n", &n)]))
    };
    skipped.chain(answered).map(reply).collect()
}

/// `--strict`: the file stays while the revision is not what was asked for.
fn strict(
    context: &mut Context,
    args: &Done,
    opened: &Opened,
    store: Option<&Store>,
    round: Option<&Round>,
    named: &str,
) -> Result<(), Failure> {
    let locale = opened.locale;
    let Some((store, round)) = store.zip(round).filter(|(store, round)| store.round_before(round.round).is_ok()) else {
        // Without the round there is nothing to compare with: the token alone decides.
        context.out.talk(locale.word("done.strict-unchecked"));
        return Ok(());
    };
    let skipped: Vec<usize> = args.skip.iter().map(|(comment, _)| *comment).collect();
    let obstacles = obstacles(locale, opened, store, round, &skipped);
    if obstacles.is_empty() {
        return Ok(());
    }
    let list: Vec<String> = obstacles.iter().map(|obstacle| format!("  {}", clean::line(obstacle))).collect();
    Err(Failure::failed("cli.error.done-strict", &[("file", named), ("list", &list.join("\n"))]))
}

/// What `--strict` finds, each in a sentence; empty: nothing.
fn obstacles(locale: &Locale, opened: &Opened, store: &Store, round: &Round, skipped: &[usize]) -> Vec<String> {
    let file = shown(&opened.loaded.plan.pass(round.pass).file);
    let today = bytes_of(opened, round.pass).filter(|_| !opened.loaded.is_broken(round.pass));
    let verified = today.map(|today| verify_round(store, &opened.project, round, Some(today), opened.now));
    let verified = match verified {
        Some(Ok(verified)) => verified,
        Some(Err(error)) => return vec![locale.phrase(&error.phrase())],
        None => return vec![locale.say("done.strict-plan", &[("file", &file)])],
    };
    let found = &verified.verification;
    let untouched = |n: &usize| found.of_comment(*n).is_some_and(|named| named.state == NamedState::Unchanged);
    let comments = (0..verified.comments.len()).filter(|n| !skipped.contains(n)).filter(untouched);
    let untouched = comments.map(|n| {
        let title = verified.comments.get(n).map_or("", |comment| &comment.title);
        locale.say("done.strict-untouched", &[("index", &n.to_string()), ("title", title)])
    });
    let unnamed = found.flagged().map(|change| {
        let id = change.id.as_deref().unwrap_or("?");
        locale.say("done.strict-unnamed", &[("id", id), ("title", &change.title)])
    });
    let elsewhere = found
        .elsewhere
        .iter()
        .map(|pointer| locale.say("done.strict-elsewhere", &[("file", &file), ("pointer", pointer)]));
    untouched.chain(unnamed).chain(elsewhere).collect()
}
