//! Keys and what they do. Help and the key line are made from one table, so they cannot promise anything else.

mod action;
mod context;
mod hints;
mod table;
mod words;

use std::sync::OnceLock;

pub use action::Action;
pub use context::Context;
pub use hints::hints;
use table::TABLE;
pub use words::{sentence, word};

use crate::board::input::Key;

/// A binding: where, its keys, what they do.
pub struct Binding {
    /// Where it holds.
    pub context: Context,
    /// Its keys, the daily one first.
    pub keys: Vec<Key>,
    /// What it does.
    pub action: Action,
}

/// All bindings, in the order help shows them.
pub fn bindings() -> &'static [Binding] {
    static BINDINGS: OnceLock<Vec<Binding>> = OnceLock::new();
    BINDINGS.get_or_init(|| {
        let lines =
            TABLE.iter().flat_map(|(context, parts)| parts.iter().flat_map(|p| *p).map(move |line| (context, line)));
        lines
            .map(|(context, (keys, action))| Binding {
                context: *context,
                keys: keys.split(' ').filter_map(Key::parse).collect(),
                action: *action,
            })
            .collect()
    })
}

/// What a key does in a context.
pub fn action(context: Context, key: Key) -> Option<Action> {
    bindings().iter().find(|b| b.context == context && b.keys.contains(&key)).map(|b| b.action)
}

/// The daily key of an action, as it is shown.
pub fn shown(context: Context, action: Action) -> String {
    bindings()
        .iter()
        .find(|b| b.context == context && b.action == action)
        .and_then(|b| b.keys.first())
        .map(ToString::to_string)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::{Language, Locale};
    use crate::project::settings::EnterKey;
    use std::collections::HashSet;

    #[test]
    fn every_key_of_the_table_is_a_key_and_means_one_thing() {
        let mut seen = HashSet::new();
        for (binding, (keys, _)) in
            bindings().iter().zip(TABLE.iter().flat_map(|(_, parts)| parts.iter().flat_map(|p| *p)))
        {
            assert_eq!(binding.keys.len(), keys.split(' ').count(), "{keys}");
            for key in &binding.keys {
                assert!(seen.insert((binding.context, *key)), "{key} twice in {:?}", binding.context);
            }
        }
    }

    #[test]
    fn every_action_has_its_sentence_and_every_hint_its_key() {
        for language in Language::ALL {
            for binding in bindings() {
                for enter in [EnterKey::Save, EnterKey::Newline] {
                    let key = sentence(binding.context, binding.action, enter);
                    assert!(Locale::of(language).has(&key), "{key}");
                }
            }
        }
        for binding in bindings() {
            for hint in hints(binding.context) {
                assert!(!shown(binding.context, *hint).is_empty(), "{hint:?} in {:?}", binding.context);
                let word = word(binding.context, *hint, EnterKey::Save);
                assert_ne!(word, "hint.other", "{hint:?} has no word");
            }
        }
    }

    #[test]
    fn every_daily_action_has_a_key_that_passes_an_input_method() {
        for b in bindings().iter().filter(|b| b.context == Context::Board) {
            let passes = b.keys.iter().any(|k| k.ctrl || !matches!(k.code, crate::board::input::KeyCode::Char(_)));
            assert!(passes || matches!(b.action, Action::NextMatch | Action::PreviousMatch), "{:?}", b.action);
        }
    }
}
