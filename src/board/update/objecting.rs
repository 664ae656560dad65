//! What makes a comment an objection: its lens and its rule, chosen after the text.

use crate::board::editor::Editor;
use crate::board::effect::Effect;
use crate::board::keys::Action;
use crate::board::layers::Layer;
use crate::board::objections::{LensChoice, completions, is_rule};
use crate::board::state::{Pane, State, Tone};
use crate::board::update::comments;
use crate::contract::finding::Phrase;
use crate::contract::plan_critique::Lens;
use crate::review::objecting::Objecting;

/// Asks for the lens of the comment with this key, which is saved already.
pub fn ask(state: &mut State, comment: u64) {
    let Some(saved) = state.desk().draft.comment(comment) else { return };
    let Objecting { lens, rule } = saved.objecting.clone().unwrap_or_default();
    state.pane = Pane::Detail;
    state.layers.push(Layer::Lens(Box::new(LensChoice {
        comment,
        lens,
        rule: Box::new(Editor::single_line(rule.as_deref().unwrap_or_default())),
        at_rule: false,
        completing: None,
        notice: None,
    })));
}

fn choice(state: &mut State) -> Option<&mut LensChoice> {
    if let Some(Layer::Lens(choice)) = state.layers.last_mut() { Some(choice) } else { None }
}

/// An action while the lens is chosen.
pub fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(choice) = choice(state) else { return };
    let at = Lens::ALL.iter().position(|lens| *lens == choice.lens).unwrap_or(0);
    let lens = |at: usize| Lens::ALL.get(at).copied();
    let chosen = match action {
        Action::LensScope => Some(Lens::Scope),
        Action::LensFeasibility => Some(Lens::Feasibility),
        Action::LensSecurity => Some(Lens::Security),
        Action::LensAlternative => Some(Lens::Alternative),
        Action::Down => lens(at + 1),
        Action::Up => at.checked_sub(1).and_then(lens),
        Action::Rule => {
            choice.at_rule = true;
            None
        }
        Action::Confirm => return take(state, effects),
        // Esc leaves it at what was chosen; a rule that is none is said once, and then left out.
        Action::Close if choice.notice.is_some() => {
            *choice.rule = Editor::single_line("");
            return take(state, effects);
        }
        Action::Close => {
            take(state, effects);
            if let Some(choice) = self::choice(state) {
                choice.at_rule = false;
            }
            return;
        }
        _ => None,
    };
    if let Some(lens) = chosen {
        choice.lens = lens;
    }
}

/// An action while the rule is typed.
pub fn act_on_rule(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::NextRule => complete(state, true),
        Action::PreviousRule => complete(state, false),
        Action::Confirm => take(state, effects),
        // Esc goes back to the lens; what was typed stays.
        Action::Close => {
            if let Some(choice) = choice(state) {
                (choice.at_rule, choice.notice) = (false, None);
            }
        }
        _ => {}
    }
}

/// Changes the text that is open here.
pub fn change<T>(state: &mut State, with: impl FnOnce(&mut Editor) -> T) {
    if let Some(choice) = choice(state) {
        with(&mut choice.rule);
        (choice.completing, choice.notice) = (None, None);
    }
}

/// Tab: the next rule seen that goes on from what was typed.
fn complete(state: &mut State, forward: bool) {
    let Some(Layer::Lens(open)) = state.layers.last() else { return };
    let (typed, last) = match &open.completing {
        Some((typed, at)) => (typed.clone(), Some(*at)),
        None => (open.rule.text().to_owned(), None),
    };
    let found = completions(state, &typed);
    let count = found.len();
    if count == 0 {
        return;
    }
    let at = match (last, forward) {
        (None, true) => 0,
        (None, false) => count - 1,
        (Some(at), true) => (at + 1) % count,
        (Some(at), false) => (at + count - 1) % count,
    };
    if let (Some(choice), Some(rule)) = (choice(state), found.get(at)) {
        choice.rule.replace_all(rule);
        (choice.completing, choice.notice) = (Some((typed, at)), None);
    }
}

/// Enter: the objection gets its lens and rule.
fn take(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(choice) = choice(state) else { return };
    let rule = choice.rule.text().trim().to_uppercase();
    if !rule.is_empty() && !is_rule(&rule) {
        (choice.at_rule, choice.notice) = (true, Some(Phrase::new("objection.no-rule")));
        return;
    }
    let (comment, lens) = (choice.comment, choice.lens);
    let after = Objecting { lens, rule: (!rule.is_empty()).then_some(rule) };
    let change = state.desk().draft.objecting(comment, after);
    close(state);
    if let Some(change) = change {
        comments::apply(state, change, effects);
    }
    let text = state.word(if state.talk.unsaved.is_some() { "talk.saved-here" } else { "talk.saved" });
    state.tell(Tone::Done, text);
}

/// The choice is made.
fn close(state: &mut State) {
    state.layers.pop();
    state.pane = Pane::List;
}
