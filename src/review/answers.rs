//! A person's answers to the decisions an outcome report asks for. They follow the decisions by their text, so that a
//! report that is written anew keeps them; those whose decision is gone stay.

use serde::{Deserialize, Serialize};

use crate::contract::outcome_report::Report;
use crate::review::report_words::{by_urgency, mark};
use crate::review::round::sha256_hex;
use crate::text::clean;
use crate::text::trim::fold_spaces;

/// Characters of a decision by which it is known; of a longer one a hash of the whole comes on top.
const MOST_KEY: usize = 400;

/// The answers to one report.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answers {
    /// The answers in the order they were begun.
    #[serde(default)]
    pub given: Vec<Answer>,
}

/// The answer to a decision.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// What the decision is known by ([`key`]).
    pub decision: String,
    /// The mark it had, `[P0]`…
    #[serde(default)]
    pub mark: String,
    /// The answer; empty: none yet.
    #[serde(default)]
    pub text: String,
    /// What was typed and not saved, with the caret as a byte offset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begun: Option<(String, usize)>,
}

/// What a decision is known by: its text, whatever its white space.
pub fn key(decision: &str) -> String {
    let text = fold_spaces(decision);
    match text.char_indices().nth(MOST_KEY).and_then(|(end, _)| text.get(..end)) {
        Some(short) => format!("{short}… {}", sha256_hex(text.as_bytes()).get(..16).unwrap_or_default()),
        None => text,
    }
}

impl Answers {
    /// The answer to the decision known by `key`.
    pub fn of(&self, key: &str) -> Option<&Answer> {
        self.given.iter().find(|answer| answer.decision == key)
    }

    /// Whether the decision with this text is answered.
    pub fn has_answered(&self, decision: &str) -> bool {
        self.of(&key(decision)).is_some_and(|answer| !answer.text.is_empty())
    }

    /// Whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// Answers a decision; a blank text takes the answer back. What was begun is done with.
    pub fn give(&mut self, key: &str, mark: &str, text: &str) {
        let text = text.trim();
        self.change(key, mark, |answer| (answer.text, answer.begun) = (text.to_owned(), None));
    }

    /// Keeps what was typed and not saved; `None`: nothing.
    pub fn begin(&mut self, key: &str, mark: &str, begun: Option<(String, usize)>) {
        let begun = begun.filter(|(text, _)| !text.trim().is_empty());
        self.change(key, mark, |answer| answer.begun = begun);
    }

    fn change(&mut self, key: &str, mark: &str, with: impl FnOnce(&mut Answer)) {
        let at = self.given.iter().position(|answer| answer.decision == key).unwrap_or_else(|| {
            self.given.push(Answer { decision: key.to_owned(), ..Answer::default() });
            self.given.len() - 1
        });
        if let Some(answer) = self.given.get_mut(at) {
            mark.clone_into(&mut answer.mark);
            with(answer);
        }
        self.given.retain(|answer| !answer.text.is_empty() || answer.begun.is_some());
    }

    /// Takes over what is answered there and not here; says whether there was anything.
    pub fn take_over(&mut self, other: Answers) -> bool {
        let new: Vec<Answer> = other.given.into_iter().filter(|answer| self.of(&answer.decision).is_none()).collect();
        let any = !new.is_empty();
        self.given.extend(new);
        any
    }

    /// The answers as text for the agent, the most urgent first: `[P0] decision → answer`, further lines of an answer
    /// indented. `None`: nothing is answered.
    pub fn lines(&self, report: &Report) -> Option<String> {
        let mut lines = Vec::new();
        for decision in by_urgency(report).into_iter().filter_map(|at| report.decisions.get(at)) {
            let key = key(&decision.text);
            let Some(answer) = self.of(&key).filter(|answer| !answer.text.is_empty()) else { continue };
            let answered = answer.text.lines().map(|line| clean::line(line)).collect::<Vec<_>>().join("\n  ");
            lines.push(format!("{} {} → {answered}", mark(decision), clean::line(&key)));
        }
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::contract::outcome_report::read;

    fn report(decisions: &str) -> Report {
        let text = format!("Done.\n\n## Decisions needed\n{decisions}\n\nOUTCOME: partial\n");
        read(Path::new("r.md"), text.as_bytes(), false, None).0
    }

    #[test]
    fn answers_are_copied_most_urgent_first() {
        let report = report("- [P2] Rename?\n- [P0] Which\n  store?\n- [P1] Who?");
        let mut answers = Answers::default();
        assert_eq!(answers.lines(&report), None);
        answers.give(&key("Rename?"), "[P2]", " Later. ");
        answers.give(&key("Which store?"), "[P0]", "SQLite\nfor now\u{1b}");
        assert_eq!(answers.lines(&report).unwrap(), "[P0] Which store? → SQLite\n  for now␛\n[P2] Rename? → Later.");
    }

    #[test]
    fn answers_follow_decisions_by_text_and_none_is_lost() {
        let mut answers = Answers::default();
        answers.give(&key("Which store?"), "[P1]", "SQLite");
        let now = report("- [P0] Which   store?");
        assert_eq!(answers.lines(&now).unwrap(), "[P0] Which store? → SQLite");
        assert_eq!(answers.lines(&report("- [P0] Other")), None);
        assert_eq!(answers.given.len(), 1);
    }

    #[test]
    fn a_blank_answer_is_taken_back_and_what_was_begun_is_kept_until_saved() {
        let mut answers = Answers::default();
        answers.begin("a", "[P0]", Some(("half".to_owned(), 4)));
        assert!(answers.of("a").is_some_and(|a| a.text.is_empty() && a.begun.is_some()));
        answers.give("a", "[P0]", "whole");
        assert!(answers.of("a").is_some_and(|a| a.text == "whole" && a.begun.is_none()));
        answers.give("a", "[P0]", " \n");
        assert!(answers.is_empty());
    }

    #[test]
    fn what_the_disk_has_besides_is_taken_over() {
        let (mut here, mut there) = (Answers::default(), Answers::default());
        here.give("a", "[P0]", "new");
        there.give("a", "[P0]", "old");
        there.give("b", "[P1]", "kept");
        assert!(here.take_over(there.clone()) && !here.take_over(there));
        assert_eq!(here.of("a").map(|a| a.text.as_str()), Some("new"));
        assert_eq!(here.of("b").map(|a| a.text.as_str()), Some("kept"));
    }

    #[test]
    fn a_huge_decision_is_known_by_its_beginning_and_a_hash() {
        let (one, other) = ("x".repeat(5_000_000), format!("{}y", "x".repeat(4_999_999)));
        assert!(key(&one).len() < 500);
        assert_ne!(key(&one), key(&other));
    }
}
