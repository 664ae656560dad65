use std::os::unix::fs::{PermissionsExt, symlink};

use super::*;

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(dir).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn fifo(path: &Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_file_is_written_whole_and_leaves_nothing_beside_it() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("plan-comments.json");
    write_whole(&file, b"one", Mode::Project).unwrap();
    write_whole(&file, b"two", Mode::Project).unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"two");
    assert_eq!(names(dir.path()), ["plan-comments.json"]);
}

#[test]
fn modes_follow_the_umask_in_the_project_and_are_private_in_the_state_directory() {
    let dir = tempfile::tempdir().unwrap();
    let plain = dir.path().join("plain");
    fs::write(&plain, b"").unwrap();
    let mode = |p: &Path| p.metadata().unwrap().permissions().mode() & 0o777;
    for (kind, name) in [(Mode::Project, "a"), (Mode::Private, "b")] {
        write_whole(&dir.path().join(name), b"x", kind).unwrap();
    }
    assert_eq!(mode(&dir.path().join("a")), mode(&plain));
    assert_eq!(mode(&dir.path().join("b")), 0o600);
}

#[test]
fn a_link_a_fifo_or_a_directory_in_its_place_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::write(at("target"), b"mine").unwrap();
    symlink(at("target"), at("link")).unwrap();
    symlink(at("nowhere"), at("dangling")).unwrap();
    fifo(&at("fifo"));
    fs::create_dir(at("dir")).unwrap();
    let cause = |name: &str| write_whole(&at(name), b"x", Mode::Project).unwrap_err().cause;
    assert_eq!(cause("link"), Cause::Link(at("target")));
    assert_eq!(cause("dangling"), Cause::Link(at("nowhere")));
    assert_eq!(cause("fifo"), Cause::NotRegular(FileKind::Fifo));
    assert_eq!(cause("dir"), Cause::NotRegular(FileKind::Directory));
    assert_eq!(fs::read(at("target")).unwrap(), b"mine");
    assert_eq!(names(dir.path()), ["dangling", "dir", "fifo", "link", "target"]);
}

#[test]
fn a_directory_gone_or_a_file_in_its_place_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let gone = dir.path().join("gone");
    let error = write_whole(&gone.join("f"), b"x", Mode::Project).unwrap_err();
    assert_eq!(error, DiskError::of(&gone, Cause::Missing));
    fs::write(&gone, b"").unwrap();
    let error = write_whole(&gone.join("f"), b"x", Mode::Project).unwrap_err();
    assert_eq!(error.cause, Cause::NoDirectory);
}

#[test]
fn causes_of_the_system_are_told_apart() {
    let full = fs::write("/dev/full", b"x").err();
    for (error, cause) in [
        (full.unwrap_or_else(|| io::ErrorKind::StorageFull.into()), Cause::DiskFull),
        (io::ErrorKind::ReadOnlyFilesystem.into(), Cause::ReadOnly),
        (io::ErrorKind::PermissionDenied.into(), Cause::Permission),
    ] {
        let error = DiskError::new(Path::new("/x"), &error);
        assert_eq!(error.cause, cause);
        assert_eq!(error.phrase().args.last().unwrap().1, "/x");
    }
}

#[test]
fn only_regular_files_are_read_and_only_so_large() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::write(at("f"), b"12345").unwrap();
    symlink(at("f"), at("link")).unwrap();
    fifo(&at("fifo"));
    assert_eq!(read_regular(&at("f"), 5).unwrap(), b"12345");
    assert_eq!(read_regular(&at("f"), 4).unwrap_err().cause, Cause::TooLarge { limit: 4 });
    assert_eq!(read_regular(&at("link"), 9).unwrap(), b"12345");
    assert_eq!(read_in_place(&at("link"), 9).unwrap_err().cause, Cause::Link(at("f")));
    assert_eq!(read_regular(&at("fifo"), 9).unwrap_err().cause, Cause::NotRegular(FileKind::Fifo));
    assert_eq!(read_regular(dir.path(), 9).unwrap_err().cause, Cause::NotRegular(FileKind::Directory));
    assert_eq!(read_regular(&at("none"), 9).unwrap_err().cause, Cause::Missing);
}

#[test]
fn a_written_file_fills_only_an_empty_place() {
    let dir = tempfile::tempdir().unwrap();
    let place = dir.path().join("f");
    fs::write(&place, b"old").unwrap();
    let written = Written::beside(&place, b"new", Mode::Project).unwrap();
    let back = written.fill(&place).unwrap().unwrap();
    assert_eq!(fs::read(&place).unwrap(), b"old");
    if back.exchange(&place).unwrap() {
        assert_eq!(fs::read(back.path()).unwrap(), b"old");
        assert_eq!(fs::read(&place).unwrap(), b"new");
    }
    drop(back);
    assert_eq!(names(dir.path()), ["f"], "dropped, the temporary file is removed");
}
