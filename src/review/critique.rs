//! Judging a critique: what its anchors resolve to, what blocks, and the verdict of the gate (coding plan rules, "The
//! gate"). Pure: the files of the worktree come in through [`World`].

use crate::contract::finding::{Finding, Phrase};
use crate::contract::plan_critique::Critique;
use crate::review::target::PassView;

/// What an anchor comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnchorState {
    /// It leads where it says.
    Resolved,
    /// The quote stands in another line of the file (from 1): it does not resolve.
    Drifted(usize),
    /// It leads nowhere, and why.
    Unresolved(Phrase),
    /// An inference: never checkable.
    Uncheckable,
}

/// Reads what anchors point into.
pub trait World {
    /// The lines of a file of the worktree (`path` as in the anchor).
    ///
    /// # Errors
    /// Why it cannot be read: outside the worktree, no regular file, binary, too large, not there.
    fn lines(&self, path: &str) -> Result<std::sync::Arc<Vec<String>>, Phrase>;

    /// Whether the analysis defines this requirement id, or has a heading with this text.
    fn analysis(&self, reference: &str) -> Result<(), Phrase>;
}

/// What the reviewer says to a reply.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ruling {
    /// The reply settles it.
    Agree,
    /// It does not, and why.
    Insist(String),
}

/// One objection as it stands; by its position in [`Critique::objections`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// Its anchors, in order.
    pub anchors: Vec<AnchorState>,
    /// None of its anchors resolves: it is an inference.
    pub is_inference: bool,
    /// Position of its reply in [`Critique::replies`].
    pub reply: Option<usize>,
    /// The reply's anchors, in order.
    pub reply_anchors: Vec<AnchorState>,
    /// It keeps the gate closed.
    pub blocks: bool,
    /// What the reviewer says to the reply.
    pub ruling: Option<Ruling>,
    /// Accepted, but the task it names did not change since the critique.
    pub is_unchanged: bool,
    /// `target_id`s of the targets of the plan that it names.
    pub targets: Vec<String>,
    /// Another objection than those the gate judged for this plan (`second-round`): not scored.
    pub is_refused: bool,
}

/// What the gate says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// An objection has no reply.
    Awaiting,
    /// A binding objection is neither settled nor refuted.
    Blocked,
    /// The plan may go on.
    Clear,
}

impl Verdict {
    /// The word in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Awaiting => "awaiting",
            Verdict::Blocked => "blocked",
            Verdict::Clear => "clear",
        }
    }
}

/// A critique as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// What the gate says.
    pub verdict: Verdict,
    /// Each objection, in the order of the file.
    pub objections: Vec<Judged>,
    /// What is wrong besides what the file's reader found (`second-round`).
    pub findings: Vec<Finding>,
}

impl Judgement {
    /// Objections without a reply.
    pub fn awaiting(&self) -> usize {
        self.objections.iter().filter(|judged| judged.reply.is_none()).count()
    }
}

/// What a judgement needs besides the critique.
pub struct Case<'a> {
    /// The pass of the coding plan.
    pub plan: &'a PassView,
    /// The files anchors point into.
    pub world: &'a dyn World,
    /// Which rules bind: patterns with `*`; empty: every rule that is cited.
    pub binding: &'a [String],
    /// A ruling that insists blocks too.
    pub person: bool,
    /// The reviewer's rulings, by objection id.
    pub rulings: &'a std::collections::BTreeMap<String, Ruling>,
    /// The plan as it was when the critique was first seen, where it is known.
    pub before: Option<&'a PassView>,
    /// Positions of the objections that come after the gate's judgement of this plan.
    pub refused: &'a std::collections::BTreeSet<usize>,
    /// The file has errors, or cannot be read whole: it is never clear.
    pub flawed: bool,
}

/// Judges a critique.
pub fn judge(critique: &Critique, case: &Case) -> Judgement {
    let _ = (critique, case);
    Judgement { verdict: Verdict::Awaiting, objections: Vec::new(), findings: Vec::new() }
}
