//! On a window too small to show anything, nothing acts but what leaves.

use crate::board::input::{InputEvent, Key};
use crate::board::keys::{self, Action};
use crate::board::message::{LoadReason, Message};
use crate::board::testing::*;

fn board() -> Board {
    let mut board = Files::of(&shots(&["a first", "b second"])).open();
    board.keys("c").text("mine").keys("enter");
    board.asked();
    board
}

#[test]
fn nothing_is_submitted_or_approved_unseen() {
    let mut board = board();
    board.submit().resize(20, 5);
    board.asked();
    board.keys("enter e d o r 2 y");
    assert_eq!(board.asked(), [""; 0]);
    assert_eq!(board.layers(), ["submit"]);
    board.resize(80, 24).keys("enter");
    assert_eq!(board.asked(), ["submit"]);

    let mut board = self::board();
    board.keys("A").load(LoadReason::Approve).keys("l").resize(39, 24);
    board.asked();
    board.keys("enter S d");
    assert_eq!((board.asked(), board.layers()), (vec![], vec!["approve"]));
}

#[test]
fn nothing_is_marked_or_deleted_unseen_and_nothing_typed_is_lost() {
    let mut board = board();
    board.resize(80, 9).keys("space d u j S A T o c ctrl-s");
    board.paste("pasted").text("日本");
    board.tell(Message::Input(InputEvent::Click { button: 0, x: 2, y: 5 }));
    board.tell(Message::Input(InputEvent::Scroll { up: false, x: 2, y: 5 }));
    assert_eq!((board.asked(), board.layers(), board.selected()), (vec![], vec![], "a"));
    assert_eq!(board.comments(), [("first", "mine")]);
    assert_eq!(board.state.desk().reviewed_now.count(), 0);

    board.resize(80, 24).keys("j c").text("half").resize(20, 5);
    board.text("j").paste("x").keys("enter ctrl-s tab ctrl-g backspace");
    assert_eq!((board.written(), board.comments().len()), (Some("halfjx"), 1));
    // Esc closes, and what was typed is kept.
    board.keys("esc");
    assert_eq!((board.layers(), board.unfinished()), (vec![], vec!["halfjx"]));
}

#[test]
fn no_key_of_any_place_changes_anything_unseen() {
    let harmless = [Action::Close, Action::Quit, Action::Suspend, Action::Redraw];
    for binding in keys::bindings().iter().filter(|binding| !harmless.contains(&binding.action)) {
        for open in ["", "c", "/", "S", "A", "i", "!", "C", ":", "s", "d"] {
            let mut board = board();
            board.keys(open);
            if let "S" | "A" = open {
                board.load(if open == "S" { LoadReason::Submit } else { LoadReason::Approve });
            }
            let here = crate::board::update::context(&board.state);
            if here != binding.context {
                continue;
            }
            let before = (board.layers(), board.selected().to_owned());
            board.resize(20, 5);
            board.asked();
            for key in &binding.keys {
                board.tell(Message::Input(InputEvent::Key(*key)));
                assert_eq!(board.asked(), [""; 0], "{key} in {here:?}");
            }
            assert_eq!((board.layers(), board.selected().to_owned()), before, "{:?}", binding.action);
        }
    }
}

#[test]
fn the_keys_that_quit_do_so_at_any_size() {
    for key in ["q", "ctrl-c"] {
        let mut board = board();
        board.resize(20, 5).tell(Message::Input(InputEvent::Key(Key::parse(key).unwrap())));
        assert!(board.state.session.quit, "{key}");
    }
    let mut board = board();
    board.submit().resize(20, 5).keys("ctrl-c");
    assert!(board.layers().is_empty() && !board.state.session.quit);
}
