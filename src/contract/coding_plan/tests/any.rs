//! What holds for any plan.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::contract::finding::Severity;

fn any_json() -> impl Strategy<Value = serde_json::Value> {
    use serde_json::{Value, json};
    let keys = [
        "format",
        "objective",
        "waves",
        "testCases",
        "deliverables",
        "id",
        "changes",
        "issues",
        "dependsOn",
        "parallelGroup",
        "layer",
        "expected",
        "slots",
        "assertion",
        "url",
    ];
    let words = ["lite", "mid-clarify", "mid-detail", "W1", "E1", "mock", "unit", "", "U1", "\u{0}汉"];
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        proptest::sample::select(words.to_vec()).prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::vec((proptest::sample::select(keys.to_vec()), inner), 0..8)
                .prop_map(|members| members
                    .into_iter()
                    .map(|(k, v)| (k.to_owned(), v))
                    .collect::<serde_json::Map<_, _>>())
                .prop_map(Value::from),
        ]
    })
}

proptest! {
    #[test]
    fn any_json_is_judged_and_never_fatal(value in any_json(), format in proptest::sample::select(vec!["lite", "mid-clarify", "mid-detail"])) {
        let mut value = value;
        if let Some(object) = value.as_object_mut() {
            object.insert("format".to_owned(), format.into());
        }
        let text = value.to_string();
        for tier in [None, Some(Tier::Lite), Some(Tier::Mid)] {
            let (plan, findings) = read(Path::new("-"), text.as_bytes(), tier);
            prop_assert_eq!(plan.is_some(), value.is_object());
            prop_assert!(findings.iter().all(|f| f.place.is_some()));
            let errors = |findings: &[Finding]| findings.iter().filter(|f| f.severity == Severity::Error).count();
            // Without the tier nothing is overlooked that is refused with the right one.
            let right = Format::from_word(format).map(Format::tier) == tier;
            if right {
                prop_assert!(errors(&read(Path::new("-"), text.as_bytes(), None).1) >= errors(&findings).min(1));
            }
        }
    }

    #[test]
    fn any_bytes_are_never_fatal(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let (_, findings) = read(Path::new("-"), &bytes, Some(Tier::Lite));
        prop_assert!(!findings.is_empty());
    }

    #[test]
    fn of_duplicate_ids_the_first_counts(deps in proptest::collection::vec((0_usize..4, proptest::collection::vec(0_usize..4, 0..3)), 1..8)) {
        let list: Vec<(String, String)> = deps.iter().map(|(id, on)| {
            (format!("W{id}"), format!("{:?}", on.iter().map(|n| format!("W{n}")).collect::<Vec<_>>()))
        }).collect();
        let list: Vec<(&str, &str)> = list.iter().map(|(id, on)| (id.as_str(), on.as_str())).collect();
        let mut seen = std::collections::HashSet::new();
        let firsts: Vec<(&str, &str)> = list.iter().copied().filter(|(id, _)| seen.insert(*id)).collect();
        let cycles = |list: &[(&str, &str)]| {
            let found = read(Path::new("-"), lite(&waves(list), CASES).as_bytes(), None).1;
            found.into_iter().filter(|f| f.code == "waits-in-cycle").map(|f| f.args).collect::<BTreeSet<_>>()
        };
        prop_assert_eq!(cycles(&list), cycles(&firsts));
    }
}
