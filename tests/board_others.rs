//! More than one at a project: a second board, the command line, a board that only looks; suspending.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::process::Stdio;

use harness::{PATIENCE, Setup};
use planboard::locale::Language;
use rustix::process::Signal;
use world::{Board, World, wait_until};

#[test]
fn a_second_board_is_read_only_and_names_the_holder() {
    for language in Language::ALL {
        let world = World::new();
        let first = world.open_in(language);
        first.comment("一枚目");
        world.wait_saved(&["一枚目"]);
        let second = world.open_in(language);
        second.wait_text(&first.pid().as_raw_nonzero().to_string());
        second.wait_text("一枚目");
        for key in ["c", "d", "u", " ", "o", "S", "\x12"] {
            second.send(key);
        }
        second.send("j");
        second.wait_selected("s-02");
        assert!(!second.shows("── Submit"), "{}", second.screen_text());
        second.quit();
        assert_eq!(world.saved(), ["一枚目"]);
        assert!(!world.comments_file().exists());
        // The first goes on writing.
        first.go_to("s-02");
        first.comment("続き");
        world.wait_saved(&["一枚目", "続き"]);
        first.quit();
        let third = world.open_in(language);
        third.go_to("s-03");
        third.comment("あとで");
    }
}

#[test]
fn a_board_that_crashed_leaves_no_lock() {
    let world = World::new();
    let first = world.open();
    first.kill9();
    assert!(first.exit_status(PATIENCE).is_some());
    let second = world.open();
    second.comment("書ける");
    world.wait_saved(&["書ける"]);
}

#[test]
fn a_comment_from_the_command_line_arrives_in_an_open_board() {
    for language in Language::ALL {
        let world = World::new();
        let board = world.open_in(language);
        board.go_to("s-02");
        board.begin();
        board.send("書きながら");
        board.wait_text("書きながら");
        let added =
            world.command(&["comments", "add", "--pass", "structure", "--target", "4", "--text", "外から\n二行"]);
        assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
        world.wait_saved(&["外から\n二行"]);
        board.send("続ける");
        board.wait_text("書きながら続ける");
        board.send("\r");
        board.wait_board();
        let listed = || {
            let mut saved = world.saved();
            saved.sort();
            saved
        };
        wait_until(|| listed() == ["外から\n二行", "書きながら続ける"], || format!("{:?}", listed()));
        board.go_to("s-05");
        board.wait_text("外から");
        // Undo reaches over it, too: nothing that came in is lost without a way back.
        board.submit();
        assert_eq!(world.submitted(), ["書きながら続ける", "外から\n二行"]);
    }
}

#[test]
fn many_comments_from_the_command_line_all_arrive_once() {
    let world = World::new();
    let board = world.open();
    std::thread::scope(|scope| {
        for worker in 0..3 {
            let world = &world;
            scope.spawn(move || {
                for i in 0..4 {
                    let text = format!("{worker}-{i}");
                    let added =
                        world.command(&["comments", "add", "--pass", "structure", "--target", "0", "--text", &text]);
                    assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
                }
            });
        }
    });
    wait_until(|| world.saved().len() == 12, || format!("{:?}", world.saved()));
    let mut saved = world.saved();
    saved.sort();
    saved.dedup();
    assert_eq!(saved.len(), 12);
    board.quit();
    assert_eq!(world.saved().len(), 12);
}

#[test]
fn a_board_that_only_looks_writes_nothing() {
    let world = World::new();
    let (film, state) = (world.tree("film"), world.tree("state"));
    let board = Board::start(world.setup(&["--read-only"]), Language::En);
    for key in ["c", "o", " ", "d", "u", "\x12", "S"] {
        board.send(key);
        board.wait_says("read-only.asked");
    }
    board.send("j/");
    board.send("s-05\r");
    board.wait_selected("s-05");
    board.send("2?qx");
    board.send("\x1b");
    board.quit();
    assert_eq!(world.tree("film"), film);
    assert_eq!(world.tree("state"), state);

    // Also where there is a draft to show.
    let board = world.open();
    board.comment("見える");
    board.quit();
    let (film, state) = (world.tree("film"), world.tree("state"));
    let board = Board::start(world.setup(&["--read-only"]), Language::En);
    board.wait_text("見える");
    board.quit();
    assert_eq!(world.tree("film"), film);
    assert_eq!(world.tree("state"), state);
}

fn has_bash() -> bool {
    std::process::Command::new("bash").arg("-c").arg(":").stdin(Stdio::null()).status().is_ok_and(|s| s.success())
}

/// A shell with job control, its prompt `$ ` shown.
fn shell(world: &World, columns: u16) -> harness::Pty {
    let state = world.root().join("state").display().to_string();
    let pty = Setup::program("bash", &["--norc", "--noprofile", "-i"])
        .size(columns, 40)
        .lang("C.UTF-8")
        .env("LC_ALL", "en_US.UTF-8")
        .env("PS1", "READY> ")
        .env("PLANBOARD_STATE_DIR", &state)
        .folder(world.film())
        .start();
    pty.wait_text("READY>");
    pty
}

#[test]
fn ctrl_z_gives_the_terminal_to_the_shell_and_fg_brings_the_board_back() {
    if !has_bash() {
        return;
    }
    let world = World::new();
    let pty = shell(&world, 120);
    pty.send(format!("{}\r", env!("CARGO_BIN_EXE_planboard")));
    pty.wait_text("s-12 [11]");
    for _ in 0..3 {
        pty.send("\x1a");
        pty.wait_for(|screen| !screen.alternate_screen() && screen.contents().contains("Stopped"), PATIENCE);
        pty.send("clear; echo out$((40+2))\r");
        pty.wait_text("out42");
        pty.send("fg\r");
        pty.wait_for(|screen| screen.alternate_screen() && screen.contents().contains("s-12 [11]"), PATIENCE);
    }
    // It goes on where it was, and ends as always.
    pty.send("j");
    pty.wait_text("▶    s-02");
    pty.send("c");
    pty.wait_text("enter ");
    pty.send("後で\r");
    world.wait_saved(&["後で"]);
    pty.send("q");
    pty.wait_for(|screen| !screen.alternate_screen(), PATIENCE);
    pty.send("echo in$((1+1))\r");
    pty.wait_text("in2");
}

#[test]
fn a_stop_from_outside_saves_and_continues() {
    if !has_bash() {
        return;
    }
    let world = World::new();
    let pty = shell(&world, 120);
    pty.send(format!("{} & fg\r", env!("CARGO_BIN_EXE_planboard")));
    pty.wait_for(|screen| screen.alternate_screen() && screen.contents().contains("s-12 [11]"), PATIENCE);
    pty.send("c");
    pty.wait_text("enter ");
    pty.send("途中");
    pty.wait_text("途中");
    let holder = world.tree("state").into_iter().find(|(path, _)| path.ends_with("holder.json")).expect("a holder").1;
    let holder: serde_json::Value = serde_json::from_slice(&holder).unwrap();
    let pid = holder["pid"].as_i64().and_then(|pid| rustix::process::Pid::from_raw(i32::try_from(pid).ok()?)).unwrap();
    rustix::process::kill_process(pid, Signal::TSTP).unwrap();
    pty.wait_for(|screen| !screen.alternate_screen() && screen.contents().contains("Stopped"), PATIENCE);
    world.wait_unfinished(&["途中"]);
    pty.send("fg\r");
    pty.wait_for(|screen| screen.alternate_screen() && screen.contents().contains("途中"), PATIENCE);
    pty.send("から\r");
    world.wait_saved(&["途中から"]);
}

#[test]
fn a_comment_that_came_in_while_the_board_died_is_there_when_the_next_one_opens() {
    let world = World::new();
    let board = world.open();
    board.signal(Signal::STOP);
    let added = world.command(&["comments", "add", "--pass", "structure", "--target", "4", "--text", "外から"]);
    assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
    board.kill9();
    assert!(board.exit_status(PATIENCE).is_some());
    let board = world.open();
    board.wait_text("1 comment");
    board.go_to("s-05");
    board.wait_text("外から");
}

#[test]
fn a_board_that_only_looked_writes_once_the_other_is_closed() {
    let world = World::new();
    let first = world.open();
    first.comment("一枚目");
    world.wait_saved(&["一枚目"]);
    let second = world.open();
    second.wait_text("Read-only");
    first.kill9();
    // Without a key: whoever sits there sees it.
    second.wait_says("talk.may-write");
    second.go_to("s-02");
    second.comment("二枚目");
    world.wait_saved(&["一枚目", "二枚目"]);
}

#[test]
fn taking_over_saves_what_the_holder_writes_and_turns_it_read_only() {
    let world = World::new();
    let first = world.open();
    first.comment("一枚目");
    first.go_to("s-02");
    first.begin();
    first.send("途中");
    first.wait_text("途中");
    let second = world.open();
    second.take_over();
    first.wait_says("ways.handed-over");
    assert_eq!(world.unfinished(), ["途中"]);
    // It says how it comes back, also where a key is refused.
    first.send("j");
    first.wait_text("T take over");
    second.go_to("s-03");
    second.comment("二枚目");
    world.wait_saved(&["一枚目", "二枚目"]);
    first.send("c");
    assert!(!first.shows("二枚目 途中"));
    assert_eq!(world.unfinished(), ["途中"]);
}

#[test]
fn a_holder_that_does_not_answer_loses_the_lock_and_writes_no_more() {
    let world = World::new();
    let first = world.open();
    first.comment("一枚目");
    world.wait_saved(&["一枚目"]);
    first.signal(Signal::STOP);
    let second = world.open();
    second.take_over();
    second.go_to("s-03");
    second.comment("二枚目");
    world.wait_saved(&["一枚目", "二枚目"]);
    first.signal(Signal::CONT);
    first.wait_says("ways.lost");
    first.send("cq");
    second.go_to("s-04");
    second.comment("三枚目");
    world.wait_saved(&["一枚目", "二枚目", "三枚目"]);
}

#[test]
fn a_lock_that_goes_to_and_fro_is_told_as_it_is_on_both_boards() {
    for language in Language::ALL {
        let world = World::new();
        let lang = if language == Language::Ja { "ja_JP.UTF-8" } else { "en_US.UTF-8" };
        let open = || Board::start(world.setup(&[]).size(80, 24).lang(lang), language);
        let first = open();
        let second = open();
        let (mut other, mut writer) = (&second, &first);
        for _ in 0..3 {
            other.take_over();
            // Whoever writes now says nothing of having lost the lock before, nor of a board that is closed.
            assert!(!other.says("ways.handed-over") && !other.says("talk.may-write"), "{}", other.screen_text());
            writer.wait_says("ways.handed-over");
            writer.send("\x1b");
            (other, writer) = (writer, other);
        }
        // The one that writes is closed: that is what the other one says.
        writer.send("q");
        assert!(writer.exit_status(PATIENCE).is_some(), "{}", writer.screen_text());
        other.wait_says("talk.may-write");
    }
}
