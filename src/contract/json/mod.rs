//! Reading JSON with places: serde_json judges the syntax, and every value keeps its exact text and offset. What is no
//! JSON is looked at once more, to say where it stops being it and why.

mod canonical;
mod decode;
mod document;
mod encoding;
mod scan;
mod splice;
mod syntax;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use crate::contract::finding::Place;

pub use canonical::{canonical, canonical_but, compact};
pub use document::{Document, byte_order_mark};
pub use encoding::other as other_encoding;
pub use splice::{ObjectEdit, spliced};

/// Bytes accepted for one file; more is refused with a finding.
pub const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Levels of arrays and objects accepted inside each other; deeper nesting is refused with a finding.
pub const MAX_DEPTH: usize = 128;

/// One value of a [`Document`].
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    doc: &'a Document,
    raw: &'a str,
}

/// The kinds of a JSON value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true`, `false`
    Boolean,
    /// a number
    Number,
    /// a string
    String,
    /// an array
    Array,
    /// an object
    Object,
}

impl Kind {
    fn of(text: &str) -> Kind {
        match text.bytes().next() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::String,
            Some(b't' | b'f') => Kind::Boolean,
            Some(b'n') | None => Kind::Null,
            Some(_) => Kind::Number,
        }
    }
}

/// A copy of one value's exact text, cheap to keep: the whole file's text is shared.
#[derive(Debug, Clone)]
pub struct Slice {
    text: Arc<str>,
    range: Range<usize>,
}

impl Slice {
    /// The value's exact JSON text.
    pub fn as_str(&self) -> &str {
        self.text.get(self.range.clone()).unwrap_or_default()
    }

    /// The bytes of the whole file, without a byte-order mark. Nothing is copied.
    pub fn whole(&self) -> Arc<[u8]> {
        Arc::from(Arc::clone(&self.text))
    }

    /// Byte offset of the value in its file (a byte-order mark does not count). No two values of a file begin at the
    /// same byte.
    pub fn offset(&self) -> usize {
        self.range.start
    }
}

impl Slice {
    /// A slice that is the whole of `text`: one value's JSON that stands in no file by itself.
    pub fn of(text: &str) -> Slice {
        Slice { text: Arc::from(text), range: 0..text.len() }
    }
}

impl<'a> Node<'a> {
    /// The kind of the value.
    pub fn kind(&self) -> Kind {
        Kind::of(self.raw)
    }

    /// The value's exact text.
    pub fn text(&self) -> &'a str {
        self.raw
    }

    /// Byte offset of the value in the document (a byte-order mark does not count).
    pub fn offset(&self) -> usize {
        (self.raw.as_ptr() as usize).saturating_sub(self.doc.text().as_ptr() as usize)
    }

    /// The value to keep.
    pub fn slice(&self) -> Slice {
        let start = self.offset();
        Slice { text: self.doc.shared(), range: start..start.saturating_add(self.raw.len()) }
    }

    /// Line and column of the value.
    pub fn place(&self) -> Place {
        self.doc.place(self.offset())
    }

    /// Line and column of the key of this value, a member of an object; of the value where the key is not written as `key`
    /// stands.
    pub fn key_place(&self, key: &str) -> Place {
        let before = self.doc.text().get(..self.offset()).unwrap_or_default().trim_end();
        let written = before.strip_suffix(':').map(str::trim_end).and_then(|before| before.strip_suffix('"'));
        match written.and_then(|before| before.strip_suffix(key)?.strip_suffix('"')) {
            Some(before) => self.doc.place(before.len()),
            None => self.place(),
        }
    }

    /// The string's content, if it is a string. Lone surrogates become U+FFFD.
    pub fn string(&self) -> Option<Cow<'a, str>> {
        decode::string(self.raw)
    }

    /// The number, if it is one and finite.
    pub fn number(&self) -> Option<f64> {
        if self.kind() != Kind::Number {
            return None;
        }
        self.raw.parse::<f64>().ok().filter(|n| n.is_finite())
    }

    /// The number, if it is whole (`1.0` and `1e0` are 1).
    pub fn integer(&self) -> Option<i64> {
        if self.kind() != Kind::Number {
            return None;
        }
        if let Ok(whole) = self.raw.parse::<i64>() {
            return Some(whole);
        }
        // 2^63 itself is no i64; below it every whole f64 is one.
        let number = self.number().filter(|n| n.fract() == 0.0 && n.abs() < 9_223_372_036_854_775_808.0)?;
        Some(number as i64)
    }

    /// The boolean.
    pub fn boolean(&self) -> Option<bool> {
        match self.raw {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// Whether the value is `null`.
    pub fn is_null(&self) -> bool {
        self.kind() == Kind::Null
    }

    /// The elements, if it is an array.
    pub fn array(&self) -> Option<Vec<Node<'a>>> {
        if self.kind() != Kind::Array {
            return None;
        }
        let doc = self.doc;
        let base = self.offset();
        let parts = scan::elements(self.raw, |at| doc.long_end(base.saturating_add(at)).map(|end| end - base));
        Some(parts.filter_map(|range| self.raw.get(range)).map(|raw| Node { doc, raw }).collect())
    }

    /// The members in file order, duplicates too, if it is an object.
    pub fn object(&self) -> Option<Vec<(Cow<'a, str>, Node<'a>)>> {
        if self.kind() != Kind::Object {
            return None;
        }
        let doc = self.doc;
        let base = self.offset();
        let mut parts = scan::elements(self.raw, |at| doc.long_end(base.saturating_add(at)).map(|end| end - base));
        let mut members = Vec::with_capacity(8);
        while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
            if let (Some(key), Some(raw)) = (self.raw.get(key).and_then(decode::string), self.raw.get(value)) {
                members.push((key, Node { doc, raw }));
            }
        }
        Some(members)
    }

    /// The member with this key; of duplicates the last, as in JavaScript.
    pub fn get(&self, key: &str) -> Option<Node<'a>> {
        self.object()?.into_iter().rev().find(|(name, _)| name == key).map(|(_, node)| node)
    }
}
