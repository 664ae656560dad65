//! Taking over from a board whose terminal another program has just then.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::fs;
use std::os::unix::fs::PermissionsExt;

use harness::PATIENCE;
use planboard::locale::Language;
use world::{Board, World, wait_until};

#[test]
fn a_board_in_the_persons_own_editor_loses_the_lock_and_none_of_its_text() {
    let world = World::new();
    let editor = world.root().join("editor.sh");
    let waits =
        "printf '%s' '外で' >> \"$1\"; : > \"$TMPDIR/open\"; while [ ! -e \"$TMPDIR/go\" ]; do sleep 0.02; done";
    fs::write(&editor, format!("#!/bin/sh\n{waits}\n")).unwrap();
    fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).unwrap();
    let first = Board::start(world.setup(&[]).env("EDITOR", &editor.display().to_string()), Language::En);
    first.comment("一枚目");
    first.go_to("s-02");
    first.begin();
    first.send("途中");
    first.wait_text("途中");
    first.send("\x07");
    wait_until(|| world.root().join("tmp/open").exists(), || "no editor".to_owned());

    let second = world.open();
    second.take_over();
    second.go_to("s-03");
    second.comment("二枚目");
    world.wait_saved(&["一枚目", "二枚目"]);
    assert_eq!(world.unfinished(), ["途中"], "what was typed before the editor opened");

    fs::write(world.root().join("tmp/go"), "").unwrap();
    first.wait_says("next.unsaved");
    first.wait_text("途中外で");
    first.send("c");
    first.wait_text("takes over.");
    // What was written in the editor is in no file, so it is said at the end: the first q warns, the second one means it.
    first.send("q");
    first.wait_says("talk.leave-unsaved");
    first.send("q");
    assert!(first.exit_status(PATIENCE).is_some(), "{}", first.screen_text());
    first.wait_for(|screen| !screen.alternate_screen() && screen.contents().contains("途中外で"), PATIENCE);
    assert!(first.is_cooked());
    assert_eq!((world.saved(), world.unfinished()), (vec!["一枚目".into(), "二枚目".into()], vec!["途中".into()]));
    second.quit();
}
