//! What differs between two JSON values, as the fields a person reads: numbers count by value, key order is free.

use std::path::Path;

use crate::contract::json::{Document, Kind, Node, canonical};

/// Lists of plain values up to this long are told as a whole: they read better so.
const SHORT: usize = 16;

/// What a difference is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// A field of the target's JSON.
    Field,
    /// The target's picture or source is another file, or another content.
    Picture,
    /// The prompt in the sidecar beside the target's file.
    Prompt,
    /// The sidecar beside the target's file, as a file.
    Sidecar,
    /// The target's place among the others.
    Order,
    /// The track or group the target stands in.
    Place,
}

/// One field that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// JSON pointer, relative to the target. The place of a target has a relative pointer: `0#` its index, `2/id` what
    /// it stands in; a prompt names its sidecar: `a.png.meta.json#/inputs/prompt`,
    /// and so does the sidecar itself: `a.png.meta.json#`.
    pub pointer: String,
    /// JSON text before; `None`: not there.
    pub before: Option<String>,
    /// JSON text after; `None`: not there.
    pub after: Option<String>,
    /// What it is about.
    pub about: About,
}

/// The fields in which two JSON texts differ, in the order of the one before, then what is new. Text that is no JSON
/// counts as a whole.
pub fn diff(before: &str, after: &str) -> Vec<Difference> {
    let parse = |text: &str| Document::parse(Path::new(""), text.as_bytes()).ok();
    let mut found = Vec::new();
    match (parse(before), parse(after)) {
        (Some((before, _)), Some((after, _))) => compare(before.root(), after.root(), "", &[], &mut found),
        _ if before == after => {}
        _ => found.push(field(String::new(), Some(before), Some(after))),
    }
    found
}

/// As [`diff`] for two values of documents; the members `except` of the outermost objects are left out.
pub fn diff_except(before: Node, after: Node, except: &[&str]) -> Vec<Difference> {
    let mut found = Vec::new();
    compare(before, after, "", except, &mut found);
    found
}

/// Whether two values are equal as JSON.
pub fn equal(before: Node, after: Node) -> bool {
    before.text() == after.text() || canonical(before.text()) == canonical(after.text())
}

/// The members of an object, each key once: of duplicates the last.
pub fn members<'a>(node: Node<'a>) -> Option<Vec<(String, Node<'a>)>> {
    let all = node.object()?;
    let mut kept: Vec<(String, Node<'a>)> = Vec::with_capacity(all.len());
    let mut places = std::collections::HashMap::new();
    for (key, value) in all {
        match places.get(key.as_ref()).and_then(|at: &usize| kept.get_mut(*at)) {
            Some(earlier) => earlier.1 = value,
            None => {
                places.insert(key.clone().into_owned(), kept.len());
                kept.push((key.into_owned(), value));
            }
        }
    }
    Some(kept)
}

/// A pointer's next part (RFC 6901).
pub fn below(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"))
}

fn field(pointer: String, before: Option<&str>, after: Option<&str>) -> Difference {
    let own = |text: Option<&str>| text.map(str::to_owned);
    Difference { pointer, before: own(before), after: own(after), about: About::Field }
}

fn compare(before: Node, after: Node, at: &str, except: &[&str], found: &mut Vec<Difference>) {
    if before.text() == after.text() {
        return;
    }
    match (before.kind(), after.kind()) {
        (Kind::Object, Kind::Object) => objects(before, after, at, except, found),
        (Kind::Array, Kind::Array) if by_index(before, after) => {
            let pairs = before.array().unwrap_or_default().into_iter().zip(after.array().unwrap_or_default());
            for (n, (one, other)) in pairs.enumerate() {
                compare(one, other, &below(at, &n.to_string()), &[], found);
            }
        }
        _ if equal(before, after) => {}
        _ => found.push(field(at.to_owned(), Some(before.text()), Some(after.text()))),
    }
}

fn objects(before: Node, after: Node, at: &str, except: &[&str], found: &mut Vec<Difference>) {
    let (old, new) = (members(before).unwrap_or_default(), members(after).unwrap_or_default());
    let news: std::collections::HashMap<&str, Node> = new.iter().map(|(key, node)| (key.as_str(), *node)).collect();
    let olds: std::collections::HashSet<&str> = old.iter().map(|(key, _)| key.as_str()).collect();
    for (key, was) in old.iter().filter(|(key, _)| !except.contains(&key.as_str())) {
        match news.get(key.as_str()) {
            Some(is) => compare(*was, *is, &below(at, key), &[], found),
            None => found.push(field(below(at, key), Some(was.text()), None)),
        }
    }
    for (key, is) in new.iter().filter(|(key, _)| !except.contains(&key.as_str()) && !olds.contains(key.as_str())) {
        found.push(field(below(at, key), None, Some(is.text())));
    }
}

/// Whether two lists are told element by element: of equal length, and no short list of plain values; where their
/// elements have ids, these agree place by place.
fn by_index(before: Node, after: Node) -> bool {
    let (old, new) = (before.array().unwrap_or_default(), after.array().unwrap_or_default());
    let plain = |node: &Node| !matches!(node.kind(), Kind::Object | Kind::Array);
    let id = |node: &Node| node.get("id").map(|id| id.text().to_owned());
    let short = old.len() <= SHORT && old.iter().chain(&new).all(plain);
    old.len() == new.len() && !short && old.iter().zip(&new).all(|(one, other)| id(one) == id(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    fn of(before: &str, after: &str) -> Vec<(String, Option<String>, Option<String>)> {
        diff(before, after).into_iter().map(|d| (d.pointer, d.before, d.after)).collect()
    }

    fn row(pointer: &str, before: &str, after: &str) -> (String, Option<String>, Option<String>) {
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        (pointer.to_owned(), some(before), some(after))
    }

    #[test]
    fn numbers_count_by_value_and_key_order_is_free() {
        assert_eq!(of(r#"{"a":1,"b":[1.0,2]}"#, r#"{"b":[1,2e0],"a":1.00}"#), []);
        assert_eq!(of(r#"{"a":1e400}"#, r#"{"a":2e400}"#), [row("/a", "1e400", "2e400")]);
    }

    #[test]
    fn objects_are_told_field_by_field() {
        let before = r#"{"camera":{"movement":["pan"],"lens":35},"gone":null}"#;
        let after = r#"{"camera":{"movement":["pan","tilt"],"lens":35},"new/~":{"x":1}}"#;
        let expected = [
            row("/camera/movement", r#"["pan"]"#, r#"["pan","tilt"]"#),
            row("/gone", "null", ""),
            row("/new~1~0", "", r#"{"x":1}"#),
        ];
        assert_eq!(of(before, after), expected);
    }

    #[test]
    fn lists_are_told_by_index_or_as_a_whole_whichever_reads_better() {
        assert_eq!(of(r#"[{"a":1},{"a":2}]"#, r#"[{"a":1},{"a":3}]"#), [row("/1/a", "2", "3")]);
        assert_eq!(of("[1,2,3]", "[1,9,3]"), [row("", "[1,2,3]", "[1,9,3]")]);
        let (one, other) = (r#"[{"id":"x","n":1},{"id":"y"}]"#, r#"[{"id":"y"},{"id":"x","n":1}]"#);
        assert_eq!(of(one, other), [row("", one, other)]);
    }

    #[test]
    fn of_duplicate_keys_the_last_counts() {
        assert_eq!(of(r#"{"a":1,"a":2}"#, r#"{"a":2}"#), []);
    }

    fn json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (-5_i64..5).prop_map(Value::from),
            "[a-c~/]{0,3}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 24, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map("[a-d~/]{0,2}", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    /// Puts the differences into `value`, to see that they are all there is.
    fn apply(value: &mut Value, found: &[Difference]) {
        for one in found {
            let new: Option<Value> = one.after.as_ref().map(|text| serde_json::from_str(text).unwrap());
            if let (Some(place), Some(new)) = (value.pointer_mut(&one.pointer), new.as_ref()) {
                *place = new.clone();
                continue;
            }
            let (parent, key) = one.pointer.rsplit_once('/').unwrap();
            let key = key.replace("~1", "/").replace("~0", "~");
            let object = value.pointer_mut(parent).unwrap().as_object_mut().unwrap();
            match new {
                Some(new) => drop(object.insert(key, new)),
                None => drop(object.remove(&key)),
            }
        }
    }

    proptest! {
        #[test]
        fn the_differences_are_all_there_is(before in json(), after in json()) {
            let found = diff(&before.to_string(), &after.to_string());
            let mut made = before.clone();
            apply(&mut made, &found);
            prop_assert_eq!(&made, &after);
            prop_assert_eq!(found.is_empty(), before == after);
        }
    }
}
