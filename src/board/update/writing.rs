//! Writing a text: opening it, its keys, keeping it.

use crate::board::editor::{Edit, Editor};
use crate::board::effect::Effect;
use crate::board::input::{Key, KeyCode};
use crate::board::keys::{self, Action, Context};
use crate::board::layout;
use crate::board::state::{Layer, Pane, State, Tone, Writing};
use crate::board::update::{comments, find, navigate};
use crate::project::settings::EnterKey;
use crate::review::draft::{Anchor, DraftComment};
use crate::review::history::Change;

/// Opens the editor for a target's comment or (without anchor) the overall note: with the unfinished text if there is
/// one, else with what is saved; the caret at the end.
pub fn open(state: &mut State, anchor: Option<Anchor>, comment: Option<u64>) {
    let draft = &state.desk().draft;
    let id = anchor.as_ref().map(|a| a.id.as_str());
    let saved = match (&anchor, comment) {
        (None, _) => draft.overall.clone(),
        (_, Some(key)) => draft.comments.iter().find(|c| c.key == key).map(|c| c.text.clone()).unwrap_or_default(),
        _ => String::new(),
    };
    let text = draft.unfinished_on(id, comment).map_or(saved, |u| u.text.clone());
    if let Some(position) = id.and_then(|id| state.view().by_id.get(id).copied()) {
        navigate::select(state, position);
    }
    state.pane = Pane::Detail;
    state.detail_scroll = 0;
    let editor = Box::new(Editor::new(&text));
    state.layers.push(Layer::Write(Writing { anchor, comment, editor, scroll: 0 }));
}

/// Gives the editor the width it is drawn with.
pub fn fit(state: &mut State) {
    let width = layout::areas(state).detail.map_or(20, |d| d.width.saturating_sub(3)).max(2);
    if let Some(Layer::Write(writing)) = state.layers.last_mut() {
        writing.editor.set_width(usize::from(width));
    }
}

/// What a key that is no action does to a text: readline's keys and the usual ones.
pub fn edit_of(key: Key, page: usize) -> Option<Edit> {
    let plain = !key.ctrl && !key.alt;
    Some(match (key.code, key.ctrl, key.alt) {
        (KeyCode::Char(c), false, false) => Edit::Insert(c.to_string()),
        (KeyCode::Tab, false, false) => Edit::Insert("\t".to_owned()),
        (KeyCode::Left, true, _) | (KeyCode::Left, _, true) | (KeyCode::Char('b'), false, true) => Edit::WordLeft,
        (KeyCode::Right, true, _) | (KeyCode::Right, _, true) | (KeyCode::Char('f'), false, true) => Edit::WordRight,
        (KeyCode::Home, true, _) => Edit::TextStart,
        (KeyCode::End, true, _) => Edit::TextEnd,
        (KeyCode::Left, ..) | (KeyCode::Char('b'), true, false) => Edit::Left,
        (KeyCode::Right, ..) | (KeyCode::Char('f'), true, false) => Edit::Right,
        (KeyCode::Up, ..) | (KeyCode::Char('p'), true, false) => Edit::Up,
        (KeyCode::Down, ..) | (KeyCode::Char('n'), true, false) => Edit::Down,
        (KeyCode::Home, ..) | (KeyCode::Char('a'), true, false) => Edit::LineStart,
        (KeyCode::End, ..) | (KeyCode::Char('e'), true, false) => Edit::LineEnd,
        (KeyCode::PageUp, ..) => Edit::PageUp(page),
        (KeyCode::PageDown, ..) => Edit::PageDown(page),
        (KeyCode::Backspace, true, _) | (KeyCode::Backspace, _, true) | (KeyCode::Char('w'), true, false) => {
            Edit::KillWordBack
        }
        (KeyCode::Delete, true, _) | (KeyCode::Char('d'), false, true) => Edit::KillWordForward,
        (KeyCode::Backspace, ..) | (KeyCode::Char('h'), true, false) => Edit::DeleteBack,
        (KeyCode::Delete, ..) | (KeyCode::Char('d'), true, false) => Edit::DeleteForward,
        (KeyCode::Char('k'), true, false) => Edit::KillToEnd,
        (KeyCode::Char('u'), true, false) => Edit::KillToStart,
        (KeyCode::Char('y'), true, false) => Edit::Yank,
        (KeyCode::Char('_' | '/'), true, false) => Edit::Undo,
        (KeyCode::Char('r'), true, false) => Edit::Redo,
        _ if plain => return None,
        _ => return None,
    })
}

/// A key in the editor that is no action.
pub fn key(state: &mut State, key: Key) -> bool {
    let page = layout::areas(state).detail.map_or(5, |d| usize::from(d.height / 2)).max(1);
    let Some(edit) = edit_of(key, page) else { return false };
    change(state, |editor| editor.apply(edit));
    true
}

/// A text an input method committed.
pub fn insert(state: &mut State, text: &str) {
    change(state, |editor| editor.apply(Edit::Insert(text.to_owned())));
}

/// A pasted text.
pub fn paste(state: &mut State, text: &str) {
    change(state, |editor| editor.paste(text));
}

fn change<T>(state: &mut State, with: impl FnOnce(&mut Editor) -> T) {
    if let Some(Layer::Write(writing)) = state.layers.last_mut() {
        with(&mut writing.editor);
        state.desk_mut().dirty = true;
    }
}

/// An action in the editor.
pub fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(Layer::Write(writing)) = state.layers.last() else { return };
    let before = writing.editor.text().get(..writing.editor.caret()).unwrap_or_default();
    let after_backslash = before.ends_with('\\');
    let enter_saves = state.session.enter == EnterKey::Save;
    match action {
        Action::SaveOrNewline if enter_saves && after_backslash => {
            change(state, |editor| {
                editor.apply(Edit::DeleteBack);
                editor.apply(Edit::Newline)
            });
        }
        Action::SaveOrNewline if enter_saves => save(state, effects),
        Action::Newline if !enter_saves => save(state, effects),
        Action::SaveOrNewline | Action::Newline => change(state, |editor| editor.apply(Edit::Newline)),
        Action::Save => save(state, effects),
        Action::Undo => change(state, |editor| editor.apply(Edit::Undo)),
        Action::ExternalEditor => {
            let text = writing.editor.text().to_owned();
            effects.extend([Effect::SaveDrafts, Effect::EditOutside(text)]);
        }
        Action::Close => keep(state, effects),
        _ => {}
    }
}

/// Enter: the text becomes a comment, changes one, or becomes the overall note.
fn save(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(Layer::Write(writing)) = state.layers.last() else { return };
    let text = writing.editor.text().to_owned();
    let (anchor, comment) = (writing.anchor.clone(), writing.comment);
    if writing.editor.is_blank() && anchor.is_some() {
        let key = if comment.is_some() { "talk.blank-edit" } else { "talk.blank" };
        let text = state.say(
            key,
            &[
                ("close", &keys::shown(Context::Editor, Action::Close)),
                ("delete", &keys::shown(Context::Board, Action::Delete)),
            ],
        );
        return state.tell(Tone::Error, text);
    }
    state.layers.pop();
    let now = state.session.now;
    let desk = state.desk_mut();
    desk.draft.clear_unfinished(anchor.as_ref().map(|a| a.id.as_str()), comment);
    let change = match (anchor, comment) {
        (None, _) => {
            let after = if text.trim().is_empty() { String::new() } else { text };
            (after != desk.draft.overall).then(|| Change::Overall { before: desk.draft.overall.clone(), after })
        }
        (Some(_), Some(key)) => {
            let before = desk.draft.comments.iter().find(|c| c.key == key).map(|c| c.text.clone());
            before.filter(|b| *b != text).map(|before| Change::Edit { key, before, after: text })
        }
        (Some(anchor), None) => {
            Some(Change::Add(DraftComment { key: desk.draft.next_key, anchor, text, created_at: now }))
        }
    };
    desk.dirty = true;
    match change {
        Some(change) => {
            comments::apply(state, change, effects);
            let text = state.word("talk.saved");
            state.tell(Tone::Done, text);
        }
        None => effects.push(Effect::SaveDrafts),
    }
    back_to_list(state);
}

/// Esc: closes, and keeps the text as unfinished.
fn keep(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(Layer::Write(writing)) = state.layers.pop() else { return };
    let id = writing.anchor.as_ref().map(|a| a.id.clone());
    let desk = state.desk_mut();
    let saved = match (&id, writing.comment) {
        (None, _) => Some(desk.draft.overall.as_str()),
        (_, Some(key)) => desk.draft.comments.iter().find(|c| c.key == key).map(|c| c.text.as_str()),
        _ => None,
    };
    let unchanged = saved == Some(writing.editor.text());
    let kept = !writing.editor.is_blank() && !unchanged;
    if kept {
        let (text, caret) = (writing.editor.text().to_owned(), writing.editor.caret());
        desk.draft.set_unfinished(writing.anchor, writing.comment, text, caret);
    } else {
        desk.draft.clear_unfinished(id.as_deref(), writing.comment);
    }
    desk.dirty = true;
    effects.push(Effect::SaveDrafts);
    if kept {
        let key = keys::shown(Context::Board, if id.is_some() { Action::Comment } else { Action::Overall });
        let text = state.say("talk.kept-unfinished", &[("key", &key)]);
        state.tell(Tone::Plain, text);
    }
    comments::changed_marks(state);
    back_to_list(state);
}

/// After writing, the keys go where they were before: to the list.
fn back_to_list(state: &mut State) {
    state.pane = Pane::List;
    find::refresh_matches(state);
}

/// The external editor came back.
pub fn edited_outside(state: &mut State, result: Result<String, String>) {
    match result {
        Ok(text) => {
            // Editors end a file with a line break that nobody wrote.
            let text = text.strip_suffix('\n').unwrap_or(&text).to_owned();
            change(state, |editor| editor.replace(&text));
        }
        Err(reason) => {
            let text = state.say("talk.editor-failed", &[("reason", &reason)]);
            state.tell(Tone::Error, text);
        }
    }
}
