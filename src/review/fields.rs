//! All fields of a target, for the detail pane.

use std::borrow::Cow;
use std::path::Path;

use crate::contract::json::{Document, Kind, Node, compact};
use crate::contract::plan_comments::TargetKind;
use crate::review::target::Target;

/// One field of a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Locale key of its name (`field.<x>`); `None` for a field the contracts do not know.
    pub label: Option<&'static str>,
    /// Its key in the JSON; for a field inside a known object `outer.inner`.
    pub key: String,
    /// Strings as they are, lists of strings joined by commas, `—` for null, all else compact JSON.
    pub value: String,
}

/// What a clip or cut is made from: its `src` as it is written (source id).
pub fn source_of(target: &Target) -> Option<String> {
    let bytes = target.json.as_str().as_bytes();
    let (document, _) = Document::parse(Path::new(""), bytes).ok()?;
    let root = document.root();
    let of = if target.kind == TargetKind::Clip { root.get("source")?.get("src")? } else { root.get("src")? };
    of.string().map(Cow::into_owned)
}

/// Locale key of the name of the field at a JSON pointer of a target; `None`: the contracts do not know it.
pub fn label(kind: TargetKind, pointer: &str) -> Option<&'static str> {
    let key = pointer.strip_prefix('/')?.replace('/', ".");
    known(kind).iter().find(|(name, _)| *name == key).map(|(_, label)| *label)
}

fn known(kind: TargetKind) -> &'static [(&'static str, &'static str)] {
    match kind {
        TargetKind::Shot => SHOT,
        TargetKind::Clip => CLIP,
        TargetKind::Cut => CUT,
        TargetKind::Wave => WAVE,
        TargetKind::Case => CASE,
        TargetKind::Deliverable => &[],
    }
}

const WAVE: &[(&str, &str)] = &[
    ("changes", "field.changes"),
    ("issues", "field.issues"),
    ("dependsOn", "field.depends-on"),
    ("parallelGroup", "field.parallel-group"),
    ("id", "field.id"),
];

const CASE: &[(&str, &str)] = &[
    ("scenario", "field.scenario"),
    ("layer", "field.layer"),
    ("steps", "field.steps"),
    ("expected.url", "field.expected-url"),
    ("expected.text", "field.expected-text"),
    ("assertion", "field.assertion"),
    ("executor", "field.executor"),
    ("requiresScreenshot", "field.requires-screenshot"),
    ("file", "field.test-file"),
    ("describe", "field.describe"),
    ("dependsOn", "field.depends-on"),
    ("parallelGroup", "field.parallel-group"),
    ("id", "field.id"),
];

const SHOT: &[(&str, &str)] = &[
    ("description", "field.description"),
    ("shot_type", "field.shot-type"),
    ("duration_estimate_seconds", "field.duration-estimate"),
    ("sequence", "field.sequence"),
    ("chapter_id", "field.chapter"),
    ("cutaway_of", "field.cutaway-of"),
    ("camera.movement", "field.camera-movement"),
    ("camera.path_hint", "field.camera-path"),
    ("image_path", "field.image"),
    ("id", "field.id"),
];

const CLIP: &[(&str, &str)] = &[
    ("name", "field.name"),
    ("script", "field.script"),
    ("role", "field.role"),
    ("source.kind", "field.source-kind"),
    ("source.src", "field.source"),
    ("source.in", "field.in"),
    ("source.out", "field.out"),
    ("source.speed", "field.speed"),
    ("at", "field.at-frames"),
    ("duration", "field.duration-frames"),
    ("anchor", "field.anchor"),
    ("hidden", "field.hidden"),
    ("locked", "field.locked"),
    ("id", "field.id"),
];

const CUT: &[(&str, &str)] = &[
    ("label", "field.label"),
    ("src", "field.source"),
    ("in", "field.in"),
    ("out", "field.out"),
    ("at", "field.at-seconds"),
    ("track", "field.track"),
    ("speed", "field.speed"),
    ("freeze.at_sec", "field.freeze-at"),
    ("freeze.duration_sec", "field.freeze-duration"),
    ("transition_out.type", "field.transition"),
    ("transition_out.duration", "field.transition-duration"),
    ("reason", "field.reason"),
];

/// All fields of the target's JSON: known ones first under their labels, in a fixed order, then the others in file
/// order. Of duplicate keys the last counts.
pub fn fields(target: &Target) -> Vec<Field> {
    let known = known(target.kind);
    let Ok((doc, _)) = Document::parse(Path::new(""), target.json.as_str().as_bytes()) else { return Vec::new() };
    let mut fields = Vec::new();
    match doc.root().object() {
        Some(members) => flatten(members, known, &mut fields),
        None => fields.push(Field { label: None, key: String::new(), value: value(doc.root()) }),
    }
    let place = |key: &str| known.iter().position(|(name, _)| *name == key);
    for field in &mut fields {
        field.label = place(&field.key).and_then(|at| known.get(at)).map(|(_, label)| *label);
    }
    fields.sort_by_key(|field| place(&field.key).unwrap_or(known.len()));
    fields
}

/// Members as fields; a known object's members one by one.
fn flatten(members: Vec<(Cow<str>, Node)>, known: &[(&str, &str)], fields: &mut Vec<Field>) {
    let is_known_object =
        |key: &str| known.iter().any(|(name, _)| name.strip_prefix(key).is_some_and(|rest| rest.starts_with('.')));
    for (key, node) in last_of_each(members) {
        match node.object().filter(|_| is_known_object(&key)) {
            Some(inner) => {
                for (name, node) in last_of_each(inner) {
                    fields.push(Field { label: None, key: format!("{key}.{name}"), value: value(node) });
                }
            }
            None => fields.push(Field { label: None, key: key.into_owned(), value: value(node) }),
        }
    }
}

fn last_of_each<'a>(members: Vec<(Cow<'a, str>, Node<'a>)>) -> Vec<(Cow<'a, str>, Node<'a>)> {
    let mut kept: Vec<(Cow<'a, str>, Node<'a>)> = Vec::with_capacity(members.len());
    let mut positions = std::collections::HashMap::new();
    for (key, node) in members {
        match positions.get(&key).and_then(|at: &usize| kept.get_mut(*at)) {
            Some(earlier) => earlier.1 = node,
            None => {
                positions.insert(key.clone(), kept.len());
                kept.push((key, node));
            }
        }
    }
    kept
}

fn value(node: Node) -> String {
    match node.kind() {
        Kind::Null => "—".to_owned(),
        Kind::String => node.string().unwrap_or_default().into_owned(),
        Kind::Array => {
            let elements = node.array().unwrap_or_default();
            let texts: Option<Vec<_>> = elements.iter().map(Node::string).collect();
            texts.filter(|texts| !texts.is_empty()).map_or_else(|| compact(node.text()), |texts| texts.join(", "))
        }
        _ => compact(node.text()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::json::Slice;

    fn of(kind: TargetKind, json: &str) -> Vec<(Option<&'static str>, String, String)> {
        let target = Target::bare(kind, 0, Slice::of(json));
        fields(&target).into_iter().map(|f| (f.label, f.key, f.value)).collect()
    }

    fn row(label: &'static str, key: &str, value: &str) -> (Option<&'static str>, String, String) {
        (Some(label).filter(|l| !l.is_empty()), key.to_owned(), value.to_owned())
    }

    #[test]
    fn known_fields_come_first_in_their_order_and_none_is_left_out() {
        let json = r#"{"later":{"a" : [1.50, null]},"id":"s","description":"d\n2","camera":{"movement":["pan","tilt"],"lens":35},
            "duration_estimate_seconds":null}"#;
        let expected = [
            row("field.description", "description", "d\n2"),
            row("field.duration-estimate", "duration_estimate_seconds", "—"),
            row("field.camera-movement", "camera.movement", "pan, tilt"),
            row("field.id", "id", "s"),
            row("", "later", "{\"a\": [1.50, null]}"),
            row("", "camera.lens", "35"),
        ];
        assert_eq!(of(TargetKind::Shot, json), expected);
    }

    #[test]
    fn of_duplicate_keys_the_last_counts() {
        assert_eq!(of(TargetKind::Cut, r#"{"in":1,"in":2}"#), [row("field.in", "in", "2")]);
    }

    #[test]
    fn an_entry_that_is_no_object_is_shown_as_it_is() {
        assert_eq!(of(TargetKind::Cut, "7"), [row("", "", "7")]);
    }
}
