//! What the contract's text forbids where its schema does not look: references between objections, replies and anchors.

use std::collections::{HashMap, HashSet};

use crate::contract::json::Node;
use crate::contract::plan_critique::schema::Entry;
use crate::contract::plan_critique::{AnchorKind, Objection, Reply, ReplyAction};
use crate::contract::reading::{At, Object, Reader};

/// Notes what is wrong between the entries, and what still waits for a reply.
pub(super) fn check(reader: &mut Reader, root: &Object, objections: &[Entry<Objection>], replies: &[Entry<Reply>]) {
    let (objections_at, replies_at) = (At::ROOT.key("objections"), At::ROOT.key("replies"));
    let mut first: HashMap<&str, Node> = HashMap::new();
    for entry in objections {
        let at = objections_at.index(entry.value.index);
        let id = entry.value.id.as_str();
        if let (Some(node), Some(before)) = (entry.object.get("id"), first.get(id).filter(|_| !id.is_empty())) {
            reader.error("critique-duplicate-objection", node, &at.key("id")).with("id", id).first(*before);
        } else {
            first.insert(id, entry.object.node);
        }
        anchors(reader, entry, &at);
    }
    let mut answered: HashMap<&str, Node> = HashMap::new();
    for entry in replies {
        let at = replies_at.index(entry.value.index);
        let id = entry.value.objection.as_str();
        if let Some(node) = entry.object.get("objection").filter(|_| !id.is_empty()) {
            if !first.contains_key(id) {
                reader.error("critique-unknown-objection", node, &at.key("objection")).with("id", id);
            } else if let Some(before) = answered.get(id) {
                reader.error("critique-second-reply", node, &at.key("objection")).with("id", id).first(*before);
            } else {
                answered.insert(id, entry.object.node);
            }
        }
        let in_plan = entry.value.evidence.iter().any(|anchor| anchor.kind == AnchorKind::Plan);
        if entry.value.action == Some(ReplyAction::Accept) && !in_plan && entry.whole {
            let node = entry.object.get("evidence").or(entry.object.get("action")).unwrap_or(entry.object.node);
            reader.error("critique-accept-without-plan-anchor", node, &at).no_found();
        }
        anchors(reader, entry, &at);
    }
    awaiting(reader, root, objections, &answered);
}

fn awaiting(reader: &mut Reader, root: &Object, objections: &[Entry<Objection>], answered: &HashMap<&str, Node>) {
    match root.get("replies") {
        None => {
            reader.warning("critique-no-replies", root.node, &At::ROOT).no_found();
        }
        Some(node) if node.array().is_some() => {
            let list = At::ROOT.key("objections");
            let mut said = HashSet::new();
            for entry in objections {
                let id = entry.value.id.as_str();
                if !id.is_empty() && !answered.contains_key(id) && said.insert(id) {
                    let note =
                        reader.warning("critique-awaiting-reply", entry.object.node, &list.index(entry.value.index));
                    note.no_found().with("id", id);
                }
            }
        }
        Some(_) => {}
    }
}

fn anchors<T>(reader: &mut Reader, entry: &Entry<T>, at: &At) {
    let list = at.key("evidence");
    for (n, node, anchor) in &entry.anchors {
        let at = list.index(*n);
        if anchor.kind != AnchorKind::File && anchor.quote.is_some() {
            let quote = node.get("quote").unwrap_or(*node);
            reader.error("critique-quote-without-file", quote, &at.key("quote")).with("kind", anchor.kind.as_str());
        }
        if anchor.kind == AnchorKind::File && !anchor.reference.is_empty() && !has_line(&anchor.reference) {
            let reference = node.get("ref").unwrap_or(*node);
            reader.error("critique-file-without-line", reference, &at.key("ref"));
        }
    }
}

/// Whether a reference is `path:line`, the line from 1.
fn has_line(reference: &str) -> bool {
    reference.rsplit_once(':').is_some_and(|(path, line)| {
        let digits = !line.is_empty() && line.bytes().all(|b| b.is_ascii_digit());
        !path.trim().is_empty() && digits && line.bytes().any(|b| b != b'0')
    })
}
