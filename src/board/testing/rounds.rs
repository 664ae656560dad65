//! Rounds for tests: submitted on one version of the files, compared with another.

use std::collections::BTreeSet;

use super::{Board, Files, now};
use crate::board::message::Message;
use crate::board::rounds::Report;
use crate::contract::plan_comments::{Pass, SubmittedComment};
use crate::project::verify::Verified;
use crate::review::round::{Outcome, Reply, Round};
use crate::review::target::PassView;
use crate::review::verify::{Side, verify};

/// A round of the pass: submitted two hours ago, read one hour ago, handled five minutes ago.
pub fn handled_round(number: u32, pass: Pass, comments: usize) -> Round {
    let minutes = |n: i64| now() - chrono::Duration::minutes(n);
    Round {
        pass,
        comments,
        submitted_at: minutes(120).to_rfc3339(),
        read_at: Some(minutes(60)),
        handled_at: Some(minutes(5)),
        ended_at: Some(minutes(5)),
        outcome: Some(Outcome::Handled),
        after_sha256: Some("after".into()),
        ..crate::review::round::tests::round(number, &format!("{number:064x}"))
    }
}

/// The agent's answer to a comment.
pub fn reply(comment: usize, skipped: bool, text: &str) -> Reply {
    Reply { comment, skipped, text: text.to_owned() }
}

fn side(files: &Files, pass: Pass) -> (PassView, Vec<u8>) {
    let text = if pass == Pass::Structure { &files.research } else { &files.edit };
    (files.plan().pass(pass).clone(), text.clone().unwrap_or_default().into_bytes())
}

/// What comparing a round gives: `comments` by target id on `before`, compared with `after`.
pub fn report(round: &Round, before: &Files, after: &Files, comments: &[(&str, &str)]) -> Report {
    let ((old, old_bytes), (new, new_bytes)) = (side(before, round.pass), side(after, round.pass));
    let title = |id: &str| old.by_id.get(id).map_or("?".to_owned(), |at| old.targets[*at].title().into_owned());
    let comments: Vec<SubmittedComment> = comments
        .iter()
        .map(|(id, text)| SubmittedComment {
            target_kind: round.pass.target_kind(),
            target_id: (*id).to_owned(),
            title: title(id),
            text: (*text).to_owned(),
        })
        .collect();
    let (was, is) = (Side { view: &old, bytes: &old_bytes }, Side { view: &new, bytes: &new_bytes });
    let verification = verify(&comments, was, is, Default::default());
    Report::new(Verified { round: round.clone(), comments, verification, before: old, after: new })
}

impl Board {
    /// The answer to the board's asking for a round.
    pub fn compared(&mut self, round: u32, report: Report, settled: &BTreeSet<String>) -> &mut Board {
        self.tell(Message::RoundChecked(round, Ok(Box::new(report)), settled.clone()))
    }
}
