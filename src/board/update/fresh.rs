//! The files were read again: selection, scrolling, comments and marks follow their targets.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::board::disk::moved_words;
use crate::board::effect::Effect;
use crate::board::layers::Layer;
use crate::board::message::{Fresh, FreshOutside, Laid};
use crate::board::objections::OnTargets;
use crate::board::positions::Positions;
use crate::board::reports::count_urgent;
use crate::board::state::{Desk, ListRow, State};
use crate::board::update::{filter, find};
use crate::board::waves::Waves;
use crate::contract::finding::{Finding, Phrase};
use crate::contract::plan_comments::Pass;
use crate::project::reviewed::Reviewed;
use crate::review::anchor;
use crate::review::answers::Answers;
use crate::review::draft::{AnchorState, Draft, Unfinished};
use crate::review::history::{Change, History};
use crate::review::matching::{Pair, pair_with_evidence};
use crate::review::per_pass::PerPass;
use crate::review::target::{PassView, Plan};

/// The first load: nothing to follow yet.
pub fn begin(state: &mut State, fresh: Fresh) {
    state.plan.plan = fresh.plan;
    // What was never read has no last good view.
    state.plan.stale = Default::default();
    for pass in Pass::ALL {
        let (view, desk) = (state.plan.plan.pass(pass), state.desks.of_mut(pass));
        desk.reviewed_now = desk.reviewed.positions(view).collect();
    }
    outside(state, fresh.outside, false);
    refresh(state, fresh.laid);
    super::findings::follow(state);
    super::notices::follow(state);
    find::make_ready(state);
    super::settle(state);
}

/// Takes over what was read.
pub fn merge(state: &mut State, mut fresh: Fresh, effects: &mut Vec<Effect>) {
    let mut plan = fresh.plan;
    let mut broken = fresh.broken;
    let followed = std::mem::take(&mut fresh.outside.followed);
    for (pass, broken) in Pass::ALL.into_iter().zip(&mut broken) {
        // A file broken for a moment keeps the last good view.
        let last_good = state.plan.plan.passes.of(pass);
        let has_one = last_good.unavailable.is_none() && !last_good.file.as_os_str().is_empty();
        match broken.as_deref().filter(|_| has_one) {
            Some(why) => keep_last_good(Arc::make_mut(&mut plan), pass, last_good, why),
            None => *broken = None,
        }
    }
    let old = std::mem::replace(&mut state.plan.plan, plan.clone());
    state.plan.stale = broken;
    state.plan.loaded += 1;
    state.plan.indexes = Default::default();
    let rows_on_screen = PerPass::new(|pass| row_on_screen(state.desk_of(pass)));
    let mut news = News::Nothing;
    for pass in Pass::ALL {
        let (before, after) = (old.pass(pass), plan.pass(pass));
        if before.sha256 == after.sha256 && before.targets.len() == after.targets.len() {
            continue;
        }
        // Found off the drawing thread, unless something came in between.
        let pairs = followed.of(pass).as_ref().and_then(|followed| followed.of(before));
        let pairs = pairs.map_or_else(|| pair_with_evidence(before, after).into(), Cow::Borrowed);
        let desk = state.desk_of_mut(pass);
        let prints = prints(&desk.draft);
        let report = anchor::reanchor_paired(&mut desk.draft, &mut desk.history, before, after, Some(&pairs));
        if !report.moved.is_empty() || !report.gone.is_empty() {
            news = News::Moved;
        } else if report.unfinished > 0 || prints_differ(&prints, &desk.draft) {
            news = news.max(News::Commented);
        }
        desk.reviewed.follow_paired(before, after, || pairs.iter().map(|p| p.map(|p| p.after)).collect());
        follow_reviewed(desk, before, after, &pairs);
        desk.dirty = true;
        effects.push(Effect::SaveDrafts);
        let open_changed = pass == state.pass && follow_open(state, before, after, &pairs);
        let selected_changed = follow_selection(state, pass, before, after, &pairs);
        if pass == state.pass && (open_changed || selected_changed) {
            news = news.max(News::Selected);
        }
    }
    banner(state, news);
    for layer in &mut state.layers {
        if let Layer::Submit(dialogue) = layer {
            dialogue.refused = false;
        }
    }
    outside(state, fresh.outside, true);
    if fresh.incoming {
        effects.push(Effect::MergeInbox);
    }
    refresh(state, fresh.laid);
    for (pass, row) in Pass::ALL.into_iter().zip(rows_on_screen) {
        let desk = state.desk_of_mut(pass);
        desk.scroll = super::navigate::row_of(desk, desk.selected).saturating_sub(row);
    }
    find::refresh_matches(state);
    find::make_ready(state);
    finish_follow(state, &old);
    state.plan.retired = Some(old);
    super::findings::follow(state);
    super::notices::follow(state);
    super::rounds::plan_read(state, effects);
}

/// Shows a pass as it was last read, and lists why. Its findings are not those of the files as they now are.
fn keep_last_good(plan: &mut Plan, pass: Pass, last_good: &Arc<PassView>, why: &Finding) {
    if !plan.findings.contains(why) {
        plan.findings.push(why.clone());
    }
    let view = plan.passes.of_mut(pass);
    *view = last_good.clone();
    if view.targets.iter().any(|target| !target.findings.is_empty()) {
        Arc::make_mut(view).targets.iter_mut().for_each(|target| target.findings.clear());
    }
}

/// What a rewrite means to the reviewer, the weightiest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum News {
    Nothing,
    /// The target on screen, or the one written about, changed.
    Selected,
    /// A target with a comment or an unfinished text changed.
    Commented,
    /// Comments moved or lost their targets.
    Moved,
}

/// Says the news; what a banner already said is not forgotten for something of less weight.
fn banner(state: &mut State, news: News) {
    let comments = || Pass::ALL.into_iter().flat_map(|pass| &state.desk_of(pass).draft.comments);
    let count = |wanted| comments().filter(|c| c.anchor.state == wanted).count();
    let (moved, gone) = (count(AnchorState::Moved), count(AnchorState::Gone));
    let there = state.talk.banner.is_some();
    let phrase = match news {
        News::Nothing => return,
        News::Selected if there => return,
        _ if news == News::Moved || (there && moved + gone > 0) => moved_words(moved, gone),
        News::Selected => Phrase::new("banner.selected-changed"),
        _ => Phrase::new("banner.commented-changed"),
    };
    state.talk.banner = Some(phrase);
}

/// This board may write now: it goes on with what the other one left.
pub fn may_write(state: &mut State, (drafts, marks): (PerPass<Draft>, PerPass<Reviewed>)) {
    let (unsaved, now) = (state.talk.unsaved.take().is_some(), state.session.now);
    for (desk, (draft, marks)) in state.desks.iter_mut().zip(drafts.into_iter().zip(marks)) {
        let before = std::mem::replace(&mut *desk.draft, draft);
        desk.history.clear();
        if unsaved {
            desk.dirty |= carry(before, &mut desk.draft, now);
        }
        desk.reviewed = marks;
        desk.reviewed_now = desk.reviewed.positions(state.plan.plan.pass(desk.draft.pass)).collect();
    }
    state.outside.read_only = None;
    refresh(state, Vec::new());
}

/// What was typed here and is not on the disk, for another board had taken over, goes into the draft that lies there:
/// nothing in it gives way. Says whether there was something.
fn carry(before: Draft, draft: &mut Draft, now: DateTime<Utc>) -> bool {
    let mut added = before.comments;
    for begun in before.unfinished {
        let is_there = draft.unfinished.iter().any(|u| u.text == begun.text);
        let place = draft.unfinished_at(begun.anchor.as_ref(), begun.comment);
        match (&begun.anchor, place) {
            _ if is_there => {}
            (_, None) => draft.set_unfinished(begun, now),
            (Some(anchor), Some(_)) => {
                if let Change::Add(comment) = draft.adding(anchor.clone(), begun.text, now) {
                    added.push(comment);
                }
            }
            (None, Some(_)) => {}
        }
    }
    let mut some = false;
    for comment in added {
        let is_there = draft.comments.iter().any(|c| c.text == comment.text && c.anchor.same_target(&comment.anchor));
        if !is_there {
            let change = draft.adding(comment.anchor, comment.text, comment.created_at);
            History::default().apply(draft, super::comments::as_objection(change, comment.objecting), now);
            some = true;
        }
    }
    some || !draft.unfinished.is_empty()
}

/// The fingerprints of the targets with comments and unfinished texts.
fn prints(draft: &Draft) -> Vec<Option<String>> {
    let unfinished = draft.unfinished.iter().filter_map(|u| u.anchor.as_ref());
    draft.comments.iter().map(|c| &c.anchor).chain(unfinished).map(|a| a.fingerprint.clone()).collect()
}

fn prints_differ(before: &[Option<String>], draft: &Draft) -> bool {
    before.iter().zip(prints(draft)).any(|(was, is)| was.is_some() && is.is_some() && *was != is)
}

/// How far below the first row of the list the selected row is shown.
fn row_on_screen(desk: &Desk) -> usize {
    super::navigate::row_of(desk, desk.selected).saturating_sub(desk.scroll)
}

/// What is kept so that it need not be counted per frame.
fn refresh(state: &mut State, mut laid: Vec<Laid>) {
    state.plan.loaded += 1;
    let plan = state.plan.plan.clone();
    state.plan.waves = Waves::of(&plan);
    for pass in Pass::ALL {
        let view = plan.passes.of(pass);
        let made = laid.iter().position(|made| Arc::ptr_eq(&made.view, view));
        let Laid { timeline, rows, .. } = made.map_or_else(|| Laid::of(view), |at| laid.swap_remove(at));
        *state.plan.timelines.of_mut(pass) = timeline;
        *state.plan.rows.of_mut(pass) = rows;
        filter::lay_out(state, pass);
    }
}

/// Which targets are reviewed as they now are. One that says what it said is as it was; only others are compared with
/// their marks.
fn follow_reviewed(desk: &mut Desk, before: &PassView, after: &PassView, pairs: &[Option<Pair>]) {
    let mut same = Positions::default();
    let mut now = Positions::default();
    for (position, (was, pair)) in before.targets.iter().zip(pairs).enumerate() {
        let Some((at, is)) = pair.and_then(|pair| Some((pair.after, after.targets.get(pair.after)?))) else { continue };
        if was.json.as_str() == is.json.as_str() {
            same.set(at, true);
            now.set(at, desk.reviewed_now.contains(position));
        }
    }
    let others = Positions::all(after.targets.len()).without(&same);
    desk.reviewed.positions_among(after, others.iter()).for_each(|position| now.set(position, true));
    desk.reviewed_now = now;
}

/// The text being written stays with its target; says whether the target moved or went.
fn follow_open(state: &mut State, before: &PassView, after: &PassView, pairs: &[Option<Pair>]) -> bool {
    let pass = state.pass;
    for layer in &mut state.layers {
        let Layer::Write(writing) = layer else { continue };
        let Some(anchor) = &mut writing.anchor else { continue };
        let mut carrier = Draft::new(pass);
        carrier.unfinished.push(Unfinished {
            anchor: Some(anchor.clone()),
            comment: None,
            text: String::new(),
            caret: 0,
        });
        anchor::reanchor_paired(&mut carrier, &mut History::default(), before, after, Some(pairs));
        let Some(now) = carrier.unfinished.pop().and_then(|u| u.anchor) else { continue };
        let changed = now.state != AnchorState::Kept || now.id != anchor.id || now.title != anchor.title;
        *anchor = now;
        return changed;
    }
    false
}

/// The selection stays on its target, or on the nearest one left; says whether the target changed or went.
fn follow_selection(
    state: &mut State,
    pass: Pass,
    before: &PassView,
    after: &PassView,
    pairs: &[Option<Pair>],
) -> bool {
    let desk = state.desk_of_mut(pass);
    let old = desk.selected;
    let kept = pairs.get(old).copied().flatten().map(|pair| pair.after);
    let nearest = || {
        let later = pairs.iter().skip(old + 1).find_map(|p| *p).map(|p| p.after);
        later.or_else(|| pairs.iter().take(old).rev().find_map(|p| *p).map(|p| p.after))
    };
    let now = kept.or_else(nearest).unwrap_or(0);
    desk.selected = now;
    match (before.targets.get(old), kept.and_then(|k| after.targets.get(k))) {
        (Some(was), Some(is)) => was.json.as_str() != is.json.as_str(),
        (Some(_), None) => true,
        _ => false,
    }
}

/// What is left to bring in line once all is merged.
fn finish_follow(state: &mut State, old: &Plan) {
    let was_empty = old.passes.iter().all(|p| p.unavailable.is_some());
    let first = state.plan.plan.own_passes().find(|p| state.plan.plan.pass(*p).unavailable.is_none());
    // A board that opened before there was a plan shows the first pass that appears.
    if was_empty
        && state.layers.is_empty()
        && state.view().unavailable.is_some()
        && let Some(pass) = first
    {
        state.pass = pass;
    }
    let desk = state.desk();
    if !desk.rows.has(desk.selected)
        && let Some(position) = desk.rows.iter().find_map(ListRow::target)
    {
        super::navigate::select(state, position);
    }
}

/// `is_known`: what was there before was shown.
fn outside(state: &mut State, fresh: FreshOutside, is_known: bool) {
    state.outside.submission = fresh.submission;
    state.outside.rounds = fresh.rounds;
    let before = std::mem::replace(&mut state.outside.critique, fresh.critique);
    state.outside.critique_file = fresh.critique_file;
    state.outside.objections = OnTargets::of(state.outside.critique.as_ref());
    if is_known {
        super::objections::follow(state, before.as_ref());
    }
    answers(state, fresh.answers);
    let before = std::mem::replace(&mut state.outside.reports, fresh.reports);
    state.outside.urgent = count_urgent(state);
    super::reports::follow(state, before);
    state.outside.checklist_trouble = fresh.checklist_trouble;
    super::checklist::follow(state, fresh.checklist);
    state.outside.unreadable = fresh.unreadable;
    state.outside.waited = fresh.waited;
    let read = state.plan.stale.iter().map(Option::is_none);
    for ((desk, read), (sent, changed)) in
        state.desks.iter_mut().zip(read).zip(fresh.sent.into_iter().zip(fresh.changed))
    {
        // A pass that shows its last good view keeps the marks that belong to it.
        if read {
            (*desk.sent, desk.changed) = (sent, changed.into_iter().collect());
        }
    }
}

/// The answers on the disk: those this board does not know yet are taken over; a board that may not write shows what
/// is there.
fn answers(state: &mut State, fresh: Vec<(PathBuf, Answers)>) {
    let reads_only = state.outside.read_only.is_some();
    for (file, answers) in fresh {
        if reads_only {
            state.answers.of.insert(file, answers);
        } else if state.answers.known.insert(file.clone()) {
            let mine = state.answers.of.entry(file.clone()).or_default();
            let is_new = mine.is_empty();
            if mine.take_over(answers) && !is_new {
                state.answers.dirty.insert(file);
            }
        }
    }
}
