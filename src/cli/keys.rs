//! `planboard keys`: the keys of the board, from the table it uses.

use crate::board::keys::{Context as Place, bindings, sentence};
use crate::cli::args::Keys;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::project::settings::EnterKey;
use crate::text::cells;

/// Prints the keys, place by place; with `--dump` as lines divided by tabs: place, action, keys, meaning.
///
/// # Errors
/// None; stdout is looked at at the end.
pub fn run(context: &mut Context, options: &Keys) -> Result<u8, Failure> {
    let locale = context.locale();
    let mut place = None;
    for binding in bindings() {
        let keys = binding.keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let action = binding.action.name();
        let key = sentence(binding.context, binding.action, EnterKey::Save);
        let meaning = locale.word(&key);
        if options.dump {
            context.out.line(&format!("{}\t{action}\t{keys}\t{meaning}", name(binding.context)));
            continue;
        }
        if place.replace(binding.context) != Some(binding.context) {
            context.out.line(&name(binding.context));
        }
        context.out.line(&format!("  {} {} {meaning}", cells::fit(&keys, KEYS), cells::fit(action, ACTION)));
    }
    Ok(0)
}

/// Cells of the column of the keys: more than the longest.
const KEYS: usize = 36;
/// Cells of the column of the actions.
const ACTION: usize = 22;

/// The name of a place: `Context::StepDone` is `step-done`.
fn name(place: Place) -> String {
    let mut name = String::new();
    for c in format!("{place:?}").chars() {
        if c.is_ascii_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_and_no_action_is_cut_off() {
        for binding in bindings() {
            let keys = binding.keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            assert!(cells::width(&keys) <= KEYS, "{keys}");
            assert!(cells::width(binding.action.name()) <= ACTION, "{}", binding.action.name());
        }
    }

    #[test]
    fn places_have_names_in_small_letters() {
        assert_eq!((name(Place::Board).as_str(), name(Place::StepDone).as_str()), ("board", "step-done"));
    }
}
