//! Which keys of the key line do something just now: the others are not offered.

use crate::board::all_comments;
use crate::board::findings::Part as FindingsPart;
use crate::board::keys::{Action, Context};
use crate::board::layers::Layer;
use crate::board::notices::Part;
use crate::board::objections;
use crate::board::read_only;
use crate::board::reports::{self, Item as ReportItem};
use crate::board::rounds;
use crate::board::state::State;
use crate::board::submission::{self, Item, Obstacle};
use crate::project::settings::EnterKey;
use crate::review::target::PlanKind;

/// Whether an action of the key line does something.
pub fn does_something(state: &State, context: Context, action: Action) -> bool {
    match context {
        Context::Board => on_board(state, action),
        Context::Submit => in_submit(state, action),
        Context::Approve => match action {
            Action::Confirm => state.plan.stale_finding(state.pass).is_none(),
            Action::Submit | Action::Leave | Action::Drop => !state.desk().draft.comments.is_empty(),
            _ => true,
        },
        Context::Reports => in_reports(state, action),
        Context::Findings => in_findings(state, action),
        Context::Notices => in_notices(state, action),
        Context::Rounds => in_rounds(state, action),
        Context::AllComments => {
            matches!(action, Action::Close | Action::Help | Action::Undo) || !all_comments::entries(state).is_empty()
        }
        Context::Objections => in_objections(state, action),
        Context::Editor | Context::Answer => match action {
            Action::Phrases => !state.session.phrases.is_empty(),
            Action::Save => state.session.enter == EnterKey::Newline,
            Action::Newline => state.session.enter == EnterKey::Save,
            _ => true,
        },
        _ => true,
    }
}

/// Whether help names an action in a place: what the plan on screen has not is not named there.
pub fn is_bound(state: &State, context: Context, action: Action) -> bool {
    let is_coding = state.plan.plan.kind == PlanKind::Coding;
    match (context, action) {
        (Context::Lens | Context::Rule | Context::Objections | Context::Reason, _) => is_coding,
        (Context::Submit, Action::Checkpoint2 | Action::Checkpoint3) => submission::asks_checkpoint(state),
        (Context::Submit, Action::Overwrite | Action::Recall) => !is_coding,
        (Context::Submit, Action::Copy) => is_coding,
        (Context::Approve, Action::Submit | Action::Leave | Action::Drop) => does_something(state, context, action),
        _ => is_there(state, action),
    }
}

/// Whether the plan on screen has what an action is about: the passes of a video, the waves of a coding plan.
pub fn is_there(state: &State, action: Action) -> bool {
    let kind = state.plan.plan.kind;
    match action {
        Action::Pass1 | Action::Pass2 | Action::Pass3 => kind.passes().len() > 1,
        Action::Objections | Action::Layers => kind == PlanKind::Coding,
        Action::ZoomIn | Action::ZoomOut | Action::ZoomFit => kind == PlanKind::Video,
        _ => true,
    }
}

/// What a key does to what is selected, where that is not what it does elsewhere in its place.
pub fn word(state: &State, context: Context, action: Action) -> Option<&'static str> {
    let fold = |is_open: bool| Some(if is_open { "hint.fold" } else { "hint.unfold" });
    match (context, action, state.layers.last()) {
        (Context::Notices, Action::OpenNotice, Some(Layer::Notices(view))) => match view.part() {
            Some(Part::Kind(kind, _)) if state.notices_off.contains(&kind) => Some("hint.switch-on"),
            Some(Part::Kind(kind, _)) => fold(view.is_shown(kind)),
            _ => None,
        },
        (Context::Findings, Action::GoToTarget, Some(Layer::Findings(view))) => {
            let leads = view.entry().is_some_and(|entry| entry.target.is_some());
            if leads { None } else { fold(view.opened == Some(view.selected)) }
        }
        _ => None,
    }
}

fn in_findings(state: &State, action: Action) -> bool {
    let Some(Layer::Findings(view)) = state.layers.last() else { return true };
    match action {
        Action::Close | Action::Help => true,
        Action::OpenFile => view.entry().is_some_and(|entry| entry.is_text),
        Action::NextGroup => view.parts.iter().filter(|part| matches!(part, FindingsPart::File { .. })).count() > 1,
        _ => !view.entries.is_empty(),
    }
}

fn in_notices(state: &State, action: Action) -> bool {
    let Some(Layer::Notices(view)) = state.layers.last() else { return true };
    match (action, view.part()) {
        (Action::Close | Action::Help, _) => true,
        (_, None) => false,
        // What is about the whole plan leads nowhere.
        (Action::OpenNotice, Some(Part::Notice(at))) => {
            state.view().notices.all().get(at).is_some_and(|notice| notice.target.is_some())
        }
        (Action::NextGroup, _) => view.parts.iter().filter(|part| matches!(part, Part::Kind(..))).count() > 1,
        _ => true,
    }
}

fn in_rounds(state: &State, action: Action) -> bool {
    let Some(open) = rounds::view(state) else { return true };
    let has_items = || open.compared().is_some_and(|report| !report.items.is_empty());
    match action {
        Action::Older => rounds::known(state).any(|other| other.round < open.round),
        Action::Newer => rounds::known(state).any(|other| other.round > open.round),
        Action::Settle | Action::NextUnsettled | Action::Comment | Action::PutBack | Action::Open => has_items(),
        _ => true,
    }
}

/// The key line does not change from target to target: what only this one has not is offered all the same.
fn on_board(state: &State, action: Action) -> bool {
    let (desk, view) = (state.desk(), state.view());
    match action {
        Action::TakeOver => read_only::is_held(state),
        Action::Comment | Action::Reviewed => state.target().is_some(),
        Action::Edit => state.target().is_some() && !desk.draft.is_empty(),
        Action::Submit => view.unavailable.is_none(),
        Action::Search | Action::Filter | Action::OtherPane => !view.targets.is_empty(),
        Action::GoTo => state.plan.plan.passes.iter().any(|view| !view.targets.is_empty()),
        Action::Undo => desk.history.can_undo(),
        Action::Copy => submission::to_hand_off(state).is_some(),
        Action::Checklist => state.outside.checklist.is_some() || state.outside.checklist_trouble.is_some(),
        Action::Rounds => rounds::known(state).next().is_some(),
        Action::AllComments => state.desks.iter().any(|desk| !desk.draft.is_empty() || desk.sent.is_some()),
        _ => true,
    }
}

fn in_submit(state: &State, action: Action) -> bool {
    let Some(open) = submission::dialogue(state) else { return true };
    if open.busy {
        return false;
    }
    let item = || submission::items(state).get(open.selected).cloned();
    let is_final = || submission::obstacles(state).iter().any(Obstacle::is_final);
    match action {
        Action::Confirm => !submission::obstacles(state).iter().any(Obstacle::stands),
        Action::Copy => is_final() && !state.desk().draft.comments.is_empty(),
        Action::Edit | Action::Drop => item().is_some(),
        Action::Take | Action::Leave => matches!(item(), Some(Item::Unfinished(_))),
        Action::Repoint => matches!(item(), Some(Item::Gone(_) | Item::Moved(_) | Item::Comment(_))),
        _ => true,
    }
}

fn in_reports(state: &State, action: Action) -> bool {
    let Some(open) = reports::view(state) else { return true };
    match action {
        Action::Answer => matches!(open.item(), Some(ReportItem::Decision(_) | ReportItem::Gone(_))),
        Action::CopyAnswers => {
            let has_errors = || open.report(state).is_some_and(|loaded| !loaded.findings.is_empty());
            let on_checks = matches!(open.item(), Some(ReportItem::Acceptance | ReportItem::Finding(_)));
            on_checks && has_errors() || state.answers.of.get(&open.file).is_some_and(|answers| !answers.is_empty())
        }
        Action::NextReport => state.outside.reports.len() > 1,
        _ => true,
    }
}

fn in_objections(state: &State, action: Action) -> bool {
    let selected = || objections::standing(state, objections::panel(state)?.selected);
    match action {
        Action::Agree | Action::Insist => selected().is_some_and(|standing| standing.reply.is_some()),
        Action::GoToTarget => {
            selected().and_then(|standing| standing.judged).is_some_and(|judged| !judged.targets.is_empty())
        }
        Action::NextUnsettled | Action::PageDown => objections::count(state) > 0,
        Action::Copy => submission::to_hand_off(state).is_some(),
        _ => true,
    }
}
