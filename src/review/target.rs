//! Targets: what a comment can name, and the passes that list them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::contract::coding_plan::Format;
use crate::contract::coding_plan::graph::Layers;
use crate::contract::finding::{Finding, Phrase};
use crate::contract::json::Slice;
use crate::contract::plan_comments::{Pass, TargetKind};
use crate::review::notices::Notices;
use crate::review::per_pass::PerPass;
use crate::review::plan::start_of;

/// Everything the plan files of a project say, ready for review. Built once per load.
#[derive(Debug, Clone)]
pub struct Plan {
    /// What kind of plan it is.
    pub kind: PlanKind,
    /// The passes; those of the other kind of plan are unavailable. Shared: a view that stays is taken over as it is.
    pub passes: PerPass<Arc<PassView>>,
    /// `structure.confirmed`, where research-plan.json is readable.
    pub confirmed: Option<bool>,
    /// intake.json says `autonomy: "full-auto"`: the agent waits for no comments.
    pub full_auto: bool,
    /// Target length in seconds (intake.json, or given on the command line).
    pub target_seconds: Option<f64>,
    /// Findings of all files, in file order then place.
    pub findings: Vec<Finding>,
    /// Language the plan is written in (`ja`, `ko`, `zh`), by its script; `None`: none of these.
    pub script: Option<&'static str>,
}

/// The kinds of plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PlanKind {
    /// research-plan.json and edit.json.
    #[default]
    Video,
    /// plan.json (lite), clarify.json or detail.json.
    Coding,
}

impl PlanKind {
    /// The passes that plans of this kind have.
    pub fn passes(self) -> &'static [Pass] {
        match self {
            PlanKind::Video => &Pass::VIDEO,
            PlanKind::Coding => &[Pass::Coding],
        }
    }
}

impl Default for Plan {
    fn default() -> Plan {
        Plan::new(PlanKind::default())
    }
}

impl Plan {
    /// A plan of which nothing is read yet.
    pub fn new(kind: PlanKind) -> Plan {
        let view = |pass| PassView {
            unavailable: (!kind.passes().contains(&pass)).then(|| Phrase::new("reason.other-kind")),
            ..PassView::default()
        };
        let passes = PerPass::new(|pass| Arc::new(view(pass)));
        Plan {
            kind,
            passes,
            confirmed: None,
            full_auto: false,
            target_seconds: None,
            findings: Vec::new(),
            script: None,
        }
    }

    /// The view of one pass.
    pub fn pass(&self, pass: Pass) -> &PassView {
        self.passes.of(pass)
    }

    /// The view of one pass, to put another in its place.
    pub fn pass_mut(&mut self, pass: Pass) -> &mut PassView {
        Arc::make_mut(self.passes.of_mut(pass))
    }

    /// The views of all passes, to change them.
    pub fn views_mut(&mut self) -> impl Iterator<Item = &mut PassView> {
        self.passes.iter_mut().map(Arc::make_mut)
    }

    /// The passes that plans of this kind have.
    pub fn own_passes(&self) -> impl DoubleEndedIterator<Item = Pass> + Clone + use<> {
        self.kind.passes().iter().copied()
    }
}

/// One pass: its targets in groups, or why there are none.
#[derive(Debug, Clone, Default)]
pub struct PassView {
    /// `None`: available. Else why not.
    pub unavailable: Option<Phrase>,
    /// Facts to show above the list (`whole-source`, `empty-timeline`, `version-assumed` …).
    pub facts: Vec<Phrase>,
    /// The plan file, absolute, also when it is not readable or not there.
    pub file: PathBuf,
    /// `version` of the file.
    pub version: Option<i64>,
    /// SHA-256 of the file's bytes, hex.
    pub sha256: Option<String>,
    /// Groups in shown order; no group is empty.
    pub groups: Vec<Group>,
    /// Targets in shown order (timeline order inside their group), each group's together.
    pub targets: Vec<Target>,
    /// Known seconds of the plan: shots: sum of the known lengths of shots that are no cutaways; clips: end of the last
    /// visual item; cuts: end of the last cut.
    pub total_seconds: f64,
    /// Targets whose length is undecided and would count in `total_seconds`: no cutaways, no clips of the audio lane.
    pub undecided: usize,
    /// Frames per second of the output, where the file says (edit.json).
    pub fps: Option<f64>,
    /// target_id to position in `targets`.
    pub by_id: HashMap<String, usize>,
    /// Of clips: the track of each group.
    pub lanes: Vec<Lane>,
    /// How the waves of a coding plan wait for each other.
    pub waves: Option<WaveGraph>,
    /// Facts worth a look.
    pub notices: Notices,
    /// Stretches before the end in which no picture is shown, (from, to) in seconds, in time order.
    pub gaps: Vec<(f64, f64)>,
    /// The groups inside the tracks, in the order of their tracks.
    pub nested: Vec<Nested>,
}

/// Which track of its lane a group is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lane {
    /// Of the audio lane, not the visual one.
    pub audio: bool,
    /// Its number from 1 among the tracks of its lane, in file order (bottom to top).
    pub number: usize,
}

/// A group of clips inside a track.
#[derive(Debug, Clone, PartialEq)]
pub struct Nested {
    /// Position of its track in `PassView::groups`.
    pub track: usize,
    /// In how many groups it lies.
    pub depth: usize,
    /// Its name, or its id.
    pub name: String,
    /// Seconds.
    pub start: f64,
    /// Seconds, not before `start`.
    pub end: f64,
    /// Position of its first clip in `PassView::targets`.
    pub first: usize,
}

/// How the waves of a coding plan wait for each other; waves by their index in the file.
#[derive(Debug, Clone)]
pub struct WaveGraph {
    /// What kind of plan it is.
    pub format: Format,
    /// Layer of each wave, from 0; `None` on a cycle or behind one.
    pub layer: Vec<Option<usize>>,
    /// What each wave waits for.
    pub waits_for: Vec<Vec<usize>>,
    /// Cycles, in the order of waiting.
    pub cycles: Vec<Vec<usize>>,
    /// Waves that wait for an id that is not there, with the id.
    pub unknown: Vec<(usize, String)>,
    /// The longest chain, first to last.
    pub longest_chain: Vec<usize>,
}

impl WaveGraph {
    /// From the layers of the waves with these ids.
    pub fn new(format: Format, layers: &Layers, waits: &[&[String]], ids: &[&str]) -> WaveGraph {
        let mut at: HashMap<&str, usize> = HashMap::with_capacity(ids.len());
        for (n, id) in ids.iter().enumerate() {
            at.entry(id).or_insert(n);
        }
        let waits_for = waits.iter().map(|ids| ids.iter().filter_map(|id| at.get(id.as_str()).copied()).collect());
        WaveGraph {
            format,
            layer: layers.of.clone(),
            waits_for: waits_for.collect(),
            cycles: layers.cycles.clone(),
            unknown: layers.unknown.clone(),
            longest_chain: layers.longest_chain.clone(),
        }
    }

    /// How many layers there are.
    pub fn depth(&self) -> usize {
        self.layer.iter().flatten().max().map_or(0, |deepest| deepest + 1)
    }
}

/// A group of targets: a chapter, a track, or all.
#[derive(Debug, Clone)]
pub struct Group {
    /// Shown title; `None`: the shots of no chapter (`group.unassigned`), or the one unnamed group.
    pub title: Option<String>,
    /// The chapter's or track's id.
    pub id: Option<String>,
    /// The title in words of the interface, where the file has none for it (layers of a coding plan).
    pub heading: Option<Phrase>,
    /// Its estimate in seconds.
    pub estimate_seconds: Option<f64>,
    /// Positions of its targets in `PassView::targets`.
    pub targets: std::ops::Range<usize>,
}

/// One thing a comment can name.
#[derive(Debug, Clone)]
pub struct Target {
    /// shot, clip or cut.
    pub kind: TargetKind,
    /// Index in the file's array (shot, cut); for a clip its number in shown order.
    pub index: usize,
    /// `target_id` to write; `None`: it cannot be commented (`blocked` says why).
    pub id: Option<String>,
    /// Why it cannot be commented.
    pub blocked: Option<Box<Phrase>>,
    /// The id the plan gives it (shot id, clip id), display only.
    pub own_id: Option<String>,
    /// Short name on screen: shot id or number, clip id, `C7` (number from 1).
    pub label: String,
    /// The title of its own, see [`Target::title`]; `None`: it is the beginning of the headline.
    pub own_title: Option<String>,
    /// The whole name on screen, folded to one line: the shot's full description, the clip's name, the cut's label.
    pub headline: String,
    /// Start in seconds on the timeline; `None` after an undecided length. A cutaway takes no time of its own: it starts
    /// with the shot it is cut into.
    pub start: Option<f64>,
    /// Where no start is known for a length before it is undecided: it starts here or later, in seconds.
    pub earliest: Option<f64>,
    /// Length in seconds; `None`: undecided.
    pub length: Option<f64>,
    /// A clip of the audio lane that runs to the end of its file: it has no length of its own, and none is undecided.
    pub to_end: bool,
    /// A shot that is a cutaway of another (id), or the path of groups of a clip (`group › group`).
    pub within: Option<String>,
    /// State of the placeholder behind a clip.
    pub placeholder: Option<Box<Placeholder>>,
    /// The target's files (picture, source, sidecar), absolute.
    pub files: Vec<PathBuf>,
    /// Positions in `Plan::findings` of the findings at this target.
    pub findings: Vec<usize>,
    /// The target's own JSON, exact.
    pub json: Slice,
    /// Facts from elsewhere that belong to it (shooting list entries, sidecar prompt …): label key and value.
    pub extra: Vec<(&'static str, String)>,
}

impl Target {
    /// The title written into comments (contract section 1; never empty).
    pub fn title(&self) -> Cow<'_, str> {
        match &self.own_title {
            Some(title) => Cow::Borrowed(title),
            None => start_of(&self.headline),
        }
    }

    /// A target of which nothing is known but its JSON.
    pub fn bare(kind: TargetKind, index: usize, json: Slice) -> Target {
        Target {
            kind,
            index,
            id: None,
            blocked: None,
            own_id: None,
            label: String::new(),
            own_title: None,
            headline: String::new(),
            start: None,
            earliest: None,
            length: None,
            to_end: false,
            within: None,
            placeholder: None,
            files: Vec::new(),
            findings: Vec::new(),
            json,
            extra: Vec::new(),
        }
    }
}

/// A placeholder's state (sidecar `<path>.meta.json`).
#[derive(Debug, Clone, PartialEq)]
pub struct Placeholder {
    /// Where it is.
    pub state: PlaceholderState,
    /// `inputs.prompt`, or `next.inputs.prompt` while one is planned.
    pub prompt: Option<String>,
    /// `model.id`.
    pub model: Option<String>,
    /// `cost.actual_usd`, else `cost.estimate_usd`.
    pub cost_usd: Option<f64>,
}

/// States of a placeholder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceholderState {
    /// Not begun.
    Planned,
    /// Being made.
    Generating,
    /// Made.
    Done,
    /// Failed.
    Failed,
    /// Generating for longer than `job.stale_after_s`.
    Stale,
}
