//! A pseudo-terminal for tests: runs a program in it, reads the screen back through a terminal emulator, sends keys,
//! signals and replies. Nothing here waits for a fixed time where it can wait for a condition.
//!
//! Another test file uses it by `#[path = "pty/harness.rs"] mod harness;`.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};

/// Long enough for any condition on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Begin and end of a synchronized update.
const FRAME_BEGIN: &[u8] = b"\x1b[?2026h";
const FRAME_END: &[u8] = b"\x1b[?2026l";

type Writer = Arc<Mutex<Box<dyn Write + Send>>>;

/// What the terminal replies when it sees a query.
struct Answer {
    query: Vec<u8>,
    reply: Vec<u8>,
    delay: Duration,
    /// Up to where the output was searched.
    searched: usize,
}

/// A program to be started, its terminal and its environment.
pub struct Setup {
    program: PathBuf,
    arguments: Vec<String>,
    columns: u16,
    rows: u16,
    variables: Vec<(String, Option<String>)>,
    folder: Option<PathBuf>,
    answers: Vec<Answer>,
    home: tempfile::TempDir,
}

impl Setup {
    /// The built planboard with these arguments, in 80×24.
    pub fn board(arguments: &[&str]) -> Setup {
        Setup::program(env!("CARGO_BIN_EXE_planboard"), arguments)
    }

    /// Any program, in 80×24, with an empty home, LANG=C.UTF-8 and little else in its environment.
    pub fn program(program: impl Into<PathBuf>, arguments: &[&str]) -> Setup {
        let home = tempfile::tempdir().expect("a temporary home");
        let inside = |name: &str| {
            let folder = home.path().join(name);
            std::fs::create_dir_all(&folder).expect("a folder");
            Some(folder.to_str().expect("UTF-8").to_owned())
        };
        let variables = [
            ("HOME", inside("")),
            ("XDG_CONFIG_HOME", inside("config")),
            ("XDG_STATE_HOME", inside("xdg-state")),
            ("XDG_CACHE_HOME", inside("cache")),
            ("XDG_DATA_HOME", inside("data")),
            ("PLANBOARD_STATE_DIR", inside("state")),
            ("TERM", Some("xterm-256color".to_owned())),
            ("LANG", Some("C.UTF-8".to_owned())),
            ("PATH", Some("/usr/local/bin:/usr/bin:/bin".to_owned())),
        ];
        Setup {
            program: program.into(),
            arguments: arguments.iter().map(|a| (*a).to_owned()).collect(),
            columns: 80,
            rows: 24,
            variables: variables.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            folder: None,
            answers: Vec::new(),
            home,
        }
    }

    pub fn size(mut self, columns: u16, rows: u16) -> Setup {
        (self.columns, self.rows) = (columns, rows);
        self
    }

    pub fn lang(self, lang: &str) -> Setup {
        self.env("LANG", lang)
    }

    pub fn env(mut self, name: &str, value: &str) -> Setup {
        self.variables.push((name.to_owned(), Some(value.to_owned())));
        self
    }

    pub fn without(mut self, name: &str) -> Setup {
        self.variables.push((name.to_owned(), None));
        self
    }

    /// The folder the program starts in; the home otherwise.
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Setup {
        self.folder = Some(folder.into());
        self
    }

    /// The temporary home, for files the program should find.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Replies to `query` (bytes in the program's output) each time it is seen, after `delay`.
    pub fn answer(mut self, query: &[u8], reply: &[u8], delay: Duration) -> Setup {
        self.answers.push(Answer { query: query.to_vec(), reply: reply.to_vec(), delay, searched: 0 });
        self
    }

    pub fn start(self) -> Pty {
        let size = PtySize { rows: self.rows, cols: self.columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let name = pair.master.tty_name().expect("its name");
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let slave = rustix::fs::open(name, flags, Mode::empty()).expect("opened");

        let mut command = CommandBuilder::new(&self.program);
        command.args(&self.arguments);
        command.env_clear();
        for (name, value) in &self.variables {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            }
        }
        command.cwd(self.folder.as_deref().unwrap_or(self.home.path()));
        let mut child = pair.slave.spawn_command(command).expect("started");
        drop(pair.slave);

        let pid = i32::try_from(child.process_id().expect("a process")).ok().and_then(Pid::from_raw).expect("an id");
        let terminal = vt100::Parser::new(cells(self.rows), cells(self.columns), 0);
        let shared = Arc::new(Shared {
            state: Mutex::new(State { terminal, raw: Vec::new(), in_frame: false, status: None }),
            changed: Condvar::new(),
            closing: AtomicBool::new(false),
        });
        let writer: Writer = Arc::new(Mutex::new(pair.master.take_writer().expect("a writer")));
        let reader = pair.master.try_clone_reader().expect("a reader");
        let reading = {
            let (shared, writer, answers) = (Arc::clone(&shared), Arc::clone(&writer), self.answers);
            std::thread::spawn(move || shared.read(reader, &writer, answers))
        };
        let of_waiter = Arc::clone(&shared);
        std::thread::spawn(move || {
            let status = child.wait().expect("waited for");
            of_waiter.state().status = Some(status);
            of_waiter.changed.notify_all();
        });
        Pty {
            master: Some(pair.master),
            writer: Some(writer),
            reading: Some(reading),
            slave,
            pid,
            shared,
            home: self.home,
        }
    }
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("at least one cell")
}

struct State {
    terminal: vt100::Parser,
    raw: Vec<u8>,
    /// Inside a synchronized update: what the screen shows is half a frame.
    in_frame: bool,
    status: Option<ExitStatus>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    closing: AtomicBool,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn read(&self, mut reader: Box<dyn Read + Send>, writer: &Writer, mut answers: Vec<Answer>) {
        let mut buffer = vec![0; 1 << 16];
        while let Ok(count @ 1..) = reader.read(&mut buffer) {
            if self.closing.load(Ordering::SeqCst) {
                return;
            }
            let mut state = self.state();
            state.terminal.process(&buffer[..count]);
            // A sequence may be cut by the read before.
            let from = state.raw.len().saturating_sub(FRAME_BEGIN.len() - 1);
            state.raw.extend_from_slice(&buffer[..count]);
            state.in_frame =
                match (find_last(&state.raw[from..], FRAME_BEGIN), find_last(&state.raw[from..], FRAME_END)) {
                    (None, None) => state.in_frame,
                    (begin, end) => begin > end,
                };
            for answer in &mut answers {
                while let Some(at) = find(&state.raw[answer.searched..], &answer.query) {
                    answer.searched += at + answer.query.len();
                    reply(writer, answer.reply.clone(), answer.delay);
                }
            }
            drop(state);
            self.changed.notify_all();
        }
    }

    /// Waits until `holds` gives something, or the time is over.
    fn wait<T>(&self, timeout: Duration, mut holds: impl FnMut(&State) -> Option<T>) -> Option<T> {
        let end = Instant::now() + timeout;
        let mut state = self.state();
        loop {
            if let Some(found) = holds(&state) {
                return Some(found);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(std::sync::PoisonError::into_inner).0;
        }
    }
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len().max(1)).position(|window| window == part)
}

fn find_last(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len().max(1)).rposition(|window| window == part)
}

/// On a thread, since a late reply must not hold up the reading. Holds no terminal open that was hung up.
fn reply(writer: &Writer, bytes: Vec<u8>, delay: Duration) {
    let writer = Arc::downgrade(writer);
    std::thread::spawn(move || {
        std::thread::sleep(delay);
        if let Some(writer) = writer.upgrade() {
            let _ = writer.lock().map(|mut writer| writer.write_all(&bytes));
        }
    });
}

/// A program running in a pseudo-terminal. Dropping it kills the program.
pub struct Pty {
    master: Option<Box<dyn MasterPty + Send>>,
    writer: Option<Writer>,
    reading: Option<JoinHandle<()>>,
    /// The program's side, kept open: its modes can be read, also after the program's end.
    slave: OwnedFd,
    pid: Pid,
    shared: Arc<Shared>,
    home: tempfile::TempDir,
}

impl Pty {
    /// Waits until `holds` is true of the screen, half frames apart; panics with the screen when it does not come.
    #[track_caller]
    pub fn wait_for(&self, holds: impl Fn(&vt100::Screen) -> bool, timeout: Duration) {
        let whole = |state: &State| (!state.in_frame && holds(state.terminal.screen())).then_some(());
        if self.shared.wait(timeout, whole).is_none() {
            // Each under the lock for itself: the message must not wait for itself.
            let status = self.shared.state().status.clone();
            let screen = self.screen_text();
            panic!("not within {timeout:?}; status {status:?}, screen:\n{screen}");
        }
    }

    /// Waits until the screen shows `text`.
    #[track_caller]
    pub fn wait_text(&self, text: &str) {
        self.wait_for(|screen| screen.contents().contains(text), PATIENCE);
    }

    /// Waits until the output holds these bytes.
    #[track_caller]
    pub fn wait_raw(&self, bytes: &[u8]) {
        let found = self.shared.wait(PATIENCE, |state| find(&state.raw, bytes));
        assert!(found.is_some(), "never written: {}", bytes.escape_ascii());
    }

    /// The screen as text, one line for each row, without trailing blanks.
    pub fn screen_text(&self) -> String {
        self.screen(|screen| {
            let (_, columns) = screen.size();
            let rows: Vec<String> = screen.rows(0, columns.get()).map(|row| row.trim_end().to_owned()).collect();
            rows.join("\n").trim_end().to_owned()
        })
    }

    /// Something of the screen as it is.
    pub fn screen<T>(&self, look: impl FnOnce(&vt100::Screen) -> T) -> T {
        look(self.shared.state().terminal.screen())
    }

    /// Row and column of the cursor from 0; none while it is hidden.
    pub fn cursor(&self) -> Option<(u16, u16)> {
        self.screen(|screen| (!screen.hide_cursor()).then(|| screen.cursor_position()))
    }

    /// Everything written so far.
    pub fn raw_output(&self) -> Vec<u8> {
        self.shared.state().raw.clone()
    }

    pub fn send(&self, bytes: impl AsRef<[u8]>) {
        let writer = self.writer.as_ref().expect("not hung up");
        let mut writer = writer.lock().expect("the writer");
        writer.write_all(bytes.as_ref()).and_then(|()| writer.flush()).expect("sent");
    }

    /// Sends pieces with a gap between them, as a slow line does.
    pub fn send_split(&self, pieces: &[&[u8]], gap: Duration) {
        for (i, piece) in pieces.iter().enumerate() {
            if i > 0 {
                std::thread::sleep(gap);
            }
            self.send(piece);
        }
    }

    /// A bracketed paste.
    pub fn paste(&self, text: &str) {
        self.send(format!("\x1b[200~{text}\x1b[201~"));
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        self.shared.state().terminal.screen_mut().set_size(cells(rows), cells(columns));
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.master.as_ref().expect("not hung up").resize(size).expect("resized");
    }

    /// Sends a signal, unless the program has ended.
    pub fn signal(&self, signal: Signal) {
        // Under the lock: the waiter cannot tell the end (and free the id) meanwhile without being seen.
        let state = self.shared.state();
        if state.status.is_none() {
            let _ = kill_process(self.pid, signal);
        }
    }

    pub fn kill9(&self) {
        self.signal(Signal::KILL);
    }

    /// Closes the terminal's side, as a window that is closed or a connection that drops.
    pub fn hang_up(&mut self) {
        // Without an end-of-file character the writer sends nothing when it is dropped.
        if let Ok(mut modes) = tcgetattr(&self.slave) {
            modes.special_codes[SpecialCodeIndex::VEOF] = 0;
            let _ = tcsetattr(&self.slave, OptionalActions::Now, &modes);
        }
        // The reading thread has the terminal open, too: a byte wakes it.
        self.shared.closing.store(true, Ordering::SeqCst);
        let _ = rustix::io::write(&self.slave, b"\0");
        if let Some(reading) = self.reading.take() {
            let _ = reading.join();
        }
        self.writer = None;
        self.master = None;
    }

    /// How the program ended; none when it has not within the time.
    pub fn exit_status(&self, timeout: Duration) -> Option<ExitStatus> {
        self.shared.wait(timeout, |state| state.status.clone())
    }

    /// The modes of the terminal as the program has set or left them.
    pub fn termios(&self) -> Termios {
        tcgetattr(&self.slave).expect("modes")
    }

    /// Whether lines are edited and echoed, as a shell's terminal is.
    pub fn is_cooked(&self) -> bool {
        self.termios().local_modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG)
    }

    /// The program's process.
    pub fn pid(&self) -> Pid {
        self.pid
    }

    /// The temporary home.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// The folder of PLANBOARD_STATE_DIR.
    pub fn state_folder(&self) -> PathBuf {
        self.home.path().join("state")
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        self.kill9();
        self.hang_up();
    }
}
