//! `planboard comments add`, `list` and `submit`: the draft without the board.

use std::io::Read;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::cli::args::{Add, List, Submit};
use crate::cli::context::{Context, Opened, os_variable, shown};
use crate::cli::failure::Failure;
use crate::cli::lookup;
use crate::cli::work::{Work, follow};
use crate::contract::plan_comments::Pass;
use crate::locale::{Language, Locale};
use crate::project::identity::{Budget, identities};
use crate::project::inbox::Incoming;
use crate::project::load::{OnDisk, on_disk};
use crate::project::lock::{BoardLock, Holder, Taking};
use crate::project::store::Store;
use crate::project::submit::{Expected, Order, SubmitError};
use crate::project::write::DiskError;
use crate::review::draft::{Anchor, AnchorState, Draft, DraftComment};
use crate::review::hand_off;
use crate::review::history::{Change, History};
use crate::review::submission::{self, Refusal, refuse_text};
use crate::text::clean;

/// Most bytes taken from stdin for one comment.
const MOST: u64 = 1024 * 1024;
/// How long to wait for another command that holds the draft for a moment.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long to wait for a plan file that is being written just now.
const HALF_WRITTEN: Duration = Duration::from_secs(1);

/// Adds a comment to the draft; with a board open, to its inbox.
///
/// # Errors
/// The target is not there or not clear, the text is empty, or the state directory cannot be written.
pub fn add(context: &mut Context, args: &Add) -> Result<u8, Failure> {
    let text = text(&args.text)?;
    if refuse_text(&text) {
        return Err(Failure::usage("cli.error.empty-text", &[]));
    }
    let opened = context.open(args.path.as_deref(), None)?;
    let (locale, plan) = (opened.locale, &opened.loaded.plan);
    let work = Work::peek(&opened);
    let asked = args.pass.or_else(|| opened.project.named_pass(plan));
    let (pass, target) = lookup::target(plan, locale, &args.target, asked, work.first_pass(&opened, None))?;
    let anchor =
        Anchor::of(target).ok_or_else(|| Failure::failed("cli.error.no-target", &[("target", &args.target)]))?;
    let named = lookup::name(target);
    let fail = |error: DiskError| state_failure(locale, &error);
    let store = Store::open(&opened.project.plan_dir, &os_variable).map_err(fail)?;
    let inbox = match take(&store, &opened).map_err(fail)? {
        Ok(_lock) => {
            let mut draft = ready(&store, &opened, pass).map_err(fail)?;
            let comment = DraftComment {
                key: draft.next_key,
                anchor: anchor.clone(),
                text: text.clone(),
                created_at: opened.now,
            };
            History::default().apply(&mut draft, Change::Add(comment), opened.now);
            store.save_draft(&mut draft, bytes_of(&opened, pass)).map_err(fail)?;
            context.out.talk(&clean::line(
                &locale.say("cli.comments.added", &[("pass", pass_name(locale, pass)), ("target", &named)]),
            ));
            false
        }
        Err(holder) => {
            let comment = Incoming { pass, anchor: anchor.clone(), text: text.clone(), created_at: opened.now };
            store.send(&comment).map_err(fail)?;
            let said = locale.say("cli.comments.inbox", &[("holder", &who(&holder)), ("target", &named)]);
            context.out.talk(&clean::line(&said));
            true
        }
    };
    if args.json {
        let (id, title) = (&anchor.id, &anchor.title);
        context.out.json(&json!({"pass": pass, "target_id": id, "title": title, "text": text, "inbox": inbox}));
    }
    Ok(0)
}

/// Lists the drafts.
///
/// # Errors
/// No project there.
pub fn list(context: &mut Context, args: &List) -> Result<u8, Failure> {
    let opened = context.open(args.path.as_deref(), None)?;
    let work = Work::peek(&opened);
    let asked = args.pass;
    let drafts: Vec<&Draft> = work.drafts().filter(|draft| asked.is_none_or(|pass| draft.pass == pass)).collect();
    if args.json {
        let comment = |c: &&DraftComment| {
            let state = state(c.anchor.state);
            json!({"target_id": c.anchor.id, "title": c.anchor.title, "text": c.text, "state": state})
        };
        let draft = |draft: &&Draft| {
            let comments: Vec<_> = in_order(draft, &opened).iter().map(comment).collect();
            let unfinished = draft.unfinished.len();
            json!({"pass": draft.pass, "comments": comments, "unfinished": unfinished, "overall": draft.overall})
        };
        context.out.json(&json!({"drafts": drafts.iter().map(draft).collect::<Vec<_>>()}));
        return Ok(0);
    }
    let locale = opened.locale;
    if drafts.is_empty() {
        context.out.talk(locale.word("cli.comments.none"));
    }
    for draft in drafts {
        let n = draft.comments.len().to_string();
        context.out.line(&locale.say("cli.comments.head", &[("pass", pass_name(locale, draft.pass)), ("n", &n)]));
        for comment in in_order(draft, &opened) {
            let mark = match comment.anchor.state {
                AnchorState::Kept => String::new(),
                AnchorState::Moved => format!("  ({})", locale.word("cli.comments.moved")),
                AnchorState::Gone => format!("  ({})", locale.word("cli.comments.gone")),
            };
            let own = comment.anchor.own_id.as_deref().unwrap_or("");
            let head = format!("{} {own}  {}{mark}", bracketed(&comment.anchor), comment.anchor.title);
            context.out.line(&format!("  {}", clean::line(head.trim_start())));
            for line in clean::block(&comment.text).lines() {
                context.out.line(&format!("      {line}"));
            }
        }
        if !draft.unfinished.is_empty() {
            context.out.line(&format!("  {}", locale.count("cli.comments.unfinished", draft.unfinished.len())));
        }
        if !draft.overall.is_empty() {
            let said = locale.say("cli.comments.overall", &[("text", &draft.overall)]);
            context.out.line(&format!("  {}", clean::line(&said)));
        }
    }
    Ok(0)
}

/// Writes the draft of a pass to plan-comments.json, and prints the hand-off line.
///
/// # Errors
/// A board holds the draft, nothing to submit, a submission in the way, comments whose target is gone, or the disk
/// refuses. The draft is then as it was.
pub fn submit(context: &mut Context, args: &Submit) -> Result<u8, Failure> {
    let opened = context.open(args.path.as_deref(), None)?;
    let locale = opened.locale;
    let fail = |error: DiskError| state_failure(locale, &error);
    let store = Store::open(&opened.project.plan_dir, &os_variable).map_err(fail)?;
    let _lock = take(&store, &opened)
        .map_err(fail)?
        .map_err(|holder| Failure::failed("cli.error.board-open", &[("holder", &who(&holder))]))?;
    let file = opened.project.plan_comments();
    store.settle(&file, opened.now).map_err(fail)?;
    let pass = pass_to_submit(&store, &opened, args).map_err(|error| error.unwrap_or_else(fail))?;
    let opened = settled(context, opened, pass);
    let view = opened.loaded.plan.pass(pass);
    let bytes = match bytes_of(&opened, pass) {
        Some(bytes) if view.unavailable.is_none() => bytes,
        _ => return Err(lookup::not_available(locale, view, pass)),
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

/// The text of `--text`; `-` reads stdin to its end and drops one line break there.
fn text(given: &str) -> Result<String, Failure> {
    if given != "-" {
        return Ok(given.to_owned());
    }
    let fail = |problem: &str| Failure::failed("cli.error.stdin", &[("problem", problem)]);
    let mut text = String::new();
    std::io::stdin().take(MOST + 1).read_to_string(&mut text).map_err(|error| fail(&error.to_string()))?;
    if text.len() as u64 > MOST {
        return Err(fail("> 1 MiB"));
    }
    let line = text.strip_suffix('\n').unwrap_or(&text);
    Ok(line.strip_suffix('\r').unwrap_or(line).to_owned())
}

/// Takes the draft's lock; `Err` with the board that has it. Another command holds it for a moment only: that is waited
/// for.
fn take(store: &Store, opened: &Opened) -> Result<Result<BoardLock, Holder>, DiskError> {
    let me = Holder {
        pid: std::process::id(),
        // A holder without a terminal is a command, not a board.
        terminal: None,
        host: None,
        since: opened.now,
        last_key: opened.now,
    };
    let start = Instant::now();
    loop {
        match store.take_lock(&me)? {
            Taking::Held(lock) => return Ok(Ok(lock)),
            Taking::Taken(Some(holder)) if holder.terminal.is_some() || start.elapsed() > PATIENCE => {
                return Ok(Err(holder));
            }
            Taking::Taken(None) if start.elapsed() > PATIENCE => return Ok(Err(Holder { pid: 0, ..me })),
            Taking::Taken(_) => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}

/// The draft of a pass, brought in line with the plan, with what came in through the inbox.
fn ready(store: &Store, opened: &Opened, pass: Pass) -> Result<Draft, DiskError> {
    store.settle(&opened.project.plan_comments(), opened.now)?;
    let mut loaded = store.load_draft(pass, opened.now);
    // The inbox's comments hang on the plan as it was when they were written, which the draft follows with the others.
    store.merge_inbox(&mut loaded.draft, opened.now)?;
    if follow(opened, &mut loaded) {
        store.save_draft(&mut loaded.draft, bytes_of(opened, pass))?;
    }
    Ok(loaded.draft)
}

/// The bytes of the plan file behind a pass.
fn bytes_of(opened: &Opened, pass: Pass) -> Option<&[u8]> {
    match pass {
        Pass::Structure => opened.loaded.research.as_deref(),
        Pass::Scaffold | Pass::Final => opened.loaded.edit.as_deref(),
    }
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

/// The plan read again while its file is broken, for it may be half-written; at most [`HALF_WRITTEN`].
fn settled(context: &Context, mut opened: Opened, pass: Pass) -> Opened {
    let start = Instant::now();
    while opened.loaded.is_broken(pass) && start.elapsed() < HALF_WRITTEN {
        std::thread::sleep(Duration::from_millis(50));
        opened = context.read(opened.project, None);
    }
    opened
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
    let n = read.as_ref().map_or_else(|| "?".to_owned(), |read| read.comments.len().to_string());
    let at = read.and_then(|read| read.submitted_at).unwrap_or_else(|| "?".to_owned());
    Failure::failed("cli.error.exists", &[("file", &file), ("pass", pass), ("n", &n), ("submitted_at", &at)])
}

fn refused(refusal: &Refusal, draft: &Draft) -> Failure {
    let (key, keys) = match refusal {
        Refusal::Gone(keys) => ("cli.error.gone", keys),
        Refusal::Empty(keys) => ("cli.error.empty-comments", keys),
    };
    let named = draft.comments.iter().filter(|comment| keys.contains(&comment.key));
    let lines: Vec<String> = named.map(|c| format!("  {}: {}", c.anchor.title, clean::line(&c.text))).collect();
    Failure::failed(key, &[("comments", &lines.join("\n"))])
}

/// The comments in timeline order; those whose target is gone come last.
fn in_order<'a>(draft: &'a Draft, opened: &Opened) -> Vec<&'a DraftComment> {
    let view = opened.loaded.plan.pass(draft.pass);
    let mut comments: Vec<&DraftComment> = draft.comments.iter().collect();
    comments.sort_by_key(|comment| match comment.anchor.state {
        AnchorState::Gone => usize::MAX,
        AnchorState::Kept | AnchorState::Moved => view.by_id.get(&comment.anchor.id).copied().unwrap_or(usize::MAX),
    });
    comments
}

fn bracketed(anchor: &Anchor) -> String {
    match anchor.kind {
        crate::contract::plan_comments::TargetKind::Clip => String::new(),
        _ => format!("[{}]", anchor.id),
    }
}

fn state(state: AnchorState) -> &'static str {
    match state {
        AnchorState::Kept => "kept",
        AnchorState::Moved => "moved",
        AnchorState::Gone => "gone",
    }
}

/// Who holds the lock, as people find it again.
fn who(holder: &Holder) -> String {
    let parts = [Some(format!("pid {}", holder.pid)), holder.terminal.clone(), holder.host.clone()];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn pass_name(locale: &'static Locale, pass: Pass) -> &'static str {
    crate::cli::status::pass_name(locale, pass)
}

fn state_failure(locale: &Locale, error: &DiskError) -> Failure {
    Failure::failed("cli.error.state", &[("problem", &locale.phrase(&error.phrase()))])
}
