use chrono::{DateTime, Utc};
use proptest::prelude::*;

use super::testing::{clip, cut, shot, shot_with, view};
use super::*;
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::Pass;
use crate::review::draft::Unfinished;

const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

/// A draft with one comment on each of these targets, keys from 1 in their order.
fn draft_on(view: &PassView, targets: &[usize]) -> Draft {
    let mut draft = Draft::new(Pass::Structure);
    for at in targets {
        let change = draft.adding(Anchor::of(&view.targets[*at]).unwrap(), "text", NOW);
        History::default().apply(&mut draft, change, NOW);
    }
    draft
}

fn state(draft: &Draft, key: u64) -> (AnchorState, &str) {
    let anchor = &draft.comment(key).unwrap().anchor;
    (anchor.state, anchor.id.as_str())
}

fn run(draft: &mut Draft, before: &PassView, after: &PassView) -> Reanchored {
    reanchor(draft, &mut History::default(), before, after)
}

#[test]
fn a_comment_follows_its_target_by_id() {
    let before = view(vec![shot(0, Some("a"), "港の朝"), shot(1, Some("b"), "店の中")]);
    let after = view(vec![shot(0, Some("n"), "新しい"), shot(1, Some("b"), "店の中"), shot(2, Some("a"), "夜の港")]);
    let mut draft = draft_on(&before, &[0, 1]);
    let report = run(&mut draft, &before, &after);
    assert_eq!(state(&draft, 1), (AnchorState::Moved, "2"));
    assert_eq!(state(&draft, 2), (AnchorState::Kept, "1"));
    assert_eq!(report, Reanchored { moved: vec![1], gone: vec![], unfinished: 0 });
    assert_eq!(draft.comment(1).unwrap().anchor.title, "夜の港");
    draft.looked_at(1);
    assert_eq!(state(&draft, 1).0, AnchorState::Kept);
}

#[test]
fn where_id_and_description_disagree_nothing_is_followed() {
    let before = view(vec![shot(0, Some("a"), "港の朝"), shot(1, Some("b"), "店の中")]);
    let after = view(vec![shot(0, Some("a"), "店の中"), shot(1, Some("b"), "夜の港")]);
    let mut draft = draft_on(&before, &[0, 1]);
    let report = run(&mut draft, &before, &after);
    assert_eq!(report.gone, vec![2], "its description stands at another id now");
    assert_eq!(state(&draft, 1), (AnchorState::Moved, "0"), "its description is nowhere else: it was rewritten");
}

#[test]
fn a_comment_follows_no_id_to_another_shot_where_its_own_is_still_there_a_little_changed() {
    let texts = ["港の朝、舟が戻る。", "市場の朝、声が飛ぶ。", "店の中、包丁の音。"];
    let before = view(texts.iter().enumerate().map(|(n, t)| shot(n, Some(&format!("s{n}")), t)).collect());
    let changed = ["新しい冒頭の空。", "港の朝、舟が戻る！", "市場の朝、声が飛ぶ！", "店の中、包丁の音！"];
    let after = view(changed.iter().enumerate().map(|(n, t)| shot(n, Some(&format!("s{n}")), t)).collect());
    let mut draft = draft_on(&before, &[0, 1, 2]);
    run(&mut draft, &before, &after);
    assert!((1..=3).all(|key| state(&draft, key).0 == AnchorState::Gone), "{draft:?}");
    // The same text four times over: the new shot that took the id is none of them.
    let before = view((0..4).map(|n| shot(n, Some(&format!("s{n}")), "Bロール")).collect());
    let mut shots: Vec<_> = (1..5).map(|n| shot(n, Some(&format!("s{n}")), "Bロール")).collect();
    shots.insert(0, shot(0, Some("s0"), "新規の場面"));
    let mut draft = draft_on(&before, &[0]);
    run(&mut draft, &before, &view(shots));
    assert_eq!(state(&draft, 1).0, AnchorState::Gone);
}

#[test]
fn moved_stays_moved_until_looked_at() {
    let before = view(vec![shot(0, Some("a"), "x"), shot(1, Some("b"), "y")]);
    let after = view(vec![shot(0, Some("b"), "y"), shot(1, Some("a"), "x")]);
    let mut draft = draft_on(&before, &[0]);
    run(&mut draft, &before, &after);
    assert_eq!(run(&mut draft, &after, &after), Reanchored::default());
    assert_eq!(state(&draft, 1).0, AnchorState::Moved);
}

#[test]
fn a_clip_keeps_its_id_and_is_gone_with_it() {
    let before = view(vec![clip(0, "i1", "one"), clip(1, "i2", "two")]);
    let mut draft = draft_on(&before, &[0, 1]);
    let after = view(vec![clip(0, "i2", "two"), clip(1, "i9", "one")]);
    let report = run(&mut draft, &before, &after);
    assert_eq!(report.gone, [1]);
    assert_eq!(state(&draft, 2), (AnchorState::Kept, "i2"));
}

#[test]
fn a_gone_target_that_comes_back_is_found_again() {
    let before = view(vec![shot(0, None, "港の朝"), shot(1, Some("b"), "店の中")]);
    let mut draft = draft_on(&before, &[0, 1]);
    let empty = view(vec![]);
    assert_eq!(run(&mut draft, &before, &empty).gone, [1, 2]);
    let back = view(vec![shot(0, Some("b"), "店の外"), shot(1, None, "港の朝")]);
    let report = run(&mut draft, &empty, &back);
    assert_eq!(report.moved, [1, 2]);
    assert_eq!((state(&draft, 1).1, state(&draft, 2).1), ("1", "0"));
    let mut same = draft_on(&before, &[0]);
    run(&mut same, &before, &empty);
    run(&mut same, &empty, &before);
    assert_eq!(state(&same, 1), (AnchorState::Kept, "0"), "back as it was");
}

#[test]
fn a_changed_shot_without_id_is_followed_only_where_it_is_alike_and_no_other_is() {
    let before = view(vec![shot(0, None, "港の朝を広く映す"), shot(1, None, "店主の手もと")]);
    let mut draft = draft_on(&before, &[0, 1]);
    let after = view(vec![shot(0, None, "港の朝を広く映す。船も"), shot(1, None, "まったく別の話")]);
    run(&mut draft, &before, &after);
    assert_eq!(state(&draft, 1), (AnchorState::Moved, "0"));
    assert_eq!(state(&draft, 2).0, AnchorState::Gone);

    let twins = view(vec![
        shot_with(0, None, "海", r#"{"description":"海","duration_estimate_seconds":3}"#),
        shot_with(1, None, "海", r#"{"description":"海","duration_estimate_seconds":5}"#),
    ]);
    let mut draft = draft_on(&twins, &[0]);
    let after = view(vec![
        shot_with(0, None, "海", r#"{"description":"海","duration_estimate_seconds":6}"#),
        shot(1, None, "別の絵"),
    ]);
    run(&mut draft, &twins, &after);
    assert_eq!(state(&draft, 1).0, AnchorState::Gone, "it may be the other twin");
}

#[test]
fn a_trimmed_cut_is_followed_by_source_and_overlap() {
    let before = view(vec![cut(0, "cam", 0.0, 10.0), cut(1, "cam", 20.0, 30.0), cut(2, "cam", 30.0, 40.0)]);
    let mut draft = draft_on(&before, &[0, 1]);
    let after = view(vec![cut(0, "cam", 0.0, 9.0), cut(1, "cam", 25.0, 35.0), cut(2, "cam", 35.0, 45.0)]);
    run(&mut draft, &before, &after);
    assert_eq!(state(&draft, 1), (AnchorState::Moved, "0"));
    assert_eq!(state(&draft, 2).0, AnchorState::Gone, "25–35 overlaps two of the old ones");
}

#[test]
fn an_unavailable_plan_takes_no_target_away() {
    let before = view(vec![shot(0, None, "港")]);
    let mut draft = draft_on(&before, &[0]);
    let broken = PassView { unavailable: Some(Phrase::new("x")), ..PassView::default() };
    assert_eq!(run(&mut draft, &before, &broken), Reanchored::default());
    assert_eq!(state(&draft, 1), (AnchorState::Kept, "0"));
    let after = view(vec![shot(0, None, "夜"), shot(1, None, "港")]);
    run(&mut draft, &broken, &after);
    assert_eq!(state(&draft, 1), (AnchorState::Moved, "1"), "found by its JSON, the snapshot being no use");
}

#[test]
fn unfinished_texts_and_undo_steps_follow_too() {
    let before = view(vec![shot(0, Some("a"), "x"), shot(1, Some("b"), "y")]);
    let mut draft = Draft::new(Pass::Structure);
    let mut history = History::default();
    let change = draft.adding(Anchor::of(&before.targets[0]).unwrap(), "text", NOW);
    history.apply(&mut draft, change, NOW);
    let change = draft.deleting(1).unwrap();
    history.apply(&mut draft, change, NOW);
    let anchor = Anchor::of(&before.targets[1]);
    draft.set_unfinished(Unfinished { anchor, comment: None, text: "t".into(), caret: 1 }, NOW);
    let after = view(vec![shot(0, Some("b"), "y"), shot(1, Some("a"), "x")]);
    let report = reanchor(&mut draft, &mut history, &before, &after);
    assert_eq!(report.unfinished, 1);
    assert_eq!(draft.unfinished[0].anchor.as_ref().unwrap().id, "0");
    history.undo(&mut draft, NOW);
    assert_eq!(state(&draft, 1), (AnchorState::Moved, "1"));
}

#[test]
fn one_copy_of_several_gone_means_a_look() {
    let before = view(vec![cut(0, "cam", 0.0, 1.0), cut(1, "cam", 0.0, 1.0), cut(2, "cam", 5.0, 6.0)]);
    let mut draft = draft_on(&before, &[0, 1]);
    let after = view(vec![cut(0, "cam", 0.0, 1.0), cut(1, "cam", 5.0, 6.0)]);
    run(&mut draft, &before, &after);
    let states = [state(&draft, 1).0, state(&draft, 2).0];
    assert!(!states.contains(&AnchorState::Kept), "{states:?}");
}

/// A target of a made-up plan; `serial` is the truth that the code does not see.
#[derive(Debug, Clone, PartialEq)]
struct Made {
    serial: u32,
    id: Option<String>,
    text: String,
    more: u32,
    range: (u32, u32),
}

impl Made {
    fn json(&self, cuts: bool) -> String {
        if cuts {
            return format!(r#"{{"src":"cam","in":{},"out":{}}}"#, self.range.0, self.range.1);
        }
        let id = self.id.as_ref().map(|id| format!(r#""id":"{id}","#)).unwrap_or_default();
        format!(r#"{{{id}"description":"{}","duration_estimate_seconds":{}}}"#, self.text, self.more)
    }
}

fn view_of(plan: &[Made], cuts: bool) -> PassView {
    let target = |(at, made): (usize, &Made)| {
        if cuts {
            cut(at, "cam", f64::from(made.range.0), f64::from(made.range.1))
        } else {
            shot_with(at, made.id.as_deref(), &made.text, &made.json(false))
        }
    };
    view(plan.iter().enumerate().map(target).collect())
}

/// Words that share no pair of characters with those of another number.
fn words(number: u32) -> String {
    (0..6).filter_map(|n| char::from_u32(0x4e00 + number * 6 + n)).collect()
}

fn rewrite(plan: &mut Vec<Made>, cuts: bool, next: &mut u32, (what, at, to): (u8, usize, usize)) {
    let len = plan.len();
    *next += 1;
    let new = |id: bool| Made {
        serial: *next,
        id: id.then(|| format!("n{next}")),
        text: words(*next),
        more: *next,
        range: (*next * 20, *next * 20 + 10),
    };
    match what {
        0 => plan.insert(at % (len + 1), new(to % 2 == 0)),
        _ if len == 0 => {}
        1 => {
            plan.remove(at % len);
        }
        2 => {
            let made = plan.remove(at % len);
            plan.insert(to % len, made);
        }
        3 => {
            let made = &mut plan[at % len];
            made.text = words(*next);
            // A shot without an id of which not a word is left is another shot: nothing could tell otherwise.
            if made.id.is_none() && !cuts {
                made.serial = *next;
            }
        }
        4 => {
            plan[at % len].more += 1_000 + *next;
            let (from, until) = plan[at % len].range;
            plan[at % len].range.1 = until.saturating_sub(1 + u32::from(to % 2 == 0)).max(from + 1);
        }
        5 => plan[at % len].id = None,
        6 => plan[at % len].text.push('。'),
        // A copy, with an id of its own or as it stands.
        _ => {
            let id = plan[at % len].id.as_ref().map(|_| format!("n{next}"));
            plan.insert(to % (len + 1), Made { serial: *next, id, ..plan[at % len].clone() });
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn reanchoring_never_takes_one_target_for_another(
        cuts: bool,
        kinds in prop::collection::vec((any::<bool>(), 0_u32..8), 0..14),
        rounds in prop::collection::vec(prop::collection::vec((0_u8..8, 0_usize..40, 0_usize..40), 0..6), 1..4),
    ) {
        let mut next = 100;
        // Few different texts, so that titles repeat; lengths mostly differ; cuts of one source stand side by side.
        let mut plan: Vec<Made> = kinds.iter().enumerate().map(|(n, (id, text))| {
            let n = n as u32;
            Made { serial: n, id: id.then(|| format!("s{n}")), text: words(*text), more: n / 2, range: (n * 10, n * 10 + 10) }
        }).collect();
        let mut was = view_of(&plan, cuts);
        let mut draft = draft_on(&was, &(0..plan.len()).collect::<Vec<_>>());
        let mut on: Vec<(u64, Made)> = plan.iter().enumerate().map(|(at, made)| (at as u64 + 1, made.clone())).collect();
        for steps in rounds {
            let old = plan.clone();
            steps.into_iter().for_each(|step| rewrite(&mut plan, cuts, &mut next, step));
            let is = view_of(&plan, cuts);
            reanchor(&mut draft, &mut History::default(), &was, &is);
            for (key, made) in &mut on {
                let (state, id) = state(&draft, *key);
                if state == AnchorState::Gone {
                    continue;
                }
                let now = plan[id.parse::<usize>().unwrap()].clone();
                let same = now.serial == made.serial || now.json(cuts) == made.json(cuts);
                // One that went, and a new one like it in its place, cannot be told from a change.
                let replaced = plan.iter().all(|m| m.serial != made.serial) && old.iter().all(|m| m.serial != now.serial);
                prop_assert!(same || replaced && state == AnchorState::Moved, "{:?} taken for {:?}", made, now);
                *made = now;
            }
            was = is;
        }
    }
}
