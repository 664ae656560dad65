//! Ids that must be unique, and references that must lead somewhere.

use std::collections::{HashMap, HashSet};

use super::ResearchPlan;
use crate::contract::finding::Severity::{Error, Warning};
use crate::contract::ids::unique;
use crate::contract::json::Node;
use crate::contract::reading::{At, Object, Reader};

/// Checks chapter and shot ids, and every reference to them.
pub(super) fn check(reader: &mut Reader, root: &Object, plan: &ResearchPlan, chapters: &[Node], shots: &[Node]) {
    let at = At::ROOT.key("structure");
    let (chapters_at, shots_at) = (at.key("chapters"), at.key("shots"));
    unique(reader, Error, chapters, plan.chapters.iter().map(|c| c.id.as_deref()), &chapters_at);
    unique(reader, Error, shots, plan.shots.iter().map(|s| s.id.as_deref()), &shots_at);

    let chapter_ids: HashSet<&str> = plan.chapters.iter().filter_map(|c| c.id.as_deref()).collect();
    // Most plans name no shot by another.
    let mut cutaways: HashMap<&str, bool> = HashMap::new();
    if !plan.shot_list.is_empty() || plan.shots.iter().any(|shot| shot.cutaway_of.is_some()) {
        cutaways.reserve(plan.shots.len());
        cutaways.extend(plan.shots.iter().filter_map(|s| Some((s.id.as_deref()?, s.cutaway_of.is_some()))));
    }
    // The shots of a chapter mostly stand together.
    let mut known = None;
    for (n, (shot, node)) in plan.shots.iter().zip(shots).enumerate() {
        let at = shots_at.index(n);
        for (key, id) in [("chapter_id", &shot.chapter_id), ("sequence", &shot.sequence)] {
            let Some(id) = id.as_deref().filter(|id| known != Some(*id)) else { continue };
            if chapter_ids.contains(id) {
                known = Some(id);
            } else {
                let near = reader.nearest.to(id, chapter_ids.iter().copied());
                nowhere(reader, "unknown-chapter", *node, key, &at, id, near);
            }
        }
        let Some(parent) = &shot.cutaway_of else { continue };
        match cutaways.get(parent.as_str()) {
            None => {
                let near = reader.nearest.to(parent, cutaways.keys().copied());
                nowhere(reader, "unknown-shot", *node, "cutaway_of", &at, parent, near);
            }
            Some(true) => nowhere(reader, "cutaway-of-cutaway", *node, "cutaway_of", &at, parent, None),
            Some(false) => {}
        }
    }
    shooting(reader, root, plan, &cutaways);
}

/// `shot_list[].ref_shot_id` names a shot.
fn shooting(reader: &mut Reader, root: &Object, plan: &ResearchPlan, shots: &HashMap<&str, bool>) {
    let entries = root.get("shot_list").and_then(|node| node.array()).unwrap_or_default();
    let at = At::ROOT.key("shot_list");
    unique(reader, Warning, &entries, plan.shot_list.iter().map(|entry| entry.id.as_deref()), &at);
    for (n, (entry, node)) in plan.shot_list.iter().zip(entries).enumerate() {
        if let Some(id) = &entry.shot_id
            && !shots.contains_key(id.as_str())
        {
            let near = reader.nearest.to(id, shots.keys().copied());
            nowhere(reader, "unknown-shot", node, "ref_shot_id", &at.index(n), id, near);
        }
    }
}

fn nowhere(reader: &mut Reader, code: &'static str, entry: Node, key: &str, at: &At, id: &str, near: Option<&str>) {
    if let Some(node) = entry.get(key) {
        reader.error(code, node, &at.key(key)).with("key", key).with("id", id).near(near);
    }
}
