//! What keys do.

/// Makes the actions from one table: each with its stable name.
macro_rules! actions {
    ($($action:ident => $name:literal,)*) => {
        /// Everything a key can do.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[allow(missing_docs)] // the names are the documentation; each has its sentence in the locale files
        pub enum Action {
            $($action,)*
        }

        impl Action {
            /// Stable name, as settings and the locale files know it (`action.<name>`).
            pub fn name(self) -> &'static str {
                match self {
                    $(Action::$action => $name,)*
                }
            }
        }
    };
}

actions! {
    Down => "down",
    Up => "up",
    First => "first",
    Last => "last",
    PageDown => "page-down",
    PageUp => "page-up",
    NextGroup => "next-group",
    PreviousGroup => "previous-group",
    NextCommented => "next-commented",
    PreviousCommented => "previous-commented",
    NextNotReviewed => "next-not-reviewed",
    PreviousNotReviewed => "previous-not-reviewed",
    Pass1 => "pass-1",
    Pass2 => "pass-2",
    Pass3 => "pass-3",
    OtherPane => "other-pane",
    Open => "open",
    Comment => "comment",
    Edit => "edit",
    Delete => "delete",
    Undo => "undo",
    Redo => "redo",
    Reviewed => "reviewed",
    Search => "search",
    NextMatch => "next-match",
    PreviousMatch => "previous-match",
    Filter => "filter",
    Overall => "overall",
    Checklist => "checklist",
    Findings => "findings",
    Notices => "notices",
    OpenNotice => "open-notice",
    SwitchNotice => "switch-notice",
    Rounds => "rounds",
    Older => "older",
    Newer => "newer",
    Settle => "settle",
    NextUnsettled => "next-unsettled",
    PreviousUnsettled => "previous-unsettled",
    PutBack => "put-back",
    Copy => "copy",
    Submit => "submit",
    Approve => "approve",
    Language => "language",
    Redraw => "redraw",
    Help => "help",
    Close => "close",
    Quit => "quit",
    Suspend => "suspend",
    Save => "save",
    SaveOrNewline => "save-or-newline",
    Newline => "newline",
    ExternalEditor => "external-editor",
    GoToTarget => "go-to-target",
    OpenFile => "open-file",
    Confirm => "confirm",
    Take => "take",
    Leave => "leave",
    Drop => "drop",
    Repoint => "repoint",
    Overwrite => "overwrite",
    Recall => "recall",
    Checkpoint2 => "checkpoint-2",
    Checkpoint3 => "checkpoint-3",
    NextStep => "next-step",
    StopChecklist => "stop-checklist",
    ResumeChecklist => "resume-checklist",
    Objections => "objections",
    Layers => "layers",
    ZoomIn => "zoom-in",
    ZoomOut => "zoom-out",
    ZoomFit => "zoom-fit",
    LensScope => "lens-scope",
    LensFeasibility => "lens-feasibility",
    LensSecurity => "lens-security",
    LensAlternative => "lens-alternative",
    Rule => "rule",
    NextRule => "next-rule",
    PreviousRule => "previous-rule",
    Agree => "agree",
    Insist => "insist",
    Reports => "reports",
    Answer => "answer",
    CopyAnswers => "copy-answers",
    NextReport => "next-report",
    PreviousReport => "previous-report",
    GoTo => "go-to",
    Commands => "commands",
    Complete => "complete",
    AllComments => "all-comments",
    Phrases => "phrases",
    TakeOver => "take-over",
}

impl Action {
    /// Whether the action changes a draft, a mark or a file, and so is not offered on a read-only board.
    pub fn changes(self) -> bool {
        use Action::*;
        let on_board = matches!(self, Comment | Edit | Delete | Undo | Redo | Reviewed | Overall | Submit | Approve);
        on_board || matches!(self, Settle | PutBack | Agree | Insist | Answer)
    }
}
