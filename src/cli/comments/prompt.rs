//! `planboard comments read --prompt`: a brief that an agent can act on without knowing the contract (loop rules,
//! "Reading").

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::cli::comments::reading::{Reading, target};
use crate::cli::context::Opened;
use crate::cli::output::{escape, is_harmless};
use crate::contract::plan_comments::{ReadComment, ReadSubmission};
use crate::locale::Locale;
use crate::review::plan::start_of;
use crate::review::resolve::{Resolution, Resolved};
use crate::review::target::Target;
use crate::text::{clean, shell};

/// The lines of the brief. `path`: the PATH of the command line, which the commands in it name again.
pub(super) fn lines(
    locale: &Locale,
    opened: &Opened,
    reading: &Reading,
    approval: Option<&Value>,
    path: Option<&Path>,
) -> Vec<String> {
    let mut brief = Brief { locale, lines: Vec::new() };
    let file = opened.project.plan_comments().display().to_string();
    match (&reading.submission, &reading.token) {
        (Some(submission), Some(token)) => {
            brief.head(opened, reading, submission, &file);
            brief.revise(opened, reading);
            brief.report(reading, |resolution| !resolution.is_revisable());
            brief.remarks(reading);
            brief.finish(token, &command_path(path));
        }
        _ if reading.waiting => {
            brief.say("prompt.not-understood", &[("file", &file)]);
            brief.report(reading, |resolution| resolution == Resolution::Unreadable);
            brief.remarks(reading);
        }
        _ => brief.say("prompt.absent", &[("file", &file)]),
    }
    if let Some(approval) = approval {
        brief.gap();
        brief.lines.push(approved(locale, approval));
    }
    brief.lines
}

/// An approval in a sentence.
pub(super) fn approved(locale: &Locale, approval: &Value) -> String {
    let word =
        |pointer: &str| clean::line(approval.pointer(pointer).and_then(Value::as_str).unwrap_or("?")).into_owned();
    let (pass, file, sha256) = (word("/pass"), word("/plan/file"), word("/plan/sha256"));
    locale.say("prompt.approved", &[("pass", &pass), ("file", &file), ("sha256", &sha256)])
}

/// PATH as it was given, absolute: the commands find the same project from anywhere.
fn command_path(path: Option<&Path>) -> String {
    let path = path.unwrap_or(Path::new("."));
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let without_dots: PathBuf = absolute.components().collect();
    shell::word(&clean::line(&without_dots.display().to_string())).into_owned()
}

struct Brief<'a> {
    locale: &'a Locale,
    lines: Vec<String>,
}

impl Brief<'_> {
    /// Adds a sentence, which may have several lines. What comes from files in it is cleaned.
    fn say(&mut self, key: &str, args: &[(&str, &str)]) {
        let cleaned: Vec<_> = args.iter().map(|(name, value)| (*name, clean::line(value))).collect();
        let args: Vec<(&str, &str)> = cleaned.iter().map(|(name, value)| (*name, value.as_ref())).collect();
        let said = self.locale.say(key, &args);
        self.lines.extend(said.lines().map(str::to_owned));
    }

    fn gap(&mut self) {
        self.lines.push(String::new());
    }

    fn head(&mut self, opened: &Opened, reading: &Reading, submission: &ReadSubmission, file: &str) {
        let n = submission.comments.len().to_string();
        let pass = submission.pass.map_or("?", |pass| pass.as_str());
        let at = submission.submitted_at.as_deref().unwrap_or("?");
        self.say("prompt.head", &[("n", &n), ("pass", pass), ("file", file), ("at", at)]);
        self.gap();
        let plan = submission.pass.map(|pass| opened.loaded.plan.pass(pass).file.display().to_string());
        self.say("prompt.rules", &[("file", file), ("plan", plan.as_deref().unwrap_or("?"))]);
        if submission.comments.is_empty() {
            self.gap();
            self.say("prompt.no-notes", &[]);
        }
        let overall = reading.round.as_ref().map(|round| round.overall.as_str()).filter(|note| !note.is_empty());
        if let Some(overall) = overall {
            self.gap();
            self.say("prompt.overall", &[]);
            self.text(overall);
        }
    }

    fn revise(&mut self, opened: &Opened, reading: &Reading) {
        for (n, comment, resolved) in reading.comments() {
            let Some(target) = target(opened, resolved) else { continue };
            self.gap();
            self.say("prompt.revise", &[("index", &n.to_string()), ("target", &heading(target))]);
            self.gap();
            self.is_now(comment, resolved, target);
            self.json(target.json.as_str());
            self.say("prompt.words", &[]);
            self.text(&comment.text);
        }
    }

    /// Which target it is, and where it was when the comment was written.
    fn is_now(&mut self, comment: &ReadComment, resolved: &Resolved, target: &Target) {
        let key = match resolved.resolution {
            Resolution::Moved => "prompt.moved",
            Resolution::Retitled => "prompt.retitled",
            _ => "prompt.exact",
        };
        let kind = self.locale.word(&format!("prompt.kind.{}", target.kind.as_str())).to_owned();
        let args = [
            ("kind", kind.as_str()),
            ("id", &quoted(target.id.as_deref().unwrap_or_default())),
            ("was", &quoted(&comment.target_id)),
            ("title", &title(&comment.title)),
        ];
        self.say(key, &args);
    }

    fn report(&mut self, reading: &Reading, is_told: impl Fn(Resolution) -> bool) {
        let unresolved = || reading.comments().filter(|(_, _, resolved)| is_told(resolved.resolution));
        let n = unresolved().count();
        if n == 0 {
            return;
        }
        self.gap();
        self.say("prompt.report", &[("n", &n.to_string())]);
        for (n, comment, resolved) in unresolved() {
            let key = match resolved.resolution {
                Resolution::Ambiguous => "prompt.ambiguous",
                Resolution::Retired => "prompt.retired",
                Resolution::Unreadable => "prompt.unreadable",
                _ => "prompt.missing",
            };
            let candidates: Vec<String> = resolved.candidates.iter().map(|id| quoted(id)).collect();
            let args = [
                ("index", n.to_string()),
                ("kind", quoted(&comment.target_kind)),
                ("id", quoted(&comment.target_id)),
                ("title", title(&comment.title)),
                ("candidates", candidates.join(", ")),
            ];
            let args = args.each_ref().map(|(name, value)| (*name, value.as_str()));
            self.gap();
            self.say(key, &args);
            self.text(&comment.text);
        }
    }

    fn remarks(&mut self, reading: &Reading) {
        if reading.findings.is_empty() {
            return;
        }
        self.gap();
        self.say("prompt.remarks", &[]);
        for finding in &reading.findings {
            let (message, hint) = self.locale.finding(finding);
            let key = if finding.pointer.is_empty() { "prompt.remark" } else { "prompt.remark-at" };
            self.say(key, &[("at", finding.pointer.as_str()), ("message", &message)]);
            if let Some(hint) = hint {
                self.say("prompt.remark-hint", &[("hint", &hint)]);
            }
        }
    }

    fn finish(&mut self, token: &str, path: &str) {
        self.gap();
        self.say("prompt.finish", &[("path", path), ("token", token)]);
    }

    /// The person's words, verbatim; where something in them could steer a terminal, made visible and then exactly, as a
    /// JSON string.
    fn text(&mut self, text: &str) {
        if is_harmless(text) {
            self.fenced("text", text);
        } else {
            self.fenced("text", &clean::block(text));
            self.say("prompt.exactly", &[]);
            self.fenced("json", &quoted(text));
        }
    }

    fn json(&mut self, json: &str) {
        self.fenced("json", &escape(json));
    }

    /// A fence that nothing inside can close: longer than every run of backticks in it.
    fn fenced(&mut self, kind: &str, text: &str) {
        let fence = "`".repeat(longest_run(text).saturating_add(1).max(3));
        self.lines.push(format!("{fence}{kind}"));
        self.lines.push(text.to_owned());
        self.lines.push(fence);
    }
}

/// A word of a file on one line, as a JSON string.
fn quoted(text: &str) -> String {
    escape(&serde_json::to_string(text).unwrap_or_default()).into_owned()
}

/// A title of a file: its start on one line, as a JSON string.
fn title(text: &str) -> String {
    quoted(&start_of(text))
}

/// A target in a heading: its name, and its title, which is the file's.
fn heading(target: &Target) -> String {
    let title = title(&target.title());
    match target.kind.has_index() {
        true => format!("{} [{}]  {title}", target.label, target.index),
        false if target.title() == target.label => title,
        false => format!("{title}  {}", target.label),
    }
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::Language;

    #[test]
    fn no_text_closes_its_fence() {
        for text in ["plain", "```\n# Rules\n```", "`````", "a ```` b", ""] {
            let mut brief = Brief { locale: Locale::of(Language::En), lines: Vec::new() };
            brief.text(text);
            let [first, inside, last] = brief.lines.as_slice() else { panic!("{:?}", brief.lines) };
            assert_eq!((inside.as_str(), first.as_str()), (text, format!("{last}text").as_str()));
            assert!(!text.contains(last.as_str()));
        }
    }

    #[test]
    fn what_could_steer_a_terminal_is_shown_and_then_exact() {
        let mut brief = Brief { locale: Locale::of(Language::En), lines: Vec::new() };
        let text = "a\u{1b}[31m\u{202e}b";
        brief.text(text);
        let all = brief.lines.join("\n");
        assert!(!all.contains(['\u{1b}', '\u{202e}']));
        assert!(brief.lines.iter().any(|line| serde_json::from_str::<String>(line).is_ok_and(|said| said == text)));
    }
}
