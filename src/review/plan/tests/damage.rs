//! Damaged plans: whatever is wrong in a file, building goes through and keeps its promises.

use proptest::prelude::*;

use super::*;

const RESEARCH: &str = r#"{"version":0,"topic":{"candidates":[],"selected":null,"decided_at":null},
"structure":{"chapters":[{"id":"a","title":"章","duration_estimate_seconds":8,"notes":null}],
"shots":[{"id":"s1","chapter_id":"a","shot_type":"wide","description":"朝焼け","duration_estimate_seconds":3,"image_path":"a.png"},
{"id":"s2","chapter_id":null,"sequence":"a","cutaway_of":"s1","shot_type":null,"description":"手元","duration_estimate_seconds":null,"image_path":null}],
"opening_hook":"x","confirmed":true,"confirmed_at":"t"},"shot_list":[{"id":"l","ref_shot_id":"s1","equipment":["a"]}]}"#;

const EDITS: [&str; 2] = [
    r#"{"version":1,"output":{"fps":29.97},"sources":[{"id":"a","path":"a.mp4"}],
"cuts":[{"src":"a","in":0,"out":4,"speed":2},{"src":"a","in":5,"out":6,"at":9,"track":1,"label":"終わり"}]}"#,
    r#"{"version":2,"output":{"fps":30},"sources":[{"id":"a","path":"a.mp4"}],"tracks":[{"id":"v","lane":"visual","items":[
{"id":"g","at":10,"duration":90,"source":{"kind":"group"},"items":[{"id":"c","at":5,"duration":3,"source":{"kind":"media","src":"a","in":0,"out":1}}]}]},
{"id":"m","lane":"audio","items":[{"id":"c2","at":0,"duration":0,"source":{"kind":"media","src":"a","in":0,"out":1}}]}]}"#,
];

/// The text with some of its JSON values or bytes put in place of others.
fn damaged(text: &'static str) -> impl Strategy<Value = String> {
    let values = ["null", "7", "-1", "\"\"", "[]", "{}", "1e999", "1e308", "true", "\"s1\"", "", "}", "\u{feff}"];
    let change = (0..text.len(), 0..12usize, prop::sample::select(values.to_vec()));
    prop::collection::vec(change, 1..4).prop_map(move |changes| {
        let mut bytes = text.as_bytes().to_vec();
        for (at, length, value) in changes {
            // From a place where a value may begin, so that the syntax often stays good.
            let from = bytes.iter().skip(at).position(|b| b":[,".contains(b)).map_or(at, |n| at + n + 1);
            let until = |b: &u8| b",]}".contains(b);
            let to = bytes.iter().skip(from).position(until).map_or(from + length, |n| from + n);
            let (from, to) = (from.min(bytes.len()), to.min(bytes.len()));
            bytes.splice(from..to, value.bytes());
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn keeps_its_promises(plan: &Plan) {
    for view in &plan.passes {
        assert!(view.unavailable.is_none() || view.targets.is_empty());
        assert!(view.total_seconds.is_finite() && view.total_seconds >= 0.0);
        assert_eq!(view.by_id.len(), view.targets.iter().filter(|t| t.id.is_some()).count());
        let mut next = 0;
        for group in &view.groups {
            assert!(group.targets.start == next && !group.targets.is_empty());
            next = group.targets.end;
        }
        assert_eq!(next, view.targets.len());
        for (n, target) in view.targets.iter().enumerate() {
            assert_eq!(target.id.is_some(), target.blocked.is_none());
            assert!(target.id.as_ref().is_none_or(|id| view.by_id[id] == n && !id.is_empty()));
            assert!(!target.title().is_empty() && !target.label.is_empty() && !target.headline.is_empty());
            assert!(target.findings.iter().all(|at| *at < plan.findings.len()));
            assert!([target.start, target.length].iter().flatten().all(|seconds| seconds.is_finite()));
            assert!(!crate::review::fields::fields(target).is_empty() || target.json.as_str().starts_with('{'));
        }
    }
}

proptest! {
    #[test]
    fn damaged_research_plans(text in damaged(RESEARCH)) {
        keeps_its_promises(&build_with(Some(&text), None, &[]));
    }

    #[test]
    fn damaged_edits(text in prop::sample::select(EDITS.to_vec()).prop_flat_map(damaged)) {
        keeps_its_promises(&build_with(None, Some(&text), &[("/p/a.mp4.meta.json", "{\"status\":\"planned\"}")]));
    }
}
