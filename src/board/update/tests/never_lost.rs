//! Never lost, as far as the state has a part in it.

use crate::board::input::InputEvent;
use crate::board::message::Message;
use crate::board::start::farewell;
use crate::board::testing::*;
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::Pass;
use crate::review::per_pass::PerPass;

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

#[test]
fn drafts_that_cannot_be_saved_are_told_and_q_asks_before_it_leaves() {
    let mut board = board();
    board.keys(r#"c "one" enter"#);
    let full = Phrase::new("disk.full").with("path", "drafts/structure.json");
    board.tell(Message::DraftsSaved(Some(full.clone())));
    assert!(board.screen().contains("NOT SAVED"), "{}", board.screen());
    board.keys("q");
    assert!(!board.state.session.quit && board.said().contains("not saved"), "{}", board.said());
    board.keys("j q");
    assert!(!board.state.session.quit, "another key in between asks anew");
    board.keys("q");
    assert!(board.state.session.quit);
    let said = farewell(&board.state, Some(&full)).unwrap();
    assert!(said.contains("one") && said.contains("disk is full"), "{said}");
    board.tell(Message::DraftsSaved(None));
    assert!(!board.screen().contains("NOT SAVED"));
}

#[test]
fn a_board_that_only_looked_goes_on_with_what_the_other_left() {
    let mut files = Files::of(&shots(&["a first", "b second"]));
    files.read_only = true;
    let mut board = files.open();
    board.keys("c");
    assert!(board.layers().is_empty());
    let left = {
        let mut other = Files::of(&shots(&["a first", "b second"])).open();
        other.keys(r#"j c "kept" enter"#);
        other
    };
    let drafts = PerPass::new(|pass| left.state.desk_of(pass).draft.clone());
    board.tell(Message::MayWrite(Box::new((drafts, Default::default()))));
    assert_eq!(board.comments().len(), 1);
    assert!(board.keys("u").said().contains("Nothing to undo"));
    board.keys(r#"c "mine" enter"#);
    assert_eq!(board.comments().len(), 2);
}

#[test]
fn esc_in_the_search_brings_back_where_one_was() {
    let mut board = board();
    board.keys("/").text("second").keys("enter");
    let (query, here) = (board.state.find.query.clone(), board.selected().to_owned());
    board.keys("g /").text("zzz").keys("esc");
    assert_eq!(board.state.find.query, query);
    board.keys("n");
    assert_eq!(board.selected(), here);
}

#[test]
fn leaving_an_edit_names_the_key_that_goes_on_with_it() {
    let mut board = board();
    board.keys(r#"c "one" enter e " more" esc"#);
    assert!(board.said().contains("e opens it again"), "{}", board.said());
    board.keys("e");
    assert_eq!(board.written(), Some("one more"));
}
