//! The panel of outcome reports: walking in it, answering decisions, copying answers or what is sent back.

use std::path::PathBuf;

use crate::board::editor::Editor;
use crate::board::effect::Effect;
use crate::board::keys::{self, Action, Context};
use crate::board::layers::Layer;
use crate::board::read_only;
use crate::board::reports::{Answering, Item, ReportsView, answering, view};
use crate::board::state::{State, Tone};
use crate::board::update::{phrases, typed, walk};
use crate::board::view::{self as drawn, ReportParts};
use crate::project::reports::LoadedReport;
use crate::review::answers::Answers;
use crate::review::report_reply::reply;
use crate::review::report_words::mark;

/// `R`: the newest report.
pub fn open(state: &mut State) {
    match ReportsView::of(state, 0) {
        Some(view) => state.layers.push(Layer::Reports(Box::new(view))),
        None => {
            let text = state.word("report.none");
            state.tell(Tone::Plain, text);
        }
    }
}

fn view_mut(state: &mut State) -> Option<&mut ReportsView> {
    state.layers.iter_mut().rev().find_map(|l| if let Layer::Reports(view) = l { Some(view.as_mut()) } else { None })
}

fn answering_mut(state: &mut State) -> Option<&mut Answering> {
    if let Some(Layer::Answer(open)) = state.layers.last_mut() { Some(open.as_mut()) } else { None }
}

/// The reports were read again: an open panel stays on its report and its item, an open answer with its decision.
pub fn follow(state: &mut State, before: Vec<LoadedReport>) {
    if let Some(open) = view(state) {
        let file = open.file.clone();
        let at = state.outside.reports.iter().position(|loaded| loaded.file == file);
        show(state, at.unwrap_or(0), before.iter().find(|loaded| loaded.file == file));
    }
    let Some(open) = answering(state) else { return };
    let reports = &state.outside.reports;
    let report = reports.iter().find(|loaded| loaded.file == open.file).map(|loaded| &loaded.report);
    let decisions = report.into_iter().flat_map(|report| &report.decisions);
    let now = decisions.map(|d| (crate::review::answers::key(&d.text), mark(d))).find(|(key, _)| *key == open.key);
    let layer = state.layers.iter_mut().rev().find_map(|l| if let Layer::Answer(open) = l { Some(open) } else { None });
    if let Some(open) = layer {
        open.gone = now.is_none();
        if let Some((_, mark)) = now {
            mark.clone_into(&mut open.mark);
        }
    }
}

/// Shows the report at a position, with the selection where it was if it is the same report.
fn show(state: &mut State, at: usize, was: Option<&LoadedReport>) {
    let Some(index) = state.layers.iter().position(|layer| matches!(layer, Layer::Reports(_))) else { return };
    let Some(mut now) = ReportsView::of(state, at) else {
        // There is no report any more.
        state.layers.remove(index);
        return;
    };
    let is = state.outside.reports.get(at);
    if let Some(Layer::Reports(before)) = state.layers.get(index)
        && before.file == now.file
    {
        now.follow(before, was.or(is), is);
    }
    if let Some(Layer::Reports(view)) = state.layers.get_mut(index) {
        **view = now;
    }
}

/// An action in the panel.
pub fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(open) = view(state) else { return };
    let (at, count) = (open.at, state.outside.reports.len().max(1));
    match action {
        Action::Answer => answer(state),
        Action::CopyAnswers => copy(state, effects),
        Action::NextReport => show(state, (at + 1) % count, None),
        Action::PreviousReport => show(state, (at + count - 1) % count, None),
        Action::OpenFile => {
            let finding = match (open.item(), open.report(state)) {
                (Some(Item::Finding(at)), Some(loaded)) => loaded.findings.get(at).and_then(|finding| finding.place),
                _ => None,
            };
            effects.push(Effect::OpenFile(open.file.clone(), finding));
        }
        Action::Close => drop(state.layers.pop()),
        _ => walk(state, action),
    }
}

fn walk(state: &mut State, action: Action) {
    let Some(now) = view(state) else { return };
    let to = walk::walked(&ReportParts::of(state, now), now.top, action, |forward| Some(group(now, forward)));
    if let (Some(to), Some(view)) = (to, view_mut(state)) {
        (view.selected, view.top) = to;
    }
}

/// The first item of the next section; backwards the first of this one, or of the one before.
fn group(view: &ReportsView, forward: bool) -> usize {
    let kind = |at: usize| view.items.get(at).map(|(item, _)| std::mem::discriminant(item));
    let starts = |at: &usize| *at == 0 || kind(*at) != kind(*at - 1);
    let found = match forward {
        true => (view.selected + 1..view.items.len()).find(starts),
        false => (0..view.selected).rev().find(starts),
    };
    found.unwrap_or(view.selected)
}

/// `c`: an answer to the selected decision, or the one begun.
fn answer(state: &mut State) {
    let Some(open) = view(state) else { return };
    if let Some(text) = read_only::refusal(state) {
        return state.tell(Tone::Error, text);
    }
    let found = match open.item() {
        Some(Item::Decision(at)) => {
            let mark = open.report(state).and_then(|loaded| loaded.report.decisions.get(at)).map(mark);
            open.key(at).zip(mark).map(|(key, mark)| (key.to_owned(), mark.to_owned(), open.answer(state, at), false))
        }
        Some(Item::Gone(at)) => {
            let answer = state.answers.of.get(&open.file).and_then(|answers| answers.given.get(at));
            answer.map(|answer| (answer.decision.clone(), answer.mark.clone(), Some(answer), true))
        }
        _ => None,
    };
    let Some((key, mark, answer, gone)) = found else {
        let text = state.word("report.no-decision");
        return state.tell(Tone::Plain, text);
    };
    let editor = match answer.map(|answer| (&answer.text, &answer.begun)) {
        Some((_, Some((text, caret)))) => Editor::new(text).with_caret(*caret),
        Some((text, None)) => Editor::new(text),
        None => Editor::new(""),
    };
    let file = open.file.clone();
    state.layers.push(Layer::Answer(Box::new(Answering {
        file,
        key,
        mark,
        gone,
        editor: Box::new(editor),
        scroll: 0,
    })));
}

/// `y`: on what did not pass, what is sent back; else all answers.
fn copy(state: &mut State, effects: &mut Vec<Effect>) {
    let Some((open, loaded)) = view(state).and_then(|open| Some((open, open.report(state)?))) else { return };
    let back = match open.item() {
        Some(Item::Acceptance | Item::Finding(_)) => reply(&loaded.report, &loaded.findings, state.session.plan_locale),
        _ => None,
    };
    let answers = || state.answers.of.get(&open.file)?.lines(&loaded.report);
    match back.or_else(answers) {
        Some(text) => effects.push(Effect::Copy(text)),
        None => {
            let word = read_only::word(state, "report.nothing-to-copy", "report.nothing-answered");
            let text = state.say(word, &[("key", &keys::shown(Context::Reports, Action::Answer))]);
            state.tell(Tone::Plain, text);
        }
    }
}

/// An action while an answer is written.
pub fn answer_act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::SaveOrNewline | Action::Newline | Action::Save if typed::is_done(state, Context::Answer, action) => {
            save(state, effects);
        }
        Action::ExternalEditor => {
            let text = answering(state).map(|open| open.editor.text().to_owned()).unwrap_or_default();
            effects.extend([Effect::SaveDrafts, Effect::EditOutside(text)]);
        }
        Action::Phrases => phrases::open(state),
        Action::Close => keep(state, effects),
        _ => {}
    }
}

/// Enter: the text is the answer; a blank one takes the answer back.
fn save(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(Layer::Answer(open)) = state.layers.pop() else { return };
    let blank = open.editor.is_blank();
    let answers = state.answers.of.entry(open.file.clone()).or_default();
    let has = |answers: &Answers| answers.of(&open.key).is_some_and(|answer| !answer.text.is_empty());
    let before = has(answers);
    answers.give(&open.key, &open.mark, open.editor.text());
    let after = has(answers);
    let text = state.word(if blank { "report.answer-removed" } else { "report.answer-saved" });
    state.tell(Tone::Done, text);
    let urgent = view(state).map_or(0, |view| view.urgent(state, &open.key));
    match (before, after) {
        (false, true) => state.outside.urgent = state.outside.urgent.saturating_sub(urgent),
        (true, false) => state.outside.urgent += urgent,
        _ => {}
    }
    changed(state, open.file, effects);
}

/// Esc: closes, and keeps the text as begun.
fn keep(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(Layer::Answer(open)) = state.layers.pop() else { return };
    let answers = state.answers.of.entry(open.file.clone()).or_default();
    let text = open.editor.text();
    let unchanged = answers.of(&open.key).is_some_and(|answer| answer.text == text);
    let begun = (!unchanged).then(|| (text.to_owned(), open.editor.caret()));
    let kept = begun.is_some() && !open.editor.is_blank();
    answers.begin(&open.key, &open.mark, begun);
    if kept {
        let word = read_only::word(state, "report.answer-kept", "talk.kept-only");
        let text = state.say(word, &[("key", &keys::shown(Context::Reports, Action::Answer))]);
        state.tell(Tone::Plain, text);
    }
    changed(state, open.file, effects);
}

/// The answers to a report changed: saved, and shown.
fn changed(state: &mut State, file: PathBuf, effects: &mut Vec<Effect>) {
    state.answers.dirty.insert(file);
    effects.push(Effect::SaveDrafts);
    let now = view(state).and_then(|open| open.answered(state));
    if let Some((open, now)) = view_mut(state).zip(now) {
        *open = now;
    }
}

/// Changes the text that is open here.
pub fn change<T>(state: &mut State, with: impl FnOnce(&mut Editor) -> T) {
    let Some(open) = answering_mut(state) else { return };
    with(&mut open.editor);
    let file = open.file.clone();
    state.answers.dirty.insert(file);
}

/// The external editor came back with this text.
pub fn edited(state: &mut State, text: &str) {
    change(state, |editor| editor.replace_all(text));
}

/// Gives the editor the width it is drawn with, and keeps its caret in sight.
pub fn fit(state: &mut State) {
    let area = drawn::answer_editor(state);
    let Some(open) = answering_mut(state) else { return };
    open.editor.set_width(usize::from(area.width.max(2)));
    let height = usize::from(area.height.max(1));
    let (row, _) = open.editor.caret_position();
    let last_first = open.editor.rows().len().saturating_sub(height);
    open.scroll = open.scroll.min(last_first).clamp((row + 1).saturating_sub(height), row);
}
