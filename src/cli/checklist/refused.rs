//! Why a checklist was not written, in words.

use serde_json::Value;

use crate::cli::checklist::summary;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::project::notes::WriteError;
use crate::text::clean;

/// The failure, with its exit code. With `json`, what is there after another writer was first is the document.
pub(super) fn failure(context: &mut Context, error: WriteError, json: bool) -> Failure {
    match error {
        WriteError::Refused(phrase) | WriteError::Failed(phrase) => Failure::because(&phrase),
        WriteError::NeedsTask(ids) => {
            let ids: Vec<String> = ids.iter().map(|id| format!("  {}", clean::line(id))).collect();
            Failure::usage("cli.error.needs-task", &[("tasks", &ids.join("\n"))])
        }
        WriteError::Lost(found) => {
            let locale = context.locale();
            if json {
                let there = found.as_ref().filter(|notes| !notes.is_blank());
                let value = there.map_or(Value::Null, |notes| summary::whole(context.json_locale(), notes));
                context.out.json(&value);
            }
            match found {
                Some(notes) => {
                    let now = summary::line(locale, &notes);
                    Failure::failed("cli.error.checklist-lost", &[("now", &now)])
                }
                None => Failure::failed("cli.error.checklist-lost-unread", &[]),
            }
        }
    }
}
