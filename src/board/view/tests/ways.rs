//! The screens of go-to, the actions by name, all comments, canned phrases, taking over.

use super::screens::{FEW, snapshot};
use crate::board::message::Message;
use crate::board::testing::*;
use crate::contract::finding::Phrase;
use crate::locale::Language;

fn both(language: Language) -> Board {
    let phrases = vec![pick(language, "Shorter, please.", "もっと短く。").into(), "two\nlines".into()];
    Files { phrases, ..shots_and_clips(language) }.open()
}

#[test]
fn go_to() {
    snapshot("ways-go-to", &FEW, |language| {
        let mut board = both(language);
        board.keys(r#"s "s""#).sought().keys("down");
        board
    });
}

#[test]
fn commands() {
    snapshot("ways-commands", &FEW, |language| both(language).after(r#": "com""#));
}

#[test]
fn all_comments() {
    snapshot("ways-all-comments", &FEW, |language| {
        let mut board = both(language);
        board.keys("c").text(pick(language, "Hold this two seconds longer.", "あと二秒、長く見せてください。"));
        board.keys("enter j c").text(pick(language, "And without", "寄りは"));
        board.keys("esc 2 c").text(pick(language, "Darker.", "もっと暗く。"));
        board.keys("enter o").text(pick(language, "The music is right.", "音楽はこれで。"));
        board.keys("enter C");
        board
    });
}

#[test]
fn phrases() {
    snapshot("ways-phrases", &FEW, |language| both(language).after("c tab"));
}

#[test]
fn take_over() {
    snapshot("ways-take-over", &FEW, |language| {
        let mut board = both(language);
        let held = Phrase::new("read-only.held").with("pid", "4711").with("terminal", "/dev/pts/2");
        board.tell(Message::HandOver(held.with("host", "studio").with("minutes", "0"), true));
        board.keys("esc T");
        board
    });
}
