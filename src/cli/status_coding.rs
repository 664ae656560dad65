//! What `planboard status` says of a coding project: its topics, the critique and the newest report.

use serde_json::{Value, json};

use crate::cli::context::{Opened, os_variable, shown};
use crate::cli::work::Work;
use crate::contract::finding::Finding;
use crate::contract::outcome_report::Acceptance;
use crate::contract::plan_comments::{Pass, TargetKind};
use crate::locale::Locale;
use crate::project::critique::LoadedCritique;
use crate::project::find::CodingPlace;
use crate::project::load::Loaded;
use crate::project::reports::{LoadedReport, urgent};
use crate::project::store::Store;
use crate::review::critique::Judgement;

/// What is wrong in the critique and the reports.
pub(super) fn findings(loaded: &Loaded) -> impl Iterator<Item = &Finding> {
    let critique = loaded.critique.iter().flat_map(|critique| {
        let judged = critique.judgement.iter().flat_map(|judgement| &judgement.findings);
        critique.findings.iter().chain(judged)
    });
    critique.chain(loaded.reports.iter().flat_map(|report| &report.findings))
}

/// The topics, where there are any.
pub(super) fn plan_lines(locale: &Locale, place: &CodingPlace) -> Option<String> {
    let topic = place.topic.as_deref()?;
    let others: Vec<&str> = place.topics.iter().map(String::as_str).filter(|other| *other != topic).collect();
    Some(match others.is_empty() {
        true => locale.say("cli.status.topic", &[("topic", topic)]),
        false => locale.say("cli.status.topics", &[("topic", topic), ("others", &others.join(", "))]),
    })
}

/// The critique and the newest report, a line each.
pub(super) fn lines(locale: &Locale, opened: &Opened) -> Vec<String> {
    let loaded = &opened.loaded;
    let mut lines = Vec::new();
    if let Some(critique) = &loaded.critique {
        lines.push(match (&critique.critique, &critique.judgement) {
            (Some(said), Some(_)) if is_flawed(critique) => {
                let n = said.objections.len().to_string();
                locale.say("cli.status.critique-errors", &[("n", &n)])
            }
            (Some(said), Some(judgement)) => {
                let key = format!("cli.status.critique-{}", judgement.verdict.as_str());
                let (n, awaiting) = (said.objections.len().to_string(), judgement.awaiting().to_string());
                locale.say(&key, &[("n", &n), ("awaiting", &awaiting)])
            }
            _ if critique.other.is_some() => {
                let topic = critique.other.as_deref().unwrap_or_default();
                locale.say("cli.status.critique-other", &[("topic", topic)])
            }
            _ => locale.word("cli.status.critique-unread").to_owned(),
        });
    }
    if let Some(report) = loaded.reports.first().filter(|report| report.written_at.is_none()) {
        lines.push(locale.say("cli.status.report-unread", &[("file", &shown(&report.file))]));
    } else if let Some(report) = loaded.reports.first() {
        let (p0, failed) = (p0(opened, report).to_string(), failed(report).to_string());
        let args = [("p0", p0.as_str()), ("failed", &failed)];
        lines.push(match report.report.outcome {
            Some(outcome) => {
                let [p0, failed] = args;
                locale.say("cli.status.report", &[("outcome", outcome.as_str()), p0, failed])
            }
            None => locale.say("cli.status.report-no-outcome", &args),
        });
    }
    lines
}

/// It is blocked by errors, not by an objection.
fn is_flawed(critique: &LoadedCritique) -> bool {
    critique.judgement.as_ref().is_some_and(Judgement::is_flawed)
}

/// The verdict and the urgent decisions, for a status bar.
pub(super) fn parts(locale: &Locale, opened: &Opened) -> Vec<String> {
    let loaded = &opened.loaded;
    let judgement = loaded.critique.as_ref().and_then(|critique| critique.judgement.as_ref());
    let verdict =
        judgement.map(|judgement| locale.word(&format!("cli.line.critique-{}", judgement.verdict.as_str())).to_owned());
    let p0: usize = loaded.reports.first().map_or(0, |report| p0(opened, report));
    verdict.into_iter().chain((p0 > 0).then(|| format!("P0 {p0}"))).collect()
}

/// The decisions that are P0 and that nobody answered on the board.
fn p0(opened: &Opened, report: &LoadedReport) -> usize {
    let store = Store::peek(&opened.project.plan_dir, &os_variable).filter(Store::exists);
    let answers = store.map(|store| store.peek_answers(&report.file)).unwrap_or_default();
    urgent([report], &|_, decision| answers.has_answered(decision))
}

fn failed(report: &LoadedReport) -> usize {
    report.report.acceptance.iter().filter(|item| **item == Acceptance::Fail).count()
}

/// `coding` of the JSON.
pub(super) fn coding(opened: &Opened, work: &Work) -> Value {
    let Some(place) = &opened.project.coding else { return Value::Null };
    let view = opened.loaded.plan.pass(Pass::Coding);
    let count = |kind| view.targets.iter().filter(|target| target.kind == kind).count();
    json!({
        "format": view.waves.as_ref().map(|waves| waves.format.as_str()),
        "file": place.file.display().to_string(),
        "topics": place.topics,
        "waves": count(TargetKind::Wave),
        "cases": count(TargetKind::Case),
        "layers": view.waves.as_ref().map_or(0, |waves| waves.depth()),
        "commented": work.commented(Pass::Coding, view),
    })
}

/// `critique` of the JSON.
pub(super) fn critique(loaded: &Loaded) -> Value {
    let Some(critique) = &loaded.critique else { return Value::Null };
    json!({
        "verdict": critique.judgement.as_ref().map(|judgement| judgement.verdict.as_str()),
        "objections": critique.critique.as_ref().map(|said| said.objections.len()),
        "awaiting": critique.judgement.as_ref().map(|judgement| judgement.awaiting()),
    })
}

/// `report` of the JSON: the newest.
pub(super) fn report(opened: &Opened) -> Value {
    let loaded = &opened.loaded;
    let Some(report) = loaded.reports.first().filter(|report| report.written_at.is_some()) else { return Value::Null };
    json!({
        "outcome": report.report.outcome.map(|outcome| outcome.as_str()),
        "p0": p0(opened, report),
        "failed_items": failed(report),
    })
}
