//! What waits for what: layers that can run at once, cycles, and the longest chain.

use std::collections::HashMap;

/// The order of things that wait for each other. Things are named by their index.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layers {
    /// The layer of each, from 0: everything it waits for lies in lower ones. `None` on a cycle and behind one.
    pub of: Vec<Option<usize>>,
    /// Cycles, each in the order of waiting: every member waits for the next and the last for the first. No thing is
    /// in two of them; every knot of cycles has at least one here.
    pub cycles: Vec<Vec<usize>>,
    /// Who waits for an id that is not there, and the id, in file order.
    pub unknown: Vec<(usize, String)>,
    /// The longest chain, from what can begin at once to what ends last; the first of equally long ones.
    pub longest_chain: Vec<usize>,
}

/// Orders things by what they wait for, in time linear in ids and dependencies. Of duplicate ids the first counts;
/// unknown ids hold nothing up (coding plan contract, `dependsOn`).
pub fn layers<I: AsRef<str>, D: AsRef<[String]>>(ids: &[I], depends_on: &[D]) -> Layers {
    let mut first: HashMap<&str, usize> = HashMap::with_capacity(ids.len());
    for (n, id) in ids.iter().enumerate() {
        first.entry(id.as_ref()).or_insert(n);
    }
    let mut unknown = Vec::new();
    let mut waits_for: Vec<Vec<usize>> = Vec::with_capacity(ids.len());
    for n in 0..ids.len() {
        let mut known = Vec::new();
        for id in depends_on.get(n).map(AsRef::as_ref).unwrap_or_default() {
            match first.get(id.as_str()) {
                Some(target) => known.push(*target),
                None => unknown.push((n, id.clone())),
            }
        }
        waits_for.push(known);
    }
    let (of, before) = peel(&waits_for);
    // Nothing leads to a later duplicate: it is on no cycle, and no way begins there.
    let counts = |n: usize, id: &str| first.get(id) == Some(&n);
    let passed = ids.iter().zip(&of).enumerate().map(|(n, (id, layer))| layer.is_some() || !counts(n, id.as_ref()));
    let cycles = cycles(&waits_for, passed.collect());
    let longest_chain = chain(&of, &before);
    Layers { of, cycles, unknown, longest_chain }
}

/// Takes away what waits for nothing, layer by layer. Also gives for each the one it waited for longest.
fn peel(waits_for: &[Vec<usize>]) -> (Vec<Option<usize>>, Vec<Option<usize>>) {
    let count = waits_for.len();
    let mut held_up: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (n, targets) in waits_for.iter().enumerate() {
        for target in targets {
            if let Some(list) = held_up.get_mut(*target) {
                list.push(n);
            }
        }
    }
    let mut open: Vec<usize> = waits_for.iter().map(Vec::len).collect();
    let mut of = vec![None; count];
    let mut before = vec![None; count];
    let mut now: Vec<usize> = (0..count).filter(|n| open.get(*n) == Some(&0)).collect();
    let mut layer = 0;
    while !now.is_empty() {
        let mut next = Vec::new();
        for n in now {
            if let Some(place) = of.get_mut(n) {
                *place = Some(layer);
            }
            for waiting in held_up.get(n).into_iter().flatten() {
                let Some(left) = open.get_mut(*waiting) else { continue };
                *left = left.saturating_sub(1);
                if *left == 0 {
                    if let Some(place) = before.get_mut(*waiting) {
                        *place = Some(n);
                    }
                    next.push(*waiting);
                }
            }
        }
        now = next;
        layer += 1;
    }
    (of, before)
}

fn chain(of: &[Option<usize>], before: &[Option<usize>]) -> Vec<usize> {
    let deepest = of.iter().flatten().max();
    let mut at = deepest.and_then(|deepest| of.iter().position(|layer| layer.as_ref() == Some(deepest)));
    let mut chain = Vec::new();
    while let Some(n) = at {
        chain.push(n);
        at = before.get(n).copied().flatten();
    }
    chain.reverse();
    chain
}

/// One step of the way that is being followed.
struct Step {
    node: usize,
    /// How many of its dependencies have been followed.
    followed: usize,
    /// Steps of the way, counted from its start, up to the last one that is on a cycle already named.
    named: usize,
}

/// Follows dependencies in file order; where the way meets itself there is a cycle. A cycle that shares a member with
/// one named before is not named again, so that every member is written down once at most. `seen`: what is passed over.
fn cycles(waits_for: &[Vec<usize>], mut seen: Vec<bool>) -> Vec<Vec<usize>> {
    let mut cycles = Vec::new();
    // Where a node is on the way, from 1; 0 when it is not.
    let mut on_way = vec![0_usize; waits_for.len()];
    for start in 0..waits_for.len() {
        let mut way: Vec<Step> = Vec::new();
        let mut enter = Some(start);
        loop {
            if let Some(node) = enter.take()
                && let Some(seen) = seen.get_mut(node).filter(|seen| !**seen)
            {
                *seen = true;
                let named = way.last().map_or(0, |step| step.named);
                way.push(Step { node, followed: 0, named });
                if let Some(place) = on_way.get_mut(node) {
                    *place = way.len();
                }
            }
            let Some(step) = way.last_mut() else { break };
            let Some(target) = waits_for.get(step.node).and_then(|targets| targets.get(step.followed)).copied() else {
                if let Some(place) = on_way.get_mut(step.node) {
                    *place = 0;
                }
                way.pop();
                continue;
            };
            step.followed += 1;
            let named = step.named;
            match on_way.get(target).copied().unwrap_or_default() {
                0 => enter = Some(target),
                place if place > named => {
                    let members = way.iter_mut().enumerate().skip(place - 1);
                    cycles.push(
                        members
                            .map(|(n, step)| {
                                step.named = n + 1;
                                step.node
                            })
                            .collect(),
                    );
                }
                _ => {}
            }
        }
    }
    cycles
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(plan: &[(&str, &[&str])]) -> Layers {
        let ids: Vec<&str> = plan.iter().map(|(id, _)| *id).collect();
        let deps: Vec<Vec<String>> =
            plan.iter().map(|(_, deps)| deps.iter().map(|d| (*d).to_owned()).collect()).collect();
        layers(&ids, &deps)
    }

    #[test]
    fn a_layer_waits_for_lower_ones_only() {
        let found = of(&[("c", &["a", "b"]), ("a", &[]), ("b", &["a"]), ("d", &["a", "a"])]);
        assert_eq!(found.of, [Some(2), Some(0), Some(1), Some(1)]);
        assert_eq!(found.longest_chain, [1, 2, 0]);
        assert!(found.cycles.is_empty() && found.unknown.is_empty());
    }

    #[test]
    fn a_cycle_is_named_in_order_and_what_is_behind_it_has_no_layer() {
        let found = of(&[("W1", &["W2"]), ("W2", &["W3"]), ("W3", &["W2"]), ("W4", &[])]);
        assert_eq!(found.cycles, [vec![1, 2]]);
        assert_eq!(found.of, [None, None, None, Some(0)]);
        assert_eq!(found.longest_chain, [3]);
    }

    #[test]
    fn a_thing_that_waits_for_itself_is_a_cycle() {
        assert_eq!(of(&[("a", &["a"])]).cycles, [vec![0]]);
    }

    #[test]
    fn every_cycle_apart_is_named() {
        assert_eq!(of(&[("a", &["b"]), ("b", &["a"]), ("c", &["a", "d"]), ("d", &["c"])]).cycles, [[0, 1], [2, 3]]);
        // A knot of two cycles with one member in common is named once.
        assert_eq!(of(&[("a", &["b", "c"]), ("b", &["a"]), ("c", &["a"])]).cycles, [[0, 1]]);
    }

    #[test]
    fn of_duplicate_ids_the_first_counts() {
        let found = of(&[("a", &[]), ("a", &["a"]), ("b", &["a"])]);
        assert_eq!((found.of, found.cycles), (vec![Some(0), Some(1), Some(1)], vec![]));
    }

    #[test]
    fn unknown_ids_hold_nothing_up() {
        let found = of(&[("a", &["x", "b"]), ("b", &["y"])]);
        assert_eq!(found.unknown, [(0, "x".to_owned()), (1, "y".to_owned())]);
        assert_eq!(found.of, [Some(1), Some(0)]);
    }

    #[test]
    fn a_chain_of_many_needs_no_stack() {
        const COUNT: usize = 100_000;
        let ids: Vec<String> = (0..COUNT).map(|n| n.to_string()).collect();
        let mut deps: Vec<Vec<String>> = (0..COUNT).map(|n| vec![(n + 1).to_string()]).collect();
        let found = layers(&ids, &deps);
        assert_eq!((found.longest_chain.len(), found.unknown.len()), (COUNT, 1));
        deps[COUNT - 1] = vec!["0".to_owned()];
        let found = layers(&ids, &deps);
        assert_eq!(found.cycles.iter().map(Vec::len).collect::<Vec<_>>(), [COUNT]);
    }

    proptest! {
        #[test]
        fn layers_hold_for_any_graph(edges in proptest::collection::vec(proptest::collection::vec(0_usize..12, 0..4), 0..10)) {
            let ids: Vec<String> = (0..edges.len()).map(|n| n.to_string()).collect();
            let deps: Vec<Vec<String>> = edges.iter().map(|e| e.iter().map(usize::to_string).collect()).collect();
            let found = layers(&ids, &deps);
            let mut named = std::collections::HashSet::new();
            for cycle in &found.cycles {
                for (n, member) in cycle.iter().enumerate() {
                    let next = cycle[(n + 1) % cycle.len()];
                    prop_assert!(edges[*member].contains(&next) && named.insert(*member) && found.of[*member].is_none());
                }
            }
            for (n, layer) in found.of.iter().enumerate() {
                let known: Vec<usize> = edges[n].iter().copied().filter(|t| *t < edges.len()).collect();
                match layer {
                    Some(layer) => {
                        let lower = known.iter().map(|t| found.of[*t].map(|l| l + 1)).max().unwrap_or(Some(0));
                        prop_assert_eq!(Some(*layer), lower);
                    }
                    None => prop_assert!(known.iter().any(|t| found.of[*t].is_none())),
                }
            }
            prop_assert_eq!(found.of.iter().any(Option::is_none), !found.cycles.is_empty());
            prop_assert_eq!(found.longest_chain.len(), found.of.iter().flatten().max().map_or(0, |l| l + 1));
        }
    }
}
