//! The thread that reads the terminal. It sleeps in `poll` until a byte, a deadline of the filter or a wish of the
//! board comes: an idle board is never woken.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::event::InputEvent;
use super::filter::Filter;

/// Bytes of one read.
const READ_SIZE: usize = 1 << 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wish {
    Run,
    Pause,
    Stop,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Doing {
    Reading,
    Paused,
    Ended,
}

struct Shared {
    state: Mutex<(Wish, Doing)>,
    changed: Condvar,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, (Wish, Doing)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now_doing(&self, doing: Doing) {
        self.state().1 = doing;
        self.changed.notify_all();
    }

    fn wait_while(&self, waits: impl Fn(Wish, Doing) -> bool) -> Wish {
        let mut state = self.state();
        while waits(state.0, state.1) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.0
    }
}

/// The reading thread. Dropping it ends the thread.
pub struct Reader {
    shared: Arc<Shared>,
    wake: OwnedFd,
    thread: Option<JoinHandle<()>>,
}

impl Reader {
    /// Reads `terminal` (see [`crate::board::terminal::input_device`]) through a filter with this silence for ESC,
    /// and hands each event to `deliver` until that returns false. [`InputEvent::Closed`] comes once when the terminal is gone.
    ///
    /// # Errors
    /// No pipe or no thread could be made.
    pub fn start(
        terminal: impl Into<OwnedFd>,
        esc_delay: Duration,
        deliver: impl Fn(InputEvent) -> bool + Send + 'static,
    ) -> io::Result<Reader> {
        let (woken, wake) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
        let shared = Arc::new(Shared { state: Mutex::new((Wish::Run, Doing::Reading)), changed: Condvar::new() });
        let source = Source { terminal: terminal.into(), woken, filter: Filter::new(esc_delay) };
        let of_thread = Ended(Arc::clone(&shared));
        let thread =
            std::thread::Builder::new().name("input".into()).spawn(move || source.serve(&of_thread.0, &deliver))?;
        Ok(Reader { shared, wake, thread: Some(thread) })
    }

    /// Stops reading, so that another program may have the terminal. Returns when no read is under way any more.
    pub fn pause(&self) {
        self.wish(Wish::Pause);
        self.shared.wait_while(|wish, doing| wish == Wish::Pause && doing == Doing::Reading);
    }

    /// Reads on after a pause.
    pub fn resume(&self) {
        self.wish(Wish::Run);
    }

    /// Ends the thread and waits for it.
    pub fn stop(&mut self) {
        self.wish(Wish::Stop);
        if let Some(thread) = self.thread.take() {
            // From the thread itself (its closure owns the reader) it just ends.
            if thread.thread().id() != std::thread::current().id() {
                let _ = thread.join();
            }
        }
    }

    fn wish(&self, wish: Wish) {
        self.shared.state().0 = wish;
        self.shared.changed.notify_all();
        let _ = rustix::io::write(&self.wake, &[0]);
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Says that the thread ended, however it does.
struct Ended(Arc<Shared>);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.now_doing(Doing::Ended);
    }
}

struct Source {
    terminal: OwnedFd,
    woken: OwnedFd,
    filter: Filter,
}

/// What a wait for the terminal brought.
enum Ready {
    Bytes,
    Woken,
    Silence,
    Gone,
}

impl Source {
    fn serve(mut self, shared: &Shared, deliver: &impl Fn(InputEvent) -> bool) {
        let mut buffer = vec![0; READ_SIZE];
        loop {
            let events = match self.wait() {
                Ready::Silence => self.filter.tick(Instant::now()),
                Ready::Bytes => match rustix::io::read(&self.terminal, &mut buffer) {
                    Ok(0) => break,
                    Ok(count) => self.filter.feed(buffer.get(..count).unwrap_or_default(), Instant::now()),
                    Err(Errno::INTR | Errno::AGAIN) => Vec::new(),
                    Err(_) => break,
                },
                Ready::Woken => {
                    let _ = rustix::io::read(&self.woken, &mut [0; 64]);
                    match shared.wait_while(|_, _| false) {
                        Wish::Run => Vec::new(),
                        Wish::Stop => return,
                        Wish::Pause => {
                            if !self.filter.finish().into_iter().all(deliver) {
                                return;
                            }
                            shared.now_doing(Doing::Paused);
                            if shared.wait_while(|wish, _| wish == Wish::Pause) == Wish::Stop {
                                return;
                            }
                            shared.now_doing(Doing::Reading);
                            Vec::new()
                        }
                    }
                }
                Ready::Gone => break,
            };
            if !events.into_iter().all(deliver) {
                return;
            }
        }
        let mut rest = self.filter.finish();
        rest.push(InputEvent::Closed);
        let _ = rest.into_iter().all(deliver);
    }

    fn wait(&self) -> Ready {
        let deadline = self.filter.deadline();
        loop {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let timeout = left.and_then(|left| Timespec::try_from(left).ok());
            let mut watched = [
                PollFd::from_borrowed_fd(self.terminal.as_fd(), PollFlags::IN),
                PollFd::from_borrowed_fd(self.woken.as_fd(), PollFlags::IN),
            ];
            match poll(&mut watched, timeout.as_ref()) {
                Ok(0) => return Ready::Silence,
                Ok(_) => {}
                Err(Errno::INTR | Errno::AGAIN) => continue,
                Err(_) => return Ready::Gone,
            }
            let [terminal, woken] = watched.map(|fd| fd.revents());
            return if !woken.is_empty() {
                Ready::Woken
            } else if terminal.contains(PollFlags::IN) {
                Ready::Bytes
            } else if terminal.is_empty() {
                Ready::Silence
            } else {
                Ready::Gone
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::input::{Key, KeyCode};
    use std::sync::mpsc::{Receiver, channel};

    const SOON: Duration = Duration::from_secs(10);

    fn started() -> (OwnedFd, Reader, Receiver<InputEvent>) {
        let (read, write) = rustix::pipe::pipe().expect("a pipe");
        let (send, receive) = channel();
        let reader =
            Reader::start(read, Duration::from_millis(25), move |event| send.send(event).is_ok()).expect("started");
        (write, reader, receive)
    }

    #[test]
    fn keys_come_at_once_and_esc_after_its_silence() {
        let (write, _reader, events) = started();
        rustix::io::write(&write, b"j\x1b").expect("written");
        assert_eq!(events.recv_timeout(SOON), Ok(InputEvent::Key(Key::char('j'))));
        assert_eq!(events.recv_timeout(SOON), Ok(InputEvent::Key(Key::plain(KeyCode::Esc))));
    }

    #[test]
    fn a_terminal_that_goes_is_told_once() {
        let (write, mut reader, events) = started();
        rustix::io::write(&write, b"\x1b[200~half").expect("written");
        drop(write);
        assert_eq!(events.recv_timeout(SOON), Ok(InputEvent::Paste("half".into())));
        assert_eq!(events.recv_timeout(SOON), Ok(InputEvent::Closed));
        assert!(events.recv_timeout(SOON).is_err());
        reader.pause();
        reader.stop();
    }

    #[test]
    fn paused_nothing_is_read() {
        let (write, reader, events) = started();
        reader.pause();
        rustix::io::write(&write, b"x").expect("written");
        assert_eq!(events.try_recv().ok(), None);
        reader.resume();
        assert_eq!(events.recv_timeout(SOON), Ok(InputEvent::Key(Key::char('x'))));
        reader.pause();
        reader.resume();
        reader.pause();
    }

    #[test]
    fn an_end_without_a_listener_ends_the_thread() {
        let (write, mut reader, events) = started();
        drop(events);
        rustix::io::write(&write, b"x").expect("written");
        reader.pause();
        reader.stop();
    }
}
