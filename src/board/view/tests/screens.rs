//! One snapshot a screen and language, its sizes one below the other. Every screen is checked at every size.

use crate::board::message::{LoadReason, Message, Receipt};
use crate::board::testing::*;
use crate::contract::plan_comments::Pass;
use crate::locale::Language;
use crate::project::settings::Theme;

pub(super) const ALL: [(u16, u16); 5] = [(40, 10), (60, 20), (80, 24), (120, 40), (200, 60)];
pub(super) const FEW: [(u16, u16); 2] = [(40, 10), (80, 24)];

/// Takes the screen that `scene` ends on, in both languages, and checks it at every size.
pub(super) fn snapshot(name: &str, sizes: &[(u16, u16)], scene: impl Fn(Language) -> Board) {
    for language in Language::ALL {
        let mut board = scene(language);
        let mut text = String::new();
        for (width, height) in ALL {
            board.resize(width, height);
            let screen = board.screen();
            if sizes.contains(&(width, height)) {
                text.push_str(&format!("--- {width}x{height}\n{}", shortened(&screen)));
            }
        }
        let name = format!("{name}-{}", language.code());
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true, snapshot_path => "../snapshots" }, {
            insta::assert_snapshot!(name, text);
        });
    }
}

/// Rows that repeat, said once.
fn shortened(screen: &str) -> String {
    let lines: Vec<&str> = screen.lines().collect();
    let runs = lines.chunk_by(|a, b| a == b);
    runs.map(|run| {
        if run.len() > 2 {
            format!("{}\n  ... {} such rows\n", run[0], run.len())
        } else {
            format!("{}\n", run.join("\n"))
        }
    })
    .collect()
}

/// The film with comments, an unfinished text and reviewed marks.
fn marked(language: Language) -> Board {
    let mut board = structure(language).open();
    board.keys("space c").text(pick(language, "Hold this two seconds longer.", "あと二秒、長く見せてください。"));
    board.keys("enter c").text(pick(language, "And without the push-in.", "寄りはなしで。"));
    board.keys("enter j space c").text(pick(language, "The sign must be legible", "看板の字が読めるように"));
    board.keys("enter j c").text(pick(language, "Is this the same str", "これは前と同じ通"));
    board.keys("esc k k k");
    board
}

/// The film with comments whose targets moved and went.
fn rewritten(language: Language) -> Board {
    let mut board = marked(language);
    board.keys("G c").text(pick(language, "Leave the cat out.", "猫はいりません。")).keys("enter");
    let plan: serde_json::Value = serde_json::from_str(board.files.research.as_ref().unwrap()).unwrap();
    let mut plan = plan;
    let shots = plan["structure"]["shots"].as_array_mut().unwrap();
    shots.retain(|s| s["id"] != "s-03");
    shots.swap(0, 1);
    board.rewrite(&plan.to_string());
    board
}

#[test]
fn list_with_marks() {
    snapshot("list", &ALL, marked);
}

#[test]
fn scaffold_with_groups_and_placeholders() {
    snapshot("scaffold", &ALL, |language| scaffold(language).open());
}

#[test]
fn cuts_of_v1() {
    snapshot("cuts", &FEW, |language| {
        let mut files = cuts(40);
        files.language = language;
        let mut board = files.open();
        board.keys("j j");
        board
    });
}

#[test]
fn detail_pane() {
    snapshot("detail", &FEW, |language| marked(language).after("enter"));
}

#[test]
fn editor_new() {
    snapshot("editor-new", &ALL, |language| {
        let mut board = structure(language).open();
        board.keys("j c").text(pick(language, "Hold this two seconds longer", "あと二秒、長く"));
        board
    });
}

#[test]
fn editor_of_a_comment() {
    snapshot("editor-edit", &FEW, |language| marked(language).after("e 2"));
}

#[test]
fn editor_with_a_long_text() {
    snapshot("editor-long", &FEW, |language| {
        let mut board = structure(language).open();
        let line = pick(language, "The rain should be heard before it is seen. ", "雨は、見える前に聞こえてほしい。");
        let text: Vec<String> = (1..=12).map(|n| format!("{n}. {}", line.repeat(n % 3 + 1))).collect();
        board.keys("j c").paste(&text.join("\n"));
        board
    });
}

#[test]
fn overall_note() {
    snapshot("overall", &FEW, |language| {
        let mut board = marked(language);
        board.keys("o").text(pick(language, "Slower, all of it.", "全体にもっとゆっくり。"));
        board
    });
}

#[test]
fn choosing_a_comment() {
    snapshot("choose", &FEW, |language| marked(language).after("d j"));
}

#[test]
fn search_line() {
    snapshot("search", &FEW, |language| {
        let mut board = marked(language);
        board.keys("/").text(pick(language, "cup", "湯呑み"));
        board
    });
}

#[test]
fn filtered() {
    snapshot("filter", &FEW, |language| marked(language).after("f"));
}

#[test]
fn filtered_to_nothing() {
    snapshot("filter-empty", &FEW, |language| structure(language).open().after("f j"));
}

#[test]
fn help() {
    snapshot("help", &[(40, 10), (80, 24), (120, 40)], |language| structure(language).open().after("?"));
}

#[test]
fn checklist() {
    snapshot("checklist", &FEW, |language| structure(language).open().after("x"));
}

#[test]
fn findings() {
    snapshot("findings", &[(40, 10), (80, 24), (120, 40)], |language| {
        let mut files = structure(language);
        let plan = files.research.unwrap();
        files.research = Some(plan.replace("\"s-04\"", "\"s-01\"").replacen("\"notes\":null", "\"notes\":7", 1));
        let mut board = files.open();
        board.keys("!");
        board
    });
}

#[test]
fn a_finding_shown_whole() {
    snapshot("finding-whole", &[(80, 24), (120, 40)], |language| {
        let mut files = structure(language);
        let plan = files.research.unwrap();
        files.research = Some(plan.replacen("\"notes\":null", "\"notes\":7", 1).replace("\"s-04\"", "\"s-01\""));
        files.checklist = files.checklist.map(|list| list.replace("in_progress", "in-progress"));
        let mut board = files.open();
        board.keys("! j enter");
        if board.layers().is_empty() {
            board.keys("! g enter");
        }
        board
    });
}

#[test]
fn submitting() {
    snapshot("submit", &ALL, |language| {
        let mut board = structure(language).open();
        board.keys("j c").text(pick(language, "Hold this two seconds longer.", "あと二秒、長く見せてください。"));
        board.keys("enter G c").text(pick(language, "Leave the cat out.", "猫はいりません。"));
        board
            .keys("enter o")
            .text(pick(language, "Slower, all of it.", "全体にもっとゆっくり。"))
            .keys("enter")
            .submit();
        board
    });
}

#[test]
fn submitting_with_moved_gone_and_unfinished() {
    snapshot("submit-obstacles", &[(40, 10), (80, 24), (120, 40)], |language| {
        let mut board = rewritten(language);
        board.submit();
        board
    });
}

#[test]
fn submitting_over_what_lies_there() {
    snapshot("submit-occupied", &FEW, |language| {
        let mut board = structure(language).open();
        board.files.submission = Some(lying_there(3, 12));
        board.keys("c").text(pick(language, "Brighter.", "もっと明るく。")).keys("enter").submit();
        board
    });
}

#[test]
fn submitting_nothing() {
    snapshot("submit-empty", &FEW, |language| {
        let mut board = structure(language).open();
        board.submit().keys("enter");
        board
    });
}

#[test]
fn submitting_clips() {
    snapshot("submit-clips", &FEW, |language| {
        let mut board = scaffold(language).open();
        board.keys("j c").text(pick(language, "Brighter.", "もっと明るく。")).keys("enter").submit();
        board
    });
}

#[test]
fn pointing_anew() {
    snapshot("repoint", &FEW, |language| {
        let mut board = rewritten(language);
        board.submit().keys("p j");
        board
    });
}

#[test]
fn approving() {
    snapshot("approve", &FEW, |language| {
        let mut board = marked(language);
        board.keys("A").load(LoadReason::Approve);
        board
    });
}

#[test]
fn hand_off() {
    snapshot("hand-off", &FEW, |language| {
        let mut board = structure(language).open();
        board.keys("c").text(pick(language, "Brighter.", "もっと明るく。")).keys("enter").submit().keys("enter");
        board.files.submission = Some(lying_there(1, 0));
        let fresh = Box::new(board.files.fresh(LoadReason::Changed));
        let receipt =
            Receipt { pass: Pass::Structure, round: 1, comments: 1, keys: [1].into(), warning: None, ids: Vec::new() };
        board.tell(Message::Submitted(fresh, receipt));
        board
    });
}

#[test]
fn waiting_for_the_agent() {
    snapshot("waiting", &FEW, |language| {
        let mut board = structure(language).open();
        board.files.submission = Some(lying_there(2, 7));
        board.load(LoadReason::Changed);
        board
    });
}

#[test]
fn unavailable_pass() {
    snapshot("unavailable", &FEW, |language| scaffold(language).open().after("3"));
}

#[test]
fn broken_file() {
    snapshot("broken", &FEW, |language| {
        let mut files = scaffold(language);
        files.research = Some("{\n  \"version\": 0,\n  \"structure\": [}\n".to_owned());
        files.pass = Pass::Structure;
        files.open()
    });
}

#[test]
fn broken_for_a_moment() {
    snapshot("stale", &FEW, |language| {
        let mut board = marked(language);
        board.rewrite("{\n  \"version\": 0,\n  \"stru");
        board
    });
}

#[test]
fn no_plan_yet() {
    snapshot("no-plan", &FEW, |language| {
        let mut files = Files::none();
        files.language = language;
        files.open()
    });
}

#[test]
fn empty_timeline() {
    snapshot("empty-timeline", &FEW, |language| {
        let mut files = cuts(0);
        files.language = language;
        files.open()
    });
}

#[test]
fn banner() {
    snapshot("banner", &FEW, rewritten);
}

#[test]
fn read_only() {
    snapshot("read-only", &FEW, |language| {
        let mut files = structure(language);
        files.read_only = true;
        let mut board = files.open();
        board.keys("c");
        board
    });
}

#[test]
fn ascii_without_colours() {
    snapshot("ascii", &FEW, |language| {
        let mut files = structure(language);
        (files.ascii, files.theme) = (true, Theme::Mono);
        let mut board = files.open();
        board.keys("space j c").text(pick(language, "Longer.", "長く。")).keys("enter j c").text("a").keys("esc");
        board
    });
}

#[test]
fn line_breaks_of_a_description_are_kept() {
    let mut board = Files::of(&shots(&["s1 First line\\n\\n- one\\n- two"])).open();
    let screen = board.resize(100, 30).screen();
    let rows: Vec<&str> = screen.lines().filter_map(|row| Some(row.split_once('│')?.1.trim())).collect();
    let at = rows.iter().position(|row| *row == "First line").expect("the first line alone");
    assert_eq!(rows[at + 1..at + 4], ["", "- one", "- two"], "{screen}");
}

#[test]
fn numbers_are_read_as_people_write_them() {
    let mut files = cuts(3);
    files.edit = files.edit.map(|edit| edit.replacen("\"in\":", "\"speed\":1.0000000002,\"in\":", 1));
    let mut board = files.open();
    let screen = board.resize(80, 20).screen();
    assert!(screen.contains("Speed  1") && !screen.contains("0000000"), "{screen}");
}

#[test]
fn a_long_id_pushes_out_neither_title_nor_times() {
    let id = format!("opening-{}-0042", "x".repeat(100));
    let plan = many_shots(3).replace("\"s1\"", &format!("\"{id}\""));
    let mut board = Files::of(&plan).open();
    for (width, height) in [(40, 10), (80, 24), (120, 40)] {
        let screen = board.keys("g j").resize(width, height).screen();
        let row = screen.lines().find(|row| row.starts_with('▶')).expect("a selected row");
        assert!(row.contains("…") && row.contains("Shot") && row.contains("0:0"), "{screen}");
        if width >= 80 {
            let detail = row_of_detail(&screen);
            assert!(detail.contains("0042 [1]") && detail.contains('–'), "{screen}");
        }
    }
}

fn row_of_detail(screen: &str) -> String {
    let rows = screen.lines().filter_map(|row| row.split_once('│'));
    rows.map(|(_, detail)| detail.trim()).find(|detail| detail.contains('[')).unwrap_or_default().to_owned()
}

#[test]
fn a_short_list_leaves_its_rows_to_what_is_below() {
    for size in [(60, 18), (40, 24)] {
        let mut board = Files::of(&many_shots(3)).open();
        let screen = board.resize(size.0, size.1).screen();
        assert!(screen.contains("Length (s)"), "{screen}");
        assert_eq!(screen.contains('▌'), size.1 >= 24, "a timeline where there is room\n{screen}");
    }
}

#[test]
fn large_screens_show_comments_and_notices_below_a_short_list() {
    snapshot("spare", &[(200, 60)], |language| marked(language).after("2 1"));
}

#[test]
fn help_in_columns() {
    let mut board = structure(Language::En).open();
    let screen = board.resize(200, 60).keys("?").screen();
    let board_row = screen.lines().find(|row| row.trim_start().starts_with("Board")).expect("the first heading");
    assert!(board_row.split("  ").filter(|part| !part.trim().is_empty()).count() >= 3, "{screen}");
}
