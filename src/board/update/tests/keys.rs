//! Keys: moving, marking, searching, filtering, passes, panes, input methods, read-only.

use crate::board::input::{InputEvent, Key, KeyCode};
use crate::board::keys::{self, Context};
use crate::board::message::{LoadReason, Message};
use crate::board::state::{Filter, Pane};
use crate::board::testing::*;
use crate::board::view;
use crate::contract::plan_comments::Pass;
use crate::locale::Language;

const SIX: &[&str] = &["a カメラが寄る", "b Camera pans", "c 雨", "d camera again", "e", "f"];

fn six() -> Board {
    Files::of(&shots(SIX)).open()
}

/// A board of two chapters: s-01 s-02 s-03, s-04 s-05 s-06, and s-07 in none.
fn film() -> Board {
    structure(Language::En).open()
}

#[test]
fn keys_move_the_selection() {
    for (before, keys, after) in [
        ("", "j", "s-02"),
        ("", "down down", "s-03"),
        ("", "k", "s-01"),
        ("G", "up", "s-06"),
        ("", "G", "s-07"),
        ("", "end", "s-07"),
        ("G", "j", "s-07"),
        ("G", "g", "s-01"),
        ("G", "home", "s-01"),
        ("", "}", "s-04"),
        ("", "} }", "s-07"),
        ("", "} } }", "s-07"),
        ("", "ctrl-down", "s-04"),
        ("G k", "{", "s-04"),
        ("G k", "{ {", "s-01"),
        ("G", "ctrl-up", "s-04"),
        ("", "ctrl-d", "s-07"),
        ("G", "pageup", "s-01"),
    ] {
        let mut board = film();
        board.keys(before).keys(keys);
        assert_eq!(board.selected(), after, "{before}, then {keys}");
        check(&board.state);
    }
}

#[test]
fn brackets_go_through_the_targets_with_comments_and_round() {
    let mut board = six();
    assert!(board.keys("]").said().contains("No target with comments"));
    board.keys(r#"j c "one" enter j j c "two" enter g"#);
    for (keys, after) in [("]", "b"), ("]", "d"), ("]", "b"), ("[", "d"), ("ctrl-left", "b"), ("ctrl-right", "d")] {
        assert_eq!(board.keys(keys).selected(), after, "{keys}");
    }
}

#[test]
fn digits_are_passes_and_an_unavailable_pass_says_why_and_where_to_go() {
    let mut board = film();
    board.keys("2");
    assert_eq!(board.state.pass, Pass::Scaffold);
    assert!(board.screen().contains("edit.json"), "{}", board.screen());
    assert!(board.screen().contains("1 goes to structure"), "{}", board.screen());
    assert_eq!(board.keys("f3").state.pass, Pass::Final);
    assert_eq!(board.keys("1").state.pass, Pass::Structure);
    assert!(board.keys("3 S").said().contains("edit.json"));
    assert!(board.layers().is_empty());
}

#[test]
fn each_pass_keeps_its_selection_and_draft() {
    let mut board = shots_and_clips(Language::En).open();
    board.keys(r#"j c "shot" enter 2 j j c "clip" enter 1"#);
    assert_eq!((board.selected(), board.comments().len()), ("s-02", 1));
    board.keys("2");
    assert_eq!((board.selected(), board.comments()), ("v-kettle", vec![("Kettle", "clip")]));
}

#[test]
fn enter_opens_the_detail_then_the_editor_and_tab_changes_the_pane() {
    let mut board = film();
    assert_eq!(board.keys("enter").state.pane, Pane::Detail);
    assert_eq!(board.keys("enter").layers(), ["write"]);
    let mut board = film();
    assert_eq!(board.keys("tab").state.pane, Pane::Detail);
    assert_eq!(board.keys("tab").state.pane, Pane::List);
    assert_eq!(board.keys("tab esc").state.pane, Pane::List);
}

#[test]
fn in_the_detail_the_keys_scroll_to_its_very_end() {
    for size in [(40, 10), (60, 20), (80, 14), (80, 24)] {
        let mut board = film();
        board.resize(size.0, size.1).keys("j enter G");
        assert!(board.screen().contains("quiet"), "{}", board.screen());
        assert_eq!(board.selected(), "s-02");
        board.keys("g");
        assert_eq!(board.state.detail_scroll, 0);
    }
}

#[test]
fn space_marks_reviewed_and_goes_on_and_takes_the_mark_off() {
    let mut board = six();
    board.keys("space space");
    assert_eq!((board.selected(), board.state.desk().reviewed_now.count()), ("c", 2));
    board.keys("k space");
    assert_eq!((board.selected(), board.state.desk().reviewed_now.count()), ("b", 1));
    assert_eq!(board.asked(), ["save-reviewed"; 3]);
    board.keys("ctrl-space");
    assert_eq!(board.state.desk().reviewed_now.count(), 2);
}

#[test]
fn a_target_that_changed_counts_as_not_reviewed() {
    let mut board = six();
    board.keys("space space").rewrite(&shots(&[
        "a カメラが寄る",
        "b Camera tilts",
        "c 雨",
        "d camera again",
        "e",
        "f",
    ]));
    assert_eq!(board.state.desk().reviewed_now.count(), 1);
    assert!(board.screen().contains("≠"), "{}", board.screen());
}

#[test]
fn search_folds_case_width_and_kana_and_takes_ids_and_indexes() {
    for (query, after, count) in [
        ("ｶﾒﾗ", "a", 1),
        ("かめら", "a", 1),
        ("ＣＡＭＥＲＡ", "b", 2),
        ("camera", "b", 2),
        ("[2]", "c", 1),
        ("雨", "c", 1),
    ] {
        let mut board = six();
        board.keys("/").text(query).keys("enter");
        assert_eq!((board.selected(), board.state.find.matches.len()), (after, count), "{query}");
    }
    let mut board = cuts(8).open();
    board.keys(r#"/ "c3" enter"#);
    assert_eq!(board.selected(), "C3");
}

#[test]
fn n_and_capital_n_go_through_the_matches_and_round() {
    let mut board = six();
    board.keys(r#"/ "camera" enter"#);
    for (keys, after) in [("n", "d"), ("n", "b"), ("N", "d"), ("N", "b")] {
        assert_eq!(board.keys(keys).selected(), after, "{keys}");
    }
    assert!(six().keys("n").said().contains("Nothing searched for"));
}

#[test]
fn esc_in_the_search_line_forgets_the_query() {
    let mut board = six();
    board.keys(r#"/ "cam" esc"#);
    assert_eq!((board.layers().len(), board.state.find.matches.len()), (0, 0));
}

#[test]
fn f_goes_through_the_filters() {
    let mut board = six();
    board.keys(r#"space j c "x" enter j c "y" esc g"#);
    for (filter, listed) in [
        (Filter::Commented, vec!["c"]),
        (Filter::NotReviewed, vec!["b", "c", "d", "e", "f"]),
        (Filter::Changed, vec![]),
        (Filter::Unfinished, vec!["d"]),
        (Filter::ChangedOrCommented, vec!["c"]),
        (Filter::All, vec!["a", "b", "c", "d", "e", "f"]),
    ] {
        board.keys("f");
        assert_eq!((board.state.find.filter, board.listed()), (filter, listed));
        check(&board.state);
    }
}

#[test]
fn under_a_filter_the_selection_is_always_a_row_of_the_list() {
    let files = shots_and_clips(Language::En);
    for keys in [
        r#"j c "x" enter f 2 c "y" enter j j 2 1"#,
        r#"c "x" enter j c "y" enter f d"#,
        r#"c "x" enter j c "y" enter g f d"#,
        "f f G space",
        "f f space space g space",
        r#"G c "x" esc k c "y" esc f f f f c enter"#,
        r#"space j c "x" enter k f f ]"#,
        r#"space g c "x" enter j f f u"#,
    ] {
        let mut board = files.open();
        board.keys(keys);
        let listed = board.listed();
        assert!(listed.is_empty() || listed.contains(&board.selected()), "{keys}: {} in {listed:?}", board.selected());
    }
}

#[test]
fn a_match_that_the_filter_hides_is_shown_all_the_same() {
    let mut board = six();
    board.keys(r#"c "x" enter f / "雨" enter"#);
    assert_eq!((board.selected(), board.state.find.filter), ("c", Filter::All));
}

#[test]
fn wide_letters_act_as_the_latin_key() {
    for (keys, after) in [("ｊ", "b"), ("ｊ ｊ", "c"), ("Ｇ", "f"), ("ㅓ", "b")] {
        assert_eq!(six().keys(keys).selected(), after, "{keys}");
    }
    let mut board = six();
    board.keys("\u{3000}");
    board.tell(Message::Input(InputEvent::Key(Key::char('\u{3000}'))));
    assert_eq!(board.state.desk().reviewed_now.count(), 1, "the wide space is Space");
    assert_eq!(six().keys("？").layers(), ["help"]);
}

#[test]
fn several_characters_of_an_input_method_are_never_run_as_commands() {
    let mut board = six();
    board.keys(r#"c "x" enter"#);
    let before = board.state.desk().draft.clone();
    board.text("ｄｄｄ").text("かな").text("ｑ　");
    assert_eq!((&before, board.selected(), board.state.session.quit), (&*board.state.desk().draft, "a", false));
    assert!(board.said().contains("input method is on"), "{}", board.said());
    board.keys("あ");
    assert!(board.said().contains("input method is on"), "{}", board.said());
}

#[test]
fn a_paste_outside_of_a_text_does_nothing_but_say_so() {
    let mut board = six();
    board.paste("dGq\r");
    assert_eq!((board.selected(), board.state.session.quit), ("a", false));
    assert!(board.said().contains("c first"), "{}", board.said());
}

#[test]
fn an_alt_key_without_a_binding_is_esc_then_that_key() {
    let mut board = six();
    board.keys(r#"c "kept" alt-j"#);
    assert_eq!((board.unfinished(), board.selected()), (vec!["kept"], "b"));
}

#[test]
fn q_closes_the_top_layer_and_quits_at_the_base() {
    for open in ["?", "!", "x", "A"] {
        let mut board = film();
        board.keys(open);
        if open == "A" {
            board.load(LoadReason::Approve);
        }
        assert_eq!(board.layers().len(), 1, "{open}");
        board.keys("q");
        assert!(board.layers().is_empty() && !board.state.session.quit, "{open}");
        assert!(board.keys("q").state.session.quit);
    }
}

#[test]
fn ctrl_c_is_esc_in_a_layer_and_q_at_the_base() {
    let mut board = film();
    board.keys(r#"c "kept" ctrl-c"#);
    assert_eq!(board.unfinished(), ["kept"]);
    assert!(!board.state.session.quit);
    for open in ["/", "?", "c"] {
        assert!(board.keys(open).keys("ctrl-c").layers().is_empty(), "{open}");
    }
    assert!(board.keys("ctrl-c").state.session.quit);
}

#[test]
fn ctrl_z_saves_and_suspends() {
    let mut board = film();
    board.keys("ctrl-z");
    assert_eq!(board.asked(), ["save", "suspend"]);
}

#[test]
fn capital_l_changes_the_language_and_remembers_it() {
    let mut board = film();
    board.keys("L");
    assert_eq!(board.asked(), ["save-language"]);
    assert!(board.screen().contains("構成"));
    assert!(board.keys("L").screen().contains("structure"));
}

#[test]
fn help_names_every_key_of_the_table() {
    let mut board = film();
    board.resize(100, 300).keys("?");
    let screen = board.screen();
    for binding in keys::bindings() {
        if matches!(binding.context, Context::Board | Context::Editor | Context::Submit)
            && view::is_bound(&board.state, binding.context, binding.action)
        {
            for key in &binding.keys {
                assert!(screen.contains(&key.to_string()), "{key}");
            }
        }
    }
}

#[test]
fn panels_scroll_to_their_end_and_no_further() {
    let mut board = film();
    board.resize(40, 10).keys("? G");
    let end = board.screen();
    assert!(end.contains("side"), "{end}");
    assert_eq!(board.keys("j pagedown").screen(), end);
    assert_ne!(board.keys("k").screen(), end);
    board.keys("g");
    assert!(board.screen().contains("Board"));
}

#[test]
fn a_read_only_board_refuses_every_key_that_changes_something_and_says_why() {
    let mut files = structure(Language::En);
    files.read_only = true;
    for binding in keys::bindings().iter().filter(|b| b.context == Context::Board && b.action.changes()) {
        for key in &binding.keys {
            let mut board = files.open();
            board.keys(&key.to_string());
            assert!(board.said().contains("Read-only"), "{key}: {}", board.said());
            assert!(board.layers().is_empty() && board.asked().is_empty(), "{key}");
        }
    }
    let mut board = files.open();
    board.keys("enter enter");
    assert!(board.layers().is_empty() && board.said().contains("Read-only"));
}

#[test]
fn on_a_read_only_board_no_key_changes_a_draft_or_a_mark_or_asks_for_a_write() {
    let mut files = structure(Language::En);
    files.read_only = true;
    let mut board = files.open();
    let drafts = |board: &Board| Pass::ALL.map(|p| board.state.desk_of(p).draft.clone());
    let before = drafts(&board);
    for binding in keys::bindings() {
        for key in &binding.keys {
            board.keys(&key.to_string());
            board.state.session.quit = false;
            if matches!(key.code, KeyCode::Char('A')) {
                board.load(LoadReason::Approve);
            }
        }
    }
    assert_eq!(drafts(&board), before);
    for refused in ["save-reviewed", "submit", "recall", "edit-outside"] {
        assert!(!board.asked().contains(&refused), "{refused}");
    }
    assert!(Pass::ALL.iter().all(|p| !board.state.desk_of(*p).dirty));
}
