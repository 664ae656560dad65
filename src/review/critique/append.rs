//! Adding objections to the text of a critique: what is there stays byte for byte.

use std::path::Path;

use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{PrettyFormatter, Serializer};

use crate::contract::finding::{Finding, Severity};
use crate::contract::json::{Document, Node};
use crate::contract::plan_comments::TargetKind;
use crate::contract::plan_critique::{self, Anchor, AnchorKind, Lens};
use crate::review::draft::Draft;
use crate::review::objecting::Objecting;
use crate::review::submission::{Refusal, anchors, refuse_text};
use crate::review::target::{PassView, Target};

/// The highest number of an objection (`OBJ-999`).
const LAST: u32 = 999;

/// An objection to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewObjection {
    /// What it is about.
    pub lens: Lens,
    /// Why the plan will fail.
    pub claim: String,
    /// The rule it breaks.
    pub rule: Option<String>,
    /// At least one.
    pub evidence: Vec<Anchor>,
}

/// Objections to add to a critique.
#[derive(Debug, Clone, Copy)]
pub struct Append<'a> {
    /// Its file, named in findings.
    pub file: &'a Path,
    /// Its bytes; `None`: there is none yet.
    pub bytes: Option<&'a [u8]>,
    /// What to add.
    pub objections: &'a [NewObjection],
    /// `critic.persona` of a new one.
    pub persona: &'a str,
}

/// A critique with the objections added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Appended {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The ids of the new objections, in order.
    pub ids: Vec<String>,
}

/// Why objections cannot be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AppendRefused {
    /// There are replies: the one round is closed.
    Closed,
    /// There is no number left.
    Full,
    /// It is no critique that could be added to; what is wrong.
    Unreadable(Vec<Finding>),
    /// A rule that none can be: `CON-SEC-01`.
    NotARule(String),
}

/// The objections that the comments of a draft become, in the order of the plan: the claim is the text, verbatim. Evidence
/// is a plan anchor with the bare id of the wave or case. A deliverable is neither: its evidence is its first heading
/// (`heading` reads it), which an anchor of kind `analysis` can name, and its bare id as an inference.
///
/// # Errors
/// A comment's target is gone, or a text is empty.
pub fn objections(
    draft: &Draft,
    view: &PassView,
    heading: &dyn Fn(&Target) -> Option<String>,
) -> Result<Vec<NewObjection>, Refusal> {
    let mut found = Vec::new();
    let (mut gone, mut empty) = (Vec::new(), Vec::new());
    for comment in &draft.comments {
        let one = Draft { comments: vec![comment.clone()], ..Draft::new(draft.pass) };
        let is_there = !anchors(&one, view).is_empty();
        match view.by_id.get(&comment.anchor.id).filter(|_| is_there) {
            None => gone.push(comment.key),
            Some(_) if refuse_text(&comment.text) => empty.push(comment.key),
            Some(at) => found.push((*at, comment)),
        }
    }
    if !gone.is_empty() {
        return Err(Refusal::Gone(gone));
    }
    if !empty.is_empty() {
        return Err(Refusal::Empty(empty));
    }
    found.sort_by_key(|(at, _)| *at);
    let objection = |(at, comment): (usize, &crate::review::draft::DraftComment)| {
        let target = view.targets.get(at)?;
        let Objecting { lens, rule } = comment.objecting.clone().unwrap_or_default();
        Some(NewObjection { lens, claim: comment.text.clone(), rule, evidence: evidence(target, heading) })
    };
    Ok(found.into_iter().filter_map(objection).collect())
}

fn evidence(target: &Target, heading: &dyn Fn(&Target) -> Option<String>) -> Vec<Anchor> {
    let reference = target.own_id.clone().unwrap_or_else(|| target.label.clone());
    let anchor = |kind, reference| Anchor { kind, reference, quote: None };
    if target.kind != TargetKind::Deliverable {
        return vec![anchor(AnchorKind::Plan, reference)];
    }
    let heading = heading(target).map(|text| anchor(AnchorKind::Analysis, text));
    heading.into_iter().chain([anchor(AnchorKind::Inference, reference)]).collect()
}

/// Adds objections under the next numbers. A new critique is laid out with two spaces.
///
/// # Errors
/// The critique cannot be added to.
pub fn append(asked: &Append) -> Result<Appended, AppendRefused> {
    let Some(bytes) = asked.bytes else {
        let (objections, ids) = numbered(asked.objections, 0)?;
        return checked(asked, fresh(asked.persona, &objections).into_bytes(), ids);
    };
    let (critique, findings) = plan_critique::read(asked.file, bytes);
    let unreadable = || AppendRefused::Unreadable(findings.clone());
    let critique = critique.ok_or_else(unreadable)?;
    let (doc, _) = Document::parse(asked.file, bytes).map_err(|wrong| AppendRefused::Unreadable(vec![*wrong]))?;
    let list = doc.root().get("objections");
    let elements = list.and_then(|list| list.array()).ok_or_else(unreadable)?;
    if let Some(replies) = doc.root().get("replies")
        && !replies.array().ok_or_else(unreadable)?.is_empty()
    {
        return Err(AppendRefused::Closed);
    }
    let taken = critique.objections.iter().filter_map(|objection| objection.id.strip_prefix("OBJ-")?.parse().ok());
    let (objections, ids) = numbered(asked.objections, taken.max().unwrap_or(0))?;
    let text = list.map(|list| spliced(&doc, list, &elements, &objections)).unwrap_or_default();
    // A byte-order mark stays too.
    let mark = bytes.len().saturating_sub(doc.text().len());
    let mut whole = bytes.get(..mark).unwrap_or_default().to_vec();
    whole.extend(text.bytes());
    checked(asked, whole, ids)
}

/// What was made must read as it was meant, with no mistake that was not there before.
fn checked(asked: &Append, bytes: Vec<u8>, ids: Vec<String>) -> Result<Appended, AppendRefused> {
    let mistakes = |bytes: &[u8]| -> Vec<Finding> {
        let (_, findings) = plan_critique::read(asked.file, bytes);
        findings.into_iter().filter(|finding| finding.severity == Severity::Error).collect()
    };
    let before = asked.bytes.map_or(0, |bytes| mistakes(bytes).len());
    let after = mistakes(&bytes);
    if after.len() <= before {
        return Ok(Appended { bytes, ids });
    }
    let rule = after.iter().rev().find(|finding| finding.code == "critique-not-a-rule");
    match rule.and_then(|finding| finding.found.clone()) {
        Some(rule) => Err(AppendRefused::NotARule(rule)),
        None => Err(AppendRefused::Unreadable(after)),
    }
}

/// The objections with their ids, after the highest number there is.
fn numbered(objections: &[NewObjection], highest: u32) -> Result<(Vec<Value>, Vec<String>), AppendRefused> {
    let mut made = Vec::new();
    let mut ids = Vec::new();
    for (number, objection) in (highest.saturating_add(1)..).zip(objections) {
        if number > LAST {
            return Err(AppendRefused::Full);
        }
        let id = format!("OBJ-{number:02}");
        made.push(json(&id, objection));
        ids.push(id);
    }
    Ok((made, ids))
}

fn json(id: &str, objection: &NewObjection) -> Value {
    let anchor = |anchor: &Anchor| {
        let mut json = serde_json::Map::new();
        json.insert("kind".into(), anchor.kind.as_str().into());
        json.insert("ref".into(), anchor.reference.as_str().into());
        json.extend(anchor.quote.as_deref().map(|quote| ("quote".to_owned(), quote.into())));
        Value::Object(json)
    };
    let mut json = serde_json::Map::new();
    json.insert("id".into(), id.into());
    json.insert("lens".into(), objection.lens.as_str().into());
    json.insert("claim".into(), objection.claim.as_str().into());
    json.extend(objection.rule.as_deref().map(|rule| ("rule".to_owned(), rule.into())));
    json.insert("evidence".into(), objection.evidence.iter().map(anchor).collect());
    Value::Object(json)
}

fn fresh(persona: &str, objections: &[Value]) -> String {
    let critique = serde_json::json!({
        "version": 1, "round": 1, "critic": {"persona": persona}, "objections": objections, "replies": [],
    });
    pretty(&critique, "  ", "\n", "") + "\n"
}

/// The text of the document with new elements at the end of an array of it, laid out as the others are.
fn spliced(doc: &Document, list: Node, elements: &[Node], new: &[Value]) -> String {
    let text = doc.text();
    let start = list.offset();
    let inside = |node: &Node| node.offset()..node.offset() + node.text().len();
    let close = start + list.text().len().saturating_sub(1);
    let (range, put) = match elements {
        [] => {
            let outer = line_indent(text, start);
            let unit = doc.root().object().and_then(|members| {
                let (_, node) = members.into_iter().next()?;
                Some(line_indent(text, node.offset()).to_owned())
            });
            let unit = unit.filter(|unit| !unit.is_empty()).unwrap_or_else(|| "  ".to_owned());
            let is_laid_out = doc.root().text().contains('\n');
            let put = if is_laid_out {
                let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
                let indent = format!("{outer}{unit}");
                let all: Vec<String> = new.iter().map(|value| pretty(value, &unit, newline, &indent)).collect();
                format!("{newline}{indent}{}{newline}{outer}", all.join(&format!(",{newline}{indent}")))
            } else {
                new.iter().map(Value::to_string).collect::<Vec<_>>().join(",")
            };
            (start + 1..close, put)
        }
        [.., last] => {
            let end = inside(last).end;
            let gap = match elements {
                [.., one, other] => text.get(inside(one).end..other.offset()).unwrap_or(",").to_owned(),
                _ => format!(",{}", text.get(start + 1..last.offset()).unwrap_or_default()),
            };
            let put: String =
                new.iter().map(|value| format!("{gap}{}", alike(text, last, close, &gap, value))).collect();
            (end..end, put)
        }
    };
    let (before, after) = (text.get(..range.start).unwrap_or_default(), text.get(range.end..).unwrap_or_default());
    format!("{before}{put}{after}")
}

/// A value laid out as the element `like` is: on one line, or on several with the same indentation.
fn alike(text: &str, like: &Node, close: usize, gap: &str, value: &Value) -> String {
    if !like.text().contains('\n') {
        return value.to_string();
    }
    let newline = if like.text().contains("\r\n") { "\r\n" } else { "\n" };
    let indent = blank(gap.rsplit_once('\n').map_or_else(|| line_indent(text, like.offset()), |(_, line)| line));
    let inner = like.text().split_once('\n').map(|(_, rest)| blank(rest));
    let unit = inner.and_then(|inner| inner.strip_prefix(indent)).filter(|unit| !unit.is_empty());
    let outer = line_indent(text, close);
    let unit = unit.or_else(|| indent.strip_prefix(outer).filter(|unit| !unit.is_empty())).unwrap_or("  ");
    pretty(value, unit, newline, indent)
}

/// The white space at the start of `line`.
fn blank(line: &str) -> &str {
    let end = line.find(|c| !matches!(c, ' ' | '\t')).unwrap_or(line.len());
    line.get(..end).unwrap_or_default()
}

/// The white space at the start of the line that has the byte `at`.
fn line_indent(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    blank(text.get(start..).unwrap_or_default())
}

fn pretty(value: &Value, unit: &str, newline: &str, indent: &str) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, PrettyFormatter::with_indent(unit.as_bytes()));
    match value.serialize(&mut serializer).ok().and_then(|()| String::from_utf8(bytes).ok()) {
        // Line breaks inside strings are escaped: these are all of the layout.
        Some(text) => text.replace('\n', &format!("{newline}{indent}")),
        None => value.to_string(),
    }
}
