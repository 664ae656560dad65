use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::*;
use crate::contract::json::{Document, Node};

/// Members that a change may touch.
const TOUCHED: [&str; 7] =
    ["mode", "status", "summary", "changedFiles", "currentIndex", "autoTurnsUsed", "lastStepSummary"];

/// A layout: line break, indent of one level, after a colon.
const LAYOUTS: [(&str, &str, &str); 4] = [("", "", ""), ("\n", "  ", " "), ("\r\n", "\t", " "), (" ", "", " ")];

fn object(members: &[(String, String)], level: usize, (newline, unit, space): (&str, &str, &str)) -> String {
    let line = |level: usize| format!("{newline}{}", unit.repeat(level));
    let members: Vec<String> = members.iter().map(|(key, value)| format!("\"{key}\":{space}{value}")).collect();
    format!("{{{}{}{}}}", line(level + 1), members.join(&format!(",{}", line(level + 1))), line(level))
}

fn number() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["1e3", "2.0", "-0", "1.50", "{ \"deep\": [1E2, 3.10] }", "\"\\u0061\\/\""])
        .prop_map(str::to_owned)
}

prop_compose! {
    /// A checklist without findings: done steps, one in progress (or none), pending ones; with unknown members.
    fn good_list()(
        done in 0..4usize,
        pending in 0..4usize,
        extra in prop::collection::vec(number(), 8),
        max in prop::sample::select(vec!["0", "1", "2.0", "1e1"]),
        stopped in any::<bool>(),
        own in any::<bool>(),
        layout in prop::sample::select(LAYOUTS.to_vec()),
        mark in any::<bool>(),
    ) -> String {
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        let quoted = |key: &str, value: &str| (key.to_owned(), format!("\"{value}\""));
        let items: Vec<String> = (0..=done + pending).map(|n| {
            let status = ["done", "in_progress", "pending"][if n < done { 0 } else { 1 + usize::from(n > done) }];
            let mut item = vec![
                pair("x", &extra[n % 8]), quoted("id", &n.to_string()), quoted("title", "t"), quoted("status", status),
            ];
            if own {
                item.extend([quoted("summary", "s"), pair("changedFiles", "[ \"f\" ]"), pair("y", "0.10")]);
            }
            object(&item, 2, layout)
        }).collect();
        let root = [
            pair("version", "1.0"), quoted("mode", if stopped { "stopped" } else { "planned" }),
            pair("a", &extra[0]), pair("items", &format!("[{}]", items.join(", "))),
            pair("currentIndex", &format!("{done}.0")), pair("autoContinueOnDone", "true"),
            pair("maxAutoTurns", max), pair("autoTurnsUsed", "0"), pair("b", &extra[1]),
        ];
        format!("{}{}\n", if mark { "\u{feff}" } else { "" }, object(&root, 0, layout))
    }
}

fn any_change() -> impl Strategy<Value = Change> {
    let next = (prop::option::of(any::<String>()), prop::collection::vec(any::<String>(), 0..3));
    let next = next.prop_map(|(summary, changed_files)| Change::Next { summary, changed_files });
    prop_oneof![4 => next, 1 => Just(Change::Stop), 1 => Just(Change::Resume)]
}

/// The exact texts of all members no change may touch, of the list and of its items.
fn untouched(text: &str) -> Vec<String> {
    let (doc, _) = Document::parse(Path::new("x"), text.as_bytes()).expect("good JSON");
    let of = |node: Node| {
        let members = node.object().unwrap_or_default().into_iter();
        let kept = members.filter(|(key, _)| !TOUCHED.contains(&key.as_ref()) && key != "items");
        kept.map(|(key, node)| format!("{key}={}", node.text())).collect::<Vec<_>>().join(";")
    };
    let items = doc.root().get("items").and_then(|items| items.array()).unwrap_or_default();
    std::iter::once(doc.root()).chain(items).map(of).collect()
}

proptest! {
    #[test]
    fn unknown_keys_and_number_texts_survive_and_no_finding_is_new(
        first in good_list(),
        changes in prop::collection::vec(any_change(), 1..8),
    ) {
        let warned = read(&first).1;
        prop_assert!(warned.iter().all(|code| *code == "byte-order-mark"), "{:?} {}", warned, first);
        let kept = untouched(&first);
        let mut text = first;
        for what in &changes {
            let before = list(&text);
            let Ok(after) = changed(&text, what) else { continue };
            prop_assert_eq!(&untouched(&after.text), &kept);
            prop_assert_eq!(&read(&after.text).1, &warned, "{}", &after.text);
            let now = list(&after.text);
            prop_assert_eq!(after.completed, now.done() == now.items.len());
            if let Change::Next { .. } = what {
                prop_assert_eq!(now.done(), before.done() + 1);
            }
            text = after.text;
        }
    }

    #[test]
    fn a_broken_list_keeps_its_steps_and_unknown_keys(statuses in "[dip?]{0,6}", index in -1..7i64, replace in any::<bool>()) {
        let text = value(&statuses, TURNS).replace("\"currentIndex\":", &format!("\"currentIndex\":{index},\"was\":"));
        for what in [next(), Change::Stop, Change::Resume] {
            if let Ok(after) = changed(&text, &what) {
                prop_assert_eq!(list(&after.text).items.len(), statuses.len());
                prop_assert_eq!(untouched(&after.text), untouched(&text));
            }
        }
        if let Ok(after) = start(Some((&read(&text).0, &text)), &new(&["a", "b"]), replace) {
            prop_assert!(read(&after).1.is_empty());
            prop_assert!(after.contains("\"was\":"));
        }
    }
}

#[test]
fn two_thousand_steps_are_no_burden() {
    let titles: Vec<String> = (0..2000).map(|n| format!("step {n}")).collect();
    let new = Start { titles, auto_continue: true, max_auto_turns: 9999 };
    let mut text = start(None, &new, false).expect("started");
    let begun = Instant::now();
    for _ in 0..5 {
        text = changed(&text, &next_with("s", &["f"])).expect("changed").text;
    }
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert_eq!(list(&text).done(), 5);
}
