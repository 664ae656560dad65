//! Which target a person means: by target id, the plan's own id, `[6]` or `C7`.

use crate::cli::failure::Failure;
use crate::contract::plan_comments::{Pass, TargetKind};
use crate::locale::Locale;
use crate::review::target::{PassView, Plan, Target};
use crate::text::fold::fold;

/// The target `asked` of the pass given, else of the pass `first` (the first-pass rule) if it is there, else of the
/// only other pass that has it.
///
/// # Errors
/// Wrong usage where several are meant, each named; failed where there is none or it cannot be commented.
pub fn target<'a>(
    plan: &'a Plan,
    locale: &Locale,
    asked: &str,
    pass: Option<Pass>,
    first: Pass,
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
        [] => return Err(Failure::failed("cli.error.no-target", &[("target", asked)])),
        [only] => *only,
        several if several.contains(&first) => first,
        several => {
            let names: Vec<&str> = several.iter().map(|pass| pass.as_str()).collect();
            let args = [("target", asked), ("passes", &names.join(", "))];
            return Err(Failure::usage("cli.error.several-passes", &args));
        }
    };
    let found = matches(plan.pass(pass), asked);
    match found.as_slice() {
        [] => Err(Failure::failed("cli.error.no-target", &[("target", asked)])),
        [target] => match &target.blocked {
            Some(reason) => {
                let reason = locale.phrase(reason);
                Err(Failure::failed("cli.error.blocked", &[("target", &name(target)), ("reason", &reason)]))
            }
            None => Ok((pass, target)),
        },
        several => {
            let names: Vec<String> = several.iter().map(|target| format!("  {}", name(target))).collect();
            Err(Failure::usage("cli.error.ambiguous", &[("target", asked), ("targets", &names.join("\n"))]))
        }
    }
}

/// That a pass is not available, and why.
pub fn not_available(locale: &Locale, view: &PassView, pass: Pass) -> Failure {
    let reason = view.unavailable.as_ref().map(|reason| locale.phrase(reason)).unwrap_or_default();
    let name = format!("cli.pass.{}", pass.as_str());
    Failure::failed("cli.error.no-pass", &[("pass", locale.word(&name)), ("reason", &reason)])
}

/// A target as a person reads it: its own id or name, the index in the file, the title.
pub fn name(target: &Target) -> String {
    match target.kind {
        TargetKind::Clip => format!("{}  {}", target.label, target.headline),
        TargetKind::Shot | TargetKind::Cut => format!("{} [{}]  {}", target.label, target.index, target.headline),
    }
}

fn matches<'a>(view: &'a PassView, asked: &str) -> Vec<&'a Target> {
    let folded = fold(asked);
    let index: Option<usize> =
        folded.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).and_then(|number| number.trim().parse().ok());
    let is_meant = |target: &Target| {
        target.id.as_deref() == Some(asked)
            || target.own_id.as_deref() == Some(asked)
            || index == Some(target.index)
            || (target.kind == TargetKind::Cut && fold(&target.label) == folded)
    };
    view.targets.iter().filter(|target| is_meant(target)).collect()
}
