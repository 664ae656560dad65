//! The versions of the contracts: whole numbers from 0; a newer one is read only, and nothing of it is guessed.

use crate::contract::json::{Kind, Node};
use crate::contract::reading::{At, Need, Object, Reader};

/// What a file says of its version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Version {
    /// One this board understands.
    Known(i64),
    /// A later one; one too large for the type is [`i64::MAX`].
    Newer(i64),
    /// The key is not there.
    Missing,
    /// There, but no whole number from 0.
    Unusable,
}

impl Version {
    /// What the value of `version` says, where `known` is the latest version understood.
    pub(crate) fn of(node: Node, known: i64) -> Version {
        match node.integer() {
            Some(version) if version > known => Version::Newer(version),
            Some(version) if version >= 0 => Version::Known(version),
            Some(_) => Version::Unusable,
            // No number of the type: a whole one beyond it is later than everything.
            None if node.kind() == Kind::Number && node.text().parse().is_ok_and(|n: f64| n >= i64::MAX as f64) => {
                Version::Newer(i64::MAX)
            }
            None => Version::Unusable,
        }
    }
}

/// The file's `version`. A missing, wrong or newer one is an error.
pub(crate) fn read(reader: &mut Reader, root: &Object, known: i64) -> Version {
    let Some(node) = root.get("version") else {
        reader.member(root, "version", &At::ROOT, Need::Required);
        return Version::Missing;
    };
    let at = At::ROOT.key("version");
    let version = Version::of(node, known);
    match version {
        Version::Newer(_) => {
            let note = reader.error("newer", node, &at).expected(format!("≤ {known}"));
            note.found_as("version");
        }
        Version::Unusable if node.integer().is_some() => {
            reader.error("out-of-range", node, &at).expected("≥ 0");
        }
        Version::Unusable => {
            reader.integer(root, "version", &At::ROOT, Need::Required);
        }
        Version::Known(_) | Version::Missing => {}
    }
    version
}
