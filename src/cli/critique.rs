//! `planboard critique check`: the gate of a coding plan.

use std::path::{Path, PathBuf};

use chrono::Utc;
use serde_json::{Value, json};

use crate::cli::args::{CritiqueCheck, CritiqueCommand};
use crate::cli::context::{Context, os_variable, shown, variable};
use crate::cli::excerpt::Source;
use crate::cli::failure::Failure;
use crate::cli::findings;
use crate::contract::finding::Finding;
use crate::contract::kind::FileKind;
use crate::contract::plan_comments::Pass;
use crate::contract::plan_critique::{Anchor, Critique, Objection, ReplyAction};
use crate::locale::Locale;
use crate::project::critique::{self, LoadedCritique};
use crate::project::find::{CodingPlace, NotFound, Project, Wanted, find_wanted};
use crate::project::load::{LoadOptions, read_regular};
use crate::project::store::Store;
use crate::review::critique::{AnchorState, Judged, Ruling, Verdict};
use crate::review::target::{Plan, PlanKind};
use crate::text::clean;

/// Runs the command.
///
/// # Errors
/// There is no project or critique, or a text of the analysis cannot be read.
pub fn run(context: &mut Context, command: &CritiqueCommand) -> Result<u8, Failure> {
    let CritiqueCommand::Check(options) = command;
    context.warn_of_settings();
    readable(&options.analysis)?;
    let checked = check(context, options)?;
    let verdict = checked.loaded.verdict();
    if options.json {
        let json = checked.json(context.json_locale());
        context.out.json(&json);
    } else {
        let locale = context.locale();
        checked.say(context, locale, options.person);
    }
    Ok(u8::from(verdict != Verdict::Clear))
}

/// A critique that was checked.
struct Checked {
    loaded: LoadedCritique,
    /// What is wrong with the plan, where it cannot be read.
    plan: Vec<Finding>,
}

fn check(context: &mut Context, options: &CritiqueCheck) -> Result<Checked, Failure> {
    let given = options.path.as_deref().unwrap_or(Path::new("."));
    let named = options.critique.clone().or_else(|| is_critique(given).then(|| given.to_owned()));
    let named = named.map(|file| std::path::absolute(&file).unwrap_or(file));
    // A critique that is named lies in the worktree of its plan.
    let start = match &named {
        Some(file) if options.critique.is_none() => worktree_of(file),
        _ => given.to_owned(),
    };
    let wanted = Wanted { topic: options.topic.clone(), critique: named.clone() };
    let home = variable("HOME").map(PathBuf::from);
    let found = find_wanted(&start, home.as_deref(), &wanted);
    let mut load_options = LoadOptions {
        binding: if options.binding.is_empty() {
            context.settings.critique_binding.clone()
        } else {
            options.binding.clone()
        },
        person: options.person,
        analysis: options.analysis.clone(),
        now: Utc::now(),
        ..LoadOptions::default()
    };
    let project = match (found, &named) {
        (Ok(project), _) if project.coding.is_some() => project,
        // A critique without a plan: what it says of the plan cannot resolve.
        (_, Some(file)) if options.topic.is_none() => return alone(file, &load_options),
        (Ok(project), _) => {
            return Err(Failure::failed("critique.check.no-coding-plan", &[("dir", &shown(&project.root))]));
        }
        (Err(missing), _) => return Err(no_project(&missing)),
    };
    load_options.state = Store::peek(&project.plan_dir, &os_variable);
    let mut project = project;
    let mut loaded = context.read_with(&project, &load_options);
    // A critique that is named leads to its own plan.
    let other = loaded.critique.as_ref().and_then(|critique| critique.other.clone());
    if let Some(topic) = other.filter(|_| named.is_some() && options.critique.is_none() && options.topic.is_none()) {
        let wanted = Wanted { topic: Some(topic), critique: named.clone() };
        if let Ok(its) = find_wanted(&start, home.as_deref(), &wanted) {
            project = its;
            load_options.state = Store::peek(&project.plan_dir, &os_variable);
            loaded = context.read_with(&project, &load_options);
        }
    }
    let view = loaded.plan.pass(Pass::Coding);
    let Some(critique) = loaded.critique else { return Err(absent(&project)) };
    let noted = Store::open(&project.plan_dir, &os_variable).and_then(|store| {
        if let Some(read) = &critique.critique {
            store.observe_critique(&critique.file, read, loaded.coding.as_deref(), load_options.now)?;
        }
        critique::note(&store, &critique, view, loaded.coding.as_deref())
    });
    if let Err(error) = noted {
        let locale = context.locale();
        let said = locale
            .say("critique.check.not-kept", &[("problem", &error.cause.problem()), ("path", &shown(&error.path))]);
        context.out.talk(&said);
    }
    let plan = if view.unavailable.is_some() { loaded.plan.findings.clone() } else { Vec::new() };
    Ok(Checked { loaded: critique, plan })
}

/// A critique that belongs to no project.
fn alone(file: &Path, options: &LoadOptions) -> Result<Checked, Failure> {
    let worktree = worktree_of(file);
    let place = CodingPlace {
        file: PathBuf::new(),
        topics: Vec::new(),
        topic: None,
        worktree: worktree.ancestors().find(|dir| dir.join(".git").exists()).unwrap_or(&worktree).to_owned(),
        critique: file.to_owned(),
    };
    let mut plan = Plan::new(PlanKind::Coding);
    plan.pass_mut(Pass::Coding).unavailable = Some(crate::contract::finding::Phrase::new("reason.absent"));
    let loaded = critique::load(&place, &plan, options);
    let loaded = loaded.ok_or_else(|| Failure::failed("critique.check.absent", &[("path", &shown(file))]))?;
    Ok(Checked { loaded, plan: Vec::new() })
}

/// The directory whose `.pipeline/` holds the critique, else the one it lies in.
fn worktree_of(file: &Path) -> PathBuf {
    let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let folder = absolute.parent().unwrap_or(Path::new("/"));
    let above = folder.parent().filter(|_| folder.file_name().is_some_and(|name| name == ".pipeline"));
    above.unwrap_or(folder).to_owned()
}

/// Whether the path is that of a critique: by its name, else by what it says.
fn is_critique(path: &Path) -> bool {
    match FileKind::of_name(path) {
        Some(kind) => kind == FileKind::PlanCritique && !path.is_dir(),
        None if path.is_file() => {
            let bytes = read_regular(path).ok().flatten();
            bytes.is_some_and(|bytes| FileKind::of_content(&bytes) == Some(FileKind::PlanCritique))
        }
        None => false,
    }
}

/// # Errors
/// A text that was named cannot be read.
fn readable(files: &[PathBuf]) -> Result<(), Failure> {
    for file in files {
        let why = match read_regular(file) {
            Ok(Some(_)) => continue,
            Ok(None) => "io.missing".to_owned(),
            Err(why) => why,
        };
        return Err(Failure::failed("critique.check.analysis", &[("path", &shown(file)), ("problem", &why)]));
    }
    Ok(())
}

fn absent(project: &Project) -> Failure {
    let path = project.coding.as_ref().map(|place| shown(&place.critique)).unwrap_or_default();
    Failure::failed("critique.check.absent", &[("path", &path)])
}

fn no_project(missing: &NotFound) -> Failure {
    let path = missing.path.display().to_string();
    if let Some(why) = &missing.problem {
        return Failure::failed("cli.error.no-path", &[("path", &path), ("problem", why)]);
    }
    let places: Vec<String> = missing.searched.iter().map(|dir| format!("  {}", dir.display())).collect();
    Failure::failed("cli.error.no-project", &[("path", &path), ("places", &places.join("\n"))])
}

impl Checked {
    fn judged(&self) -> impl Iterator<Item = (&Critique, &Objection, &Judged)> {
        let both = self.loaded.critique.as_ref().zip(self.loaded.judgement.as_ref());
        both.into_iter().flat_map(|(critique, judgement)| {
            critique.objections.iter().zip(&judgement.objections).map(move |(one, judged)| (critique, one, judged))
        })
    }

    fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.plan.iter().chain(self.loaded.all_findings())
    }

    fn json(&self, locale: &Locale) -> Value {
        let objections = self.judged().map(|(critique, objection, judged)| {
            let reply = judged.reply.and_then(|at| critique.replies.get(at)).and_then(|reply| reply.action);
            json!({
                "id": objection.id,
                "lens": objection.lens.map(|lens| lens.as_str()),
                "rule": objection.rule,
                "label": judged.is_inference.then_some("inference"),
                "anchors": objection.evidence.iter().zip(&judged.anchors).map(|(a, state)| anchor(locale, a, state)).collect::<Vec<_>>(),
                "reply": reply.map(action),
                "ruling": judged.ruling.as_ref().map(|ruling| match ruling {
                    Ruling::Agree => json!({"says": "agree", "reason": null}),
                    Ruling::Insist(reason) => json!({"says": "insist", "reason": reason}),
                }),
                "blocks": judged.blocks,
            })
        });
        json!({
            "verdict": self.loaded.other.is_none().then(|| self.loaded.verdict().as_str()),
            "objections": objections.collect::<Vec<_>>(),
            "findings": self.findings().map(|finding| findings::json(locale, finding)).collect::<Vec<_>>(),
        })
    }

    fn say(&self, context: &mut Context, locale: &Locale, person: bool) {
        let source = Source::new(&self.loaded.bytes);
        for finding in self.findings() {
            let source = (finding.file == self.loaded.file).then_some(&source);
            findings::print(&mut context.out, locale, finding, source);
        }
        for (critique, objection, judged) in self.judged() {
            for line in lines(locale, critique, objection, judged, person) {
                context.out.line(&line);
            }
        }
        context.out.line(&self.sum(locale));
    }

    /// The verdict in a sentence.
    fn sum(&self, locale: &Locale) -> String {
        let count = |what: &dyn Fn(&Judged) -> bool| self.judged().filter(|(_, _, judged)| what(judged)).count();
        if let Some(topic) = &self.loaded.other {
            return locale.say("critique.verdict.other", &[("topic", topic)]);
        }
        match self.loaded.verdict() {
            Verdict::Clear => locale.word("critique.verdict.clear").to_owned(),
            Verdict::Awaiting => locale.count("critique.verdict.awaiting", count(&|judged| judged.reply.is_none())),
            Verdict::Blocked => match count(&|judged| judged.blocks) {
                0 => locale.word("critique.verdict.flawed").to_owned(),
                blocking => locale.count("critique.verdict.blocked", blocking),
            },
        }
    }
}

fn action(action: ReplyAction) -> &'static str {
    match action {
        ReplyAction::Accept => "accept",
        ReplyAction::Rebut => "rebut",
    }
}

fn anchor(locale: &Locale, anchor: &Anchor, state: &AnchorState) -> Value {
    let (word, reason) = match state {
        AnchorState::Resolved => ("resolved", None),
        AnchorState::Drifted(line) => {
            ("drifted", Some(locale.say("critique.reason.drifted", &[("line", &line.to_string())])))
        }
        AnchorState::Unresolved(why) => ("unresolved", Some(locale.phrase(why))),
        AnchorState::Uncheckable => ("uncheckable", None),
    };
    json!({"kind": anchor.kind.as_str(), "ref": anchor.reference, "state": word, "reason": reason})
}

/// An objection for a person: what it says, where its anchors lead, the reply, what blocks and why.
fn lines(locale: &Locale, critique: &Critique, objection: &Objection, judged: &Judged, person: bool) -> Vec<String> {
    let lens = objection.lens.map_or("?", |lens| lens.as_str());
    let rule = objection.rule.as_deref().unwrap_or("-");
    let id = if objection.id.is_empty() { "?" } else { &objection.id };
    let mut lines = vec![[id, lens, rule].map(|part| clean::line(part).into_owned()).join("  ")];
    let mut add = |depth: usize, text: &str| lines.push(format!("{}{}", "  ".repeat(depth), clean::line(text)));
    add(1, &objection.claim);
    for (anchor, state) in objection.evidence.iter().zip(&judged.anchors) {
        add(2, &evidence(locale, anchor, state));
    }
    if judged.is_inference {
        add(1, locale.word("critique.check.inference"));
    }
    let reply = judged.reply.and_then(|at| critique.replies.get(at));
    match reply {
        None => add(1, locale.word("critique.check.no-reply")),
        Some(reply) => {
            let (key, text) = match reply.action {
                Some(ReplyAction::Accept) => ("critique.check.accept", reply.revision.as_deref()),
                Some(ReplyAction::Rebut) => ("critique.check.rebut", reply.note.as_deref()),
                None => ("critique.check.other-reply", reply.note.as_deref()),
            };
            add(1, &locale.say(key, &[("text", text.unwrap_or("-"))]));
            for (anchor, state) in reply.evidence.iter().zip(&judged.reply_anchors) {
                add(2, &evidence(locale, anchor, state));
            }
        }
    }
    if judged.is_unchanged {
        add(1, locale.word("critique.check.unchanged"));
    }
    let mut insists = false;
    match &judged.ruling {
        Some(Ruling::Agree) => add(1, locale.word("critique.check.agree")),
        Some(Ruling::Insist(reason)) => {
            insists = person;
            add(1, &locale.say("critique.check.insist", &[("reason", reason)]));
        }
        None => {}
    }
    if judged.is_refused {
        add(1, locale.word("critique.check.refused"));
    }
    match (judged.blocks, insists) {
        (true, true) => add(1, locale.word("critique.check.blocks-insisted")),
        (true, false) => add(1, &locale.say("critique.check.blocks", &[("rule", rule)])),
        (false, _) => {}
    }
    lines
}

fn evidence(locale: &Locale, anchor: &Anchor, state: &AnchorState) -> String {
    let said = |key: &str, extra: (&str, &str)| {
        locale.say(key, &[("kind", anchor.kind.as_str()), ("ref", &anchor.reference), (extra.0, extra.1)])
    };
    match state {
        AnchorState::Resolved => said("critique.check.resolved", ("", "")),
        AnchorState::Drifted(line) => said("critique.check.drifted", ("line", &line.to_string())),
        AnchorState::Unresolved(why) => said("critique.check.unresolved", ("problem", &locale.phrase(why))),
        AnchorState::Uncheckable => said("critique.check.uncheckable", ("", "")),
    }
}
