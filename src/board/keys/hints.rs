//! Which keys the key line names.

use crate::board::keys::Action::{self, *};
use crate::board::keys::Context;

/// The actions the key line names, the most wanted first: as many as fit are shown.
pub fn hints(context: Context) -> &'static [Action] {
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
        Context::Notices => &[OpenNotice, SwitchNotices, Close, Down, NextGroup, PageDown],
        Context::Checklist => &[NextStep, ResumeChecklist, StopChecklist, Close, Down, PageDown],
        Context::StepDone | Context::StopOrResume => &[Confirm, Close],
        Context::Sheet => &[Copy, Close],
        Context::Choose => &[Confirm, Down, Close],
        Context::Repoint => &[Confirm, Down, NextGroup, Close],
        Context::Submit => &[Confirm, Take, Leave, Close, Edit, Drop, Repoint, Copy],
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
