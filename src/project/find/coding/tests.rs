use std::fs;
use std::time::Duration;

use super::*;
use crate::contract::plan_comments::Pass;
use crate::project::find::{Layout, NotFound, Project, Wanted, find, find_wanted};
use crate::project::load::{LoadOptions, load};

const LITE: &str = r#"{"format": "lite", "objective": "o", "waves": [], "testCases": []}"#;
const CLARIFIED: &str = r#"{"format": "mid-clarify", "objective": "o", "deliverables": {}}"#;
const DETAILED: &str =
    r#"{"format": "mid-detail", "objective": "o", "waves": [], "testCases": [], "deliverables": {}}"#;

/// A directory with these files, the later ones newer, and its path without links.
fn tree(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("temp dir");
    let root = fs::canonicalize(dir.path()).expect("path");
    for (n, (file, text)) in files.iter().enumerate() {
        let path = root.join(file);
        fs::create_dir_all(path.parent().expect("parent")).expect("folder");
        fs::write(&path, text).expect("file");
        let written = SystemTime::UNIX_EPOCH + Duration::from_secs(1_780_000_000 + 60 * n as u64);
        fs::File::options().write(true).open(&path).expect("file").set_modified(written).expect("time");
    }
    (dir, root)
}

fn found(path: &Path) -> Project {
    find(path, None).unwrap_or_else(|e| panic!("nothing found: {e:?}"))
}

fn with_topic(path: &Path, topic: &str) -> Result<Project, NotFound> {
    find_wanted(path, None, &Wanted { topic: Some(topic.to_owned()), critique: None })
}

fn file(project: &Project) -> &Path {
    &project.coding.as_ref().expect("a coding project").file
}

#[test]
fn a_folder_with_a_plan_of_any_tier_is_a_project_from_below_too() {
    for (name, text) in [(PLAN, LITE), (CLARIFY, CLARIFIED), (DETAIL, DETAILED)] {
        let (_dir, root) = tree(&[(name, text), ("src/deep/a.rs", "")]);
        for place in ["", "src/deep", name] {
            let project = found(&root.join(place));
            assert_eq!((project.layout, file(&project)), (Layout::Coding, root.join(name).as_path()), "{place}");
            assert_eq!(project.plan_dir, root, "{place}");
        }
    }
}

#[test]
fn beside_clarify_detail_is_shown_unless_the_file_is_named() {
    let (_dir, root) = tree(&[(DETAIL, DETAILED), (CLARIFY, CLARIFIED)]);
    assert_eq!(file(&found(&root)), root.join(DETAIL));
    assert_eq!(file(&found(&root.join(CLARIFY))), root.join(CLARIFY));
}

#[test]
fn one_topic_is_taken() {
    let (_dir, root) = tree(&[(".xyz-harness/login/plan.json", LITE), ("src/a.rs", "")]);
    for place in ["", "src", ".xyz-harness", ".xyz-harness/login", ".xyz-harness/login/plan.json"] {
        let project = found(&root.join(place));
        let coding = project.coding.as_ref().expect("coding");
        assert_eq!((project.root.as_path(), coding.topic.as_deref()), (root.as_path(), Some("login")), "{place}");
        assert_eq!(project.plan_dir, root.join(".xyz-harness/login"), "{place}");
    }
}

#[test]
fn of_several_topics_the_newest_is_taken_and_all_are_named() {
    let (_dir, root) = tree(&[
        (".xyz-harness/new/notes.md", ""),
        (".xyz-harness/old/plan.json", LITE),
        (".xyz-harness/late/clarify.json", CLARIFIED),
    ]);
    let coding = found(&root).coding.expect("coding");
    assert_eq!(coding.topic.as_deref(), Some("late"));
    assert_eq!(coding.topics, ["late", "old"]);
}

#[test]
fn the_topic_asked_for_is_taken_from_anywhere() {
    let (_dir, root) = tree(&[
        (".xyz-harness/old/plan.json", LITE),
        (".xyz-harness/late/plan.json", LITE),
        ("research-plan.json", "{}"),
    ]);
    for place in ["", ".xyz-harness/late", ".xyz-harness/old", ".xyz-harness/late/plan.json"] {
        let project = with_topic(&root.join(place), "old").expect("found");
        assert_eq!(file(&project), root.join(".xyz-harness/old/plan.json"), "{place}");
    }
}

#[test]
fn a_file_that_is_named_is_shown_also_with_its_topic() {
    let (_dir, root) = tree(&[(".xyz-harness/a/detail.json", DETAILED), (".xyz-harness/a/clarify.json", CLARIFIED)]);
    let clarify = root.join(".xyz-harness/a/clarify.json");
    assert_eq!(file(&with_topic(&clarify, "a").expect("found")), clarify);
}

#[test]
fn a_topic_that_is_not_there_is_an_error_that_names_the_others() {
    let (_dir, root) =
        tree(&[(".xyz-harness/old/plan.json", LITE), (".xyz-harness/late/plan.json", LITE), ("edit.json", "{}")]);
    for place in ["", ".xyz-harness/old"] {
        let missing = with_topic(&root.join(place), "none").expect_err("not there").topic.expect("topic");
        assert_eq!((missing.asked.as_str(), missing.topics), ("none", vec!["late".to_owned(), "old".to_owned()]));
    }
    let (_dir, root) = tree(&[(PLAN, LITE)]);
    let missing = with_topic(&root, "none").expect_err("no topics").topic.expect("topic");
    assert!(missing.topics.is_empty());
}

#[test]
fn a_video_plan_goes_first_unless_the_file_is_named() {
    let (_dir, root) = tree(&[(PLAN, LITE), ("research-plan.json", "{}")]);
    assert!(found(&root).coding.is_none());
    assert_eq!(file(&found(&root.join(PLAN))), root.join(PLAN));
    // A bare sign of one is no plan.
    let (_dir, root) = tree(&[(PLAN, LITE), (".akari/notes", "")]);
    assert_eq!(file(&found(&root)), root.join(PLAN));
}

#[test]
fn a_plan_json_of_another_program_is_no_project() {
    for text in ["{}", "[]", "not json", r#"{"plan": {"name": "gold"}}"#, r#"{"format": "wide"}"#, r#"{"slots": 3}"#] {
        let (_dir, root) = tree(&[(PLAN, text)]);
        assert!(find(&root, Some(&root)).is_err(), "{text}");
    }
}

#[test]
fn the_retired_shape_opens_and_is_named() {
    let (_dir, root) = tree(&[(PLAN, r#"{"slots": []}"#)]);
    let loaded = load(&found(&root), &LoadOptions::default());
    assert!(loaded.plan.pass(Pass::Coding).unavailable.is_some());
    assert!(loaded.plan.findings.iter().any(|finding| finding.code == "retired-plan"));
}

#[test]
fn half_a_plan_is_a_project_that_is_being_written() {
    let (_dir, root) = tree(&[(PLAN, r#"{"format": "lite", "waves": [{"id"#)]);
    let loaded = load(&found(&root), &LoadOptions::default());
    assert!(loaded.is_broken(Pass::Coding));
}

#[test]
fn the_critique_is_in_the_git_root_above_the_plan_else_beside_it_else_as_asked() {
    let (_dir, root) = tree(&[(".git/HEAD", ""), ("docs/.xyz-harness/a/plan.json", LITE)]);
    let critique = |project: Project| project.coding.expect("coding").critique;
    assert_eq!(critique(found(&root.join("docs"))), root.join(".pipeline/plan-critique.json"));
    let asked = Wanted { topic: None, critique: Some("/elsewhere.json".into()) };
    let project = find_wanted(&root.join("docs"), None, &asked).expect("found");
    assert_eq!(critique(project), Path::new("/elsewhere.json"));
    // Temporary directories lie in no work tree.
    let (_dir, root) = tree(&[("p/plan.json", LITE)]);
    assert_eq!(critique(found(&root.join("p"))), root.join("p/.pipeline/plan-critique.json"));
}
