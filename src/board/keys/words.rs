//! What a key does in the words of the place it is pressed in: most actions say the same everywhere, a few do not.

use crate::board::keys::Action::{self, *};
use crate::board::keys::Context;
use crate::project::settings::EnterKey;

/// What a key that runs `action` means in the editors: with `editor.enter = "newline"` Enter and Alt+Enter change places.
fn meant(context: Context, action: Action, enter: EnterKey) -> Action {
    let is_swapped = enter != EnterKey::Save && matches!(context, Context::Editor | Context::Answer);
    match action {
        SaveOrNewline if is_swapped => Newline,
        Newline if is_swapped => Save,
        _ => action,
    }
}

/// The key in the locale files of the sentence that says what an action does in a place.
pub fn sentence(context: Context, action: Action, enter: EnterKey) -> String {
    let place = match (context, meant(context, action, enter)) {
        (Context::Editor | Context::Answer | Context::StepDone | Context::Reason, Close) => None,
        (Context::Board, Close) => Some("place.close-board"),
        (Context::Search, Close) => Some("place.close-search"),
        (_, Close) => Some("place.close"),
        (Context::Board, _) => None,
        (place, Down) if is_read(place) => Some("place.scroll-down"),
        (place, Up) if is_read(place) => Some("place.scroll-up"),
        (_, Down) => Some("place.next"),
        (_, Up) => Some("place.previous"),
        (_, PageDown) => Some("place.page-down"),
        (_, PageUp) => Some("place.page-up"),
        (Context::AllComments | Context::Objections, GoToTarget) | (Context::Rounds, Open) => Some("place.to-target"),
        (Context::Submit, Confirm) => Some("place.submit"),
        (Context::Approve, Confirm) => Some("place.approve"),
        (Context::Approve, Submit) => Some("place.submit-instead"),
        (Context::TakeOver, Confirm) => Some("action.take-over"),
        (Context::GoTo, Confirm) => Some("place.go-there"),
        (Context::Commands, Confirm) => Some("place.run"),
        (Context::Phrases, Confirm) => Some("place.insert"),
        _ => None,
    };
    place.map_or_else(|| format!("action.{}", meant(context, action, enter).name()), str::to_owned)
}

/// Places whose text is scrolled; in others an entry is selected.
fn is_read(context: Context) -> bool {
    use Context::*;
    matches!(context, Panel | Sheet | Checklist | StepDone | StopOrResume | Approve)
}

/// The key in the locale files of the word the key line has for an action in a place.
pub fn word(context: Context, action: Action, enter: EnterKey) -> &'static str {
    match (context, meant(context, action, enter)) {
        (Context::Submit, Confirm) => "hint.submit",
        (Context::Approve, Confirm) => "hint.approve",
        (Context::TakeOver, Confirm) => "hint.take-over",
        (Context::GoTo | Context::Commands, Down) => "hint.next-match",
        (Context::GoTo, Confirm) => "hint.go-to-target",
        (_, action) => hint(action),
    }
}

fn hint(action: Action) -> &'static str {
    match action {
        Comment => "hint.comment",
        Submit => "hint.submit",
        Help => "hint.help",
        Quit => "hint.quit",
        Reviewed => "hint.reviewed",
        Edit => "hint.edit",
        Search => "hint.search",
        Filter => "hint.filter",
        OtherPane => "hint.other-pane",
        Undo => "hint.undo",
        Copy => "hint.copy",
        Checklist => "hint.checklist",
        SaveOrNewline | Save => "hint.save",
        Newline => "hint.newline",
        Close => "hint.close",
        Approve => "hint.approve",
        SwitchNotice => "hint.switch-notice",
        ExternalEditor => "hint.external-editor",
        GoToTarget | OpenNotice => "hint.go-to-target",
        OpenFile => "hint.open-file",
        Rounds => "hint.rounds",
        Older => "hint.older",
        Newer => "hint.newer",
        Settle => "hint.settle",
        NextUnsettled => "hint.next-unsettled",
        PutBack => "hint.put-back",
        Open => "hint.open",
        Confirm => "hint.confirm",
        NextMatch => "hint.next-match",
        Down => "hint.down",
        PageDown => "hint.page-down",
        NextGroup => "hint.next-group",
        Take => "hint.take",
        Leave => "hint.leave",
        Drop => "hint.drop",
        Repoint => "hint.repoint",
        NextStep => "hint.next-step",
        StopChecklist => "hint.stop-checklist",
        ResumeChecklist => "hint.resume-checklist",
        Objections => "hint.objections",
        Rule | NextRule => "hint.rule",
        Agree => "hint.agree",
        Insist => "hint.insist",
        Answer => "hint.answer",
        CopyAnswers => "hint.copy",
        NextReport => "hint.next-report",
        Delete => "hint.delete",
        GoTo => "hint.go-to",
        Commands => "hint.commands",
        Complete => "hint.complete",
        AllComments => "hint.all-comments",
        Phrases => "hint.phrases",
        TakeOver => "hint.take-over",
        _ => "hint.other",
    }
}
