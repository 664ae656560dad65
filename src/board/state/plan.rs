//! What the plan files say, and where they are.

use std::cell::OnceCell;
use std::path::PathBuf;
use std::sync::Arc;

use crate::board::rows::Rows;
use crate::board::timeline::Timeline;
use crate::board::waves::Waves;
use crate::contract::finding::Finding;
use crate::contract::plan_comments::Pass;
use crate::review::per_pass::PerPass;
use crate::review::search::Index;
use crate::review::target::Plan;

/// Where the project is, as it is shown.
#[derive(Debug, Clone, Default)]
pub struct ProjectPlace {
    /// Name in the header.
    pub name: String,
    /// The plan directory as the hand-off names it (relative to the project root).
    pub plan_dir: String,
    /// The critique of a coding plan lies elsewhere than it would by itself.
    pub critique_named: bool,
    /// plan-comments.json as the hand-off names it.
    pub plan_comments: String,
    /// plan-comments.json, absolute.
    pub plan_comments_path: PathBuf,
    /// The project's root, absolute: paths are shown relative to it.
    pub root: PathBuf,
}

/// What the plan files say.
#[derive(Default)]
pub struct PlanPart {
    /// The plan as last read; a pass whose file was broken for a moment keeps its last good view.
    pub plan: Arc<Plan>,
    /// How often plan and what lies around it were read.
    pub loaded: u64,
    /// The rows of each pass without a filter.
    pub rows: PerPass<Rows>,
    /// Search indexes, each made at the first search in its pass.
    pub indexes: PerPass<OnceCell<Index>>,
    /// The plan shown before; the loop takes it away, for freeing a long one takes time.
    pub retired: Option<Arc<Plan>>,
    /// Passes that show their last good view, with what is wrong with the file now.
    pub stale: PerPass<Option<Box<Finding>>>,
    /// The layers of the waves of a coding plan.
    pub waves: Waves,
    /// The passes over time.
    pub timelines: PerPass<Timeline>,
    /// Passes with findings in their files; found when the files are read, not per frame.
    pub with_findings: PerPass<bool>,
}

impl PlanPart {
    /// Where the search index of a pass is kept.
    pub fn index_cell(&self, pass: Pass) -> &OnceCell<Index> {
        self.indexes.of(pass)
    }

    /// Whether the file of a pass whose last good view is shown is not there any more.
    pub fn is_gone(&self, pass: Pass) -> bool {
        let missing = |finding: &Finding| finding.args.iter().any(|(_, problem)| problem == "io.missing");
        self.stale_finding(pass).is_some_and(missing)
    }

    /// What is wrong right now with the file of a pass whose last good view is shown.
    pub fn stale_finding(&self, pass: Pass) -> Option<&Finding> {
        self.stale.of(pass).as_deref()
    }
}
