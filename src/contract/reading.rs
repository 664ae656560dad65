//! Reading typed values out of JSON without ever giving up: what is wrong becomes a finding at its place, and the
//! rest is read on.

mod at;

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use crate::contract::finding::{Finding, Severity};
use crate::contract::findings::{self, Findings, Note};
use crate::contract::json::{Document, Kind, Node, byte_order_mark};
use crate::text::near::{Nearest, misspelling};
use crate::text::trim::js_trim;

pub(crate) use at::At;

/// The remedy where one of a few words is expected.
pub(crate) const ONE_OF: &str = "finding.unknown-word-hint";

/// An object with its members read once.
#[derive(Debug)]
pub(crate) struct Object<'a> {
    /// The object itself.
    pub(crate) node: Node<'a>,
    /// Its members in file order, duplicates too.
    pub(crate) members: Vec<(Cow<'a, str>, Node<'a>)>,
}

impl<'a> Object<'a> {
    /// The member with this key; of duplicates the last.
    pub(crate) fn get(&self, key: &str) -> Option<Node<'a>> {
        self.members.iter().rev().find(|(name, _)| name == key).map(|(_, node)| *node)
    }

    /// The member with this key unless it is `null`.
    pub(crate) fn value(&self, key: &str) -> Option<Node<'a>> {
        self.get(key).filter(|node| !node.is_null())
    }

    /// The member whose key was probably meant to be `key`.
    fn misspelt(&self, key: &str) -> Option<(&str, Node<'a>)> {
        let near = |(written, node): &'_ (Cow<'a, str>, Node<'a>)| Some((misspelling(written, key)?, *node));
        let scored =
            self.members.iter().filter_map(|member| near(member).map(|(steps, node)| (steps, &member.0, node)));
        scored.min_by_key(|(steps, ..)| *steps).map(|(_, written, node)| (written.as_ref(), node))
    }
}

/// Whether a key must be there and may be `null`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// There, and not null.
    Required,
    /// There; null is allowed.
    Nullable,
    /// It may be left out or be null.
    Optional,
}

impl Need {
    /// What is expected of a value: with `null`, where that is allowed too.
    fn or_null(self, expected: &'static str) -> &'static str {
        match expected {
            _ if self == Need::Required => expected,
            "expected.array" => "expected.null-or-array",
            "expected.object" => "expected.null-or-object",
            "expected.string" => "expected.null-or-string",
            "expected.number" => "expected.null-or-number",
            "expected.integer" => "expected.null-or-integer",
            "expected.boolean" => "expected.null-or-boolean",
            "expected.positive" => "expected.null-or-positive",
            "expected.from-zero" => "expected.null-or-from-zero",
            _ => expected,
        }
    }
}

/// Collects the findings of one file while it is read.
#[derive(Debug)]
pub(crate) struct Reader {
    findings: Findings,
    /// Finds what was meant by words that lead nowhere, with an end to the work for one file.
    pub(crate) nearest: Nearest,
}

impl Reader {
    /// A reader of `file`.
    pub(crate) fn new(file: &Path) -> Self {
        Reader { findings: Findings::new(file), nearest: Nearest::default() }
    }

    /// A reader of a part of the same file.
    pub(crate) fn of_part(&self) -> Self {
        Reader::new(self.findings.file())
    }

    /// Takes what was found in the next part of the file.
    pub(crate) fn join(&mut self, part: Reader) {
        self.findings.join(part.findings);
    }

    /// Parses the bytes; `None` after a finding that says why not.
    pub(crate) fn parse(&mut self, bytes: &[u8]) -> Option<Document> {
        match Document::parse(self.findings.file(), bytes) {
            Ok((doc, warnings)) => {
                self.take(warnings);
                Some(doc)
            }
            Err(finding) => {
                if let Some(mark) = byte_order_mark(self.findings.file(), bytes) {
                    self.findings.add(mark);
                }
                self.findings.add(*finding);
                None
            }
        }
    }

    /// Takes findings that were made elsewhere.
    pub(crate) fn take(&mut self, findings: Vec<Finding>) {
        findings.into_iter().for_each(|finding| self.findings.add(finding));
    }

    /// The findings in the order of their places.
    pub(crate) fn into_findings(self) -> Vec<Finding> {
        self.findings.into_sorted()
    }

    /// Notes an error at `node` and gives it for arguments.
    pub(crate) fn error(&mut self, code: &'static str, node: Node, at: &At) -> Note<'_> {
        self.note(Severity::Error, code, node, at)
    }

    /// Notes a warning at `node` and gives it for arguments.
    pub(crate) fn warning(&mut self, code: &'static str, node: Node, at: &At) -> Note<'_> {
        self.note(Severity::Warning, code, node, at)
    }

    /// Notes a finding at `node` and gives it for arguments.
    pub(crate) fn note(&mut self, severity: Severity, code: &'static str, node: Node, at: &At) -> Note<'_> {
        let note = self.findings.note(severity, code, || Some(node.place()));
        note.change(|finding| Finding { pointer: at.pointer(), found: Some(short(node)), ..finding })
    }

    /// The object `node` is; anything else is an error.
    pub(crate) fn object<'a>(&mut self, node: Node<'a>, at: &At) -> Option<Object<'a>> {
        let Some(members) = node.object() else {
            self.error("wrong-type", node, at).expected("expected.object");
            return None;
        };
        self.duplicate_keys(&members, at);
        Some(Object { node, members })
    }

    /// Of keys that are there twice the last counts: a warning there, one for each such key.
    fn duplicate_keys(&mut self, members: &[(Cow<str>, Node)], at: &At) {
        // Most objects are small: comparing their few keys is quicker than hashing them.
        if members.len() <= 24 {
            let before = |n: usize, key: &Cow<str>| members.iter().take(n).any(|(known, _)| known == key);
            if !members.iter().enumerate().any(|(n, (key, _))| before(n, key)) {
                return;
            }
        }
        let mut count: HashMap<&str, usize> = HashMap::new();
        members.iter().for_each(|(key, _)| *count.entry(key).or_default() += 1);
        for (key, node) in members.iter().rev() {
            let times = count.remove(key.as_ref()).filter(|times| *times > 1);
            if let Some(times) = times {
                let note = self.warning("duplicate-key", *node, &at.key(key)).at_key(*node, key);
                note.with("key", key.clone()).with("times", times.to_string());
            }
        }
    }

    /// The member `key`, an object.
    pub(crate) fn child<'a>(&mut self, object: &Object<'a>, key: &str, at: &At, need: Need) -> Option<Object<'a>> {
        let node = self.member(object, key, at, need)?;
        if node.kind() != Kind::Object {
            self.error("wrong-type", node, &at.key(key)).expected(need.or_null("expected.object"));
            return None;
        }
        self.object(node, &at.key(key))
    }

    /// The elements of the member `key`, an array; none where there is no array.
    pub(crate) fn array<'a>(&mut self, object: &Object<'a>, key: &str, at: &At, need: Need) -> Vec<Node<'a>> {
        let Some(node) = self.member(object, key, at, need) else { return Vec::new() };
        match node.array() {
            Some(elements) => elements,
            None => {
                self.error("wrong-type", node, &at.key(key)).expected(need.or_null("expected.array"));
                Vec::new()
            }
        }
    }

    /// The member `key` where it is there and not null; a finding where it must be.
    pub(crate) fn member<'a>(&mut self, object: &Object<'a>, key: &str, at: &At, need: Need) -> Option<Node<'a>> {
        match object.get(key) {
            None if need == Need::Optional => None,
            None => {
                self.lacks(object, key, at, need == Need::Nullable);
                None
            }
            Some(node) if node.is_null() => {
                if need == Need::Required {
                    self.error("null-not-allowed", node, &at.key(key)).with("key", key);
                }
                None
            }
            Some(node) => Some(node),
        }
    }

    /// Notes that the member `key` is missing; where another key was probably meant to be it, at that one.
    pub(crate) fn missing(&mut self, object: &Object, key: &str, at: &At) {
        self.lacks(object, key, at, false);
    }

    fn lacks(&mut self, object: &Object, key: &str, at: &At, nullable: bool) {
        let misspelt = object.misspelt(key);
        let note =
            self.error("missing-key", object.node, at).no_found().with("key", key).expected(format!("\"{key}\""));
        let note = if nullable && misspelt.is_none() { note.hint("finding.missing-key-or-null-hint") } else { note };
        if let Some((written, node)) = misspelt {
            note.at_key(node, written).with("near", written);
        }
    }

    /// The member `key`, a string.
    pub(crate) fn text(&mut self, object: &Object, key: &str, at: &At, need: Need) -> Option<String> {
        let node = self.member(object, key, at, need)?;
        match node.string() {
            Some(text) => Some(text.into_owned()),
            None => {
                self.error("wrong-type", node, &at.key(key)).expected(need.or_null("expected.string"));
                None
            }
        }
    }

    /// The member `key`, a string with more in it than white space (as JavaScript's `trim` sees it).
    pub(crate) fn full_text(&mut self, object: &Object, key: &str, at: &At, need: Need) -> Option<String> {
        let text = self.text(object, key, at, need)?;
        if js_trim(&text).is_empty() {
            if let Some(node) = object.get(key) {
                self.error("empty-text", node, &at.key(key)).with("key", key);
            }
            return None;
        }
        Some(text)
    }

    /// The member `key`, a finite number.
    pub(crate) fn number(&mut self, object: &Object, key: &str, at: &At, need: Need) -> Option<f64> {
        let node = self.member(object, key, at, need)?;
        let number = node.number();
        if number.is_none() {
            // A number too large to be one (1e999) has the right type and no usable value.
            let code = if node.kind() == Kind::Number { "out-of-range" } else { "wrong-type" };
            self.error(code, node, &at.key(key)).expected(need.or_null("expected.number"));
        }
        number
    }

    /// The member `key`, a number that `fits`; else an error that names what was expected.
    pub(crate) fn number_in(
        &mut self,
        object: &Object,
        key: &str,
        at: &At,
        need: Need,
        fits: impl Fn(f64) -> bool,
        expected: &'static str,
    ) -> Option<f64> {
        let number = self.number(object, key, at, need)?;
        if fits(number) {
            return Some(number);
        }
        if let Some(node) = object.get(key) {
            self.error("out-of-range", node, &at.key(key)).expected(need.or_null(expected));
        }
        None
    }

    /// The member `key`, a boolean.
    pub(crate) fn boolean(&mut self, object: &Object, key: &str, at: &At, need: Need) -> Option<bool> {
        let node = self.member(object, key, at, need)?;
        let value = node.boolean();
        if value.is_none() {
            self.error("wrong-type", node, &at.key(key)).expected(need.or_null("expected.boolean"));
        }
        value
    }

    /// The member `key`, a whole number.
    pub(crate) fn integer(&mut self, object: &Object, key: &str, at: &At, need: Need) -> Option<i64> {
        let node = self.member(object, key, at, need)?;
        let value = node.integer();
        if value.is_none() {
            self.error("wrong-type", node, &at.key(key)).expected(need.or_null("expected.integer"));
        }
        value
    }

    /// The member `key`, one of these words.
    pub(crate) fn word(&mut self, object: &Object, key: &str, at: &At, need: Need, words: &[&str]) -> Option<String> {
        let text = self.text(object, key, at, need)?;
        if words.contains(&text.as_str()) {
            return Some(text);
        }
        if let Some(node) = object.get(key) {
            self.unknown_word(node, &at.key(key), words);
        }
        None
    }

    /// Notes that `node` is none of these words.
    pub(crate) fn unknown_word(&mut self, node: Node, at: &At, words: &[&str]) {
        let near = node.string().and_then(|text| self.nearest.to(&text, words.iter().copied()));
        self.error("unknown-word", node, at).expected(words.join(" | ")).near(near);
    }
}

/// The value as a finding repeats it: whole values of arrays and objects are only hinted at.
pub(crate) fn short(node: Node) -> String {
    match node.kind() {
        Kind::Object => "{…}".to_owned(),
        Kind::Array => "[…]".to_owned(),
        _ => findings::short(node.text()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::finding::Place;

    #[test]
    fn keys_that_are_there_twice_are_warnings_in_small_and_large_objects() {
        for count in [1, 100] {
            let keys: Vec<String> = (0..count).map(|n| format!("\"k{n}\":0")).collect();
            let text = format!("{{{},\"twice\":1,\"twice\":2}}", keys.join(","));
            let mut reader = Reader::new(Path::new("x"));
            let doc = reader.parse(text.as_bytes()).expect("good JSON");
            let object = reader.object(doc.root(), &At::ROOT).expect("an object");
            assert_eq!(object.get("twice").and_then(|node| node.integer()), Some(2));
            let found: Vec<_> = reader.into_findings().into_iter().map(|f| (f.code, f.severity, f.pointer)).collect();
            assert_eq!(found, [("duplicate-key", Severity::Warning, "/twice".to_owned())]);
        }
    }

    #[test]
    fn a_missing_key_points_at_the_key_that_was_probably_meant() {
        let mut reader = Reader::new(Path::new("x"));
        let doc = reader.parse(b"{\n  \"a\": 1, \"descripton\" : \"d\"\n}").expect("good JSON");
        let object = reader.object(doc.root(), &At::ROOT).expect("an object");
        assert_eq!(reader.text(&object, "description", &At::ROOT, Need::Required), None);
        assert_eq!(reader.text(&object, "title", &At::ROOT, Need::Required), None);
        let findings = reader.into_findings();
        let [far, near] = findings.as_slice() else { panic!("{findings:?}") };
        assert_eq!((far.place, far.hint_key().as_str()), (Some(doc.root().place()), "finding.missing-key-hint"));
        assert_eq!((near.code, near.place), ("missing-key", Some(Place { line: 2, column: 11 })));
        assert_eq!(near.hint_key(), "finding.missing-key-near-hint");
        assert_eq!(near.found.as_deref(), Some("\"descripton\""));
    }

    #[test]
    fn an_unknown_word_names_the_nearest_of_the_contract() {
        let mut reader = Reader::new(Path::new("x"));
        let doc = reader.parse(b"{\"pass\": \"finale\", \"kind\": \"x\"}").expect("good JSON");
        let object = reader.object(doc.root(), &At::ROOT).expect("an object");
        reader.word(&object, "pass", &At::ROOT, Need::Required, &["structure", "final"]);
        reader.word(&object, "kind", &At::ROOT, Need::Required, &["shot", "clip"]);
        let hints: Vec<_> = reader.into_findings().iter().map(Finding::hint_key).collect();
        assert_eq!(hints, ["finding.unknown-word-near-hint", "finding.unknown-word-hint"]);
    }

    #[test]
    fn findings_repeat_the_start_of_long_values_only() {
        let text = format!("\"{}\"", "あ".repeat(500));
        let mut reader = Reader::new(Path::new("x"));
        let doc = reader.parse(text.as_bytes()).expect("good JSON");
        assert!(reader.object(doc.root(), &At::ROOT).is_none());
        let found = reader.into_findings().remove(0).found.expect("found");
        assert_eq!(found.chars().count(), 81);
    }

    #[test]
    fn null_is_offered_only_where_it_is_allowed() {
        let mut reader = Reader::new(Path::new("x"));
        let doc = reader.parse(b"{\"a\": 1, \"b\": 1}").expect("good JSON");
        let object = reader.object(doc.root(), &At::ROOT).expect("an object");
        for (key, need) in
            [("a", Need::Required), ("b", Need::Nullable), ("cc", Need::Required), ("dd", Need::Nullable)]
        {
            assert_eq!(reader.text(&object, key, &At::ROOT, need), None);
        }
        let said: Vec<_> =
            reader.into_findings().iter().map(|f| (f.expected.clone().unwrap_or_default(), f.hint_key())).collect();
        let said: Vec<_> = said.iter().map(|(expected, hint)| (expected.as_str(), hint.as_str())).collect();
        for wanted in [
            ("expected.string", "finding.wrong-type-hint"),
            ("expected.null-or-string", "finding.wrong-type-hint"),
            ("\"cc\"", "finding.missing-key-hint"),
            ("\"dd\"", "finding.missing-key-or-null-hint"),
        ] {
            assert!(said.contains(&wanted), "{said:?}");
        }
    }

    #[test]
    fn a_key_that_is_there_three_times_is_told_once_at_the_one_that_counts() {
        let mut reader = Reader::new(Path::new("x"));
        let doc = reader.parse(b"{\"a\": 1,\n \"a\": 2,\n \"a\": 3}").expect("good JSON");
        reader.object(doc.root(), &At::ROOT).expect("an object");
        let findings = reader.into_findings();
        let [finding] = findings.as_slice() else { panic!("{findings:?}") };
        assert_eq!(finding.place, Some(Place { line: 3, column: 2 }));
        assert!(finding.args.contains(&("times", "3".to_owned())), "{finding:?}");
    }
}
