//! The line a reviewer pastes to the agent after submitting, and the one that approves (loop rules, hand-off).

use crate::contract::plan_comments::Pass;
use crate::locale::Locale;
use crate::text::trim::fold_spaces;

/// The hand-off line of a submission, without a line break: `file` and the pass name what was written, `checkpoint` is
/// named for the clips of a v2 project, the overall note comes last.
pub fn line(locale: &Locale, file: &str, pass: Pass, comments: usize, checkpoint: Option<u8>, overall: &str) -> String {
    let key = match (pass, checkpoint) {
        (Pass::Structure, _) => "hand-off.structure",
        (Pass::Scaffold, Some(3)) => "hand-off.scaffold-3",
        (Pass::Scaffold, _) => "hand-off.scaffold-2",
        (Pass::Final, _) => "hand-off.final",
    };
    let line = if comments == 0 {
        locale.say("hand-off.none", &[("file", file), ("pass", locale.word(pass_key(pass)))])
    } else {
        locale.say(key, &[("file", file), ("n", &comments.to_string())])
    };
    let note = fold_spaces(overall);
    if note.is_empty() { line } else { locale.say("hand-off.with-note", &[("line", &line), ("note", &note)]) }
}

/// The line that approves a plan file as it is (its SHA-256 in hex).
pub fn approval(locale: &Locale, file: &str, pass: Pass, sha256: &str) -> String {
    locale.say("hand-off.approved", &[("file", file), ("pass", locale.word(pass_key(pass))), ("sha256", sha256)])
}

/// Key of a pass's name in the locale files.
pub fn pass_key(pass: Pass) -> &'static str {
    match pass {
        Pass::Structure => "pass.structure",
        Pass::Scaffold => "pass.scaffold",
        Pass::Final => "pass.final",
    }
}
