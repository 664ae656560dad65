use super::*;

/// A directory made anew, with these files (a trailing `/` makes a folder), and its path without links.
fn tree(files: &[&str]) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("temp dir");
    let root = fs::canonicalize(dir.path()).expect("path");
    for file in files {
        let path = root.join(file);
        if file.ends_with('/') {
            fs::create_dir_all(path).expect("folder");
        } else {
            fs::create_dir_all(path.parent().expect("parent")).expect("folder");
            fs::write(path, "{}").expect("file");
        }
    }
    (dir, root)
}

fn declare(root: &Path, text: &str) {
    fs::create_dir_all(root.join(".akari")).expect("folder");
    fs::write(root.join(".akari/workflow.json"), text).expect("file");
}

fn role(path: &str) -> String {
    format!(r#"{{"roles": [{{"path": "footage", "kind": "material"}}, {{"path": "{path}", "kind": "planning"}}]}}"#)
}

fn found(path: &Path) -> Project {
    find(path, None).unwrap_or_else(|e| panic!("nothing found: {e:?}"))
}

#[test]
fn declared_from_root_subfolder_plan_directory_and_file() {
    let (_dir, root) = tree(&["p/edit.json", "p/docs/plan/research-plan.json", "p/docs/plan/pics/", "p/footage/day1/"]);
    let root = root.join("p");
    declare(&root, &role("docs/plan"));
    for place in ["", "footage/day1", "docs/plan", "docs/plan/pics", "docs/plan/research-plan.json", "edit.json"] {
        let project = found(&root.join(place));
        assert_eq!((project.layout, &project.root), (Layout::AkariDeclared, &root), "{place}");
        assert_eq!(project.plan_dir, root.join("docs/plan"), "{place}");
        assert_eq!(project.edit, root.join("edit.json"), "{place}");
        assert_eq!(project.plan_comments(), root.join("docs/plan/plan-comments.json"));
    }
}

#[test]
fn akari_from_root_subfolder_plan_directory_and_file() {
    let (_dir, root) = tree(&["p/planning/research-plan.json", "p/planning/pics/", "p/edit.json", "p/footage/"]);
    let root = root.join("p");
    for place in ["", "footage", "planning", "planning/pics", "planning/research-plan.json", "edit.json"] {
        let project = found(&root.join(place));
        assert_eq!((project.layout, &project.root), (Layout::Akari, &root), "{place}");
        assert_eq!(project.plan_dir, root.join("planning"), "{place}");
        assert_eq!(project.edit, root.join("edit.json"), "{place}");
    }
}

#[test]
fn planning_beside_edit_json_is_akari_also_when_empty() {
    let (_dir, root) = tree(&["planning/", "edit.json"]);
    for place in ["", "planning"] {
        let project = found(&root.join(place));
        assert_eq!((project.layout, project.plan_dir), (Layout::Akari, root.join("planning")));
        assert_eq!(project.edit, root.join("edit.json"));
    }
}

#[test]
fn akari_root_without_any_plan_awaits_it() {
    let (_dir, root) = tree(&[".akari/"]);
    let project = found(&root);
    assert_eq!((project.layout, project.edit), (Layout::Akari, root.join("edit.json")));
    assert_eq!(project.research_plan, root.join("planning/research-plan.json"));
}

#[test]
fn edit_plan_child_from_root_subfolder_plan_directory_and_file() {
    let (_dir, root) = tree(&["p/edit-plan/edit.json", "p/edit-plan/deep/", "p/other/"]);
    let root = root.join("p");
    for place in ["", "other", "edit-plan", "edit-plan/deep", "edit-plan/edit.json"] {
        let project = found(&root.join(place));
        assert_eq!((project.layout, &project.root), (Layout::EditPlan, &root), "{place}");
        assert_eq!(project.edit, root.join("edit-plan/edit.json"), "{place}");
        assert_eq!(project.plan_dir, root.join("edit-plan"), "{place}");
    }
}

#[test]
fn one_folder_from_root_subfolder_and_file() {
    let (_dir, root) = tree(&["p/edit.json", "p/research-plan.json", "p/a/b/"]);
    let root = root.join("p");
    for place in ["", "a", "a/b", "edit.json", "research-plan.json"] {
        let project = found(&root.join(place));
        assert_eq!((project.layout, &project.plan_dir), (Layout::Folder, &root), "{place}");
        assert_eq!(project.edit, root.join("edit.json"));
    }
}

#[test]
fn the_named_file_is_remembered() {
    let (_dir, root) = tree(&["edit.json", "research-plan.json", "notes.md"]);
    assert_eq!(found(&root.join("edit.json")).named, Some(NamedFile::Edit));
    assert_eq!(found(&root.join("research-plan.json")).named, Some(NamedFile::Research));
    assert_eq!(found(&root.join("notes.md")).named, None);
    assert_eq!(found(&root).named, None);
}

#[test]
fn the_plan_directory_itself_has_edit_json_there_then_in_its_parent() {
    let (_dir, root) = tree(&["planning/research-plan.json", "planning/edit.json", "edit.json"]);
    assert_eq!(found(&root).edit, root.join("edit.json"));
    assert_eq!(found(&root.join("planning")).edit, root.join("planning/edit.json"));
    let (_dir, root) = tree(&["plans/research-plan.json", "edit.json"]);
    let project = found(&root.join("plans"));
    assert_eq!((project.layout, project.plan_dir), (Layout::Folder, root.join("plans")));
    assert_eq!(project.edit, root.join("edit.json"));
}

#[test]
fn a_file_named_is_the_file_used() {
    let (_dir, root) =
        tree(&["edit-plan/research-plan.json", "edit-plan/edit.json", "edit.json", "research-plan.json"]);
    let project = found(&root.join("edit.json"));
    assert_eq!((project.edit, project.plan_dir), (root.join("edit.json"), root.join("edit-plan")));
    let project = found(&root.join("research-plan.json"));
    assert_eq!((project.research_plan, project.plan_dir), (root.join("research-plan.json"), root));
}

#[test]
fn the_nearest_directory_wins() {
    let (_dir, root) = tree(&[".akari/", "planning/research-plan.json", "episodes/two/edit.json", "episodes/two/x/"]);
    assert_eq!(found(&root.join("episodes/two/x")).root, root.join("episodes/two"));
    assert_eq!(found(&root.join("episodes")).root, root);
}

#[test]
fn a_broken_workflow_is_a_warning_and_the_next_row_is_tried() {
    let (_dir, root) = tree(&["p/plan/", "p/planning/", "out/"]);
    let root = root.join("p");
    declare(&root, &role("../out"));
    let project = found(&root);
    assert_eq!((project.layout, project.plan_dir), (Layout::Akari, root.join("planning")));
    assert_eq!(project.findings.iter().map(|f| f.code).collect::<Vec<_>>(), ["role-outside-project"]);
    assert_eq!(project.findings.first().map(|f| f.severity), Some(Severity::Warning));
    fs::remove_file(root.join(".akari/workflow.json")).expect("removed");
    fs::create_dir(root.join(".akari/workflow.json")).expect("folder");
    assert_eq!(found(&root).findings.iter().map(|f| f.code).collect::<Vec<_>>(), ["workflow-unreadable"]);
}

#[test]
fn a_role_that_is_no_json_is_a_warning() {
    let (_dir, root) = tree(&["planning/"]);
    declare(&root, "{ \"roles\": [");
    let project = found(&root);
    assert_eq!(project.layout, Layout::Akari);
    assert!(!project.findings.is_empty());
}

#[test]
fn a_role_that_leaves_through_a_link_is_a_warning() {
    let (_dir, root) = tree(&["p/planning/", "elsewhere/"]);
    let p = root.join("p");
    std::os::unix::fs::symlink(root.join("elsewhere"), p.join("plan")).expect("link");
    declare(&p, &role("plan"));
    let project = found(&p);
    assert_eq!((project.layout, project.plan_dir), (Layout::Akari, p.join("planning")));
    assert_eq!(project.findings.iter().map(|f| f.code).collect::<Vec<_>>(), ["folder-outside"]);
}

#[test]
fn a_link_inside_the_project_is_followed() {
    let (_dir, root) = tree(&["docs/real/research-plan.json"]);
    std::os::unix::fs::symlink(root.join("docs/real"), root.join("plan")).expect("link");
    declare(&root, &role("plan"));
    assert_eq!(found(&root).plan_dir, root.join("docs/real"));
}

#[test]
fn the_search_stops_at_home() {
    let (_dir, root) = tree(&["edit.json", "home/films/deep/", "home/.akari/"]);
    let home = root.join("home");
    let missing = find(&home.join("films/deep"), Some(&home)).expect_err("not above home");
    assert_eq!(missing.searched, [home.join("films/deep"), home.join("films"), home.clone()]);
    assert_eq!(find(&home, Some(&home)).expect("given itself").root, home);
    fs::write(home.join("edit.json"), "{}").expect("file");
    assert_eq!(find(&home.join("films"), Some(&home)).expect("with a plan").root, home);
}

#[test]
fn a_path_that_is_not_there_says_so() {
    let missing = find(Path::new("/no/such/place"), None).expect_err("nothing there");
    assert!(missing.problem.is_some() && missing.searched.is_empty());
}

#[test]
fn a_role_that_no_folder_can_have_is_a_warning_and_the_next_row_is_tried() {
    for path in ["", " ", "a\\u0000b", &"x".repeat(300)] {
        let (_dir, root) = tree(&["planning/"]);
        declare(&root, &role(path));
        let project = found(&root);
        assert_eq!((project.layout, project.plan_dir), (Layout::Akari, root.join("planning")), "{path}");
        assert_eq!(project.findings.iter().map(|f| f.severity).collect::<Vec<_>>(), [Severity::Warning], "{path}");
    }
}

#[test]
fn a_planning_link_that_leads_outside_is_what_is_wrong() {
    let (_dir, root) = tree(&["p/.akari/", "elsewhere/"]);
    std::os::unix::fs::symlink(root.join("elsewhere"), root.join("p/planning")).expect("link");
    let missing = find(&root.join("p"), None).expect_err("it leads outside");
    assert_eq!(missing.findings.iter().map(|f| f.code).collect::<Vec<_>>(), ["folder-outside"]);
}

#[test]
fn edit_plan_takes_the_parents_edit_json_only_when_given_itself() {
    let (_dir, root) = tree(&["edit-plan/research-plan.json", "edit-plan/deep/", "edit.json", "other/"]);
    for place in ["", "other", "edit-plan/deep"] {
        assert_eq!(found(&root.join(place)).edit, root.join("edit-plan/edit.json"), "{place}");
    }
    for place in ["edit-plan", "edit-plan/research-plan.json"] {
        assert_eq!(found(&root.join(place)).edit, root.join("edit.json"), "{place}");
    }
}

#[test]
fn a_file_that_is_no_plan_file_is_told() {
    let (_dir, root) = tree(&["edit.json", "notes.md", "plan-comments.json", "plan_notes.json"]);
    let codes = |name: &str| found(&root.join(name)).findings.iter().map(|f| f.code).collect::<Vec<_>>();
    assert_eq!(codes("notes.md"), ["no-plan-file"]);
    for known in ["edit.json", "plan-comments.json", "plan_notes.json", ""] {
        assert!(codes(known).is_empty(), "{known}");
    }
}
