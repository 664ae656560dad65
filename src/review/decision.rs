//! What a reviewer decided on a plan, and when that still holds (loop rules, "Deciding: gate, open, wait").

use std::path::Path;

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};

use crate::contract::plan_comments::{Pass, Submission, SubmittedComment};

/// How a review ended, or that it has not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The plan is good as it is.
    Approved,
    /// Comments were submitted (none of them is "no notes", which is no approval).
    Comments,
    /// The board was closed without either.
    Closed,
    /// Nobody decided yet.
    Open,
}

/// The plan file a decision is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecidedPlan {
    /// The file, absolute (text that is not Unicode is kept only as far as it can be).
    pub file: String,
    /// SHA-256 (hex) of its bytes as they were shown.
    pub sha256: String,
}

impl DecidedPlan {
    /// The plan file with this hash.
    pub fn new(file: &Path, sha256: &str) -> DecidedPlan {
        DecidedPlan { file: file.display().to_string(), sha256: sha256.to_owned() }
    }
}

/// What a reviewer decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// How it ended.
    pub verdict: Verdict,
    /// The pass it is about.
    pub pass: Option<Pass>,
    /// When it was decided.
    pub decided_at: DateTime<Utc>,
    /// The plan it is about.
    #[serde(default)]
    pub plan: Option<DecidedPlan>,
    /// What was submitted, where comments were.
    #[serde(default)]
    pub submitted: Option<Submitted>,
}

/// The submission a decision consists of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submitted {
    /// plan-comments.json, absolute.
    pub file: String,
    /// SHA-256 (hex) of its bytes.
    pub sha256: String,
    /// As in the file.
    pub submitted_at: String,
    /// As in the file.
    pub comments: Vec<SubmittedComment>,
    /// The overall note of the hand-off line; it is in no file of the project.
    #[serde(default)]
    pub overall: String,
    /// The checkpoint the hand-off line names.
    #[serde(default)]
    pub checkpoint: Option<u8>,
}

impl Decision {
    /// The plan was approved as it is.
    pub fn approved(pass: Pass, plan: DecidedPlan, now: DateTime<Utc>) -> Decision {
        Decision { verdict: Verdict::Approved, pass: Some(pass), decided_at: now, plan: Some(plan), submitted: None }
    }

    /// Comments were submitted.
    pub fn comments(pass: Pass, plan: Option<DecidedPlan>, submitted: Submitted, now: DateTime<Utc>) -> Decision {
        let submitted = Some(submitted);
        Decision { verdict: Verdict::Comments, pass: Some(pass), decided_at: now, plan, submitted }
    }

    /// The board was closed without a decision.
    pub fn closed(pass: Option<Pass>, plan: Option<DecidedPlan>, now: DateTime<Utc>) -> Decision {
        Decision { verdict: Verdict::Closed, pass, decided_at: now, plan, submitted: None }
    }

    /// Nobody decided yet.
    pub fn open(now: DateTime<Utc>) -> Decision {
        Decision { verdict: Verdict::Open, pass: None, decided_at: now, plan: None, submitted: None }
    }

    /// Whether it still holds: an approval while the plan file is what was approved, comments while their file lies
    /// there. `submission` and `plan`: the hashes of what lies there now.
    pub fn holds(&self, submission: Option<&str>, plan: Option<&str>) -> bool {
        match self.verdict {
            Verdict::Approved => self.plan.as_ref().is_some_and(|approved| Some(approved.sha256.as_str()) == plan),
            Verdict::Comments => self.submitted.as_ref().is_some_and(|sent| Some(sent.sha256.as_str()) == submission),
            Verdict::Closed => true,
            Verdict::Open => false,
        }
    }

    /// What a gate and `wait` print.
    pub fn result(&self) -> DecisionResult<'_> {
        let submitted = self.submitted.as_ref();
        DecisionResult {
            decision: self.verdict,
            pass: self.pass,
            file: submitted.map(|s| s.file.as_str()),
            submitted_at: submitted.map(|s| s.submitted_at.as_str()),
            comments: submitted.map(|s| s.comments.as_slice()).unwrap_or_default(),
            plan: self.plan.as_ref(),
        }
    }

    /// What `comments read` says of a kept approval; `None`: it is none.
    pub fn approval(&self) -> Option<ApprovalResult<'_>> {
        let plan = self.plan.as_ref().filter(|_| self.verdict == Verdict::Approved)?;
        let decided_at = self.decided_at.to_rfc3339_opts(SecondsFormat::Millis, true);
        Some(ApprovalResult { pass: self.pass, decided_at, plan })
    }
}

impl Submitted {
    /// The submission that was written to `file`, with these bytes' hash.
    pub fn new(file: &Path, sha256: &str, submission: &Submission) -> Submitted {
        Submitted {
            file: file.display().to_string(),
            sha256: sha256.to_owned(),
            submitted_at: submission.submitted_at.clone(),
            comments: submission.comments.clone(),
            overall: String::new(),
            checkpoint: None,
        }
    }
}

/// A decision as a gate and `wait` print it; the keys are stable.
#[derive(Debug, Serialize)]
pub struct DecisionResult<'a> {
    /// How it ended.
    pub decision: Verdict,
    /// The pass it is about.
    pub pass: Option<Pass>,
    /// plan-comments.json, where comments were submitted.
    pub file: Option<&'a str>,
    /// As in the file.
    pub submitted_at: Option<&'a str>,
    /// As in the file.
    pub comments: &'a [SubmittedComment],
    /// The plan it is about.
    pub plan: Option<&'a DecidedPlan>,
}

/// An approval as `comments read` gives it.
#[derive(Debug, Serialize)]
pub struct ApprovalResult<'a> {
    /// The pass approved.
    pub pass: Option<Pass>,
    /// When: UTC with milliseconds and `Z`, as all times.
    pub decided_at: String,
    /// The plan file as it was approved.
    pub plan: &'a DecidedPlan,
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn sent() -> Submitted {
        Submitted {
            file: "/p/plan-comments.json".into(),
            sha256: "s".into(),
            submitted_at: "t".into(),
            comments: Vec::new(),
            overall: "note".into(),
            checkpoint: Some(2),
        }
    }

    #[test]
    fn an_approval_holds_for_the_bytes_that_were_shown_only() {
        let plan = DecidedPlan::new(Path::new("/p/plan.json"), "a");
        let approved = Decision::approved(Pass::Structure, plan, NOW);
        assert!(approved.holds(None, Some("a")) && approved.holds(Some("x"), Some("a")));
        assert!(!approved.holds(None, Some("b")) && !approved.holds(None, None));
    }

    #[test]
    fn comments_hold_while_their_file_lies_there() {
        let comments = Decision::comments(Pass::Scaffold, None, sent(), NOW);
        assert!(comments.holds(Some("s"), None));
        assert!(!comments.holds(None, None) && !comments.holds(Some("other"), None));
    }

    #[test]
    fn the_result_has_the_stable_keys_and_null_where_a_thing_is_unknown() {
        let keys = ["decision", "pass", "file", "submitted_at", "comments", "plan"];
        for decision in [
            Decision::open(NOW),
            Decision::closed(Some(Pass::Final), None, NOW),
            Decision::comments(Pass::Scaffold, None, sent(), NOW),
        ] {
            let json = serde_json::to_value(decision.result()).unwrap();
            assert_eq!(json.as_object().unwrap().keys().collect::<Vec<_>>(), keys);
        }
        let open = serde_json::to_string(&Decision::open(NOW).result()).unwrap();
        let expected = r#"{"decision":"open","pass":null,"file":null,"submitted_at":null,"comments":[],"plan":null}"#;
        assert_eq!(open, expected);
    }

    #[test]
    fn only_an_approval_is_one() {
        let plan = DecidedPlan::new(Path::new("/p/plan.json"), "a");
        let approved = Decision::approved(Pass::Final, plan.clone(), NOW + chrono::TimeDelta::nanoseconds(1_234_567));
        assert_eq!(approved.approval().map(|told| told.decided_at).as_deref(), Some("1970-01-01T00:00:00.001Z"));
        assert!(Decision::closed(Some(Pass::Final), Some(plan), NOW).approval().is_none());
    }
}
