//! The approval: counts, what stands in the way, what becomes of the draft, and who is told.

use crate::board::keys::{self, Action, Context};
use crate::board::layers::{Approval, DraftFate};
use crate::board::objections;
use crate::board::state::State;
use crate::board::submission::{approval_line, shown_path};
use crate::board::update;
use crate::board::view::content::Content;
use crate::review::critique::Verdict;
use crate::review::hand_off::pass_key;

/// The dialogue.
pub fn content(state: &State, approval: &Approval, width: usize) -> Content {
    let theme = &state.session.theme;
    let mut content = Content::new(width);
    let view = state.view();
    let changed = update::is_changed(state, approval);
    if changed {
        content.text(0, state.word("approve.changed"), theme.bad);
    }
    let (count, reviewed) = (view.targets.len().to_string(), state.desk().reviewed_now.count().to_string());
    let file = shown_path(state, &view.file);
    let pass = state.word(pass_key(state.pass));
    let args = [("pass", pass), ("file", &file), ("count", &count), ("reviewed", &reviewed)];
    content.text(0, &state.say("approve.summary", &args), theme.heading);
    if let Some(reason) = update::unreadable(state) {
        content.text(0, &state.session.locale.phrase(&reason), theme.bad);
        return content;
    }
    draft(state, approval, &mut content);
    if state.outside.submission.as_ref().is_some_and(|s| s.is_open()) {
        content.text(0, state.word("approve.there"), theme.warn);
    }
    objected(state, &mut content);
    if let Some(notice) = &approval.notice {
        content.text(0, &state.session.locale.phrase(notice), theme.bad);
    }
    if approval.busy {
        content.text(0, state.word("approve.busy"), theme.text);
        return content;
    }
    let key = keys::shown(Context::Approve, Action::Confirm);
    let ready = if state.gate.on { "approve.ready-gate" } else { "approve.ready" };
    // Not offered as long as something else is asked for.
    if !changed && approval.notice.is_none() && (approval.draft.is_some() || state.desk().draft.comments.is_empty()) {
        content.text(0, &state.say(ready, &[("key", &key)]), theme.good);
    }
    content.gap();
    let who = match (state.gate.on, state.outside.waited) {
        (true, _) => "approve.gate",
        (false, true) => "approve.waited",
        (false, false) => "approve.no-file",
    };
    content.text(0, state.word(who), theme.dim);
    if !state.gate.on {
        content.gap();
        content.text(0, &approval_line(state).unwrap_or_default(), theme.text);
    }
    content
}

/// What speaks against approving a coding plan: objections that are open, decisions that are urgent.
fn objected(state: &State, content: &mut Content) {
    let (theme, locale) = (&state.session.theme, state.session.locale);
    if let Some(judgement) = objections::judgement(state).filter(|_| objections::count(state) > 0) {
        match judgement.verdict {
            Verdict::Awaiting => {
                content.text(0, &locale.count("approve.critique-awaiting", judgement.awaiting()), theme.bad);
            }
            Verdict::Blocked if judgement.is_flawed() => {
                content.text(0, state.word("approve.critique-flawed"), theme.bad);
            }
            Verdict::Blocked => {
                content.text(0, &locale.count("approve.critique-blocked", judgement.blocking()), theme.bad);
            }
            Verdict::Clear => {}
        }
    }
    if state.outside.urgent > 0 {
        content.text(0, &locale.count("approve.urgent", state.outside.urgent), theme.bad);
    }
}

/// The comments in the draft, and what becomes of them.
fn draft(state: &State, approval: &Approval, content: &mut Content) {
    let theme = &state.session.theme;
    let locale = state.session.locale;
    let comments = state.desk().draft.comments.len();
    if comments == 0 {
        return;
    }
    let shown = |action| keys::shown(Context::Approve, action);
    let (send, keep, drop) = (shown(Action::Submit), shown(Action::Leave), shown(Action::Drop));
    let (key, style) = match &approval.draft {
        None => ("approve.draft", theme.bad),
        Some(DraftFate::Keep) => ("approve.draft-kept", theme.warn),
        Some(DraftFate::Drop(_)) => ("approve.draft-dropped", theme.bad),
    };
    content.text(0, &locale.count(key, comments), style);
    content.text(0, &state.say("approve.choose", &[("send", &send), ("keep", &keep), ("drop", &drop)]), theme.text);
}
