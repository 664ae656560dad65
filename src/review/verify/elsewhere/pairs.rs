//! Which object of a list, and which item of a tree, is which in the other document.

use std::collections::{HashMap, HashSet};

use crate::contract::json::{Node, canonical};
use crate::review::matching::common_subsequence;
use crate::review::verify::tree::{Item, Tree, id_of};

/// The nodes of a tree's items by offset, and the ids of its tracks.
pub struct Nodes<'a> {
    by_offset: HashMap<usize, Node<'a>>,
    /// The ids of the tracks, from the first on.
    pub tracks: Vec<Option<String>>,
}

impl<'a> Nodes<'a> {
    /// The item at an offset.
    pub fn get(&self, offset: &usize) -> Option<&Node<'a>> {
        self.by_offset.get(offset)
    }
}

/// The nodes of a document.
pub fn nodes_by_offset(root: Node) -> Nodes {
    let tracks = root.get("tracks").and_then(|tracks| tracks.array()).unwrap_or_default();
    let mut by_offset = HashMap::new();
    let mut waiting: Vec<Node> = tracks.clone();
    while let Some(node) = waiting.pop() {
        for item in node.get("items").and_then(|items| items.array()).unwrap_or_default() {
            by_offset.insert(item.offset(), item);
            waiting.push(item);
        }
    }
    Nodes { by_offset, tracks: tracks.into_iter().map(id_of).collect() }
}

/// Pairs the items of two trees: by unique id, then within a container as the objects of a list.
pub fn matched_items(old: &Tree, new: &Tree, old_nodes: &Nodes, new_nodes: &Nodes) -> Vec<(usize, usize)> {
    let there = new.unique();
    let known = old.unique();
    let mut pairs: Vec<(usize, usize)> = known.iter().filter_map(|(id, n)| Some((*n, *there.get(id)?))).collect();
    let (olds, news): (HashSet<usize>, HashSet<usize>) = pairs.iter().copied().unzip();
    let rest = |tree: &Tree, nodes: &Nodes, taken: &HashSet<usize>| -> HashMap<String, Vec<(usize, String)>> {
        let mut lists: HashMap<String, Vec<(usize, String)>> = HashMap::new();
        for (n, item) in tree.items.iter().enumerate().filter(|(n, _)| !taken.contains(n)) {
            let text = nodes.get(&item.offset).map(|node| canonical(node.text())).unwrap_or_default();
            lists.entry(item.place.container.clone()).or_default().push((n, text));
        }
        lists
    };
    let mut after = rest(new, new_nodes, &news);
    for (container, before) in rest(old, old_nodes, &olds) {
        let after = after.remove(&container).unwrap_or_default();
        let ids = |tree: &Tree, n: usize| tree.items.get(n).and_then(|item: &Item| item.id.clone());
        let free = |one: usize, other: usize| match (ids(old, one), ids(new, other)) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        pairs.extend(by_json(&before, &after, free));
    }
    pairs.sort_unstable();
    pairs
}

/// Pairs the objects of two lists: by unique id, then by equal JSON in order, then by place in gaps of equal length.
pub fn matched(old: &[Node], new: &[Node]) -> Vec<(usize, usize)> {
    let ids = |nodes: &[Node]| nodes.iter().map(|node| id_of(*node)).collect::<Vec<_>>();
    let (old_ids, new_ids) = (ids(old), ids(new));
    let unique = |ids: &[Option<String>]| {
        let mut seen: HashMap<String, Option<usize>> = HashMap::new();
        for (n, id) in ids.iter().enumerate() {
            if let Some(id) = id {
                seen.entry(id.clone()).and_modify(|at| *at = None).or_insert(Some(n));
            }
        }
        seen
    };
    let there = unique(&new_ids);
    let known = unique(&old_ids);
    let both = known.iter().filter_map(|(id, n)| Some(((*n)?, (*there.get(id)?)?)));
    let mut pairs: Vec<(usize, usize)> = both.collect();
    let (olds, news): (HashSet<usize>, HashSet<usize>) = pairs.iter().copied().unzip();
    let rest = |nodes: &[Node], taken: &HashSet<usize>| -> Vec<(usize, String)> {
        let free = nodes.iter().enumerate().filter(|(n, _)| !taken.contains(n));
        free.map(|(n, node)| (n, canonical(node.text()))).collect()
    };
    let id = |ids: &[Option<String>], n: usize| ids.get(n).cloned().flatten();
    let free = |one: usize, other: usize| match (id(&old_ids, one), id(&new_ids, other)) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    };
    pairs.extend(by_json(&rest(old, &olds), &rest(new, &news), free));
    pairs.sort_unstable();
    pairs
}

/// Pairs what has no id of its own: equal JSON in order, then by place in gaps of equal length, where `free` allows.
fn by_json(
    before: &[(usize, String)],
    after: &[(usize, String)],
    free: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let mut tokens: HashMap<&str, u32> = HashMap::new();
    for (_, text) in before.iter().chain(after) {
        let next = u32::try_from(tokens.len()).unwrap_or(u32::MAX);
        tokens.entry(text).or_insert(next);
    }
    let of = |list: &[(usize, String)], tokens: &HashMap<&str, u32>| -> Vec<u32> {
        list.iter().filter_map(|(_, text)| tokens.get(text.as_str()).copied()).collect()
    };
    let mut common = common_subsequence(&of(before, &tokens), &of(after, &tokens));
    common.push((before.len(), after.len()));
    let mut pairs = Vec::new();
    let (mut from_before, mut from_after) = (0, 0);
    for (to_before, to_after) in common {
        let old = before.get(from_before..to_before).unwrap_or_default();
        let new = after.get(from_after..to_after).unwrap_or_default();
        if old.len() == new.len() {
            let gap = old.iter().zip(new).map(|((one, _), (other, _))| (*one, *other));
            pairs.extend(gap.filter(|(one, other)| free(*one, *other)));
        }
        if let Some(((one, _), (other, _))) = before.get(to_before).zip(after.get(to_after)) {
            pairs.push((*one, *other));
        }
        (from_before, from_after) = (to_before + 1, to_after + 1);
    }
    pairs
}
