//! The versions of the contracts: whole numbers from 0; a newer one is read only, and nothing of it is guessed.

use crate::contract::reading::{At, Need, Object, Reader};

/// The file's `version`. A missing or wrong one is an error and `None`; one above `known` is the error `newer` and
/// comes back, for the caller to stop at.
pub(crate) fn read(reader: &mut Reader, root: &Object, known: i64) -> Option<i64> {
    let version = reader.integer(root, "version", &At::ROOT, Need::Required)?;
    let (node, at) = (root.get("version")?, At::ROOT.key("version"));
    if version > known {
        reader.error("newer", node, &at).expected(format!("≤ {known}")).with("version", version.to_string());
    } else if version < 0 {
        reader.error("out-of-range", node, &at).expected("≥ 0");
        return None;
    }
    Some(version)
}
