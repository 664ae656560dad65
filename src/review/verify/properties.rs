//! What must hold of any plan and any revision. The targets carry a serial that the comparison does not see.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::tests::{check, clip, edit, shot, structure, telop};
use super::*;
use crate::contract::plan_comments::Pass;

/// How the shots of a plan are told apart.
#[derive(Debug, Clone, Copy)]
enum Ids {
    /// Each has its own.
    Own,
    /// They have none.
    None,
    /// They are numbered by place, anew at every revision.
    Numbered,
}

fn ids() -> impl Strategy<Value = Ids> {
    prop_oneof![Just(Ids::Own), Just(Ids::None), Just(Ids::Numbered)]
}

/// The description of a shot: no two serials share one.
fn text(serial: usize) -> String {
    format!("{} {serial}", ["Rain on the sign", "雨の通り", "A kettle", "二つの湯呑み"][serial % 4])
}

/// A plan of these serials; `changed` ones read otherwise.
fn plan(serials: &[usize], ids: Ids, changed: &BTreeSet<usize>) -> Value {
    let one = |(place, serial): (usize, &usize)| {
        let id = match ids {
            Ids::Own | Ids::None => format!("s-{serial}"),
            Ids::Numbered => format!("s-{place}"),
        };
        let mut made = shot(&id, &text(*serial));
        if changed.contains(serial) {
            made["duration_estimate_seconds"] = json!(9);
        }
        if matches!(ids, Ids::None) {
            made.as_object_mut().unwrap().remove("id");
        }
        made
    };
    structure(serials.iter().enumerate().map(one).collect())
}

fn strings(positions: &[usize]) -> Vec<String> {
    positions.iter().map(ToString::to_string).collect()
}

fn verified(named: &[usize], before: &Value, after: &Value) -> Verification {
    let names = strings(named);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    check(Pass::Structure, &names, before, after)
}

/// Serials with new ones (from 100 on) put in.
fn with_insertions(serials: &[usize], places: &[usize]) -> Vec<usize> {
    let mut all = serials.to_vec();
    for (n, place) in places.iter().enumerate() {
        all.insert(place % (all.len() + 1), 100 + n);
    }
    all
}

proptest! {
    #[test]
    fn an_insertion_is_never_a_change_of_what_follows(
        count in 4_usize..14, places in prop::collection::vec(0_usize..20, 1..4), ids in ids(),
        named in prop::collection::vec(0_usize..14, 0..4),
    ) {
        let serials: Vec<usize> = (0..count).collect();
        let named: Vec<usize> = named.into_iter().filter(|n| *n < count).collect();
        // That fewer than three shots changed ids may as well be three shots rewritten.
        let places: Vec<usize> = match ids {
            Ids::Numbered => vec![places[0] % (count - 3)],
            Ids::Own | Ids::None => places,
        };
        let after = with_insertions(&serials, &places);
        let none = BTreeSet::new();
        let v = verified(&named, &plan(&serials, ids, &none), &plan(&after, ids, &none));
        prop_assert!(v.unnamed.iter().all(|u| u.state == UnnamedState::Added), "{:?}", v.unnamed);
        prop_assert_eq!(v.unnamed.len(), places.len());
        for named in &v.named {
            let now: usize = named.now_id.as_deref().unwrap().parse().unwrap();
            prop_assert_eq!(named.state, NamedState::Unchanged);
            prop_assert_eq!(after[now].to_string(), named.id.clone());
        }
        prop_assert!(v.elsewhere.is_empty());
    }

    #[test]
    fn another_order_is_never_flagged(order in Just((0..9).collect::<Vec<usize>>()).prop_shuffle(), own: bool,
        named in prop::collection::btree_set(0_usize..9, 0..4)) {
        let ids = if own { Ids::Own } else { Ids::None };
        let none = BTreeSet::new();
        let named: Vec<usize> = named.into_iter().collect();
        let serials: Vec<usize> = (0..9).collect();
        let v = verified(&named, &plan(&serials, ids, &none), &plan(&order, ids, &none));
        prop_assert!(v.unnamed.iter().all(|u| u.cause == Cause::Order), "{:?}", v.unnamed);
        prop_assert!(v.named.iter().all(|n| n.after.is_some_and(|at| order[at].to_string() == n.id)));
        // What did not move among the unnamed keeps its order.
        let moved: BTreeSet<usize> = v.unnamed.iter().filter_map(|u| u.before).collect();
        let still = order.iter().filter(|s| !named.contains(s) && !moved.contains(s));
        prop_assert!(still.clone().zip(still.skip(1)).all(|(a, b)| a < b));
    }

    #[test]
    fn exactly_the_unnamed_changes_are_flagged(
        changed in prop::collection::btree_set(0_usize..10, 0..5), named in prop::collection::btree_set(0_usize..10, 0..5),
        order in Just((0..10).collect::<Vec<usize>>()).prop_shuffle(), shuffled: bool,
    ) {
        let serials: Vec<usize> = (0..10).collect();
        let after = if shuffled { order } else { serials.clone() };
        let positions: Vec<usize> = named.iter().copied().collect();
        let v = verified(&positions, &plan(&serials, Ids::Own, &BTreeSet::new()), &plan(&after, Ids::Own, &changed));
        let flagged: BTreeSet<usize> = v.flagged().filter_map(|u| u.before).collect();
        prop_assert_eq!(flagged, changed.difference(&named).copied().collect::<BTreeSet<_>>());
        let touched = |n: &&Named| n.fields.iter().any(|f| f.pointer == "/duration_estimate_seconds");
        let acted: BTreeSet<usize> = v.named.iter().filter(touched).filter_map(|n| n.before).collect();
        prop_assert_eq!(acted, named.intersection(&changed).copied().collect::<BTreeSet<_>>());
    }

    #[test]
    fn a_clip_of_another_length_shifts_the_others_without_a_flag(
        lengths in prop::collection::vec(5_i64..60, 2..12), at in 0_usize..12, by in -4_i64..9,
        titles in prop::collection::vec(0_usize..12, 0..5),
    ) {
        let at = at % lengths.len();
        let made = |lengths: &[i64]| {
            let mut start = 0;
            let mut clips = Vec::new();
            let mut starts = Vec::new();
            for (n, length) in lengths.iter().enumerate() {
                clips.push(clip(&format!("c{n}"), start, *length));
                starts.push(start);
                start += length;
            }
            // Titles lie over clips and go with them.
            let telops = titles.iter().enumerate().map(|(n, over)| telop(&format!("t{n}"), starts[over % starts.len()], "x"));
            edit(clips, telops.collect())
        };
        let mut after = lengths.clone();
        after[at] += by;
        let v = check(Pass::Scaffold, &[&format!("c{at}")], &made(&lengths), &made(&after));
        prop_assert!(v.is_clean(), "{:?} {:?}", v.unnamed, v.elsewhere);
        let shifted = if by == 0 { 0 } else { lengths.len() - at - 1 };
        prop_assert_eq!(v.unnamed.len(), shifted);
        prop_assert!(v.unnamed.iter().all(|u| u.cause == Cause::Shifted
            && (u.shift_seconds.unwrap() - by as f64 / 10.0).abs() < 1e-9));
        prop_assert_eq!(v.named[0].state == NamedState::Changed, by != 0);
    }

    #[test]
    fn a_plan_compared_with_itself_says_nothing(count in 0_usize..12, ids in ids()) {
        let serials: Vec<usize> = (0..count).collect();
        let plan = plan(&serials, ids, &BTreeSet::new());
        let v = verified(&serials, &plan, &plan);
        prop_assert!(v.is_clean() && v.unnamed.is_empty());
        prop_assert!(v.named.iter().all(|n| n.state == NamedState::Unchanged));
    }
}
