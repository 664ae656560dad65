//! What the board knows of the objections in plan-critique.json: which targets they name, the panel on them, the rules
//! seen. Read by update and view.

use std::collections::{BTreeSet, HashMap};

use crate::board::checklist::Place;
use crate::board::editor::Editor;
use crate::board::layers::Layer;
use crate::board::state::State;
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::Pass;
use crate::contract::plan_critique::{Critique, Lens, Objection, Reply};
use crate::project::critique::LoadedCritique;
use crate::review::critique::{Judged, Judgement};

/// The highest number of an objection (coding plan rules, "Writing objections on the board").
const LAST: usize = 999;

/// The objections of a critique by the targets they name.
#[derive(Debug, Clone, Default)]
pub struct OnTargets(HashMap<String, Vec<usize>>);

impl OnTargets {
    /// Those of a critique as it was read.
    pub fn of(critique: Option<&LoadedCritique>) -> OnTargets {
        let mut found: HashMap<String, Vec<usize>> = HashMap::new();
        let judged = critique.and_then(|critique| critique.judgement.as_ref()).map(|judgement| &judgement.objections);
        for (at, judged) in judged.into_iter().flatten().enumerate() {
            for target in &judged.targets {
                found.entry(target.clone()).or_default().push(at);
            }
        }
        OnTargets(found)
    }

    /// Positions of the objections on the target with this id, in the order of the file.
    pub fn on(&self, target_id: &str) -> &[usize] {
        self.0.get(target_id).map_or(&[], Vec::as_slice)
    }

    /// The ids of the targets.
    pub fn targets(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// The panel of the objections.
#[derive(Debug, Default)]
pub struct ObjectionsView {
    /// The selected objection.
    pub selected: usize,
    /// The first part and row shown, as far as the selected objection is in sight from there. Part 0 is the head.
    pub top: Place,
    /// The reason for insisting that is being typed.
    pub reason: Option<Box<Editor>>,
}

/// The lens of an objection, and the rule it cites, being chosen.
pub struct LensChoice {
    /// The key of the objection's comment.
    pub comment: u64,
    /// The lens chosen.
    pub lens: Lens,
    /// The rule, where one is typed.
    pub rule: Box<Editor>,
    /// The keys go to the rule.
    pub at_rule: bool,
    /// What was typed before the first completion, and which one is shown.
    pub completing: Option<(String, usize)>,
    /// Why the rule is none.
    pub notice: Option<Phrase>,
}

/// One objection as it stands.
pub struct Standing<'a> {
    /// What it says.
    pub objection: &'a Objection,
    /// What it comes to; `None`: it was not judged.
    pub judged: Option<&'a Judged>,
    /// The reply to it.
    pub reply: Option<&'a Reply>,
}

impl Standing<'_> {
    /// It has a reply the reviewer has not ruled on, or it keeps the gate closed.
    pub fn is_unsettled(&self) -> bool {
        self.judged.is_some_and(|judged| (self.reply.is_some() && judged.ruling.is_none()) || judged.blocks)
    }
}

/// The critique that lies there, as far as it can be read.
pub fn critique(state: &State) -> Option<&Critique> {
    state.outside.critique.as_ref()?.critique.as_ref()
}

/// What the critique comes to.
pub fn judgement(state: &State) -> Option<&Judgement> {
    state.outside.critique.as_ref()?.judgement.as_ref()
}

/// How many objections lie there.
pub fn count(state: &State) -> usize {
    critique(state).map_or(0, |critique| critique.objections.len())
}

/// The objection at this position of the file.
pub fn standing(state: &State, at: usize) -> Option<Standing<'_>> {
    let critique = critique(state)?;
    let objection = critique.objections.get(at)?;
    let judged = judgement(state).and_then(|judgement| judgement.objections.get(at));
    let reply = judged.and_then(|judged| critique.replies.get(judged.reply?));
    Some(Standing { objection, judged, reply })
}

/// The panel, if it is open.
pub fn panel(state: &State) -> Option<&ObjectionsView> {
    state.layers.iter().rev().find_map(|l| if let Layer::Objections(view) = l { Some(view.as_ref()) } else { None })
}

/// The planner has replied: the one round is closed.
pub fn is_closed(state: &State) -> bool {
    critique(state).is_some_and(|critique| !critique.replies.is_empty())
}

/// The ids that `count` new objections get if nobody else writes meanwhile; fewer where the numbers end.
pub fn next_ids(state: &State, count: usize) -> Vec<String> {
    let number = |objection: &Objection| objection.id.strip_prefix("OBJ-")?.parse::<usize>().ok();
    let last = critique(state).and_then(|c| c.objections.iter().filter_map(number).max()).unwrap_or(0);
    (last + 1..=LAST).take(count).map(|n| format!("OBJ-{n:02}")).collect()
}

/// The rules seen in the critique and in the draft.
pub fn rules_seen(state: &State) -> BTreeSet<String> {
    let cited = critique(state).into_iter().flat_map(|critique| &critique.objections).filter_map(|o| o.rule.clone());
    let drafted = &state.desk_of(Pass::Coding).draft.comments;
    let drafted = drafted.iter().filter_map(|comment| comment.objecting.as_ref()?.rule.clone());
    cited.chain(drafted).collect()
}

/// The rules seen that go on from what was typed.
pub fn completions(state: &State, typed: &str) -> Vec<String> {
    let typed = typed.trim().to_uppercase();
    rules_seen(state).into_iter().filter(|rule| rule.starts_with(&typed) && *rule != typed).collect()
}

/// Whether this is the id of a rule: `CON-(SEC|A11Y|ARCH|LIC)-` and two or three digits.
pub fn is_rule(text: &str) -> bool {
    let rest = text.strip_prefix("CON-").and_then(|rest| rest.split_once('-'));
    rest.is_some_and(|(area, digits)| {
        let is_number = (2..=3).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        matches!(area, "SEC" | "A11Y" | "ARCH" | "LIC") && is_number
    })
}

/// Key of a lens's name in the locale files.
pub fn lens_key(lens: Lens) -> &'static str {
    match lens {
        Lens::Scope => "lens.scope",
        Lens::Feasibility => "lens.feasibility",
        Lens::Security => "lens.security",
        Lens::Alternative => "lens.alternative",
    }
}
