//! What an anchor of kind `analysis` can name: the requirement ids and headings of Markdown texts.

use std::collections::HashSet;

use crate::text::fold::fold;
use crate::text::trim::fold_spaces;

/// The requirement ids and headings of the analysis.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Analysis {
    ids: HashSet<String>,
    headings: HashSet<String>,
    first: Option<String>,
}

impl Analysis {
    /// Adds what a text defines. What stands in a fenced block of code defines nothing.
    pub fn add(&mut self, text: &str) {
        let mut fence: Option<&str> = None;
        let mut above = "";
        for line in text.lines() {
            let line = line.trim();
            let mark = ["```", "~~~"].into_iter().find(|mark| line.starts_with(mark));
            match (fence, mark) {
                (Some(open), mark) => {
                    fence = if mark == Some(open) { None } else { Some(open) };
                    continue;
                }
                (None, Some(_)) => {
                    fence = mark;
                    continue;
                }
                (None, None) => {}
            }
            if let Some(text) = heading(line) {
                self.heading(text);
            } else if is_underline(line) && is_text(above) {
                self.heading(above);
            } else if let Some(text) = item(line).or_else(|| row(line)) {
                self.ids.extend(id(text));
            }
            above = line;
        }
    }

    fn heading(&mut self, text: &str) {
        self.ids.extend(id(text));
        let folded = folded(text);
        if !folded.is_empty() {
            self.first.get_or_insert_with(|| fold_spaces(text));
            self.headings.insert(folded);
        }
    }

    /// Whether it defines the requirement id `reference`, or has a heading with this text; case, width and white space of
    /// a heading do not matter.
    pub fn defines(&self, reference: &str) -> bool {
        let reference = reference.trim();
        let folded = folded(reference.trim_start_matches('#'));
        self.ids.contains(reference) || !folded.is_empty() && self.headings.contains(&folded)
    }

    /// Its first heading.
    pub fn first_heading(&self) -> Option<&str> {
        self.first.as_deref()
    }
}

fn folded(text: &str) -> String {
    fold(&fold_spaces(text))
}

/// The text of a heading line (`## Goals`), without the marks that close it.
fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    let is_heading = (1..=6).contains(&level) && (text.is_empty() || text.starts_with([' ', '\t']));
    let open = is_heading.then(|| text.trim())?;
    let closed = open.trim_end_matches('#');
    Some(if closed.is_empty() || closed.ends_with([' ', '\t']) { closed.trim_end() } else { open })
}

fn is_underline(line: &str) -> bool {
    let all = |mark: char| line.len() >= 3 && line.chars().all(|c| c == mark);
    all('=') || all('-')
}

/// Whether a line can be a heading by what stands below it.
fn is_text(line: &str) -> bool {
    !line.is_empty() && heading(line).is_none() && item(line).is_none() && row(line).is_none() && !is_underline(line)
}

/// The text of a bullet or a numbered item.
fn item(line: &str) -> Option<&str> {
    let bullet = line.strip_prefix(['-', '*', '+']);
    let number = || line.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(['.', ')']);
    let numbered = || line.starts_with(|c: char| c.is_ascii_digit()).then(number).flatten();
    let text = bullet.or_else(numbered).filter(|text| text.starts_with([' ', '\t']))?.trim_start();
    let ticked = ["[ ]", "[x]", "[X]"].into_iter().find_map(|mark| text.strip_prefix(mark));
    Some(ticked.unwrap_or(text))
}

/// The text of a row of a table.
fn row(line: &str) -> Option<&str> {
    line.strip_prefix('|')
}

/// The requirement id a text begins with: letters, digits and `-`, `_`, `.`; it has a digit, or is in capitals with a
/// hyphen, so that the first word of a sentence is none.
fn id(text: &str) -> Option<String> {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || "*_`[(".contains(c));
    let end = text.find(|c: char| !c.is_alphanumeric() && !"-_.".contains(c)).unwrap_or(text.len());
    let token = text.get(..end)?.trim_end_matches(['-', '_', '.']);
    let starts = token.starts_with(char::is_alphabetic);
    let numbered = token.chars().any(|c| c.is_ascii_digit());
    let capitals = token.contains(['-', '_']) && !token.chars().any(char::is_lowercase);
    (starts && (numbered || capitals)).then(|| token.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn analysis(text: &str) -> Analysis {
        let mut analysis = Analysis::default();
        analysis.add(text);
        analysis
    }

    #[test]
    fn a_token_that_starts_a_heading_a_bullet_or_a_row_is_an_id() {
        let found = analysis(
            "# FR-1: Login\n- **FR-2** text\n* [x] `NFR_3`: fast\n1. R4 more\n| AC5 | cell FR-9 |\n+ REQ-LOGIN. x\n\
             text FR-6\n- The rest\n```\n- FR-7\n```\n- see FR-8\n",
        );
        for id in ["FR-1", "FR-2", "NFR_3", "R4", "AC5", "REQ-LOGIN"] {
            assert!(found.defines(id), "{id}");
        }
        for none in ["FR-6", "FR-7", "FR-8", "FR-9", "The", "fr-1", "FR", "", " "] {
            assert!(!found.defines(none), "{none}");
        }
    }

    #[test]
    fn a_heading_is_named_by_its_folded_text() {
        let found = analysis("# Goals  and\tLimits ##\n\n####### no\n\n要件ｶﾒﾗ\n===\n\n---\n#hash\n~~~\n# code\n~~~\n");
        for text in ["Goals and Limits", "goals AND limits", "## Goals and limits", "要件カメラ"] {
            assert!(found.defines(text), "{text}");
        }
        for none in ["Goals", "no", "hash", "code", "#", "---"] {
            assert!(!found.defines(none), "{none}");
        }
        assert_eq!(found.first_heading(), Some("Goals and Limits"));
    }
}
