//! What the contract's document advises and the original parser lets pass: warnings.

use std::collections::HashMap;

use super::items::Items;
use super::{Format, Wave};
use crate::contract::json::{Kind, Node};
use crate::contract::reading::{At, Object, Reader};
use crate::text::trim::js_trim;

/// Notes everything that is accepted and still worth a look.
pub(super) fn check(reader: &mut Reader, root: &Object, items: &Items, format: Format) {
    objective(reader, root);
    for key in ["waves", "testCases"] {
        let Some(node) = root.get(key) else { continue };
        if format == Format::Clarify {
            reader.warning("not-in-clarify", node, &At::ROOT.key(key)).with("key", key);
        } else if node.array().is_some_and(|elements| elements.is_empty()) {
            reader.warning("empty-list", node, &At::ROOT.key(key)).with("key", key);
        }
    }
    groups(reader, items, format);
    cases(reader, items, format);
    if let (Format::Lite, Some(node), false) = (format, root.get("testCases"), items.cases.is_empty()) {
        for layer in format.layers() {
            if !items.plan.cases.iter().any(|case| case.layer == *layer) {
                let note = reader.warning("no-case-of-layer", node, &At::ROOT.key("testCases")).no_found();
                note.with("layer", *layer);
            }
        }
    }
}

fn objective(reader: &mut Reader, root: &Object) {
    let node = root.get("objective");
    if let Some(node) = node.filter(|node| node.string().is_some_and(|text| js_trim(&text).is_empty())) {
        reader.warning("empty-text", node, &At::ROOT.key("objective")).with("key", "objective");
    }
}

fn group(wave: &Wave) -> Option<&str> {
    wave.parallel_group.as_deref().filter(|group| !group.is_empty())
}

/// Waves of one group run at once: none may wait for another, and none may change what another changes.
fn groups(reader: &mut Reader, items: &Items, format: Format) {
    let list = At::ROOT.key("waves");
    let waves = &items.plan.waves;
    let mut groups: HashMap<&str, Option<&str>> = HashMap::new();
    for wave in waves {
        groups.entry(&wave.id).or_insert_with(|| group(wave));
    }
    let mut changed: HashMap<(&str, String), &Wave> = HashMap::new();
    for (wave, node) in waves.iter().zip(&items.waves) {
        let Some(own) = group(wave) else { continue };
        let item = list.index(wave.index);
        for (k, entry, id) in strings(*node, "dependsOn") {
            if id != wave.id && groups.get(id.as_str()) == Some(&Some(own)) {
                let depends = item.key("dependsOn");
                let note = reader.warning("waits-for-own-group", entry, &depends.index(k));
                note.with("id", id).with("group", own);
            }
        }
        if format != Format::Lite {
            continue;
        }
        let changes = item.key("changes");
        for (k, entry, file) in strings(*node, "changes") {
            let first = *changed.entry((own, same_file(&file).to_owned())).or_insert(wave);
            if first.index != wave.index {
                let note = reader.warning("group-shares-file", entry, &changes.index(k)).with("file", file);
                note.with("id", first.id.clone()).with("group", own);
            }
        }
    }
}

fn same_file(file: &str) -> &str {
    file.strip_prefix("./").unwrap_or(file)
}

/// The strings of the array `key` with their index and value.
fn strings<'a>(node: Node<'a>, key: &str) -> Vec<(usize, Node<'a>, String)> {
    let elements = node.get(key).and_then(|node| node.array()).unwrap_or_default();
    let strings = elements.into_iter().enumerate();
    strings.filter_map(|(k, element)| Some((k, element, element.string()?.into_owned()))).collect()
}

fn cases(reader: &mut Reader, items: &Items, format: Format) {
    let list = At::ROOT.key("testCases");
    let (ours, other) = if format == Format::Lite { ("expected", "assertion") } else { ("assertion", "expected") };
    for (case, node) in items.plan.cases.iter().zip(&items.cases) {
        let item = list.index(case.index);
        let unit = format == Format::Lite && case.id.starts_with('U');
        if let Some(id) = node.get("id").filter(|id| id.string().is_some())
            && !unit
            && !usual(&case.id, format)
        {
            let example = if format == Format::Lite { "E1, E2" } else { "T2.4, T2.5" };
            reader.warning("unusual-case-id", id, &item.key("id")).with("id", case.id.clone()).expected(example);
        }
        if let (Some(_), Some(there)) = (node.get(ours), node.get(other)) {
            let note = reader.warning("key-of-other-tier", there, &item.key(other)).with("key", other);
            note.with("tier", format.tier().as_str()).expected(ours);
        }
        if format == Format::Lite
            && let Some(expected) = node.get("expected").filter(|node| node.kind() == Kind::Object)
            && ["url", "text"]
                .iter()
                .all(|key| expected.get(key).is_none_or(|n| n.string().is_some_and(|t| js_trim(&t).is_empty())))
        {
            reader.warning("empty-expected", expected, &item.key("expected"));
        }
    }
}

/// Whether an id has the form of its format: `E1` (or `E1-r`) in a lite plan, `T2.4` in a detail.
fn usual(id: &str, format: Format) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if format == Format::Lite {
        let (number, variant) = id.split_once('-').unwrap_or((id, "r"));
        let variant = !variant.is_empty() && variant.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        return variant && number.strip_prefix('E').is_some_and(digits);
    }
    let parts = id.strip_prefix('T').and_then(|rest| rest.split_once('.'));
    parts.is_some_and(|(case, number)| digits(case) && digits(number))
}
