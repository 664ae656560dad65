//! The drafts a board opens with: as they were left, with what came in since, on the targets of the plan as it now is.

use chrono::{DateTime, Utc};

use crate::board::disk::Disk;
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::Pass;
use crate::project::load::view_of;
use crate::review::anchor::{reanchor, reanchor_without};
use crate::review::draft::Draft;
use crate::review::history::History;
use crate::review::per_pass::PerPass;
use crate::review::target::{PassView, Plan};

impl Disk {
    /// The drafts, and what is to be said of those that could not be read.
    pub(super) fn drafts(&self, plan: &Plan, now: DateTime<Utc>) -> (PerPass<Draft>, Option<Phrase>) {
        let mut news = News::default();
        let drafts = PerPass::new(|pass| self.draft(pass, plan.pass(pass), now, &mut news));
        (drafts, news.phrase())
    }

    fn draft(&self, pass: Pass, view: &PassView, now: DateTime<Utc>, news: &mut News) -> Draft {
        let Some(store) = &self.store else { return Draft::new(pass) };
        let loaded = if self.writes().is_some() { store.load_draft(pass, now) } else { store.peek_draft(pass) };
        if let Some((error, aside)) = &loaded.broken {
            let shown = aside.as_ref().unwrap_or(&error.path).display().to_string();
            news.broken = Some(Phrase::new("banner.draft-broken").with("path", shown));
        }
        let mut draft = loaded.draft;
        if let Some(store) = self.writes() {
            // What came in while no board was open; what cannot be taken in now stays there.
            let _ = store.merge_inbox(&mut draft, now);
        }
        if draft.plan_sha256 != view.sha256 && !draft.is_empty() {
            let before = loaded.snapshot.map(|bytes| view_of(&self.project, pass, &bytes, now));
            let report = match before {
                Some(before) => reanchor(&mut draft, &mut History::default(), &before, view),
                None => reanchor_without(&mut draft, &mut History::default(), view),
            };
            news.moved += report.moved.len();
            news.gone += report.gone.len();
        }
        if view.unavailable.is_none() {
            // From here on the anchors are in line with this plan, which is kept with them.
            draft.plan_sha256.clone_from(&view.sha256);
        }
        draft
    }
}

/// What is to be said of the drafts when a board opens.
#[derive(Default)]
struct News {
    broken: Option<Phrase>,
    moved: usize,
    gone: usize,
}

impl News {
    fn phrase(self) -> Option<Phrase> {
        self.broken.or_else(|| (self.moved + self.gone > 0).then(|| moved_words(self.moved, self.gone)))
    }
}

/// That comments moved with their targets or lost them.
pub fn moved_words(moved: usize, gone: usize) -> Phrase {
    let key = match (moved, gone) {
        (_, 0) => "banner.comments-moved",
        (0, _) => "banner.comments-gone",
        _ => "banner.comments-moved-gone",
    };
    let n = moved.max(gone).to_string();
    Phrase::new(key).with("n", n).with("moved", moved.to_string()).with("gone", gone.to_string())
}
