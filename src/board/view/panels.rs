//! The texts of the panels (help, sheets), and findings in a sentence.

use crate::board::keys::{self, Binding, Context};
use crate::board::state::{Sheet, State};
use crate::board::submission::shown_path;
use crate::board::update;
use crate::board::view::content::Content;
use crate::board::view::offered;
use crate::contract::finding::{Finding, Severity};
use crate::text::cells;

/// A sheet's text.
pub fn sheet(state: &State, sheet: &Sheet, width: usize) -> Content {
    let mut content = Content::new(width);
    content.text(0, &sheet.text, state.session.theme.text);
    content
}

/// Cells a column of the help needs, and those between two.
const COLUMN: usize = 60;
const GAP: usize = 4;

/// Every key of every place, from the live table, and what the signs mean.
pub fn help(state: &State, width: usize) -> Content {
    let theme = &state.session.theme;
    let columns = ((width + GAP) / (COLUMN + GAP)).max(1);
    let width = (width + GAP) / columns - GAP;
    let mut content = Content::new(width);
    let places = [
        (Context::Board, "help.board"),
        (Context::Editor, "help.editor"),
        (Context::Search, "help.search"),
        (Context::GoTo, "ways.go-to"),
        (Context::Commands, "ways.commands"),
        (Context::AllComments, "ways.all-comments"),
        (Context::Phrases, "ways.phrases"),
        (Context::Submit, "help.submit"),
        (Context::Rounds, "help.rounds"),
        (Context::Reports, "help.reports"),
        (Context::Answer, "help.answer"),
        (Context::Findings, "help.findings"),
        (Context::Notices, "help.notices"),
        (Context::Checklist, "help.checklist"),
        (Context::StepDone, "help.step-done"),
        (Context::Approve, "help.approve"),
        (Context::Lens, "help.lens"),
        (Context::Rule, "help.rule"),
        (Context::Objections, "help.objections"),
        (Context::Reason, "help.reason"),
        (Context::Choose, "place.choose"),
        (Context::Repoint, "place.repoint"),
        (Context::StopOrResume, "place.stop-or-resume"),
        (Context::TakeOver, "ways.take-over"),
        (Context::Sheet, "place.sheet"),
        (Context::Panel, "place.help"),
    ];
    // Where help was asked for comes first.
    let here = update::context_below(state);
    let (first, others): (Vec<_>, Vec<_>) = places.into_iter().partition(|(context, _)| *context == here);
    for (context, title) in first.into_iter().chain(others) {
        let named = |b: &&Binding| b.context == context && offered::is_bound(state, context, b.action);
        if !keys::bindings().iter().any(|binding| named(&binding)) {
            continue;
        }
        content.gap();
        content.text(0, state.word(title), theme.heading);
        for binding in keys::bindings().iter().filter(named) {
            let keys = binding.keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let action = keys::sentence(context, binding.action, state.session.enter);
            let (column, words) = (22.min(width / 3), state.session.locale.word(&action));
            if cells::width(&keys) > column {
                // No key is cut off: the sentence goes below.
                content.line(vec![(keys, theme.key)]);
                content.text(column + 1, words, theme.text);
            } else {
                content.after(vec![(format!("{} ", cells::fit(&keys, column)), theme.key)], 0, words, theme.text);
            }
        }
        if context == Context::Editor {
            content.text(0, state.word("help.editor-more"), theme.dim);
        }
    }
    content.gap();
    content.text(0, state.word("help.signs"), theme.heading);
    let signs = &theme.signs;
    let meanings = [
        (signs.comment, "help.sign-comment"),
        (signs.unfinished, "help.sign-unfinished"),
        (signs.sent, "help.sign-sent"),
        (signs.reviewed, "help.sign-reviewed"),
        (signs.changed, "help.sign-changed"),
        (signs.finding, "help.sign-finding"),
        (super::notices::sign(state), "help.sign-notice"),
        (signs.blocked, "help.sign-blocked"),
        (signs.chain, "help.sign-chain"),
        (signs.before, "help.sign-before"),
        (signs.after, "help.sign-after"),
        (signs.cycle, "help.sign-cycle"),
        (signs.unknown, "help.sign-unknown"),
        (signs.planned, "placeholder.planned"),
        (signs.generating, "placeholder.generating"),
        (signs.made, "placeholder.done"),
        (signs.failed, "placeholder.failed"),
        (signs.stale, "placeholder.stale"),
    ];
    let meanings = meanings.map(|(sign, key)| (sign.to_owned(), key));
    for (sign, key) in meanings.into_iter().chain(super::timeline::meanings(state)) {
        content.after(vec![(format!("{}  ", cells::fit(&sign, 2)), theme.comment)], 0, state.word(key), theme.text);
    }
    content.in_columns(columns, GAP)
}

/// How a finding is drawn.
pub fn severity_style(state: &State, finding: &Finding) -> ratatui::style::Style {
    match finding.severity {
        Severity::Error => state.session.theme.bad,
        Severity::Warning => state.session.theme.warn,
    }
}

/// A finding in one sentence: where and what.
pub fn finding_words(state: &State, finding: &Finding) -> String {
    let (message, _) = state.session.locale.finding(finding);
    let file = shown_path(state, &finding.file);
    match finding.place {
        Some(place) => format!("{file}:{}:{}  {message}", place.line, place.column),
        None => format!("{file}  {message}"),
    }
}
