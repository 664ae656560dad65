//! What becomes of the rounds whose objections are in a critique.

use std::collections::BTreeMap;
use std::path::Path;

use chrono::{DateTime, Utc};

use crate::contract::plan_comments::Pass;
use crate::contract::plan_critique::Critique;
use crate::project::critique::record::said;
use crate::project::rounds::Note;
use crate::project::store::{Loaded, Store, load, save};
use crate::project::write::DiskError;
use crate::review::critique::NewObjection;
use crate::review::objecting::Objecting;
use crate::review::round::Round;

/// The file of a round that names its objections: id, and what it says (SHA-256, hex).
const OBJECTIONS: &str = "objections.json";

/// The file of a round that keeps what its objections say besides their texts, in the order of its comments.
const OBJECTING: &str = "objecting.json";

/// Writes which objections of `critique` are those of a round, into its folder.
pub(super) fn write(folder: &Path, critique: &Critique, ids: &[String], new: &[NewObjection]) -> Result<(), DiskError> {
    let of = |one: &NewObjection| Objecting { lens: one.lens, rule: one.rule.clone() };
    save(&folder.join(OBJECTING), &new.iter().map(of).collect::<Vec<_>>())?;
    let ours = critique.objections.iter().filter(|objection| ids.contains(&objection.id));
    let ours: BTreeMap<String, String> = ours.map(|objection| (objection.id.clone(), said(objection))).collect();
    save(&folder.join(OBJECTIONS), &ours)
}

impl Store {
    /// The ids of the objections of a round, in order; none where it is a round of comments.
    pub fn round_objections(&self, number: u32) -> Vec<String> {
        self.objections(number).into_keys().collect()
    }

    /// Lens and rule of the comments of a round, in their order; none where it is a round of comments.
    pub(in crate::project) fn round_objecting(&self, number: u32) -> Vec<Objecting> {
        match load(&self.round_folder(number).join(OBJECTING)) {
            Loaded::Value(objecting) => objecting,
            Loaded::Absent | Loaded::Broken(_) => Vec::new(),
        }
    }

    fn objections(&self, number: u32) -> BTreeMap<String, String> {
        match load(&self.round_folder(number).join(OBJECTIONS)) {
            Loaded::Value(objections) => objections,
            Loaded::Absent | Loaded::Broken(_) => BTreeMap::new(),
        }
    }

    /// Notes what became of the rounds whose objections are in the critique at `path`: handled once every one of theirs
    /// has a reply (`plan`, its bytes now, becomes their *after*), replaced where none of theirs is there any more. Gives
    /// the rounds that ended; costs nobody the lock where there is nothing to note.
    ///
    /// # Errors
    /// The state directory cannot be written, or the lock stays held.
    pub fn observe_critique(
        &self,
        path: &Path,
        critique: &Critique,
        plan: Option<&[u8]>,
        now: DateTime<Utc>,
    ) -> Result<Vec<Round>, DiskError> {
        let there: BTreeMap<String, &str> =
            critique.objections.iter().map(|objection| (said(objection), objection.id.as_str())).collect();
        let replied = |id: &str| critique.replies.iter().any(|reply| reply.objection == id);
        let note = |round: &Round| {
            let ours = self.objections(round.round);
            let found: Vec<&str> = ours.values().filter_map(|said| there.get(said).copied()).collect();
            match found.as_slice() {
                [] if !ours.is_empty() => Some(Note::Replaced),
                [] => None,
                found => found.iter().all(|id| replied(id)).then_some(Note::Handled),
            }
        };
        let file = path.to_string_lossy();
        let is_open = |r: &Round| r.pass == Pass::Coding && r.is_open() && r.pending.is_none();
        let open: Vec<Round> =
            self.rounds().0.into_iter().filter(|r| is_open(r) && r.file.to_string_lossy() == file).collect();
        let ending: Vec<(Round, Note)> = open
            .into_iter()
            .filter_map(|round| Some((note(&round)?, round)))
            .map(|(note, round)| (round, note))
            .collect();
        if ending.is_empty() {
            return Ok(Vec::new());
        }
        let _lock = self.lock_submissions()?;
        let mut ended = Vec::new();
        for (round, note) in ending {
            ended.extend(self.note(&round.sha256, note, plan, now)?);
        }
        Ok(ended)
    }
}
