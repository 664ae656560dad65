//! plan-critique.json of a board: adding objections, keeping rulings, what became of the rounds.

use std::path::PathBuf;

use chrono::Utc;

use super::Disk;
use super::jobs::short;
use crate::board::effect::SubmitOrder;
use crate::board::message::{LoadReason, Message, Receipt};
use crate::board::state::SubmissionNow;
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::Pass;
use crate::project::critique::CritiqueOrder;
use crate::project::load::Loaded;
use crate::project::write::DiskError;
use crate::review::critique::Ruling;
use crate::review::round::Round;

/// Who a new critique says its critic is, where the settings do not say it (coding plan rules).
const PERSONA: &str = "reviewer";

impl Disk {
    /// Where the critique of a coding project lies, or will; empty for a project of the other kind.
    pub(super) fn critique_file(&self) -> PathBuf {
        self.project.coding.as_ref().map(|place| place.critique.clone()).unwrap_or_default()
    }

    /// Adds the draft's comments to the critique as objections.
    pub(super) fn write_objections(&mut self, order: SubmitOrder) -> Result<Receipt, Phrase> {
        self.keep_hold()?;
        let path = self.critique_file();
        let Some(store) = self.writes() else { return Err(Phrase::new("outside.not-ours")) };
        let Some((view, plan)) = self.good.get(&Pass::Coding) else { return Err(Phrase::new("outside.no-plan")) };
        let mut draft = order.draft;
        let (keys, comments) = (draft.comments.iter().map(|c| c.key).collect(), draft.comments.len());
        let persona = self.persona.as_deref().unwrap_or(PERSONA);
        let order = CritiqueOrder { path: &path, view, plan, persona, now: Utc::now() };
        let done = store.submit_critique(&order, &mut draft).map_err(|refused| refused.phrase(order.path))?;
        self.decided = Some(done.decision);
        let warning = done.warnings.first().map(DiskError::phrase);
        Ok(Receipt { pass: Pass::Coding, round: done.round, comments, ids: done.ids, keys, warning })
    }

    /// Keeps what the reviewer says to the reply to an objection; the files are read again.
    pub fn rule(&mut self, objection: &str, ruling: Option<Ruling>) -> Message {
        match self.keep_ruling(objection, ruling) {
            Ok(()) => Message::Loaded(Box::new(self.load(LoadReason::Changed))),
            Err(reason) => Message::SaveFailed(reason),
        }
    }

    fn keep_ruling(&mut self, objection: &str, ruling: Option<Ruling>) -> Result<(), Phrase> {
        self.keep_hold()?;
        let path = self.critique_file();
        let Some(store) = self.writes() else { return Err(Phrase::new("outside.not-ours")) };
        store.rule(&path, objection, ruling).map_err(|error| short(&error))
    }

    /// Notes which rounds of objections ended.
    pub(super) fn observe_objections(&self, loaded: &Loaded) {
        let (Some(store), Some(found)) = (self.writes(), &loaded.critique) else { return };
        if let Some(critique) = &found.critique {
            let plan = self.good.get(&Pass::Coding).map(|(_, bytes)| bytes.as_ref());
            let _ = store.observe_critique(&found.file, critique, plan, self.options.now);
        }
    }
}

/// The newest round of objections, as the submission it is: open until every one has a reply.
pub(super) fn newest(rounds: &[Round], loaded: &Loaded) -> Option<SubmissionNow> {
    let round = rounds.iter().rfind(|round| round.pass == Pass::Coding && round.pending.is_none())?;
    // Others may have added theirs: the file is another, and ours are in it all the same.
    let lies_there = loaded.critique.as_ref().filter(|found| found.other.is_none()).map(|_| round.sha256.as_str());
    let state = round.state(lies_there, loaded.plan.pass(Pass::Coding).sha256.as_deref());
    let open = lies_there.filter(|_| round.is_open()).map(str::to_owned);
    Some(SubmissionNow::of_round(round, state, open))
}
