//! `planboard verify`: what became of a round.

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::cli::args::Verify;
use crate::cli::comments::holding::bytes_of;
use crate::cli::context::{Context, Opened, os_variable};
use crate::cli::failure::Failure;
use crate::cli::status::pass_name;
use crate::cli::work::LastRound;
use crate::locale::Locale;
use crate::project::load::OnDisk;
use crate::project::store::Store;
use crate::project::verify::{Verified, verify_round};
use crate::review::diff::Difference;
use crate::review::round::Round;
use crate::review::target::{PassView, Target};
use crate::review::verify::words::{field_name, folded, state_key, value};
use crate::review::verify::{CONFIRMED, Cause, Named, NamedState, Unnamed};
use crate::text::clean;

/// Checks a round.
///
/// # Errors
/// No project there, no such round, or it cannot be compared; with `--strict` what nobody named.
pub fn run(context: &mut Context, args: &Verify) -> Result<u8, Failure> {
    let opened = context.open(args.at.path.as_deref(), None)?;
    let rounds = rounds(&opened);
    if is_foreign(&opened, &rounds) {
        let last = rounds.last().map(|round| args.round.unwrap_or(round.round).to_string());
        context.out.talk(&match last {
            Some(number) => opened.locale.say("rounds.cli.foreign", &[("round", &number)]),
            None => opened.locale.word("rounds.cli.foreign-only").to_owned(),
        });
    }
    let round = match args.round {
        Some(number) => Some(find(&rounds, number)?),
        None => rounds.last(),
    };
    let Some(round) = round else {
        if args.json {
            context.out.json(&json!({"round": null, "named": [], "unnamed": [], "elsewhere": []}));
        }
        context.out.talk(opened.locale.word("rounds.cli.none"));
        return Ok(0);
    };
    let verified = check(&opened, round)?;
    if args.json {
        context.out.json(&json(&opened, &verified));
    } else {
        text(context, &opened, &verified);
    }
    if args.strict && !verified.verification.is_clean() {
        return Err(Failure::failed("rounds.cli.strict", &[]));
    }
    Ok(0)
}

/// Whether a submission lies on disk that none of the rounds wrote.
fn is_foreign(opened: &Opened, rounds: &[Round]) -> bool {
    match &opened.loaded.on_disk {
        OnDisk::Submission { sha256, .. } => !rounds.iter().any(|round| round.sha256 == *sha256),
        OnDisk::Unreadable(_) => true,
        OnDisk::Absent => false,
    }
}

/// The rounds that were really written, oldest first.
pub(super) fn rounds(opened: &Opened) -> Vec<Round> {
    let store = Store::peek(&opened.project.plan_dir, &os_variable).filter(Store::exists);
    let rounds = store.map(|store| store.rounds().0).unwrap_or_default();
    rounds.into_iter().filter(|round| round.pending.is_none()).collect()
}

/// The round of this number.
///
/// # Errors
/// There is none.
pub(super) fn find(rounds: &[Round], number: u32) -> Result<&Round, Failure> {
    let found = rounds.iter().find(|round| round.round == number);
    found.ok_or_else(|| Failure::failed("rounds.error.no-round", &[("round", &number.to_string())]))
}

/// Compares a round with what came of it.
///
/// # Errors
/// It cannot be compared, and why.
pub(super) fn check(opened: &Opened, round: &Round) -> Result<Verified, Failure> {
    let fail = |problem: &str| {
        let args = [("round", round.round.to_string()), ("problem", problem.to_owned())];
        let args: Vec<(&str, &str)> = args.iter().map(|(name, value)| (*name, value.as_str())).collect();
        Failure::failed("rounds.error.unreadable", &args)
    };
    let Some(store) = Store::peek(&opened.project.plan_dir, &os_variable) else { return Err(fail("")) };
    let today = bytes_of(opened, round.pass);
    verify_round(&store, &opened.project, round, today, opened.now)
        .map_err(|error| fail(&opened.locale.phrase(&error.phrase())))
}

/// A round as it now stands.
pub(super) fn row(opened: &Opened, round: &Round) -> LastRound {
    let on_disk = match &opened.loaded.on_disk {
        OnDisk::Submission { sha256, .. } => Some(sha256.as_str()),
        OnDisk::Absent | OnDisk::Unreadable(_) => None,
    };
    LastRound::of(opened, round, on_disk)
}

/// One field that differs, in the JSON output.
#[derive(Serialize)]
struct Field<'a> {
    pointer: &'a str,
    before: Option<Box<RawValue>>,
    after: Option<Box<RawValue>>,
}

fn fields(all: &[Difference]) -> Vec<Field<'_>> {
    let raw = |text: &Option<String>| text.clone().and_then(|text| RawValue::from_string(text).ok());
    let field = |one: &'_ Difference| (raw(&one.before), raw(&one.after));
    all.iter()
        .map(|one| {
            let (before, after) = field(one);
            Field { pointer: &one.pointer, before, after }
        })
        .collect()
}

/// A named target, in the JSON output.
#[derive(Serialize)]
struct NamedRow<'a> {
    target_kind: &'static str,
    target_id: &'a str,
    title: &'a str,
    state: &'static str,
    now_id: Option<&'a str>,
    fields: Vec<Field<'a>>,
}

/// A target nobody named, in the JSON output.
#[derive(Serialize)]
struct UnnamedRow<'a> {
    target_kind: &'static str,
    id: Option<&'a str>,
    title: &'a str,
    state: &'static str,
    cause: &'static str,
    fields: Vec<Field<'a>>,
}

/// The JSON output.
#[derive(Serialize)]
pub(super) struct Document<'a> {
    round: LastRound,
    #[serde(skip_serializing_if = "Option::is_none")]
    comments: Option<Vec<Value>>,
    named: Vec<NamedRow<'a>>,
    unnamed: Vec<UnnamedRow<'a>>,
    elsewhere: &'a [String],
}

impl Document<'_> {
    /// The same with the round's comments, each with its answers.
    pub(super) fn with_comments(self, comments: Vec<Value>) -> Self {
        Document { comments: Some(comments), ..self }
    }
}

/// What became of a round, as JSON.
pub(super) fn json<'a>(opened: &Opened, verified: &'a Verified) -> Document<'a> {
    let named = |named: &'a Named| NamedRow {
        target_kind: named.kind.as_str(),
        target_id: &named.id,
        title: &named.title,
        state: named.state.as_str(),
        now_id: named.now_id.as_deref(),
        fields: fields(&named.fields),
    };
    let unnamed = |change: &'a Unnamed| UnnamedRow {
        target_kind: change.kind.as_str(),
        id: change.id.as_deref(),
        title: &change.title,
        state: change.state.as_str(),
        cause: change.cause.as_str(),
        fields: fields(&change.fields),
    };
    Document {
        round: row(opened, &verified.round),
        comments: None,
        named: verified.verification.named.iter().map(named).collect(),
        unnamed: verified.verification.unnamed.iter().map(unnamed).collect(),
        elsewhere: &verified.verification.elsewhere,
    }
}

/// The head line of a round.
pub(super) fn head(opened: &Opened, round: &Round) -> String {
    let row = row(opened, round);
    let state = format!("state.{}", row.state);
    let (number, n) = (round.round.to_string(), round.comments.to_string());
    let args = [
        ("round", number.as_str()),
        ("pass", pass_name(opened.locale, round.pass)),
        ("n", &n),
        ("state", opened.locale.word(&state)),
    ];
    opened.locale.say("rounds.cli.head", &args)
}

/// The name of a target in one of the views.
pub(super) fn target_name(view: &PassView, position: Option<usize>, id: &str, title: &str) -> String {
    let target: Option<&Target> = position.and_then(|at| view.targets.get(at));
    match target {
        Some(target) => crate::cli::lookup::name(target),
        None => format!("[{id}]  {title}"),
    }
}

/// Key of the word for what became of a named target.
pub(super) fn named_key(state: NamedState) -> &'static str {
    match state {
        NamedState::Changed => "rounds.changed",
        NamedState::Unchanged => "rounds.unchanged",
        NamedState::Gone => "rounds.gone",
    }
}

/// A change nobody named, by the name of its target.
pub(super) fn change_name(verified: &Verified, change: &Unnamed) -> String {
    let id = change.id.as_deref().unwrap_or("-");
    match change.after {
        Some(_) => target_name(&verified.after, change.after, id, &change.title),
        None => target_name(&verified.before, change.before, id, &change.title),
    }
}

fn text(context: &mut Context, opened: &Opened, verified: &Verified) {
    let locale = opened.locale;
    let found = &verified.verification;
    let out = &mut context.out;
    out.line(&clean::line(&head(opened, &verified.round)));
    if found.named.is_empty() {
        out.line(&format!("  {}", locale.word("rounds.no-comments")));
    }
    for (n, named) in found.named.iter().enumerate() {
        let name = match named.after {
            Some(_) => target_name(&verified.after, named.after, &named.id, &named.title),
            None => target_name(&verified.before, named.before, &named.id, &named.title),
        };
        out.line(&clean::line(&format!("  {}  {name}", locale.word(named_key(named.state)))));
        lines(locale, named.kind, &named.fields, 6).iter().for_each(|line| out.line(line));
        for change in found.unnamed.iter().filter(|c| c.cause == Cause::Beside && c.beside == Some(n)) {
            let (state, target) = (locale.word(state_key(change)), change_name(verified, change));
            let said = locale.say("rounds.beside", &[("state", state), ("target", &target)]);
            out.line(&clean::line(&format!("      {said}")));
        }
    }
    let flagged: Vec<&Unnamed> = found.flagged().collect();
    if found.is_clean() {
        out.line(locale.word("rounds.none-flagged"));
    } else if !flagged.is_empty() {
        out.line(&locale.count("rounds.flagged", flagged.len()));
    }
    for change in flagged {
        let name = change_name(verified, change);
        out.line(&clean::line(&format!("  {}  {name}", locale.word(state_key(change)))));
        lines(locale, change.kind, &change.fields, 6).iter().for_each(|line| out.line(line));
    }
    for sentence in folded(locale, found) {
        out.line(&sentence);
    }
    if found.confirmed {
        out.line(locale.word("rounds.confirmed"));
    }
    let told = |pointer: &&String| !(found.confirmed && *pointer == CONFIRMED);
    let elsewhere: Vec<&String> = found.elsewhere.iter().filter(told).collect();
    if !elsewhere.is_empty() {
        out.line(&locale.count("rounds.elsewhere", elsewhere.len()));
        elsewhere.iter().for_each(|pointer| out.line(&clean::line(&format!("  {pointer}"))));
    }
}

/// The fields that differ: name, before, after; every row after `indent` spaces.
pub(super) fn lines(
    locale: &Locale,
    kind: crate::contract::plan_comments::TargetKind,
    fields: &[Difference],
    indent: usize,
) -> Vec<String> {
    let space = " ".repeat(indent);
    let mut rows = Vec::new();
    for field in fields {
        let name = field_name(locale, kind, field);
        let (before, after) = (value(field.before.as_deref(), field.about), value(field.after.as_deref(), field.about));
        let single = !before.contains('\n') && !after.contains('\n') && before.len() + after.len() < 60;
        if single {
            rows.push(format!("{space}{}", clean::line(&format!("{name}: {before} → {after}"))));
            continue;
        }
        rows.push(format!("{space}{}", clean::line(&name)));
        for (sign, text) in [("−", before), ("+", after)] {
            for line in clean::block(&text).lines() {
                rows.push(format!("{space}{sign} {line}"));
            }
        }
    }
    rows
}
