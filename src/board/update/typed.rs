//! Typing into the text that is open, whichever it is: keys that edit, texts an input method committed, pasted ones.

use std::borrow::Cow;

use crate::board::editor::{Edit, Editor};
use crate::board::input::{Key, KeyCode, latin};
use crate::board::keys::{Action, Context};
use crate::board::layout;
use crate::board::state::State;
use crate::board::update::writing::edit_of;
use crate::board::update::{checklist, find, go_to, objecting, objections, palette, reports, writing};
use crate::board::view;
use crate::contract::plan_comments::Pass;
use crate::project::settings::EnterKey;

/// Whether a text is typed there, so that letters are no commands.
pub fn is_typed(context: Context) -> bool {
    use Context::*;
    matches!(context, Editor | Search | StepDone | Rule | Reason | Answer | GoTo | Commands)
}

/// A key that is no action; says whether it edits.
pub fn key(state: &mut State, context: Context, key: Key) -> bool {
    let key = match (context, key.code) {
        // Tab is no letter of an objection: what comes after the text is chosen with it.
        (Context::Editor, KeyCode::Tab) if state.pass == Pass::Coding => return true,
        // The words of rules are plain letters.
        (Context::Rule, KeyCode::Char(_)) => latin(key),
        _ => key,
    };
    let page = match context {
        Context::Editor => layout::areas(state).detail.map_or(5, |d| usize::from(d.height / 2)).max(1),
        Context::Answer => view::answer_editor(state).height.max(1).into(),
        _ => 1,
    };
    let edit = is_typed(context).then(|| edit_of(key, page)).flatten();
    edit.is_some_and(|edit| change(state, context, |editor| editor.apply(edit)))
}

/// A text that an input method committed; says whether a text is open there.
pub fn insert(state: &mut State, context: Context, text: &str) -> bool {
    let text = as_meant(context, text);
    change(state, context, |editor| editor.apply(Edit::Insert(text.into_owned())))
}

/// A pasted text; says whether a text is open there.
pub fn paste(state: &mut State, context: Context, text: &str) -> bool {
    let text = as_meant(context, if context == Context::Rule { text.trim() } else { text });
    change(state, context, |editor| editor.paste(&text))
}

/// Full-width letters of a rule count as the plain ones.
fn as_meant(context: Context, text: &str) -> Cow<'_, str> {
    if context == Context::Rule { text.chars().map(plain).collect() } else { Cow::Borrowed(text) }
}

/// The plain letter of a full-width one.
fn plain(c: char) -> char {
    match latin(Key::char(c)).code {
        KeyCode::Char(plain) => plain,
        _ => c,
    }
}

/// Enter, what makes a new line, and what saves, in a text of several lines: the setting says which Enter is. Says whether
/// the text is to be saved; else it has a new line.
pub fn is_done(state: &mut State, context: Context, action: Action) -> bool {
    match (action, state.session.enter == EnterKey::Save) {
        (Action::Save, _) | (Action::Newline, false) => true,
        (Action::SaveOrNewline, true) => {
            let mut is_newline = false;
            change(state, context, |editor| is_newline = editor.newline_for_backslash());
            !is_newline
        }
        _ => {
            change(state, context, |editor| editor.apply(Edit::Newline));
            false
        }
    }
}

/// Changes the text that is open; says whether there is one.
fn change<T>(state: &mut State, context: Context, with: impl FnOnce(&mut Editor) -> T) -> bool {
    match context {
        Context::Editor => writing::change(state, with),
        Context::Search => find::change(state, with),
        Context::StepDone => checklist::change(state, with),
        Context::Rule => objecting::change(state, with),
        Context::Reason => objections::change(state, with),
        Context::Answer => reports::change(state, with),
        Context::GoTo => go_to::change(state, with),
        Context::Commands => palette::change(state, with),
        _ => return false,
    }
    true
}
