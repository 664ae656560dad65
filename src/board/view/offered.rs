//! Which keys of the key line do something just now: the others are not offered.

use crate::board::keys::{Action, Context};
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

/// Whether the plan on screen has what an action is about: the passes of a video, the waves of a coding plan.
pub fn is_there(state: &State, action: Action) -> bool {
    let kind = state.plan.plan.kind;
    match action {
        Action::Pass1 | Action::Pass2 | Action::Pass3 => kind.passes().len() > 1,
        Action::Objections | Action::Layers => kind == PlanKind::Coding,
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
