//! The writer of frames: what ratatui's backend writes is gathered and goes out in one write, between the brackets of
//! a synchronized update, so that no half frame is seen. After the terminal was given back nothing is written.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::guard;

const FRAME_BEGIN: &[u8] = b"\x1b[?2026h";
const FRAME_END: &[u8] = b"\x1b[?2026l";

#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    in_frame: bool,
}

/// A writer on the guarded terminal; clones share one buffer.
#[derive(Clone, Default)]
pub struct Output {
    buffer: Arc<Mutex<Buffer>>,
}

impl Output {
    pub(super) fn new() -> Output {
        Output::default()
    }

    /// Draws a frame: everything written in `draw` (flushes included) goes out at its end as one synchronized update.
    ///
    /// # Errors
    /// That of `draw`, or of the write.
    pub fn frame<T>(&self, draw: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        {
            let mut buffer = self.buffer();
            buffer.in_frame = true;
            buffer.bytes.extend_from_slice(FRAME_BEGIN);
        }
        let drawn = draw();
        let mut buffer = self.buffer();
        buffer.in_frame = false;
        if buffer.bytes.ends_with(FRAME_BEGIN) {
            let kept = buffer.bytes.len() - FRAME_BEGIN.len();
            buffer.bytes.truncate(kept);
        } else {
            buffer.bytes.extend_from_slice(FRAME_END);
        }
        let written = send(&mut buffer);
        drawn.and_then(|value| written.map(|()| value))
    }

    /// Writes `bytes` at once, or with the frame under way.
    ///
    /// # Errors
    /// The terminal cannot be written.
    pub fn send(&self, bytes: &[u8]) -> io::Result<()> {
        let mut this = self;
        this.write_all(bytes)?;
        this.flush()
    }

    /// Asks the terminal for its background colour. The answer comes as an event, late or never.
    ///
    /// # Errors
    /// The terminal cannot be written.
    pub fn ask_background(&self) -> io::Result<()> {
        self.send(b"\x1b]11;?\x1b\\")
    }

    /// Sets the window's title; control characters are left out. The guard brings the former one back.
    ///
    /// # Errors
    /// The terminal cannot be written.
    pub fn set_title(&self, title: &str) -> io::Result<()> {
        let title: String = title.chars().filter(|c| !c.is_control()).take(200).collect();
        self.send(format!("\x1b]2;{title}\x1b\\").as_bytes())
    }

    /// Rings the bell.
    ///
    /// # Errors
    /// The terminal cannot be written.
    pub fn bell(&self) -> io::Result<()> {
        self.send(b"\x07")
    }

    fn buffer(&self) -> MutexGuard<'_, Buffer> {
        self.buffer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn send(buffer: &mut Buffer) -> io::Result<()> {
    let written = guard::write(&buffer.bytes);
    buffer.bytes.clear();
    written
}

impl Write for &Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer().bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut buffer = self.buffer();
        if buffer.in_frame { Ok(()) } else { send(&mut buffer) }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        (&*self).flush()
    }
}
