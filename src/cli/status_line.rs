//! `planboard status --line`: one line for a status bar or a prompt.

use std::path::{Path, PathBuf};

use crate::cli::args::{LineForm, Status};
use crate::cli::checklist::summary;
use crate::cli::context::{Context, Opened, variable};
use crate::cli::status::{age_since, all_findings, pass_name, state};
use crate::cli::status_coding;
use crate::cli::work::Work;
use crate::contract::finding::{Finding, Severity};
use crate::contract::plan_notes::PlanNotes;
use crate::locale::Locale;
use crate::project::find::find_wanted;
use crate::project::notes::{self, Asked, LoadedNotes};
use crate::text::{cells, clean};

/// Prints the line. Says nothing where there is no project, unless a checklist is named, and nothing on stderr ever.
pub(super) fn print(context: &mut Context, args: &Status, asked: &Asked, form: LineForm) {
    let home = variable("HOME").map(PathBuf::from);
    // Whatever waits for this line waits for nobody who holds the database.
    let asked = Asked { hurry: true, ..asked.clone() };
    let path = args.at.path.as_deref().unwrap_or(Path::new("."));
    let parts = match find_wanted(path, home.as_deref(), &context.wanted) {
        Ok(project) => {
            let opened = context.read(project, Some(&asked));
            of_project(&opened)
        }
        Err(_) if asked.file.is_some() || asked.database.is_some() => of_checklist(context.locale(), &asked),
        Err(_) => return,
    };
    let text = clean::line(&parts.join(" · ")).into_owned();
    let cut = cells::cut(&text, args.width);
    match form {
        LineForm::Plain => context.out.line(&cut),
        LineForm::Tmux => context.out.line(&cut.replace('#', "##")),
    }
}

fn of_project(opened: &Opened) -> Vec<String> {
    let work = Work::peek(opened);
    let (locale, project) = (opened.locale, &opened.project);
    let mut parts = Vec::new();
    let checklist = opened.loaded.checklist.as_ref().map(|notes| checklist(locale, notes));
    // Where there is only a checklist, that no plan is there yet is no news.
    if checklist.is_none() || project.coding.is_some() || project.research_plan.exists() || project.edit.exists() {
        let pass = work.first_pass(opened, None);
        let targets = opened.loaded.plan.pass(pass).targets.len().to_string();
        let name = pass_name(locale, pass);
        parts.push(locale.say("cli.line.targets", &[("pass", name), ("n", &targets)]));
    }
    let drafted: usize = work.drafts().map(|draft| draft.comments.len() + draft.unfinished.len()).sum();
    if drafted > 0 {
        parts.push(locale.count("cli.line.draft", drafted));
    }
    if let Some(waiting) = &work.waiting {
        let age = waiting.submitted_at.as_deref().and_then(|at| age_since(at, opened.now)).unwrap_or_default();
        let said = locale.say("cli.line.submission", &[("state", state(locale, waiting)), ("age", &age)]);
        parts.push(said.trim_end().to_owned());
    }
    parts.extend(status_coding::parts(locale, opened));
    parts.extend(errors(locale, all_findings(opened, &work)));
    // A title may be long: what comes after it would be cut off.
    parts.extend(checklist);
    parts
}

/// The part of a checklist that was named, outside of any project.
fn of_checklist(locale: &Locale, asked: &Asked) -> Vec<String> {
    let here = std::env::current_dir().unwrap_or_default();
    match notes::read(None, &here, asked) {
        Ok(Some(notes)) => {
            let errors = errors(locale, &notes.findings);
            errors.into_iter().chain([checklist(locale, &notes)]).collect()
        }
        Ok(None) => Vec::new(),
        Err(finding) => errors(locale, [&*finding]).into_iter().collect(),
    }
}

fn checklist(locale: &Locale, notes: &LoadedNotes) -> String {
    let PlanNotes::Checklist(list) = &notes.notes else { return summary::line(locale, notes) };
    let (done, total) = (list.done().to_string(), list.items.len().to_string());
    let counts = [("done", done.as_str()), ("total", total.as_str())];
    match list.current() {
        _ if list.stopped => locale.say("cli.line.checklist-stopped", &counts),
        Some(step) => {
            let [done, total] = counts;
            locale.say("cli.line.checklist-current", &[done, total, ("title", &summary::name(step))])
        }
        None => locale.say("cli.line.checklist", &counts),
    }
}

fn errors<'a>(locale: &Locale, findings: impl IntoIterator<Item = &'a Finding>) -> Option<String> {
    // That somebody holds the database is no news: a moment later the checklist is there again.
    let is_wrong = |finding: &&Finding| finding.severity == Severity::Error && finding.code != "notes-db-busy";
    let errors = findings.into_iter().filter(is_wrong).count();
    (errors > 0).then(|| locale.count("cli.line.errors", errors))
}
