//! `planboard show`: the targets as plain lines, or as JSON.

use std::borrow::Cow;
use std::collections::HashSet;

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::cli::args::Show;
use crate::cli::context::{Context, Opened, os_variable, shown};
use crate::cli::failure::Failure;
use crate::cli::findings;
use crate::cli::status::pass_name;
use crate::cli::work::Work;
use crate::cli::{lookup, show_layers};
use crate::contract::finding::Finding;
use crate::contract::plan_comments::{Pass, TargetKind};
use crate::locale::Locale;
use crate::project::load::view_of;
use crate::project::store::Store;
use crate::review::plan::INSIDE;
use crate::review::round::Outcome;
use crate::review::target::{Group, PassView, PlaceholderState, Target};
use crate::review::verify;
use crate::text::clean;
use crate::text::time::clock;

/// One target in the JSON output.
#[derive(Serialize)]
struct Row<'a> {
    id: Option<&'a str>,
    kind: &'static str,
    index: usize,
    group: Option<Cow<'a, str>>,
    title: Cow<'a, str>,
    start_seconds: Option<f64>,
    length_seconds: Option<f64>,
    comments: usize,
    reviewed: bool,
    findings: Vec<Value>,
    placeholder: Option<PlaceholderRow<'a>>,
    target: Box<RawValue>,
}

/// The placeholder behind a clip, in the JSON output.
#[derive(Serialize)]
struct PlaceholderRow<'a> {
    state: &'static str,
    prompt: Option<&'a str>,
}

/// The JSON output.
#[derive(Serialize)]
struct Shown<'a> {
    pass: Pass,
    file: String,
    targets: Vec<Row<'a>>,
    findings: Vec<Value>,
}

/// Prints the targets of a pass.
///
/// # Errors
/// No project there, or the pass that was asked for is not available.
pub fn run(context: &mut Context, args: &Show) -> Result<u8, Failure> {
    let opened = context.open(args.at.path.as_deref(), None)?;
    let work = Work::peek(&opened);
    let pass = work.first_pass(&opened, args.pass);
    let view = opened.loaded.plan.pass(pass);
    let plan_findings = &opened.loaded.plan.findings;
    let kept = if args.changed { changed(context, &opened, pass) } else { None };
    let is_kept = |target: &Target| kept.as_ref().is_none_or(|kept| kept.contains(&target.json.offset()));
    if args.json {
        let locale = context.json_locale();
        let rows = rows(view).filter(|(_, target)| is_kept(target));
        let rows = rows.map(|(group, target)| row(locale, &work, pass, plan_findings, group, target)).collect();
        let findings =
            plan_findings.iter().chain(&work.findings).map(|finding| findings::json(locale, finding)).collect();
        context.out.json(&Shown { pass, file: view.file.display().to_string(), targets: rows, findings });
        if view.unavailable.is_some() && args.pass.is_some() {
            return Err(lookup::not_available(opened.locale, view, pass));
        }
    } else {
        match args.ascii {
            true if pass != Pass::Coding => return Err(Failure::usage("cli.error.ascii-of-video", &[])),
            true => show_layers::print(context, &opened, &work, &is_kept),
            false => print(context, &opened, &work, pass, &is_kept),
        }
        if view.unavailable.is_some() {
            return Err(lookup::not_available(opened.locale, view, pass));
        }
    }
    Ok(u8::from(findings::any_error(plan_findings.iter().chain(&work.findings))))
}

/// The targets that are new or changed since the last round of the pass, by their offset in the file; `None`: there is
/// no round to compare with, which is said.
fn changed(context: &mut Context, opened: &Opened, pass: Pass) -> Option<HashSet<usize>> {
    let view = opened.loaded.plan.pass(pass);
    let rounds = crate::cli::verify::rounds(opened);
    let round = rounds.iter().rfind(|round| round.pass == pass && round.outcome != Some(Outcome::Recalled));
    let store = Store::peek(&opened.project.plan_dir, &os_variable);
    let before = round.zip(store).and_then(|(round, store)| store.round_before(round.round).ok());
    let Some(before) = before else {
        context.out.talk(opened.locale.word("rounds.cli.no-round-of-pass"));
        return None;
    };
    let before = view_of(&opened.project, pass, &before, opened.now);
    let found = verify::changed(&before, view);
    if found.is_empty() && view.unavailable.is_none() {
        context.out.talk(opened.locale.word("rounds.cli.none-changed"));
    }
    Some(found.into_iter().filter_map(|at| view.targets.get(at)).map(|target| target.json.offset()).collect())
}

/// The targets with their groups.
pub(super) fn rows(view: &PassView) -> impl Iterator<Item = (&Group, &Target)> {
    view.groups.iter().flat_map(|group| {
        view.targets.get(group.targets.clone()).unwrap_or_default().iter().map(move |target| (group, target))
    })
}

fn row<'a>(
    locale: &Locale,
    work: &Work,
    pass: Pass,
    plan_findings: &[Finding],
    group: &'a Group,
    target: &'a Target,
) -> Row<'a> {
    let own = target.findings.iter().filter_map(|at| plan_findings.get(*at));
    Row {
        id: target.id.as_deref(),
        kind: target.kind.as_str(),
        index: target.index,
        group: group
            .title
            .as_deref()
            .map(Cow::Borrowed)
            .or_else(|| group.heading.as_ref().map(|heading| locale.phrase(heading).into())),
        title: target.title(),
        start_seconds: target.start,
        length_seconds: target.length,
        comments: work.comments_on(pass, target),
        reviewed: work.is_reviewed(pass, target),
        findings: own.map(|finding| findings::json(locale, finding)).collect(),
        placeholder: target.placeholder.as_ref().map(|placeholder| PlaceholderRow {
            state: placeholder_state(placeholder.state),
            prompt: placeholder.prompt.as_deref(),
        }),
        target: RawValue::from_string(target.json.as_str().to_owned()).unwrap_or_default(),
    }
}

/// The state of a placeholder in one word, which is also the end of its key (`placeholder.<state>`).
fn placeholder_state(state: PlaceholderState) -> &'static str {
    match state {
        PlaceholderState::Planned => "planned",
        PlaceholderState::Generating => "generating",
        PlaceholderState::Done => "done",
        PlaceholderState::Failed => "failed",
        PlaceholderState::Stale => "stale",
    }
}

/// One line a target: id, name, group, start, length, title, marks, divided by tabs. What is about the pass goes to
/// stderr.
fn print(context: &mut Context, opened: &Opened, work: &Work, pass: Pass, is_kept: &dyn Fn(&Target) -> bool) {
    let locale = opened.locale;
    let plan = &opened.loaded.plan;
    let view = plan.pass(pass);
    let name = pass_name(locale, pass);
    context.out.talk(&locale.say("cli.show.head", &[("pass", name), ("file", &shown(&view.file))]));
    for fact in &view.facts {
        context.out.talk(&clean::line(&locale.phrase(fact)));
    }
    let waves = show_layers::Waves::new(view);
    for (group, target) in rows(view).filter(|(_, target)| is_kept(target)) {
        let unassigned = locale.word("cli.show.unassigned");
        let heading = group.heading.as_ref().map(|heading| locale.phrase(heading));
        let group = match group.title.as_deref().or(heading.as_deref()) {
            Some(title) => title,
            None if pass == Pass::Structure && view.groups.len() > 1 => unassigned,
            None => "",
        };
        // Of a shot `within` names the shot it is cut into, which is no group.
        let within = target.within.as_deref().filter(|_| target.kind == TargetKind::Clip);
        let path: Vec<&str> = [Some(group), within].into_iter().flatten().filter(|part| !part.is_empty()).collect();
        let group = path.join(INSIDE);
        let length = match target.length {
            Some(seconds) => clock(seconds),
            None if target.to_end => locale.word("cli.show.to-end").to_owned(),
            None => locale.word("cli.show.undecided").to_owned(),
        };
        let mut marks: Vec<String> = waves.marks(locale, target);
        if let Some(placeholder) = &target.placeholder {
            let state = format!("placeholder.{}", placeholder_state(placeholder.state));
            marks.push(locale.say("cli.show.placeholder", &[("state", locale.word(&state))]));
        }
        marks.extend(reviewer_marks(locale, work, pass, target));
        let id = target.id.as_deref().unwrap_or("-");
        let label = match target.kind.has_index() {
            true => format!("{} [{}]", target.label, target.index),
            false => target.label.clone(),
        };
        let start = target.start.map_or_else(|| "-".to_owned(), clock);
        let marks = marks.join(", ");
        let columns = match pass {
            // A coding plan has no time.
            Pass::Coding => vec![id, &label, &group, &target.headline, &marks],
            _ => vec![id, &label, &group, &start, &length, &target.headline, &marks],
        };
        context.out.line(&columns.into_iter().map(clean::line).collect::<Vec<_>>().join("\t"));
    }
    for finding in plan.findings.iter().chain(&work.findings) {
        findings::say(&mut context.out, locale, finding);
    }
}

/// What the reviewer did with a target, and how many findings are at it.
pub(super) fn reviewer_marks(locale: &Locale, work: &Work, pass: Pass, target: &Target) -> Vec<String> {
    let mut marks = Vec::new();
    let comments = work.comments_on(pass, target);
    if comments > 0 {
        marks.push(locale.count("cli.show.comments", comments));
    }
    if work.is_reviewed(pass, target) {
        marks.push(locale.word("cli.show.reviewed").to_owned());
    }
    if !target.findings.is_empty() {
        marks.push(locale.count("cli.show.findings", target.findings.len()));
    }
    marks
}
