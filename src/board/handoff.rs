//! The hand-off: one line that tells the agent where the comments are. It is pasted by the person.

use std::path::Path;

use crate::contract::plan_comments::Pass;
use crate::locale::{Language, Locale};
use crate::project::find::Project;
use crate::text::trim::fold_spaces;

/// What the hand-off line tells.
#[derive(Debug, Clone)]
pub struct Handoff<'a> {
    /// The project.
    pub project: &'a Project,
    /// The pass submitted.
    pub pass: Pass,
    /// Clips can be commented at checkpoint 3 too (edit.json v2 has no cuts); this changes the words only.
    pub last_checkpoint: bool,
    /// How many comments there are.
    pub comments: usize,
    /// The overall note, which is in no file; may be empty.
    pub overall: &'a str,
}

/// The language of the hand-off: the one asked for, else as the plan is written.
pub fn language(asked: Option<Language>, script: Option<&str>) -> Language {
    asked.or_else(|| script.and_then(Language::from_code)).unwrap_or(Language::En)
}

/// The line, without a line break.
pub fn line(locale: &Locale, handoff: &Handoff) -> String {
    let kind = match handoff.pass {
        Pass::Scaffold if handoff.last_checkpoint => "final-clips",
        pass => pass.as_str(),
    };
    let key = if handoff.comments == 0 { format!("handoff.none.{kind}") } else { format!("handoff.some.{kind}") };
    let folder = quoted(&from(&handoff.project.root, &handoff.project.plan_dir));
    let said = locale.say(&key, &[("n", &handoff.comments.to_string()), ("folder", &folder)]);
    let overall = fold_spaces(handoff.overall);
    if overall.is_empty() { said } else { locale.say("handoff.overall", &[("line", &said), ("overall", &overall)]) }
}

/// `path` from `root`, where the agent works; `.` for the root itself.
fn from(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    if below.as_os_str().is_empty() { ".".to_owned() } else { fold_spaces(&below.display().to_string()) }
}

/// `word` as one word of a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '-' | '_');
    if word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project() -> (tempfile::TempDir, Project) {
        let dir = tempfile::tempdir().expect("temp dir");
        std::fs::create_dir_all(dir.path().join(".akari")).expect("folder");
        let project = crate::project::find::find(dir.path(), None).expect("project");
        (dir, project)
    }

    fn say(language: Language, pass: Pass, comments: usize, overall: &str) -> String {
        let (_dir, project) = project();
        let handoff = Handoff { project: &project, pass, last_checkpoint: false, comments, overall };
        line(Locale::of(language), &handoff)
    }

    #[test]
    fn the_line_names_file_count_and_pass() {
        assert_eq!(
            say(Language::Ja, Pass::Structure, 6, ""),
            "planning/plan-comments.json に指摘を6件出しました（構成）。チャットより先に読み、名指しのショットだけ直し、\
             済んだらファイルを消して再提示してください。"
        );
        let english = say(Language::En, Pass::Scaffold, 1, "");
        assert!(english.contains("`planboard comments read planning --prompt`"), "{english}");
        assert!(english.contains("1 comment "), "{english}");
    }

    #[test]
    fn the_overall_note_follows_on_the_same_line() {
        let line = say(Language::Ja, Pass::Final, 2, "全体に\nもう少し静かに");
        assert!(line.ends_with("全体に もう少し静かに") && !line.contains('\n'), "{line}");
    }

    #[test]
    fn no_comments_are_no_approval() {
        assert!(say(Language::Ja, Pass::Structure, 0, "").contains("承認ではありません"));
        assert!(say(Language::En, Pass::Structure, 0, "").contains("not an approval"));
    }

    #[test]
    fn a_folder_is_quoted_for_the_shell() {
        assert_eq!(quoted("planning"), "planning");
        assert_eq!(quoted("it's here"), "'it'\\''s here'");
    }

    #[test]
    fn the_language_is_that_of_the_plan() {
        assert_eq!(language(None, Some("ja")), Language::Ja);
        assert_eq!(language(Some(Language::En), Some("ja")), Language::En);
        assert_eq!(language(None, None), Language::En);
    }
}
