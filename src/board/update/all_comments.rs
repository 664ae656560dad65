//! The panel of all comments: moving in it, to a target, changing and deleting.

use crate::board::all_comments::{self, AllComments, Entry, Kind};
use crate::board::effect::Effect;
use crate::board::keys::Action;
use crate::board::layers::{ChoiceAct, Layer};
use crate::board::layout;
use crate::board::read_only;
use crate::board::state::{State, Tone};
use crate::board::update::{comments, find, go_to, navigate, writing};
use crate::board::view::AllCommentsParts;

/// `C`.
pub fn open(state: &mut State) {
    let at = state.desk().selected;
    let pass = state.pass;
    let entries = all_comments::entries(state);
    if entries.is_empty() {
        let text = state.word("ways.no-comments");
        return state.tell(Tone::Plain, text);
    }
    let here = entries.iter().position(|e| e.pass == pass && e.position.is_some_and(|position| position >= at));
    let near = here.or_else(|| entries.iter().position(|e| e.pass == pass)).unwrap_or(0);
    state.layers.push(Layer::AllComments(Box::new(AllComments { selected: near, ..AllComments::default() })));
}

fn view_mut(state: &mut State) -> Option<&mut AllComments> {
    if let Some(Layer::AllComments(view)) = state.layers.last_mut() { Some(view) } else { None }
}

/// An action.
pub fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let entries = all_comments::entries(state);
    let last = entries.len().saturating_sub(1);
    let page = usize::from(layout::areas(state).body.height / 5).max(1);
    let read_only = state.outside.read_only.is_some();
    let on_screen = state.pass;
    let Some(view) = view_mut(state) else { return };
    view.selected = view.selected.min(last);
    let entry = entries.get(view.selected).copied();
    match (action, entry) {
        (Action::Close, _) => {
            state.layers.pop();
        }
        (Action::Edit | Action::Delete | Action::Undo, _) if read_only => {
            let reason = read_only::refusal(state);
            state.tell(Tone::Error, reason.unwrap_or_default());
        }
        (Action::Undo, _) => {
            let pass = view.deleted_in.unwrap_or(entry.map_or(on_screen, |e| e.pass));
            let here = std::mem::replace(&mut state.pass, pass);
            let about = comments::undo(state, effects);
            state.pass = here;
            // What came back, or was changed back, is what to look at.
            let at = all_comments::entries(state).iter().position(|e| e.pass == pass && Some(e.kind) == about);
            if let Some((view, at)) = view_mut(state).zip(at) {
                view.selected = at;
            }
        }
        (Action::GoToTarget, Some(entry)) => go(state, &entry),
        (Action::Edit, Some(entry)) => edit(state, &entry, effects),
        (Action::Delete, Some(Entry { pass, kind: Kind::Draft(key), .. })) => {
            view.deleted_in = Some(pass);
            let here = std::mem::replace(&mut state.pass, pass);
            comments::perform(state, ChoiceAct::Delete, key, effects);
            state.pass = here;
        }
        (Action::Delete, Some(_)) => {
            let text = state.word("ways.not-deletable");
            state.tell(Tone::Plain, text);
        }
        (action, _) => view.selected = go_to::walked(view.selected, last, page, action),
    }
    let count = all_comments::entries(state).len();
    let Some(view) = view_mut(state) else { return };
    view.selected = view.selected.min(count.saturating_sub(1));
    let Some(Layer::AllComments(view)) = state.layers.last() else { return };
    let top = AllCommentsParts::of(state, view).reveal(view.top);
    if let Some(view) = view_mut(state) {
        view.top = top;
    }
}

fn go(state: &mut State, entry: &Entry) {
    let Some(position) = entry.position else {
        let text = state.word("ways.no-target");
        return state.tell(Tone::Plain, text);
    };
    state.layers.pop();
    navigate::to_pass(state, entry.pass);
    find::show(state, position);
}

fn edit(state: &mut State, entry: &Entry, effects: &mut Vec<Effect>) {
    if let Kind::Sent(_) = entry.kind {
        let text = state.word("ways.sent-is-sent");
        return state.tell(Tone::Plain, text);
    }
    // The panel stays below the editor: that is where one comes back to.
    navigate::to_pass(state, entry.pass);
    match entry.kind {
        Kind::Draft(key) => comments::perform(state, ChoiceAct::Edit, key, effects),
        Kind::Unfinished(at) => {
            let begun = state.desk().draft.unfinished.get(at).map(|u| (u.anchor.clone(), u.comment));
            if let Some((anchor, comment)) = begun {
                writing::open(state, anchor, comment);
            }
        }
        Kind::Overall => comments::overall(state),
        Kind::Sent(_) => {}
    }
}
