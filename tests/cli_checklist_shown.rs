//! How `planboard checklist status` and `planboard status --line` show what an agent wrote: hostile titles, wide ones, many.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod cli_world;

use cli_world::World;
use cli_world::checklist::value;
use planboard::text::cells;
use serde_json::json;

const HOSTILE: &str = "a\u{1b}]0;x\u{7}\r\nb\u{202e}c\u{9b}31m\td\u{2028}e\u{200b}";

#[test]
fn nothing_in_a_checklist_steers_the_terminal() {
    let world = World::new(&[]);
    let mut notes = value(&["A", HOSTILE, HOSTILE], 1);
    notes["lastStepSummary"] = json!(HOSTILE);
    notes["items"][0]["changedFiles"] = json!([HOSTILE]);
    notes["items"][2]["id"] = json!(HOSTILE);
    world.note(&notes);
    let steers = |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{202e}' | '\u{2028}' | '\u{200b}');
    for args in [
        &["checklist", "status"][..],
        &["checklist", "status", "--json"],
        &["checklist", "prompt"],
        &["checklist", "prompt", "--json"],
        &["status"],
        &["status", "--json"],
        &["status", "--line"],
        &["status", "--line=tmux"],
        &["checklist", "next"],
        &["checklist", "stop"],
    ] {
        let run = world.run(args).ok();
        assert!(!run.out.contains(steers) && !run.err.contains(steers), "{args:?}: {:?}", run.out);
    }
    assert_eq!(world.run(&["status", "--line"]).ok().out.lines().count(), 1);
}

#[test]
fn wide_ids_and_titles_stand_in_columns() {
    let world = World::new(&[]);
    let mut notes = value(&["하나", "둘", "👨‍👩‍👧‍👦 가족", "ｶﾞ行"], 0);
    notes["items"][2]["id"] = json!("단계-셋");
    notes["items"][3]["id"] = json!("👍🏽");
    world.note(&notes);
    let run = world.checklist(&["status"]).ok();
    let column = |title: &str| {
        let line = run.out.lines().find(|line| line.ends_with(title)).unwrap_or_else(|| panic!("{}", run.out));
        cells::width(line.strip_suffix(title).expect("it ends so"))
    };
    let columns = ["둘", "👨‍👩‍👧‍👦 가족", "ｶﾞ行"].map(column);
    assert!(columns.iter().all(|at| *at == columns[0]), "{columns:?}\n{}", run.out);
}

#[test]
fn two_thousand_steps_are_shown_and_gone_through() {
    let world = World::new(&[]);
    let text: String = (1..=2000).map(|n| format!("{n}) 단계 {n} ")).collect();
    world.checklist_told(&["start", "-"], text.as_bytes()).ok();
    let run = world.checklist(&["status"]).ok();
    assert!(run.out.contains("0/2000") && run.out.contains("1999 steps") && run.out.contains("step-2000  단계 2000"));
    let answer = world.checklist(&["next", "--json"]).ok().json();
    assert_eq!((&answer["done"], &answer["total"]), (&json!(1), &json!(2000)));
    assert!(cells::width(world.run(&["status", "--line", "--width", "20"]).ok().out.trim_end()) <= 20);
}

#[test]
fn the_line_holds_the_current_step_as_far_as_it_fits() {
    let world = World::new(&[]);
    let title = "한국어 제목이 아주 길어서 줄에 다 들어가지 않는다";
    world.note(&value(&["A", title, "C"], 1));
    assert_eq!(world.run(&["status", "--line", "--width", "90"]).ok().out.trim_end(), format!("checklist 1/3 {title}"));
    for width in ["0", "1", "12", "20", "21"] {
        let out = world.run(&["status", "--line", "--width", width]).ok().out;
        assert!(cells::width(out.trim_end_matches('\n')) <= width.parse().expect("number"), "{out}");
    }
    world.checklist(&["stop"]).ok();
    assert_eq!(world.run(&["status", "--line"]).ok().out, "checklist 1/3, stopped\n");
    let world = World::plan();
    world.note(&value(&["A", "B"], 1));
    assert_eq!(world.run(&["status", "--line"]).ok().out, "structure 3 · checklist 1/2 B\n");
}

#[test]
fn the_line_for_tmux_doubles_hashes() {
    let world = World::new(&[]);
    world.note(&value(&["#[fg=red]#(touch x) %H"], 0));
    assert_eq!(world.run(&["status", "--line=tmux"]).ok().out, "checklist 0/1 ##[fg=red]##(touch x) %H\n");
    assert_eq!(world.run(&["status", "--line"]).ok().out, "checklist 0/1 #[fg=red]#(touch x) %H\n");
}

#[test]
fn japanese_is_spoken_where_asked_for() {
    let world = World::new(&[]);
    world.note(&value(&["A", "B", "C"], 1));
    let run = world.checklist(&["status", "--lang", "ja"]).ok();
    assert!(run.out.contains("残り1件") && run.out.contains("いま: B"), "{}", run.out);
    let said = world.checklist(&["next", "--json", "--lang", "ja"]).ok();
    assert!(said.json()["reason"].is_null());
}
