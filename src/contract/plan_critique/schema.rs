//! What the contract's JSON Schema says of a critique, and reading it on the way. Of a key that is there twice the last
//! counts; `if`/`then` of a reply hold as the schema has them: where `action` is missing, both do.

use std::collections::HashSet;

use crate::contract::json::Node;
use crate::contract::plan_critique::text;
use crate::contract::plan_critique::{Anchor, AnchorKind, Critique, Lens, Objection, Reply, ReplyAction};
use crate::contract::reading::{At, Need, Object, Reader};
use crate::contract::version::Version;

/// Everything a critique holds, with the findings of schema and text.
pub(super) fn critique(reader: &mut Reader, bytes: &[u8]) -> Option<Critique> {
    let doc = reader.parse(bytes)?;
    let root = reader.object(doc.root(), &At::ROOT)?;
    if let Some(node) = root.get("version")
        && matches!(Version::of(node, 1), Version::Newer(_))
    {
        let note = reader.error("newer", node, &At::ROOT.key("version")).expected("1");
        note.found_as("version");
        return None;
    }
    closed(reader, &root, &At::ROOT, &["version", "round", "critic", "objections", "replies"]);
    one(reader, &root, "version", "critique-not-one");
    one(reader, &root, "round", "critique-round");
    let persona = critic(reader, &root);
    let objections = entries(reader, &root, "objections", objection);
    let has_replies = root.get("replies").is_some();
    let replies = if has_replies { entries(reader, &root, "replies", reply) } else { Vec::new() };
    text::check(reader, &root, &objections, &replies);
    let objections = objections.into_iter().map(|entry| entry.value).collect();
    let replies = replies.into_iter().map(|entry| entry.value).collect();
    Some(Critique { persona, objections, replies, has_replies })
}

/// An entry as read, with what stands in the file.
pub(super) struct Entry<'a, T> {
    /// As read.
    pub(super) value: T,
    /// The entry itself.
    pub(super) object: Object<'a>,
    /// The anchors that could be read, with their places and their indexes.
    pub(super) anchors: Vec<(usize, Node<'a>, Anchor)>,
    /// Every anchor could be read.
    pub(super) whole: bool,
}

type ReadEntry<T> = for<'a> fn(&mut Reader, usize, Object<'a>, &At) -> Entry<'a, T>;

fn entries<'a, T>(reader: &mut Reader, root: &Object<'a>, key: &str, read: ReadEntry<T>) -> Vec<Entry<'a, T>> {
    let list = At::ROOT.key(key);
    let Some(elements) = array(reader, root, key, &At::ROOT, Need::Required) else { return Vec::new() };
    let mut entries = Vec::new();
    for (n, node) in elements.into_iter().enumerate() {
        let at = list.index(n);
        if let Some(object) = reader.object(node, &at) {
            entries.push(read(reader, n, object, &at));
        }
    }
    entries
}

fn critic(reader: &mut Reader, root: &Object) -> Option<String> {
    let at = At::ROOT.key("critic");
    let critic = reader.object(root.get("critic")?, &at)?;
    closed(reader, &critic, &at, &["persona", "rung"]);
    filled(reader, &critic, "rung", &at, Need::Optional);
    filled(reader, &critic, "persona", &at, Need::Optional)
}

fn objection<'a>(reader: &mut Reader, index: usize, object: Object<'a>, at: &At) -> Entry<'a, Objection> {
    closed(reader, &object, at, &["id", "lens", "claim", "rule", "evidence"]);
    let id = matching(reader, &object, "id", at, Need::Required, is_id, "critique-not-an-id");
    let lens = word(reader, &object, "lens", at, &Lens::ALL.map(Lens::as_str));
    let claim = filled(reader, &object, "claim", at, Need::Required);
    let rule = matching(reader, &object, "rule", at, Need::Optional, is_rule, "critique-not-a-rule");
    let (anchors, whole) = evidence(reader, &object, at, Need::Required, true);
    let value = Objection {
        index,
        id: id.unwrap_or_default(),
        lens: lens.and_then(|word| Lens::from_word(&word)),
        claim: claim.unwrap_or_default(),
        rule,
        evidence: anchors.iter().map(|(_, _, anchor)| anchor.clone()).collect(),
        json: object.node.slice(),
    };
    Entry { value, object, anchors, whole }
}

fn reply<'a>(reader: &mut Reader, index: usize, object: Object<'a>, at: &At) -> Entry<'a, Reply> {
    closed(reader, &object, at, &["objection", "action", "revision", "note", "evidence"]);
    let objection = matching(reader, &object, "objection", at, Need::Required, is_id, "critique-not-an-id");
    let action = word(reader, &object, "action", at, &["accept", "rebut"]);
    let open = object.get("action").is_none();
    let (accept, rebut) = (action.as_deref() == Some("accept"), action.as_deref() == Some("rebut"));
    if accept && object.get("revision").is_none() {
        reader.error("critique-accept-without-revision", object.node, at).no_found();
    }
    if rebut && object.get("evidence").is_none() {
        reader.error("critique-rebut-without-evidence", object.node, at).no_found();
    }
    let need = if open { Need::Required } else { Need::Optional };
    let revision = filled(reader, &object, "revision", at, need);
    let note = string(reader, &object, "note", at, Need::Optional);
    let (anchors, whole) = evidence(reader, &object, at, need, rebut || open);
    let action = match (accept, rebut) {
        (true, _) => Some(ReplyAction::Accept),
        (_, true) => Some(ReplyAction::Rebut),
        _ => None,
    };
    let evidence = anchors.iter().map(|(_, _, anchor)| anchor.clone()).collect();
    let value = Reply { index, objection: objection.unwrap_or_default(), action, revision, note, evidence };
    Entry { value, object, anchors, whole }
}

/// The anchors of an entry that can be read, and whether all can. `some`: there must be at least one.
fn evidence<'a>(
    reader: &mut Reader,
    entry: &Object<'a>,
    at: &At,
    need: Need,
    some: bool,
) -> (Vec<(usize, Node<'a>, Anchor)>, bool) {
    let list = at.key("evidence");
    let Some(elements) = array(reader, entry, "evidence", at, need) else {
        return (Vec::new(), entry.get("evidence").is_none());
    };
    if let (true, true, Some(node)) = (some, elements.is_empty(), entry.get("evidence")) {
        reader.error("critique-no-evidence", node, &list);
    }
    let count = elements.len();
    let mut anchors = Vec::new();
    for (n, node) in elements.into_iter().enumerate() {
        if let Some(anchor) = anchor(reader, node, &list.index(n)) {
            anchors.push((n, node, anchor));
        }
    }
    let whole = anchors.len() == count;
    (anchors, whole)
}

fn anchor(reader: &mut Reader, node: Node, at: &At) -> Option<Anchor> {
    let object = reader.object(node, at)?;
    closed(reader, &object, at, &["kind", "ref", "quote"]);
    let kind = word(reader, &object, "kind", at, &AnchorKind::ALL.map(AnchorKind::as_str));
    let reference = filled(reader, &object, "ref", at, Need::Required);
    let quote = filled(reader, &object, "quote", at, Need::Optional);
    let kind = AnchorKind::ALL.into_iter().find(|k| Some(k.as_str()) == kind.as_deref())?;
    Some(Anchor { kind, reference: reference?, quote })
}

/// Every key that is none of `known` is an error.
fn closed(reader: &mut Reader, object: &Object, at: &At, known: &[&str]) {
    let mut seen = HashSet::new();
    for (key, node) in object.members.iter().rev() {
        if known.contains(&key.as_ref()) || !seen.insert(key) {
            continue;
        }
        // The pointer is that of the object, as the schema's: it is the object that may not have the key.
        let near = reader.nearest.to(key, known.iter().copied());
        let note = reader.error("critique-unknown-key", *node, at).at_key(*node, key).expected(known.join(", "));
        note.with("key", key.clone()).near(near);
    }
}

/// The member `key`, which is 1 in every critique of this version.
fn one(reader: &mut Reader, root: &Object, key: &str, code: &'static str) {
    let at = At::ROOT.key(key);
    match member(reader, root, key, &At::ROOT, Need::Required) {
        None => {}
        Some(node) if node.integer() == Some(1) => {}
        // A whole number beyond the type is of the right type too.
        Some(node) if node.number().is_some_and(|n| n.fract() == 0.0) => {
            reader.error(code, node, &at).expected("1");
        }
        Some(node) => {
            reader.error("wrong-type", node, &at).expected("expected.integer");
        }
    }
}

/// The member `key` as it stands: no `null` stands for a missing one here.
fn member<'a>(reader: &mut Reader, object: &Object<'a>, key: &str, at: &At, need: Need) -> Option<Node<'a>> {
    let node = object.get(key);
    if node.is_none() && need == Need::Required {
        reader.missing(object, key, at);
    }
    node
}

fn array<'a>(reader: &mut Reader, object: &Object<'a>, key: &str, at: &At, need: Need) -> Option<Vec<Node<'a>>> {
    let node = member(reader, object, key, at, need)?;
    let elements = node.array();
    if elements.is_none() {
        reader.error("wrong-type", node, &at.key(key)).expected("expected.array");
    }
    elements
}

fn string(reader: &mut Reader, object: &Object, key: &str, at: &At, need: Need) -> Option<String> {
    let node = member(reader, object, key, at, need)?;
    let text = node.string().map(|text| text.into_owned());
    if text.is_none() {
        reader.error("wrong-type", node, &at.key(key)).expected("expected.string");
    }
    text
}

/// A string of at least one character.
fn filled(reader: &mut Reader, object: &Object, key: &str, at: &At, need: Need) -> Option<String> {
    let text = string(reader, object, key, at, need)?;
    if let (true, Some(node)) = (text.is_empty(), object.get(key)) {
        reader.error("empty-text", node, &at.key(key)).with("key", key);
    }
    Some(text)
}

/// A string of a form; it is kept where it is of another one.
fn matching(
    reader: &mut Reader,
    object: &Object,
    key: &str,
    at: &At,
    need: Need,
    fits: fn(&str) -> bool,
    code: &'static str,
) -> Option<String> {
    let text = string(reader, object, key, at, need)?;
    if let (false, Some(node)) = (fits(&text), object.get(key)) {
        reader.error(code, node, &at.key(key));
    }
    Some(text)
}

/// One of a few words; anything else, of whatever type, is the same mistake to the schema.
fn word(reader: &mut Reader, object: &Object, key: &str, at: &At, words: &[&str]) -> Option<String> {
    let node = member(reader, object, key, at, Need::Required)?;
    let text = node.string().map(|text| text.into_owned()).filter(|text| words.contains(&text.as_str()));
    if text.is_none() {
        reader.unknown_word(node, &at.key(key), words);
    }
    text
}

/// `^OBJ-[0-9]{2,3}$`
fn is_id(text: &str) -> bool {
    text.strip_prefix("OBJ-").is_some_and(two_or_three_digits)
}

/// `^CON-(SEC|A11Y|ARCH|LIC)-[0-9]{2,3}$`
pub(super) fn is_rule(text: &str) -> bool {
    let rest = text.strip_prefix("CON-").and_then(|rest| rest.split_once('-'));
    rest.is_some_and(|(area, digits)| matches!(area, "SEC" | "A11Y" | "ARCH" | "LIC") && two_or_three_digits(digits))
}

fn two_or_three_digits(text: &str) -> bool {
    (2..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}
