//! edit.json: cuts of sources (versions 0 and 1), or a tree of items on tracks (version 2).

pub mod cuts;
mod sources;
pub mod tree;

use std::path::Path;

use crate::contract::finding::Finding;
use crate::contract::reading::{At, Need, Object, Reader};
use crate::contract::version::{self, Version};

pub use sources::Source;

/// The newest version this board understands.
pub const VERSION: i64 = 2;

/// An edit.json by its version.
#[derive(Debug, Clone)]
pub enum Edit {
    /// Version 0 or 1.
    Cuts(Box<cuts::CutList>),
    /// Version 2.
    Tree(Box<tree::Tree>),
    /// A later version: nothing of it is guessed.
    Newer(i64),
    /// No usable version, and no sign which one is meant.
    Unversioned,
}

/// Reads an edit.json. `None` only where the file is no JSON or no object.
pub fn read(file: &Path, bytes: &[u8]) -> (Option<Edit>, Vec<Finding>) {
    let mut reader = Reader::new(file);
    let edit = reader.parse(bytes).and_then(|doc| {
        let root = reader.object(doc.root(), &At::ROOT)?;
        Some(edit(&mut reader, &root))
    });
    (edit, reader.into_findings())
}

fn edit(reader: &mut Reader, root: &Object) -> Edit {
    // Early files had one `source` and no version: they are read as version 0.
    let single_source = root.get("source").is_some_and(|node| node.object().is_some());
    if root.get("version").is_none() && single_source {
        reader.warning("version-assumed", root.node, &At::ROOT).no_found().expected("0");
        return Edit::Cuts(Box::new(cuts::read(reader, root, 0, true)));
    }
    match version::read(reader, root, VERSION) {
        Version::Missing | Version::Unusable => Edit::Unversioned,
        Version::Known(version @ (0 | 1)) => Edit::Cuts(Box::new(cuts::read(reader, root, version, false))),
        Version::Known(_) => Edit::Tree(Box::new(tree::read(reader, root))),
        Version::Newer(version) => Edit::Newer(version),
    }
}

/// `output.fps` where it is a number above 0; in versions 0 and 1 it may be fractional and may be left out.
fn frame_rate(reader: &mut Reader, root: &Object, need: Need) -> Option<f64> {
    let output = reader.child(root, "output", &At::ROOT, need)?;
    let at = At::ROOT.key("output");
    reader.number_in(&output, "fps", &at, need, |n| n > 0.0, "expected.positive")
}

#[cfg(test)]
mod tests;
