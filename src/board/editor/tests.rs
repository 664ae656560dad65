//! Tables of (before, edits, after) with `|` for the caret, the shared sample strings, and properties.

use proptest::prelude::*;
use ratatui::buffer::{Buffer, CellWidth};
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_segmentation::UnicodeSegmentation;

use super::Edit::{self, *};
use super::{Editor, view};
use crate::text::{boundary, wrap};

fn at(marked: &str) -> Editor {
    let caret = marked.find('|').unwrap();
    Editor::new(&marked.replacen('|', "", 1)).with_caret(caret)
}

fn marked(editor: &Editor) -> String {
    let mut text = editor.text().to_owned();
    text.insert(editor.caret(), '|');
    text
}

fn typed(text: &str) -> Edit {
    Insert(text.to_owned())
}

#[track_caller]
fn check(table: &[(&str, &[Edit], &str)]) {
    for (before, edits, after) in table {
        let mut editor = at(before);
        for edit in *edits {
            let text = editor.text().to_owned();
            let changed = editor.apply(edit.clone());
            assert_eq!(changed, text != editor.text(), "{before} {edit:?}");
        }
        assert_eq!(marked(&editor), *after, "{before} {edits:?}");
    }
}

#[test]
fn moving_goes_by_graphemes() {
    check(&[
        ("雨|夜", &[Left], "|雨夜"),
        ("|雨", &[Left], "|雨"),
        ("雨|夜", &[Right], "雨夜|"),
        ("雨|", &[Right], "雨|"),
        ("a👨‍👩‍👧|", &[Left], "a|👨‍👩‍👧"),
        ("🇯🇵|🇰🇷", &[Right], "🇯🇵🇰🇷|"),
        ("e\u{301}|", &[Left], "|e\u{301}"),
    ]);
}

#[test]
fn moving_by_words_knows_scripts() {
    check(&[
        ("one two|", &[WordLeft], "one |two"),
        ("one |two", &[WordLeft], "|one two"),
        ("|  one, two", &[WordRight], "  one|, two"),
        ("one|, two", &[WordRight], "one, two|"),
        ("don't stop|", &[WordLeft, WordLeft], "|don't stop"),
        ("12.5 s_t|", &[WordLeft, WordLeft], "|12.5 s_t"),
        ("夜の雨が降るカメラ。|", &[WordLeft], "夜の雨が降る|カメラ。"),
        ("夜の雨が降る|カメラ。", &[WordLeft], "夜の雨が降|るカメラ。"),
        ("|東京の夜", &[WordRight], "東京|の夜"),
        ("|ラーメンを", &[WordRight], "ラーメン|を"),
        ("|らーめん屋", &[WordRight], "らーめん|屋"),
        ("|한국어 장면", &[WordRight], "한국어| 장면"),
        ("|镜头剪辑。", &[WordRight], "镜头剪辑|。"),
        ("a\n|b", &[WordLeft], "|a\nb"),
        ("a|\n\nb", &[WordRight], "a\n\nb|"),
        ("ok 👍🏽👍🏽|", &[WordLeft], "ok |👍🏽👍🏽"),
        ("...|", &[WordLeft], "|..."),
        ("|", &[WordLeft, WordRight], "|"),
    ]);
}

#[test]
fn moving_to_the_ends_of_lines_and_text() {
    check(&[
        ("a\nbc|d\ne", &[LineStart], "a\n|bcd\ne"),
        ("a\nbc|d\ne", &[LineEnd], "a\nbcd|\ne"),
        ("a\n|\ne", &[LineStart, LineEnd], "a\n|\ne"),
        ("a\nbc|d\ne", &[TextStart], "|a\nbcd\ne"),
        ("a\nbc|d\ne", &[TextEnd], "a\nbcd\ne|"),
    ]);
}

#[test]
fn moving_up_and_down_keeps_the_column_in_cells() {
    check(&[
        ("日本語\nab\nabcdefg|", &[Up, Up], "日本語|\nab\nabcdefg"),
        ("日本|語\nab\nabcdef", &[Down], "日本語\nab|\nabcdef"),
        ("日本|語\nab\nabcdef", &[Down, Down], "日本語\nab\nabcd|ef"),
        ("日本語\nabc|", &[Up], "日|本語\nabc"),
        ("ab|c", &[Up], "|abc"),
        ("a|bc", &[Down], "abc|"),
        ("a\nb\nc\nd|", &[PageUp(2)], "a\nb|\nc\nd"),
        ("a|\nb\nc\nd", &[PageDown(9)], "a\nb\nc\nd|"),
        ("日本|語\nab\nabcdef", &[Down, Left, Down], "日本語\nab\na|bcdef"),
    ]);
}

#[test]
fn up_and_down_go_through_wrapped_rows() {
    let mut editor = at("abcdefgh|ijkl");
    editor.set_width(5);
    editor.apply(Up);
    assert_eq!(marked(&editor), "abc|defghijkl");
    editor.apply(Down);
    editor.apply(Down);
    assert_eq!(marked(&editor), "abcdefghijkl|");
    editor.apply(Up);
    assert_eq!(editor.caret_position(), (1, 3), "the column asked for, not that of the short row");
}

#[test]
fn deleting_goes_by_graphemes() {
    check(&[
        ("雨夜|", &[DeleteBack], "雨|"),
        ("|雨", &[DeleteBack], "|雨"),
        ("|👨‍👩‍👧b", &[DeleteForward], "|b"),
        ("a|", &[DeleteForward], "a|"),
        ("a\n|b", &[DeleteBack], "a|b"),
        ("🇯🇵|🇰🇷", &[DeleteBack], "|🇰🇷"),
    ]);
}

#[test]
fn cutting_and_putting_back() {
    check(&[
        ("ab|cd\ne", &[KillToEnd], "ab|\ne"),
        ("ab|\ne", &[KillToEnd], "ab|e"),
        ("ab|cd\ne", &[KillToEnd, KillToEnd, TextStart, Yank], "cd\n|abe"),
        ("a\nbc|d", &[KillToStart], "a\n|d"),
        ("a\n|d", &[KillToStart], "a|d"),
        ("one two|", &[KillWordBack], "one |"),
        ("one two|", &[KillWordBack, KillWordBack, Yank], "one two|"),
        ("one |two", &[KillWordBack, KillWordForward, Yank, Yank], "one twoone two|"),
        ("one| two", &[KillWordForward], "one|"),
        ("one two|", &[KillWordBack, Left, KillWordBack, Yank], "one| "),
        ("夜の雨|", &[KillWordBack], "夜の|"),
        ("|", &[KillToEnd, KillToStart, KillWordBack, KillWordForward, Yank], "|"),
        ("ab|", &[KillToStart, KillToStart, Yank], "ab|"),
    ]);
}

#[test]
fn joining_characters_typed_one_by_one_become_one_grapheme() {
    check(&[
        ("e|", &[typed("\u{301}"), DeleteBack], "|"),
        ("👨|👩", &[typed("\u{200d}")], "👨\u{200d}👩|"),
        ("👨|👩", &[typed("\u{200d}"), DeleteBack], "|"),
        ("e\u{200b}|\u{301}", &[DeleteBack], "e\u{301}|"),
        ("|\u{301}", &[typed("e")], "e\u{301}|"),
    ]);
}

#[test]
fn undo_goes_back_by_words() {
    let letters = |text: &str| text.graphemes(true).map(typed).collect::<Vec<_>>();
    let undone = |text: &str, times: usize| {
        let mut editor = Editor::new("");
        letters(text).into_iter().for_each(|edit| assert!(editor.apply(edit)));
        (0..times).for_each(|_| assert!(editor.apply(Undo)));
        marked(&editor)
    };
    assert_eq!(undone("one, two three", 1), "one, two |");
    assert_eq!(undone("one, two three", 2), "one, |");
    assert_eq!(undone("one, two three", 3), "|");
    assert_eq!(undone("雨が降る夜", 1), "雨が降る|");
    assert_eq!(undone("雨が降る夜", 2), "雨が|");
    assert_eq!(undone("a\nb", 1), "a\n|");
    check(&[
        ("one two|", &[DeleteBack, DeleteBack, DeleteBack, DeleteBack, Undo], "one |"),
        ("one two|", &[DeleteBack, DeleteBack, Undo], "one two|"),
        ("|one two", &[DeleteForward, DeleteForward, Undo], "|one two"),
        ("a|", &[typed("b"), Left, typed("c"), Undo], "a|b"),
        ("a|", &[typed("b"), Undo, Redo], "ab|"),
        ("a|", &[typed("b"), Undo, typed("c"), Redo], "ac|"),
        ("a|", &[Undo, Redo], "a|"),
        ("ab|cd", &[KillToEnd, Undo], "ab|cd"),
    ]);
}

#[test]
fn a_paste_is_one_step_with_line_breaks_as_lf_and_without_controls() {
    let mut editor = at("a|b");
    assert!(editor.paste("1\r\n2\r3\u{1b}[31m\t\u{0}\u{7f}\u{9b}"));
    assert_eq!(marked(&editor), "a1\n2\n3[31m\t|b");
    assert!(editor.apply(Undo));
    assert_eq!(marked(&editor), "a|b");
    assert!(!editor.paste("\u{1b}"));
}

#[test]
fn the_whole_text_is_replaced_in_one_step() {
    let mut editor = at("a|b");
    assert!(editor.replace_all("雨\r\n夜"));
    assert_eq!(marked(&editor), "雨\n夜|");
    assert!(!editor.replace_all("雨\n夜"));
    assert!(editor.apply(Undo));
    assert_eq!(marked(&editor), "a|b");
}

#[test]
fn a_backslash_before_the_caret_becomes_a_new_line() {
    let mut editor = at("a\\|b");
    assert!(editor.newline_for_backslash());
    assert_eq!(marked(&editor), "a\n|b");
    assert!(!editor.newline_for_backslash());
    assert!(editor.apply(Undo));
    assert_eq!(marked(&editor), "a\\|b");
}

#[test]
fn blank_is_what_javascript_trims() {
    assert!(Editor::new("　\u{feff}\n\t").is_blank());
    assert!(!Editor::new("\u{200b}").is_blank());
}

#[test]
fn a_single_line_has_no_line_breaks() {
    let mut editor = Editor::single_line("a\r\nb");
    assert_eq!(editor.text(), "a b");
    assert!(editor.paste("\nc\rd"));
    assert!(!editor.apply(Newline));
    assert!(!editor.apply(Up) && !editor.apply(Down));
    assert_eq!(marked(&editor), "a b c d|");
    editor.set_width(3);
    assert_eq!(editor.rows().len(), 1);
    assert_eq!(editor.caret_position(), (0, 7));
}

#[test]
fn a_single_line_scrolls_sideways_so_that_the_caret_is_in_sight() {
    let mut editor = Editor::single_line("雨の夜を走る人");
    assert_eq!(editor.first_cell(0, 6), 9);
    editor.apply(LineStart);
    assert_eq!(editor.first_cell(9, 6), 0);
    assert_eq!(Editor::single_line("ab").first_cell(9, 6), 0);
    assert_eq!(editor.first_cell(0, 0), 0);
}

#[test]
fn the_caret_stands_where_the_next_character_will_appear() {
    let position = |marked: &str, width| {
        let mut editor = at(marked);
        editor.set_width(width);
        editor.caret_position()
    };
    assert_eq!(position("abcd|", 4), (1, 0), "a full row");
    assert_eq!(position("雨の|", 5), (0, 4));
    assert_eq!(position("雨の|夜", 4), (1, 0), "a soft break");
    assert_eq!(position("abc |", 3), (1, 0), "a space that hangs");
    assert_eq!(position("abc |  d", 3), (0, 2), "among spaces that hang");
    assert_eq!(position("abcd|\nx", 4), (1, 0), "a full row before another line");
    assert_eq!(position("abcd\n|", 4), (1, 0));
    assert_eq!(position("a\t|", 9), (0, 5));
    let mut editor = at("abcd|\nx");
    editor.set_width(4);
    assert_eq!(editor.rows().len(), 3);
    editor.apply(Left);
    assert_eq!(editor.rows().len(), 2, "the caret's own row goes with it");
}

fn samples() -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/text/graphemes.json");
    let mut samples = vec!["か\u{3099}👩🏽‍🚀🏳️‍🌈ﾊﾟ\u{1112}\u{1161}\u{11ab}x\u{300}\u{301}".to_owned()];
    if let Ok(bytes) = std::fs::read(path) {
        let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        samples.extend(value["graphemes"].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()));
    }
    samples
}

#[test]
fn strings_typed_char_by_char_have_the_right_column_and_clusters() {
    for text in samples() {
        let mut editor = Editor::new("");
        text.chars().for_each(|c| assert!(editor.apply(Insert(c.to_string()))));
        assert_eq!(editor.text(), text);
        let clusters: Vec<&str> = text.graphemes(true).collect();
        let column: usize = clusters.iter().map(|cluster| usize::from(cluster.cell_width())).sum();
        assert_eq!(editor.caret_position(), (0, column), "{text}");
        for left in (0..clusters.len()).rev() {
            let mut moved = editor.clone();
            moved.apply(Left);
            assert_eq!(moved.caret(), clusters[..left].concat().len(), "{text}");
            editor.apply(DeleteBack);
            assert_eq!(editor.text(), clusters[..left].concat(), "{text}");
        }
    }
}

#[test]
fn hostile_text_is_edited_and_drawn_without_reaching_the_terminal() {
    let unit = "\u{1b}]0;x\u{7}\u{202e}雨\0\u{200b}\u{9b}2J ";
    for text in [unit.to_owned(), unit.repeat(40_000), "a".repeat(1 << 20), "\u{301}".repeat(1 << 19)] {
        let mut editor = Editor::new(&text);
        editor.set_width(40);
        for edit in [Up, DeleteBack, WordLeft, typed("夜"), KillWordBack, Undo, Undo, TextStart, PageDown(3), LineEnd]
        {
            editor.apply(edit);
        }
        let (mut buf, area) = (Buffer::empty(Rect::new(0, 0, 41, 6)), Rect::new(1, 1, 40, 4));
        view::render(&editor, area, &mut buf, Style::new(), &mut 0);
        for cell in buf.content() {
            assert!(!cell.symbol().chars().any(|c| c.is_control() || matches!(c, '\u{202e}' | '\u{200b}')));
        }
    }
}

fn edits() -> impl Strategy<Value = Edit> {
    let text = "[a-z ]{1,6}|[ぁ-んァ-ヶ一-三、。「」ー　]{1,5}|[👍🏽👨👩❤🇯🇵\u{200d}\u{fe0f}\u{301}ﾞกำᄒ\u{1161}]{1,3}|[\n\r\t\u{1b}\u{202e}]|\\PC";
    prop_oneof![
        12 => text.prop_map(Insert),
        2 => Just(Newline),
        3 => prop_oneof![Just(Left), Just(Right), Just(WordLeft), Just(WordRight), Just(Up), Just(Down)],
        2 => prop_oneof![Just(LineStart), Just(LineEnd), Just(TextStart), Just(TextEnd)],
        1 => (0usize..9).prop_flat_map(|rows| prop_oneof![Just(PageUp(rows)), Just(PageDown(rows))]),
        4 => prop_oneof![Just(DeleteBack), Just(DeleteForward)],
        1 => prop_oneof![Just(KillToEnd), Just(KillToStart), Just(KillWordBack), Just(KillWordForward), Just(Yank)],
        1 => prop_oneof![Just(Undo), Just(Redo)],
    ]
}

/// The rows without the caret's own.
fn settled_rows(editor: &Editor) -> Vec<wrap::Row> {
    let mut rows = editor.rows().to_vec();
    if let Some(own) = (1..rows.len()).find(|own| rows[*own].range.is_empty() && !rows[own - 1].hard) {
        rows.remove(own);
        rows[own - 1].hard = true;
    }
    rows
}

proptest! {
    #[test]
    fn the_caret_is_on_a_boundary_and_inside_and_rows_are_those_of_a_fresh_wrap(
        start in "\\PC{0,30}", edits in prop::collection::vec(edits(), 0..40), width in 1usize..30,
    ) {
        let mut editor = Editor::new(&start);
        editor.set_width(width);
        for edit in edits {
            let described = format!("{edit:?}");
            let before = editor.text().to_owned();
            let changed = editor.apply(edit);
            prop_assert_eq!(changed, before != editor.text(), "{}", described);
            prop_assert!(boundary::is_boundary(editor.text(), editor.caret()), "{}", described);
            let (row, column) = editor.caret_position();
            prop_assert!(column < width && row < editor.rows().len());
            prop_assert_eq!(settled_rows(&editor), wrap::wrap(editor.text(), width), "{}", described);
        }
    }

    #[test]
    fn undoing_everything_gives_the_start_and_redoing_the_end(
        start in "\\PC{0,10}", edits in prop::collection::vec(edits(), 0..40),
    ) {
        let mut editor = Editor::new(&start);
        let start = editor.text().to_owned();
        for edit in edits.into_iter().filter(|edit| !matches!(edit, Undo | Redo)) {
            editor.apply(edit);
        }
        let end = editor.text().to_owned();
        while editor.apply(Undo) {}
        prop_assert_eq!(editor.text(), start);
        while editor.apply(Redo) {}
        prop_assert_eq!(editor.text(), end);
    }

    #[test]
    fn the_drawn_caret_is_inside_and_no_wide_glyph_is_cut(
        edits in prop::collection::vec(edits(), 0..30),
        area in (0u16..4, 0u16..3, 1u16..12, 1u16..5),
        mut scroll in 0usize..9,
        off in 0usize..3,
        single in any::<bool>(),
    ) {
        let area = Rect::new(area.0, area.1, area.2, area.3);
        let mut editor = if single { Editor::single_line("") } else { Editor::new("") };
        editor.set_width(usize::from(area.width) + off);
        let mut buf = Buffer::empty(Rect::new(0, 0, 20, 9));
        for edit in edits {
            editor.apply(edit);
            let caret = view::render(&editor, area, &mut buf, Style::new(), &mut scroll);
            prop_assert!(area.contains(caret));
            for y in 0..9 {
                for x in 0..20 {
                    let end = x + buf[(x, y)].symbol().cell_width();
                    let edge = if area.contains((x, y).into()) { area.right() } else { 20 };
                    prop_assert!(end <= edge);
                    prop_assert!(area.contains((x, y).into()) || buf[(x, y)].symbol() == " ");
                }
            }
        }
    }
}

#[test]
fn rendering_shows_the_rows_around_the_caret() {
    let mut editor = at("一\n二\n三|\n四\n五");
    editor.set_width(6);
    let area = Rect::new(1, 0, 6, 2);
    let draw = |editor: &Editor, scroll: &mut usize| {
        let mut buf = Buffer::empty(Rect::new(0, 0, 8, 2));
        let caret = view::render(editor, area, &mut buf, Style::new(), scroll);
        let shown = (buf[(1, 0)].symbol().to_owned(), buf[(1, 1)].symbol().to_owned());
        (shown, (caret.x, caret.y), *scroll)
    };
    let mut scroll = 0;
    assert_eq!(draw(&editor, &mut scroll), (("二".into(), "三".into()), (3, 1), 1));
    editor.apply(Up);
    assert_eq!(draw(&editor, &mut scroll), (("二".into(), "三".into()), (3, 0), 1), "no move without need");
    editor.apply(TextEnd);
    assert_eq!(draw(&editor, &mut scroll), (("四".into(), "五".into()), (3, 1), 3));
    editor.replace_all("x");
    assert_eq!(
        draw(&editor, &mut scroll),
        (("x".into(), " ".into()), (2, 0), 0),
        "no empty rows while rows are hidden"
    );
    let caret = view::render(&editor, Rect::new(3, 1, 0, 0), &mut Buffer::empty(area), Style::new(), &mut scroll);
    assert_eq!((caret.x, caret.y), (3, 1));
}
