//! Go-to: which targets of all passes a typed line means. Ids, `C3` and `[2]` come first, then what is alike; case, width
//! and kana do not matter.

use std::cmp::Reverse;
use std::ops::Range;

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use crate::board::editor::Editor;
use crate::contract::beside::{beside, part_size};
use crate::contract::plan_comments::Pass;
use crate::review::target::{Plan, Target};
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
    position: usize,
    /// Its ids and `[index]`, one a line.
    names: Range<usize>,
    /// Label and headline.
    words: Range<usize>,
    /// Which characters it has: a bit for each, several share one.
    letters: u64,
}

/// The folded names of the targets of every available pass, in parts that are searched beside each other.
#[derive(Default)]
pub struct Catalogue(Vec<Part>);

/// The folded names of some targets of a pass.
struct Part {
    pass: Pass,
    text: String,
    entries: Vec<Entry>,
}

/// How well a target matches: kind of match, score, other passes later, place in the catalogue.
type Rank = (u8, Reverse<u32>, bool, (usize, usize));

impl Catalogue {
    /// Of a plan.
    pub fn of(plan: &Plan) -> Catalogue {
        let passes = plan.own_passes().filter(|pass| plan.pass(*pass).unavailable.is_none());
        let parts = passes.flat_map(|pass| {
            let count = plan.pass(pass).targets.len();
            let size = part_size(count);
            (0..count).step_by(size).map(move |from| (pass, from..(from + size).min(count)))
        });
        let parts: Vec<(Pass, Range<usize>)> = parts.collect();
        Catalogue(beside(&parts, |(pass, range)| Part::of(*pass, range, &plan.pass(*pass).targets)))
    }

    /// The targets that `query` means, those of the pass `here` before others as good. An empty one finds every target.
    pub fn find(&self, query: &str, here: Pass) -> Found {
        let query = fold(query.trim());
        let parts: Vec<(usize, &Part)> = self.0.iter().enumerate().collect();
        let found = beside(&parts, |(number, part)| part.find(&query, *number, here));
        let total = found.iter().map(|(_, total)| total).sum();
        let mut ranked: Vec<Rank> = found.into_iter().flat_map(|(ranked, _)| ranked).collect();
        ranked.sort_unstable();
        ranked.truncate(MOST);
        let place = |(part, at): (usize, usize)| {
            let part = self.0.get(part)?;
            Some((part.pass, part.entries.get(at)?.position))
        };
        Found { places: ranked.into_iter().filter_map(|(.., at)| place(at)).collect(), total }
    }
}

impl Part {
    fn of(pass: Pass, range: &Range<usize>, targets: &[Target]) -> Part {
        let mut part = Part { pass, text: String::new(), entries: Vec::with_capacity(range.len()) };
        for (position, target) in targets.iter().enumerate().take(range.end).skip(range.start) {
            let start = part.text.len();
            let ids = [Some(&target.label), target.own_id.as_ref(), target.id.as_ref()];
            for id in ids.into_iter().flatten() {
                part.text.push_str(&fold(id));
                part.text.push('\n');
            }
            part.text.push_str(&format!("[{}]", target.index));
            let names = start..part.text.len();
            let words = format!("{} {} {}", target.label, target.headline, target.own_id.as_deref().unwrap_or(""));
            part.text.push_str(&fold(&words));
            let words = names.end..part.text.len();
            let letters = letters(part.text.get(words.clone()).unwrap_or_default());
            part.entries.push(Entry { position, names, words, letters });
        }
        part
    }

    /// The best matches of this part, which has this number, and how many there are.
    fn find(&self, query: &str, number: usize, here: Pass) -> (Vec<Rank>, usize) {
        let text = |range: &Range<usize>| self.text.get(range.clone()).unwrap_or_default();
        let wanted = letters(query);
        let pattern = Pattern::new(query, CaseMatching::Respect, Normalization::Never, AtomKind::Fuzzy);
        let mut matcher = Matcher::new(Config::DEFAULT);
        let mut buffer = Vec::new();
        let mut ranked = Vec::new();
        for (at, entry) in self.entries.iter().enumerate() {
            let names = text(&entry.names);
            let class = if query.is_empty() || names.split('\n').any(|name| name == query) {
                0
            } else if names.split('\n').any(|name| name.starts_with(query)) {
                1
            } else {
                2
            };
            let score = match class {
                2 if wanted & !entry.letters != 0 || !is_likely(text(&entry.words), query) => continue,
                2 => match pattern.score(Utf32Str::new(text(&entry.words), &mut buffer), &mut matcher) {
                    Some(score) => score,
                    None => continue,
                },
                _ => 0,
            };
            ranked.push((class, Reverse(score), self.pass != here, (number, at)));
        }
        let total = ranked.len();
        if total > MOST {
            ranked.select_nth_unstable(MOST);
            ranked.truncate(MOST);
        }
        (ranked, total)
    }
}

/// Whether the characters of each word of the query stand in the text in their order: only then is it worth a score.
fn is_likely(text: &str, query: &str) -> bool {
    let stands = |word: &str| {
        let mut rest = text.chars();
        word.chars().all(|wanted| rest.any(|c| c == wanted))
    };
    // A backslash may make a blank part of a word.
    query.contains('\\') || query.split_whitespace().all(stands)
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

    #[test]
    fn what_is_scored_has_the_letters_in_order() {
        for (text, query, likely) in [
            ("s-01 the kettle boils", "kb", true),
            ("s-01 the kettle boils", "bk", false),
            ("s-01 the kettle boils", "boils kettle", true),
            ("昆布を拭く", "昆拭", true),
            ("昆布を拭く", "拭昆", false),
        ] {
            assert_eq!(is_likely(text, query), likely, "{text}: {query}");
        }
    }

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
