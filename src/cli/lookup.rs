//! Which target a person means: by target id, the plan's own id, `[6]` or `C7`.

use crate::cli::failure::Failure;
use crate::cli::findings::is_faulty;
use crate::contract::plan_comments::{Pass, TargetKind};
use crate::locale::Locale;
use crate::review::draft::Anchor;
use crate::review::plan::start_of;
use crate::review::target::{PassView, Plan, PlanKind, Target};
use crate::text::fold::fold;
use crate::text::near::nearest;

/// The target `asked` of the pass given, else of the only pass that has it.
///
/// # Errors
/// Wrong usage where several are meant, each named; failed where there is none, it cannot be commented, or what it may
/// be in cannot be read.
pub fn target<'a>(
    plan: &'a Plan,
    locale: &Locale,
    asked: &str,
    pass: Option<Pass>,
) -> Result<(Pass, &'a Target), Failure> {
    let passes: Vec<Pass> = match pass {
        Some(pass) => {
            if plan.pass(pass).unavailable.is_some() {
                return Err(not_available(locale, plan.pass(pass), pass));
            }
            vec![pass]
        }
        None => Pass::ALL.into_iter().filter(|pass| !matches(plan.pass(*pass), asked).is_empty()).collect(),
    };
    let pass = match passes.as_slice() {
        [] => return Err(nowhere(plan, locale, asked)),
        [only] => *only,
        several => {
            let names: Vec<&str> = several.iter().map(|pass| pass.as_str()).collect();
            let args = [("target", asked), ("passes", &names.join(", "))];
            return Err(Failure::usage("cli.error.several-passes", &args));
        }
    };
    let found = matches(plan.pass(pass), asked);
    let blocked = |target: &Target| {
        let reason = target.blocked.as_ref().map(|reason| locale.phrase(reason)).unwrap_or_default();
        Failure::failed("cli.error.blocked", &[("target", &name(target)), ("reason", &reason)])
    };
    match found.as_slice() {
        [] => Err(nowhere(plan, locale, asked)),
        [target, ..] if found.iter().all(|target| target.blocked.is_some()) => Err(blocked(target)),
        [target] => Ok((pass, target)),
        several => {
            let names: Vec<String> = several.iter().map(|target| format!("  {}", name(target))).collect();
            if pass == Pass::Coding {
                let ids: Vec<&str> = several.iter().filter_map(|target| target.id.as_deref()).collect();
                let args = [("target", asked), ("targets", &names.join("\n")), ("ids", &ids.join(", "))];
                return Err(Failure::usage("cli.error.ambiguous-ids", &args));
            }
            let forms: Vec<String> = several.iter().map(|target| format!("[{}]", target.index)).collect();
            let args = [
                ("target", asked),
                ("targets", &names.join("\n")),
                ("forms", &forms.join(", ")),
                ("pass", pass.as_str()),
            ];
            Err(Failure::usage("cli.error.ambiguous", &args))
        }
    }
}

/// That nothing is called so; where a file cannot be read, or none is there, that it may be in there.
fn nowhere(plan: &Plan, locale: &Locale, asked: &str) -> Failure {
    let views = || plan.own_passes().map(|pass| plan.pass(pass));
    let nothing_there = views().all(|view| view.unavailable.is_some());
    let mut reasons = Vec::new();
    for view in views().filter(|view| is_faulty(view) || nothing_there) {
        let reason = view.unavailable.as_ref().map(|reason| format!("  {}", locale.phrase(reason)));
        reasons.extend(reason.filter(|reason| !reasons.contains(reason)));
    }
    if reasons.is_empty() && plan.kind == PlanKind::Coding {
        let ids = || plan.pass(Pass::Coding).targets.iter().filter_map(|target| target.own_id.as_deref());
        let bare = asked.split_once(':').map_or(asked, |(_, bare)| bare);
        return match nearest(bare, ids()) {
            Some(near) => Failure::failed("cli.error.no-task-near", &[("target", asked), ("near", near)]),
            None => Failure::failed("cli.error.no-task", &[("target", asked)]),
        };
    }
    if reasons.is_empty() {
        return Failure::failed("cli.error.no-target", &[("target", asked)]);
    }
    Failure::failed("cli.error.no-target-read", &[("target", asked), ("reasons", &reasons.join("\n"))])
}

/// That a pass is not available, and why.
pub fn not_available(locale: &Locale, view: &PassView, pass: Pass) -> Failure {
    let reason = view.unavailable.as_ref().map(|reason| locale.phrase(reason)).unwrap_or_default();
    let name = format!("pass.{}", pass.as_str());
    Failure::failed("cli.error.no-pass", &[("pass", locale.word(&name)), ("reason", &reason)])
}

/// A target as it is called on screen, with its title.
pub fn name(target: &Target) -> String {
    named(target.kind, &target.label, &target.index.to_string(), &target.title())
}

/// What a comment hangs on, as it is or was called on screen.
pub fn anchor_name(anchor: &Anchor) -> String {
    let number =
        anchor.id.parse::<usize>().map_or_else(|_| "?".to_owned(), |index| (index.saturating_add(1)).to_string());
    let label = match (anchor.kind, &anchor.own_id) {
        (TargetKind::Clip, _) => anchor.id.clone(),
        (TargetKind::Shot, Some(own_id)) => own_id.clone(),
        (TargetKind::Shot, None) => format!("S{number}"),
        (TargetKind::Cut, _) => format!("C{number}"),
        (TargetKind::Wave | TargetKind::Case | TargetKind::Deliverable, _) => {
            anchor.own_id.clone().unwrap_or_else(|| anchor.id.clone())
        }
    };
    named(anchor.kind, &label, &anchor.id, &anchor.title)
}

/// Shots and cuts: `s-07 [6]  title`; clips: name and id. Titles are as long as in comments on shots.
fn named(kind: TargetKind, label: &str, index: &str, title: &str) -> String {
    let title = start_of(title);
    match kind.has_index() {
        true => format!("{label} [{index}]  {title}"),
        false if matches!(kind, TargetKind::Wave | TargetKind::Case | TargetKind::Deliverable) => {
            format!("{label}  {title}")
        }
        false if title == label => title.into_owned(),
        false => format!("{title}  {label}"),
    }
}

fn matches<'a>(view: &'a PassView, asked: &str) -> Vec<&'a Target> {
    let folded = fold(asked);
    let all = || view.targets.iter();
    if let Some(index) = bracketed(&folded) {
        // An item's id may look like an index; it is what comments name the item by.
        let by_id = all().find(|target| target.kind == TargetKind::Clip && target.id.as_deref() == Some(asked));
        let is_meant =
            |target: &&Target| target.index == index && (target.kind.has_index() || target.kind == TargetKind::Clip);
        return by_id.or_else(|| all().find(is_meant)).into_iter().collect();
    }
    let is_meant = |target: &&Target| {
        target.id.as_deref() == Some(asked)
            || target.own_id.as_deref() == Some(asked)
            || (target.kind == TargetKind::Cut && fold(&target.label) == folded)
            || (target.kind == TargetKind::Deliverable && target.label == asked)
    };
    all().filter(is_meant).collect()
}

/// The index in `[6]`: digits only, as it is written on screen.
fn bracketed(text: &str) -> Option<usize> {
    let digits = text.strip_prefix('[')?.strip_suffix(']')?;
    let is_index = digits.bytes().all(|b| b.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    digits.parse().ok().filter(|_| is_index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_written_as_on_screen() {
        for (text, index) in [("[0]", Some(0)), ("[12]", Some(12)), ("[ 0 ]", None), ("[00]", None), ("[+1]", None)] {
            assert_eq!(bracketed(text), index, "{text}");
        }
        assert_eq!(bracketed("[]"), None);
    }

    #[test]
    fn names_are_those_on_screen() {
        let anchor = |kind, id: &str, own_id: Option<&str>, title: &str| Anchor {
            kind,
            id: id.to_owned(),
            own_id: own_id.map(str::to_owned),
            title: title.to_owned(),
            state: Default::default(),
            fingerprint: None,
            was: None,
        };
        let name = |kind, id, own_id, title| anchor_name(&anchor(kind, id, own_id, title));
        assert_eq!(name(TargetKind::Shot, "6", Some("s-07"), "椀"), "s-07 [6]  椀");
        assert_eq!(name(TargetKind::Shot, "6", None, "椀"), "S7 [6]  椀");
        assert_eq!(name(TargetKind::Cut, "6", None, "cam 1.00–2.00"), "C7 [6]  cam 1.00–2.00");
        assert_eq!(name(TargetKind::Clip, "opening", Some("opening"), "導入"), "導入  opening");
        assert_eq!(name(TargetKind::Clip, "opening", None, "opening"), "opening");
    }
}
