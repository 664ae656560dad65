//! The parts of a research plan that are no targets: topic, target audience, shooting list, sources, feedback.

use super::ShootingEntry;
use crate::contract::finding::Severity;
use crate::contract::ids::unique;
use crate::contract::json::{Kind, Node};
use crate::contract::reading::{At, Need, Object, Reader};

/// `topic`: `selected` is null or a candidate's id, and not null exactly when `decided_at` is not.
pub(super) fn topic(reader: &mut Reader, root: &Object) {
    let sources = sources(reader, root);
    let Some(topic) = reader.child(root, "topic", &At::ROOT, Need::Required) else { return };
    let at = At::ROOT.key("topic");
    let list = at.key("candidates");
    let nodes = reader.array(&topic, "candidates", &at, Need::Required);
    let ids: Vec<_> = nodes.iter().enumerate().map(|(n, node)| candidate(reader, *node, &list.index(n))).collect();
    unique(reader, Severity::Warning, &nodes, ids.iter().map(|id| id.as_deref()), &list);
    let selected = reader.text(&topic, "selected", &at, Need::Nullable);
    let decided_at = reader.text(&topic, "decided_at", &at, Need::Nullable);
    let Some(node) = topic.get("selected") else { return };
    let here = at.key("selected");
    if let Some(id) = &selected
        && !ids.iter().flatten().any(|known| known == id)
    {
        let near = reader.nearest.to(id, ids.iter().flatten().map(String::as_str));
        reader.error("unknown-candidate", node, &here).with("id", id.as_str()).near(near);
    }
    if topic.get("decided_at").is_some() && selected.is_some() != decided_at.is_some() {
        reader.error("selected-and-time-disagree", node, &here);
    }
    if selected.is_some() && sources == Some(0) {
        reader.warning("no-sources", node, &here);
    }
}

fn candidate(reader: &mut Reader, node: Node, at: &At) -> Option<String> {
    let entry = reader.object(node, at)?;
    reader.text(&entry, "title", at, Need::Required);
    reader.word(&entry, "category", at, Need::Required, &["hub", "hero", "help"]);
    reader.word(&entry, "monetization_potential", at, Need::Required, &["high", "medium", "low"]);
    reader.text(&entry, "rationale", at, Need::Required);
    reader.full_text(&entry, "id", at, Need::Required)
}

/// `target`: whom the video is for. `japan_sns.notes` is not empty.
pub(super) fn target(reader: &mut Reader, root: &Object) {
    let Some(target) = reader.child(root, "target", &At::ROOT, Need::Required) else { return };
    let at = At::ROOT.key("target");
    reader.text(&target, "audience", &at, Need::Nullable);
    let list = at.key("competitors");
    for (n, node) in reader.array(&target, "competitors", &at, Need::Required).into_iter().enumerate() {
        let at = list.index(n);
        let Some(entry) = reader.object(node, &at) else { continue };
        reader.text(&entry, "name", &at, Need::Required);
        for key in ["url", "notes", "gap"] {
            reader.text(&entry, key, &at, Need::Nullable);
        }
    }
    if let Some(sns) = reader.child(&target, "japan_sns", &at, Need::Required) {
        let at = at.key("japan_sns");
        texts(reader, &sns, "platforms", &at, Need::Required);
        reader.full_text(&sns, "notes", &at, Need::Required);
    }
}

/// `shot_list[]`: the shooting list.
pub(super) fn shot_list(reader: &mut Reader, root: &Object) -> Vec<ShootingEntry> {
    let at = At::ROOT.key("shot_list");
    let entries = reader.array(root, "shot_list", &At::ROOT, Need::Required);
    entries.into_iter().enumerate().map(|(n, node)| shooting_entry(reader, node, &at.index(n))).collect()
}

fn shooting_entry(reader: &mut Reader, node: Node, at: &At) -> ShootingEntry {
    let Some(entry) = reader.object(node, at) else {
        return ShootingEntry {
            id: None,
            shot_id: None,
            location: None,
            equipment: Vec::new(),
            checklist: Vec::new(),
            status: None,
        };
    };
    ShootingEntry {
        id: reader.full_text(&entry, "id", at, Need::Required),
        shot_id: reader.text(&entry, "ref_shot_id", at, Need::Nullable),
        location: reader.text(&entry, "location", at, Need::Nullable),
        equipment: texts(reader, &entry, "equipment", at, Need::Required),
        checklist: texts(reader, &entry, "checklist", at, Need::Required),
        status: reader.word(&entry, "status", at, Need::Required, &["planned", "ok", "ng"]),
    }
}

/// `sources[]`: where facts come from; how many there are, if it is an array.
fn sources(reader: &mut Reader, root: &Object) -> Option<usize> {
    let at = At::ROOT.key("sources");
    let nodes = reader.array(root, "sources", &At::ROOT, Need::Required);
    let ids: Vec<_> = nodes.iter().enumerate().map(|(n, node)| source(reader, *node, &at.index(n))).collect();
    unique(reader, Severity::Warning, &nodes, ids.iter().map(|id| id.as_deref()), &at);
    root.get("sources").filter(|node| node.kind() == Kind::Array).map(|_| nodes.len())
}

fn source(reader: &mut Reader, node: Node, at: &At) -> Option<String> {
    let entry = reader.object(node, at)?;
    for key in ["url", "retrieved_at", "note"] {
        reader.text(&entry, key, at, Need::Nullable);
    }
    reader.word(&entry, "cost", at, Need::Required, &["free", "paid"]);
    reader.full_text(&entry, "id", at, Need::Required)
}

/// `feedback`: `reserved` is true.
pub(super) fn feedback(reader: &mut Reader, root: &Object) {
    let Some(feedback) = reader.child(root, "feedback", &At::ROOT, Need::Required) else { return };
    let at = At::ROOT.key("feedback");
    if let (Some(false), Some(node)) =
        (reader.boolean(&feedback, "reserved", &at, Need::Required), feedback.get("reserved"))
    {
        reader.error("unknown-word", node, &at.key("reserved")).expected("true");
    }
    reader.text(&feedback, "note", &at, Need::Nullable);
}

/// The strings of an array; anything else in it is an error.
pub(super) fn texts(reader: &mut Reader, object: &Object, key: &str, at: &At, need: Need) -> Vec<String> {
    let list = at.key(key);
    let mut texts = Vec::new();
    for (n, node) in reader.array(object, key, at, need).into_iter().enumerate() {
        match node.string() {
            Some(text) => texts.push(text.into_owned()),
            None => drop(reader.error("wrong-type", node, &list.index(n)).expected("expected.string")),
        }
    }
    texts
}
