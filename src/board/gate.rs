//! Deciding on a board: which plan the reviewer has seen, what was decided, and what closing the board means to whoever
//! waits (loop rules, "Deciding: gate, open, wait").

use chrono::{DateTime, Utc};

use crate::board::state::State;
use crate::contract::plan_comments::Pass;
use crate::review::decision::{DecidedPlan, Decision};
use crate::review::per_pass::PerPass;

/// What is decided here, and for whom.
#[derive(Debug, Default)]
pub struct Gate {
    /// Submitting or approving closes the board.
    pub on: bool,
    /// `planboard open` opened the board: whoever called that waits elsewhere, or will.
    pub opened: bool,
    /// What was decided last.
    pub decision: Option<Decision>,
    /// The reviewer left by a key (no signal, no lost terminal).
    pub left: bool,
    /// SHA-256 of the plan files as they were on screen at the last key, by pass.
    seen: PerPass<Option<String>>,
}

impl Gate {
    /// The hash of the plan file of this pass that the reviewer last looked at; `None`: never.
    pub fn seen(&self, pass: Pass) -> Option<&str> {
        self.seen.of(pass).as_deref()
    }
}

/// The reviewer looks at the pass on screen as it now is.
pub fn see(state: &mut State) {
    let now = state.view().sha256.clone();
    *state.gate.seen.of_mut(state.pass) = now;
}

/// What closing a board means.
#[derive(Debug)]
pub struct Closing {
    /// What the gate's caller is told; `None`: it is no gate.
    pub decision: Option<Decision>,
    /// What is left for whoever waits.
    pub left: Option<Decision>,
    /// It is left only where somebody waits.
    pub if_waited: bool,
}

/// What closing this board means. A gate that was not decided is closed, however it ended; another board only counts as
/// closed when the reviewer left it by a key, for one that was killed is opened again.
pub fn closing(state: &State, now: DateTime<Utc>) -> Closing {
    let gate = &state.gate;
    let view = state.view();
    let plan = view.sha256.as_deref().map(|sha256| DecidedPlan::new(&view.file, sha256));
    let closed = Decision::closed(Some(state.pass), plan, now);
    if gate.on {
        let left = (gate.opened && gate.decision.is_none()).then(|| closed.clone());
        return Closing { decision: Some(gate.decision.clone().unwrap_or(closed)), left, if_waited: false };
    }
    let writes = state.outside.read_only.is_none();
    let asked = gate.opened && gate.decision.is_none();
    Closing { decision: None, left: (gate.left && writes).then_some(closed), if_waited: !asked }
}
