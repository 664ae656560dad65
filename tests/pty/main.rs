//! The pseudo-terminal harness itself, tried with a shell.

mod harness;

use std::time::Duration;

use harness::{PATIENCE, Setup};
use rustix::process::Signal;

fn shell(script: &str) -> Setup {
    Setup::program("/bin/sh", &["-c", script])
}

#[test]
fn the_screen_is_read_back_with_its_cursor() {
    let pty = shell("printf '\\033[2J\\033[3;5H指摘'; exec cat").size(40, 10).start();
    pty.wait_text("指摘");
    assert_eq!(pty.screen_text(), "\n\n    指摘");
    assert_eq!(pty.cursor(), Some((2, 8)));
    pty.send("x");
    pty.wait_text("指摘x");
    pty.send_split(&[b"\xe3", b"\x81\x82"], Duration::from_millis(5));
    pty.wait_text("指摘xあ");
}

#[test]
fn the_environment_is_the_tests_own() {
    let pty = shell("echo \"$LANG $TERM [$TMUX$NO_COLOR$SSH_TTY] $PLANBOARD_STATE_DIR $EXTRA\"; pwd; exec cat")
        .size(200, 24)
        .lang("ja_JP.UTF-8")
        .env("EXTRA", "more")
        .start();
    let state = pty.state_folder();
    pty.wait_text(&format!("ja_JP.UTF-8 xterm-256color [] {} more", state.display()));
    pty.wait_text(&pty.home().display().to_string());
}

#[test]
fn a_query_is_answered_each_time() {
    let ask = "printf '\\033]11;?\\033\\\\'; dd bs=8 count=1 2>/dev/null; echo;";
    let script = &format!("stty -icanon -echo min 8; {ask} {ask} echo done; exec cat");
    let pty = shell(script).answer(b"\x1b]11;?\x1b\\", b"answered", Duration::from_millis(1)).start();
    pty.wait_text("done");
    assert_eq!(pty.screen_text(), "answered\nanswered\ndone");
}

#[test]
fn the_size_can_change() {
    let pty = shell("trap 'stty size' WINCH; stty size; while :; do sleep 0.05; done").start();
    pty.wait_text("24 80");
    pty.resize(100, 30);
    pty.wait_text("30 100");
}

#[test]
fn ends_and_signals_are_told() {
    let pty = shell("exit 3").start();
    assert_eq!(pty.exit_status(PATIENCE).expect("ended").exit_code(), 3);

    let pty = shell("trap 'echo bye; exit 4' TERM; echo up; while :; do sleep 0.05; done").start();
    pty.wait_text("up");
    assert!(pty.exit_status(Duration::ZERO).is_none());
    pty.signal(Signal::TERM);
    assert_eq!(pty.exit_status(PATIENCE).expect("ended").exit_code(), 4);
    pty.wait_text("bye");

    let pty = shell("echo up; exec cat").start();
    pty.wait_text("up");
    pty.kill9();
    assert!(!pty.exit_status(PATIENCE).expect("ended").success());
}

#[test]
fn the_modes_can_be_read_also_after_the_end() {
    let pty = shell("stty raw -echo; echo raw; read x; stty sane; exit 0").start();
    pty.wait_text("raw");
    assert!(!pty.is_cooked());
    pty.send("x\n");
    assert!(pty.exit_status(PATIENCE).expect("ended").success());
    assert!(pty.is_cooked());
}

#[test]
fn a_terminal_hung_up_ends_its_program() {
    let mut pty = shell("echo up; exec cat").start();
    pty.wait_text("up");
    pty.hang_up();
    assert!(!pty.exit_status(PATIENCE).expect("ended").success());
}
