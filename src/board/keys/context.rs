//! Where keys are pressed.

/// Where a key is pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Context {
    /// List and detail.
    Board,
    /// The editor.
    Editor,
    /// The search line.
    Search,
    /// Help: a panel to read.
    Panel,
    /// The findings of the files.
    Findings,
    /// The notices of the pass on screen.
    Notices,
    /// The checklist.
    Checklist,
    /// A step of the checklist is done: what was done is typed.
    StepDone,
    /// Stopping or resuming the checklist.
    StopOrResume,
    /// A text shown whole until a key (the hand-off line).
    Sheet,
    /// Choosing one of several comments.
    Choose,
    /// Choosing a new target for a comment.
    Repoint,
    /// The submit dialogue.
    Submit,
    /// The rounds view.
    Rounds,
    /// The outcome reports.
    Reports,
    /// The editor of an answer to a decision.
    Answer,
    /// The approval.
    Approve,
    /// Choosing the lens of an objection.
    Lens,
    /// Typing the rule an objection cites.
    Rule,
    /// The objections.
    Objections,
    /// Typing why the reviewer insists on an objection.
    Reason,
    /// Typing where to go.
    GoTo,
    /// Typing the name of an action.
    Commands,
    /// All comments.
    AllComments,
    /// Choosing a canned phrase.
    Phrases,
    /// Taking over from the board that holds the lock.
    TakeOver,
}
