//! The actions of the board by name, for the line that `:` opens.

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use crate::board::editor::Editor;
use crate::board::keys::{self, Action, Context};
use crate::locale::Locale;
use crate::project::settings::EnterKey;
use crate::text::fold::fold;

/// The line, and the actions it finds.
pub struct Palette {
    /// The line.
    pub editor: Editor,
    /// The actions it finds, the best first.
    pub found: Vec<Action>,
    /// Which of them is selected.
    pub selected: usize,
}

/// The actions of the board that a line means: by name, by key, by their sentence. An empty one means all.
pub fn find(query: &str, locale: &Locale) -> Vec<Action> {
    let key = query.trim();
    let query = fold(key);
    let pattern = Pattern::new(&query, CaseMatching::Respect, Normalization::Never, AtomKind::Fuzzy);
    let mut matcher = Matcher::new(Config::DEFAULT);
    let mut buffer = Vec::new();
    let mut ranked = Vec::new();
    for (order, binding) in keys::bindings().iter().filter(|b| b.context == Context::Board).enumerate() {
        let name = binding.action.name();
        let words = fold(locale.word(&keys::sentence(Context::Board, binding.action, EnterKey::Save)));
        let class = if query.is_empty() || name == query {
            0
        } else if binding.keys.iter().any(|k| k.to_string() == key) {
            1
        } else if name.starts_with(&query) {
            2
        } else if words.contains(&query) {
            3
        } else {
            4
        };
        let text = format!("{name} {words}");
        let score = pattern.score(Utf32Str::new(&text, &mut buffer), &mut matcher);
        let Some(score) = score.or((class < 4).then_some(0)) else { continue };
        ranked.push((class, std::cmp::Reverse(if class == 0 { 0 } else { score }), order, binding.action));
    }
    ranked.sort_unstable_by_key(|(class, score, order, _)| (*class, *score, *order));
    ranked.into_iter().map(|(.., action)| action).collect()
}
