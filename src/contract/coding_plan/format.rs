//! `format`: which kind of coding plan a file is, and whether the topic's tier allows it.

use std::path::Path;

use super::{Format, Tier};
use crate::contract::json::{Kind, Node};
use crate::contract::reading::{At, ONE_OF, Object, Reader};
use crate::text::near::nearest;

/// The format of the plan. Where it is missing or wrong (an error), the one the plan was probably meant to have, so that
/// everything else can be checked too. `None`: a video plan of the retired shape (`slots[]`).
pub(super) fn read(reader: &mut Reader, file: &Path, root: &Object, tier: Option<Tier>) -> Option<Format> {
    let node = root.get("format");
    let word = node.and_then(|node| node.string());
    let known = word.as_deref().and_then(Format::from_word);
    let wanted = wanted(file, tier);
    let at = At::ROOT.key("format");
    let slots = root.get("slots").filter(|slots| slots.kind() == Kind::Array && known.is_none());
    if let Some(slots) = slots {
        reader.error("retired-plan", slots, &At::ROOT.key("slots"));
    }
    match (tier, known) {
        (Some(_), Some(format)) if wanted.contains(&format) => {}
        (Some(tier), _) => {
            if node.is_none() && slots.is_none() {
                reader.missing(root, "format", &at);
            }
            mismatch(reader, node.unwrap_or(root.node), &at, tier, &wanted);
        }
        (None, Some(format)) => {
            if let (Some(node), Some(named)) = (node, named(file).filter(|named| *named != format)) {
                reader.warning("format-of-another-file", node, &at).expected(named.as_str());
            }
        }
        (None, None) if slots.is_some() => {}
        (None, None) => unknown(reader, root, node),
    }
    if slots.is_some() {
        return None;
    }
    Some(known.unwrap_or_else(|| match wanted.as_slice() {
        [only] => *only,
        _ => named(file).filter(|named| wanted.contains(named)).unwrap_or_else(|| of_shape(root, &wanted)),
    }))
}

/// The formats that are right for a file of this name in a topic of this tier; of no tier: all.
pub(super) fn wanted(file: &Path, tier: Option<Tier>) -> Vec<Format> {
    match (tier, named(file)) {
        (Some(Tier::Mid), Some(named @ (Format::Clarify | Format::Detail))) => vec![named],
        (Some(tier), _) => Format::ALL.into_iter().filter(|format| format.tier() == tier).collect(),
        (None, _) => Format::ALL.to_vec(),
    }
}

/// The format of files of this name.
fn named(file: &Path) -> Option<Format> {
    match file.file_name()?.to_str()? {
        "plan.json" => Some(Format::Lite),
        "clarify.json" => Some(Format::Clarify),
        "detail.json" => Some(Format::Detail),
        _ => None,
    }
}

/// Notes that the format (at `node`) is none that the topic's tier allows.
pub(super) fn mismatch(reader: &mut Reader, node: Node, at: &At, tier: Tier, wanted: &[Format]) {
    let note = reader.error("tier-mismatch", node, at).with("tier", tier.as_str());
    let note = if node.kind() == Kind::Object { note.no_found() } else { note };
    let near = node.string().and_then(|word| nearest(&word, wanted.iter().map(|format| format.as_str())));
    note.expected(words(wanted)).near(near);
}

fn unknown(reader: &mut Reader, root: &Object, node: Option<Node>) {
    let at = At::ROOT.key("format");
    match node {
        None => reader.missing(root, "format", &at),
        Some(node) if node.string().is_some() => reader.unknown_word(node, &at, &Format::ALL.map(Format::as_str)),
        Some(node) => drop(reader.error("wrong-type", node, &at).expected(words(&Format::ALL)).hint(ONE_OF)),
    }
}

fn words(formats: &[Format]) -> String {
    formats.iter().map(|format| format.as_str()).collect::<Vec<_>>().join(" | ")
}

/// What a plan without a usable format and file name looks like.
fn of_shape(root: &Object, wanted: &[Format]) -> Format {
    let detailed = root.get("waves").is_some() || root.get("testCases").is_some();
    match root.get("deliverables").is_some() || !wanted.contains(&Format::Lite) {
        true if detailed => Format::Detail,
        true => Format::Clarify,
        false => Format::Lite,
    }
}
