//! `planboard check`: which files are checked, and what is said about bytes that are no plan at all.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod cli_world;

use std::fs;
use std::os::unix::fs::symlink;

use cli_world::{EDIT_V2, RESEARCH, Run, World};

/// The files of a run with `--json`, each with its kind.
fn files(run: &Run) -> Vec<(String, Option<String>)> {
    let json = run.json();
    let files = json["files"].as_array().expect("files").iter();
    files.map(|f| (f["file"].as_str().expect("file").to_owned(), f["kind"].as_str().map(str::to_owned))).collect()
}

fn of(files: &[(&str, Option<&str>)]) -> Vec<(String, Option<String>)> {
    files.iter().map(|(file, kind)| ((*file).to_owned(), kind.map(str::to_owned))).collect()
}

/// The first finding of `bytes` as a research plan: `line:column: severity[code]`.
fn first(bytes: &[u8]) -> String {
    let world = World::new(&[]);
    fs::write(world.film().join("research-plan.json"), bytes).expect("file");
    let run = world.run(&["check", "research-plan.json"]).fails(1);
    let head = run.out.lines().next().expect("a finding").strip_prefix("research-plan.json:").expect("the file");
    head.split_once("]: ").expect("a message").0.to_owned()
}

#[test]
fn a_directory_is_searched_for_the_names_of_the_contracts_and_for_reports() {
    let world = World::new(&[
        ("planning/research-plan.json", RESEARCH),
        ("edit.json", EDIT_V2),
        ("other.json", EDIT_V2),
        ("README.md", "# A film\n"),
        ("quoting.md", "As in\nOUTCOME: success\nabove.\n"),
        ("z.md", "All done.\n\nOUTCOME: success\n"),
    ]);
    for left_out in [".git", "node_modules"] {
        fs::create_dir(world.film().join(left_out)).expect("folder");
        fs::write(world.film().join(left_out).join("edit.json"), "x").expect("file");
    }
    symlink("../edit.json", world.film().join("planning/edit.json")).expect("link");
    symlink("..", world.film().join("planning/round")).expect("link");
    let run = world.run(&["check", "--json", "."]);
    let wanted =
        [("edit.json", Some("edit")), ("z.md", Some("report")), ("planning/research-plan.json", Some("research-plan"))];
    assert_eq!(files(&run), of(&wanted));
    // What was met already is not checked again.
    let run = world.run(&["check", "--json", "planning", "./edit.json", "."]);
    assert_eq!(files(&run).len(), 3);
}

#[test]
fn a_directory_whose_files_were_checked_already_is_not_said_to_have_none() {
    let world = World::new(&[("planning/research-plan.json", RESEARCH)]);
    let run = world.run(&["check", ".", "planning"]).ok();
    assert!(!run.err.contains("No files"), "{}", run.err);
    assert!(run.out.ends_with("Files checked: 1. Errors: 0. Warnings: 0.\n"), "{}", run.out);
}

#[test]
fn other_encodings_are_named_and_a_mark_hides_no_mistake() {
    let utf_16: Vec<u8> = "{\"version\": 0}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(first(&utf_16), " error[other-encoding");
    let world = World::new(&[("edit.json", "\u{feff}{\"version\": }")]);
    let run = world.run(&["check", "edit.json"]).fails(1);
    assert!(run.out.contains("error[byte-order-mark]") && run.out.contains("error[syntax]"), "{}", run.out);
}

#[test]
fn lines_of_the_source_fit_into_the_columns_there_are() {
    let world = World::new(&[("edit.json", &format!("{{\"version\": 0, \"a\": \"{}\", }}", "あ".repeat(200)))]);
    let run = world.run(&["check", "edit.json"]).fails(1);
    let line = run.out.lines().nth(1).expect("the source");
    let cells = line.chars().map(|c| if c == 'あ' { 2 } else { 1 }).sum::<usize>();
    assert!(cells <= 100 && line.starts_with("  …"), "{line}");
}

#[test]
fn a_wrong_word_of_an_option_is_refused_with_those_there_are() {
    let world = World::new(&[]);
    for (args, wanted) in [
        (["check", "--as", "edti", "x"], ["possible values: plan-comments", "'edit'"]),
        (["check", "--tier", "lit", "x"], ["possible values: lite, mid", "'lite'"]),
        (["--lang", "fr", "check", "x"], ["possible values: en, ja", "--lang"]),
        (["schema", "report", "--lang", "en"], ["Markdown", "no schema"]),
    ] {
        let run = world.run(&args).fails(2);
        assert!(wanted.iter().all(|word| run.err.contains(word)), "{args:?}: {}", run.err);
    }
}

#[test]
fn a_directory_without_files_of_the_contracts_says_so() {
    let world = World::new(&[("README.md", "# A film\n")]);
    let run = world.run(&["check", "."]).ok();
    assert_eq!(run.err, "No files of the contracts in .\n");
    assert_eq!(run.out, "Files checked: 0. Errors: 0. Warnings: 0.\n");
}

#[test]
fn a_file_that_is_named_is_told_by_its_content_when_its_name_says_nothing() {
    let world = World::new(&[
        ("draft.json", EDIT_V2),
        ("plan-copy.json", RESEARCH),
        ("notes.txt", r#"{"version":1,"mode":"planned","items":[],"currentIndex":0}"#),
        ("report.md", "Done.\n\n**Outcome: success**\n"),
        ("README.md", "# A film\n"),
        ("broken.json", "{\"version\": 0,\n \"shots\" 5}"),
    ]);
    let run = world.run(&["check", "--json", "draft.json", "plan-copy.json", "notes.txt", "report.md", "README.md"]);
    let kinds: Vec<Option<String>> = files(&run).into_iter().map(|(_, kind)| kind).collect();
    let wanted = [Some("edit"), Some("research-plan"), Some("plan-notes"), Some("report"), None];
    assert_eq!(kinds, wanted.map(|kind| kind.map(str::to_owned)));
    assert_eq!(run.code, Some(1));
    // What has no keys to tell it by is said to be broken where it is.
    let run = world.run(&["check", "broken.json"]).fails(1);
    assert!(run.out.starts_with("broken.json:2:10: error[syntax]: "), "{}", run.out);
}

#[test]
fn what_cannot_be_read_is_a_finding_and_the_rest_is_checked() {
    let world = World::new(&[("edit.json", EDIT_V2)]);
    let pipe = world.film().join("plan.json");
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, rustix::fs::Mode::from_raw_mode(0o600), 0)
        .expect("pipe");
    symlink("nowhere", world.film().join("detail.json")).expect("link");
    let large = fs::File::create(world.film().join("clarify.json")).expect("file");
    large.set_len(64 * 1024 * 1024 + 1).expect("size");
    let run = world.run(&["check", "gone.json", "plan.json", "detail.json", "clarify.json", "edit.json"]).fails(1);
    let heads: Vec<&str> = run.out.lines().filter(|line| line.contains(": error[unreadable]: ")).collect();
    assert_eq!(heads.len(), 3, "{}", run.out);
    assert!(
        run.out.contains("clarify.json: error[too-large]: the file has 67108865 bytes; at most 67108864"),
        "{}",
        run.out
    );
    for hint in ["Check the name and the folder.", "Pass what comes from a pipe on stdin"] {
        assert!(run.out.contains(hint), "{}", run.out);
    }
    for (head, why) in heads.iter().zip(["it is not there", "it is a pipe", "it is not there"]) {
        assert!(head.ends_with(why), "{head}");
    }
    assert!(run.out.ends_with("Files checked: 5. Errors: 4. Warnings: 0.\n"), "{}", run.out);
}

#[test]
fn pictures_are_looked_for_beside_the_plan() {
    let with = |path: &str| RESEARCH.replacen("\"image_path\": null", &format!("\"image_path\": \"{path}\""), 1);
    let world = World::new(&[("planning/research-plan.json", &with("画.png")), ("planning/画.png", "png")]);
    world.run(&["check", "planning/research-plan.json"]).ok();
    fs::remove_file(world.film().join("planning/画.png")).expect("removed");
    let run = world.run(&["check", "planning"]).fails(1);
    assert!(run.out.contains("error[missing-picture]: the picture 画.png is not there\n"), "{}", run.out);
}

#[test]
fn bytes_that_are_no_json_are_named_with_their_place() {
    assert_eq!(first(b""), "1:1: error[empty-file");
    assert_eq!(first("{\n \"あ\": \"\u{1}\"}".as_bytes()), "2:8: error[syntax");
    assert_eq!(first(b"{\"a\": \"x\xff\"}"), "1:9: error[invalid-utf8");
    assert_eq!(first(b"{\"a\": 1\0}"), "1:8: error[syntax");
    assert_eq!(first(b"{\"a\": [1, 2"), "1:12: error[truncated");
    assert_eq!(
        first(format!("{{\"a\": {}1{}}}", "[".repeat(128), "]".repeat(128)).as_bytes()),
        "1:134: error[too-deep"
    );
    assert_eq!(
        first("[".repeat(200_000).as_bytes()).split_once('[').map(|(_, code)| code.to_owned()).as_deref(),
        Some("truncated")
    );
}

#[test]
fn a_byte_order_mark_is_an_error_and_the_file_is_checked_all_the_same() {
    let text = format!("\u{feff}{}", RESEARCH.replacen("\"confirmed\": false", "\"confirmed\": 1", 1));
    let world = World::new(&[("research-plan.json", &text)]);
    let run = world.run(&["check", "research-plan.json"]).fails(1);
    assert!(run.out.starts_with("research-plan.json:1:1: error[byte-order-mark]: "), "{}", run.out);
    assert!(run.out.contains("error[wrong-type]"), "{}", run.out);
    let good = World::new(&[("research-plan.json", &format!("\u{feff}{RESEARCH}"))]);
    good.run(&["check", "research-plan.json"]).fails(1);
}

#[test]
fn what_a_file_says_never_steers_the_terminal() {
    let world = World::new(&[("x\u{1b}[31m.json", "{\"\u{202e}a\u{9b}31m\": \"\u{1b}\"}")]);
    for form in [&["check", "x\u{1b}[31m.json"] as &[&str], &["check", "--format", "github", "x\u{1b}[31m.json"]] {
        let run = world.run(form).fails(1);
        let steers = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!run.out.contains(steers) && !run.err.contains(steers), "{:?}", run.out);
    }
}
