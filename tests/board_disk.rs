//! A disk that refuses: the reason is shown, the draft stays, no part of a file is left.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use harness::PATIENCE;
use planboard::locale::Language;
use world::{Board, SHOTS, World, research};

const TEXT: &str = "残る指摘";

/// A board with a comment, its submit dialogue open.
fn asked(world: &World) -> Board {
    let board = world.open();
    board.go_to("s-02");
    board.comment(TEXT);
    board.ask_submit();
    board
}

/// The draft is there still, on screen and on the disk, and nothing of a file is left.
#[track_caller]
fn draft_stays(world: &World, board: &Board) {
    assert!(world.leftovers().is_empty(), "{:?}", world.leftovers());
    world.wait_saved(&[TEXT]);
    board.send("\x1b");
    board.wait_board();
    board.go_to("s-02");
    board.wait_text(&format!("● {TEXT}"));
    board.quit();
    assert_eq!(world.saved(), [TEXT]);
    let again = world.open();
    again.go_to("s-02");
    again.wait_text(TEXT);
    again.quit();
}

/// What stands in the place of plan-comments.json when Enter is pressed, and what is said of it.
fn in_its_place(make: impl Fn(&Path), reason: &str, clear: impl Fn(&Path)) {
    for before in [true, false] {
        let world = World::new();
        let board = if before {
            make(&world.comments_file());
            asked(&world)
        } else {
            let board = asked(&world);
            make(&world.comments_file());
            board
        };
        let other = world.root().join("elsewhere");
        board.send("\r");
        if before {
            board.wait_says("submit.obstacle-unreadable");
        } else {
            let said = |text: &str| [reason, "cannot be read"].iter().any(|part| text.contains(part));
            board.wait_for(|screen| said(&screen.contents()), PATIENCE);
        }
        board.send("\r");
        assert!(fs::symlink_metadata(world.comments_file()).is_ok_and(|m| !m.is_file()), "it stands as it was");
        assert!(fs::read(&other).is_ok_and(|b| b == b"other") || !other.exists(), "nothing outside is written");
        assert!(world.leftovers().is_empty());
        assert_eq!(world.saved(), [TEXT]);
        // The way free, the same draft goes out.
        board.send("\x1b");
        board.wait_board();
        clear(&world.comments_file());
        board.wait_gone(&board.sentence("submit.obstacle-unreadable"));
        board.ask_submit();
        board.wait_says("submit.ready");
        board.send("\r");
        board.wait_says("submit.done");
        assert_eq!(world.submitted(), [TEXT]);
    }
}

fn remove(path: &Path) {
    fs::remove_file(path).unwrap();
}

#[test]
fn a_link_in_its_place_is_not_written_through() {
    let make = |path: &Path| {
        let other = path.parent().unwrap().parent().unwrap().parent().unwrap().join("elsewhere");
        fs::write(&other, "other").unwrap();
        symlink(other, path).unwrap();
    };
    in_its_place(make, "is a link", remove);
}

#[test]
fn a_dangling_link_in_its_place_is_not_written_through() {
    in_its_place(|path| symlink("nowhere", path).unwrap(), "is a link", remove);
}

#[test]
fn a_pipe_in_its_place_is_not_waited_for() {
    let make = |path: &Path| {
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    in_its_place(make, "is a pipe", remove);
}

#[test]
fn a_folder_in_its_place_is_named() {
    in_its_place(|path| fs::create_dir(path).unwrap(), "is a folder", |path| fs::remove_dir(path).unwrap());
}

#[test]
fn the_plan_directory_removed_during_the_dialogue_is_told() {
    let world = World::new();
    let board = asked(&world);
    let away = world.root().join("away");
    fs::rename(world.planning(), &away).unwrap();
    board.wait_says("next.stale-gone");
    board.send("\r");
    board.wait_says("submit.obstacle-no-file");
    assert!(!world.planning().exists());
    world.wait_saved(&[TEXT]);
    fs::rename(away, world.planning()).unwrap();
    board.wait_text("1 structure 12");
    draft_stays(&world, &board);
}

/// A tiny file system in place of a folder, unmounted at the end; none where mounting is not allowed.
struct Tiny(PathBuf);

impl Tiny {
    fn over(folder: &Path, options: &str) -> Option<Tiny> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, "planboard-test"]).arg(folder);
        let mounted = mount.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        mounted.is_ok_and(|s| s.success()).then(|| Tiny(folder.to_owned()))
    }

    fn remount(&self, options: &str) -> bool {
        let mut mount = Command::new("mount");
        mount.args(["-o", &format!("remount,{options}")]).arg(&self.0).stderr(Stdio::null());
        mount.status().is_ok_and(|s| s.success())
    }
}

impl Drop for Tiny {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).stderr(Stdio::null()).status();
    }
}

#[test]
fn a_full_disk_at_submit_is_told_and_room_lets_the_draft_out() {
    let world = World::new();
    let Some(_tiny) = Tiny::over(&world.planning(), "size=64k") else { return };
    fs::write(world.plan_file(), research(&SHOTS)).unwrap();
    let board = asked(&world);
    let filler = world.planning().join("filler");
    let full = fs::write(&filler, vec![0_u8; 1 << 20]);
    assert!(full.is_err(), "the disk is full");
    board.send("\r");
    board.wait_text("the disk is full");
    assert!(!world.comments_file().exists());
    assert!(world.leftovers().is_empty(), "{:?}", world.leftovers());
    world.wait_saved(&[TEXT]);
    fs::remove_file(filler).unwrap();
    board.send("\r");
    board.wait_says("submit.done");
    assert_eq!(world.submitted(), [TEXT]);
}

#[test]
fn a_read_only_disk_at_submit_is_told() {
    let world = World::new();
    let Some(tiny) = Tiny::over(&world.planning(), "size=1m") else { return };
    fs::write(world.plan_file(), research(&SHOTS)).unwrap();
    let board = asked(&world);
    if !tiny.remount("ro") {
        return;
    }
    board.send("\r");
    board.wait_text("read-only");
    assert!(!world.comments_file().exists());
    assert!(tiny.remount("rw"));
    draft_stays(&world, &board);
}

#[test]
fn a_full_state_disk_is_told_while_typing_and_nothing_is_lost_once_there_is_room() {
    let world = World::new();
    let Some(_tiny) = Tiny::over(&world.root().join("state"), "size=256k") else { return };
    let board = world.open();
    board.comment("前の");
    let filler = world.root().join("state/filler");
    assert!(fs::write(&filler, vec![0_u8; 1 << 20]).is_err());
    board.go_to("s-02");
    board.begin();
    board.paste(&"長い文。".repeat(4000));
    board.wait_says("next.unsaved");
    board.send("\r");
    board.wait_board();
    fs::remove_file(filler).unwrap();
    board.go_to("s-03");
    // Said either way: that it is saved, or that drafts are on the disk again.
    board.begin();
    board.send("空いた");
    board.wait_text("空いた");
    board.send("\r");
    world.wait_saved(&["前の", &"長い文。".repeat(4000), "空いた"]);
}

#[test]
fn a_state_directory_that_cannot_be_used_opens_a_board_that_only_looks() {
    let world = World::new();
    fs::write(world.root().join("plain"), "a file").unwrap();
    let state = world.root().join("plain").display().to_string();
    let board = Board::start(world.setup(&[]).env("PLANBOARD_STATE_DIR", &state), Language::En);
    board.wait_text("Read-only");
    board.send("c");
    board.send("j");
    board.wait_selected("s-02");
    board.quit();
}
