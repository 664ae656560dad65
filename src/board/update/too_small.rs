//! On a window too small to show anything, only what leaves acts: nobody writes, sends, marks or deletes what is not seen.
//! What is typed where a text is open is kept, for nothing typed may be lost while a window is drawn small.

use crate::board::input::{InputEvent, Key, KeyCode, latin};
use crate::board::keys::{self, Action, Context};
use crate::board::layout;
use crate::board::state::State;
use crate::board::update::{context, is_typed};

/// Whether the event finds a board that shows nothing and is to do nothing.
pub fn holds_back(state: &State, event: &InputEvent) -> bool {
    let session = &state.session;
    layout::is_too_small(session.width, session.height)
        && match event {
            InputEvent::Key(key) => !leaves(context(state), *key) && !is_text(context(state), *key),
            InputEvent::Text(_) | InputEvent::Paste(_) => !is_typed(context(state)),
            InputEvent::Click { .. } | InputEvent::Scroll { .. } => true,
            _ => false,
        }
}

/// A character for the text that is open.
fn is_text(context: Context, key: Key) -> bool {
    is_typed(context)
        && matches!(key.code, KeyCode::Char(_))
        && !key.ctrl
        && !key.alt
        && keys::action(context, key).is_none()
}

/// Esc and Ctrl-C close the layer on top, the keys of the base quit there; suspending and drawing anew harm nothing.
fn leaves(context: Context, key: Key) -> bool {
    let key = if is_typed(context) { key } else { latin(key) };
    let always_closes = key.code == KeyCode::Esc || key.ctrl && key.code == KeyCode::Char('c');
    match keys::action(context, key) {
        Some(Action::Close) => always_closes,
        Some(action) => matches!(action, Action::Quit | Action::Suspend | Action::Redraw),
        None => matches!(keys::action(Context::Board, key), Some(Action::Suspend | Action::Redraw)),
    }
}
