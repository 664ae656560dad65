//! A JSON file whose syntax has been checked, and the places in it.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use serde_json::value::RawValue;

use super::{MAX_BYTES, MAX_DEPTH, Node, encoding, scan, syntax};
use crate::contract::finding::{Finding, Place, Severity};

/// Bytes between two remembered places: the most that is looked through for one place.
const STEP: usize = 1024;

/// A JSON file whose syntax has been checked.
#[derive(Debug, Clone)]
pub struct Document {
    text: Arc<str>,
    /// Start and end of long containers, by start: skipping one takes no second look.
    long: Arc<[(u32, u32)]>,
    /// The place at every [`STEP`] bytes, made when the first place is asked for.
    marks: OnceLock<Vec<(usize, Place)>>,
}

impl Document {
    /// Checks the bytes of `file` (named in findings): size, UTF-8 (with the byte's place), byte-order mark, syntax,
    /// nesting. Warnings come with the document; an error comes alone.
    ///
    /// # Errors
    /// One finding with line and column, what was found and what was expected.
    pub fn parse(file: &Path, bytes: &[u8]) -> Result<(Document, Vec<Finding>), Box<Finding>> {
        let error = |code, place| Finding::new(file, Severity::Error, code, place);
        let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        if size > MAX_BYTES {
            let finding = error("too-large", None).with("bytes", size.to_string());
            return Err(Box::new(finding.with("max", MAX_BYTES.to_string())));
        }
        if let Some(encoding) = encoding::other(bytes) {
            return Err(Box::new(error("other-encoding", None).with("encoding", encoding)));
        }
        let text = std::str::from_utf8(bytes).map_err(|bad| {
            let good = bytes.get(..bad.valid_up_to()).unwrap_or_default();
            let place = place_after(Place { line: 1, column: 1 }, &String::from_utf8_lossy(good));
            let byte = bytes.get(bad.valid_up_to()).copied().unwrap_or_default();
            let finding = error("invalid-utf8", Some(place)).with("byte", (bad.valid_up_to() + 1).to_string());
            Box::new(finding.found(format!("0x{byte:02X}")))
        })?;
        let mut findings = Vec::new();
        findings.extend(byte_order_mark(file, bytes));
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (judged, overview) = looked_over(text);
        if let Err(bad) = judged {
            return Err(Box::new(syntax(file, text, &bad)));
        }
        let doc = Document { text: Arc::from(text), long: Arc::from(overview.long), marks: OnceLock::new() };
        match overview.too_deep {
            Some(offset) => {
                let finding = error("too-deep", Some(doc.place(offset))).with("max", MAX_DEPTH.to_string());
                Err(Box::new(finding))
            }
            None => {
                if let Some(at) = scan::lone_surrogate(&doc.text) {
                    let place = Some(doc.place(at));
                    let found = doc.text.get(at..at + 6).unwrap_or_default();
                    findings.push(Finding::new(file, Severity::Warning, "lone-surrogate", place).found(found));
                }
                Ok((doc, findings))
            }
        }
    }

    /// The value of the whole file.
    pub fn root(&self) -> Node<'_> {
        Node { doc: self, raw: self.text.trim_matches([' ', '\n', '\r', '\t']) }
    }

    /// The whole text, without a byte-order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column (characters, from 1) of a byte offset.
    pub fn place(&self, offset: usize) -> Place {
        let marks = self.marks.get_or_init(|| marks(&self.text));
        let next = marks.partition_point(|(at, _)| *at <= offset);
        let start = Place { line: 1, column: 1 };
        let (from, known) = next.checked_sub(1).and_then(|n| marks.get(n)).copied().unwrap_or((0, start));
        let mut end = offset.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        place_after(known, self.text.get(from..end).unwrap_or_default())
    }

    pub(super) fn shared(&self) -> Arc<str> {
        Arc::clone(&self.text)
    }

    /// The end of the container that starts at this offset, if it is a long one.
    pub(super) fn long_end(&self, start: usize) -> Option<usize> {
        let start = u32::try_from(start).ok()?;
        let at = self.long.binary_search_by_key(&start, |(start, _)| *start).ok()?;
        let (_, end) = self.long.get(at)?;
        usize::try_from(*end).ok()
    }
}

/// From this size (bytes) on, a file is looked over by two threads.
const SHARED_WORK: usize = 256 * 1024;

/// What serde_json says of `text`, and where its containers end (of use only where serde_json agrees).
fn looked_over(text: &str) -> (Result<(), serde_json::Error>, scan::Overview) {
    let judge = || serde_json::from_str::<&RawValue>(text).map(|_| ());
    let overview = || scan::overview(text, MAX_DEPTH);
    if text.len() < SHARED_WORK {
        let judged = judge();
        let overview = if judged.is_ok() { overview() } else { scan::Overview::default() };
        return (judged, overview);
    }
    std::thread::scope(|scope| {
        let judging = std::thread::Builder::new().spawn_scoped(scope, judge);
        let overview = overview();
        // Where there is no thread to be had, or it failed, the work is done here.
        let judged = judging.ok().and_then(|judging| judging.join().ok()).unwrap_or_else(judge);
        (judged, overview)
    })
}

/// A warning where the file begins with a byte-order mark. [`Document::parse`] gives it with the document; beside an error
/// it is for the caller to give.
pub fn byte_order_mark(file: &Path, bytes: &[u8]) -> Option<Finding> {
    let place = Some(Place { line: 1, column: 1 });
    bytes.starts_with(b"\xef\xbb\xbf").then(|| Finding::new(file, Severity::Warning, "byte-order-mark", place))
}

fn marks(text: &str) -> Vec<(usize, Place)> {
    let mut marks = Vec::new();
    let mut place = Place { line: 1, column: 1 };
    let mut from = 0;
    while from < text.len() {
        marks.push((from, place));
        let mut to = (from + STEP).min(text.len());
        while !text.is_char_boundary(to) {
            to += 1;
        }
        place = place_after(place, text.get(from..to).unwrap_or_default());
        from = to;
    }
    marks
}

/// The place right after `text`, which begins at `start`.
fn place_after(start: Place, text: &str) -> Place {
    match text.rfind('\n') {
        Some(last) => Place {
            line: start.line + text.bytes().filter(|b| *b == b'\n').count(),
            column: text.get(last + 1..).unwrap_or_default().chars().count() + 1,
        },
        None => Place { line: start.line, column: start.column + text.chars().count() },
    }
}

/// Why `text`, which serde_json refuses (`bad`), is no JSON.
fn syntax(file: &Path, text: &str, bad: &serde_json::Error) -> Finding {
    let start = Place { line: 1, column: 1 };
    if text.trim().is_empty() {
        return Finding::new(file, Severity::Error, "empty-file", Some(start));
    }
    let Some(fault) = syntax::fault(text) else {
        // Both read the same language; should they ever differ, the place is serde_json's.
        let place = Place { line: bad.line().max(1), column: bad.column().max(1) };
        return Finding::new(file, Severity::Error, "syntax", Some(place)).expected("expected.value");
    };
    let (before, after) = text.split_at_checked(fault.at).unwrap_or((text, ""));
    let code = if fault.truncated { "truncated" } else { "syntax" };
    let mut finding = Finding::new(file, Severity::Error, code, Some(place_after(start, before)));
    finding = finding.expected(fault.expected);
    finding = match after.get(..fault.length).unwrap_or_default() {
        "" => finding,
        found => match found.chars().next() {
            Some(c) if c.is_control() => finding.found(format!("U+{:04X}", u32::from(c))),
            _ => finding.found(found),
        },
    };
    if let Some(hint) = fault.hint {
        finding = finding.hint(hint);
    }
    match fault.meant {
        Some(meant) => finding.with("meant", meant),
        None => finding,
    }
}
