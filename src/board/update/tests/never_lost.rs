//! Never lost, as far as the state has a part in it.

use crate::board::input::InputEvent;
use crate::board::message::Message;
use crate::board::start::farewell;
use crate::board::testing::*;
use crate::contract::plan_comments::Pass;

fn board() -> Board {
    Files::of(&shots(&["a first", "b second"])).open()
}

#[test]
fn what_is_saved_holds_the_text_in_the_open_editor() {
    let mut board = board();
    board.keys(r#"c "half a sent"#);
    assert!(board.state.desk().dirty);
    let draft = board.state.draft_to_save(Pass::Structure);
    assert_eq!(draft.unfinished.iter().map(|u| u.text.as_str()).collect::<Vec<_>>(), ["half a sent"]);
}

#[test]
fn saving_is_asked_for_at_once_on_save_and_focus_loss() {
    let mut board = board();
    board.keys(r#"c "x""#);
    assert!(board.asked().is_empty());
    board.tell(Message::Input(InputEvent::Focus(false)));
    assert_eq!(board.asked(), ["save"]);
    board.keys("enter");
    assert_eq!(board.asked(), ["save"]);
}

#[test]
fn a_signal_or_a_closed_terminal_ends_the_board_with_the_text_still_there() {
    for end in [Message::End, Message::Input(InputEvent::Closed)] {
        let mut board = board();
        board.keys(r#"c "typed""#).tell(end);
        assert!(board.state.session.quit);
        assert_eq!(board.state.draft_to_save(Pass::Structure).unfinished.len(), 1);
    }
}

#[test]
fn quitting_says_what_is_kept() {
    let mut board = board();
    board.keys(r#"c "one" enter j c "begun" esc q"#);
    assert!(board.state.session.quit);
    let said = farewell(&board.state, None).unwrap();
    assert!(said.contains("1 comment") && said.contains("1 unfinished text"), "{said}");
    assert_eq!(farewell(&Files::none().open().state, None), None);
}

#[test]
fn esc_closes_one_layer() {
    let mut board = board();
    board.keys(r#"c "one" enter"#).submit().keys("e");
    for left in [vec!["submit"], vec![]] {
        assert_eq!(board.keys("esc").layers(), left);
    }
}

#[test]
fn what_was_asked_for_comes_too_late_for_a_reviewer_who_went_on() {
    use crate::board::message::LoadReason;
    for reason in [LoadReason::Submit, LoadReason::Approve] {
        for keys in [r#"c "typing""#, "/", "?"] {
            let mut board = board();
            board.keys(if reason == LoadReason::Submit { "S" } else { "A" }).keys(keys);
            let layers = board.layers();
            assert_eq!(board.load(reason).layers(), layers, "{keys}: no dialogue may take over the keys");
        }
    }
}

#[test]
fn a_plan_that_appears_while_the_overall_note_is_written_leaves_the_note_where_it_is() {
    let mut board = Files::none().open();
    board.keys(r#"o "wait" "#);
    board.files.edit = scaffold(crate::locale::Language::En).edit;
    board.load(crate::board::message::LoadReason::Changed).keys("enter");
    assert_eq!(board.state.desk_of(Pass::Structure).draft.overall, "wait");
}
