//! The terminal's background, and calling the reviewer who looks elsewhere.

use chrono::TimeDelta;

use crate::board::effect::Effect;
use crate::board::input::InputEvent;
use crate::board::message::{LoadReason, Message};
use crate::board::notify::{Call, bytes, title};
use crate::board::terminal::ColorDepth;
use crate::board::testing::*;
use crate::board::theme::{Contrast, Ground, Theme};
use crate::project::settings::{Notify, Theme as Setting};
use crate::review::round::SubmissionState;

fn files() -> Files {
    Files::of(&shots(&["a first", "b second"]))
}

fn answer(board: &mut Board, level: u8) {
    board.tell(Message::Input(InputEvent::Background(level, level, level)));
}

fn theme(contrast: Contrast, ground: Ground) -> Theme {
    Theme::of(contrast, ground, ColorDepth::TwoFiftySix, false)
}

#[test]
fn an_answer_in_time_changes_the_colours_and_a_late_one_does_not() {
    let mut board = files().open();
    answer(&mut board, 250);
    assert_eq!(board.state.session.theme, theme(Contrast::Normal, Ground::Light));
    board.state.session.now += TimeDelta::seconds(3);
    answer(&mut board, 3);
    assert_eq!(board.state.session.theme, theme(Contrast::Normal, Ground::Light));
    assert_eq!(board.state.session.remembered, Some(Ground::Dark), "the next board begins with it");
}

#[test]
fn an_answer_is_remembered_once() {
    let mut board = files().open();
    board.asked();
    answer(&mut board, 250);
    answer(&mut board, 251);
    assert_eq!(board.asked(), ["save-background"]);
}

#[test]
fn a_chosen_theme_stays_and_high_contrast_follows_the_background() {
    for (setting, expected) in [
        (Setting::Dark, theme(Contrast::Normal, Ground::Dark)),
        (Setting::HighContrast, theme(Contrast::High, Ground::Light)),
        (Setting::Mono, Theme::of(Contrast::Normal, Ground::Unknown, ColorDepth::None, false)),
    ] {
        let mut board = Files { theme: setting, ..files() }.open();
        answer(&mut board, 250);
        assert_eq!(board.state.session.theme, expected, "{setting:?}");
    }
}

/// A board with a submission, for which somebody waits, on a window without focus.
fn elsewhere(files: &mut Files) -> Board {
    files.submission = Some(lying_there(2, 5));
    let mut board = files.open();
    board.tell(Message::Input(InputEvent::Focus(false)));
    board.effects.clear();
    board
}

fn calls(board: &mut Board) -> Vec<Call> {
    let effects = std::mem::take(&mut board.effects);
    effects.into_iter().filter_map(|e| if let Effect::Notify(call) = e { Some(call) } else { None }).collect()
}

/// The files are read again, changed so.
fn load(board: &mut Board, files: &Files, change: impl FnOnce(&mut crate::board::message::FreshOutside)) {
    let mut fresh = files.fresh(LoadReason::Changed);
    change(&mut fresh.outside);
    board.tell(Message::Loaded(Box::new(fresh)));
}

fn handle(outside: &mut crate::board::message::FreshOutside) {
    if let Some(submission) = &mut outside.submission {
        (submission.state, submission.sha256) = (SubmissionState::Handled, None);
    }
}

#[test]
fn a_handled_submission_calls_once() {
    let mut files = files();
    let mut board = elsewhere(&mut files);
    load(&mut board, &files, |_| {});
    assert_eq!(calls(&mut board), []);
    load(&mut board, &files, handle);
    load(&mut board, &files, handle);
    assert_eq!(calls(&mut board), [Call::Handled]);
}

#[test]
fn nobody_is_called_who_looks() {
    let mut files = files();
    let mut board = elsewhere(&mut files);
    board.tell(Message::Input(InputEvent::Focus(true)));
    load(&mut board, &files, handle);
    assert_eq!(calls(&mut board), []);
}

#[test]
fn without_a_key_for_a_minute_nobody_looks() {
    let mut files = files();
    let mut board = elsewhere(&mut files);
    board.tell(Message::Input(InputEvent::Focus(true)));
    board.state.session.now += TimeDelta::seconds(61);
    load(&mut board, &files, handle);
    assert_eq!(calls(&mut board), [Call::Handled]);
}

#[test]
fn somebody_who_no_longer_waits_calls_unless_told_a_decision() {
    for (decided, expected) in [(false, &[Call::NobodyWaits][..]), (true, &[])] {
        let mut files = files();
        let mut board = elsewhere(&mut files);
        load(&mut board, &files, |outside| outside.waited = true);
        board.state.outside.waited = true;
        if decided {
            let decision = crate::review::decision::Decision::closed(None, None, now());
            board.tell(Message::Decided(Box::new(decision)));
        }
        load(&mut board, &files, |outside| outside.waited = false);
        assert_eq!(calls(&mut board), expected, "{decided}");
    }
}

#[test]
fn the_setting_says_how() {
    let mut board = files().open();
    board.state.place.name = "rain\u{1b}]2;x\u{7}\u{202e}film".into();
    let told = |board: &Board| String::from_utf8(bytes(&board.state, Call::Handled)).expect("UTF-8");
    assert_eq!(told(&board), "\u{7}");
    board.state.session.attention = crate::board::notify::Attention::new(Notify::Osc9, now());
    let osc = told(&board);
    let inner = osc.strip_prefix("\u{1b}]9;").and_then(|rest| rest.strip_suffix("\u{1b}\\")).expect("OSC 9");
    assert!(!inner.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{inner:?}");
    board.state.session.attention = board.state.session.attention.inside_tmux(true);
    let wrapped = told(&board);
    let inner = wrapped.strip_prefix("\u{1b}Ptmux;").and_then(|rest| rest.strip_suffix("\u{1b}\\")).expect("wrapped");
    assert_eq!(inner, osc.replace('\u{1b}', "\u{1b}\u{1b}"));
    assert!(!title(&board.state).contains(['\u{1b}', '\u{7}', '\u{202e}']));
    board.state.session.attention = crate::board::notify::Attention::new(Notify::None, now());
    assert_eq!(told(&board), "");
}
