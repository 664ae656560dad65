//! `planboard comments read`: for the agent.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::cli::args::Read;
use crate::cli::comments::objections::say_where;
use crate::cli::comments::prompt;
use crate::cli::comments::reading::{Reading, approved, take, target};
use crate::cli::context::{Context, Opened, shown};
use crate::cli::failure::Failure;
use crate::cli::status::pass_name;
use crate::cli::{findings, lookup};
use crate::contract::plan_comments::{Pass, ReadComment};
use crate::locale::Locale;
use crate::review::resolve::{Resolution, Resolved};
use crate::text::clean;

/// The JSON output.
#[derive(Serialize)]
struct Output<'a> {
    waiting: bool,
    state: Option<&'a str>,
    file: String,
    token: Option<&'a str>,
    version: Option<i64>,
    pass: Option<Pass>,
    submitted_at: Option<&'a str>,
    comments: Vec<Row<'a>>,
    approved: Option<Value>,
    findings: Vec<Value>,
}

/// One comment of the JSON output.
#[derive(Serialize)]
struct Row<'a> {
    index: usize,
    target_kind: &'a str,
    target_id: &'a str,
    title: &'a str,
    text: &'a str,
    resolution: &'static str,
    resolved_id: Option<&'a str>,
    candidates: &'a [String],
    current_title: Option<Cow<'a, str>>,
    target: Option<Box<RawValue>>,
}

/// Reads the submission that lies there, resolves its comments, and leaves a receipt. That nothing lies there is normal.
///
/// # Errors
/// No project there. A submission that cannot be understood exits 1.
pub fn read(context: &mut Context, args: &Read) -> Result<u8, Failure> {
    let opened = context.open(args.at.path.as_deref(), None)?;
    if let Some(place) = &opened.project.coding {
        let approved = approved(&opened, None);
        return Ok(say_where(context, &opened, &place.critique, args.json.then_some(approved)));
    }
    let for_agent = args.json || args.prompt;
    let locale = if for_agent { context.json_locale() } else { opened.locale };
    let (opened, reading) = take(context, opened, locale);
    let approved = approved(&opened, reading.token.as_deref());
    if args.json {
        context.out.json(&output(&opened, locale, &reading, approved));
    } else if args.prompt {
        for line in prompt::lines(locale, &opened, &reading, approved.as_ref(), args.at.path.as_deref()) {
            context.out.line(&line);
        }
    } else {
        print(context, &opened, &reading);
        if let Some(approved) = &approved {
            context.out.line(&prompt::approved(locale, approved));
        }
    }
    Ok(u8::from(reading.failed()))
}

fn output<'a>(opened: &'a Opened, locale: &Locale, reading: &'a Reading, approved: Option<Value>) -> Output<'a> {
    let submission = reading.submission.as_ref();
    let comments = reading.comments().map(|(index, comment, resolved)| row(opened, index, comment, resolved));
    Output {
        waiting: reading.waiting,
        state: reading.state,
        file: opened.project.plan_comments().display().to_string(),
        token: reading.token.as_deref(),
        version: submission.map(|submission| submission.version),
        pass: submission.and_then(|submission| submission.pass),
        submitted_at: submission.and_then(|submission| submission.submitted_at.as_deref()),
        comments: comments.collect(),
        approved,
        findings: reading.findings.iter().map(|finding| findings::json(locale, finding)).collect(),
    }
}

fn row<'a>(opened: &'a Opened, index: usize, comment: &'a ReadComment, resolved: &'a Resolved) -> Row<'a> {
    let target = target(opened, resolved);
    Row {
        index,
        target_kind: &comment.target_kind,
        target_id: &comment.target_id,
        title: &comment.title,
        text: &comment.text,
        resolution: resolved.resolution.as_str(),
        resolved_id: target.and_then(|target| target.id.as_deref()),
        candidates: &resolved.candidates,
        current_title: target.map(|target| target.title()),
        target: target.and_then(|target| RawValue::from_string(target.json.as_str().to_owned()).ok()),
    }
}

fn print(context: &mut Context, opened: &Opened, reading: &Reading) {
    let locale = opened.locale;
    let file = shown(&opened.project.plan_comments());
    let unknown = "?";
    if let Some(submission) = reading.submission.as_ref().filter(|_| reading.token.is_some()) {
        let n = submission.comments.len().to_string();
        let state = reading.state.map_or(String::new(), |state| locale.word(&format!("state.{state}")).to_owned());
        let args = [
            ("file", file.as_str()),
            ("n", &n),
            ("pass", submission.pass.map_or(unknown, |pass| pass_name(locale, pass))),
            ("at", submission.submitted_at.as_deref().unwrap_or(unknown)),
            ("state", &state),
        ];
        context.out.line(&clean::line(&locale.say("read.head", &args)));
        for (n, comment, resolved) in reading.comments() {
            context.out.line(&clean::line(&head(locale, opened, n, comment, resolved)));
            for line in clean::block(&comment.text).lines() {
                context.out.line(&format!("      {line}"));
            }
        }
        if let Some(token) = &reading.token {
            context.out.line(&locale.say("read.token", &[("token", token)]));
        }
    } else {
        let key = if reading.waiting { "read.not-understood" } else { "read.absent" };
        context.out.line(&locale.say(key, &[("file", &file)]));
        for (n, comment, resolved) in reading.comments().filter(|(.., r)| r.resolution == Resolution::Unreadable) {
            context.out.line(&clean::line(&head(locale, opened, n, comment, resolved)));
        }
    }
    for finding in &reading.findings {
        findings::say(&mut context.out, locale, finding);
    }
}

/// A comment's line: its number, how it resolved, the target as it now is, else as it was named.
fn head(locale: &Locale, opened: &Opened, n: usize, comment: &ReadComment, resolved: &Resolved) -> String {
    let named = match target(opened, resolved) {
        Some(target) => lookup::name(target),
        None => format!("{} {}  {}", comment.target_kind, comment.target_id, comment.title),
    };
    let number = n.to_string();
    let args = [
        ("index", number.as_str()),
        ("target", &named),
        ("title", &comment.title),
        ("was", &comment.target_id),
        ("candidates", &resolved.candidates.join(", ")),
    ];
    let key = match resolved.resolution {
        Resolution::Exact => "read.line.exact",
        Resolution::Moved => "read.line.moved",
        Resolution::Retitled => "read.line.retitled",
        Resolution::Ambiguous => "read.line.ambiguous",
        Resolution::Missing => "read.line.missing",
        Resolution::Retired => "read.line.retired",
        Resolution::Unreadable => "read.line.unreadable",
    };
    locale.say(key, &args)
}
