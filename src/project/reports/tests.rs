use std::time::Duration;

use super::*;

const REPORT: &str = "Done.\n\nArtifacts: a.md\n\n## Decisions needed\n- [P0] Which name?\n\n## Verification\n- t: executed (ok)\n\nOUTCOME: partial\n";

fn write(root: &Path, file: &str, age: u64) {
    let path = root.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, REPORT).unwrap();
    let at = SystemTime::now() - Duration::from_secs(age);
    fs::File::options().write(true).open(&path).unwrap().set_modified(at).unwrap();
}

fn glob(pattern: &str) -> Asked {
    Asked { files: Vec::new(), glob: Some(pattern.to_owned()) }
}

fn names(root: &Path, asked: &Asked) -> Vec<String> {
    let name = |r: LoadedReport| r.file.strip_prefix(root).unwrap_or(&r.file).display().to_string();
    load(root, asked).into_iter().map(name).collect()
}

#[test]
fn the_pattern_finds_reports_the_newest_first() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path();
    for (file, age) in [("reports/a.md", 30), ("reports/b.md", 10), ("reports/deep/c.md", 20), ("d.md", 40)] {
        write(root, file, age);
    }
    for skipped in [".git/x.md", "node_modules/x.md", "target/x.md"] {
        write(root, skipped, 1);
    }
    fs::write(root.join("reports/prose.md"), "No outcome.\n").unwrap();
    fs::write(root.join("reports/r.txt"), REPORT).unwrap();
    assert_eq!(names(root, &glob("reports/*.md")), ["reports/b.md", "reports/a.md"]);
    assert_eq!(names(root, &glob("**/*.md")), ["reports/b.md", "reports/deep/c.md", "reports/a.md", "d.md"]);
    assert_eq!(names(root, &glob("reports/**")), ["reports/b.md", "reports/deep/c.md", "reports/a.md"]);
    assert_eq!(names(root, &glob("**/deep/?.md")), ["reports/deep/c.md"]);
    assert_eq!(names(root, &glob("../**/*.md")), [""; 0]);
    assert_eq!(names(root, &Asked::default()), [""; 0]);
    assert_eq!(urgent(&load(root, &glob("reports/*.md")), &|_, _| false), 2);
}

#[test]
fn links_that_lead_out_are_not_followed() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("root");
    write(dir.path(), "outside/secret.md", 5);
    write(&root, "in.md", 5);
    std::os::unix::fs::symlink(dir.path().join("outside/secret.md"), root.join("link.md")).unwrap();
    std::os::unix::fs::symlink(dir.path().join("outside"), root.join("folder")).unwrap();
    std::os::unix::fs::symlink(&root, root.join("loop")).unwrap();
    assert_eq!(names(&root, &glob("**/*.md")), ["in.md"]);
    assert_eq!(names(&root, &glob("folder/*.md")), [""; 0]);
}

#[test]
fn a_named_file_counts_whatever_it_holds_and_a_missing_one_is_a_finding() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path();
    write(root, "report.md", 5);
    fs::write(root.join("prose.md"), "No outcome.\n").unwrap();
    let files = ["report.md", "prose.md", "missing.md", "report.md"].map(|name| root.join(name)).to_vec();
    let reports = load(root, &Asked { files, glob: Some("*.md".to_owned()) });
    let codes: Vec<_> = reports.iter().map(|r| r.findings.first().map_or("", |f| f.code)).collect();
    assert_eq!(reports.len(), 3);
    assert_eq!(codes, ["report-outcome-missing", "", "unreadable"]);
    assert!(reports.last().is_some_and(|r| r.written_at.is_none() && r.report.decisions.is_empty()));
}

#[test]
fn what_is_no_regular_file_does_not_hang() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("pipe.md");
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, rustix::fs::Mode::RUSR, 0).unwrap();
    let reports = load(dir.path(), &Asked { files: vec![pipe, dir.path().to_owned()], glob: Some("*".to_owned()) });
    assert!(reports.iter().all(|r| r.findings.first().is_some_and(|f| f.code == "unreadable")));
    assert_eq!(reports.len(), 2);
}

#[test]
fn what_is_watched_are_the_reports_and_the_folders_of_the_pattern() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path();
    write(root, "reports/a.md", 5);
    let asked = Asked { files: vec![root.join("named.md")], glob: Some("reports/*.md".to_owned()) };
    let seen = watched(root, &asked);
    assert_eq!(seen.files, [root.join("named.md"), root.join("reports/a.md")]);
    assert_eq!(seen.folders, [root.join("reports")]);
    assert_eq!(watched(root, &glob("later/*.md")).folders, [root.join("later")]);
}
