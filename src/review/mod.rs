//! What a reviewer does, as values: targets, drafts with undo, re-anchoring, submissions, rounds.

pub mod anchor;
pub mod answers;
pub mod checklist;
pub mod critique;
pub mod decision;
pub mod diff;
pub mod draft;
pub mod fields;
pub mod first_pass;
pub mod hand_off;
pub mod history;
mod likeness;
pub mod matching;
pub mod notices;
pub mod objecting;
pub mod per_pass;
pub mod plan;
pub mod report_reply;
pub mod report_words;
pub mod resolve;
pub mod round;
pub mod search;
pub mod submission;
pub mod target;
pub mod verify;
