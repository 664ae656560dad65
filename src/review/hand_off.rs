//! The line a reviewer pastes to the agent after submitting, and the one that approves (loop rules, hand-off).

use crate::contract::plan_comments::Pass;
use crate::locale::Locale;
use crate::text::shell;
use crate::text::trim::fold_spaces;

/// The hand-off line of a submission, without a line break: `file` and the pass name what was written, `checkpoint` is
/// named for the clips of a v2 project, the overall note comes last. In English it names the command that reads `file`,
/// with the directory that `file` lies in.
pub fn line(locale: &Locale, file: &str, pass: Pass, comments: usize, checkpoint: Option<u8>, overall: &str) -> String {
    let key = match (pass, checkpoint) {
        (Pass::Structure, _) => "hand-off.structure",
        (Pass::Scaffold, Some(3)) => "hand-off.scaffold-3",
        (Pass::Scaffold, _) => "hand-off.scaffold-2",
        (Pass::Final, _) => "hand-off.final",
        (Pass::Coding, _) => "hand-off.coding",
    };
    let line = if comments == 0 {
        locale.say("hand-off.none", &[("file", file), ("pass", locale.word(pass_key(pass)))])
    } else {
        let dir = match file.rsplit_once('/') {
            Some(("", _)) => "/",
            Some((dir, _)) => dir,
            None => ".",
        };
        locale.say(key, &[("file", file), ("n", &comments.to_string()), ("dir", &shell::word(dir))])
    };
    with_note(locale, line, overall)
}

/// The hand-off line of objections without a reply, without a line break: how many lie in `file`, and the command that
/// checks the replies, with the directory of the plan and, where the critique was named, that one.
pub fn objections(locale: &Locale, file: &str, check: &Check, objections: usize, overall: &str) -> String {
    let mut dir = shell::word(check.plan_dir).into_owned();
    if let Some(named) = check.critique {
        dir.push_str(&format!(" --critique {}", shell::word(named)));
    }
    let line = locale.say("hand-off.coding", &[("file", file), ("n", &objections.to_string()), ("dir", &dir)]);
    with_note(locale, line, overall)
}

/// What `planboard critique check` is run on.
pub struct Check<'a> {
    /// The directory of the plan.
    pub plan_dir: &'a str,
    /// The critique, where it lies elsewhere than it would by itself.
    pub critique: Option<&'a str>,
}

fn with_note(locale: &Locale, line: String, overall: &str) -> String {
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
        Pass::Coding => "pass.coding",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::Language;

    #[test]
    fn the_english_line_names_the_command_with_the_directory() {
        let line = |file| line(Locale::of(Language::En), file, Pass::Structure, 2, None, "");
        assert!(line("planning/plan-comments.json").contains("planboard comments read planning --prompt"));
        assert!(line("my plan/plan-comments.json").contains("planboard comments read 'my plan' --prompt"));
        assert!(line("plan-comments.json").contains("planboard comments read . --prompt"));
        assert!(line("/plan-comments.json").contains("planboard comments read / --prompt"));
    }

    #[test]
    fn the_japanese_line_is_the_one_of_the_loop_rules() {
        let line = line(Locale::of(Language::Ja), "planning/plan-comments.json", Pass::Structure, 6, None, "");
        let expected = "planning/plan-comments.json に指摘を6件出しました（構成）。チャットより先に読み、名指しのショットだけ直し、\
                        済んだらファイルを消して再提示してください。";
        assert_eq!(line, expected);
    }
}
