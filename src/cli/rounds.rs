//! `planboard rounds`: past submissions, and the way back.

use serde_json::{Value, json};

use crate::cli::args::Rounds;
use crate::cli::comments::holding::{bytes_of, ready, state_failure, take, tidy, who};
use crate::cli::context::{Context, Opened, os_variable};
use crate::cli::failure::Failure;
use crate::cli::status::pass_name;
use crate::cli::verify::{
    change_name, check, find, head, json as verified_json, lines, named_key, rounds, row, target_name,
};
use crate::project::load::view_of;
use crate::project::recall::{RecallError, Views};
use crate::project::store::Store;
use crate::project::verify::Verified;
use crate::project::write::DiskError;
use crate::review::round::Round;
use crate::review::verify::words::{field_name, folded, state_key, value};
use crate::review::verify::{CONFIRMED, Cause};
use crate::text::clean;

/// Lists the rounds, shows one, or puts its comments back.
///
/// # Errors
/// No project there, no such round, it cannot be compared, or the draft cannot be written.
pub fn run(context: &mut Context, args: &Rounds) -> Result<u8, Failure> {
    let opened = context.open(args.at.path.as_deref(), None)?;
    let rounds = rounds(&opened);
    if let Some(number) = args.restore {
        return restore(context, &opened, find(&rounds, number)?, args.json);
    }
    if let Some(number) = args.show {
        let verified = check(&opened, find(&rounds, number)?)?;
        match (args.json, args.md) {
            (true, _) => {
                let comments = comments(&verified);
                context.out.json(&verified_json(&opened, &verified).with_comments(comments));
            }
            (_, true) => markdown(context, &opened, &verified),
            _ => show(context, &opened, &verified),
        }
        return Ok(0);
    }
    if args.json {
        let rows: Vec<_> = rounds.iter().rev().map(|round| row(&opened, round)).collect();
        context.out.json(&json!({ "rounds": rows }));
        return Ok(0);
    }
    if rounds.is_empty() {
        context.out.talk(opened.locale.word("rounds.cli.none"));
    }
    for round in rounds.iter().rev() {
        let at = opened.locale.say("rounds.cli.submitted", &[("at", &round.submitted_at)]);
        context.out.line(&clean::line(&format!("{}  {at}", head(&opened, round))));
    }
    Ok(0)
}

/// The comments with what became of their targets and what was answered.
fn comments(verified: &Verified) -> Vec<Value> {
    let replies = |n: usize, skipped: bool| {
        let found = verified.round.replies.iter().find(|reply| reply.comment == n && reply.skipped == skipped);
        found.map(|reply| reply.text.as_str())
    };
    let comment = |(n, comment): (usize, &crate::contract::plan_comments::SubmittedComment)| {
        let state = verified.verification.of_comment(n).map(|named| named.state.as_str());
        json!({
            "index": n, "target_kind": comment.target_kind.as_str(), "target_id": comment.target_id,
            "title": comment.title, "text": comment.text, "state": state,
            "skipped": replies(n, true), "said": replies(n, false),
        })
    };
    verified.comments.iter().enumerate().map(comment).collect()
}

fn show(context: &mut Context, opened: &Opened, verified: &Verified) {
    let locale = opened.locale;
    let found = &verified.verification;
    let out = &mut context.out;
    out.line(&clean::line(&head(opened, &verified.round)));
    if verified.comments.is_empty() {
        out.line(&format!("  {}", locale.word("rounds.no-comments")));
    }
    for (n, comment) in verified.comments.iter().enumerate() {
        let Some(named) = found.of_comment(n) else { continue };
        let name = target_name(&verified.before, named.before, &comment.target_id, &comment.title);
        out.line(&clean::line(&format!("  {}  {name}", locale.word(named_key(named.state)))));
        clean::block(&comment.text).lines().for_each(|line| out.line(&format!("      {line}")));
        for reply in verified.round.replies.iter().filter(|reply| reply.comment == n) {
            let key = if reply.skipped { "rounds.skipped" } else { "rounds.said" };
            out.line(&clean::line(&format!("      {}", locale.say(key, &[("text", &reply.text)]))));
        }
        if named.comments.first() == Some(&n) {
            lines(locale, named.kind, &named.fields, 8).iter().for_each(|line| out.line(line));
        }
    }
    for change in found.flagged() {
        let name = change_name(verified, change);
        out.line(&clean::line(&format!("! {}  {name}", locale.word(state_key(change)))));
        lines(locale, change.kind, &change.fields, 8).iter().for_each(|line| out.line(line));
    }
    folded(locale, found).iter().for_each(|sentence| out.line(sentence));
    if found.confirmed {
        out.line(locale.word("rounds.confirmed"));
    }
    for pointer in found.elsewhere.iter().filter(|pointer| !(found.confirmed && *pointer == CONFIRMED)) {
        out.line(&clean::line(&format!("! {pointer}")));
    }
    if !verified.round.overall.is_empty() {
        let said = locale.say("cli.comments.overall", &[("text", &verified.round.overall)]);
        out.line(&clean::line(&said));
    }
}

/// A text as Markdown takes it: in one line, its signs escaped.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in clean::line(text).chars() {
        if "\\`*_{}[]<>#|".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn markdown(context: &mut Context, opened: &Opened, verified: &Verified) {
    let locale = opened.locale;
    let found = &verified.verification;
    let mut rows = vec![format!("# {}", escaped(&head(opened, &verified.round))), String::new()];
    let fields = |rows: &mut Vec<String>, kind, fields: &[crate::review::diff::Difference]| {
        for field in fields {
            let text = |side: &Option<String>| escaped(&value(side.as_deref(), field.about));
            let name = escaped(&field_name(locale, kind, field));
            rows.push(format!("- **{name}**: {} → {}", text(&field.before), text(&field.after)));
        }
    };
    if verified.comments.is_empty() {
        rows.extend([locale.word("rounds.no-comments").to_owned(), String::new()]);
    }
    for (n, comment) in verified.comments.iter().enumerate() {
        let Some(named) = found.of_comment(n) else { continue };
        let name = target_name(&verified.before, named.before, &comment.target_id, &comment.title);
        rows.push(format!("## {} ({})", escaped(&name), locale.word(named_key(named.state))));
        rows.push(String::new());
        rows.extend(clean::block(&comment.text).lines().map(|line| format!("> {}", escaped(line))));
        rows.push(String::new());
        for reply in verified.round.replies.iter().filter(|reply| reply.comment == n) {
            let key = if reply.skipped { "rounds.skipped" } else { "rounds.said" };
            rows.push(format!("- {}", escaped(&locale.say(key, &[("text", &reply.text)]))));
        }
        if named.comments.first() == Some(&n) {
            fields(&mut rows, named.kind, &named.fields);
            let index = found.named.iter().position(|other| other == named);
            for change in found.unnamed.iter().filter(|c| c.cause == Cause::Beside && c.beside == index) {
                let (state, target) = (locale.word(state_key(change)), change_name(verified, change));
                let said = locale.say("rounds.beside", &[("state", state), ("target", &target)]);
                rows.push(format!("- {}", escaped(&said)));
            }
        }
        rows.push(String::new());
    }
    let flagged = found.flagged().count();
    if flagged > 0 {
        rows.extend([format!("## {}", locale.count("rounds.flagged", flagged)), String::new()]);
    }
    for change in found.flagged() {
        rows.push(format!("### {} ({})", escaped(&change_name(verified, change)), locale.word(state_key(change))));
        rows.push(String::new());
        fields(&mut rows, change.kind, &change.fields);
        rows.push(String::new());
    }
    let mut folded: Vec<String> = folded(locale, found).iter().map(|said| format!("- {}", escaped(said))).collect();
    if found.confirmed {
        folded.push(format!("- {}", escaped(locale.word("rounds.confirmed"))));
    }
    rows.extend(folded);
    let told = |pointer: &&String| !(found.confirmed && *pointer == CONFIRMED);
    let elsewhere: Vec<&String> = found.elsewhere.iter().filter(told).collect();
    if !elsewhere.is_empty() {
        rows.extend([
            String::new(),
            format!("## {}", locale.count("rounds.elsewhere", elsewhere.len())),
            String::new(),
        ]);
        rows.extend(elsewhere.iter().map(|pointer| format!("- `{}`", clean::line(pointer).replace('`', "'"))));
    }
    while rows.last().is_some_and(String::is_empty) {
        rows.pop();
    }
    rows.iter().for_each(|row| context.out.line(row));
}

fn restore(context: &mut Context, opened: &Opened, round: &Round, as_json: bool) -> Result<u8, Failure> {
    let locale = opened.locale;
    let fail = |error: DiskError| state_failure(locale, &error);
    let number = round.round.to_string();
    let store = Store::open(&opened.project.plan_dir, &os_variable).map_err(fail)?;
    let _lock = take(&store, opened)
        .map_err(fail)?
        .map_err(|holder| Failure::failed("cli.error.board-open", &[("holder", &who(&holder))]))?;
    tidy(&store, opened).map_err(fail)?;
    let view = opened.loaded.plan.pass(round.pass);
    let mut draft = ready(&store, opened, round.pass).map_err(fail)?;
    let before = store.round_before(round.round).ok();
    let before = before.map(|bytes| view_of(&opened.project, round.pass, &bytes, opened.now));
    let views = Views { before: before.as_ref(), now: view };
    let keys = store.restore(round, &mut draft, views, opened.now).map_err(|error| {
        let problem = match error {
            RecallError::Disk(error) => locale.phrase(&error.phrase()),
            _ => locale.word("rounds.not-understood").to_owned(),
        };
        Failure::failed("rounds.error.restore", &[("round", &number), ("problem", &problem)])
    })?;
    store.save_draft(&mut draft, bytes_of(opened, round.pass)).map_err(fail)?;
    let n = keys.len();
    let said = locale.say("rounds.cli.restored", &[("n", &n.to_string()), ("round", &number)]);
    context.out.talk(&said);
    let critique = opened.loaded.critique.as_ref().and_then(|found| found.critique.as_ref());
    let claims: Vec<&str> = critique.iter().flat_map(|said| &said.objections).map(|one| one.claim.as_str()).collect();
    let restored = draft.comments.iter().filter(|comment| keys.contains(&comment.key));
    let again = restored.filter(|comment| claims.contains(&comment.text.as_str())).count();
    if again > 0 {
        context.out.talk(&locale.count("rounds.cli.objected-already", again));
    }
    if as_json {
        context.out.json(&json!({"round": round.round, "pass": round.pass, "comments": n}));
    } else {
        context.out.line(&format!("{}: {n}", pass_name(locale, round.pass)));
    }
    Ok(0)
}
