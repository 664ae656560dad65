//! Reading fields as the original parser's schema does: a key may be missing only where the contract says so, null is
//! no value, keys the contract does not know are left alone.

use super::Format;
use crate::contract::json::{Kind, Node};
use crate::contract::reading::{At, ONE_OF, Object, Reader};

/// One object of a plan whose fields are read. A missing key is noted at the object, with the pointer the key would have.
pub(super) struct Fields<'x, 'a> {
    /// Takes the findings.
    pub(super) reader: &'x mut Reader,
    /// The object.
    pub(super) object: &'x Object<'a>,
    /// Where it is.
    pub(super) at: &'x At<'x>,
    /// The format of the plan.
    pub(super) format: Format,
}

impl<'a> Fields<'_, 'a> {
    /// The value of a key that must be there.
    pub(super) fn required(&mut self, key: &str) -> Option<Node<'a>> {
        if self.object.get(key).is_none() {
            self.missing(key);
        }
        self.value(key, true)
    }

    /// The value of a key that may be left out, but not be null.
    pub(super) fn optional(&mut self, key: &str) -> Option<Node<'a>> {
        self.value(key, false)
    }

    fn value(&mut self, key: &str, required: bool) -> Option<Node<'a>> {
        let node = self.object.get(key)?;
        if !node.is_null() {
            return Some(node);
        }
        let code = if key == "parallelGroup" { "later-parallel-group" } else { "null-not-allowed" };
        let note = self.reader.error(code, node, &self.at.key(key)).with("key", key);
        if !required && code == "null-not-allowed" {
            note.hint("finding.null-not-allowed-optional-hint");
        }
        None
    }

    fn missing(&mut self, key: &str) {
        let at = self.at.key(key);
        let Some(other) = other_tier(key).filter(|other| self.object.get(other).is_some()) else {
            return self.reader.missing(self.object, key, &at);
        };
        let note = self.reader.error("key-of-other-tier-instead", self.object.node, &at).no_found();
        note.with("key", key).with("tier", self.format.tier().as_str()).with("written", other);
    }

    /// The string `node` is.
    fn string(&mut self, node: Node, key: &str) -> Option<String> {
        let text = node.string();
        if text.is_none() {
            self.reader.error("wrong-type", node, &self.at.key(key)).expected("expected.string");
        }
        text.map(|text| text.into_owned())
    }

    /// A string that must be there; it may be empty.
    pub(super) fn text(&mut self, key: &str) -> Option<String> {
        let node = self.required(key)?;
        self.string(node, key)
    }

    /// A string that may be left out.
    pub(super) fn optional_text(&mut self, key: &str) -> Option<String> {
        let node = self.optional(key)?;
        self.string(node, key)
    }

    /// A boolean that must be there.
    pub(super) fn boolean(&mut self, key: &str) -> Option<bool> {
        let node = self.required(key)?;
        let value = node.boolean();
        if value.is_none() {
            self.reader.error("wrong-type", node, &self.at.key(key)).expected("expected.boolean");
        }
        value
    }

    /// The elements of an array.
    pub(super) fn elements(&mut self, node: Node<'a>, key: &str) -> Vec<Node<'a>> {
        let elements = node.array();
        if elements.is_none() {
            self.reader.error("wrong-type", node, &self.at.key(key)).expected("expected.array");
        }
        elements.unwrap_or_default()
    }

    /// An array of strings that must be there; what is no string is left out.
    pub(super) fn texts(&mut self, key: &str) -> Vec<String> {
        self.required(key).map(|node| self.strings(node, key)).unwrap_or_default()
    }

    /// An array of strings that may be left out.
    pub(super) fn optional_texts(&mut self, key: &str) -> Vec<String> {
        self.optional(key).map(|node| self.strings(node, key)).unwrap_or_default()
    }

    fn strings(&mut self, node: Node<'a>, key: &str) -> Vec<String> {
        let list = self.at.key(key);
        let mut texts = Vec::new();
        for (n, element) in self.elements(node, key).into_iter().enumerate() {
            match element.string() {
                Some(text) => texts.push(text.into_owned()),
                None if key == "changes" && element.kind() == Kind::Object => {
                    self.reader.error("later-changes", element, &list.index(n));
                    let file = element.get("file").or_else(|| element.get("path"));
                    texts.extend(file.and_then(|file| file.string()).map(|file| file.into_owned()));
                }
                None => {
                    self.reader.error("wrong-type", element, &list.index(n)).expected("expected.string");
                }
            }
        }
        texts
    }

    /// `layer`: one of the words of the format.
    pub(super) fn layer(&mut self) -> Option<String> {
        let node = self.required("layer")?;
        let words = self.format.layers();
        let at = self.at.key("layer");
        let Some(word) = node.string() else {
            self.reader.error("wrong-type", node, &at).expected(words.join(" | ")).hint(ONE_OF);
            return None;
        };
        if words.contains(&word.as_ref()) {
            return Some(word.into_owned());
        }
        if Format::ALL.into_iter().any(|format| format.layers().contains(&word.as_ref())) {
            let note = self.reader.error("layer-of-other-tier", node, &at).expected(words.join(" | "));
            note.with("tier", self.format.tier().as_str());
        } else {
            self.reader.unknown_word(node, &at, words);
        }
        Some(word.into_owned())
    }
}

/// The key that stands for the same in the other tier.
fn other_tier(key: &str) -> Option<&'static str> {
    match key {
        "changes" => Some("issues"),
        "issues" => Some("changes"),
        "expected" => Some("assertion"),
        "assertion" => Some("expected"),
        _ => None,
    }
}
