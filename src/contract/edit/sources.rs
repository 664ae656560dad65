//! The source files an edit draws from.

use std::collections::HashMap;

use crate::contract::reading::{At, Need, Object, Reader};
use crate::contract::unusual::usual_id;

/// A source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// `id`; none in version 0, which has one source only.
    pub id: Option<String>,
    /// `path`, relative to edit.json.
    pub path: Option<String>,
}

/// `sources[]` of versions 1 and 2.
pub(super) fn list(reader: &mut Reader, root: &Object) -> Vec<Source> {
    let list = At::ROOT.key("sources");
    let mut seen = HashMap::new();
    let mut sources = Vec::new();
    for (n, node) in reader.array(root, "sources", &At::ROOT, Need::Required).into_iter().enumerate() {
        let at = list.index(n);
        let Some(entry) = reader.object(node, &at) else { continue };
        let id = usual_id(reader, &entry, &at, Need::Required);
        let path = path(reader, &entry, &at);
        if let (Some(id), Some(node)) = (&id, entry.get("id"))
            && let Some(first) = seen.insert(id.clone(), node)
        {
            let note = reader.error("duplicate-id", node, &at.key("id")).with("id", id.as_str());
            note.first(first);
        }
        sources.push(Source { id, path });
    }
    sources
}

/// The one `source` of version 0.
pub(super) fn single(reader: &mut Reader, root: &Object) -> Vec<Source> {
    let Some(entry) = reader.child(root, "source", &At::ROOT, Need::Required) else { return Vec::new() };
    let path = path(reader, &entry, &At::ROOT.key("source"));
    vec![Source { id: None, path }]
}

/// The file, and the smaller one that may stand in for it.
fn path(reader: &mut Reader, entry: &Object, at: &At) -> Option<String> {
    reader.text(entry, "proxy", at, Need::Optional);
    reader.full_text(entry, "path", at, Need::Required)
}

/// The source with this id; none is an error at `key` of `entry`.
pub(super) fn named(
    reader: &mut Reader,
    entry: &Object,
    at: &At,
    sources: &HashMap<String, usize>,
) -> (Option<String>, Option<usize>) {
    let Some(src) = reader.full_text(entry, "src", at, Need::Required) else { return (None, None) };
    let position = sources.get(&src).copied();
    if let (None, Some(node)) = (position, entry.get("src")) {
        let near = reader.nearest.to(&src, sources.keys().map(String::as_str));
        reader.error("unknown-source", node, &at.key("src")).with("id", src.as_str()).near(near);
    }
    (Some(src), position)
}

/// Each id's position among the sources; of the same ids the first.
pub(super) fn positions(sources: &[Source]) -> HashMap<String, usize> {
    let mut positions = HashMap::new();
    for (n, source) in sources.iter().enumerate() {
        if let Some(id) = &source.id {
            positions.entry(id.clone()).or_insert(n);
        }
    }
    positions
}
