//! planboard: a terminal board on which a person reviews what an agent plans to do, before it is done.
//!
//! The rooms, each naming only those before it (a test holds that):
//!
//! - [`text`]: graphemes, cells, wrapping, cleaning of untrusted text. A leaf.
//! - [`contract`]: the file contracts. Bytes in; typed values and located findings out. No I/O, no clock.
//! - [`review`]: what a reviewer does, as values: targets, drafts with undo, re-anchoring, submissions, rounds.
//! - [`project`]: the disk: finding a project, loading, watching, writing whole files, drafts and rounds.
//! - [`locale`]: every word the interface says, by key and language.
//! - [`board`]: the terminal: state, messages, update, effects; keys; views; editor; theme; the terminal guard.
//! - [`cli`]: one file for each command; the only place that prints.

pub mod board;
pub mod cli;
pub mod contract;
pub mod locale;
pub mod project;
pub mod review;
pub mod text;
