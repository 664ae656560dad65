use super::*;
use crate::project::find::find;

fn options() -> LoadOptions {
    LoadOptions { notes: Some(Asked::default()), ..LoadOptions::default() }
}

fn project(files: &[(&str, &str)]) -> (tempfile::TempDir, Project) {
    let dir = tempfile::tempdir().expect("temp dir");
    std::fs::create_dir(dir.path().join(".akari")).expect("folder");
    std::fs::create_dir(dir.path().join("planning")).expect("folder");
    for (file, text) in files {
        std::fs::write(dir.path().join(file), text).expect("file");
    }
    let project = find(dir.path(), None).expect("project");
    (dir, project)
}

#[test]
fn what_is_not_there_is_absent() {
    let (_dir, project) = project(&[]);
    let loaded = load(&project, &options());
    assert!(loaded.research.is_none() && loaded.edit.is_none() && loaded.checklist.is_none());
    assert!(matches!(loaded.on_disk, OnDisk::Absent));
    assert!(loaded.broken.is_empty());
}

#[test]
fn a_file_caught_half_written_is_broken() {
    let (_dir, project) = project(&[("edit.json", "{\"version\": 2, \"tra")]);
    let loaded = load(&project, &options());
    assert!(loaded.broken.contains(&project.edit));
    assert_eq!(loaded.broken.len(), 1);
}

#[test]
fn a_folder_in_a_files_place_is_told_and_nothing_else_fails() {
    let (dir, project) = project(&[]);
    std::fs::create_dir(dir.path().join("planning/research-plan.json")).expect("folder");
    std::fs::create_dir(dir.path().join("planning/plan-comments.json")).expect("folder");
    let loaded = load(&project, &options());
    assert!(loaded.broken.contains(&project.research_plan));
    assert!(matches!(loaded.on_disk, OnDisk::Unreadable(_)));
}

#[test]
fn a_pipe_is_never_waited_for() {
    let dir = tempfile::tempdir().expect("temp dir");
    let pipe = dir.path().join("pipe");
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, rustix::fs::Mode::from_raw_mode(0o600), 0)
        .expect("pipe");
    assert_eq!(read_regular(&pipe), Err("io.is-pipe".to_owned()));
}

#[test]
fn a_file_too_large_is_refused_unread() {
    let dir = tempfile::tempdir().expect("temp dir");
    let large = dir.path().join("large");
    std::fs::File::create(&large).and_then(|f| f.set_len(MAX_BYTES + 1)).expect("sparse file");
    assert_eq!(read_regular(&large), Err("io.too-large".to_owned()));
}

#[test]
fn a_link_in_the_place_of_plan_comments_is_named() {
    let (dir, project) = project(&[("other.json", "{}")]);
    std::os::unix::fs::symlink(dir.path().join("other.json"), project.plan_comments()).expect("link");
    let OnDisk::Unreadable(finding) = on_disk(&project.plan_comments()) else { panic!("read through a link") };
    assert_eq!(finding.code, "is-link");
}

#[test]
fn a_submission_on_disk_comes_with_its_hash() {
    let (_dir, project) = project(&[("planning/plan-comments.json", "{}")]);
    let OnDisk::Submission { sha256, bytes, .. } = load(&project, &options()).on_disk else { panic!("not read") };
    assert_eq!(&*bytes, b"{}");
    assert_eq!(sha256, "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
}

#[test]
fn the_checklist_is_looked_for_in_the_plan_directory_then_in_the_root() {
    let text = r#"{"version": 1, "mode": "planned", "items": [], "currentIndex": 0, "autoContinueOnDone": true,
                   "maxAutoTurns": 6, "autoTurnsUsed": 0}"#;
    let (dir, project) = project(&[("plan-notes.json", text)]);
    let file = |loaded: Loaded| loaded.checklist.map(|c| c.source.path().to_owned());
    assert_eq!(file(load(&project, &options())), Some(project.root.join("plan-notes.json")));
    std::fs::write(dir.path().join("planning/plan_notes.json"), text).expect("file");
    assert_eq!(file(load(&project, &options())), Some(project.plan_dir.join("plan_notes.json")));
}

#[test]
fn a_checklist_that_was_named_and_is_not_there_is_told() {
    let (dir, project) = project(&[]);
    let notes = Some(Asked { file: Some(dir.path().join("gone.json")), ..Asked::default() });
    let loaded = load(&project, &LoadOptions { notes, ..options() });
    assert!(loaded.checklist.is_none());
    let [finding] = loaded.plan.findings.as_slice() else { panic!("{:?}", loaded.plan.findings) };
    assert_eq!((finding.code, finding.args.as_slice()), ("unreadable", &[("problem", "io.missing".to_owned())][..]));
}

#[test]
fn a_checklist_that_cannot_be_read_is_no_note() {
    let (_dir, project) = project(&[]);
    std::fs::create_dir(project.plan_dir.join("plan_notes.json")).expect("folder");
    let loaded = load(&project, &options());
    assert!(loaded.checklist.is_none());
    let said: Vec<_> = loaded.plan.findings.iter().map(|f| (f.code, f.args.clone())).collect();
    assert_eq!(said, [("unreadable", vec![("problem", "io.is-folder".to_owned())])]);
}
