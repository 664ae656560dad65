//! Finding reports by a pattern: `*` and `?` inside a name, `**` for any folders. It stays below the project's root,
//! whatever the pattern or links say, and looks at a limited number of files.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

/// Most entries of folders looked at.
const MOST_ENTRIES: usize = 10_000;
/// Most folders looked through below each other.
const DEEPEST: usize = 32;
/// Most folders named to be watched.
const MOST_FOLDERS: usize = 32;
/// Folders never looked into.
const PASSED_OVER: [&str; 3] = [".git", "node_modules", "target"];

/// Whether `text` can be the setting `report.glob`: a relative path that stays below the root.
pub fn is_pattern(text: &str) -> bool {
    !text.trim().is_empty()
        && !text.contains('\0')
        && Path::new(text).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

/// The Markdown files below `root` that match, with the time each was written; and the folders looked through.
pub(super) fn find(root: &Path, pattern: &str) -> (Vec<(PathBuf, SystemTime)>, Vec<PathBuf>) {
    if !is_pattern(pattern) {
        return Default::default();
    }
    let parts: Vec<&str> = pattern.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let fixed = parts.iter().take(parts.len().saturating_sub(1)).take_while(|part| !part.contains(['*', '?'])).count();
    let (base, parts) = parts.split_at_checked(fixed).unwrap_or_default();
    let base = base.iter().fold(root.to_owned(), |path, part| path.join(part));
    let mut search = Search {
        root: fs::canonicalize(root).unwrap_or_else(|_| root.to_owned()),
        left: MOST_ENTRIES,
        files: Vec::new(),
        folders: Vec::new(),
    };
    // A folder that is not there yet is watched for.
    if !base.exists() {
        return (Vec::new(), vec![base]);
    }
    if search.is_inside(&base) {
        search.folder(&base, parts, 0);
    }
    search.folders.truncate(MOST_FOLDERS);
    (search.files, search.folders)
}

struct Search {
    /// Without links.
    root: PathBuf,
    /// Entries that may still be looked at.
    left: usize,
    files: Vec<(PathBuf, SystemTime)>,
    folders: Vec<PathBuf>,
}

impl Search {
    fn is_inside(&self, path: &Path) -> bool {
        fs::canonicalize(path).is_ok_and(|real| real.starts_with(&self.root))
    }

    fn folder(&mut self, folder: &Path, parts: &[&str], depth: usize) {
        let Some((first, rest)) = parts.split_first() else { return };
        let Ok(entries) = fs::read_dir(folder) else { return };
        if self.folders.last().is_none_or(|last| last != folder) {
            self.folders.push(folder.to_owned());
        }
        let mut names = Vec::new();
        for entry in entries.flatten() {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            names.push(entry);
        }
        names.sort_by_key(fs::DirEntry::file_name);
        let mut below = Vec::new();
        for entry in names {
            let (Ok(kind), name) = (entry.file_type(), entry.file_name()) else { continue };
            let name = name.to_string_lossy();
            if kind.is_dir() {
                if !PASSED_OVER.contains(&name.as_ref()) && depth < DEEPEST {
                    below.push((entry.path(), name.into_owned()));
                }
                continue;
            }
            let is_last = |parts: &[&str]| matches!(parts, [one] if *one != "**" && matches_name(one, &name));
            let here = if *first == "**" { rest.is_empty() || is_last(after_stars(parts)) } else { is_last(parts) };
            if here && is_markdown(&name) {
                self.file(&entry.path());
            }
        }
        for (path, name) in below {
            if *first == "**" {
                self.folder(&path, parts, depth + 1);
                // What follows the stars may begin here too, with this folder's name.
                if let [next, rest @ ..] = after_stars(parts)
                    && !rest.is_empty()
                    && matches_name(next, &name)
                {
                    self.folder(&path, rest, depth + 1);
                }
            } else if !rest.is_empty() && matches_name(first, &name) {
                self.folder(&path, rest, depth + 1);
            }
        }
    }

    /// A regular file, or a link to one that stays inside.
    fn file(&mut self, path: &Path) {
        let Ok(data) = fs::metadata(path) else { return };
        let is_known = self.files.iter().any(|(known, _)| known == path);
        if data.is_file() && !is_known && self.is_inside(path) {
            self.files.push((path.to_owned(), data.modified().unwrap_or(SystemTime::UNIX_EPOCH)));
        }
    }
}

fn after_stars<'p, 's>(parts: &'p [&'s str]) -> &'p [&'s str] {
    let stars = parts.iter().take_while(|part| **part == "**").count();
    parts.get(stars..).unwrap_or_default()
}

fn is_markdown(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    matches!(ending.as_deref(), Some("md" | "markdown"))
}

/// Whether a name matches one part of a pattern. Takes time in proportion to both.
fn matches_name(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // Where the last star stood, and how far it reaches.
    let mut star: Option<(usize, usize)> = None;
    while let Some(c) = name.get(n) {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(one) if *one == '?' || one == c => (p, n) = (p + 1, n + 1),
            _ => match &mut star {
                Some((at, reach)) => {
                    *reach += 1;
                    (p, n) = (*at + 1, *reach);
                }
                None => return false,
            },
        }
    }
    pattern.get(p..).unwrap_or_default().iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_stars_and_question_marks() {
        for (pattern, name, expected) in [
            ("*.md", "report.md", true),
            ("*.md", "report.txt", false),
            ("r?port*", "report.md", true),
            ("*a*b*", "xxaxxb", true),
            ("?", "あ", true),
            ("a", "ab", false),
            ("*", "", true),
        ] {
            assert_eq!(matches_name(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn a_pattern_never_leaves_the_root() {
        for (text, expected) in [
            ("reports/*.md", true),
            ("./a.md", true),
            ("../*.md", false),
            ("/tmp/*.md", false),
            ("", false),
            ("a/../../b", false),
        ] {
            assert_eq!(is_pattern(text), expected, "{text}");
        }
    }
}
