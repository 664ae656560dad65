//! What is worth a look in the shots of a research plan.

use super::{CLOSE, Kind, Notice, Notices, brief};
use crate::contract::finding::Phrase;
use crate::contract::research_plan::ResearchPlan;
use crate::review::target::PassView;
use crate::text::time;
use crate::text::trim::js_trim;

/// Shots of one type in a row from which on it is noticed.
const RUN: usize = 3;

/// The notices; `view` is filled from `plan`, whose shots are in shown order.
pub(in crate::review) fn of(view: &PassView, plan: &ResearchPlan) -> Notices {
    let mut notices = Vec::new();
    let hook = plan.opening_hook.as_deref().map(js_trim).filter(|text| !text.is_empty());
    let phrase = match hook {
        Some(text) => Phrase::new("notice.hook").with("text", brief(text)),
        None => Phrase::new("notice.no-hook"),
    };
    notices.push(Notice::new(Kind::OpeningHook, None, phrase));
    chapters(view, &mut notices);
    runs(plan, &mut notices);
    for (at, target) in view.targets.iter().enumerate() {
        if target.length.is_none() && target.within.is_none() {
            notices.push(Notice::new(Kind::Undecided, at, Phrase::new("notice.undecided")));
        }
    }
    shooting_list(view, plan, &mut notices);
    notices.into_iter().collect()
}

/// The shots of a chapter that are no cutaways against its estimate; said at its first shot.
fn chapters(view: &PassView, notices: &mut Vec<Notice>) {
    for group in &view.groups {
        let Some(estimate) = group.estimate_seconds else { continue };
        let shots = view.targets.get(group.targets.clone()).unwrap_or_default();
        let counted = || shots.iter().filter(|shot| shot.within.is_none());
        let sum: f64 = counted().filter_map(|shot| shot.length).sum();
        let undecided = counted().filter(|shot| shot.length.is_none()).count();
        let key = match sum - estimate {
            over if over >= CLOSE => "notice.chapter-over",
            over if over <= -CLOSE && undecided == 0 => "notice.chapter-under",
            _ => continue,
        };
        let title = group.title.as_deref().map(brief).unwrap_or_default();
        let phrase = Phrase::new(key).with("chapter", title).with("sum", time::clock(sum));
        let phrase = phrase.with("estimate", time::clock(estimate)).with("by", time::clock((sum - estimate).abs()));
        notices.push(Notice::new(Kind::Chapters, group.targets.start, phrase));
    }
}

/// Runs of one shot type in the order shown; said at the first of the run.
fn runs(plan: &ResearchPlan, notices: &mut Vec<Notice>) {
    let types = plan.shots.iter().map(|shot| shot.shot_type.as_deref().map(js_trim).filter(|t| !t.is_empty()));
    let types: Vec<Option<&str>> = types.collect();
    let mut first = 0;
    for run in types.chunk_by(|a, b| a == b) {
        if let (Some(Some(shot_type)), true) = (run.first(), run.len() >= RUN) {
            let phrase = Phrase::new("notice.shot-types").with("n", run.len().to_string());
            notices.push(Notice::new(Kind::ShotTypes, first, phrase.with("type", brief(shot_type))));
        }
        first += run.len();
    }
}

/// Entries of the shooting list that are not ok, at their shot.
fn shooting_list(view: &PassView, plan: &ResearchPlan, notices: &mut Vec<Notice>) {
    if plan.shot_list.is_empty() {
        return;
    }
    let mut at_shot = std::collections::HashMap::new();
    for (at, target) in view.targets.iter().enumerate() {
        if let Some(id) = target.own_id.as_deref() {
            at_shot.entry(id).or_insert(at);
        }
    }
    for (n, entry) in plan.shot_list.iter().enumerate() {
        let key = match entry.status.as_deref() {
            Some("ok") => continue,
            Some("ng") => "notice.shooting-ng",
            _ => "notice.shooting-planned",
        };
        let target = entry.shot_id.as_deref().and_then(|id| at_shot.get(id)).copied();
        let entry = entry.id.as_deref().map_or_else(|| (n + 1).to_string(), brief);
        notices.push(Notice::new(Kind::ShootingList, target, Phrase::new(key).with("entry", entry)));
    }
}
