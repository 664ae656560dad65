//! The editor as the board uses it: saving, keeping, opening again, several comments.

use crate::board::effect::Effect;
use crate::board::message::Message;
use crate::board::testing::*;
use crate::project::settings::EnterKey;

fn board() -> Board {
    Files::of(&shots(&["a first", "b second", "c third"])).open()
}

#[test]
fn enter_saves_and_the_other_chords_make_a_line() {
    for (keys, text) in [
        (r#"c "one" enter"#, "one"),
        (r#"c "one" alt-enter "two" enter"#, "one\ntwo"),
        (r#"c "one" ctrl-j "two" enter"#, "one\ntwo"),
        (r#"c "one" shift-enter "two" enter"#, "one\ntwo"),
        (r#"c "one\" enter "two" enter"#, "one\ntwo"),
        (r#"c "one" ctrl-s"#, "one"),
        (r#"c "雨の夜👨‍👩‍👧‍👦" backspace "だ" enter"#, "雨の夜だ"),
    ] {
        let mut board = board();
        board.keys(keys);
        assert_eq!(board.comments(), [("first", text)], "{keys}");
        assert!(board.layers().is_empty() && board.unfinished().is_empty());
        assert!(board.asked().contains(&"save"));
    }
}

#[test]
fn the_setting_swaps_enter_and_the_new_line() {
    let mut files = Files::of(&shots(&["a first"]));
    files.enter = EnterKey::Newline;
    for last in ["alt-enter", "ctrl-s"] {
        let mut board = files.open();
        board.keys(r#"c "one" enter "two""#).keys(last);
        assert_eq!(board.comments(), [("first", "one\ntwo")], "{last}");
    }
}

#[test]
fn esc_keeps_the_text_and_c_opens_it_again_with_the_caret_at_the_end() {
    let mut board = board();
    board.keys(r#"c "halb" left left esc"#);
    assert_eq!((board.unfinished(), board.comments().len()), (vec!["halb"], 0));
    assert!(board.screen().contains("✎"), "{}", board.screen());
    for key in ["c", "e"] {
        board.keys(key).keys(r#""!" esc"#);
    }
    assert_eq!(board.unfinished(), ["halb!!"]);
    board.keys("c enter");
    assert_eq!((board.unfinished().len(), board.comments()), (0, vec![("first", "halb!!")]));
}

#[test]
fn an_edit_left_unfinished_leaves_the_comment_and_e_opens_the_edit_again() {
    let mut board = board();
    board.keys(r#"c "one" enter e " more" esc"#);
    assert_eq!((board.comments(), board.unfinished()), (vec![("first", "one")], vec!["one more"]));
    board.keys("e enter");
    assert_eq!((board.comments(), board.unfinished().len()), (vec![("first", "one more")], 0));
}

#[test]
fn an_unfinished_edit_outlives_its_comment_and_can_be_saved() {
    for away in ["d", "u"] {
        for back in ["c", "e"] {
            let mut board = board();
            board.keys(r#"c "one" enter e " more" esc"#).keys(away);
            assert_eq!((board.comments().len(), board.unfinished()), (0, vec!["one more"]), "{away}");
            board.keys(back);
            assert_eq!(board.written(), Some("one more"), "{away} {back}");
            board.keys("enter");
            assert_eq!((board.comments(), board.unfinished().len()), (vec![("first", "one more")], 0), "{away} {back}");
        }
    }
}

#[test]
fn an_edit_whose_comment_is_gone_is_saved_as_a_new_one_from_the_dialogue() {
    let mut board = board();
    board.keys(r#"c "one" enter e " more" esc d"#).submit().keys("e enter");
    assert_eq!(board.comments(), [("first", "one more")]);
}

#[test]
fn white_space_alone_is_refused_as_javascript_trims() {
    for text in [" ", "　", "\u{feff}", "\n\t "] {
        let mut board = board();
        board.keys("c").paste(text).keys("enter");
        assert_eq!((board.layers(), board.comments().len()), (vec!["write"], 0), "{text:?}");
        assert!(board.said().contains("white space"), "{text:?}");
        board.keys("esc");
        assert!(board.unfinished().is_empty());
    }
}

#[test]
fn text_is_kept_verbatim() {
    let mut board = board();
    board.keys("c").paste("  \"quotes\" \\n\r\nsecond\rthird\t👍🏽  ").keys("enter");
    assert_eq!(board.comments(), [("first", "  \"quotes\" \\n\nsecond\nthird\t👍🏽  ")]);
}

#[test]
fn of_several_comments_edit_and_delete_ask_which() {
    for (keys, left) in [
        ("d 1", vec!["two", "three"]),
        ("d j j enter", vec!["one", "two"]),
        ("d 2", vec!["one", "three"]),
        ("d esc", vec!["one", "two", "three"]),
        ("d 9 esc", vec!["one", "two", "three"]),
        (r#"e 2 "!" enter"#, vec!["one", "two!", "three"]),
        (r#"e down enter "!" enter"#, vec!["one", "two!", "three"]),
    ] {
        let mut board = board();
        board.keys(r#"c "one" enter c "two" enter c "three" enter"#).keys(keys);
        assert_eq!(board.comments().iter().map(|c| c.1).collect::<Vec<_>>(), left, "{keys}");
    }
}

#[test]
fn undo_and_redo_reach_over_add_edit_delete_and_the_overall_note() {
    let mut board = board();
    board.keys(r#"c "one" enter e "!" enter j c "two" enter k d o "note" enter"#);
    let after = board.state.desk().draft.clone();
    let steps: Vec<Vec<String>> =
        (0..5).map(|_| board.keys("u").comments().iter().map(|c| c.1.to_owned()).collect()).collect();
    assert_eq!(steps, [vec!["two"], vec!["one!", "two"], vec!["one!"], vec!["one"], vec![]]);
    assert!(board.state.desk().draft.is_empty());
    assert!(board.keys("u").said().contains("Nothing to undo"));
    board.keys("ctrl-r ctrl-r ctrl-r ctrl-r ctrl-r");
    let same = |draft: &crate::review::draft::Draft| (draft.overall.clone(), draft.comments.clone());
    assert_eq!(same(&board.state.desk().draft), same(&after));
    assert!(board.keys("ctrl-r").said().contains("Nothing to redo"));
}

#[test]
fn d_on_an_unfinished_text_alone_deletes_it() {
    let mut board = board();
    board.keys(r#"c "begun" esc d"#);
    assert!(board.unfinished().is_empty());
    assert!(board.keys("d").said().contains("No comment of yours"));
}

#[test]
fn the_overall_note_is_kept_opened_again_and_emptied() {
    let mut board = board();
    board.keys(r#"o "slower" enter"#);
    assert_eq!(board.state.desk().draft.overall, "slower");
    board.keys(r#"o " please" esc"#);
    assert_eq!((board.state.desk().draft.overall.as_str(), board.unfinished()), ("slower", vec!["slower please"]));
    board.keys("o enter");
    assert_eq!(board.state.desk().draft.overall, "slower please");
    board.keys("o ctrl-u enter");
    assert_eq!(board.state.desk().draft.overall, "");
}

#[test]
fn the_external_editor_gets_the_text_and_brings_it_back() {
    let mut board = board();
    board.keys(r#"c "one" ctrl-g"#);
    let Some(Effect::EditOutside(text)) = board.effects.last() else { panic!("{:?}", board.asked()) };
    assert_eq!(text, "one");
    board.tell(Message::Edited(Ok("one\ntwo\n".into())));
    assert_eq!(board.written(), Some("one\ntwo"));
    board.tell(Message::Edited(Err("no editor".into())));
    assert_eq!(board.written(), Some("one\ntwo"));
    assert!(board.said().contains("no editor"));
    board.keys("ctrl-_");
    assert_eq!(board.written(), Some("one"), "undo brings back what was there before");
}

#[test]
fn a_target_that_cannot_be_commented_says_why() {
    let mut board = scaffold(crate::locale::Language::En).open();
    board.keys("j j j j c");
    assert!(board.layers().is_empty());
    assert!(board.said().contains("id"), "{}", board.said());
}

#[test]
fn in_a_long_text_the_caret_goes_up_before_the_text_scrolls() {
    let mut board = board();
    board.keys("c").paste(&(0..60).map(|n| format!("line {n}")).collect::<Vec<_>>().join("\n"));
    let before = board.screen();
    assert!(before.contains("line 59"), "{before}");
    board.keys("up up");
    assert!(board.screen().contains("line 59"), "{}", board.screen());
    board.keys("ctrl-home");
    assert!(board.screen().contains("line 0\n") && !board.screen().contains("line 59"));
}
