//! Whose critique it is: a worktree has one plan-critique.json, and perhaps several topics.

use std::path::{Path, PathBuf};

use crate::contract::plan_critique::Critique;
use crate::project::critique::view_of;
use crate::project::find::CodingPlace;
use crate::project::find::coding::{HARNESS, topic_plans};
use crate::project::store::Store;
use crate::project::write::read_regular;
use crate::review::critique::named;
use crate::review::target::PassView;

/// Most bytes read of another topic's plan.
const LARGEST: u64 = crate::contract::json::MAX_BYTES;

/// The topic whose critique this is, where it is another than the one under review: that whose state knows its objections
/// (they were submitted or checked there), else that whose plan has most of the tasks they name, of several the newest.
/// A critique elsewhere than at the worktree's own place was named for the plan.
pub(super) fn other(
    place: &CodingPlace,
    view: &PassView,
    critique: &Critique,
    state: Option<&Store>,
) -> Option<String> {
    let own = place.topic.as_deref()?;
    if !place.is_default_critique() || place.topics.len() < 2 || critique.objections.is_empty() {
        return None;
    }
    let harness = place.file.parent().and_then(Path::parent).filter(|dir| dir.ends_with(HARNESS))?;
    let plans: Vec<(String, PathBuf)> = topic_plans(harness);
    let knows = |slug: &str| {
        let store = state.map(|state| state.of_plan_dir(&harness.join(slug)));
        store.is_some_and(|store| store.knows_objections(&place.critique, critique))
    };
    let known: Vec<&(String, PathBuf)> = plans.iter().filter(|(slug, _)| knows(slug)).collect();
    let candidates = if known.is_empty() { plans.iter().collect() } else { known };
    let score = |(slug, file): &(String, PathBuf)| match slug == own {
        true => named(critique, view),
        false => read_regular(file, LARGEST).map_or(0, |bytes| named(critique, &view_of(file, bytes))),
    };
    let mut best: Option<(&str, usize)> = None;
    for candidate in candidates {
        let score = score(candidate);
        if best.is_none_or(|(_, most)| score > most) {
            best = Some((&candidate.0, score));
        }
    }
    best.map(|(slug, _)| slug).filter(|slug| *slug != own).map(str::to_owned)
}
