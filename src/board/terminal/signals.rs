//! Signals as messages: a thread waits for them, so that no handler does anything.

use std::io;
use std::thread::JoinHandle;

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Handle;
use signal_hook::low_level::emulate_default_handler;

use super::guard;

/// A signal the board answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// SIGTERM or SIGQUIT: save and end.
    Terminate,
    /// SIGHUP: the terminal is gone; save and end.
    HangUp,
    /// SIGINT from outside (the key Ctrl-C is a key): save and end.
    Interrupt,
    /// SIGTSTP from outside: as the key Ctrl-Z.
    Stop,
    /// SIGCONT: take the terminal again and draw everything.
    Continue,
    /// SIGWINCH: the window has another size.
    Resize,
}

impl Signal {
    fn of(number: i32) -> Option<Signal> {
        Some(match number {
            SIGTERM | SIGQUIT => Signal::Terminate,
            SIGHUP => Signal::HangUp,
            SIGINT => Signal::Interrupt,
            SIGTSTP => Signal::Stop,
            SIGCONT => Signal::Continue,
            SIGWINCH => Signal::Resize,
            _ => return None,
        })
    }

    /// Whether it ends the board.
    pub fn ends(self) -> bool {
        matches!(self, Signal::Terminate | Signal::HangUp | Signal::Interrupt)
    }
}

/// The waiting thread. Dropping it ends the thread; the signals then do nothing.
pub struct Signals {
    handle: Handle,
    thread: Option<JoinHandle<()>>,
}

impl Signals {
    /// Hands each signal to `deliver` until that returns false. The third signal to end while the board has not ended
    /// gives the terminal back and ends the process at once.
    ///
    /// # Errors
    /// A handler or the thread could not be made.
    pub fn start(deliver: impl Fn(Signal) -> bool + Send + 'static) -> io::Result<Signals> {
        let mut waiting =
            signal_hook::iterator::Signals::new([SIGTERM, SIGQUIT, SIGHUP, SIGINT, SIGTSTP, SIGCONT, SIGWINCH])?;
        let handle = waiting.handle();
        let thread = std::thread::Builder::new().name("signals".into()).spawn(move || {
            let mut ends = 0;
            for number in waiting.forever() {
                let Some(signal) = Signal::of(number) else { continue };
                if guard::is_lent() {
                    match signal {
                        // Stopped with the program that has the terminal, so that the shell gets it.
                        Signal::Stop => drop(emulate_default_handler(SIGTSTP)),
                        Signal::Interrupt | Signal::Continue | Signal::Resize => {}
                        _ => drop(deliver(signal)),
                    }
                    continue;
                }
                ends += usize::from(signal.ends());
                if ends > 2 {
                    guard::give_back();
                    let _ = emulate_default_handler(number);
                }
                if !deliver(signal) {
                    return;
                }
            }
        })?;
        Ok(Signals { handle, thread: Some(thread) })
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        self.handle.close();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    #[test]
    fn signals_become_messages() {
        let (send, receive) = channel();
        let signals = Signals::start(move |signal| send.send(signal).is_ok()).expect("started");
        signal_hook::low_level::raise(SIGWINCH).expect("raised");
        assert_eq!(receive.recv_timeout(Duration::from_secs(10)), Ok(Signal::Resize));
        signal_hook::low_level::raise(SIGTERM).expect("raised");
        assert_eq!(receive.recv_timeout(Duration::from_secs(10)), Ok(Signal::Terminate));
        drop(signals);
        assert!(receive.recv_timeout(Duration::from_secs(10)).is_err());
    }
}
