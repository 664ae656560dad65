//! Ids are free in form; one that no person can type or tell from another is worth a look.

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
