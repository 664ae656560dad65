//! Which targets stand at another place among the others. What only has another index because something was put before
//! it has not moved.

use std::collections::{HashMap, HashSet};

use super::{Compared, Named};
use crate::contract::plan_comments::TargetKind;
use crate::review::matching::increasing;

/// The targets that moved: position before to the indexes before and after.
pub(super) type Moved = HashMap<usize, (usize, usize)>;

/// A target with its indexes in the file.
#[derive(Clone, Copy)]
struct Entry {
    position: usize,
    before: usize,
    after: usize,
    named: bool,
}

/// Finds what moved. Of those that changed places the named ones are taken to have moved.
pub(super) fn moved(compared: &Compared, named: &[Named]) -> Moved {
    let named: HashSet<usize> = named.iter().filter_map(|named| named.before).collect();
    let mut lists: HashMap<String, Vec<Entry>> = HashMap::new();
    for position in 0..compared.before.targets.len() {
        let Some((container, before, after)) = indexes(compared, position) else { continue };
        let named = named.contains(&position);
        lists.entry(container).or_default().push(Entry { position, before, after, named });
    }
    let mut moved = Moved::new();
    for mut list in lists.into_values() {
        list.sort_unstable_by_key(|entry| entry.before);
        for entry in out_of_order(&list) {
            moved.insert(entry.position, (entry.before, entry.after));
        }
    }
    moved
}

/// What a target stands in, and its indexes there; `None`: it is not there any more, or stands in something else.
fn indexes(compared: &Compared, position: usize) -> Option<(String, usize, usize)> {
    let after = compared.pair(position)?.after;
    let (was, is) = (compared.was(position)?, compared.is(after)?);
    if was.kind != TargetKind::Clip {
        // Waves and cases have indexes of their own.
        return Some((was.kind.as_str().to_owned(), was.index, is.index));
    }
    let (old, new) = compared.trees.as_ref()?;
    let (old, new) = (old.targets.get(&position)?, new.targets.get(&after)?);
    (old.container == new.container).then(|| (old.container.clone(), old.index, new.index))
}

fn out_of_order(list: &[Entry]) -> Vec<Entry> {
    if list.windows(2).all(|pair| matches!(pair, [one, next] if one.after < next.after)) {
        return Vec::new();
    }
    let unnamed: Vec<Entry> = list.iter().copied().filter(|entry| !entry.named).collect();
    let kept = keep(&unnamed);
    let afters = {
        let mut afters: Vec<usize> = kept.iter().map(|entry| entry.after).collect();
        afters.sort_unstable();
        afters
    };
    // A named one kept its place if as many of those that kept theirs stand before it as did.
    let befores: Vec<usize> = kept.iter().map(|entry| entry.before).collect();
    let stays = |entry: &Entry| {
        befores.partition_point(|at| *at < entry.before) == afters.partition_point(|at| *at < entry.after)
    };
    let still: HashSet<usize> = kept.iter().map(|entry| entry.position).collect();
    let sure: Vec<Entry> = list
        .iter()
        .copied()
        .filter(|entry| if entry.named { stays(entry) } else { still.contains(&entry.position) })
        .collect();
    let still: HashSet<usize> = keep(&sure).iter().map(|entry| entry.position).collect();
    list.iter().copied().filter(|entry| !still.contains(&entry.position)).collect()
}

/// The most entries that stand in the same order on both sides.
fn keep(list: &[Entry]) -> Vec<Entry> {
    let pairs = increasing(list.iter().enumerate().map(|(n, entry)| (n, entry.after)));
    pairs.into_iter().filter_map(|(n, _)| list.get(n).copied()).collect()
}
