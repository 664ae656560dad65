//! The keys, context by context.

use crate::board::keys::Action::{self, *};
use crate::board::keys::Context;

/// Keys that do the same, the daily one first, and what they do.
pub type Line = (&'static str, Action);

/// Walking through whatever is listed.
const MOVES: &[Line] = &[
    ("j down", Down),
    ("k up", Up),
    ("g home", First),
    ("G end", Last),
    ("ctrl-d pagedown", PageDown),
    ("ctrl-u pageup", PageUp),
];

/// The same where Space turns the page.
const READING: &[Line] = &[
    ("j down", Down),
    ("k up", Up),
    ("g home", First),
    ("G end", Last),
    ("ctrl-d pagedown space", PageDown),
    ("ctrl-u pageup", PageUp),
];

/// From group to group.
const GROUPS: &[Line] = &[("} ctrl-down", NextGroup), ("{ ctrl-up", PreviousGroup)];

/// Choosing among a few.
const CHOICE: &[Line] = &[("j down", Down), ("k up", Up)];

/// Scrolling where letters are typed or mean something else.
const ARROWS: &[Line] = &[("down", Down), ("up", Up), ("pagedown", PageDown), ("pageup", PageUp)];

/// Writing a text.
const WRITING: &[Line] = &[
    ("enter", SaveOrNewline),
    ("alt-enter ctrl-j shift-enter", Newline),
    ("ctrl-s", Save),
    ("ctrl-g", ExternalEditor),
];

/// The keys that do something, context by context, in the order help shows them.
pub const TABLE: &[(Context, &[&[Line]])] = &[
    (
        Context::Board,
        &[
            MOVES,
            GROUPS,
            &[
                ("] ctrl-right", NextCommented),
                ("[ ctrl-left", PreviousCommented),
                (") shift-right", NextNotReviewed),
                ("( shift-left", PreviousNotReviewed),
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
    (Context::Editor, &[WRITING, &[("tab", Phrases), ("esc ctrl-c", Close), ("f10", Help)]]),
    (
        Context::Search,
        &[&[
            ("enter", Confirm),
            ("down ctrl-n", NextMatch),
            ("up ctrl-p", PreviousMatch),
            ("esc ctrl-c", Close),
            ("f10", Help),
        ]],
    ),
    (Context::Panel, &[READING, &[("esc q enter ? f10 ctrl-c", Close)]]),
    (
        Context::Findings,
        &[
            &[("enter", GoToTarget), ("ctrl-g", OpenFile)],
            READING,
            GROUPS,
            &[("esc q ! f4 ctrl-c", Close), ("? f10", Help)],
        ],
    ),
    (
        Context::Notices,
        &[
            &[("enter space", OpenNotice), ("o ctrl-o", SwitchNotice)],
            MOVES,
            GROUPS,
            &[("esc q i f12 ctrl-c", Close), ("? f10", Help)],
        ],
    ),
    (
        Context::Checklist,
        &[
            &[("n ctrl-n", NextStep), ("s ctrl-s", StopChecklist), ("r ctrl-r", ResumeChecklist)],
            READING,
            &[("esc q enter x ctrl-x ctrl-c", Close), ("? f10", Help)],
        ],
    ),
    (Context::StepDone, &[&[("enter ctrl-s", Confirm)], ARROWS, &[("esc ctrl-c", Close), ("f10", Help)]]),
    (
        Context::StopOrResume,
        &[
            &[("enter", Confirm)],
            CHOICE,
            &[("ctrl-d pagedown space", PageDown), ("ctrl-u pageup", PageUp), ("esc q ctrl-c", Close), ("? f10", Help)],
        ],
    ),
    (Context::Sheet, &[ARROWS, &[("y ctrl-y", Copy), ("esc q enter ctrl-c", Close)]]),
    (Context::Choose, &[CHOICE, &[("enter", Confirm), ("esc q ctrl-c", Close), ("? f10", Help)]]),
    (Context::Repoint, &[MOVES, GROUPS, &[("enter", Confirm), ("esc q ctrl-c", Close), ("? f10", Help)]]),
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
                ("? f10", Help),
            ],
        ],
    ),
    (
        Context::Lens,
        &[
            &[
                ("enter ctrl-s", Confirm),
                ("1", LensScope),
                ("2", LensFeasibility),
                ("3", LensSecurity),
                ("4", LensAlternative),
            ],
            CHOICE,
            &[("tab", Rule), ("esc q ctrl-c", Close), ("? f10", Help)],
        ],
    ),
    (
        Context::Rule,
        &[&[
            ("enter ctrl-s", Confirm),
            ("tab down", NextRule),
            ("up", PreviousRule),
            ("esc ctrl-c", Close),
            ("f10", Help),
        ]],
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
            READING,
            &[("esc q O f6 ctrl-c", Close), ("? f10", Help)],
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
            ("f10", Help),
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
            ("f10", Help),
        ]],
    ),
    (
        Context::AllComments,
        &[
            &[("enter", GoToTarget), ("e ctrl-e", Edit), ("d delete", Delete), ("u ctrl-_", Undo)],
            MOVES,
            &[("esc q C ctrl-g ctrl-c", Close), ("? f10", Help)],
        ],
    ),
    (Context::Phrases, &[&[("enter", Confirm)], CHOICE, &[("esc q tab ctrl-c", Close), ("? f10", Help)]]),
    (Context::TakeOver, &[&[("enter", Confirm), ("esc q ctrl-c", Close), ("? f10", Help)]]),
    (Context::Reason, &[&[("enter ctrl-s", Confirm), ("esc ctrl-c", Close), ("f10", Help)]]),
    (
        Context::Approve,
        &[
            &[("enter", Confirm), ("S ctrl-s", Submit), ("l ctrl-l", Leave), ("d delete", Drop)],
            CHOICE,
            &[("esc q ctrl-c", Close), ("? f10", Help)],
        ],
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
            GROUPS,
            &[("esc q R f8 ctrl-c", Close), ("? f10", Help)],
        ],
    ),
    (Context::Answer, &[WRITING, &[("tab", Phrases), ("esc ctrl-c", Close), ("f10", Help)]]),
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
            &[("esc q ctrl-c", Close), ("? f10", Help)],
        ],
    ),
];
