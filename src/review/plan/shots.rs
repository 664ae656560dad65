//! The pass structure: shots of research-plan.json, by chapter.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::names;
use crate::contract::beside::{beside, part_size};
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::TargetKind;
use crate::contract::research_plan::{ResearchPlan, ShootingEntry, Shot};
use crate::review::notices;
use crate::review::target::{Group, PassView, Target};
use crate::text::trim::{fold_owned, fold_spaces};

/// Fills the view: groups in chapter order, the shots of no chapter last; inside a group in file order. `sequence` goes
/// before `chapter_id`.
pub(super) fn fill(view: &mut PassView, mut plan: ResearchPlan) {
    facts(view, &plan);
    let members = members(&plan);
    let order: Vec<usize> = members.iter().map(|(_, n)| *n).collect();
    in_order(&mut plan.shots, &order);
    view.targets = targets(&mut plan.shots, &order, view.file.parent());
    if !plan.shot_list.is_empty() {
        let mut shooting = shooting(&plan);
        for target in &mut view.targets {
            let entries = target.own_id.as_deref().and_then(|id| shooting.remove(id)).unwrap_or_default();
            target.extra = entries.iter().map(|entry| ("field.shooting-list", shooting_line(entry))).collect();
        }
    }
    let mut first = 0;
    for part in members.chunk_by(|a, b| a.0 == b.0) {
        let chapter = part.first().and_then(|(chapter, _)| plan.chapters.get(*chapter));
        view.groups.push(Group {
            title: chapter.and_then(|c| c.title.clone().or_else(|| c.id.clone())),
            id: chapter.and_then(|c| c.id.clone()),
            heading: None,
            estimate_seconds: chapter.and_then(|c| c.estimate_seconds),
            targets: first..first + part.len(),
        });
        first += part.len();
    }
    count(view);
    super::index_by_id(view);
    view.notices = notices::of_shots(view, &plan);
}

/// The chapter of each shot and its index, in shown order.
fn members(plan: &ResearchPlan) -> Vec<(usize, usize)> {
    let mut chapter_of: HashMap<&str, usize> = HashMap::new();
    for (n, chapter) in plan.chapters.iter().enumerate() {
        if let Some(id) = &chapter.id {
            chapter_of.entry(id).or_insert(n);
        }
    }
    let chapter = |shot: &Shot| {
        let id = shot.sequence.as_deref().or(shot.chapter_id.as_deref());
        id.and_then(|id| chapter_of.get(id)).copied().unwrap_or(plan.chapters.len())
    };
    let mut members: Vec<_> = plan.shots.iter().enumerate().map(|(n, shot)| (chapter(shot), n)).collect();
    members.sort_unstable();
    members
}

/// Puts the shots, which are in file order, into this one.
fn in_order(shots: &mut Vec<Shot>, order: &[usize]) {
    if !order.is_sorted() {
        let mut left: Vec<Option<Shot>> = std::mem::take(shots).into_iter().map(Some).collect();
        *shots = order.iter().filter_map(|n| left.get_mut(*n)?.take()).collect();
    }
}

/// The targets of the shots, which are in shown order and give their texts away; `order` has their indexes.
fn targets(shots: &mut [Shot], order: &[usize], folder: Option<&Path>) -> Vec<Target> {
    let starts = starts(shots);
    let (count, size) = (shots.len(), part_size(shots.len()));
    let parts: Vec<_> = shots.chunks_mut(size).enumerate().map(|(n, part)| (n * size, Mutex::new(part))).collect();
    let made = beside(&parts, |(first, part)| {
        let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
        let mut targets = Vec::with_capacity(if *first == 0 { count } else { part.len() });
        let places = order.iter().zip(&starts).skip(*first);
        targets.extend(part.iter_mut().zip(places).map(|(shot, (n, start))| target(folder, *n, shot, *start)));
        targets
    });
    let mut made = made.into_iter();
    let mut targets = made.next().unwrap_or_default();
    made.for_each(|mut part| targets.append(&mut part));
    targets
}

/// The JSON pointer of each shot and its position in the view.
pub(super) fn pointers(view: &PassView) -> HashMap<String, usize> {
    view.targets.iter().enumerate().map(|(n, t)| (format!("/structure/shots/{}", t.index), n)).collect()
}

fn facts(view: &mut PassView, plan: &ResearchPlan) {
    if let Some(hook) = names::full(plan.opening_hook.as_deref()) {
        view.facts.push(Phrase::new("fact.opening-hook").with("text", fold_spaces(hook)));
    }
    if !plan.shot_list.is_empty() {
        let with = |status| plan.shot_list.iter().filter(|e| e.status.as_deref() == Some(status)).count().to_string();
        let phrase = Phrase::new("fact.shooting-list").with("n", plan.shot_list.len().to_string());
        view.facts.push(phrase.with("ok", with("ok")).with("ng", with("ng")));
    }
}

/// Where a shot starts, in seconds.
#[derive(Debug, Clone, Copy, Default)]
struct Start {
    /// Where all lengths before it are known.
    known: Option<f64>,
    /// The sum of the known lengths before it.
    earliest: Option<f64>,
}

/// The start of each of the shots, which are in shown order. They follow one another until one of undecided length; a
/// cutaway takes no time of its own and starts with the shot it is cut into.
fn starts(shots: &[Shot]) -> Vec<Start> {
    let mut time = Start { known: Some(0.0), earliest: Some(0.0) };
    let mut of_shot: HashMap<&str, Start> = HashMap::new();
    let has_cutaways = shots.iter().any(|shot| shot.cutaway_of.is_some());
    let mut starts = Vec::with_capacity(shots.len());
    for shot in shots {
        if shot.cutaway_of.is_some() {
            starts.push(Start::default());
            continue;
        }
        if let (true, Some(id)) = (has_cutaways, &shot.id) {
            of_shot.entry(id).or_insert(time);
        }
        starts.push(time);
        let after = |start: Option<f64>, length: f64| start.map(|start| start + length).filter(|t| t.is_finite());
        time = Start {
            known: shot.length_seconds.and_then(|length| after(time.known, length)),
            earliest: after(time.earliest, shot.length_seconds.unwrap_or(0.0)),
        };
    }
    for (start, shot) in starts.iter_mut().zip(shots) {
        if let Some(parent) = &shot.cutaway_of {
            *start = of_shot.get(parent.as_str()).copied().unwrap_or_default();
        }
    }
    starts
}

/// Known seconds and undecided lengths of the shots that are no cutaways.
fn count(view: &mut PassView) {
    for shot in view.targets.iter().filter(|shot| shot.within.is_none()) {
        let total = view.total_seconds + shot.length.unwrap_or(0.0);
        // A sum past all numbers stays at the last one that was known.
        view.total_seconds = if total.is_finite() { total } else { view.total_seconds };
        view.undecided += usize::from(shot.length.is_none());
    }
}

/// The target of a shot, which gives its texts away.
fn target(folder: Option<&Path>, n: usize, shot: &mut Shot, start: Start) -> Target {
    let number = n + 1;
    let own_id = shot.id.take().filter(|id| names::full(Some(id)).is_some());
    let headline = fold_owned(shot.description.take().unwrap_or_default());
    let headline =
        if headline.is_empty() { own_id.clone().unwrap_or_else(|| format!("shot {number}")) } else { headline };
    Target {
        kind: TargetKind::Shot,
        index: n,
        id: shot.readable.then(|| n.to_string()),
        blocked: (!shot.readable).then(|| Box::new(Phrase::new("reason.no-object"))),
        label: own_id.clone().unwrap_or_else(|| format!("S{number}")),
        own_id,
        own_title: None,
        headline,
        start: start.known,
        earliest: start.known.is_none().then_some(start.earliest).flatten(),
        length: shot.length_seconds,
        to_end: false,
        within: shot.cutaway_of.take(),
        placeholder: None,
        files: shot.image_path.iter().filter_map(|path| Some(folder?.join(path))).collect(),
        findings: Vec::new(),
        json: shot.json.clone(),
        extra: Vec::new(),
    }
}

/// The entries of the shooting list by the shot they are for.
fn shooting(plan: &ResearchPlan) -> HashMap<&str, Vec<&ShootingEntry>> {
    let mut by_shot: HashMap<&str, Vec<&ShootingEntry>> = HashMap::new();
    for entry in &plan.shot_list {
        if let Some(id) = &entry.shot_id {
            by_shot.entry(id).or_default().push(entry);
        }
    }
    by_shot
}

/// An entry's values in one row: id, status, location, equipment, checklist.
fn shooting_line(entry: &ShootingEntry) -> String {
    let lists = [entry.equipment.join(", "), entry.checklist.join(", ")];
    let words = [&entry.id, &entry.status, &entry.location].into_iter().flatten();
    let parts: Vec<&str> = words.chain(&lists).map(String::as_str).filter(|part| !part.is_empty()).collect();
    parts.join(" · ")
}
