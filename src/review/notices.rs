//! Notices: facts worth a look for a professional, never errors (board rules, "Layout"). They are found once per load,
//! in time near linear in the plan, and can be switched off kind by kind.

mod beside;
mod clips;
mod cuts;
mod gaps;
mod sensitive;
mod shots;
#[cfg(test)]
mod tests;
mod waves;

use std::collections::HashMap;
use std::path::Path;

use crate::contract::finding::Phrase;
use crate::contract::plan_comments::Pass;
use crate::review::target::{PassView, PlaceholderState, Plan, PlanKind};
use crate::text::trim::fold_spaces;
use crate::text::{cells, time};

pub(super) use clips::of as of_clips;
pub(super) use cuts::of as of_cuts;
pub(super) use gaps::{of_clips as gaps_of_clips, of_cuts as gaps_of_cuts};
pub(super) use shots::of as of_shots;
pub(super) use waves::of as of_waves;

/// Seconds below which two times are the same: sums of rounded lengths end a hair early or late.
const HAIR: f64 = 1e-6;
/// Seconds below which a sum meets what was planned.
const CLOSE: f64 = 0.5;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal,)*) => {
        /// What a notice is about.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind { $($(#[$doc])* $kind,)* }

        impl Kind {
            /// All kinds, in the order the panel shows them.
            pub const ALL: &[Kind] = &[$(Kind::$kind,)*];

            /// Its name in the settings (`notices.<name>`) and in the locale files (`notice-kind.<name>`).
            pub fn name(self) -> &'static str {
                match self { $(Kind::$kind => $name,)* }
            }
        }
    };
}

kinds! {
    /// Total length against the target length.
    Total = "total",
    /// Sum of a chapter's shots against its estimate.
    Chapters = "chapters",
    /// The opening hook, there or missing.
    OpeningHook = "opening_hook",
    /// Three or more shots of one type in a row.
    ShotTypes = "shot_types",
    /// A length that is undecided.
    Undecided = "undecided",
    /// An entry of the shooting list that is not ok.
    ShootingList = "shooting_list",
    /// A placeholder that is not made.
    Placeholders = "placeholders",
    /// What the placeholders cost.
    Cost = "cost",
    /// A file that is not there.
    MissingFiles = "missing_files",
    /// Time at which nothing is to be seen.
    Gaps = "gaps",
    /// Clips of one track at the same time.
    Overlaps = "overlaps",
    /// A source used several times.
    ReusedSources = "reused_sources",
    /// What else plays at that time; said at the clip only.
    AlsoPlaying = "also_playing",
    /// How much of a source is kept.
    Kept = "kept",
    /// What was removed before a cut, and why.
    Removed = "removed",
    /// A very short or a very long cut.
    ShortOrLong = "short_or_long",
    /// A range of the source used again.
    Repeated = "repeated",
    /// A cut that is earlier in the source than the one before it.
    OutOfOrder = "out_of_order",
    /// Layers of waves and their longest chain.
    Layers = "layers",
    /// Files shared by waves that run at the same time.
    SharedFiles = "shared_files",
    /// A wave no case covers.
    Uncovered = "uncovered",
    /// A case without a usable expectation.
    Expectations = "expectations",
    /// A path to look at twice: secrets, keys, migrations, sign-in, CI.
    Sensitive = "sensitive",
}

impl Kind {
    /// Whether the list marks a target for it. What most targets have, or the row itself says, is no mark.
    pub fn marks(self) -> bool {
        use Kind::*;
        !matches!(self, OpeningHook | Undecided | Placeholders | ReusedSources | AlsoPlaying | Removed | Layers)
    }
}

/// A fact worth a look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// What it is about.
    pub kind: Kind,
    /// Position of its target in the view; `None`: the plan as a whole.
    pub target: Option<usize>,
    /// It in words.
    pub phrase: Phrase,
}

impl Notice {
    fn new(kind: Kind, target: impl Into<Option<usize>>, phrase: Phrase) -> Notice {
        Notice { kind, target: target.into(), phrase }
    }
}

/// The notices of one pass.
#[derive(Debug, Clone, Default)]
pub struct Notices {
    /// Those of the plan as a whole first, then by target.
    list: Vec<Notice>,
    beside: beside::Beside,
}

impl Notices {
    /// All, those of the plan as a whole first, then by target. What else plays is not among them.
    pub fn all(&self) -> &[Notice] {
        &self.list
    }

    /// Those of the target at this position in the view; found without a look at the others.
    pub fn at(&self, target: usize) -> &[Notice] {
        let from = self.list.partition_point(|notice| notice.target < Some(target));
        let rest = self.list.get(from..).unwrap_or_default();
        let len = rest.partition_point(|notice| notice.target == Some(target));
        rest.get(..len).unwrap_or_default()
    }

    /// What else plays while the clip at this position does: positions of a few clips, and how many there are in all.
    pub fn beside(&self, target: usize) -> (Vec<usize>, usize) {
        self.beside.of(target)
    }

    /// Takes away the notices of these kinds.
    pub fn switch_off(&mut self, kinds: &[Kind]) {
        if kinds.contains(&Kind::AlsoPlaying) {
            self.beside = beside::Beside::default();
        }
        self.list.retain(|notice| !kinds.contains(&notice.kind));
    }

    fn add(&mut self, more: impl IntoIterator<Item = Notice>) {
        self.list.extend(more);
        self.list.sort_by_key(|notice| (notice.target, notice.kind));
    }
}

impl FromIterator<Notice> for Notices {
    fn from_iter<I: IntoIterator<Item = Notice>>(notices: I) -> Notices {
        let mut all = Notices::default();
        all.add(notices);
        all
    }
}

/// The total length of each pass against the target length, once that is known.
pub(super) fn totals(plan: &mut Plan) {
    let Some(target) = plan.target_seconds.filter(|_| plan.kind == PlanKind::Video) else { return };
    for view in plan.views_mut().filter(|view| view.unavailable.is_none() && !view.targets.is_empty()) {
        let over = view.total_seconds - target;
        let key = match view.undecided {
            _ if over >= CLOSE => "notice.total-over",
            0 if over <= -CLOSE => "notice.total-under",
            0 => "notice.total-met",
            _ => "notice.total-open",
        };
        let phrase =
            Phrase::new(key).with("total", time::clock(view.total_seconds)).with("target", time::clock(target));
        let phrase = phrase.with("by", time::clock(over.abs())).with("undecided", view.undecided.to_string());
        view.notices.add([Notice::new(Kind::Total, None, phrase)]);
    }
}

/// Source files of clips and cuts that are not there, each looked at once by `exists` (absolute path). What is still to
/// be made is not missed, nor is what is no file (`https://…`).
pub fn missing_files(plan: &mut Plan, exists: &dyn Fn(&Path) -> bool) {
    for pass in [Pass::Scaffold, Pass::Final] {
        let view = plan.pass_mut(pass);
        let mut known: HashMap<&Path, bool> = HashMap::new();
        let mut missing = Vec::new();
        for (at, target) in view.targets.iter().enumerate() {
            let made = target.placeholder.as_ref().is_none_or(|p| p.state == PlaceholderState::Done);
            let Some(file) = source_file(view, at).filter(|_| made) else { continue };
            if !*known.entry(file).or_insert_with(|| file.to_string_lossy().contains("://") || exists(file)) {
                let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
                let phrase = Phrase::new("notice.missing-file").with("file", name);
                missing.push(Notice::new(Kind::MissingFiles, at, phrase));
            }
        }
        view.notices.add(missing);
    }
}

/// The file a clip or cut plays.
fn source_file(view: &PassView, at: usize) -> Option<&Path> {
    Some(view.targets.get(at)?.files.first()?.as_path())
}

fn label(view: &PassView, at: usize) -> &str {
    view.targets.get(at).map_or("", |target| target.label.as_str())
}

/// A text of the file on one line, as much of it as a notice needs.
fn brief(text: &str) -> String {
    fold_spaces(&cells::cut(text, 300))
}
