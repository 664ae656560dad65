//! Which target of one version of a plan is which target of another (plan comments contract §3: only named targets may
//! change, so they must be told apart). By unique id, unless a shot's whole content stands at another id; then by equal JSON in order; then by place inside gaps of
//! equal length. The rest was removed or added.

use std::collections::{HashMap, HashSet};

use crate::contract::beside::{beside, part_size};
use crate::contract::json::{canonical, canonical_but};
use crate::contract::plan_comments::TargetKind;
use crate::review::target::{PassView, Target};

/// Pairs of equal targets looked at before the exact search for the longest common subsequence is given up for one
/// that pairs the first with the first, the second with the second.
const EXACT_LIMIT: usize = 500_000;

/// Shots that make a run: fewer may as well have been rewritten to what others were.
const RUN: usize = 3;

/// What says that two targets are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// A shot's whole content but for its id, which no other shot has on either side.
    Content,
    /// The same id, unique on both sides.
    Id,
    /// Equal JSON: in order, or the only ones of their kind left.
    Equal,
    /// Only the place: the same position in a gap of equal length between targets that are paired.
    Place,
}

/// The target of the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// Position in the targets of `after`.
    pub after: usize,
    /// Why.
    pub evidence: Evidence,
}

/// For each target of `before` its position in `after`; `None`: it was removed.
pub fn pair(before: &PassView, after: &PassView) -> Vec<Option<usize>> {
    pair_with_evidence(before, after).into_iter().map(|p| p.map(|p| p.after)).collect()
}

/// As [`pair`], with what speaks for each pair.
pub fn pair_with_evidence(before: &PassView, after: &PassView) -> Vec<Option<Pair>> {
    let mut pairs = Pairs::new(&before.targets, &after.targets);
    pairs.by_content();
    pairs.by_id();
    pairs.by_json();
    pairs.by_place();
    pairs.forward.into_iter().map(|p| p.map(|(after, evidence)| Pair { after, evidence })).collect()
}

/// The positions of the ids that stand exactly once.
pub(crate) fn unique_ids(targets: &[Target]) -> HashMap<&str, usize> {
    let mut unique: HashMap<&str, usize> = HashMap::with_capacity(targets.len());
    let mut twice = HashSet::new();
    for (at, target) in targets.iter().enumerate() {
        if let Some(id) = target.own_id.as_deref()
            && unique.insert(id, at).is_some()
        {
            twice.insert(id);
        }
    }
    unique.retain(|id, _| !twice.contains(id));
    unique
}

/// The positions of the targets whose content (their JSON but for the id) stands exactly once.
fn unique_contents(targets: &[Target]) -> HashMap<String, usize> {
    let parts: Vec<&[Target]> = targets.chunks(part_size(targets.len())).collect();
    let contents = |part: &&[Target]| -> Vec<Option<String>> {
        part.iter().map(|target| canonical_but(target.json.as_str(), "id")).collect()
    };
    let mut seen: HashMap<String, Option<usize>> = HashMap::with_capacity(targets.len());
    for (at, content) in beside(&parts, contents).into_iter().flatten().enumerate() {
        if let Some(content) = content {
            seen.entry(content).and_modify(|p| *p = None).or_insert(Some(at));
        }
    }
    seen.into_iter().filter_map(|(content, at)| at.map(|at| (content, at))).collect()
}

struct Pairs<'a> {
    before: &'a [Target],
    after: &'a [Target],
    ids_before: HashMap<&'a str, usize>,
    ids_after: HashMap<&'a str, usize>,
    forward: Vec<Option<(usize, Evidence)>>,
    taken: Vec<bool>,
    /// Positions before of shots whose ids were given to others.
    numbered_anew: HashSet<usize>,
}

impl<'a> Pairs<'a> {
    fn new(before: &'a [Target], after: &'a [Target]) -> Self {
        let (forward, taken) = (vec![None; before.len()], vec![false; after.len()]);
        let (ids_before, ids_after) = (unique_ids(before), unique_ids(after));
        Pairs { before, after, ids_before, ids_after, forward, taken, numbered_anew: HashSet::new() }
    }

    fn set(&mut self, before: usize, after: usize, evidence: Evidence) {
        if let (Some(slot), Some(taken)) = (self.forward.get_mut(before), self.taken.get_mut(after)) {
            *slot = Some((after, evidence));
            *taken = true;
        }
    }

    fn left_before(&self, from: usize, to: usize) -> Vec<usize> {
        (from..to).filter(|&at| self.forward.get(at).is_some_and(Option::is_none)).collect()
    }

    fn left_after(&self, from: usize, to: usize) -> Vec<usize> {
        (from..to).filter(|&at| self.taken.get(at) == Some(&false)).collect()
    }

    /// Agents number shots anew when they insert one, and a shot's id is display only (video plans,
    /// research-plan.json). So where ids now stand at other contents, and the contents they had stand, whole and in
    /// the same order, at other ids, the content decides. A clip's id is what comments name it by: it always decides.
    fn by_content(&mut self) {
        let ids = &self.ids_after;
        let elsewhere = |(_, target): &(usize, &Target)| {
            let by_id = target.own_id.as_deref().and_then(|id| ids.get(id)).and_then(|to| self.after.get(*to));
            by_id.is_some_and(|is| is.json.as_str() != target.json.as_str() && is.headline != target.headline)
        };
        let shots = self.before.iter().enumerate().filter(|(_, t)| t.kind == TargetKind::Shot);
        let doubtful: Vec<usize> = shots.filter(elsewhere).map(|(at, _)| at).collect();
        if doubtful.len() < RUN {
            return;
        }
        let (contents_before, contents_after) = (unique_contents(self.before), unique_contents(self.after));
        let doubtful: HashSet<usize> = doubtful.into_iter().collect();
        let vanished = |at: usize| {
            let id = self.before.get(at).and_then(|t| t.own_id.as_deref());
            id.is_some_and(|id| !ids.contains_key(id))
        };
        let known = contents_before.into_iter().filter(|(_, at)| doubtful.contains(at) || vanished(*at));
        let mut found: Vec<(usize, usize)> =
            known.filter_map(|(content, at)| Some((at, *contents_after.get(&content)?))).collect();
        found.sort_unstable();
        let moved = found.iter().filter(|(at, _)| doubtful.contains(at)).count();
        // Only a whole run that kept its order, with at most one shot taken out, was numbered anew.
        let in_order = found.windows(2).all(|w| matches!(w, [(_, one), (_, next)] if one < next));
        if moved >= RUN && moved + 1 >= doubtful.len() && in_order {
            for (at, to) in found {
                self.set(at, to, Evidence::Content);
            }
            // The ids of this run say nothing any more, also not of a shot whose content changed besides.
            self.numbered_anew = doubtful;
        }
    }

    fn by_id(&mut self) {
        for (id, at) in std::mem::take(&mut self.ids_before) {
            if let Some(&to) = self.ids_after.get(id)
                && !self.numbered_anew.contains(&at)
                && self.taken.get(to) == Some(&false)
                && self.forward.get(at).is_some_and(Option::is_none)
            {
                self.set(at, to, Evidence::Id);
            }
        }
    }

    fn by_json(&mut self) {
        let (b, a) = (self.left_before(0, self.before.len()), self.left_after(0, self.after.len()));
        let text = |targets: &'a [Target], at: &usize| targets.get(*at).map_or("", |t| t.json.as_str());
        let same = |(x, y): &(&usize, &usize)| text(self.before, x) == text(self.after, y);
        // Most rewrites leave the head and the tail alone, byte for byte.
        let head = b.iter().zip(&a).take_while(same).count();
        let rest = b.len().min(a.len()) - head;
        let tail = b.iter().rev().zip(a.iter().rev()).take(rest).take_while(same).count();
        let (mid_b, mid_a) = (inner(&b, head, tail), inner(&a, head, tail));
        let mut tokens: HashMap<String, u32> = HashMap::new();
        let mut token = |text: &str| {
            let next = u32::try_from(tokens.len()).unwrap_or(u32::MAX);
            *tokens.entry(canonical(text)).or_insert(next)
        };
        let tokens_b: Vec<u32> = mid_b.iter().map(|at| token(text(self.before, at))).collect();
        let tokens_a: Vec<u32> = mid_a.iter().map(|at| token(text(self.after, at))).collect();

        let mut found: Vec<(usize, usize)> = b.iter().zip(&a).take(head).map(|(x, y)| (*x, *y)).collect();
        found.extend(b.iter().rev().zip(a.iter().rev()).take(tail).map(|(x, y)| (*x, *y)));
        let common = common_subsequence(&tokens_b, &tokens_a);
        found.extend(common.iter().filter_map(|(x, y)| Some((*mid_b.get(*x)?, *mid_a.get(*y)?))));
        for (x, y) in found {
            self.set(x, y, Evidence::Equal);
        }
        // What moved out of order is still the same where it is the only one left with this JSON on both sides.
        let lone_b = lone(mid_b, &tokens_b, |at| self.forward.get(at).is_some_and(Option::is_none));
        let lone_a = lone(mid_a, &tokens_a, |at| self.taken.get(at) == Some(&false));
        for (token, at) in lone_b {
            if let Some(&to) = lone_a.get(&token) {
                self.set(at, to, Evidence::Equal);
            }
        }
    }

    fn by_place(&mut self) {
        let known = self.forward.iter().enumerate().filter_map(|(b, p)| p.map(|(a, _)| (b, a)));
        let mut backbone = increasing(known);
        backbone.push((self.before.len(), self.after.len()));
        let (mut from_b, mut from_a) = (0, 0);
        for (to_b, to_a) in backbone {
            let (b, a) = (self.left_before(from_b, to_b), self.left_after(from_a, to_a));
            if b.len() == a.len() {
                for (x, y) in b.into_iter().zip(a) {
                    let ids = |t: Option<&'a Target>| t.and_then(|t| t.own_id.as_deref());
                    match (ids(self.before.get(x)), ids(self.after.get(y))) {
                        (Some(one), Some(other)) if one != other => {}
                        _ => self.set(x, y, Evidence::Place),
                    }
                }
            }
            (from_b, from_a) = (to_b + 1, to_a + 1);
        }
    }
}

fn inner(all: &[usize], head: usize, tail: usize) -> &[usize] {
    all.get(head..all.len().saturating_sub(tail)).unwrap_or_default()
}

fn lone(positions: &[usize], tokens: &[u32], free: impl Fn(usize) -> bool) -> HashMap<u32, usize> {
    let mut seen: HashMap<u32, Option<usize>> = HashMap::new();
    for (&at, &token) in positions.iter().zip(tokens).filter(|(at, _)| free(**at)) {
        seen.entry(token).and_modify(|p| *p = None).or_insert(Some(at));
    }
    seen.into_iter().filter_map(|(token, at)| at.map(|at| (token, at))).collect()
}

/// The longest common subsequence as pairs of positions, growing on both sides (Hunt and Szymanski: the cost grows with
/// the number of equal pairs). Where many are equal, equal ones are paired in order of occurrence first.
pub(crate) fn common_subsequence(a: &[u32], b: &[u32]) -> Vec<(usize, usize)> {
    let mut places: HashMap<u32, Vec<usize>> = HashMap::new();
    for (at, &token) in b.iter().enumerate() {
        places.entry(token).or_default().push(at);
    }
    let of = |token: &u32| places.get(token).map_or(&[][..], Vec::as_slice);
    let candidates = a.iter().map(|t| of(t).len()).fold(0_usize, usize::saturating_add);
    if candidates <= EXACT_LIMIT {
        return increasing(a.iter().enumerate().flat_map(|(i, t)| of(t).iter().rev().map(move |&j| (i, j))));
    }
    let mut used: HashMap<u32, usize> = HashMap::new();
    increasing(a.iter().enumerate().filter_map(|(i, t)| {
        let nth = used.entry(*t).or_default();
        let j = of(t).get(*nth).copied()?;
        *nth += 1;
        Some((i, j))
    }))
}

/// The longest run of pairs that grow strictly in both members. The pairs come by growing first member; those of one
/// first member by falling second member.
pub(crate) fn increasing(pairs: impl Iterator<Item = (usize, usize)>) -> Vec<(usize, usize)> {
    // Each node: its pair and the node before it. `tails`: for each length the node with the smallest second member.
    let mut nodes: Vec<((usize, usize), Option<usize>)> = Vec::new();
    let mut tails: Vec<(usize, usize)> = Vec::new();
    for (i, j) in pairs {
        let length = tails.partition_point(|(_, second)| *second < j);
        let previous = length.checked_sub(1).and_then(|l| tails.get(l)).map(|(node, _)| *node);
        nodes.push(((i, j), previous));
        let tail = (nodes.len() - 1, j);
        match tails.get_mut(length) {
            Some(slot) => *slot = tail,
            None => tails.push(tail),
        }
    }
    let mut run = Vec::with_capacity(tails.len());
    let mut at = tails.last().map(|(node, _)| *node);
    while let Some((pair, previous)) = at.and_then(|at| nodes.get(at)) {
        run.push(*pair);
        at = *previous;
    }
    run.reverse();
    run
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::anchor::testing::{cut, shot, view};

    fn shots(list: &[(Option<&str>, &str)]) -> PassView {
        view(list.iter().enumerate().map(|(i, (id, text))| shot(i, *id, text)).collect())
    }

    #[test]
    fn targets_pair_by_unique_id_wherever_they_stand() {
        let before = shots(&[(Some("a"), "one"), (Some("b"), "two"), (Some("c"), "three")]);
        let after = shots(&[(Some("c"), "drei"), (Some("a"), "eins"), (Some("b"), "zwei")]);
        assert_eq!(pair(&before, &after), [Some(1), Some(2), Some(0)]);
    }

    #[test]
    fn an_id_that_is_not_unique_proves_nothing() {
        let before = shots(&[(Some("a"), "one"), (Some("a"), "two")]);
        let after = shots(&[(Some("a"), "two"), (Some("a"), "new")]);
        assert_eq!(pair(&before, &after), [None, Some(0)]);
    }

    #[test]
    fn equal_json_pairs_in_order_with_numbers_by_value() {
        let before = view(vec![cut(0, "cam", 0.0, 5.0), cut(1, "cam", 10.0, 20.0), cut(2, "cam", 30.0, 31.5)]);
        let mut after = view(vec![cut(0, "cam", 10.0, 20.0), cut(1, "cam", 30.0, 31.5)]);
        after.targets[0].json = crate::contract::json::Slice::of(r#"{"out":2e1,"in":10,"src":"cam"}"#);
        let pairs = pair_with_evidence(&before, &after);
        assert_eq!(pairs[0], None);
        assert_eq!(pairs[1], Some(Pair { after: 0, evidence: Evidence::Equal }));
        assert_eq!(pairs[2], Some(Pair { after: 1, evidence: Evidence::Equal }));
    }

    #[test]
    fn leftovers_in_a_gap_of_equal_length_pair_by_position() {
        let before = shots(&[(None, "a"), (None, "b"), (None, "c"), (None, "d")]);
        let after = shots(&[(None, "a"), (None, "x"), (None, "y"), (None, "d")]);
        let pairs = pair_with_evidence(&before, &after);
        assert_eq!(pairs[1], Some(Pair { after: 1, evidence: Evidence::Place }));
        assert_eq!(pairs[2], Some(Pair { after: 2, evidence: Evidence::Place }));
        let longer = shots(&[(None, "a"), (None, "x"), (None, "y"), (None, "z"), (None, "d")]);
        assert_eq!(pair(&before, &longer), [Some(0), None, None, Some(4)]);
    }

    #[test]
    fn shots_numbered_anew_are_told_by_their_content() {
        let texts = ["港", "市場", "店", "台所", "食卓"];
        let numbered = |texts: &[&str]| {
            let ids: Vec<String> = (0..texts.len()).map(|n| format!("s{n}")).collect();
            shots(&ids.iter().zip(texts).map(|(id, text)| (Some(id.as_str()), *text)).collect::<Vec<_>>())
        };
        let before = numbered(&texts);
        let after = numbered(&["新しい", "港", "市場", "店", "台所", "食卓"]);
        assert_eq!(pair(&before, &after), [Some(1), Some(2), Some(3), Some(4), Some(5)]);
        let after = numbered(&["市場", "店", "台所", "食卓"]);
        assert_eq!(pair(&before, &after), [None, Some(0), Some(1), Some(2), Some(3)]);
        // A shot that was rewritten besides is not the one its old id now stands at.
        let after = numbered(&["港", "新しい", "市場の朝", "店", "台所", "食卓"]);
        assert_eq!(pair(&before, &after), [Some(0), None, Some(3), Some(4), Some(5)]);
        // Two that changed places may as well have been rewritten: ids decide, and anchors do not follow.
        let after = numbered(&["市場", "港", "店", "台所", "食卓"]);
        assert_eq!(pair(&before, &after), [Some(0), Some(1), Some(2), Some(3), Some(4)]);
    }

    #[test]
    fn two_ids_that_differ_never_pair() {
        let before = shots(&[(Some("a"), "one"), (Some("b"), "two")]);
        let after = shots(&[(Some("a"), "one"), (Some("c"), "two")]);
        assert_eq!(pair(&before, &after), [Some(0), None]);
    }

    #[test]
    fn what_moved_without_an_id_is_found_where_it_is_the_only_one() {
        let before = shots(&[(None, "a"), (None, "b"), (None, "c")]);
        let after = shots(&[(None, "c"), (None, "a"), (None, "b")]);
        assert_eq!(pair(&before, &after), [Some(1), Some(2), Some(0)]);
    }

    #[test]
    fn the_subsequence_is_the_longest() {
        fn slow(a: &[u32], b: &[u32]) -> usize {
            let mut row = vec![0; b.len() + 1];
            for x in a {
                let mut corner = 0;
                for (j, y) in b.iter().enumerate() {
                    let up = row[j + 1];
                    row[j + 1] = if x == y { corner + 1 } else { up.max(row[j]) };
                    corner = up;
                }
            }
            row[b.len()]
        }
        use proptest::prelude::*;
        proptest!(|(a in prop::collection::vec(0_u32..6, 0..30), b in prop::collection::vec(0_u32..6, 0..30))| {
            let run = common_subsequence(&a, &b);
            prop_assert_eq!(run.len(), slow(&a, &b));
            prop_assert!(run.iter().all(|(i, j)| a[*i] == b[*j]));
            prop_assert!(run.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 < w[1].1));
        });
    }

    #[test]
    fn many_equal_and_wholly_different_lists_stay_cheap() {
        let n = 20_000;
        let two: Vec<u32> = (0..n).map(|i| i % 2).collect();
        let three: Vec<u32> = (0..n).map(|i| u32::from(i % 3 == 0)).collect();
        assert!(common_subsequence(&two, &three).len() > 5_000);
        let turned: Vec<u32> = (0..n).rev().collect();
        let straight: Vec<u32> = (0..n).collect();
        assert_eq!(common_subsequence(&straight, &turned).len(), 1);
        let other: Vec<u32> = (n..2 * n).collect();
        assert!(common_subsequence(&straight, &other).is_empty());
    }
}
