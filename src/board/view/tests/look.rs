//! Colours and signs: none where none are wanted, and never colour alone.

use ratatui::style::Color;

use crate::board::message::LoadReason;
use crate::board::testing::*;
use crate::contract::plan_comments::Pass;
use crate::locale::Language;
use crate::project::settings::Theme;

/// Every screen a plan leads to, one after the other.
fn every_screen(files: &Files, mut look: impl FnMut(&Board)) {
    for keys in [
        "",
        "j",
        "2",
        "3",
        "enter",
        "j c",
        "? ",
        "? G",
        "x",
        "!",
        "o",
        "/",
        "f",
        "f f f f",
        "S",
        "S enter",
        "A",
        "A enter",
        r#"c "one" enter c "two" enter d"#,
        r#"c "one" enter S"#,
        r#"c "one" esc S enter"#,
        r#"c "one" enter A"#,
        r#"/ "nothing" enter"#,
        "y",
        "u",
        "L L",
    ] {
        for size in [(40, 10), (80, 24)] {
            let mut board = files.open();
            board.resize(size.0, size.1);
            for key in keys.split_inclusive(' ') {
                // A quoted text holds no space here.
                board.keys(key.trim());
                match key.trim() {
                    "S" => board.load(LoadReason::Submit),
                    "A" => board.load(LoadReason::Approve),
                    _ => &mut board,
                };
            }
            look(&board);
        }
    }
}

fn all_files() -> Vec<Files> {
    let mut both = structure(Language::En);
    both.edit = scaffold(Language::En).edit;
    both.sidecars = scaffold(Language::En).sidecars;
    let clips = Files { pass: Pass::Scaffold, ..both.clone() };
    let mut there = structure(Language::En);
    there.submission = Some(lying_there(2, 30));
    let mut broken = structure(Language::En);
    broken.research = Some("{\"version\":0,".into());
    vec![both, clips, there, broken, cuts(30), cuts(0), Files::none()]
}

#[test]
fn without_colours_no_cell_has_one() {
    for mut files in all_files() {
        files.theme = Theme::Mono;
        every_screen(&files, |board| {
            let (buf, _) = check(&board.state);
            for cell in &buf.content {
                assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset), "{:?}", cell.symbol());
            }
        });
    }
}

#[test]
fn no_theme_paints_the_background() {
    for theme in [Theme::Dark, Theme::Light, Theme::Auto] {
        let mut files = structure(Language::En);
        files.theme = theme;
        every_screen(&files, |board| {
            let (buf, _) = check(&board.state);
            assert!(buf.content.iter().all(|cell| cell.bg == Color::Reset));
        });
    }
}

#[test]
fn an_english_plan_in_ascii_is_drawn_in_ascii_alone() {
    for mut files in all_files() {
        files.ascii = true;
        every_screen(&files, |board| {
            let screen = board.screen();
            let odd = screen.lines().find(|line| !line.is_ascii());
            assert_eq!(odd, None, "in\n{screen}");
        });
    }
}

#[test]
fn colour_is_never_the_only_sign() {
    // What the styles tell apart is told apart without them, too.
    let mut files = structure(Language::En);
    files.theme = Theme::Mono;
    let mut board = files.open();
    board.keys(r#"space c "x" enter j c "y" esc"#);
    let screen = board.screen();
    for sign in ["▶", "●", "✓", "✎", "[1 structure"] {
        assert!(screen.contains(sign), "{sign} in\n{screen}");
    }
}

#[test]
fn the_selected_row_is_one_bar() {
    for theme in [Theme::Dark, Theme::Light, Theme::HighContrast, Theme::Auto, Theme::Mono] {
        let mut files = structure(Language::En);
        files.theme = theme;
        let mut board = files.open();
        board.keys(r#"space j c "x" enter k"#);
        let (buf, cursor) = check(&board.state);
        let (row, list) = (cursor.unwrap().y, crate::board::layout::areas(&board.state).list.unwrap());
        let styles: Vec<_> = (list.left()..list.right()).map(|x| buf[(x, row)].style()).collect();
        assert!(styles.iter().all(|style| *style == styles[0]), "{theme:?}: {styles:?}");
    }
}

#[test]
fn styles_of_the_list_and_the_editor() {
    let mut files = structure(Language::En);
    files.theme = Theme::Dark;
    let mut board = files.open();
    board.keys(r#"space j c "Hold it." enter"#).resize(76, 14);
    let list = styled(&board.state);
    board.keys("e");
    let both = format!("{list}\n{}", styled(&board.state));
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true, snapshot_path => "../snapshots" }, {
        insta::assert_snapshot!("styles", both);
    });
}

#[test]
fn a_message_too_long_for_its_row_is_shown_whole_over_more_rows() {
    for (width, height) in [(40, 10), (60, 20), (80, 24)] {
        for language in Language::ALL {
            let mut board = structure(language).open();
            board.resize(width, height);
            board.keys("c tab");
            let words = board.state.talk.message.clone().map(|(_, text)| text).unwrap();
            let shown: String = board.screen().split_whitespace().collect();
            let words: String = words.split_whitespace().collect();
            assert!(shown.contains(&words), "{width}x{height}: {words}\n{}", board.screen());
        }
    }
}

#[test]
fn the_next_step_is_never_cut() {
    for (width, height) in [(40, 10), (40, 20), (60, 20), (80, 24)] {
        for language in Language::ALL {
            for keys in ["", "c", r#"c "one" enter"#, r#"c "one" esc"#, r#"c "one" enter c "two" esc"#] {
                for files in [structure(language), coding(language), scaffold(language)] {
                    let mut board = files.open();
                    board.resize(width, height);
                    board.keys(keys);
                    let rows = usize::from(crate::board::layout::areas(&board.state).next.height);
                    let next: Vec<String> = board.screen().lines().skip(1).take(rows).map(str::to_owned).collect();
                    assert!(!next.concat().contains('…'), "{width}x{height} {keys}: {next:?}");
                    assert!(rows == 1, "{width}x{height} {keys}: {next:?}");
                }
            }
        }
    }
}

#[test]
fn in_ascii_an_arrow_takes_two_cells_and_eats_no_space() {
    let mut files = structure(Language::En);
    files.ascii = true;
    let mut board = files.open();
    board.keys(r#"c "one" enter S"#);
    board.load(LoadReason::Submit);
    let screen = board.screen();
    assert!(screen.contains("structure -> planning/plan-comments.json"), "{screen}");
    assert!(screen.contains(" - "), "the status line keeps its separators: {screen}");
}

#[test]
fn keys_in_the_submit_dialogue_stay_with_their_words() {
    for language in Language::ALL {
        for width in 40..100 {
            let mut board = structure(language).open();
            board.resize(width, 30);
            board.keys(r#"c "one" esc S"#);
            board.load(LoadReason::Submit);
            let screen = board.screen();
            let lines: Vec<&str> = screen.lines().skip(2).take(25).collect();
            for words in pick(language, "a take,e edit,l leave", "a 採る,e 編集,l 残す").split(',') {
                assert!(lines.iter().any(|line| line.contains(words)), "{width}: {words}: {screen}");
            }
        }
    }
}

#[test]
fn a_kind_of_notices_that_is_off_has_its_own_sign() {
    let mut board = structure(Language::En).open();
    board.keys("i o");
    assert!(board.screen().lines().any(|line| line.contains("▶ × ")), "{}", board.screen());
}
