//! Keys and what they do. Help and the key line are made from this table, so they cannot promise anything else.

use std::sync::OnceLock;

use crate::board::input::Key;

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

/// Everything a key can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names are the documentation; each has its sentence in the locale files
pub enum Action {
    Down,
    Up,
    First,
    Last,
    PageDown,
    PageUp,
    NextGroup,
    PreviousGroup,
    NextCommented,
    PreviousCommented,
    Pass1,
    Pass2,
    Pass3,
    OtherPane,
    Open,
    Comment,
    Edit,
    Delete,
    Undo,
    Redo,
    Reviewed,
    Search,
    NextMatch,
    PreviousMatch,
    Filter,
    Overall,
    Checklist,
    Findings,
    Notices,
    OpenNotice,
    Rounds,
    Older,
    Newer,
    Settle,
    NextUnsettled,
    PreviousUnsettled,
    PutBack,
    Copy,
    Submit,
    Approve,
    Language,
    Redraw,
    Help,
    Close,
    Quit,
    Suspend,
    Save,
    SaveOrNewline,
    Newline,
    ExternalEditor,
    GoToTarget,
    OpenFile,
    Confirm,
    Take,
    Leave,
    Drop,
    Repoint,
    Overwrite,
    Recall,
    Checkpoint2,
    Checkpoint3,
    NextStep,
    StopChecklist,
    ResumeChecklist,
    Objections,
    Layers,
    ZoomIn,
    ZoomOut,
    ZoomFit,
    LensScope,
    LensFeasibility,
    LensSecurity,
    LensAlternative,
    Rule,
    NextRule,
    PreviousRule,
    Agree,
    Insist,
    Reports,
    Answer,
    CopyAnswers,
    NextReport,
    PreviousReport,
    GoTo,
    Commands,
    Complete,
    AllComments,
    Phrases,
    TakeOver,
}

impl Action {
    /// Stable name, as settings and the locale files know it (`action.<name>`).
    pub fn name(self) -> &'static str {
        match self {
            Action::Down => "down",
            Action::Up => "up",
            Action::First => "first",
            Action::Last => "last",
            Action::PageDown => "page-down",
            Action::PageUp => "page-up",
            Action::NextGroup => "next-group",
            Action::PreviousGroup => "previous-group",
            Action::NextCommented => "next-commented",
            Action::PreviousCommented => "previous-commented",
            Action::Pass1 => "pass-1",
            Action::Pass2 => "pass-2",
            Action::Pass3 => "pass-3",
            Action::OtherPane => "other-pane",
            Action::Open => "open",
            Action::Comment => "comment",
            Action::Edit => "edit",
            Action::Delete => "delete",
            Action::Undo => "undo",
            Action::Redo => "redo",
            Action::Reviewed => "reviewed",
            Action::Search => "search",
            Action::NextMatch => "next-match",
            Action::PreviousMatch => "previous-match",
            Action::Filter => "filter",
            Action::Overall => "overall",
            Action::Checklist => "checklist",
            Action::Findings => "findings",
            Action::Notices => "notices",
            Action::OpenNotice => "open-notice",
            Action::Rounds => "rounds",
            Action::Older => "older",
            Action::Newer => "newer",
            Action::Settle => "settle",
            Action::NextUnsettled => "next-unsettled",
            Action::PreviousUnsettled => "previous-unsettled",
            Action::PutBack => "put-back",
            Action::Copy => "copy",
            Action::Submit => "submit",
            Action::Approve => "approve",
            Action::Language => "language",
            Action::Redraw => "redraw",
            Action::Help => "help",
            Action::Close => "close",
            Action::Quit => "quit",
            Action::Suspend => "suspend",
            Action::Save => "save",
            Action::SaveOrNewline => "save-or-newline",
            Action::Newline => "newline",
            Action::ExternalEditor => "external-editor",
            Action::GoToTarget => "go-to-target",
            Action::OpenFile => "open-file",
            Action::Confirm => "confirm",
            Action::Take => "take",
            Action::Leave => "leave",
            Action::Drop => "drop",
            Action::Repoint => "repoint",
            Action::Overwrite => "overwrite",
            Action::Recall => "recall",
            Action::Checkpoint2 => "checkpoint-2",
            Action::Checkpoint3 => "checkpoint-3",
            Action::NextStep => "next-step",
            Action::StopChecklist => "stop-checklist",
            Action::ResumeChecklist => "resume-checklist",
            Action::Objections => "objections",
            Action::Layers => "layers",
            Action::ZoomIn => "zoom-in",
            Action::ZoomOut => "zoom-out",
            Action::ZoomFit => "zoom-fit",
            Action::LensScope => "lens-scope",
            Action::LensFeasibility => "lens-feasibility",
            Action::LensSecurity => "lens-security",
            Action::LensAlternative => "lens-alternative",
            Action::Rule => "rule",
            Action::NextRule => "next-rule",
            Action::PreviousRule => "previous-rule",
            Action::Agree => "agree",
            Action::Insist => "insist",
            Action::Reports => "reports",
            Action::Answer => "answer",
            Action::CopyAnswers => "copy-answers",
            Action::NextReport => "next-report",
            Action::PreviousReport => "previous-report",
            Action::GoTo => "go-to",
            Action::Commands => "commands",
            Action::Complete => "complete",
            Action::AllComments => "all-comments",
            Action::Phrases => "phrases",
            Action::TakeOver => "take-over",
        }
    }

    /// Whether the action changes a draft, a mark or a file, and so is not offered on a read-only board.
    pub fn changes(self) -> bool {
        use Action::*;
        matches!(self, Comment | Edit | Delete | Undo | Redo | Reviewed | Overall | Submit | Approve)
    }
}

/// Keys that do the same, the daily one first, and what they do.
type Line = (&'static str, Action);

/// Walking through whatever is listed.
const MOVES: &[Line] = {
    use Action::*;
    &[
        ("j down", Down),
        ("k up", Up),
        ("g home", First),
        ("G end", Last),
        ("ctrl-d pagedown", PageDown),
        ("ctrl-u pageup", PageUp),
    ]
};

/// The keys that do something, context by context, in the order help shows them.
const TABLE: &[(Context, &[&[Line]])] = {
    use Action::*;
    &[
        (
            Context::Board,
            &[
                MOVES,
                &[
                    ("} ctrl-down", NextGroup),
                    ("{ ctrl-up", PreviousGroup),
                    ("] ctrl-right", NextCommented),
                    ("[ ctrl-left", PreviousCommented),
                    ("1 f1", Pass1),
                    ("2 f2", Pass2),
                    ("3 f3", Pass3),
                    ("tab", OtherPane),
                    ("enter", Open),
                    ("c ctrl-n", Comment),
                    ("e ctrl-e", Edit),
                    ("d delete", Delete),
                    ("u ctrl-_", Undo),
                    ("ctrl-r", Redo),
                    ("space ctrl-space", Reviewed),
                    ("/ ctrl-f", Search),
                    ("n", NextMatch),
                    ("N", PreviousMatch),
                    ("f ctrl-t", Filter),
                    ("s ctrl-p", GoTo),
                    ("C ctrl-g", AllComments),
                    (": ctrl-k", Commands),
                    ("o ctrl-o", Overall),
                    ("x ctrl-x", Checklist),
                    ("r f5", Rounds),
                    ("O f6", Objections),
                    ("t f7", Layers),
                    ("+ = shift-up", ZoomIn),
                    ("- shift-down", ZoomOut),
                    ("z shift-home", ZoomFit),
                    ("R f8", Reports),
                    ("! f4", Findings),
                    ("i f12", Notices),
                    ("y ctrl-y", Copy),
                    ("S ctrl-s", Submit),
                    ("A ctrl-a", Approve),
                    ("T ctrl-w", TakeOver),
                    ("L f9", Language),
                    ("ctrl-l", Redraw),
                    ("? f10", Help),
                    ("esc", Close),
                    ("q ctrl-c", Quit),
                    ("ctrl-z", Suspend),
                ],
            ],
        ),
        (
            Context::Editor,
            &[&[
                ("enter", SaveOrNewline),
                ("alt-enter ctrl-j shift-enter", Newline),
                ("ctrl-s", Save),
                ("ctrl-g", ExternalEditor),
                ("tab", Phrases),
                ("esc ctrl-c", Close),
            ]],
        ),
        (
            Context::Search,
            &[&[("enter", Confirm), ("down ctrl-n", NextMatch), ("up ctrl-p", PreviousMatch), ("esc ctrl-c", Close)]],
        ),
        (
            Context::Panel,
            &[&[
                ("j down", Down),
                ("k up", Up),
                ("g home", First),
                ("G end", Last),
                ("ctrl-d pagedown space", PageDown),
                ("ctrl-u pageup", PageUp),
                ("esc q enter ctrl-c", Close),
            ]],
        ),
        (
            Context::Findings,
            &[
                &[("enter", GoToTarget), ("ctrl-g", OpenFile)],
                &[
                    ("j down", Down),
                    ("k up", Up),
                    ("g home", First),
                    ("G end", Last),
                    ("ctrl-d pagedown space", PageDown),
                    ("ctrl-u pageup", PageUp),
                    ("} ctrl-down", NextGroup),
                    ("{ ctrl-up", PreviousGroup),
                    ("esc q ! f4 ctrl-c", Close),
                ],
            ],
        ),
        (
            Context::Notices,
            &[
                &[("enter space", OpenNotice)],
                MOVES,
                &[("} ctrl-down", NextGroup), ("{ ctrl-up", PreviousGroup), ("esc q i f12 ctrl-c", Close)],
            ],
        ),
        (
            Context::Checklist,
            &[
                &[("n ctrl-n", NextStep), ("s ctrl-s", StopChecklist), ("r ctrl-r", ResumeChecklist)],
                &[
                    ("j down", Down),
                    ("k up", Up),
                    ("g home", First),
                    ("G end", Last),
                    ("ctrl-d pagedown space", PageDown),
                    ("ctrl-u pageup", PageUp),
                    ("esc q enter x ctrl-x ctrl-c", Close),
                ],
            ],
        ),
        (
            Context::StepDone,
            &[&[
                ("enter ctrl-s", Confirm),
                ("down", Down),
                ("up", Up),
                ("pagedown", PageDown),
                ("pageup", PageUp),
                ("esc ctrl-c", Close),
            ]],
        ),
        (
            Context::StopOrResume,
            &[&[
                ("enter", Confirm),
                ("j down", Down),
                ("k up", Up),
                ("ctrl-d pagedown space", PageDown),
                ("ctrl-u pageup", PageUp),
                ("esc q ctrl-c", Close),
            ]],
        ),
        (
            Context::Sheet,
            &[&[
                ("down", Down),
                ("up", Up),
                ("pagedown", PageDown),
                ("pageup", PageUp),
                ("y ctrl-y", Copy),
                ("esc q enter ctrl-c", Close),
            ]],
        ),
        (Context::Choose, &[&[("j down", Down), ("k up", Up), ("enter", Confirm), ("esc q ctrl-c", Close)]]),
        (
            Context::Repoint,
            &[
                MOVES,
                &[
                    ("} ctrl-down", NextGroup),
                    ("{ ctrl-up", PreviousGroup),
                    ("enter", Confirm),
                    ("esc q ctrl-c", Close),
                ],
            ],
        ),
        (
            Context::Submit,
            &[
                &[("enter", Confirm)],
                MOVES,
                &[
                    ("e ctrl-e", Edit),
                    ("d delete", Drop),
                    ("p ctrl-p", Repoint),
                    ("a ctrl-a", Take),
                    ("l ctrl-l", Leave),
                    ("o ctrl-o", Overwrite),
                    ("r ctrl-r", Recall),
                    ("y ctrl-y", Copy),
                    ("2", Checkpoint2),
                    ("3", Checkpoint3),
                    ("esc q ctrl-c", Close),
                ],
            ],
        ),
        (
            Context::Lens,
            &[&[
                ("enter ctrl-s", Confirm),
                ("1", LensScope),
                ("2", LensFeasibility),
                ("3", LensSecurity),
                ("4", LensAlternative),
                ("j down", Down),
                ("k up", Up),
                ("tab", Rule),
                ("esc q ctrl-c", Close),
            ]],
        ),
        (
            Context::Rule,
            &[&[("enter ctrl-s", Confirm), ("tab down", NextRule), ("up", PreviousRule), ("esc ctrl-c", Close)]],
        ),
        (
            Context::Objections,
            &[
                &[
                    ("n tab", NextUnsettled),
                    ("N", PreviousUnsettled),
                    ("a ctrl-a", Agree),
                    ("i ctrl-t", Insist),
                    ("enter", GoToTarget),
                    ("y ctrl-y", Copy),
                ],
                &[
                    ("j down", Down),
                    ("k up", Up),
                    ("g home", First),
                    ("G end", Last),
                    ("ctrl-d pagedown space", PageDown),
                    ("ctrl-u pageup", PageUp),
                    ("esc q O f6 ctrl-c", Close),
                ],
            ],
        ),
        (
            Context::GoTo,
            &[&[
                ("enter", Confirm),
                ("down ctrl-n tab", Down),
                ("up ctrl-p", Up),
                ("pagedown", PageDown),
                ("pageup", PageUp),
                ("esc ctrl-c", Close),
            ]],
        ),
        (
            Context::Commands,
            &[&[
                ("enter", Confirm),
                ("tab", Complete),
                ("down ctrl-n", Down),
                ("up ctrl-p", Up),
                ("pagedown", PageDown),
                ("pageup", PageUp),
                ("esc ctrl-c", Close),
            ]],
        ),
        (
            Context::AllComments,
            &[
                &[("enter", GoToTarget), ("e ctrl-e", Edit), ("d delete", Delete), ("u ctrl-_", Undo)],
                MOVES,
                &[("esc q C ctrl-g ctrl-c", Close)],
            ],
        ),
        (Context::Phrases, &[&[("enter", Confirm), ("j down", Down), ("k up", Up), ("esc q tab ctrl-c", Close)]]),
        (Context::TakeOver, &[&[("enter", Confirm), ("esc q ctrl-c", Close)]]),
        (Context::Reason, &[&[("enter ctrl-s", Confirm), ("esc ctrl-c", Close)]]),
        (
            Context::Approve,
            &[&[
                ("enter", Confirm),
                ("S ctrl-s", Submit),
                ("l ctrl-l", Leave),
                ("d delete", Drop),
                ("j down", Down),
                ("k up", Up),
                ("esc q ctrl-c", Close),
            ]],
        ),
        (
            Context::Reports,
            &[
                &[
                    ("c enter ctrl-n", Answer),
                    ("y ctrl-y", CopyAnswers),
                    ("n tab", NextReport),
                    ("N", PreviousReport),
                    ("ctrl-g", OpenFile),
                ],
                MOVES,
                &[("} ctrl-down", NextGroup), ("{ ctrl-up", PreviousGroup), ("esc q R f7 ctrl-c", Close)],
            ],
        ),
        (
            Context::Answer,
            &[&[
                ("enter", SaveOrNewline),
                ("alt-enter ctrl-j shift-enter", Newline),
                ("ctrl-s", Save),
                ("ctrl-g", ExternalEditor),
                ("tab", Phrases),
                ("esc ctrl-c", Close),
            ]],
        ),
        (
            Context::Rounds,
            &[
                &[
                    ("n tab", NextUnsettled),
                    ("N", PreviousUnsettled),
                    ("space ctrl-space", Settle),
                    ("c ctrl-n", Comment),
                    ("b ctrl-b", PutBack),
                    ("o ctrl-o", Overall),
                    ("enter", Open),
                    ("h left", Older),
                    ("l right", Newer),
                ],
                MOVES,
                &[("esc q ctrl-c", Close)],
            ],
        ),
    ]
};

/// A binding: where, its keys, what they do.
pub struct Binding {
    /// Where it holds.
    pub context: Context,
    /// Its keys, the daily one first.
    pub keys: Vec<Key>,
    /// What it does.
    pub action: Action,
}

/// All bindings, in the order help shows them.
pub fn bindings() -> &'static [Binding] {
    static BINDINGS: OnceLock<Vec<Binding>> = OnceLock::new();
    BINDINGS.get_or_init(|| {
        let lines =
            TABLE.iter().flat_map(|(context, parts)| parts.iter().flat_map(|p| *p).map(move |line| (context, line)));
        lines
            .map(|(context, (keys, action))| Binding {
                context: *context,
                keys: keys.split(' ').filter_map(Key::parse).collect(),
                action: *action,
            })
            .collect()
    })
}

/// What a key does in a context.
pub fn action(context: Context, key: Key) -> Option<Action> {
    bindings().iter().find(|b| b.context == context && b.keys.contains(&key)).map(|b| b.action)
}

/// The daily key of an action, as it is shown.
pub fn shown(context: Context, action: Action) -> String {
    bindings()
        .iter()
        .find(|b| b.context == context && b.action == action)
        .and_then(|b| b.keys.first())
        .map(ToString::to_string)
        .unwrap_or_default()
}

/// The actions the key line names, the most wanted first: as many as fit are shown.
pub fn hints(context: Context) -> &'static [Action] {
    use Action::*;
    match context {
        Context::Board => &[
            Comment,
            Submit,
            Help,
            Quit,
            Reviewed,
            Edit,
            Search,
            Filter,
            OtherPane,
            Undo,
            Copy,
            Checklist,
            Rounds,
            GoTo,
            AllComments,
            Commands,
        ],
        Context::Reports => &[Answer, CopyAnswers, Close, NextReport, OpenFile, Down, NextGroup],
        Context::Editor | Context::Answer => &[SaveOrNewline, Close, Newline, ExternalEditor, Phrases],
        Context::Search => &[Confirm, NextMatch, Close],
        Context::Panel => &[Down, PageDown, Close],
        Context::Findings => &[GoToTarget, OpenFile, Close, Down, NextGroup, PageDown],
        Context::Notices => &[OpenNotice, Close, Down, NextGroup, PageDown],
        Context::Checklist => &[NextStep, ResumeChecklist, StopChecklist, Close, Down, PageDown],
        Context::StepDone | Context::StopOrResume => &[Confirm, Close],
        Context::Sheet => &[Copy, Close],
        Context::Choose => &[Confirm, Down, Close],
        Context::Repoint => &[Confirm, Down, NextGroup, Close],
        Context::Submit => &[Confirm, Edit, Close, Take, Leave, Drop, Repoint, Copy],
        Context::Lens => &[Confirm, Rule, Close, Down],
        Context::Rule => &[Confirm, NextRule, Close],
        Context::Objections => &[NextUnsettled, Agree, Insist, GoToTarget, Close, Copy, PageDown],
        Context::Reason | Context::TakeOver => &[Confirm, Close],
        Context::GoTo => &[Confirm, Down, Close],
        Context::Commands => &[Confirm, Complete, Down, Close],
        Context::AllComments => &[GoToTarget, Edit, Delete, Undo, Close, Down, PageDown],
        Context::Phrases => &[Confirm, Down, Close],
        Context::Approve => &[Confirm, Close, Submit, Leave, Drop],
        Context::Rounds => &[NextUnsettled, Settle, Comment, PutBack, Open, Close, Older, Newer],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::{Language, Locale};
    use std::collections::HashSet;

    #[test]
    fn every_key_of_the_table_is_a_key_and_means_one_thing() {
        let mut seen = HashSet::new();
        for (binding, (keys, _)) in
            bindings().iter().zip(TABLE.iter().flat_map(|(_, parts)| parts.iter().flat_map(|p| *p)))
        {
            assert_eq!(binding.keys.len(), keys.split(' ').count(), "{keys}");
            for key in &binding.keys {
                assert!(seen.insert((binding.context, *key)), "{key} twice in {:?}", binding.context);
            }
        }
    }

    #[test]
    fn every_action_has_its_sentence_and_every_hint_its_key() {
        for language in Language::ALL {
            for binding in bindings() {
                let key = format!("action.{}", binding.action.name());
                assert!(Locale::of(language).has(&key), "{key}");
            }
        }
        for binding in bindings() {
            for hint in hints(binding.context) {
                assert!(!shown(binding.context, *hint).is_empty(), "{hint:?} in {:?}", binding.context);
            }
        }
    }

    #[test]
    fn every_daily_action_has_a_key_that_passes_an_input_method() {
        for b in bindings().iter().filter(|b| b.context == Context::Board) {
            let passes = b.keys.iter().any(|k| k.ctrl || !matches!(k.code, crate::board::input::KeyCode::Char(_)));
            assert!(passes || matches!(b.action, Action::NextMatch | Action::PreviousMatch), "{:?}", b.action);
        }
    }
}
