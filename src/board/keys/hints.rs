//! Which keys the key line names.

use crate::board::keys::Action::{self, *};
use crate::board::keys::Context;

/// The actions the key line names, the most wanted first: as many as fit are shown.
pub fn hints(context: Context) -> &'static [Action] {
    match context {
        Context::Board => &[
            TakeOver,
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
        Context::Reports => &[Answer, CopyAnswers, Close, NextReport, OpenFile, Down, NextGroup, Help],
        // With `editor.enter = "newline"`, Ctrl-S comes first and Enter is a new line; else Ctrl-S is not named.
        Context::Editor | Context::Answer => &[Save, SaveOrNewline, Close, Phrases, Newline, ExternalEditor, Help],
        Context::Search => &[Confirm, NextMatch, Close],
        Context::Panel => &[Down, PageDown, Close],
        Context::Findings => &[GoToTarget, OpenFile, Close, Down, NextGroup, PageDown, Help],
        Context::Notices => &[OpenNotice, SwitchNotice, Close, Down, NextGroup, PageDown, Help],
        Context::Checklist => &[NextStep, ResumeChecklist, StopChecklist, Close, Down, PageDown, Help],
        Context::StepDone | Context::StopOrResume => &[Confirm, Close],
        Context::Sheet => &[Copy, Close],
        Context::Choose => &[Confirm, Down, Close],
        Context::Repoint => &[Confirm, Down, NextGroup, Close],
        Context::Submit => &[Confirm, Take, Leave, Close, Edit, Drop, Repoint, Copy, Help],
        Context::Lens => &[Confirm, Rule, Close, Down],
        Context::Rule => &[Confirm, NextRule, Close],
        Context::Objections => &[NextUnsettled, Agree, Insist, GoToTarget, Close, Copy, PageDown, Help],
        Context::Reason | Context::TakeOver => &[Confirm, Close],
        Context::GoTo => &[Confirm, Down, Close],
        Context::Commands => &[Confirm, Complete, Down, Close],
        Context::AllComments => &[GoToTarget, Edit, Delete, Undo, Close, Down, PageDown, Help],
        Context::Phrases => &[Confirm, Down, Close],
        Context::Approve => &[Confirm, Close, Submit, Leave, Drop, Help],
        Context::Rounds => &[NextUnsettled, Settle, Comment, PutBack, Open, Close, Older, Newer, Help],
    }
}
