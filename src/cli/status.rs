//! `planboard status`: what there is, as text or as JSON.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use crate::cli::args::Status;
use crate::cli::checklist::{say_others, summary};
use crate::cli::context::{Context, Opened, os_variable, shown};
use crate::cli::failure::Failure;
use crate::cli::work::{Waiting, Work};
use crate::cli::{findings, status_coding, status_line};
use crate::contract::finding::Finding;
use crate::contract::plan_comments::Pass;
use crate::locale::Locale;
use crate::project::find::coding;
use crate::project::load::OnDisk;
use crate::project::store::Store;
use crate::review::hand_off::pass_key;
use crate::review::target::PassView;
use crate::text::clean;
use crate::text::shell;
use crate::text::time::clock;

/// Says what there is.
///
/// # Errors
/// No project there; with `--line` that is no error.
pub fn run(context: &mut Context, args: &Status) -> Result<u8, Failure> {
    let asked = context.asked(&args.notes)?;
    context.reports.clone_from(&args.report);
    if let Some(form) = args.line {
        status_line::print(context, args, &asked, form);
        return Ok(0);
    }
    context.say_passed_over(&asked);
    let opened = context.open(args.at.path.as_deref(), Some(&asked))?;
    if let Some(notes) = &opened.loaded.checklist {
        say_others(context, notes);
    }
    if let Some(store) = Store::peek(&opened.project.plan_dir, &os_variable).filter(Store::exists)
        && opened.project.coding.is_none()
    {
        // Where it cannot be noted, the status says the same all the same.
        let _ = store.observe_replaced(&opened.project.plan_comments(), opened.now);
    }
    let work = Work::peek(&opened);
    if args.json {
        let value = as_json(context.json_locale(), &opened, &work);
        context.out.json(&value);
    } else {
        print(context, &opened, &work);
    }
    Ok(u8::from(findings::any_error(all_findings(&opened, &work))))
}

/// What is wrong in the plan, the checklist, the submission, and what is kept.
pub(super) fn all_findings<'a>(opened: &'a Opened, work: &'a Work) -> impl Iterator<Item = &'a Finding> {
    let loaded = &opened.loaded;
    let notes = loaded.checklist.iter().flat_map(|notes| &notes.findings);
    let submission: &[Finding] = match &loaded.on_disk {
        OnDisk::Submission { findings, .. } => findings,
        OnDisk::Unreadable(finding) => std::slice::from_ref(finding),
        OnDisk::Absent => &[],
    };
    let plan = loaded.plan.findings.iter();
    plan.chain(notes).chain(submission).chain(status_coding::findings(loaded)).chain(&work.findings)
}

fn print(context: &mut Context, opened: &Opened, work: &Work) {
    let locale = opened.locale;
    let (project, loaded) = (&opened.project, &opened.loaded);
    let plan = &loaded.plan;
    let mut lines = Vec::new();
    let path = project.plan_dir.display().to_string();
    lines.push(locale.say("cli.status.project", &[("name", &project.name()), ("path", &path)]));
    if let Some(place) = &project.coding {
        lines.extend(status_coding::plan_lines(locale, place));
    } else if !project.research_plan.exists() && !project.edit.exists() {
        let files = format!("{}, {}", shown(&project.research_plan), shown(&project.edit));
        lines.push(locale.say("cli.status.awaits", &[("files", &files)]));
    }
    if project.coding.is_none()
        && let Some(file) = coding::beside(&project.root)
    {
        let open = format!("planboard {}", shell::word(&shown(&file)));
        lines.push(locale.say("cli.status.coding-beside", &[("file", &shown(&file)), ("command", &open)]));
    }
    for pass in plan.own_passes() {
        lines.push(format!("{}: {}", pass_name(locale, pass), pass_facts(locale, opened, work, pass).join(" · ")));
    }
    for draft in work.drafts() {
        let n = draft.comments.len().to_string();
        let mut line = locale.say("cli.status.draft", &[("pass", pass_name(locale, draft.pass)), ("n", &n)]);
        if !draft.unfinished.is_empty() {
            line = format!("{line} · {}", locale.count("cli.status.unfinished", draft.unfinished.len()));
        }
        lines.push(line);
    }
    if let Some(waiting) = &work.waiting {
        lines.push(match waiting.pass {
            Some(pass) => {
                let age = waiting.submitted_at.as_deref().and_then(|at| age_words(locale, at, opened.now));
                let name = pass_name(locale, pass);
                let age = age.as_deref().unwrap_or("?");
                let args = [("pass", name), ("state", state(locale, waiting)), ("age", age)];
                match waiting.comments.map(|n| n.to_string()) {
                    Some(n) => {
                        let [pass, state, age] = args;
                        locale.say("cli.status.submission", &[pass, ("n", &n), state, age])
                    }
                    None => locale.say("cli.status.submission-unknown", &args),
                }
            }
            None => locale.say("cli.status.submission-unread", &[("file", &shown(&project.plan_comments()))]),
        });
    }
    if let Some(round) = &work.last_round {
        let (n, number) = (round.comments.to_string(), round.round.to_string());
        let state = locale.word(&format!("state.{}", round.state)).to_owned();
        let name = pass_name(locale, round.pass);
        let args = [("round", number.as_str()), ("pass", name), ("n", &n), ("state", &state)];
        lines.push(locale.say("cli.status.last-round", &args));
    }
    lines.extend(loaded.checklist.as_ref().map(|notes| summary::line(locale, notes)));
    lines.extend(status_coding::lines(locale, opened));
    if plan.full_auto {
        lines.push(locale.word("cli.status.full-auto").to_owned());
    }
    for line in lines {
        context.out.line(&clean::line(&line));
    }
    for finding in all_findings(opened, work) {
        findings::say(&mut context.out, locale, finding);
    }
}

fn pass_facts(locale: &Locale, opened: &Opened, work: &Work, pass: Pass) -> Vec<String> {
    let view = opened.loaded.plan.pass(pass);
    if let Some(reason) = &view.unavailable {
        return vec![locale.say("cli.status.unavailable", &[("reason", &locale.phrase(reason))])];
    }
    let length = clock(view.total_seconds);
    let undecided = view.undecided.to_string();
    let mut facts = vec![locale.count(&format!("cli.status.targets-{}", pass.as_str()), view.targets.len())];
    let whole = view.facts.iter().filter(|fact| WHOLE.contains(&fact.key));
    facts.extend(whole.map(|fact| locale.phrase(fact)));
    if pass == Pass::Coding {
        let about = ["fact.tier", "fact.layers", "fact.cases"];
        facts.extend(view.facts.iter().filter(|fact| about.contains(&fact.key)).map(|fact| locale.phrase(fact)));
    } else {
        if duration(view).is_none() {
            return facts;
        }
        facts.push(match view.undecided {
            0 => locale.say("cli.status.length", &[("length", &length)]),
            _ => locale.say("cli.status.length-undecided", &[("length", &length), ("n", &undecided)]),
        });
    }
    let (commented, reviewed) = (work.commented(pass, view), work.reviewed(pass, view));
    if commented > 0 {
        facts.push(locale.count("cli.status.commented", commented));
    }
    if reviewed > 0 {
        facts.push(locale.count("cli.status.reviewed", reviewed));
    }
    facts
}

/// Facts about all of a pass that has no targets.
const WHOLE: [&str; 2] = ["fact.whole-source", "fact.empty-timeline"];

/// How long the plan is, in seconds, as far as it is decided; `None` where nothing is known of it: the pass is not
/// available, or an edit.json version 0 without cuts uses its source whole, however long that is.
fn duration(view: &PassView) -> Option<f64> {
    let is_whole = view.facts.iter().any(|fact| fact.key == "fact.whole-source");
    (view.unavailable.is_none() && !is_whole).then_some(view.total_seconds)
}

fn as_json(locale: &Locale, opened: &Opened, work: &Work) -> Value {
    let loaded = &opened.loaded;
    let passes: Vec<Value> = Pass::VIDEO
        .into_iter()
        .map(|pass| {
            let view = loaded.plan.pass(pass);
            json!({
                "pass": pass,
                "available": view.unavailable.is_none(),
                "reason": view.unavailable.as_ref().map(|reason| locale.phrase(reason)),
                "file": view.file.display().to_string(),
                "version": view.version,
                "targets": view.targets.len(),
                "commented": work.commented(pass, view),
                "reviewed": work.reviewed(pass, view),
                "duration_seconds": duration(view),
            })
        })
        .collect();
    let drafts: Vec<Value> = work
        .drafts()
        .map(|draft| {
            json!({
                "pass": draft.pass,
                "comments": draft.comments.len(),
                "unfinished": draft.unfinished.len(),
                "updated_at": draft.updated_at.map(rfc3339),
            })
        })
        .collect();
    let waiting = work.waiting.as_ref().map(|waiting| {
        json!({
            "pass": waiting.pass,
            "comments": waiting.comments,
            "submitted_at": waiting.submitted_at,
            "state": waiting.state,
        })
    });
    let findings: Vec<Value> = all_findings(opened, work).map(|finding| findings::json(locale, finding)).collect();
    json!({
        "plan_dir": opened.project.plan_dir.display().to_string(),
        "passes": passes,
        "drafts": drafts,
        "waiting": waiting,
        "last_round": work.last_round,
        "checklist": loaded.checklist.as_ref().filter(|notes| !notes.is_blank()).map(summary::json),
        "coding": status_coding::coding(opened, work),
        "critique": status_coding::critique(loaded),
        "report": status_coding::report(opened),
        "findings": findings,
    })
}

/// The name of a pass.
pub fn pass_name(locale: &'static Locale, pass: Pass) -> &'static str {
    locale.word(pass_key(pass))
}

/// The state of the submission in a word.
pub(super) fn state(locale: &'static Locale, waiting: &Waiting) -> &'static str {
    locale.word(match waiting.state {
        "read" => "state.read",
        "revising" => "state.revising",
        _ => "state.waiting",
    })
}

/// UTC with milliseconds and `Z`.
pub fn rfc3339(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(chrono::SecondsFormat::Millis, true)
}

/// The age of a time in the language of what is said.
fn age_words(locale: &Locale, at: &str, now: DateTime<Utc>) -> Option<String> {
    let short = age_since(at, now)?;
    let (n, unit) = short.split_at_checked(short.len().saturating_sub(1))?;
    let key = match unit {
        "m" => "cli.age.minutes",
        "h" => "cli.age.hours",
        _ => "cli.age.days",
    };
    Some(locale.say(key, &[("n", n)]))
}

/// The age of a time as `status --line` says it: `0m`, `3m`, `2h`, `3d`; `None` where it is no time.
pub(super) fn age_since(at: &str, now: DateTime<Utc>) -> Option<String> {
    let at = DateTime::parse_from_rfc3339(at).ok()?;
    let minutes = now.signed_duration_since(at).num_minutes().max(0);
    Some(match minutes {
        0..60 => format!("{minutes}m"),
        60..1440 => format!("{}h", minutes / 60),
        _ => format!("{}d", minutes / 1440),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_minutes_hours_days() {
        let now = DateTime::parse_from_rfc3339("2026-07-25T09:30:00Z").expect("time").to_utc();
        assert_eq!(age_since("2026-07-25T09:27:00.000Z", now).as_deref(), Some("3m"));
        assert_eq!(age_since("2026-07-25T16:00:00+09:00", now).as_deref(), Some("2h"));
        assert_eq!(age_since("2026-07-22T09:30:00Z", now).as_deref(), Some("3d"));
        assert_eq!(age_since("2026-07-25T09:31:00Z", now).as_deref(), Some("0m"));
        assert_eq!(age_since("yesterday", now), None);
    }
}
