//! Comments on a coding plan: objections, which are submitted to plan-critique.json and answered there.

use std::path::Path;

use serde_json::{Value, json};

use crate::cli::args::Submit;
use crate::cli::comments::holding::{bytes_of, check_readable, ready, settled, state_failure};
use crate::cli::context::{Context, Opened, shown};
use crate::cli::failure::Failure;
use crate::cli::findings;
use crate::cli::lookup;
use crate::contract::plan_comments::Pass;
use crate::contract::plan_critique;
use crate::locale::{Language, Locale};
use crate::project::critique::{CritiqueOrder, CritiqueRefused};
use crate::project::find::CodingPlace;
use crate::project::load::read_regular;
use crate::project::store::Store;
use crate::review::hand_off;
use crate::text::clean;

/// Lens and rule of an objection, in the JSON of a comment.
pub(super) fn say_objecting(value: &mut Value, objecting: Option<&crate::review::objecting::Objecting>) {
    if let (Some(members), Some(objecting)) = (value.as_object_mut(), objecting) {
        members.insert("lens".to_owned(), json!(objecting.lens));
        members.insert("rule".to_owned(), json!(objecting.rule));
    }
}

/// Adds the objections of the draft to plan-critique.json, and prints the hand-off line. The draft's lock is the caller's.
///
/// # Errors
/// There is nothing to submit, the round is closed, or the disk refuses. The draft is then as it was.
pub(super) fn submit(
    context: &mut Context,
    args: &Submit,
    opened: Opened,
    store: &Store,
    place: &CodingPlace,
) -> Result<u8, Failure> {
    let locale = opened.locale;
    if let Some(pass) = args.pass {
        return Err(lookup::not_available(locale, opened.loaded.plan.pass(pass), pass));
    }
    if args.overwrite || args.allow_empty {
        return Err(Failure::usage("cli.error.objections-options", &[]));
    }
    check_readable(context, store, &opened, &[Pass::Coding])?;
    let opened = settled(context, opened, |opened| opened.loaded.is_broken(Pass::Coding));
    let view = opened.loaded.plan.pass(Pass::Coding);
    let plan = match bytes_of(&opened, Pass::Coding) {
        Some(bytes) if view.unavailable.is_none() => bytes,
        _ => {
            findings::say_faults(&mut context.out, locale, &opened.loaded.plan, &[Pass::Coding]);
            return Err(lookup::not_available(locale, view, Pass::Coding));
        }
    };
    if let Some(topic) = opened.loaded.critique.as_ref().and_then(|critique| critique.other.clone()) {
        let args = [("path", shown(&place.critique)), ("topic", topic)];
        let args: Vec<(&str, &str)> = args.iter().map(|(name, value)| (*name, value.as_str())).collect();
        return Err(Failure::failed("cli.error.submit", &[("problem", &locale.say("critique.refused.other", &args))]));
    }
    let mut draft = ready(store, &opened, Pass::Coding).map_err(|error| state_failure(locale, &error))?;
    let (overall, left_out) = (draft.overall.clone(), draft.unfinished.len());
    let persona = context.settings.critique_persona.as_deref().unwrap_or("reviewer");
    let order = CritiqueOrder { path: &place.critique, view, plan, persona, now: opened.now };
    let submitted = store.submit_critique(&order, &mut draft).map_err(|refused| match refused {
        CritiqueRefused::Nothing => Failure::failed("cli.error.no-objections", &[]),
        refused => {
            Failure::failed("cli.error.submit", &[("problem", &locale.phrase(&refused.phrase(&place.critique)))])
        }
    })?;
    context.done("cli.error.stdout-submitted");
    for warning in &submitted.warnings {
        context.out.talk(&clean::line(&locale.phrase(&warning.phrase())));
    }
    let n = submitted.ids.len();
    let file = shown(&place.critique);
    context.out.talk(&locale.say("cli.comments.submitted", &[("n", &n.to_string()), ("file", &file)]));
    if left_out > 0 {
        context.out.talk(&locale.count("cli.comments.left-out", left_out));
    }
    // The agent is spoken to in the language of its plan.
    let language = context.asked_language().or_else(|| opened.loaded.plan.script.and_then(Language::from_code));
    let plan_locale = Locale::of(language.unwrap_or(Language::En));
    let (from_root, plan_dir) = (opened.from_root(&place.critique), opened.from_root(&opened.project.plan_dir));
    let critique = (!place.is_default_critique()).then_some(from_root.as_str());
    let check = hand_off::Check { plan_dir: &plan_dir, critique };
    let line = hand_off::objections(plan_locale, &from_root, &check, awaiting(place).max(n), &overall);
    if args.json {
        context.out.json(&json!({
            "pass": Pass::Coding,
            "file": place.critique.display().to_string(),
            "submitted_at": submitted.decision.submitted.as_ref().map(|sent| &sent.submitted_at),
            "comments": n,
            "objections": submitted.ids,
            "round": submitted.round,
            "hand_off": line,
        }));
    } else {
        context.out.line(&clean::line(&line));
    }
    Ok(0)
}

/// How many objections in the file have no reply: all of them are to be answered, whoever wrote them.
fn awaiting(place: &CodingPlace) -> usize {
    let bytes = read_regular(&place.critique).ok().flatten().unwrap_or_default();
    let (critique, _) = plan_critique::read(&place.critique, &bytes);
    critique.map_or(0, |said| {
        let replied = |id: &str| said.replies.iter().any(|reply| reply.objection == id);
        said.objections.iter().filter(|objection| !replied(&objection.id)).count()
    })
}

/// For `comments read` and `done`: objections are answered in the critique itself, so there is nothing to read or delete
/// here. `json`: the approval that is kept, where JSON is wanted.
pub(super) fn say_where(context: &mut Context, opened: &Opened, critique: &Path, json: Option<Option<Value>>) -> u8 {
    let (file, dir) = (shown(critique), crate::text::shell::word(&shown(&opened.project.plan_dir)).into_owned());
    let said = opened.locale.say("cli.comments.objections", &[("file", &file), ("dir", &dir)]);
    context.out.talk(&clean::line(&said));
    if let Some(approved) = json {
        context.out.json(&json!({
            "waiting": false,
            "state": null,
            "file": critique.display().to_string(),
            "token": null,
            "version": null,
            "pass": Pass::Coding,
            "submitted_at": null,
            "comments": [],
            "approved": approved,
            "findings": [],
        }));
    }
    0
}
