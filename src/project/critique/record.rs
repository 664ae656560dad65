//! What is kept about a critique in the state directory: which objections the gate judged for which plan, the plan as it
//! was when the critique was first seen, and the reviewer's rulings.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::contract::json::canonical;
use crate::contract::plan_critique::{self, Critique, Objection};
use crate::project::store::{Loaded, STATE_LIMIT, Store, create, load, save};
use crate::project::write::{Cause, DiskError, Mode, read_in_place, read_regular, write_whole};
use crate::review::critique::Ruling;
use crate::review::round::sha256_hex;

/// Objections by what they say: SHA-256 (hex) of their canonical JSON, with their ids.
type Said = BTreeMap<String, String>;

/// What is kept about the critique at one path.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Record {
    /// Its path, for people who look into the state directory.
    #[serde(default)]
    path: String,
    /// The objections judged, by the SHA-256 (hex) of the plan.
    #[serde(default)]
    judged: BTreeMap<String, Said>,
    /// The plan when these objections were first seen, not all of them answered.
    #[serde(default)]
    seen: Option<Seen>,
    /// Rulings, by what the objection says.
    #[serde(default)]
    rulings: BTreeMap<String, Ruling>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Seen {
    objections: BTreeSet<String>,
    plan_sha256: String,
}

/// SHA-256 (hex) of what an objection says.
pub(super) fn said(objection: &Objection) -> String {
    sha256_hex(canonical(objection.json.as_str()).as_bytes())
}

fn all_said(critique: &Critique) -> Said {
    critique.objections.iter().map(|objection| (said(objection), objection.id.clone())).collect()
}

impl Record {
    /// The rulings on the objections of `critique`, by id.
    pub(super) fn rulings(&self, critique: &Critique) -> BTreeMap<String, Ruling> {
        let ruled =
            critique.objections.iter().filter_map(|o| Some((o.id.clone(), self.rulings.get(&said(o))?.clone())));
        ruled.collect()
    }

    /// What was judged for this plan: positions of the objections of `critique` that were not, and the ids of those judged
    /// that are not there any more.
    pub(super) fn others(&self, critique: &Critique, plan_sha256: &str) -> (BTreeSet<usize>, Vec<String>) {
        let Some(judged) = self.judged.get(plan_sha256) else { return Default::default() };
        let now: Vec<String> = critique.objections.iter().map(said).collect();
        let refused = now.iter().enumerate().filter(|(_, said)| !judged.contains_key(*said)).map(|(n, _)| n);
        let gone = judged.iter().filter(|(said, _)| !now.contains(said)).map(|(_, id)| id.clone());
        (refused.collect(), gone.collect())
    }
}

impl Store {
    fn record_path(&self, critique: &Path, end: &str) -> PathBuf {
        let path = std::fs::canonicalize(critique).unwrap_or_else(|_| critique.to_owned());
        let hash = sha256_hex(path.as_os_str().as_encoded_bytes());
        self.folder().join("critiques").join(format!("{}{end}", hash.get(..16).unwrap_or(&hash)))
    }

    /// What is kept about the critique at `path`; a broken record reads as none.
    pub(super) fn critique_record(&self, path: &Path) -> Record {
        match load(&self.record_path(path, ".json")) {
            Loaded::Value(record) => record,
            Loaded::Absent | Loaded::Broken(_) => Record::default(),
        }
    }

    fn change_record(&self, path: &Path, change: impl FnOnce(&mut Record)) -> Result<(), DiskError> {
        create(&self.folder().join("critiques"))?;
        let _lock = self.lock_submissions()?;
        self.change_record_locked(path, change)
    }

    fn change_record_locked(&self, path: &Path, change: impl FnOnce(&mut Record)) -> Result<(), DiskError> {
        let before = self.critique_record(path);
        let mut record = before.clone();
        record.path = path.to_string_lossy().into_owned();
        change(&mut record);
        if record == before {
            return Ok(());
        }
        create(&self.folder().join("critiques"))?;
        save(&self.record_path(path, ".json"), &record)
    }

    /// The plan's bytes as they were when the objections of `critique` were first seen, where that is known.
    pub(super) fn plan_before(&self, path: &Path, critique: &Critique) -> Option<Vec<u8>> {
        let seen = self.critique_record(path).seen?;
        critique.objections.iter().any(|objection| seen.objections.contains(&said(objection))).then_some(())?;
        let bytes = read_in_place(&self.record_path(path, ".plan"), STATE_LIMIT).ok()?;
        (sha256_hex(&bytes) == seen.plan_sha256).then_some(bytes)
    }

    /// Keeps the plan as it is now, to tell later whether what was accepted changed; the first that was seen stays.
    ///
    /// # Errors
    /// The state directory cannot be written.
    pub fn see_critique(&self, path: &Path, critique: &Critique, plan: &[u8]) -> Result<(), DiskError> {
        if self.has_seen(path, critique) {
            return Ok(());
        }
        create(&self.folder().join("critiques"))?;
        let _lock = self.lock_submissions()?;
        self.see_critique_locked(path, critique, plan)
    }

    /// Whether objections of `critique` were submitted, checked or judged for this project.
    pub(super) fn knows_objections(&self, path: &Path, critique: &Critique) -> bool {
        let record = self.critique_record(path);
        let seen = record.seen.unwrap_or_default().objections;
        let is_known = |said: &String| seen.contains(said) || record.judged.values().any(|all| all.contains_key(said));
        critique.objections.iter().map(said).any(|said| is_known(&said))
    }

    fn has_seen(&self, path: &Path, critique: &Critique) -> bool {
        let seen = self.critique_record(path).seen.unwrap_or_default().objections;
        critique.objections.iter().all(|objection| seen.contains(&said(objection)))
    }

    pub(super) fn see_critique_locked(&self, path: &Path, critique: &Critique, plan: &[u8]) -> Result<(), DiskError> {
        let now: BTreeSet<String> = critique.objections.iter().map(said).collect();
        let seen = self.critique_record(path).seen.unwrap_or_default();
        if !seen.objections.is_disjoint(&now) {
            return self.change_record_locked(path, |record| {
                record.seen.get_or_insert_default().objections.extend(now);
            });
        }
        create(&self.folder().join("critiques"))?;
        write_whole(&self.record_path(path, ".plan"), plan, Mode::Private)?;
        self.change_record_locked(path, |record| {
            record.seen = Some(Seen { objections: now, plan_sha256: sha256_hex(plan) });
        })
    }

    /// Notes that the gate judged these objections for the plan with this hash (SHA-256, hex). The first set stays.
    ///
    /// # Errors
    /// The state directory cannot be written.
    pub fn record_judged(&self, path: &Path, critique: &Critique, plan_sha256: &str) -> Result<(), DiskError> {
        if self.critique_record(path).judged.contains_key(plan_sha256) {
            return Ok(());
        }
        self.change_record(path, |record| {
            record.judged.entry(plan_sha256.to_owned()).or_insert_with(|| all_said(critique));
        })
    }

    /// Keeps what the reviewer says to the reply to an objection of the critique at `path`; `None` takes it back. It
    /// holds while the objection says what it says now.
    ///
    /// # Errors
    /// The critique cannot be read, has no such objection, or the state directory cannot be written.
    pub fn rule(&self, path: &Path, objection: &str, ruling: Option<Ruling>) -> Result<(), DiskError> {
        let bytes = read_regular(path, STATE_LIMIT)?;
        let (critique, _) = plan_critique::read(path, &bytes);
        let objections = critique.map(|critique| critique.objections).unwrap_or_default();
        let found = objections.iter().find(|one| one.id == objection);
        let said = said(found.ok_or_else(|| DiskError::of(path, Cause::Missing))?);
        self.change_record(path, |record| {
            match ruling {
                Some(ruling) => record.rulings.insert(said, ruling),
                None => record.rulings.remove(&said),
            };
        })
    }
}
