//! Whatever a file holds: checking it ends, nothing panics, and every finding lies inside the file.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;

use super::*;
use crate::contract::Exists;

/// Cases of each property; more of them with `PLANBOARD_FUZZ_CASES`.
fn cases() -> u32 {
    std::env::var("PLANBOARD_FUZZ_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(300)
}

fn kinds() -> impl Strategy<Value = FileKind> {
    prop::sample::select(FileKind::ALL.to_vec())
}

/// Checks the bytes as a file of this kind, and what holds for all findings.
fn holds(kind: FileKind, bytes: &[u8]) -> Result<Vec<Finding>, TestCaseError> {
    let mut all = Vec::new();
    for (exists, tier, review) in
        [(None, None, false), (Some(false), Some(Tier::Lite), true), (None, Some(Tier::Mid), false)]
    {
        let looked = |_: &str| exists.unwrap_or_default();
        let looked: Exists = exists.map(|_| &looked as &(dyn Fn(&str) -> bool + Sync));
        let findings = check(kind, Path::new("x"), bytes, Asked { tier, review, exists: looked });
        let text = String::from_utf8_lossy(bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let widths: Vec<usize> = text.split('\n').map(|line| line.chars().count()).collect();
        for finding in &findings {
            prop_assert!(crate::contract::codes::CODES.contains(&finding.code), "{}", finding.code);
            if let Some(Place { line, column }) = finding.place {
                // Right after the last character is where something may be missing.
                let width = line.checked_sub(1).and_then(|line| widths.get(line));
                prop_assert!(column >= 1 && width.is_some_and(|width| column <= width + 1), "{:?} {:?}", finding, text);
            }
        }
        prop_assert!(findings.is_sorted_by_key(|finding| finding.place), "{:?}", findings);
        all = findings;
    }
    Ok(all)
}

/// Every value of a document, as the steps that lead to it.
fn places(value: &Value, here: &str, into: &mut Vec<String>) {
    into.push(here.to_owned());
    match value {
        Value::Array(entries) => {
            entries.iter().enumerate().for_each(|(n, entry)| places(entry, &format!("{here}/{n}"), into));
        }
        Value::Object(members) => {
            let escaped = |key: &str| key.replace('~', "~0").replace('/', "~1");
            members.iter().for_each(|(key, entry)| places(entry, &format!("{here}/{}", escaped(key)), into));
        }
        _ => {}
    }
}

fn odd_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        prop::sample::select(vec![-1i64, 0, 1, 2, 3, 90, i64::MAX, i64::MIN]).prop_map(Value::from),
        prop::sample::select(vec![0.5f64, -0.0, 1e300, f64::MIN_POSITIVE]).prop_map(Value::from),
        prop::sample::select(vec!["", " ", "slot", "media", "c", "s-1", "planned", "done", "../..", "/a", "\u{feff}"])
            .prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        Just(serde_json::json!([])),
        Just(serde_json::json!({})),
        Just(serde_json::json!([1, null, "x", {}, []])),
        Just(serde_json::json!({"id": "c", "kind": "media", "items": [{}]})),
    ]
}

/// What is done to a value: it is taken out, replaced, or doubled where it is an entry of a list.
#[derive(Debug, Clone)]
enum Change {
    Remove,
    Replace(Value),
    Double,
    Swap(Index),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        2 => Just(Change::Remove),
        4 => odd_value().prop_map(Change::Replace),
        1 => Just(Change::Double),
        1 => any::<Index>().prop_map(Change::Swap),
    ]
}

fn apply(document: &mut Value, at: &str, change: &Change, all: &[String]) {
    let Some((parent, last)) = at.rsplit_once('/') else { return };
    match change {
        Change::Replace(with) => drop(document.pointer_mut(at).map(|value| *value = with.clone())),
        Change::Swap(other) => {
            let other = document.pointer(&all[other.index(all.len())]).cloned();
            if let (Some(other), Some(value)) = (other, document.pointer_mut(at)) {
                *value = other;
            }
        }
        Change::Remove => match document.pointer_mut(parent) {
            Some(Value::Object(members)) => drop(members.remove(&last.replace("~1", "/").replace("~0", "~"))),
            Some(Value::Array(entries)) => {
                if let Some(n) = last.parse().ok().filter(|n| *n < entries.len()) {
                    entries.remove(n);
                }
            }
            _ => {}
        },
        Change::Double => {
            if let Some(Value::Array(entries)) = document.pointer_mut(parent)
                && let Some(entry) = last.parse::<usize>().ok().and_then(|n| entries.get(n)).cloned()
            {
                entries.push(entry);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(kind in kinds(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        holds(kind, &bytes)?;
    }

    #[test]
    fn any_text_that_looks_like_a_file(kind in kinds(), text in "[\\[\\]{}\",:\\\\u0-9a-f\\-e. \n#|*あ\u{feff}]{0,120}") {
        holds(kind, text.as_bytes())?;
    }

    #[test]
    fn good_files_with_bytes_changed(
        kind in kinds(),
        flips in prop::collection::vec((any::<Index>(), any::<u8>()), 1..6),
        end in any::<Index>(),
        cut in any::<bool>(),
    ) {
        let mut bytes = good(kind).as_bytes().to_vec();
        for (at, byte) in flips {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if cut {
            bytes.truncate(end.index(bytes.len() + 1));
        }
        holds(kind, &bytes)?;
    }

    #[test]
    fn good_files_with_values_changed(
        kind in kinds(),
        changes in prop::collection::vec((any::<Index>(), change()), 1..8),
        pretty in any::<bool>(),
    ) {
        let Ok(mut document) = serde_json::from_str::<Value>(good(kind)) else { return Ok(()) };
        for (at, change) in &changes {
            let mut all = Vec::new();
            places(&document, "", &mut all);
            apply(&mut document, &all[at.index(all.len())], change, &all);
        }
        let text = if pretty { serde_json::to_string_pretty(&document) } else { serde_json::to_string(&document) };
        holds(kind, text.expect("JSON").as_bytes())?;
    }

    #[test]
    fn a_file_cut_anywhere_is_said_to_end_too_early(kind in kinds(), end in any::<Index>()) {
        let text = good(kind);
        let end = end.index(text.trim_end().len());
        let findings = holds(kind, &text.as_bytes()[..end])?;
        let broken = ["truncated", "empty-file", "invalid-utf8"];
        let said = findings.iter().any(|finding| broken.contains(&finding.code));
        // A text, and an empty note, are whole wherever they end.
        let whole = kind == FileKind::Report || kind == FileKind::PlanNotes && end == 0;
        prop_assert!(said || whole, "{} {:?}", end, findings);
    }
}
