//! Finding: search, filters, reviewed marks, and the panels to read.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::fs;
use std::os::unix::fs::PermissionsExt;

use planboard::locale::Language;
use world::{Board, SHOTS, World, research};

fn search(board: &Board, query: &str) {
    board.send("/");
    board.wait_text(&format!("enter {}", board.words.word("hint.confirm")));
    // What was searched for last goes.
    board.send("\x15");
    board.send(query);
    board.wait_text(query);
    board.send("\r");
    board.wait_board();
}

#[test]
fn search_folds_case_width_and_kana_and_takes_ids() {
    let world = World::new();
    let board = world.open();
    for (query, id) in [
        ("カメラ", "s-05"),
        ("ｔｉｔｌｅ", "s-02"),
        ("STEAM", "s-02"),
        ("s-09", "s-09"),
        ("[3]", "s-04"),
        ("濾して", "s-10"),
    ] {
        board.send("g");
        search(&board, query);
        board.wait_selected(id);
    }
    search(&board, "どこにもない");
    board.wait_says("talk.no-match");
    board.wait_selected("s-10");
    board.wait_text("どこにもない");
}

#[test]
fn matches_are_walked_and_esc_gives_the_search_up() {
    let world = World::new();
    let board = world.open();
    search(&board, "鍋に");
    board.wait_selected("s-06");
    search(&board, "の");
    let mut at = Vec::new();
    for key in ["n", "n", "N"] {
        let before = board.selected().unwrap();
        board.send(key);
        board.wait_for(
            |screen| {
                let (_, columns) = screen.size();
                screen.rows(0, columns.get()).any(|row| row.starts_with('▶') && !row.starts_with(&before))
            },
            harness::PATIENCE,
        );
        at.push(board.selected().unwrap());
    }
    assert_ne!(at[0], at[1]);
    assert_eq!(at[0], at[2]);
    // Esc gives up what is typed now; what was searched before is still there.
    let here = board.selected().unwrap();
    board.send("/");
    board.send("\x15鍋に");
    board.wait_selected("s-06");
    board.send("\x1b");
    board.wait_board();
    board.wait_selected(&here);
    board.send("n");
    board.wait_selected(&at[1]);
}

#[test]
fn filters_show_what_they_name() {
    let world = World::new();
    let board = world.open();
    board.go_to("s-03");
    board.comment("指摘");
    board.go_to("s-07");
    board.begin();
    board.send("書きかけ");
    board.send("\x1b");
    board.wait_board();
    board.send("g ");
    board.wait_selected("s-02");

    let names = [
        "filter.commented",
        "filter.not-reviewed",
        "filter.changed",
        "filter.unfinished",
        "filter.changed-or-commented",
        "filter.all",
    ];
    let shown: [(&[&str], &[&str]); 6] = [
        (&["s-03"], &["s-01", "s-07"]),
        (&["s-02", "s-03", "s-07"], &["s-01 ["]),
        (&[], &["s-01 [", "s-03 [", "s-07 ["]),
        (&["s-07"], &["s-01", "s-03"]),
        (&["s-03"], &["s-01 [", "s-07 ["]),
        (&["s-01", "s-03", "s-07", "s-12"], &[]),
    ];
    for (name, (there, not)) in names.into_iter().zip(shown) {
        board.send("f");
        board.wait_text(&format!("Showing: {} (", board.words.word(name)));
        let screen = board.screen_text();
        let list: String = screen.lines().skip(2).filter_map(|l| l.split_once('│')).map(|(list, _)| list).collect();
        assert!(there.iter().all(|id| list.contains(id)), "{name}\n{screen}");
        assert!(!not.iter().any(|id| list.contains(id)), "{name}\n{screen}");
    }
}

#[test]
fn reviewed_marks_are_kept_and_end_with_a_change() {
    let world = World::new();
    let board = world.open();
    board.send("  ");
    board.wait_selected("s-03");
    board.wait_text("2 reviewed");
    board.send("k");
    board.wait_selected("s-02");
    board.wait_text("✓");
    board.send(" ");
    board.wait_text("1 reviewed");
    board.quit();
    let board = world.open();
    board.wait_text("1 reviewed");
    let mut shots = SHOTS;
    shots[0].1 = "夜の台所";
    world.rewrite(&shots);
    board.wait_text("夜の台所");
    board.wait_text("0 reviewed");
    board.wait_text("≠");
}

/// A checklist longer than a screen.
fn checklist() -> String {
    let entries: Vec<String> = (0..60)
        .map(|i| format!(r#"{{"id":"e-{i}","text":"手順{i}","status":"{}"}}"#, if i < 2 { "done" } else { "todo" }))
        .collect();
    format!(r#"{{"version":1,"title":"長い手順","items":[{}]}}"#, entries.join(","))
}

#[test]
fn panels_open_scroll_and_close() {
    let notes = std::fs::read_to_string(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo/video/planning/plan_notes.json"),
    );
    // Findings of every shot: more than a screen holds.
    let broken = research(&SHOTS).replace("\"duration_estimate_seconds\": 4", "\"duration_estimate_seconds\": -4");
    let files = [
        ("planning/research-plan.json", broken.as_str()),
        ("planning/plan_notes.json", &notes.unwrap_or_else(|_| checklist())),
    ];
    for language in Language::ALL {
        let world = World::of(&files);
        let setup =
            world.setup(&[]).size(80, 12).lang(if language == Language::Ja { "ja_JP.UTF-8" } else { "en_US.UTF-8" });
        let board = Board::start(setup, language);
        for (key, title) in [("?", "help.title"), ("!", "findings.title"), ("x", "checklist.title")] {
            let title = format!("── {} ", board.words.word(title));
            board.send(key);
            board.wait_text(&title);
            if key == "x" {
                // It opens at its current step.
                board.send("g");
                board.wait_text("planning/plan_notes.json");
            }
            // On top of the checklist its bar stays.
            let moves = if key == "x" { 4 } else { 3 };
            let first = board.screen_text();
            board.send("G");
            board.wait_for(|screen| !screen.contents().contains(first.lines().nth(moves).unwrap()), harness::PATIENCE);
            let last = board.screen_text();
            board.send("g");
            board.wait_for(|screen| screen.contents().contains(first.lines().nth(moves).unwrap()), harness::PATIENCE);
            board.send("jk\x1b[6~\x1b[5~ ");
            board.send("G");
            board.wait_for(|screen| screen.contents().contains(last.lines().nth(5).unwrap()), harness::PATIENCE);
            board.send("q");
            board.wait_gone(&title);
            board.wait_board();
        }
        board.quit();
    }
}

#[test]
fn help_names_the_keys_that_work() {
    let world = World::new();
    let board = world.open_sized(200, 60);
    board.send("?");
    board.wait_text("── Help ──");
    for action in ["action.comment", "action.submit", "action.reviewed", "action.search"] {
        assert!(board.says(action), "{action}\n{}", board.screen_text());
    }
}

/// An editor of this name that writes down what it was given, word by word, and then does `more`.
fn editor(world: &World, name: &str, more: &str) -> String {
    let path = world.root().join(name);
    let script = format!("#!/bin/sh\nstty -a > \"$TMPDIR/modes\"\nprintf '%s\\n' \"$@\" > \"$TMPDIR/given\"\n{more}\n");
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

fn given(world: &World) -> Vec<String> {
    let text = fs::read_to_string(world.root().join("tmp/given")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// One shot of the sample has a length below 0.
fn faulty() -> World {
    let broken = research(&SHOTS).replacen("\"duration_estimate_seconds\": 4", "\"duration_estimate_seconds\": -4", 1);
    World::of(&[("planning/research-plan.json", &broken)])
}

#[test]
fn the_persons_own_editor_opens_the_file_at_the_finding() {
    let world = faulty();
    let vim = editor(&world, "vim", "sed -i.old 's/: -4/: 4/' \"$2\"");
    let board = Board::start(world.setup(&[]).env("EDITOR", &format!("'{vim}'")), Language::En);
    board.wait_text("1 finding (!)");
    board.send("!");
    board.wait_text(&format!("── {} ", board.words.word("findings.title")));
    let file = world.plan_file().canonicalize().unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let line = text.lines().position(|line| line.contains(": -4")).unwrap() + 1;
    board.wait_text(&format!("research-plan.json:{line}:"));
    board.send("\x07");
    // What the editor left is read at once.
    board.wait_says("findings.none");
    let column = text.lines().nth(line - 1).and_then(|line| line.split_once("-4")).unwrap().0.chars().count();
    assert_eq!(given(&world), [format!("+normal! {line}G0{column}l"), file.display().to_string()]);
    let modes = fs::read_to_string(world.root().join("tmp/modes")).unwrap();
    assert!(modes.contains(" icanon") && modes.contains(" echo "), "{modes}");
    // The board has the terminal again.
    board.send("q");
    board.wait_board();
    board.send("j");
    board.wait_selected("s-02");
    board.comment("続けて");
    world.wait_saved(&["続けて"]);
}

#[test]
fn an_editor_with_arguments_is_told_the_place_in_its_own_way() {
    let world = faulty();
    let code = editor(&world, "code", "");
    let setup = world.setup(&[]).env("VISUAL", &format!("{code} --wait")).env("EDITOR", "false");
    let board = Board::start(setup, Language::En);
    board.wait_text("1 finding (!)");
    board.send("!\x07");
    world::wait_until(|| given(&world).len() == 3, || format!("given was {:?}", given(&world)));
    let given = given(&world);
    assert_eq!(given[..2], ["--wait", "-g"]);
    let (file, column) = given[2].rsplit_once(':').unwrap();
    assert!(file.contains("research-plan.json:") && column.parse::<usize>().unwrap() > 1, "{given:?}");
    board.wait_text("── Findings");
    board.send("\r");
    board.wait_board();
    board.wait_selected("s-01");
}

#[test]
fn without_an_editor_and_with_one_that_fails_it_is_said() {
    let world = faulty();
    let board = world.open();
    board.wait_text("1 finding (!)");
    board.send("!\x07");
    board.wait_says("external.none");
    board.send("q");
    board.quit();
    let failing = editor(&world, "nano", "exit 3");
    let board = Board::start(world.setup(&[]).env("EDITOR", &failing), Language::En);
    board.wait_text("1 finding (!)");
    board.send("!\x07");
    board.wait_says("talk.editor-failed");
    board.wait_text("── Findings");
}
