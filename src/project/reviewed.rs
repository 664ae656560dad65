//! Reviewed marks: which targets the reviewer has looked at, each bound to what it said then.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::contract::plan_comments::Pass;
use crate::project::store::{Loaded, Store, create, load, save, set_aside};
use crate::project::write::DiskError;
use crate::review::matching::pair;
use crate::review::target::{PassView, Target};

/// The reviewed marks of one pass.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reviewed {
    /// Key of the target to the fingerprint of its JSON when it was marked.
    marks: Marks,
}

/// So many parts.
const PARTS: usize = 256;

/// Marks in parts, each shared by all copies until one changes it: handing the marks of 100,000 targets to another thread
/// costs next to nothing, and so does the next mark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, String>", into = "BTreeMap<String, String>")]
struct Marks(Vec<Arc<BTreeMap<String, String>>>);

impl Default for Marks {
    fn default() -> Marks {
        Marks(vec![Arc::default(); PARTS])
    }
}

impl Marks {
    fn part(key: &str) -> usize {
        key.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % PARTS
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|part| part.is_empty())
    }

    fn get(&self, key: &str) -> Option<&String> {
        self.0.get(Marks::part(key))?.get(key)
    }

    fn insert(&mut self, key: String, print: String) {
        if let Some(part) = self.0.get_mut(Marks::part(&key)) {
            Arc::make_mut(part).insert(key, print);
        }
    }

    fn remove(&mut self, key: &str) -> Option<String> {
        Arc::make_mut(self.0.get_mut(Marks::part(key))?).remove(key)
    }
}

impl From<BTreeMap<String, String>> for Marks {
    fn from(whole: BTreeMap<String, String>) -> Marks {
        let mut marks = Marks::default();
        whole.into_iter().for_each(|(key, print)| marks.insert(key, print));
        marks
    }
}

impl From<Marks> for BTreeMap<String, String> {
    fn from(marks: Marks) -> BTreeMap<String, String> {
        marks.0.into_iter().flat_map(Arc::unwrap_or_clone).collect()
    }
}

/// Whether a target is reviewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Not marked.
    None,
    /// Marked, and as it was.
    Reviewed,
    /// Marked, and changed since: counts as not reviewed.
    Changed,
}

fn key(target: &Target) -> String {
    // An id and an index are never taken for each other.
    target.own_id.as_ref().map_or_else(|| format!("[{}]", target.index), |id| format!("id:{id}"))
}

impl Reviewed {
    /// How the target is marked.
    pub fn mark(&self, target: &Target) -> Mark {
        if self.marks.is_empty() {
            return Mark::None;
        }
        match self.marks.get(&key(target)) {
            None => Mark::None,
            Some(print) if *print == target.fingerprint() => Mark::Reviewed,
            Some(_) => Mark::Changed,
        }
    }

    /// Marks the target, or takes the mark off; a changed one is marked anew. Gives the new mark.
    pub fn toggle(&mut self, target: &Target) -> Mark {
        match self.mark(target) {
            Mark::Reviewed => {
                self.marks.remove(&key(target));
                Mark::None
            }
            Mark::None | Mark::Changed => {
                self.marks.insert(key(target), target.fingerprint());
                Mark::Reviewed
            }
        }
    }

    /// Marks follow their targets into a rewritten plan.
    pub fn follow(&mut self, before: &PassView, after: &PassView) {
        if !self.marks.is_empty() {
            self.follow_paired(before, after, || pair(before, after));
        }
    }

    /// As [`Reviewed::follow`], with the place of each target in `after`; asked for only where there are marks.
    pub fn follow_paired(&mut self, before: &PassView, after: &PassView, pairs: impl FnOnce() -> Vec<Option<usize>>) {
        if self.marks.is_empty() || before.unavailable.is_some() || after.unavailable.is_some() {
            return;
        }
        let mut old = std::mem::take(&mut self.marks);
        for (was, is) in before.targets.iter().zip(pairs()) {
            if let Some(print) = old.remove(&key(was))
                && let Some(target) = is.and_then(|at| after.targets.get(at))
            {
                self.marks.insert(key(target), print);
            }
        }
        // Of targets that were not there even before: by their id they may come back.
        for (key, print) in BTreeMap::from(old).into_iter().filter(|(key, _)| key.starts_with("id:")) {
            self.marks.insert(key, print);
        }
    }

    /// How many targets are reviewed and as they were.
    pub fn count(&self, view: &PassView) -> usize {
        self.positions(view).count()
    }

    /// Positions of the targets that are reviewed and as they were.
    pub fn positions<'a>(&'a self, view: &'a PassView) -> impl Iterator<Item = usize> + 'a {
        self.positions_among(view, 0..view.targets.len())
    }

    /// The same, of these targets only.
    pub fn positions_among<'a>(
        &'a self,
        view: &'a PassView,
        among: impl Iterator<Item = usize> + 'a,
    ) -> impl Iterator<Item = usize> + 'a {
        let is_reviewed =
            move |position: &usize| view.targets.get(*position).map(|t| self.mark(t)) == Some(Mark::Reviewed);
        let among = (!self.marks.is_empty()).then_some(among);
        among.into_iter().flatten().filter(is_reviewed)
    }
}

impl Store {
    fn reviewed_path(&self, pass: Pass) -> PathBuf {
        self.folder().join("reviewed").join(format!("{}.json", pass.as_str()))
    }

    /// The marks of a pass; a broken file reads as none.
    pub fn peek_reviewed(&self, pass: Pass) -> Reviewed {
        match load(&self.reviewed_path(pass)) {
            Loaded::Value(marks) => marks,
            Loaded::Absent | Loaded::Broken(_) => Reviewed::default(),
        }
    }

    /// Writes the marks of a pass; a broken file is set aside first.
    ///
    /// # Errors
    /// The state directory cannot be written.
    pub fn save_reviewed(&self, pass: Pass, marks: &Reviewed, now: DateTime<Utc>) -> Result<(), DiskError> {
        let path = self.reviewed_path(pass);
        create(&self.folder().join("reviewed"))?;
        if let Loaded::Broken(_) = load::<Reviewed>(&path) {
            set_aside(&path, now)?;
        }
        save(&path, marks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::store::tests::store;
    use crate::review::anchor::testing::{shot, view};

    #[test]
    fn a_target_that_changed_counts_as_not_reviewed() {
        let mut marks = Reviewed::default();
        let target = shot(0, Some("a"), "one");
        assert_eq!(marks.toggle(&target), Mark::Reviewed);
        assert_eq!(marks.mark(&shot(4, Some("a"), "one")), Mark::Reviewed, "its place is not its content");
        let changed = shot(0, Some("a"), "eins");
        assert_eq!(marks.mark(&changed), Mark::Changed);
        assert_eq!(marks.count(&view(vec![changed.clone()])), 0);
        assert_eq!(marks.toggle(&changed), Mark::Reviewed);
        assert_eq!(marks.toggle(&changed), Mark::None);
    }

    #[test]
    fn marks_follow_their_targets_and_survive_the_disk() {
        let (_dir, store) = store();
        let mut marks = Reviewed::default();
        let before = view(vec![shot(0, None, "a"), shot(1, None, "b")]);
        marks.toggle(&before.targets[1]);
        let after = view(vec![shot(0, None, "new"), shot(1, None, "a"), shot(2, None, "b")]);
        marks.follow(&before, &after);
        let states: Vec<_> = after.targets.iter().map(|t| marks.mark(t)).collect();
        assert_eq!(states, [Mark::None, Mark::None, Mark::Reviewed]);
        store.save_reviewed(Pass::Structure, &marks, DateTime::UNIX_EPOCH).unwrap();
        assert_eq!(store.peek_reviewed(Pass::Structure), marks);
        assert_eq!(store.peek_reviewed(Pass::Final), Reviewed::default());
    }
}
