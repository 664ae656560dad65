//! Watching: a change to a file of the project is told within about a tenth of a second, without asking the disk all
//! the time. Folders are watched, not files, so that a file replaced by a rename is still seen; and the few known
//! files are looked at every two seconds, for folders that deliver no events (network and shared folders).

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

use notify::event::{AccessKind, AccessMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

/// Most folders watched.
pub const MOST_FOLDERS: usize = 64;
/// Changes are told once nothing more changed for so long …
const QUIET: Duration = Duration::from_millis(20);
/// … and at the latest so long after the first.
const TOGETHER: Duration = Duration::from_millis(100);
/// How often the known files are looked at.
const LOOK: Duration = Duration::from_secs(2);

/// Times of files are this coarse at most on the usual file systems.
const TICK: Duration = Duration::from_millis(20);

/// What is to be watched.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WatchList {
    /// The few files that matter most, there or not: watched, and looked at every two seconds.
    pub files: Vec<PathBuf>,
    /// Files that are only watched (pictures, sources, sidecars), as far as their folders are among the first
    /// [`MOST_FOLDERS`].
    pub beside: Vec<PathBuf>,
    /// A folder in which every new file matters (the inbox of the state directory).
    pub inbox: Option<PathBuf>,
    /// Folders in which every new Markdown file matters (outcome reports): watched, and looked at every two seconds.
    pub folders: Vec<PathBuf>,
}

impl WatchList {
    /// Whether one of the few files, one of their folders or the inbox may have changed since `time`: what changes
    /// after the files were read and before they are watched is told by nobody.
    pub fn changed_since(&self, time: SystemTime) -> bool {
        let since = time.checked_sub(TICK).and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        let since = since.unwrap_or_default();
        let folders = self.files.iter().filter_map(|file| file.parent());
        let places = self
            .files
            .iter()
            .map(PathBuf::as_path)
            .chain(folders)
            .chain(self.inbox.as_deref())
            .chain(self.folders.iter().map(PathBuf::as_path));
        places.collect::<BTreeSet<_>>().into_iter().filter_map(changed_at).any(|at| at >= since)
    }
}

/// When the file or its name was last changed, since 1970.
fn changed_at(path: &Path) -> Option<Duration> {
    use std::os::unix::fs::MetadataExt;
    let data = std::fs::metadata(path).ok()?;
    let seconds = Duration::from_secs(u64::try_from(data.ctime()).ok()?);
    Some(seconds + Duration::from_nanos(u64::try_from(data.ctime_nsec()).ok()?))
}

enum Word {
    Touched(Vec<PathBuf>),
    List(WatchList),
    Stop,
}

/// Watches until it is dropped.
pub struct Watcher {
    words: Sender<Word>,
    thread: Option<JoinHandle<()>>,
}

impl Watcher {
    /// Starts watching: what changes after this returned is told. `on_change` is called on a thread of its own with the
    /// paths that changed.
    pub fn start(list: WatchList, on_change: impl FnMut(BTreeSet<PathBuf>) + Send + 'static) -> Watcher {
        let (words, heard) = mpsc::channel();
        let watch = Watch::new(list, words.clone());
        let builder = std::thread::Builder::new().name("watch".to_owned());
        let thread = builder.spawn(move || watch.run(&heard, on_change)).ok();
        Watcher { words, thread }
    }

    /// Watches something else from now on.
    pub fn set(&self, list: WatchList) {
        let _ = self.words.send(Word::List(list));
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.words.send(Word::Stop);
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != std::thread::current().id()
        {
            let _ = thread.join();
        }
    }
}

/// What is remembered of a file to see that it changed: length in bytes, time of change, inode.
type Look = Option<(u64, Option<SystemTime>, u64)>;

fn look(path: &Path) -> Look {
    use std::os::unix::fs::MetadataExt;
    let data = std::fs::metadata(path).ok()?;
    Some((data.len(), data.modified().ok(), data.ino()))
}

struct Watch {
    list: WatchList,
    /// `None` where the system gives no watches: then looking every two seconds is all there is.
    notify: Option<RecommendedWatcher>,
    /// Folders watched, each with its inode at that time.
    folders: BTreeMap<PathBuf, u64>,
    wanted: BTreeSet<PathBuf>,
    looks: BTreeMap<PathBuf, Look>,
}

impl Watch {
    fn new(list: WatchList, events: Sender<Word>) -> Watch {
        let told = move |event: notify::Result<notify::Event>| {
            if let Ok(event) = event
                && changes(&event.kind)
            {
                let _ = events.send(Word::Touched(event.paths));
            }
        };
        let mut watch = Watch {
            list: WatchList::default(),
            notify: notify::recommended_watcher(told).ok(),
            folders: BTreeMap::new(),
            wanted: BTreeSet::new(),
            looks: BTreeMap::new(),
        };
        watch.take(list);
        watch
    }

    fn run(mut self, heard: &Receiver<Word>, mut on_change: impl FnMut(BTreeSet<PathBuf>)) {
        let mut changed = BTreeSet::new();
        // When what changed is to be told, and when at the latest.
        let mut due: Option<(Instant, Instant)> = None;
        let mut look_at = Instant::now() + LOOK;
        loop {
            let until = due.map_or(look_at, |(tell, latest)| tell.min(latest).min(look_at));
            match heard.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Word::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(Word::List(list)) => self.take(list),
                Ok(Word::Touched(paths)) => {
                    for path in paths.into_iter().filter(|path| self.matters(path)) {
                        changed.insert(path);
                        let now = Instant::now();
                        due = Some((now + QUIET, due.map_or(now + TOGETHER, |(_, latest)| latest)));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            let now = Instant::now();
            if now >= look_at {
                look_at = now + LOOK;
                changed.extend(self.watch_folders());
                changed.extend(self.look_again());
            }
            if changed.is_empty() {
                continue;
            }
            let (tell, latest) = *due.get_or_insert((now, now));
            if now >= tell.min(latest) {
                due = None;
                // What is told now is not found changed again at the next look.
                self.look_again();
                on_change(std::mem::take(&mut changed));
            }
        }
    }

    /// Takes a new list over; a file known before keeps its look, so that no change between the lists is missed.
    fn take(&mut self, list: WatchList) {
        if list == self.list {
            return;
        }
        self.wanted = list.files.iter().chain(&list.beside).cloned().collect();
        self.looks = list
            .files
            .iter()
            .chain(&list.inbox)
            .chain(&list.folders)
            .map(|file| (file.clone(), self.looks.get(file).copied().unwrap_or_else(|| look(file))))
            .collect();
        self.list = list;
        self.watch_folders();
    }

    fn matters(&self, path: &Path) -> bool {
        let hidden = path.file_name().and_then(OsStr::to_str).is_some_and(|name| name.starts_with('.'));
        let is_markdown = path.extension().is_some_and(|ending| ending == "md" || ending == "markdown");
        self.wanted.contains(path)
            || (is_markdown && path.parent().is_some_and(|folder| self.list.folders.iter().any(|one| one == folder)))
            || (self.list.inbox.is_some() && path.parent() == self.list.inbox.as_deref() && !hidden)
    }

    /// Brings the watched folders in line with the list: those that are there, most important first. Gives the listed
    /// files that are in folders not watched before.
    fn watch_folders(&mut self) -> Vec<PathBuf> {
        use std::os::unix::fs::MetadataExt;
        let mut wanted = BTreeMap::new();
        let of_files = self.list.files.iter().chain(&self.list.beside).filter_map(|file| file.parent());
        let of_reports = self.list.folders.iter().map(PathBuf::as_path);
        for folder in self.list.inbox.as_deref().into_iter().chain(of_files).chain(of_reports) {
            if wanted.len() == MOST_FOLDERS {
                break;
            }
            if !wanted.contains_key(folder)
                && let Ok(data) = std::fs::metadata(folder)
                && data.is_dir()
            {
                wanted.insert(folder.to_owned(), data.ino());
            }
        }
        let Some(notify) = &mut self.notify else { return Vec::new() };
        self.folders.retain(|folder, inode| {
            let stays = wanted.get(folder) == Some(inode);
            if !stays {
                let _ = notify.unwatch(folder);
            }
            stays
        });
        let mut found = Vec::new();
        for (folder, inode) in wanted {
            if !self.folders.contains_key(&folder) && notify.watch(&folder, RecursiveMode::NonRecursive).is_ok() {
                found
                    .extend(self.wanted.iter().filter(|file| file.parent() == Some(&folder) && file.exists()).cloned());
                self.folders.insert(folder, inode);
            }
        }
        found
    }

    /// The known files that are not as they were; they are remembered as they now are.
    fn look_again(&mut self) -> Vec<PathBuf> {
        let mut changed = Vec::new();
        for (file, last) in &mut self.looks {
            let now = look(file);
            if now != *last {
                *last = now;
                changed.push(file.clone());
            }
        }
        changed
    }
}

/// Whether an event can mean that a file is different now; opening and reading (our own too) does not.
fn changes(kind: &EventKind) -> bool {
    match kind {
        EventKind::Access(access) => matches!(access, AccessKind::Close(AccessMode::Write)),
        _ => true,
    }
}

#[cfg(test)]
mod tests;
