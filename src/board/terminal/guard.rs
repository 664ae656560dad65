//! Taking the terminal and giving it back: at exit, on a panic, for another program, for Ctrl-Z. There is one terminal
//! in a process, hence one state, which the panic hook reaches too.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Signal, getpgrp, getpid, getppid, getsid, kill_current_process_group};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

use super::device::{TerminalError, input_device, output_device};
use super::output::Output;

/// Title kept, alternate screen, bracketed paste, focus reports, keyboard enhancement (its stack belongs to the screen,
/// so after it). Nothing is asked.
const TAKE: &[u8] = b"\x1b[22;2t\x1b[?1049h\x1b[?2004h\x1b[?1004h\x1b[>1u";
/// Presses and the wheel, in the form that knows no limits; not moves, so that Shift and a drag select text still.
const WITH_MOUSE: &[u8] = b"\x1b[?1000h\x1b[?1006h";
/// Everything off in the opposite order, mouse reports and a half synchronized update included; the cursor shown and
/// in its default form. CAN ends a sequence that was cut off.
const GIVE_BACK: &[u8] = b"\x18\x1b[?2026l\x1b[<1u\x1b[?1006l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1004l\x1b[?2004l\
\x1b[0m\x1b[0 q\x1b[?1049l\x1b[?25h\x1b[23;2t";
/// How long giving back waits for a frame under way, and for a terminal that takes no bytes.
const PATIENCE: Duration = Duration::from_millis(200);
/// A stop takes effect within this time.
const STOP_PAUSE: Duration = Duration::from_millis(50);

struct Taken {
    input: OwnedFd,
    output: OwnedFd,
    cooked: Termios,
    /// Whether the terminal is ours at the moment.
    active: bool,
}

static TAKEN: Mutex<Option<Taken>> = Mutex::new(None);
/// Held while a frame is written.
static WRITING: Mutex<()> = Mutex::new(());
/// Another program has the terminal.
static LENT: AtomicBool = AtomicBool::new(false);
static PANICKED: AtomicBool = AtomicBool::new(false);
/// The mouse is reported while the terminal is ours.
static MOUSE: AtomicBool = AtomicBool::new(false);
static HOOK: Once = Once::new();

fn taken() -> MutexGuard<'static, Option<Taken>> {
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The terminal, taken. Dropping it gives the terminal back.
#[must_use = "the terminal is given back when this is dropped"]
pub struct Guard {
    output: Output,
}

impl Guard {
    /// Takes the terminal: raw mode, alternate screen, bracketed paste, focus reports, keyboard enhancement, and the
    /// mouse where it is wanted. From now on a panic gives it back before its message is printed.
    ///
    /// # Errors
    /// [`TerminalError::Absent`] without a terminal; otherwise what the system refuses.
    pub fn enter(mouse: bool) -> Result<Guard, TerminalError> {
        MOUSE.store(mouse, Ordering::SeqCst);
        Guard::on(input_device()?, output_device()?)
    }

    fn on(input: OwnedFd, output: OwnedFd) -> Result<Guard, TerminalError> {
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |info| {
                if give_back() {
                    PANICKED.store(true, Ordering::SeqCst);
                }
                before(info);
            }));
        });
        let cooked = tcgetattr(&input)?;
        *taken() = Some(Taken { input, output, cooked, active: false });
        let guard = Guard { output: Output::new() };
        take()?;
        Ok(guard)
    }

    /// The writer for the drawing backend and everything else that goes to the terminal.
    pub fn output(&self) -> Output {
        self.output.clone()
    }

    /// Columns and rows in cells.
    ///
    /// # Errors
    /// The terminal is not taken, or gone.
    pub fn size(&self) -> io::Result<(u16, u16)> {
        let taken = taken();
        let device = taken.as_ref().ok_or(io::ErrorKind::NotConnected)?;
        let size = tcgetwinsize(&device.output)?;
        Ok((size.ws_col, size.ws_row))
    }

    /// Gives the terminal back as it was found. May be called any number of times.
    pub fn restore(&mut self) {
        give_back();
    }

    /// Gives the terminal to another program; the reader must be paused before.
    pub fn suspend(&mut self) {
        give_back();
        LENT.store(true, Ordering::SeqCst);
    }

    /// Takes it again, also where it still seems to be ours (after a stop from outside). The caller draws everything
    /// anew.
    ///
    /// # Errors
    /// What the system refuses.
    pub fn resume(&mut self) -> io::Result<()> {
        LENT.store(false, Ordering::SeqCst);
        give_back();
        take()
    }

    /// Ctrl-Z: gives the terminal back, stops the job, and takes it again when the shell goes on with it. False, and
    /// nothing is done, where nobody could (the board is the window's only program). The reader must be paused
    /// before; the caller draws everything anew.
    ///
    /// # Errors
    /// What the system refuses.
    pub fn stop(&mut self) -> io::Result<bool> {
        if !can_stop() {
            return Ok(false);
        }
        give_back();
        // The whole job, as the terminal's own Ctrl-Z would: a wrapper script stops with it.
        kill_current_process_group(Signal::STOP)?;
        std::thread::sleep(STOP_PAUSE);
        self.resume()?;
        Ok(true)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        give_back();
        *taken() = None;
    }
}

/// Whether a panic anywhere gave the terminal back: the board must end.
pub fn lost_to_panic() -> bool {
    PANICKED.load(Ordering::SeqCst)
}

/// Whether another program has the terminal: Ctrl-C and Ctrl-Z there are its own.
pub fn is_lent() -> bool {
    LENT.load(Ordering::SeqCst)
}

/// Gives the terminal back, if it is taken; for the last way out. Whether there was something to do.
pub fn give_back() -> bool {
    let _frame = patient_lock();
    let mut taken = taken();
    let Some(taken) = taken.as_mut().filter(|taken| taken.active) else { return false };
    taken.active = false;
    // A terminal that is gone or hangs must not keep the process.
    let mut ready = [PollFd::new(&taken.output, PollFlags::OUT)];
    let patience = Timespec::try_from(PATIENCE).ok();
    if patience.is_some_and(|limit| matches!(poll(&mut ready, Some(&limit)), Ok(1..))) {
        let _ = write_all(&taken.output, GIVE_BACK);
    }
    let _ = tcsetattr(&taken.input, OptionalActions::Now, &taken.cooked);
    true
}

/// Writes to the terminal while it is taken; otherwise the bytes are dropped.
pub(super) fn write(bytes: &[u8]) -> io::Result<()> {
    let _frame = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    if bytes.is_empty() {
        return Ok(());
    }
    // Not under the lock of the state, so that a terminal that hangs does not keep the way out closed.
    let output = match taken().as_ref() {
        Some(taken) if taken.active => taken.output.try_clone()?,
        _ => return Ok(()),
    };
    write_all(&output, bytes)
}

fn take() -> io::Result<()> {
    let mut taken = taken();
    let Some(taken) = taken.as_mut() else { return Ok(()) };
    let mut raw = taken.cooked.clone();
    raw.make_raw();
    // From the first change on there is something to give back.
    taken.active = true;
    tcsetattr(&taken.input, OptionalActions::Now, &raw)?;
    write_all(&taken.output, TAKE)?;
    if MOUSE.load(Ordering::SeqCst) {
        write_all(&taken.output, WITH_MOUSE)?;
    }
    Ok(())
}

fn patient_lock() -> Option<MutexGuard<'static, ()>> {
    let end = Instant::now() + PATIENCE;
    loop {
        match WRITING.try_lock() {
            Ok(lock) => return Some(lock),
            Err(std::sync::TryLockError::Poisoned(lock)) => return Some(lock.into_inner()),
            Err(std::sync::TryLockError::WouldBlock) if Instant::now() >= end => return None,
            Err(std::sync::TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(2)),
        }
    }
}

fn write_all(output: &OwnedFd, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match rustix::io::write(output, bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => bytes = bytes.get(count..).unwrap_or_default(),
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => {
                let _ = poll(&mut [PollFd::new(output, PollFlags::OUT)], None);
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Whether a shell is there that could go on with a stopped job.
fn can_stop() -> bool {
    let Ok(session) = getsid(None) else { return false };
    let group = getpgrp();
    let parent_is_of_session = || getppid().and_then(|parent| getsid(Some(parent)).ok()) == Some(session);
    group != session && (group != getpid() || parent_is_of_session())
}

#[cfg(test)]
mod tests {
    use super::*;
    use portable_pty::{PtySize, native_pty_system};
    use rustix::fs::{Mode, OFlags};
    use rustix::termios::LocalModes;
    use std::io::{Read, Write};

    fn modes(fd: &OwnedFd) -> (LocalModes, bool) {
        let termios = tcgetattr(fd).expect("termios");
        let raw = !termios.local_modes.contains(LocalModes::ICANON);
        (termios.local_modes, raw)
    }

    /// One test: there is one terminal in a process.
    #[test]
    fn the_terminal_is_given_back_exactly_however_it_ends() {
        let pty = native_pty_system().openpty(PtySize::default()).expect("a pty");
        let name = pty.master.tty_name().expect("its name");
        let open = || rustix::fs::open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("open");
        let watch = open();
        let mut reader = pty.master.try_clone_reader().expect("reader");
        let mut seen = |until: &[u8]| {
            let (mut all, mut byte) = (Vec::new(), [0]);
            while !all.ends_with(until) {
                reader.read_exact(&mut byte).expect("read");
                all.extend(byte);
            }
            all
        };
        let (before, _) = modes(&watch);

        let mut guard = Guard::on(open(), open()).expect("taken");
        assert!(modes(&watch).1, "raw");
        assert_eq!(guard.size().expect("size"), (80, 24));
        assert_eq!(seen(b"\x1b[>1u"), TAKE);
        let mut output = guard.output();
        output.frame(|| write!(&output, "ab").and_then(|()| (&output).flush())).expect("written");
        assert_eq!(seen(FRAME), b"\x1b[?2026hab\x1b[?2026l");
        output.frame(|| Ok(())).expect("nothing");

        guard.restore();
        guard.restore();
        write!(output, "dropped").and_then(|()| output.flush()).expect("dropped");
        assert_eq!(seen(b"\x1b[23;2t"), GIVE_BACK);
        assert_eq!(modes(&watch).0, before);

        guard.resume().expect("taken again");
        assert_eq!(seen(b"\x1b[>1u"), TAKE);
        assert!(modes(&watch).1, "raw");
        assert!(!lost_to_panic());
        let panicked = std::thread::spawn(|| panic!("for the test of the hook")).join();
        assert!(panicked.is_err() && lost_to_panic());
        assert_eq!(seen(b"\x1b[23;2t"), GIVE_BACK);
        assert_eq!(modes(&watch).0, before);

        guard.resume().expect("taken again");
        assert_eq!(seen(b"\x1b[>1u"), TAKE);
        drop(guard);
        assert_eq!(seen(b"\x1b[23;2t"), GIVE_BACK);
        assert_eq!(modes(&watch).0, before);
    }

    const FRAME: &[u8] = b"\x1b[?2026l";
}
