//! The list of findings, key by key.

use std::path::Path;

use serde_json::{Value, json};

use crate::board::effect::Effect;
use crate::board::findings::FindingsView;
use crate::board::layers::Layer;
use crate::board::message::{LoadReason, Message};
use crate::board::testing::*;
use crate::contract::plan_comments::Pass;
use crate::locale::{Language, Locale};

/// Five shots: the second and the fourth have a wrong length, the topic is no object; the checklist has an odd order.
fn faulty() -> Files {
    let mut plan: Value = serde_json::from_str(&shots(&["a", "b", "c", "d", "e"])).unwrap();
    for at in [1, 3] {
        plan["structure"]["shots"][at]["duration_estimate_seconds"] = json!(-1);
    }
    plan["topic"] = json!(7);
    let mut list = steps(3, 1);
    list["items"][0]["status"] = json!("pending");
    list["items"][2]["status"] = json!("done");
    Files { research: Some(serde_json::to_string_pretty(&plan).unwrap()), ..with_checklist(&list) }
}

fn list(board: &Board) -> &FindingsView {
    match board.state.layers.last() {
        Some(Layer::Findings(view)) => view,
        _ => panic!("no list: {:?}", board.layers()),
    }
}

fn opened() -> Board {
    faulty().open().after("!")
}

/// Pointer of the selected finding.
fn selected(board: &Board) -> &str {
    let entry = list(board).entry().expect("one is selected");
    &entry.finding.pointer
}

const FIRST: &str = "/topic";
const SECOND: &str = "/structure/shots/1/duration_estimate_seconds";
const THIRD: &str = "/structure/shots/3/duration_estimate_seconds";
const CHECKLIST: &str = "/items/0/status";

#[test]
fn findings_stand_by_file_with_errors_first() {
    let board = opened();
    let pointers: Vec<&str> = list(&board).entries.iter().map(|e| e.finding.pointer.as_str()).collect();
    assert_eq!(pointers, [FIRST, SECOND, THIRD, CHECKLIST]);
    let screen = board.screen();
    for part in
        ["planning/research-plan.json  3 errors", "planning/plan_notes.json  1 warning", "research-plan.json:3:"]
    {
        assert!(screen.contains(part), "{part}\n{screen}");
    }
    // A file with errors goes before one with warnings that was read before it.
    let files = Files {
        research: Some(shots(&["a"]).replace("\"version\":0", "\"version\":0,\"version\":0")),
        edit: Some("{".into()),
        ..Files::none()
    };
    let mut board = files.open();
    board.keys("!");
    let first = &list(&board).entry().unwrap().finding;
    assert_eq!((first.file.as_path(), first.severity.as_str()), (Path::new("/p/edit.json"), "error"));
}

#[test]
fn the_status_line_counts_what_the_list_holds() {
    let board = Files { size: (120, 40), ..faulty() }.open();
    assert!(board.screen().contains("4 findings (!)"), "{}", board.screen());
}

#[test]
fn the_cursor_walks_over_the_findings() {
    for (keys, at) in [
        ("", FIRST),
        ("j", SECOND),
        ("down down", THIRD),
        ("j j j", CHECKLIST),
        ("j j j j", CHECKLIST),
        ("G", CHECKLIST),
        ("end k", THIRD),
        ("G up up", SECOND),
        ("G g", FIRST),
        ("k", FIRST),
        ("pagedown", CHECKLIST),
        ("G ctrl-u", FIRST),
        ("}", CHECKLIST),
        ("} {", FIRST),
        ("j j {", FIRST),
        ("} }", CHECKLIST),
    ] {
        let mut board = opened();
        board.resize(120, 40).keys(keys);
        assert_eq!(selected(&board), at, "{keys}");
        let row = board.screen().lines().find(|line| line.contains('▶') && line.contains(".json:")).map(str::to_owned);
        assert!(row.is_some(), "{keys}\n{}", board.screen());
    }
}

#[test]
fn the_selected_finding_is_in_sight_on_every_screen() {
    for (width, height) in [(40, 10), (60, 20), (80, 24), (200, 60)] {
        let mut board = opened();
        board.resize(width, height);
        for key in ["j", "j", "j", "k", "k", "k", "G", "g", "pagedown", "pageup", "enter"] {
            board.keys(key);
            if board.layers().is_empty() {
                break;
            }
            let (_, cursor) = check(&board.state);
            let row = usize::from(cursor.unwrap().y);
            let screen = board.screen();
            assert!(screen.lines().nth(row).unwrap().contains('▶'), "{key} at {width}x{height}\n{screen}");
        }
    }
}

#[test]
fn enter_goes_to_the_target_of_the_finding() {
    let mut board = opened();
    board.keys("j enter");
    assert_eq!((board.layers().len(), board.selected()), (0, "b"));
    board.keys("! j j enter");
    assert_eq!((board.layers().len(), board.selected()), (0, "d"));
    // From another pass, and where a filter hides the target.
    let mut board = faulty().open();
    board.keys("j space f f 3 ! j enter");
    assert_eq!((board.state.pass, board.selected()), (Pass::Structure, "b"));
    assert_eq!(board.listed(), ["a", "b", "c", "d", "e"]);
}

#[test]
fn enter_shows_all_of_a_finding_without_a_target() {
    let mut board = opened();
    let pointer =
        |board: &Board| board.flat().contains(&format!("{}  {FIRST}", word("findings.pointer")).replace("  ", " "));
    assert!(!pointer(&board));
    board.keys("enter");
    assert!(pointer(&board), "{}", board.screen());
    board.keys("enter");
    assert!(!pointer(&board) && board.layers() == ["findings"]);
}

fn word(key: &str) -> &str {
    Locale::of(Language::En).word(key)
}

#[test]
fn ctrl_g_opens_the_file_at_the_finding() {
    let mut board = opened();
    board.keys("j ctrl-g");
    let place = list(&board).entry().unwrap().finding.place;
    let Some(Effect::OpenFile(file, at)) = board.effects.last() else { panic!("{:?}", board.effects) };
    assert_eq!((file.as_path(), *at), (Path::new("/p/planning/research-plan.json"), place));
    assert!(place.is_some());
    // What is on the disk afterwards is read, whatever became of the editor.
    board.asked();
    board.tell(Message::FileClosed(Ok(None)));
    assert_eq!((board.asked(), board.said()), (vec!["load"], ""));
    board.tell(Message::FileClosed(Err(word("external.none").into())));
    assert_eq!(board.asked(), ["load"]);
    assert!(board.said().contains(word("external.none")), "{}", board.said());
    assert_eq!(board.layers(), ["findings"]);
}

#[test]
fn a_database_is_opened_in_no_editor() {
    let mut files = faulty();
    files.task = Some(task("active"));
    let mut board = files.open();
    board.keys("! G ctrl-g");
    assert_eq!((board.asked(), board.said()), (vec![], word("findings.database")));
}

#[test]
fn after_a_rewrite_the_list_stays_at_its_finding() {
    let mut board = opened();
    board.keys("j j");
    let mut plan: Value = serde_json::from_str(board.files.research.as_ref().unwrap()).unwrap();
    plan["topic"] = json!({"candidates": [], "selected": null, "decided_at": null});
    board.rewrite(&plan.to_string());
    assert_eq!((selected(&board), list(&board).entries.len()), (THIRD, 3));
    // Its own finding is gone: the one that came in its place.
    plan["structure"]["shots"][3]["duration_estimate_seconds"] = json!(2);
    board.rewrite(&plan.to_string());
    assert_eq!(selected(&board), CHECKLIST);
    plan["structure"]["shots"][1]["duration_estimate_seconds"] = json!(2);
    board.files.checklist = None;
    board.rewrite(&plan.to_string());
    assert!(board.screen().contains(word("findings.none")), "{}", board.screen());
    board.keys("j k G g enter");
    assert!(board.layers().is_empty());
}

#[test]
fn where_the_plan_file_is_gone_the_list_says_so() {
    let mut board = opened();
    board.files.research = None;
    board.files.checklist = None;
    board.load(LoadReason::Changed);
    assert!(!board.screen().contains(word("findings.none")), "{}", board.screen());
    assert!(board.flat().contains("cannot be read: it is not there"), "{}", board.screen());
    assert_eq!(list(&board).entries.len(), 1);
}

#[test]
fn the_list_closes_with_each_of_its_keys() {
    for close in ["esc", "q", "!", "f4", "ctrl-c"] {
        let mut board = opened();
        board.keys(close);
        assert!(board.layers().is_empty() && !board.state.session.quit, "{close}");
    }
}

#[test]
fn what_keeps_a_last_good_view_is_listed_once_and_has_no_target() {
    let mut board = opened();
    board.rewrite("{");
    board.load(LoadReason::Changed);
    let of_plan = list(&board).entries.iter().filter(|e| e.finding.file.ends_with("research-plan.json"));
    let of_plan: Vec<_> = of_plan.collect();
    assert_eq!((of_plan.len(), of_plan[0].target), (1, None));
}

#[test]
fn the_tab_of_a_pass_with_findings_has_their_sign() {
    let board = faulty().open();
    assert!(board.screen().contains("1 structure 5!"), "{}", board.screen());
    assert_eq!(Pass::VIDEO.map(|pass| *board.state.plan.with_findings.of(pass)), [true, false, false]);
    // A broken file is one of every pass it could serve; a pass the file does not serve has none.
    let board = Files { edit: Some("{".into()), ..Files::of(&shots(&["a"])) }.open();
    assert_eq!(Pass::VIDEO.map(|pass| *board.state.plan.with_findings.of(pass)), [false, true, true]);
    let edit = r#"{"version": 2, "output": {"fps": 0.5}, "sources": [], "tracks": []}"#;
    let board = Files { edit: Some(edit.into()), ..Files::of(&shots(&["a"])) }.open();
    assert_eq!(Pass::VIDEO.map(|pass| *board.state.plan.with_findings.of(pass)), [false, true, false]);
}
