use super::*;
use std::fs;

const LONG: Duration = Duration::from_secs(20);

struct Seen {
    heard: Receiver<BTreeSet<PathBuf>>,
    watcher: Watcher,
}

impl Seen {
    fn start(list: WatchList) -> Seen {
        let (tell, heard) = mpsc::channel();
        let watcher = Watcher::start(list, move |paths| {
            let _ = tell.send(paths);
        });
        Seen { heard, watcher }
    }

    /// Waits until a change to `path` is told.
    fn wait(&self, path: &Path) {
        let end = Instant::now() + LONG;
        while let Ok(paths) = self.heard.recv_timeout(end.saturating_duration_since(Instant::now())) {
            if paths.contains(path) {
                return;
            }
        }
        panic!("no change of {} was told", path.display());
    }
}

fn list(files: &[&Path]) -> WatchList {
    WatchList { files: files.iter().map(|f| f.to_path_buf()).collect(), ..WatchList::default() }
}

#[test]
fn a_file_replaced_by_a_rename_is_seen_each_time() {
    let dir = tempfile::tempdir().expect("temp dir");
    let file = dir.path().join("edit.json");
    let seen = Seen::start(list(&[&file]));
    for n in 0..3 {
        let fresh = dir.path().join("fresh");
        fs::write(&fresh, format!("{n}")).expect("write");
        fs::rename(&fresh, &file).expect("rename");
        seen.wait(&file);
    }
    fs::remove_file(&file).expect("remove");
    seen.wait(&file);
}

#[test]
fn other_files_and_reading_are_no_change() {
    let dir = tempfile::tempdir().expect("temp dir");
    let (file, other) = (dir.path().join("edit.json"), dir.path().join("other"));
    fs::write(&file, "1").expect("write");
    let seen = Seen::start(list(&[&file]));
    fs::write(&other, "1").expect("write");
    fs::read(&file).expect("read");
    fs::write(&file, "22").expect("write");
    seen.wait(&file);
    fs::remove_file(&file).expect("remove");
    let mut told = BTreeSet::new();
    while !told.contains(&file) {
        told.extend(seen.heard.recv_timeout(LONG).expect("told"));
    }
    assert!(!told.contains(&other));
}

#[test]
fn a_burst_is_told_together() {
    let dir = tempfile::tempdir().expect("temp dir");
    let file = dir.path().join("edit.json");
    let last = dir.path().join("last");
    let seen = Seen::start(list(&[&file, &last]));
    for n in 0..200 {
        fs::write(&file, n.to_string()).expect("write");
    }
    fs::write(&last, "").expect("write");
    let mut times = 1;
    while !seen.heard.recv_timeout(LONG).expect("told").contains(&last) {
        times += 1;
    }
    assert!(times < 50, "told {times} times");
}

#[test]
fn a_folder_that_appears_later_is_watched() {
    let dir = tempfile::tempdir().expect("temp dir");
    let planning = dir.path().join("planning");
    let (plan, picture) = (planning.join("research-plan.json"), planning.join("pics").join("a.png"));
    let seen = Seen::start(WatchList { beside: vec![picture.clone()], ..list(&[&plan]) });
    fs::create_dir_all(planning.join("pics")).expect("folder");
    fs::write(&plan, "{}").expect("write");
    fs::write(&picture, "").expect("write");
    let mut told = BTreeSet::new();
    while !(told.contains(&plan) && told.contains(&picture)) {
        told.extend(seen.heard.recv_timeout(LONG).expect("told"));
    }
}

#[test]
fn every_new_file_of_the_inbox_is_told_but_hidden_ones() {
    let dir = tempfile::tempdir().expect("temp dir");
    let seen = Seen::start(WatchList { inbox: Some(dir.path().to_owned()), ..WatchList::default() });
    fs::write(dir.path().join(".part"), "").expect("write");
    fs::write(dir.path().join("one.json"), "").expect("write");
    let end = Instant::now() + LONG;
    let mut told = BTreeSet::new();
    while !told.contains(&dir.path().join("one.json")) && Instant::now() < end {
        told.extend(seen.heard.recv_timeout(LONG).expect("told"));
    }
    assert!(!told.contains(&dir.path().join(".part")));
}

#[test]
fn a_new_list_is_taken_over() {
    let dir = tempfile::tempdir().expect("temp dir");
    let (one, two) = (dir.path().join("one"), dir.path().join("two"));
    let seen = Seen::start(list(&[&one]));
    seen.watcher.set(list(&[&two]));
    // The list is taken over before this write is looked at, or the write is found by the next look.
    fs::write(&two, "").expect("write");
    fs::write(dir.path().join("sub"), "").expect("write");
    fs::remove_file(&two).expect("remove");
    fs::write(&two, "2").expect("write");
    loop {
        if seen.heard.recv_timeout(Duration::from_millis(300)).is_ok_and(|paths| paths.contains(&two)) {
            break;
        }
        fs::write(&two, format!("{:?}", Instant::now())).expect("write");
    }
}

#[test]
fn at_most_64_folders_are_watched() {
    let dir = tempfile::tempdir().expect("temp dir");
    let files: Vec<PathBuf> = (0..MOST_FOLDERS + 9)
        .map(|n| dir.path().join(n.to_string()))
        .inspect(|folder| fs::create_dir(folder).expect("folder"))
        .map(|folder| folder.join("a.png"))
        .collect();
    let watch = Watch::new(WatchList { beside: files, ..WatchList::default() }, mpsc::channel().0);
    assert_eq!(watch.folders.len(), MOST_FOLDERS);
}

#[test]
fn dropping_it_ends_the_thread() {
    let alive = std::sync::Arc::new(());
    let held = alive.clone();
    let watcher = Watcher::start(WatchList::default(), move |_| {
        let _ = &held;
    });
    drop(watcher);
    assert_eq!(std::sync::Arc::strong_count(&alive), 1);
}

#[test]
fn a_change_before_the_watching_is_seen_by_its_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plan.json");
    let list = list(&[&file]);
    let later = SystemTime::now() + Duration::from_secs(60);
    let earlier = SystemTime::now() - Duration::from_secs(60);
    assert!(list.changed_since(earlier), "the folder is new");
    assert!(!list.changed_since(later));
    fs::write(&file, "{}").expect("written");
    assert!(list.changed_since(earlier) && !list.changed_since(later));
    assert!(!WatchList::default().changed_since(earlier));
}
