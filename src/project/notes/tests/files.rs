//! Changing a file.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use super::*;

struct Place {
    dir: TempDir,
    file: PathBuf,
}

fn place(text: &str) -> Place {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("plan_notes.json");
    fs::write(&file, text).unwrap();
    Place { dir, file }
}

impl Place {
    fn read(&self) -> LoadedNotes {
        read(None, self.dir.path(), &Asked::default()).unwrap().unwrap()
    }

    fn names(&self) -> usize {
        fs::read_dir(self.dir.path()).unwrap().count()
    }
}

#[test]
fn a_change_is_written_whole_and_keeps_the_mode_and_what_it_does_not_know() {
    let place = place(&checklist(2, 0));
    fs::set_permissions(&place.file, fs::Permissions::from_mode(0o640)).unwrap();
    let written = change(&place.read(), &next(), false, now()).unwrap();
    assert!(!written.completed);
    let text = fs::read_to_string(&place.file).unwrap();
    assert!(text.as_bytes() == &*written.now.bytes && text.contains(r#""mine":1.50"#));
    assert_eq!(fs::metadata(&place.file).unwrap().permissions().mode() & 0o777, 0o640);
    let written = change(&written.now, &next(), false, now()).unwrap();
    assert!(written.completed && list(&written.now).done() == 2);
    assert_eq!(place.names(), 1, "nothing is left beside it");
}

#[test]
fn a_file_that_is_another_by_now_stays() {
    let place = place(&checklist(2, 0));
    let before = place.read();
    fs::write(&place.file, checklist(2, 1)).unwrap();
    let found = lost(change(&before, &next(), false, now())).unwrap();
    assert_eq!(&*found.bytes, checklist(2, 1).as_bytes());
    assert_eq!(fs::read_to_string(&place.file).unwrap(), checklist(2, 1));
    fs::remove_file(&place.file).unwrap();
    assert!(lost(change(&before, &next(), false, now())).is_none());
    assert_eq!(place.names(), 0);
}

#[test]
fn a_link_or_a_folder_in_its_place_is_refused() {
    let place = place(&checklist(2, 0));
    let link = place.dir.path().join("link.json");
    symlink(&place.file, &link).unwrap();
    let asked = Asked { file: Some(link), ..Asked::default() };
    let before = read(None, place.dir.path(), &asked).unwrap().unwrap();
    assert_eq!(failed(change(&before, &next(), false, now())).key, "disk.link");
    let before = place.read();
    fs::remove_file(&place.file).unwrap();
    fs::create_dir(&place.file).unwrap();
    assert_eq!(failed(change(&before, &next(), false, now())).key, "disk.is-directory");
    assert_eq!(
        failed(start(None, place.dir.path(), &Asked::default(), &three_steps(), true, now())).key,
        "disk.is-directory"
    );
}

#[test]
fn a_named_file_that_is_not_there_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("x.json");
    let asked = Asked { file: Some(file.clone()), ..Asked::default() };
    assert_eq!(code(read(None, dir.path(), &asked), &file), "unreadable");
}
