//! Sidecars `<path>.meta.json`: how far a file that is being made is.

use std::path::Path;

use chrono::{DateTime, Utc};

use crate::contract::finding::{Finding, Severity};
use crate::contract::reading::{At, Need, Reader};

/// What a file's name is followed by in the name of its sidecar.
pub const SUFFIX: &str = ".meta.json";

/// Seconds after which a file that is being made counts as stale, where the sidecar does not say.
pub const STALE_AFTER_SECONDS: f64 = 900.0;

/// A sidecar. All of it is optional: many tell only where a file comes from.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sidecar {
    /// `status`: planned, generating, done or failed; other words are none.
    pub status: Option<Status>,
    /// `kind`: still, video, frames, audio.
    pub kind: Option<String>,
    /// `model.id`
    pub model: Option<String>,
    /// `inputs.prompt`
    pub prompt: Option<String>,
    /// `next.status`: one more attempt, planned or under way.
    pub next_status: Option<Status>,
    /// `next.inputs.prompt`
    pub next_prompt: Option<String>,
    /// `cost.estimate_usd`
    pub estimate_usd: Option<f64>,
    /// `cost.actual_usd`
    pub actual_usd: Option<f64>,
    /// `job.started_at`
    pub started_at: Option<DateTime<Utc>>,
    /// `job.stale_after_s`, in seconds.
    pub stale_after_seconds: Option<f64>,
}

/// How far a file that is being made is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Not begun.
    Planned,
    /// Being made.
    Generating,
    /// Made.
    Done,
    /// Failed.
    Failed,
}

impl Status {
    fn from_word(word: &str) -> Option<Status> {
        match word {
            "planned" => Some(Status::Planned),
            "generating" => Some(Status::Generating),
            "done" => Some(Status::Done),
            "failed" => Some(Status::Failed),
            _ => None,
        }
    }
}

impl Sidecar {
    /// Whether it has been generating for longer than it should, at the time `now`.
    pub fn is_stale(&self, now: DateTime<Utc>) -> bool {
        let Some(started) = self.started_at.filter(|_| self.status == Some(Status::Generating)) else { return false };
        let seconds = (now - started).as_seconds_f64();
        seconds > self.stale_after_seconds.unwrap_or(STALE_AFTER_SECONDS)
    }
}

/// Reads a sidecar. A minimal one is no error; one that is no JSON or holds wrong types is a warning, for the plan
/// itself is not at fault.
pub fn read(file: &Path, bytes: &[u8]) -> (Sidecar, Vec<Finding>) {
    let mut reader = Reader::new(file);
    let sidecar = sidecar(&mut reader, bytes).unwrap_or_default();
    let mut findings = reader.into_findings();
    findings.iter_mut().for_each(|f| f.severity = Severity::Warning);
    (sidecar, findings)
}

fn sidecar(reader: &mut Reader, bytes: &[u8]) -> Option<Sidecar> {
    let doc = reader.parse(bytes)?;
    let at = At::ROOT;
    let root = reader.object(doc.root(), &at)?;
    let mut sidecar = Sidecar {
        status: reader.text(&root, "status", &at, Need::Optional).and_then(|word| Status::from_word(&word)),
        kind: reader.text(&root, "kind", &at, Need::Optional),
        ..Sidecar::default()
    };
    if let Some(model) = reader.child(&root, "model", &at, Need::Optional) {
        sidecar.model = reader.text(&model, "id", &at.key("model"), Need::Optional);
    }
    if let Some(inputs) = reader.child(&root, "inputs", &at, Need::Optional) {
        sidecar.prompt = reader.text(&inputs, "prompt", &at.key("inputs"), Need::Optional);
    }
    if let Some(next) = reader.child(&root, "next", &at, Need::Optional) {
        let at = at.key("next");
        sidecar.next_status = reader.text(&next, "status", &at, Need::Optional).and_then(|w| Status::from_word(&w));
        if let Some(inputs) = reader.child(&next, "inputs", &at, Need::Optional) {
            sidecar.next_prompt = reader.text(&inputs, "prompt", &at.key("inputs"), Need::Optional);
        }
    }
    if let Some(cost) = reader.child(&root, "cost", &at, Need::Optional) {
        let at = at.key("cost");
        sidecar.estimate_usd = reader.number(&cost, "estimate_usd", &at, Need::Optional);
        sidecar.actual_usd = reader.number(&cost, "actual_usd", &at, Need::Optional);
    }
    if let Some(job) = reader.child(&root, "job", &at, Need::Optional) {
        let at = at.key("job");
        let started = reader.text(&job, "started_at", &at, Need::Optional);
        sidecar.started_at = started.and_then(|t| DateTime::parse_from_rfc3339(&t).ok()).map(|t| t.to_utc());
        sidecar.stale_after_seconds = reader.number(&job, "stale_after_s", &at, Need::Optional);
    }
    Some(sidecar)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sidecar(text: &str) -> (Sidecar, usize) {
        let (sidecar, findings) = read(Path::new("a.png.meta.json"), text.as_bytes());
        assert!(findings.iter().all(|f| f.severity == Severity::Warning));
        (sidecar, findings.len())
    }

    #[test]
    fn minimal_and_provenance_only_sidecars_are_fine() {
        assert_eq!(sidecar("{}"), (Sidecar::default(), 0));
        assert_eq!(sidecar(r#"{"provenance":{"by":"x"}}"#), (Sidecar::default(), 0));
        assert_eq!(sidecar(r#"{"version":1,"kind":"still","status":"done","result":{}}"#).0.status, Some(Status::Done));
    }

    #[test]
    fn a_broken_sidecar_is_a_warning_and_hides_nothing() {
        assert_eq!(sidecar("{").1, 1);
        let (sidecar, findings) = sidecar(r#"{"status":7,"inputs":{"prompt":"p"}}"#);
        assert_eq!((sidecar.prompt.as_deref(), findings), (Some("p"), 1));
    }

    #[test]
    fn generating_past_its_time_is_stale() {
        let now: DateTime<Utc> = "2026-08-01T10:00:00Z".parse().unwrap();
        let text = |status: &str, after: &str| {
            format!(r#"{{"status":"{status}","job":{{"started_at":"2026-08-01T18:44:00+09:00"{after}}}}}"#)
        };
        assert!(sidecar(&text("generating", "")).0.is_stale(now));
        assert!(!sidecar(&text("generating", ",\"stale_after_s\":1000")).0.is_stale(now));
        assert!(!sidecar(&text("done", "")).0.is_stale(now));
        assert!(!sidecar(r#"{"status":"generating"}"#).0.is_stale(now));
    }
}
