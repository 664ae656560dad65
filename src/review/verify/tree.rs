//! Where the items of an edit.json version 2 stand: in which track or item, and at which place.

use std::collections::{HashMap, HashSet};

use crate::contract::json::Node;
use crate::review::target::PassView;

/// The place of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// Id of the track or item it stands in; its JSON pointer where it has none.
    pub(super) container: String,
    /// Index among its neighbours.
    pub(super) index: usize,
}

/// An item that is no target.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) offset: usize,
    pub(super) id: Option<String>,
    pub(super) pointer: String,
    /// Pointer of the list it stands in.
    pub(super) list: String,
    pub(super) place: Place,
    /// Position in [`Tree::items`] of the item it stands in, if that is no target.
    pub(super) parent: Option<usize>,
    /// Index of its track.
    pub(super) track: usize,
}

/// The items of a file.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// By position in the view.
    pub(super) targets: HashMap<usize, Place>,
    /// The others, in file order.
    pub(super) items: Vec<Item>,
}

struct Walk<'v> {
    by_offset: &'v HashMap<usize, usize>,
    tree: Tree,
    track: usize,
}

impl Tree {
    /// The items of the file with this root; `view` says which are targets.
    pub(super) fn of(root: Node, view: &PassView) -> Tree {
        let by_offset = view.targets.iter().enumerate().map(|(n, t)| (t.json.offset(), n)).collect();
        let mut walk = Walk { by_offset: &by_offset, tree: Tree::default(), track: 0 };
        let tracks = root.get("tracks").and_then(|tracks| tracks.array()).unwrap_or_default();
        for (n, track) in tracks.into_iter().enumerate() {
            let pointer = format!("/tracks/{n}");
            walk.track = n;
            let container = id_of(track).unwrap_or_else(|| pointer.clone());
            walk.items(track, &container, &pointer, None);
        }
        walk.tree
    }

    /// The ids that stand once among the items that are no targets.
    pub(super) fn unique(&self) -> HashMap<&str, usize> {
        let (mut seen, mut twice) = (HashMap::new(), HashSet::new());
        for (n, item) in self.items.iter().enumerate() {
            if let Some(id) = item.id.as_deref()
                && seen.insert(id, n).is_some()
            {
                twice.insert(id);
            }
        }
        seen.retain(|id, _| !twice.contains(id));
        seen
    }
}

impl Walk<'_> {
    fn items(&mut self, parent: Node, container: &str, pointer: &str, within: Option<usize>) {
        let Some(items) = parent.get("items").and_then(|items| items.array()) else { return };
        let list = format!("{pointer}/items");
        for (index, node) in items.into_iter().enumerate() {
            let pointer = format!("{list}/{index}");
            let place = Place { container: container.to_owned(), index };
            let id = id_of(node);
            let inside = match self.by_offset.get(&node.offset()) {
                Some(at) => {
                    self.tree.targets.insert(*at, place);
                    within
                }
                None => {
                    let (offset, id, list) = (node.offset(), id.clone(), list.clone());
                    let pointer = pointer.clone();
                    let item = Item { offset, id, pointer, list, place, parent: within, track: self.track };
                    self.tree.items.push(item);
                    Some(self.tree.items.len() - 1)
                }
            };
            self.items(node, &id.unwrap_or_else(|| pointer.clone()), &pointer, inside);
        }
    }
}

/// The `id` of an object, where it is a string.
pub(super) fn id_of(node: Node) -> Option<String> {
    node.get("id")?.string().map(|id| id.into_owned())
}
