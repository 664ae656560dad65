//! Ids that must be unique, and `dependsOn`: references that must lead somewhere and not in a circle.

use std::collections::HashSet;

use super::graph;
use super::items::Items;
use super::{Format, Tier};
use crate::contract::finding::Severity;
use crate::contract::ids::unique_hinted;
use crate::contract::json::{Kind, Node};
use crate::contract::reading::{At, Reader};

/// What is checked: the waves or the cases.
struct List<'i, 'a> {
    key: &'static str,
    /// Codes of an unknown id, and of an id from the other list.
    codes: [&'static str; 2],
    nodes: &'i [Node<'a>],
    ids: Vec<&'i str>,
    depends_on: Vec<&'i [String]>,
    others: Vec<&'i str>,
}

/// Checks waves, then cases. `tier`: as for [`super::read`].
pub(super) fn check(reader: &mut Reader, items: &Items, format: Format, tier: Option<Tier>) {
    let waves = &items.plan.waves;
    let cases = &items.plan.cases;
    let wave_ids: Vec<&str> = waves.iter().map(|wave| wave.id.as_str()).collect();
    let case_ids: Vec<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    let waves = List {
        key: "waves",
        codes: ["unknown-wave", "wave-waits-for-case"],
        nodes: &items.waves,
        ids: wave_ids.clone(),
        depends_on: waves.iter().map(|wave| wave.depends_on.as_slice()).collect(),
        others: case_ids.clone(),
    };
    let cases = List {
        key: "testCases",
        codes: ["unknown-case", "case-waits-for-wave"],
        nodes: &items.cases,
        ids: case_ids,
        depends_on: cases.iter().map(|case| case.depends_on.as_slice()).collect(),
        others: wave_ids,
    };
    for list in [waves, cases] {
        duplicates(reader, &list, tier);
        unknown(reader, &list);
        cycles(reader, &list);
    }
    if format == Format::Lite {
        unit_cases(reader, items, tier);
    }
}

/// Ids are unique.
fn duplicates(reader: &mut Reader, list: &List, tier: Option<Tier>) {
    let is_text = |node: &Node| node.get("id").is_some_and(|id| id.kind() == Kind::String);
    let ids = list.ids.iter().zip(list.nodes).map(|(id, node)| is_text(node).then_some(*id));
    let accepted = tier.map(|_| "finding.duplicate-id-accepted-hint");
    unique_hinted(reader, severity(tier), list.nodes, ids, &At::ROOT.key(list.key), accepted);
}

/// How bad it is what the contract forbids and the original parser accepts.
fn severity(tier: Option<Tier>) -> Severity {
    if tier.is_none() { Severity::Error } else { Severity::Warning }
}

fn unknown(reader: &mut Reader, list: &List) {
    let at = At::ROOT.key(list.key);
    let known: HashSet<&str> = list.ids.iter().copied().collect();
    let others: HashSet<&str> = list.others.iter().copied().filter(|id| !id.is_empty()).collect();
    for (n, (node, targets)) in list.nodes.iter().zip(&list.depends_on).enumerate() {
        if targets.iter().all(|id| known.contains(id.as_str())) {
            continue;
        }
        let (item, elements) = (at.index(n), node.get("dependsOn").and_then(|node| node.array()));
        let depends = item.key("dependsOn");
        for (k, element) in elements.unwrap_or_default().into_iter().enumerate() {
            let Some(id) = element.string().filter(|id| !known.contains(id.as_ref())) else { continue };
            let [unknown, other] = list.codes;
            if others.contains(id.as_ref()) {
                reader.error(other, element, &depends.index(k)).with("id", id);
            } else {
                let near = reader.nearest.to(&id, list.ids.iter().copied());
                reader.error(unknown, element, &depends.index(k)).with("id", id).near(near);
            }
        }
    }
}

/// Each cycle is noted at the entry of `dependsOn` with which its first member waits for the next.
fn cycles(reader: &mut Reader, list: &List) {
    let at = At::ROOT.key(list.key);
    for cycle in graph::layers(&list.ids, &list.depends_on).cycles {
        let members: Vec<&str> = cycle.iter().filter_map(|n| list.ids.get(*n)).copied().collect();
        let (Some(first), Some(name)) = (cycle.first(), members.first()) else { continue };
        let next = members.get(1).unwrap_or(name);
        let entries = list.nodes.get(*first).and_then(|node| node.get("dependsOn")).and_then(|node| node.array());
        let found =
            entries.and_then(|all| all.into_iter().enumerate().find(|(_, e)| e.string().as_deref() == Some(next)));
        let Some((k, element)) = found else { continue };
        let item = at.index(*first);
        let depends = item.key("dependsOn");
        let note = reader.error("waits-in-cycle", element, &depends.index(k));
        note.with("cycle", way(&members, name));
    }
}

/// The members in order, and the first once more; of a long cycle its beginning and end.
fn way(members: &[&str], first: &str) -> String {
    const SHOWN: usize = 20;
    const ARROW: &str = " → ";
    let mut parts: Vec<&str> = members.iter().take(SHOWN).copied().collect();
    if members.len() > SHOWN {
        parts.push("…");
        parts.extend(members.last());
    }
    parts.push(first);
    parts.join(ARROW)
}

/// Unit tests (`U…`) are no cases of a plan.json.
fn unit_cases(reader: &mut Reader, items: &Items, tier: Option<Tier>) {
    let at = At::ROOT.key("testCases");
    for (case, node) in items.plan.cases.iter().zip(&items.cases).filter(|(case, _)| case.id.starts_with('U')) {
        let Some(node) = node.get("id") else { continue };
        let note = reader.note(severity(tier), "unit-case", node, &at.index(case.index).key("id"));
        let note = if tier.is_some() { note.hint("finding.unit-case-accepted-hint") } else { note };
        note.with("id", case.id.clone());
    }
}
