//! What each message does to the state. Pure: no disk, no clock, no terminal; what is to be done outside is returned.

mod all_comments;
mod approve;
mod checklist;
mod comments;
mod filter;
mod find;
mod findings;
mod fresh;
mod go_to;
mod mouse;
mod navigate;
mod notices;
mod objecting;
mod objections;
mod palette;
mod panels;
mod phrases;
mod reports;
mod rounds;
mod rows;
mod submit;
mod take_over;
#[cfg(test)]
mod tests;
mod timeline;
mod too_small;
mod typed;
mod walk;
mod writing;

use crate::board::effect::Effect;
use crate::board::input::key::split_alt;
use crate::board::input::{InputEvent, Key, KeyCode, latin};
use crate::board::keys::{self, Action, Context};
use crate::board::layers::Layer;
use crate::board::message::{Copied, Message};
use crate::board::notify;
use crate::board::read_only;
use crate::board::state::{State, Tone};
use crate::board::theme::{Ground, Theme};

pub use approve::{is_changed, unreadable};
pub use fresh::begin;
pub use typed::is_typed;

/// Applies one message.
pub fn update(state: &mut State, message: Message) -> Vec<Effect> {
    let mut effects = Vec::new();
    let before = notify::Known::before(state, &message);
    match message {
        Message::Input(event) => input(state, event, &mut effects),
        Message::Resized(width, height) => {
            checklist::keep(state, |state| (state.session.width, state.session.height) = (width, height));
            navigate::fill_list(state);
        }
        Message::Loaded(fresh) => {
            let reason = fresh.reason;
            fresh::merge(state, *fresh, &mut effects);
            go_to::again(state);
            submit::open_if_asked(state, reason);
        }
        Message::Submitted(fresh, receipt) => {
            // Who waited may have been told and be gone by now.
            let waited = state.outside.waited;
            submit::submitted(state, &receipt);
            fresh::merge(state, *fresh, &mut effects);
            submit::show_hand_off(state, &receipt, waited);
            state.session.quit |= state.gate.on;
            effects.push(Effect::SaveDrafts);
        }
        Message::Decided(decision) => state.gate.decision = Some(*decision),
        Message::Approved(fresh, decision) => {
            let waited = state.outside.waited;
            fresh::merge(state, *fresh, &mut effects);
            approve::approved(state, *decision, waited, &mut effects);
            effects.push(Effect::SaveDrafts);
        }
        Message::ApproveFailed(fresh, reason) => {
            fresh::merge(state, *fresh, &mut effects);
            approve::failed(state, reason);
        }
        Message::SubmitFailed(fresh, reason) => {
            fresh::merge(state, *fresh, &mut effects);
            submit::failed(state, reason);
        }
        Message::PlanMoved(fresh) => {
            fresh::merge(state, *fresh, &mut effects);
            submit::plan_moved(state);
        }
        Message::ChecklistChanged(result) => checklist::changed(state, *result, &mut effects),
        Message::Recalled(fresh, draft, count) => {
            submit::recalled(state, *draft, count);
            fresh::merge(state, *fresh, &mut effects);
            effects.push(Effect::SaveDrafts);
        }
        Message::Inbox(pass, added) => comments::from_inbox(state, pass, added, &mut effects),
        Message::RoundChecked(round, report, settled) => rounds::checked(state, round, report, settled),
        Message::Copied(copied) => said_copied(state, copied),
        Message::Edited(result) => writing::edited_outside(state, result),
        Message::FileClosed(result) => findings::file_closed(state, result, &mut effects),
        Message::SaveFailed(reason) => {
            let reason = state.session.locale.phrase(&reason);
            let text = state.say("talk.save-failed", &[("reason", &reason)]);
            state.tell(Tone::Error, text);
        }
        Message::DraftsSaved(unsaved) => {
            if unsaved.is_none() && state.talk.message.is_none() {
                let text = state.word("talk.saved-again");
                state.tell(Tone::Done, text);
            }
            state.talk.unsaved = unsaved;
        }
        Message::MayWrite(kept) => take_over::may_write(state, *kept, "talk.may-write", &mut effects),
        Message::TookOver(kept) => take_over::may_write(state, *kept, "talk.took-over", &mut effects),
        Message::Held(reason) => take_over::held(state, reason),
        Message::Found { serial, pass, matches } => find::found(state, serial, pass, matches),
        Message::Filtered { serial, pass, rows } => filter::answered(state, serial, pass, rows),
        Message::WentTo(generation, found) => go_to::found(state, generation, found),
        Message::HandOver(reason, asked) => take_over::hand_over(state, reason, asked, &mut effects),
        Message::NotTaken(reason) => take_over::not_taken(state, &reason),
        Message::Tick => {}
        Message::End => state.session.quit = true,
    }
    settle(state);
    effects.extend(notify::call(state, &before).map(Effect::Notify));
    effects
}

/// Brings selection, scrolling and wrapping in line with the screen after any change.
pub fn settle(state: &mut State) {
    navigate::keep_listed(state);
    navigate::keep_in_sight(state);
    timeline::keep(state);
    writing::fit(state);
    reports::fit(state);
    panels::fit_menu(state);
}

/// Which table the next key is looked up in.
pub fn context(state: &State) -> Context {
    if state.talk.sheet.is_some() {
        return Context::Sheet;
    }
    of_layer(state.layers.last())
}

/// The place that lies under the help that is open.
pub fn context_below(state: &State) -> Context {
    of_layer(state.layers.iter().rev().find(|layer| !matches!(layer, Layer::Help(_))))
}

fn of_layer(layer: Option<&Layer>) -> Context {
    match layer {
        None => Context::Board,
        Some(Layer::Write(_)) => Context::Editor,
        Some(Layer::Search(_)) => Context::Search,
        Some(Layer::Help(_)) => Context::Panel,
        Some(Layer::Findings(_)) => Context::Findings,
        Some(Layer::Notices(_)) => Context::Notices,
        Some(Layer::Checklist(_)) => Context::Checklist,
        Some(Layer::Asking(asking)) if asking.summary.is_some() => Context::StepDone,
        Some(Layer::Asking(_)) => Context::StopOrResume,
        Some(Layer::Choose(_)) => Context::Choose,
        Some(Layer::Repoint(_)) => Context::Repoint,
        Some(Layer::Submit(_)) => Context::Submit,
        Some(Layer::Rounds(_)) => Context::Rounds,
        Some(Layer::Reports(_)) => Context::Reports,
        Some(Layer::Answer(_)) => Context::Answer,
        Some(Layer::Approve(_)) => Context::Approve,
        Some(Layer::Lens(choice)) if choice.at_rule => Context::Rule,
        Some(Layer::Lens(_)) => Context::Lens,
        Some(Layer::Objections(view)) if view.reason.is_some() => Context::Reason,
        Some(Layer::Objections(_)) => Context::Objections,
        Some(Layer::GoTo(_)) => Context::GoTo,
        Some(Layer::Commands(_)) => Context::Commands,
        Some(Layer::AllComments(_)) => Context::AllComments,
        Some(Layer::Phrases(_)) => Context::Phrases,
        Some(Layer::TakeOver(_)) => Context::TakeOver,
    }
}

fn input(state: &mut State, event: InputEvent, effects: &mut Vec<Effect>) {
    if too_small::holds_back(state, &event) {
        return;
    }
    match event {
        InputEvent::Key(key) => press(state, key, effects),
        InputEvent::Text(text) => {
            let here = context(state);
            if !typed::insert(state, here, &text) {
                input_method_hint(state);
            }
        }
        InputEvent::Paste(text) => match context(state) {
            here if is_typed(here) => drop(typed::paste(state, here, &text)),
            _ if state.outside.read_only.is_some() => {
                let refusal = read_only::refusal(state).unwrap_or_default();
                state.tell(Tone::Error, refusal);
            }
            _ => {
                let hint =
                    state.say("talk.paste-needs-editor", &[("key", &keys::shown(Context::Board, Action::Comment))]);
                state.tell(Tone::Plain, hint);
            }
        },
        InputEvent::Click { button: 0, x, y } => mouse::click(state, (x, y), effects),
        InputEvent::Scroll { up, x, y } => mouse::scroll(state, up, (x, y), effects),
        InputEvent::Focus(false) => effects.push(Effect::SaveDrafts),
        InputEvent::Background(red, green, blue) => background(state, Ground::of_rgb(red, green, blue), effects),
        InputEvent::Closed => state.session.quit = true,
        _ => {}
    }
}

/// The terminal told its background: the colours follow, if it was not too late, and the next board begins with it.
fn background(state: &mut State, ground: Ground, effects: &mut Vec<Effect>) {
    let session = &mut state.session;
    if !session.theme_fixed && session.now <= session.answers_until {
        session.theme = Theme::of(session.contrast, ground, session.depth, session.ascii);
    }
    if session.remembered.replace(ground) != Some(ground) {
        effects.push(Effect::SaveBackground(ground));
    }
}

fn input_method_hint(state: &mut State) {
    let hint = state.word("talk.input-method");
    state.tell(Tone::Plain, hint);
}

fn press(state: &mut State, key: Key, effects: &mut Vec<Effect>) {
    let context = context(state);
    let writes = is_typed(context);
    let key = if writes { key } else { latin(key) };
    state.talk.message = None;
    // Esc takes the banner alone.
    if !writes && keys::action(context, key) != Some(Action::Close) {
        state.talk.pass_by();
    }
    let leaving = std::mem::take(&mut state.talk.leaving);
    if let Some(action) = keys::action(context, key) {
        state.talk.leaving = leaving && action == Action::Quit;
        return act(state, context, action, effects);
    }
    // Suspending and drawing anew are the same everywhere.
    if let Some(action @ (Action::Suspend | Action::Redraw)) = keys::action(Context::Board, key) {
        return board(state, action, effects);
    }
    let taken = match context {
        Context::Phrases => phrases::digit(state, key),
        Context::Choose => comments::choose_digit(state, key, effects),
        Context::Sheet => submit::close_sheet(state, key),
        _ => typed::key(state, context, key),
    };
    if taken {
        return;
    }
    if key.alt {
        // An Alt key without a binding is Esc, then that key: the two may have come in one read.
        for part in split_alt(key) {
            press(state, part, effects);
        }
    } else if let KeyCode::Char(c) = key.code
        && !c.is_ascii()
    {
        input_method_hint(state);
    }
}

fn act(state: &mut State, context: Context, action: Action, effects: &mut Vec<Effect>) {
    if context == Context::Board
        && action.changes()
        && let Some(text) = read_only::refusal(state)
    {
        return state.tell(Tone::Error, text);
    }
    if action == Action::Help {
        return state.layers.push(Layer::Help(0));
    }
    match context {
        Context::Board => {
            board(state, action, effects);
            approve::looked(state, action);
        }
        Context::Editor => writing::act(state, action, effects),
        Context::Search => find::act(state, action),
        Context::Panel => panels::act(state, action),
        Context::Findings => findings::act(state, action, effects),
        Context::Notices => notices::act(state, action),
        Context::Checklist => checklist::act(state, action),
        Context::StepDone | Context::StopOrResume => checklist::answer(state, action, effects),
        Context::Sheet if action == Action::Copy => submit::copy(state, effects),
        Context::Sheet => panels::act(state, action),
        Context::Choose => comments::choose_act(state, action, effects),
        Context::Repoint => submit::repoint_act(state, action, effects),
        Context::Submit => submit::act(state, action, effects),
        Context::Rounds => rounds::act(state, action, effects),
        Context::Reports => reports::act(state, action, effects),
        Context::Answer => reports::answer_act(state, action, effects),
        Context::Approve => approve::act(state, action, effects),
        Context::Lens => objecting::act(state, action, effects),
        Context::Rule => objecting::act_on_rule(state, action, effects),
        Context::Objections => objections::act(state, action, effects),
        Context::Reason => objections::act_on_reason(state, action, effects),
        Context::GoTo => go_to::act(state, action),
        Context::Commands => palette::act(state, action, effects),
        Context::AllComments => all_comments::act(state, action, effects),
        Context::Phrases => phrases::act(state, action),
        Context::TakeOver => take_over::act(state, action, effects),
    }
}

fn board(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    if navigate::act(state, action) {
        return;
    }
    match action {
        Action::Open => navigate::open(state),
        Action::Comment => comments::comment(state),
        Action::Edit => comments::edit(state),
        Action::Delete => comments::delete(state, effects),
        Action::Undo => drop(comments::undo(state, effects)),
        Action::Redo => comments::redo(state, effects),
        Action::Reviewed => comments::reviewed(state, effects),
        Action::Overall => comments::overall(state),
        Action::Search => find::open(state),
        Action::NextMatch => find::step(state, 1),
        Action::PreviousMatch => find::step(state, -1),
        Action::Filter => filter::next(state),
        Action::GoTo => go_to::open(state),
        Action::Commands => palette::open(state),
        Action::AllComments => all_comments::open(state),
        Action::TakeOver => take_over::ask(state),
        Action::Checklist => checklist::open(state),
        Action::Rounds => rounds::open(state, effects),
        Action::Findings => findings::open(state),
        Action::Notices => notices::open(state),
        Action::Objections => objections::open(state),
        Action::Layers => panels::layers(state),
        Action::ZoomIn | Action::ZoomOut | Action::ZoomFit => timeline::zoom(state, action),
        Action::Reports => reports::open(state),
        Action::Copy => submit::copy(state, effects),
        Action::Submit => submit::ask(state, effects),
        Action::Approve => approve::ask(state, effects),
        Action::Language => panels::next_language(state, effects),
        Action::Redraw => effects.push(Effect::Redraw),
        Action::Suspend => effects.extend([Effect::SaveDrafts, Effect::Suspend]),
        Action::Quit if state.talk.unsaved.is_some() && !state.talk.leaving => {
            state.talk.leaving = true;
            let text = state.say("talk.leave-unsaved", &[("key", &keys::shown(Context::Board, Action::Quit))]);
            state.tell(Tone::Error, text);
        }
        Action::Quit => (state.session.quit, state.gate.left) = (true, true),
        Action::Close => navigate::close(state),
        _ => {}
    }
}

fn said_copied(state: &mut State, copied: Copied) {
    match copied {
        Copied::By(program) => {
            let text = state.say("talk.copied", &[("program", &program)]);
            state.tell(Tone::Done, text);
        }
        Copied::Sent => {
            let text = state.word("talk.copy-sent");
            state.tell(Tone::Plain, text);
        }
        Copied::TooLong(bytes) => {
            let text = state.say("talk.copy-too-long", &[("bytes", &bytes.to_string())]);
            state.tell(Tone::Error, text);
        }
        Copied::Failed(reason) => {
            let text = state.say("talk.copy-failed", &[("reason", &reason)]);
            state.tell(Tone::Error, text);
        }
    }
}
