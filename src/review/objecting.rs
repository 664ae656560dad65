//! What makes a comment on a coding plan an objection: its lens, and the rule it cites.

use serde::{Deserialize, Serialize};

use crate::contract::plan_critique::Lens;

/// What an objection says besides its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Objecting {
    /// What it is about.
    pub lens: Lens,
    /// The constitution rule the plan breaks (`CON-SEC-01`), where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

impl Default for Objecting {
    /// Scope, the first of the contract, and no rule.
    fn default() -> Objecting {
        Objecting { lens: Lens::Scope, rule: None }
    }
}
