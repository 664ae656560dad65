//! intake.json: what the person ordered, as far as a review needs it.

use std::path::Path;

use crate::contract::finding::{Finding, Severity};
use crate::contract::reading::{At, Need, Reader};

/// An intake.json.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Intake {
    /// `target.duration_s`: how long the video should be, in seconds.
    pub target_seconds: Option<f64>,
    /// `autonomy: "full-auto"`: the agent waits for no comments.
    pub full_auto: bool,
}

/// Reads an intake.json. What is wrong in it is a warning: the plan can be reviewed without it.
pub fn read(file: &Path, bytes: &[u8]) -> (Intake, Vec<Finding>) {
    let mut reader = Reader::new(file);
    let intake = intake(&mut reader, bytes).unwrap_or_default();
    let mut findings = reader.into_findings();
    findings.iter_mut().for_each(|f| f.severity = Severity::Warning);
    (intake, findings)
}

fn intake(reader: &mut Reader, bytes: &[u8]) -> Option<Intake> {
    let doc = reader.parse(bytes)?;
    let root = reader.object(doc.root(), &At::ROOT)?;
    let autonomy = reader.text(&root, "autonomy", &At::ROOT, Need::Optional);
    let target = reader.child(&root, "target", &At::ROOT, Need::Optional);
    let target_seconds = target.and_then(|target| {
        let at = At::ROOT.key("target");
        reader.number_in(&target, "duration_s", &at, Need::Optional, |n| n > 0.0, "expected.positive")
    });
    Some(Intake { target_seconds, full_auto: autonomy.as_deref() == Some("full-auto") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> (Intake, Vec<&'static str>) {
        let (intake, findings) = read(Path::new("intake.json"), text.as_bytes());
        assert!(findings.iter().all(|f| f.severity == Severity::Warning));
        (intake, findings.into_iter().map(|f| f.code).collect())
    }

    #[test]
    fn target_length_and_autonomy() {
        let intake = Intake { target_seconds: Some(180.0), full_auto: true };
        assert_eq!(codes(r#"{"target":{"duration_s":180},"autonomy":"full-auto"}"#), (intake, vec![]));
        assert_eq!(codes(r#"{"autonomy":"ask"}"#), (Intake::default(), vec![]));
    }

    #[test]
    fn what_is_wrong_is_a_warning() {
        assert_eq!(codes(r#"{"target":{"duration_s":-1},"autonomy":1}"#).1, ["out-of-range", "wrong-type"]);
        assert_eq!(codes("x").1, ["syntax"]);
    }
}
