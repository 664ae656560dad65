//! A plan rewritten while the board is open: what follows, what is said, what stays where it is.

use crate::board::message::LoadReason;
use crate::board::testing::*;
use crate::contract::plan_comments::Pass;
use crate::locale::Language;
use crate::review::draft::AnchorState;

const FIVE: &[&str] = &["a first", "b second", "c third", "d fourth", "e fifth"];

fn board() -> Board {
    Files::of(&shots(FIVE)).open()
}

/// Five shots of which the one with this id is 9 seconds long.
fn longer(id: &str) -> String {
    let plan = shots(FIVE);
    let (head, tail) = plan.split_once(&format!(r#""id":"{id}""#)).expect("the shot");
    format!(r#"{head}"id":"{id}"{}"#, tail.replacen("seconds\":4", "seconds\":9", 1))
}

fn row_on_screen(board: &Board, label: &str) -> Option<usize> {
    board
        .screen()
        .lines()
        .position(|l| l.contains(&format!("{label} [")) && !l.contains("│ "))
        .or_else(|| board.screen().lines().position(|l| l.contains(&format!("{label} ["))))
}

#[test]
fn the_selection_follows_its_target() {
    for (rewritten, after) in [
        (&["b second", "a first", "c third", "d fourth", "e fifth"][..], "c"),
        (&["new", "newer", "a first", "b second", "c third"], "c"),
        (&["c third"], "c"),
        (&["a first", "b second", "d fourth", "e fifth"], "d"),
        (&["a first", "b second"], "b"),
        (&["x", "y"], "x"),
    ] {
        let mut board = board();
        board.keys("j j").rewrite(&shots(rewritten));
        assert_eq!(board.selected(), after, "{rewritten:?}");
    }
}

#[test]
fn comments_unfinished_texts_and_marks_follow_their_targets() {
    let mut board = board();
    board.keys(r#"j c "on b" enter space c "begun on c" esc"#);
    board.rewrite(&shots(&["x new", "e fifth", "c third", "b second"]));
    assert_eq!(board.comments(), [("second", "on b")]);
    let draft = &board.state.desk().draft;
    assert_eq!(draft.comments[0].anchor.id, "3");
    assert_eq!(draft.unfinished[0].anchor.as_ref().unwrap().id, "2");
    assert_eq!(board.state.desk().reviewed_now.count(), 1);
    board.keys("G");
    assert!(board.screen().contains("reviewed"));
}

#[test]
fn the_open_text_follows_its_target() {
    let mut board = board();
    board.keys(r#"j j c "half"#).rewrite(&shots(&["c third", "a first"]));
    board.keys(r#"" done" enter"#);
    let comment = &board.state.desk().draft.comments[0];
    assert_eq!((comment.anchor.id.as_str(), comment.text.as_str()), ("0", "half done"));
}

#[test]
fn the_open_text_of_a_target_that_went_is_kept_and_says_so() {
    let mut board = board();
    board.resize(200, 24).keys(r#"j j c "half"#).rewrite(&shots(&["a first"]));
    assert!(board.screen().contains("no longer in the plan"), "{}", board.screen());
    board.keys("enter").submit();
    assert_eq!(board.state.desk().draft.comments[0].anchor.state, AnchorState::Gone);
    assert!(board.screen().contains("target gone"), "{}", board.screen());
}

#[test]
fn a_text_of_a_target_that_went_is_not_shown_on_the_one_in_its_place() {
    let mut board = board();
    board.keys(r#"j j c "half" esc"#).rewrite(&shots(&["a first", "b second", "quite another thing"]));
    board.keys("G");
    assert!(!board.screen().contains("half"), "{}", board.screen());
    board.keys("d");
    assert_eq!(board.unfinished(), ["half"], "nor deleted there");
    board.keys("c");
    assert_eq!(board.written(), Some(""), "nor opened there");
}

#[test]
fn a_banner_appears_only_if_a_commented_selected_or_open_target_changed_moved_or_went() {
    let without_d = shots(&["a first", "b second", "c third", "e fifth"]);
    let without_b = shots(&["a first", "c third", "d fourth", "e fifth"]);
    for (name, keys, rewritten, banner) in [
        ("nothing named changed", r#"j c "on b" enter"#, longer("d"), false),
        ("another went", "j", without_d.clone(), false),
        ("nothing at all", r#"j c "on b" enter"#, shots(FIVE), false),
        ("the selected changed", "j", longer("b"), true),
        ("the selected went", "j", without_b.clone(), true),
        ("the commented changed", r#"j c "on b" enter G"#, longer("b"), true),
        ("the commented went", r#"j c "on b" enter G"#, without_b.clone(), true),
        ("the commented moved", r#"j j c "on c" enter G"#, without_b.clone(), true),
        ("an unfinished one's target changed", r#"j c "on b" esc G"#, longer("b"), true),
        ("an unfinished one's target went", r#"j c "on b" esc G"#, without_b.clone(), true),
        ("the open one's changed", r#"j c "on b"#, longer("b"), true),
        ("the open one's went", r#"j c "on b"#, without_b, true),
        ("another than the open one's went", r#"j c "on b"#, without_d, false),
    ] {
        let mut board = board();
        board.keys(keys).rewrite(&rewritten);
        assert_eq!(board.state.talk.banner.is_some(), banner, "{name}: {:?}", board.state.talk.banner);
    }
}

#[test]
fn banners_merge_and_esc_closes_them() {
    let mut board = board();
    board.keys(r#"c "on a" enter j c "on b" enter j c "on c" enter"#);
    board.rewrite(&shots(&["b second", "c third", "d fourth"]));
    board.rewrite(&shots(&["c third", "d fourth"]));
    let banner = |board: &Board| board.state.session.locale.phrase(board.state.talk.banner.as_ref().expect("a banner"));
    assert!(banner(&board).contains("that moved: 1, that lost their targets: 2"), "{}", banner(&board));
    board.rewrite(&shots(&["c third, longer", "d fourth"]));
    assert!(banner(&board).contains('2'), "what was said before is not forgotten: {}", banner(&board));
    board.keys("esc");
    assert_eq!(board.state.talk.banner, None);
}

#[test]
fn rows_never_jump_when_targets_come_or_go_above() {
    let list = |from: usize, to: usize| (from..to).map(|n| format!("s{n:03} number {n}")).collect::<Vec<_>>();
    let plan = |list: &[String]| shots(&list.iter().map(String::as_str).collect::<Vec<_>>());
    for filter in ["", "f f", "space space space space space space space space space space space space f f"] {
        let mut board = Files::of(&plan(&list(20, 120))).open();
        board.keys(filter).keys("pagedown pagedown pagedown pagedown k k k");
        let label = board.selected().to_owned();
        let before = row_on_screen(&board, &label);
        for rewritten in [plan(&list(0, 120)), plan(&list(30, 120)), plan(&list(30, 90))] {
            board.rewrite(&rewritten);
            assert_eq!((board.selected(), row_on_screen(&board, &label)), (label.as_str(), before), "{filter}");
        }
    }
}

#[test]
fn the_detail_stays_scrolled() {
    let mut board = structure(Language::En).open();
    board.resize(60, 16).keys("j enter j j j");
    let before = board.state.detail_scroll;
    assert!(before > 0);
    let rewritten = board.files.research.clone().unwrap().replace("Two cups", "Three cups");
    board.rewrite(&rewritten);
    assert_eq!(board.state.detail_scroll, before);
}

#[test]
fn a_file_broken_for_a_moment_keeps_its_last_good_view() {
    let mut board = board();
    board.keys(r#"j c "on b" enter j"#);
    let draft = board.state.desk().draft.clone();
    board.rewrite("{\"version\": 0,\n  \"stru");
    assert_eq!((board.selected(), board.listed().len()), ("c", 5));
    assert!(board.screen().contains("Last good view"), "{}", board.screen());
    assert!(board.screen().contains("planning/research-plan.json:2"), "{}", board.screen());
    board.keys("!");
    assert!(board.screen().contains("planning/research-plan.json"), "{}", board.screen());
    board.keys("esc").rewrite(&shots(FIVE));
    assert!(!board.screen().contains("Last good view"));
    assert_eq!((board.selected(), &board.state.desk().draft.comments), ("c", &draft.comments));
    assert_eq!(board.state.talk.banner, None);
}

#[test]
fn a_file_broken_from_the_start_has_no_last_good_view() {
    let mut files = Files::of("{");
    files.edit = scaffold(Language::En).edit;
    let board = files.open();
    assert!(board.screen().contains("broken") && !board.screen().contains("Last good view"), "{}", board.screen());
}

#[test]
fn a_board_without_a_plan_fills_when_one_appears() {
    let mut board = Files::none().open();
    assert!(board.screen().contains("research-plan.json"), "{}", board.screen());
    board.files.edit = scaffold(Language::En).edit;
    board.load(LoadReason::Changed);
    assert_eq!((board.state.pass, board.selected()), (Pass::Scaffold, "v-open"));
}

#[test]
fn search_and_filter_follow_the_rewritten_plan() {
    let mut board = board();
    board.keys(r#"/ "third" enter"#).rewrite(&shots(&["x third too", "c third"]));
    assert_eq!(board.state.find.matches, [0, 1]);
    let mut board = self::board();
    board.keys(r#"j c "on b" enter f"#).rewrite(&shots(&["x", "y", "b second"]));
    assert_eq!(board.listed(), ["b"]);
}

#[test]
fn undo_reaches_over_a_rewrite() {
    let mut board = board();
    board.keys(r#"j c "on b" enter d"#).rewrite(&shots(&["b second", "a first"])).keys("u");
    assert_eq!((board.comments(), board.selected()), (vec![("second", "on b")], "b"));
    assert_eq!(board.state.desk().draft.comments[0].anchor.id, "0");
}

#[test]
fn a_plan_file_that_goes_keeps_its_last_good_view_and_comes_back_without_a_word() {
    let mut board = board();
    board.keys(r#"j c "on b" enter j"#);
    let research = board.files.research.take();
    board.load(LoadReason::Changed);
    assert_eq!((board.selected(), board.listed().len(), board.comments().len()), ("c", 5, 1));
    assert!(board.state.talk.banner.is_none());
    let next = board.screen().lines().nth(1).unwrap_or_default().to_owned();
    assert!(next.contains("planning/research-plan.json is gone"), "{next}");
    // Nothing is submitted or approved against it.
    board.submit();
    assert!(board.flat().contains("nothing can be submitted until it is back"), "{}", board.screen());
    board.keys("enter enter");
    assert!(!board.asked().contains(&"submit"));
    board.keys("esc");
    board.files.research = research;
    board.load(LoadReason::Changed);
    assert_eq!((board.selected(), board.comments()), ("c", vec![("second", "on b")]));
    assert!(board.state.talk.banner.is_none(), "nothing changed");
    assert!(!board.screen().contains("Last good view"), "{}", board.screen());
    // What came back changed is said.
    board.files.research = None;
    board.load(LoadReason::Changed).rewrite(&longer("b"));
    assert!(board.screen().contains("a target you wrote about changed"), "{}", board.screen());
}

#[test]
fn a_banner_that_asks_for_nothing_goes_at_the_next_key() {
    for (keys, rewritten, stays) in [
        // The target one looks at changed; a comment moved with its target.
        ("", longer("a"), false),
        (r#"c "on a" enter j j"#, shots(&["x new", "a first", "b second", "c third", "d fourth"]), false),
        // A target one wrote about changed; a comment lost its target.
        (r#"c "on a" enter j j"#, longer("a"), true),
        (r#"c "on a" enter j j"#, shots(&["c third", "d fourth", "e fifth"]), true),
    ] {
        let mut board = board();
        board.keys(keys).rewrite(&rewritten);
        let banner = |board: &Board| board.screen().lines().nth(1).is_some_and(|line| line.contains("Plan rewritten"));
        assert!(banner(&board), "{keys}: {}", board.screen());
        assert_eq!(board.screen().contains("esc closes"), stays);
        board.keys("j");
        assert_eq!(banner(&board), stays, "{keys}: {}", board.screen());
        board.keys("esc");
        assert!(!banner(&board));
    }
    // What is typed meanwhile does not take it away unread.
    let mut board = board();
    board.keys(r#"c "ab""#).rewrite(&longer("a")).keys(r#""cd""#);
    assert!(board.screen().contains("Plan rewritten"), "{}", board.screen());
    assert_eq!(board.written(), Some("abcd"));
    // Esc takes the banner alone.
    let mut board = self::board();
    board.keys("tab").rewrite(&longer("a")).keys("esc");
    assert_eq!(board.state.pane, crate::board::state::Pane::Detail);
}
