//! The contracts: bytes in, typed values and located findings out. No I/O, no clock, no terminal.

pub mod codes;
pub mod edit;
pub mod finding;
pub mod intake;
pub mod json;
pub mod plan_comments;
pub mod plan_notes;
pub(crate) mod reading;
pub mod research_plan;
pub mod sidecar;
pub(crate) mod version;
pub mod workflow;
