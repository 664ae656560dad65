//! What is worth a look in a coding plan.

use std::collections::HashSet;

use super::sensitive;
use super::{Kind, Notice, Notices, brief};
use crate::contract::coding_plan::{Case, CodingPlan, Format};
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::TargetKind;
use crate::review::target::{PassView, Target};
use crate::text::trim::js_trim;

/// Most ids shown of the longest chain.
const SHOWN: usize = 12;

/// Expectations nothing can be held to.
const EMPTY_WORDS: [&str; 18] = [
    "ok",
    "okay",
    "works",
    "it works",
    "pass",
    "passes",
    "passed",
    "success",
    "succeeds",
    "correct",
    "as expected",
    "tbd",
    "todo",
    "正常",
    "成功",
    "通过",
    "問題なし",
    "正しく動く",
];

/// The notices; `view` is filled from `plan`.
pub(in crate::review) fn of(view: &PassView, plan: &CodingPlan) -> Notices {
    let mut notices = Vec::new();
    layers(view, plan, &mut notices);
    let covered = |target: &Target| target.extra.iter().any(|(label, _)| *label == "field.cases");
    let waves = || view.targets.iter().enumerate().filter(|(_, target)| target.kind == TargetKind::Wave);
    let (count, uncovered) = (waves().count(), waves().filter(|(_, wave)| !covered(wave)).count());
    // Where cases name no work at all, that is said once.
    let none_named = count > 1 && uncovered == count;
    if none_named {
        notices.push(Notice::new(Kind::Uncovered, None, Phrase::new("notice.none-covered")));
    }
    for (at, target) in view.targets.iter().enumerate() {
        match target.kind {
            TargetKind::Wave => {
                let Some(wave) = plan.waves.get(target.index) else { continue };
                if !none_named && !covered(target) {
                    notices.push(Notice::new(Kind::Uncovered, at, Phrase::new("notice.uncovered")));
                }
                for (_, shared) in target.extra.iter().filter(|(label, _)| *label == "field.shared-files") {
                    let phrase = Phrase::new("notice.shared-file").with("shared", shared.as_str());
                    notices.push(Notice::new(Kind::SharedFiles, at, phrase));
                }
                let mut seen = HashSet::new();
                let words = wave.work.iter().filter(|word| seen.insert(word.as_str()));
                for (key, word) in words.filter_map(|word| Some((sensitive::key(word)?, word))) {
                    notices.push(Notice::new(Kind::Sensitive, at, Phrase::new(key).with("path", brief(word))));
                }
            }
            TargetKind::Case => {
                let key = plan.cases.get(target.index).and_then(|case| lacking(case, plan.format));
                notices.extend(key.map(|key| Notice::new(Kind::Expectations, at, Phrase::new(key))));
            }
            _ => {}
        }
    }
    notices.into_iter().collect()
}

fn layers(view: &PassView, plan: &CodingPlan, notices: &mut Vec<Notice>) {
    let Some(graph) = view.waves.as_ref().filter(|_| !plan.waves.is_empty()) else { return };
    let chain = graph.longest_chain.iter().filter_map(|n| Some(plan.waves.get(*n)?.id.as_str()));
    let mut chain: Vec<&str> = chain.take(SHOWN).collect();
    if graph.longest_chain.len() > SHOWN {
        chain.push("…");
    }
    let phrase = Phrase::new("notice.layers").with("waves", plan.waves.len().to_string());
    let phrase = phrase.with("layers", graph.depth().to_string()).with("length", graph.longest_chain.len().to_string());
    notices.push(Notice::new(Kind::Layers, None, phrase.with("chain", brief(&chain.join(" → ")))));
}

/// Why a case's expectation is of no use.
fn lacking(case: &Case, format: Format) -> Option<&'static str> {
    let texts = match format {
        Format::Detail => vec![&case.assertion],
        _ => vec![&case.expected_url, &case.expected_text],
    };
    let said: Vec<&str> = texts.into_iter().flatten().map(|t| js_trim(t)).filter(|t| !t.is_empty()).collect();
    let says_nothing = |text: &&str| {
        let text = text.trim_end_matches(['.', '!', '。', '！']);
        text.len() < 32 && EMPTY_WORDS.contains(&text.to_lowercase().as_str())
    };
    match said.as_slice() {
        [] => Some("notice.no-expectation"),
        said if said.iter().all(says_nothing) => Some("notice.vague-expectation"),
        _ => None,
    }
}
