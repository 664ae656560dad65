//! The last line (rule 1), and that there is no second one (rule 2).

use crate::contract::outcome_report::lines::{Line, bullet, heading};
use crate::contract::outcome_report::notes::Notes;
use crate::contract::outcome_report::{Outcome, words};
use crate::text::fold::fold;
use crate::text::near::nearest;

/// What the OUTCOME lines of a report say.
pub(super) struct Ending {
    /// What the last line says, where it is as the contract wants it.
    pub(super) outcome: Option<Outcome>,
    /// What is meant, as far as it can be told.
    pub(super) meant: Option<Outcome>,
    /// The line that is taken for the OUTCOME line, else the last one that is not blank.
    pub(super) line: usize,
    /// The numbers of all OUTCOME lines, in order.
    pub(super) lines: Vec<usize>,
}

/// A line that is an OUTCOME line, or is meant as one.
struct Candidate<'t> {
    line: Line<'t>,
    /// What is wrong.
    faults: Vec<Fault<'t>>,
    /// The value as written.
    value: &'t str,
    meant: Option<Outcome>,
    /// It counts wherever it stands; else only as the last line.
    anywhere: bool,
}

/// Something wrong in an OUTCOME line.
struct Fault<'t> {
    code: &'static str,
    /// Characters, from 1.
    column: usize,
    /// The word that is wrong; empty: it is in the line as a whole.
    word: &'t str,
}

/// What may stand after the colon.
const VALUES: &str = "success | partial | failure";

/// Characters at the beginning of a line in which the word has to be.
const WINDOW: usize = 60;

/// Checks the ending.
pub(super) fn check(notes: &mut Notes, lines: &[Line]) -> Ending {
    let last = lines.iter().rposition(|line| !line.is_blank());
    let last_number = last.and_then(|n| lines.get(n)).map_or(1, |line| line.number);
    let mut found = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        found.extend(candidate(*line).filter(|c| c.anywhere || Some(n) == last));
    }
    let chosen = found.iter().rposition(|c| c.line.number == last_number);
    let chosen = chosen.or(found.iter().rposition(|c| !c.line.fenced)).or(found.len().checked_sub(1));
    let numbers = found.iter().map(|c| c.line.number).collect();
    let Some(chosen) = chosen.map(|n| found.remove(n)) else {
        notes.error("report-outcome-missing", last_number, 1).expected("OUTCOME: success | partial | failure");
        return Ending { outcome: None, meant: None, line: last_number, lines: Vec::new() };
    };
    let line = chosen.line;
    let faults = notes.count();
    let mut said = Vec::new();
    for Fault { code, column, word } in &chosen.faults {
        if said.contains(code) {
            continue;
        }
        said.push(*code);
        let mut note = notes.error(code, line.number, *column);
        note = note.found(if word.is_empty() { line.text } else { word });
        if code.starts_with("report-outcome-value") || *code == "report-outcome-choose" {
            note = note.expected(chosen.meant.map_or(VALUES, Outcome::as_str));
        }
        if let Some(meant) = chosen.meant {
            note.with("meant", meant.as_str());
        }
    }
    if chosen.value.is_empty() {
        notes.error("report-outcome-no-value", line.number, 1).found(line.text).expected(VALUES);
    }
    if line.cr {
        notes.error("report-outcome-crlf", line.number, line.text.chars().count() + 1).found(line.text);
    }
    after(notes, lines, line, last_number);
    let outcome = chosen.meant.filter(|_| notes.count() == faults);
    // The line counts; but what a reader of Markdown sees is code.
    if let Some(open) = lines.iter().take(line.number).find(|line| line.opens) {
        let note = notes.warning("report-outcome-in-open-fence", open.number, 1).found(open.text);
        note.with("line", line.number.to_string());
    }
    for other in &found {
        let note = notes.error("report-outcome-second", other.line.number, 1).found(other.line.text);
        note.with("last", line.number.to_string());
    }
    Ending { outcome, meant: chosen.meant, line: line.number, lines: numbers }
}

/// What follows the OUTCOME line.
fn after(notes: &mut Notes, lines: &[Line], line: Line, last: usize) {
    let rest = lines.get(line.number..).unwrap_or_default();
    if line.number < last {
        let text = rest.iter().find(|l| !l.is_blank());
        let number = text.map_or(line.number, |l| l.number);
        if line.fenced && rest.iter().all(|l| l.is_blank() || l.fenced) {
            notes.error("report-outcome-in-fence", line.number, 1).found(line.text);
        } else if rest.iter().filter(|l| !l.is_blank()).count() > 5 || rest.iter().any(|l| heading(l.text).is_some()) {
            notes.error("report-outcome-in-the-middle", line.number, 1).found(line.text);
        } else {
            let note = notes.error("report-outcome-text-after", number, 1).found(text.map_or("", |l| l.text));
            note.with("line", line.number.to_string());
        }
    } else if let Some(blank) = rest.first() {
        notes.error("report-outcome-blank-after", blank.number, 1);
    }
}

/// The line as an OUTCOME line, if it is one or is meant as one.
fn candidate(line: Line) -> Option<Candidate> {
    let mut scan = Scan { all: line.text, rest: line.text };
    let mut faults = Vec::new();
    let mut marked = false;
    // Marks before the word, in any number and order.
    for _ in 0..8 {
        let (before, column) = (scan.rest, scan.column());
        let (next, code) = if let Some(inner) = before.strip_prefix(|c: char| c.is_whitespace() || invisible(c)) {
            (inner.trim_start_matches(|c: char| c.is_whitespace() || invisible(c)), "report-outcome-space-before")
        } else if let Some(inner) = before.strip_prefix(['>', '＞']) {
            (inner, "report-outcome-quoted")
        } else if heading(before).is_some() {
            (before.trim_start_matches(['#', '＃']), "report-outcome-heading")
        } else if let Some(inner) = bullet(before) {
            (inner, "report-outcome-list")
        } else if before.starts_with(['*', '_', '`', '~', '"', '「']) {
            (before.trim_start_matches(['*', '_', '`', '~', '"', '「']), "report-outcome-emphasis")
        } else {
            break;
        };
        // The space after a mark belongs to the mark.
        if code != "report-outcome-space-before" || !marked {
            faults.push(Fault { code, column, word: "" });
        }
        marked |= code != "report-outcome-space-before";
        scan.rest = next;
    }
    let at = scan.column();
    let (word, misspelt) = match scan.word() {
        Some(word) => (word, false),
        None => (scan.misspelt()?, true),
    };
    let capital = fold(word) != word && word.chars().all(|c| !c.is_lowercase());
    if misspelt {
        faults.push(Fault { code: "report-outcome-misspelt", column: at, word });
    } else if !capital {
        faults.push(Fault { code: "report-outcome-case", column: at, word });
    } else if !word.is_ascii() {
        faults.push(Fault { code: "report-outcome-wide-letters", column: at, word });
    }
    let column = scan.column();
    if scan.skip(|c| matches!(c, '*' | '_' | '`')) > 0 {
        faults.push(Fault { code: "report-outcome-emphasis", column, word: "" });
    }
    let column = scan.column();
    if scan.skip(char::is_whitespace) > 0 && scan.rest.starts_with([':', '：', '*', '_']) {
        faults.push(Fault { code: "report-outcome-space-before-colon", column, word: "" });
    }
    let column = scan.column();
    let colon = scan.rest.chars().next().filter(|c| matches!(c, ':' | '：' | '︰' | '﹕'));
    match colon {
        None => faults.push(Fault { code: "report-outcome-no-colon", column, word: "" }),
        Some(':') => {}
        Some(_) => faults.push(Fault { code: "report-outcome-wide-colon", column, word: "" }),
    }
    scan.rest = scan.rest.trim_start_matches([':', '：', '︰', '﹕', '=']);
    let column = scan.column();
    if scan.skip(|c| matches!(c, '*' | '_')) > 0 {
        faults.push(Fault { code: "report-outcome-emphasis", column, word: "" });
    }
    let column = scan.column();
    let spaces = scan.rest.get(..scan.rest.len() - scan.rest.trim_start().len()).unwrap_or_default();
    scan.skip(char::is_whitespace);
    if colon.is_some() && spaces != " " && !scan.rest.is_empty() {
        let code = if spaces.is_empty() { "report-outcome-no-space" } else { "report-outcome-spaces" };
        faults.push(Fault { code, column, word: "" });
    }
    let (value, meant, known) = value(&mut scan, &mut faults);
    // In prose the word is followed by prose: only a known value, or the bare capitals with their colon, is no prose.
    let bare = capital && colon.is_some() && !marked && !misspelt;
    let anywhere = bare || known && (colon.is_some() || capital) && !misspelt;
    (anywhere || colon.is_some() && (known || !misspelt)).then_some(Candidate { line, faults, value, meant, anywhere })
}

/// What is wrong with the value, what it means, and whether it stands alone.
fn value<'t>(scan: &mut Scan<'t>, faults: &mut Vec<Fault<'t>>) -> (&'t str, Option<Outcome>, bool) {
    let column = scan.column();
    let trimmed = scan.rest.trim_end();
    if trimmed.len() < scan.rest.len() && !trimmed.is_empty() {
        faults.push(Fault { code: "report-outcome-trailing-space", column: scan.column_at(trimmed.len()), word: "" });
    }
    if let Some(outcome) = Outcome::ALL.into_iter().find(|o| o.as_str() == trimmed) {
        return (trimmed, Some(outcome), true);
    }
    let bare = trimmed.trim_matches(|c| matches!(c, '*' | '_' | '`' | '"' | '」'));
    if bare.len() < trimmed.len() {
        faults.push(Fault { code: "report-outcome-emphasis", column, word: "" });
        if let Some(outcome) = Outcome::ALL.into_iter().find(|o| o.as_str() == bare) {
            return (trimmed, Some(outcome), true);
        }
    }
    if bare.is_empty() {
        return (trimmed, None, false);
    }
    // `success | partial | failure`: a template that nobody filled in.
    let words = |outcome: &Outcome| bare.split(|c: char| !c.is_ascii_alphabetic()).any(|word| word == outcome.as_str());
    if Outcome::ALL.iter().filter(|outcome| words(outcome)).count() > 1 && is_template(bare) {
        faults.push(Fault { code: "report-outcome-choose", column, word: trimmed });
        return (trimmed, None, false);
    }
    let end = bare.find(|c: char| !c.is_alphanumeric()).unwrap_or(bare.len());
    let (head, tail) = bare.split_at_checked(end).unwrap_or((bare, ""));
    let alone = tail.chars().all(|c| !c.is_alphanumeric());
    let whole = words::outcome(bare).filter(|_| alone || Outcome::ALL.iter().all(|o| o.as_str() != head));
    let slip = || nearest(head, Outcome::ALL.map(Outcome::as_str)).filter(|_| alone);
    let slip = || slip().and_then(|near| Outcome::ALL.into_iter().find(|o| o.as_str() == near));
    let meant = whole.or_else(|| words::outcome(head)).or_else(slip);
    match meant {
        Some(outcome) if head == outcome.as_str() => {
            let (column, word) = (column + head.chars().count(), tail);
            faults.push(Fault { code: "report-outcome-value-text", column, word });
        }
        Some(outcome) if fold(head) == outcome.as_str() => {
            faults.push(Fault { code: "report-outcome-value-case", column, word: head })
        }
        Some(_) => {
            faults.push(Fault { code: "report-outcome-value-meant", column, word: if alone { head } else { bare } })
        }
        None => faults.push(Fault { code: "report-outcome-value", column, word: bare }),
    }
    (trimmed, meant, meant.is_some() && (alone || whole.is_some()))
}

/// Whether nothing but the words of outcomes stands here, and what separates them.
fn is_template(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.all(|word| matches!(word, "or" | "または" | "か") || Outcome::ALL.iter().any(|o| o.as_str() == word))
}

fn invisible(c: char) -> bool {
    matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}')
}

/// What is left of a line.
struct Scan<'t> {
    all: &'t str,
    rest: &'t str,
}

impl<'t> Scan<'t> {
    /// The column of the rest (characters, from 1).
    fn column(&self) -> usize {
        self.column_at(0)
    }

    /// The column `bytes` into the rest.
    fn column_at(&self, bytes: usize) -> usize {
        let end = self.all.len() - self.rest.len() + bytes;
        self.all.get(..end).unwrap_or_default().chars().count() + 1
    }

    /// Passes the characters that fit, and says how many bytes they have.
    fn skip(&mut self, fits: fn(char) -> bool) -> usize {
        let rest = self.rest.trim_start_matches(fits);
        let skipped = self.rest.len() - rest.len();
        self.rest = rest;
        skipped
    }

    /// Passes a word before a colon that is nearly OUTCOME.
    fn misspelt(&mut self) -> Option<&'t str> {
        let end = self.rest.find(|c: char| !c.is_alphanumeric())?;
        let (word, rest) = self.rest.split_at_checked(end)?;
        let colon = rest.trim_start().starts_with([':', '：']);
        if self.column() > WINDOW || !colon || fold(word) == "outcome" || nearest(word, ["outcome"]).is_none() {
            return None;
        }
        self.rest = rest;
        Some(word)
    }

    /// Passes the word OUTCOME in any case and width.
    fn word(&mut self) -> Option<&'t str> {
        let end = self.rest.char_indices().nth(7).map_or(self.rest.len(), |(at, _)| at);
        let (word, rest) = self.rest.split_at_checked(end)?;
        if self.column() > WINDOW
            || fold(word) != "outcome"
            || rest.starts_with(|c: char| c.is_alphanumeric() || c == '-')
        {
            return None;
        }
        self.rest = rest;
        Some(word)
    }
}
