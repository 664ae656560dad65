//! The parts of a report that have a name, and the items in them.

use crate::contract::outcome_report::lines::{Line, bullet, heading, label, without_remark};
use crate::contract::outcome_report::words::{Part, part};

/// How a part is begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Begun {
    /// By a heading.
    Heading,
    /// By its name and a colon.
    Label,
    /// By its name in bold.
    Bold,
}

/// A part with a name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Section<'l, 't> {
    /// Which.
    pub(super) part: Part,
    /// The name is the contract's own, not only near it.
    pub(super) own: bool,
    /// How it is begun.
    pub(super) begun: Begun,
    /// Its first line.
    pub(super) line: Line<'t>,
    /// What stands after its name on that line.
    pub(super) inline: &'t str,
    /// The lines below.
    pub(super) body: &'l [Line<'t>],
}

/// What ends the part before it.
struct Start<'t> {
    at: usize,
    level: usize,
    named: Option<(Part, bool)>,
    begun: Begun,
    inline: &'t str,
}

/// All parts, in file order. `endings`: the numbers of the OUTCOME lines, in order; each ends a part.
pub(super) fn sections<'l, 't>(lines: &'l [Line<'t>], endings: &[usize]) -> Vec<Section<'l, 't>> {
    let mut starts: Vec<Start> = Vec::new();
    let mut items = false;
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| !line.fenced) {
        let found = if endings.binary_search(&line.number).is_ok() {
            Some(Start { at, level: 0, named: None, begun: Begun::Label, inline: "" })
        } else {
            start(at, line.text, items)
        };
        if let Some(found) = found {
            if found.begun == Begun::Heading || found.named.is_some() {
                items = matches!(found.named, Some((Part::Decisions | Part::Verification, _)));
            }
            starts.push(found);
        }
    }
    let mut sections = Vec::new();
    for (n, start) in starts.iter().enumerate() {
        let (Some((part, own)), Some(line)) = (start.named, lines.get(start.at)) else { continue };
        let next = starts.iter().skip(n + 1).find(|next| next.level <= start.level || next.named.is_some());
        let end = next.map_or(lines.len(), |next| next.at);
        let body = lines.get(start.at + 1..end).unwrap_or_default();
        sections.push(Section { part, own, begun: start.begun, line: *line, inline: start.inline, body });
    }
    sections
}

fn start(at: usize, text: &str, items: bool) -> Option<Start<'_>> {
    if let Some((level, title)) = heading(text) {
        let title = title.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', ')', ' ', '*']);
        let named = part(title).or_else(|| part(without_remark(title)));
        if named.is_some() {
            return Some(Start { at, level, named, begun: Begun::Heading, inline: "" });
        }
        let split = label(title).and_then(|(name, rest)| part(name).map(|named| (named, rest)));
        let (named, inline) = split.map_or((None, ""), |(named, rest)| (Some(named), rest));
        return Some(Start { at, level, named, begun: Begun::Heading, inline });
    }
    if text.starts_with(char::is_whitespace) {
        return None;
    }
    let listed = bullet(text).filter(|_| !items);
    let bold = text.trim().strip_prefix("**").and_then(|t| t.strip_suffix("**")).and_then(part);
    if let Some(named) = bold.filter(|(_, own)| *own) {
        return Some(Start { at, level: 7, named: Some(named), begun: Begun::Bold, inline: "" });
    }
    let (name, inline) = label(listed.unwrap_or(text))?;
    let (named, own) = part(name).or_else(|| part(without_remark(name)))?;
    let counts = match named {
        Part::Artifacts | Part::Unfinished => true,
        Part::Decisions | Part::Verification => own && listed.is_none(),
    };
    counts.then_some(Start { at, level: 7, named: Some((named, own)), begun: Begun::Label, inline })
}

/// The sections of one part: those with its own name, else those with a near one.
pub(super) fn of<'s, 'l, 't>(sections: &'s [Section<'l, 't>], part: Part) -> Vec<&'s Section<'l, 't>> {
    let own = sections.iter().any(|s| s.part == part && s.own);
    sections.iter().filter(|s| s.part == part && s.own == own).collect()
}

/// An item of a section: a bullet with its continuation, or a paragraph.
pub(super) struct Item {
    /// Its line, from 1.
    pub(super) line: usize,
    /// The column of its text (characters, from 1).
    pub(super) column: usize,
    /// Its text without the mark of the list, its lines joined by a space.
    pub(super) text: String,
    /// It has the mark of a list.
    pub(super) marked: bool,
    /// The numbers of the lines that continue it without being indented.
    pub(super) loose: Vec<usize>,
}

/// The items of a section's body.
pub(super) fn items(body: &[Line]) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut base = None;
    let mut blank = true;
    for line in body {
        if line.is_blank() || line.fenced || heading(line.text).is_some() {
            blank = blank || line.is_blank();
            continue;
        }
        let (indent, text) = (line.indent(), line.text.trim());
        match (bullet(line.text), items.last_mut()) {
            (Some(rest), last) if last.is_none() || indent < 2 || base.is_none_or(|base| indent <= base) => {
                let column = line.text.chars().count() - rest.chars().count() + 1;
                base.get_or_insert(indent);
                let text = rest.trim_end().to_owned();
                items.push(Item { line: line.number, column, text, marked: true, loose: Vec::new() });
            }
            (_, Some(last)) if indent > 0 || last.marked && !blank => {
                if indent == 0 {
                    last.loose.push(line.number);
                }
                last.text.push(' ');
                last.text.push_str(text);
            }
            (_, Some(last)) if !last.marked && !blank => {
                last.text.push(' ');
                last.text.push_str(text);
            }
            _ => {
                let text = text.to_owned();
                items.push(Item { line: line.number, column: indent + 1, text, marked: false, loose: Vec::new() });
            }
        }
        blank = false;
    }
    items
}
