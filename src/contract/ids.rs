//! Ids: they are there once, and free in form; one that no person can type or tell from another is worth a look.

use std::collections::HashMap;

use crate::contract::finding::Severity;
use crate::contract::json::Node;
use crate::contract::reading::{At, Need, Object, Reader};
use crate::text::trim::js_trim;

/// The member `id`, a string with more in it than white space; an unusual one is a warning.
pub(crate) fn usual_id(reader: &mut Reader, object: &Object, at: &At, need: Need) -> Option<String> {
    let id = reader.full_text(object, "id", at, need)?;
    if let Some(node) = object.get("id") {
        warn(reader, node, &at.key("id"), &id);
    }
    Some(id)
}

/// A warning for an id that begins or ends with white space, or holds control characters.
pub(crate) fn warn(reader: &mut Reader, node: Node, at: &At, id: &str) {
    if js_trim(id).len() != id.len() || id.chars().any(char::is_control) {
        reader.warning("unusual-id", node, at);
    }
}

/// Each id is there once: every later one is noted, a warning where nothing is named by them or nothing refuses them.
/// `ids`: one for each of `nodes`, the elements of the list at `at`.
pub(crate) fn unique<'i>(
    reader: &mut Reader,
    severity: Severity,
    nodes: &[Node],
    ids: impl IntoIterator<Item = Option<&'i str>>,
    at: &At,
) {
    unique_hinted(reader, severity, nodes, ids, at, None);
}

/// As [`unique`], with a remedy of its own (a key of the locale files).
pub(crate) fn unique_hinted<'i>(
    reader: &mut Reader,
    severity: Severity,
    nodes: &[Node],
    ids: impl IntoIterator<Item = Option<&'i str>>,
    at: &At,
    hint: Option<&'static str>,
) {
    let mut seen: HashMap<&str, (usize, Node)> = HashMap::with_capacity(nodes.len());
    for (n, (id, node)) in ids.into_iter().zip(nodes).enumerate() {
        let Some(id) = id else { continue };
        let (first, before) = *seen.entry(id).or_insert((n, *node));
        // Only where there is something to say the entries are read again.
        if first != n
            && let (Some(before), Some(node)) = (before.get("id"), node.get("id"))
        {
            let note = reader.note(severity, "duplicate-id", node, &at.index(n).key("id")).with("id", id);
            let note = note.first(before);
            if let Some(hint) = hint {
                note.hint(hint);
            }
        }
    }
}
