//! Which terminal is read and written: the standard streams where they are one, else the process's own terminal.

use std::fmt;
use std::fs::OpenOptions;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::termios::{isatty, ttyname};

/// Why the terminal cannot be taken.
#[derive(Debug)]
pub enum TerminalError {
    /// The process has no terminal at all.
    Absent,
    /// There is one, but the system refuses something.
    Io(io::Error),
}

impl fmt::Display for TerminalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TerminalError::Absent => f.write_str("no terminal"),
            TerminalError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TerminalError {}

impl From<io::Error> for TerminalError {
    fn from(error: io::Error) -> TerminalError {
        TerminalError::Io(error)
    }
}

impl From<rustix::io::Errno> for TerminalError {
    fn from(error: rustix::io::Errno) -> TerminalError {
        TerminalError::Io(error.into())
    }
}

impl From<TerminalError> for io::Error {
    fn from(error: TerminalError) -> io::Error {
        match error {
            TerminalError::Absent => io::Error::new(io::ErrorKind::NotFound, error),
            TerminalError::Io(error) => error,
        }
    }
}

/// The terminal to read keys from: standard input, else that of the other streams, else /dev/tty.
///
/// # Errors
/// [`TerminalError::Absent`] without any terminal.
pub fn input_device() -> Result<OwnedFd, TerminalError> {
    device(io::stdin().as_fd())
}

/// The terminal to draw on: standard output, else that of the other streams, else /dev/tty.
///
/// # Errors
/// [`TerminalError::Absent`] without any terminal.
pub fn output_device() -> Result<OwnedFd, TerminalError> {
    device(io::stdout().as_fd())
}

fn device(preferred: BorrowedFd<'_>) -> Result<OwnedFd, TerminalError> {
    if isatty(preferred) {
        return Ok(preferred.try_clone_to_owned()?);
    }
    // By the name of another stream's terminal first: macOS cannot wait for /dev/tty.
    let (input, output, errors) = (io::stdin(), io::stdout(), io::stderr());
    let others = [input.as_fd(), output.as_fd(), errors.as_fd()].into_iter().filter(|fd| isatty(*fd));
    let named = others.filter_map(|fd| ttyname(fd, Vec::new()).ok());
    let open = |path: &Path| OpenOptions::new().read(true).write(true).open(path);
    let mut opened = named.filter_map(|name| open(Path::new(std::ffi::OsStr::from_bytes(name.to_bytes()))).ok());
    match opened.next() {
        Some(file) => Ok(file.into()),
        None => open(Path::new("/dev/tty")).map(OwnedFd::from).map_err(|_| TerminalError::Absent),
    }
}
