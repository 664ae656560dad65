//! Shots whose ids changed: what has the same content is the same shot, and where all ids are new, or a run was numbered
//! anew, so is what stands at the same place between such shots.

use std::collections::{HashMap, HashSet};

use crate::contract::json::canonical_but;
use crate::contract::plan_comments::TargetKind;
use crate::review::matching::{Evidence, Pair, common_subsequence, increasing};
use crate::review::target::{PassView, Target};

/// Whether no id of the shots before is one of the shots after.
pub(super) fn anew(before: &PassView, after: &PassView) -> bool {
    let ids = |view: &PassView| -> HashSet<String> { view.targets.iter().filter_map(|t| t.own_id.clone()).collect() };
    let is_shots = |view: &PassView| view.targets.first().is_some_and(|target| target.kind == TargetKind::Shot);
    let (old, new) = (ids(before), ids(after));
    is_shots(before) && is_shots(after) && old.is_disjoint(&new) && !(old.is_empty() && new.is_empty())
}

/// Pairs, besides `pairs`, the shots whose ids alone differ.
pub(super) fn follow(before: &PassView, after: &PassView, mut pairs: Vec<Option<Pair>>) -> Vec<Option<Pair>> {
    if before.targets.first().is_none_or(|target| target.kind != TargetKind::Shot) {
        return pairs;
    }
    let anew = anew(before, after);
    if anew {
        // A place that was all there was to pair by must not stand against equal content.
        pairs.iter_mut().for_each(|pair| *pair = pair.filter(|pair| pair.evidence != Evidence::Place));
    }
    let left = |pairs: &[Option<Pair>]| -> (Vec<usize>, Vec<usize>) {
        let taken: HashSet<usize> = pairs.iter().flatten().map(|pair| pair.after).collect();
        let old = pairs.iter().enumerate().filter(|(_, pair)| pair.is_none()).map(|(at, _)| at).collect();
        (old, (0..after.targets.len()).filter(|at| !taken.contains(at)).collect())
    };
    let set = |pairs: &mut Vec<Option<Pair>>, old: usize, new: usize, evidence| {
        if let Some(slot) = pairs.get_mut(old) {
            *slot = Some(Pair { after: new, evidence });
        }
    };
    let (old, new) = left(&pairs);
    let mut tokens: HashMap<String, u32> = HashMap::new();
    let mut token = |view: &PassView, at: &usize| {
        let next = u32::try_from(tokens.len()).unwrap_or(u32::MAX);
        let text = view.targets.get(*at).map(content).unwrap_or_default();
        *tokens.entry(text).or_insert(next)
    };
    let old_tokens: Vec<u32> = old.iter().map(|at| token(before, at)).collect();
    let new_tokens: Vec<u32> = new.iter().map(|at| token(after, at)).collect();
    for (one, other) in common_subsequence(&old_tokens, &new_tokens) {
        if let Some((one, other)) = old.get(one).zip(new.get(other)) {
            set(&mut pairs, *one, *other, Evidence::Equal);
        }
    }
    let known = pairs.iter().enumerate().filter_map(|(at, pair)| Some((at, (*pair)?.after)));
    let mut backbone: Vec<(usize, usize)> = increasing(known);
    if backbone.is_empty() {
        return pairs;
    }
    backbone.push((before.targets.len(), after.targets.len()));
    let says_nothing = |at: Option<usize>| {
        let pair = at.and_then(|at| pairs.get(at).copied().flatten());
        anew || pair.is_some_and(|pair| pair.evidence == Evidence::Content)
    };
    let (old, new) = left(&pairs);
    let (mut from, mut last) = ((0, 0), None);
    let mut found = Vec::new();
    for to in backbone {
        let within = |list: &[usize], from: usize, to: usize| -> Vec<usize> {
            list.iter().copied().filter(|at| (from..to).contains(at)).collect()
        };
        let (gone, come) = (within(&old, from.0, to.0), within(&new, from.1, to.1));
        if gone.len() == come.len() && (says_nothing(last) || says_nothing(Some(to.0))) {
            found.extend(gone.into_iter().zip(come));
        }
        (from, last) = ((to.0 + 1, to.1 + 1), Some(to.0));
    }
    for (one, other) in found {
        set(&mut pairs, one, other, Evidence::Place);
    }
    pairs
}

/// A shot's JSON but for its id.
fn content(target: &Target) -> String {
    let text = target.json.as_str();
    canonical_but(text, "id").unwrap_or_else(|| text.to_owned())
}
