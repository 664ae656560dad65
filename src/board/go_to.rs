//! Go-to: which targets of all passes a typed line means. Ids, `C3` and `[2]` come first, then what is alike; case, width
//! and kana do not matter.

use std::ops::Range;

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use crate::board::editor::Editor;
use crate::contract::plan_comments::Pass;
use crate::review::target::Plan;
use crate::text::fold::fold;

/// Most targets that are shown.
pub const MOST: usize = 200;

/// The line, and what it found.
pub struct GoTo {
    /// The line.
    pub editor: Editor,
    /// Number of the question last asked.
    pub generation: u64,
    /// Number of the question that `found` answers.
    pub answered: u64,
    /// What was found.
    pub found: Found,
    /// Which of them is selected.
    pub selected: usize,
    /// Enter was pressed before the answer came.
    pub go: bool,
}

/// What a line found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// The best targets, the best first, at most [`MOST`]: pass and position.
    pub places: Vec<(Pass, usize)>,
    /// How many match.
    pub total: usize,
}

struct Entry {
    pass: Pass,
    position: usize,
    /// Its ids and `[index]`, one a line.
    names: Range<usize>,
    /// Label and headline.
    words: Range<usize>,
    /// Which characters it has: a bit for each, several share one.
    letters: u64,
}

/// The folded names of the targets of every available pass.
#[derive(Default)]
pub struct Catalogue {
    text: String,
    entries: Vec<Entry>,
}

impl Catalogue {
    /// Of a plan.
    pub fn of(plan: &Plan) -> Catalogue {
        let mut catalogue = Catalogue::default();
        for pass in plan.own_passes().filter(|pass| plan.pass(*pass).unavailable.is_none()) {
            for (position, target) in plan.pass(pass).targets.iter().enumerate() {
                let start = catalogue.text.len();
                let ids = [Some(&target.label), target.own_id.as_ref(), target.id.as_ref()];
                for id in ids.into_iter().flatten() {
                    catalogue.text.push_str(&fold(id));
                    catalogue.text.push('\n');
                }
                catalogue.text.push_str(&format!("[{}]", target.index));
                let names = start..catalogue.text.len();
                let words = format!("{} {} {}", target.label, target.headline, target.own_id.as_deref().unwrap_or(""));
                catalogue.text.push_str(&fold(&words));
                let words = names.end..catalogue.text.len();
                let letters = letters(catalogue.text.get(words.clone()).unwrap_or_default());
                catalogue.entries.push(Entry { pass, position, names, words, letters });
            }
        }
        catalogue
    }

    /// The targets that `query` means, those of the pass `here` before others as good. An empty one finds every target.
    pub fn find(&self, query: &str, here: Pass) -> Found {
        let query = fold(query.trim());
        let text = |range: &Range<usize>| self.text.get(range.clone()).unwrap_or_default();
        let wanted = letters(&query);
        let pattern = Pattern::new(&query, CaseMatching::Respect, Normalization::Never, AtomKind::Fuzzy);
        let mut matcher = Matcher::new(Config::DEFAULT);
        let mut buffer = Vec::new();
        let mut ranked = Vec::new();
        for (order, entry) in self.entries.iter().enumerate() {
            let names = text(&entry.names);
            let class = if query.is_empty() || names.split('\n').any(|name| name == query) {
                0
            } else if names.split('\n').any(|name| name.starts_with(&query)) {
                1
            } else {
                2
            };
            let score = match class {
                2 if wanted & !entry.letters != 0 => continue,
                2 => match pattern.score(Utf32Str::new(text(&entry.words), &mut buffer), &mut matcher) {
                    Some(score) => score,
                    None => continue,
                },
                _ => 0,
            };
            ranked.push((class, std::cmp::Reverse(score), entry.pass != here, order));
        }
        let total = ranked.len();
        if total > MOST {
            ranked.select_nth_unstable(MOST);
            ranked.truncate(MOST);
        }
        ranked.sort_unstable();
        let place = |order: usize| self.entries.get(order).map(|entry| (entry.pass, entry.position));
        Found { places: ranked.into_iter().filter_map(|(.., order)| place(order)).collect(), total }
    }
}

/// Which characters a text has, blanks left out.
fn letters(text: &str) -> u64 {
    text.chars().filter(|c| !c.is_whitespace()).fold(0, |bits, c| bits | 1 << (u32::from(c) % 61))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::*;
    use std::time::Instant;

    fn labels(plan: &Plan, query: &str, here: Pass) -> Vec<String> {
        let found = Catalogue::of(plan).find(query, here);
        let label = |(pass, at): &(Pass, usize)| plan.pass(*pass).targets[*at].label.clone();
        found.places.iter().map(label).collect()
    }

    #[test]
    fn ids_and_numbers_come_before_what_is_alike() {
        let plan = Files::of(&shots(&["s-03 in words", "b", "ｶﾒﾗが寄る", "camera pans left"])).plan();
        let first = |query| labels(&plan, query, Pass::Structure).first().cloned().unwrap_or_default();
        let all = labels(&plan, "", Pass::Structure);
        assert_eq!(all.len(), 4);
        assert_eq!(first(&all[2]), all[2]);
        assert_eq!(first("[1]"), all[1]);
        assert_eq!(first("かめら"), all[2]);
        assert_eq!(first("CMPN"), all[3]);
        assert_eq!(first("left cam"), all[3]);
        assert_eq!(first("zzz"), "");
        let plan = cuts(12).plan();
        assert_eq!(labels(&plan, "c3", Pass::Final)[0], "C3");
        assert_eq!(labels(&plan, "Ｃ１２", Pass::Final)[0], "C12");
    }

    #[test]
    fn finding_grows_with_the_plan_and_not_faster() {
        let least = |count: usize| {
            let catalogue = Catalogue::of(&Files::of(&many_shots(count)).plan());
            let round = || {
                let start = Instant::now();
                for query in ["s-09", "shot 999", "sho t1", "zq", ""] {
                    assert!(catalogue.find(query, Pass::Structure).places.len() <= MOST);
                }
                start.elapsed()
            };
            (0..5).map(|_| round()).min().unwrap()
        };
        let (few, many) = (least(4_000), least(40_000));
        assert!(many < few * 20, "ten times the targets: {many:?} and {few:?}");
    }
}
