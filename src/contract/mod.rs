//! The contracts: bytes in, typed values and located findings out. No I/O, no clock, no terminal.

pub(crate) mod beside;
pub mod check;
pub mod codes;
pub mod coding_plan;
pub mod edit;
pub mod finding;
pub mod findings;
pub(crate) mod ids;
pub mod intake;
pub mod json;
pub mod kind;
pub mod outcome_report;
pub mod plan_comments;
pub mod plan_critique;
pub mod plan_notes;
pub(crate) mod reading;
pub mod research_plan;
pub mod sidecar;
pub(crate) mod version;
pub mod workflow;

/// Whether a path relative to the file's folder is there, asked by any thread; `None`: not to be looked at.
pub type Exists<'e> = Option<&'e (dyn Fn(&str) -> bool + Sync)>;
