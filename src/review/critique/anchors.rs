//! What anchors resolve to (coding plan rules, "Anchors resolve").

use std::collections::HashMap;
use std::path::{Component, Path};
use std::sync::Arc;

use crate::contract::finding::Phrase;
use crate::contract::plan_comments::TargetKind;
use crate::contract::plan_critique::{Anchor, AnchorKind};
use crate::review::critique::{AnchorState, World};
use crate::review::target::{PassView, Target};
use crate::text::near::nearest;
use crate::text::trim::fold_spaces;

/// Bytes of text looked through for quotes that are not on their line. A critique that asks for more is not told where
/// they drifted to.
const MOST_SEARCHED: usize = 1 << 30;

/// Lines with their white space collapsed, or why there are none.
type Lines = Result<Arc<Vec<String>>, Phrase>;

/// Resolves anchors; each file is looked at once.
pub(super) struct Resolver<'a> {
    world: &'a dyn World,
    plan: &'a PassView,
    /// Waves and cases by their ids.
    tasks: HashMap<&'a str, &'a Target>,
    files: HashMap<String, Lines>,
    searched: usize,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(plan: &'a PassView, world: &'a dyn World) -> Resolver<'a> {
        let mut tasks = HashMap::new();
        for (id, target) in plan.targets.iter().filter(|t| is_task(t)).filter_map(|t| Some((t.own_id.as_deref()?, t))) {
            tasks.entry(id).or_insert(target);
        }
        Resolver { world, plan, tasks, files: HashMap::new(), searched: 0 }
    }

    /// The wave or case with this id.
    pub(super) fn task(&self, id: &str) -> Option<&'a Target> {
        self.tasks.get(id).copied()
    }

    pub(super) fn all(&mut self, anchors: &[Anchor]) -> Vec<AnchorState> {
        anchors.iter().map(|anchor| self.one(anchor)).collect()
    }

    fn one(&mut self, anchor: &Anchor) -> AnchorState {
        let state = match anchor.kind {
            AnchorKind::Inference => return AnchorState::Uncheckable,
            AnchorKind::File => return self.file(&anchor.reference, anchor.quote.as_deref()),
            AnchorKind::Plan => self.in_plan(&anchor.reference),
            AnchorKind::Analysis => self.world.analysis(&anchor.reference),
        };
        match state {
            Ok(()) => AnchorState::Resolved,
            Err(why) => AnchorState::Unresolved(why),
        }
    }

    fn in_plan(&self, id: &str) -> Result<(), Phrase> {
        if self.task(id).is_some() {
            return Ok(());
        }
        if self.plan.unavailable.is_some() {
            return Err(Phrase::new("critique.reason.plan-unreadable"));
        }
        let mut known: Vec<&str> = self.tasks.keys().copied().collect();
        known.sort_unstable();
        Err(match nearest(id, known) {
            Some(near) => Phrase::new("critique.reason.no-task-near").with("id", id).with("nearest", near),
            None => Phrase::new("critique.reason.no-task").with("id", id),
        })
    }

    fn file(&mut self, reference: &str, quote: Option<&str>) -> AnchorState {
        let unresolved = |key| AnchorState::Unresolved(Phrase::new(key));
        let Some((path, line)) = reference.rsplit_once(':') else { return unresolved("critique.reason.no-line") };
        let is_number = !line.is_empty() && line.bytes().all(|b| b.is_ascii_digit());
        let is_range = line.split_once(['-', '–', '~']).is_some_and(|(from, to)| {
            let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'L');
            digits(from) && digits(to)
        });
        if is_range {
            return unresolved("critique.reason.line-range");
        }
        if !is_number || line.bytes().all(|b| b == b'0') {
            return unresolved("critique.reason.no-line");
        }
        if let Err(why) = inside(path) {
            return AnchorState::Unresolved(why);
        }
        let lines = match self.lines(path) {
            Ok(lines) => lines,
            Err(why) => return AnchorState::Unresolved(why),
        };
        // A number too large to count to is behind the end of every file.
        let cited = line.parse::<usize>().unwrap_or(usize::MAX);
        let text = cited.checked_sub(1).and_then(|at| lines.get(at));
        let quote = quote.map(fold_spaces).filter(|quote| !quote.is_empty());
        match (text, &quote) {
            (Some(_), None) => return AnchorState::Resolved,
            (Some(text), Some(quote)) if text.contains(quote.as_str()) => return AnchorState::Resolved,
            _ => {}
        }
        if let Some(found) = quote.as_deref().and_then(|quote| self.nearest_line(&lines, quote, cited)) {
            return AnchorState::Drifted(found);
        }
        match text {
            Some(_) => unresolved("critique.reason.no-quote"),
            None => {
                let phrase = Phrase::new("critique.reason.no-such-line").with("line", line);
                AnchorState::Unresolved(phrase.with("lines", lines.len().to_string()))
            }
        }
    }

    fn lines(&mut self, path: &str) -> Lines {
        if let Some(known) = self.files.get(path) {
            return known.clone();
        }
        let folded = |lines: Arc<Vec<String>>| Arc::new(lines.iter().map(|line| fold_spaces(line)).collect::<Vec<_>>());
        let lines = self.world.lines(path).map(folded);
        self.files.insert(path.to_owned(), lines.clone());
        lines
    }

    /// The line (from 1) that has the quote, the nearest to the one cited; of two as near the upper.
    fn nearest_line(&mut self, lines: &[String], quote: &str, cited: usize) -> Option<usize> {
        let bytes: usize = lines.iter().map(|line| line.len() + 1).sum();
        self.searched = self.searched.saturating_add(bytes);
        if self.searched > MOST_SEARCHED {
            return None;
        }
        let having = lines.iter().enumerate().filter(|(_, line)| line.contains(quote)).map(|(at, _)| at + 1);
        having.min_by_key(|line| line.abs_diff(cited))
    }
}

fn is_task(target: &Target) -> bool {
    matches!(target.kind, TargetKind::Wave | TargetKind::Case)
}

/// Whether the path of an anchor stays inside the worktree by its text alone.
///
/// # Errors
/// It is absolute, leads upward, or is empty.
pub fn inside(path: &str) -> Result<(), Phrase> {
    if path.trim().is_empty() {
        return Err(Phrase::new("critique.reason.no-path"));
    }
    for component in Path::new(path).components() {
        match component {
            Component::Normal(_) | Component::CurDir => {}
            Component::ParentDir => return Err(Phrase::new("critique.reason.upward")),
            Component::RootDir | Component::Prefix(_) => return Err(Phrase::new("critique.reason.absolute")),
        }
    }
    Ok(())
}
