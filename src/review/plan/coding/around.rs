//! What stands around the waves of a coding plan: who waits for them, what they share with waves that run at the same
//! time, which cases name their files. In time and space linear in the plan: long lists are shown by their beginning.

use std::collections::{HashMap, HashSet};

use crate::contract::coding_plan::graph::Layers;
use crate::contract::coding_plan::{Case, CodingPlan, Wave};

/// Most names shown of one list.
const SHOWN: usize = 12;

/// What stands around the waves.
pub(super) struct Around<'a> {
    awaited_by: HashMap<&'a str, Vec<&'a str>>,
    /// Waves that change a file in the same layer.
    in_layer: HashMap<(&'a str, usize), Vec<&'a Wave>>,
    /// Waves that change a file in the same parallel group.
    in_group: HashMap<(&'a str, &'a str), Vec<&'a Wave>>,
    /// Cases by the file they name.
    cases: HashMap<&'a str, Vec<&'a str>>,
    layers: &'a Layers,
}

impl<'a> Around<'a> {
    pub(super) fn new(plan: &'a CodingPlan, layers: &'a Layers) -> Around<'a> {
        let mut around = Around {
            awaited_by: HashMap::new(),
            in_layer: HashMap::new(),
            in_group: HashMap::new(),
            cases: HashMap::new(),
            layers,
        };
        let mut files: HashSet<&str> = HashSet::new();
        for wave in &plan.waves {
            for id in wave.depends_on.iter().collect::<HashSet<_>>() {
                around.awaited_by.entry(id).or_default().push(&wave.id);
            }
            for file in wave.work.iter().map(String::as_str).collect::<HashSet<_>>() {
                files.insert(file);
                if let Some(layer) = around.layer(wave) {
                    around.in_layer.entry((file, layer)).or_default().push(wave);
                }
                if let Some(group) = wave.parallel_group.as_deref() {
                    around.in_group.entry((file, group)).or_default().push(wave);
                }
            }
        }
        for case in &plan.cases {
            for file in named(case, &files) {
                around.cases.entry(file).or_default().push(&case.id);
            }
        }
        around
    }

    fn layer(&self, wave: &Wave) -> Option<usize> {
        self.layers.of.get(wave.index).copied().flatten()
    }

    /// The facts about a wave: label key and value.
    pub(super) fn of(&self, wave: &Wave) -> Vec<(&'static str, String)> {
        let mut extra = Vec::new();
        if let Some(waiting) = self.awaited_by.get(wave.id.as_str()) {
            extra.push(("field.awaited-by", listed(waiting.iter().copied())));
        }
        let mut seen = HashSet::new();
        for file in wave.work.iter().map(String::as_str).filter(|file| seen.insert(*file)) {
            let in_layer = self.layer(wave).and_then(|layer| self.in_layer.get(&(file, layer)));
            let in_group = wave.parallel_group.as_deref().and_then(|group| self.in_group.get(&(file, group)));
            let mut met = HashSet::from([wave.index]);
            let beside = in_layer.into_iter().chain(in_group).flatten().filter(|other| met.insert(other.index));
            let beside = listed(beside.map(|other| other.id.as_str()));
            if !beside.is_empty() {
                extra.push(("field.shared-files", format!("{file}: {beside}")));
            }
        }
        let mut met = HashSet::new();
        let cases = wave.work.iter().filter_map(|file| self.cases.get(file.as_str())).flatten().copied();
        let cases = listed(cases.filter(|id| met.insert(*id)));
        if !cases.is_empty() {
            extra.push(("field.cases", cases));
        }
        extra
    }
}

/// The beginning of a list, joined by commas.
fn listed<'a>(mut names: impl Iterator<Item = &'a str>) -> String {
    let mut shown: Vec<&str> = names.by_ref().take(SHOWN).collect();
    if names.next().is_some() {
        shown.push("…");
    }
    shown.join(", ")
}

/// Which of these files a case names: as its own, or in its words.
fn named<'a>(case: &'a Case, files: &HashSet<&'a str>) -> HashSet<&'a str> {
    let own = case.file.as_deref();
    let texts = [&case.scenario, &case.steps, &case.executor].into_iter().map(String::as_str);
    let more = [case.assertion.as_deref(), case.describe.as_deref(), case.expected_text.as_deref()];
    let words = texts.chain(more.into_iter().flatten()).flat_map(|text| {
        text.split(|c: char| c.is_whitespace() || "`'\"()[]{}<>,;，；、。（）「」：".contains(c)).map(|word| {
            let word = word.trim_end_matches(['.', ':', '!', '?']);
            // `path:line` names the path.
            word.split_once(':').map_or(word, |(path, _)| path)
        })
    });
    own.into_iter().chain(words).filter_map(|word| files.get(word).copied()).collect()
}
