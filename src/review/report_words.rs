//! What an outcome report comes to, in words' keys and in the order a person wants it.

use crate::contract::outcome_report::{Acceptance, Decision, Outcome, Priority, Report, VerificationState};
use crate::locale::Locale;

/// Letters looked at to tell the language of a report.
const ENOUGH: usize = 2000;

/// Positions of the decisions, the most urgent first, those without a priority last; else in file order.
pub fn by_urgency(report: &Report) -> Vec<usize> {
    let mut order: Vec<(Option<Priority>, usize)> =
        report.decisions.iter().enumerate().map(|(at, decision)| (decision.priority, at)).collect();
    order.sort_by_key(|(priority, _)| (priority.is_none(), *priority));
    order.into_iter().map(|(_, at)| at).collect()
}

/// The mark a decision is shown with.
pub fn mark(decision: &Decision) -> &'static str {
    decision.priority.map_or("[–]", Priority::mark)
}

/// How many verification items are in each state of the contract, and how many in none.
pub fn counts(report: &Report) -> ([usize; 4], usize) {
    let count = |state: Option<VerificationState>| report.verification.iter().filter(|v| v.state == state).count();
    (VerificationState::ALL.map(|state| count(Some(state))), count(None))
}

/// Verification with how many items are in which state.
pub fn verification_head(locale: &Locale, report: &Report) -> String {
    let (known, none) = counts(report);
    let states = VerificationState::ALL.into_iter().map(Some).zip(known).chain([(None, none)]);
    let counts = states.filter(|(_, n)| *n > 0).map(|(state, n)| {
        let args = [("state", locale.word(state_key(state))), ("n", &n.to_string())];
        locale.say("report.state-count", &args)
    });
    let counts = counts.collect::<Vec<_>>().join(" · ");
    locale.say("report.verification", &[("counts", &counts)]).trim_end().to_owned()
}

/// Locale key of the word of an outcome; `None`: there is no OUTCOME line as the contract wants it.
pub fn outcome_key(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Success) => "report.outcome-success",
        Some(Outcome::Partial) => "report.outcome-partial",
        Some(Outcome::Failure) => "report.outcome-failure",
        None => "report.outcome-none",
    }
}

/// Locale key of the word of a state.
pub fn state_key(state: Option<VerificationState>) -> &'static str {
    match state {
        Some(VerificationState::Executed) => "report.state-executed",
        Some(VerificationState::NotRun) => "report.state-not-run",
        Some(VerificationState::Failed) => "report.state-failed",
        Some(VerificationState::Unverified) => "report.state-unverified",
        None => "report.state-none",
    }
}

/// Locale keys of the five items of the acceptance checklist (outcome report contract, section 6).
pub const ITEMS: [&str; 5] = ["report.item-1", "report.item-2", "report.item-3", "report.item-4", "report.item-5"];

/// Locale key of how an item came out.
pub fn acceptance_key(acceptance: Acceptance) -> &'static str {
    match acceptance {
        Acceptance::Pass => "report.pass",
        Acceptance::Fail => "report.fail",
        Acceptance::Person => "report.person",
    }
}

/// The language a report is written in, where its letters tell: `ja` where there are kana.
pub fn script(text: &str) -> Option<&'static str> {
    let kana = |c: char| matches!(c, '\u{3041}'..='\u{30FF}' | '\u{FF66}'..='\u{FF9F}');
    text.chars().take(ENOUGH).any(kana).then_some("ja")
}
