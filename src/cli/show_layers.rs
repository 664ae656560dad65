//! The layers of a coding plan as an indented list in ASCII signs, and the marks of its waves.

use std::collections::{HashMap, HashSet};

use crate::cli::context::{Context, Opened, shown};
use crate::cli::findings;
use crate::cli::show::{reviewer_marks, rows};
use crate::cli::status::pass_name;
use crate::cli::work::Work;
use crate::contract::plan_comments::{Pass, TargetKind};
use crate::locale::Locale;
use crate::review::target::{PassView, Target};
use crate::text::clean;

/// What is to be said of the waves of a plan, found once.
pub(super) struct Waves<'a> {
    view: &'a PassView,
    names: HashMap<usize, &'a str>,
    on_a_cycle: HashSet<usize>,
    unknown: HashMap<usize, Vec<&'a str>>,
}

impl<'a> Waves<'a> {
    /// Of a pass; one without waves has none.
    pub(super) fn new(view: &'a PassView) -> Waves<'a> {
        let waves = view.targets.iter().filter(|target| target.kind == TargetKind::Wave);
        let names = waves.map(|target| (target.index, target.label.as_str())).collect();
        let graph = || view.waves.iter();
        let on_a_cycle = graph().flat_map(|graph| graph.cycles.iter().flatten().copied()).collect();
        let mut unknown: HashMap<usize, Vec<&str>> = HashMap::new();
        for (wave, id) in graph().flat_map(|graph| &graph.unknown) {
            unknown.entry(*wave).or_default().push(id);
        }
        Waves { view, names, on_a_cycle, unknown }
    }

    /// The name of a wave by its index in the file.
    fn name(&self, wave: usize) -> &'a str {
        self.names.get(&wave).copied().unwrap_or("?")
    }

    /// The marks of a target that come from the plan: why it cannot be commented; of a wave what it waits for, and whether
    /// it is on a cycle or waits for what is not there.
    pub(super) fn marks(&self, locale: &Locale, target: &Target) -> Vec<String> {
        let mut marks = Vec::new();
        if let Some(reason) = &target.blocked {
            marks.push(locale.say("cli.show.blocked", &[("reason", &locale.phrase(reason))]));
        }
        let Some(graph) = self.view.waves.as_ref().filter(|_| target.kind == TargetKind::Wave) else { return marks };
        let waits = graph.waits_for.get(target.index).into_iter().flatten();
        let waits: Vec<&str> = waits.map(|wave| self.name(*wave)).collect();
        if !waits.is_empty() {
            marks.push(locale.say("cli.show.waits", &[("ids", &waits.join(", "))]));
        }
        if self.on_a_cycle.contains(&target.index) {
            marks.push(locale.word("cli.show.on-a-cycle").to_owned());
        }
        let unknown = self.unknown.get(&target.index).into_iter().flatten();
        marks.extend(unknown.map(|id| locale.say("cli.show.unknown", &[("id", id)])));
        marks
    }
}

/// Prints the layers with their waves, those of the longest chain marked by a star, then cases and deliverables. What is
/// about the plan goes to stderr.
pub(super) fn print(context: &mut Context, opened: &Opened, work: &Work, is_kept: &dyn Fn(&Target) -> bool) {
    let (locale, plan) = (opened.locale, &opened.loaded.plan);
    let view = plan.pass(Pass::Coding);
    let name = pass_name(locale, Pass::Coding);
    context.out.talk(&locale.say("cli.show.head", &[("pass", name), ("file", &shown(&view.file))]));
    for fact in &view.facts {
        context.out.talk(&plain(&locale.phrase(fact)));
    }
    let graph = view.waves.as_ref();
    let chain: HashSet<usize> = graph.into_iter().flat_map(|graph| graph.longest_chain.iter().copied()).collect();
    let waves = Waves::new(view);
    let mut group = None;
    for (of, target) in rows(view).filter(|(_, target)| is_kept(target)) {
        if group != Some(&of.targets) {
            group = Some(&of.targets);
            let heading = of.heading.as_ref().map(|heading| locale.phrase(heading)).unwrap_or_default();
            context.out.line(&plain(&heading));
        }
        let star = if target.kind == TargetKind::Wave && chain.contains(&target.index) { "*" } else { " " };
        let id = target.id.as_deref().unwrap_or("-");
        let mut marks = waves.marks(locale, target);
        marks.extend(reviewer_marks(locale, work, Pass::Coding, target));
        let marks = if marks.is_empty() { String::new() } else { format!("  ({})", marks.join("; ")) };
        context.out.line(&plain(&format!("  {star} {id}  {}{marks}", target.headline)));
    }
    for cycle in graph.into_iter().flat_map(|graph| &graph.cycles) {
        let ids: Vec<&str> = cycle.iter().chain(cycle.first()).map(|wave| waves.name(*wave)).collect();
        context.out.line(&plain(&locale.say("cli.show.cycle", &[("ids", &ids.join(" -> "))])));
    }
    if !chain.is_empty() {
        context.out.line(&plain(locale.word("cli.show.star")));
    }
    for finding in plan.findings.iter().chain(&work.findings) {
        findings::say(&mut context.out, locale, finding);
    }
}

/// A line without signs that are drawn.
fn plain(text: &str) -> String {
    clean::line(text).replace('\u{2192}', "->").replace('\u{2026}', "...")
}
