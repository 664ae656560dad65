//! Writing a text: opening it, its keys, keeping it.

use crate::board::editor::{Edit, Editor};
use crate::board::effect::Effect;
use crate::board::input::{Key, KeyCode};
use crate::board::keys::{self, Action, Context};
use crate::board::layers::{Layer, Writing};
use crate::board::layout;
use crate::board::read_only;
use crate::board::state::{Pane, State, Tone};
use crate::board::update::{comments, find, objecting, typed};
use crate::board::view;
use crate::contract::plan_comments::Pass;
use crate::review::draft::{Anchor, AnchorState, Draft, Unfinished};
use crate::review::history::Change;
use crate::text::trim::js_trim;

/// Opens the editor for a target's comment or (without anchor) the overall note: with the unfinished text if there is
/// one, else with what is saved; the caret at the end.
pub fn open(state: &mut State, anchor: Option<Anchor>, comment: Option<u64>) {
    let draft = &state.desk().draft;
    let begun = begun_at(draft, anchor.as_ref(), comment).and_then(|at| draft.unfinished.get(at));
    let (text, comment) = match begun {
        Some(begun) => (begun.text.clone(), begun.comment),
        None => (saved(draft, anchor.as_ref(), comment).unwrap_or_default().to_owned(), comment),
    };
    let id = anchor.as_ref().filter(|a| a.state != AnchorState::Gone).map(|a| a.id.as_str());
    if let Some(position) = id.and_then(|id| state.view().by_id.get(id).copied()) {
        find::show(state, position);
    }
    state.pane = Pane::Detail;
    state.detail_scroll = 0;
    let editor = Box::new(Editor::new(&text));
    state.layers.push(Layer::Write(Writing { anchor, comment, editor, scroll: 0 }));
}

/// Position of the text begun in this place. A text begun to change a comment that is not there any more (deleted, or
/// its writing undone) counts as begun for a new one: it must be within reach.
pub fn begun_at(draft: &Draft, anchor: Option<&Anchor>, comment: Option<u64>) -> Option<usize> {
    let orphan = |u: &Unfinished| {
        let lost = u.comment.is_some_and(|key| draft.comment(key).is_none());
        lost && u.anchor.as_ref().zip(anchor).is_some_and(|(one, other)| one.same_target(other))
    };
    let orphans = || draft.unfinished.iter().position(orphan).filter(|_| comment.is_none());
    draft.unfinished_at(anchor, comment).or_else(orphans)
}

/// The text that is saved in the place of this one: the overall note, or the comment that is changed.
fn saved<'a>(draft: &'a Draft, anchor: Option<&Anchor>, comment: Option<u64>) -> Option<&'a str> {
    match (anchor, comment) {
        (None, _) => Some(&draft.overall),
        (Some(_), Some(key)) => draft.comment(key).map(|c| c.text.as_str()),
        (Some(_), None) => None,
    }
}

/// Gives the editor the width it is drawn with.
pub fn fit(state: &mut State) {
    let width = layout::areas(state).detail.map_or(20, |d| d.width.saturating_sub(3)).max(2);
    if let Some(Layer::Write(writing)) = state.layers.last_mut() {
        writing.editor.set_width(usize::from(width));
    }
    keep_caret_in_sight(state);
}

/// Scrolls the editor just enough: the caret moves over the rows in sight before they move.
fn keep_caret_in_sight(state: &mut State) {
    let height = usize::from(view::editor_height(state)).max(1);
    if let Some(Layer::Write(writing)) = state.layers.last_mut() {
        let (row, _) = writing.editor.caret_position();
        let last_first = writing.editor.rows().len().saturating_sub(height);
        writing.scroll = writing.scroll.min(last_first).clamp((row + 1).saturating_sub(height), row);
    }
}

/// What a key that is no action does to a text: readline's keys and the usual ones.
pub fn edit_of(key: Key, page: usize) -> Option<Edit> {
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
        _ => return None,
    })
}

/// Changes the text that is open here.
pub fn change<T>(state: &mut State, with: impl FnOnce(&mut Editor) -> T) {
    if let Some(Layer::Write(writing)) = state.layers.last_mut() {
        with(&mut writing.editor);
        state.desk_mut().dirty = true;
    }
}

/// An action in the editor.
pub fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::SaveOrNewline | Action::Newline | Action::Save if typed::is_done(state, Context::Editor, action) => {
            save(state, effects);
        }
        Action::ExternalEditor => {
            let text = state.writing().map(|writing| writing.editor.text().to_owned()).unwrap_or_default();
            effects.extend([Effect::SaveDrafts, Effect::EditOutside(text)]);
        }
        Action::Phrases => super::phrases::open(state),
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
    let draft = &mut desk.draft;
    if let Some(at) = draft.unfinished_at(anchor.as_ref(), comment) {
        draft.clear_unfinished(at, now);
    }
    let objects = desk.draft.pass == Pass::Coding && anchor.is_some();
    let draft = &mut desk.draft;
    let change = match (anchor, comment) {
        (None, _) => draft.noting(if js_trim(&text).is_empty() { String::new() } else { text }),
        (Some(_), Some(key)) if draft.comment(key).is_some() => draft.editing(key, text),
        // Also a change of a comment that is not there any more: the text is not given up.
        (Some(anchor), _) => Some(comments::adding(draft, anchor, text, now)),
    };
    // A change of the text of an objection is followed by its lens, also where the text stayed.
    let about = match &change {
        Some(Change::Add(added)) => Some(added.key),
        _ => comment.filter(|key| draft.comment(*key).is_some()),
    };
    desk.dirty = true;
    match change {
        Some(change) => {
            comments::apply(state, change, effects);
            let text = state.word(if state.talk.unsaved.is_some() { "talk.saved-here" } else { "talk.saved" });
            state.tell(Tone::Done, text);
        }
        None => effects.push(Effect::SaveDrafts),
    }
    back_to_list(state);
    if let Some(key) = about.filter(|_| objects) {
        objecting::ask(state, key);
    }
}

/// Esc: closes, and keeps the text as unfinished.
fn keep(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(Layer::Write(writing)) = state.layers.pop() else { return };
    let now = state.session.now;
    let desk = state.desk_mut();
    let unchanged = saved(&desk.draft, writing.anchor.as_ref(), writing.comment) == Some(writing.editor.text());
    let (is_overall, is_edit) = (writing.anchor.is_none(), writing.comment.is_some());
    let kept = !writing.editor.is_blank() && !unchanged;
    if kept {
        desk.draft.set_unfinished(writing.as_unfinished(), now);
    } else if let Some(at) = desk.draft.unfinished_at(writing.anchor.as_ref(), writing.comment) {
        desk.draft.clear_unfinished(at, now);
    }
    desk.dirty = true;
    effects.push(Effect::SaveDrafts);
    if kept {
        let again = match (is_overall, is_edit) {
            (true, _) => Action::Overall,
            (_, true) => Action::Edit,
            _ => Action::Comment,
        };
        let key = keys::shown(Context::Board, again);
        let text = state.say(read_only::word(state, "talk.kept-unfinished", "talk.kept-only"), &[("key", &key)]);
        state.tell(Tone::Plain, text);
    }
    comments::changed_marks(state);
    back_to_list(state);
}

/// After writing, the keys go where they were before: to the list.
fn back_to_list(state: &mut State) {
    state.pane = Pane::List;
}

/// The external editor came back.
pub fn edited_outside(state: &mut State, result: Result<String, String>) {
    match result {
        Ok(text) => {
            // Editors end a file with a line break that nobody wrote.
            let text = text.strip_suffix('\n').unwrap_or(&text).to_owned();
            super::reports::edited(state, &text);
            change(state, |editor| editor.replace_all(&text));
        }
        Err(reason) => {
            let text = state.say("talk.editor-failed", &[("reason", &reason)]);
            state.tell(Tone::Error, text);
        }
    }
}
