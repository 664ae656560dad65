//! `.akari/workflow.json`: which folder of a project has which role.

use std::path::{Component, Path};

use crate::contract::finding::{Finding, Severity};
use crate::contract::reading::{At, Need, Reader};

/// The path of the first usable role of kind `planning`, relative to the project's root. What is wrong is a warning: a
/// project can be found without this file. Whether a link leads out of the project only the disk knows.
pub fn planning_role(file: &Path, bytes: &[u8]) -> (Option<String>, Vec<Finding>) {
    let mut reader = Reader::new(file);
    let role = role(&mut reader, bytes);
    let mut findings = reader.into_findings();
    findings.iter_mut().for_each(|f| f.severity = Severity::Warning);
    (role, findings)
}

fn role(reader: &mut Reader, bytes: &[u8]) -> Option<String> {
    let doc = reader.parse(bytes)?;
    let root = reader.object(doc.root(), &At::ROOT)?;
    let list = At::ROOT.key("roles");
    let mut found = None;
    for (n, node) in reader.array(&root, "roles", &At::ROOT, Need::Optional).into_iter().enumerate() {
        let at = list.index(n);
        let Some(entry) = reader.object(node, &at) else { continue };
        if reader.text(&entry, "kind", &at, Need::Required).as_deref() != Some("planning") {
            continue;
        }
        let Some(path) = reader.full_text(&entry, "path", &at, Need::Required) else { continue };
        if leaves(&path) {
            if let Some(node) = entry.get("path") {
                reader.warning("role-outside-project", node, &at.key("path")).with("path", path);
            }
        } else if found.is_none() {
            found = Some(path);
        }
    }
    found
}

/// Whether a path, as written, leads out of the folder it starts in.
fn leaves(path: &str) -> bool {
    let mut depth = 0usize;
    for part in Path::new(path).components() {
        match part {
            Component::Normal(_) => depth += 1,
            Component::CurDir => {}
            Component::ParentDir => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return true,
            },
            Component::RootDir | Component::Prefix(_) => return true,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> (Option<String>, Vec<&'static str>) {
        let (role, findings) = planning_role(Path::new("workflow.json"), text.as_bytes());
        assert!(findings.iter().all(|f| f.severity == Severity::Warning));
        (role, findings.into_iter().map(|f| f.code).collect())
    }

    #[test]
    fn the_first_planning_role_counts() {
        let text = r#"{"roles":[{"path":"a","kind":"assets"},{"path":"p/q","kind":"planning"},{"path":"r","kind":"planning"}]}"#;
        assert_eq!(run(text), (Some("p/q".to_owned()), vec![]));
        assert_eq!(run("{}"), (None, vec![]));
    }

    #[test]
    fn a_role_that_leaves_the_project_is_passed_over() {
        for path in ["../x", "/x", "a/../../x"] {
            let text =
                format!(r#"{{"roles":[{{"path":"{path}","kind":"planning"}},{{"path":"a/../b","kind":"planning"}}]}}"#);
            assert_eq!(run(&text), (Some("a/../b".to_owned()), vec!["role-outside-project"]));
        }
    }

    #[test]
    fn a_broken_file_is_a_warning() {
        assert_eq!(run("{\"roles\":7}"), (None, vec!["wrong-type"]));
        assert_eq!(run(""), (None, vec!["empty-file"]));
    }
}
