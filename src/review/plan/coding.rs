//! The pass of coding plans: waves in topological layers, test cases by layer, deliverables.

mod around;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use self::around::Around;
use super::{FileState, attach, broken, hashed, index_by_id, names, open, script};
use crate::contract::coding_plan::graph::{Layers, layers};
use crate::contract::coding_plan::{self, Case, CodingPlan, Format, Wave};
use crate::contract::finding::{Phrase, Severity};
use crate::contract::json::Slice;
use crate::contract::plan_comments::{Pass, TargetKind};
use crate::review::notices;
use crate::review::target::{Group, PassView, Plan, PlanKind, Target, WaveGraph};
use crate::text::trim::fold_spaces;

/// What a coding plan is built from.
pub struct CodingInputs<'a> {
    /// plan.json, clarify.json or detail.json, its path absolute.
    pub plan: (PathBuf, FileState),
    /// Whether a path (absolute) is there.
    pub exists: &'a dyn Fn(&Path) -> bool,
}

/// Builds the plan. Never fails: what is wrong is a finding, and a plan that cannot be shown says why.
pub fn build(inputs: CodingInputs) -> Plan {
    let mut plan = Plan::new(PlanKind::Coding);
    let (file, state) = &inputs.plan;
    let (mut view, bytes) = open(file, state, &mut plan);
    if let Some(bytes) = bytes {
        let (sha256, (read, findings)) = hashed(bytes, || coding_plan::read(file, bytes, None));
        view.sha256 = Some(sha256);
        match read {
            None => view.unavailable = Some(broken(file, &findings)),
            // Nothing of a coding plan is in it: another file was put in its place.
            Some(coding) if is_nothing(&coding) && findings.iter().any(|f| f.severity == Severity::Error) => {
                view.unavailable = Some(broken(file, &findings));
            }
            Some(coding) => {
                fill(&mut view, &coding, inputs.exists);
                attach(&mut view, &findings, plan.findings.len(), pointers);
            }
        }
        plan.findings.extend(findings);
    }
    *plan.pass_mut(Pass::Coding) = view;
    plan.script = script::of(&plan);
    plan
}

fn is_nothing(plan: &CodingPlan) -> bool {
    plan.objective.is_empty() && plan.waves.is_empty() && plan.cases.is_empty() && plan.deliverables.is_empty()
}

fn fill(view: &mut PassView, plan: &CodingPlan, exists: &dyn Fn(&Path) -> bool) {
    let ids: Vec<&str> = plan.waves.iter().map(|wave| wave.id.as_str()).collect();
    let waits: Vec<&[String]> = plan.waves.iter().map(|wave| wave.depends_on.as_slice()).collect();
    let graph = layers(&ids, &waits);
    facts(view, plan, &graph);
    waves(view, plan, &graph);
    cases(view, plan);
    deliverables(view, plan, exists);
    view.waves = Some(WaveGraph::new(plan.format, &graph, &waits, &ids));
    view.notices = notices::of_waves(view, plan);
    index_by_id(view);
}

fn facts(view: &mut PassView, plan: &CodingPlan, graph: &Layers) {
    if let Some(objective) = names::full(Some(&plan.objective)) {
        view.facts.push(Phrase::new("fact.objective").with("text", fold_spaces(objective)));
    }
    let tier = Phrase::new("fact.tier").with("tier", plan.format.tier().as_str());
    view.facts.push(tier.with("format", plan.format.as_str()));
    if plan.format == Format::Clarify {
        view.facts.push(Phrase::new("fact.clarify"));
        return;
    }
    if !plan.waves.is_empty() {
        let depth = graph.of.iter().flatten().max().map_or(0, |deepest| deepest + 1);
        let chain: Vec<&str> =
            graph.longest_chain.iter().filter_map(|n| Some(plan.waves.get(*n)?.id.as_str())).collect();
        let phrase = Phrase::new("fact.layers").with("waves", plan.waves.len().to_string());
        let phrase = phrase.with("layers", depth.to_string()).with("length", chain.len().to_string());
        view.facts.push(phrase.with("chain", chain_text(&chain)));
    }
    if !plan.cases.is_empty() {
        let counts = by_layer(plan).into_iter().map(|((_, layer), cases)| format!("{layer} {}", cases.len()));
        let counts = counts.collect::<Vec<_>>().join(", ");
        view.facts.push(Phrase::new("fact.cases").with("layers", fold_spaces(&counts)));
    }
}

/// The ids of a chain; of a long one its beginning and its end.
fn chain_text(chain: &[&str]) -> String {
    const ENDS: usize = 5;
    let shown: Vec<&str> = match chain.len() {
        0 => vec!["—"],
        n if n > 2 * ENDS + 1 => {
            let first = chain.iter().take(ENDS).chain([&"…"]);
            first.chain(chain.iter().skip(n - ENDS)).copied().collect()
        }
        _ => chain.to_vec(),
    };
    shown.join(" → ")
}

/// Waves by layer; those on or behind a cycle last.
fn waves(view: &mut PassView, plan: &CodingPlan, graph: &Layers) {
    // What waits for an id that is not there can never begin: it stands apart from what can begin at once.
    let waits_for_nothing = |wave: &Wave| wave.depends_on.iter().any(|id| !plan.waves.iter().any(|of| of.id == *id));
    let mut by_layer: BTreeMap<(usize, bool), Vec<&Wave>> = BTreeMap::new();
    for (wave, layer) in plan.waves.iter().zip(&graph.of) {
        let apart = *layer == Some(0) && !wave.depends_on.is_empty() && waits_for_nothing(wave);
        by_layer.entry((layer.unwrap_or(usize::MAX), apart)).or_default().push(wave);
    }
    let around = Around::new(plan, graph);
    let ids = counted(plan.waves.iter().map(|wave| wave.id.as_str()));
    for ((layer, apart), waves) in by_layer {
        let heading = match layer {
            _ if apart => Phrase::new("group.waits-for-unknown").with("layer", "1"),
            usize::MAX => Phrase::new("group.on-a-cycle"),
            0 => Phrase::new("group.first-layer").with("layer", "1"),
            _ => Phrase::new("group.layer").with("layer", (layer + 1).to_string()),
        };
        group(view, heading, waves.len());
        for wave in waves {
            // The files of a wave are still to be changed: they are none of its own.
            let target = target(TargetKind::Wave, wave.index, &wave.id, &ids, wave.work.join(", "), wave.json.clone());
            view.targets.push(Target { extra: around.of(wave), ..target });
        }
    }
}

/// Cases by layer, in the order of the contract, then those of layers it does not know.
fn cases(view: &mut PassView, plan: &CodingPlan) {
    let ids = counted(plan.cases.iter().map(|case| case.id.as_str()));
    for ((_, layer), cases) in by_layer(plan) {
        group(view, Phrase::new("group.cases").with("layer", layer), cases.len());
        for case in cases {
            let scenario = fold_spaces(&case.scenario);
            view.targets.push(target(TargetKind::Case, case.index, &case.id, &ids, scenario, case.json.clone()));
        }
    }
}

/// The cases of each layer; layers by their place in the contract, and by name.
fn by_layer(plan: &CodingPlan) -> BTreeMap<(usize, &str), Vec<&Case>> {
    let known = plan.format.layers();
    let rank = |case: &Case| known.iter().position(|layer| *layer == case.layer).unwrap_or(known.len());
    let mut by_layer: BTreeMap<(usize, &str), Vec<&Case>> = BTreeMap::new();
    for case in &plan.cases {
        by_layer.entry((rank(case), case.layer.as_str())).or_default().push(case);
    }
    by_layer
}

fn deliverables(view: &mut PassView, plan: &CodingPlan, exists: &dyn Fn(&Path) -> bool) {
    if plan.deliverables.is_empty() {
        return;
    }
    group(view, Phrase::new("group.deliverables"), plan.deliverables.len());
    let ids = counted(plan.deliverables.iter().map(|(key, _)| key.as_str()));
    for (n, (key, file)) in plan.deliverables.iter().enumerate() {
        let json = Slice::of(&serde_json::Value::from(file.as_str()).to_string());
        let place = folder(view).map(|dir| dir.join(file));
        let there = place.as_deref().is_some_and(exists);
        let extra = vec![("field.deliverable-there", if there { "value.there" } else { "value.not-there" }.to_owned())];
        let target = target(TargetKind::Deliverable, n, key, &ids, fold_spaces(file), json);
        view.targets.push(Target { files: place.into_iter().collect(), extra, ..target });
    }
}

fn folder(view: &PassView) -> Option<PathBuf> {
    view.file.parent().map(Path::to_owned)
}

fn group(view: &mut PassView, heading: Phrase, members: usize) {
    let first = view.targets.len();
    view.groups.push(Group {
        title: None,
        id: None,
        heading: Some(heading),
        estimate_seconds: None,
        targets: first..first + members,
    });
}

/// How often each id is there.
fn counted<'a>(ids: impl Iterator<Item = &'a str>) -> HashMap<&'a str, usize> {
    let mut counts = HashMap::new();
    ids.for_each(|id| *counts.entry(id).or_insert(0) += 1);
    counts
}

fn target(
    kind: TargetKind,
    index: usize,
    id: &str,
    ids: &HashMap<&str, usize>,
    headline: String,
    json: Slice,
) -> Target {
    let named = names::full(Some(id)).is_some();
    let blocked = match ids.get(id) {
        _ if !named => Some(Phrase::new("reason.no-id")),
        Some(1) => None,
        _ => Some(Phrase::new("reason.id-not-unique").with("id", id)),
    };
    let label = if named { id.to_owned() } else { format!("{} {}", kind.as_str(), index + 1) };
    let headline = if headline.is_empty() { label.clone() } else { headline };
    Target {
        id: blocked.is_none().then(|| format!("{}:{id}", kind.as_str())),
        blocked: blocked.map(Box::new),
        own_id: named.then(|| id.to_owned()),
        label,
        headline,
        ..Target::bare(kind, index, json)
    }
}

/// The JSON pointer of each target and its position in the view.
fn pointers(view: &PassView) -> HashMap<String, usize> {
    let pointer = |target: &Target| match target.kind {
        TargetKind::Wave => format!("/waves/{}", target.index),
        TargetKind::Case => format!("/testCases/{}", target.index),
        _ => format!("/deliverables/{}", target.label),
    };
    view.targets.iter().enumerate().map(|(n, target)| (pointer(target), n)).collect()
}

#[cfg(test)]
mod tests;
