//! Why the system refused something, in the words of the locale files (`io.<x>`), never in its own jargon.

use std::io::{self, ErrorKind};

use crate::project::write::{Cause, FileKind};

/// Why an operation failed: a key of the locale files, which stands for its words wherever a sentence has the place
/// `{problem}`; for uncommon errors what the system says, without its number.
pub fn problem(error: &io::Error) -> String {
    let key = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "io.disk-full",
        ErrorKind::ReadOnlyFilesystem => "io.read-only",
        ErrorKind::PermissionDenied => "io.permission",
        ErrorKind::NotFound => "io.missing",
        ErrorKind::NotADirectory => "io.no-folder",
        ErrorKind::IsADirectory => "io.is-folder",
        ErrorKind::AlreadyExists => "io.exists",
        ErrorKind::InvalidFilename | ErrorKind::InvalidInput => "io.bad-name",
        ErrorKind::InvalidData => "io.not-utf8",
        ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy | ErrorKind::WouldBlock => "io.busy",
        ErrorKind::FileTooLarge => "io.too-large",
        ErrorKind::BrokenPipe => "io.nobody-reads",
        ErrorKind::TimedOut => "io.timed-out",
        _ if error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error()) => "io.links-in-a-ring",
        _ if error.raw_os_error() == Some(rustix::io::Errno::IO.raw_os_error()) => "io.device",
        _ => return plain(error),
    };
    key.to_owned()
}

/// The system's words without the error's number.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or_default().to_owned()
}

impl Cause {
    /// As [`problem`], for a failed operation on a file.
    pub fn problem(&self) -> String {
        let key = match self {
            Cause::DiskFull => "io.disk-full",
            Cause::ReadOnly => "io.read-only",
            Cause::Permission => "io.permission",
            Cause::Missing => "io.missing",
            Cause::NoDirectory => "io.no-folder",
            Cause::Link(_) => "io.is-link",
            Cause::NotRegular(FileKind::Directory) => "io.is-folder",
            Cause::NotRegular(FileKind::Fifo) => "io.is-pipe",
            Cause::NotRegular(FileKind::Socket) => "io.is-socket",
            Cause::NotRegular(FileKind::Device) => "io.is-device",
            Cause::TooLarge { .. } => "io.too-large",
            Cause::ReadBack => "io.read-back",
            Cause::Busy => "io.busy",
            Cause::Broken(why) | Cause::Other(why) => why,
        };
        key.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::{Language, Locale};

    #[test]
    fn common_errors_have_words_in_every_language_and_no_number() {
        use rustix::io::Errno;
        for errno in [
            Errno::NOENT,
            Errno::ACCESS,
            Errno::PERM,
            Errno::NOTDIR,
            Errno::ISDIR,
            Errno::NOSPC,
            Errno::DQUOT,
            Errno::ROFS,
            Errno::NAMETOOLONG,
            Errno::LOOP,
            Errno::IO,
            Errno::EXIST,
            Errno::PIPE,
            Errno::BUSY,
        ] {
            let key = problem(&errno.into());
            for language in Language::ALL {
                assert!(Locale::of(language).has(&key), "{errno:?}: {key}");
            }
        }
        assert_eq!(problem(&Errno::MFILE.into()), "Too many open files");
        assert_eq!(problem(&io::ErrorKind::NotFound.into()), "io.missing");
    }
}
