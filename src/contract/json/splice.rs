//! Changing members of an object in the text of a file: everything else stays byte for byte, and what is new follows
//! the way the object is laid out.

use std::ops::Range;

use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{PrettyFormatter, Serializer};

use super::{Document, Node, canonical, decode, scan};

/// Changes to the members of one object. Made for several objects, none of which is a value set in another, and then
/// written together by [`spliced`].
#[derive(Debug)]
pub struct ObjectEdit<'a> {
    raw: &'a str,
    /// Byte offset of the object in its document.
    base: usize,
    members: Vec<Member>,
    added: Vec<(String, Value)>,
    layout: Layout,
}

/// A member that is there; the ranges are bytes of the object's text.
#[derive(Debug)]
struct Member {
    name: String,
    key: Range<usize>,
    value: Range<usize>,
    fate: Fate,
}

#[derive(Debug, PartialEq)]
enum Fate {
    Stays,
    Becomes(Value),
    Goes,
}

/// How an object is laid out.
#[derive(Debug)]
struct Layout {
    /// Between two members, the comma included.
    gap: String,
    /// Between a key and its value, the colon included.
    colon: String,
    /// Where each member has its own line.
    lines: Option<Lines>,
}

#[derive(Debug)]
struct Lines {
    newline: &'static str,
    /// White space before a member.
    indent: String,
    /// White space of one level.
    unit: String,
}

impl<'a> ObjectEdit<'a> {
    /// Changes to the object `node`; `None` where it is none.
    pub fn of(node: Node<'a>) -> Option<Self> {
        node.object()?;
        let raw = node.text();
        let base = node.offset();
        let doc = node.doc;
        let mut parts = scan::elements(raw, |at| doc.long_end(base.saturating_add(at)).map(|end| end - base));
        let mut members = Vec::new();
        while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
            let name = raw.get(key.clone()).and_then(decode::string)?.into_owned();
            members.push(Member { name, key, value, fate: Fate::Stays });
        }
        let layout = Layout::of(raw, &members);
        Some(ObjectEdit { raw, base, members, added: Vec::new(), layout })
    }

    /// Sets the member `key`: of duplicates the last, which is the one that counts; a new one comes at the end. A value
    /// that is equal already stays as it is written.
    pub fn set(&mut self, key: &str, value: impl Into<Value>) {
        let value = value.into();
        let Some(member) = self.members.iter_mut().rev().find(|member| member.name == key) else {
            self.added.retain(|(name, _)| name != key);
            self.added.push((key.to_owned(), value));
            return;
        };
        let written = self.raw.get(member.value.clone()).unwrap_or_default();
        let equal = canonical(written) == canonical(&value.to_string());
        member.fate = if equal { Fate::Stays } else { Fate::Becomes(value) };
    }

    /// Sets the member `key` as [`ObjectEdit::set`] does; duplicates go.
    pub fn set_once(&mut self, key: &str, value: impl Into<Value>) {
        let same = self.members.iter_mut().rev().filter(|member| member.name == key);
        same.skip(1).for_each(|member| member.fate = Fate::Goes);
        self.set(key, value);
    }

    /// Removes the member `key`, duplicates too.
    pub fn remove(&mut self, key: &str) {
        self.added.retain(|(name, _)| name != key);
        self.members.iter_mut().filter(|member| member.name == key).for_each(|member| member.fate = Fate::Goes);
    }

    /// The changes as bytes of the document and the text in their place, in order.
    fn splices(&self) -> Vec<(Range<usize>, String)> {
        let shift = |range: Range<usize>| self.base + range.start..self.base + range.end;
        let added: Vec<String> = self.added.iter().map(|(key, value)| self.member(key, value)).collect();
        let added = added.join(&self.layout.gap);
        let stays = |member: &&Member| member.fate != Fate::Goes;
        let (Some(first), Some(last)) = (self.members.iter().find(stays), self.members.iter().rfind(stays)) else {
            if self.members.is_empty() && added.is_empty() {
                return Vec::new();
            }
            // Nothing that is there stays: the new members take the place of all.
            let start = self.members.first().map_or(1, |member| member.key.start);
            let end = self.members.last().map_or(1, |member| member.value.end);
            return vec![(shift(start..end), added)];
        };
        let mut splices = Vec::new();
        if let Some(start) = self.members.first().map(|member| member.key.start).filter(|at| *at < first.key.start) {
            splices.push((shift(start..first.key.start), String::new()));
        }
        let mut before = 0..0;
        for member in &self.members {
            match &member.fate {
                Fate::Becomes(value) => splices.push((shift(member.value.clone()), self.value(value))),
                Fate::Goes if member.key.start > first.key.start => {
                    splices.push((shift(before.end..member.value.end), String::new()));
                }
                Fate::Goes | Fate::Stays => {}
            }
            if member.key == last.key && !added.is_empty() {
                let end = member.value.end;
                splices.push((shift(end..end), format!("{}{added}", self.layout.gap)));
            }
            before = member.value.clone();
        }
        splices
    }

    fn member(&self, key: &str, value: &Value) -> String {
        format!("{}{}{}", Value::from(key), self.layout.colon, self.value(value))
    }

    fn value(&self, value: &Value) -> String {
        let Some(Lines { newline, indent, unit }) = &self.layout.lines else { return value.to_string() };
        let mut bytes = Vec::new();
        let mut pretty = Serializer::with_formatter(&mut bytes, PrettyFormatter::with_indent(unit.as_bytes()));
        match value.serialize(&mut pretty).ok().and_then(|()| String::from_utf8(bytes).ok()) {
            // Line breaks inside strings are escaped: these are all of the layout.
            Some(text) => text.replace('\n', &format!("{newline}{indent}")),
            None => value.to_string(),
        }
    }
}

impl Layout {
    fn of(raw: &str, members: &[Member]) -> Layout {
        let between = |from: usize, to: usize| raw.get(from..to).unwrap_or_default();
        let gap = match members {
            [.., one, other] => between(one.value.end, other.key.start).to_owned(),
            [only] => format!(",{}", between(1, only.key.start)),
            [] => ",".to_owned(),
        };
        let colon = members.first().map_or(":", |member| between(member.key.end, member.value.start)).to_owned();
        let end = members.last().map_or(1, |member| member.value.end);
        let lines = gap.rsplit_once('\n').map(|(head, line)| {
            let blank = |line: &str| line.chars().take_while(|c| matches!(c, ' ' | '\t')).collect::<String>();
            let indent = blank(line);
            let outer = between(end, raw.len()).rsplit_once('\n').map(|(_, line)| blank(line));
            let unit = outer.as_deref().and_then(|outer| indent.strip_prefix(outer)).filter(|unit| !unit.is_empty());
            let unit = unit.unwrap_or("  ").to_owned();
            Lines { newline: if head.ends_with('\r') { "\r\n" } else { "\n" }, indent, unit }
        });
        Layout { gap, colon, lines }
    }
}

/// The text of `doc` (without a byte-order mark) after the changes, which are of its own objects.
pub fn spliced(doc: &Document, edits: &[ObjectEdit]) -> String {
    let mut splices: Vec<_> = edits.iter().flat_map(ObjectEdit::splices).collect();
    splices.sort_by_key(|(range, _)| range.start);
    let text = doc.text();
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (range, new) in splices {
        out.push_str(text.get(from..range.start).unwrap_or_default());
        out.push_str(&new);
        from = range.end;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn edited(text: &str, change: impl Fn(&mut ObjectEdit)) -> String {
        let (doc, _) = Document::parse(Path::new("x"), text.as_bytes()).expect("good JSON");
        let mut edit = ObjectEdit::of(doc.root()).expect("an object");
        change(&mut edit);
        spliced(&doc, &[edit])
    }

    #[test]
    fn a_value_changes_and_all_else_stays() {
        let text = " {\"a\" : 1e3 ,\r\n\t\"b\":[ 2.0 ], \"c\":{}}\n\n";
        assert_eq!(edited(text, |e| e.set("b", 7)), text.replace("[ 2.0 ]", "7"));
        assert_eq!(edited(text, |_| ()), text);
    }

    #[test]
    fn an_equal_value_stays_as_it_is_written() {
        let text = r#"{"a":1.0,"b":"\u0061"}"#;
        assert_eq!(edited(text, |e| (e.set("a", 1), e.set("b", "a")).0), text);
    }

    #[test]
    fn of_duplicates_the_one_that_counts_changes() {
        let text = r#"{"a":1,"b":2,"\u0061":3}"#;
        assert_eq!(edited(text, |e| e.set("a", 4)), r#"{"a":1,"b":2,"\u0061":4}"#);
        assert_eq!(edited(text, |e| e.set_once("a", 4)), r#"{"b":2,"\u0061":4}"#);
        assert_eq!(edited(text, |e| e.remove("a")), r#"{"b":2}"#);
    }

    #[test]
    fn a_new_member_follows_the_layout() {
        let add = |e: &mut ObjectEdit| (e.set("n", json!(["x"])), e.set("m", 1)).0;
        assert_eq!(edited(r#"{"a":1,"b":2}"#, add), r#"{"a":1,"b":2,"n":["x"],"m":1}"#);
        assert_eq!(edited(r#"{ "a": 1, "b": 2 }"#, add), r#"{ "a": 1, "b": 2, "n": ["x"], "m": 1 }"#);
        assert_eq!(edited("{}", add), r#"{"n":["x"],"m":1}"#);
        assert_eq!(
            edited("{\r\n\t\"a\": 1\r\n}", add),
            "{\r\n\t\"a\": 1,\r\n\t\"n\": [\r\n\t\t\"x\"\r\n\t],\r\n\t\"m\": 1\r\n}"
        );
        assert_eq!(edited("{\n    \"a\": 1\n}\n", |e| e.set("m", 1)), "{\n    \"a\": 1,\n    \"m\": 1\n}\n");
    }

    #[test]
    fn a_member_goes_with_its_comma() {
        let text = "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}";
        assert_eq!(edited(text, |e| e.remove("a")), "{\n  \"b\": 2,\n  \"c\": 3\n}");
        assert_eq!(edited(text, |e| e.remove("b")), "{\n  \"a\": 1,\n  \"c\": 3\n}");
        assert_eq!(edited(text, |e| e.remove("c")), "{\n  \"a\": 1,\n  \"b\": 2\n}");
        assert_eq!(edited(r#"{ "a": 1 }"#, |e| e.remove("a")), "{  }");
    }

    proptest! {
        #[test]
        fn any_changes_give_what_they_say(
            keys in prop::collection::vec(0..4u8, 0..6),
            changes in prop::collection::vec((0..6u8, prop::option::of(any::<i32>())), 0..6),
            style in 0..3usize,
        ) {
            let (open, gap, colon, close) =
                [("{", ",", ":", "}"), ("{ ", " , ", " : ", " }"), ("{\n  ", ",\n  ", ": ", "\n}")][style];
            let members: Vec<String> =
                keys.iter().enumerate().map(|(n, key)| format!("\"{key}\"{colon}[{n}.0]")).collect();
            let text = format!("{open}{}{close}", members.join(gap));
            let mut expected: serde_json::Map<String, Value> = serde_json::from_str(&text).expect("good JSON");
            let after = edited(&text, |edit| for (key, value) in &changes {
                match value {
                    Some(value) => edit.set(&key.to_string(), *value),
                    None => edit.remove(&key.to_string()),
                }
            });
            for (key, value) in &changes {
                match value {
                    Some(value) => drop(expected.insert(key.to_string(), json!(value))),
                    None => drop(expected.remove(&key.to_string())),
                }
            }
            let after: serde_json::Map<String, Value> = serde_json::from_str(&after).expect("still good JSON");
            prop_assert_eq!(after, expected);
        }
    }
}
