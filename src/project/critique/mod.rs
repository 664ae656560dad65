//! plan-critique.json on the disk: reading it with what it comes to, adding objections, the record of what was judged, the
//! reviewer's rulings.

mod submit;

use std::path::PathBuf;
use std::sync::Arc;

use crate::contract::finding::Finding;
use crate::contract::plan_critique::Critique;
use crate::project::find::CodingPlace;
use crate::project::load::LoadOptions;
use crate::review::critique::Judgement;
use crate::review::target::Plan;

pub use submit::{CritiqueOrder, CritiqueRefused, CritiqueSubmitted};

/// A critique that was read.
#[derive(Debug, Clone)]
pub struct LoadedCritique {
    /// Its file, absolute.
    pub file: PathBuf,
    /// SHA-256 of its bytes, hex.
    pub sha256: String,
    /// Its bytes.
    pub bytes: Arc<[u8]>,
    /// What it says; `None`: it cannot be read as a critique.
    pub critique: Option<Critique>,
    /// What it comes to.
    pub judgement: Option<Judgement>,
    /// What is wrong in it.
    pub findings: Vec<Finding>,
}

/// Reads the critique of a coding project; `None`: there is none.
pub fn load(place: &CodingPlace, plan: &Plan, options: &LoadOptions) -> Option<LoadedCritique> {
    let _ = (place, plan, options);
    None
}
