//! Reviewed marks: a mark holds the hash its target had, so that a target that changed counts as not reviewed.

use std::collections::HashMap;

use crate::contract::json::canonical;
use crate::review::round::sha256_hex;
use crate::review::target::Target;

/// Marks by target key (see [`key`]): the hash each target had.
pub type Marks = HashMap<String, String>;

/// What a mark says of a target as it now is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// No mark.
    Not,
    /// Reviewed as it is.
    Reviewed,
    /// Reviewed, but changed since.
    Changed,
}

/// What a mark is kept under: the id the plan gives the target, so that the mark follows it; for a target without an
/// id its hash, which is the same wherever it stands.
pub fn key(target: &Target) -> String {
    match &target.own_id {
        Some(id) => format!("{}:{id}", target.kind.as_str()),
        None => format!("{}#{}", target.kind.as_str(), hash(target)),
    }
}

/// The hash of a target: equal for equal JSON values.
pub fn hash(target: &Target) -> String {
    let mut hash = sha256_hex(canonical(target.json.as_str()).as_bytes());
    hash.truncate(16);
    hash
}

/// The mark of a target. Without marks nothing is hashed.
pub fn mark(marks: &Marks, target: &Target) -> Mark {
    if marks.is_empty() {
        return Mark::Not;
    }
    match marks.get(&key(target)) {
        None => Mark::Not,
        Some(had) if *had == hash(target) => Mark::Reviewed,
        Some(_) => Mark::Changed,
    }
}
